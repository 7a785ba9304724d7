package tiers

import (
	"math"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
)

// TestTouch: all values stay as they are.
func TestTouch(t *testing.T) {
	n := 3*os.Getpagesize() + 1
	floats, bools, ints := make([]float64, n), make([]bool, n), make([]int, 2*n)
	for i := range n {
		floats[i], bools[i], ints[2*i] = math.Float64frombits(0x7ff8_0000_0000_0000+uint64(i)), i%3 == 0, -i
	}
	cols := []batch.Column{{Data: floats}, {Data: bools}, {Data: ints, Shape: []int{2}}, {Data: []uint8(nil)}}
	touch(cols)
	for i := range n {
		require.Equal(t, 0x7ff8_0000_0000_0000+uint64(i), math.Float64bits(floats[i]))
		require.Equal(t, i%3 == 0, bools[i])
		require.Equal(t, []int{-i, 0}, ints[2*i:2*i+2])
	}
}

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
