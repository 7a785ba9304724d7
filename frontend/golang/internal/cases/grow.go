package cases

import "slices"

// Slices that grow, and memory whose size lanes decide.

func GrowLoop(n uint8) (sum, length int) {
	var out []int
	for i := range int(n % 40) {
		out = append(out, i*i)
	}
	for _, x := range out {
		sum += x
	}
	return sum, len(out)
}

func GrowChoice(a [9]int) (even, odd int, all [9]int) {
	var es, os []int
	for _, x := range a {
		if x%2 == 0 {
			es = append(es, x)
		} else {
			os = append(os, x)
		}
	}
	var both []int
	for i, x := range a {
		if i%3 == 0 {
			both = append(both, x)
		} else {
			both = append(both, -x)
		}
	}
	copy(all[:], both)
	return len(es), len(os), all
}

type pile struct {
	items []float64
	most  int
}

func (s *pile) push(x float64) {
	s.items = append(s.items, x)
	s.most = max(s.most, len(s.items))
}

func (s *pile) pop() (float64, bool) {
	if len(s.items) == 0 {
		return 0, false
	}
	x := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, true
}

func GrowStack(a [8]float64, ops uint16) (sum float64, most, left int) {
	var s pile
	for i, x := range a {
		s.push(x)
		if ops>>i&1 != 0 {
			y, _ := s.pop()
			sum += y
		}
		if ops>>(8+i)&1 != 0 {
			s.push(-x)
		}
	}
	return sum, s.most, len(s.items)
}

func divisorsOf(n, from int, found []int) []int {
	if from > n || from > 30 {
		return found
	}
	if n%from == 0 {
		found = append(found, from)
	}
	return divisorsOf(n, from+1, found)
}

func GrowRecursion(n uint8) (count, last int) {
	ds := divisorsOf(int(n), 1, nil)
	if len(ds) > 0 {
		last = ds[len(ds)-1]
	}
	return len(ds), last
}

func exact(a []int, target int, path []int, best *int) int {
	if target == 0 {
		*best = max(*best, len(path))
		return 1
	}
	count := 0
	for i, x := range a {
		if x <= target && x > 0 {
			path = append(path, x)
			count += exact(a[i+1:], target-x, path, best)
			path = path[:len(path)-1]
		}
	}
	return count
}

func Backtrack(a [6]uint8, target uint8) (count, best int) {
	xs := make([]int, len(a))
	for i, x := range a {
		xs[i] = int(x % 16)
	}
	count = exact(xs, int(target%32), nil, &best)
	return count, best
}

func GrowClosure(a [6]int, least int) (kept [6]int, n int) {
	var out []int
	keep := func(x int) {
		if x >= least {
			out = append(out, x)
		}
	}
	for _, x := range a {
		keep(x)
	}
	n = copy(kept[:], out)
	return kept, n
}

func GrowChain(a [4]int, b [3]int, n uint8) (out [9]int, length int, same bool) {
	xs := append([]int(nil), a[:]...)
	ys := append(append([]int{7}, b[:n%4]...), xs[n%5:]...)
	xs[0]++
	copy(out[:], ys)
	return out, len(ys), xs[0] == a[0]
}

// GrowClonePart copies parts whose lengths lanes decide, whose room is that of the whole.
func GrowClonePart(a [5]float64, from, to uint8) (least float64, n int, left [5]float64) {
	i := int(from % 6)
	j := i + int(to)%(6-i)
	ys := slices.Clone(a[i:j])
	slices.Sort(ys)
	ys = append(ys, slices.Clone(a[:i])...)
	if len(ys) > 0 {
		least = ys[0]
		ys[0] = 7
	}
	return least, len(ys), a
}

// GrowClone writes to a copy, and leaves what it was made from.
func GrowClone(a [5]float64, n uint8) (first, least float64, none bool) {
	xs := a[:n%6]
	ys := slices.Clone(xs)
	slices.Sort(ys)
	zs := append(xs[:0:0], xs...)
	for i := range zs {
		zs[i] = -1
	}
	var empty []float64
	if len(ys) > 0 {
		least = ys[0]
	}
	return a[0], least, append(empty, xs[:0]...) == nil && slices.Clone(empty) == nil
}

func GrowLiteral(n uint8) (sum int) {
	fib := []int{1, 1}
	for i := 2; i < int(n%50); i++ {
		fib = append(fib, fib[i-1]+fib[i-2])
	}
	empty := []int{}
	made := make([]int, 0)
	for i := range int(n % 7) {
		empty = append(empty, i)
		made = append(made, -i)
	}
	for _, x := range fib {
		sum ^= x
	}
	return sum + len(empty)*100 + len(made)
}

func GrowEdit(a [6]int, i, j uint8) (out [8]int, n int) {
	s := append([]int(nil), a[:]...)
	at := int(i) % len(s)
	s = append(s[:at], s[at+1:]...)
	to := int(j) % len(s)
	s = append(s, 0)
	copy(s[to+1:], s[to:])
	s[to] = 99
	s = slices.Delete(s, to, to+1)
	n = copy(out[:], s)
	return out, n
}

type arc struct{ from, to, cost int }

func GrowQueue(a [10]uint8, start uint8) (order [10]int, steps int) {
	var edges []arc
	for i, x := range a {
		edges = append(edges, arc{i, int(x % 10), i + int(x)})
	}
	seen := make([]bool, len(edges))
	queue := []int{int(start % 10)}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		order[at] = steps
		steps++
		for _, e := range edges {
			if e.from == at && !seen[e.to] {
				queue = append(queue, e.to)
			}
		}
	}
	return order, steps
}

func SieveCount(n uint8) (count int) {
	composite := make([]bool, int(n)+1)
	for i := 2; i <= int(n); i++ {
		if composite[i] {
			continue
		}
		count++
		for j := i * i; j <= int(n); j += i {
			composite[j] = true
		}
	}
	return count
}

func mulPoly(a, b []float64) []float64 {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	c := make([]float64, len(a)+len(b)-1)
	for i, x := range a {
		for j, y := range b {
			c[i+j] += float64(x * y)
		}
	}
	return c
}

func PolyPower(a [3]float64, n uint8) (sum float64, degree int) {
	p := []float64{1}
	for range n % 8 {
		p = mulPoly(p, a[:])
	}
	for _, c := range p {
		sum += c
	}
	return sum, len(p) - 1
}

func collatzPath(n uint8) (collatz []int) {
	for x := int(n%30) + 1; x != 1; {
		collatz = append(collatz, x)
		if x%2 == 0 {
			x /= 2
		} else {
			x = 3*x + 1
		}
		if len(collatz) == 20 {
			break
		}
	}
	return collatz
}

// GrowReturn keeps what a call made, and what the next one made.
func GrowReturn(n, m uint8) (a [20]int, b [20]int, length int) {
	x, y := collatzPath(n), collatzPath(m)
	copy(a[:], x)
	copy(b[:], y)
	return a, b, len(x)*100 + len(y)
}

func MakeNegative(n int8) int { return len(make([]int, int(n)%50)) }

type pairOf struct{ a, b []int }

func (t *pairOf) add(x int) {
	if x%2 == 0 {
		t.a = append(t.a, x)
	} else {
		t.b = append(t.b, x)
	}
}

func GrowTwo(a [6]int) (x int) {
	var t pairOf
	for _, v := range a {
		t.add(v)
	}
	for _, v := range t.a {
		x += v * 3
	}
	for _, v := range t.b {
		x += v * 5
	}
	return x
}

func flatten(n int) []int {
	if n <= 0 {
		return nil
	}
	s := []int{n}
	s = append(s, flatten(n-2)...)
	s = append(s, -n)
	return s
}

func GrowFlat(n int) (x int) {
	for i, v := range flatten(n & 7) {
		x = x*7 + v*i
	}
	return x
}

func GrowPerm(n int) (x int) {
	var res []int
	var cur [3]int
	var rec func(k, used int)
	rec = func(k, used int) {
		if k == 3 {
			res = append(res, cur[0]*9+cur[1]*3+cur[2])
			return
		}
		for i := range 3 {
			if used>>i&1 == 0 {
				cur[k] = i
				rec(k+1, used|1<<i)
			}
		}
	}
	rec(0, n&1)
	for i, v := range res {
		x += v * (i + 1)
	}
	return x
}

func FilterInPlace(a [6]int) (x int) {
	s := a[:]
	kept := s[:0]
	for _, v := range s {
		if v%2 == 0 {
			kept = append(kept, v)
		}
	}
	for i, v := range s {
		x += v * (i + 1)
	}
	return len(kept)*100 + x
}

// FilterTwoWays keeps elements in memory that it goes over: of two kinds, until one that ends it, those before a place,
// and of a field. One keeps more than it goes over, and one has no room for all.
func FilterTwoWays(a [6]int8, n uint8) (int, int, int, int) {
	s := a[:]
	kept := s[:0]
	for i := 0; i < len(s); i++ {
		v := s[i]
		if v < -100 {
			continue
		}
		if v > 0 {
			kept = append(kept, v)
			continue
		}
		if v == -7 {
			break
		}
		kept = append(kept, v+1)
	}
	q := struct{ items []int8 }{s[1:]}
	live := q.items[:0]
	for _, v := range q.items {
		if v%3 != 0 {
			live = append(live, v)
		}
	}
	q.items = live
	twice := s[:0]
	for i := range s[:n%4] {
		twice = append(twice, int8(i), 1)
	}
	short := s[:0:2]
	for _, v := range s[:n%7] {
		short = append(short, v+1)
	}
	sum := 0
	for i, v := range s {
		sum = sum*3 + int(v)*(i+1)
	}
	return len(kept)*1000 + sum, len(q.items), len(twice), len(short)
}

func mergeRuns(a, b []int) []int {
	out := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] <= b[0] {
			out = append(out, a[0])
			a = a[1:]
		} else {
			out = append(out, b[0])
			b = b[1:]
		}
	}
	out = append(out, a...)
	return append(out, b...)
}

func msort(a []int) []int {
	if len(a) < 2 {
		return a
	}
	m := len(a) / 2
	return mergeRuns(msort(a[:m]), msort(a[m:]))
}

func MSort(a [7]int, n uint8) (x int) {
	for i, v := range msort(a[:n%8]) {
		x = x*31 + v*(i+1)
	}
	return x
}

func deriv(y []float64) []float64 {
	d := make([]float64, len(y))
	for i := range y {
		d[i] = float64(y[i]*0.5) - y[(i+1)%len(y)]
	}
	return d
}

func FreshState(a [3]float64, n uint8) float64 {
	y := append([]float64(nil), a[:]...)
	for range n % 5 {
		y = deriv(y)
	}
	return y[0] + float64(2*y[1]) + float64(3*y[2])
}

func grow2(s []int, x int) []int { return append(s, x, x+1) }

func Callee(a [3]int) (x int) {
	s := a[:]
	t := grow2(s, 5)
	t[0] = 99
	for i, v := range s {
		x += v * (i + 1)
	}
	return x*1000 + t[0] + len(t)
}

func GrowInCallee(a [3]int) (x int) {
	s := a[:]
	t := grow2(s, 5)
	t[0] = 99
	for i, v := range s {
		x += v * (i + 1)
	}
	return x*1000 + t[0] + len(t)
}

func GrowTwice(a [3]int, n uint8) (x int) {
	s := append([]int(nil), a[:n%4]...)
	s = grow2(s, 5)
	s = grow2(s, 7)
	for i, v := range s {
		x += v * (i + 1)
	}
	return x
}
