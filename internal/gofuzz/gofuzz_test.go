package gofuzz

import (
	"flag"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit"
)

var (
	programs = flag.Int("programs", 0, "programs to compare; 0 is a quick choice")
	seed     = flag.Uint64("seed", 1, "the seed of the generator")
	only     = flag.Int("only", -1, "compare only the program of this index")
	features = flag.String("features", "", "changes of the features, as -slices,-math or only,+math")
	inputs   = flag.Int("inputs", 40, "inputs a program")
	code     = flag.Bool("code", false, "compare the machine code of every program, and not of every tenth")
	drawn    = flag.Bool("drawn", false, "compare each program in one way to run machine code, for a great many")
	most     = flag.Int("failures", 1, "kinds of failures to shrink and report")
	shrink   = flag.Duration("shrink", time.Minute, "time to shrink a failure")
)

// batchSize is how many programs one go build compiles.
const batchSize = 200

// quick is how many programs a run compares unless it is told otherwise.
const quick = 120

// slow is a time to compile a program that is worth a line in the log.
const slow = time.Second

// TestGenerated compares generated programs. It fails at the first failure,
// which it shrinks.
func TestGenerated(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the definition is Go on amd64")
	}
	n := quick
	if testing.Short() {
		n = 30
	}
	if *programs > 0 {
		n = *programs
	}
	on, err := ParseFeatures(*features)
	require.NoError(t, err)
	if fuses() {
		// What package math gives here is not what it gives in the reference,
		// which is built at GOAMD64=v1.
		on[Math] = false
	}
	counts, all := map[string]int{}, newCensus()
	for from := 0; from < n; from += batchSize {
		var some []*Program
		for i := from; i < min(n, from+batchSize); i++ {
			if *only >= 0 && i != *only {
				continue
			}
			p := Generate(*seed, uint64(i), on)
			if *drawn {
				p.Draw = rand.NewPCG(*seed, uint64(i)).Uint64() | 1
			}
			some = append(some, p)
		}
		if len(some) == 0 {
			continue
		}
		for _, f := range compareAll(t, some, all) {
			kind := f.Kind
			if kind == refused || kind == gaveUp {
				kind += ": " + reason(f.Detail)
			}
			counts[kind]++
			if counts[kind] > 1 || len(counts) > *most {
				continue
			}
			original := f.Program
			f = Shrink(f, *shrink)
			t.Errorf("%s of seed %d: %s\n%s", original.Name, *seed, f, f.Program)
			if *most == 1 {
				t.FailNow()
			}
		}
	}
	t.Logf("%d runs of machine code, %d of them as stages, %d lanes in its host phases, %d programs as scalar code",
		testkit.Engines.Load(), testkit.Staged.Load(), testkit.Hosted.Load(), testkit.Scalars.Load())
	t.Logf("programs with each construct, and those in which a lane got to it:\n%s", all)
	if idle := all.idle(); n >= quick && *only < 0 && *features == "" && on[Math] {
		chance := 0 // how many may be missed by chance
		if n < 400 {
			chance = 3
		}
		require.LessOrEqual(t, len(idle), chance, "constructs that no lane got to: %q", idle)
	}
	for k, n := range counts {
		t.Errorf("%5d × %s", n, k)
	}
}

// fuses reports whether this process was built to compute x*y + z in one
// rounding.
func fuses() bool {
	x, z := 1+math.Ldexp(float64(*inputs), -40), -1.0
	return x*x+z != float64(x*x)+z
}

// compilerLimit is what Go's compiler says of a correct program whose array has an index that is a literal plus a large
// one.
const compilerLimit = "offset too large"

// compareAll gives Go and Lockstep the programs and returns the failures.
func compareAll(t *testing.T, programs []*Program, count *census) (failures []*Failure) {
	t.Helper()
	for _, p := range programs {
		c, err := p.check()
		if err != nil {
			t.Fatalf("the generator made a program that is not Go: %v\n%s", err, p)
		}
		p.Code = *code
		p.invent(c, rand.New(rand.NewPCG(*seed, 7)), *inputs)
	}
	fs, errs := evaluate(programs, func(i int) []testkit.Config {
		if i%10 == 0 && !*drawn {
			return testkit.QuickConfigs()
		}
		return nil
	}, true, count)
	for _, p := range programs {
		if p.compiling > slow {
			t.Logf("%s took %v to compile, %v in all", p.Name, p.compiling.Round(time.Millisecond),
				p.took.Round(time.Millisecond))
		}
	}
	for i, p := range programs {
		if errs[i] != nil && strings.Contains(errs[i].Error(), compilerLimit) {
			t.Logf("%s: %v", p.Name, errs[i])
			continue
		}
		if errs[i] != nil {
			t.Fatalf("%v\n%s", errs[i], p)
		}
		if fs[i] != nil {
			failures = append(failures, fs[i])
		}
	}
	return failures
}

// TestGenerateIsGo has Go's type checker look at more programs than go build
// gets.
func TestGenerateIsGo(t *testing.T) {
	on, err := ParseFeatures("")
	require.NoError(t, err)
	for i := range uint64(150) {
		p := Generate(3, i, on)
		_, err := p.check()
		require.NoError(t, err, "%s", p)
	}
}
