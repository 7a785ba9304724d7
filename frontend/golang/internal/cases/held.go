package cases

import (
	"slices"
	"sort"
)

// Slices that append made and that are in several places in memory, while an append goes on with one of them. What is
// not up to the Go compiler is computed.

type heldPair struct{ a, b []int }

func grownBy(xs [4]int, n int) (t []int) {
	for i := range n {
		t = append(t, xs[i])
	}
	return t
}

func heldSum(lists ...[]int) (sum int) {
	for _, list := range lists {
		for i, x := range list {
			sum = sum*3 + x*(i+1)
		}
	}
	return sum
}

func (p *heldPair) put(t []int) { p.b = t }

// HeldTwice stores a slice in two fields, by a function and in the rounds of a loop.
func HeldTwice(xs [4]int, k uint8) int {
	pairs := []*heldPair{{}, {}, {}}
	p, t := pairs[k&1], grownBy(xs, int(k&3))
	p.a = t
	if k&8 != 0 {
		p.b = t
	} else if k&16 != 0 {
		p.put(t)
	}
	if k&32 != 0 {
		for _, q := range pairs {
			q.b = t
		}
	}
	p.a = append(p.a, 5)
	if k&64 != 0 {
		p.a[0] = 9
	}
	return heldSum(p.a, p.b, pairs[2].b)
}

// HeldEmpty appends nothing, so that both are one slice.
func HeldEmpty(xs [4]int, k uint8) int {
	pairs := []*heldPair{{}, {}}
	p, t := pairs[k&1], grownBy(xs, int(k&3))
	p.a = t
	p.b = append(t, xs[:k>>2&1]...)
	p.a = append(p.a, 5)
	p.a[0] += 9
	return heldSum(p.a, p.b)
}

// HeldInMap stores a slice at two keys.
func HeldInMap(xs [4]int, k uint8) int {
	m := map[int][]int{}
	t := grownBy(xs, int(k&3))
	m[1] = t
	m[int(k>>2&1)] = t
	m[1] = append(m[1], 5)
	if k&16 != 0 {
		m[1][0] = 9
	}
	return heldSum(m[0], m[1])
}

// HeldKeys gives one key of a map the slice of another.
func HeldKeys(xs [4]int, k uint8) int {
	m := map[int][]int{}
	m[0] = append(m[0], xs[0])
	m[1] = m[0]
	if k&1 != 0 {
		m[0] = append(m[0], xs[1])
	}
	if k&2 != 0 {
		m[0][0] = 5
	}
	return heldSum(m[0], m[1])
}

// HeldClipped appends to slices without room behind them, of what append and make gave.
func HeldClipped(xs [4]int, k uint8) int {
	made := make([]int, 4)
	copy(made, xs[:])
	t := grownBy(xs, int(k&3))
	rows := [][]int{t, made}
	i := min(int(k>>2&3), len(t))
	clipped := append(rows[0][:i:i], 7)
	other := append(rows[1][:i:i+1], 8)
	if k&16 != 0 {
		rows[0] = append(rows[0], 9)
	}
	if k&32 != 0 {
		clipped[0], other[0] = 3, 4
	}
	return heldSum(rows[0], rows[1], clipped, other)
}

// HeldRows stores a slice in two rows of a table, and in copies of a struct.
func HeldRows(xs [4]int, k uint8) int {
	rows := make([][]int, 3)
	t := grownBy(xs, int(k&3))
	rows[0] = t
	rows[k>>2&1] = t
	rows[0] = append(rows[0], 7)
	rows[0][0]++
	p := &heldPair{a: grownBy(xs, int(k>>3&3))}
	q := *p
	p.a = append(p.a, 1)
	p.a[0]--
	return heldSum(rows[0], rows[1], p.a, q.a)
}

var heldSteps = []func([]int){func(xs []int) {}, func(xs []int) { xs[0]++ }, func(xs []int) { xs[len(xs)-1] *= 3 }}

// HeldClones keeps one of the copies that rounds make with a literal.
func HeldClones(xs [4]int, k uint8) (n int) {
	var ref []int
	for i, step := range heldSteps {
		ys := append([]int{}, xs[:1+k&3]...)
		step(ys)
		if ref == nil || i == int(k>>4&3) {
			ref = ys
		}
		n = n*7 + ys[0]
	}
	return n*3 + ref[0]
}

type heldNode struct {
	keys []int
	next *heldNode
}

func heldInsert(s []int, i, x int) []int {
	s = append(s, 0)
	copy(s[i+1:], s[i:])
	s[i] = x
	return s
}

func heldReplace(s []int, keep *heldNode) []int {
	s = append(s, len(s))
	keep.keys = s
	return s
}

// HeldHandedBack hands slices in nodes to functions whose results are stored where these were, in a sorted order.
func HeldHandedBack(xs [6]int, k uint8) (n int) {
	nodes := []*heldNode{{}, {}, {}}
	for i, x := range xs {
		t := nodes[x&1]
		s := t.keys
		at := sort.Search(len(s), func(i int) bool { return s[i] > x })
		if k>>i&1 == 0 {
			t.keys = slices.Insert(t.keys, at, x)
		} else {
			t.keys = heldInsert(t.keys, at, x)
		}
	}
	for _, t := range nodes {
		n = n*5 + heldSum(t.keys)
	}
	return n
}

func heldDown(s []int, n int) []int {
	if n <= 0 {
		return append(s, 7)
	}
	return heldDown(append(heldDown(s, n-2), n), n-1)
}

// HeldRecursion hands slices back through a recursion.
func HeldRecursion(xs [4]int, k uint8) int {
	nodes := []*heldNode{{keys: grownBy(xs, int(k&3))}, {}}
	p := nodes[k>>2&1]
	p.keys = heldDown(p.keys, int(k>>3&3))
	if k&32 != 0 {
		nodes[0].keys = heldDown(nodes[0].keys, 1)
	}
	return heldSum(nodes[0].keys, nodes[1].keys)
}

// HeldKept has a function that keeps what it returns.
func HeldKept(xs [4]int, k uint8) int {
	nodes := []*heldNode{{keys: grownBy(xs, int(k&3))}, {}, {}}
	p, q := nodes[k>>2&1], nodes[1+k>>3&1]
	p.keys = heldReplace(p.keys, q)
	if k&16 != 0 {
		q.keys = heldInsert(q.keys, 0, 3)
	}
	return heldSum(p.keys, q.keys, nodes[2].keys)
}

// HeldCopies has rows of a table in another one, which append, copy or slices.Clone made of it, or to which it moved.
func HeldCopies(xs [4]int, k uint8) int {
	rows := [][]int{grownBy(xs, int(k&3)), {1}}
	var two [][]int
	switch k >> 2 & 3 {
	case 0:
		two = append(two, rows...)
	case 1:
		two = make([][]int, 1)
		copy(two, rows)
	case 2:
		two = slices.Clone(rows)
	case 3:
		two = append(rows, nil)
	}
	if k&16 != 0 {
		rows[0] = append(rows[0], 5)
	}
	rows[0] = append(rows[0], 6)
	rows[0][0] += 9
	return heldSum(rows[0], two[0])
}
