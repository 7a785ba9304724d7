package cases

import (
	"math"
	"slices"
	"sort"
)

// Maps that lanes make.

// MapMemo remembers what its recursion computed.
func MapMemo(n uint8, k int) int {
	return ways(int(n%24), k&3, map[[2]int]int{})
}

func ways(n, k int, memo map[[2]int]int) int {
	if n <= 1 {
		return k + 1
	}
	key := [2]int{n, k}
	if v, ok := memo[key]; ok {
		return v
	}
	r := ways(n-1, k, memo)*2 - ways(n-2, (k+1)&3, memo)
	memo[key] = r
	return r
}

type memoSolver struct {
	memo map[int]float64
	hits int
}

func (s *memoSolver) at(i int) float64 {
	if v, ok := s.memo[i]; ok {
		s.hits++
		return v
	}
	v := 1.0
	if i > 1 {
		v = s.at(i-1) + s.at(i-2)/2
	}
	s.memo[i] = v
	return v
}

// MapSolver has its map in a struct, which it makes when it is needed.
func MapSolver(n uint8) (float64, int, int) {
	s := &memoSolver{}
	if n&1 == 0 {
		return float64(len(s.memo)) + s.memo[int(n)], 0, 0
	}
	s.memo = make(map[int]float64)
	return s.at(int(n % 30)), s.hits, len(s.memo)
}

// MapCounts counts, adds, deletes and asks again.
func MapCounts(xs [12]int8, drop int8) (int, int, int, bool) {
	count := map[int8]int{}
	for i, x := range xs {
		count[x] += i + 1
		if x == drop {
			delete(count, x)
		}
		delete(count, xs[(i*5)%12]^1)
	}
	most, sum := 0, 0
	for _, n := range count {
		if n > most {
			most = n
		}
		sum += n
	}
	_, has := count[drop+1]
	return len(count), most, sum, has
}

// MapWindow inserts and deletes again and again.
func MapWindow(seed uint64, n uint8) (uint64, int) {
	last := map[uint64]uint32{}
	h := uint64(0)
	for i := range uint32(n) {
		seed = seed*6364136223846793005 + 1442695040888963407
		k := seed >> 59
		if at, ok := last[k]; ok {
			h = h*31 + uint64(i-at)
		}
		last[k] = i
		delete(last, (seed>>40)&31)
	}
	return h, len(last)
}

type crossing struct {
	x, y float64
	up   bool
}

// MapKeys has keys of floats, bools and structs: 0 and -0 are one, and each NaN is another.
func MapKeys(a, b, c float64) (int, float64, int) {
	seen := map[crossing]float64{}
	for i, x := range [6]float64{a, b, c, 0, math.Copysign(0, -1), math.NaN()} {
		for _, y := range [3]float64{b, -b, 1} {
			seen[crossing{x, y, x > y}] += float64(i)
		}
	}
	one := map[float64]int{}
	one[0] = 1
	one[math.Copysign(0, -1)]++
	one[a] += 4
	delete(one, b)
	return len(seen), seen[crossing{a, b, a > b}], one[0]*100 + one[a]*10 + len(one)
}

// MapOrNil is nil in some lanes, or another one.
func MapOrNil(n int8, k int) (int, bool, int) {
	var m map[int]int
	if n > 0 {
		m = map[int]int{1: 10, 2: 20, 3: int(n)}
	} else if n < -100 {
		m = map[int]int{k: 5}
		clear(m)
	}
	_, has := m[2]
	delete(m, 1)
	for range m {
		k += 7
	}
	if n < -120 || n > 120 {
		m[k] = 1 // of nil where n is 0 or in between
	}
	return m[3] + len(m), m == nil || has, k
}

// MapNil adds to a map that is not there in some lanes.
func MapNil(k int8) int {
	var m map[int8]int
	if k&3 != 0 {
		m = map[int8]int{}
	}
	m[k] = 4
	return m[k] + len(m)
}

type station struct {
	count    int
	sum      int
	min, max float64
	last     [2]int16
}

// MapOfStructs has values of several numbers.
func MapOfStructs(names [9]uint8, temps [9]float64) (int, int, float64) {
	all := make(map[uint8]station, 4)
	for i, name := range names {
		s, ok := all[name&7]
		if !ok {
			s.min, s.max = temps[i], temps[i]
		}
		s.min, s.max = min(s.min, temps[i]), max(s.max, temps[i])
		s.last = [2]int16{s.last[1], int16(i)}
		s.count++
		all[name&7] = s
	}
	n, last, top := 0, 0, math.Inf(-1)
	for k, s := range all {
		n += s.count * int(k+1)
		last ^= int(s.last[0])<<8 + int(s.last[1])
		top = max(top, s.max-s.min)
	}
	return n, last, top
}

// MapSorted goes over the keys in their order.
func MapSorted(xs [8]int16) (h int) {
	where := map[int16]int{}
	for i, x := range xs {
		where[x%5] = i
	}
	var keys []int
	for k := range where {
		keys = append(keys, int(k))
	}
	sort.Ints(keys)
	for _, k := range keys {
		h = h*17 + k*8 + where[int16(k)]
	}
	var again []int16
	for k := range where {
		again = append(again, k)
	}
	slices.Sort(again)
	return h*2 + int(again[0])
}

// MapAnyAll ends a loop early.
func MapAnyAll(xs [6]int8, limit int8) (any, all bool, bits uint8) {
	m := map[int8]bool{}
	for i, x := range xs {
		m[x] = i&1 == 0
	}
	any = anyAbove(m, limit)
	all = true
	for k, v := range m {
		if v {
			bits |= uint8(k)
		}
		if k < limit {
			all = false
		}
	}
	return any, all, bits
}

func anyAbove(m map[int8]bool, limit int8) bool {
	for k, v := range m {
		if v && k > limit {
			return true
		}
	}
	return false
}

// MapOthers fills slices and another map in a loop over a map.
func MapOthers(xs [10]uint8) (int, int, int) {
	first := map[uint8]int{}
	for i, x := range xs {
		if _, ok := first[x&15]; !ok {
			first[x&15] = i
		}
	}
	var at [16]int
	var hist [10]int
	byPlace := map[int]int{}
	for k, i := range first {
		at[k] = i + 1
		hist[i]++
		byPlace[i/2] += int(k)
		if k&1 == 1 {
			delete(first, k)
		}
	}
	h := 0
	for i := range at {
		h = h*3 + at[i]
	}
	return h, hist[2]*100 + byPlace[1]*10 + byPlace[2], len(first)
}

// MapOfTable goes over a map that all lanes share.
func MapOfTable(k uint8) (n int) {
	for key, v := range fewTaxes {
		if key > int(k) {
			n += v
		}
	}
	return n + fewTaxes[int(k&3)]
}

var fewTaxes = map[int]int{1: 19, 2: 7, 100: 3, 200: 50}

// sparseTaxes has fewer entries than it had.
var sparseTaxes = map[int32]int{}

var sparseSum int

func init() {
	for i := range int32(20) {
		sparseTaxes[i*i] = int(i)
	}
	for k := range sparseTaxes {
		if k&1 == 1 {
			delete(sparseTaxes, k)
		}
		sparseSum += int(k)
	}
	sparseTaxes[81] = 99
}

// MapOfFewer looks up what was deleted when the program began.
func MapOfFewer(k int32) (int, bool, int, int) {
	v, ok := sparseTaxes[k&127]
	n := 0
	for key := range sparseTaxes {
		n ^= int(key)
	}
	return v, ok, n, sparseSum + len(sparseTaxes)
}

// MapEachRound makes a map in each round, and adds to it behind a branch: a few entries are known to
// suffice.
func MapEachRound(xs [4]float64) (n int) {
	for i := range xs {
		last := map[float64]int{xs[i]: 1}
		if i > 1 {
			clear(last)
		}
		last[xs[0]] += 2
		n = n*4 + last[xs[i]] + len(last)
	}
	return n
}

// MapOfMaps has a map for each vertex of a graph, in a slice and in a map.
func MapOfMaps(from, to [6]uint8, w [6]int16) (int, int, bool) {
	next := make([]map[int]int, 4)
	for i := range next {
		next[i] = map[int]int{}
	}
	back := map[int]map[int]int{}
	for i := range from {
		a, b := int(from[i]&3), int(to[i]&3)
		next[a][b] += int(w[i])
		if back[b] == nil {
			back[b] = make(map[int]int)
		}
		back[b][a]++
	}
	sum, far := 0, 0
	for a, ways := range next {
		for b, n := range ways {
			sum += n * (a*4 + b)
			far += len(next[b])
		}
	}
	return sum, far*100 + len(back)*10 + back[2][1], back[3] == nil
}

type treeNode struct{ left, right, value int }

// MapOfPointers has pointers and slices as values.
func MapOfPointers(xs [7]int8) (int, int) {
	nodes := [3]treeNode{{value: 1}, {value: 2}, {value: 3}}
	by := map[int8]*treeNode{}
	for i, x := range xs {
		if n := by[x&3]; n != nil {
			n.value += i
			continue
		}
		by[x&3] = &nodes[i%3]
	}
	sum := 0
	for _, n := range by {
		sum += n.value
	}
	return sum, nodes[0].value*100 + nodes[1].value*10 + nodes[2].value
}

// MapGeneric counts what is equal, of any type.
func MapGeneric(xs [6]float32, ys [5]uint16) (int, int) {
	return distinct(xs[:]), distinct(ys[:])
}

func distinct[T comparable](xs []T) int {
	set := make(map[T]struct{})
	for _, x := range xs {
		set[x] = struct{}{}
	}
	return len(set)
}

// MapInLoop makes a map in each round.
func MapInLoop(xs [8]uint8, n uint8) (twice int) {
	for width := range int(n%4) + 1 {
		seen := map[uint8]bool{}
		for _, x := range xs[width:] {
			if seen[x%6] {
				twice++
			}
			seen[x%6] = true
		}
	}
	return twice
}

// MapRanked takes the best entry, and of several that are alike the first or the last by the key, however that is
// asked.
func MapRanked(n, k uint8) (int, int, int, int) {
	m := map[int]int{}
	for i := 0; i < int(n&15); i++ {
		m[(i*int(k))&31] = (i * int(n)) & 3
	}
	most, first := -1, 0
	for k, v := range m {
		if v > most || v == most && k < first {
			most, first = v, k
		}
	}
	least, last := 9, -5
	for k, v := range m {
		if v < least {
			least, last = v, k
		} else if v == least && k > last {
			last = k
		}
	}
	sum, key := 0, 40
	for k, v := range m {
		if v >= 2 && v <= most && (v == most && k < key) {
			sum += v
		}
	}
	top, at := 1, 7
	for k, v := range m {
		if k&1 == 0 {
			continue
		}
		if v >= top && (v > top || at < k) {
			at, top = k, v
		}
	}
	return most*100 + first, least*100 + last, sum, top*100 + at
}

type missedVisit struct {
	weight float64
	seen   bool
	last   [2]int16
}

// MapMissing looks keys up that are not there, or not any more, in maps whose room is used: the zero value among them,
// which what has never been written to has too.
func MapMissing(xs [8]uint8, k uint8) (float64, bool, int, int) {
	visits, sums := map[uint8]missedVisit{}, map[uint8]int{}
	n := 0
	for round := range 3 {
		for i, x := range xs {
			v := visits[x]
			if old, ok := visits[x+k]; !ok && (old.weight != 0 || old.seen || old.last != [2]int16{}) {
				n += 1000
			}
			v.weight, v.seen, v.last[i&1] = v.weight+float64(i), i > 2, int16(x)+1
			visits[x], sums[x] = v, sums[x]-sums[x^k]+round
		}
		n += sums[0] + 3*sums[k]
		for _, x := range xs {
			delete(visits, x)
			if x&1 == 0 {
				delete(sums, x)
			}
		}
		n += len(visits) + 10*len(sums) + 7*sums[xs[0]]
		if round == 1 {
			clear(sums)
			n += sums[xs[1]]
		}
	}
	v, ok := visits[0]
	return v.weight, ok || v.seen, int(v.last[0]) + n, sums[xs[3]]
}
