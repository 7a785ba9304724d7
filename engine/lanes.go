package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The frame of a worker, at R8: what the code needs to know, and what its lanes are
// while it is left. Rows are 64 bytes.
const (
	frameNext   = 0  // the next input
	frameLimit  = 8  // the first that is not this worker's
	frameFuel   = 16 // turns until the code is left
	frameFaults = 24 // how many lanes are in the list of those that faulted
	frameList   = 32 // where it is
	frameCols   = 64 // where the input columns are, then the result columns; then uniforms
)

// General registers of the code. AX, BX and CX are for a few instructions each, R13 and
// R15 for the target's sequences.
const (
	frameReg = codegen.R8
	nextReg  = codegen.R9
	fuelReg  = codegen.R11
)

// layout says where things are in a frame.
type layout struct {
	in, out []string // columns
	given   []string // uniforms
	state   []string // variables that keep their values
	masks   int      // of waiting lanes and of lanes that faulted, for each group
	groups  int
}

func (l *layout) rows() int { return (l.uniform(len(l.given)) + 63) &^ 63 }

// uniform is where uniform i is.
func (l *layout) uniform(i int) int { return frameCols + 8*(len(l.in)+len(l.out)+i) }

// group is the first row of a group: the lanes' numbers, then variables, then masks.
func (l *layout) group(g int) int { return l.rows() + 64*g*(1+len(l.state)+l.masks) }

func (l *layout) variable(g, i int) int { return l.group(g) + 64*(1+i) }
func (l *layout) mask(g, i int) int     { return l.group(g) + 64*(1+len(l.state)+i) }
func (l *layout) slots() int            { return l.group(l.groups) }
func (l *layout) machineRows() int      { return l.slots() + codegen.FramedSlots }
func (l *layout) bytes() int            { return l.machineRows() + 64*(1+len(l.out)) }

func at(offset int) codegen.Address { return codegen.Address{Base: frameReg, Disp: offset} }

// turnCode is the code of the turn before it is placed.
type turnCode struct {
	layout
	lanes, width int
	abreast      int   // groups that advance together
	sizes        []int // of a column's elements
	fuel         int64
	*codegen.Assembled
}

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
	looks   int  // turns from one look at the lanes that are done to the next

	body, finish, begin *piece
	uniforms            []codegen.Reg
	vars                [][]codegen.Reg // by group
	masks               [][]codegen.Reg
}

// piece is the code of some phases for one group.
type piece struct {
	*codegen.Func
	merge map[int]int // of results that are merged into variables: which result is the mask
}

// newTurn makes the code for a number of groups.
func newTurn(g *graph, set *instructions, groups int) (*turnCode, error) {
	target := set.target
	if !slices.Contains(g.part, turning) {
		return newStraight(g, set, groups)
	}
	t := &turn{layout: &layout{groups: groups}, g: g, entries: g.entries()}
	t.in, t.out = program.Variables(g.prog.VarsIn), program.Variables(g.prog.VarsOut)
	t.state, t.given = g.state(t.entries), g.given()
	// Where the scratch memory is, behind the groups, is known once the masks are.
	if err := t.pieces(target); err != nil {
		return nil, err
	}
	t.layout.masks = t.maskCount()
	for _, p := range []*piece{t.body, t.finish, t.begin} {
		p.Func = codegen.Expand(p.Func, target)
		g.width = max(g.width, p.Width())
		if err := checkSize(p.Func); err != nil {
			return nil, err
		}
	}
	t.Emitter = codegen.NewEmitter(codegen.Framed(target, at(t.slots())), g.width)
	t.machine = set.machine(t.Emitter, g.numbers(), t.machineRows())
	t.looks = 1
	for t.looks < 8 && t.looks*len(t.body.Code) < looksAfter {
		t.looks *= 2
	}
	if err := t.write(set); err != nil {
		return nil, err
	}
	return assembled(t.Emitter, *t.layout, g, groups, t.looks)
}

// assembled makes code of what was emitted. A turn takes a cycle for two or three
// instructions; the code is left several times in 100 µs of a slow processor.
func assembled(e *codegen.Emitter, l layout, g *graph, groups, looks int) (*turnCode, error) {
	a, err := e.Assemble()
	if err != nil {
		return nil, err
	}
	const cycles = 100_000
	turns := 1 + cycles/(1+int64(len(a.Lines))/2)/int64(looks)
	c := &turnCode{layout: l, lanes: e.Lanes, abreast: groups, width: g.width, fuel: turns * int64(looks), Assembled: a}
	for _, name := range slices.Concat(l.in, l.out) {
		c.sizes = append(c.sizes, g.typeOf(name).Size())
	}
	return c, nil
}

// looksAfter is after how many instructions of a group it pays to look for lanes that
// are done.
const looksAfter = 200

// maskCount is how many masks a group keeps: one for each place where lanes wait but the
// first of those that end, which is where all others are, and one of faults.
func (t *turn) maskCount() int {
	n := len(t.entries.turn) + len(t.entries.end) - 1
	if t.faults {
		n++
	}
	return n
}

// pieces makes the code of the three parts of the program.
func (t *turn) pieces(target codegen.Target) error {
	// Whether something may fault is known when all three were made once.
	for range 2 {
		for _, of := range []struct {
			part part
			to   **piece
		}{{turning, &t.body}, {epilogue, &t.finish}, {prologue, &t.begin}} {
			p, err := t.piece(of.part, target)
			if err != nil {
				return err
			}
			*of.to = p
		}
	}
	return nil
}

// piece makes the code of a part. Its parameters are the variables and the masks that a
// group keeps; of the epilogue, also the lanes that end, and of the prologue, the inputs
// and the lanes that begin. Its results are the variables and the masks as they are
// afterwards; of the epilogue, the results and the lanes that have them.
func (t *turn) piece(of part, target codegen.Target) (*piece, error) {
	g := t.g
	p := g.newPhases(fmt.Sprint(g.prog.Name, of), target)
	vars := make([]codegen.Value, len(t.state))
	for i, name := range t.state {
		vars[i] = p.Param(g.typeOf(name))
		p.now[name] = vars[i]
	}
	var kept []int // blocks with masks of their own
	kept = append(append(kept, t.entries.turn...), t.entries.end[1:]...)
	masks := map[int]codegen.Value{}
	for _, b := range kept {
		masks[b] = p.Param(optab.Bool)
	}
	fault := codegen.NoValue
	if t.faults {
		fault = p.Param(optab.Bool)
		p.fault = fault
	}
	switch of {
	case turning:
		for _, b := range kept {
			p.masks[b] = masks[b]
		}
	case epilogue:
		first := p.Param(optab.Bool)
		for _, b := range t.entries.end[1:] {
			p.masks[b] = masks[b]
			first = p.Emit(optab.Bool, "andnot.bool", first, masks[b])
		}
		if t.faults {
			first = p.Emit(optab.Bool, "andnot.bool", first, fault)
		}
		p.masks[t.entries.end[0]] = first
	case prologue:
		valid := p.Param(optab.Bool)
		for _, name := range t.in {
			p.now[name] = p.Param(g.typeOf(name))
		}
		p.fault = codegen.NoValue
		p.masks[0] = valid
		for i, name := range t.state { // lanes that do not begin keep what they have
			if v := p.now[name]; v != vars[i] {
				typ := g.typeOf(name)
				p.now[name] = p.Emit(typ, "select."+typ.String(), valid, v, vars[i])
			}
		}
	}
	p.addUniforms()
	if err := p.run(of); err != nil {
		return nil, err
	}
	t.faults = t.faults || p.fault != codegen.NoValue
	f := &p.F
	if of == epilogue {
		for _, name := range t.out {
			f.Results = append(f.Results, p.value(program.Ref(name), g.typeOf(name)))
		}
		f.Results = append(f.Results, p.orNone(p.maskOf(len(g.blocks))))
		if t.faults {
			f.Results = append(f.Results, p.orNone(p.fault))
		}
		p.Finish()
		return &piece{Func: f}, nil
	}
	for _, name := range t.state {
		f.Results = append(f.Results, p.now[name])
	}
	for _, b := range kept {
		m := p.orNone(p.maskOf(b))
		if of == prologue && slices.Contains(t.entries.turn, b) {
			m = p.Emit(optab.Bool, "or.bool", m, masks[b])
		}
		f.Results = append(f.Results, m)
	}
	if t.faults {
		f.Results = append(f.Results, p.orNone(p.fault))
	}
	p.Finish()
	made := &piece{Func: f, merge: map[int]int{}}
	made.findMerges(len(t.state))
	return made, nil
}

func (p *phases) maskOf(b int) codegen.Value {
	if m, ok := p.masks[b]; ok {
		return m
	}
	return codegen.NoValue
}

func (p *phases) orNone(m codegen.Value) codegen.Value {
	if m == codegen.NoValue {
		return p.Constant(optab.Bool, 0)
	}
	return m
}

// findMerges turns results that are a variable with some lanes changed into those lanes
// and their mask.
func (p *piece) findMerges(vars int) {
	used := make([]int, len(p.Types))
	for _, in := range p.Code {
		for _, a := range in.Args {
			used[a]++
		}
	}
	for _, v := range p.Results {
		used[v]++
	}
	for i := range vars {
		v := p.Results[i]
		k := slices.IndexFunc(p.Code, func(in codegen.Instr) bool { return in.Dst == v })
		if k < 0 || used[v] > 1 || !strings.HasPrefix(p.Code[k].Op, "select.") || p.Code[k].Args[2] != p.Params[i] || p.Types[v] == optab.Bool {
			continue
		}
		args := p.Code[k].Args
		p.Code = slices.Delete(p.Code, k, k+1)
		p.Results[i] = args[1]
		p.merge[i] = len(p.Results)
		p.Results = append(p.Results, args[0])
	}
}

// write writes all of the code.
func (t *turn) write(set *instructions) error {
	t.uniforms = uniformRegs(t.Emitter, t.layout, t.g)
	t.place(set)
	t.Put("MOVQ", codegen.Mem(at(frameNext)), codegen.Gen(nextReg))
	t.Put("MOVQ", codegen.Mem(at(frameFuel)), codegen.Gen(fuelReg))
	t.pinned(func(r codegen.Reg, row int, op string) { t.Put(op, codegen.Mem(at(row)), codegen.Out(r)) })
	t.Top("turn")
	var params []codegen.Reg
	for g := range t.groups {
		params = append(append(append(params, t.vars[g]...), t.masks[g]...), t.uniforms...)
	}
	results, err := t.Call(codegen.Weave(t.body.Func, t.groups), params)
	if err != nil {
		return err
	}
	each := len(t.body.Results)
	for g := range t.groups {
		t.update(g, t.body, results[g*each:(g+1)*each])
	}
	t.Put("SUBQ", codegen.Imm(1), codegen.Gen(fuelReg))
	if t.looks > 1 {
		t.Put("MOVQ", codegen.Gen(fuelReg), codegen.Gen(codegen.AX))
		t.Put("ANDQ", codegen.Imm(t.looks-1), codegen.Gen(codegen.AX))
		t.Put("JNE", codegen.To("turn"))
	}
	for g := range t.groups {
		if err := t.refill(g); err != nil {
			return err
		}
	}
	t.Put("CMPQ", codegen.Gen(fuelReg), codegen.Imm(0))
	t.Put("JGT", codegen.To("turn"))
	t.pinned(func(r codegen.Reg, row int, op string) { t.Put(op, codegen.In(r), codegen.Mem(at(row))) })
	t.Put("MOVQ", codegen.Gen(nextReg), codegen.Mem(at(frameNext)))
	t.Put("VZEROUPPER")
	t.Put("RET")
	return nil
}

// place says which variables and masks stay in registers, those that are used most
// first; others are in the frame.
func (t *turn) place(set *instructions) {
	uses := make([]int, len(t.body.Types))
	for _, in := range t.body.Code {
		for _, a := range in.Args {
			uses[a]++
		}
	}
	order := make([]int, len(t.state))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return uses[t.body.Params[j]] - uses[t.body.Params[i]] })
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
	for i := range t.layout.masks {
		for g := range t.groups {
			t.masks[g][i] = pin(optab.Bool)
		}
	}
	for _, i := range order {
		for g := range t.groups {
			t.vars[g][i] = pin(t.typeAt(i))
		}
	}
	for g := range t.groups {
		for i := range t.vars[g] {
			if t.vars[g][i] == codegen.NoReg {
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

// typeAt is the type of variable i.
func (t *turn) typeAt(i int) optab.Type { return t.g.typeOf(t.state[i]) }

// inFrame adds a register that is in a row of the frame.
func (t *turn) inFrame(typ optab.Type, row int) codegen.Reg { return t.InMemory(typ, at(row), 0) }

// uniformRegs are the uniforms in the frame, each in all lanes.
func uniformRegs(e *codegen.Emitter, l *layout, g *graph) (regs []codegen.Reg) {
	for i, u := range g.uniforms {
		regs = append(regs, e.Fixed(g.uniformType(u), at(l.uniform(i))))
	}
	return regs
}

// given are the names of the uniforms in the frame.
func (g *graph) given() (names []string) {
	for _, u := range g.uniforms {
		names = append(names, u.Name)
	}
	return names
}

func (t *turn) isPinned(r codegen.Reg) bool { return slices.Contains(t.Pinned, r) }

// pinned calls f for each register that is pinned, with its row.
func (t *turn) pinned(f func(r codegen.Reg, row int, op string)) {
	for g := range t.groups {
		for i, r := range t.vars[g] {
			if t.isPinned(r) {
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

// update gives a group's variables and masks what a piece made of them.
func (t *turn) update(g int, p *piece, results []codegen.Reg) {
	now := slices.Concat(t.vars[g], t.masks[g])
	home := func(i int) (row int, typ optab.Type) {
		if i < len(t.state) {
			return t.variable(g, i), t.typeAt(i)
		}
		return t.layout.mask(g, i-len(t.state)), optab.Bool
	}
	// A result that is another's register as it was is copied before that changes.
	for i := range now {
		if results[i] != now[i] && slices.Contains(now, results[i]) {
			_, typ := home(i)
			copied := t.Temp(typ)
			t.Copy(results[i], copied)
			results[i] = copied
		}
	}
	for i, r := range now {
		mask, merged := p.merge[i]
		row, typ := home(i)
		switch {
		case results[i] == r:
		case t.isPinned(r) && merged:
			t.merge(typ, results[i], results[mask], r)
		case t.isPinned(r):
			t.Copy(results[i], r)
		default:
			if merged {
				t.mergeRow(typ, results[i], results[mask], r, row)
			} else {
				t.Put(t.transfer(typ), codegen.In(results[i]), codegen.Mem(at(row)))
			}
			again := t.inFrame(typ, row)
			if i < len(t.state) {
				t.vars[g][i] = again
			} else {
				t.masks[g][i-len(t.state)] = again
			}
		}
	}
}

// refill adds the code that takes the results of a group's lanes that are done, and
// gives those lanes the next inputs. It is jumped over if there are none.
func (t *turn) refill(g int) error {
	turning := t.masks[g][:len(t.entries.turn)]
	any := turning[0]
	for _, m := range turning[1:] {
		any = t.or(any, m)
	}
	ended := t.not(any)
	t.test(ended)
	skip, done := t.Label("full"), t.Label("drained")
	t.Skip("JEQ", skip)

	ids := t.inFrame(t.g.numbers(), t.group(g))
	have := t.known(ids, ended)
	more := t.Label("more")
	t.Put("CMPQ", codegen.Gen(nextReg), codegen.Mem(at(frameLimit)))
	t.Put("JLT", codegen.To(more))
	t.test(have)
	t.Skip("JEQ", done)
	t.Here(more)

	if err := t.results(g, ids, ended, have); err != nil {
		return err
	}
	fresh := t.renew(ids, ended)
	t.Put(t.transfer(t.g.numbers()), codegen.In(fresh.now), codegen.Mem(at(t.group(g))))
	params := append(slices.Concat(t.vars[g], t.masks[g]), fresh.valid)
	for i, name := range t.in {
		typ := t.g.typeOf(name)
		t.Put("MOVQ", codegen.Mem(at(frameCols+8*i)), codegen.Gen(codegen.AX))
		from := codegen.Address{Base: codegen.AX, Index: nextReg, Scale: uint8(typ.Size())}
		params = append(params, t.input(fresh, typ, from))
	}
	taken := t.Label("taken")
	t.Put("ADDQ", codegen.Gen(codegen.CX), codegen.Gen(nextReg))
	t.Put("CMPQ", codegen.Gen(nextReg), codegen.Mem(at(frameLimit)))
	t.Put("JLT", codegen.To(taken))
	t.Put("MOVQ", codegen.Mem(at(frameLimit)), codegen.Gen(nextReg))
	t.Put("MOVQ", codegen.Imm(0), codegen.Gen(fuelReg)) // Go has more inputs, or none
	t.Here(taken)
	results, err := t.Call(t.begin.Func, append(params, t.uniforms...))
	if err != nil {
		return err
	}
	t.update(g, t.begin, results)
	t.Join(done)
	t.Join(skip)
	return nil
}

// results adds the epilogue, and stores the results of the lanes in have.
func (t *turn) results(g int, ids, ended, have codegen.Reg) error {
	values, err := t.Call(t.finish.Func, append(append(slices.Concat(t.vars[g], t.masks[g]), ended), t.uniforms...))
	if err != nil {
		return err
	}
	finished := t.and(values[len(t.out)], have)
	numbers := t.Temp(t.g.numbers())
	t.Copy(ids, numbers)
	var results []scattered
	for i, name := range t.out {
		results = append(results, scattered{frameCols + 8*(len(t.in)+i), t.g.typeOf(name), values[i]})
	}
	t.scatter(finished, numbers, results)
	if t.faults {
		t.list(t.and(values[len(t.out)+1], have), numbers)
	}
	return nil
}
