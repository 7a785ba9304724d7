package plan

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// MaxUops is the most micro-ops of a superblock.
const MaxUops = 512

// Superblock is a specification of what lanes do that pass through several blocks one after
// another: its steps are micro-ops. It is entered at the beginning. Leave steps are the one
// control flow in it: lanes that do not go on as the others do leave there.
type Superblock struct {
	Block        // of all the blocks. Its terminator is that of the last; it is not a Call
	Trail []int  // the blocks
	Since []int  // of each of them, how many steps there are before it
	Exits []Exit // of the Leave steps, in order
	Ends  []int  // the targets of the terminator
	Calls []int  // return blocks that lanes have saved at the end
	Plan  *Program
}

// Exit is where lanes leave a superblock. Its Leave step reads the condition.
type Exit struct {
	Not    bool // lanes leave where the condition does not hold
	To     int  // the block that they go to
	Onward int  // the block at which the others go on, in the superblock
	// Delta is how the lanes' variables differ from what they were at the entry.
	Delta Delta
}

// Entry is the block at which lanes enter.
func (s *Superblock) Entry() int { return s.Trail[0] }

// From is the block at whose end lanes leave by an exit.
func (s *Superblock) From(exit int) int {
	for i, to := range s.Trail[1:] {
		if to == s.Exits[exit].Onward {
			return s.Trail[i]
		}
	}
	panic("bug: plan: an exit of no block")
}

// Builder makes a superblock, block after block.
type Builder struct {
	*builder
	trail, since []int
	exits        []Exit
	term         Terminator
	decided      map[element]bool // conditions that all lanes have that are still there
}

// element is one of a value, which may be an array.
type element struct{ id, off int }

func (r Ref) element() element { return element{r.ID, r.Off} }

// Begin begins a superblock with a block.
func (p *Program) Begin(entry int) *Builder {
	b := &Builder{builder: newBuilder(p), decided: map[element]bool{}}
	b.builder.computed = map[string]Ref{}
	b.b.Pos = p.Blocks[entry].Pos
	b.block(entry)
	return b
}

// block adds a block.
func (b *Builder) block(i int) {
	src := b.plan.Source.Graph.Blocks[i]
	b.trail, b.since = append(b.trail, i), append(b.since, len(b.b.Steps))
	b.instructions(src)
	b.term = b.terminator(src.Term)
	t := &b.term
	switch {
	case t.Kind == Call:
		b.calls = append(b.calls, t.Ret)
		b.checkHeight(None, len(b.calls), src.Term.Position())
		*t = Terminator{Kind: Goto, To: t.To, X: Ref{ID: None}, Pos: t.Pos}
	case t.Kind == Return && len(b.calls) > 0:
		last := len(b.calls) - 1
		*t = Terminator{Kind: Goto, To: b.calls[last], X: Ref{ID: None}, Pos: t.Pos}
		b.calls = b.calls[:last]
	case t.Kind == Branch:
		if holds, known := b.isKnown(t.X); known || t.To == t.OrElse {
			to := t.OrElse
			if holds {
				to = t.To
			}
			*t = Terminator{Kind: Goto, To: to, X: Ref{ID: None}, Pos: t.Pos}
		}
	}
}

// isKnown reports whether a condition is the same for all lanes that are still there.
func (b *Builder) isKnown(cond Ref) (holds, known bool) {
	if v := b.b.Values[cond.ID]; v.Kind == Const && v.Uniform == 0 {
		return v.Bits != 0, true
	}
	holds, known = b.decided[cond.element()]
	return holds, known
}

// Last is the last block so far.
func (b *Builder) Last() int { return b.trail[len(b.trail)-1] }

// Has reports whether a block is in the superblock.
func (b *Builder) Has(block int) bool { return slices.Contains(b.trail, block) }

// Len is how many micro-ops there are so far.
func (b *Builder) Len() int { return len(b.b.Steps) }

// Term is how the last block ends. Calls, and returns from calls of the superblock, are
// jumps.
func (b *Builder) Term() *Terminator { return &b.term }

// Follow goes on at a block that the last one may go to; where it may go to others too, lanes
// that do leave. It reports false, and nothing changes, if that is too long, or there are too
// many deltas.
func (b *Builder) Follow(to int) bool {
	if b.Len()+1+len(b.plan.Blocks[to].Steps) > MaxUops {
		return false
	}
	t := &b.term
	switch {
	case t.Kind == Goto && t.To == to:
	case t.Kind == Branch && (t.To == to || t.OrElse == to):
		e := Exit{Not: t.To == to, To: t.To + t.OrElse - to, Onward: to}
		var ok bool
		if e.Delta, ok = b.plan.Deltas.add(b.changes(), b.calls); !ok {
			return false
		}
		none := Ref{ID: None}
		b.add(Step{Kind: Leave, Dst: None, X: t.X, Y: none, Z: none, Exit: len(b.exits), Pos: t.Pos})
		b.exits = append(b.exits, e)
		b.decided[t.X.element()] = e.Not
	default:
		panic(fmt.Sprintf("bug: plan: from %s lanes do not go to %s", b.plan.Name(b.Last()), b.plan.Name(to)))
	}
	b.block(to)
	return true
}

// End returns the superblock.
func (b *Builder) End() *Superblock {
	s := &Superblock{
		Block: b.b, Trail: b.trail, Since: b.since, Exits: b.exits, Calls: slices.Clone(b.calls), Plan: b.plan,
	}
	s.Name, s.Term, s.Ends = b.plan.Name(s.Entry()), b.term, b.term.Targets()
	s.Changes = b.changes()
	return s
}

// again returns the value that a step would compute if it was computed before, in a
// superblock.
func (b *builder) again(st *Step) (key string, r Ref, ok bool) {
	if b.computed == nil || st.Kind != Apply || st.Code != optab.NoFault {
		return "", Ref{}, false
	}
	key = fmt.Sprint(st.Op, st.X, st.Y, st.Z, st.OX, st.OY, st.OZ)
	r, ok = b.computed[key]
	return key, r, ok
}

// Unused leaves out the micro-ops whose results nobody reads. It is a pass: a superblock
// comes in, and another goes out.
func Unused(s *Superblock) *Superblock {
	used := make([]bool, len(s.Values))
	use := func(r Ref) {
		if r.ID != None {
			used[r.ID] = true
		}
	}
	changes := func(list []Change) {
		for _, c := range list {
			use(c.Src)
			for _, r := range c.Saves {
				use(r)
			}
		}
	}
	changes(s.Changes)
	for _, e := range s.Exits {
		list, _ := s.Plan.Deltas.Expand(e.Delta)
		changes(list)
	}
	use(s.Term.X)
	keep := make([]bool, len(s.Steps))
	for i := len(s.Steps) - 1; i >= 0; i-- {
		st := &s.Steps[i]
		if keep[i] = st.Dst == None || st.Code != optab.NoFault || used[st.Dst]; keep[i] {
			for _, r := range st.Reads() {
				use(r)
			}
		}
	}
	out := *s
	out.Steps, out.Since = nil, nil
	for i, st := range s.Steps {
		for len(out.Since) < len(s.Since) && s.Since[len(out.Since)] <= i {
			out.Since = append(out.Since, len(out.Steps))
		}
		if keep[i] {
			out.Steps = append(out.Steps, st)
		}
	}
	for len(out.Since) < len(s.Since) {
		out.Since = append(out.Since, len(out.Steps))
	}
	return &out
}

// Alone says why a block is in no superblock; "" if it may be in one. inPlace tells that what runs superblocks
// changes elements of arrays where they are, if nobody needs them as they were.
func (p *Program) Alone(b int, inPlace bool) string {
	block := p.Blocks[b]
	for i := range block.Steps {
		switch st := &block.Steps[i]; {
		case st.Kind == Insert && !inPlace:
			return "it changes an element of an array, which a block does in place"
		case st.Kind == Apply && st.Op.Info().Row.Has(optab.Unbounded):
			return st.Op.String() + " takes long for some operands"
		}
	}
	for i := range block.Changes {
		if v := &p.Vars[block.Changes[i].Var]; v.Elems > 1 && !inPlace {
			return "it gives the array " + v.Name + " a value"
		}
	}
	return ""
}
