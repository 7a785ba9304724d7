package wrapped

// Above returns the elements that are more than some number: nil if there are none.
func Above(x []float64, limit float64) []float64 {
	var above []float64
	for _, v := range x {
		if v > limit {
			above = append(above, v)
		}
	}
	return above
}

// Doubled returns what it is given, which is nil if that is.
func Doubled(x []float64) []float64 {
	for i := range x {
		x[i] *= 2
	}
	return x
}

// Marks are those of a pupil.
type Marks []int

// Chosen returns one of what it is given, parts of them, and others.
func Chosen(x, y []int, k int) (Marks, bool) {
	switch {
	case k == 0:
		return x, true
	case k == 1:
		return y[:0], true
	case k == 2:
		return nil, false
	case k == 3:
		return Marks{}, true
	case k == 4 && len(x) > 1:
		return x[1:], true
	case k == 5:
		return append(x, y...), true
	}
	return x[len(x):], false
}

// Settled halves what it is given until all of that is small: it is what it is given where that is small already.
func Settled(x []int, small int) []int {
	for range 4 {
		next, large := make([]int, len(x)), false
		for i, v := range x {
			next[i] = v / 2
			large = large || v > small
		}
		if large {
			x = next
		}
	}
	return x
}

// Tally counts down, and returns what it met, in a struct that may not be there.
func Tally(n int) *struct{ Met Marks } {
	if n < 0 {
		return nil
	}
	t := &struct{ Met Marks }{}
	for ; n > 0; n-- {
		t.Met = append(t.Met, n)
	}
	return t
}

// Stairs returns a row of one element, one of two, and so on: nil for none.
func Stairs(n int) (rows [][]int) {
	for i := range n {
		rows = append(rows, make([]int, i+1))
		rows[i][i] = n
	}
	return rows
}

// TwoRows returns two rows, or nil.
func TwoRows(n int) [][]int {
	if n <= 0 {
		return nil
	}
	return [][]int{{n}, {n, n}}
}

// Cleared returns what it is given, or an empty slice in its place.
func Cleared(x []int, clear bool) []int {
	kept := x
	if clear {
		kept = []int{}
	}
	return kept
}

// Collected returns what it collects of nothing or something in a field.
func Collected(x []int, times int) (all struct{ Marks Marks }) {
	for range times {
		all.Marks = append(all.Marks, x...)
	}
	return all
}

// Stock has what it is raised by.
type Stock struct{ Items []float64 }

// Raise changes the items where they are, and may add one.
func (s *Stock) Raise(by float64) int {
	for i := range s.Items {
		s.Items[i] += by
	}
	if by > 0.5 {
		s.Items = append(s.Items, by)
	}
	return len(s.Items)
}
