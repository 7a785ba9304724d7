package goldens

type cell struct {
	on   bool
	size [3]float64
}

// A slice of an array that is a field is a column of its own: not of the whole array, although it
// begins where the field does.
func First(c cell) []float64 {
	c.size[0]++
	return c.size[0:1:3]
}
