package main

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

var withMPFR = flag.Bool("mpfr", false, "measure 10^6 arguments a function against MPFR")

// Every function stays within its stated bound.
func TestBounds(t *testing.T) {
	j := job{n: 3000, seed: 7, workers: 1}
	if testing.Short() {
		j.n = 500
	}
	if *withMPFR {
		program, err := buildMPFR(t.TempDir())
		require.NoError(t, err)
		j = job{n: 1e6, seed: 7, workers: 2, program: program}
	}
	for _, s := range subjects(table, false) {
		t.Run(s.label, func(t *testing.T) {
			r, err := measure(&s, j)
			require.NoError(t, err)
			require.NotZero(t, r.count)
			require.LessOrEqual(t, r.worst.ulps, s.limit(), "at %x, %x: %x instead of %x%+g ulp",
				r.worst.x, r.worst.y, r.worst.got, r.worst.want.near, r.worst.want.rest)
			t.Logf("%.3f ulp", r.worst.ulps)
		})
	}
}

// specials are arguments for which functions have results that are not rounded
// numbers.
var specials = []float64{
	0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1.5, -1.5,
	-2.5, 5, -5, 1e5, -1e5, 1e300, -1e300, 0x1p52, -0x1p52, 0x1p53 + 2, -0x1p53 - 2, 0x1p-1074, -0x1p-1074, 1000.5,
	-1000.5,
	-170.5, -171.5, -180.5, -20.5, 0x1.fffffffffffffp-1, -0x1.fffffffffffffp-1, 0x1.0000000000001p+0,
	-0x1.0000000000001p+0,
	math.MaxFloat64, -math.MaxFloat64,
}

// Where package math gives NaN, an infinity or a zero, or the argument is
// one, libm gives the same; float32 functions likewise.
func TestSpecialValues(t *testing.T) {
	for _, s := range subjects(table, false) {
		t.Run(s.label, func(t *testing.T) {
			for _, x := range specials {
				if !s.twoArguments() {
					s.requireSpecial(t, s.math(x), x, 0)
					continue
				}
				for _, y := range specials {
					s.requireSpecial(t, s.math2(x, y), x, y)
				}
			}
		})
	}
}

// requireSpecial compares the result for special arguments with package math's.
func (s *subject) requireSpecial(t *testing.T, want, x, y float64) {
	t.Helper()
	if s.isSingle() {
		if float64(float32(x)) != x && x == x || float64(float32(y)) != y && y == y {
			return // no float32
		}
		want = float64(float32(want))
	}
	got := s.call(x, y)
	plain := func(x float64) bool { return x != 0 && !math.IsInf(x, 0) && !math.IsNaN(x) }
	switch {
	case math.IsNaN(want):
		require.True(t, math.IsNaN(got), "(%v, %v): %v instead of NaN", x, y, got)
	case !plain(want):
		require.True(t, got == want && math.Signbit(got) == math.Signbit(want), "(%v, %v): %v instead of %v", x, y, got,
			want)
	case !plain(x) && (!s.twoArguments() || !plain(y)):
		require.Equal(t, want, got, "(%v, %v)", x, y)
	default:
		require.False(t, math.IsNaN(got) || math.IsInf(got, 0), "(%v, %v): %v instead of %v", x, y, got, want)
	}
}

// The worst cases are hard: a float64 or the middle of two is very near.
func TestWorstCases(t *testing.T) {
	near := func(a answer) float64 {
		d := math.Abs(a.rest)
		return -math.Log2(math.Min(d, 0.5-d))
	}
	for i := range table {
		r := &table[i]
		for k, x := range worstCases[r.name] {
			if r.name != "Exp" && r.name != "Log" && x > 0x1p800 {
				continue // hard to reduce, not to round
			}
			require.Greater(t, near(slowOracle{r}.answer(x)), 40.0, "%s, case %d: %x", r.name, k, x)
		}
	}
	pow := &table[len(table)-3]
	require.Equal(t, "Pow", pow.name)
	for _, p := range worstPairs[:4] {
		z := toAnswer(highprec.Pow(highprec.New(p[0], 300), highprec.New(p[1], 300)))
		require.Greater(t, near(z), 100.0, "%x", p)
	}
}

// The distance of results from true values.
func TestDistance(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		got  float64
		want answer
		ulps float64
	}{
		{1, answer{1, 0}, 0},
		{1, answer{1, 0.25}, 0.25},
		{1 + 0x1p-52, answer{1, 0.25}, 0.75},
		{1, answer{1, -0.125}, 0.25}, // the value is in the binade of small ulps
		{-1, answer{-1, 0.125}, 0.25},
		{-1, answer{-1, -0.125}, 0.125},
		{0, answer{0x1p-1074, 0.25}, 1.25},
		{0x1p-1021, answer{0x1p-1021, -0.25}, 0.5},
		{0x1p-1022, answer{0x1p-1022, -0.25}, 0.25}, // denormals have the same ulp
		{inf, answer{inf, inf}, 0},
		{1, answer{inf, inf}, inf},
		{-inf, answer{inf, inf}, inf},
		{nan, answer{nan, 0}, 0},
		{1, answer{nan, 0}, inf},
		{nan, answer{1, 0}, inf},
		{inf, answer{inf, 3}, 0},
		{math.MaxFloat64, answer{inf, -0.25}, 0.75},
		{inf, answer{math.MaxFloat64, 0.25}, 0.75},
		{math.MaxFloat64, answer{inf, 3}, 4},
	} {
		require.Equal(t, c.ulps, distance(c.got, c.want), "%v for %+v", c.got, c.want)
	}
	for _, c := range []struct {
		got  float32
		want answer
		ulps float64
	}{
		{1, answer{1, 0}, 0},
		{1 + 0x1p-23, answer{1, 0}, 1},
		{1, answer{1 + 0x1p-24, 0}, 0.5},
		{1, answer{1 - 0x1p-26, 0}, 0.25},
		{0, answer{0x1p-149, 0}, 1},
		{0, answer{0x1p-400, 0}, 0x1p-251},
		{float32(inf), answer{0x1p128, 0}, 0},
		{float32(inf), answer{0x1p500, 0}, 0},
		{math.MaxFloat32, answer{0x1p128, 0}, 1},
		{float32(inf), answer{math.MaxFloat32, 0}, 1},
		{float32(inf), answer{inf, inf}, 0},
		{float32(nan), answer{nan, 0}, 0},
	} {
		require.InDelta(t, c.ulps, distance32(c.got, c.want), 0x1p-50, "%v for %+v", c.got, c.want)
	}
}

// The two oracles agree, and package math's known weakness shows: its Log of
// denormals on amd64, its Sin of large arguments.
func TestOracles(t *testing.T) {
	if !*withMPFR {
		t.Skip("needs a C compiler and MPFR: run with -mpfr")
	}
	program, err := buildMPFR(t.TempDir())
	require.NoError(t, err)
	for i := range table {
		row := &table[i]
		t.Run(row.name, func(t *testing.T) {
			s := subject{row: row, label: row.name, f: row.math, f2: row.math2}
			width := 1
			if s.twoArguments() {
				width = 2
			}
			var list []float64
			for arguments := range (job{n: 200, seed: 3, workers: 1}).arguments(&s, 0) {
				list = append(list, arguments[:width]...)
			}
			high := make([]answer, len(list)/width)
			exact := make([]answer, len(high))
			require.NoError(t, slowOracle{row}.ask(list, high))
			p, err := start(program, row.oracleName(), "exact")
			require.NoError(t, err)
			require.NoError(t, p.ask(list, exact))
			require.NoError(t, p.close())
			for k := range high {
				arguments := list[k*width : (k+1)*width]
				if math.IsNaN(exact[k].near) {
					require.True(t, math.IsNaN(high[k].near), "%x", arguments)
					continue
				}
				require.Equal(t, exact[k].near, high[k].near, "%x", arguments)
				// With a zero among the arguments the slow oracle has package math's
				// value and no rest.
				if math.Abs(exact[k].rest) < 1 && !slices.Contains(arguments, 0) {
					require.InDelta(t, exact[k].rest, high[k].rest, 1e-9, "%x", arguments)
				}
			}
		})
	}
}

// Kernels are called with the arguments in their order. (That they give what
// their definitions do is a test of package simd.)
func TestKernels(t *testing.T) {
	list, err := choose(subjects(table, false), "Erf,ErfF32,Pow,PowF32", false)
	require.NoError(t, err)
	for _, s := range list {
		definition, err := s.evaluator(false)
		require.NoError(t, err)
		kernel, err := s.evaluator(true)
		require.NoError(t, err)
		width := 1
		if s.twoArguments() {
			width = 2
		}
		var arguments []float64
		for a := range (job{n: 100, seed: 5, workers: 1}).arguments(&s, 0) {
			arguments = append(arguments, a[:width]...)
		}
		want := make([]float64, len(arguments)/width)
		got := make([]float64, len(want))
		definition(arguments, want)
		kernel(arguments, got)
		for i := range want {
			require.True(t, got[i] == want[i] || math.IsNaN(got[i]) && math.IsNaN(want[i]), "%s%v: %v instead of %v",
				s.label, arguments[i*width:(i+1)*width], got[i], want[i])
		}
	}
}

// The command prints a table, and says what it does not know.
func TestCommand(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run([]string{"-highprec", "-n", "100", "-ref", "-func", "Cbrt"}, &out))
	require.Contains(t, out.String(), "| math.Cbrt | 100 |")
	require.ErrorContains(t, run([]string{"-func", "Quark"}, &out), `no function "Quark"`)
	require.ErrorContains(t, run([]string{"-n", "none"}, &out), "is not a count")
}

// The C program's source is where its comment says that it is built from.
func TestSourceEmbedded(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("mpfr", "oracle.c"))
	require.NoError(t, err)
	require.Equal(t, string(text), string(oracleSource))
}
