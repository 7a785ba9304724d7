package stacks_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/stacks"
)

// variable is a variable as the machine keeps it: a top per lane in a buffer
// and the rest in a Stack.
type variable struct {
	top   *buffer
	saved *stacks.Stack
	lanes int
}

func newVariable(tops ...uint64) *variable {
	v := &variable{newBuffer(8, 1, 64), stacks.New(8, 1, 64, newArena()), len(tops)}
	v.update(tops, full(len(tops)))
	return v
}

func full(n int) []int32 {
	var ls []int32
	for l := range int32(n) {
		ls = append(ls, l)
	}
	return ls
}

func (v *variable) push(lanes []int32) { v.saved.Push(v.top.rows(false), lanes) }
func (v *variable) pop(lanes []int32)  { v.saved.Pop(1, v.top.rows(false), lanes) }
func (v *variable) update(values []uint64, lanes []int32) {
	for _, l := range lanes {
		v.top.set(0, int(l), values[l])
	}
}

func (v *variable) state() (tops []uint64, depths []int) {
	for l := range int32(v.lanes) {
		tops = append(tops, v.top.get(0, int(l)))
		depths = append(depths, v.saved.Depth(l))
	}
	return tops, depths
}

// TestPeerTrace is the sequence that was measured on the peer's variable with
// the initial values 10, 20, 30; the peer's index is our depth.
func TestPeerTrace(t *testing.T) {
	v := newVariable(10, 20, 30)
	check := func(tops []uint64, depths []int) {
		t.Helper()
		gotTops, gotDepths := v.state()
		require.Equal(t, tops, gotTops)
		require.Equal(t, depths, gotDepths)
	}
	v.push([]int32{0, 2})
	check([]uint64{10, 20, 30}, []int{1, 0, 1})
	v.update([]uint64{1, 2, 3}, []int32{0, 1})
	check([]uint64{1, 2, 30}, []int{1, 0, 1})
	v.pop([]int32{0})
	check([]uint64{10, 2, 30}, []int{0, 0, 1})
	require.Panics(t, func() { v.pop([]int32{1}) }, "nothing was saved for lane 1")
}
