package main

import (
	"flag"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

var slow = flag.Bool("slow", false, "check the families that take long, too")

// The committed files are what the specifications give.
func TestCommitted(t *testing.T) {
	root, err := moduleRoot()
	require.NoError(t, err)
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			if len(f.items) == 0 {
				t.Skip("the family is empty")
			}
			if f.slow && !*slow {
				t.Skip("takes long; run with -slow")
			}
			want, err := f.generate()
			require.NoError(t, err)
			got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f.path())))
			require.NoError(t, err)
			require.Equal(t, string(want), string(got), "stale; run go run ./internal/coeff %s", f.name)
		})
	}
}

// Of all polynomials of degree n-1, the one nearest to xⁿ on [-1, 1] is 2^(1-n)
// off: the rest is Chebyshev's polynomial.
func TestFitOfAPower(t *testing.T) {
	for n := 1; n <= 20; n++ {
		p, err := newProblem(func(x *big.Float) *big.Float { return power(x, n) }, absolute, -1, 1, powers(0, 1, n-1))
		require.NoError(t, err)
		_, worst, err := p.fit()
		require.NoError(t, err)
		require.InEpsilon(t, math.Pow(2, float64(1-n)), worst, 0.005, "n = %d", n)
	}
}

// Errors of best approximations that have been published: of e^x on [-1, 1] by
// lines, parabolas and cubics, and of |x| = √x², x ≥ 0, as an even polynomial.
func TestFitOfFunctions(t *testing.T) {
	root := func(x *big.Float) *big.Float { return highprec.Sqrt(x) }
	for _, c := range []struct {
		name     string
		f        highprec.Func
		from, to float64
		powers   []int
		want     float64
	}{
		{"exp", highprec.Exp, -1, 1, powers(0, 1, 1), 0.278802},
		{"exp", highprec.Exp, -1, 1, powers(0, 1, 2), 0.045017},
		{"exp", highprec.Exp, -1, 1, powers(0, 1, 3), 0.005528},
		// √x by a line on [0, 1]: 1/8 + x.
		{"sqrt", root, 0, 1, powers(0, 1, 1), 0.125},
		// Odd powers on one half: the same as all of them on both.
		{"sin", highprec.Sin, 0, 1, powers(1, 2, 3), 0.000498},
		{"sin", highprec.Sin, -1, 1, powers(0, 1, 4), 0.000498},
	} {
		p, err := newProblem(c.f, absolute, c.from, c.to, c.powers)
		require.NoError(t, err, c.name)
		_, worst, err := p.fit()
		require.NoError(t, err, c.name)
		require.InEpsilon(t, c.want, worst, 0.005, "%s with powers %v", c.name, c.powers)
	}
}

// What cannot be fitted is refused with a reason.
func TestBadProblems(t *testing.T) {
	for _, c := range []struct {
		from, to float64
		powers   []int
		why      string
	}{
		{1, 1, powers(0, 1, 1), "no interval"},
		{0, 1, nil, "no powers"},
		{0, 1, []int{1, 0}, "do not ascend"},
		{-1, 1, powers(0, 2, 4), "across zero"},
	} {
		_, err := newProblem(highprec.Exp, absolute, c.from, c.to, c.powers)
		require.ErrorContains(t, err, c.why)
	}
}

// Rounded coefficients have their size, given ones their value, and refitting
// the later ones beats rounding all at once.
func TestFitRounded(t *testing.T) {
	p := poly{f: highprec.Exp, from: -0.35, to: 0.35, powers: powers(0, 1, 5), single: true,
		fixed: map[int]float64{1: 1}, pairs: []int{2}}
	c, ideal, achieved, err := p.solve()
	require.NoError(t, err)
	require.Len(t, c, 6)
	for _, c := range c {
		for _, part := range c.parts {
			require.LessOrEqual(t, part.MinPrec(), uint(24))
		}
	}
	require.Equal(t, "1", c[1].parts[0].String())
	require.Len(t, c[2].parts, 2)
	require.Greater(t, achieved, ideal)
	require.Less(t, achieved, ideal+0x1p-25)
}

// The parts of a number add up to it, and each has its size.
func TestCut(t *testing.T) {
	parts := cut(highprec.Pi(fitPrec), []int{33, 33, 53})
	require.Len(t, parts, 3)
	for i, bits := range []uint{33, 33, 53} {
		require.LessOrEqual(t, parts[i].MinPrec(), bits)
	}
	rest, _ := highprec.Sub(highprec.Pi(fitPrec), total(parts)).Float64()
	require.Less(t, math.Abs(rest), 0x1p-117)
}
