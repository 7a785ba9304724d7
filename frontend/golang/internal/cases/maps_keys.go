package cases

import (
	"cmp"
	"maps"
	"slices"
)

// keyed counts what some bytes are, up to 15.
func keyed(x [10]uint8) map[int]int {
	m := map[int]int{}
	for i, v := range x {
		m[int(v&15)] += i
	}
	return m
}

// MapSortedKeys goes over the keys in their order.
func MapSortedKeys(x [10]uint8) (s int) {
	m := keyed(x)
	for _, k := range slices.Sorted(maps.Keys(m)) {
		s = s*31 + k*m[k]
	}
	return s
}

// MapCollectedKeys collects the keys, sorts them by their values, and takes the first three.
func MapCollectedKeys(x [10]uint8) (s int) {
	m := keyed(x)
	keys := slices.Collect(maps.Keys(m))
	slices.Sort(keys)
	slices.SortStableFunc(keys, func(a, b int) int { return m[b] - m[a] })
	for _, k := range keys[:min(3, len(keys))] {
		s = s*31 + k
	}
	switch len(keys) & 1 {
	case 1:
		more := slices.Collect(maps.Keys(m))
		slices.Sort(more)
		s += more[0]
	}
	return s
}

// MapValues adds up values, and goes over them in their order.
func MapValues(x [10]uint8) (s int) {
	m := keyed(x)
	for v := range maps.Values(m) {
		s += v * v
	}
	for range maps.Values(m) {
		s++
	}
	for k := range maps.Keys(m) {
		s ^= k
	}
	for _, v := range slices.Sorted(maps.Values(m)) {
		s = s*7 + v
	}
	return s
}

// MapExtremes takes maxima and minima of what rounds find, as the last thing of a round and in the middle of it.
func MapExtremes(xs [8]uint8) (int, int, uint8, int) {
	count := make(map[uint8]int, 8)
	for _, x := range xs {
		count[x%5] += int(x)
	}
	most, least, key, n := 0, 1<<30, uint8(0), 0
	for _, c := range count {
		if c > most {
			most = c
		}
	}
	for _, c := range count {
		if least <= c {
			continue
		}
		least = c
	}
	for k := range count {
		if k >= key {
			key = k
		}
		n++
	}
	return most, least, key, n
}

// MapSortedFunc sorts keys and values as they are collected, by comparisons, and goes over all of a map.
func MapSortedFunc(x [10]uint8) (s, first, all int) {
	m := countsOf(x)
	byCount := func(a, b uint8) int { return cmp.Or(m[b]-m[a], int(a)-int(b)) }
	for i, k := range slices.SortedFunc(maps.Keys(m), byCount) {
		s = s*3 + int(k)*(i+1)
	}
	keys := slices.SortedFunc(maps.Keys(m), cmp.Compare[uint8])
	first = int(keys[0])
	for _, v := range slices.SortedStableFunc(maps.Values(m), func(a, b int) int { return b - a }) {
		first = first*5 + v
	}
	for k, v := range maps.All(m) {
		all += int(k) * v
	}
	return s, first, all
}

func countsOf(x [10]uint8) map[uint8]int {
	m := map[uint8]int{}
	for _, v := range x {
		m[v%7]++
	}
	return m
}

// MapSortedMade sorts what it makes of keys and values: in which order that was collected is not seen.
func MapSortedMade(x [10]uint8) (s int) {
	m := keyed(x)
	var made []int
	for k, v := range m {
		if k != 3 {
			made = append(made, k*v-k)
		}
	}
	slices.Sort(made)
	for i, v := range made {
		s += v * (i + 1)
	}
	return s
}

// MapOfConstants has keys that are constants behind others: where they are equal, the one that is computed is stored
// last.
func MapOfConstants(a, b int8) (int, int8, string, int) {
	a, b = a&3, b&3
	counts := map[int8]int{a: 1, 3: 2, b: 3, 0: 4}
	pairs := map[[2]int8]int8{{a, 0}: a, {3, 0}: 7, {b, 0}: 5}
	next := func() int8 { a++; return 2 }
	called := map[int8]int8{next(): a, 2: 9, 1: 1}
	names := map[int8]string{a: "a", 3: "three"}
	slices := map[int8][]int{b: {1}, 3: {2, 2}, 1: nil}
	return counts[3]*10 + counts[0], pairs[[2]int8{3, 0}]*10 + called[2], names[3], len(slices[3])*10 + len(slices[1])
}
