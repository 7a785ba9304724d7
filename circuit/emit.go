package circuit

import (
	"slices"
	"sync"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// names gives blocks and variables names that nothing else in the program has: the one that it
// is asked for, if that is free, or one like it.
type names interface {
	Block(like string) string
	Variable(like string) string
	// Owned reports whether a name is a variable of the function, of the given type.
	Owned(name string, t program.Dtype) bool
}

// emit returns the code of a scheduled circuit, and the variables in it that are new.
func (s *Schedule) emit(names names) (program.ControlFlowGraph, []program.VarDef) {
	e := emitters.Get().(*emitter)
	defer emitters.Put(e)
	e.s, e.c, e.names, e.fresh = s, s.c, names, nil
	e.k = newClasses(&e.classes, s)
	e.nameVariables()
	e.nameBlocks()
	e.reserve()
	e.code()
	e.link()
	return program.ControlFlowGraph{Blocks: e.kept()}, e.fresh
}

// emitters are what functions were written with, whose memory is for others.
var emitters = sync.Pool{New: func() any { return &emitter{taken: map[string]bool{}} }}

// emitter writes the blocks of a schedule.
type emitter struct {
	s       *Schedule
	c       *Circuit
	k       *classes
	classes classes // what k is
	names   names

	variable []string // of a class
	label    []string // of a block
	named    []bool   // the program had it
	taken    map[string]bool
	blocks   []*program.Block
	reached  []bool
	fresh    []program.VarDef

	// Moves that are made at once, one behind the other.
	from []program.Operand
	to   []program.Output

	// Room for what the gates become; the program keeps it.
	instrs []program.Instr
	ops    []program.PrimOp
	ins    []program.Operand
	outs   []program.Output
}

// reserve makes room for the instructions of all gates; calls have only what they are given in it.
func (e *emitter) reserve() {
	gates, ops, inputs, outputs := 0, 0, 0, 0
	for b := range e.s.Blocks {
		gates += len(e.s.Blocks[b].Gates)
		for _, g := range e.s.Blocks[b].Gates {
			m := e.c.Meta(g)
			inputs += int(m.Values)
			if m.Kind == Call {
				continue
			}
			inputs -= int(m.Param) // cells that it writes
			ops++
			if e.c.Type(g).HasValue() {
				outputs++
			}
		}
	}
	e.instrs = make([]program.Instr, gates+2*len(e.s.Blocks))
	e.ops, e.ins, e.outs = make([]program.PrimOp, ops), make([]program.Operand, inputs), make([]program.Output, outputs)
}

// cut takes the first n of a list, which nothing can be appended to.
func cut[T any](list *[]T, n int) []T {
	part := (*list)[:n:n]
	*list = (*list)[n:]
	return part
}

// nameVariables names the classes: as they must be called, as the first of their values was, or
// like it.
func (e *emitter) nameVariables() {
	k := e.k
	e.variable = zeros(e.variable, len(k.values))
	clear(e.taken)
	taken := e.taken
	for v := range k.values {
		if pin := k.pin[k.find1(int32(v))]; pin != "" {
			e.variable[k.find1(int32(v))] = pin
			taken[pin] = true
		}
	}
	for v := range k.values {
		x := k.find1(int32(v))
		if e.variable[x] != "" || k.values[v].what != aValue {
			continue
		}
		like := ""
		for _, m := range k.member[x] {
			name := k.values[m].name
			if name != "" && (like == "" || !taken[name] && taken[like]) {
				like = name
			}
		}
		name := like
		switch d := k.values[x].dtype; {
		case like == "": // and not what another function has by that name
			name = e.freshVariable("v", d)
		case taken[like] || !e.names.Owned(like, d):
			name = e.freshVariable(like, d)
		}
		taken[name] = true
		e.variable[x] = name
	}
}

func (e *emitter) nameBlocks() {
	e.label = zeros(e.label, len(e.s.Blocks))
	e.named = zeros(e.named, len(e.s.Blocks))
	clear(e.taken)
	taken := e.taken
	for i := range e.s.Blocks {
		name := e.c.NameOf(e.s.Blocks[i].Head)
		if name != "" && !taken[name] {
			e.label[i], e.named[i] = name, true
			taken[name] = true
		}
	}
}

// operand returns what reads a gate's value.
func (e *emitter) operand(g Ref) program.Operand {
	c := e.c
	m := c.Meta(g)
	switch m.Kind {
	case Constant:
		return program.Lit(c.Type(g).Dtype(), m.Param)
	case Uniform:
		return program.Ref(c.Uniforms[m.Param].Name)
	case Cell:
		return program.Ref(c.Cells[m.Param].Name)
	}
	return program.Ref(e.variableOf(g))
}

func (e *emitter) variableOf(g Ref) string { return e.variable[e.k.find1(e.k.number[g])] }

// code writes the instructions of all blocks.
func (e *emitter) code() {
	c, s := e.c, e.s
	e.blocks = zeros(e.blocks, len(s.Blocks))
	all := make([]program.Block, len(s.Blocks))
	for b := range s.Blocks {
		blk, out := &s.Blocks[b], &all[b]
		e.blocks[b] = out
		out.Instrs = cut(&e.instrs, len(blk.Gates)+2)[:0] // and moves before and behind them
		for _, g := range blk.Selectors {
			way := e.k.find1(e.k.way(g))
			if e.variable[way] == "" {
				e.variable[way] = e.freshVariable("v", e.k.values[way].dtype)
			}
			e.move(e.variableOf(g), program.Ref(e.variable[way]))
		}
		e.moveIn(b, blk.Head)
		for _, g := range blk.Gates {
			if c.Kind(g) == Call {
				out.Instrs = append(out.Instrs, e.call(g))
			} else {
				out.Instrs = append(out.Instrs, e.operation(g))
			}
		}
	}
	for b := range s.Blocks {
		e.arrivals(b)
	}
	for b := range s.Blocks {
		e.results(b)
	}
}

func (e *emitter) freshVariable(like string, d program.Dtype) string {
	name := e.names.Variable(like)
	e.fresh = append(e.fresh, program.VarDef{Name: name, Type: program.Of(program.Scalar(d))})
	return name
}

// move adds a move to those that are made at once, if it is not in place.
func (e *emitter) move(to string, from program.Operand) {
	if from.Name != to {
		e.from = append(e.from, from)
		e.to = append(e.to, program.Output{Name: to})
	}
}

// moveIn makes these moves in a block. They are where a gate is.
func (e *emitter) moveIn(b int, at Ref) {
	if len(e.to) == 0 {
		return
	}
	e.append(b, &program.PrimOp{Op: program.OpCopy, In: slices.Clone(e.from), Out: slices.Clone(e.to),
		Pos: e.c.Position(at)})
	e.from, e.to = e.from[:0], e.to[:0]
}

func (e *emitter) append(b int, in ...program.Instr) {
	e.blocks[b].Instrs = append(e.blocks[b].Instrs, in...)
}

// arrivals writes the moves to the selectors of a block at the ends of its predecessors.
func (e *emitter) arrivals(b int) {
	c, s := e.c, e.s
	blk := &s.Blocks[b]
	if len(blk.Selectors) == 0 {
		return
	}
	ways := int(c.Meta(blk.Selectors[0]).Values)
	for i := range ways {
		from := s.useAt(blk.Selectors[0], 1+i)
		var behind []program.Instr
		for _, g := range blk.Selectors {
			way := e.variable[e.k.find1(e.k.way(g))]
			v, ok := e.k.steps[step{g, i}]
			if !ok {
				e.move(way, e.operand(c.Value(g, i)))
				continue
			}
			again := &program.PrimOp{Op: c.Meta(v).Op, In: []program.Operand{e.operand(g), e.operand(c.Value(v, 1))},
				Pos: c.Position(v)}
			if e.variableOf(g) == way {
				again.Out = []program.Output{{Name: way}}
				behind = append(behind, again)
				continue
			}
			// What it reads may be what another move writes.
			between := e.freshVariable(way, c.Type(g).Dtype())
			again.Out = []program.Output{{Name: between}}
			e.append(from, again)
			e.move(way, program.Ref(between))
		}
		e.moveIn(from, s.Blocks[from].Head)
		e.append(from, behind...)
	}
}

// results writes the moves to the results at the end of a block that returns.
func (e *emitter) results(b int) {
	c, end := e.c, e.s.Blocks[b].End
	if end == None || c.Kind(end) != Return {
		return
	}
	for i, v := range c.Results {
		if len(v.Type.Shape) == 0 {
			e.move(v.Name, e.operand(c.Value(end, i)))
		}
	}
	e.moveIn(b, end)
}

func (e *emitter) operation(g Ref) program.Instr {
	c := e.c
	m := c.Meta(g)
	n := int(m.Values) - int(m.Param)
	op := &cut(&e.ops, 1)[0]
	*op = program.PrimOp{Op: m.Op, Pos: c.Position(g), In: cut(&e.ins, n), Within: m.Within}
	op.Proven = m.Op.CanFault() && !m.Faults && c.canFault(g)
	for i := range n {
		op.In[i] = e.operand(c.Value(g, i))
	}
	for i := n; i < int(m.Values); i++ {
		op.Out = append(op.Out, program.Output{Name: c.Cells[c.Meta(c.Value(g, i)).Param].Name})
	}
	if c.Type(g).HasValue() {
		op.Out = cut(&e.outs, 1)
		op.Out[0].Name = e.variableOf(g)
	}
	return op
}

func (e *emitter) call(g Ref) program.Instr {
	c := e.c
	m := c.Meta(g)
	callee := &c.Callees[m.Param]
	op := &program.FunctionCallOp{Callee: callee.Name, Pos: c.Position(g), Out: make([]string, len(callee.Results))}
	n := int(m.Values)
	for i, t := range slices.Backward(callee.Results) {
		if len(t.Shape) > 0 {
			n--
			op.Out[i] = c.Cells[c.Meta(c.Value(g, n)).Param].Name
		}
	}
	op.In = cut(&e.ins, n)
	for i := range n {
		op.In[i] = e.operand(c.Value(g, i))
	}
	for u := range c.Uses(g) {
		if m := c.Meta(u); m.Kind == Project {
			op.Out[m.Param] = e.variableOf(u)
		}
	}
	for i, name := range op.Out {
		if name == "" {
			op.Out[i] = e.freshVariable("unused", callee.Results[i].Dtype)
		}
	}
	return op
}

// labelOf returns the name of a block, which it makes where there is none.
func (e *emitter) labelOf(b int) string {
	if e.label[b] == "" {
		like := e.c.NameOf(e.s.Blocks[b].Head)
		for at := b; like == "" && at != e.s.Dom.Idom[at]; at = e.s.Dom.Idom[at] {
			like = e.label[e.s.Dom.Idom[at]]
		}
		e.label[b] = e.names.Block(like)
	}
	return e.label[b]
}

// link ends the blocks and sends jumps past those that only jump on.
func (e *emitter) link() {
	for b := range e.blocks {
		for _, to := range e.s.Blocks[b].Succs {
			e.labelOf(to)
		}
	}
	for b, blk := range e.blocks {
		blk.Name = e.labelOf(b)
	}
	for b, blk := range e.blocks {
		blk.Term = e.end(b)
	}
}

func (e *emitter) end(b int) program.Terminator {
	c := e.c
	blk := &e.s.Blocks[b]
	if blk.End == None {
		return program.GotoOp{Target: e.target(blk.Succs[0]), Pos: c.Position(blk.Head)}
	}
	pos := c.Position(blk.End)
	switch c.Kind(blk.End) {
	case Throw:
		f := c.Faults[c.Meta(blk.End).Param]
		return program.FaultOp{Code: f.Code, Msg: f.Msg, Pos: pos}
	case IfBranch:
		return program.BranchOp{Cond: e.operand(c.Value(blk.End, 0)), Then: e.target(blk.Succs[0]),
			Else: e.target(blk.Succs[1]), Pos: pos}
	case SwitchBranch:
		t := program.SwitchOp{X: e.operand(c.Value(blk.End, 0)), Default: e.target(blk.Succs[0]), Pos: pos}
		for _, to := range blk.Succs[1:] {
			t.Values = append(t.Values, c.Meta(e.s.Blocks[to].Head).Param)
			t.Labels = append(t.Labels, e.target(to))
		}
		return t
	}
	return program.GotoOp{Target: program.Exit, Pos: pos}
}

// target returns the label that a jump to a block leads to.
func (e *emitter) target(b int) string {
	if to := e.past(b); to >= 0 {
		return e.label[to]
	}
	return program.Exit
}

// past returns the block in which a jump to a block ends, past blocks that only jump on, or -1 where the function does.
func (e *emitter) past(b int) int {
	to := b
	for range e.blocks {
		end := e.s.Blocks[to].End
		switch {
		case len(e.blocks[to].Instrs) > 0 || end != None && e.c.Kind(end) != Return:
			return to
		case end != None:
			return -1
		}
		to = e.s.Blocks[to].Succs[0]
	}
	return b // an endless loop of empty blocks
}

// kept returns the blocks that can be reached, in order.
func (e *emitter) kept() []*program.Block {
	e.reached = zeros(e.reached, len(e.blocks))
	reached := e.reached
	reached[0] = true
	n := 1
	for work := append(make([]int, 0, 32), 0); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range e.s.Blocks[b].Succs {
			if to = e.past(to); to >= 0 && !reached[to] {
				reached[to] = true
				n++
				work = append(work, to)
			}
		}
	}
	kept := make([]*program.Block, 0, n)
	for b, blk := range e.blocks {
		if reached[b] {
			kept = append(kept, blk)
		}
	}
	return kept
}

// takesLiterals reports whether an operation takes literals where it takes scalars.
func takesLiterals(op program.Opcode) bool {
	switch op.Form() {
	case optab.Elementwise, optab.Copy, optab.Index, optab.Insert, optab.Const:
		return true
	}
	return false
}
