package lockstep

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestExecutorMemory: the machine code of executors counts as what the process has, and its memory is given back when
// nobody has the function any more.
func TestExecutorMemory(t *testing.T) {
	if EngineAvailable() != nil {
		t.Skip(EngineAvailable())
	}
	collected := func() int64 {
		for last := int64(-1); ; { // what is found to be unused is given back by another goroutine
			runtime.GC()
			time.Sleep(2 * time.Millisecond)
			now := CodeMemory()
			if now == last {
				return now
			}
			last = now
		}
	}
	before := collected()
	n := make([]int, 20000)
	for i := range n {
		n[i] = 100 + i%50
	}
	fn := MustCompile(`package p
func F(n int) (s int) { for i := 0; i < n; i++ { s = s*31 ^ i }; return s }`, "F")
	_, err := fn.Run(context.Background(), Inputs{"n": n}, Engine(EngineBlocks))
	require.NoError(t, err)
	require.Greater(t, CodeMemory(), before)
	runtime.KeepAlive(fn)
	fn = nil
	require.Eventually(t, func() bool { return collected() <= before }, 5*time.Second, 10*time.Millisecond)
}

// TestChosenTogether: runs of one function at the same time have the results of one alone, while its engines are made
// and compared.
func TestChosenTogether(t *testing.T) {
	n := make([]int, 3000)
	for i := range n {
		n[i] = i % 14
	}
	for range 3 {
		fn := MustCompile(engineSource, "Fib")
		want, err := fn.Run(context.Background(), Inputs{"n": n}, Engine(EngineOff))
		require.NoError(t, err)
		var all sync.WaitGroup
		for worker := range 4 {
			all.Go(func() {
				for range 12 {
					got, err := fn.Run(context.Background(), Inputs{"n": n}, Workers(1+worker%2))
					if err != nil || len(got.Faults) > 0 {
						t.Error(err, got)
						return
					}
					for i, r := range got.Int64("r0") {
						if r != want.Int64("r0")[i] {
							t.Errorf("lane %d has %d", i, r)
							return
						}
					}
				}
			})
		}
		all.Wait()
	}
}
