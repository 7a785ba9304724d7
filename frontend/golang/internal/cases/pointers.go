package cases

// Pointers that do not leave the lane: receivers, arguments, aliases.

type solver struct {
	steps   int
	tol     float64
	scratch [4]float64
	state   struct{ x, v float64 }
}

func (s *solver) init(tol float64) { s.tol = tol }

func (s *solver) push(x float64) {
	copy(s.scratch[1:], s.scratch[:3])
	s.scratch[0] = x
	s.steps++
}

func (s *solver) step(h float64) bool {
	s.state.x += float64(h * s.state.v)
	s.state.v -= float64(h * s.state.x)
	s.push(s.state.x)
	return s.state.x*s.state.x < s.tol
}

func (s solver) mean() (m float64) {
	for _, x := range s.scratch {
		m += x / 4
	}
	return
}

func Solver(x, v, tol float64) (float64, int, [4]float64) {
	var s solver
	s.init(tol)
	s.state.x, s.state.v = x, v
	for range 12 {
		if s.step(0.25) {
			break
		}
	}
	return s.mean(), s.steps, s.scratch
}

func swapInts(a, b *int) { *a, *b = *b, *a }

func SwapPointers(x, y int, a [3]int, i uint8) (int, int, [3]int) {
	swapInts(&x, &y)
	swapInts(&a[0], &a[i%3])
	swapInts(&x, &a[1])
	swapInts(&y, &y)
	return x, y, a
}

func bump(p, q *[3]int, k int) int {
	p[0] += k
	q[0] *= 2
	p[1], q[2] = q[2], p[1]
	return p[0] + q[0]
}

func TwoPointers(a, b [3]int, k int) (int, [3]int, [3]int) {
	r := bump(&a, &b, k)
	r += bump(&a, &a, k)
	p := &b
	q := p
	r += bump(p, q, 3)
	return r, a, b
}

type vec2 struct{ X, Y float64 }

func newVec2(x, y float64) *vec2 { return &vec2{x, y} }

func (v *vec2) scale(k float64) *vec2 {
	v.X *= k
	v.Y *= k
	return v
}

func (v *vec2) add(w *vec2) *vec2 {
	return &vec2{v.X + w.X, v.Y + w.Y}
}

func PointerResults(x, y, k float64) (float64, float64, vec2) {
	v := newVec2(x, y)
	w := newVec2(y, x).scale(k)
	u := v.add(w).scale(2)
	v.X = 1
	return u.X, v.X, *u
}

// PointerResult has a pointer as a result of the compiled function.
func PointerResult(x, y float64) *vec2 { return newVec2(x, y).scale(2) }

// PointerParam writes to what its parameter points to.
func PointerParam(v *vec2, k float64) float64 {
	old := v.X
	v.scale(k)
	return old
}

type counted struct{ n, calls int }

func (b *counted) inc(k int) int { b.n += k; b.calls++; return b.n }
func (b counted) get() int       { return b.n }

type middle struct {
	counted
	w [2]int
}

type derived struct {
	middle
	tail int
}

func Promoted(x int) (int, int, int) {
	var d derived
	d.inc(x)
	d.middle.inc(1)
	d.w[1] = d.counted.inc(d.get())
	d.tail = d.inc(2)
	return d.n, d.w[1] + d.tail, d.calls
}

type list struct {
	items [8]int
	n     int
}

func (l *list) push(x int) {
	l.items[l.n] = x
	l.n++
}

func (l *list) pop() int {
	l.n--
	return l.items[l.n]
}

// Overfull panics at the ninth push, and at a pop of nothing.
func Overfull(n uint8, pops uint8) (int, int) {
	l := new(list)
	for i := range int(n % 11) {
		l.push(i * i)
	}
	s := 0
	for range pops % 4 {
		s += l.pop()
	}
	return s, l.n
}

func pick(a, b *int, first bool) *int {
	if first {
		return a
	}
	return b
}

func setAll(p *[2][3]int8, k int8) {
	for i := range p {
		for j := range p[i] {
			p[i][j] = k + int8(i*j)
		}
	}
}

func ArrayPointer(k int8, i uint8) (int, int8, [2][3]int8) {
	var g [2][3]int8
	p := &g
	setAll(p, k)
	row := &p[i%2]
	row[2]++
	n := len(p) + len(row) + cap(row)
	for _, v := range row {
		n += int(v)
	}
	for j := range *row {
		row[j] -= 1
	}
	q := *row
	q[0] = 100
	return n, q[0] + p[i%2][0], g
}

// PointerLoop moves a pointer along an array.
func PointerLoop(a [5]int, n uint8) (int, [5]int) {
	p := &a[0]
	s := 0
	for i := range int(n % 5) {
		p = &a[i]
		*p += 10
		s += *p
	}
	*p = -1
	return s, a
}

type tree struct {
	left, right [15]int8
	key         [15]int
	n           int8
}

func (t *tree) insert(at *int8, key int) {
	if *at == 0 {
		t.n++
		*at = t.n
		t.key[t.n] = key
		return
	}
	if key < t.key[*at] {
		t.insert(&t.left[*at], key)
	} else {
		t.insert(&t.right[*at], key)
	}
}

func (t *tree) walk(at int8, out *[15]int, n *int) {
	if at == 0 {
		return
	}
	t.walk(t.left[at], out, n)
	out[*n] = t.key[at]
	*n++
	t.walk(t.right[at], out, n)
}

// TreeSort sorts with a binary tree whose links are indices.
func TreeSort(a [6]int) [6]int {
	var t tree
	var root int8
	for _, k := range a {
		t.insert(&root, k)
	}
	var out [15]int
	n := 0
	t.walk(root, &out, &n)
	var sorted [6]int
	copy(sorted[:], out[:n])
	return sorted
}

func fillDown(a *[8]int, i int) {
	if i < 0 {
		return
	}
	a[i] += i
	fillDown(a, i-1)
	a[i] *= 2
}

func RecursePointer(a [8]int, n int8) [8]int {
	fillDown(&a, int(n%9))
	return a
}

func NilPointer(x int, c bool) int {
	var p *int
	if x > 100 {
		return *p
	}
	if p == nil {
		p = &x
	}
	if p != nil && c {
		*p++
	}
	return *p
}

type accum struct{ sum, comp float64 }

func (k *accum) add(x float64) {
	y := x - k.comp
	t := k.sum + y
	k.comp = (t - k.sum) - y
	k.sum = t
}

func (k *accum) reset() { *k = accum{} }

func Kahan(a [6]float64) (float64, float64) {
	var k accum
	for _, x := range a {
		k.add(x)
	}
	first := k.sum
	k.reset()
	for i := range a {
		k.add(a[len(a)-1-i])
	}
	return first, k.sum
}

type matrix [3][3]float64

func (m *matrix) transpose() {
	for i := range m {
		for j := range i {
			m[i][j], m[j][i] = m[j][i], m[i][j]
		}
	}
}

func (m *matrix) mul(a, b *matrix) {
	var out matrix
	for i := range out {
		for j := range out[i] {
			for k := range a[i] {
				out[i][j] += float64(a[i][k] * b[k][j])
			}
		}
	}
	*m = out
}

func MatrixPointers(a, b [3][3]float64) (c matrix) {
	x, y := matrix(a), matrix(b)
	c.mul(&x, &y)
	c.transpose()
	c.mul(&c, &c)
	return c
}

type particle struct {
	pos, vel [2]float64
	alive    bool
}

func (p *particle) move(dt float64) {
	for i := range p.pos {
		p.pos[i] += float64(dt * p.vel[i])
	}
	p.alive = p.pos[0] > 0
}

func Swarm(x, v, dt float64) (float64, int) {
	var ps [4]particle
	for i := range ps {
		p := &ps[i]
		p.pos = [2]float64{x + float64(i), x}
		p.vel[0], p.vel[1] = v, -v
	}
	alive := 0
	for i := range ps {
		ps[i].move(dt)
		if ps[i].alive {
			alive++
		}
	}
	return ps[2].pos[1], alive
}

func zeroFields(s *struct{ a, b int }) (old struct{ a, b int }) {
	old = *s
	*s = struct{ a, b int }{b: 1}
	return
}

func CopyThrough(x, y int) (int, int) {
	s := struct{ a, b int }{x, y}
	t := s
	old := zeroFields(&s)
	p, q := &s, &t
	*q = *p
	q.a = 5
	return old.a + s.a + t.a, old.b + s.b + t.b
}

// An index is out of range where the address is taken, not where it is used.

func AddressFault(a [3]int, i uint8, use bool) (n int) {
	p := &a[i&3]
	if use {
		*p += 2
		n = *p
	}
	return n + a[0]
}

func FieldAddressFault(b [2]pairA, i, d int) int {
	p := &b[i].A
	x := 100 / d
	*p = x
	return b[0].A
}

// Parameters that point to memory of the function's own in some lanes.

type limbs [2]int

func (z *limbs) neg(x *limbs) *limbs {
	z[0], z[1] = -x[0], ^x[1]
	return z
}

func (z *limbs) mod(x, y *limbs) *limbs {
	if y[0] == 0 || y[1] == 0 {
		return z
	}
	z[0], z[1] = x[0]%y[0], x[1]%y[1]
	return z
}

func SignedMod(z, x, y limbs) (limbs, limbs) {
	p, q := &x, &y
	if p[1] < 0 {
		p = new(limbs).neg(p)
	}
	if q[1] < 0 {
		q = new(limbs).neg(q)
	}
	z.mod(p, q)
	if x[1] < 0 {
		z.neg(&z)
	}
	q[0]++
	return z, y
}

func (z *limbs) combine(x, y *limbs) {
	z[0], z[1] = x[0]*10+y[0], x[1]*10+y[1]
	y[1]++
}

func Ordered(z, x, y limbs) (limbs, limbs, limbs) {
	p, q := &x, &y
	if p[1] < q[1] {
		p, q = q, p
	}
	z.combine(p, q)
	if z[0] < 0 {
		p = &z
	}
	p.combine(q, p)
	return x, y, z
}

// An option in memory that is handed on.

type chosenLimbs struct{ big, small *limbs }

func (c *chosenLimbs) swap() {
	if c.big[0] < c.small[0] {
		c.big, c.small = c.small, c.big
	}
}

func (c *chosenLimbs) difference() int { return c.big[0]*3 - c.small[0] + c.big[1] - 5*c.small[1] }

func OrderedIn(x, y limbs) int {
	c := chosenLimbs{&x, &y}
	c.swap()
	n := c.difference()
	c.big[0] -= 100
	c.swap()
	return n*7 + c.difference()
}

// Choices that go through several functions, and come back from them.

type ternary struct{ x []int }

func (b *ternary) push(v int) { b.x = append(b.x, v) }

func (b *ternary) digits() (s int) {
	for _, v := range b.x {
		s = s*3 + v
	}
	return s
}

func TwoStacks(n, m int) (int, int) {
	b1 := ternary{make([]int, 0, 8)}
	b2 := &ternary{x: make([]int, 0, 8)}
	for i := range 6 {
		b := &b1
		if (n>>i)&1 == 1 {
			b = b2
		}
		b.push(i + m)
		if i == 3 && m > 0 {
			b1.x, b2.x = b2.x, b1.x
		}
	}
	return b1.digits(), b2.digits()
}

func eitherSlice(a, b []int, first bool) []int {
	if first {
		return a
	}
	return b[1:]
}

func EitherSlice(a, b [4]int, c, d bool) (int, [4]int, [4]int) {
	s := eitherSlice(a[:], b[:], c)
	t := eitherSlice(s, a[:], d)
	for i := range t {
		t[i] += i + 1
	}
	u := eitherSlice(eitherSlice(t, s, c), eitherSlice(s, t, d), d)
	copy(u, s)
	u = append(u[:1], t[:min(len(t), cap(u)-1)]...)
	return len(u) + cap(t), a, b
}

type walker struct {
	at   *limbs
	seen [2]*limbs
}

func (w *walker) step(other *limbs, turn bool) *limbs {
	w.seen[1], w.seen[0] = w.seen[0], w.at
	if turn {
		w.at = other
	}
	w.at[0]++
	return w.seen[1]
}

func WalkLimbs(a, b, c limbs, turns uint8) (limbs, limbs, limbs, int) {
	w := walker{at: &a, seen: [2]*limbs{&b, &c}}
	n := 0
	for i := range 4 {
		last := w.step([]*limbs{&b, &c, &a, &b}[i], turns>>i&1 == 1)
		last[1] += 10
		n = n*5 + w.seen[0][1] - w.at[0]
	}
	return a, b, c, n
}

func descend(p, q *limbs, n uint8) int {
	if n == 0 {
		return p[0] - q[1]
	}
	p[0] -= int(n)
	if p[0] > q[0] {
		return 3*descend(q, p, n-1) + p[1]
	}
	q[1]++
	return descend(p, q, n/2) + q[0]
}

func Descend(a, b limbs, n uint8) (int, limbs, limbs) { return descend(&a, &b, n%9), a, b }

func ChosenArrays(a, b, c limbs, k int) (int, limbs, limbs, limbs) {
	w, v := walker{&a, [2]*limbs{&a, &b}}, walker{&c, [2]*limbs{&b, &c}}
	p, q := &w, &v
	if k&1 == 1 {
		p, q = q, p
	}
	x, y := *p, q.seen
	x.seen[k>>1&1][0] += 5
	y[1][1] += 7
	*q = x
	return v.seen[0][1] + w.seen[1][0]*3 + v.at[0], a, b, c
}

// NilArray reads the elements of an array by a pointer that is nil in some lanes, in
// order, at an index, and behind the end. Its length and indices need no array.
func NilArray(how, i int) (sum int) {
	var p *[3]int
	switch how & 7 {
	case 0:
		for _, v := range p {
			sum += v
		}
	case 1:
		return p[1]
	case 2:
		return p[i&3]
	case 3:
		p[i&3] = 4
	case 4:
		for k := range p {
			sum += k
		}
	case 5:
		return len(p[:])
	case 6:
		for _, v := range p[:] {
			sum += v
		}
	}
	return sum + len(p)
}
