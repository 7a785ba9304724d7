package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What a round of a loop over a map may do to the variables that it hands on without the order of the rounds
// being seen.

// combining are the operations on integers of which a chain gives the same in any order, and
// the name under which those go together that do so.
var combining = map[token.Token]string{token.ADD: "added to", token.SUB: "added to", token.MUL: "multiplied",
	token.AND: "and", token.AND_NOT: "and", token.OR: "or", token.XOR: "xor"}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// combines judges what uses a variable that rounds hand on.
func (l *mapLoop) combines(c *carrier, in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.BinOp:
		if l.isExtremum(c, in) || l.ranked(in) != nil {
			return
		}
		how, one := combining[in.Op], l.carried[in.X] == nil || l.carried[in.Y] == nil
		left := l.carried[in.X] != nil || in.Op != token.SUB && in.Op != token.AND_NOT
		switch {
		case how == "" || !one || !left:
		case isInteger(in.Type()):
			c.mean(l, how, in.Pos())
			return
		default:
			l.fail(in.Pos(), "sums and products of floats depend on the order in which they are rounded")
			return
		}
	case *ssa.Phi:
		switch g := l.logicalOf(in); {
		case in.Block() == l.head:
			return
		case g != nil:
			if l.independent(g) {
				return
			}
		case l.merges(c, in):
			return
		}
	case *ssa.If:
		if g := l.logical[in]; g != nil {
			c.mean(l, "set to "+g.to.Name(), g.phi.Pos())
			return
		}
		if cond, ok := in.Cond.(*ssa.BinOp); ok && (l.isExtremum(c, cond) || l.ranked(cond) != nil) {
			return
		}
	case *ssa.Call:
		f, ok := in.Call.Value.(*ssa.Builtin)
		if ok && (f.Name() == "min" || f.Name() == "max") && l.once(in.Call.Args) {
			c.mean(l, f.Name(), in.Pos())
			return
		}
		if IsAppend(in) && l.collects(c, in) {
			c.mean(l, "appended to", in.Pos())
			return
		}
	case *ssa.Jump:
		return
	}
	at := in.Pos()
	if !at.IsValid() {
		at = c.phi.Pos()
	}
	l.fail(at, "a round looks at %s, as the rounds before it left it", nameOf(c.phi))
}

// once reports whether one of some values depends on what rounds hand on.
func (l *mapLoop) once(vs []ssa.Value) bool {
	n := 0
	for _, v := range vs {
		if l.carried[v] != nil {
			n++
		}
	}
	return n == 1
}

// merges judges a φ inside of the loop: the variable as it is on the ways there, or set to something.
func (l *mapLoop) merges(c *carrier, phi *ssa.Phi) bool {
	for _, e := range phi.Edges {
		switch other := l.carried[e]; {
		case other == c:
		case other != nil:
			return false
		case l.outside(e):
			c.mean(l, "set to "+e.Name(), phi.Pos())
		case l.ranks(c, phi, e) != nil:
			c.mean(l, l.ranks(c, phi, e).how(), phi.Pos())
		case !l.raised(c, phi, e):
			l.fail(phi.Pos(), "%s is what one of the rounds set it to", nameOf(c.phi))
		}
	}
	return true
}

// raised reports whether a φ is a maximum or a minimum: if e > x { x = e }. It may be the loop's, where that is all
// that the end of a round does.
func (l *mapLoop) raised(c *carrier, phi *ssa.Phi, e ssa.Value) bool {
	if len(phi.Edges) != 2 && phi.Block() != l.head {
		return false
	}
	for i, p := range phi.Block().Preds {
		if phi.Edges[i] != e || len(p.Preds) != 1 {
			continue
		}
		branch, ok := p.Preds[0].Instrs[len(p.Preds[0].Instrs)-1].(*ssa.If)
		if !ok {
			return false
		}
		cond, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !l.isExtremum(c, cond) || !slices.Contains(phi.Block().Preds, p.Preds[0]) {
			return false
		}
		x, op := cond.X, cond.Op
		if !sameOfRound(x, e) {
			op = mirrored[op]
			if !sameOfRound(cond.Y, e) {
				return false
			}
		}
		if (p.Preds[0].Succs[0] == p) != (op == token.GTR || op == token.GEQ) {
			c.mean(l, "min", phi.Pos())
		} else {
			c.mean(l, "max", phi.Pos())
		}
		return true
	}
	return false
}

var mirrored = map[token.Token]token.Token{token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS,
	token.GEQ: token.LEQ}

// isExtremum reports whether a comparison decides whether an integer becomes a maximum or
// minimum, and nothing else.
func (l *mapLoop) isExtremum(c *carrier, cond *ssa.BinOp) bool {
	if mirrored[cond.Op] == 0 || !isInteger(cond.X.Type()) || !l.once([]ssa.Value{cond.X, cond.Y}) {
		return false
	}
	x, e := cond.X, cond.Y
	if l.carried[x] == nil {
		x, e = e, x
	}
	b := cond.Block()
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || branch.Cond != ssa.Value(cond) || len(Uses(cond)) != 1 {
		return false
	}
	for k, s := range b.Succs {
		join := b.Succs[1-k]
		if len(s.Preds) != 1 || len(s.Succs) != 1 || s.Succs[0] != join || !empty(s) {
			continue
		}
		if join == l.head {
			return l.decides(c.phi, s, b, e, x)
		}
		// Both ways lead to one φ, and nothing else depends on which was taken.
		phis := 0
		good := false
		for _, in := range join.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			phis++
			from, over := slices.Index(join.Preds, s), slices.Index(join.Preds, b)
			good = len(join.Preds) == 2 && sameOfRound(phi.Edges[from], e) && phi.Edges[over] == x
		}
		return phis == 1 && good
	}
	return false
}

// decides reports whether a variable that the loop hands on is e behind one block and x behind another, and nothing
// else depends on which of these a round ends in.
func (l *mapLoop) decides(phi *ssa.Phi, raises, keeps *ssa.BasicBlock, e, x ssa.Value) (good bool) {
	from, over := slices.Index(l.head.Preds, raises), slices.Index(l.head.Preds, keeps)
	for _, in := range l.head.Instrs {
		other, ok := in.(*ssa.Phi)
		switch {
		case !ok:
			return good
		case other == phi && sameOfRound(other.Edges[from], e) && other.Edges[over] == x:
			good = true
		case other.Edges[from] != other.Edges[over]:
			return false
		}
	}
	return good
}

// empty reports whether a block does nothing, but for lengths.
func empty(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs[:len(b.Instrs)-1] {
		if _, ok := in.(*ssa.DebugRef); !ok && lengthOf(in) == nil {
			return false
		}
	}
	return true
}

// lengthOf is the slice or string whose length an instruction gives, or nil. Each len in the text is one of its own.
func lengthOf(v any) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	if f, ok := call.Call.Value.(*ssa.Builtin); !ok || f.Name() != "len" {
		return nil
	}
	switch of := call.Call.Args[0]; u := of.Type().Underlying().(type) {
	case *types.Slice:
		return of
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return of
		}
	}
	return nil
}

// sameOfRound reports whether two values are one, or the length of one.
func sameOfRound(v, w ssa.Value) bool {
	of := lengthOf(v)
	return v == w || of != nil && of == lengthOf(w)
}

// collectsOnce reports whether an append is the only one to a variable that is empty before the loop, and runs once in
// a round, so that each key is there once.
func (l *mapLoop) collectsOnce(c *carrier, in *ssa.Call) bool {
	for _, other := range l.rounds {
		if call, ok := other.(*ssa.Call); ok && call != in && IsAppend(call) && l.carried[call.Call.Args[0]] == c {
			return false
		}
	}
	for i, e := range c.phi.Edges {
		if !l.in[l.head.Preds[i]] && !isEmptySlice(e) {
			return false
		}
	}
	return l.oncePerRound(in.Block())
}

// collects reports whether an append is of a number or string of the round, or a struct with its key, and of a slice
// that is sorted behind the loop before anything else sees it.
func (l *mapLoop) collects(c *carrier, in *ssa.Call) bool {
	if l.carried[in.Call.Args[0]] != c || l.carried[in.Call.Args[1]] != nil {
		return false
	}
	key, ok := l.entryIn(in.Call.Args[1])
	if !ok || key != wholeElement && !l.collectsOnce(c, in) {
		return false
	}
	var sort ssa.Instruction
	for _, use := range Uses(c.phi) {
		if call, ok := use.(*ssa.Call); ok && l.sorts(call, c.phi, nil, key) && !l.in[call.Block()] {
			sort = call
		}
	}
	if sort == nil {
		return false
	}
	for _, use := range Uses(c.phi) {
		if !l.in[use.Block()] && use != sort && !isBehind(use, sort) {
			return false
		}
	}
	return true
}
