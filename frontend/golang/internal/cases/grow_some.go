package cases

import "container/heap"

// Appends for which some lanes have room and others need a new array.

func GrowKnown(x float64) (n int, last float64) {
	s := make([]float64, 2)
	if x > 0 {
		s = append(s[:0], x)
	}
	s = append(s, 7)
	return len(s), s[len(s)-1]
}

func someZeroes(a float64) []float64 {
	if a > 0 {
		return []float64{a, -a}
	}
	if a == 0 {
		return []float64{0}
	}
	return nil
}

func GrowInTwoLoops(a, b float64) (int, float64) {
	p := []float64{1, 2}
	for _, t := range someZeroes(a) {
		p = append(p, t)
	}
	for _, t := range someZeroes(b) {
		p = append(p, t)
	}
	return len(p), p[len(p)-1] + 3*p[0]
}

func GrowJoined(x, y [3]float64, n, m uint8) (s float64, length int) {
	xs, ys := x[:n%4], y[:m%4]
	all := append(append([]float64{}, xs...), ys...)
	for i, v := range all {
		s += v * float64(i+1)
	}
	return s, len(all)
}

// GrowSeen keeps the slice as it was: it sees the new element in lanes that have
// room for it, and what is written then.
func GrowSeen(x int, n uint8) (int, int, int, int) {
	s := make([]int, 2, 4)
	if n > 3 {
		s = s[:3]
	}
	if x > 0 {
		s = append(s, 5)
	}
	t := append(s, x)
	t[0] = 9
	return s[0], len(t), t[len(t)-1], len(s)
}

func GrowFull(x int) (int, int, int) {
	a := [4]int{1, 2, 3, 4}
	s := a[:2:3]
	if x > 0 {
		s = append(s, x)
	}
	t := append(s, 10, 20)
	if x > 5 {
		t[1] = x
	}
	return a[1]*100 + a[2]*10 + a[3], t[len(t)-2], s[1]
}

func GrowOrNil(x int) (int, bool) {
	var s []int
	if x > 0 {
		s = make([]int, 0, 1)
	}
	if x > 3 {
		s = append(s, x)
	}
	wasNil := s == nil
	s = append(s, 1, 2)
	return len(s)*10 + s[0], wasNil
}

// A queue that begins with a literal, as most do, and grows behind a pointer.

type visit struct{ at, far int }

type visitQueue []visit

func (q visitQueue) Len() int           { return len(q) }
func (q visitQueue) Less(i, j int) bool { return q[i].far < q[j].far }
func (q visitQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *visitQueue) Push(x any)        { *q = append(*q, x.(visit)) }
func (q *visitQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

func GrowHeap(n uint8) (far, most int) {
	q := &visitQueue{{0, 0}}
	for q.Len() > 0 {
		s := heap.Pop(q).(visit)
		far += s.far
		if s.at < int(n%9) {
			heap.Push(q, visit{s.at + 1, s.far + 5 - s.at%3})
			if s.at%3 == 0 {
				heap.Push(q, visit{s.at + 2, 3})
			}
		}
		most = max(most, q.Len())
	}
	return far, most
}

// GrowBehindPointer keeps what a slice was before it grew. The first append finds no room and moves the slice to
// another array; the old one stays as it is.
func GrowBehindPointer(n uint8) (int, int, int) {
	q := []int{1, 2}
	first := q
	for i := range int(n % 5) {
		pushInt(&q, i)
		q[0] = 7 + i
	}
	return first[0], q[0], len(q)
}

func pushInt(q *[]int, x int) { *q = append(*q, x) }

// Helpers that append on each of their ways: whichever append runs, the result is one slice.

func growEither(x []int, v int) []int {
	if v > 3 {
		return append(x, v)
	}
	return append(x, 1, v)
}

func GrowEither(n uint8, k int8) (sum int) {
	var x []int
	for i := range int(n % 9) {
		x = growEither(x, i*int(k))
	}
	for _, v := range x {
		sum = sum*31 + v
	}
	return sum
}

func growDeeper(x, v []int) []int {
	if len(v) > 2 {
		return append(x, v...)
	}
	return growAll(x, v)
}

func growAll(x, v []int) []int { return append(x, v...) }

// GrowDeeper appends nothing in some rounds, which leaves nil.
func GrowDeeper(n, k uint8) (sum int) {
	var x []int
	v := [...]int{1, 2, 3, 4}
	for i := range int(n % 6) {
		if x == nil {
			sum += 100
		}
		x = growDeeper(x, v[:i*int(k)&3])
	}
	if x == nil {
		sum++
	}
	for _, y := range x {
		sum = sum*31 + y
	}
	return sum
}

type growPoint struct {
	x, y float64
	name string
}

func growPoints(ps []growPoint, a, b float64) []growPoint {
	if a > b {
		return append(ps, growPoint{a, b, "falls"})
	}
	return growFew(ps, a, b)
}

func growFew(ps []growPoint, a, b float64) []growPoint {
	if a == b {
		return ps
	}
	return append(ps, growPoint{a, b, "rises"}, growPoint{b, a, "falls"})
}

func GrowPoints(n uint8, k float64) (sum float64, falls int) {
	var ps []growPoint
	for i := range int(n % 9) {
		ps = growPoints(ps, float64(i), k*float64(i%3))
	}
	for i, p := range ps {
		sum += float64(p.x*float64(i+1)) - p.y
		if p.name == "falls" {
			falls++
		}
	}
	return sum, falls
}

func growNothing(x []struct{}, v int) []struct{} {
	if v > 7 {
		return append(x, struct{}{})
	}
	return growNothings(x)
}

func growNothings(x []struct{}) []struct{} { return append(x, struct{}{}, struct{}{}) }

func GrowNothing(n, k uint8) int {
	var x []struct{}
	for i := range int(n % 9) {
		x = growNothing(x, i*int(k%4))
	}
	return len(x)
}

// A slice that is nil in some lanes, and in others the same as one that is used afterwards, is handed to a function
// that appends to it: where it is nil, what it appends is not in the other's memory.

func growOne(x []int, v int) []int { return append(x, v) }

func GrowNilShared(a, b, c int) int {
	var root, other []int
	root = growOne(root, a)
	if a > b {
		other = root
	}
	other = growOne(other, c)
	return root[0]*10 + other[0]*100
}

func GrowNilHeld(a, b, c int) (int, int) {
	var x struct{ first, second []int }
	x.first = growOne(x.first, a)
	if a > b {
		x.second = x.first
	}
	x.second = growOne(x.second, c)
	return x.first[0], x.second[0]
}

func growBoth(x *struct{ first, second []int }, v int) { x.second = growOne(x.second, v) }

func GrowNilBehind(a, b, c int) (int, int) {
	var x struct{ first, second []int }
	x.first = growOne(x.first, a)
	if a > b {
		x.second = x.first
	}
	growBoth(&x, c)
	return x.first[0], x.second[0]
}

// GrowMoved begins as a literal, from which the first append in a helper moves it, in some lanes in the second round.
func GrowMoved(n uint8, a, b int) (sum, second int) {
	q := &[]int{a}
	for i := range int(n % 7) {
		if i > 0 || a > b {
			pushInt(q, i*b)
		}
		if len(*q) > 3 {
			*q = (*q)[2:]
		}
	}
	for _, v := range *q {
		sum = sum*31 + v
	}
	return sum, len(*q)
}

// GrowMovedShared moves to memory that is another's in some lanes.
func GrowMovedShared(a, b int) (int, int) {
	var root []int
	for i := range 2 {
		pushInt(&root, a+i)
	}
	other := []int{b}
	if a > b {
		other = root
	}
	pushInt(&other, 7)
	return root[0]*10 + root[1], other[0]*10 + other[1]
}

// GrowNilStored is given the memory that a call has stored behind a pointer.
func GrowNilStored(a, b int) (int, int) {
	var root, other []int
	pushInt(&root, a)
	if a > b {
		other = root
	}
	other = growOne(other, 7)
	return root[0], other[0]
}

// GrowHistory keeps the last two of what rounds make, and hands the newest to a function.
func GrowHistory(k, h float64) float64 {
	before := []float64{1, k}
	now := []float64{k, 1}
	for t := 0.0; t < 1; t += 0.25 {
		next := append([]float64{}, now...)
		slope := decay(next, k)
		next[0] += float64(h*slope[0]) + before[0]
		next[1] -= float64(h * slope[1])
		before, now = now, next
	}
	return now[0] + float64(now[1]*before[0])
}

func decay(y []float64, k float64) []float64 { return []float64{k * y[0], -y[1]} }

// GrowFromEmpty copies slices to literals without elements: what comes of nothing is not nil.
func GrowFromEmpty(k float64, n uint8) (y0, first float64, isNil, empty bool) {
	y := []float64{k, 2}
	for range n % 5 {
		next := append([]float64{}, y...)
		next[0] += decay(next, k)[0]
		y = next
	}
	some := []float64{k, 1, 2}[:n%4]
	var last, none []float64
	for range n % 3 {
		next := append([]float64{}, some...)
		last = append([]float64{}, none...)
		if len(next) > 1 {
			next[1] += k
			first += next[1]
		}
		some = next
	}
	return y[0], first, some == nil, last == nil
}

type besideRow struct {
	n int
	l []int
}

func besideBy(l []int, k int) []int { return append(l, k, k*2) }

// GrowBesideArrays appends where arrays of slices are used behind it.
func GrowBesideArrays(n int8) (s int) {
	p := besideRow{n: int(n), l: []int{1}}
	for k, c := range [2]besideRow{{n: 2, l: []int{int(n), 3}}, p} {
		l := besideBy([]int{k}, c.n)
		s = s*3 + c.n + len(c.l) + c.l[0] + len(l) + l[2]
	}
	a := [3][]int{{s}, {1, 2}, nil}
	b := a
	for i := range b {
		a[i] = besideBy(a[(i+1)%3], int(n))
		a[i] = append(a[i], len(b[i]))
		s = s*5 + len(a[i]) + a[i][len(a[i])-1] + len(b[i])
	}
	return s
}
