package lane

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// How the loop is divided.
const (
	// turn is about how long a worker runs lanes before it takes new ones and
	// looks at the context.
	turn = 50 * time.Microsecond
	// alone is how long one worker runs before it starts others: about what
	// that costs.
	alone = 20 * time.Microsecond
	// grace is how long a lane has to end after the context has.
	grace = 100 * time.Millisecond
)

// loop calls the Go function for the lanes lo to hi, or for as many as can be
// begun in some time if limit is not zero. It returns the lane after the last.
func (r *run) loop(lo, hi int, limit time.Duration) (end int) {
	l := &looper{run: r, lo: lo, next: lo, hi: hi, grain: 1, start: time.Now(), limit: limit}
	if r.ctx.Done() == nil {
		l.work(true)
		l.helpers.Wait()
	} else if !l.watched() {
		// What the other lanes have given cannot be read while this one may
		// still write.
		r.err = fmt.Errorf("%s: %w, and a lane of the loop did not end", r.call.Func, context.Cause(r.ctx))
		return lo
	}
	if l.next > lo {
		r.spans = append(r.spans, span{lo: lo, hi: l.next})
	}
	return l.next
}

// looper is a loop divided between workers.
type looper struct {
	run     *run
	lo, hi  int
	start   time.Time
	limit   time.Duration
	helpers sync.WaitGroup

	mu    sync.Mutex
	next  int // the first lane that nobody has taken
	grain int // how many to take at once
}

// watched works beside a goroutine that waits for the context. It reports
// whether all that was begun came to its end.
func (l *looper) watched() bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.work(true)
		l.helpers.Wait()
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

// work runs lanes until none are left. The first worker starts the others when
// it turns out that there is something to share.
func (l *looper) work(first bool) {
	for {
		lo, hi := l.take()
		if lo == hi {
			return
		}
		before := time.Now()
		l.run.goLanes(lo, hi)
		took := time.Since(before)
		l.adapt(hi-lo, took)
		if left := time.Duration(l.hi-hi) * took / time.Duration(hi-lo); first && left > alone && time.Since(l.start) > alone {
			first = false
			for range l.run.workers - 1 {
				l.helpers.Go(func() { l.work(false) })
			}
		}
	}
}

// take returns lanes to run; none if there are none, the time is up or the
// context has ended.
func (l *looper) take() (lo, hi int) {
	if l.run.ctx.Err() != nil || l.limit > 0 && time.Since(l.start) > l.limit {
		return 0, 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	// Near the end, workers take less, so that they end together.
	n := min(l.grain, (l.hi-l.next)/(2*l.run.workers)+1)
	lo, hi = l.next, min(l.next+n, l.hi)
	l.next = hi
	return lo, hi
}

// adapt changes how many lanes are taken at once, after n took so long.
func (l *looper) adapt(n int, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case took < turn/2 && n == l.grain:
		l.grain *= 2
	case took > 2*turn:
		l.grain = max(1, n/2)
	}
}

// goLanes calls the Go function for some lanes; those that panic are noted.
func (r *run) goLanes(lo, hi int) {
	for lo < hi {
		lo = r.goUntil(lo, hi)
	}
}

// goUntil calls the Go function for lanes from lo on until one panics, and
// returns the lane after it.
func (r *run) goUntil(lo, hi int) (next int) {
	at := lo
	defer func() {
		if v := recover(); v != nil {
			next = at + 1
			f := faultOf(at, v)
			r.mu.Lock()
			defer r.mu.Unlock()
			r.panicked = append(r.panicked, f)
		}
	}()
	r.call.Loop(lo, hi, &at)
	return hi
}
