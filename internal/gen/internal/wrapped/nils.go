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
