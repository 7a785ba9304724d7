package turns

import (
	"math"
	"math/bits"
	"sync"
	"unsafe"
)

// Lanes that are done wait for a look at them, for half of the turns from one to the next; and the fewer are done when
// there is one, the more often the next inputs are fetched for few. What is best depends on how many turns lanes take,
// which the inputs alone tell.

// looking is what is known of the looks at lanes that are done.
type looking struct {
	mu    sync.Mutex
	every int64 // turns from one to the next
	// took is how many turns lanes took, with those for which they waited, at every turn, every other, every fourth
	// and so on; 0 where that is not known.
	took [mostLooks]float64
}

// mostLooks is how many choices of turns from one look to the next there are at most.
const mostLooks = 8

// enterLooking enters code that looks for finished lanes. It adapts how often the code looks to what earlier looks
// found.
func (s *Shape) enterLooking(f frame, fuel int64) {
	s.looks.mu.Lock()
	every, before := s.looks.every, f.get(FrameNext)
	s.looks.mu.Unlock()
	f.put(FrameLooks, uint64(every-1))
	f.put(FrameLeft, 0)
	s.enter(unsafe.SliceData(f))
	s.look(every, fuel-f.get(FrameLeft), f.get(FrameNext)-before)
}

// look notes in how many turns lanes took how many inputs, with so many turns from one look to the next, and chooses
// how many there are from now on. A lane that needs n turns waits for L/2 more, if it is not known better: where most
// lanes take few turns and some very many it is nearly L. In n turns of a group there are n/L looks. Each of them costs
// something, and where it finds one lane or more, which are refilled together, Refill turns.
func (s *Shape) look(every, turns, taken int64) {
	gang := int64(s.Gang())
	if taken < 4*gang {
		return // lanes that were there before count for too much
	}
	s.looks.mu.Lock()
	defer s.looks.mu.Unlock()
	took := s.looks.note(every, float64(turns*gang)/float64(taken))
	n := max(1, took-float64(every-1)/2)
	least := math.Inf(1)
	for i, l := 0, int64(1); l <= s.Looks; i, l = i+1, 2*l {
		none := 1.0 // how likely it is that no lane of a group is done
		for range s.Lanes {
			none *= 1 - min(1, float64(l)/n)
		}
		all := s.looks.took[i]
		if all == 0 {
			all = took + float64(l-every)/2
		}
		if all += s.Refill * n / float64(l) * (asking + 1 - none); all < least {
			s.looks.every, least = l, all
		}
	}
}

// asking is what a look costs of what it takes to refill lanes.
const asking = 1. / 8

// note returns how many turns lanes take, after so many more. Where that is very different from before, the inputs are
// others, and what is known of them is not true of these.
func (l *looking) note(every int64, turns float64) float64 {
	k := bits.Len64(uint64(every)) - 1
	switch old := l.took[k]; {
	case old == 0:
		l.took[k] = turns
	case math.Abs(turns-old) > old/4:
		l.took = [mostLooks]float64{}
		l.took[k] = turns
	default:
		l.took[k] += (turns - old) / 4
	}
	return l.took[k]
}
