package stacks_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/simdtest"
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

func (b *buffer) rows(packed bool) stacks.Buffer {
	return stacks.Buffer{Ptr: unsafe.Pointer(&b.words[0]), Stride: b.lanes, Step: 1, Packed: packed, Bits: b.bits}
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
// listed keep theirs. Lanes are given by a list or a bitmap. Depths pass the
// shared rows, so that lanes spill; those of a word are near each other, and
// often equal.
func TestModel(t *testing.T) { simdtest.Each(t, testModels) }

func testModels(t *testing.T) {
	for _, size := range []int{1, 4, 8} {
		// Events of 1500 numbers of 8 bytes have no shared rows, others fewer.
		for _, elems := range []int{1, 3, 200, 1500} {
			if elems > 3 && size == 4 {
				continue // like 8
			}
			for _, packed := range []bool{false, true} {
				t.Run(fmt.Sprintf("size=%d/elems=%d/packed=%v", size, elems, packed), func(t *testing.T) {
					testModel(t, stacks.New(size, elems, modelLanes, newArena()), size, elems, packed, math.MaxUint64)
				})
			}
		}
	}
	for _, limit := range []int{1, 2, 7, 200, 257, 70_000} {
		for _, packed := range []bool{false, true} {
			t.Run(fmt.Sprintf("limit=%d/packed=%v", limit, packed), func(t *testing.T) {
				testModel(t, stacks.NewSmall(limit, modelLanes, newArena()), 4, 1, packed, uint64(limit-1))
			})
		}
	}
}

const modelLanes = 128

func testModel(t *testing.T, s *stacks.Stack, size, elems int, packed bool, most uint64) {
	const lanes = modelLanes
	rng := rand.New(rand.NewPCG(uint64(size), uint64(elems)))
	m := make(model, lanes)
	high, rounds, least := 0, 3000, 40
	if testing.Short() { // under an emulator
		rounds = 300
	}
	if elems > 3 { // slow, and soon beyond the shared rows
		rounds, least = max(12, 5000/elems), 1+800/elems
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
					v := buf.mask(rng.Uint64() % max(most, most+1))
					buf.set(e, index(j), v)
					values[l] = append(values[l], v)
				}
			}
			if rng.IntN(2) == 0 {
				s.PushMask(buf.rows(packed), bitmap(list, lanes))
			} else {
				s.Push(buf.rows(packed), list)
			}
			m.push(list, func(l int32) []uint64 { return values[l] })
		case op == 9 && rng.IntN(60) == 0:
			s.Reset(list)
			for _, l := range list {
				m[l] = nil
			}
		case op == 9 && rng.IntN(10) == 0:
			s.Shrink()
		default:
			n := 1 + rng.IntN(2)
			list = atLeast(m, list, n)
			want := map[int32][]uint64{}
			for _, l := range list {
				want[l] = m[l][len(m[l])-n]
			}
			before := slices.Clone(buf.words)
			switch masked := rng.IntN(2) == 0; {
			case op == 8 && masked:
				s.PeekMask(n, buf.rows(packed), bitmap(list, lanes))
			case op == 8:
				s.Peek(n, buf.rows(packed), list)
			case masked:
				s.PopMask(n, buf.rows(packed), bitmap(list, lanes))
				m.drop(n, list)
			default:
				s.Pop(n, buf.rows(packed), list)
				m.drop(n, list)
			}
			for j, l := range list {
				for e := range elems {
					if got := buf.get(e, index(j)); got != want[l][e] {
						t.Fatalf("lane %d element %d is %#x, want %#x", l, e, got, want[l][e])
					}
					buf.set(e, index(j), (&buffer{size: size, lanes: buf.lanes, bits: buf.bits, words: before}).get(e,
						index(j)))
				}
			}
			require.Equal(t, before, buf.words, "other lanes of the buffer changed")
		}
		for l := range int32(lanes) {
			if s.Depth(l) != len(m[l]) {
				t.Fatalf("lane %d has depth %d, want %d", l, s.Depth(l), len(m[l]))
			}
			high = max(high, len(m[l]))
		}
	}
	require.Equal(t, high, s.High())
	require.Greater(t, high, least, "the test must reach spilling depths")
}

// newArena returns an arena that no other gang shares the pool of.
func newArena() *stacks.Arena { return stacks.NewArena(new(stacks.Pool), nil) }

// randomLanes returns none, few, most or all lanes of each word.
func randomLanes(rng *rand.Rand, lanes int) []int32 {
	var list []int32
	of4 := 0
	for l := range int32(lanes) {
		if l%64 == 0 {
			of4 = [...]int{0, 1, 3, 3, 4}[rng.IntN(5)]
		}
		if rng.IntN(4) < of4 {
			list = append(list, l)
		}
	}
	return list
}

func bitmap(list []int32, lanes int) []uint64 {
	mask := make([]uint64, lanes/64)
	for _, l := range list {
		mask[l>>6] |= 1 << (l & 63)
	}
	return mask
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
	simdtest.Each(t, func(t *testing.T) {
		for _, size := range []int{4, 8} {
			for _, masked := range []bool{false, true} {
				s := stacks.New(size, 1, 64, newArena())
				v := [8]uint64{}
				for i := range v {
					v[i] = 42<<32 | 42
				}
				src := stacks.Buffer{Ptr: unsafe.Pointer(&v), Stride: 64 / size}
				some := []int32{3, 7, 8, 9, 10, 20, 21, 22, 23, 24, 25, 63}
				if masked {
					s.PushMask(src, bitmap(some, 64))
				} else {
					s.Push(src, some)
				}
				got := newBuffer(size, 1, 64)
				s.Pop(1, got.rows(false), []int32{7})
				require.Equal(t, got.mask(42<<32|42), got.get(0, 7))
				require.Equal(t, 1, s.Depth(3))
				require.Equal(t, 0, s.Depth(7))
			}
		}
	})
}

func TestPopOfEmptyPanics(t *testing.T) {
	s, buf := stacks.New(8, 1, 64, newArena()), newBuffer(8, 1, 64)
	require.Panics(t, func() { s.Drop(1, []int32{0}) })
	require.Panics(t, func() { stacks.New(8, 1, 64, newArena()).DropMask(1, []uint64{1}) })
	require.Panics(t, func() { stacks.New(8, 1, 64, newArena()).PopMask(1, buf.rows(false), []uint64{1}) })
	require.Panics(t, func() { stacks.New(8, 1, 64, newArena()).PeekMask(1, buf.rows(false), []uint64{1}) })
	require.NotPanics(t, func() { stacks.New(8, 1, 64, newArena()).PopMask(1, buf.rows(false), []uint64{0}) })
}

// BenchmarkPushPop measures a push or a pop: lanes by bitmap or list, at equal
// and at different depths, all lanes or some of them; numbers of 8 bytes, of 4,
// bools and small numbers.
func BenchmarkPushPop(b *testing.B) {
	const lanes = 512
	kinds := []struct {
		name string
		size int
		make func() *stacks.Stack
	}{
		{"number8", 8, func() *stacks.Stack { return stacks.New(8, 1, lanes, newArena()) }},
		{"number4", 4, func() *stacks.Stack { return stacks.New(4, 1, lanes, newArena()) }},
		{"bool", 1, func() *stacks.Stack { return stacks.New(1, 1, lanes, newArena()) }},
		{"small", 4, func() *stacks.Stack { return stacks.NewSmall(13, lanes, newArena()) }},
	}
	for _, kind := range kinds {
		for _, spread := range []int{1, 24} {
			for _, percent := range []int{5, 20, 50, 100} {
				s, buf := kind.make(), newBuffer(kind.size, 1, lanes)
				rng := rand.New(rand.NewPCG(5, 6))
				var list []int32
				for l := range int32(lanes) {
					if rng.IntN(100) < percent {
						list = append(list, l)
					}
					for range int(l) * 7 % spread {
						s.Push(buf.rows(false), []int32{l})
					}
				}
				mask := bitmap(list, lanes)
				report := func(b *testing.B) {
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*len(list)), "ns/lane")
				}
				name := fmt.Sprintf("%s/depths=%d/lanes=%d%%/", kind.name, spread, percent)
				b.Run(name+"bitmap", func(b *testing.B) {
					for b.Loop() {
						s.PushMask(buf.rows(false), mask)
						s.PopMask(1, buf.rows(false), mask)
					}
					report(b)
				})
				b.Run(name+"list", func(b *testing.B) {
					for b.Loop() {
						s.Push(buf.rows(false), list)
						s.Pop(1, buf.rows(false), list)
					}
					report(b)
				})
			}
		}
	}
}
