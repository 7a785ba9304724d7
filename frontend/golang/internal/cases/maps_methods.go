package cases

import (
	"cmp"
	"maps"
	"slices"
	"sort"
)

// Loops over maps whose rounds call functions that look at maps and change them: the methods of sets and counters.

type intSet map[int]struct{}

func (s intSet) add(k int)      { s[k] = struct{}{} }
func (s intSet) drop(k int)     { delete(s, k) }
func (s intSet) has(k int) bool { _, ok := s[k]; return ok }

func (s intSet) addAll(t intSet) {
	for k := range t {
		s.add(k)
	}
}

func (s intSet) union(t intSet) intSet {
	u := intSet{}
	u.addAll(s)
	u.addAll(t)
	return u
}

func (s intSet) without(t intSet) intSet {
	left := intSet{}
	for k := range s {
		if !t.has(k) {
			left.add(k)
		}
	}
	return left
}

func (s intSet) sum() (sum int) {
	for k := range s {
		sum += k
	}
	return sum
}

func multiples(of, n uint8) intSet {
	s := intSet{}
	for i := range int(n % 7) {
		s.add(int(of) * i % 9)
	}
	return s
}

// MapSets has methods with a loop over one set that change another one, and look at a third.
func MapSets(a, b, n uint8) (int, int, int, int) {
	x, y := multiples(a, n), multiples(b, n/7)
	both := x.without(x.without(y))
	all := x.union(y)
	for k := range all {
		if k%2 == 1 {
			all.drop(k)
		}
	}
	return both.sum(), len(both), all.sum(), x.without(y).sum()
}

type scoreOf map[int]int

func (t scoreOf) inc(k int)         { t[k]++ }
func (t scoreOf) raise(k, by int)   { t[k] += by }
func (t scoreOf) same(k int) string { return [2]string{"other", "same"}[min(t[k]/9, 1)] }

// MapTallies counts the values of a map by a method, and notes which there are.
func MapTallies(a, n uint8) (int, int, int, string) {
	m := scoreOf{}
	for i := range int(n % 8) {
		m.raise(i*int(a)%5, i+int(a))
	}
	counts, seen := scoreOf{}, map[int]bool{}
	for _, v := range m {
		counts.inc(v % 3)
		seen[v%4] = true
	}
	equal := 0
	for k, v := range m {
		if m.same(k) == "same" && v > 9 {
			equal++
		}
	}
	return counts[0]*100 + counts[1]*10 + counts[2], len(seen), equal, m.same(1)
}

type wordTimes struct {
	word  int8
	times int
}

// MapSortedBy sorts what a map has: its keys by their counts, and pairs of both.
func MapSortedBy(xs [9]int8, n uint8) (sum, first int) {
	counts := map[int8]int{}
	for i, x := range xs {
		if i <= int(n%10) {
			counts[x%5]++
		}
	}
	var words []int8
	for w := range counts {
		words = append(words, w)
	}
	sort.Slice(words, func(i, j int) bool {
		if counts[words[i]] != counts[words[j]] {
			return counts[words[i]] > counts[words[j]]
		}
		return words[i] < words[j]
	})
	for _, w := range words {
		sum = sum*11 + int(w)
	}
	pairs := make([]wordTimes, 0, len(counts))
	for w, times := range counts {
		pairs = append(pairs, wordTimes{w, times})
	}
	slices.SortFunc(pairs, func(a, b wordTimes) int {
		if c := cmp.Compare(a.times, b.times); c != 0 {
			return c
		}
		return cmp.Compare(b.word, a.word)
	})
	for _, p := range pairs {
		first = first*7 + p.times*3 + int(p.word)
	}
	return sum, first
}

type folder struct {
	size int
	in   map[int]*folder
}

func (f *folder) total() int {
	n := f.size
	for _, inner := range f.in {
		n += inner.total()
	}
	return n
}

// MapTotals sums up the sizes of folders in folders.
func MapTotals(sizes [4]uint8, a int) (all, largest int) {
	root := &folder{in: map[int]*folder{}}
	for i, size := range sizes {
		at := root
		for _, k := range []int{a >> i & 1, int(size & 1)} {
			if at.in[k] == nil {
				at.in[k] = &folder{in: map[int]*folder{}}
			}
			at = at.in[k]
		}
		at.size += int(size)
	}
	for _, f := range root.in {
		largest = max(largest, f.total())
	}
	return root.total(), largest
}

// GrowLiterals appends to slices of literals that maps have.
func GrowLiterals(xs [4]int, k uint8) (int, int) {
	m := map[int][]int{0: {1}, 1: {2, 3}}
	for i := range k & 3 {
		m[int(i&1)] = append(m[int(i&1)], xs[i])
	}
	after := map[string][]int{"a": {1}}
	after["b"] = []int{int(k)}
	for i := range k >> 2 & 3 {
		after["b"] = append(after["b"], int(i))
		if i == 1 {
			after["a"] = append(after["a"], 5)
		}
	}
	return heldSum(m[0], m[1]), heldSum(after["a"], after["b"])
}

// MapClosures sums over maps in function literals, two of which call themselves.
func MapClosures(a, b, size uint8) (sum, deepest int) {
	root := &folder{in: map[int]*folder{}}
	for i := range 4 {
		at := root
		for _, k := range []int{int(a >> i & 1), int(b >> i & 3)} {
			if at.in[k] == nil {
				at.in[k] = &folder{in: map[int]*folder{}}
			}
			at = at.in[k]
			at.size += int(size) + i
		}
	}
	factor := int(size & 3)
	var total, depth func(f *folder) int
	total = func(f *folder) int {
		n := f.size
		for k, in := range f.in {
			n += total(in) * (k + factor)
		}
		return n
	}
	depth = func(f *folder) (d int) {
		for _, in := range f.in {
			d = max(d, depth(in)+1)
		}
		return d
	}
	own := func(f *folder) int { return f.size - factor }
	for _, in := range root.in {
		sum += own(in)
	}
	return sum + total(root), depth(root)
}

// MapCalls calls functions and methods that differ from lane to lane in loops over maps.
func MapCalls(a, b, n uint8) (sum, left int) {
	m := map[int]weighing{int(a & 7): byFactor(b), 3: byFactor(2), int(n & 7): offset{int(a)}}
	weigh := func(k, x int) int { return k * x }
	if n > 100 {
		weigh = func(k, x int) int { return k*int(n) - x }
	}
	for k, s := range m {
		sum += weigh(k, s.of(int(b)))
	}
	maps.DeleteFunc(m, func(k int, _ weighing) bool { return k*int(n)&3 == 0 })
	var both []int
	for k, s := range m {
		both = append(both, k, s.of(k))
	}
	slices.Sort(both)
	for i, x := range both {
		left = left*3 + x*i
	}
	return sum, left
}

type weighing interface{ of(int) int }

type byFactor int

type offset struct{ by int }

func (f byFactor) of(x int) int { return x * int(f) }
func (o offset) of(x int) int   { return x + o.by }
