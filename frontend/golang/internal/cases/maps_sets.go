package cases

import "maps"

// Sets of numbers: copies, and what one has less another.

type numberSet map[int]bool

func numbersOf(xs []int) numberSet {
	s := numberSet{}
	for _, x := range xs {
		s[x&7] = true
	}
	return s
}

// less removes what another set has.
func (s numberSet) less(other numberSet) {
	for x := range other {
		delete(s, x)
	}
}

// MapSetsLess copies a set, and takes another one from it.
func MapSetsLess(a, b [4]int) (n int) {
	s, t := numbersOf(a[:]), numbersOf(b[:])
	u := maps.Clone(s)
	u.less(t)
	for x := range u {
		n += 100 + x
	}
	var none numberSet
	if maps.Clone(none) != nil || maps.Equal(u, s) {
		n = -n
	}
	return n*1000 + len(s)*100 + len(t)*10 + len(u)
}

// MapClonedCounts changes a copy while the map stays.
func MapClonedCounts(xs [5]int) int {
	counts := map[int]int{}
	for _, x := range xs {
		counts[x&3]++
	}
	most := 0
	for k := range 4 {
		without := maps.Clone(counts)
		delete(without, k)
		without[xs[k]&3] += 2
		sum := 0
		for _, n := range without {
			sum += n * n
		}
		most = max(most, sum)
	}
	return most*10 + len(counts)
}
