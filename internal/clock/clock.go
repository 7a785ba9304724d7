package clock

import (
	"runtime"
	"time"
)

// Took runs work and returns how long the calling thread worked for it, or how long it took by
// the wall where that is not known. What work has other threads do is not counted, so it is
// to use none.
func Took(work func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := time.Now()
	before, known := thread()
	work()
	after, still := thread()
	if known && still {
		return after - before
	}
	return time.Since(start)
}
