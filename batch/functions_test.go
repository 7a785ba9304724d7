package batch

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// Definitions of uniforms that are mathematical functions have the bits of the functions.
func TestFunctionsOfUniforms(t *testing.T) {
	found := 0
	for _, op := range program.Opcodes() {
		if !op.IsFunction() {
			continue
		}
		found++
		for _, x := range []float64{0.75, -3, math.Inf(1)} {
			var in [3]uint64
			for i, d := range op.Info().In {
				switch d {
				case program.F64:
					in[i] = math.Float64bits(x)
				case program.F32:
					in[i] = uint64(math.Float32bits(float32(x)))
				default:
					in[i] = 2
				}
			}
			want, _ := op.Scalar(in[0], in[1], in[2])
			got, _ := scalar(op, in[0], in[1], in[2])
			if nan := math.Float64frombits(want); op.Info().Out == program.F64 && nan != nan {
				require.True(t, math.IsNaN(math.Float64frombits(got)), "%s", op)
			} else if nan := math.Float32frombits(uint32(want)); op.Info().Out == program.F32 && nan != nan {
				require.True(t, math.IsNaN(float64(math.Float32frombits(uint32(got)))), "%s", op)
			} else {
				require.Equal(t, want, got, "%s of %g", op, x)
			}
		}
	}
	require.NotZero(t, found)
}
