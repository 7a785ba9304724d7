package ssaflow

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Whether a loop over a map gives the same in whichever order it goes. It does if all that
// a round leaves behind is of these kinds:
//
//   - a variable that the rounds add integers to, or combine by another operation whose
//     order does not matter, logical ones too (reorder_logical.go), or set to one and the same value,
//     or raise to a maximum, or two that are the best by the one and then by the other
//     (reorder_ranked.go);
//   - a slice that keys or values are appended to, and that is sorted before anything else sees it;
//   - elements of slices and maps that are of the round's own key, what the round's own entry points to, or
//     integers that are added to, also by function literals (reorder_captured.go);
//   - a return or break after which nothing depends on the rounds before it.
//
// Conditions and all else that a round computes must not depend on what the rounds before it
// left. What is not recognised is taken to depend on the order.

// Facts are what is known of the function that a loop over a map is in. Each may be missing.
type Facts struct {
	// Differ reports whether two maps are never one; they are taken for one where they may be.
	Differ func(m, n ssa.Value) bool
	// Checked is told of each difference of integers by which something that is collected is sorted: its operands must
	// be far from overflow then. Without it, nothing is sorted by differences.
	Checked func(difference *ssa.BinOp)
	// Callees gives the functions that a call of a function value or of a method of an interface may be of, if they are
	// known.
	Callees func(call *ssa.Call) (fns []*ssa.Function, known bool)
	// Apart reports whether no two entries of a map of a type have the same pointer.
	Apart func(m *types.Map) bool
	// Initialises is whether functions may change package-level variables, as they do before the program begins.
	Initialises bool
}

// OrderMatters returns why what a loop over a map leaves behind may depend on its order, and where, or
// nothing if it does not.
func OrderMatters(r *ssa.Range, facts Facts) (why string, at token.Pos) {
	for _, ref := range *r.Referrers() {
		next, ok := ref.(*ssa.Next)
		if !ok {
			continue
		}
		l := &mapLoop{over: r.X, next: next, head: next.Block(), in: map[*ssa.BasicBlock]bool{},
			carried: map[ssa.Value]*carrier{}, logical: map[*ssa.If]*logical{}, facts: facts}
		l.collect()
		l.findCollectors()
		l.carry()
		l.instructions()
		l.leavings()
		if l.why != "" {
			return l.why, l.at
		}
	}
	return "", token.NoPos
}

// mapLoop is a loop over a map.
type mapLoop struct {
	over    ssa.Value
	next    *ssa.Next
	head    *ssa.BasicBlock
	in      map[*ssa.BasicBlock]bool
	rounds  []ssa.Instruction // of the loop, in the order of the text
	carried map[ssa.Value]*carrier
	// exits are the ways out before the end, by the blocks that they begin in, without panics.
	exits  []*ssa.BasicBlock
	panics bool
	// What rounds change in memory.
	stores []*ssa.Store
	maps   mapUses
	// readers are the calls that only read.
	readers []*reading
	// sums are the variables that function literals add to, and peeks those that they read.
	sums, peeks []captured
	facts       Facts
	best        []*ranking           // see rankings
	logical     map[*ssa.If]*logical // see reorder_logical.go
	// collectors are the variables in memory that rounds collect in.
	collectors []collector
	why        string
	at         token.Pos
}

// carrier is a variable that one round hands to the next, and how.
type carrier struct {
	phi *ssa.Phi
	how string
}

func (l *mapLoop) fail(at token.Pos, format string, args ...any) {
	if l.why == "" {
		l.why, l.at = fmt.Sprintf(format, args...), at
		if !at.IsValid() {
			l.at = l.over.Pos()
		}
	}
}

// collect finds the blocks of the loop.
func (l *mapLoop) collect() {
	l.in[l.head] = true
	var work []*ssa.BasicBlock
	for _, p := range l.head.Preds {
		if l.head.Dominates(p) {
			work = append(work, p)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !l.in[b] {
			l.in[b] = true
			work = append(work, b.Preds...)
		}
	}
	for _, b := range l.head.Parent().Blocks {
		if !l.in[b] {
			continue
		}
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.DebugRef); !ok {
				l.rounds = append(l.rounds, in)
				l.note(in)
			}
		}
		for _, s := range b.Succs {
			_, panics := s.Instrs[len(s.Instrs)-1].(*ssa.Panic)
			switch {
			case l.in[s] || b == l.head:
			case panics:
				l.panics = true
			default:
				l.exits = append(l.exits, b)
			}
		}
	}
}

// note keeps what changes memory that rounds may share.
func (l *mapLoop) note(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		if !l.isOwn(in.Addr) {
			l.stores = append(l.stores, in)
		}
	case *ssa.MapUpdate, *ssa.Lookup:
		l.maps.add(in, itself)
	case *ssa.Call:
		if l.facts.plainCall(in) {
			l.maps.add(in, itself)
		} else if uses, ok := l.facts.inside(in, itself, 0); ok {
			l.maps.join(uses)
		} else if r, ok := l.onlyReads(in); ok {
			l.readers = append(l.readers, r)
		} else if !l.onlyAdds(in) {
			l.fail(in.Pos(), "what is called here may change what other rounds look at")
		}
	}
}

func itself(v ssa.Value) ssa.Value { return v }

// isOver reports whether a map is the one of the loop, as far as can be seen.
func (l *mapLoop) isOver(m ssa.Value) bool {
	changes := func(st *ssa.Store) bool { return sharesMemory(pointee(st.Addr), m.Type().Underlying()) }
	return m == l.over || SamePlace(m, l.over) && !slices.ContainsFunc(l.stores, changes)
}

// key reports whether a value is the key of the round.
func (l *mapLoop) key(v ssa.Value) bool {
	for {
		switch w := v.(type) {
		case *ssa.Extract:
			return w.Tuple == ssa.Value(l.next) && w.Index == 1
		case *ssa.ChangeType:
			v = w.X
		case *ssa.Convert:
			if !widens(w) {
				return false
			}
			v = w.X
		default:
			return false
		}
	}
}

// value reports whether a value is that of the round's entry.
func (l *mapLoop) value(v ssa.Value) bool {
	e, ok := v.(*ssa.Extract)
	return ok && e.Tuple == ssa.Value(l.next) && e.Index == 2
}

// widens reports whether a conversion of integers keeps different ones different.
func widens(c *ssa.Convert) bool {
	from, ok1 := c.X.Type().Underlying().(*types.Basic)
	to, ok2 := c.Type().Underlying().(*types.Basic)
	sizes := types.SizesFor("gc", "amd64")
	return ok1 && ok2 && from.Info()&types.IsInteger != 0 && to.Info()&types.IsInteger != 0 &&
		sizes.Sizeof(to) >= sizes.Sizeof(from)
}

// outside reports whether a value is the same in all rounds.
func (l *mapLoop) outside(v ssa.Value) bool {
	in, ok := v.(ssa.Instruction)
	return !ok || !l.in[in.Block()]
}

// carry finds the variables that rounds hand on, and what depends on them.
func (l *mapLoop) carry() {
	var phis []*ssa.Phi
	for _, in := range l.head.Instrs {
		if phi, ok := in.(*ssa.Phi); ok {
			phis = append(phis, phi)
			l.carried[phi] = &carrier{phi: phi}
		}
	}
	for changed := true; changed; {
		changed = false
		for b := range l.in {
			changed = l.findLogical(b) || changed
			for _, in := range b.Instrs {
				v, ok := in.(ssa.Value)
				if !ok || l.carried[v] != nil || in == ssa.Instruction(l.next) {
					continue
				}
				if c := l.dependsOn(in); c != nil {
					l.carried[v] = c
					changed = true
				}
			}
		}
	}
	for _, phi := range phis {
		for i, e := range phi.Edges {
			if c := l.carried[e]; l.in[l.head.Preds[i]] && (c == nil || c.phi != phi) {
				l.handOver(phi, e)
			}
		}
	}
}

// handOver notes that a round sets a variable to what does not depend on it.
func (l *mapLoop) handOver(phi *ssa.Phi, e ssa.Value) {
	if l.carried[e] == nil && l.raised(l.carried[phi], phi, e) {
		return
	}
	if r := l.ranks(l.carried[phi], phi, e); r != nil {
		l.carried[phi].mean(l, r.how(), phi.Pos())
		return
	}
	if l.carried[e] != nil || !l.outside(e) {
		at := e.Pos()
		if !at.IsValid() || l.outside(e) {
			at = phi.Pos()
		}
		if beside := l.aggregateSet(); beside != nil {
			l.fail(beside.Pos(), "%s is what the last round set it to, as far as is seen of a struct or array; make "+
				"one number of its parts and compare that", beside.Addr.(*ssa.Alloc).Comment)
		}
		l.fail(at, "%s is what the last round set it to", nameOf(phi))
		return
	}
	l.carried[phi].mean(l, "set to "+e.Name(), phi.Pos())
}

// aggregateSet is what sets a struct or array of the function, or nil. It is in memory, where it is not seen to be the
// best of all rounds, and a number that is set with it is no more the best by itself.
func (l *mapLoop) aggregateSet() *ssa.Store {
	for _, st := range l.stores {
		if a, ok := st.Addr.(*ssa.Alloc); ok && l.outside(a) && token.IsIdentifier(a.Comment) {
			switch pointee(a).(type) {
			case *types.Struct, *types.Array:
				return st
			}
		}
	}
	return nil
}

func nameOf(phi *ssa.Phi) string {
	if token.IsIdentifier(phi.Comment) {
		return phi.Comment
	}
	return "a variable"
}

// dependsOn returns the variable that an instruction's operands depend on, or nil.
func (l *mapLoop) dependsOn(in ssa.Instruction) *carrier {
	if _, ok := in.(*ssa.DebugRef); ok {
		return nil
	}
	for _, o := range in.Operands(nil) {
		if *o != nil && l.carried[*o] != nil {
			return l.carried[*o]
		}
	}
	return nil
}

// mean notes by which operation a round changes a variable: there may be one.
func (c *carrier) mean(l *mapLoop, how string, at token.Pos) {
	if c.how != "" && c.how != how {
		l.fail(at, "%s is changed in two ways", nameOf(c.phi))
	}
	c.how = how
}

// instructions judges what a round does.
func (l *mapLoop) instructions() {
	for _, in := range l.rounds {
		if c := l.dependsOn(in); c != nil {
			l.combines(c, in)
		}
		l.changes(in)
		l.reads(in)
	}
	l.mapped()
	l.undisturbed()
	l.addedUp()
}

// leavings judges what is seen of the rounds behind the loop.
func (l *mapLoop) leavings() {
	after := l.judgeExits()
	for b := range l.in {
		for _, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok || v.Referrers() == nil {
				continue
			}
			for _, ref := range *v.Referrers() {
				l.seen(v, ref, after)
			}
		}
	}
}

// judgeExits judges the ways out before the end of the loop: there is one, and it makes no
// difference how often the rounds were run before it. It returns the blocks that are behind it.
func (l *mapLoop) judgeExits() map[*ssa.BasicBlock]bool {
	if len(l.exits) == 0 {
		return map[*ssa.BasicBlock]bool{l.head: true}
	}
	at := l.next.Iter.Pos()
	switch {
	case len(l.stores)+len(l.sums)+len(l.maps.updates)+len(l.maps.deletes) > 0:
		l.fail(at, "it may end before all rounds were run, and what rounds store stays")
	case l.panics || slices.ContainsFunc(l.rounds, mayFault):
		l.fail(at, "it may end before the round that faults")
	}
	var to *ssa.BasicBlock
	for _, from := range l.exits {
		for _, s := range from.Succs {
			if l.in[s] {
				continue
			}
			if to != nil && (to != s || !sameEdges(s, l.exits)) {
				l.fail(at, "it may end in more than one way")
			}
			to = s
		}
	}
	after := reachable([]*ssa.BasicBlock{to}, l.head)
	after[l.head] = true
	return after
}

// sameEdges reports whether the φs of a block are the same on the ways from some blocks.
func sameEdges(to *ssa.BasicBlock, from []*ssa.BasicBlock) bool {
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		var one ssa.Value
		for i, p := range to.Preds {
			if !slices.Contains(from, p) {
				continue
			}
			if e := phi.Edges[i]; one == nil {
				one = e
			} else if !sameValue(one, e) {
				return false
			}
		}
	}
	return true
}

func sameValue(v, w ssa.Value) bool {
	x, ok1 := v.(*ssa.Const)
	y, ok2 := w.(*ssa.Const)
	if ok1 && ok2 && x.Value != nil && y.Value != nil && types.Identical(x.Type(), y.Type()) {
		return x.Value.ExactString() == y.Value.ExactString()
	}
	return v == w
}

// seen judges a use of what a round computes.
func (l *mapLoop) seen(v ssa.Value, ref ssa.Instruction, after map[*ssa.BasicBlock]bool) {
	if _, ok := ref.(*ssa.DebugRef); ok || l.in[ref.Block()] {
		return
	}
	if _, ok := ref.Block().Instrs[len(ref.Block().Instrs)-1].(*ssa.Panic); ok {
		return // which message it is, is not promised
	}
	at := ref.Pos()
	if !at.IsValid() {
		at = v.Pos()
	}
	early := after[ref.Block()]
	if phi, ok := ref.(*ssa.Phi); ok {
		early = false
		for i, e := range phi.Edges {
			p := phi.Block().Preds[i]
			early = early || e == v && p != l.head && (l.in[p] || after[p])
		}
	}
	if early || v == ssa.Value(l.next) {
		l.fail(at, "which round it ends in is seen behind it")
	} else if c := l.carried[v]; c == nil || ssa.Value(c.phi) != v {
		l.fail(at, "what the last round computed is used behind it")
	}
}
