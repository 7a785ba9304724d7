package wrap

import "time"

// Whether the workers of a loop gain anything on each other is up to what else the machine
// does: where a helper waits for a processor, so does the call that waits for it. In each call
// the first worker begins alone, so it is known what a lane takes then; where lanes took longer
// when they were shared, the next calls are not shared.
const (
	// longCall is how long a call goes on after the first lanes for which a helper that waits is
	// of no account.
	longCall = 5 * time.Millisecond
	// sharedCalls is how many calls in a row are looked at.
	sharedCalls = 4
	// aloneCalls is how many calls are run alone then, and mostAlone how many when that
	// has happened again and again.
	aloneCalls, mostAlone = 64, 4096
)

// sharing is what is known of dividing loops between workers.
type sharing struct {
	calls         int
	alone, shared float64 // times of a lane, summed over these calls
	pause         int     // how many calls are run alone from now on
	last          int     // how many were, the last time
}

// shares reports whether a call may be divided.
func (s *sharing) shares() bool {
	if s.pause > 0 {
		s.pause--
		return false
	}
	return true
}

// took notes what the first lanes of a call took on one worker, and the others on all.
func (s *sharing) took(alone time.Duration, first int, shared time.Duration, others int) {
	if first == 0 || others == 0 || shared > longCall {
		return
	}
	s.calls++
	s.alone += float64(alone) / float64(first)
	s.shared += float64(shared) / float64(others)
	if s.calls < sharedCalls {
		return
	}
	if s.shared > s.alone {
		s.last = min(max(aloneCalls, 2*s.last), mostAlone)
		s.pause = s.last
	} else {
		s.last = 0
	}
	s.calls, s.alone, s.shared = 0, 0, 0
}
