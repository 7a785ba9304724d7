package lower

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The limits of levels.
const (
	levelsMost = 9    // levels of one recursion
	levelsCost = 1200 // of all levels, in additions
)

// levels makes each level of a recursion a function of its own if all lanes go down the same
// number of levels: it begins at a literal, each level calls the next from one place with a
// literal again, and there is a last one. Each function then has one caller, so that the
// recursion becomes a nest of loops, in which nothing is saved, and what the level is an index
// of is a literal.
func levels(p *program.Program) (*program.Program, error) {
	vars, blocks, functions := varNamer(p), blockNamer(p), functionNamer(p)
	g := newCallGraph(p)
	inner := map[int][]*site{}
	for _, s := range g.sites {
		if g.internal(s) {
			inner[s.callee] = append(inner[s.callee], s)
		}
	}
	for _, s := range g.sites {
		if g.internal(s) || len(g.groups[g.group[s.callee]]) != 1 || len(inner[s.callee]) != 1 || inner[s.callee][0].tail {
			continue
		}
		l := &leveller{p: p, vars: vars, blocks: blocks, functions: functions, of: g.bodies[s.callee]}
		l.from(s.call)
	}
	dropUnreached(p)
	return p, nil
}

// functionNamer gives names that no function has.
func functionNamer(p *program.Program) *namer {
	n := newNamer(len(p.Functions))
	n.fresh(program.MainName)
	for _, f := range p.Functions {
		n.fresh(f.Name)
	}
	return n
}

// leveller makes the levels of a recursion.
type leveller struct {
	p                       *program.Program
	vars, blocks, functions *namer
	of                      *body
}

// from makes the levels that a call begins, and lets it call the first, if the last is near.
func (l *leveller) from(call *program.FunctionCallOp) {
	fixed := map[int]bool{} // the parameters that are literals in each level
	for i, name := range l.of.in {
		t, ok := l.p.TensorTypeOf(name)
		if ok && len(t.Shape) == 0 && t.Dtype.IsInt() && call.In[i].IsLiteral() {
			fixed[i] = true
		}
	}
	var graphs []*program.ControlFlowGraph
	cost, in := 0, call.In
	for len(graphs) <= levelsMost && len(fixed) > 0 {
		level := l.level(in, fixed)
		graphs = append(graphs, level.graph)
		next := l.next(level)
		if cost += costOf(level); cost > levelsCost || len(next) > 1 {
			return
		}
		if len(next) == 0 {
			l.add(call, graphs)
			return
		}
		same := true
		for i := range fixed {
			if !next[0].In[i].IsLiteral() { // it has to do without
				delete(fixed, i)
				graphs, cost, next[0] = nil, 0, call
			}
		}
		for i := range fixed {
			same = same && next[0].In[i] == in[i]
		}
		if same && len(graphs) > 0 {
			return
		}
		in = next[0].In
	}
}

// level is the function with literals in the place of parameters.
func (l *leveller) level(in []program.Operand, fixed map[int]bool) *body {
	graph := l.of.graph.Clone()
	b := &body{name: l.of.name, fn: l.of.fn, graph: &graph, in: l.of.in, out: l.of.out}
	start := map[string]uint64{}
	for i := range fixed {
		start[b.in[i]] = in[i].Bits
	}
	newConstantsFrom(l.p, program.NewShape(b.graph), start).replace()
	for _, blk := range b.graph.Blocks {
		l.endAtFault(blk)
	}
	tidyBlocks(b)
	return b
}

// endAtFault ends a block at an index that is a literal and out of range.
func (l *leveller) endAtFault(blk *program.Block) {
	for i, in := range blk.Instrs {
		op, ok := in.(*program.PrimOp)
		if !ok {
			continue
		}
		first := 0
		switch op.Op.Form() {
		case optab.Index:
			first = 1
		case optab.Insert:
			first = 2
		default:
			continue
		}
		t, _ := l.p.TensorTypeOf(op.In[0].Name)
		for axis, o := range op.In[first:] {
			if o.IsLiteral() && axis < len(t.Shape) && t.Shape[axis] > 0 && o.Bits >= uint64(t.Shape[axis]) {
				blk.Instrs = blk.Instrs[:i]
				blk.Term = program.FaultOp{Code: optab.IndexOutOfRange, Pos: op.Pos}
				return
			}
		}
	}
}

// next returns the calls by which a level calls the next one.
func (l *leveller) next(b *body) (calls []*program.FunctionCallOp) {
	b.calls(func(_ *program.Block, _ int, call *program.FunctionCallOp) {
		if call.Callee == b.name {
			calls = append(calls, call)
		}
	})
	return calls
}

// add makes functions of levels, the first of which a call is to call.
func (l *leveller) add(call *program.FunctionCallOp, graphs []*program.ControlFlowGraph) {
	for _, graph := range graphs {
		b := &body{name: l.of.name, fn: l.of.fn, graph: graph, in: l.of.in, out: l.of.out}
		next := l.next(b)
		rename := map[string]string{}
		var names []string
		for name := range mentioned(b) {
			if l.p.VarDefs.Has(name) {
				names = append(names, name)
			}
		}
		l.p.VarDefs.Sort(names)
		for _, old := range names {
			d := l.p.VarDefs.Def(old)
			rename[old] = l.vars.fresh(old)
			l.p.VarDefs.Add(rename[old], d.Type)
			l.p.VarDefs.SetGo(rename[old], d.Go)
		}
		labels := map[string]string{program.Exit: program.Exit}
		for _, blk := range graph.Blocks {
			labels[blk.Name] = l.blocks.fresh(blk.Name)
		}
		for _, blk := range graph.Blocks {
			renameInstrs(blk.Instrs, rename)
			blk.Term = renameTerm(blk.Term.WithTargets(func(label string) string { return labels[label] }), rename)
			blk.Name = labels[blk.Name]
		}
		name := func(n string) string { return renamedName(n, rename) }
		f := &program.Function{
			Name: l.functions.fresh(b.name), Graph: *graph, Pos: b.fn.Pos,
			VarsIn: program.MapPattern(b.fn.VarsIn, name), VarsOut: program.MapPattern(b.fn.VarsOut, name),
		}
		l.p.Functions = append(l.p.Functions, f)
		call.Callee = f.Name
		if len(next) > 0 {
			call = next[0]
		}
	}
}
