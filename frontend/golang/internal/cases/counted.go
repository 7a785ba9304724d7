package cases

import (
	"slices"
	"sort"
	"strings"
)

// Memory whose size follows from the counters of loops, without Options.MakeCap.

func CountedTable(n, m int8) int {
	g := make([][]int, 4)
	for i := range g {
		g[i] = make([]int, 4)
	}
	g[n&3], g[m&3] = g[m&3], g[n&3]
	g[0][1] = 5
	row := g[n&3]
	row[2] = 7
	s := 0
	for i, r := range g {
		for j, v := range r {
			s += v * (i*4 + j + 1)
		}
	}
	return s
}

func CountedDown(n int8) float64 {
	t := make([][]float64, 5)
	for i := len(t) - 1; i >= 0; i-- {
		t[i] = make([]float64, 2*i+1)
		for k := range t[i] {
			t[i][k] = float64(int(n) + k*i)
		}
	}
	return t[4][3] + t[2][1] + t[n&3][0]
}

func CountedCube(n int8) (s int) {
	c := make([][][]int, 3)
	for i := 0; 3 > i; i++ {
		c[i] = make([][]int, 3)
		for j := 2; j > -1; j -= 2 {
			c[i][j] = make([]int, 3)
			c[i][j][(i+j)%3] = int(n) * j
		}
	}
	for i := range c {
		for j := range c[i] {
			for k, v := range c[i][j] {
				s += v * (i - j + k*int(n))
			}
		}
	}
	return s
}

type countedPoint struct{ x, y float64 }

func CountedPointers(n int8) (s float64) {
	var ps [4]*countedPoint
	for i := range ps {
		ps[i] = &countedPoint{float64(i), float64(n)}
	}
	ps[n&3].x += 10
	for _, q := range ps {
		s += float64(q.x * q.y)
	}
	return s
}

func CountedLength(n, k int8) (s float64) {
	rows := min(int(k), 6)
	if rows < 0 {
		return -1
	}
	t := make([][]float64, rows)
	for i := 0; i < rows; i++ {
		t[i] = make([]float64, 8-i)
		t[i][i&1] = float64(n)
	}
	for i := range t {
		s += t[i][0] - t[i][1]
	}
	return s
}

// CountedAppend appends in some rounds, two at once in others.
func CountedAppend(n int8) (s int) {
	var out []int
	for i := 0; i < 12; i++ {
		if v := i * int(n); v%3 == 1 {
			out = append(out, v)
		} else if v%5 == 0 {
			out = append(out, i, v)
		}
	}
	for i, v := range out {
		s += (i + 1) * v
	}
	return s*100 + len(out)
}

// CountedQueue takes off the front what was appended.
func CountedQueue(n int8, seed uint32) int {
	q := []int{int(n)}
	seen := 0
	for r := 0; r < 10 && len(q) > 0; r++ {
		x := q[0]
		q = q[1:]
		seen += x
		seed = seed*1664525 + 1013904223
		switch seed >> 30 {
		case 0:
			q = append(q, x+1, x*2)
		case 1, 2:
			q = append(q, x-1)
		}
	}
	return seen*100 + len(q)
}

// CountedStack takes off the end what was appended.
func CountedStack(n int16) (s int) {
	st := make([]int, 1)
	for b := range 10 {
		switch {
		case n>>b&1 == 1:
			st = append(st, b)
		case len(st) > 1:
			x := st[len(st)-1]
			st = st[:len(st)-1]
			st[len(st)-1] += x * 3
		}
	}
	for _, v := range st {
		s = s*7 + v
	}
	return s
}

// CountedAgain begins anew in each round of the outer loop.
func CountedAgain(n int8) (s int) {
	for i := range 20 {
		var xs []int
		for j := range 6 {
			if (i^j)&int(n) != 0 {
				xs = append(xs, j*int(n))
			}
		}
		slices.Sort(xs)
		if len(xs) > 0 {
			s = s*3 + xs[len(xs)/2]
		}
	}
	return s
}

// CountedByItself compares a counter with what is made of it.
func CountedByItself(n int8) int {
	var xs []int
	for i := 0; i < 10-i; i++ {
		xs = append(xs, i*int(n))
	}
	return xs[len(xs)-1]
}

// CountedMerged has a number of rounds that ways before the loop decide.
func CountedMerged(n int8, more bool) int {
	rounds := 3
	if more {
		rounds = 5
	}
	xs := make([]int, 0, 5)
	for i := range rounds {
		xs = append(xs, i*int(n))
	}
	return xs[len(xs)-1]
}

// CountedTwice makes tables of two sizes by one function.
func CountedTwice(n int8) int {
	large, small := countedRows(6, int(n)), countedRows(2, int(n))
	return small[1][n&1] + 10*large[5][n&3] + 100*len(large)
}

func countedRows(rows, n int) [][]int {
	t := make([][]int, rows)
	for i := range t {
		t[i] = make([]int, 4)
		t[i][i&3] = n - i
	}
	return t
}

// CountedWindow takes off the front and off the end, in every round.
func CountedWindow(n int8) int {
	var q, r []int
	q = append(q, int(n), 1, 2)
	for i := range 10 {
		q = append(q[1:3], i*int(n))
		r = append(r, i, int(n), i*int(n))
		r = r[1:]
		r = append(r[:2], i)
	}
	return q[0] + 10*q[2] + 100*len(r) + r[0]
}

// CountedPairs appends in loops whose counters begin, or end, at those of the loops around them.
func CountedPairs(a [6]int) (pairs, triples, down int) {
	var list [][2]int
	for i := 0; i < len(a); i++ {
		for j := i + 1; j < len(a); j++ {
			list = append(list, [2]int{a[i], a[j]})
		}
	}
	var sums []int
	for i := range a {
		for j := i; j < len(a); j++ {
			for k := j + 1; k < len(a); k++ {
				sums = append(sums, a[i]+a[j]*a[k])
			}
		}
	}
	var above []int
	for i := range a {
		for j := len(a) - 1; j > i; j-- {
			above = append(above, a[j]-a[i])
		}
	}
	for n, p := range list {
		pairs += n * (p[0] - p[1])
	}
	for n, s := range sums {
		triples ^= s << (n % 8)
	}
	for n, x := range above {
		down += n * x
	}
	return pairs + len(list), triples + len(sums), down + len(above)
}

// CountedCaptured appends to what a closure reads.
func CountedCaptured(w [10]uint8) (sum int) {
	var edges []countedEdge
	k := 0
	for i := 0; i < 5; i++ {
		for j := i + 1; j < 5; j++ {
			edges = append(edges, countedEdge{i, j, int(w[k])})
			k++
		}
	}
	sort.Slice(edges, func(i, j int) bool { return edges[i].weight < edges[j].weight })
	for i, e := range edges {
		sum += i * (e.from + 3*e.to + e.weight)
	}
	return sum
}

type countedEdge struct{ from, to, weight int }

// GathersTwo makes memory for what two loops count, one of them by twos.
func GathersTwo(data [6]int8) int {
	k := 0
	for k < len(data) && data[k] == 0 {
		k++
	}
	n := 0
	for range data[k:] {
		n += 2
	}
	return len(make([]int8, k+n))
}

// GathersSome makes memory for numbers to which only some rounds add, others more than once.
func GathersSome(data [6]int8, n int8) (sum int) {
	small, large := 1, 0
	for _, x := range data[:n&3] {
		if x > 3 {
			small++
		} else if x != 0 {
			large += 2
		}
		if x > 8 {
			small++
			large++
		}
	}
	made := make([]int, small+large)
	for i := range made {
		made[i] = i
	}
	for _, x := range made {
		sum += x
	}
	return sum
}

// CountedCases has strings whose room follows from that of others, in both ways of changing the case.
func CountedCases(b [6]byte, n uint8) (string, string, int) {
	s := string(b[:n%7])
	lower := strings.ToLower(s)
	return lower, strings.ToUpper(s[n%7/2:]) + "!", len(strings.ToUpper(lower))
}
