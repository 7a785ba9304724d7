package circuit

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// access is what an instruction does to the variables of the single-assignment form. Its
// reads are the operands, -1 where one is not a scalar, and then the chains; its writes are the
// results and then the same chains.
type access struct {
	ins, outs []int
	chains    []int // the effects first, if there are any; then cells
	faults    bool
}

// step is an access for the single-assignment form.
func (b *builder) step(a *access) flow.Step {
	if len(a.chains) == 0 {
		return flow.Step{Reads: a.ins, Writes: a.outs}
	}
	return flow.Step{Reads: b.joined(a.ins, a.chains), Writes: b.joined(a.outs, a.chains)}
}

// joined returns two lists as one.
func (b *builder) joined(x, y []int) []int {
	return append(append(b.room.Ints(len(x) + len(y))[:0], x...), y...)
}

// accessOf finds what an instruction does.
func (b *builder) accessOf(in program.Instr, a *access) {
	*a = access{}
	var ops []program.Operand
	switch in := in.(type) {
	case *program.PrimOp:
		ops, a.faults = in.In, edit.CanFault(b.p, in)
	case *program.FunctionCallOp:
		ops, a.faults = in.In, true
	}
	b.names = program.Writes(in, b.names[:0])
	both := b.room.Ints(len(ops) + len(b.names))
	a.ins, a.outs = both[:0:len(ops)], both[len(ops):len(ops)]
	onto := func(chain int) {
		if a.chains == nil {
			a.chains = b.room.Ints(2)[:0]
		}
		a.chains = append(a.chains, chain)
	}
	if a.faults {
		onto(b.effects)
	}
	cell := func(v int) {
		if b.isCell(v) && !slices.Contains(a.chains, v) {
			onto(v)
		}
	}
	for _, o := range ops {
		v := b.find(o.Name)
		cell(v)
		a.ins = append(a.ins, b.scalar(v))
	}
	for _, name := range b.names {
		v := b.find(name)
		cell(v)
		a.outs = append(a.outs, b.scalar(v))
	}
}

// end is what the end of a region reads.
func (b *builder) end(r *region) (s flow.Step, ok bool) {
	if r.block == nil {
		return s, false
	}
	switch t := r.block.Term.(type) {
	case program.BranchOp, program.SwitchOp:
		o, _ := program.TermOperand(t)
		s.Reads = append(b.room.Ints(1)[:0], b.find(o.Name))
	case program.FaultOp:
		s.Reads = append(b.room.Ints(1)[:0], b.effects)
	case program.GotoOp:
		if t.Target != program.Exit {
			return s, false
		}
		s.Reads = b.room.Ints(1 + 2*len(b.c.Results))[:0]
		for _, v := range b.c.Results {
			s.Reads = append(s.Reads, b.scalar(b.find(v.Name)))
		}
		s.Reads = append(s.Reads, b.effects)
		for _, v := range b.c.Results {
			if v := b.find(v.Name); b.isCell(v) {
				s.Reads = append(s.Reads, v)
			}
		}
	}
	return s, true
}

// steps lists the accesses of each region. A chain goes through a relay in every state that a
// branch leads to, if anything on the chain can follow: whatever the ways are, what is behind
// one of them stays there, also where the ways meet again. A chain that nothing is on needs none.
func (b *builder) steps() {
	n := len(b.all)
	b.code = zeros(b.code, n)
	instrs := 0
	for i := range b.all {
		if blk := b.all[i].block; blk != nil {
			instrs += len(blk.Instrs)
		}
	}
	b.accesses, b.allSteps = slices.Grow(b.accesses[:0], instrs), slices.Grow(b.allSteps[:0], instrs+n)
	accesses, code := b.accesses[:instrs], b.allSteps[:instrs+n]
	uses := b.room.Lists(n)
	used, onChain := b.room.Set(b.effects+1), b.room.Set(b.effects+1)
	for i := range b.all {
		if b.all[i].block == nil {
			continue
		}
		used.Clear()
		k := len(b.all[i].block.Instrs)
		b.code[i], code = code[:0:k+1], code[k+1:]
		b.all[i].accesses, accesses = accesses[:k:k], accesses[k:]
		mark := func(vars []int) {
			for _, v := range vars {
				if v >= len(b.scalars) {
					used.Add(v)
				}
			}
		}
		for k, in := range b.all[i].block.Instrs {
			a := &b.all[i].accesses[k]
			b.accessOf(in, a)
			b.code[i] = append(b.code[i], b.step(a))
			mark(a.chains)
			for _, v := range a.chains {
				onChain.Add(v)
			}
		}
		if s, ok := b.end(&b.all[i]); ok {
			b.code[i] = append(b.code[i], s)
			mark(s.Reads)
		}
		uses[i] = slices.AppendSeq(b.room.Ints(used.Len())[:0], used.All())
	}
	live := flow.NewLive(b.graph, b.effects+1, uses, b.room.Lists(n))
	b.relays = b.relays[:0]
	for i := range b.all {
		if !relayStates.has(b.all[i].kind) || b.all[i].kind == OrdinaryBlock {
			continue
		}
		live.In[i].RetainAll(onChain)
		n := live.In[i].Len()
		b.relays = slices.Grow(b.relays, n+len(b.code[i])) // those of regions before stay where they are
		first, chains := len(b.relays), b.room.Ints(n)[:0]
		for v := range live.In[i].All() {
			chains = append(chains, v)
			chain := chains[len(chains)-1 : len(chains) : len(chains)]
			b.relays = append(b.relays, flow.Step{Reads: chain, Writes: chain})
		}
		b.all[i].relays = chains
		b.relays = append(b.relays, b.code[i]...)
		b.code[i] = slices.Clip(b.relays[first:])
	}
}

// gates makes the gates region by region, in reverse postorder; what comes round a loop is
// wired at the end.
func (b *builder) gates() {
	c := b.c
	b.value = slices.Grow(b.value[:0], b.versions.Len)[:b.versions.Len]
	for v := range b.value {
		b.value[v] = None
	}
	for i, v := range c.Params {
		if at := b.find(v.Name); !b.isCell(at) {
			b.value[at] = c.arg(i)
			c.setName(b.value[at], v.Name)
		}
	}
	for v := len(b.scalars); v <= b.effects; v++ {
		b.value[v] = Root(DependEntry)
	}
	order := b.graph.Postorder(0)
	slices.Reverse(order)
	for _, i := range order {
		b.enter(i)
		b.run(i)
	}
	for _, i := range order {
		b.wire(i)
	}
}

// chain returns the chain that a variable is; of a scalar it means nothing.
func (b *builder) chain(v int) Chain {
	if v == b.effects {
		return Effects
	}
	return ChainOf(v - len(b.scalars))
}

// leave returns the state from which a region goes on to another.
func (b *builder) leave(from int) Ref {
	if r := &b.all[from]; r.branch != None {
		return r.branch
	}
	return b.all[from].state
}

// enter makes the state of a region and its selectors. What comes from regions that are not
// made yet is left open.
func (b *builder) enter(i int) {
	c, r := b.c, &b.all[i]
	preds := b.graph.Preds[i]
	switch r.kind {
	case StateEntry:
		r.state = Root(StateEntry)
	case LoopBegin:
		r.state = c.state(LoopBegin, 0, None, None)
	case Merge:
		r.state = c.state(Merge, 0, slices.Repeat([]Ref{None}, len(preds))...)
	default:
		r.state = c.state(r.kind, r.param, b.leave(preds[0]))
	}
	if r.block != nil {
		c.setName(r.state, r.block.Name)
		c.setPosition(r.state, positionOf(r.block))
	}
	c.setHome(r.state, r.state, r.order)
	for _, m := range b.versions.Merges[i] {
		t := Empty
		if m.Var < len(b.scalars) {
			t = ValueOf(b.scalars[m.Var].Type.Leaf().Dtype)
		}
		g := c.selector(t, b.chain(m.Var), r.state, len(preds))
		b.value[m.Version] = g
		b.note(g, r, program.Pos{})
		if m.Var < len(b.scalars) {
			c.setName(g, b.scalars[m.Var].Name)
		}
	}
}

// positionOf returns where a block ends, or its last instruction with a position.
func positionOf(b *program.Block) program.Pos {
	pos := b.Term.Position()
	for i := len(b.Instrs) - 1; i >= 0 && !pos.IsValid(); i-- {
		pos = b.Instrs[i].Position()
	}
	return pos
}

// wire closes what enter has left open.
func (b *builder) wire(i int) {
	c, r := b.c, &b.all[i]
	preds := b.graph.Preds[i]
	at := make([]int, len(preds)) // the input of each predecessor
	for k := range preds {
		at[k] = k
	}
	switch r.kind {
	case LoopBegin:
		for k, p := range preds {
			state := b.leave(p)
			if at[k] = 0; b.dom.Dominates(i, p) {
				at[k], state = 1, c.state(LoopBack, 0, state)
				c.setHome(state, state, int(c.notes[c.State(state, 0)].seq))
			}
			c.setInput(r.state, at[k], state)
		}
	case Merge:
		for k, p := range preds {
			c.setInput(r.state, k, b.leave(p))
		}
	}
	for _, m := range b.versions.Merges[i] {
		for k, arg := range m.Args {
			c.setInput(b.value[m.Version], 1+at[k], b.value[arg])
		}
	}
}

// note notes where a gate is.
func (b *builder) note(g Ref, r *region, pos program.Pos) {
	b.seq++
	b.c.setHome(g, r.state, b.seq)
	if pos.IsValid() {
		b.c.setPosition(g, pos)
	}
}

// operand returns the gate of an operand: of a literal, of a uniform, or the version of a
// scalar. A literal's type is d where it has none.
func (b *builder) operand(o program.Operand, d program.Dtype, version int) Ref {
	switch {
	case o.IsLiteral():
		if d == program.Invalid {
			d = o.Dtype
		}
		return b.c.Constant(d, o.Bits)
	case version >= 0:
		return b.value[version]
	}
	if v := b.find(o.Name); b.isCell(v) {
		return b.c.cell(v - len(b.scalars))
	}
	at := slices.IndexFunc(b.c.Uniforms, func(u Variable) bool { return u.Name == o.Name })
	if at < 0 {
		at = len(b.c.Uniforms)
		b.c.Uniforms = append(b.c.Uniforms, Variable{o.Name, b.p.Uniform(o.Name).Type})
		b.c.uniformFacts = append(b.c.uniformFacts, b.uniforms.fact(o.Name))
	}
	return b.c.uniform(at)
}

// operands returns the gates of operands, until it is called again.
func (b *builder) operands(in []program.Operand, types []program.Dtype, reads []int) []Ref {
	refs := b.values[:0]
	for k, o := range in {
		d := program.Invalid
		if len(types) > 0 {
			d = types[min(k, len(types)-1)]
		}
		refs = append(refs, b.operand(o, d, reads[k]))
	}
	b.values = refs
	return refs
}

// run makes the gates of a region's code and of its end.
func (b *builder) run(i int) {
	r := &b.all[i]
	reads, writes := b.versions.Reads[i], b.versions.Writes[i]
	for k := range r.relays {
		m := Meta{Kind: DependRelay, States: 1, Depends: 1, Param: uint64(b.chain(r.relays[k]))}
		b.inputs = append(b.inputs[:0], r.state, b.value[reads[k][0]])
		g := b.c.add(m, Empty, b.inputs)
		b.note(g, r, program.Pos{})
		b.value[writes[k][0]] = g
	}
	if r.block == nil {
		return
	}
	at := len(r.relays)
	for k, in := range r.block.Instrs {
		switch a := &r.accesses[k]; in := in.(type) {
		case *program.PrimOp:
			b.prim(r, in, a, reads[at], writes[at])
		case *program.FunctionCallOp:
			b.call(r, in, a, reads[at], writes[at])
		}
		at++
	}
	var read []int
	if at < len(reads) {
		read = reads[at]
	}
	b.terminate(r, read)
}

// chained returns the sources of an access's dependency wires, until it is called again.
func (b *builder) chained(a *access, reads []int) []Ref {
	depends := b.depends[:0]
	for _, version := range reads[len(a.ins):] {
		depends = append(depends, b.value[version])
	}
	b.depends = depends
	return depends
}

func (b *builder) prim(r *region, in *program.PrimOp, a *access, reads, writes []int) {
	c := b.c
	info := in.Op.Info()
	if in.Op == program.OpCopy || info.Row.Form == optab.Const {
		b.move(r, in, a, reads, writes)
		return
	}
	inputs := b.operands(in.In, info.In, reads)
	if !takesLiterals(in.Op) {
		for k, g := range inputs {
			if c.Kind(g) == Constant {
				inputs[k] = c.Pure(program.OpcodeFor("const", c.Type(g).Dtype()), g)
				b.note(inputs[k], r, in.Pos)
			}
		}
	}
	depends := b.chained(a, reads)
	cells := 0
	t := ValueOf(info.Out)
	if v := b.find(in.Out[0].Name); b.isCell(v) {
		inputs = append(inputs, c.cell(v-len(b.scalars)))
		cells, t = 1, Empty
	}
	if a.faults || len(depends) > 0 {
		m := Meta{Kind: Operation, Op: in.Op, Faults: a.faults, Depends: int32(len(depends)),
			Values: int32(len(inputs)), Param: uint64(cells)}
		b.inputs = append(append(b.inputs[:0], depends...), inputs...)
		g := c.add(m, t, b.inputs)
		if a.faults && in.Proven {
			b.proven = append(b.proven, g)
		}
		b.result(r, g, in, a, writes)
		return
	}
	n := c.Size()
	g := c.Pure(in.Op, inputs...)
	if int(g) >= n {
		b.result(r, g, in, a, writes)
		return
	}
	b.seq++
	b.value[writes[0]] = g
}

// result notes a gate and makes it the version that its results are.
func (b *builder) result(r *region, g Ref, in *program.PrimOp, a *access, writes []int) {
	b.note(g, r, in.Pos)
	if writes[0] >= 0 {
		b.c.setName(g, in.Out[0].Name)
		b.value[writes[0]] = g
	}
	for _, version := range writes[len(a.outs):] {
		b.value[version] = g
	}
}

// move makes scalars other names for what is moved to them, and a gate of the moves to cells.
func (b *builder) move(r *region, in *program.PrimOp, a *access, reads, writes []int) {
	c := b.c
	from := make([]Ref, len(in.In))
	for k, o := range in.In {
		from[k] = b.operand(o, b.typeOf(in.Out[k].Name), reads[k])
	}
	var inputs, cells []Ref
	for k, o := range in.Out {
		if v := b.find(o.Name); b.isCell(v) {
			inputs = append(inputs, from[k])
			cells = append(cells, c.cell(v-len(b.scalars)))
		}
	}
	depends := b.chained(a, reads)
	for k, version := range writes[:len(a.outs)] {
		if version >= 0 {
			b.value[version] = from[k]
		}
	}
	if len(cells) == 0 {
		b.seq++
		return
	}
	m := Meta{Kind: Operation, Op: in.Op, Depends: int32(len(depends)), Values: int32(len(inputs) + len(cells)),
		Param: uint64(len(cells))}
	g := c.add(m, Empty, append(depends, append(inputs, cells...)...))
	b.note(g, r, in.Pos)
	for _, version := range writes[len(a.outs):] {
		b.value[version] = g
	}
}

func (b *builder) call(r *region, in *program.FunctionCallOp, a *access, reads, writes []int) {
	c := b.c
	callee := b.callee(in.Callee)
	inputs := b.operands(in.In, c.Callees[callee].params, reads)
	depends := b.chained(a, reads)
	for _, name := range in.Out {
		if v := b.find(name); b.isCell(v) {
			inputs = append(inputs, c.cell(v-len(b.scalars)))
		}
	}
	m := Meta{Kind: Call, Depends: int32(len(depends)), Values: int32(len(inputs)), Param: uint64(callee)}
	b.inputs = append(append(b.inputs[:0], depends...), inputs...)
	g := c.add(m, Empty, b.inputs)
	b.note(g, r, in.Pos)
	for k, version := range writes[:len(a.outs)] {
		if version < 0 {
			continue
		}
		t := ValueOf(b.typeOf(in.Out[k]))
		out := c.add(Meta{Kind: Project, Depends: 1, Param: uint64(k)}, t, []Ref{g})
		b.note(out, r, in.Pos)
		c.setName(out, in.Out[k])
		b.value[version] = out
	}
	for _, version := range writes[len(a.outs):] {
		b.value[version] = g
	}
}

func (b *builder) callee(name string) int {
	at := slices.IndexFunc(b.c.Callees, func(c Callee) bool { return c.Name == name })
	if at >= 0 {
		return at
	}
	b.c.Callees = append(b.c.Callees, b.signatures[numberOf(b.p, name)].call)
	return len(b.c.Callees) - 1
}

// terminate makes the state that a region ends with, if it has one.
func (b *builder) terminate(r *region, reads []int) {
	c := b.c
	switch t := r.block.Term.(type) {
	case program.BranchOp:
		r.branch = c.add(Meta{Kind: IfBranch, States: 1, Values: 1}, Empty,
			[]Ref{r.state, b.operand(t.Cond, program.Bool, reads[0])})
	case program.SwitchOp:
		r.branch = c.add(Meta{Kind: SwitchBranch, States: 1, Values: 1}, Empty,
			[]Ref{r.state, b.operand(t.X, program.I64, reads[0])})
	case program.FaultOp:
		at := slices.Index(c.Faults, Fault{t.Code, t.Msg})
		if at < 0 {
			at = len(c.Faults)
			c.Faults = append(c.Faults, Fault{t.Code, t.Msg})
		}
		inputs := []Ref{r.state, Root(ThrowList), b.value[reads[0]]}
		b.note(c.add(Meta{Kind: Throw, States: 2, Depends: 1, Param: uint64(at)}, Empty, inputs), r, t.Pos)
		return
	case program.GotoOp:
		if t.Target == program.Exit {
			b.ret(r, t.Pos, reads)
		}
		return
	}
	b.note(r.branch, r, r.block.Term.Position())
}

// ret makes a return: its values are the results in order, cells included.
func (b *builder) ret(r *region, pos program.Pos, reads []int) {
	n := len(b.c.Results)
	inputs := append(b.inputs[:0], r.state, Root(ReturnList))
	for _, version := range reads[n:] {
		inputs = append(inputs, b.value[version])
	}
	depends := int32(len(reads) - n)
	for k, v := range b.c.Results {
		inputs = append(inputs, b.operand(program.Ref(v.Name), program.Invalid, reads[k]))
	}
	b.inputs = inputs
	b.note(b.c.add(Meta{Kind: Return, States: 2, Depends: depends, Values: int32(n)}, Empty, inputs), r, pos)
}
