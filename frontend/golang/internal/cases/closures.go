package cases

import "math"

// Function values that are known when compiling.

func newton(f, df func(float64) float64, x float64) (float64, int) {
	for i := range 20 {
		d := df(x)
		if d == 0 {
			return x, -1
		}
		step := f(x) / d
		x -= step
		if step > -1e-9 && step < 1e-9 {
			return x, i
		}
	}
	return x, 20
}

func cube(x float64) float64  { return x * x * x }
func dcube(x float64) float64 { return 3 * x * x }

func Newton(x, a float64) (float64, int, float64, int) {
	r, n := newton(cube, dcube, x)
	s, m := newton(func(x float64) float64 { return float64(x*x) - a }, func(x float64) float64 { return 2 * x }, x)
	return r, n, s, m
}

func compose(f, g func(float64) float64) func(float64) float64 {
	return func(x float64) float64 { return f(g(x)) }
}

func Composed(x, k float64) (float64, float64) {
	twice := func(x float64) float64 { return 2 * x }
	h := compose(twice, compose(math.Sqrt, func(x float64) float64 { return x + k }))
	k = 100
	return h(x), compose(math.Abs, math.Floor)(x)
}

func counterFrom(n int) func() int {
	return func() int {
		n++
		return n
	}
}

func Counters(n int) (int, int, int) {
	a, b := counterFrom(n), counterFrom(10)
	a()
	a()
	b()
	return a(), b(), n
}

func LoopVariables(a [3]int) (int, int) {
	var fs [3]int
	add := func(i, v int) { fs[i] += v }
	for i, v := range a {
		add(i, v)
		inner := func() int { i++; return i * v }
		k := i
		fs[k] += inner()
		add(0, i)
		if i == 3 {
			break
		}
	}
	s := 0
	for i, p := 0, new(int); i < 7; i++ {
		f := func() { s += i; i++ }
		f()
		if *p += i; a[0] > 3 && i > 3 {
			continue
		}
		s += *p
		step(&i)
	}
	return fs[0] + 10*fs[1] + 100*fs[2], s
}

func step(p *int) { *p++ }

func NamedByClosure(x int) (r int, err bool) {
	set := func(v int, e bool) {
		r, err = v, e
	}
	if x < 0 {
		set(-x, true)
		return
	}
	set(1, false)
	return r + x, err
}

func RecursiveClosure(n uint8) (int, int) {
	calls := 0
	var fib func(n int) int
	fib = func(n int) int {
		calls++
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	}
	return fib(int(n % 9)), calls
}

func MethodValues(x, k float64) (float64, float64, float64) {
	v := vec2{x, k}
	f := v.norm1
	v.X = 0
	g := (&v).scale
	g(3)
	h := vec2.norm1
	s := (*vec2).scale
	s(&v, 2)
	return f(), h(v), apply2((*vec2).sumWith, &v, k)
}

func (v vec2) norm1() float64             { return math.Abs(v.X) + math.Abs(v.Y) }
func (v *vec2) sumWith(k float64) float64 { return v.X + v.Y + k }

func apply2(f func(*vec2, float64) float64, v *vec2, k float64) float64 { return f(v, k) }

type options struct {
	f    func(float64) float64
	tol  float64
	maxN int
}

func bisect(o options, a, b float64) (float64, bool) {
	fa := o.f(a)
	if fa*o.f(b) > 0 {
		return 0, false
	}
	for range o.maxN {
		m := a + (b-a)/2
		fm := o.f(m)
		if math.Abs(fm) < o.tol {
			return m, true
		}
		if (fm < 0) == (fa < 0) {
			a, fa = m, fm
		} else {
			b = m
		}
	}
	return a, false
}

func Bisect(c, lo, hi float64) (float64, bool) {
	return bisect(options{f: func(x float64) float64 { return float64(x*x) - c }, tol: 1e-6, maxN: 30}, lo, hi)
}

type system func(t float64, y, dy []float64)

func rk4(f system, t, h float64, y []float64) {
	var k [4][2]float64
	var tmp [2]float64
	f(t, y, k[0][:])
	for i, c := range [3]float64{0.5, 0.5, 1} {
		for j := range y {
			tmp[j] = y[j] + float64(h*c*k[i][j])
		}
		f(t+float64(c*h), tmp[:], k[i+1][:])
	}
	for j := range y {
		y[j] += float64(h / 6 * (k[0][j] + float64(2*k[1][j]) + float64(2*k[2][j]) + k[3][j]))
	}
}

func Oscillator(x, v, w float64) (float64, float64) {
	y := [2]float64{x, v}
	evals := 0.0
	f := func(t float64, y, dy []float64) {
		evals++
		dy[0] = y[1]
		dy[1] = -w * y[0]
	}
	for i := range 5 {
		rk4(f, float64(float64(i)*0.1), 0.1, y[:])
	}
	return y[0] + evals, y[1]
}

func each(xs []int, f func(i, x int) bool) {
	for i, x := range xs {
		if !f(i, x) {
			return
		}
	}
}

func Callbacks(a [6]int, stop int) (sum, last int) {
	each(a[:], func(i, x int) bool {
		if x == stop {
			return false
		}
		sum += x
		last = i
		each(a[:i], func(_, y int) bool { sum -= y; return y != 3 })
		return true
	})
	return
}

func RangeFunc(n uint8, stop int) (s int) {
	count := func(yield func(int, int) bool) {
		for i := range int(n % 10) {
			if !yield(i, i*i) {
				return
			}
		}
	}
	for i, sq := range count {
		if i == 2 {
			continue
		}
		if sq > stop {
			break
		}
		s += sq
	}
	return s
}

func Immediate(x int) int {
	y := func(k int) int {
		x += k
		return x * 2
	}(3)
	return x + y
}

// Chosen calls one of two functions, each known where it is called.
func Chosen(x float64, up bool) float64 {
	if up {
		return apply1(math.Ceil, x)
	}
	return apply1(math.Floor, x)
}

func apply1(f func(float64) float64, x float64) float64 { return f(x) }

func integrate(f func(float64) float64, a, b float64, depth int) float64 {
	m := (a + b) / 2
	coarse := float64((b - a) * f(m))
	fine := float64((b-a)/2*f((a+m)/2)) + float64((b-a)/2*f((m+b)/2))
	if d := fine - coarse; depth == 0 || d > -1e-3 && d < 1e-3 {
		return fine
	}
	return integrate(f, a, m, depth-1) + integrate(f, m, b, depth-1)
}

func AdaptiveClosure(a, b, k float64) (float64, int) {
	n := 0
	s := integrate(func(x float64) float64 {
		n++
		return k / (1 + float64(x*x))
	}, a, b, 5)
	return s, n
}

// FuncTable has one function in all places.
func FuncTable(x float64, n uint8) float64 {
	fs := [...]func(float64) float64{math.Sqrt, math.Sqrt}
	return fs[n%2](x) + fs[0](x+1)
}

func shadow(x int) (r int) {
	r = 1
	if r := x; r > 2 {
		f := func() { r++ }
		f()
		x = r
	}
	{
		r, x := x, r
		r += x
	}
	return r + x
}

func Shadowing(x int) int { return shadow(x) + shadow(3) }

// Closures over what each round of a loop makes, in loops that are left early
// or come again: what a round made is out of reach when the next one makes it.

func RoundClosures(n uint8, skip bool) (sum int) {
	weights := [3]int{1, 10, 100}
outer:
	for j := range int(n % 4) {
		for k := 0; k < j; k++ {
			get := func() int { return weights[k] + j }
			twice := func() int { return 2 * get() }
			sum += twice()
			var q int
			if skip {
				at := &q
				add := func() { *at += k + 1 }
				add()
				sum += q
				continue
			}
			for range k {
				break outer
			}
		}
	}
	return sum
}
