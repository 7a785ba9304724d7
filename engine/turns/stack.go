package turns

import (
	"runtime"
	"sync"
)

// stackBytes is how much a lane may recurse. A call takes 8 bytes at least, and stands for
// a few of the program's: so none gets here to batch.DefaultMaxDepth.
const stackBytes = 1 << 20

var stacks = sync.Pool{New: func() any { b := Aligned(stackBytes); return &b }}

// lend gives a frame a stack, until it is returned.
func (s *Stack) lend(put func(offset int, v uint64)) (giveBack func()) {
	var b *[]byte
	if n := 4 * s.Margin; n > stackBytes {
		own := Aligned(n)
		b, giveBack = &own, func() { runtime.KeepAlive(own) }
	} else {
		b = stacks.Get().(*[]byte)
		giveBack = func() { stacks.Put(b) }
	}
	low := addressOf(*b)
	put(s.At, uint64(low)+uint64(len(*b)))
	put(s.Bottom, uint64(low)+uint64(s.Margin))
	return giveBack
}
