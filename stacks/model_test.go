package stacks_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/stacks"
)

// model is the definition: a slice of values per lane. Values are events of
// numbers; what Go code would write without any thought of speed.
type model [][][]uint64

func (m model) push(lanes []int32, value func(lane int32) []uint64) {
	for _, l := range lanes {
		m[l] = append(m[l], value(l))
	}
}

func (m model) drop(n int, lanes []int32) {
	for _, l := range lanes {
		m[l] = m[l][:len(m[l])-n]
	}
}

// buffer is a variable's top: [element][lane] numbers of 1, 4 or 8 bytes, or
// bits.
type buffer struct {
	size, elems, lanes int
	bits               bool
	words              []uint64
}

func newBuffer(size, elems, lanes int) *buffer {
	return &buffer{size: size, elems: elems, lanes: lanes, bits: size == 1, words: make([]uint64, elems*lanes+8)}
}

func (b *buffer) source(packed bool) stacks.Source {
	return stacks.Source{Ptr: unsafe.Pointer(&b.words[0]), Stride: b.lanes, Step: 1, Packed: packed, Bits: b.bits}
}

func (b *buffer) at(e, i int) (p unsafe.Pointer, bit int) {
	k := e*b.lanes + i
	if b.bits {
		return unsafe.Pointer(&b.words[k/64]), k % 64
	}
	return unsafe.Add(unsafe.Pointer(&b.words[0]), k*b.size), 0
}

func (b *buffer) set(e, i int, v uint64) {
	p, bit := b.at(e, i)
	switch {
	case b.bits:
		*(*uint64)(p) = *(*uint64)(p)&^(1<<bit) | v&1<<bit
	case b.size == 4:
		*(*uint32)(p) = uint32(v)
	default:
		*(*uint64)(p) = v
	}
}

func (b *buffer) get(e, i int) uint64 {
	p, bit := b.at(e, i)
	switch {
	case b.bits:
		return *(*uint64)(p) >> bit & 1
	case b.size == 4:
		return uint64(*(*uint32)(p))
	default:
		return *(*uint64)(p)
	}
}

func (b *buffer) mask(v uint64) uint64 {
	switch b.size {
	case 1:
		return v & 1
	case 4:
		return v & 0xffffffff
	}
	return v
}

// TestModel runs random operations on a Stack and on the model and compares
// everything after each: values that come back, depths, and that lanes not
// listed keep theirs. Depths pass the shared rows, so that lanes spill.
func TestModel(t *testing.T) {
	for _, size := range []int{1, 4, 8} {
		for _, elems := range []int{1, 3} {
			for _, packed := range []bool{false, true} {
				t.Run(fmt.Sprintf("size=%d/elems=%d/packed=%v", size, elems, packed), func(t *testing.T) {
					testModel(t, size, elems, packed)
				})
			}
		}
	}
}

func testModel(t *testing.T, size, elems int, packed bool) {
	const lanes = 128
	rng := rand.New(rand.NewPCG(uint64(size), uint64(elems)))
	s, m := stacks.New(size, elems, lanes), make(model, lanes)
	high, rounds := 0, 3000
	if testing.Short() { // under an emulator
		rounds = 300
	}
	for range rounds {
		var list []int32
		for l := range int32(lanes) {
			if rng.IntN(3) > 0 {
				list = append(list, l)
			}
		}
		buf := newBuffer(size, elems, lanes)
		index := func(j int) int {
			if packed {
				return j
			}
			return int(list[j])
		}
		switch op := rng.IntN(10); {
		case op < 7:
			values := map[int32][]uint64{}
			for j, l := range list {
				for e := range elems {
					v := buf.mask(rng.Uint64())
					buf.set(e, index(j), v)
					values[l] = append(values[l], v)
				}
			}
			s.Push(buf.source(packed), list)
			m.push(list, func(l int32) []uint64 { return values[l] })
		case op == 9 && rng.IntN(60) == 0:
			s.Reset(list)
			for _, l := range list {
				m[l] = nil
			}
		default:
			n := 1 + rng.IntN(2)
			list = atLeast(m, list, n)
			want := map[int32][]uint64{}
			for _, l := range list {
				want[l] = m[l][len(m[l])-n]
			}
			if op == 8 {
				s.Peek(n, buf.source(packed), list)
			} else {
				s.Pop(n, buf.source(packed), list)
				m.drop(n, list)
			}
			for j, l := range list {
				for e := range elems {
					require.Equal(t, want[l][e], buf.get(e, index(j)), "lane %d element %d", l, e)
				}
			}
		}
		for l := range int32(lanes) {
			require.Equal(t, len(m[l]), s.Depth(l))
			high = max(high, len(m[l]))
		}
	}
	require.Equal(t, high, s.High())
	require.Greater(t, high, 40, "the test must reach spilling depths")
}

// atLeast keeps the lanes that have n values.
func atLeast(m model, lanes []int32, n int) []int32 {
	var out []int32
	for _, l := range lanes {
		if len(m[l]) >= n {
			out = append(out, l)
		}
	}
	return out
}

// TestUniformPush pushes one value for all lanes: a step of 0.
func TestUniformPush(t *testing.T) {
	s := stacks.New(8, 1, 64)
	v := [8]uint64{42, 42, 42, 42, 42, 42, 42, 42}
	s.Push(stacks.Source{Ptr: unsafe.Pointer(&v), Stride: 8}, []int32{3, 7})
	got := newBuffer(8, 1, 64)
	s.Pop(1, got.source(false), []int32{7})
	require.EqualValues(t, 42, got.get(0, 7))
	require.Equal(t, 1, s.Depth(3))
	require.Equal(t, 0, s.Depth(7))
}

// TestResetFreesSpill shows that a lane that ran deep gives its memory back.
func TestResetFreesSpill(t *testing.T) {
	s := stacks.New(8, 1, 64)
	buf := newBuffer(8, 1, 64)
	for range 10_000 {
		s.Push(buf.source(false), []int32{5})
	}
	require.GreaterOrEqual(t, s.Spilt(), 8*9_000)
	require.Less(t, s.Spilt(), 8*40_000, "one deep lane must not cost the others")
	s.Reset([]int32{5})
	require.Zero(t, s.Spilt())
}

func TestPopOfEmptyPanics(t *testing.T) {
	s := stacks.New(8, 1, 64)
	require.Panics(t, func() { s.Drop(1, []int32{0}) })
}

// BenchmarkPushPop measures one push and one pop of every lane, at equal and
// at different depths.
func BenchmarkPushPop(b *testing.B) {
	const lanes = 512
	for _, spread := range []int{1, 24} {
		b.Run(fmt.Sprintf("depths=%d", spread), func(b *testing.B) {
			s, buf := stacks.New(8, 1, lanes), newBuffer(8, 1, lanes)
			var all []int32
			for l := range int32(lanes) {
				all = append(all, l)
				for range int(l) * 7 % spread {
					s.Push(buf.source(false), []int32{l})
				}
			}
			for b.Loop() {
				s.Push(buf.source(false), all)
				s.Pop(1, buf.source(false), all)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lanes, "ns/lane")
		})
	}
}
