package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// General registers of this code, besides those of the turn: nextReg is the first lane of the
// groups that are run, itemReg the number of the group, and leastReg how many lanes are too few
// to go round a loop. Reading an element that is the same one for all lanes would use both of these:
// this code does not.
const (
	itemReg  = codegen.R10
	leastReg = codegen.SI
)

// The frame begins with these words; uniforms and addresses come behind them.
const (
	blockFirst = 0
	blockLimit = 8
	blockGroup = 16
	blockFuel  = 24
	blockLeast = 32
	blockWords = 64
)

// blockEmit writes the code of a superblock for some groups of lanes that advance together.
type blockEmit struct {
	*codegen.Emitter
	rowMachine
	*blockBody
	set    *instructions
	groups int
	code   *codegen.Func
	layout plan.NativeLayout
	words  map[plan.NativeWord]int
	rows   int             // where rows of the frame are left
	active []codegen.Reg   // of each group
	state  [][]codegen.Reg // of each group: vars
}

// assemble makes the code for some groups.
func (b *blockBody) assemble(set *instructions, groups int) (*BlockCode, error) {
	e := &blockEmit{blockBody: b, set: set, groups: groups, code: woven(&b.F, groups), words: map[plan.NativeWord]int{}}
	e.rows = blockWords + 8*e.wordCount()
	e.rows = (e.rows + 63) &^ 63
	scratch := e.rows + 64*groups*(1+len(b.vars))
	target := codegen.Framed(set.target, at(scratch))
	e.Emitter = codegen.NewEmitter(target, b.width)
	e.Quick = true // lanes wait for it
	number := optab.I64
	if b.width == 4 {
		number = optab.I32
	}
	e.rowMachine = set.rows(e.Emitter, number, scratch+codegen.FramedSlots)
	if err := e.write(); err != nil {
		return nil, err
	}
	a, err := e.Assemble()
	if err != nil {
		return nil, err
	}
	l := &e.layout
	l.Bytes = scratch + codegen.FramedSlots + 64*4
	l.First, l.Limit, l.Group, l.Fuel, l.Least = blockFirst, blockLimit, blockGroup, blockFuel, blockLeast
	l.Lanes, l.Staged = e.Lanes, b.staged
	_, l.Copied = e.item()
	l.Rounds = 1 + runCycles/cyclesOf(a)
	l.Piece = max(64, min(1<<16, l.Rounds*e.Lanes*groups&^63))
	for _, w := range b.ways {
		l.Ways = append(l.Ways, w.left)
	}
	for _, f := range b.faults {
		l.Faults = append(l.Faults, f.step)
	}
	for i := range b.Steps {
		if b.Steps[i].Kind == plan.Depth {
			l.Heights = append(l.Heights, i)
		}
	}
	return &BlockCode{Assembled: a, layout: *l, name: b.label(set.name, groups, e.Lanes)}, nil
}

// woven is the code of some groups, with arrays of its own.
func woven(f *codegen.Func, groups int) *codegen.Func {
	w := *codegen.Weave(f, groups)
	w.Arrays = slices.Clone(w.Arrays)
	return &w
}

// wordCount is how many words of the frame there are.
func (b *blockBody) wordCount() int {
	rows := len(b.Plan.Vars) + len(b.belows) + len(b.staged)
	return 1 + len(b.ways) + len(b.faults) + rows + len(b.uniforms) + len(b.tables)
}

// word is where a word is in the frame.
func (e *blockEmit) word(kind plan.NativeKind, index int) codegen.Address {
	return e.wordOf(plan.NativeWord{Kind: kind, Index: index})
}

// wordOf is where a word is in the frame, which says what it is but for its offset.
func (e *blockEmit) wordOf(key plan.NativeWord) codegen.Address {
	offset, ok := e.words[key]
	if !ok {
		offset = blockWords + 8*len(e.words)
		e.words[key] = offset
		w := key
		w.Offset = offset
		e.layout.Words = append(e.layout.Words, w)
	}
	return at(offset)
}

// row is where group k is in the row that a word is the address of, which goes to AX.
func (e *blockEmit) row(kind plan.NativeKind, index, k int, t optab.Type) codegen.Address {
	e.Put("MOVQ", codegen.Mem(e.word(kind, index)), codegen.Gen(codegen.AX))
	if t == optab.Bool {
		bytes, _ := e.item()
		return codegen.Address{Base: codegen.AX, Index: itemReg, Scale: uint8(bytes), Disp: k * bytes}
	}
	return codegen.Address{Base: codegen.AX, Index: nextReg, Scale: uint8(t.Size()), Disp: k * e.Lanes * t.Size()}
}

// read loads the part of a row that is of group k.
func (e *blockEmit) read(kind plan.NativeKind, index, k int, t optab.Type) codegen.Reg {
	from := e.row(kind, index, k, t)
	if t == optab.Bool {
		return e.maskAt(from)
	}
	r := e.Temp(t)
	e.Put(e.transfer(t), codegen.Mem(from), codegen.Out(r))
	return r
}

func (e *blockEmit) write() error {
	var uniforms []codegen.Reg
	for _, u := range e.uniforms {
		t, word := optab.I64, plan.NativeWord{Kind: plan.UniformWord, Index: u.uniform, Element: u.element}
		switch {
		case u.axis > 0:
			word.Kind, word.Element = plan.UniformLength, u.axis-1
		case u.rows > 0:
			word.Kind, word.Index = plan.RowLanes, u.rows-1
		default:
			t = stored(e.Plan.Source.Uniforms[u.uniform].Type.Dtype)
		}
		uniforms = append(uniforms, e.Fixed(t, e.wordOf(word)))
	}
	for i := range e.code.Arrays {
		if t := e.tables[i%len(e.tables)]; t.variable < 0 {
			e.code.Arrays[i].Addr = e.word(plan.UniformTable, t.uniform)
		} else {
			e.code.Arrays[i].Addr = e.word(plan.TopRow, t.variable)
		}
	}
	e.assignHomes()
	e.Put("MOVQ", codegen.Mem(at(blockFirst)), codegen.Gen(nextReg))
	e.Put("MOVQ", codegen.Mem(at(blockGroup)), codegen.Gen(itemReg))
	e.Put("MOVQ", codegen.Mem(at(blockFuel)), codegen.Gen(fuelReg))
	e.Top("groups")
	if err := e.run(uniforms); err != nil {
		return err
	}
	e.Top("next")
	e.Put("ADDQ", codegen.Imm(e.groups*e.Lanes), codegen.Gen(nextReg))
	e.Put("ADDQ", codegen.Imm(e.groups), codegen.Gen(itemReg))
	e.Put("CMPQ", codegen.Gen(nextReg), codegen.Mem(at(blockLimit)))
	e.Put("JLT", e.To("groups"))
	e.Put("VZEROUPPER")
	e.Put("RET")
	return nil
}

// assignHomes gives what a loop keeps from round to round its registers, as far as there are some:
// first the lanes that are there, then the variables.
func (e *blockEmit) assignHomes() {
	if e.loop < 0 {
		return
	}
	vectors, masks := e.set.vectorPins, e.set.maskPins
	next := e.rows
	put := func(t optab.Type) codegen.Reg {
		left := &vectors
		if t == optab.Bool && e.set.maskPins > 0 {
			left = &masks
		}
		next += 64
		if *left == 0 {
			return e.InMemory(t, at(next-64), 0)
		}
		*left--
		return e.Pin(t)
	}
	for range e.groups {
		e.active = append(e.active, put(optab.Bool))
	}
	for range e.groups {
		var regs []codegen.Reg
		for _, v := range e.vars {
			regs = append(regs, put(e.Plan.Vars[v].Dtype))
		}
		e.state = append(e.state, regs)
	}
}

// assign gives a register that is kept a value.
func (e *blockEmit) assign(v, to codegen.Reg, t optab.Type) {
	if home := e.Regs[to].Home; home != (codegen.Home{}) {
		e.Put(e.transfer(t), codegen.In(v), codegen.Mem(home.Addr))
		return
	}
	e.Copy(v, to)
}

// run writes the code for the groups at nextReg.
func (e *blockEmit) run(uniforms []codegen.Reg) error {
	var masks []codegen.Reg
	for k := range e.groups {
		masks = append(masks, e.read(plan.EntryMask, 0, k, optab.Bool))
	}
	e.testAny(masks)
	e.Put("JEQ", e.To("next"))
	tops := make([][]codegen.Reg, e.groups)
	for k := range e.groups {
		for _, v := range e.vars {
			tops[k] = append(tops[k], e.read(plan.TopRow, v, k, e.Plan.Vars[v].Dtype))
		}
	}
	if e.loop >= 0 {
		for k := range e.groups {
			e.assign(masks[k], e.active[k], optab.Bool)
			for i, v := range e.vars {
				e.assign(tops[k][i], e.state[k][i], e.Plan.Vars[v].Dtype)
			}
		}
		masks, tops = e.active, e.state
		e.least()
		e.Top("round")
	}
	var params []codegen.Reg
	for k := range e.groups {
		params = append(params, masks[k])
		params = append(params, tops[k]...)
		for _, id := range e.belows {
			params = append(params, e.read(plan.BelowRow, id, k, e.Values[id].Dtype))
		}
		if len(e.arrays.of) > 0 {
			params = append(params, e.numbers(k*e.Lanes))
		}
		params = append(params, uniforms...)
	}
	results, err := e.Call(e.code, params)
	if err != nil {
		return err
	}
	each := len(e.F.Results)
	for k := range e.groups {
		e.out(k, results[k*each:(k+1)*each])
	}
	if e.loop >= 0 {
		e.again(results, each)
	}
	return nil
}

// countAll puts into BX how many lanes are in some masks.
func (e *blockEmit) countAll(masks []codegen.Reg) {
	for i, m := range masks {
		e.count(m)
		if i == 0 {
			e.Put("MOVQ", codegen.Gen(codegen.CX), codegen.Gen(codegen.BX))
		} else {
			e.Put("ADDQ", codegen.Gen(codegen.CX), codegen.Gen(codegen.BX))
		}
	}
}

// least puts into leastReg how many of the lanes that are there are too few to go on: half of
// them, if others may take their places, and else none.
func (e *blockEmit) least() {
	e.countAll(e.active)
	e.Put("MOVQ", codegen.Gen(codegen.BX), codegen.Gen(leastReg))
	e.Put("SHRQ", codegen.Imm(1), codegen.Gen(leastReg))
	e.Put("ANDQ", codegen.Mem(at(blockLeast)), codegen.Gen(leastReg))
}

// testAny makes JEQ jump if no lane is in any of the masks.
func (e *blockEmit) testAny(masks []codegen.Reg) { e.test(anyOf(e.rowMachine, masks...)) }

// out writes what is done for the lanes of group k that leave or fault.
func (e *blockEmit) out(k int, results []codegen.Reg) {
	values := results[len(e.ways)+len(e.faults):]
	for w := range e.ways {
		stores := e.ways[w].stores
		mine := values[:len(stores)]
		values = values[len(stores):]
		if w == e.loop {
			continue
		}
		label := e.Label("way")
		e.test(results[w])
		e.Skip("JEQ", label)
		e.leaveBy(w, k, results[w], mine)
		e.Join(label)
	}
	faults := results[len(e.ways) : len(e.ways)+len(e.faults)]
	if len(faults) == 0 {
		return
	}
	label := e.Label("fault")
	e.testAny(faults)
	e.Skip("JEQ", label)
	for i, m := range faults {
		e.orInto(plan.FaultMask, i, k, m)
	}
	e.Join(label)
}

// leaveBy stores what changes for lanes of group k that leave by a way.
func (e *blockEmit) leaveBy(w, k int, mask codegen.Reg, values []codegen.Reg) {
	for i, st := range e.ways[w].stores {
		switch {
		case st.staged < 0:
			t := e.Plan.Vars[st.v].Dtype
			e.store(t, values[i], mask, e.row(plan.TopRow, st.v, k, t))
		case e.staged[st.staged] == optab.Bool:
			e.orInto(plan.StagedRow, st.staged, k, e.and(mask, values[i]))
		default:
			t := e.staged[st.staged]
			e.store(t, values[i], mask, e.row(plan.StagedRow, st.staged, k, t))
		}
	}
	e.orInto(plan.WayMask, w, k, mask)
}

// orInto adds lanes of group k to a mask in memory. It writes four bytes, of which all but
// those of the group stay as they are.
func (e *blockEmit) orInto(kind plan.NativeKind, index, k int, mask codegen.Reg) {
	to := e.row(kind, index, k, optab.Bool)
	e.bitsOf(mask, codegen.CX)
	e.Put("ORL", codegen.Gen(codegen.CX), codegen.Mem(to))
}

// again writes the end of a round: the lanes that go on have new values. If there are none
// the next groups' turn comes; if the fuel is used up they leave by the loop's way.
func (e *blockEmit) again(results []codegen.Reg, each int) {
	now := func(k, i int) codegen.Reg { return results[(k+1)*each-len(e.vars)+i] }
	kept := map[codegen.Reg]bool{}
	for k := range e.groups {
		for _, r := range e.state[k] {
			kept[r] = true
		}
	}
	// What becomes of one variable may be another as it was.
	next := make([][]codegen.Reg, e.groups)
	for k := range e.groups {
		for i, v := range e.vars {
			r := now(k, i)
			if r != e.state[k][i] && kept[r] {
				copied := e.Temp(e.Plan.Vars[v].Dtype)
				e.Copy(r, copied)
				r = copied
			}
			next[k] = append(next[k], r)
		}
	}
	var masks []codegen.Reg
	for k := range e.groups {
		masks = append(masks, results[k*each+e.loop])
		e.assign(masks[k], e.active[k], optab.Bool)
		for i, v := range e.vars {
			if next[k][i] != e.state[k][i] {
				e.assign(next[k][i], e.state[k][i], e.Plan.Vars[v].Dtype)
			}
		}
	}
	e.countAll(masks)
	e.Put("TESTQ", codegen.Gen(codegen.BX), codegen.Gen(codegen.BX))
	e.Put("JEQ", e.To("next"))
	e.Put("CMPQ", codegen.Gen(codegen.BX), codegen.Gen(leastReg))
	e.Put("JLE", e.To("tired"))
	e.Put("SUBQ", codegen.Imm(1), codegen.Gen(fuelReg))
	e.Put("JGT", e.To("round"))
	e.Top("tired")
	for k := range e.groups {
		var values []codegen.Reg
		for _, st := range e.ways[e.loop].stores {
			values = append(values, e.state[k][slices.Index(e.vars, st.v)])
		}
		e.leaveBy(e.loop, k, e.active[k], values)
	}
}
