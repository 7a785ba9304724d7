package clock

import (
	"runtime"
	"time"
)

// TookBy is Took for work that so many threads share: what each of them worked, which is not more
// than the wall says, and that it ends when the last of them does is not counted. Other work of the
// process at the same time is, as far as it takes less than the wall.
func TookBy(threads int, work func()) time.Duration {
	if threads == 1 {
		return Took(work)
	}
	return shared(threads, work)
}

// TookFreely is Took for work that allocates: it does not keep the goroutine to its thread, which makes such work
// slower by a tenth up to twice, since the garbage collector has the goroutine wait and go on. Other work of the
// process at the same time is counted, as far as it takes less than the wall.
func TookFreely(work func()) time.Duration { return shared(1, work) }

// shared times work that so many threads share.
func shared(threads int, work func()) time.Duration {
	start := time.Now()
	before, known := process()
	work()
	after, still := process()
	wall := time.Since(start)
	if known && still {
		return min(wall, (after-before)/time.Duration(threads))
	}
	return wall
}

// Took runs work and returns how long the calling thread worked for it, or how long it took by
// the wall where that is not known. What work has other threads do is not counted, so it is
// to use none; see TookFreely of work that allocates.
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
