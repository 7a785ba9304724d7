package wrap

import (
	"math"
	"math/bits"
	"time"
)

// How the time of finding out is kept within bounds. Times are those of the threads that work, where
// they can be had and are worth asking for, so that what else the machine does is not taken for
// lanes that are slow.
const (
	// fewLanes is how many lanes are too few for a batch: no vector is full.
	fewLanes = 8
	// fewTime is what a loop takes that no batch can beat: about what starting
	// and ending one costs.
	fewTime = 20 * time.Microsecond
	// share is the part of the loop's time that may be spent on finding out, and kernelShare what may be
	// before there is machine code, which takes some of it.
	share, kernelShare = 0.1, 0.05
	// fullCode is how many lanes let machine code find out its fastest form.
	fullCode = 1 << 14
	// ahead is how far the time of a call's lanes to come is counted as if it
	// had been there: so many times that of its lanes so far, which may be
	// nothing like them.
	ahead = 7
	// fixed is what a trial costs besides its lanes, and first how much more
	// the first one does.
	fixed, first = 30 * time.Microsecond, 200 * time.Microsecond
	// worst is how much longer than the loop a batch of eight lanes may take:
	// 150 times for tak and 50 for fib, measured. It falls with the root of the
	// lanes or faster.
	worst = 300
	// likely is how much longer a trial may take that ends at a deadline, in a
	// loop that has run for long: a deadline may be missed by some milliseconds
	// where all processors are busy.
	likely = 6
	long   = 150 * time.Millisecond
	// marked is the factor between the times of both that needs no second look.
	marked = 1.5
	// drift is the factor by which the time of a lane in the loop has to change
	// to try again what has lost.
	drift = 4
	// slower is how much longer than the loop batches may take, for a part of the loop's
	// time so far that share is as well; then they are given up. A single one is not enough
	// and counts for outlier times the loop at most: something else may have kept the
	// processor busy.
	slower  = 1.1
	outlier = 3
	// collected is how many times as long as usual lanes may take that allocate; what they take beyond is likely to
	// be the garbage collector's, which comes now and then.
	collected = 1.25
	// again is how much of the loop's time, in times of a trial that was lost,
	// has to pass before the trial is repeated; twice as much each time.
	again = 64
	// recent is how many lanes the time of a lane is the mean of.
	recent = 4096
)

// action is what a call does next.
type action uint8

const (
	loopAll  action = iota // the loop runs all lanes that are left
	loopFor                // the loop runs lanes for some time
	loadCode               // the program is loaded
	makeCode               // machine code of it is made
	try                    // both engines run some lanes
	batchAll               // the batch runs all lanes that are left, or many
)

// step is what a call does next, and with how much.
type step struct {
	do    action
	limit time.Duration // of loopFor; of the batch in try
	lanes int           // of try and batchAll
	due   float64       // the loop's time at which more is found out; 0: nothing is to be
	why   why
}

// plan decides, for all calls of a wrapper, which engine runs which lanes, so
// that finding out costs little of what the loop takes, at any number of lanes
// and of calls. It is told times and asks no clock.
type plan struct {
	laneNs float64 // of a lane in the loop, on one worker; 0: not known
	lanes  float64 // how many lanes that is the mean of
	loop   float64 // time of all lanes so far in the loop, or what it would be there
	spent  float64 // time spent on finding out, in nanoseconds like all of these
	load   float64 // what loading the program will take; 0: it is there
	make   float64 // what making machine code will take; 0: it is there, or there is none
	full   int     // lanes for each worker beyond which a batch gets no faster
	tried  bool
	spots  spots
	// found is what was found, for each number of workers.
	found map[int]*findings
}

// findings is what was found for calls with one number of workers.
type findings struct {
	wins    int     // the batch is faster from so many lanes on; 0: not known
	loses   int     // the batch is slower up to so many lanes
	ratio   float64 // what a worker of the batch took then, by what one of the loop did
	lostAt  float64 // the loop's laneNs at that time
	look    trial   // a trial that was not clear
	retry   float64 // when the loop's time has come so far, what has lost is tried again
	lost    int     // how often it has
	over    float64 // how much slower than the loop the last batches were
	slow    int     // how many of them in a row
	sharing sharing
	// times are what a lane took, on one worker, when about so many last ran in the batch, by their number's
	// logarithm.
	times [bits.UintSize + 1]laneTimes
}

// laneTimes are what a lane took, in nanoseconds, and of how many; no lanes: nothing was measured.
type laneTimes struct {
	loop, batch float64
	lanes       int
}

// spots are what lanes here and there took in the loop, beside a batch. They take longer than lanes in a row, for
// which everything is in the caches, so they tell how lanes change and not what they take.
type spots struct {
	looks     int
	base      float64 // mean of a lane in the first looks
	mean      float64 // of the last ones
	laneBased float64 // laneNs at that time
}

// firstSpots is how many looks tell the base, and spotPart what a later one counts in the mean.
const firstSpots, spotPart = 4, 1. / 8

// trial is what both engines take for some lanes, by the wall.
type trial struct {
	lanes       int
	loop, batch float64
	each        laneTimes
}

// of returns what was found for a number of workers.
func (p *plan) of(workers int) *findings {
	f := p.found[workers]
	if f == nil {
		if p.found == nil {
			p.found = map[int]*findings{}
		}
		f = new(findings)
		p.found[workers] = f
	}
	return f
}

// wall returns what the loop takes for some lanes.
func (p *plan) wall(lanes, workers int) float64 { return p.shared(float64(lanes)*p.laneNs, workers) }

// shared returns what the loop takes for lanes that take one worker so long.
func (p *plan) shared(ns float64, workers int) float64 {
	if a := float64(alone); ns > a {
		ns = a + (ns-a)/float64(workers)
	}
	return ns
}

// width returns how many of some lanes each worker of a batch has: none is started for
// less than one word of a mask.
func width(lanes, workers int) int {
	workers = max(1, min(workers, (lanes+63)/64))
	return (lanes + workers - 1) / workers
}

// next returns what a call does with the lanes that it has left, after the loop
// has run for some time in it. busy is set if another call is finding out.
func (p *plan) next(rest, workers int, mine time.Duration, busy bool) step {
	f := p.of(workers)
	switch {
	case rest < fewLanes && mine > 0:
		return step{do: loopAll, why: measuring}
	case rest < fewLanes:
		return step{do: loopAll, why: tooFew}
	case f.wins > 0 && rest >= f.wins && !busy && p.makes(rest) && p.loop >= p.due(p.make):
		return step{do: makeCode, why: measuring}
	case f.wins > 0 && rest >= f.wins:
		return step{do: batchAll, lanes: p.piece(rest, workers), why: batchFaster}
	case p.laneNs == 0:
		return step{do: loopFor, limit: fewTime, why: measuring}
	}
	toCome := p.wall(rest, workers)
	if mine == 0 && toCome < float64(fewTime) {
		return step{do: loopAll, why: tooShort}
	}
	done := p.done(rest, workers, mine)
	s := p.find(rest, workers, done)
	switch {
	case s.do == loopAll:
		return s
	case p.loop+toCome < s.due && f.ratio > 0:
		return step{do: loopAll, due: s.due, why: loopFaster}
	case p.loop+toCome < s.due:
		return step{do: loopAll, due: s.due, why: tooEarly}
	case busy:
		return step{do: loopFor, limit: max(mine, 10*fewTime), why: measuring}
	case done < s.due:
		// Until it is time: what the loop takes from here on counts with what
		// it takes for granted by then.
		wait := (s.due - p.loop - ahead*float64(mine)) / (1 + ahead)
		return step{do: loopFor, limit: max(2*fewTime, time.Duration(wait)), why: measuring}
	}
	s.limit = time.Duration(p.part()*done - p.spent)
	return s
}

// find returns what is to be found out next in a call with lanes left, when the loop's time is done, and what
// it has to be for that. Machine code comes first if it is time for it: the batch is hardly ever slower with it.
func (p *plan) find(rest, workers int, done float64) step {
	if p.load > 0 {
		return step{do: loadCode, due: p.due(p.load), why: measuring}
	}
	s := step{do: loopAll, why: loopFaster}
	if p.open(rest, workers) {
		lanes, due := p.sample(rest, workers, done)
		s = step{do: try, lanes: lanes, due: due, why: measuring}
	}
	if due := p.due(p.make); p.makes(rest) && (s.do == loopAll || due <= max(s.due, done)) {
		s = step{do: makeCode, due: due, why: measuring}
	}
	return s
}

// makes reports whether there may be machine code, which was not made yet, and some lanes gain by it.
func (p *plan) makes(lanes int) bool { return p.make > 0 && lanes >= makeLanes }

// part is that of the loop's time which may be spent on trials.
func (p *plan) part() float64 {
	if p.make > 0 {
		return kernelShare
	}
	return share
}

// due returns what the loop's time has to be for something to be spent.
func (p *plan) due(cost float64) float64 { return p.dueWithin(cost, share) }

// dueWithin is due where a part of the loop's time may be spent.
func (p *plan) dueWithin(cost, part float64) float64 { return (cost + p.spent) / part }

// open reports whether it is worth trying the batch with some lanes.
func (p *plan) open(lanes, workers int) bool {
	f := p.of(workers)
	if f.retry > 0 && p.loop >= f.retry {
		return true
	}
	return lanes > f.loses && (p.full == 0 || f.loses < p.full*workers)
}

// sample returns how many lanes to try when the loop's time is done, and what it has to be
// for that: if it is less, the fewest that would tell something. They are what one worker
// would have of more; that another processor is idle then lets deadlines be met.
func (p *plan) sample(rest, workers int, done float64) (lanes int, due float64) {
	f, most := p.of(workers), min(width(rest, workers), p.full)
	least := max(fewLanes, int(math.Ceil(min(float64(fewTime)/p.laneNs, float64(most)))))
	if f.loses < p.full*workers {
		least = max(least, 2*width(f.loses, workers))
	}
	least = min(least, most)
	for lanes = most; ; lanes = max(lanes/2, least) {
		due = p.dueFor(float64(lanes)*p.laneNs, lanes, workers)
		if due <= done || lanes <= least {
			return lanes, due
		}
	}
}

// dueFor returns what the loop's time has to be for a trial with lanes that take so long
// in the loop, on one worker as in the trial.
func (p *plan) dueFor(busy float64, lanes, workers int) float64 {
	f, wide := p.of(workers), float64(lanes)
	due := func(cost float64) float64 { return p.dueWithin(cost, p.part()) }
	once := float64(fixed)
	if !p.tried {
		once += float64(first)
	}
	if f.ratio > 0 {
		// A batch of more lanes is not slower; one of less may be.
		return due(f.ratio*max(1, math.Sqrt(float64(width(f.loses, workers))/wide))*busy + once)
	}
	// Half of what it may take at worst: a trial ends at a deadline.
	safe := due((worst*min(1, math.Sqrt(fewLanes/wide))*busy + once) / 2)
	return min(safe, max(float64(long), due(likely*busy+once)))
}

// pays reports whether lanes that took so long in the loop, on one worker, may be tried: they
// may have been expected to take less.
func (p *plan) pays(lanes, rest, workers int, busy, mine time.Duration) bool {
	return p.dueFor(float64(busy), lanes, workers) <= p.done(rest, workers, mine)
}

// done returns the loop's time so far, with some of what is to come in a call.
func (p *plan) done(rest, workers int, mine time.Duration) float64 {
	return p.loop + min(p.wall(rest, workers), ahead*float64(mine))
}

// piece returns how many lanes the batch runs before its time is compared with
// the loop's: as many as take about what all have taken so far, so that a change for the
// worse is seen.
func (p *plan) piece(rest, workers int) int {
	each := p.laneNs / float64(workers)
	if each == 0 {
		return rest
	}
	lanes := max(p.loop/each, float64(2*max(p.full, fewLanes)*workers))
	if 2*lanes >= float64(rest) {
		return rest
	}
	return int(lanes)
}

// looped notes that the loop ran lanes, in a time of the wall, and in another if
// one worker had run them.
func (p *plan) looped(lanes int, wall, busy time.Duration) {
	p.loop += float64(wall)
	p.spots = spots{}
	p.seen(lanes, busy)
}

// undisturbed is what lanes took by the wall, but for what is so much more than usual that something
// else is likely to have kept the processor busy. If they take longer from now on, that is seen soon.
func (p *plan) undisturbed(lanes, workers int, wall time.Duration) time.Duration {
	return p.within(outlier, lanes, workers, wall)
}

// within is what lanes took, but so many times what is usual at most.
func (p *plan) within(times float64, lanes, workers int, took time.Duration) time.Duration {
	if p.laneNs == 0 {
		return took
	}
	return min(took, time.Duration(times*p.wall(lanes, workers)))
}

// seen notes what lanes took in the loop, on one worker.
func (p *plan) seen(lanes int, busy time.Duration) {
	if lanes == 0 {
		return
	}
	ns := max(1, float64(busy))
	p.laneNs = (p.laneNs*p.lanes + ns) / (p.lanes + float64(lanes))
	p.lanes = min(p.lanes+float64(lanes), recent)
	p.drifted()
}

// spotted notes what lanes here and there took in the loop, on one worker.
func (p *plan) spotted(lanes int, busy time.Duration) {
	if p.laneNs == 0 || lanes == 0 {
		p.seen(lanes, busy) // better than nothing
		return
	}
	s, ns := &p.spots, max(1, float64(busy))/float64(lanes)
	if s.looks++; s.looks <= firstSpots {
		s.base += (ns - s.base) / float64(s.looks)
		s.mean, s.laneBased = s.base, p.laneNs
		return
	}
	s.mean += (ns - s.mean) * spotPart
	p.laneNs = s.laneBased * s.mean / s.base
	p.drifted()
}

// drifted forgets what lost with lanes that took another time.
func (p *plan) drifted() {
	for _, f := range p.found {
		if f.lostAt > 0 && (p.laneNs > drift*f.lostAt || p.laneNs < f.lostAt/drift) {
			// The inputs are of another kind than when the batch lost.
			f.loses, f.ratio, f.lostAt, f.retry, f.look = 0, 0, 0, 0, trial{}
		}
	}
}

// loaded notes that the program is there, what that took, and how many lanes a
// worker of the batch keeps in flight.
func (p *plan) loaded(took time.Duration, gang int) {
	p.load, p.full = 0, 4*gang
	p.spent += float64(took)
}

// made notes that machine code was made, and what that took. What was lost without holds no longer if there
// is some.
func (p *plan) made(took time.Duration, ok bool) {
	p.make = 0
	p.spent += float64(took)
	if !ok {
		return
	}
	p.full = max(p.full, fullCode)
	for _, f := range p.found {
		*f = findings{wins: f.wins, sharing: f.sharing}
	}
}

// compared notes what both engines took for the same lanes on one worker, with lanes left in
// the call; ended is not set if the batch was stopped on the way.
func (p *plan) compared(tried, left, workers int, loop, batch time.Duration, ended bool) {
	f, took := p.of(workers), max(1, float64(loop))
	p.spent += float64(batch)
	p.tried = true
	// A call of how many lanes is it that each worker has so many of, and what would the
	// loop take?
	lanes := tried
	if whole := tried + left; width(whole, workers) == tried {
		lanes = whole
	} else if tried >= 64 {
		lanes = tried * workers
	}
	ratio := float64(batch) / took
	t := trial{lanes: lanes, loop: p.shared(took*float64(lanes)/float64(tried), workers), batch: float64(batch),
		each: laneTimes{took / float64(tried), float64(batch) / float64(tried), lanes}}
	looks := 1
	if l := f.look; l.lanes > 0 && l.lanes <= 2*lanes && lanes <= 2*l.lanes {
		t.loop, t.batch = t.loop+l.loop, t.batch+l.batch
		t.each.loop, t.each.batch = (t.each.loop+l.each.loop)/2, (t.each.batch+l.each.batch)/2
		looks = 2
	}
	f.look = trial{}
	f.note(t.each)
	switch {
	case !ended:
		p.lose(lanes, workers, 2*max(ratio, 1), float64(batch))
	case marked*t.batch < t.loop || looks == 2 && t.batch < t.loop:
		f.wins, f.lost = lanes, 0
		if f.loses >= lanes {
			f.loses = lanes - 1
		}
	case t.batch > marked*t.loop || looks == 2:
		p.lose(lanes, workers, ratio, float64(batch))
	default:
		f.look = t
	}
}

// lose notes that the batch is slower with some lanes, and what finding that out
// took.
func (p *plan) lose(lanes, workers int, ratio, took float64) {
	f := p.of(workers)
	if lanes >= f.loses {
		f.loses, f.ratio, f.lostAt = lanes, ratio, p.laneNs
	}
	if f.wins <= lanes {
		f.wins = 0
	}
	f.retry = p.loop + again*math.Pow(2, float64(min(f.lost, 20)))*took
	f.lost++
}

// batched notes that the batch ran lanes of a call.
func (p *plan) batched(lanes, workers int, took time.Duration) {
	f, loop := p.of(workers), p.wall(lanes, workers)
	p.loop += loop
	f.note(laneTimes{p.laneNs, float64(took) / float64(width(lanes, workers)), lanes})
	if loop == 0 {
		return
	}
	p.spent += max(0, float64(took)-loop)
	over := min(float64(took), outlier*loop) - slower*loop
	f.over = max(0, f.over+over)
	f.slow++
	if over <= 0 {
		f.slow = 0
	}
	if f.slow > 1 && f.over > share*p.loop+float64(fixed) {
		p.lose(lanes, workers, float64(took)/(p.laneNs*float64(width(lanes, workers))), f.over)
		f.over = 0
	}
}

// undone notes that what the loop has run is run again by the batch.
func (p *plan) undone(took time.Duration) {
	p.loop -= float64(took)
	p.spent += float64(took)
}

// paid notes time spent on anything else than the lanes themselves.
func (p *plan) paid(took time.Duration) { p.spent += float64(took) }

// few returns how many lanes a call may have that is looped over without asking.
func (p *plan) few() int64 {
	if p.laneNs == 0 {
		return 0
	}
	return int64(float64(fewTime) / p.laneNs)
}

// note notes what a lane took.
func (f *findings) note(t laneTimes) { f.times[bits.Len(uint(t.lanes))] = t }

// near returns what lanes took in a batch of about so many, or else of a number that is next to it.
func (f *findings) near(lanes int) laneTimes {
	at := bits.Len(uint(lanes))
	for away := range f.times {
		for _, k := range []int{at - away, at + away} {
			if k >= 0 && k < len(f.times) && f.times[k].lanes > 0 {
				return f.times[k]
			}
		}
	}
	return laneTimes{}
}
