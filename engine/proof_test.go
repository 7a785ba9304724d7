package engine

import (
	"context"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
)

// full asks for the long form of proofs.
var full = os.Getenv("LOCKSTEP_TESTKIT") == "full"

// Programs with loops inside a turn, and with recursion.
var proofs = map[string]string{
	"one loop": programs["one loop"],
	"panic":    programs["panic"],
	"fib":      callers["fib"],
	"tak":      callers["tak"],
	"queens":   callers["queens"],
	"sorted": `func F(x uint64, n int) (s int) {
		var a [12]int
		for i := range a { x = x*6364136223846793005 + 1442695040888963407; a[i] = int(x >> 50) }
		for i := 1; i < 12; i++ { for j := i; j > 0 && a[j-1] > a[j]; j-- { a[j-1], a[j] = a[j], a[j-1] } }
		for i := range n & 15 { s += a[i] ^ i }
		return s }`,
	"table": `func F(n, m int) (s int) {
		var t [6][5]int
		for i := range 6 { for j := range 5 { t[i][j] = n*i - m*j; if i > 0 && j > 0 { t[i][j] += t[i-1][j-1] / (n&7 + 1) } } }
		for k := m & 3; k < 6; k++ { s ^= t[k][n&3] }
		return s }`,
}

// wanted is what the machine gives for a program's inputs.
func wanted(t *testing.T, name string, lanes int) (in []batch.Column, want *batch.Result) {
	machine, err := batch.Compile(lowered(t, proofs[name]))
	require.NoError(t, err)
	in = inputs(machine.Params(), lanes)
	want, err = machine.Run(context.Background(), in)
	require.NoError(t, err)
	return in, want
}

// TestCollected: results are the same while memory is collected all the time.
func TestCollected(t *testing.T) {
	skipWithout(t)
	lanes, rounds := 500, 1
	if full {
		lanes, rounds = 20000, 20
	}
	for name, text := range proofs {
		in, want := wanted(t, name, lanes)
		c := code(t, lowered(t, text), Options{Machine: usual()}, true)
		stop, stopped := make(chan bool), make(chan bool)
		go func() {
			defer close(stopped)
			for {
				select {
				case <-stop:
					return
				default:
					runtime.GC()
				}
			}
		}()
		for range rounds {
			for workers := 1; workers <= 2; workers++ {
				compareRun(t, c, in, want, lanes, workers)
			}
		}
		close(stop)
		<-stopped
	}
}

// TestOneTurn: lanes go on where they were when the code is left after each turn, and each
// round of a loop inside a turn.
func TestOneTurn(t *testing.T) {
	skipWithout(t)
	ran := 0
	for name, text := range proofs {
		const lanes = 100
		in, want := wanted(t, name, lanes)
		for _, set := range Machines() {
			for groups := 1; groups <= 3; groups++ {
				for turns := 1; turns <= 2; turns++ {
					c, err := Compile(lowered(t, text), Options{Machine: set, Groups: groups, Turns: turns})
					if err != nil {
						continue // the set has no code for arrays, or there are too many values
					}
					ran++
					compareRun(t, c, in, want, lanes, 1)
				}
			}
		}
	}
	require.Greater(t, ran, len(proofs))
}

// TestCancelAnywhere: a run that is stopped at any moment has the results of all lanes but
// those that it lists, each once.
func TestCancelAnywhere(t *testing.T) {
	skipWithout(t)
	rng := rand.New(rand.NewPCG(5, 6))
	rounds := 4
	if full {
		rounds = 200
	}
	stopped := 0
	for name, text := range proofs {
		const lanes = 5000
		in, want := wanted(t, name, lanes)
		faulted := map[int]bool{}
		for _, f := range want.Faults {
			faulted[f.Lane] = true
		}
		c := code(t, lowered(t, text), Options{Machine: usual()}, true)
		start := time.Now()
		compareRun(t, c, in, want, lanes, 2)
		took := time.Since(start)
		for round := range rounds {
			r := Run{Lanes: lanes, Workers: 1 + round%2}
			for _, col := range in {
				r.In = append(r.In, col.Data)
			}
			for _, col := range want.Cols {
				r.Out = append(r.Out, reflect.MakeSlice(reflect.TypeOf(col.Data), lanes, lanes).Interface())
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rng.Int64N(int64(took))))
			o, err := c.Do(ctx, &r)
			cancel()
			if len(o.Left) > 0 {
				require.Error(t, err)
				stopped++
			}
			state := make([]int, lanes) // 1: left, 2: faulted
			for _, lane := range o.Left {
				require.Zero(t, state[lane], "lane %d is listed twice", lane)
				state[lane] = 1
			}
			for _, lane := range o.Again {
				require.Zero(t, state[lane], "lane %d is listed twice", lane)
				require.True(t, faulted[lane], lane)
				state[lane] = 2
			}
			for i, col := range want.Cols {
				for lane := range lanes {
					if state[lane] == 0 {
						require.False(t, faulted[lane], lane)
						require.Equal(t, bitsOf(col.Data, lane), bitsOf(r.Out[i], lane), "%s, lane %d", name, lane)
					}
				}
			}
		}
	}
	require.Positive(t, stopped, "all runs ended before they were stopped")
}
