package simd

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// TestOrdinaryFloats compares every kernel of floats with its scalar function
// over the numbers that programs have: between -10 and 10, where mathematical
// functions do their work. TestKernels has every size, stride and edge case, but
// its random bits are mostly numbers of extreme size. Here a run has no other
// number, or one in sixteen, or one in two, so that code for rare cases is
// jumped over, runs for one lane of a register, and runs for most.
func TestOrdinaryFloats(t *testing.T) {
	for _, impl := range Implementations() {
		t.Run(impl.Name, func(t *testing.T) {
			undo, ok := Restrict(impl.Name)
			if !ok {
				t.Skip("this processor cannot run these kernels")
			}
			defer undo()
			for _, row := range kernelRows {
				if Chosen(row.mnemonic) == impl.Name && strings.Trim(row.in, "f3264 ") == "" {
					t.Run(row.mnemonic, func(t *testing.T) { testOrdinary(t, row) })
				}
			}
		})
	}
}

func testOrdinary(t *testing.T, row kernelRow) {
	const lanes, runs = 256, 40
	rng := rand.New(rand.NewPCG(3, 4))
	kernel := Lookup(row.mnemonic)
	for run := range runs {
		var operands [3]*buffer
		for k, typ := range strings.Fields(row.in) {
			operands[k] = newBuffer(typ, lanes, 1)
			edge := edges(typ, row.cases)
			for i := range lanes {
				v := ordinary(rng, typ)
				if every := []int{0, 16, 2}[run%3]; every > 0 && rng.IntN(every) == 0 {
					v = edge[rng.IntN(len(edge))]
				}
				operands[k].set(i, v)
			}
		}
		args := &Args{SX: 1, SY: 1, SZ: 1}
		for k, p := range []*unsafe.Pointer{&args.X, &args.Y, &args.Z} {
			if operands[k] != nil {
				*p = operands[k].ptr()
			}
		}
		dst := newBuffer(row.out, lanes, 1)
		args.Dst = dst.ptr()
		kernel.Call(args, lanes)
		for i := range lanes {
			var x [3]uint64
			for k, b := range operands {
				if b != nil {
					x[k] = b.get(i)
				}
			}
			want, _ := row.scalar(x[0], x[1], x[2])
			require.True(t, same(row.out, want, dst.get(i)), "%s(%#x): got %#x, want %#x", row.mnemonic, x, dst.get(i),
				want)
		}
	}
}

// ordinary returns the bits of a number between -10 and 10.
func ordinary(rng *rand.Rand, typ string) uint64 {
	x := 20*rng.Float64() - 10
	if typ == "f32" {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}
