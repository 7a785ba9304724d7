package clock

import (
	"runtime"
	"time"
)

// unknown is how many times a limit work may take by the wall where nobody knows how long its
// thread works: other work of the machine has the processor then, too.
const unknown = 6

// Within runs work on a thread of its own, and reports whether it ended before that thread had
// worked for so long: a machine that is busy with other things does not make it late. Work that
// is late goes on by itself, since nothing can stop it.
func Within(limit time.Duration, work func()) (ended bool) {
	threads, done := make(chan threadClock, 1), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		threads <- ownThread()
		work()
		close(done)
	}()
	worked := (<-threads).worked
	begin, known := worked()
	if !known {
		limit *= unknown
	}
	for left := limit; left > 0; {
		select {
		case <-done:
			return true
		case <-time.After(left):
		}
		if !known {
			break
		}
		now, still := worked()
		if !still { // it has just ended
			now = begin
		}
		left = max(limit-(now-begin), 0)
		if left > 0 {
			left = max(left, limit/100)
		}
	}
	select {
	case <-done:
		return true
	default:
		return false
	}
}
