// Package sorting sorts as package slices does, with one body of code for all types of elements: what is generic in
// slices is compiled for each type anew, 7 KB of a user's binary every time.
//
// It is for what is linked into users' programs and sorted seldom, or has few elements. Where time matters, package
// slices takes half of it, and as long where nearly all is in order.
//
// Imports: nothing.
package sorting

import "sort"

// By sorts a slice by a comparison of two elements, as [slices.SortStableFunc] does.
func By[E any](s []E, compare func(a, b E) int) {
	sort.Stable(&order{
		len(s),
		func(i, j int) bool { return compare(s[i], s[j]) < 0 },
		func(i, j int) { s[i], s[j] = s[j], s[i] },
	})
}

// order is what is sorted. It is not generic, since a type has more in a binary than two functions.
type order struct {
	n    int
	less func(i, j int) bool
	swap func(i, j int)
}

func (o *order) Len() int           { return o.n }
func (o *order) Less(i, j int) bool { return o.less(i, j) }
func (o *order) Swap(i, j int)      { o.swap(i, j) }
