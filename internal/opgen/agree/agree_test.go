package agree_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/simdtest"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// TestKernelsAgree runs every kernel on lanes that hold every combination of a
// few edge operands, and random ones beside.
func TestKernelsAgree(t *testing.T) {
	simdtest.Each(t, func(t *testing.T) {
		for _, op := range program.Opcodes() {
			require.Equal(t, op.HasScalar(), !simd.Lookup(op.String()).IsZero(), "%s", op)
			if op.HasScalar() {
				t.Run(op.String(), func(t *testing.T) { compare(t, op) })
			}
		}
	})
}

const lanes = 1024

func compare(t *testing.T, op program.Opcode) {
	info := op.Info()
	in := info.In
	if op.Form() == optab.Reduce {
		in = []program.Dtype{info.Type, info.Type} // one step: folded so far, next
	}
	rng := rand.New(rand.NewPCG(uint64(op), 1))
	var operands [3]column
	for k, d := range in {
		operands[k] = newColumn(d)
		values := edges[d]
		if info.Row.Has(optab.Unbounded) && d == program.I64 {
			values = []uint64{0, 1, 2, 30, 1<<64 - 3} // takes time in proportion
		}
		div := int(math.Pow(float64(len(values)), float64(k)))
		for i := range lanes {
			v := values[i/div%len(values)]
			if i%3 == 0 && !info.Row.Has(optab.Unbounded) {
				v = rng.Uint64()
			}
			operands[k].set(i, v)
		}
	}
	dst, fault := newColumn(info.Out), newColumn(program.Bool)
	simd.Lookup(op.String()).Call(&simd.Args{
		Dst: dst.ptr(), X: operands[0].ptr(), Y: operands[1].ptr(), Z: operands[2].ptr(),
		SX: 1, SY: 1, SZ: 1, Fault: &fault.words[0],
	}, lanes)
	for i := range lanes {
		x, y, z := operands[0].get(i), operands[1].get(i), operands[2].get(i)
		want, code := op.Scalar(x, y, z)
		if got := dst.get(i); !same(info.Out, want, got) {
			t.Fatalf("%s(%#x, %#x, %#x): kernel %#x, scalar %#x", op, x, y, z, got, want)
		}
		require.Equal(t, code != optab.NoFault, fault.get(i) == 1, "%s(%#x, %#x, %#x): fault", op, x, y, z)
	}
}

// edges are the bits of operands at which arithmetic goes wrong.
var edges = map[program.Dtype][]uint64{
	program.Bool: {0, 1},
	program.I32:  {0, 1, 2, 0xffffffff, 31, 32, 0x7fffffff, 0x80000000},
	program.U32:  {0, 1, 2, 0xffffffff, 31, 32, 0x7fffffff, 0x80000000},
	program.I64:  {0, 1, 2, 1<<64 - 1, 63, 64, 1<<63 - 1, 1 << 63},
	program.U64:  {0, 1, 2, 1<<64 - 1, 63, 64, 1<<63 - 1, 1 << 63},
	program.F32:  {0, 1 << 31, 0x3f800000, 0xbfc00000, 0x7f800000, 0xff800000, 0x7fc00000, 1, 0x7f7fffff, 0x4f000000},
	program.F64: {0, 1 << 63, 0x3ff << 52, 0xbff8 << 48, 0x7ff << 52, 0xfff << 52, 0x7ff8 << 48, 1,
		0x7fefffffffffffff, 0x43e << 52},
}

func same(d program.Dtype, a, b uint64) bool {
	switch d {
	case program.F32:
		return a == b || math.IsNaN(float64(math.Float32frombits(uint32(a)))) &&
			math.IsNaN(float64(math.Float32frombits(uint32(b))))
	case program.F64:
		return a == b || math.IsNaN(math.Float64frombits(a)) && math.IsNaN(math.Float64frombits(b))
	}
	return a == b
}

// column is one operand: lanes numbers, or a bitmap. The zero column is the
// operand of an operation that has fewer: all zeros.
type column struct {
	dtype program.Dtype
	words []uint64
}

func newColumn(d program.Dtype) column { return column{d, make([]uint64, lanes)} }

func (c column) ptr() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(c.words)) }

func (c column) set(i int, v uint64) {
	switch c.dtype.Size() {
	case 1:
		c.words[i/64] |= v & 1 << (i % 64)
	case 4:
		unsafe.Slice((*uint32)(c.ptr()), lanes)[i] = uint32(v)
	default:
		c.words[i] = v
	}
}

func (c column) get(i int) uint64 {
	switch {
	case c.words == nil:
		return 0
	case c.dtype.Size() == 1:
		return c.words[i/64] >> (i % 64) & 1
	case c.dtype.Size() == 4:
		return uint64(unsafe.Slice((*uint32)(c.ptr()), lanes)[i])
	}
	return c.words[i]
}
