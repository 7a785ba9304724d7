package cases

import "container/heap"

// Slices that recursions make, and calls in loops; slices that begin without elements.

func rowOf(n int, x float64) []float64 {
	r := make([]float64, n)
	for i := range r {
		r[i] = x * float64(i+1)
	}
	return r
}

// RowsOfMakes keeps what a call in a loop makes.
func RowsOfMakes(x float64, n uint8) (s float64) {
	var rows [][]float64
	for i := range int(n % 8) {
		rows = append(rows, rowOf(i+1, x))
	}
	for _, r := range rows {
		for _, v := range r {
			s = s/2 + v
		}
	}
	return s
}

func mergeSorted(xs []float64) []float64 {
	out := make([]float64, len(xs))
	if len(xs) < 2 {
		copy(out, xs)
		return out
	}
	m := len(xs) / 2
	a, b := mergeSorted(xs[:m]), mergeSorted(xs[m:])
	i, j := 0, 0
	for k := range out {
		if j == len(b) || i < len(a) && a[i] <= b[j] {
			out[k] = a[i]
			i++
		} else {
			out[k] = b[j]
			j++
		}
	}
	return out
}

// RowsMerged makes a slice at each level of a recursion.
func RowsMerged(s float64, n uint8) (t float64) {
	xs := make([]float64, n%16)
	for i := range xs {
		s = 3.9 * s * (1 - s)
		xs[i] = s
	}
	for _, v := range mergeSorted(xs) {
		t = t/2 + v
	}
	return t
}

func coefficients(n int) []float64 {
	if n == 0 {
		return []float64{1}
	}
	p, q := coefficients(n-1), make([]float64, n+1)
	for i, c := range p {
		q[i] += c
		q[i+1] -= float64(c * float64(n))
	}
	return q
}

// RowsRecursive makes a longer slice of what the level below made. A lane with a negative number of
// elements, or too many, panics.
func RowsRecursive(x float64, n, k int8) (s float64) {
	for _, c := range coefficients(int(n & 7)) {
		s = float64(s*x) + c
	}
	return s + rowOf(int(k%30), x)[2]
}

func pushed(s []float64, x float64) []float64 { return append(s, x) }

// EmptyGrown tells no elements from nil.
func EmptyGrown(x float64, n uint8) (s float64, none bool) {
	row := []float64{}
	if n > 128 {
		row = nil
	}
	for i := range int(n % 9) {
		row = pushed(row, x*float64(i))
	}
	for _, v := range row {
		s = s/2 + v
	}
	return s, row == nil
}

// EmptyChosen is one of several slices, which then grows.
func EmptyChosen(n uint8, x int) (h int, none bool) {
	var s []int
	switch n % 4 {
	case 0:
		s = []int{}
	case 1:
		s = []int{1, 2, x}
	case 2:
		s = append(s, x)
	}
	none = s == nil
	if n > 128 {
		s = append(s, 5)
	}
	for _, v := range s {
		h = h*7 + v
	}
	return h, none
}

type queued struct{ node, dist, index int }

type distances []*queued

func (q distances) Len() int           { return len(q) }
func (q distances) Less(i, j int) bool { return q[i].dist < q[j].dist }
func (q distances) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

func (q *distances) Push(x any) {
	it := x.(*queued)
	it.index = len(*q)
	*q = append(*q, it)
}

func (q *distances) Pop() any {
	all := *q
	it := all[len(all)-1]
	*q = all[:len(all)-1]
	return it
}

// HeapOfPackage finds shortest ways with container/heap, over pointers.
func HeapOfPackage(w [5][5]uint8) (int, int) {
	var dist [5]int
	for i := range dist {
		dist[i] = 1 << 30
	}
	dist[0] = 0
	q := &distances{}
	heap.Push(q, &queued{})
	for q.Len() > 0 {
		it := heap.Pop(q).(*queued)
		if it.dist > dist[it.node] {
			continue
		}
		for j, d := range w[it.node] {
			if far := it.dist + int(d); d > 0 && far < dist[j] {
				dist[j] = far
				heap.Push(q, &queued{node: j, dist: far})
			}
		}
	}
	return dist[3], dist[4]
}
