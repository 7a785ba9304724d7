package circuit

import (
	"slices"

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
	e := &emitter{s: s, c: s.c, k: newClasses(s), names: names}
	e.nameVariables()
	e.nameBlocks()
	e.code()
	e.skip()
	return program.ControlFlowGraph{Blocks: e.kept()}, e.fresh
}

// emitter writes the blocks of a schedule.
type emitter struct {
	s     *Schedule
	c     *Circuit
	k     *classes
	names names

	variable []string // of a class
	label    []string // of a block
	named    []bool   // the program had it
	blocks   []*program.Block
	ends     [][]program.Instr // moves at the end of a block
	fresh    []program.VarDef
}

// nameVariables names the classes: as they must be called, as the first of their values was, or
// like it.
func (e *emitter) nameVariables() {
	k := e.k
	e.variable = make([]string, len(k.values))
	taken := map[string]bool{}
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
	e.label = make([]string, len(e.s.Blocks))
	e.named = make([]bool, len(e.s.Blocks))
	taken := map[string]bool{}
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

// code writes the instructions and the ends of all blocks.
func (e *emitter) code() {
	c, s := e.c, e.s
	e.blocks = make([]*program.Block, len(s.Blocks))
	e.ends = make([][]program.Instr, len(s.Blocks))
	all := make([]program.Block, len(s.Blocks))
	for b := range s.Blocks {
		e.blocks[b] = &all[b]
	}
	for b := range s.Blocks {
		blk, out := &s.Blocks[b], e.blocks[b]
		out.Instrs = make([]program.Instr, 0, len(blk.Gates)+2) // and moves before and behind them
		var starts *program.PrimOp
		if len(blk.Selectors) > 0 {
			starts = &program.PrimOp{Op: program.OpCopy, Pos: c.Position(blk.Head)}
		}
		for _, g := range blk.Selectors {
			way := e.k.find1(e.k.way(g))
			if e.variable[way] == "" {
				e.variable[way] = e.freshVariable("v", e.k.values[way].dtype)
			}
			e.move(starts, e.variableOf(g), program.Ref(e.variable[way]))
		}
		if starts != nil && len(starts.Out) > 0 {
			out.Instrs = append(out.Instrs, starts)
		}
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
		e.end(b)
	}
}

func (e *emitter) freshVariable(like string, d program.Dtype) string {
	name := e.names.Variable(like)
	e.fresh = append(e.fresh, program.VarDef{Name: name, Type: program.Of(program.Scalar(d))})
	return name
}

// move adds a move to a parallel copy, if it is not in place.
func (e *emitter) move(op *program.PrimOp, to string, from program.Operand) {
	if from.Name != to {
		op.In = append(op.In, from)
		op.Out = append(op.Out, program.Output{Name: to})
	}
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
		pos := c.Position(s.Blocks[from].Head)
		op := &program.PrimOp{Op: program.OpCopy, Pos: pos}
		var before, behind []program.Instr
		for _, g := range blk.Selectors {
			way := e.variable[e.k.find1(e.k.way(g))]
			v, ok := e.k.steps[step{g, i}]
			if !ok {
				e.move(op, way, e.operand(c.Value(g, i)))
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
			before = append(before, again)
			e.move(op, way, program.Ref(between))
		}
		e.ends[from] = append(e.ends[from], before...)
		if len(op.Out) > 0 {
			e.ends[from] = append(e.ends[from], op)
		}
		e.ends[from] = append(e.ends[from], behind...)
	}
}

func (e *emitter) operation(g Ref) program.Instr {
	c := e.c
	m := c.Meta(g)
	n := int(m.Values) - int(m.Param)
	op := &program.PrimOp{Op: m.Op, Pos: c.Position(g), In: make([]program.Operand, n), Within: m.Within}
	op.Proven = m.Op.CanFault() && !m.Faults && c.canFault(g)
	for i := range n {
		op.In[i] = e.operand(c.Value(g, i))
	}
	for i := n; i < int(m.Values); i++ {
		op.Out = append(op.Out, program.Output{Name: c.Cells[c.Meta(c.Value(g, i)).Param].Name})
	}
	if c.Type(g).HasValue() {
		op.Out = []program.Output{{Name: e.variableOf(g)}}
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
	for i := range n {
		op.In = append(op.In, e.operand(c.Value(g, i)))
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

func (e *emitter) end(b int) {
	c := e.c
	blk := &e.s.Blocks[b]
	out := e.blocks[b]
	if blk.End == None {
		out.Term = program.GotoOp{Target: e.labelOf(blk.Succs[0]), Pos: c.Position(blk.Head)}
		return
	}
	pos := c.Position(blk.End)
	switch c.Kind(blk.End) {
	case Throw:
		f := c.Faults[c.Meta(blk.End).Param]
		out.Term = program.FaultOp{Code: f.Code, Msg: f.Msg, Pos: pos}
	case Return:
		op := &program.PrimOp{Op: program.OpCopy, Pos: pos}
		for i, v := range c.Results {
			if len(v.Type.Shape) == 0 {
				e.move(op, v.Name, e.operand(c.Value(blk.End, i)))
			}
		}
		if len(op.Out) > 0 {
			e.ends[b] = append(e.ends[b], op)
		}
		out.Term = program.GotoOp{Target: program.Exit, Pos: pos}
	case IfBranch:
		out.Term = program.BranchOp{Cond: e.operand(c.Value(blk.End, 0)), Then: e.labelOf(blk.Succs[0]),
			Else: e.labelOf(blk.Succs[1]), Pos: pos}
	case SwitchBranch:
		t := program.SwitchOp{X: e.operand(c.Value(blk.End, 0)), Default: e.labelOf(blk.Succs[0]), Pos: pos}
		for _, to := range blk.Succs[1:] {
			t.Values = append(t.Values, c.Meta(e.s.Blocks[to].Head).Param)
			t.Labels = append(t.Labels, e.labelOf(to))
		}
		out.Term = t
	}
}

// skip sends jumps past blocks that only jump on.
func (e *emitter) skip() {
	index := make(map[string]int, len(e.blocks))
	for b, blk := range e.blocks {
		blk.Name = e.labelOf(b)
		blk.Instrs = append(blk.Instrs, e.ends[b]...)
		index[blk.Name] = b
	}
	end := func(label string) string {
		to := label
		for range len(e.blocks) {
			b, ok := index[to]
			if !ok || len(e.blocks[b].Instrs) > 0 {
				return to
			}
			t, ok := e.blocks[b].Term.(program.GotoOp)
			if !ok {
				return to
			}
			to = t.Target
		}
		return label // an endless loop of empty blocks
	}
	for _, blk := range e.blocks {
		blk.Term = blk.Term.WithTargets(end)
	}
}

// kept returns the blocks that can be reached, in order.
func (e *emitter) kept() []*program.Block {
	shape := program.NewShape(&program.ControlFlowGraph{Blocks: e.blocks})
	ranks := shape.Ranks()
	var kept []*program.Block
	for b, blk := range e.blocks {
		if ranks[b] >= 0 {
			kept = append(kept, blk)
		}
	}
	return slices.Clip(kept)
}

// takesLiterals reports whether an operation takes literals where it takes scalars.
func takesLiterals(op program.Opcode) bool {
	switch op.Form() {
	case optab.Elementwise, optab.Copy, optab.Index, optab.Insert, optab.Const:
		return true
	}
	return false
}
