package lane

import "time"

// AtOnce has machine code made at the first batch, however small. It returns what undoes
// that.
func AtOnce() (undo func()) {
	after, lanes := compiledAfter, compiledLanes
	compiledAfter, compiledLanes = 0*time.Second, 1
	return func() { compiledAfter, compiledLanes = after, lanes }
}
