package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/advise"
	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/internal/dataio"
	"github.com/lockstep-simt/lockstep/program"
)

// lowUtilisation is where lanes part so much that it is worth a word.
const lowUtilisation = 0.35

// To find out how much lanes part, some are run by kernels, which count: the first sampleLanes, for
// sampleTime at most. A run that is not asked for statistics is only told of what is worse than
// worthNote, and only if it took as long as longRun.
const (
	sampleLanes = 2048
	sampleTime  = 300 * time.Millisecond
	longRun     = time.Second
	worthNote   = 0.2
)

// parting is how full the lanes were, and where they parted.
type parting struct {
	lanes       int // that were looked at
	utilisation float64
	profile     advise.Profile
}

// partingOf tells of a run by kernels.
func partingOf(compiled *lockstep.Func, res *lockstep.Result) *parting {
	runs := make([]advise.BlockRun, len(res.Stats.Blocks))
	for i, s := range res.Stats.Blocks {
		runs[i] = advise.BlockRun{Runs: s.Runs, Lanes: s.Lanes}
	}
	return &parting{res.Lanes, res.Stats.Utilisation(), advise.Measure(compiled.Lowered(), res.Stats.Gang, runs)}
}

// sample finds out how the lanes of a run part. It is nil where that cannot be told soon, or does not
// matter: lanes that run one at a time do not wait for each other.
func (r ran) sample(ctx context.Context, t *dataio.Table, opts []lockstep.RunOption) *parting {
	s := &r.res.Stats
	switch {
	case s.Engine == string(lockstep.EngineScalar) || r.res.Lanes == 0:
		return nil
	case s.Steps() > 0:
		return partingOf(r.compiled, r.res)
	}
	few := t.Take(upTo(min(sampleLanes, t.Lanes)))
	opts = append(opts, lockstep.Engine(lockstep.EngineOff), lockstep.Workers(1), lockstep.Timeout(sampleTime))
	res, err := r.compiled.Run(ctx, r.columns(few), opts...)
	if err != nil {
		return nil
	}
	return partingOf(r.compiled, res)
}

// low reports whether lanes wait for each other more than a share of the time.
func (p *parting) low(share float64) bool {
	return p != nil && p.utilisation < share && len(p.profile.Parting) > 0 && p.profile.Parting[0].Pos.IsValid()
}

// where says at which line the lanes part most, and what helps.
func (p *parting) where() string {
	return fmt.Sprintf("lanes part most at %s, and wait for each other behind it", lineOf(p.profile.Parting[0].Pos))
}

// partingAdvice is what helps against lanes that go different ways.
const partingAdvice = "it helps to sort inputs so that neighbours go the same way, and to compute both ways of a " +
	"short branch"

// write adds what is known to the tables of -stats.
func (p *parting) write(w io.Writer) {
	if p == nil {
		return
	}
	t := newTable(w)
	t.AppendRow(table.Row{"utilisation", fmt.Sprintf("%s, of %s by kernels", percent(p.utilisation),
		counted.Of(p.lanes, "lane"))})
	if p.low(lowUtilisation) {
		t.AppendRow(table.Row{"", p.where()})
		t.AppendRow(table.Row{"", partingAdvice})
	}
	fmt.Fprintln(w)
	t.Render()
}

// note warns of a long run that was not asked for statistics.
func (p *parting) note(e *env) {
	if p.low(worthNote) {
		e.notef("%s of the lanes in flight did something at a time: %s; %s", percent(p.utilisation), p.where(),
			partingAdvice)
	}
}

func lineOf(pos program.Pos) string { return fmt.Sprintf("%s:%d", pos.File, pos.Line) }
