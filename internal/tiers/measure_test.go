package tiers

import (
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
)

// TestMeasurable: a run may ask whether there is something to choose from while another adds what was made for it.
func TestMeasurable(t *testing.T) {
	p := &Program{}
	p.choosing.Do(func() {})
	require.False(t, p.Measurable())
	added := make(chan struct{})
	go func() {
		p.choices.mu.Lock()
		p.choices.add(off)
		p.choices.add(Scalar)
		p.choices.mu.Unlock()
		close(added)
	}()
	for !p.Measurable() { // which a detector of races looks at
		runtime.Gosched()
	}
	<-added
	require.True(t, p.Measurable())
}

// TestWhyNone: a run by kernels alone says why.
func TestWhyNone(t *testing.T) {
	p := &Program{}
	p.once.Do(func() { p.why = errors.New("engine: its arrays are large") })
	p.scalar.once.Do(func() { p.scalar.why = errors.New("engine: it is long") })
	p.choices.none = p.whyNone()
	p.choices.add(off)
	require.Equal(t, "there is no machine code with many lanes in registers: its arrays are large; nor for one at a "+
		"time: it is long", p.choices.why(request{lanes: 1, workers: 1}))
}

// A run that asked for an engine may make it better while another finds out which engines there are.
func TestRipenedMeanwhile(t *testing.T) {
	lowered, err := program.Parse("count.lockstep", `
program count lowered

var n : i64 register
var i : i64 register
var t : bool temporary

func main(n) -> (i) {
start:
    i = copy 0
    goto loop
loop:
    i = add.i64 i, 1
    t = lt.i64 i, n
    branch t, loop, halt
}
`)
	require.NoError(t, err)
	machine, err := batch.Compile(lowered)
	require.NoError(t, err)
	p := New(lowered, machine, nil)
	found, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-found:
				return
			default:
				p.choices.ripened(Lanes)
			}
		}
	}()
	p.Measurable()
	close(found)
	<-done
}
