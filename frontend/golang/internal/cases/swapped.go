package cases

// Slices that change places in a loop, whose memory is one arena then; and some that cannot be.

// rooms is sliced for lengths that are known to be 15 at most.
var rooms [15]bool

// SwappedRows is the distance of two numbers' bits, by two rows.
func SwappedRows(a, b uint16, n, m int) int {
	n, m = n&15, len(rooms[:m&15])
	prev, cur := make([]int, m+1), make([]int, m+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= n; i++ {
		cur[0] = i
		for j := 1; j <= m; j++ {
			if a>>(i-1)&1 == b>>(j-1)&1 {
				cur[j] = prev[j-1]
			} else {
				cur[j] = min(cur[j-1], prev[j], prev[j-1]) + 1
			}
		}
		prev, cur = cur, prev
	}
	return prev[m]
}

// SwappedThree passes three rows round. They are of 32-bit floats, and the last one is longer.
func SwappedThree(x float32, n int) float32 {
	n = len(rooms[:n&7])
	a, b, c := make([]float32, n+1), make([]float32, n+2), make([]float32, n+2, n+5)
	for k := range 2*n + 3 {
		c[n] = a[0] + x
		c[k%(n+1)] += float32(k) - b[n]/2
		if k&1 == 0 {
			a, b, c = b, c, a[:n+1]
		} else {
			a, c = c, a
		}
	}
	return a[n] - b[0]*c[n]
}

// SwappedWhere changes rows in some rounds alone, and leaves the loop in one.
func SwappedWhere(x int8, n int) (s int8, k int) {
	n = len(rooms[:n&15])
	p, q := make([]int8, n+1), make([]int8, n+1)
	for k = 0; k < 20; k++ {
		q[k%(n+1)] += x + p[k%(n+1)]
		if q[0] > 100 {
			return p[n], k
		}
		if q[k%(n+1)]&1 == 1 {
			p, q = q, p
		}
	}
	return p[0] ^ q[n], k
}

// SwappedOutside faults at an index outside of a row, which is inside the other.
func SwappedOutside(n, at int) int {
	n = len(rooms[:n&7])
	p, q := make([]int, n+1), make([]int, 2*n+2)
	for k := range 3 {
		q[n] = k
		p[at&15] += q[n]
		p, q = q, p
	}
	return p[0] + len(q)
}

// SwappedMadeBehind makes the other row behind a branch.
func SwappedMadeBehind(x, n int) int {
	n = len(rooms[:n&7])
	p := make([]int, n+1)
	q := p
	if x > 3 {
		q = make([]int, n+1)
	}
	for k := range n + 2 {
		p[k%(n+1)] = q[n] + x
		p, q = q, p
	}
	return p[0]*31 + q[n]
}

// SwappedInRounds makes rows in a loop.
func SwappedInRounds(x, n int) (s int) {
	n = len(rooms[:n&7])
	for r := range 3 {
		p, q := make([]int, n+r+1), make([]int, n+r+1)
		for k := range n + 1 {
			q[k] = p[0] + x*r
			p, q = q, p
		}
		s = s*7 + p[n] + q[0]
	}
	return s
}

// SwappedHanded hands a row to a function, which makes one too.
func SwappedHanded(x, n int) int {
	n = len(rooms[:n&7])
	p, q := make([]int, n+1), make([]int, n+1)
	for k := range n + 1 {
		q[k] = swappedSum(p, x) + k
		p, q = q, p
	}
	return p[0] + q[n]
}

func swappedSum(p []int, x int) (s int) {
	more := make([]int, len(p))
	for i := range p {
		more[i] = p[i] ^ x
		s += more[i]
	}
	return s
}

// SwappedTwoCallers is called twice, so that its rows are made twice.
func SwappedTwoCallers(x, n int) int {
	return swappedRows(x, n) - 3*swappedRows(x+1, n>>3)
}

func swappedRows(x, n int) int {
	n = len(rooms[:n&7])
	p, q := make([]int, n+1), make([]int, n+1)
	for k := range n + 3 {
		q[k%(n+1)] = p[n] + x
		p, q = q, p
	}
	return p[0] + 5*q[n]
}

// SwappedAgain calls itself.
func SwappedAgain(x, n int) int {
	n = len(rooms[:n&3])
	p, q := make([]int, n+1), make([]int, n+1)
	for k := range n + 3 {
		q[k%(n+1)] = p[n] + x
		p, q = q, p
	}
	if n > 0 {
		return SwappedAgain(x+1, n-1) + p[0]
	}
	return p[0] + 5*q[n]
}

// SwappedLengths has rows whose lengths are not known when compiling: Options.MakeCap bounds them.
func SwappedLengths(x, n int) int {
	n &= 7
	p, q := make([]int16, n+1), make([]int16, n+1)
	for k := range n + 3 {
		q[k%(n+1)] = p[n] + int16(x)
		p, q = q, p
	}
	return int(p[0]) + 5*int(q[n])
}

// SwappedGiven lets a slice that it is given change places with two that it makes.
func SwappedGiven(a [6]int, k uint8) int {
	r := a[:]
	p, q := make([]int, len(rooms[:k&7])+1), make([]int, len(rooms[:k&7])+1)
	for i := range 5 {
		q[0] += r[0] + i
		p, q, r = q, r, p
	}
	return p[0]
}

// SwappedStored keeps a row where another function could see it.
func SwappedStored(x int, k uint8) int {
	var kept struct{ row []int }
	p, q := make([]int, len(rooms[:k&7])+1), make([]int, len(rooms[:k&7])+1)
	for i := range 4 {
		kept.row = p
		q[0] += kept.row[0]*3 + x + i
		p, q = q, p
	}
	return p[0] - kept.row[0]
}

// SwappedFixed has rows whose length is known, as arrays and as slices that are made.
func SwappedFixed(x int16, n uint8) (int, int16) {
	var a, b [9]int
	p, q := a[:], b[1:]
	even, odd := make([]int16, 8), make([]int16, 8)
	for k := range int(n & 15) {
		q[k&7] += p[(k+1)&7] + int(x) + len(p)
		odd[k&7] = even[0] ^ int16(q[0])
		even[k&3]++
		if k&1 == 0 {
			p, q = q, p
		}
		even, odd = odd, even
	}
	return a[3] + b[2]*5 + p[7], even[1] + odd[n&7]
}

// SwappedCalled calls what has rows of its own in a loop: they are zero each time.
func SwappedCalled(x, n int) (s int) {
	for i := range 3 {
		s = s*3 + swappedRows(x^i, n+i) + swappedHeld(x, i)
	}
	return s
}

func swappedHeld(x, n int) int {
	p, q := make([]int, len(rooms[:n&7])+1), make([]int, len(rooms[:n&7])+1)
	s := 0
	for k := range n + 2 {
		s += q[len(q)-1] + swappedSum(p, x)
		q[k%len(q)] += x + k
		p, q = q, p
	}
	return s
}

// SwappedTexts lets texts change places once, and numbers with them.
func SwappedTexts(b, c [12]uint8, n, m uint8) (int, uint8) {
	s, t := textIn(b, n), textIn(c, m)
	first, second := n, m
	if len(s) < len(t) {
		s, t = t, s
		first, second = second, first
	}
	if t == "" {
		return len(s), first
	}
	common := func(from int) int {
		k := 0
		for k < len(t) && from+k < len(s) && s[from+k] == t[k] {
			k++
		}
		return k
	}
	most := 0
	for i := range s {
		most = max(most, common(i))
	}
	return most, first - second
}

// SwappedSelf is asked again where its second slice is the longer one.
func SwappedSelf(b, c [8]int8, n, m uint8) (int, int) {
	return swappedSelf(b[:n&7], c[:m&7], 3), swappedSelf(c[:m&7], b[:n&3], int(n))
}

func swappedSelf(a, b []int8, k int) int {
	if k == 2 {
		return k
	}
	if len(a) < len(b) {
		return swappedSelf(b, a, k)
	}
	s := k
	for i, x := range b {
		if x == a[i] {
			return s
		}
		s = s*5 + int(x) - int(a[i])
	}
	if len(a) > 5 {
		return s - swappedSelf(a[2:], b, k+1)
	}
	return s
}

// SwappedFaults indexes outside of the shorter one.
func SwappedFaults(b, c [8]int8, n, m uint8, at int) int8 {
	p, q := b[:n&7], c[:m&7]
	if len(p) > len(q) {
		p, q = q, p
	}
	return p[at&7] - q[0]
}

// SwappedLabelled has a label in what follows.
func SwappedLabelled(b, c [8]int8, n, m uint8) (s int) {
	p, q := b[:n&7], c[:m&7]
	if len(p) > len(q) {
		p, q = q, p
	}
rows:
	for i := range p {
		for j := range q {
			if p[i] > q[j] {
				continue rows
			}
			s += i*int(q[j]) - j
		}
	}
	return s
}

// SwappedTwice swaps two pairs, one behind the other, and once more in a loop.
func SwappedTwice(b, c [8]int8, n, m uint8) (s int) {
	p, q := b[:n&7], c[:m&7]
	if len(p) > len(q) {
		p, q = q, p
	}
	u, v := q, p
	if len(u)&1 == 1 {
		u, v = v, u
	}
	for i := range p {
		if i == 2 {
			p, q = q, p
		}
		s = s*7 + int(q[i%max(len(q), 1)])
	}
	return s + len(u) - 2*len(v)
}

// swappedState is what a step makes of another.
type swappedState struct {
	at, by [3]int32
	n      int
}

func (s *swappedState) step(from *swappedState, x int32) {
	for i := range s.at {
		s.by[i] = from.by[i] + x - from.at[(i+1)%3]
		s.at[i] = from.at[i] ^ s.by[i]
	}
	s.n = from.n + 1
}

// SwappedPointers lets pointers to structs and to arrays change places.
func SwappedPointers(x int32, n, at uint8) (int32, int, uint8) {
	now, next := &swappedState{n: 2}, &swappedState{}
	now.at[at%3] = x
	var a, b [7]uint8
	cells, others := &a, &b
	cells[at%7] = uint8(x)
	for range n & 15 {
		next.step(now, x)
		now, next = next, now
		for i := range cells {
			others[i] = cells[(i+6)%7]<<1 ^ cells[i]
		}
		cells, others = others, cells
	}
	sum := uint8(0)
	for _, c := range cells {
		sum += c
	}
	return now.at[0] - next.by[2], now.n*10 + next.n, sum + others[at%7]
}

// SwappedKept gives away one of the structs that change places.
func SwappedKept(x int32, n uint8) (swappedState, int32) {
	p, q := &swappedState{n: int(x)}, &swappedState{}
	for range n & 3 {
		q.step(p, x)
		p, q = q, p
	}
	of := p.at[:]
	return *p, swappedSum32(of) + swappedSum32(q.by[1:])
}

func swappedSum32(of []int32) (s int32) {
	for _, x := range of {
		s = s*3 + x
	}
	return s
}

// SwappedNil has a pointer that is nil at first.
func SwappedNil(x int32, n uint8) int32 {
	var p *swappedState
	q := &swappedState{}
	for range n & 3 {
		if p == nil {
			p = &q.clone().inner
			continue
		}
		p.at[0] += x
		q.step(p, x)
		p, q = q, p
	}
	return q.at[0]
}

type swappedOuter struct{ inner swappedState }

func (s *swappedState) clone() *swappedOuter { return &swappedOuter{*s} }
