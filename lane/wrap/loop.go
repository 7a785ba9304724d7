package wrap

import (
	"sync"
	"time"

	"github.com/lockstep-simt/lockstep/lane"
)

// How the loop is divided.
const (
	// turn is about how long a worker runs lanes before it takes new ones and
	// looks at the context.
	turn = 50 * time.Microsecond
	// alone is how long one worker runs before it starts others, and how much there
	// must be left then: what that costs, on a machine that has other things to do.
	alone = 50 * time.Microsecond
	// grace is how long a lane has to end after the context has.
	grace = 100 * time.Millisecond
)

// loop calls the Go function for the lanes lo to hi, or for as many as can be
// begun in some time if limit is not zero. It returns the lane after the last, how
// long one worker would have taken, and whether the calling goroutine ran all of them.
func (r *run) loop(lo, hi int, limit time.Duration) (end int, busy time.Duration, here bool) {
	l := &looper{run: r, work: r.work, next: lo, hi: hi, limit: limit, grain: int(r.fn.few.Load())}
	r.fn.planned(func(p *plan) { l.solo = !p.of(r.Workers).sharing.shares() })
	if !l.all() {
		return lo, 0, false
	}
	if l.helped > 0 {
		end := time.Since(l.start)
		r.fn.planned(func(p *plan) {
			p.of(r.Workers).sharing.took(l.alone, l.helped-lo, end-l.alone, l.next-l.helped)
		})
	}
	if l.next > lo {
		r.spans = append(r.spans, span{lo: lo, hi: l.next})
	}
	r.panicked = append(r.panicked, l.panicked...)
	return l.next, l.busy, l.helped == 0 && !l.mayHang()
}

// looper is a loop divided between workers.
type looper struct {
	run     *run
	work    Work
	hi      int
	limit   time.Duration // no lane is begun later; 0: none is too late
	least   int           // but so many are begun in any case
	start   time.Time
	solo    bool // no helpers are started
	helpers sync.WaitGroup
	alone   time.Duration // when they were
	helped  int           // the first lane that was not begun then

	mu       sync.Mutex
	next     int // the first lane that nobody has taken
	grain    int // how many to take at once
	busy     time.Duration
	panicked []lane.Fault // as recovered
}

// all runs the lanes, and reports whether all that were begun came to their end. If
// they did not, the call has no results: what other lanes have given cannot be read while
// one may still write.
func (l *looper) all() bool {
	l.start, l.grain = time.Now(), max(1, l.grain)
	ctx := l.run.ctx
	switch {
	case ctx.Err() != nil:
		return true
	case !l.mayHang():
		l.share()
		return true
	case l.watched():
		return true
	}
	l.run.err = l.run.fn.hung(ctx)
	return false
}

// mayHang reports whether a lane may not end while the context does.
func (l *looper) mayHang() bool { return l.run.ctx.Done() != nil && !l.run.fn.is.Ends }

// watched works beside a goroutine that waits for the context. It reports
// whether all that was begun came to its end.
func (l *looper) watched() bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.share()
	}()
	select {
	case <-done:
		return true
	case <-l.run.ctx.Done():
	}
	select {
	case <-done:
		return true
	case <-time.After(grace):
		return false
	}
}

// share works until all lanes have ended, with the helpers that it starts.
func (l *looper) share() {
	l.takeTurns(true)
	l.helpers.Wait()
}

// takeTurns runs lanes until none are left. The first worker starts the others when
// it turns out that there is something to share.
func (l *looper) takeTurns(first bool) {
	for {
		lo, hi := l.take()
		if lo == hi {
			return
		}
		before := time.Now()
		l.goLanes(lo, hi)
		took := time.Since(before)
		l.adapt(hi-lo, took)
		if !first || l.solo || l.run.Workers == 1 {
			continue
		}
		left, so := time.Duration(l.hi-hi)*took/time.Duration(hi-lo), time.Since(l.start)
		if left > alone && so > alone {
			first, l.alone, l.helped = false, so, hi
			for range l.run.Workers - 1 {
				l.helpers.Go(func() { l.takeTurns(false) })
			}
		}
	}
}

// take returns lanes to run; none if there are none, the time is up or the
// context has ended.
func (l *looper) take() (lo, hi int) {
	late := l.limit > 0 && time.Since(l.start) > l.limit
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.run.ctx.Err() != nil || late && l.next >= l.least {
		return 0, 0
	}
	// Near the end, workers take less, so that they end together.
	n := min(l.grain, (l.hi-l.next)/(2*l.run.Workers)+1)
	lo, hi = l.next, min(l.next+n, l.hi)
	l.next = hi
	return lo, hi
}

// adapt changes how many lanes are taken at once, after n took so long.
func (l *looper) adapt(n int, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy += took
	switch {
	case took < turn/2 && n == l.grain:
		l.grain *= 2
	case took > 2*turn:
		l.grain = max(1, n/2)
	}
}

// goLanes calls the Go function for some lanes; those that panic are noted.
func (l *looper) goLanes(lo, hi int) {
	for lo < hi {
		lo = l.goUntil(lo, hi)
	}
}

// goUntil calls the Go function for lanes from lo on until one panics, and
// returns the lane after it.
func (l *looper) goUntil(lo, hi int) (next int) {
	at := lo
	defer func() {
		if v := recover(); v != nil {
			next = at + 1
			f := faultOf(at, v)
			l.mu.Lock()
			defer l.mu.Unlock()
			l.panicked = append(l.panicked, f)
		}
	}()
	l.work.Loop(lo, hi, &at)
	return hi
}
