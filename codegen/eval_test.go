package codegen

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Floats that are constants become the integers that the operation gives, also outside their range.
func TestConstantConversions(t *testing.T) {
	floats := []float64{
		0, -0.5, 0.5, 1.9, -1.9, math.MaxInt32, math.MaxInt32 + 1, math.MinInt32 - 0.5, math.MinInt32 - 1,
		math.MaxUint32 + 1,
		1e10, -1e10, 1<<63 - 1024, 1 << 63, 1.5 * (1 << 63), 1 << 64, -(1 << 63), -1.5 * (1 << 63), 1e30, -1e30,
		math.Inf(1), math.Inf(-1), math.NaN(),
	}
	for _, to := range []optab.Type{optab.I32, optab.U32, optab.I64, optab.U64} {
		for _, x := range floats {
			for from, bits := range map[optab.Type]uint64{
				optab.F64: math.Float64bits(x), optab.F32: uint64(math.Float32bits(float32(x))),
			} {
				name := "convert_" + to.String()
				want, _ := program.OpcodeFor(name, from).Scalar(bits, 0, 0)
				have, ok := evalOp(name+"."+from.String(), to, [3]uint64{bits})
				require.True(t, ok)
				require.Equal(t, want&WidthMask(to), have, "%s.%s of %v", name, from, x)
			}
		}
	}
}
