package testkit

import (
	"fmt"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine/superblock"
)

// Executors counts the lanes that executors took through superblocks, in comparisons.
var Executors atomic.Int64

// Superblocks says how blocks run together.
type Superblocks struct {
	Hot   int    // lanes that make a block hot; 0: blocks run one by one
	Force uint64 // lanes leave at random exits
	Bytes int    // of memory for executors
}

func (s Superblocks) String() string {
	text := fmt.Sprintf("superblocks from %d lanes on", s.Hot)
	if s.Force != 0 {
		text += fmt.Sprintf(", exits forced by %d", s.Force)
	}
	if s.Bytes != 0 {
		text += fmt.Sprintf(", %d bytes for them", s.Bytes)
	}
	return text
}

// counted is a pool of which count tells what it did.
type counted struct{ *superblock.Pool }

func (s Superblocks) pool(code *batch.Code) counted {
	return counted{superblock.New(code.Plan(), superblock.Options{
		Resolve: code.Resolve, Hot: s.Hot, Epoch: 64, Report: 1, Least: 1 << 20, Force: s.Force,
		UopBytes: s.Bytes, CodeBytes: s.Bytes,
	})}
}

func (c counted) count() { Executors.Add(c.Stats().Lanes) }
