package cases

import (
	"slices"
	"sort"
)

type rank int16

// SortedFloats sorts floats: some that may be NaN or -0, and others that are not, by insertion if there are up to 64.
func SortedFloats(seed uint32, n uint8, a [14]float32) (h uint64, zeros, nans int) {
	var told [70]float64
	for i := range told {
		seed = seed*1664525 + 1013904223
		told[i] = float64(int32(seed)>>20) * 0.25
	}
	sort.Float64s(told[:int(n)%71])
	for _, x := range told {
		h = h*31 + uint64(int64(x*4))
	}
	slices.Sort(a[:])
	for i, x := range a {
		if 1/x < 0 {
			zeros += i
		}
		if x != x {
			nans += i
		}
	}
	return h, zeros, nans
}

// SortedIntegers sorts integers of three types, by insertion if there are up to 64 of them, and floats.
func SortedIntegers(seed uint32, n uint8) (h uint64) {
	var ints [80]int
	var ranks [30]rank
	var bytes [20]uint8
	var floats [20]float32
	next := func() uint32 {
		seed = seed*1664525 + 1013904223
		return seed >> 9
	}
	for i := range ints {
		ints[i] = int(next()) - 1<<20
	}
	for i := range ranks {
		ranks[i] = rank(next())
	}
	for i := range bytes {
		bytes[i] = uint8(next() & 15)
		floats[i] = float32(int(next()&7)-3) * 0
	}
	sort.Ints(ints[:int(n)%81])
	slices.Sort(ranks[:])
	slices.Sort(bytes[:])
	slices.Sort(floats[:])
	for i, x := range ints {
		h = h*31 + uint64(x)
		if i < 30 {
			h = h*31 + uint64(ranks[i])
		}
		if i < 20 {
			h = h*31 + uint64(bytes[i])
			if 1/floats[i] < 0 {
				h += uint64(i)
			}
		}
	}
	return h
}
