package testkit

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// TestLoops runs programs with loops, small arrays and recursion, most of which have machine
// code.
func TestLoops(t *testing.T) {
	n := 20
	if testing.Short() {
		n = 5
	}
	if *programs > 0 {
		n = *programs
	}
	wrong := 0
	rng := rand.New(rand.NewPCG(10, uint64(n)))
	code, regions, recursive, finished, faulted := 0, 0, 0, 0, 0
	for i := range n {
		data := make([]byte, 100+rng.IntN(600))
		for j := range data {
			data[j] = byte(rng.Uint32())
		}
		p := GenerateLoops(data)
		require.NoError(t, program.Verify(p))
		lanes := RandomLanes(p, []int{20, 61}[i%2], uint64(i))
		limits := Limits{Uniforms: RandomUniforms(p, uint64(i))}
		outcomes, d := differences(p, lanes, limits, QuickConfigs()[i%4:i%4+1], waysOf(p, quickPart))
		if d != "" {
			t.Errorf("program %d: %s", i, d)
			if wrong++; wrong == 3 {
				break
			}
			continue
		}
		for _, o := range outcomes {
			if o.Fault == "" {
				finished++
			} else {
				faulted++
			}
		}
		lowered, err := lower.Lower(p)
		require.NoError(t, err)
		c, err := engine.Compile(lowered, engine.Options{})
		if err != nil {
			continue
		}
		code++
		text, err := c.Phases()
		require.NoError(t, err)
		if strings.Contains(text, "  loop until ") {
			regions++
		}
		if c.Calls() {
			recursive++
		}
	}
	t.Logf("%d programs: %d as machine code, %d with loops inside a turn, %d with calls; %d lanes finished, %d "+
		"faulted; %d in host phases",
		n, code, regions, recursive, finished, faulted, Hosted.Load())
	if engine.Available() == nil && n >= 60 {
		require.Greater(t, code, n/2, "few programs have machine code")
		require.Greater(t, regions, n/6, "few programs have loops inside a turn")
		require.Greater(t, recursive, n/8, "few programs have calls")
	}
	if n >= 60 { // fewer say nothing
		require.Greater(t, finished, 4*faulted/3, "too many lanes fault")
	}
	require.NotZero(t, finished)
}
