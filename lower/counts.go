package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A recursion often counts: each call of itself passes on a parameter plus or minus a number, a depth or
// what is left to do. Such a parameter needs no stack. It is one variable for all activations of a lane: a call
// adds to it, and behind the call the same is taken off again, which is exact in integers. Every activation
// then leaves it as it was.

// count is what a call adds to a parameter that its function only counts.
type count struct {
	param string
	op    program.Opcode // add or sub
	by    program.Operand
	type_ program.Dtype
}

// countOf returns how an argument of a call is the parameter it is for plus or minus a number.
func countOf(s *edit.Site, i int, param string) (c count, ok bool) {
	arg := s.Call.In[i]
	if arg.IsLiteral() {
		return c, false
	}
	for j := s.Instr - 1; j >= 0; j-- {
		in := s.Block.Instrs[j]
		if !slices.Contains(program.Writes(in, nil), arg.Name) {
			continue
		}
		op, ok := in.(*program.PrimOp)
		if !ok {
			return c, false
		}
		return counting(op, param)
	}
	return c, false
}

// counting returns how an operation's result is a variable plus or minus a number.
func counting(op *program.PrimOp, param string) (c count, ok bool) {
	if op.Op == program.OpCopy || len(op.In) != 2 || len(op.Out) != 1 {
		return c, false
	}
	info := op.Op.Info()
	x, by := op.In[0], op.In[1]
	switch name := info.Row.Name; {
	case info.Row.Form != optab.Elementwise || !info.Type.IsInt() || name != "add" && name != "sub":
		return c, false
	case name == "add" && x.IsLiteral():
		x, by = by, x
	}
	return count{param, op.Op, by, info.Type}, x == program.Ref(param) && by.IsLiteral()
}

// apply returns what counts before the call, and undo what takes that off again.
func (c count) apply(pos program.Pos) program.Instr { return c.instr(c.op, pos) }

func (c count) undo(pos program.Pos) program.Instr {
	opposite := "sub"
	if c.op.Info().Row.Name == "sub" {
		opposite = "add"
	}
	return c.instr(program.OpcodeFor(opposite, c.type_), pos)
}

func (c count) instr(op program.Opcode, pos program.Pos) program.Instr {
	return &program.PrimOp{
		Op: op, In: []program.Operand{program.Ref(c.param), c.by}, Out: []program.Output{{Name: c.param}}, Pos: pos,
	}
}

// dropIdleCounts removes the counted parameters that no activation asks for behind a call: they need no
// stack as it is, and nothing has to be taken off.
func (w *writeSets) dropIdleCounts() {
	for i, b := range w.g.Bodies {
		counted := flow.NewSet(w.vars.Len())
		for _, s := range w.g.Sites {
			if s.Callee == i {
				for _, c := range w.counts[s.Call] {
					counted.Add(w.vars.Index(c.param))
				}
			}
		}
		if counted.RetainAll(w.static[i]); counted.IsEmpty() {
			continue
		}
		counted.RemoveAll(liveAcross(b, w.vars))
		w.static[i].RemoveAll(counted)
	}
}

// liveAcross returns the variables of a body that are read behind some of its calls of itself.
func liveAcross(b *edit.Body, vars *edit.Numbering) flow.Set {
	across, live := flow.NewSet(vars.Len()), flow.NewSet(vars.Len())
	l := edit.NewLiveness(b, vars)
	for i := range l.Shape.Blocks {
		l.Walk(i, live, func(_ int, in program.Instr) {
			if call, ok := in.(*program.FunctionCallOp); ok && call.Callee == b.Name {
				here := live.Clone()
				vars.Writes(call, here.Remove)
				across.AddAll(here)
			}
		})
	}
	return across
}

// countsOf returns what a call adds to the parameters that are counted.
func (w *writeSets) countsOf(s *edit.Site) (list []count) {
	for _, c := range w.counts[s.Call] {
		if w.static[s.Callee].Has(w.vars.Index(c.param)) {
			list = append(list, c)
		}
	}
	return list
}

// counter makes calls of a recursion count where they stand, so that nothing but the parameter is needed
// behind another call.
type counter struct {
	p     *program.Program
	g     *edit.CallGraph
	vars  *edit.Numbering
	names *edit.Namer
}

func newCounter(p *program.Program, g *edit.CallGraph) *counter {
	return &counter{p: p, g: g, vars: edit.Number(p), names: edit.NewVarNamer(p)}
}

// body does so with the parameters of one function that it counts, if their values are asked for behind calls.
func (k *counter) body(i int) {
	b := k.g.Bodies[i]
	var sites []*edit.Site
	for _, s := range k.g.Sites {
		if s.Callee != i || !k.g.Internal(s) {
			continue
		}
		if s.Caller != i || s.Tail {
			return
		}
		sites = append(sites, s)
	}
	if len(sites) == 0 {
		return
	}
	of := definitionsOf(b, k.vars)
	across := liveAcross(b, k.vars)
	type place struct {
		s  *edit.Site
		in int
		c  count
	}
	var places []place
	for n, param := range b.In {
		var here []place
		wanted := of.written[k.vars.Index(param)] == 1 && !slices.Contains(b.Out, param)
		asked := across.Has(k.vars.Index(param))
		for _, s := range sites {
			arg := s.Call.In[n]
			if arg == program.Ref(param) {
				continue
			}
			c, v, ok := k.countIn(of, arg, param)
			if wanted = wanted && ok; !wanted {
				break
			}
			asked = asked || across.Has(v)
			here = append(here, place{s, n, c})
		}
		if wanted && asked {
			places = append(places, here...)
		}
	}
	// From the last call of a block to the first, so that the places of those before stay right.
	slices.Reverse(places)
	slices.SortStableFunc(places, func(a, b place) int { return b.s.Instr - a.s.Instr })
	for _, at := range places {
		t := k.names.Fresh(at.c.param + ".counted")
		k.p.VarDefs.Add(t, k.p.VarDefs.Def(at.c.param).Type)
		step := at.c.instr(at.c.op, at.s.Call.Pos).(*program.PrimOp)
		step.Out[0].Name = t
		at.s.Call.In[at.in] = program.Ref(t)
		at.s.Block.Instrs = slices.Insert(at.s.Block.Instrs, at.s.Instr, program.Instr(step))
	}
}

// countIn returns how an argument is a parameter plus or minus a number, wherever that is computed, and its number.
func (k *counter) countIn(of definitions, arg program.Operand, param string) (c count, v int, ok bool) {
	if v, ok = k.vars.Operand(arg); !ok || of.written[v] != 1 {
		return c, v, false
	}
	op, ok := of.made[v].in.(*program.PrimOp)
	if !ok {
		return c, v, false
	}
	c, ok = counting(op, param)
	return c, v, ok
}
