package stacks_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/simdtest"
	"github.com/lockstep-simt/lockstep/stacks"
)

// TestClusterModel runs random operations on a Cluster and on the model, whose
// events are the cluster's variables, and compares everything after each: values
// that come back, depths, and that lanes not in the bitmap keep theirs. Depths
// pass the shared rows.
func TestClusterModel(t *testing.T) {
	simdtest.Each(t, func(t *testing.T) {
		for _, members := range []int{2, 3, 4, 5, 6, 8} {
			t.Run(fmt.Sprintf("members=%d", members), func(t *testing.T) { testClusterModel(t, members) })
		}
	})
}

func testClusterModel(t *testing.T, members int) {
	const lanes = modelLanes
	arena := newArena()
	f := stacks.NewCluster(members, lanes, arena)
	rng := rand.New(rand.NewPCG(uint64(members), 9))
	m := make(model, lanes)
	bufs, srcs := make([]*buffer, members), make([]stacks.Buffer, members)
	for k := range bufs {
		bufs[k] = newBuffer(8, 1, lanes)
	}
	high, rounds := 0, 1500
	if testing.Short() { // under an emulator
		rounds = 600
	}
	for range rounds {
		list := randomLanes(rng, lanes)
		packed := rng.IntN(4) == 0
		for k, b := range bufs {
			srcs[k] = b.rows(packed)
			for i := range lanes {
				b.set(0, i, rng.Uint64())
			}
		}
		switch op := rng.IntN(10); {
		case op < 6:
			values := map[int32][]uint64{}
			for j, l := range list {
				for k, b := range bufs {
					i := int(l)
					if packed {
						i = j
					}
					if k == 1 && op == 0 { // a uniform
						srcs[k].Step, i = 0, 0
					}
					values[l] = append(values[l], b.get(0, i))
				}
			}
			if rng.IntN(2) == 0 {
				f.PushMask(srcs, bitmap(list, lanes))
			} else {
				f.Push(srcs, list)
			}
			m.push(list, func(l int32) []uint64 { return values[l] })
		case op == 6:
			list = atLeast(m, list, 2)
			f.DropMask(2, bitmap(list, lanes))
			m.drop(2, list)
		case op == 7:
			n, k := 1+rng.IntN(3), rng.IntN(members)
			list = atLeast(m, list, n)
			want := slices.Clone(bufs[k].words)
			for j, l := range list {
				i := int(l)
				if packed {
					i = j
				}
				want[i] = m[l][len(m[l])-n][k]
			}
			if rng.IntN(2) == 0 {
				f.PeekMask(n, k, srcs[k], bitmap(list, lanes))
			} else {
				f.Peek(n, k, srcs[k], list)
			}
			require.Equal(t, want, bufs[k].words, "variable %d", k)
		case op == 9 && rng.IntN(10) == 0:
			f.Shrink()
		case op == 9 && rng.IntN(60) == 0:
			f.Reset(list)
			for _, l := range list {
				m[l] = nil
			}
		default:
			n := 1 + rng.IntN(2)
			list = atLeast(m, list, n)
			want := make([][]uint64, members)
			for k, b := range bufs {
				srcs[k] = b.rows(false)
				want[k] = slices.Clone(b.words)
				for _, l := range list {
					want[k][l] = m[l][len(m[l])-n][k]
				}
			}
			f.PopMask(n, srcs, bitmap(list, lanes))
			m.drop(n, list)
			for k, b := range bufs {
				require.Equal(t, want[k], b.words, "variable %d", k)
			}
		}
		for l := range int32(lanes) {
			if f.Depth(l) != len(m[l]) {
				t.Fatalf("lane %d has depth %d, want %d", l, f.Depth(l), len(m[l]))
			}
			high = max(high, len(m[l]))
		}
	}
	require.Equal(t, high, f.High())
	require.Greater(t, high, 40, "the test must reach spilling depths")
	require.Positive(t, arena.Held())
	f.Reset(allLanes(lanes))
	arena.Trim()
	require.Zero(t, arena.Held())
}

func allLanes(lanes int) []int32 {
	list := make([]int32, lanes)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

func TestClusterUnderflowPanics(t *testing.T) {
	buf := newBuffer(8, 1, 64)
	bufs := []stacks.Buffer{buf.rows(false), buf.rows(false)}
	require.Panics(t, func() { stacks.NewCluster(2, 64, newArena()).PopMask(1, bufs, []uint64{1}) })
	require.Panics(t, func() { stacks.NewCluster(2, 64, newArena()).DropMask(1, []uint64{1}) })
	require.Panics(t, func() { stacks.NewCluster(2, 64, newArena()).PeekMask(1, 0, bufs[0], []uint64{1}) })
	require.NotPanics(t, func() { stacks.NewCluster(2, 64, newArena()).PopMask(1, bufs, []uint64{0}) })
}
