package cases

import "sort"

// Slices of a lane's own memory.

func sumOf(xs []float64) (s float64) {
	for _, x := range xs {
		s += x
	}
	return s
}

func SliceSum(a [6]float64, i, j uint8) (float64, float64, int) {
	lo, hi := int(i%7), int(j%7)
	if lo > hi {
		lo, hi = hi, lo
	}
	xs := a[lo:hi]
	return sumOf(xs), sumOf(a[:]), len(xs)*100 + cap(xs)
}

// SliceBounds panics where Go does.
func SliceBounds(a [5]int, i, j, k int8) (int, int, int) {
	s := a[i:j]
	t := s[k:]
	u := t[: len(t)/2 : len(t)]
	return len(s), len(t) + 10*cap(t), len(u) + 10*cap(u)
}

func SliceFull(a [8]int, i, j, k uint8) (int, int, int) {
	s := a[1:7:8]
	t := s[i:j:k]
	return len(t), cap(t), s[0]
}

func SliceUnsigned(a [8]int, i uint64, j uint16) (int, int) {
	s := a[i:]
	t := a[:j]
	return len(s), len(t)
}

// SliceIndex reads and writes out of range as often as not.
func SliceIndex(a [6]int, n uint8, i, j int8) (int, [6]int) {
	s := a[:n%7]
	s[i] = 7
	s[0] += s[j]
	return s[len(s)-1], a
}

func quicksort(xs []int) {
	if len(xs) < 2 {
		return
	}
	p := xs[len(xs)/2]
	i, j := 0, len(xs)-1
	for i <= j {
		for xs[i] < p {
			i++
		}
		for xs[j] > p {
			j--
		}
		if i <= j {
			xs[i], xs[j] = xs[j], xs[i]
			i++
			j--
		}
	}
	quicksort(xs[:j+1])
	quicksort(xs[i:])
}

func Quicksort(a [9]int, from uint8) [9]int {
	quicksort(a[from%9:])
	return a
}

func mergeSort(xs, tmp []float64) {
	if len(xs) < 2 {
		return
	}
	m := len(xs) / 2
	mergeSort(xs[:m], tmp[:m])
	mergeSort(xs[m:], tmp[m:])
	copy(tmp, xs)
	i, j := 0, m
	for k := range xs {
		if j >= len(xs) || i < m && tmp[i] <= tmp[j] {
			xs[k] = tmp[i]
			i++
		} else {
			xs[k] = tmp[j]
			j++
		}
	}
}

func MergeSort(a [7]float64) [7]float64 {
	var tmp [7]float64
	mergeSort(a[:], tmp[:])
	return a
}

func queens(row int, cols []int) int {
	n := cap(cols)
	if row == n {
		return 1
	}
	count := 0
place:
	for c := range n {
		for r, d := range cols {
			if d == c || d-c == row-r || c-d == row-r {
				continue place
			}
		}
		next := cols[:row+1]
		next[row] = c
		count += queens(row+1, next)
	}
	return count
}

func QueensSlice(n uint8) int {
	var board [6]int
	k := int(n % 6)
	return queens(0, board[:0:k])
}

// FlatMatrix is a matrix in one slice, with rows as sub-slices.
func FlatMatrix(a [12]float64, r uint8) (float64, float64, [12]float64) {
	const rows, cols = 3, 4
	m := a[:]
	for i := range rows {
		row := m[i*cols : (i+1)*cols]
		for j := range row {
			row[j] += float64(i)
		}
	}
	row := m[int(r%rows)*cols:][:cols]
	dot := 0.0
	for j, x := range row {
		dot += float64(x * m[j])
	}
	return dot, row[cols-1], a
}

// CopyOverlap copies within one array, both ways.
func CopyOverlap(a [8]int, i, j, n uint8) (int, [8]int) {
	s := a[:]
	k := copy(s[i%8:], s[j%8:])
	k += 100 * copy(s[:n%9], s[1:])
	return k, a
}

func CopyApart(a, b [5]float64, n uint8) (int, [5]float64) {
	k := copy(a[n%6:], b[:n%5])
	return k, a
}

func ClearPart(a [6]int, i uint8) [6]int {
	clear(a[i%7:])
	return a
}

type sample struct {
	w float64
	n int8
}

func ClearStructs(w float64, i uint8) (float64, int8) {
	a := [3]sample{{w, 1}, {w + 1, 2}, {w + 2, 3}}
	clear(a[:i%4])
	s, n := 0.0, int8(0)
	for _, x := range a[:] {
		s += x.w
		n += x.n
	}
	return s, n
}

func MakeScratch(n uint8, x float64) (float64, int, int) {
	xs := make([]float64, 5)
	for i := range xs {
		xs[i] = x * float64(i)
	}
	ys := make([]float64, n%10, 9)
	copy(ys, xs)
	ys = ys[:cap(ys)]
	ys[8] = 1
	return sumOf(ys), len(xs), cap(ys)
}

// MakeTooLong panics in make.
func MakeTooLong(n int8) int {
	xs := make([]int, n, 8)
	return len(xs)
}

func reverse(xs []int) []int {
	for i, j := 0, len(xs)-1; i < j; i, j = i+1, j-1 {
		xs[i], xs[j] = xs[j], xs[i]
	}
	return xs
}

func tail(xs []int, n int) []int { return xs[n:] }

func SliceResults(a [6]int, n uint8) (int, int, [6]int) {
	t := tail(a[:], int(n%6))
	r := reverse(t)
	r[0] = 42
	u := reverse(tail(reverse(r), 0))
	return t[0], len(u), a
}

func primesUpTo(n int) []int {
	sieve := make([]bool, n, 40)
	out := make([]int, 40)
	k := 0
	for i := 2; i < n; i++ {
		if sieve[i] {
			continue
		}
		out[k] = i
		k++
		for j := i * i; j < n; j += i {
			sieve[j] = true
		}
	}
	return out[:k]
}

func Sieve(n uint8) (int, int) {
	ps := primesUpTo(int(n % 40))
	s := 0
	for _, p := range ps {
		s += p
	}
	return len(ps), s
}

func NilSlices(a [3]int, use bool) (int, bool, bool, int) {
	var s []int
	isNil := s == nil
	n := len(s) + cap(s)
	for range s {
		n += 1000
	}
	n += copy(s, a[:]) + copy(a[:], s)
	t := s[:0]
	clear(s)
	if use {
		s = a[1:1]
	}
	if s != nil {
		n += 10
	}
	return n, isNil, t == nil, len(s) + cap(s)
}

// NilIndex panics unless use.
func NilIndex(a [3]int, use bool, i uint8) int {
	var s []int
	if use {
		s = a[:]
	}
	return s[i%4]
}

func minMax(xs ...float64) (lo, hi float64) {
	if len(xs) == 0 {
		return -1, 1
	}
	lo, hi = xs[0], xs[0]
	for _, x := range xs[1:] {
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

func Variadic(a, b, c float64, arr [4]float64) (float64, float64, float64, float64) {
	l1, h1 := minMax(a, b, c)
	l2, h2 := minMax()
	l3, h3 := minMax(arr[1:]...)
	l4, h4 := minMax(a)
	return l1 + l2, h1 + h2, l3 + l4, h3 + h4
}

func SliceLiteral(x float64, i uint8) (float64, int) {
	w := []float64{0.5, 1, x, 4: 2}
	w[0] += w[i%5]
	ks := []struct{ a, b int }{{1, 2}, {3, int(i)}}
	s := 0
	for _, k := range ks {
		s += k.a * k.b
	}
	return sumOf(w), s
}

func LabelledSlices(a [4][4]int8, want int8) (int, int) {
	for i, row := range a[:] {
		for j, v := range row[1:] {
			if v == want {
				return i, j
			}
			if v < 0 {
				break
			}
		}
	}
	n := 0
outer:
	for i := range a {
		s := a[i][:]
		for len(s) > 0 {
			switch x := s[0]; {
			case x == 0:
				continue outer
			case x > 100:
				break outer
			}
			s = s[1:]
			n++
		}
	}
	return n, -1
}

// RowsOf has slices in an array.
func RowsOf(a [6]int, i uint8) (int, [6]int) {
	rows := [3][]int{a[0:2], a[2:4], a[4:6]}
	for r := range rows {
		rows[r][0] += r
	}
	rows[0], rows[2] = rows[2], rows[0]
	rows[i%3][1] = 99
	return rows[0][0], a
}

type view struct {
	data   []float64
	stride int
}

func (v view) at(i, j int) float64      { return v.data[i*v.stride+j] }
func (v *view) set(i, j int, x float64) { v.data[i*v.stride+j] = x }
func (v view) row(i int) []float64      { return v.data[i*v.stride : (i+1)*v.stride] }

func Dense(a [9]float64, i, j uint8) (float64, float64, [9]float64) {
	v := view{a[:], 3}
	v.set(int(i%3), int(j%3), 7)
	v.set(1, 1, v.at(int(j%4), 0))
	r := v.row(2)
	r[0]++
	return sumOf(r), v.at(2, 0), a
}

// IndexOverflow computes indices that wrap around.
func IndexOverflow(a [4]int, i, j int) int {
	s := a[:]
	if k := i*2 + j; k >= 0 {
		return s[k]
	}
	return s[i+j]
}

func insertion(xs []float64) {
	for i := 1; i < len(xs); i++ {
		x := xs[i]
		j := i
		for ; j > 0 && xs[j-1] > x; j-- {
			xs[j] = xs[j-1]
		}
		xs[j] = x
	}
}

func median(xs []float64) float64 {
	buf := make([]float64, 8)
	n := copy(buf, xs)
	b := buf[:n]
	insertion(b)
	if n == 0 {
		return 0
	}
	return b[n/2]
}

func Medians(a [7]float64, n uint8) (float64, float64, float64) {
	return median(a[:]), median(a[:n%8]), a[0]
}

func gauss(a [][4]float64) (x [3]float64, ok bool) {
	for c := range 3 {
		p := c
		for r := c + 1; r < 3; r++ {
			if abs(a[r][c]) > abs(a[p][c]) {
				p = r
			}
		}
		if a[p][c] == 0 {
			return x, false
		}
		a[c], a[p] = a[p], a[c]
		for r := c + 1; r < 3; r++ {
			f := a[r][c] / a[c][c]
			for k := c; k < 4; k++ {
				a[r][k] -= float64(f * a[c][k])
			}
		}
	}
	for c := 2; c >= 0; c-- {
		s := a[c][3]
		for k := c + 1; k < 3; k++ {
			s -= float64(a[c][k] * x[k])
		}
		x[c] = s / a[c][c]
	}
	return x, true
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

func Gauss(a [3][4]float64) ([3]float64, bool) { return gauss(a[:]) }

func partition(a []int, lo, hi int) int {
	pivot := a[hi]
	i := lo
	for j := lo; j < hi; j++ {
		if a[j] < pivot {
			a[i], a[j] = a[j], a[i]
			i++
		}
	}
	a[i], a[hi] = a[hi], a[i]
	return i
}

// Select finds the k-th smallest.
func Select(a [7]int, k uint8) int {
	lo, hi, want := 0, len(a)-1, int(k%7)
	s := a[:]
	for lo < hi {
		p := partition(s, lo, hi)
		switch {
		case p == want:
			return s[p]
		case p < want:
			lo = p + 1
		default:
			hi = p - 1
		}
	}
	return s[lo]
}

func RangeForms(a [4]int8, n int8) (int, int8) {
	k := 0
	var last int8
	for i := range n % 4 {
		last = i
	}
	for i := range a {
		k += i
	}
	p := &a
	for i, v := range p {
		p[3] = 9
		k += i * int(v)
	}
	for i, v := range a {
		a[3] = 1
		k += i * int(v)
	}
	for i, v := range a[:] {
		a[3] = 50
		k += i * int(v)
	}
	for range a[1:3] {
		k++
	}
	return k, last
}

type series struct {
	values  []float64
	weights []float64
	done    bool
}

func (s *series) finish() *series {
	if s.weights == nil {
		s.values[0]++
	} else {
		s.weights[0]++
	}
	s.done = true
	return s
}

func (s series) clone() *series {
	values := make([]float64, len(s.values))
	copy(values, s.values)
	weights := []float64(nil)
	if s.weights != nil {
		weights = make([]float64, len(s.weights))
		copy(weights, s.weights)
	}
	return &series{values, weights, s.done}
}

// NeverMade has memory that is only made behind a branch that is never taken.
func NeverMade(x [4]float64) float64 {
	s := series{values: x[:]}
	s = *s.clone().finish()
	if !s.done || s.weights != nil {
		return -1
	}
	return s.values[0] + x[0]
}

type record struct {
	key float64
	n   uint8
}

// SortSlice sorts by functions of the package sort that reflect.
func SortSlice(a [14]float64, b [5]int, n uint8) (out [14]float64, order [5]int, sorted bool) {
	rs := make([]record, 14)
	for i, x := range a {
		rs[i] = record{x, uint8(i)}
	}
	rs = rs[:n%15]
	sort.Slice(rs, func(i, j int) bool { return rs[i].key > rs[j].key })
	for i, r := range rs {
		out[i] = r.key
	}
	sort.SliceStable(b[:], func(i, j int) bool { return b[i]%4 < b[j]%4 })
	return out, b, sort.SliceIsSorted(b[:], func(i, j int) bool { return b[i] < b[j] })
}

func incrementAll(s []int, by int) (n int) {
	for i := range s {
		s[i] += by
		n += s[i]
	}
	return n
}

// Memory that only some lanes make, handed to functions by all.
func NilOrMade(a, b int) int {
	var s, t []int
	if a > b {
		s = make([]int, 3)
		s[1] = a
	}
	n := incrementAll(s, b)
	if b > 5 {
		t = s
	} else {
		t = make([]int, 2)
	}
	return 3*n + incrementAll(t, 1)*5 + incrementAll(s, 2)
}

// Slices as large as a part of another one.

func smoothed(x []float64, k int) []float64 {
	out := make([]float64, len(x))
	last := 0.0
	for i := range x {
		last += float64((x[i] - last) / float64(k+1))
		out[i] = last
	}
	return out
}

func Smoothed(x [6]float64, k uint8, tail bool) (sum float64, n int) {
	n = int(k % 8)
	once := smoothed(x[:], n)
	var s []float64
	if tail {
		s = once[n:]
	} else {
		s = once[:n]
	}
	twice := smoothed(s, 2)
	grid := [2][4]int{{1, 2, 3, 4}, {5, 6, 7, 8}}
	for i, y := range twice {
		sum = float64(2*sum) + y
		row := grid[i&1][i%5:]
		for _, v := range append(make([]int, 0, cap(row)), row...) {
			n = 3*n + v
		}
	}
	return sum, n
}

// ToArray converts parts of arrays and slices to arrays, which are copies.
func ToArray(x [8]uint8, s [6]float64, n uint8) (uint8, float64, [3]float64) {
	a := [4]uint8(x[2:6])
	part := s[n%5 : 5]
	b := [3]float64(part)
	s[3], x[3] = 100, 9
	part[0]++
	sum := 0.0
	for range n % 3 {
		c := [2]float64(s[n%3:])
		s[1] += c[1]
		sum += c[0] + c[1]
	}
	return a[0] ^ a[1] ^ a[3], sum, b
}

type mark struct {
	at   int8
	next *float64
}

// ToArrayOfStructs panics where the slice is too short.
func ToArrayOfStructs(x, y float64, n uint8) float64 {
	marks := []mark{{1, &x}, {2, &y}, {int8(n), &x}}
	m := [2]mark(marks[n%4%3:])
	x += 5
	return float64(m[0].at) + *m[1].next
}
