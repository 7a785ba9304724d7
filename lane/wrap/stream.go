package wrap

import (
	"context"
	"errors"
	"iter"

	"github.com/lockstep-simt/lockstep/lane"
)

// firstChunk is how many inputs a stream takes before it runs them for the first
// time; every further chunk is growth times as large, up to chunkGangs lanes for
// each worker. Small chunks give the first results soon, large ones fill gangs.
const (
	firstChunk = 64
	growth     = 4
	chunkLanes = 4096
)

// Stream runs a wrapper over a sequence of inputs, chunk by chunk, and yields the
// results in the order of the inputs. call is the wrapper: it returns an
// output for each input and, if the function returns an error, that too.
//
// The error of a lane that faulted is its *Fault, with the number of the input. If
// the context ends or the wrapper fails, the last thing yielded is that error.
// The sequence may be used once or as often as its input may.
func Stream[In, Out any](ctx context.Context, in iter.Seq[In], opts []lane.Option,
	call func(ctx context.Context, chunk []In, opts ...lane.Option) ([]Out, []error, error)) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		s := &stream[In, Out]{ctx: ctx, call: call, yield: yield}
		o := newCall(opts)
		limit := o.Chunk
		size := limit
		if limit == 0 {
			limit, size = chunkLanes*o.Workers, firstChunk
		}
		s.opts = opts
		if o.Report != nil {
			*o.Report = lane.Report{}
			s.total = o.Report
			s.opts = append(append([]lane.Option(nil), opts...), lane.Stats(&s.last))
		}
		chunk := make([]In, 0, size)
		for v := range in {
			chunk = append(chunk, v)
			if len(chunk) < size {
				continue
			}
			if !s.run(chunk) {
				return
			}
			chunk = chunk[:0]
			size = min(size*growth, limit)
		}
		if len(chunk) > 0 {
			s.run(chunk)
		}
	}
}

// stream is a sequence on its way.
type stream[In, Out any] struct {
	ctx   context.Context
	opts  []lane.Option
	call  func(ctx context.Context, chunk []In, opts ...lane.Option) ([]Out, []error, error)
	yield func(Out, error) bool
	first int // number of the chunk's first input
	last  lane.Report
	total *lane.Report // nil: nobody wants it
}

// run runs a chunk and yields its results. It reports whether to go on.
func (s *stream[In, Out]) run(chunk []In) bool {
	var zero Out
	if err := s.ctx.Err(); err != nil {
		s.yield(zero, context.Cause(s.ctx))
		return false
	}
	out, errs, err := s.call(s.ctx, chunk, s.opts...)
	if s.total != nil {
		join(s.total, &s.last)
	}
	var faulted *lane.FaultError
	var faults []lane.Fault
	var stopped *lane.StoppedError
	switch {
	case errors.As(err, &faulted):
		faults = faulted.Faults
	case err != nil && !errors.As(err, &stopped):
		s.yield(zero, err)
		return false
	}
	errors.As(err, &stopped)
	for i, v := range out {
		var laneErr error
		if errs != nil {
			laneErr = errs[i]
		}
		if len(faults) > 0 && faults[0].Lane == i {
			f := faults[0]
			f.Lane += s.first
			faults, laneErr = faults[1:], &f
		} else if stopped != nil && !stopped.Finished(i) {
			s.yield(zero, stopped.Err)
			return false
		}
		if !s.yield(v, laneErr) {
			return false
		}
	}
	s.first += len(chunk)
	return true
}

// join adds to a report that of another call of the same stream.
func join(r, s *lane.Report) {
	if r.Way != lane.None && r.Way != s.Way {
		r.Way = lane.Mixed
	} else {
		r.Way = s.Way
	}
	r.Why, r.LoopNs, r.BatchNs, r.Workers = s.Why, s.LoopNs, s.BatchNs, s.Workers
	r.Lanes += s.Lanes
	r.LoopLanes += s.LoopLanes
	r.BatchLanes += s.BatchLanes
	r.Faults += s.Faults
	r.Checked += s.Checked
	r.Elapsed += s.Elapsed
	r.Runs = append(r.Runs, s.Runs...)
}
