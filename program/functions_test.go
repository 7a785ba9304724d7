package program_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// Mathematical functions are found in blocks and in definitions of uniforms, each once.
func TestMathFunctions(t *testing.T) {
	p, err := program.Parse("p", `program p lowered

uniform a : f64
uniform b : f64 = cos.f64 a
uniform c : f64 = neg.f64 b

var x : f64 register
var y : f64 register

func main(x) -> (y) {
entry:
    y = exp.f64 x
    y = exp.f64 y
    y = sqrt.f64 y
    y = add.f64 y, c
    goto exit
}
`)
	require.NoError(t, err)
	require.Equal(t, []program.Opcode{program.OpExpF64, program.OpCosF64}, p.MathFunctions())
}

// The scalar functions of mathematical functions are not linked by PlainScalar.
func TestPlainScalar(t *testing.T) {
	for _, op := range program.Opcodes() {
		if !op.HasScalar() {
			continue
		}
		if op.IsFunction() {
			require.Panics(t, func() { op.PlainScalar(1, 1, 1) }, "%s", op)
			continue
		}
		plain, fault := op.PlainScalar(3, 1, 0)
		all, same := op.Scalar(3, 1, 0)
		require.Equal(t, all, plain, "%s", op)
		require.Equal(t, same, fault, "%s", op)
	}
}
