package tiers

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/engine/superblock"
)

// Blocks is Stats.Engine of runs of the machine in which machine code takes over what is
// hot, and Uops that of runs in which micro-ops do.
const (
	Blocks = "blocks"
	Uops   = "uops"
)

// pool is a program's executors of one kind, which all runs share.
type pool struct {
	once sync.Once
	pool *superblock.Pool
	why  error // there is none
}

// Pool returns the program's executors, of machine code or of micro-ops. The error says why
// there are none.
func (p *Program) Pool(engineName string) (*superblock.Pool, error) {
	which := &p.uops
	if engineName == Blocks {
		which = &p.blocks
	}
	which.once.Do(func() {
		o := superblock.Options{Resolve: p.machine.Resolve}
		if engineName == Blocks {
			var maker *engine.BlockMaker
			if maker, which.why = engine.NewBlockMaker(p.machine.Plan(), engine.Options{}); which.why != nil {
				return
			}
			o.Admit = maker.Admit
			o.Compile = func(s *plan.Superblock) (plan.Native, error) { return maker.Compile(s) }
		}
		which.pool = superblock.New(p.machine.Plan(), o)
	})
	return which.pool, which.why
}

// hasBlocks reports whether machine code may take over most of the program's blocks.
func (p *Program) hasBlocks() bool {
	executors, err := p.Pool(Blocks)
	return err == nil && 2*executors.Admitted() > len(p.machine.Plan().Blocks)
}

// runBlocks runs the machine with executors.
func (p *Program) runBlocks(ctx context.Context, cols, out []batch.Column, o Options) (*batch.Result, error) {
	executors, err := p.Pool(o.Engine)
	if err != nil {
		return nil, err
	}
	o.Tier2 = executors
	start := time.Now()
	r, err := p.machine.RunInto(ctx, cols, out, o.All)
	if r != nil {
		r.Stats.Engine, r.Stats.Elapsed = o.Engine, time.Since(start)
		r.Stats.Executors = summary(executors.Stats())
	}
	return r, err
}

// summary says what executors there are and what they took.
func summary(s superblock.Stats) string {
	share := 0.
	if all := s.Lanes + s.Blocks; all > 0 {
		share = 100 * float64(s.Lanes) / float64(all)
	}
	return fmt.Sprintf("%d made, %d dropped, %d refused; entered %d times, by %.1f %% of the lanes that waited; "+
		"%d exits, %d of them hot; "+
		"bytes: %d for micro-ops, %d for exits, %d for deltas, %d for code",
		s.Made, s.Dropped, s.Refused, s.Entered, share, s.Exits, s.Hot,
		s.Bytes.Uops, s.Bytes.Exits, s.Nodes*plan.NodeBytes, s.Bytes.Code)
}
