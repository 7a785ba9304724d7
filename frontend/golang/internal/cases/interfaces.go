package cases

import (
	"cmp"
	"math"
)

// Interfaces whose dynamic type is known, and generic code.

type function interface{ F(x float64) float64 }

type poly struct{ c [3]float64 }

func (p poly) F(x float64) float64 { return p.c[0] + float64(x*(p.c[1]+float64(x*p.c[2]))) }

type sine struct{ calls int }

func (s *sine) F(x float64) float64 { s.calls++; return math.Floor(x) / 2 }

type scaled struct {
	function
	k float64
}

func (s scaled) F(x float64) float64 { return s.k * s.function.F(x) }

func trapeze(f function, a, b float64) float64 { return (b - a) / 2 * (f.F(a) + f.F(b)) }

func Interfaces(a, b, k float64) (float64, float64, float64, int) {
	p := poly{[3]float64{k, 1, 2}}
	s := &sine{}
	t := scaled{s, k}
	return trapeze(p, a, b), trapeze(s, a, b), trapeze(t, a, b), s.calls
}

func kind(x any) int {
	switch x := x.(type) {
	case nil:
		return 0
	case int:
		return x + 1
	case float64, float32:
		return 2
	case function:
		return int(math.Min(100, math.Abs(x.F(1))))
	case [2]int:
		return x[0]
	}
	return -1
}

func TypeSwitch(x float64, n int, a [2]int) (int, int, int, int, int, int) {
	return kind(n), kind(x), kind(poly{[3]float64{1, 2, 3}}), kind(a), kind(nil), kind(uint8(3))
}

func Assertions(x float64, n int) (float64, int, bool, bool) {
	var v any = x
	f := v.(float64)
	_, isInt := v.(int)
	v = n
	k, ok := v.(int)
	_, isF := v.(function)
	return f, k, ok && !isInt, isF
}

type stack[T any] struct {
	data [6]T
	n    int
}

func (s *stack[T]) push(x T) bool {
	if s.n == len(s.data) {
		return false
	}
	s.data[s.n] = x
	s.n++
	return true
}

func (s *stack[T]) pop() (x T, ok bool) {
	if s.n == 0 {
		return x, false
	}
	s.n--
	return s.data[s.n], true
}

func Stacks(n uint8, x float64, v [2]int8) (float64, int8, bool) {
	var fs stack[float64]
	vs := new(stack[[2]int8])
	for i := range int(n % 8) {
		fs.push(x + float64(i))
		vs.push([2]int8{v[0] + int8(i), v[1]})
	}
	f, ok := fs.pop()
	w, _ := vs.pop()
	_, ok2 := vs.pop()
	return f, w[0], ok != ok2
}

type floating interface{ ~float64 | ~float32 }

func hypotenuse[T floating](x, y T) T { return T(math.Sqrt(float64(T(x*x) + T(y*y)))) }

func largest[T cmp.Ordered](xs ...T) (m T) {
	for i, x := range xs {
		if i == 0 || x > m {
			m = x
		}
	}
	return m
}

func Orders(a, b float64, c, d float32, i, j int8) (float64, float32, int8, float32, int) {
	return largest(a, b, 1), largest(c, d), largest(i, j), hypotenuse(c, d), cmp.Compare(a, b)
}

func mapped[T, U any](xs []T, out []U, f func(T) U) []U {
	for i, x := range xs {
		out[i] = f(x)
	}
	return out[:len(xs)]
}

func reduce[T any](xs []T, z T, f func(T, T) T) T {
	for _, x := range xs {
		z = f(z, x)
	}
	return z
}

func Mapped(a [4]int, k int) (float64, int) {
	var buf [8]float64
	fs := mapped(a[:], buf[:], func(i int) float64 { return float64(i + k) })
	return reduce(fs, 0, func(x, y float64) float64 { return x + y }),
		reduce(a[1:3], 1, func(x, y int) int { return x * y })
}

type ring[T floating] struct {
	buf  [4]T
	head int
}

func (r *ring[T]) put(x T) {
	r.buf[r.head&3] = x
	r.head++
}

func (r ring[T]) mean() (m T) {
	for _, x := range r.buf {
		m += x
	}
	return m / T(len(r.buf))
}

type putter[T any] interface{ put(T) }

func fill[T floating](p putter[T], xs ...T) {
	for _, x := range xs {
		p.put(x)
	}
}

func Rings(a, b, c float64, d float32) (float64, float32) {
	var r ring[float64]
	fill(&r, a, b, c, a, b)
	var q ring[float32]
	fill[float32](&q, d, 1)
	return r.mean(), q.mean()
}

type gradient interface {
	function
	Grad(x float64) float64
}

func (p poly) Grad(x float64) float64 { return p.c[1] + float64(2*p.c[2]*x) }

func minimise(f function, x float64) float64 {
	g, ok := f.(gradient)
	for range 5 {
		if ok {
			x -= float64(0.1 * g.Grad(x))
		} else {
			x -= f.F(x)
		}
	}
	return x
}

func Capabilities(x, k float64) (float64, float64) {
	return minimise(poly{[3]float64{1, k, 1}}, x), minimise(&sine{}, x)
}

type shape int

func (s shape) Area(x float64) float64 {
	if s == 0 {
		return x * x
	}
	return x
}

func areas(x float64, list ...interface{ Area(float64) float64 }) (s float64) {
	for i := range list {
		_ = i
	}
	return list[0].Area(x)
}

func Lists(x float64) float64 { return areas(x, shape(0)) }

type manner struct {
	lo int
	hi [4]bool
	m  [2][2]float64
}

func (v manner) mix(a float64) float64 {
	t := a + float64(v.lo) + v.m[1][0]
	if v.hi[2] {
		t++
	}
	return t
}

type mixer interface{ mix(float64) float64 }

type mixes struct {
	s mixer
	n int
}

// HeldArrays has interfaces that hold arrays, in variables that function
// literals see and in arrays of structures.
func HeldArrays(x float64, n int) float64 {
	var s mixer = manner{n, [4]bool{2: n > 2}, [2][2]float64{1: {x}}}
	f := func() float64 { return s.mix(x) }
	s = manner{n + 1, [4]bool{2: n < 2}, [2][2]float64{1: {2 * x}}}
	h := mixes{manner{lo: n, hi: [4]bool{2: true}}, 2}
	hs := [2]mixes{h, {manner{lo: 3, m: [2][2]float64{1: {2 * x}}}, 4}}
	hs[n&1].n++
	hs[0].s = hs[1].s
	hs[1].s = manner{}
	return f() + s.mix(1) + h.s.mix(x) + hs[0].s.mix(1) + hs[1].s.mix(2) + float64(hs[0].n)
}
