package main

import (
	"bytes"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// TestParity compares every function; the more arguments, the command.
func TestParity(t *testing.T) {
	n := int64(10_000_000)
	if testing.Short() {
		n = 100_000
	}
	for _, s := range subjects() {
		t.Run(s.mnemonic, func(t *testing.T) {
			r := compare(s, job{n: n, seed: 1, workers: runtime.GOMAXPROCS(0)})
			require.Zero(t, r.differing, r.example)
			require.GreaterOrEqual(t, r.count, n)
		})
	}
}

// TestDiffers gives a function the code of another one, whose bits are not the same.
func TestDiffers(t *testing.T) {
	portable := simd.Implementations()[0].Kernels
	s := subject{
		mnemonic: "go_exp.f64", in: []optab.Type{optab.F64}, out: optab.F64, from: -1, to: 1,
		math: portable["go_exp.f64"], codes: []code{{"ours", portable["exp.f64"]}},
	}
	r := compare(s, job{n: 10_000, seed: 1, workers: 2})
	require.Greater(t, r.differing, int64(100))
	require.Contains(t, r.String(), "ours gives 0x")
}

func TestRun(t *testing.T) {
	if !slices.ContainsFunc(subjects(), func(s subject) bool { return s.function == "Hypot" }) {
		t.Skip("no machine code here")
	}
	var out bytes.Buffer
	require.NoError(t, run([]string{"-n", "1e4", "Hypot"}, &out))
	require.Contains(t, out.String(), "| go_hypot.f64 | 7")
	require.ErrorContains(t, run([]string{"-n", "none"}, &out), "not a count")
	require.ErrorContains(t, run([]string{"Hyp"}, &out), `no machine code of a function "Hyp"`)
}
