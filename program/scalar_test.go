package program_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// edgeWords are operands at which arithmetic goes wrong, per type, as Go
// literals.
var edgeWords = map[program.Dtype]string{
	program.Bool: "0 1",
	program.I32:  "0 1 -1 2 -2 7 31 32 127 128 255 256 32767 32768 2147483647 -2147483648 -2147483647",
	program.I64: "0 1 -1 2 -2 7 63 64 2147483648 -2147483649 9223372036854775807 -9223372036854775808 " +
		"-9223372036854775807",
	program.U32: "0 1 2 7 31 32 33 2147483647 2147483648 4294967295",
	program.U64: "0 1 2 7 31 32 33 63 64 65 4294967296 9223372036854775807 9223372036854775808 18446744073709551615",
	program.F32: "0 -0 1 -1 0.5 -2.5 3.1415927 inf -inf nan 16777216 3.4028235e38 1.17549435e-38 1e-45 -1e-45",
	program.F64: "0 -0 1 -1 0.5 -2.5 3.141592653589793 inf -inf nan 9007199254740992 1.7976931348623157e308 " +
		"2.2250738585072014e-308 5e-324 -5e-324",
}

// edges returns the bits of a type's edge operands and of the row's own cases,
// where they can be written in the type.
func edges(t program.Dtype, row *optab.Op) []uint64 {
	var list []uint64
	for _, w := range strings.Fields(edgeWords[t] + " " + row.Cases) {
		var bits uint64
		var err error
		switch {
		case t == program.F32:
			var v float64
			v, err = strconv.ParseFloat(w, 32)
			bits = uint64(math.Float32bits(float32(v)))
		case t == program.F64:
			var v float64
			v, err = strconv.ParseFloat(w, 64)
			bits = math.Float64bits(v)
		case t.IsSigned():
			var v int64
			v, err = strconv.ParseInt(w, 10, t.Bits())
			bits = uint64(v) & (1<<t.Bits() - 1)
		default:
			bits, err = strconv.ParseUint(w, 10, t.Bits())
		}
		if err == nil {
			list = append(list, bits)
		}
	}
	return list
}

// sameBits reports whether two results of type t are equal, any NaN being as
// good as another.
func sameBits(t program.Dtype, a, b uint64) bool {
	switch t {
	case program.F32:
		return a == b || isNaN32(a) && isNaN32(b)
	case program.F64:
		return a == b || math.IsNaN(math.Float64frombits(a)) && math.IsNaN(math.Float64frombits(b))
	}
	return a == b
}

func isNaN32(b uint64) bool { f := math.Float32frombits(uint32(b)); return f != f }

// TestFlags tries to refute every claim of the op table, over all combinations
// of edge operands.
func TestFlags(t *testing.T) {
	for _, op := range program.Opcodes() {
		info := op.Info()
		if !op.HasScalar() {
			continue
		}
		binary := len(info.In) > 1 || op.Form() == optab.Reduce
		xs := edges(info.In[0], info.Row)
		refuted := func(law string, ok bool, operands ...uint64) {
			if !ok {
				t.Errorf("%s is not %s at %#x", op, law, operands)
			}
		}
		for _, x := range xs {
			if info.Row.Has(optab.Involution) {
				once, _ := op.Scalar(x, 0, 0)
				twice, _ := op.Scalar(once, 0, 0)
				refuted("an involution", sameBits(info.Out, twice, x), x)
			}
			if info.Row.Has(optab.Idempotent) && !binary {
				once, _ := op.Scalar(x, 0, 0)
				twice, _ := op.Scalar(once, 0, 0)
				refuted("idempotent", sameBits(info.Out, twice, once), x)
			}
			if info.Row.Has(optab.Idempotent) && binary {
				r, _ := op.Scalar(x, x, 0)
				refuted("idempotent", sameBits(info.Out, r, x), x)
			}
			if !info.Row.Has(optab.Commutative) {
				continue
			}
			for _, y := range xs {
				for _, z := range xs {
					r, f := op.Scalar(x, y, z)
					s, g := op.Scalar(y, x, z)
					refuted("commutative", sameBits(info.Out, r, s) && f == g, x, y, z)
				}
			}
		}
	}
}

// TestIdentities tries to refute every identity of the op table, over all combinations of edge operands.
func TestIdentities(t *testing.T) {
	tried := 0
	for _, op := range program.Opcodes() {
		info := op.Info()
		list, err := info.Row.IdentitiesFor(info.Type)
		require.NoError(t, err)
		for _, id := range list {
			operands := [3][]uint64{{0}, {0}, {0}}
			for k, d := range info.In {
				operands[k] = edges(d, info.Row)
			}
			if id.Same == id.Operand {
				operands[id.Operand] = []uint64{id.Bits}
			}
			eachOf(operands, func(x [3]uint64) {
				x[id.Operand] = x[id.Same]
				want := id.Gives
				if id.Of >= 0 {
					want = x[id.Of]
				}
				if id.By != "" {
					and := uint64(0)
					if id.And >= 0 {
						and = x[id.And]
					}
					want, _ = program.OpcodeFor(id.By, info.Type).Scalar(want, and, 0)
				}
				r, fault := op.Scalar(x[0], x[1], x[2])
				if fault != optab.NoFault || !sameBits(info.Out, r, want) {
					t.Errorf("%s does not give what %+v says of %#x, but %#x", op, id, x, r)
				}
				tried++
			})
		}
	}
	require.Greater(t, tried, 5_000)
}

// eachOf calls f with every combination of operands.
func eachOf(operands [3][]uint64, f func(x [3]uint64)) {
	for _, x := range operands[0] {
		for _, y := range operands[1] {
			for _, z := range operands[2] {
				f([3]uint64{x, y, z})
			}
		}
	}
}

// TestScalarIsTotal: no operands make a scalar function panic, a fault gives a
// zero result and the row's code, and results keep to their type's bits.
func TestScalarIsTotal(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, op := range program.Opcodes() {
		info := op.Info()
		if !op.HasScalar() || info.Row.Has(optab.Unbounded) {
			continue
		}
		var operands [3][]uint64
		for k := range operands {
			operands[k] = []uint64{0}
			if k < len(info.In) {
				operands[k] = append(edges(info.In[k], info.Row), rng.Uint64(), rng.Uint64()) // also beyond the type
			}
		}
		for _, x := range operands[0] {
			for _, y := range operands[1] {
				for _, z := range operands[2] {
					r, fault := op.Scalar(x, y, z)
					if fault != optab.NoFault {
						require.Equal(t, info.Row.Code, fault)
						require.Zero(t, r)
					}
					if w := info.Out.Bits(); w < 64 && r>>w != 0 {
						t.Fatalf("%s(%#x, %#x, %#x) = %#x, wider than %s", op, x, y, z, r, info.Out)
					}
				}
			}
		}
	}
}

// TestScalarValues has values that are easy to get wrong.
func TestScalarValues(t *testing.T) {
	f64 := math.Float64bits
	i64 := func(v int64) uint64 { return uint64(v) }
	i32 := func(v int32) uint64 { return uint64(uint32(v)) }
	for _, tt := range []struct {
		op      string
		x, y, z uint64
		want    uint64
		fault   optab.Code
	}{
		{"add.i32", i32(math.MaxInt32), 1, 0, i32(math.MinInt32), 0},
		{"div.i64", i64(math.MinInt64), i64(-1), 0, i64(math.MinInt64), 0},
		{"rem.i64", i64(math.MinInt64), i64(-1), 0, 0, 0},
		{"div.i32", 7, 0, 0, 0, optab.DivideByZero},
		{"rem.i64", i64(-7), 2, 0, i64(-1), 0},
		{"shl.u32", 1, 32, 0, 0, 0},
		{"shr.i64", i64(-8), 200, 0, i64(-1), 0},
		{"shiftcount.i32", i32(-1), 0, 0, 0, optab.NegativeShift},
		{"rotl.u32", 0x80000001, 33, 0, 3, 0},
		{"rotl.u64", 5, 64, 0, 5, 0},
		{"min.f64", f64(0), f64(math.Copysign(0, -1)), 0, f64(math.Copysign(0, -1)), 0},
		{"roundtoeven.f64", f64(2.5), 0, 0, f64(2), 0},
		{"round.f64", f64(-2.5), 0, 0, f64(-3), 0},
		{"clz.u32", 0, 0, 0, 32, 0},
		{"ctz.u64", 0, 0, 0, 64, 0},
		{"divwide.u64", 1, 0, 0, 0, 0},
		{"remwide.u64", 4, 7, 4, 0, 0},
		{"divwide.u64", 1, 0, 4, 1 << 62, 0},
		{"checkwide.u64", 4, 4, 0, 0, optab.Overflow},
		{"checkwide.u64", 3, 4, 0, 4, 0},
		{"select.bool", 1, 0, 1, 0, 0},
		{"not.bool", 1, 0, 0, 0, 0},
		{"eq.bool", 0, 0, 0, 1, 0},
		{"lt.f64", f64(math.NaN()), f64(1), 0, 0, 0},
		{"sext8.i32", 0x180, 0, 0, i32(-128), 0},
		{"reduce_add.f64", f64(0.1), f64(0.2), 0, f64(0.1 + math.Float64frombits(f64(0.2))), 0},
	} {
		op, ok := program.ParseOpcode(tt.op)
		require.True(t, ok, tt.op)
		got, fault := op.Scalar(tt.x, tt.y, tt.z)
		require.Equal(t, tt.want, got, "%s(%#x, %#x, %#x)", tt.op, tt.x, tt.y, tt.z)
		require.Equal(t, tt.fault, fault, tt.op)
	}
	require.Panics(t, func() { program.OpCopy.Scalar(0, 0, 0) })
}

// TestConversions compares the conversions with the ones that the compiler
// makes for this processor, also outside of the integer type's range, where the
// language leaves the result open and the table says: as on amd64.
func TestConversions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	check := func(x float64) {
		for _, tt := range []struct {
			op   program.Opcode
			bits uint64
			want uint64
		}{
			{program.OpConvertI32F64, math.Float64bits(x), uint64(uint32(int32(x)))},
			{program.OpConvertI64F64, math.Float64bits(x), uint64(int64(x))},
			{program.OpConvertU32F64, math.Float64bits(x), uint64(uint32(x))},
			{program.OpConvertU64F64, math.Float64bits(x), uint64(x)},
			{program.OpConvertI32F32, uint64(math.Float32bits(float32(x))), uint64(uint32(int32(float32(x))))},
			{program.OpConvertI64F32, uint64(math.Float32bits(float32(x))), uint64(int64(float32(x)))},
			{program.OpConvertU32F32, uint64(math.Float32bits(float32(x))), uint64(uint32(float32(x)))},
			{program.OpConvertU64F32, uint64(math.Float32bits(float32(x))), uint64(float32(x))},
		} {
			got, _ := tt.op.Scalar(tt.bits, 0, 0)
			require.Equal(t, tt.want, got, "%s of %g", tt.op, x)
		}
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the table's out-of-range conversions are amd64's")
	}
	for _, b := range edges(program.F64, optab.Lookup("convert_i32")) {
		x := math.Float64frombits(b)
		for _, v := range []float64{x, -x, math.Nextafter(x, 0), -math.Nextafter(x, math.Inf(1))} {
			check(v)
		}
	}
	for range 100_000 {
		check(math.Ldexp(rng.Float64()-0.5, rng.IntN(70)))
	}
}
