package cases

import "errors"

// Pointers that are nil in some lanes.

type quotient struct{ P, Q float64 }

var errSmall = errors.New("too small")

func quotientOrError(x float64) (*quotient, error) {
	if !(x >= 0) {
		return nil, errSmall
	}
	return &quotient{x, x / 3}, nil
}

// NilOrError is how every caller of such a function looks.
func NilOrError(x float64) (float64, error) {
	r, err := quotientOrError(x)
	if err != nil {
		return 0, err
	}
	return r.P + r.Q, nil
}

// NilUnchecked panics where the result is nil.
func NilUnchecked(x float64) float64 {
	r, _ := quotientOrError(x)
	return r.P - r.Q
}

// NilTwice gets two results of one function, and compares them.
func NilTwice(x, y float64, k int8) (float64, bool, bool) {
	p, _ := quotientOrError(x)
	q, _ := quotientOrError(y)
	same := p == q
	if k%3 == 0 {
		p = q
	}
	if p == nil {
		return -1, same, p == q
	}
	p.Q += 2
	return p.P * p.Q, same, p == q
}

type cell struct {
	key  int
	val  float64
	next *cell
}

func findCell(cells *[4]cell, key int) *cell {
	for i := range cells {
		if cells[i].key == key {
			return &cells[i]
		}
	}
	return nil
}

// NilFound writes to an element if there is one.
func NilFound(keys [4]int8, key int8, x float64) (float64, float64) {
	var cells [4]cell
	for i, k := range keys {
		cells[i].key, cells[i].val = int(k)%8, float64(i)
	}
	if c := findCell(&cells, int(key)%8); c != nil {
		c.val = x
	}
	sum := 0.0
	for i := range cells {
		sum += cells[i].val
	}
	return sum, findCell(&cells, int(keys[1])%8).val
}

// NilNotFound panics where no key is the one.
func NilNotFound(keys [4]int8, key int8) float64 {
	var cells [4]cell
	for i, k := range keys {
		cells[i].key, cells[i].val = int(k)%4, float64(i)
	}
	return findCell(&cells, int(key)%4).val
}

// sum may be called with a nil receiver.
func (c *cell) sum() float64 {
	if c == nil {
		return 0
	}
	return c.val + c.next.sum()
}

// NilChain links cells that are there.
func NilChain(x, y, z float64, k uint8) float64 {
	a, b, c := &cell{val: x}, &cell{val: y}, &cell{val: z}
	if k&1 != 0 {
		a.next = b
	}
	if k&2 != 0 {
		b.next = c
	} else if k&4 != 0 {
		a.next = c
	}
	s := a.val
	for n := a.next; n != nil; n = n.next {
		s = float64(s*2) + n.val
	}
	if k&8 != 0 {
		s += a.next.val
	}
	return s
}

// NilReceiver calls a method on what may be nil.
func NilReceiver(x float64, k uint8) float64 {
	var last *cell
	if k&1 != 0 {
		last = &cell{val: x}
	}
	return last.sum() + 1
}

func bumpFloat(p *float64) int {
	if p == nil {
		return 1
	}
	return 2
}

// NilFieldAddress panics at &p.Q, before anything is read.
func NilFieldAddress(x float64) int {
	p, _ := quotientOrError(x)
	return bumpFloat(&p.Q)
}

// NilArrayPointer indexes, slices and measures an array that may not be there.
func NilArrayPointer(a [3]float64, k uint8, i int8) (float64, int) {
	var p *[3]float64
	if k&1 != 0 {
		p = &a
	}
	n := len(p)
	if k&2 != 0 {
		p[1] = 5
	}
	if k&4 != 0 {
		s := p[1:]
		return s[0], len(s) + n
	}
	if p != nil {
		return p[(int(i)%3+3)%3], n
	}
	return 0, n
}

// NilRoundBefore is nil in the first round of a loop.
func NilRoundBefore(xs [5]float64) (float64, int) {
	var best *float64
	at := -1
	for i := range xs {
		if best == nil || xs[i] > *best {
			best, at = &xs[i], i
		}
	}
	if best == nil {
		return 0, at
	}
	return *best, at
}

// NilAgain sets what was there to nil.
func NilAgain(x, y float64, k uint8) float64 {
	p, q := &quotient{x, y}, &quotient{y, x}
	r := p
	if k&1 != 0 {
		r = q
	}
	if k&2 != 0 {
		r = nil
	}
	r2 := r
	if k&4 != 0 {
		r2 = p
	}
	if r2 == p {
		r2.P += 1
	}
	if r2 == nil {
		return p.P
	}
	return r2.P + q.Q
}

var steepness = [3]*quotient{{1, 2}, nil, {3, 4}}

// NilOfTable is of a table, of the lane, or nil.
func NilOfTable(x float64, k uint8) float64 {
	var p *quotient
	switch k % 4 {
	case 0:
		p = steepness[0]
	case 1:
		p = &quotient{x, x}
	case 2:
		p = steepness[2]
	}
	if p == nil {
		return x
	}
	return p.P + p.Q
}

type nilHolder struct {
	inner *quotient
	n     int
}

func (h *nilHolder) get() float64 {
	if h.inner != nil {
		return h.inner.P
	}
	return float64(h.n)
}

// NilField is a field that is set in some lanes.
func NilField(x float64, k uint8) float64 {
	h := nilHolder{n: int(k)}
	if k%2 == 0 {
		h.inner = &quotient{P: x}
	}
	if k%3 == 0 {
		h.inner = nil
	}
	return h.get()
}
