package simd

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestShift(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(41, 42))
		for _, width := range []int{1, 2, 4, 8, 16, 32} {
			for n := range maxLanes + 1 {
				x, v, mask := make([]uint64, Words(n)*64), make([]uint32, Words(n)*64), make([]uint64, Words(n))
				for i := range x {
					x[i], v[i] = rng.Uint64(), uint32(rng.Uint64N(1<<width))
					if i < n && rng.IntN(2) == 0 {
						mask[i>>6] |= 1 << (i & 63)
					}
				}
				before, numbers := append([]uint64(nil), x...), append([]uint32{}, v...)
				ShiftIn(x, v, width, mask)
				for i, old := range before {
					if mask[i>>6]>>(i&63)&1 != 0 {
						require.Equal(t, old<<width|uint64(v[i]), x[i], "width %d lane %d", width, i)
					} else {
						require.Equal(t, old, x[i], "width %d lane %d", width, i)
					}
				}
				for i := range v {
					if mask[i>>6]>>(i&63)&1 != 0 {
						v[i] = ^v[i]
					}
				}
				ShiftOut(v, x, width, mask)
				require.Equal(t, numbers, v, "width %d", width)
				for i, old := range before {
					if mask[i>>6]>>(i&63)&1 != 0 {
						old = old << width >> width
					}
					require.Equal(t, old, x[i], "width %d lane %d", width, i)
				}
			}
		}
	})
}

func TestMultipleLanes(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(43, 44))
		for n := range maxLanes + 1 {
			for _, of := range []int32{1, 2, 16, 64} {
				x, mask, want := make([]int32, Words(n)*64), make([]uint64, Words(n)), make([]uint64, Words(n))
				for i := range x {
					x[i] = rng.Int32N(5 * of)
					if i < n && rng.IntN(2) == 0 {
						mask[i>>6] |= 1 << (i & 63)
						if x[i] != 0 && x[i]%of == 0 {
							want[i>>6] |= 1 << (i & 63)
						}
					}
				}
				require.Equal(t, AnyNonZero(want), MultipleLanes(mask, x, int(of), mask))
				require.Equal(t, want, mask)
			}
		}
	})
}

func BenchmarkShift(b *testing.B) {
	const lanes = 512
	x, v, mask, some := make([]uint64, lanes), make([]uint32, lanes), make([]uint64, lanes/64), make([]uint64, lanes/64)
	depth := make([]int32, lanes)
	for w := range mask {
		mask[w] = 0x5555_ffff_3333_0f0f
	}
	for _, row := range []struct {
		name string
		run  func()
	}{
		{"In", func() { ShiftIn(x, v, 4, mask) }},
		{"Out", func() { ShiftOut(v, x, 4, mask) }},
		{"MultipleLanes", func() { MultipleLanes(some, depth, 16, mask) }},
	} {
		b.Run(fmt.Sprint(row.name), func(b *testing.B) {
			benchLevels(b, func(b *testing.B) {
				for b.Loop() {
					row.run()
				}
				perLane(b, lanes)
			})
		})
	}
}
