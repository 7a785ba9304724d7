package testkit

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/program"
)

// TestDeep runs recursive programs with so little memory for deep stacks that
// lanes are parked all the time. Every lane is accounted for after each step, and
// ends as the oracle's.
func TestDeep(t *testing.T) {
	n := 24
	if *programs > 0 {
		n = *programs
	}
	rng := rand.New(rand.NewPCG(8, 9))
	var runs, parked int64
	for i := range n {
		data := make([]byte, 100+rng.IntN(500))
		for j := range data {
			data[j] = byte(rng.Uint32())
		}
		p := GenerateDeep(data)
		require.NoError(t, program.Verify(p))
		count := []int{9, 70, 150}[i%3]
		// With a limit the oracle judges the lowered program alone.
		limits := Limits{MaxSteps: 1 << 20, Uniforms: RandomUniforms(p, uint64(i))}
		if i%4 == 3 {
			limits.MaxDepth = 60 // deep lanes fault
		}
		configs := deepConfigs(i)
		for k := range configs {
			configs[k].Stats = func(s batch.Stats) {
				runs++
				if s.Parked > 0 {
					parked++
				}
			}
		}
		if d := Differences(p, RandomLanes(p, count, uint64(i)), limits, configs); d != "" {
			t.Fatalf("program %d: %s", i, d)
		}
	}
	t.Logf("%d of %d runs parked lanes", parked, runs)
	require.Greater(t, parked, runs/6, "too few runs are short of memory") // some recursions only count, and need none
}

// deepConfigs are ways to run a program that run out of memory for stacks, a
// few at a time: all gangs, workers and schedules come round.
func deepConfigs(i int) (cs []Config) {
	schedules := batch.Schedules()
	for k, gang := range []int{7, 64, 1000, 1 + i%63, 100} {
		c := Config{
			Gang: gang, Workers: []int{1, 3}[(i+k)%2], Schedule: schedules[(i+k)%len(schedules)],
			StackBytes: 1 << (10 + (i+k)%7),
			Debug:      settings.Switches{Check: true, Poison: true, Compact: (i+k)%5 == 0, NoRefill: (i+k)%6 == 0},
		}
		if (i+k)%4 == 3 {
			c.Debug.Random = uint64(i + 1)
		}
		cs = append(cs, c)
	}
	return cs
}
