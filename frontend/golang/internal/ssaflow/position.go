package ssaflow

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// PositionOf is where the source asks for an instruction: its own position, or
// that of an operand, or of what stands before it.
func PositionOf(in ssa.Instruction) token.Pos {
	if in == nil { // of a call that the evaluator makes by itself
		return token.NoPos
	}
	if p := in.Pos(); p.IsValid() {
		return p
	}
	if branch, ok := in.(*ssa.If); ok {
		if p := namedIn(branch); p.IsValid() {
			return p
		}
	}
	for _, v := range in.Operands(nil) {
		if *v == nil {
			continue
		}
		if def, ok := (*v).(ssa.Instruction); ok && def.Pos().IsValid() {
			return def.Pos()
		}
	}
	return before(in)
}

// before is the position of what comes before an instruction in its block. In front of what goes on with a range that
// is the range's own, and at last that of the declaration of a variable that is merged.
func before(in ssa.Instruction) (merged token.Pos) {
	block := in.Block()
	for i := slices.Index(block.Instrs, in) - 1; i >= 0; i-- {
		switch at := block.Instrs[i].(type) {
		case *ssa.DebugRef:
			return at.Expr.Pos()
		case *ssa.Phi:
			merged = at.Pos()
		default:
			if at.Pos().IsValid() {
				return at.Pos()
			}
		}
	}
	for _, next := range block.Succs {
		for _, p := range next.Preds {
			if first, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); ok && p.Index < block.Index && next.Dominates(block) {
				return PositionOf(first)
			}
		}
	}
	return merged
}

// namedIn is where a branch names its condition, if that was computed elsewhere.
func namedIn(branch *ssa.If) token.Pos {
	if def, ok := branch.Cond.(ssa.Instruction); ok && def.Block() == branch.Block() {
		if _, merged := def.(*ssa.Phi); !merged {
			return token.NoPos
		}
	}
	for _, in := range slices.Backward(branch.Block().Instrs) {
		if ref, ok := in.(*ssa.DebugRef); ok && ref.X == branch.Cond {
			return ref.Expr.Pos()
		}
	}
	return token.NoPos
}

// Statements are those of a function, the ones around others first.
type Statements []ast.Stmt

// StatementsOf lists the statements of a function, but not those of function literals in it.
func StatementsOf(fn *ssa.Function) (list Statements) {
	syntax := fn.Syntax()
	if syntax == nil {
		return nil
	}
	ast.Inspect(syntax, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok && n != syntax {
			return false
		}
		if s, ok := n.(ast.Stmt); ok {
			list = append(list, s)
		}
		return true
	})
	return list
}

// Of returns the innermost statement that an instruction is of, or nil.
func (list Statements) Of(in ssa.Instruction) (found ast.Stmt) {
	at := PositionOf(in)
	for _, s := range list {
		if s.Pos() <= at && at < s.End() {
			found = s
		}
	}
	return found
}
