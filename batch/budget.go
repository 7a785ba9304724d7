package batch

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockstep-simt/lockstep/stacks"
)

// DefaultStackBytes is how much memory the deep stacks of all runs of a process
// take together before lanes have to wait for each other. Half of it holds a lane
// that runs away to the default depth with sixteen numbers to save at each call.
const DefaultStackBytes = 256 << 20

// budget is a bound on the memory of deep stacks that gangs share. Nobody is
// refused memory, since the lane would fault because of its neighbours. Instead a
// gang that grows beyond the budget parks all its lanes but one (pressure.go), and
// of the gangs in that state one at a time goes on growing. So the memory is the
// budget and one lane's depth, and the little that gangs grow by in a block step.
type budget struct {
	pool                       stacks.Pool
	limit                      int
	turnPatience, parkPatience time.Duration

	// expected is what lanes that go on beside parked ones are likely to take yet.
	expected atomic.Int64

	mu    sync.Mutex
	alone *gang // may go on growing
	// left is closed when alone leaves; nil while nobody waits for it.
	left chan struct{}
}

// processBudget is that of the runs without a budget of their own.
var processBudget = newBudget(DefaultStackBytes)

func newBudget(limit int) *budget {
	return &budget{limit: limit, turnPatience: turnPatience, parkPatience: parkPatience}
}

// share is the part of a budget that every gang may take, so that one that needs
// little does not wait for one that runs away.
const share = 64

// A gang parks when an eighth of the budget is left, and lets lanes go on as long as
// a sixteenth will be left by what they are expected to need. Without that eighth
// every lane at the limit would have to run alone until one of them has made room.
const (
	parkReserve    = 8
	releaseReserve = 16
)

// exceededBy reports whether a gang has to make room.
func (b *budget) exceededBy(g *gang) bool {
	most := b.limit
	if g.parkedLanes == 0 {
		most -= b.limit / parkReserve
	}
	return b.pool.Used() > most && g.arena.Held() > b.limit/share
}

// recheck is how often those who wait for their turn look whether there is room
// again.
const recheck = 2 * time.Millisecond

// wait returns when it is the gang's turn to grow beyond the budget, when there
// is room again, or when done is closed.
func (b *budget) wait(g *gang, done <-chan struct{}) {
	for b.exceededBy(g) {
		b.mu.Lock()
		if b.alone == nil || b.alone == g {
			b.alone, g.alone = g, true
			b.mu.Unlock()
			return
		}
		if b.left == nil {
			b.left = make(chan struct{})
		}
		left := b.left
		b.mu.Unlock()
		select {
		case <-left:
		case <-time.After(recheck):
		case <-done:
			return
		}
	}
}

// leave ends a gang's turn.
func (b *budget) leave(g *gang) {
	if !g.alone {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.alone, g.alone = nil, false
	if b.left != nil {
		close(b.left)
		b.left = nil
	}
}
