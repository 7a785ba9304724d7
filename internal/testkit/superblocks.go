package testkit

import (
	"fmt"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/engine/superblock"
)

// Executors counts the lanes that executors took through superblocks, in comparisons.
var Executors atomic.Int64

// Superblocks says how blocks run together.
type Superblocks struct {
	Hot   int    // lanes that make a block hot; 0: blocks run one by one
	Force uint64 // lanes leave at random exits
	Bytes int    // of memory for executors
	// Machine is the instruction set of machine code; "" is micro-ops.
	Machine string
	Groups  int // of machine code; 0 leaves the choice to it
	Turns   int // rounds of a loop after which machine code is left; 0: many
}

func (s Superblocks) String() string {
	text := fmt.Sprintf("superblocks from %d lanes on", s.Hot)
	if s.Force != 0 {
		text += fmt.Sprintf(", exits forced by %d", s.Force)
	}
	if s.Machine != "" {
		text += fmt.Sprintf(", machine code for %s, %d groups, left after %d rounds", s.Machine, s.Groups, s.Turns)
	}
	if s.Bytes != 0 {
		text += fmt.Sprintf(", %d bytes for them", s.Bytes)
	}
	return text
}

// counted is a pool of which count tells what it did.
type counted struct{ *superblock.Pool }

func (s Superblocks) pool(code *batch.Code) counted {
	o := superblock.Options{
		Resolve: code.Resolve, Hot: s.Hot, Epoch: 64, Report: 1, Least: 1 << 20, Force: s.Force,
		UopBytes: s.Bytes, CodeBytes: s.Bytes,
	}
	if s.Machine != "" {
		maker, err := engine.NewBlockMaker(code.Plan(), engine.Options{Machine: s.Machine, Groups: s.Groups,
			Turns: s.Turns})
		if err != nil {
			panic("bug: testkit: " + err.Error())
		}
		o.Admit = maker.Admit
		o.Compile = func(s *plan.Superblock) (plan.Native, error) { return maker.Compile(s) }
	}
	return counted{superblock.New(code.Plan(), o)}
}

func (c counted) count() { Executors.Add(c.Stats().Lanes) }
