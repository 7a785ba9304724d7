package gomath

import "math"

// MaxOrder is the greatest order for which Jn and Yn have the Bessel functions, and the least
// one negated: lanes take a round for each order on the way, and so many together. For orders
// beyond it they give those of order 0.
const MaxOrder = 1 << 16

// InlineOrder is the greatest order for which they are part of other code, which counts each of
// them as if it took so many rounds.
const InlineOrder = 1 << 9

// beyondInline reports whether an order is beyond it.
func beyondInline(n int64) bool { return uint64(n)+InlineOrder > 2*InlineOrder }

// besselFar is the argument from which all orders up to its root are waves alone.
const besselFar = 1 << 302

// Jn returns the Bessel function of the first kind of x, of order n, by FreeBSD's msun (e_jn.c,
// Sun Microsystems 1993): up to the order |x| from the orders 0 and 1, beyond it from a
// continued fraction down, and for tiny x by the first term of the series.
func Jn(x float64, n int64) float64 {
	order, phase := besselOrder(n)
	a := abs(x)
	j0, j1 := besselJ01(a)
	negative := sel(n < 0, -x, x) < 0
	r := sel(order == 0, j0, sel(negative && a >= 0x1p-27, -j1, j1))
	if order >= 2 {
		up := order <= a
		r = besselUpJ(sel(up && a < besselFar, order, 0), a, j0, j1)
		if a >= besselFar {
			r = besselWave(phase, a)
		}
		if !up {
			down := a >= 0x1p-29
			r = besselDownJ(sel(down && order > a, order, 0), a, j0)
			r = sel(down, r, besselTiny(sel(down || order > 33, 0, order), a))
		}
		r = sel(negative && phase&1 != 0, -r, r)
	}
	r = sel(order != 0 && x == 0 || a > math.MaxFloat64, 0, r)
	return sel(x == x, r, x)
}

// Yn returns the Bessel function of the second kind of x, of order n, from the orders 0 and 1.
func Yn(x float64, n int64) float64 {
	order, phase := besselOrder(n)
	y0, y1 := besselY01(x)
	r := sel(order == 0, y0, y1)
	if order >= 2 {
		last := sel(x < besselFar, order, 0)
		before := y0
		r = y1
		i := 1.0
		for i < last && r >= -math.MaxFloat64 {
			before, r = r, ((i+i)/x)*r-before
			i = i + 1
		}
		if x >= besselFar {
			r = besselWave(phase+1, x)
		}
	}
	r = sel(n < 0 && phase&1 != 0, -r, r)
	return sel(x > math.MaxFloat64, 0, r)
}

// besselOrder returns the magnitude of n and its last two bits.
func besselOrder(n int64) (order float64, phase uint64) {
	m := sel(uint64(n)+MaxOrder > 2*MaxOrder, 0, sel(n < 0, -n, n))
	return from64(uint64(m)|0x433<<52) - 0x1p52, uint64(m) & 3
}

// besselJ01 returns J0 and J1 of a ≥ 0.
func besselJ01(a float64) (j0, j1 float64) {
	j0 = besselNearJ0(a)
	j1 = besselNearJ1(a)
	if a >= 2 {
		j0 = besselWaveJ0(a)
		j1 = besselWaveJ1(a)
	}
	return j0, j1
}

// besselY01 returns Y0 and Y1 of x.
func besselY01(x float64) (y0, y1 float64) {
	y0 = besselNearY0(x)
	y1 = besselNearY1(x)
	if x >= 2 {
		y0 = besselWaveY0(x)
		y1 = besselWaveY1(x)
	}
	return y0, y1
}

// besselWave returns the Bessel function of the first kind of x ≥ besselFar, where only the
// last two bits of the order count. That of the second kind is the one of the next order.
func besselWave(phase uint64, x float64) float64 {
	s, c := sincos(x)
	even := sel(phase&2 == 0, c+s, -c-s)
	odd := sel(phase&2 == 0, s-c, c-s)
	return besselScaled(sel(phase&1 == 0, even, odd), x)
}

// besselUpJ goes from orders 0 and 1 up, which is stable up to the order x.
func besselUpJ(order, x, j0, j1 float64) float64 {
	before, r := j0, j1
	i := 1.0
	for i < order {
		before, r = r, r*((i+i)/x)-before
		i = i + 1
	}
	return r
}

// besselTiny returns (x/2)^order divided by the factorial of order, 2 ≤ order ≤ 33, and 0 for
// order 0.
func besselTiny(order, x float64) float64 {
	half := x * 0.5
	power := half
	factorial := 1.0
	i := 2.0
	for i <= order {
		factorial = factorial * i
		power = power * half
		i = i + 1
	}
	return sel(order == 0, 0, power/factorial)
}

// besselDownJ finds the quotient of the functions of an order and of the one before by a
// continued fraction, goes down from there to order 0, and scales by what is known of that.
// Where the order is 0 it does nothing.
func besselDownJ(order, x, j0 float64) float64 {
	twice := order + order
	h := 2 / x
	w := twice / x
	// How many terms: up to order 512 there are 61 at the most, and up to MaxOrder 290.
	k := 1.0
	z := w + h
	before, q := w, w*z-1
	for order > 0 && q < 1e9 && k < 400 {
		k = k + 1
		z = z + h
		before, q = q, z*q-before
	}
	t := 0.0
	i := 2 * (order + k)
	for order > 0 && i >= twice {
		t = 1 / (i/x - t)
		i = i - 2
	}
	high := !(order*Log(abs(h*order)) < besselOverflow)
	above, b := t, 1.0
	i = order - 1
	for i > 0 {
		above, b = b, b*(i+i)/x-above
		if high && b > 1e100 {
			above = above / b
			t = t / b
			b = 1
		}
		i = i - 1
	}
	return t * j0 / b
}

// besselOverflow is the logarithm of about the greatest number.
const besselOverflow = 7.09782712893383973096e+02
