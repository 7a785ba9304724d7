package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/lower"
)

// TestScalarSets compares code that runs one lane at a time with the machine for each
// instruction set that operations may be vector code of, with and without faults.
func TestScalarSets(t *testing.T) {
	skipWithoutScalar(t)
	for _, name := range []string{"functions", "functions of float32", "rounding", "division by zero", "unsigned",
		"two widths"} {
		p, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + programs[name]}}, "F",
			golang.Options{OurMath: true})
		require.NoError(t, err)
		low, err := lower.Lower(p)
		require.NoError(t, err)
		machine, err := batch.Compile(low)
		require.NoError(t, err)
		source, err := lower.Source(p)
		require.NoError(t, err)
		in := inputs(machine.Params(), 1000)
		want, err := machine.Run(context.Background(), in)
		require.NoError(t, err)
		for _, set := range Machines() {
			t.Run(name+"/"+set, func(t *testing.T) {
				c, err := CompileScalar(source, Options{Machine: set})
				require.NoError(t, err)
				compareRun(t, c, in, want, 1000, 1)
			})
		}
	}
}
