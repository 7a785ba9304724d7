package wrap

// Work is the lanes of one call of a wrapper, with room for their results: generated
// code.
type Work interface {
	// Loop calls the Go function for the lanes lo to hi in turn, and keeps the
	// number of the lane in *at.
	Loop(lo, hi int, at *int)
	// Inputs returns the columns of the parameters for lanes lo to hi, Results
	// those that take their results.
	Inputs(lo, hi int) []Column
	Results(lo, hi int) []Column
	// Store takes what is in the columns that Results gave for lanes lo to hi, as
	// far as they are not the results themselves. done reports whether lane lo+i
	// finished; of others there is nothing to take.
	Store(lo, hi int, cols []Column, done func(i int) bool)
	// Uniforms returns the values that all lanes share, by name.
	Uniforms() map[string]Column
	// Pick returns some of the lanes, with room of their own for their results.
	Pick(lanes []int) Work
	// Given returns the results, as slices with an element for each lane, and what
	// was changed behind parameters.
	Given() []any
}

// Pick returns the elements of a column for some lanes.
func Pick[T any](column []T, lanes []int) []T {
	some := make([]T, len(lanes))
	for i, lane := range lanes {
		some[i] = column[lane]
	}
	return some
}
