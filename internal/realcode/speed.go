package realcode

import (
	"context"
	"fmt"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/clock"
)

// Speed is how fast a function is in a loop that Go compiled, and in a batch.
type Speed struct {
	Function *Function
	Refused  error // it was not timed
	// Loop and Batch are what a lane takes, in nanoseconds.
	Loop, Batch float64
	Stats       lockstep.Stats // of the last batch
}

// Gain is how many times as fast as the loop the batch is.
func (s *Speed) Gain() float64 { return s.Loop / s.Batch }

func (s *Speed) String() string {
	if s.Refused != nil {
		return "not timed: " + reason(s.Refused)
	}
	return fmt.Sprintf("%6.2f: loop %.1f ns a lane, batch %.1f, %s: %s", s.Gain(), s.Loop, s.Batch, s.Stats.Engine,
		s.Stats.Why)
}

// Batches run until they have taken a time, in which the fastest engine is found, and then some
// times more, of which the fastest counts. So do rounds of the loop.
const (
	warmTime   = 150 * time.Millisecond
	warmRuns   = 2000
	timedRuns  = 9
	timedTime  = 60 * time.Millisecond
	leastTime  = 100 * time.Microsecond
	loopRounds = 9
)

// Speed times a function on one processor over lanes of moderate inputs with which it does not
// panic. Slices have one length. Both sides read inputs that are there and write results to
// memory that is there, again and again: the loop to a slice for each result, a struct to one of
// structs, and the batch to a column for each number.
func (l *Lab) Speed(f *Function, proc *Process, lanes int) *Speed {
	s := &Speed{Function: f}
	s.Refused = l.speed(s, proc, lanes)
	return s
}

func (l *Lab) speed(s *Speed, proc *Process, lanes int) error {
	f := s.Function
	size := Sizes{Len: l.sliceLen(f, proc)}
	files, opts := l.sources(f)
	opts.Len = lengths(f, size)
	p, err := golang.Compile(files, f.entry(), opts)
	if err != nil {
		return err
	}
	compiled, err := lockstep.FromProgram(p)
	if err != nil {
		return err
	}
	g := newGenerator(f, size, l.constants[f.Package])
	if g.words == 0 {
		return fmt.Errorf("there are no inputs")
	}
	lanes = min(lanes, maxWords/g.words)
	rows, err := l.quiet(g, proc, lanes)
	if err != nil {
		return err
	}
	loop, err := proc.time(f, rows, lanes, g.words, size)
	if err != nil {
		return err
	}
	s.Loop = float64(loop) / float64(lanes)
	in, _ := inputLeaves(f, size)
	have, inputs := paramsOf(compiled.Source(), compiled.Source().VarsIn), lockstep.Inputs{}
	if len(have) != len(in) || len(compiled.Params()) != len(in) {
		return fmt.Errorf("the program takes %d columns, not %d", len(have), len(in))
	}
	for i, p := range in {
		inputs[compiled.Params()[i].Name] = p.column(have[i].Type, rows, g.words).Data
	}
	how := []lockstep.RunOption{lockstep.Workers(1)}
	r, err := compiled.Run(context.Background(), inputs, how...)
	if err != nil {
		return err
	}
	how = append(how, lockstep.IntoResult(r))
	// What takes less than the clock is good for is timed some runs at once.
	var all, best time.Duration
	for n, timed, each := 0, 0, 1; timed < timedRuns || all < warmTime+timedTime && n < 2*warmRuns; n += each {
		took := clock.Took(func() {
			for range each {
				if r, err = compiled.Run(context.Background(), inputs, how...); err != nil {
					return
				}
				s.Stats = r.Stats
			}
		})
		if err != nil {
			return err
		}
		if all += took; all < warmTime && n < warmRuns {
			continue
		}
		if took < leastTime {
			each *= 2
			continue
		}
		if took /= time.Duration(each); timed == 0 || took < best {
			best = took
		}
		timed++
	}
	s.Batch = float64(best) / float64(lanes)
	return nil
}

// quiet returns rows of moderate inputs with which the function does not panic.
func (l *Lab) quiet(g *generator, proc *Process, lanes int) ([]uint64, error) {
	_, _, wide := outputs(g.f, g.size)
	rows := make([]uint64, 0, lanes*g.words)
	for lane := 0; len(rows) < lanes*g.words; {
		const chunk = 4096
		var some []uint64
		row := make([]uint64, g.words)
		for ; len(some) < chunk*g.words; lane++ {
			if way := lane % ways; way >= moderate && way < anyBits {
				g.fill(row, lane)
				some = append(some, row...)
			}
		}
		a, err := proc.run(g.f, some, chunk, g.words, wide, g.size)
		if err != nil {
			return nil, err
		}
		before := len(rows)
		for i, p := range a.panics {
			if p == 0 && len(rows) < lanes*g.words {
				rows = append(rows, some[i*g.words:(i+1)*g.words]...)
			}
		}
		if len(rows)-before < chunk*g.words/20 && len(rows) < lanes*g.words {
			return nil, fmt.Errorf("it panics with nearly all inputs")
		}
	}
	return rows, nil
}
