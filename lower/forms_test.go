package lower

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// A pass that only the lowered form takes makes copies of what computes a uniform. A run computes the uniforms of the
// lowered form, so other forms have these names.
func TestFormsNameUniforms(t *testing.T) {
	p, err := program.Parse("u.lockstep", `program refl source

var x  : f64
var y  : f64
var fx : f64
var r  : f64
var t  : f64
var b  : bool

func main(x) -> (y) {
start:
    y = call refl(x)
    return
}

func refl(fx) -> (r) {
entry:
    b = lt.f64 fx, 0.0
    branch b, negative, positive
negative:
    t = neg.f64 fx
    t = call refl(t)
    r = neg.f64 t
    return
positive:
    t = go_exp.f64 -0.625
    r = mul.f64 t, fx
    return
}
`)
	require.NoError(t, err)
	f, err := NewForms(p)
	require.NoError(t, err)
	require.Len(t, f.Lowered().Uniforms, 1)
	calls, err := f.WithCalls()
	require.NoError(t, err)
	require.Equal(t, f.Lowered().Uniforms, calls.Uniforms)
}
