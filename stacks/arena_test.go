package stacks_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/stacks"
)

// TestDeepLaneMemory says what a lane costs that runs deep: what it saves and
// little more, also while it grows; and that all of it comes back.
func TestDeepLaneMemory(t *testing.T) {
	const deep = 1 << 17
	pool := new(stacks.Pool)
	arena := stacks.NewArena(pool, nil)
	s, buf := stacks.New(8, 1, 64, arena), newBuffer(8, 1, 64)
	s.Push(buf.rows(false), full(64))
	require.Zero(t, pool.Used(), "shallow lanes take nothing")
	for n := 1; n < deep; n++ {
		s.Push(buf.rows(false), []int32{5})
		if used := pool.Used(); used > 2*8*n+8<<10 {
			t.Fatalf("a lane of depth %d takes %d bytes", n, used)
		}
	}
	require.InDelta(t, 8*deep, pool.Used(), 8<<10)
	require.Equal(t, pool.Used(), arena.Held())
	before := arena.Taken()

	got := newBuffer(8, 1, 64)
	for range deep - 100 {
		s.Pop(1, got.rows(false), []int32{5})
	}
	require.InDelta(t, 8*deep, pool.Used(), 8<<10, "popping keeps the memory")
	s.Shrink()
	arena.Trim()
	require.LessOrEqual(t, pool.Used(), 16<<10)

	s.Reset([]int32{5})
	arena.Trim()
	require.Zero(t, pool.Used())
	require.Zero(t, arena.Held())
	require.Equal(t, before, arena.Taken())
}

// TestPoolIsShared: what a gang gives back serves another one, and the last one
// to go leaves nothing.
func TestPoolIsShared(t *testing.T) {
	pool := new(stacks.Pool)
	one, other := stacks.NewArena(pool, nil), stacks.NewArena(pool, nil)
	buf := newBuffer(8, 1, 64)
	push := func(s *stacks.Stack) {
		for range 100_000 {
			s.Push(buf.rows(false), []int32{0})
		}
	}
	a, b := stacks.New(8, 1, 64, one), stacks.New(8, 1, 64, other)
	push(a)
	used := pool.Used()
	push(b)
	require.Equal(t, 2*used, pool.Used())
	a.Reset([]int32{0})
	one.Trim()
	require.Equal(t, used, pool.Used())
	c := stacks.New(8, 1, 64, other)
	// One for the stack and its list of pieces, one for each short piece.
	require.LessOrEqual(t, testing.AllocsPerRun(1, func() { push(c); c.Reset([]int32{0}) }), 40.0)
	one.Close()
	other.Close()
	require.Zero(t, pool.Used())
}

// TestInterrupted: moves of long events ask between lanes whether to go on, and
// stop where they are.
func TestInterrupted(t *testing.T) {
	const elems = 5000
	asked, stopAt := 0, 1000
	arena := stacks.NewArena(new(stacks.Pool), func(n int) bool {
		require.Equal(t, elems, n)
		asked++
		return asked > stopAt
	})
	s, buf := stacks.New(8, elems, 64, arena), newBuffer(8, elems, 64)
	s.PushMask(buf.rows(false), bitmap(full(64), 64))
	require.Equal(t, 64, asked)
	require.Equal(t, 1, s.Depth(63))
	stopAt = asked + 10
	s.PushMask(buf.rows(false), bitmap(full(64), 64))
	require.Equal(t, 2, s.Depth(9))
	require.Equal(t, 1, s.Depth(10))
}
