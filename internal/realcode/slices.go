package realcode

// Sizes says how long slices are that are parameters.
type Sizes struct {
	Len int
	// Varying: Len is the capacity, and each lane brings the lengths.
	Varying bool
}

// sliceLens are the lengths that are tried for functions that take slices,
// the likeliest first.
var sliceLens = []int{4, 2, 3, 1, 6, 5, 8, 11, 10, 20}

// takesSlices reports whether there is a slice among the parameters.
func (f *Function) takesSlices() bool {
	for _, p := range f.params {
		if p.slice {
			return true
		}
	}
	return false
}

// sliceLen returns a length at which the function does not always panic: many
// want slices of a length that only their text tells.
func (l *Lab) sliceLen(f *Function, proc *Process) int {
	if !f.takesSlices() {
		return 0
	}
	const lanes = 64
	best, fewest := sliceLens[0], lanes+1
	for _, n := range sliceLens {
		size := Sizes{Len: n}
		g := newGenerator(f, size, l.constants[f.Package])
		rows := make([]uint64, lanes*g.words)
		g.fill(rows, 0)
		_, _, width := outputs(f, size)
		a, err := proc.run(f, rows, lanes, g.words, width, size)
		if err != nil {
			continue
		}
		panics := 0
		for _, p := range a.panics {
			if p != 0 {
				panics++
			}
		}
		if panics < fewest {
			best, fewest = n, panics
		}
	}
	return best
}
