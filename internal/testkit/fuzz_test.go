package testkit

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// programs makes the suite's random sweep longer: a proof to run on demand, as
// in go test ./internal/testkit -run Generated -programs 20000.
var programs = flag.Int("programs", 0, "generated programs to compare in TestGenerated; 0 is a quick choice")

// TestGenerated runs generated programs under the whole matrix. It also counts
// what they were, so that the generator cannot go idle unnoticed.
func TestGenerated(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 25
	}
	if *programs > 0 {
		n = *programs
	}
	rng := rand.New(rand.NewPCG(2, uint64(n)))
	finished, faulted, full := 0, 0, 0
	counts := newCensus()
	for i := range n {
		data := make([]byte, 100+rng.IntN(900))
		for j := range data {
			data[j] = byte(rng.Uint32())
		}
		p := Generate(data)
		count := 20
		if i%12 == 11 || passesLarge(p) {
			count = 200 // whole words of lanes come and go, which has code of its own
		}
		lanes := RandomLanes(p, count, uint64(i))
		limits := Limits{Uniforms: RandomUniforms(p, uint64(i))}
		configs := QuickConfigs()
		if i%10 == 0 {
			configs = AllConfigs()
		}
		outcomes, d := differences(p, lanes, limits, configs, waysOf(p, quickPart))
		if d != "" {
			t.Fatalf("program %d: %s", i, d)
		}
		require.NoError(t, counts.add(p))
		for _, o := range outcomes {
			if o.Fault == "" {
				finished++
			} else {
				faulted++
			}
		}
		full += len(p.Functions)
	}
	t.Logf("%d programs with %d functions: %d lanes finished, %d faulted; %d runs of machine code, %d of them as "+
		"stages, %d lanes in host phases, "+
		"%d programs as scalar code, %d lanes through superblocks, %d programs with arrays that functions share",
		n, full, finished, faulted, Engines.Load(), Staged.Load(), Hosted.Load(), Scalars.Load(), Executors.Load(),
		Shared.Load())
	if n >= 150 {
		counts.check(t, n)
		require.Positive(t, Shared.Load(), "no arrays are shared")
	}
	require.Greater(t, finished, 4*n, "generated programs fault too often to test anything")
	require.Greater(t, faulted, n/10, "generated programs never fault")
	require.Greater(t, Executors.Load(), int64(10*n), "superblocks are not run")
}

// passesLarge reports whether an input or a result is a large event.
func passesLarge(p *program.Program) bool {
	for _, t := range append(p.Flat(p.VarsIn), p.Flat(p.VarsOut)...) {
		if t.Type.Leaf().Elements() >= largeEvent {
			return true
		}
	}
	return false
}

// FuzzProgram is the same with the fuzzer's bytes.
func FuzzProgram(f *testing.F) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 20 {
		data := make([]byte, 50*(i+1))
		for j := range data {
			data[j] = byte(rng.Uint32())
		}
		f.Add(data, uint64(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		p := Generate(data)
		SameQuick(t, p, RandomLanes(p, []int{10, 70}[seed%2], seed), Limits{Uniforms: RandomUniforms(p, seed)})
	})
}

// TestLimits compares faults of limits, which are counted in lowered blocks.
func TestLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 30 {
		data := make([]byte, 200)
		for j := range data {
			data[j] = byte(rng.Uint32())
		}
		p := Generate(data)
		for _, l := range []Limits{{MaxSteps: 1 + i%9}, {MaxDepth: 1 + i%3}} {
			l.Uniforms = RandomUniforms(p, uint64(i))
			if d := Differences(p, RandomLanes(p, 10, uint64(i)), l, QuickConfigs()); d != "" {
				t.Fatalf("program %d, %s: %s", i, fmt.Sprint(l), d)
			}
		}
	}
}

// TestGenerateIsTotal: programs verify that are generated from no bytes, from equal ones, and from random ones of many
// lengths. FuzzProgram looks for bytes that give others.
func TestGenerateIsTotal(t *testing.T) {
	all := [][]byte{nil, {0}, {255, 255, 255}, make([]byte, 1000), bytes.Repeat([]byte{255}, 1000)}
	rng := rand.New(rand.NewPCG(7, 8))
	for n := range 300 {
		data := make([]byte, n)
		for j := range data {
			data[j] = byte(rng.Uint32())
		}
		all = append(all, data)
	}
	for _, data := range all {
		require.NoError(t, program.Verify(Generate(data)), "%x", data)
	}
}
