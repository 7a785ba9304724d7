package cases

import "math"

func Fib(n int) int {
	n %= 15
	return fib(n)
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func Even(n uint8) bool {
	if n == 0 {
		return true
	}
	return odd(n - 1)
}

func odd(n uint8) bool {
	if n == 0 {
		return false
	}
	return Even(n - 1)
}

func Ackermann(m, n uint8) uint64 { return ackermann(uint64(m%3), uint64(n%6)) }

func ackermann(m, n uint64) uint64 {
	switch {
	case m == 0:
		return n + 1
	case n == 0:
		return ackermann(m-1, 1)
	}
	return ackermann(m-1, ackermann(m, n-1))
}

func Tak(x, y, z int8) int { return tak(int(x%5), int(y%5), int(z%5)) }

func tak(x, y, z int) int {
	if y >= x {
		return z
	}
	return tak(tak(x-1, y, z), tak(y-1, z, x), tak(z-1, x, y))
}

func Queens(n uint8) int {
	n = n%6 + 1
	return place(1<<n-1, 0, 0, 0)
}

func place(all, cols, left, right uint32) int {
	if cols == all {
		return 1
	}
	count := 0
	free := all &^ (cols | left | right)
	for free != 0 {
		bit := free & -free
		free ^= bit
		count += place(all, cols|bit, (left|bit)<<1, (right|bit)>>1)
	}
	return count
}

func Integrate(a, b float64) float64 {
	if math.IsNaN(a) || math.IsNaN(b) || math.Abs(a) > 100 || math.Abs(b) > 100 {
		return 0
	}
	m := (a + b) / 2
	fa, fm, fb := wave(a), wave(m), wave(b)
	return adapt(a, b, fa, fm, fb, simpson(a, b, fa, fm, fb), 1e-6, 8)
}

func wave(x float64) float64 { return float64(math.Exp(-x*x/100) * math.Cos(5*x)) }

func simpson(a, b, fa, fm, fb float64) float64 {
	return float64((b - a) / 6 * (fa + float64(4*fm) + fb))
}

func adapt(a, b, fa, fm, fb, whole, eps float64, depth int) float64 {
	m := (a + b) / 2
	lm, rm := (a+m)/2, (m+b)/2
	flm, frm := wave(lm), wave(rm)
	left, right := simpson(a, m, fa, flm, fm), simpson(m, b, fm, frm, fb)
	delta := left + right - whole
	if depth == 0 || math.Abs(delta) <= float64(15*eps) {
		return left + right + delta/15
	}
	return adapt(a, m, fa, flm, fm, left, eps/2, depth-1) + adapt(m, b, fm, frm, fb, right, eps/2, depth-1)
}

func Split(n int16) (int, int) {
	n %= 12
	return split(int(n))
}

func split(n int) (lo, hi int) {
	if n <= 1 {
		return n, n * 2
	}
	a, b := split(n - 1)
	c, _ := split(n - 2)
	return b + c, a
}

func Swapped(a, b int, n uint8) int { return swapped(a, b, n%10) }

func swapped(a, b int, n uint8) int {
	if n == 0 {
		return a - b
	}
	return swapped(b, a+1, n-1)
}

func Deep(x int, n uint16) int {
	if n%200 == 0 {
		return x
	}
	return Deep(x+int(n), n-1) ^ x
}

func Statement(x int) int {
	check(x)
	check(x + 1)
	return x * 2
}

func check(x int) {
	if x == 13 {
		panic("thirteen")
	}
}

// LobattoClosure is a recursion of six calls with constants at its ends, in a closure, over an integrand that is one.
func LobattoClosure(x, k float64) float64 {
	f := func(t float64) float64 { return math.Sin(k * t * t) }
	al, be := math.Sqrt(2.0/3), 1/math.Sqrt(5)
	var part func(a, b, fa, fb, tol float64, depth int) float64
	part = func(a, b, fa, fb, tol float64, depth int) float64 {
		h, m := (b-a)/2, (a+b)/2
		far, near := float64(al*h), float64(be*h)
		mll, ml, mr, mrr := m-far, m-near, m+near, m+far
		fmll, fml, fm, fmr, fmrr := f(mll), f(ml), f(m), f(mr), f(mrr)
		i2 := float64(h / 6 * (fa + fb + float64(5*(fml+fmr))))
		i1 := float64(h / 1470 * (float64(77*(fa+fb)) + float64(432*(fmll+fmrr)) + float64(625*(fml+fmr)) +
			float64(672*fm)))
		if depth == 0 || math.Abs(i1-i2) <= tol || mll <= a || b <= mrr {
			return i1
		}
		return part(a, mll, fa, fmll, tol, depth-1) + part(mll, ml, fmll, fml, tol, depth-1) +
			part(ml, m, fml, fm, tol, depth-1) + part(m, mr, fm, fmr, tol, depth-1) +
			part(mr, mrr, fmr, fmrr, tol, depth-1) + part(mrr, b, fmrr, fb, tol, depth-1)
	}
	return part(0, x, f(0), f(x), 1e-6, 2)
}

// TreePaths adds what all paths through a tree of seven levels give: half of the levels become straight code.
func TreePaths(x uint32) int32 { return treePaths(x, 0, 0) }

func treePaths(x uint32, row, column int) int32 {
	if row == 6 {
		return 0
	}
	v := int32((x>>(uint(row+column)&31))&7) - 3
	return v + max(treePaths(x, row+1, column), treePaths(x*31+1, row+1, column+1))
}
