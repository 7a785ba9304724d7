package program_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

const claims = `program claims source

var a : i64[4]
var i : i64
var y : i64

func main(a, i) -> (y) {
start:
    y = proven index.i64 a, i
    y = rem.i64 y, 3 within 5 to 8
    goto halt
}
`

// What is proven is written down, means nothing to a result, and is forgotten of programs that
// come from outside.
func TestClaims(t *testing.T) {
	p, err := program.Parse("claims", claims)
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	require.Equal(t, claims, program.Print(p))
	require.Equal(t, claims, program.Print(p.Clone()))

	q := program.WithoutClaims(p)
	for _, claim := range []string{"proven", "within 5 to 8"} {
		require.NotContains(t, program.Print(q), claim)
		require.Contains(t, program.Print(p), claim)
	}
	require.Same(t, q, program.WithoutClaims(q))

	o, err := interp.New(p)
	require.NoError(t, err)
	lane := func(i int64) []interp.Value {
		return []interp.Value{{Type: p.VarDefs.Def("a").Type.Leaf(), Bits: []uint64{5, 6, 7, 8}},
			interp.Scalar(program.I64, uint64(i))}
	}
	values, fault, err := o.Run(lane(3))
	require.NoError(t, err)
	require.Nil(t, fault)
	require.Equal(t, uint64(2), values[0].Bits[0])
	require.Panics(t, func() { _, _, _ = o.Run(lane(4)) }, "the claim is wrong")

	p.Graph.Blocks[0].Instrs[1].(*program.PrimOp).Proven = true
	require.NoError(t, program.Verify(p), "a remainder may fault")
	p.Graph.Blocks[0].Instrs[1].(*program.PrimOp).Op = program.OpcodeFor("add", program.I64)
	require.ErrorContains(t, program.Verify(p), "proven")
	p.Graph.Blocks[0].Instrs[1] = &program.PrimOp{Op: program.OpcodeFor("rem", program.I64),
		In:     []program.Operand{program.Ref("y"), program.Lit(program.I64, 3)},
		Out:    []program.Output{{Name: "y"}},
		Within: program.Span{Lo: 8, Hi: 5}}
	require.ErrorContains(t, program.Verify(p), "no operands from 8 to 5")
}
