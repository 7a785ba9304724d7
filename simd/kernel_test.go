package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// kernelRow is what a test knows of a kernel; the rows are generated.
type kernelRow struct {
	mnemonic string
	in       string // operand types: "f64 i64"
	out      string
	cases    string // edge operands of this operation, beside each type's own
	scalar   func(x, y, z uint64) (result uint64, ok bool)
}

// maxLanes is the largest run tested: two words and a bit.
const maxLanes = 130

// TestKernels compares every kernel of every implementation with its scalar
// function: all sizes, then all strides and all ways of working in place at sizes
// around a word. Guards stand on both sides of each buffer, lanes beyond the
// run hold junk, and operands must be left as they were.
func TestKernels(t *testing.T) {
	for _, impl := range Implementations() {
		t.Run(impl.Name, func(t *testing.T) {
			undo, ok := Restrict(impl.Name)
			if !ok {
				t.Skip("this processor cannot run these kernels")
			}
			defer undo()
			require.Len(t, kernelRows, len(portable))
			for _, row := range kernelRows {
				t.Run(row.mnemonic, func(t *testing.T) { testKernel(t, row) })
			}
		})
	}
}

func testKernel(t *testing.T, row kernelRow) {
	rng := rand.New(rand.NewPCG(1, 2))
	in := strings.Fields(row.in)
	for n := range maxLanes + 1 {
		if testing.Short() && n > 17 && n%16 > 1 { // under an emulator
			continue
		}
		runKernel(t, rng, row, n, 1<<len(in)-1, -1)
	}
	testStrides(t, rng, row)
}

// testStrides runs a kernel at a few sizes with all strides and in place.
func testStrides(t *testing.T, rng *rand.Rand, row kernelRow) {
	in := strings.Fields(row.in)
	for _, n := range []int{1, 63, 64, 65, maxLanes} {
		for strides := range 1 << len(in) {
			runKernel(t, rng, row, n, strides, -1)
			for inPlace, typ := range in {
				if strides>>inPlace&1 != 0 && sizeOf(typ) == sizeOf(row.out) {
					runKernel(t, rng, row, n, strides, inPlace)
				}
			}
		}
	}
}

// runKernel runs a kernel once and checks all it may and may not do. Bit k of
// strides is the stride of operand k; inPlace is the operand that is also the
// destination, or -1.
func runKernel(t *testing.T, rng *rand.Rand, row kernelRow, n, strides, inPlace int) {
	t.Helper()
	operands := make([]*buffer, 3)
	for k, typ := range strings.Fields(row.in) {
		b := newBuffer(typ, n, strides>>k&1)
		values := edges(typ, row.cases)
		if isOrder(row.mnemonic, typ) {
			values = []uint64{0, 1, 2, 7, 30, 1000, ^uint64(0), ^uint64(6)}
		}
		for i := range b.cap {
			v := values[rng.IntN(len(values))]
			if rng.IntN(2) == 0 && !isOrder(row.mnemonic, typ) {
				v = rng.Uint64() >> (rng.IntN(4) * 16)
			}
			b.set(i, v)
		}
		operands[k] = b
	}
	before := make([][]uint64, 3)
	for k, b := range operands {
		if b != nil {
			before[k] = append([]uint64(nil), b.words...)
		}
	}
	want := make([]uint64, n)
	fault := newBuffer("bool", n, 1)
	for i := range fault.cap {
		fault.set(i, uint64(i%5)&1)
	}
	wantFault := append([]uint64(nil), fault.words...)
	for i := range n {
		var x [3]uint64
		for k, b := range operands {
			if b != nil {
				x[k] = b.get(i)
			}
		}
		result, ok := row.scalar(x[0], x[1], x[2])
		want[i] = result
		if !ok {
			want[i] = 0
			wantFault[guard+i>>6] |= 1 << (i & 63)
		}
	}
	dst := newBuffer(row.out, n, 1)
	if inPlace >= 0 {
		dst = operands[inPlace]
	}
	args := &Args{Dst: dst.ptr(), Fault: (*uint64)(fault.ptr())}
	pointers := []*unsafe.Pointer{&args.X, &args.Y, &args.Z}
	stepFields := []*int{&args.SX, &args.SY, &args.SZ}
	for k, b := range operands {
		if b != nil {
			*pointers[k], *stepFields[k] = b.ptr(), b.stride
		}
	}
	Lookup(row.mnemonic).Call(args, n)

	name := fmt.Sprintf("%s n=%d strides=%b inPlace=%d", row.mnemonic, n, strides, inPlace)
	for i, w := range want {
		if got := dst.get(i); !same(row.out, w, got) {
			t.Fatalf("%s: lane %d is %#x, want %#x", name, i, got, w)
		}
	}
	require.Equal(t, wantFault, fault.words, "%s: faults", name)
	require.True(t, dst.guarded(), "%s: wrote beyond the destination", name)
	for k, b := range operands {
		if b != nil && k != inPlace {
			require.Equal(t, before[k], b.words, "%s: operand %d changed", name, k)
		}
	}
}

// buffer is an array of numbers or a bitmap, with guards on both sides. It
// begins at any multiple of 8 bytes: kernels must not need more.
type buffer struct {
	words  []uint64
	typ    string
	stride int
	cap    int // lanes: a multiple of 64, or 1 for a uniform
}

const (
	guard  = 8 // words
	poison = 0xfeedface0badf00d
)

// shifts is by how many words the next buffer is off the last one's place in a
// cache line.
var shifts int

func newBuffer(typ string, n, stride int) *buffer {
	b := &buffer{typ: typ, stride: stride, cap: (n + 63) &^ 63}
	if stride == 0 {
		b.cap = 1 // repeated, see set
	}
	shifts = (shifts + 3) % 8
	b.words = make([]uint64, shifts+guard+b.payload()+guard)[shifts:]
	for i := range b.words {
		b.words[i] = poison
	}
	return b
}

// payload returns the words between the guards.
func (b *buffer) payload() int {
	if b.stride == 0 {
		return 8
	}
	if b.typ == "bool" {
		return Words(b.cap)
	}
	return (b.cap*sizeOf(b.typ) + 7) / 8
}

func (b *buffer) ptr() unsafe.Pointer { return unsafe.Pointer(&b.words[guard]) }

func (b *buffer) guarded() bool {
	for i, w := range b.words {
		if (i < guard || i >= guard+b.payload()) && w != poison {
			return false
		}
	}
	return true
}

func (b *buffer) set(i int, v uint64) {
	switch {
	case b.stride == 0:
		word := v
		switch sizeOf(b.typ) {
		case 0:
			word = -(v & 1)
		case 4:
			word = v&0xffffffff | v<<32
		}
		for w := range b.payload() {
			st(b.ptr(), w, word)
		}
	case b.typ == "bool":
		setBit(b.ptr(), i, v&1)
	case sizeOf(b.typ) == 4:
		st(b.ptr(), i, uint32(v))
	default:
		st(b.ptr(), i, v)
	}
}

func (b *buffer) get(i int) uint64 {
	i *= b.stride
	switch {
	case b.typ == "bool":
		return getBit(b.ptr(), i)
	case sizeOf(b.typ) == 4:
		return uint64(ld[uint32](b.ptr(), i))
	}
	return ld[uint64](b.ptr(), i)
}

// sizeOf returns the bytes of a number, and 0 for a bool.
func sizeOf(typ string) int {
	switch typ {
	case "bool":
		return 0
	case "i32", "u32", "f32":
		return 4
	}
	return 8
}

// isOrder reports whether the operand is the order of a Bessel function, which
// takes time proportional to it: the rows marked Unbounded.
func isOrder(mnemonic, typ string) bool {
	return typ == "i64" && (strings.HasPrefix(mnemonic, "jn.") || strings.HasPrefix(mnemonic, "yn."))
}

// edges returns the bits of edge values of a type, and of those of cases that
// can be written in it.
func edges(typ, cases string) []uint64 {
	words := map[string]string{
		"bool": "0 1",
		"i32":  "0 1 -1 2 -2 7 31 32 127 128 255 256 2147483647 -2147483648 -2147483647",
		"i64": "0 1 -1 2 -2 7 63 64 2147483648 -2147483649 9223372036854775807 -9223372036854775808 " +
			"-9223372036854775807",
		"u32": "0 1 2 7 31 32 33 2147483647 2147483648 4294967295",
		"u64": "0 1 2 7 31 32 33 63 64 65 4294967296 9223372036854775807 9223372036854775808 18446744073709551615",
		"f32": "0 -0 1 -1 0.5 -2.5 3.1415927 inf -inf nan 16777216 3.4028235e38 1.17549435e-38 1e-45 -1e-45",
		"f64": "0 -0 1 -1 0.5 -2.5 3.141592653589793 inf -inf nan 9007199254740992 1.7976931348623157e308 " +
			"2.2250738585072014e-308 5e-324 -5e-324",
	}[typ]
	var list []uint64
	for _, w := range strings.Fields(words + " " + cases) {
		switch typ {
		case "bool", "u32", "u64":
			if v, err := strconv.ParseUint(w, 10, max(1, 8*sizeOf(typ))); err == nil {
				list = append(list, v)
			}
		case "i32", "i64":
			if v, err := strconv.ParseInt(w, 10, 8*sizeOf(typ)); err == nil {
				list = append(list, uint64(v))
			}
		case "f32":
			if v, err := strconv.ParseFloat(w, 32); err == nil {
				list = append(list, ofF32(float32(v)))
			}
		case "f64":
			if v, err := strconv.ParseFloat(w, 64); err == nil {
				list = append(list, ofF64(v))
			}
		}
	}
	return list
}

// same reports whether two results are the same bits, any NaN being as good as
// another.
func same(typ string, a, b uint64) bool {
	switch typ {
	case "f32":
		x, y := asF32(a), asF32(b)
		return a == b || x != x && y != y
	case "f64":
		return a == b || math.IsNaN(asF64(a)) && math.IsNaN(asF64(b))
	}
	return a == b
}

// Conversions between an element and its bits, by type, for kernel_gen_test.go.

func asBool(b uint64) bool   { return b&1 != 0 }
func asI32(b uint64) int32   { return int32(b) }
func asI64(b uint64) int64   { return int64(b) }
func asU32(b uint64) uint32  { return uint32(b) }
func asU64(b uint64) uint64  { return b }
func asF32(b uint64) float32 { return math.Float32frombits(uint32(b)) }
func asF64(b uint64) float64 { return math.Float64frombits(b) }

func ofBool(v bool) uint64   { return bit(v) }
func ofI32(v int32) uint64   { return uint64(uint32(v)) }
func ofI64(v int64) uint64   { return uint64(v) }
func ofU32(v uint32) uint64  { return uint64(v) }
func ofU64(v uint64) uint64  { return v }
func ofF32(v float32) uint64 { return uint64(math.Float32bits(v)) }
func ofF64(v float64) uint64 { return math.Float64bits(v) }
