package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// Loops whose rounds take turns: a variable that an index is made of has a value in one round and another in the next,
// and the first one again after a few, as where two rows of an array are read and written by turns. However many
// rounds there are, such a loop can be written out once for each value, with the last round before the first: then all
// of its indices may be literals. Where lanes run together it is worth it only if they are, as lanes that go through an
// inner loop in different rounds wait for each other.

// The limits of what is written out.
const (
	turnsMost = 4          // rounds
	turnsCost = expandCost // operations in them
)

// turns writes out loops whose rounds take turns, for code that runs one lane at a time.
func turns(p *program.Program) (*program.Program, error) { return written(p, true) }

// turns returns in how many rounds of a loop, which is not written out whole, the same values come round, and 0 if none
// do or knowing them makes no index a literal.
func (e *expander) turns(l *loop) int {
	own, plain := e.operations(l)
	if l.first == 0 || !plain || 2*own > turnsCost {
		return 0
	}
	start := e.entry(l, e.c.at)
	if !start.reached() {
		return 0
	}
	rounds := []known{start.clone()}
	for n := 1; n <= turnsMost && n*own <= turnsCost; n++ {
		if e.work+e.c.work > expandWork {
			return 0
		}
		back, reached := e.turn(l, rounds[n-1], nil)
		if !reached {
			return 0
		}
		rounds = append(rounds, back)
		if comeRound := e.comeRound(rounds); comeRound != nil && n*own <= expandTotal-e.total &&
			e.takeTurns(l, rounds, comeRound) {
			e.total += n * own
			return n
		}
	}
	return 0
}

// turn returns what is known at the end of a round of a loop that begins with what is known, and calls visit, if it is
// given, with what is known at the start of each block.
func (e *expander) turn(l *loop, k known, visit func(b int, at known)) (back known, reached bool) {
	at, back := e.c.solve(l.first, k.clone(), l.blocks)
	if back.reached() {
		back = back.clone()
	}
	if visit != nil {
		for b := range l.blocks.All() {
			if at[b].reached() {
				visit(b, at[b])
			}
		}
	}
	e.c.release(at)
	return back, back.reached()
}

// comeRound returns the variables that have the value again behind the last round that they had before the first, if
// one of them had another one in between.
func (e *expander) comeRound(rounds []known) flow.Set {
	first, last := rounds[0], rounds[len(rounds)-1]
	all, some := flow.NewSet(len(e.c.vars)+1), false
	for v := range first.has.All() {
		always := !slices.ContainsFunc(rounds, func(k known) bool { return !k.has.Has(v) })
		if !always || first.x[v] != last.x[v] {
			continue
		}
		all.Add(v)
		some = some || slices.ContainsFunc(rounds, func(k known) bool { return k.x[v] != first.x[v] })
	}
	if !some {
		return nil
	}
	return all
}

// takeTurns reports whether variables, which have come round once, do so whatever else the loop changes, and whether
// that makes an index known that is not known in the loop.
func (e *expander) takeTurns(l *loop, rounds []known, turning flow.Set) bool {
	ever := e.c.at[l.first]
	helps := false
	for n, k := range rounds[:len(rounds)-1] {
		k = known{k.has.Clone(), k.x, nil}
		for v := range rounds[n].has.All() {
			if !turning.Has(v) && !ever.has.Has(v) {
				k.has.Remove(v)
			}
		}
		back, reached := e.turn(l, k, func(b int, at known) {
			helps = helps || e.asks[b] && e.knowsRowIn(l, b, at)
		})
		if !reached {
			return false
		}
		for v := range turning.All() {
			if next := rounds[n+1]; !back.has.Has(v) || back.x[v] != next.x[v] {
				return false
			}
		}
	}
	return helps
}

// knowsRowIn reports whether an index of an access in a block of a loop is known if so much is when the block begins,
// and not in general, and lanes that do the access together, if there are several, have the same other indices.
func (e *expander) knowsRowIn(l *loop, b int, now known) bool {
	now, ever := e.c.taken(now), e.c.taken(e.c.at[b])
	defer func() { e.c.free = append(e.c.free, now, ever) }()
	list, blk := e.c.effects(b), e.c.f.Blocks[b]
	for i, in := range blk.Instrs {
		indices := laneIndices(e.p, in)
		learned, apart := false, false
		for k, o := range indices {
			_, inNow := e.c.operand(o, now)
			_, inEver := e.c.operand(o, ever)
			learned = learned || inNow && !inEver
			if !inNow && !e.alone {
				at := len(in.(*program.PrimOp).In) - len(indices) + k
				apart = apart || !e.isTogether(l, blk, i, at)
			}
		}
		if learned && !apart {
			return true
		}
		e.c.apply(&list[i], &now)
		e.c.apply(&list[i], &ever)
	}
	return false
}

// isTogether reports whether lanes in a block of a loop have one value of an operand, whenever they began the loop: it
// counts the rounds of one inside, which all of them begin and end together, or they run the loop itself together.
func (e *expander) isTogether(l *loop, blk *program.Block, instr, operand int) bool {
	if e.same == nil {
		e.same = divergence.Of(e.p)
	}
	v := e.same.Operand(blk, instr, operand)
	if v.Class == divergence.Coherent && v.Scope != nil {
		header := e.c.f.Index(v.Scope.Header.Name)
		return l.blocks.Has(header) && (header != l.first || v.Scope.Coherent())
	}
	return v.Class == divergence.Uniform
}

// operations returns how many operations a loop has, copies not counted, and whether it calls nothing.
func (e *expander) operations(l *loop) (own int, plain bool) {
	plain = true
	for b := range l.blocks.All() {
		for _, in := range e.c.f.Blocks[b].Instrs {
			op, ok := in.(*program.PrimOp)
			plain = plain && ok
			if ok && op.Op != program.OpCopy {
				own++
			}
		}
	}
	return own, plain
}
