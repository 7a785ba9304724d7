package cases

// Memory that one function makes with little room, to which others append.

type askedHeap struct{ a []float64 }

func newAskedHeap(n int) *askedHeap {
	if n > 2 {
		return &askedHeap{make([]float64, 0, 4)}
	}
	return &askedHeap{a: []float64{}}
}

func (h *askedHeap) push(x float64) {
	h.a = append(h.a, x)
	for i := len(h.a) - 1; i > 0; {
		p := (i - 1) / 2
		if h.a[p] <= h.a[i] {
			break
		}
		h.a[p], h.a[i] = h.a[i], h.a[p]
		i = p
	}
}

func (h *askedHeap) pop() float64 {
	v, n := h.a[0], len(h.a)-1
	h.a[0], h.a = h.a[n], h.a[:n]
	for i := 0; ; {
		c := 2*i + 1
		if c >= n {
			return v
		}
		if c+1 < n && h.a[c+1] < h.a[c] {
			c++
		}
		if h.a[i] <= h.a[c] {
			return v
		}
		h.a[i], h.a[c] = h.a[c], h.a[i]
		i = c
	}
}

func askedOn(q []int, x int) []int { return append(q, x) }

// AskedPush grows what make gave little room.
func AskedPush(x, n int) int {
	q := make([]int, 0, 4)
	for i := range n & 31 {
		q = askedOn(q, x^i)
	}
	return handedSum(len(q), q)
}

// AskedHeap sorts with a heap whose methods append and cut.
func AskedHeap(x uint32, n int) (s float64) {
	h := askedHeap{make([]float64, 0, 2)}
	for range n & 31 {
		x = x*1664525 + 1013904223
		h.push(float64(x >> 20))
	}
	for k := 1.0; len(h.a) > 0; k = -k {
		s += float64(h.pop() * k)
	}
	return s
}

// AskedTwo has two heaps of one constructor, whose memory differs.
func AskedTwo(x uint32, n int) (s float64) {
	g, h := newAskedHeap(3), newAskedHeap(3)
	for i := range n & 31 {
		x = x*1664525 + 1013904223
		if (x>>30 == 0 || i&3 == 3) && len(g.a) > 2 {
			h.push(float64(x>>24) - g.pop())
		} else {
			g.push(float64(x >> 20))
		}
	}
	for len(h.a) > 0 {
		s = s*0.5 + h.pop()
	}
	for len(g.a) > 0 {
		s = s*0.5 + g.pop()
	}
	return s
}

// AskedEither has the memory of one or the other.
func AskedEither(x uint32, n int) (s float64) {
	h := newAskedHeap(n & 3)
	for range n & 15 {
		x = x*1664525 + 1013904223
		h.push(float64(x >> 20))
	}
	for len(h.a) > 0 {
		s = s*0.5 + h.pop()
	}
	return s
}

// AskedInsert keeps a queue in order, whose beginning is lost.
func AskedInsert(x, n int) int {
	insert := func(q []int, x int) []int {
		i := 0
		for i < len(q) && q[i] < x {
			i++
		}
		q = append(q, 0)
		copy(q[i+1:], q[i:])
		q[i] = x
		return q
	}
	q := make([]int, 0, 3)
	for i := range n&7 + 2 {
		q = insert(q, (x^i*i)&63)
	}
	for len(q) > 1 {
		q = insert(q[2:], q[0]+q[1])
	}
	return q[0]
}

// AskedOld uses the slice afterwards as it was: where that has room, it has another's element.
func AskedOld(x, n int) int {
	q := make([]int, n&3, 4)
	p := askedOn(q, x)
	r := askedOn(q, n)
	return handedSum(handedSum(handedSum(0, p), q), r)
}

// askedWindow has the last elements, as many as there is room for.
type askedWindow struct{ items []int }

func (w *askedWindow) add(x int) {
	if len(w.items) == cap(w.items) {
		copy(w.items, w.items[1:])
		w.items = w.items[:len(w.items)-1]
	}
	w.items = append(w.items, x)
}

// AskedWindow has memory that must not have room which nobody sees.
func AskedWindow(x, n int) int {
	window := askedWindow{make([]int, 0, 4)}
	for i := range n & 31 {
		window.add(x + i)
	}
	return handedSum(cap(window.items), window.items)
}

// AskedWindowHere is the same in one function.
func AskedWindowHere(x, n int) int {
	window := make([]int, 0, n&7+1)
	for i := range n & 31 {
		if len(window) == cap(window) {
			window = window[:copy(window, window[1:])]
		}
		window = append(window, x+i)
	}
	return handedSum(cap(window), window)
}

// AskedDoubling makes twice the room each time.
func AskedDoubling(x, n int) int {
	var stack []int
	for i := range n & 31 {
		if len(stack) == cap(stack) {
			more := make([]int, len(stack), 2*cap(stack)+1)
			copy(more, stack)
			stack = more
		}
		stack = append(stack, x+i)
		if x>>i&3 == 0 {
			stack = stack[:len(stack)/2]
		}
	}
	return handedSum(cap(stack), stack)
}

// AskedThrough passes a slice on to what appends.
func AskedThrough(x, n int) int {
	q := []int{x}
	q = askedMany(q, n&15)
	return handedSum(0, q)
}

func askedMany(q []int, n int) []int {
	if n == 0 {
		return q
	}
	q = askedOn(q, n)
	return askedMany(q, n-1)
}

// AskedRows has a slice for each round.
func AskedRows(x, n int) (s int) {
	var rows [4][]int
	for k := range rows {
		rows[k] = make([]int, 0, 2)
		for i := range (n >> k) & 7 {
			rows[k] = askedOn(rows[k], x+i)
		}
	}
	for _, row := range rows {
		s = handedSum(s, row)
	}
	return s
}

// AskedKept has what was made in an earlier round.
func AskedKept(x, n int) int {
	last := []int{1}
	for k := range n & 7 {
		next := []int{x}
		for i, v := range last {
			next = askedOn(next, v+i)
		}
		if k&1 == 1 {
			next = askedOn(next, len(last))
		}
		last = next
	}
	return handedSum(0, last)
}

// AskedCopy appends to a copy in a struct, while the other goes on.
func AskedCopy(x, n int) int {
	h := handed{make([]int, 0, 3)}
	for i := range n & 7 {
		h.push(x + i)
	}
	g := h
	g.push(n)
	return handedSum(handedSum(0, h.items), g.items)
}

// AskedLoop appends what it goes through.
func AskedLoop(x, n int) (s int) {
	todo := []int{n & 15}
	for i := 0; i < len(todo); i++ {
		s = s*3 + todo[i]
		if v := todo[i]; v > 1 && len(todo) < 60 {
			todo = askedOn(todo, v/2)
			todo = askedOn(todo, v-v/2-1)
		}
	}
	return s + x
}
