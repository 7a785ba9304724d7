package wrapped

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/simd"
)

// A wrapper with assembly runs it, for each instruction set that the processor has, and
// reports lanes that panic as without it.
func TestAssembly(t *testing.T) {
	x, y := column(1000, func(i int) int { return 3*i - 700 }), column(1000, func(i int) int { return i%9 - 2 })
	want, wantErr := DivideBatch(context.Background(), x, y, lane.ForceLoop())
	var panicked *lane.FaultError
	require.ErrorAs(t, wantErr, &panicked)
	t.Cleanup(func() { require.NoError(t, simd.Use("")) })
	for _, set := range []string{"avx512", "avx2", "neon", simd.Portable} {
		if simd.Use(set) != nil {
			continue
		}
		for _, opts := range [][]lane.Option{{lane.ForceBatch()}, {lane.ForceBatch(), lane.MaxSteps(1000)}} {
			var rep lane.Report
			got, err := DivideBatch(context.Background(), x, y, append(opts, lane.Stats(&rep))...)
			require.Equal(t, want, got)
			require.Equal(t, wantErr.Error(), err.Error())
			for _, run := range rep.Runs {
				isAssembly := len(opts) == 1 && slices.Contains(assembledFor(), set)
				require.Equal(t, isAssembly, run.Engine == "assembly", "%s: %+v", set, run)
			}
		}
	}
}

// A context that ends leaves lanes, and says how many have results.
func TestAssemblyStopped(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	x := column(1000, func(i int) int { return i + 1 })
	_, err := DivideBatch(ctx, x, x, lane.ForceBatch())
	var stopped *lane.StoppedError
	require.True(t, errors.As(err, &stopped), "%v", err)
	require.Zero(t, stopped.Done)
}

// What makes machine code is not in a program whose wrappers have assembly.
func TestAssemblyAlone(t *testing.T) {
	const module = "github.com/lockstep-simt/lockstep/"
	makers := []string{module + "codegen", module + "engine", module + "lane/native"}
	for pkg, has := range map[string]bool{"examples/mandelbrot": false, "examples/nqueens": false,
		"examples/fib": true} {
		deps, err := exec.Command("go", "list", "-deps", module+pkg).Output()
		require.NoError(t, err)
		for _, maker := range makers {
			require.Equal(t, has, slices.Contains(strings.Fields(string(deps)), maker), "%s in %s", maker, pkg)
		}
	}
}
