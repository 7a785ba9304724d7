package scalar

import (
	"maps"
	"math"
)

// known says of variables that they are not negative and below a number: an index that was
// checked is not checked again, in the same block or in those that only it leads to.
type known map[val]int

// begin takes over what is known at the start of a block.
func (e *emitter) begin(b int) {
	e.below = known{}
	if blk := e.f.blocks[b]; len(blk.preds) == 1 && blk.preds[0] < b {
		maps.Copy(e.below, e.belowAfter[blk.preds[0]])
	}
}

// within reports whether a variable is known to be not negative and below n, and notes that
// it is from now on.
func (e *emitter) within(a arg, n int) bool {
	if a.kind != variable {
		return false
	}
	m, ok := e.below[a.v]
	if !ok || n < m {
		e.below[a.v] = n
	}
	return ok && m <= n
}

// isCount reports whether a variable is known to be not negative, and notes that it is.
func (e *emitter) isCount(a arg) bool { return e.within(a, math.MaxInt) }

// forget forgets what was known of variables that an instruction writes.
func (e *emitter) forget(in *ins) {
	for _, v := range in.out {
		delete(e.below, v)
	}
}
