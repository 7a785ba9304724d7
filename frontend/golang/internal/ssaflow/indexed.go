package ssaflow

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Go makes calls from left to right. go/ssa computes the index of a string, or of an array that is not a variable,
// before that: in text()[next()] it calls next first.

// IndexLast makes the order that of the language, where both are computed in one block.
func IndexLast(fn *ssa.Function) {
	if fn.Syntax() == nil {
		return
	}
	var at map[token.Pos]*ast.IndexExpr
	for _, blk := range fn.Blocks {
		for i := 0; i < len(blk.Instrs); i++ {
			in, ok := blk.Instrs[i].(*ssa.Index)
			if !ok || !slices.ContainsFunc(blk.Instrs[:i], isCall) {
				continue
			}
			if at == nil {
				at = indexings(fn.Syntax())
			}
			if e := at[in.Pos()]; e != nil {
				indexLast(blk.Instrs[:i], e)
			}
		}
	}
}

// indexings are the expressions with an index in some syntax, by their brackets.
func indexings(syntax ast.Node) map[token.Pos]*ast.IndexExpr {
	at := map[token.Pos]*ast.IndexExpr{}
	ast.Inspect(syntax, func(n ast.Node) bool {
		if e, ok := n.(*ast.IndexExpr); ok {
			at[e.Lbrack] = e
		}
		return true
	})
	return at
}

// indexLast puts what computes the index of an expression behind what computes the rest of it, if the index comes first
// and both have calls. The instructions are those of a block up to the one that takes the element.
func indexLast(list []ssa.Instruction, e *ast.IndexExpr) {
	within := func(e ast.Expr) func(ssa.Instruction) bool {
		return func(in ssa.Instruction) bool { return e.Pos() <= in.Pos() && in.Pos() < e.End() }
	}
	ofIndex, ofRest := within(e.Index), within(e.X)
	index, rest := slices.IndexFunc(list, ofIndex), slices.IndexFunc(list, ofRest)
	if index < 0 || rest < index {
		return
	}
	rest = begin(list, rest, len(list))
	index = begin(list, index, rest)
	if slices.ContainsFunc(list[rest:], ofIndex) || !slices.ContainsFunc(list[rest:], isCall) ||
		!slices.ContainsFunc(list[index:rest], isCall) {
		return
	}
	copy(list[index:], slices.Concat(list[rest:], list[index:rest]))
}

// begin is where instructions begin, given the first of them that has a place in the source and their end: some before
// it have no place, and are used by these alone.
func begin(list []ssa.Instruction, first, end int) int {
	for first > 0 && !list[first-1].Pos().IsValid() {
		v, ok := list[first-1].(ssa.Value)
		if !ok || slices.ContainsFunc(Uses(v), func(use ssa.Instruction) bool {
			at := slices.Index(list[:end], use)
			return at < first
		}) {
			break
		}
		first--
	}
	return first
}
