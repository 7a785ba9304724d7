package cases

// Queues lose elements at the front and get others behind: when the end of their memory is reached, what there is goes
// to its beginning.

// CountedMerges merges the two smallest weights until there is one, as for a Huffman code: eight elements are enough,
// however many come behind.
func CountedMerges(a [8]uint8) (total int) {
	var h []int
	for _, w := range a {
		h = append(h, int(w)+1)
	}
	for len(h) > 1 {
		least := 0
		for i, w := range h {
			if w < h[least] {
				least = i
			}
		}
		h[0], h[least] = h[least], h[0]
		s := h[0] + h[1]
		total += s
		h = append(h[2:], s)
	}
	return total
}

// fifo is a queue with methods.
type fifo struct {
	items []int32
	taken int
}

func (q *fifo) push(x ...int32) { q.items = append(q.items, x...) }

func (q *fifo) pop() (x int32) {
	x = q.items[0]
	q.items = q.items[1:]
	q.taken++
	return x
}

// QueueMethods pushes more than there is room for, and never has more in the queue.
func QueueMethods(n uint8, k int32) (sum int32, taken int) {
	var q fifo
	for i := range int32(n % 50) {
		q.push(i*k, i)
		if i%3 != 0 {
			q.push(k)
		}
		for len(q.items) > 3 {
			sum = sum*3 + q.pop()
		}
	}
	for len(q.items) > 0 {
		sum = sum*3 + q.pop()
	}
	return sum, q.taken
}

// QueueOfStructs has elements of several fields.
func QueueOfStructs(n uint8) (x, y int) {
	type pair struct {
		a int
		b float64
	}
	var q []pair
	for i := range int(n) {
		q = append(q, pair{i, float64(i) / 2})
		if len(q) > 2 {
			x, y = x+q[0].a*len(q), y+int(q[2].b)
			q = q[1:]
		}
	}
	return x, y
}

// QueueOfItself appends what is at the front of the queue itself.
func QueueOfItself(a [4]int8, n uint8) (x int) {
	var q []int8
	for _, v := range a {
		q = append(q, v)
	}
	for i := range int(n) {
		switch i % 3 {
		case 0:
			q = append(q[1:], q[0])
		case 1:
			q = append(q[2:], q[:2]...)
		default:
			q = append(q[1:], q[len(q)-1]+1)
		}
		for k, v := range q {
			x = x*3 + int(v)*k
		}
	}
	return x
}

// QueueOrNil begins with nil in some lanes, and ends with nothing.
func QueueOrNil(n, m uint8) (x int, isNil bool) {
	var q []int16
	for i := range int16(n) {
		if i%4 == int16(m%4) {
			q = nil
		}
		q = append(q, i, i*i)
		if len(q) > 4 {
			x += int(q[0])
			q = q[3:]
		}
	}
	q = append(q[len(q):], q[:0]...)
	return x*10 + len(q), q == nil
}

// QueueHeld looks at what was in the queue before others were pushed in a method, which goes to the beginning.
func QueueHeld(n uint8) (x, y int32) {
	var q fifo
	for i := range int32(6) {
		q.push(i)
	}
	q.pop()
	q.pop()
	q.pop()
	old := q.items
	for i := range int32(n) {
		q.push(100+i, 200+i)
		q.pop()
		y += q.pop()
	}
	for i, v := range old {
		x += v * int32(i+1)
	}
	return x, y
}

func behind(q []int, x int) []int { return append(q, x) }

// QueueHandedOn is never nil, and what it was before functions appended to it is looked at.
func QueueHandedOn(a, b, c int, k, n uint8) (x, y int) {
	q := append([]int(nil), a, b, c)
	q = q[k&1:]
	old := q
	for i := range int(n) {
		q = behind(q[1:], i)
		y += q[0]
	}
	for i, v := range old {
		x += v * (i + 1)
	}
	return x, y
}

// CountedShifts is a window over a sequence, which begins as a literal.
func CountedShifts(x [12]int16) (m int) {
	w := []int16{0, 0, 0, 0}
	for _, v := range x {
		w = append(w[1:], v)
		s := 0
		for i, u := range w {
			s += int(u) * i
		}
		m = max(m, s)
	}
	return m
}

// QueueOfLiteral loses one element or two, and gets as many, its own first one among them.
func QueueOfLiteral(x [12]float64, k uint8) (m float64) {
	w := []float64{0, 1, 2, 3}
	for i, v := range x {
		if i%3 == int(k%3) {
			w = append(w[2:], v, w[0])
		} else {
			w = append(w[1:], v)
		}
		s := 0.0
		for i, u := range w {
			s += float64(u * float64(i))
		}
		m = max(m, s)
	}
	return m
}

// CountedFibonacci keeps the last two numbers.
func CountedFibonacci(n uint8) int {
	f := []int{0, 1}
	for range n % 80 {
		f = append(f[1:], f[0]+f[1])
	}
	return f[0]
}

// QueueBefore looks at the window as it was in an earlier round.
func QueueBefore(x [12]int32, k uint8) (m int32) {
	w := []int32{0, 0, 0, 0}
	old := w
	for i, v := range x {
		w = append(w[1:], v)
		if i == int(k%12) {
			old = w
		}
		for i, u := range old {
			m += u * int32(i)
		}
	}
	return m
}
