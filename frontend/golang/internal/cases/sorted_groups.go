package cases

import (
	"cmp"
	"slices"
)

// What loops over maps collect, sorted by differences, which may overflow, and by cmp.Or.

type rankGroup struct{ n, rank int }

func (g rankGroup) before(h rankGroup) int {
	if g.n != h.n {
		return h.n - g.n
	}
	return h.rank - g.rank
}

// SortedGroups counts and sorts as one ranks a hand of cards. Ranks may be far apart.
func SortedGroups(hand [5]int) (key int) {
	counts := map[int]int{}
	for _, c := range hand {
		counts[c]++
	}
	var gs []rankGroup
	for r, n := range counts {
		gs = append(gs, rankGroup{n, r})
	}
	slices.SortFunc(gs, func(a, b rankGroup) int {
		if a.n != b.n {
			return b.n - a.n
		}
		return b.rank - a.rank
	})
	for _, g := range gs {
		key = key*7 + g.rank
	}
	return key
}

// SortedGroupsMethod sorts by a method.
func SortedGroupsMethod(hand [5]int32) (key int) {
	counts := map[int32]int{}
	for _, c := range hand {
		counts[c&7]++
	}
	var gs []rankGroup
	for r, n := range counts {
		gs = append(gs, rankGroup{n, int(r)})
	}
	slices.SortFunc(gs, func(a, b rankGroup) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(b.rank, a.rank))
	})
	for _, g := range gs {
		key = key*16 + g.rank
	}
	if len(gs) > 1 && gs[0].before(gs[1]) >= 0 {
		return -1
	}
	return key
}

// SortedSmall sorts small numbers, whose differences overflow soon.
func SortedSmall(a, b, c int8) (sum int) {
	seen := map[int8]bool{a: true, b: true, c: true}
	var keys []int8
	for k := range seen {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y int8) int { return int(y - x) })
	for _, k := range keys {
		sum = sum*5 + int(k)
	}
	return sum
}

// RankedFloat is the least of some numbers and the first that has it, among zeros with signs and NaN.
func RankedFloat(xs [5]float64, n int) (int, float64) {
	left := map[int]float64{}
	for i, x := range xs {
		if n>>i&1 != 0 {
			x *= 0
		}
		left[i*n&7] = x
	}
	next, least := -1, 1e9
	for k, x := range left {
		if x < least || x == least && k < next {
			next, least = k, x
		}
	}
	return next, least
}
