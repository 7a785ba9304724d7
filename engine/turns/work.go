package turns

import (
	"context"
	"encoding/binary"
	"reflect"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"
)

// MostGroups is the most groups of lanes that advance together.
const MostGroups = 4

// While the code runs, a chunk's lanes may fault, and those that were there before.
const listedBefore = 16 * MostGroups

// lent is memory of a worker: its frame, and the list of lanes that faulted.
type lent struct{ frame, list []byte }

// Work takes chunks of inputs until there are none before end.
func (s *Shape) Work(ctx context.Context, r *Run, workers int, next *atomic.Int64, end int) (o Outcome) {
	if len(s.stages) > 0 {
		return s.workStages(ctx, r, workers, next, end)
	}
	lent := s.frames.Get().(*lent)
	defer s.frames.Put(lent)
	if n := (min(r.Lanes, Chunk) + listedBefore) * s.Width; len(lent.list) < n {
		lent.list = Aligned(n)
	}
	f := frame(lent.frame)
	s.prepare(f, lent.list, r)
	if s.Stack != nil {
		defer s.Stack.lend(f.put)()
		s.Stack.bind(f.put, r.Tables)
	}
	hosting := s.newHosting(ctx, f, r)
	taken, reported := 0, 0
	report := func(done int) {
		if r.Progress != nil && done > reported {
			r.Progress(done - reported)
			reported = done
		}
	}
	var lanes []stretch
	fuel, entered, spent := s.Fuel, time.Now(), int64(0)
	for ctx.Err() == nil {
		if f.get(FrameNext) == f.get(FrameLimit) {
			from, to := take(next, end, workers)
			f.put(FrameNext, uint64(from))
			f.put(FrameLimit, uint64(to))
			if from < to {
				lanes = append(lanes, stretch{from, to})
				taken += to - from
			} else if !s.isBusy(f) {
				break
			}
		}
		if spent += fuel + 1; s.Rounds > 0 && spent > s.Rounds {
			spent = fuel + 1
			o.Again = append(o.Again, s.busy(f)...)
			from, to := f.get(FrameNext), f.get(FrameLimit)
			s.prepare(f, lent.list, r)
			f.put(FrameNext, uint64(from))
			f.put(FrameLimit, uint64(to))
		}
		f.put(FrameFuel, uint64(fuel))
		f.put(FrameFaults, 0)
		if s.Looks > 1 {
			s.enterLooking(f, fuel)
		} else {
			s.enter(unsafe.SliceData(f))
		}
		hosting.serve()
		for i := range int(f.get(FrameFaults)) {
			o.Again = append(o.Again, s.number(lent.list, i))
		}
		report(taken - int(f.get(FrameLimit)-f.get(FrameNext)) - s.Groups*s.Lanes)
		if s.Loose && f.get(FrameNext) < f.get(FrameLimit) {
			left := time.Now()
			fuel, entered = s.grant(fuel, left.Sub(entered)), left
		}
	}
	if hosting != nil {
		o.Served, o.Exits = hosting.served, hosting.exits
	}
	o.Left = s.busy(f)
	for i := f.get(FrameNext); i < f.get(FrameLimit); i++ {
		o.Left = append(o.Left, int(i))
	}
	s.widen(r, lanes, &o)
	report(taken - len(o.Left))
	runtime.KeepAlive(lent)
	runtime.KeepAlive(s)
	return o
}

const (
	// entryTime is how long code runs until it is left: not much shorter, for that takes time, and not
	// longer than a tenth of a millisecond, since it cannot be preempted.
	entryTime = 50 * time.Microsecond
	// mostGrant is how many times as much fuel as usual code gets at most. What it spends is four times
	// too little where all that is paid for beforehand is used, so more would be felt.
	mostGrant = 16
)

// grant is the fuel of the next entry of code that was left for want of it. Loops may end long before the
// rounds that they pay for: then there is more, until entries take as long as they may.
func (s *Shape) grant(last int64, took time.Duration) int64 {
	switch {
	case took < entryTime/2:
		return min(2*last, mostGrant*s.Fuel)
	case took > entryTime:
		return max(last/2, s.Fuel)
	}
	return last
}

// frame is the memory that the code works in.
type frame []byte

func (f frame) put(offset int, v uint64) { binary.LittleEndian.PutUint64(f[offset:], v) }

func (f frame) get(offset int) int64 { return int64(binary.LittleEndian.Uint64(f[offset:])) }

// prepare writes what a run's frame has: where columns and lists are, uniforms, and no lanes.
func (s *Shape) prepare(f frame, list []byte, r *Run) {
	clear(f[:s.Clear])
	f.put(FrameList, uint64(addressOf(list)))
	for i, col := range r.In {
		if s.In[i].Wide {
			col, _ = r.shortInput(&s.In[i], i)
		}
		f.put(FrameCols+8*i, uint64(reflect.ValueOf(col).Pointer()))
	}
	for i, col := range r.Out {
		if s.Out[i].Wide {
			col = r.shortResult(i)
		}
		f.put(FrameCols+8*(len(r.In)+i), uint64(reflect.ValueOf(col).Pointer()))
	}
	for i, u := range s.Given {
		f.put(s.uniform(i), r.word(u, s.RecordsOf(u.Name)))
	}
	for g := range s.Groups {
		for i := range 64 {
			f[s.group(g)+i] = 0xff // no lane has a number
		}
	}
}

// busy lists the lanes that are in the groups.
func (s *Shape) busy(f frame) (lanes []int) {
	for g := range s.Groups {
		for i := range s.Lanes {
			if n := s.number(f[s.group(g):], i); n >= 0 {
				lanes = append(lanes, n)
			}
		}
	}
	return lanes
}

// isBusy reports whether there are any.
func (s *Shape) isBusy(f frame) bool {
	for g := range s.Groups {
		for i := range s.Lanes {
			if s.number(f[s.group(g):], i) >= 0 {
				return true
			}
		}
	}
	return false
}

// take takes the next chunk: smaller ones towards the end, so that workers end together.
func take(next *atomic.Int64, lanes, workers int) (from, to int) {
	for {
		from := next.Load()
		n := max(64, min(Chunk, (int64(lanes)-from)/int64(2*workers)))
		if workers == 1 {
			n = Chunk
		}
		to := min(int64(lanes), from+n)
		if next.CompareAndSwap(from, to) {
			return int(from), int(to)
		}
	}
}

// number is element i of a row of numbers of lanes, negative if there is no lane.
func (l *Layout) number(row []byte, i int) int {
	if l.Width == 4 {
		return int(int32(binary.LittleEndian.Uint32(row[4*i:])))
	}
	return int(int64(binary.LittleEndian.Uint64(row[8*i:])))
}

// setNumber sets a number in a row.
func (l *Layout) setNumber(row []byte, i, n int) {
	if l.Width == 4 {
		binary.LittleEndian.PutUint32(row[4*i:], uint32(n))
	} else {
		binary.LittleEndian.PutUint64(row[8*i:], uint64(n))
	}
}

// alignment is of what rows of any set of instructions take.
const alignment = 64

// Aligned returns zeros that begin at a multiple of 64.
func Aligned(bytes int) []byte { return aligned(make([]byte, bytes+alignment-1), bytes) }

// aligned returns so many bytes of some, which are enough for them to begin at a multiple of 64.
func aligned(b []byte, bytes int) []byte {
	off := int(-addressOf(b) & (alignment - 1))
	return b[off : off+bytes : off+bytes]
}

func addressOf(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
