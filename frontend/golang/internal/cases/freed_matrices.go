package cases

import "math"

// flat is a matrix whose numbers are memory of their own: an object that leads to another.
type flat struct {
	r, c int
	d    []int
}

func newFlat(r, c int) *flat { return &flat{r, c, make([]int, r*c)} }

func (m *flat) at(i, j int) int { return m.d[i*m.c+j] }

func (m *flat) times(o *flat) *flat {
	p := newFlat(m.r, o.c)
	for i := 0; i < m.r; i++ {
		for j := 0; j < o.c; j++ {
			for k := 0; k < m.c; k++ {
				p.d[i*p.c+j] += m.at(i, k) * o.at(k, j)
			}
		}
	}
	return p
}

func (m *flat) plus(o *flat) *flat {
	p := newFlat(m.r, m.c)
	for i := range m.d {
		p.d[i] = m.d[i] + o.d[i]
	}
	return p
}

// FreedMatrices is of a filter that makes its matrices anew in each round, some from others of the round, and keeps
// two.
func FreedMatrices(x, n int) int {
	f := newFlat(2, 2)
	f.d[0], f.d[1], f.d[3] = 1, x, 1
	q := newFlat(2, 2)
	q.d[0], q.d[3] = 3, n
	p, state := newFlat(2, 2), newFlat(2, 1)
	p.d[0], p.d[3] = 1, 1
	for k := 0; k < n&7; k++ {
		state = f.times(state)
		p = f.times(p).times(f).plus(q)
		state.d[k&1] += p.at(0, 1) & 255
		if p.at(1, 1)&1 == 0 {
			p = q.plus(p)
		}
	}
	return state.d[0]*31 + state.d[1] + p.at(1, 0)
}

func madeRows(n int) [][]int {
	a := make([][]int, n)
	for i := range a {
		a[i] = make([]int, n)
	}
	return a
}

func matrixProduct(a, b [][]int) [][]int {
	c := madeRows(len(a))
	for i := range a {
		for j := range b {
			for k := range b {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// FreedMatrixRows carries three matrices. Its rounds exchange them, and rows of one become rows of another.
func FreedMatrixRows(x, n int) int {
	a, r := madeRows(2), madeRows(2)
	a[0][0], a[0][1], a[1][0] = x, 1, 1
	r[0][0], r[1][1] = 1, 1
	last := r
	for i := 0; i < n&7; i++ {
		next := matrixProduct(r, a)
		switch {
		case (x+i)%3 == 0:
			next[0] = r[1]
		case (x+i)%5 == 0:
			last[1][0]++
		default:
			last = r
		}
		r = next
		r[1][1] ^= i
	}
	return r[0][1] + 3*r[1][0] + 5*last[0][0] + 7*last[1][0]
}

// FreedMatrixArray keeps the last matrices in an array, which has several of them.
func FreedMatrixArray(x, n int) int {
	var past [3]*flat
	for i := range past {
		past[i] = newFlat(1, 2)
		past[i].d[0] = x + i
	}
	for i := 0; i < n&15; i++ {
		next := past[0].plus(past[2])
		next.d[1] = i
		if i%7 == 3 {
			past[1] = past[2]
		} else {
			past[0], past[1] = past[1], past[0]
		}
		past[2] = next.plus(past[i%3])
	}
	s := 0
	for _, m := range past {
		s = s*17 + m.d[0] + 3*m.d[1]
	}
	return s
}

// FreedRemadeRows makes the rows of one matrix anew, but for one in some rounds.
func FreedRemadeRows(x, n int) int {
	m := madeRows(3)
	for k := 0; k < n&15; k++ {
		for i := range m {
			if (x+k+i)%4 == 0 {
				continue
			}
			row := make([]int, 3)
			for j := range row {
				row[j] = m[(i+1)%3][j] + x ^ k
			}
			m[i] = row
		}
	}
	return m[0][0] + 3*m[1][1] + 5*m[2][2]
}

// factors is an object that leads to objects which lead to others.
type factors struct {
	lower, upper *flat
	rows         [][]int
}

// FreedLevels makes objects of three levels and keeps the one that is best.
func FreedLevels(x, n int) int {
	var best *factors
	i := 0
	for left := uint(n) >> 1 & 0xffff; left != 0; left /= 5 {
		f := &factors{lower: newFlat(2, 1), rows: madeRows(2)}
		f.upper = f.lower.plus(f.lower)
		f.lower.d[0] = (x + 5*i) & 63
		f.rows[i&1][1] = f.lower.d[0] ^ i
		f.upper.d[1] = i
		switch {
		case best == nil || best.lower.d[0] < f.lower.d[0]:
			best = f
		case i%3 == 1:
			best.upper = f.upper
		case i%3 == 2:
			best.rows[0] = f.rows[1]
		}
		i++
	}
	if best == nil {
		return -1
	}
	return best.lower.d[0] + 3*best.upper.d[1] + 5*best.rows[0][1] + 7*best.rows[1][1]
}

// held is a struct that has a matrix as its value.
type held struct{ m [][]int }

// MadeInStruct makes a matrix in each round, which a variable of the round has.
func MadeInStruct(x, n int) int {
	s := 0
	for i := 0; i < n&15; i++ {
		h := held{madeRows(2)}
		h.m[0][1] = x
		h.m[1][0] = i
		s += h.m[0][1]*3 + h.m[1][0]*h.m[0][0] + h.m[1][1]
	}
	return s
}

type measured interface{ measure() int }

func (m *flat) measure() int { return m.d[0]*m.c + m.r }

// box has a matrix, an interface with one, and slices of parts of some.
type box struct {
	m     *flat
	any   measured
	parts [3][]int
}

// FreedBoxes keeps matrices in fields, behind interfaces and closures, and as parts of rows.
func FreedBoxes(x, n int) int {
	var b box
	read := func() int { return 1 }
	for left := uint(n) >> 1 & 0xfff; left != 0; left /= 3 {
		m := newFlat(2, 2)
		for i := range m.d {
			m.d[i] = x + i*int(left&7)
		}
		sum := m.plus(m).times(m)
		switch left % 5 {
		case 0:
			b.m = sum
		case 1:
			b.any = m
		case 2:
			b.parts[left&1] = sum.d[1:3]
			b.parts[2] = b.parts[0]
		case 3:
			own := sum.d
			read = func() int { return own[3] }
		}
		if b.m != nil {
			b.m.d[0]++
		}
	}
	s := read()
	if b.m != nil {
		s += b.m.measure()
	}
	if b.any != nil {
		s += 3 * b.any.measure()
	}
	for i, p := range b.parts {
		for j, v := range p {
			s = s*7 + v + i - j
		}
		s += len(p) + cap(p)
	}
	return s
}

// FreedInside makes matrices in loops within loops. Inner loops keep some for outer ones.
func FreedInside(x, n int) int {
	last := newFlat(1, 2)
	rows := [][]int{last.d}
	for left := uint(n) >> 1 & 0x3ff; left != 0; left /= 5 {
		sum := newFlat(1, 2)
		for k := left & 7; k != 0; k >>= 1 {
			next := &flat{1, 2, []int{x, int(k)}}
			if k&1 == 1 {
				sum = sum.plus(next).plus(last)
			}
			rows = append(rows[:0], next.d, sum.d)
		}
		if sum.d[1]&1 == 0 {
			last = sum
		}
		if len(rows) > 1 && left&1 == 0 {
			last.d[0] += rows[1][0] ^ rows[0][1]
		}
	}
	return last.d[0] + 3*last.d[1] + len(rows)*rows[0][0]
}

// FreedDeeper makes matrices in the loops of a recursion, which hands one on and gets one back.
func FreedDeeper(x, n int) int {
	m := &flat{1, 2, []int{x, n}}
	got := refined(m, n&3, uint(x)>>1&0xffff)
	return got.d[0]*3 + got.d[1] + m.d[0]
}

func refined(m *flat, depth int, left uint) *flat {
	best := m
	for ; left != 0; left /= 7 {
		next := m.plus(best)
		next.d[1] ^= int(left)
		if depth > 0 && left&1 == 0 {
			next = refined(next, depth-1, left/7)
		}
		if next.d[1]&3 != 0 {
			best = next.plus(next)
		}
	}
	return best
}

type freedVertex struct {
	x []float64
	f float64
}

func freedAlong(x []float64, t float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = float64(x[i]*t) + float64(i)
	}
	return out
}

// FreedVertices has rows in structs, which one loop appends and another replaces.
func FreedVertices(x [2]float64, n uint8) (sum float64) {
	start := []float64{math.Mod(x[0], 9), math.Mod(x[1], 9)}
	s := []freedVertex{{start, start[0]}}
	for i := range start {
		y := append([]float64(nil), start...)
		y[i] += 2
		s = append(s, freedVertex{y, y[0] - y[1]})
	}
	for range n & 7 {
		if s[1].f < s[2].f {
			for i := 1; i < len(s); i++ {
				s[i].x = freedAlong(s[i].x, 0.5)
				s[i].f = s[i].x[0]
			}
		} else {
			s[0].x = freedAlong(s[0].x, -1)
			s[1].f--
		}
	}
	for i, v := range s {
		sum += float64(float64(i+1)*v.x[0]) - v.x[1]
	}
	return sum
}
