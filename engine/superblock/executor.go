package superblock

import (
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/batch/plan"
)

// Executor is the run-time form of a superblock.
type Executor struct {
	plan.Executor
	// Exits are the ways out, as many as the superblock has.
	Exits []Exit
	// Unlikely are the micro-ops at which lanes may fault.
	Unlikely []uint16

	invalid atomic.Bool
	// Under the pool's lock:
	entered int64   // lanes
	times   int64   // how often
	ways    []int64 // how many lanes left by each way
	used    uint16  // the epoch in which it was entered last
}

// newExecutor makes the table of exits of a superblock.
func newExecutor(id int, s *plan.Superblock) *Executor {
	x := &Executor{Executor: plan.Executor{ID: id, Superblock: s}}
	x.Exits, x.ways = make([]Exit, s.Ways()), make([]int64, s.Ways())
	for i := range x.Exits {
		x.Exits[i].Target = dynamic
		if to := s.Way(i); to != plan.None {
			x.Exits[i].Target = uint32(to)
		}
		if i < len(s.Exits) {
			x.Exits[i].Delta = s.Exits[i].Delta
		}
	}
	for i := range s.Steps {
		if s.Steps[i].MayFault() {
			x.Unlikely = append(x.Unlikely, uint16(i))
		}
	}
	return x
}

// Valid reports whether the executor may be entered.
func (x *Executor) Valid() bool { return !x.invalid.Load() }

// bytes is what the executor takes: its micro-ops, its exits, and its machine code.
func (x *Executor) bytes() (uops, exits, code int) {
	if x.Native != nil {
		code = x.Native.Bytes()
	} else {
		uops = len(x.Superblock.Steps) * uopBytes
	}
	return uops, len(x.Exits)*ExitBytes + len(x.Unlikely)*UnlikelyBytes, code
}

// uopBytes is about how much memory a micro-op takes that has kernels.
const uopBytes = 400
