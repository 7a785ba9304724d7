package cases

import "math"

// Memory that goes through calls and loops.

// Jacobi swaps two buffers.
func Jacobi(a [6]float64, n uint8) (float64, [6]float64) {
	var b [6]float64
	cur, next := a[:], b[:]
	for range int(n % 6) {
		for i := range next {
			l, r := cur[max(i-1, 0)], cur[min(i+1, 5)]
			next[i] = (l + r) / 2
		}
		cur, next = next, cur
	}
	return cur[2] - next[3], a
}

type workspace struct {
	x, y []float64
	n    int
}

func newWorkspace(buf []float64) workspace {
	h := len(buf) / 2
	return workspace{x: buf[:h], y: buf[h:], n: h}
}

func (w workspace) axpy(k float64) float64 {
	s := 0.0
	for i := range w.n {
		w.y[i] += float64(k * w.x[i])
		s += w.y[i]
	}
	return s
}

func (w *workspace) shrink() *workspace {
	w.x, w.y = w.x[1:], w.y[1:]
	w.n--
	return w
}

func Workspaces(k float64, a [8]float64) (float64, float64, [8]float64) {
	w := newWorkspace(a[:])
	v := w
	s := w.axpy(k)
	t := w.shrink().shrink().axpy(2)
	return s + float64(v.n), t + float64(w.n), a
}

func makePair(n int, x float64) ([]float64, []float64) {
	a, b := make([]float64, 4), make([]float64, 4)
	for i := range min(n, 4) {
		a[i], b[i] = x, float64(i)
	}
	return a, b
}

// MadeTwice calls what makes memory twice; the second is not the first.
func MadeTwice(x, y float64, n uint8) (float64, float64) {
	a, b := makePair(int(n), x)
	c, d := makePair(2, y)
	c[0] = 7
	a[1] += c[1]
	d[1]++
	return a[0] + a[1] + c[0], b[1] + d[1]
}

// MadeInLoop makes memory in each round, and uses it there.
func MadeInLoop(x float64, n uint8) (s float64) {
	for i := range int(n % 7) {
		a, b := makePair(i, x)
		s += a[0] + b[2]
		t := [3]int{1: i}
		p := &t[i%3]
		*p += 5
		s += float64(t[0] + t[1] + t[2])
	}
	return s
}

func build(depth int, out []int) []int {
	if depth == 0 {
		return out[:0]
	}
	r := build(depth-1, out)
	r = r[:len(r)+1]
	r[len(r)-1] = depth * depth
	return r
}

func BuiltBack(n uint8) (int, int) {
	var buf [9]int
	r := build(int(n%11), buf[:])
	s := 0
	for i, v := range r {
		s += i * v
	}
	return len(r), s
}

func ping(p *[2]int, n int) int {
	if n <= 0 {
		return p[0]
	}
	p[0]++
	return pong(p, &p[1], n-1)
}

func pong(p *[2]int, q *int, n int) int {
	if n <= 0 {
		return *q
	}
	*q += p[0]
	return ping(p, n-2)
}

func PingPong(a [2]int, n uint8) (int, [2]int) {
	r := ping(&a, int(n%20))
	return r, a
}

type machine struct {
	f     func(float64) float64
	calls int
	best  struct {
		x, y float64
		ok   bool
	}
}

func (m *machine) eval(x float64) float64 {
	m.calls++
	y := m.f(x)
	if !m.best.ok || y < m.best.y {
		m.best.x, m.best.y, m.best.ok = x, y, true
	}
	return y
}

func golden(m *machine, a, b float64) float64 {
	const r = 0.6180339887498949
	for range 6 {
		c, d := b-float64(r*(b-a)), a+float64(r*(b-a))
		if m.eval(c) < m.eval(d) {
			b = d
		} else {
			a = c
		}
	}
	return (a + b) / 2
}

func Golden(a, b, k float64) (float64, float64, int) {
	m := machine{f: func(x float64) float64 { return math.Abs(x - k) }}
	return golden(&m, a, b), m.best.x, m.calls
}

func fill2(dst *[4]int, src *[4]int) {
	for i := range dst {
		dst[i] = src[3-i]
	}
}

// SelfFill reads and writes the same array through two parameters.
func SelfFill(a, b [4]int) ([4]int, [4]int) {
	fill2(&a, &b)
	fill2(&b, &b)
	return a, b
}

func addSquares(xs []int, n int) []int {
	for i := range n {
		xs = append(xs, i*i)
	}
	return xs
}

func Appends(n uint8) (int, int) {
	var buf [10]int
	xs := addSquares(buf[:0], int(n%11))
	ys := append(xs[:len(xs)/2], 100)
	return len(xs) + ys[len(ys)-1], buf[0] + buf[5]
}

type torus [4][5]int8

func (g *torus) at(r, c int) *int8 { return &g[(r+4)%4][(c+5)%5] }

func (g *torus) neighbours(r, c int) (n int8) {
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			if dr != 0 || dc != 0 {
				n += *g.at(r+dr, c+dc) & 1
			}
		}
	}
	return n
}

func Life(a [4][5]int8) [4][5]int8 {
	g := torus(a)
	var next torus
	for r := range g {
		for c := range g[r] {
			switch n := g.neighbours(r, c); {
			case n == 3, n == 2 && *g.at(r, c)&1 == 1:
				*next.at(r, c) = 1
			}
		}
	}
	return next
}

// LateStore sees through a pointer what is stored after the closure was made.
func LateStore(x, y int) (int, int) {
	var a [2]int
	get := func(i int) int { return a[i] }
	p := &a
	p[0] = x
	first := get(0)
	p[1], a[0] = y, 3
	return first + get(0), get(1)
}

func counters(n int) (inc func(), get func() int) {
	c := n
	return func() { c++ }, func() int { return c }
}

// SharedCapture has two closures over one variable.
func SharedCapture(n int, k uint8) int {
	inc, get := counters(n)
	for range k % 9 {
		inc()
	}
	return get()
}

// LoopClosures calls, after the loop, what was made in the last round only.
func LoopClosures(a [4]int) (s int) {
	for i, x := range a {
		f := func(k int) int { x += k; return x + i }
		s += f(1) + f(2)
		for j := 0; j < 3; j++ {
			g := func() { s += j * x; j++ }
			if x > 3 {
				g()
				continue
			}
			g()
			g()
		}
	}
	return s
}

type option struct {
	name  string
	value float64
}

func withOptions(x float64, opts ...option) float64 {
	for _, o := range opts {
		if o.name == "scale" {
			x *= o.value
		} else {
			x += o.value
		}
	}
	return x
}

func Options(x, k float64) (float64, float64) {
	return withOptions(x, option{"scale", k}, option{"scale", 2}), withOptions(x)
}

type visitor interface{ visit(i, x int) bool }

type summing struct{ total, limit int }

func (s *summing) visit(i, x int) bool { s.total += i * x; return s.total < s.limit }

func visitAll(xs []int, v visitor) int {
	for i, x := range xs {
		if !v.visit(i, x) {
			return i
		}
	}
	return -1
}

func Visitors(a [5]int, limit int) (int, int) {
	s := &summing{limit: limit}
	i := visitAll(a[:], s)
	return i, s.total
}

// Permutations walks through all orders of an array.
func Permutations(a [4]int8) (int, int) {
	n, odd := 0, 0
	var walk func(k int)
	walk = func(k int) {
		if k == len(a) {
			n++
			if a[0] < a[3] {
				odd++
			}
			return
		}
		for i := k; i < len(a); i++ {
			a[k], a[i] = a[i], a[k]
			walk(k + 1)
			a[k], a[i] = a[i], a[k]
		}
	}
	walk(0)
	return n, odd
}

func subsets(xs []int, i, left int, chosen []int, count *int) {
	if left == 0 {
		*count++
		return
	}
	if i == len(xs) || left < 0 {
		return
	}
	n := len(chosen)
	subsets(xs, i+1, left-xs[i], append(chosen, xs[i]), count)
	subsets(xs, i+1, left, chosen[:n], count)
}

func Subsets(a [5]uint8, left uint8) int {
	var xs, buf [5]int
	for i, x := range a {
		xs[i] = int(x%7) + 1
	}
	n := 0
	subsets(xs[:], 0, int(left%20), buf[:0], &n)
	return n
}

// LateNil has a slice that is nil in the first round.
func LateNil(a [3]int, n uint8) (s int) {
	var last []int
	for i := range int(n % 5) {
		if last != nil {
			s += last[i%3]
		}
		if i == 3 {
			s += len(last)
		}
		last = a[:]
	}
	return s
}
