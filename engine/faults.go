package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A lane that faults is taken out of its mask where it does, so that no later block runs for it.
// That makes each case of a switch pay for its own faults, and of masks that were parts of one
// another ones that are not. Where no later phase touches memory nobody needs it: what becomes of
// the lane's variables is not read again, and it is enough to know at the end which lanes faulted.
//
// Which lanes faulted is not noted anywhere: they are in no mask, neither of lanes that wait nor of those
// that ended.

// lateFault is lanes that may have faulted: those of a mask in which something went wrong. The
// others are left.
type lateFault struct{ mask, left, fault codegen.Value }

// faulted says that lanes faulted.
func (p *phases) faulted(mask codegen.Value) {
	if p.g.placed {
		p.goTo(faultedAt, mask)
		return
	}
	p.faults = true
}

// mayWait reports whether lanes that fault may go on to the phases behind, which are these.
func (p *phases) mayWait(behind []int) bool {
	return len(behind) > 0 && !p.g.placed && len(p.g.sites) == 0 && !slices.ContainsFunc(behind, func(b int) bool {
		return p.g.hosts[b] || slices.ContainsFunc(p.g.blocks[b].Instrs, func(in program.Instr) bool {
			op, ok := in.(*program.PrimOp)
			return ok && p.g.touchesArrays(op)
		})
	})
}

// takeOutLate takes lanes that went on although they faulted out of the masks of the blocks to
// which lanes came.
func (p *phases) takeOutLate() {
	lost := codegen.NoValue
	for len(p.late) > 0 {
		first := p.late[0]
		var masks []codegen.Value
		p.late = slices.DeleteFunc(p.late, func(l lateFault) bool {
			if l.fault == first.fault {
				masks = append(masks, l.mask)
			}
			return l.fault == first.fault
		})
		lost = p.either(lost, p.Emit(optab.Bool, "and.bool", p.anyOf(masks), first.fault))
	}
	if lost == codegen.NoValue {
		return
	}
	p.faulted(lost)
	for b := range len(p.g.blocks) + 1 {
		if !p.reached[b] || len(p.masks[b]) == 0 {
			continue
		}
		p.masks[b] = []codegen.Value{p.Emit(optab.Bool, "andnot.bool", p.maskOf(b), lost)}
	}
}

// anyOf is the lanes of some masks. Those of cases of a switch whose values follow each other are
// found by one comparison.
func (p *phases) anyOf(masks []codegen.Value) (any codegen.Value) {
	any = codegen.NoValue
	for len(masks) > 0 {
		s := p.ofCase[masks[0]]
		same := func(m codegen.Value) bool { return m == masks[0] || s != nil && p.ofCase[m] == s }
		var group []codegen.Value
		for _, m := range masks {
			if same(m) && !slices.Contains(group, m) {
				group = append(group, m)
			}
		}
		rest := slices.DeleteFunc(slices.Clone(masks), same)
		mask, ok := codegen.NoValue, false
		if s != nil {
			mask, ok = p.between(s, group)
		}
		if !ok {
			for _, m := range group {
				mask = p.either(mask, m)
			}
		}
		any, masks = p.either(any, mask), rest
	}
	return any
}
