package ssaflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Uses are the instructions that read a value: without those that only say where it stands in the source.
func Uses(v ssa.Value) (uses []ssa.Instruction) {
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); !ok {
			uses = append(uses, r)
		}
	}
	return uses
}

// Used reports whether anything reads a value.
func Used(v ssa.Value) bool { return len(Uses(v)) > 0 }

// LiveAt reports whether what a value was before an instruction may be read by
// it or after it.
func LiveAt(v ssa.Value, at ssa.Instruction) bool { return live(v, at, false) }

// LiveAfter reports whether a value may be read after an instruction.
func LiveAfter(v ssa.Value, at ssa.Instruction) bool { return live(v, at, true) }

// live is LiveAt, or LiveAfter.
func live(v ssa.Value, at ssa.Instruction, after bool) bool {
	blk := at.Block()
	var home *ssa.BasicBlock // none for a parameter
	def, made := v.(ssa.Instruction)
	if made {
		home = def.Block()
	}
	before := func(x, y ssa.Instruction) bool {
		return slices.Index(blk.Instrs, x) < slices.Index(blk.Instrs, y)
	}
	if made && home == blk && !before(def, at) {
		// What it was comes from another round, and only to a φ.
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	var work []*ssa.BasicBlock
	// reach notes that v is live at the end of a block.
	reach := func(b *ssa.BasicBlock) {
		if !seen[b] {
			seen[b] = true
			work = append(work, b)
		}
	}
	// into notes that v is live at the start of a block.
	into := func(b *ssa.BasicBlock) {
		if b == home {
			return
		}
		for _, p := range b.Preds {
			reach(p)
		}
	}
	for _, r := range Uses(v) {
		if _, ok := r.(*ssa.Defer); ok {
			return true // it is read where the function returns
		}
		if phi, ok := r.(*ssa.Phi); ok {
			for i, e := range phi.Edges {
				if e == v {
					reach(phi.Block().Preds[i])
				}
			}
			continue
		}
		if r == at && after {
			continue
		}
		if r.Block() == blk && !before(r, at) {
			return true
		}
		into(r.Block())
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == blk {
			return true
		}
		into(b)
	}
	return false
}

// Passes reports whether every way from a block back to itself goes through
// another one.
func Passes(blk, through *ssa.BasicBlock) bool {
	return !reachable(blk.Succs, through)[blk]
}

// reachable are some blocks and all that come after them, on ways that do not go through another one.
func reachable(from []*ssa.BasicBlock, but *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(from)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b != but && !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return seen
}

// Leads reports whether an instruction may run after another one.
func Leads(from, to ssa.Instruction) bool {
	if from.Block() == to.Block() && slices.Index(from.Block().Instrs, from) < slices.Index(to.Block().Instrs, to) {
		return true
	}
	return reachable(from.Block().Succs, nil)[to.Block()]
}

// UsedAfter reports whether a value that is there before a call, or what is computed of it before the call, is used
// after it. What is stored before the call where fills says so, in a composite literal that the call is in, is what
// the literal is computed of.
func UsedAfter(v, call ssa.Instruction, fills func(store ssa.Instruction) bool) bool {
	instrs, later := call.Block().Instrs, reachable(call.Block().Succs, v.Block())
	at := slices.Index(instrs, call)
	isAfter := func(in ssa.Instruction) bool {
		if in.Block() == call.Block() {
			return slices.Index(instrs, in) > at
		}
		return later[in.Block()]
	}
	of := map[ssa.Value]bool{v.(ssa.Value): true}
	for work := []ssa.Value{v.(ssa.Value)}; len(work) > 0; {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		for _, use := range Uses(w) {
			if use == call {
				continue
			}
			if isAfter(use) {
				return true
			}
			switch use := use.(type) {
			case *ssa.BinOp, *ssa.UnOp, *ssa.Convert, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface,
				*ssa.Field, *ssa.FieldAddr, *ssa.Index, *ssa.IndexAddr, *ssa.Slice, *ssa.Lookup, *ssa.Extract:
				if x := use.(ssa.Value); !of[x] {
					of[x] = true
					work = append(work, x)
				}
			case *ssa.Store:
				if literal := rootOf(use.Addr); use.Val == w && fills(use) && !of[literal] {
					of[literal] = true
					work = append(work, literal)
				}
			case *ssa.MapUpdate:
				if use.Map != w && fills(use) {
					return true
				}
			}
		}
	}
	return false
}
