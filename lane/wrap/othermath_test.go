package wrap

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// TestGained: what is gained by other functions is counted where lanes call them, and only for those of
// which there are others.
func TestGained(t *testing.T) {
	defer simd.Doubt("go_pow.f64")() // so that it runs one lane at a time, which always takes longer
	p, err := program.Parse("f.lockstep", `program f lowered
var x : f64 register

func main(x) -> (x) {
start:
    x = j0.f64 x
    goto powers
powers:
    x = go_pow.f64 x, x
    x = go_pow.f64 x, x
    goto halt
}
`)
	require.NoError(t, err)
	m := newGoMath(p)
	require.Len(t, m.blocks, 1)
	require.Len(t, m.blocks["powers"], 2)
	once := m.gained([]batch.BlockStats{{Name: "start", Lanes: 1000}, {Name: "powers", Lanes: 1}})
	require.Greater(t, once, 10.)
	require.Zero(t, m.gained([]batch.BlockStats{{Name: "start", Lanes: 1000}}))
}
