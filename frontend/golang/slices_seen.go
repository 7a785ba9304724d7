package golang

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Who may still see what memory was before an instruction changes it or makes it anew.

// checkLoop refuses a region that is made again while what it was before may
// still be read: there is one in a lane, not one for each time.
func (b *heap) checkLoop(r *known.Region) { b.checkMade(r, ssaflow.LiveAt) }

// checkMade is checkLoop with what decides whether a value is still read.
func (b *heap) checkMade(r *known.Region, live func(ssa.Value, ssa.Instruction) bool) {
	in, ok := b.cur.(ssa.Instruction)
	if !ok || !b.loops[in.Block().Index] {
		return
	}
	refuse := func() {
		instead := ""
		if b.keep(r) && b.opts.MakeCap <= 0 {
			instead = ", or say how many are in use at a time (-make-cap N, lockstep.MakeCap)"
		}
		// The rest of the function may have more to say.
		b.failed = append(b.failed, &program.Error{Pos: b.ops[b.opOf[in]].Pos, Instr: -1,
			Msg: "this memory is made in a loop and used beyond the round that made it; in batched code it is the " +
				"same memory in each round: make it before the loop, as large as all rounds need" + instead})
	}
	for k, op := range b.instrs {
		v, ok := op.(ssa.Value)
		if !ok || op == in {
			continue
		}
		if got, ok := b.e.Operand(k, 0).(known.Value); ok && got.RefersTo(r.Name) && live(v, in) {
			refuse()
		}
	}
	for _, h := range b.holders(r) {
		if !b.madeAgain(h, in.Block()) && b.liveRegion(h, in) {
			refuse()
		}
	}
	if b.callerHolds(r) || b.holds(r, r) && b.mayGoOn(in, r) {
		refuse()
	}
}

// holders returns the regions of this function that may refer to another one, in
// the order of their names.
func (b *history) holders(r *known.Region) []*known.Region {
	var holders []*known.Region
	for _, name := range slices.Sorted(maps.Keys(b.regions)) {
		if h := b.regions[name]; h != r && b.holds(h, r) {
			holders = append(holders, h)
		}
	}
	return holders
}

func (b *history) holds(h, r *known.Region) bool {
	for k := range h.Layout.Leaves {
		if v, ok := b.e.Cell(known.CellKey{Region: h.Name, Leaf: k}).(known.Value); ok && v.RefersTo(r.Name) {
			return true
		}
	}
	return false
}

// callerHolds reports whether memory of the caller may refer to a region.
func (b *history) callerHolds(r *known.Region) bool {
	return slices.ContainsFunc(b.callerRegions(), func(c known.Contents) bool { return b.holds(c.Region, r) })
}

// madeAgain reports whether a region is made anew between any two times that a
// block is run, in the one place that it has: of what is kept there is more than one.
func (b *heap) madeAgain(r *known.Region, blk *ssa.BasicBlock) bool {
	made := false
	site, _, _ := strings.Cut(r.Name, ".")
	for in, s := range b.sites {
		if s != site {
			continue
		}
		if in.Block() != blk && !ssaflow.Passes(blk, in.Block()) || b.mayGoOn(in, r) || b.placesOf(in) > 0 {
			return false
		}
		made = true
	}
	return made
}

// mayGoOn reports whether a call that makes a region may give back what it made before, as
// append does in place: whether it may be given that.
func (b *history) mayGoOn(in ssa.Instruction, r *known.Region) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	var given []known.Value
	for _, arg := range append(slices.Clip(call.Call.Args), call.Call.Value) {
		if from, ok := arg.(ssa.Instruction); ok {
			if v, ok := b.e.Operand(b.opOf[from], 0).(known.Value); ok {
				given = append(given, v)
			}
		}
	}
	isGiven := func(r *known.Region) bool {
		return slices.ContainsFunc(given, func(v known.Value) bool { return v.RefersTo(r.Name) })
	}
	if _, builtin := call.Call.Value.(*ssa.Builtin); builtin {
		return isGiven(r)
	}
	return b.leadsTo(r, isGiven, map[*known.Region]bool{})
}

// leadsTo reports whether a region is one of some, or memory of these or of the caller may lead there.
func (b *history) leadsTo(r *known.Region, isOne func(r *known.Region) bool, seen map[*known.Region]bool) bool {
	if seen[r] {
		return false
	}
	seen[r] = true
	return isOne(r) || b.callerHolds(r) ||
		slices.ContainsFunc(b.holders(r), func(h *known.Region) bool { return b.leadsTo(h, isOne, seen) })
}

// liveRegion reports whether what a region of this function held before an
// instruction may be read by it or after it: whether something that is live
// refers to it, itself or through other regions.
func (b *history) liveRegion(r *known.Region, at ssa.Instruction) bool {
	return b.leadsTo(r, func(r *known.Region) bool {
		for k, op := range b.instrs {
			v, ok := op.(ssa.Value)
			if !ok {
				continue
			}
			if got, ok := b.e.Operand(k, 0).(known.Value); ok && got.RefersTo(r.Name) && ssaflow.LiveAt(v, at) {
				return true
			}
		}
		return false
	}, map[*known.Region]bool{})
}
