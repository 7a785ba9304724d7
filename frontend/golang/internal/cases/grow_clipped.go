package cases

import "slices"

// Appends to slices that are cut to have no room, so that there is a copy.

// ClippedSubsets goes through the subsets of some numbers, and makes a copy for each.
func ClippedSubsets(x, n int) int { return clippedSubsets(nil, x, n&7) }

func clippedSubsets(chosen []int, x, n int) int {
	if n == 0 {
		return handedSum(x, chosen)
	}
	return clippedSubsets(chosen, x, n-1) ^ clippedSubsets(append(chosen[:len(chosen):len(chosen)], n), x, n-1)
}

// ClippedOld changes the copy and goes on with both.
func ClippedOld(x, n int) int {
	var old []int
	for i := range n & 15 {
		old = append(old, x+i)
	}
	with := append(old[:len(old):len(old)], n, x)
	with[0]++
	old = append(old, 7)
	return handedSum(handedSum(0, old), with)
}

// ClippedPart has a part of an array or of a slice, or a fault.
func ClippedPart(x, n int) int {
	array := [6]int{1, 2, 3, 4, 5, x}
	k := n & 7
	a := append(array[1:k:k], n)
	a[0] = 9
	b := append(array[:][2:4:4], array[x&3])
	b[1] = 8
	return handedSum(handedSum(handedSum(0, array[:]), a), b)
}

// ClippedPaths is what a search with package slices writes.
func ClippedPaths(x, n int) (s int) {
	var walk func(path []int, at int)
	walk = func(path []int, at int) {
		if at >= 12 || len(path) > 6 {
			s = handedSum(s, path)
			return
		}
		walk(append(slices.Clip(path), at), at*2+1)
		if (x>>at)&1 == 1 {
			walk(append(slices.Clip(path), -at), at+3)
		}
	}
	walk(nil, n&3)
	return s
}

// CountedClipped appends to a part in the middle, which has no room.
func CountedClipped(x, n int) int {
	array := [8]int{1, 2, 3, 4, 5, 6, 7, x}
	n &= 3
	b := array[n : 2*n : 2*n]
	b = append(b, n)
	b[0] = 9
	return handedSum(handedSum(0, array[:]), b)
}

// CountedJoined appends to what is empty in some lanes.
func CountedJoined(x, n int) int {
	array := [5]int{x, 2, 3, 4, n}
	var b []int
	if x > n {
		b = append(b, n)
	}
	b = append(b, array[:n&3]...)
	b = append(b, array[n&3:]...)
	return handedSum(0, b)
}
