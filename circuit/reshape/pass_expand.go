package reshape

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The limits of expansion.
const (
	expandRounds = 17   // of a loop: 16, and the test that ends them
	expandCost   = 512  // operations in all rounds of a loop, copies not counted
	expandTotal  = 4096 // operations in all rounds of all loops
	expandBlocks = 400  // a body with more is left alone
	// rounds of a loop around one that stays: lanes in different copies of it wait for each other
	expandAround = 4
	expandWork   = 1 << 18 // instructions to look at before giving up
	expandCheap  = 256     // what all rounds cost of a loop that is written out whatever it does, in additions
	expandShort  = 5       // blocks of such a loop
)

// expand writes out the rounds of short loops whose number is known, where that
// makes indices of a lane's own arrays literals. An index that each lane has
// for itself makes the machine collect elements lane by lane; the element at a
// literal index is simply there, and pass scalars can make it a variable. What
// is cheap altogether is written out in any case: the counter and its test go,
// and what is computed from the counter is a number. Loops of any number of rounds
// are written out where these take turns, see pass_turns.go.
func expand(p *program.Program) (*program.Program, error) { return written(p, false) }

// written is a program with loops written out: those of expand, or all whose rounds take turns.
func written(p *program.Program, turns bool) (*program.Program, error) {
	blocks := edit.NewBlockNamer(p)
	for _, b := range edit.Bodies(p) {
		e := &expander{p: p, b: b, blocks: blocks, failed: map[string]bool{}, alone: turns}
		for e.round() {
		}
		if e.total > 0 && !turns {
			e.ends()
		}
	}
	edit.DropUnreached(p)
	return p, nil
}

type expander struct {
	p      *program.Program
	b      *edit.Body
	blocks *edit.Namer
	alone  bool            // lanes run one at a time: see turns
	failed map[string]bool // loops that stay, by their first block
	total  int             // the operations that were added
	work   int             // the instructions that were looked at
	loops  []*loop
	c      *constants
	asks   []bool           // by block: whether it has an index that is not a literal
	same   *divergence.Info // what lanes have in common, once somebody has asked
}

// round expands loops that have no others in them which are expanded, and reports whether there were any.
func (e *expander) round() bool {
	if len(e.b.Graph.Blocks) > expandBlocks {
		return false
	}
	f := program.NewShape(e.b.Graph)
	e.loops = loopsOf(f)
	if len(e.loops) == 0 {
		return false
	}
	e.c, e.same = newConstants(e.p, f), nil
	for _, l := range e.loops {
		l.endless = e.c.isEndless(l)
	}
	e.asks = make([]bool, len(f.Blocks))
	for b := range f.Blocks {
		e.asks[b] = e.indexes(f.Blocks[b : b+1])
	}
	defer func() { e.work += e.c.work }()
	chosen := e.choose()
	// Those behind come first: where a loop begins is told by the number of its first block.
	slices.SortFunc(chosen, func(a, b expansion) int { return cmp.Compare(b.first, a.first) })
	for _, l := range chosen {
		e.write(l)
	}
	if len(chosen) == 0 {
		return false
	}
	newConstants(e.p, program.NewShape(e.b.Graph)).replace()
	edit.TidyBlocks(e.b)
	return true
}

// expansion is a loop that is written out, and how many rounds of it; the first is behind the last if they take turns.
type expansion struct {
	*loop
	rounds int
	turns  bool
}

// choose returns loops to write out. None of them is inside another.
func (e *expander) choose() (chosen []expansion) {
	blocks := len(e.b.Graph.Blocks)
	for _, l := range e.loops {
		name := e.c.f.Blocks[l.first].Name
		if e.failed[name] || slices.ContainsFunc(chosen, func(w expansion) bool { return l.blocks.Has(w.first) }) {
			continue
		}
		n, turns := 0, false
		if !e.alone {
			n = e.rounds(l)
		}
		if n == 0 {
			n = e.turns(l)
			turns = n > 0
		}
		if n > 0 {
			chosen = append(chosen, expansion{l, n, turns})
			blocks += n * l.size
		}
		// What is known of one may be more when those before it have been written out.
		e.failed[name] = n > 0 || len(chosen) == 0
		if blocks > expandBlocks {
			break
		}
	}
	return chosen
}

// indexes reports whether some block has an index that is not a literal, of an
// array that lanes have for themselves.
func (e *expander) indexes(blocks []*program.Block) bool {
	return slices.ContainsFunc(blocks, func(blk *program.Block) bool {
		return slices.ContainsFunc(blk.Instrs, func(in program.Instr) bool {
			return slices.ContainsFunc(laneIndices(e.p, in), func(o program.Operand) bool { return !o.IsLiteral() })
		})
	})
}

// laneIndices returns the indices of an index or insert of a lane's own array.
func laneIndices(p *program.Program, in program.Instr) []program.Operand {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op == program.OpCopy {
		return nil
	}
	switch op.Op.Form() {
	case optab.Index:
		if p.VarDefs.Has(op.In[0].Name) {
			return op.In[1:]
		}
	case optab.Insert:
		return op.In[2:]
	}
	return nil
}

// loop is a loop with one way in.
type loop struct {
	first  int
	blocks flow.Set
	size   int
	// endless says that it has another round behind each, whatever is known when it begins.
	endless bool
}

// loopsOf returns the loops of a graph, inner ones before those around them.
func loopsOf(f *program.Shape) []*loop {
	var loops []*loop
	for _, in := range flow.NewLoops(f.Graph).All {
		if in.Irreducible {
			continue
		}
		l := &loop{first: in.Header, blocks: flow.NewSet(f.Len()), size: len(in.Blocks)}
		for _, b := range in.Blocks {
			l.blocks.Add(b)
		}
		loops = append(loops, l)
	}
	slices.SortFunc(loops, func(a, b *loop) int {
		return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.first, b.first))
	})
	return loops
}

// rounds returns how often the first block of a loop runs, or 0 if that is not
// known, is too often, or knowing it makes no index known and there is more than one round
// of a loop that is not cheap.
func (e *expander) rounds(l *loop) int {
	if l.first == 0 || !e.c.at[l.first].reached() {
		return 0
	}
	n, cost, helps := e.count(l, e.entry(l, e.c.at))
	// In a loop of one round the second time is the test that ends it.
	if !helps && n > 2 && !e.cheap(l, n) || cost > expandTotal-e.total {
		return 0
	}
	e.total += cost
	return n
}

// cheap reports whether a loop has no loops and next to no branches in it, and so many rounds cost little.
func (e *expander) cheap(l *loop, n int) bool {
	cost := 0
	for b := range l.blocks.All() {
		for _, in := range e.c.f.Blocks[b].Instrs {
			cost += edit.Cost(e.p, in)
		}
	}
	inner := slices.ContainsFunc(e.loops, func(m *loop) bool { return m.size < l.size && l.blocks.Has(m.first) })
	return l.size <= expandShort && cost*n <= expandCheap && !inner
}

// entry returns what is known on the ways into a loop.
func (e *expander) entry(l *loop, at []known) known {
	f := e.c.f
	var k known
	for _, from := range f.Preds[l.first] {
		if !at[from].reached() || l.blocks.Has(from) {
			continue
		}
		end := e.c.end(from, at[from])
		if slices.Contains(e.c.open(f.Blocks[from].Term, end), f.Blocks[l.first].Name) {
			k, _ = e.c.meet(k, end)
		}
	}
	return k
}

// count returns how often the first block of a loop runs that begins with what
// is known, and how many operations all rounds are, with those of loops inside
// that have a number of rounds then; and whether that makes an index known.
func (e *expander) count(l *loop, k known) (rounds, cost int, helps bool) {
	own, plain := e.operations(l)
	if !k.reached() || !plain || l.endless {
		return 0, 0, false
	}
	stays := false
	for n := 1; n <= expandRounds && n*own <= expandCost; n++ {
		if e.work+e.c.work > expandWork {
			return 0, 0, false
		}
		at, back := e.c.solve(l.first, k, l.blocks)
		helps = helps || e.knowsIndex(l, at)
		cost += own
		var counted []*loop // what is in one of these was counted with it
		for _, m := range slices.Backward(e.loops) {
			in := func(o *loop) bool { return o.blocks.Has(m.first) }
			if m.size < l.size && in(l) && at[m.first].reached() && !slices.ContainsFunc(counted, in) {
				inner, more, known := e.count(m, e.entry(m, at))
				if stays = stays || inner == 0; known {
					helps, cost = true, cost+more
				}
				if inner > 0 {
					counted = append(counted, m)
				}
			}
		}
		same := back.reached() && n > 1 && k.equal(back)
		e.c.release(at)
		switch {
		case stays && n > expandAround, same:
			return 0, 0, false
		case !back.reached():
			return n, cost, helps
		}
		k = back
	}
	return 0, 0, false
}

// knowsIndex reports whether an index is known in a round that is not known in
// the loop.
func (e *expander) knowsIndex(l *loop, at []known) bool {
	for b := range l.blocks.All() {
		if e.asks[b] && at[b].reached() && e.knowsIn(b, at[b]) {
			return true
		}
	}
	return false
}

// knowsIn reports whether an index in a block is known if so much is when it begins, and not in general.
func (e *expander) knowsIn(b int, now known) bool {
	now, ever := e.c.taken(now), e.c.taken(e.c.at[b])
	defer func() { e.c.free = append(e.c.free, now, ever) }()
	list := e.c.effects(b)
	for i := range list {
		for _, s := range list[i].asks {
			_, isNow := s.in(&now)
			_, isEver := s.in(&ever)
			if isNow && !isEver {
				return true
			}
		}
		e.c.apply(&list[i], &now)
		e.c.apply(&list[i], &ever)
	}
	return false
}

// write puts the rounds of a loop before it. The loop stays behind them, and goes
// when it turns out that nothing leads to it.
func (e *expander) write(l expansion) {
	f, n := e.c.f, l.rounds
	first := f.Blocks[l.first].Name
	names := make([]map[string]string, n+1)
	for r := range n {
		names[r] = map[string]string{}
		for b := range l.blocks.All() {
			name := f.Blocks[b].Name
			names[r][name] = e.blocks.Fresh(name + ".round" + strconv.Itoa(r+1))
		}
	}
	names[n] = map[string]string{first: first}
	if l.turns {
		names[n] = names[0]
	}
	var added []*program.Block
	for r := range n {
		for b := range l.blocks.All() {
			blk := f.Blocks[b]
			c := &program.Block{Name: names[r][blk.Name], Instrs: edit.CloneInstrs(blk.Instrs)}
			c.Term = blk.Term.WithTargets(func(label string) string {
				if label == first {
					return names[r+1][first]
				}
				return edit.RenamedName(label, names[r])
			})
			added = append(added, c)
		}
	}
	own := map[*program.Block]bool{}
	for b := range l.blocks.All() {
		own[f.Blocks[b]] = true
	}
	for _, blk := range e.b.Graph.Blocks {
		if !own[blk] {
			blk.Term = blk.Term.WithTargets(func(label string) string {
				if label == first {
					return names[0][first]
				}
				return label
			})
		}
	}
	e.b.Graph.Blocks = slices.Insert(e.b.Graph.Blocks, l.first, added...)
}
