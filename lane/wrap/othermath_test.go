package wrap

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
	_ "github.com/lockstep-simt/lockstep/simd/functions"
)

// TestGained: what is gained by other functions is counted where lanes call them, and only for those of
// which there are others.
func TestGained(t *testing.T) {
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
	kernel := func(mnemonic string) float64 { return map[string]float64{"go_pow.f64": 30, "pow.f64": 5}[mnemonic] }
	blocks := []batch.BlockStats{{Name: "start", Lanes: 1000}, {Name: "powers", Lanes: 3}}
	require.InDelta(t, 3*2*25, m.gained(blocks, kernel), 1e-9)
	require.Zero(t, m.gained(blocks[:1], kernel))
}

// TestKernelNs: kernels of one and two operands and of both widths are timed.
func TestKernelNs(t *testing.T) {
	for _, mnemonic := range []string{"exp.f64", "go_exp.f64", "pow.f64", "exp.f32"} {
		ns := timedOnce()(mnemonic)
		require.Greater(t, ns, 0., mnemonic)
		require.Less(t, ns, 1e6, mnemonic)
	}
}
