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
	if sum(1+0x1p-30, 1-0x1p-30, -1) != 0 {
		t.Skip("this build fuses products into sums, and so has another package math")
	}
	n := int64(10_000_000)
	if testing.Short() {
		n = 100_000
	}
	for _, s := range subjects() {
		t.Run(s.mnemonic, func(t *testing.T) {
			r := compare(s, job{n: n, seed: 1, workers: runtime.GOMAXPROCS(0)})
			require.Zero(t, r.differing, r.example)
			require.GreaterOrEqual(t, r.count, s.count(n))
		})
	}
}

// sum returns x·y + z as the compiler makes it.
//
//go:noinline
func sum(x, y, z float64) float64 { return x*y + z }

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
	err := run([]string{"-n", "1e4", "Hypot"}, &out)
	require.Contains(t, out.String(), "| go_hypot.f64 | 7")
	if err != nil {
		require.ErrorContains(t, err, "1 functions differ") // in builds that fuse
	}
	require.ErrorContains(t, run([]string{"-n", "none"}, &out), "not a count")
	require.ErrorContains(t, run([]string{"Hyp"}, &out), `no machine code of a function "Hyp"`)
}
