package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// The best of all rounds by one number, and among those that are equal by another: if v > best || v == best && k <
// name { best, name = v, k }. However that is written, it is decided by how v and best, and k and name, compare: so all
// nine ways in which they can are followed. The order of the rounds cannot be seen if what decides is an order of
// pairs, first by the one and then by the other.

// ranking is such a choice.
type ranking struct {
	compares map[ssa.Value]bool
	carriers [2]*carrier
	takes    [2]ssa.Value // what a round sets them to
	start    *ssa.BasicBlock
	inside   map[*ssa.BasicBlock]bool // behind that
	join     *ssa.BasicBlock
	from     map[*ssa.BasicBlock]bool // from where control comes to the join
}

// how names the choice, for carrier.mean.
func (r *ranking) how() string { return "ranked in block " + r.start.String() }

// ranked returns the choice in which a comparison decides, or nil.
func (l *mapLoop) ranked(cond ssa.Value) *ranking {
	for _, r := range l.rankings() {
		if r.compares[cond] {
			return r
		}
	}
	return nil
}

// ranks returns the choice that sets a variable to a value on all ways on which a φ has it, or nil.
func (l *mapLoop) ranks(c *carrier, phi *ssa.Phi, e ssa.Value) *ranking {
	for _, r := range l.rankings() {
		i := slices.Index(r.carriers[:], c)
		if i >= 0 && r.join == phi.Block() && sameOfRound(r.takes[i], e) && r.gives(phi, e) {
			return r
		}
	}
	return nil
}

// gives reports whether all ways on which a φ has a value come from the choice.
func (r *ranking) gives(phi *ssa.Phi, e ssa.Value) bool {
	for k, p := range r.join.Preds {
		if sameOfRound(phi.Edges[k], e) && !r.from[p] {
			return false
		}
	}
	return true
}

// rankings finds the choices of a loop.
func (l *mapLoop) rankings() []*ranking {
	if l.best == nil {
		l.best = []*ranking{}
		for _, in := range l.rounds {
			if branch, ok := in.(*ssa.If); ok && branch.Block() != l.head {
				if r := l.rankingAt(branch.Block()); r != nil {
					l.best = append(l.best, r)
				}
			}
		}
	}
	return l.best
}

// rankingAt is the choice that begins with the branch of a block, or nil.
func (l *mapLoop) rankingAt(start *ssa.BasicBlock) *ranking {
	r := &ranking{compares: map[ssa.Value]bool{}, start: start, inside: map[*ssa.BasicBlock]bool{},
		from: map[*ssa.BasicBlock]bool{}}
	// Which two variables are compared, and with what, comes out on the way: by the first comparison the one that
	// decides, and by any other one the one that is asked where these are equal.
	for range 2 {
		for s := range 9 {
			if !l.follow(r, [2]int{s/3 - 1, s%3 - 1}, nil) {
				return nil
			}
		}
	}
	var took [9]bool
	for s := range took {
		if r.carriers[1] == nil || !l.follow(r, [2]int{s/3 - 1, s%3 - 1}, &took[s]) {
			return nil
		}
	}
	for b := range r.inside {
		for _, p := range b.Preds {
			if p != start && !r.inside[p] {
				return nil
			}
		}
	}
	less, more := took[:3], took[6:]
	all := func(list []bool, is bool) bool { return !slices.Contains(list, !is) }
	first := all(less, false) && all(more, true) || all(less, true) && all(more, false)
	if !first || took[3] == took[5] || !l.leavesNaN(r) {
		return nil
	}
	return r
}

// unordered stands for the sign where one of two numbers is NaN.
const unordered = 2

// leavesNaN reports whether a choice never takes NaN if it is by floats. Zeros with and without a sign are equal, so
// what is asked where these are has to be another one for each round: its key.
func (l *mapLoop) leavesNaN(r *ranking) bool {
	if !isFloat(r.takes[0].Type()) {
		return true
	}
	for second := range 3 {
		took := true
		if !l.follow(r, [2]int{unordered, second - 1}, &took) || took {
			return false
		}
	}
	return l.key(r.takes[1])
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// follow goes on from a block as the signs of what rounds have less the variables tell, to where control joins. It
// reports whether that is all that happens on the way; took, if not nil, is to say whether the variables are set there.
func (l *mapLoop) follow(r *ranking, signs [2]int, took *bool) bool {
	for b := r.start; ; {
		var next *ssa.BasicBlock
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Jump:
			next = b.Succs[0]
		case *ssa.If:
			cond, ok := last.Cond.(*ssa.BinOp)
			if !ok || len(Uses(cond)) != 1 || cond.Block() != b {
				return false
			}
			i, op := r.side(l, cond)
			if i < 0 {
				return false
			}
			r.compares[cond] = true
			next = b.Succs[1]
			if holds(op, signs[i]) {
				next = b.Succs[0]
			}
		default:
			return false
		}
		if _, joins := next.Instrs[0].(*ssa.Phi); joins || next == l.head {
			return l.arrive(r, b, next, signs, took)
		}
		if !l.in[next] || next == r.start || !onlyAsks(next) {
			return false
		}
		r.inside[next] = true
		b = next
	}
}

// side tells which of the two variables a comparison is of, and how it compares what the round has with that; -1 if it
// is of neither.
func (r *ranking) side(l *mapLoop, cond *ssa.BinOp) (i int, op token.Token) {
	op = cond.Op
	if mirrored[op] == 0 && op != token.EQL && op != token.NEQ || !l.once([]ssa.Value{cond.X, cond.Y}) {
		return -1, op
	}
	e, c := cond.X, l.carried[cond.Y]
	if c == nil {
		e, c = cond.Y, l.carried[cond.X]
		if m := mirrored[op]; m != 0 {
			op = m
		}
	}
	if cond.X != ssa.Value(c.phi) && cond.Y != ssa.Value(c.phi) {
		return -1, op
	}
	for i := range r.carriers {
		if !isOrdered(e.Type()) && (i > 0 || !isFloat(e.Type())) {
			return -1, op
		}
		if r.carriers[i] == nil {
			r.carriers[i], r.takes[i] = c, e
		}
		if r.carriers[i] == c {
			if !sameOfRound(r.takes[i], e) {
				return -1, op
			}
			return i, op
		}
	}
	return -1, op
}

// holds reports whether a comparison holds of numbers whose difference has a sign.
func holds(op token.Token, sign int) bool {
	if sign == unordered {
		return op == token.NEQ
	}
	switch op {
	case token.LSS:
		return sign < 0
	case token.LEQ:
		return sign <= 0
	case token.GTR:
		return sign > 0
	case token.GEQ:
		return sign >= 0
	case token.EQL:
		return sign == 0
	}
	return sign != 0
}

// onlyAsks reports whether a block does nothing but compare, also lengths.
func onlyAsks(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs[:len(b.Instrs)-1] {
		switch in := in.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if lengthOf(in) == nil {
				return false
			}
		case *ssa.BinOp:
			if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); !ok || branch.Cond != ssa.Value(in) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// arrive looks at the φs where control joins, coming from a block: both variables are set, or both stay, and all else
// is the same on all ways. Of what is equal to what a round has, it does not matter which.
func (l *mapLoop) arrive(r *ranking, from, join *ssa.BasicBlock, signs [2]int, took *bool) bool {
	at := slices.Index(join.Preds, from)
	if r.join != nil && r.join != join || slices.Contains(join.Preds[at+1:], from) {
		return false
	}
	r.join, r.from[from] = join, true
	set, kept := 0, 0
	for _, in := range join.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		e := phi.Edges[at]
		i := slices.IndexFunc(r.carriers[:], func(c *carrier) bool { return c != nil && l.carried[phi] == c })
		differ := 0
		if i >= 0 && (signs[i] != 0 || isFloat(phi.Type())) { // zeros that are equal may have signs
			differ = 1
		}
		switch {
		case i >= 0 && sameOfRound(e, r.takes[i]):
			set += differ
		case i >= 0 && e == ssa.Value(r.carriers[i].phi):
			kept += differ
		case i >= 0:
			return false
		default:
			for p := range r.from {
				if phi.Edges[slices.Index(join.Preds, p)] != e {
					return false
				}
			}
		}
	}
	if took == nil {
		return true
	}
	*took = set > 0
	return set == 0 || kept == 0
}
