package turns

import "unsafe"

// Lanes that are done wait for a look at them, for half of the turns from one to the next; and the fewer are done when
// there is one, the more often the next inputs are fetched for few. What is best depends on how many turns lanes take,
// which the inputs alone tell.

// enterLooking enters code that looks for finished lanes. It adapts how often the code looks to what earlier looks
// found.
func (s *Shape) enterLooking(f frame, fuel int64) {
	looks, before := s.looks.Load(), f.get(FrameNext)
	f.put(FrameLooks, uint64(looks-1))
	f.put(FrameLeft, 0)
	s.enter(unsafe.SliceData(f))
	if now := s.look(looks, fuel-f.get(FrameLeft), f.get(FrameNext)-before); now != looks {
		s.looks.Store(now)
	}
}

// look is how many turns there should be from one look to the next, after so many turns in which lanes took so many
// inputs. A lane that needs n turns waits for L/2 more, and is refilled together with L/n of its group, so that it
// costs n + L/2 + Refill·n/L turns: least for L² = 2n·Refill.
func (s *Shape) look(looks, turns, taken int64) int64 {
	gang := int64(s.Gang())
	if taken < 4*gang {
		return looks // lanes that were there before count for too much
	}
	n := max(1, float64(turns*gang)/float64(taken)-float64(looks-1)/2)
	best := int64(1)
	for best < s.Looks && float64(2*best*best) <= 2*n*s.Refill { // nearer to twice as many
		best *= 2
	}
	return best
}
