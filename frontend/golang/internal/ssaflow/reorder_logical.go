package ssaflow

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Variables of a loop over a map that a round sets by a logical operation of themselves, as in
//
//	pair = pair || count == 2
//
// What is on the right is not computed once the variable is true, so nothing may happen there but that value.

// logical is what || or && gives of a variable that rounds hand on.
type logical struct {
	branch *ssa.If    // on the variable
	phi    *ssa.Phi   // the result
	to     *ssa.Const // what the branch gives without the right side
}

// findLogical notes the logical operations of a value that rounds hand on, and reports whether there was one more.
func (l *mapLoop) findLogical(b *ssa.BasicBlock) bool {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || l.carried[branch.Cond] == nil || l.logical[branch] != nil {
		return false
	}
	for k, join := range b.Succs {
		phi, ok := join.Instrs[0].(*ssa.Phi)
		if !ok || !l.in[join] || join == l.head {
			continue
		}
		g := &logical{branch: branch, phi: phi}
		if g.to = shortcut(phi.Edges[slices.Index(join.Preds, b)], k); g.to == nil || !l.isLogical(g, b.Succs[1-k]) {
			continue
		}
		l.logical[branch] = g
		l.carried[phi] = l.carried[branch.Cond]
		return true
	}
	return false
}

// shortcut is a constant that is true if a branch is on its first way, and false on its second; otherwise nil.
func shortcut(v ssa.Value, way int) *ssa.Const {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Bool || constant.BoolVal(c.Value) != (way == 0) {
		return nil
	}
	return c
}

// isLogical reports whether what a branch skips gives the other edges of the φ, and does nothing else.
func (l *mapLoop) isLogical(g *logical, right *ssa.BasicBlock) bool {
	join := g.phi.Block()
	if len(right.Preds) != 1 {
		return false
	}
	for _, b := range join.Parent().Blocks {
		if !right.Dominates(b) || b == join || !l.in[b] || join.Dominates(b) {
			continue
		}
		for _, in := range b.Instrs {
			if mayFault(in) || hasEffect(in) {
				return false
			}
		}
		for _, s := range b.Succs {
			if s != join && !right.Dominates(s) {
				return false
			}
		}
	}
	if _, second := join.Instrs[1].(*ssa.Phi); second {
		return false
	}
	for i, e := range g.phi.Edges {
		if !right.Dominates(join.Preds[i]) && !sameValue(e, g.to) {
			return false
		}
	}
	return true
}

// hasEffect reports whether an instruction does more than to compute a value.
func hasEffect(in ssa.Instruction) bool {
	switch in.(type) {
	case *ssa.DebugRef, *ssa.If, *ssa.Jump:
		return false
	case *ssa.BinOp, *ssa.UnOp, *ssa.Convert, *ssa.ChangeType, *ssa.Phi, *ssa.Extract, *ssa.Field, *ssa.FieldAddr,
		*ssa.Lookup:
		return false
	}
	return true
}

// logicalOf is the logical operation whose result a φ is, or nil.
func (l *mapLoop) logicalOf(phi *ssa.Phi) *logical {
	for _, g := range l.logical {
		if g.phi == phi {
			return g
		}
	}
	return nil
}

// independent reports whether what a logical operation combines a variable with does not depend on what rounds hand
// on.
func (l *mapLoop) independent(g *logical) bool {
	return !slices.ContainsFunc(g.phi.Edges, func(e ssa.Value) bool { return l.carried[e] != nil })
}
