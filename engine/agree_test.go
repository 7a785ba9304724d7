package engine

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	_ "github.com/lockstep-simt/lockstep/codegen/forms" // for assembly for elsewhere
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// TestAgree: code of package math's functions is made where it has their bits; where it has others
// they are left to Go. Assembly for elsewhere says what must be asked there.
func TestAgree(t *testing.T) {
	const text = `program exp lowered

var x : f64 temporary
var y : f64 temporary

func main(x) -> (y) {
start:
    y = go_exp.f64 x
    goto halt
}
`
	p, err := program.Parse("exp.lockstep", text)
	require.NoError(t, err)
	a, err := Precompile(p, "avx512", "code", 0)
	require.NoError(t, err)
	require.Equal(t, []string{"go_exp.f64"}, a[0].Twins)
	require.Equal(t, "amd64", a[0].Form)
	for _, machine := range Machines() {
		if !simd.Agrees(machine, "go_exp.f64") {
			continue // the processor's code is for another package math
		}
		admit := func() error {
			m, err := batch.Compile(p)
			require.NoError(t, err)
			maker, err := NewBlockMaker(m.Plan(), Options{Machine: machine})
			require.NoError(t, err)
			return maker.Admit(0)
		}
		c, err := Compile(p, Options{Machine: machine})
		require.NoError(t, err)
		require.Empty(t, c.shape.Load().Hosts)
		undo := simd.Doubt("go_exp.f64")
		c, err = Compile(p, Options{Machine: machine})
		require.NoError(t, err)
		require.Len(t, c.shape.Load().Hosts, 1)
		if runtime.GOARCH != "amd64" { // the other shapes are for it alone
			undo()
			continue
		}
		_, err = CompileScalar(p, Options{Machine: machine})
		require.ErrorContains(t, err, "go_exp.f64 differs from package math here")
		require.ErrorContains(t, admit(), "go_exp.f64 differs from package math here")
		undo()
		require.NoError(t, admit())
	}
}
