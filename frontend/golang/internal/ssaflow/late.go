package ssaflow

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Go orders the calls of a statement from left to right, but leaves open when variables are read:
//
//	return c + next()                    // where next changes c
//	return tok{pos: p.pos, end: p.skip()}
//
// The Go compiler takes the results of calls first, and reads what else an expression needs where it computes it,
// behind all calls that it needs (cmd/compile/internal/walk/order.go); go/ssa reads in the order of the text. ReadLate
// makes it the compiler's order, as far as an expression is in one block and is made of loads, arithmetic and elements
// of composite literals. What else reads before a call that changes it is refused by who knows what calls change.

// ReadLate puts loads, and what is computed of them, behind the last call in their statement that comes before it is
// used.
func ReadLate(fn *ssa.Function) {
	if fn.Syntax() == nil {
		return
	}
	var l *late
	for _, blk := range fn.Blocks {
		if !slices.ContainsFunc(blk.Instrs, isCall) {
			continue
		}
		if l == nil {
			l = &late{statements: StatementsOf(fn)}
		}
		l.block(blk)
	}
}

// isCall reports whether an instruction calls a function.
func isCall(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	_, builtin := call.Call.Value.(*ssa.Builtin)
	return !builtin
}

// late moves instructions of a function.
type late struct {
	statements Statements
	of         map[ssa.Instruction]ast.Stmt
}

// block moves instructions of a block, the last ones first: what uses a load has moved before it then.
func (l *late) block(blk *ssa.BasicBlock) {
	l.of = map[ssa.Instruction]ast.Stmt{}
	var moves []ssa.Instruction
	of := map[ssa.Value]bool{} // what is loaded, and what is computed of that
	for _, in := range blk.Instrs {
		if isCall(in) || isLoad(in) || dependsOn(in, of) && (isArithmetic(in) || isStore(in)) {
			l.of[in] = l.statementOf(in)
		}
		if isLoad(in) && mayBeEarly(in.(*ssa.UnOp)) {
			continue
		}
		if v, ok := in.(ssa.Value); ok && (isLoad(in) || isArithmetic(in) && dependsOn(in, of)) {
			of[v] = true
			moves = append(moves, in)
		} else if isStore(in) && dependsOn(in, of) {
			moves = append(moves, in)
		}
	}
	for _, in := range slices.Backward(moves) {
		l.move(blk, in)
	}
}

// statementOf returns the statement that an instruction is of. A load that the source does not ask for, as of the
// receiver of a method by its pointer, has no place: it is of the statement of what uses it. Nor has that of an element
// for the variable of a loop, which is of the loop.
func (l *late) statementOf(in ssa.Instruction) ast.Stmt {
	for isLoad(in) && !in.Pos().IsValid() {
		if elem, ok := in.(*ssa.UnOp).X.(*ssa.IndexAddr); ok && isRangeIndex(elem.Index) {
			return nil
		}
		uses := Uses(in.(ssa.Value))
		here := slices.IndexFunc(uses, func(use ssa.Instruction) bool { return use.Block() == in.Block() })
		if here < 0 {
			break
		}
		in = uses[here]
	}
	return l.statements.Of(in)
}

// isRangeIndex reports whether a value is the index of a loop over elements: one more than it was, without a place in
// the source.
func isRangeIndex(v ssa.Value) bool {
	next, ok := v.(*ssa.BinOp)
	if !ok || next.Pos().IsValid() {
		return false
	}
	before, ok := next.X.(*ssa.Phi)
	return ok && before.Comment == "rangeindex"
}

func isLoad(in ssa.Instruction) bool {
	load, ok := in.(*ssa.UnOp)
	return ok && load.Op == token.MUL
}

func isStore(in ssa.Instruction) bool {
	_, ok := in.(*ssa.Store)
	return ok
}

// isArithmetic reports whether an instruction computes something of its operands alone.
func isArithmetic(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op != token.ARROW
	case *ssa.BinOp, *ssa.Convert, *ssa.ChangeType, *ssa.Field, *ssa.FieldAddr, *ssa.Index, *ssa.IndexAddr:
		return true
	}
	return false
}

// dependsOn reports whether an instruction has one of some values among its operands.
func dependsOn(in ssa.Instruction, of map[ssa.Value]bool) bool {
	return slices.ContainsFunc(in.Operands(nil), func(v *ssa.Value) bool { return *v != nil && of[*v] })
}

// move puts an instruction behind the last call in its statement that comes before what uses it.
func (l *late) move(blk *ssa.BasicBlock, in ssa.Instruction) {
	ours := l.of[in]
	at := slices.Index(blk.Instrs, in)
	to := at
	uses := usesOf(in)
	for i := at + 1; i < len(blk.Instrs) && ours != nil; i++ {
		next := blk.Instrs[i]
		if uses(next) {
			break
		}
		if isCall(next) && l.of[next] == ours {
			to = i
		}
	}
	if to == at {
		return
	}
	moved := []ssa.Instruction{in}
	value, _ := in.(ssa.Value)
	rest := blk.Instrs[at+1 : to+1]
	var stay []ssa.Instruction
	for _, next := range rest {
		if ref, ok := next.(*ssa.DebugRef); ok && value != nil && ref.X == value {
			moved = append(moved, next)
			continue
		}
		stay = append(stay, next)
	}
	copy(blk.Instrs[at:], append(stay, moved...))
}

// usesOf returns what tells whether an instruction needs another one to come before it: what it computes, or what it
// stores in a composite literal. Any other store stays where it is.
func usesOf(in ssa.Instruction) func(ssa.Instruction) bool {
	store, ok := in.(*ssa.Store)
	if !ok {
		v := map[ssa.Value]bool{in.(ssa.Value): true}
		return func(next ssa.Instruction) bool {
			_, isRef := next.(*ssa.DebugRef)
			return !isRef && dependsOn(next, v)
		}
	}
	literal, ok := rootOf(store.Addr).(*ssa.Alloc)
	if !ok || literal.Block() != store.Block() {
		return func(ssa.Instruction) bool { return true }
	}
	return func(next ssa.Instruction) bool {
		switch next := next.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr:
			return false
		case *ssa.Store:
			return rootOf(next.Val) == literal
		}
		return slices.ContainsFunc(next.Operands(nil), func(v *ssa.Value) bool {
			return *v != nil && rootOf(*v) == literal
		})
	}
}

// rootOf returns what an address of a field or an element is in.
func rootOf(v ssa.Value) ssa.Value {
	for {
		switch in := v.(type) {
		case *ssa.FieldAddr:
			v = in.X
		case *ssa.IndexAddr:
			v = in.X
		default:
			return v
		}
	}
}
