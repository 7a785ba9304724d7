package superblock

import (
	"math"
	"sync/atomic"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch/plan"
)

// Exit is a way out of an executor: 16 bytes, since most stay cold. Cold and hot ones differ
// in Link alone.
type Exit struct {
	// Target is the block that lanes go to, or dynamic.
	Target uint32
	// link is the executor that is linked, or 0: the one word that changes when an exit gets
	// hot.
	link  uint32
	lanes uint32 // how hot it is
	epoch uint16 // in this epoch
	// Delta is what lanes have otherwise than their variables do.
	Delta plan.Delta
}

// ExitBytes is the size of an exit, and UnlikelyBytes that of an exit to tier 1 that no
// executor is ever linked to: the number of the micro-op that lanes leave at.
const (
	ExitBytes     = 16
	UnlikelyBytes = 2
)

var _ = [1]struct{}{}[unsafe.Sizeof(Exit{})-ExitBytes]

// dynamic is the target of a way out on which lanes go to blocks that they have saved.
const dynamic = math.MaxUint32

// Link is the number of the executor that is linked, or 0.
func (e *Exit) Link() int { return int(atomic.LoadUint32(&e.link)) }

// set links an exit, or cuts the link.
func (e *Exit) set(executor int) { atomic.StoreUint32(&e.link, uint32(executor)) }

// add counts lanes and returns how hot the exit is then.
func (e *Exit) add(lanes int, epoch uint16) uint32 {
	h := heat{e.lanes, e.epoch}
	h.add(lanes, epoch)
	e.lanes, e.epoch = h.lanes, h.epoch
	return h.lanes
}

// heat counts lanes, and halves with every epoch that has gone by since it was touched. It
// depends on nothing but what was counted and when.
type heat struct {
	lanes uint32
	epoch uint16
}

// add counts lanes and returns how hot it is then.
func (h *heat) add(lanes int, epoch uint16) uint32 {
	h.lanes = uint32(min(math.MaxUint32/2, uint64(h.now(epoch))+uint64(lanes)))
	h.epoch = epoch
	return h.lanes
}

// now is how hot it is in an epoch.
func (h *heat) now(epoch uint16) uint32 {
	if age := epoch - h.epoch; age < 32 {
		return h.lanes >> age
	}
	return 0
}
