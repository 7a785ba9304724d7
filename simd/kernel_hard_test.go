package simd

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestHardNumbers compares every machine kernel with its scalar function over
// numbers that instruction sequences go wrong at: sums of few powers of two,
// which lie at halfway points and at the ends of ranges, integers as floats and
// halves beside them, and their neighbours.
func TestHardNumbers(t *testing.T) {
	for _, impl := range Implementations() {
		if impl.Name == Portable {
			continue
		}
		t.Run(impl.Name, func(t *testing.T) {
			undo, ok := Restrict(impl.Name)
			if !ok {
				t.Skip("this processor cannot run these kernels")
			}
			defer undo()
			for _, row := range kernelRows {
				if Chosen(row.mnemonic) == impl.Name {
					testHard(t, row)
				}
			}
		})
	}
}

func testHard(t *testing.T, row kernelRow) {
	const lanes, runs = 512, 8
	rng := rand.New(rand.NewPCG(7, 8))
	for range runs {
		var operands [3]*buffer
		args := &Args{SX: 1, SY: 1, SZ: 1}
		pointers := []*unsafe.Pointer{&args.X, &args.Y, &args.Z}
		for k, typ := range strings.Fields(row.in) {
			operands[k] = newBuffer(typ, lanes, 1)
			for i := range lanes {
				v := hard(rng, typ)
				if isOrder(row.mnemonic, typ) {
					v = uint64(int64(v) % 500)
				}
				operands[k].set(i, v)
			}
			*pointers[k] = operands[k].ptr()
		}
		dst, fault := newBuffer(row.out, lanes, 1), make([]uint64, lanes/64)
		args.Dst, args.Fault = dst.ptr(), &fault[0]
		Lookup(row.mnemonic).Call(args, lanes)
		for i := range lanes {
			var x [3]uint64
			for k, b := range operands {
				if b != nil {
					x[k] = b.get(i)
				}
			}
			want, ok := row.scalar(x[0], x[1], x[2])
			if !ok {
				want = 0
			}
			require.Equal(t, bit(!ok), fault[i/64]>>(i%64)&1, "%s(%#x): fault", row.mnemonic, x)
			require.True(t, same(row.out, want, dst.get(i)), "%s(%#x): got %#x, want %#x", row.mnemonic, x, dst.get(i),
				want)
		}
	}
}

// hard returns the bits of a number of a type.
func hard(rng *rand.Rand, typ string) uint64 {
	power := func() uint64 { return 1 << rng.IntN(max(1, 8*sizeOf(typ))) }
	v := power() + power()*rng.Uint64N(2) + power()*rng.Uint64N(2) + rng.Uint64N(3) - 1
	if rng.IntN(4) == 0 {
		v = rng.Uint64() >> rng.IntN(64)
	}
	x := float64(int64(v)) + 0.5*float64(rng.IntN(3))
	near := rng.Uint64N(3) - 1
	switch {
	case typ == "bool":
		return v & 1
	case typ == "f64" && rng.IntN(2) == 0:
		return math.Float64bits(x) + near
	case typ == "f32" && rng.IntN(2) == 0:
		return uint64(math.Float32bits(float32(x)) + uint32(near))
	}
	return v
}
