package batch

import (
	"context"
	"io"
	"sync"

	"github.com/lockstep-simt/lockstep/program"
)

// Source hands out the inputs of a run. Workers call it concurrently, whenever
// lanes are free: it may be a set of slices, a file that is read as the run
// goes on, or the callers of a service.
type Source interface {
	// Take returns the next inputs, at most max of them. If none is waiting,
	// it returns an empty chunk, or, if wait is set, waits for one or for ctx.
	// After the last input it returns io.EOF.
	Take(ctx context.Context, max int, wait bool) (Chunk, error)
}

// Chunk is a run of consecutive inputs.
type Chunk struct {
	First int64 // number of the first input; it comes back with its result
	N     int   // how many inputs there are
	// Cols has a column for each leaf of the program's VarsIn, of the type that
	// Code.Params says, with N rows, or one row for all if the leaf is in Same. The machine reads it before the
	// next call of Take by the same worker and keeps nothing of it.
	Cols []Column
	Same []bool // nil: none
}

// Sink takes results as lanes finish, in no particular order. Workers call it
// concurrently.
type Sink interface {
	// Deliver takes the results of some lanes. The slices are only valid
	// during the call.
	Deliver(r *Finished) error
}

// Finished is a set of lanes that ended.
type Finished struct {
	IDs  []int64  // the inputs' numbers
	Cols []Column // a column for each leaf of VarsOut; row j belongs to IDs[j]
	// Faults are lanes that ended early; they are not in IDs and have no
	// results.
	Faults []Fault
}

// sliceSource hands out the rows of columns that are in memory.
type sliceSource struct {
	mu   sync.Mutex
	next int
	rows int
	cols []Column
	same []bool
}

func (s *sliceSource) Take(_ context.Context, n int, _ bool) (Chunk, error) {
	s.mu.Lock()
	lo := s.next
	s.next = min(s.next+n, s.rows)
	hi := s.next
	s.mu.Unlock()
	if lo == hi {
		return Chunk{}, io.EOF
	}
	c := Chunk{First: int64(lo), N: hi - lo, Cols: make([]Column, len(s.cols)), Same: s.same}
	for i, col := range s.cols {
		if s.same[i] {
			c.Cols[i] = col
		} else {
			c.Cols[i] = col.Slice(lo, hi)
		}
	}
	return c, nil
}

// sliceSink writes results to the rows of columns in memory. Workers write
// disjoint rows; only the bookkeeping is under mu.
type sliceSink struct {
	cols       []Column
	mu         sync.Mutex
	faults     []Fault
	unfinished []int64 // inputs that were begun and not ended
	done       int
	progress   func(done int)
}

func (s *sliceSink) Deliver(r *Finished) error {
	for i, c := range r.Cols {
		copyRows(s.cols[i].Data, c.Data, program.Elements(c.Shape), r.IDs)
	}
	s.ended(len(r.IDs), r.Faults)
	return nil
}

// ended counts lanes that ended; the results of those that did not fault are in
// place.
func (s *sliceSink) ended(n int, faults []Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, faults...)
	s.done += n + len(faults)
	if s.progress != nil {
		s.progress(s.done)
	}
}

// abandoned notes inputs whose lanes were stopped.
func (s *sliceSink) abandoned(ids []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unfinished = append(s.unfinished, ids...)
}

// finished returns the bitmap of the inputs, the first begun ones of rows, whose
// lanes ran to their end.
func (s *sliceSink) finished(begun, rows int) []uint64 {
	bitmap := make([]uint64, (rows+63)/64)
	for i := range begun / 64 {
		bitmap[i] = ^uint64(0)
	}
	if rest := begun % 64; rest != 0 {
		bitmap[begun/64] = 1<<rest - 1
	}
	for _, f := range s.faults {
		bitmap[f.Lane/64] &^= 1 << (f.Lane % 64)
	}
	for _, id := range s.unfinished {
		bitmap[id/64] &^= 1 << (id % 64)
	}
	return bitmap
}
