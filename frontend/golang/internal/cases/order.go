package cases

// What a statement reads besides calls that change it: the language leaves open when, and the Go compiler reads behind
// the calls.

type orderScan struct {
	pos, sum int
	word     [4]int
}

type orderTok struct {
	pos, val int
	at       [2]int
}

//go:noinline
func (p *orderScan) next() int {
	for range 2 {
		p.pos++
		p.sum += p.pos
		p.word[p.pos&3]++
	}
	return p.sum
}

func orderPair(x, y int) int { return x*31 + y }

func OrderSums(a int8) int {
	n := int(a)
	tick := func() int { n = n*3 + 1; return n & 7 }
	r := n + tick()
	r = r*31 + (n*2 - tick())
	r = r*31 + tick()*n
	if n > tick()*4 {
		r++
	}
	r += tick()
	r -= n * tick() * n
	x, y := n, tick()
	r = r*31 + orderPair(n, tick()) + x - y
	z := -n + orderPair(tick(), n)
	return r*31 + z + min(n, tick(), n+1)
}

func OrderLiterals(a int8) int {
	p := orderScan{pos: int(a) & 7}
	t := orderTok{pos: p.pos, val: p.next()}
	u := &orderTok{p.pos, p.next(), [2]int{p.sum, p.next()}}
	xs := []int{p.pos * 2, p.next(), p.pos, p.next()}
	ys := [3]int{p.word[p.pos&3], p.next(), p.word[1]}
	w := orderTok{at: [2]int{p.next(), p.pos}, pos: p.sum}
	r := t.pos + 3*t.val + 5*u.pos + 7*u.val + 11*u.at[0] + 13*u.at[1] + w.at[0] + 17*w.at[1] + 19*w.pos
	for i, x := range xs {
		r = r*31 + x*i
	}
	return r*31 + ys[0] + 3*ys[1] + 5*ys[2]
}

func OrderElements(a [4]int8, k uint8) int {
	i, xs := int(k&3), []int{int(a[0]), int(a[1]), int(a[2]), int(a[3])}
	move := func() int { i = (i + 1) & 3; xs[i] += 5; return i }
	r := xs[i] + move()
	r = r*31 + xs[i]*move() - xs[i]
	xs[i] = move() + xs[i]
	xs[i] += move()
	xs[move()] = i
	r = r*31 + orderPair(xs[i], orderPair(move(), xs[i]))
	p := &xs[1]
	r = r*31 + *p - move()
	swap := func() int { p = &xs[2]; return 2 }
	r = r*31 + *p + swap()
	cut := func() int { xs = xs[1:]; return len(xs) }
	r = r*31 + xs[0] + cut()
	more := []int{xs[0]}
	more = append(more, i, move(), xs[1])
	for _, x := range more {
		r = r*31 + x
	}
	return r
}

type orderTree struct {
	key         int
	left, right *orderTree
}

func orderInsert(n *orderTree, key int) *orderTree {
	switch {
	case n == nil:
		return &orderTree{key: key}
	case key < n.key:
		return &orderTree{key: n.key, left: orderInsert(n.left, key), right: n.right}
	}
	return &orderTree{key: n.key, left: n.left, right: orderInsert(n.right, key)}
}

func (n *orderTree) sum(depth int) int {
	if n == nil {
		return 0
	}
	return n.key*depth + n.left.sum(depth+1) - n.right.sum(depth+1)
}

func OrderTree(a [4]int8) int {
	var root *orderTree
	for _, x := range a {
		root = orderInsert(root, int(x))
	}
	return root.sum(1)
}

// OrderDeterminant reads an element beside a recursion that makes slices of the same kind.
func OrderDeterminant(m [3][3]float64) float64 {
	return orderDet([][]float64{m[0][:], m[1][:], m[2][:]})
}

func orderDet(m [][]float64) float64 {
	if len(m) == 1 {
		return m[0][0]
	}
	d, sign := 0.0, 1.0
	for c := range m {
		minor := make([][]float64, len(m)-1)
		for i := range minor {
			minor[i] = make([]float64, 0, len(m)-1)
			for j, x := range m[i+1] {
				if j != c {
					minor[i] = append(minor[i], x)
				}
			}
		}
		d += float64(sign * m[0][c] * orderDet(minor))
		sign = -sign
	}
	return d
}

// dial is read by its value and turned by a pointer.
type dial struct {
	at    int
	marks [4]int
}

func (d *dial) turn() int            { d.at++; d.marks[d.at&3] += d.at; return d.at }
func (d dial) read(i int) int        { return d.at*10 + i }
func (d dial) sum(i, j int) int      { return d.marks[i&3]*10 + d.at + j }
func (d dial) with(other dial) int   { return d.at*7 + other.at }
func (d *dial) turned() (other dial) { d.at += 5; return dial{at: 1} }

type dials struct{ *dial }

// OrderReceivers calls methods of values behind pointers with what changes them.
func OrderReceivers(n int) int {
	d := &dial{at: n}
	k := d.read(d.turn())
	k = k*3 + d.sum(d.turn(), d.turn())
	k = k*3 + d.with(d.turned()) + d.with(*d)
	e := dials{d}
	k = k*3 + e.read(e.turn())
	if n&1 == 0 {
		e.dial = &dial{at: 3}
	}
	k = k*3 + e.read(d.turn())
	xs := [...]int{d.turn(), d.read(d.turn()), d.read(1), e.turn()}
	return k*3 + xs[0] + 10*xs[1] + 100*xs[2] + 1000*xs[3]
}

func (d *dial) next() int    { d.at++; return d.at & 3 }
func (d *dial) text() string { return "abcdefgh"[d.at&3:] }
func (d dial) all() [4]int   { return [4]int{d.at, d.at + 1, d.marks[1], 7} }

// OrderIndices computes what has an index before the index.
func OrderIndices(n int) int {
	d := &dial{at: n}
	k := int(d.text()[d.next()])
	k = k*3 + d.all()[d.next()]
	k = k*3 + [...]int{d.read(n), d.next(), d.at, d.read(1)}[d.next()]
	k = k*3 + d.all()[d.all()[d.next()]&3] - d.next()
	return k*3 + []int{d.next(), d.read(2), d.next(), 4}[d.next()]
}

// bucket has numbers, and taking one empties its place.
type bucket struct{ xs [4]int }

func (b *bucket) take(i int) (n int) {
	for j := range i + 1 {
		n += j * b.xs[j&3]
	}
	b.xs[i&3] = -1
	return n
}

// OrderRounds uses the variable of a loop beside a call, when the element has changed: it is read where the round
// begins.
func OrderRounds(n int, xs [5]int, on [4]int) (zeroed, taken, pointed, compared int, listed [8]int) {
	ys := xs[:]
	for i, x := range ys {
		ys[i] = 0
		zeroed += x * orderGcd(n, i)
	}
	b := &bucket{on}
	for i, x := range b.xs[:] {
		taken += x - b.take(i)
	}
	b.xs = on
	for i, x := range &b.xs {
		b.xs[(i+1)&3]++
		y := x
		b.xs[i] = 7
		pointed += y*3 + orderGcd(n, x)
	}
	got := listed[:0]
	for i, x := range on[:] {
		on[i]--
		if x > orderGcd(n, i) {
			compared++
		}
		got = append(got, x, orderGcd(x, n))
	}
	return zeroed, taken, pointed, compared, listed
}

func orderGcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
