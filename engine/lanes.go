package engine

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// turn makes the code of a program as one loop: each turn runs the phases of the loops
// under the masks of the lanes that wait there, for some groups of lanes that are in
// registers. Lanes that are done give their results and take the next inputs.
type turn struct {
	*layout
	*codegen.Emitter
	machine
	g       *graph
	entries entries
	faults  bool // some operation may fault
	looks   int  // turns from one look at the lanes that are done to the next, at most
	left    int  // regions so far
	waitFor int  // how many lanes of a group wait for each other before others begin in their place

	items         []item
	finish, begin *piece
	uniforms      []codegen.Reg
	vars          [][]codegen.Reg // by group
	masks         [][]codegen.Reg
}

// piece is the code of some phases for one group.
type piece struct {
	*codegen.Func
	merge map[int]int // of results that are merged into variables: which result is the mask
	// again, if not 0, is the result that tells whether a region has another round.
	again int
}

// newTurn makes the code for a number of groups.
func newTurn(g *graph, set *instructions, groups int) (*turnCode, error) {
	target := set.target
	if !slices.Contains(g.part, turning) {
		return newStraight(g, set, groups)
	}
	t := &turn{layout: &layout{groups: groups, memory: g.memory}, g: g, entries: g.entries()}
	t.in, t.out = program.Variables(g.prog.VarsIn), program.Variables(g.prog.VarsOut)
	t.items = g.turnItems()
	t.entries.inside = g.crossings(t.items, t.entries.turn)
	t.state, t.given = g.state(t.entries), g.given
	if err := g.widen(func() error { return t.expanded(target) }); err != nil {
		return nil, err
	}
	// Where the scratch memory is, behind the groups, is known once the masks are.
	t.layout.masks = len(t.kept())
	t.Emitter = codegen.NewEmitter(codegen.Framed(target, at(t.slots())), g.width)
	t.machine = set.machine(t.Emitter, g.numbers(), t.machineRows())
	t.looks = 1
	for len(g.hosts) == 0 && len(t.items) == 1 && t.items[0].region == nil && t.looks < 8 &&
		t.looks*len(t.items[0].Code) < looksAfter {
		t.looks *= 2
	}
	t.waitFor = t.batch()
	if err := t.write(set); err != nil {
		return nil, err
	}
	c, err := assembled(t.Emitter, set, *t.layout, g, groups, t.looks)
	if err != nil {
		return nil, err
	}
	if t.looks > 1 {
		c.Looks, c.Refill = int64(t.looks), t.refillTurns()
	}
	c.Hosts, c.kept, c.waitFor = t.hostPhases(set), t.homes(), t.waitFor
	return c, nil
}

// expanded makes the pieces, of instructions that the target has.
func (t *turn) expanded(target codegen.Target) error {
	if err := t.pieces(target); err != nil {
		return err
	}
	size := 0
	for _, p := range t.all() {
		p.Func = codegen.Expand(p.Func, target)
		t.g.width = max(t.g.width, p.Width())
		size += len(p.Code)
	}
	if size > 2*maxCode {
		return &largeError{size, 2 * maxCode}
	}
	return nil
}

// all are the pieces.
func (t *turn) all() []*piece {
	list := []*piece{t.finish, t.begin}
	_ = t.eachItem(func(it *item, _ int) error { list = append(list, it.piece); return nil })
	t.eachRegion(func(it *item) { list = append(list, it.leave) })
	return list
}

// eachRegion calls f for the regions that lanes leave at once.
func (t *turn) eachRegion(f func(it *item)) {
	var visit func(items []item)
	visit = func(items []item) {
		for i := range items {
			if it := &items[i]; it.region != nil {
				visit(it.items)
				if it.atOnce {
					f(it)
				}
			}
		}
	}
	visit(t.items)
}

// leaving makes the code for lanes that leave a region at once: those at its header are at
// its exit.
func (t *turn) leaving(r *region, target codegen.Target) *piece {
	p := t.g.newPhases(t.g.prog.Name, target)
	f := &p.F
	for _, name := range t.state {
		if t.g.same[name] {
			f.Results = append(f.Results, p.SameParam(t.g.typeOf(name)))
		} else {
			f.Results = append(f.Results, p.Param(t.g.typeOf(name)))
		}
	}
	kept := t.kept()
	masks := map[int]codegen.Value{}
	for _, b := range kept {
		masks[b] = p.Param(optab.Bool)
	}
	for _, b := range kept {
		switch b {
		case r.header:
			f.Results = append(f.Results, p.Constant(optab.Bool, 0))
		case r.exit:
			f.Results = append(f.Results, p.Emit(optab.Bool, "or.bool", masks[b], masks[r.header]))
		default:
			f.Results = append(f.Results, masks[b])
		}
	}
	p.addUniforms()
	p.Finish()
	return &piece{Func: f, merge: map[int]int{}}
}

// eachItem calls f for the phases of the turn, with the number of regions around.
func (t *turn) eachItem(f func(it *item, depth int) error) error {
	var visit func(items []item, depth int) error
	visit = func(items []item, depth int) error {
		for i := range items {
			var err error
			if it := &items[i]; it.region != nil {
				err = visit(it.items, depth+1)
			} else {
				err = f(it, depth)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return visit(t.items, 0)
}

// widen makes code, and once more if it turned out to have numbers wider than those of the
// program: what is as wide as the widest changes then.
func (g *graph) widen(make func() error) error {
	before := g.width
	if err := make(); err != nil {
		return err
	}
	switch {
	case g.wide != nil && g.width == 8:
		return errNotShort
	case g.width == before:
		return nil
	}
	for name := range g.own {
		g.own[name] = g.numbers()
	}
	for i, o := range g.memory {
		if o.name == stackOf(returnTo) || o.name == wordsSaved {
			g.memory[i].typ = g.numbers()
		}
	}
	return make()
}

// assembled makes code of what was emitted. A turn takes a cycle for two or three
// instructions; the code is left several times in 100 µs of a slow processor.
func assembled(e *codegen.Emitter, set *instructions, l layout, g *graph, groups, looks int) (*turnCode, error) {
	a, err := e.Assemble()
	if err != nil {
		return nil, err
	}
	const cycles = 100_000
	turn := 1 + len(a.Lines)/2 + groups*countedAs*orders(g.prog.Graph.Blocks)
	fuel := 1 + cycles/int64(turn)/int64(looks)
	c := &turnCode{
		Layout: turns.Layout{
			Lanes: e.Lanes, Width: g.width, Abreast: groups, Groups: l.groups, First: l.group(0),
			Step:  l.group(1) - l.group(0),
			Bytes: l.bytes(), Clear: l.arrays(), Fuel: fuel * int64(looks),
		},
		prog: g.source, jumping: g.jumping, marks: g.marks.list, state: l.state, Assembled: a,
		name: fmt.Sprintf("lockstep.%s[%s,%dx%d]", g.prog.Name, set.name, groups, e.Lanes),
	}
	if c.Short = g.wide != nil; slices.Contains(g.part, turning) {
		c.Rounds = g.rounds
	}
	column := func(name string, at objectPlace) turns.Column {
		if g.wide[name] {
			c := turns.Column{Name: name, Size: 8, Elements: 1, Wide: true}
			if at == inColumn {
				may := inputRange(g.typeOf(name))
				c.From, c.To = may.Lo, may.Hi
			}
			return c
		}
		size := stored(g.typeOf(name)).Size()
		if k := g.column(name, at); k >= 0 {
			if narrow := g.narrow(g.memory[k], set.target); narrow > 0 {
				size = narrow
			}
		}
		return turns.Column{Name: name, Size: size, Elements: g.elements(program.Ref(name))}
	}
	for _, name := range l.in {
		c.In = append(c.In, column(name, inColumn))
	}
	for _, name := range l.out {
		c.Out = append(c.Out, column(name, toColumn))
	}
	for _, u := range l.given {
		to := turns.Given{Name: u.name, Table: u.table, Axis: u.axis, Least: u.least}
		if to.Wide = g.wide[u.name] && u.axis == 0; to.Wide {
			may := inputRange(g.source.Uniform(u.name).Type.Dtype)
			to.From, to.To = may.Lo, may.Hi
		}
		c.Given = append(c.Given, to)
	}
	c.Records = g.records
	return c, nil
}

// looksAfter is after how many instructions of a group it pays to look for lanes that
// are done.
const looksAfter = 200

// What lanes do when they begin takes the same time for one as for all of a group: they take arrays from columns, which
// costs elementCost operations an element, and go through the regions that they come to. Where that takes so many times
// as long as the rest of a turn, half of a group's lanes wait for each other until they are refilled, or all; in
// programs that do less, a lane that is done gives way at once, which was measured to be best.
const (
	elementCost = 10
	roundsGuess = 8
	leastWaits  = 128
	halfWaits   = 2
	allWait     = 4
)

// batch is how many lanes of a group wait for each other.
func (t *turn) batch() int {
	once, always := len(t.begin.Code)+len(t.finish.Code), 1
	for _, name := range t.in {
		if t.g.isArray(name) {
			once += elementCost * t.g.prog.VarDefs.Def(name).Type.Leaf().Elements()
		}
	}
	for _, i := range t.items {
		switch n := codeOf([]item{i}); {
		case i.region != nil && !t.g.comesAgain(i.region):
			once += n
		default:
			always += n
		}
	}
	switch {
	case once < leastWaits:
		return 1
	case once >= allWait*always:
		return t.Lanes
	case once >= halfWaits*always:
		return t.Lanes / 2
	}
	return 1
}

// comesAgain reports whether lanes that have left a region may come to it in a later turn.
func (g *graph) comesAgain(r *region) bool {
	reached := flow.NewSet(g.flow.Len())
	g.flow.Reach(r.header, r.header, reached)
	return slices.ContainsFunc(g.flow.Preds[r.header], func(b int) bool { return !r.has(b) && reached.Has(b) })
}

// codeOf is how many operations items have.
func codeOf(items []item) (n int) {
	for _, i := range items {
		if i.region != nil {
			n += roundsGuess * codeOf(i.items)
		} else {
			n += len(i.Code)
		}
	}
	return n
}

// refillTurns is about how many turns of a group it takes to refill one of its lanes.
func (t *turn) refillTurns() float64 {
	const fetching = 60 // operations that move numbers, results and inputs
	return float64(fetching+t.begin.Weight()+t.finish.Weight()) / float64(max(1, t.items[0].Weight()))
}

// kept are the blocks with masks: all at which lanes wait. Lanes without one faulted; if none does, the
// first block of those that end needs no mask, since it is where all others are.
func (t *turn) kept() []int {
	if t.g.placed {
		return nil
	}
	end := t.entries.end
	if !t.faults {
		end = end[1:]
	}
	return slices.Concat(t.entries.turn, end, t.entries.inside)
}

// write writes all of the code.
func (t *turn) write(set *instructions) error {
	t.uniforms = uniformRegs(t.Emitter, t.layout)
	t.place(set)
	for _, p := range t.all() {
		t.settle(p, set.target)
	}
	t.Mark(t.g.around("lanes go on"))
	t.Put("MOVQ", codegen.Mem(at(frameNext)), codegen.Gen(nextReg))
	t.Put("MOVQ", codegen.Mem(at(frameFuel)), codegen.Gen(fuelReg))
	t.pinned(func(r codegen.Reg, row int, op string) { t.Put(op, codegen.Mem(at(row)), codegen.Out(r)) })
	t.resume()
	t.Top("turn")
	if err := t.emit(t.items); err != nil {
		return err
	}
	t.Mark(t.g.around("the end of a turn"))
	t.Put("SUBQ", codegen.Imm(1), codegen.Gen(fuelReg))
	if t.looks > 1 {
		t.Put("MOVQ", codegen.Gen(fuelReg), codegen.Gen(codegen.AX))
		t.Put("ANDQ", codegen.Mem(at(frameLooks)), codegen.Gen(codegen.AX))
		t.Put("JNE", t.To("turn"))
	}
	refill := t.refill
	if t.g.together {
		refill = t.refillAll
	}
	for g := range t.groups {
		if err := refill(g); err != nil {
			return err
		}
	}
	if err := t.leaveForHosts(); err != nil {
		return err
	}
	t.Mark(t.g.around("the next turn"))
	t.Put("CMPQ", codegen.Gen(fuelReg), codegen.Imm(0))
	t.Put("JGT", t.To("turn"))
	t.Mark(t.g.around("lanes are left"))
	t.Top("leave")
	t.pinned(func(r codegen.Reg, row int, op string) { t.Put(op, codegen.In(r), codegen.Mem(at(row))) })
	t.Put("MOVQ", codegen.Gen(nextReg), codegen.Mem(at(frameNext)))
	t.Put("VZEROUPPER")
	t.Put("RET")
	return nil
}

// place says which variables and masks stay in registers, those that are used most
// first; others are in the frame.
func (t *turn) place(set *instructions) {
	uses := t.uses()
	byUse := func(from, n int) []int {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int { return uses[from+j] - uses[from+i] })
		return order
	}
	t.vars, t.masks = make([][]codegen.Reg, t.groups), make([][]codegen.Reg, t.groups)
	for g := range t.groups {
		t.vars[g] = slices.Repeat([]codegen.Reg{codegen.NoReg}, len(t.state))
		t.masks[g] = slices.Repeat([]codegen.Reg{codegen.NoReg}, t.layout.masks)
	}
	vectors, masks := set.vectorPins, set.maskPins
	pin := func(typ optab.Type) codegen.Reg {
		left := &vectors
		if typ == optab.Bool && set.maskPins > 0 {
			left = &masks
		}
		if *left == 0 {
			return codegen.NoReg
		}
		*left--
		return t.Pin(typ)
	}
	maskOrder := byUse(len(t.state), t.layout.masks)
	if len(t.entries.inside) == 0 {
		slices.Sort(maskOrder)
	}
	for _, i := range maskOrder {
		for g := range t.groups {
			t.masks[g][i] = pin(optab.Bool)
		}
	}
	for _, i := range byUse(0, len(t.state)) {
		for g := range t.groups {
			if g > 0 && t.sameAt(i) {
				t.vars[g][i] = t.vars[0][i]
			} else if uses[i] > 1 || !t.rests(i) {
				t.vars[g][i] = pin(t.typeAt(i))
			}
		}
	}
	for g := range t.groups {
		for i := range t.vars[g] {
			switch {
			case t.vars[g][i] != codegen.NoReg:
			case g > 0 && t.sameAt(i):
				t.vars[g][i] = t.vars[0][i]
			default:
				t.vars[g][i] = t.inFrame(t.typeAt(i), t.variable(g, i))
			}
		}
		for i := range t.masks[g] {
			if t.masks[g][i] == codegen.NoReg {
				t.masks[g][i] = t.inFrame(optab.Bool, t.layout.mask(g, i))
			}
		}
	}
}

// rests reports whether no phase of the turn changes a variable. One that is read once as well is
// an operand in memory then, and leaves its register to others.
func (t *turn) rests(i int) bool {
	rests := true
	_ = t.eachItem(func(it *item, _ int) error {
		rests = rests && it.Results[i] == it.Params[i]
		return nil
	})
	return rests
}

// uses is how often the variables and masks are used in a turn, more inside regions.
func (t *turn) uses() []int {
	list := make([]int, len(t.state)+t.layout.masks)
	_ = t.eachItem(func(it *item, depth int) error {
		uses := make([]int, len(it.Types))
		for _, in := range it.Code {
			for _, a := range in.Args {
				uses[a]++
			}
		}
		for i := range list {
			list[i] += uses[it.Params[i]] << (3 * depth)
		}
		return nil
	})
	return list
}

// sameAt reports whether all groups share variable i.
func (t *turn) sameAt(i int) bool { return t.g.same[t.state[i]] }

// typeAt is the type of variable i.
func (t *turn) typeAt(i int) optab.Type { return t.g.typeOf(t.state[i]) }

// inFrame adds a register that is in a row of the frame.
func (t *turn) inFrame(typ optab.Type, row int) codegen.Reg { return t.InMemory(typ, at(row), 0) }

// uniformRegs are what the frame has of uniforms, each in all lanes.
func uniformRegs(e *codegen.Emitter, l *layout) (regs []codegen.Reg) {
	for i, u := range l.given {
		if !u.table {
			regs = append(regs, e.Fixed(u.typ, at(l.uniform(i))))
		}
	}
	return regs
}

func (t *turn) isPinned(r codegen.Reg) bool { return slices.Contains(t.Pinned, r) }

// pinned calls f for each register that is pinned, with its row.
func (t *turn) pinned(f func(r codegen.Reg, row int, op string)) {
	for g := range t.groups {
		for i, r := range t.vars[g] {
			if t.isPinned(r) && (g == 0 || !t.sameAt(i)) {
				f(r, t.variable(g, i), t.transfer(t.typeAt(i)))
			}
		}
		for i, r := range t.masks[g] {
			if t.isPinned(r) {
				f(r, t.layout.mask(g, i), t.transfer(optab.Bool))
			}
		}
	}
}

// changes gives groups, from the first of them on, the variables and masks that a piece made of them: results
// has each group's.
func (t *turn) changes(first int, p *piece, results []codegen.Reg) {
	each := len(p.Results)
	var now []codegen.Reg
	for g := range len(results) / each {
		now = append(append(now, t.vars[first+g]...), t.masks[first+g]...)
	}
	// A result that is another's register as it was is copied before that changes. All groups share what is the
	// same for all.
	kept := len(t.state) + t.layout.masks
	for k, r := range results {
		if i := k % each; i < kept && r != now[k/each*kept+i] && slices.Contains(now, r) {
			_, typ := t.home(first+k/each, i)
			copied := t.Temp(typ)
			t.Copy(r, copied)
			results[k] = copied
		}
	}
	for g := range len(results) / each {
		t.update(first+g, p, results[g*each:(g+1)*each], results)
	}
}

// home is the row of variable or mask i of a group, and its type.
func (t *turn) home(g, i int) (row int, typ optab.Type) {
	if i < len(t.state) {
		return t.variable(g, i), t.typeAt(i)
	}
	return t.layout.mask(g, i-len(t.state)), optab.Bool
}

// update gives a group's variables and masks their results. all are those of all groups: what is the result of
// several is copied to each.
func (t *turn) update(g int, p *piece, results, all []codegen.Reg) {
	now := slices.Concat(t.vars[g], t.masks[g])
	count := map[codegen.Reg]int{}
	for _, r := range all {
		count[r]++
	}
	for i, r := range now {
		mask, merged := p.merge[i]
		row, typ := t.home(g, i)
		switch {
		case results[i] == r, g > 0 && i < len(t.state) && t.sameAt(i):
		case t.isPinned(r) && merged:
			t.merge(typ, results[i], results[mask], r)
		case t.isPinned(r):
			if count[results[i]] > 1 || !t.Rename(results[i], r) {
				t.Copy(results[i], r)
			}
		default:
			if merged {
				t.mergeRow(typ, results[i], results[mask], r, row)
			} else {
				t.Put(t.transfer(typ), codegen.In(results[i]), codegen.Mem(at(row)))
			}
			again := t.inFrame(typ, row)
			if i < len(t.state) && t.sameAt(i) {
				for g := range t.groups {
					t.vars[g][i] = again
				}
			} else if i < len(t.state) {
				t.vars[g][i] = again
			} else {
				t.masks[g][i-len(t.state)] = again
			}
		}
	}
}
