package program_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

func TestLiterals(t *testing.T) {
	f64 := math.Float64bits
	f32 := func(v float32) uint64 { return uint64(math.Float32bits(v)) }
	for _, tt := range []struct {
		dtype program.Dtype
		bits  uint64
		text  string
	}{
		{program.Bool, 0, "false"},
		{program.Bool, 1, "true"},
		{program.I32, 0xffffffff, "-1"},
		{program.I32, 0x80000000, "-2147483648"},
		{program.I64, 1 << 63, "-9223372036854775808"},
		{program.U32, 0xffffffff, "4294967295"},
		{program.U64, math.MaxUint64, "18446744073709551615"},
		{program.F64, f64(1), "1.0"},
		{program.F64, f64(math.Copysign(0, -1)), "-0.0"},
		{program.F64, f64(0.1), "0.1"},
		{program.F64, f64(1e21), "1e+21"},
		{program.F64, f64(123456789), "1.23456789e+08"},
		{program.F64, f64(5e-324), "5e-324"},
		{program.F64, f64(math.MaxFloat64), "1.7976931348623157e+308"},
		{program.F64, f64(math.Inf(1)), "inf"},
		{program.F64, f64(math.Inf(-1)), "-inf"},
		{program.F64, f64(math.NaN()), "nan"},
		{program.F64, 0x7ff8000000000000, "nan:0x7ff8000000000000"},
		{program.F64, 0xfff0000000000001, "nan:0xfff0000000000001"},
		{program.F32, f32(0.1), "0.1"},
		{program.F32, f32(16777216), "1.6777216e+07"},
		{program.F32, f32(float32(math.NaN())), "nan"},
		{program.F32, 0xffc00000, "nan:0xffc00000"},
		{program.F32, f32(math.MaxFloat32), "3.4028235e+38"},
	} {
		require.Equal(t, tt.text, program.FormatLiteral(tt.dtype, tt.bits))
		bits, err := program.ParseLiteral(tt.dtype, tt.text)
		require.NoError(t, err)
		require.Equal(t, tt.bits, bits, tt.text)
	}
}

func TestLiteralsRefused(t *testing.T) {
	for _, tt := range []struct {
		dtype program.Dtype
		text  string
	}{
		{program.Bool, "1"}, {program.I32, "2147483648"}, {program.U32, "-1"}, {program.I64, "1.0"}, {program.I64, "x"},
		{program.F64, "1e999"}, {program.F32, "1e39"}, {program.F64, "nan:0x0"},
		{program.F64, "nan:0x7ff0000000000000"},
		{program.F32, "nan:0x7ff8000000000000"}, {program.F64, ""}, {program.Invalid, "1"},
	} {
		_, err := program.ParseLiteral(tt.dtype, tt.text)
		require.Error(t, err, "%s as %s", tt.text, tt.dtype)
	}
}

// Any bits survive the text.
func TestLiteralsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		for d := program.Bool; d <= program.F64; d++ {
			bits := rng.Uint64() >> (64 - d.Bits())
			text := program.FormatLiteral(d, bits)
			back, err := program.ParseLiteral(d, text)
			if err != nil || back != bits {
				t.Fatalf("%s: bits %#x became %s and then %#x, %v", d, bits, text, back, err)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"x": true, "_": true, "p.X": true, "r0": true, "größe": true, "fib.then1": true,
		"": false, "0x": false, ".x": false, "a b": false, "a-b": false, "a:b": false, "\xff": false,
	} {
		require.Equal(t, want, program.IsName(name), "%q", name)
	}
}
