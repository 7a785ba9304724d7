package engine

import (
	"maps"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// phase is the code of one block: it runs for all lanes, and changes what the lanes of its mask have.
type phase struct {
	*phases
	b       int
	block   *program.Block
	mask    codegen.Value                    // lanes that are here
	left    codegen.Value                    // those of them that have not faulted
	fault   codegen.Value                    // those that have, or NoValue
	inside  map[string]codegen.Value         // variables that the block wrote
	outside map[string]codegen.Value         // variables as other lanes have them
	leave   func(to int, mask codegen.Value) // hands lanes to the next block
}

// addPhase adds one phase. Lanes that fault may go on for now if others need not mind, see faults.go.
func (p *phases) addPhase(b int, mask codegen.Value, goOn bool, leave func(to int, m codegen.Value)) error {
	g := p.g
	*g.note(b) = note{}
	f := &phase{
		phases: p, b: b, block: g.blocks[b], mask: mask, left: mask, fault: codegen.NoValue,
		inside: map[string]codegen.Value{}, outside: p.now, leave: leave,
	}
	from := p.Len()
	p.now = maps.Clone(p.before(b))
	p.depth = map[string]codegen.Value{}
	p.takeStacked(b, mask)
	made, pos := len(p.F.Code), program.Pos{}
	for i, in := range f.block.Instrs {
		p.at = site{b, i}
		made = p.marked(made, b, pos)
		pos = in.Position().In(g.prog.File)
		if err := f.instruction(in); err != nil {
			return err
		}
	}
	made = p.marked(made, b, pos)
	pos = f.block.Term.Position().In(g.prog.File)
	p.settleDepths(f.outside)
	f.settleFaults(goOn)
	f.terminate()
	f.end()
	p.marked(made, b, pos)
	f.noteStretch(from, mask)
	return nil
}

// instruction adds what one instruction does.
func (f *phase) instruction(in program.Instr) error {
	if pop, ok := in.(*program.PopOp); ok {
		for _, name := range pop.Vars {
			if !f.g.stacked[name] {
				f.set(name, f.pop(name, f.b, f.mask))
			}
		}
		return nil
	}
	op := in.(*program.PrimOp)
	results, err := f.results(op)
	if err != nil {
		return err
	}
	for i, out := range op.Out {
		if out.Push {
			f.push(out.Name, f.b, f.mask, results[i])
		}
		if results[i] != codegen.NoValue && !f.g.stacked[out.Name] {
			f.set(out.Name, results[i])
		}
	}
	return nil
}

// results are the values that an operation gives; the lanes in which it faults leave.
func (f *phase) results(op *program.PrimOp) (results []codegen.Value, err error) {
	if f.g.touchesArrays(op) {
		v, fault, err := f.arrayOp(op, func() codegen.Value { return f.left })
		if err != nil {
			return nil, err
		}
		f.addFault(fault, optab.IndexOutOfRange.String())
		return []codegen.Value{v}, nil
	}
	if op.Op == program.OpCopy {
		for i, o := range op.In {
			results = append(results, f.value(o, f.g.typeOf(op.Out[i].Name)))
		}
		return results, nil
	}
	v, fault, err := f.operation(op, f.left)
	if err != nil {
		return nil, err
	}
	f.addFault(fault, whyFault(op.Op))
	return []codegen.Value{v}, nil
}

// set gives a variable a value, if anybody asks for it.
func (f *phase) set(name string, v codegen.Value) {
	if f.g.prog.Alloc(name) != program.Null {
		f.now[name], f.inside[name] = v, v
	}
}

// addFault adds lanes that fault, if there may be any: they are not left.
func (f *phase) addFault(lanes codegen.Value, why string) {
	if lanes == codegen.NoValue {
		return
	}
	f.g.note(f.b).mayFault(why)
	if !f.Without(f.mask, lanes) {
		f.fault = f.either(f.fault, lanes)
		f.left = f.Emit(optab.Bool, "andnot.bool", f.left, lanes)
	}
}

// settleFaults takes lanes that faulted out of the mask, or notes that it is to be done later.
func (f *phase) settleFaults(goOn bool) {
	switch {
	case f.fault == codegen.NoValue:
	case goOn:
		f.late = append(f.late, lateFault{f.mask, f.left, f.fault})
	default:
		f.faulted(f.Emit(optab.Bool, "andnot.bool", f.mask, f.left))
		f.lose(f.mask, f.left)
		f.mask = f.left
	}
}

// terminate hands the lanes to the blocks that follow.
func (f *phase) terminate() {
	switch t := f.block.Term.(type) {
	case program.GotoOp:
		f.leave(f.g.index[t.Target], f.mask)
	case program.PushGotoOp:
		f.enter(t)
	case program.IndirectGotoOp:
		f.goBack()
	case program.BranchOp:
		f.branch(t)
	case program.SwitchOp:
		f.choose(t)
	case program.FaultOp:
		f.g.note(f.b).mayFault("panic")
		f.faulted(f.mask)
	}
}

// enter pushes where lanes return to, and hands them to what is called.
func (f *phase) enter(t program.PushGotoOp) {
	g := f.g
	g.note(f.b).mayFault("stack full")
	if g.placed {
		f.goToBlock(g.index[t.Target], f.mask)
	}
	if deep := f.call(g.index[t.Return], f.mask); !g.placed {
		f.faulted(deep)
		f.leave(g.index[t.Target], f.Emit(optab.Bool, "andnot.bool", f.mask, deep))
	}
	f.outside[returnTo] = f.now[returnTo]
}

// goBack pops where lanes return to: each goes there.
func (f *phase) goBack() {
	g := f.g
	numbers := g.numbers()
	site := f.back(f.mask)
	f.outside[returnTo] = f.now[returnTo]
	if g.placed {
		f.place = f.Emit(numbers, "select."+numbers.String(), f.mask, site, f.place)
		return
	}
	rest, last := f.mask, len(g.succs[f.b])-1
	for _, to := range g.succs[f.b][:last] {
		is := f.Emit(optab.Bool, "eq."+numbers.String(), site, f.literal(numbers, g.numbered[to]))
		f.leave(to, f.Emit(optab.Bool, "and.bool", rest, is))
		rest = f.Emit(optab.Bool, "andnot.bool", rest, is)
	}
	f.leave(g.succs[f.b][last], rest)
}

// branch parts the lanes in two. At the latch of a region whose lanes leave it at once, it says whether there is
// another round.
func (f *phase) branch(t program.BranchOp) {
	g := f.g
	cond := f.value(t.Cond, optab.Bool)
	if r := g.innermost(f.b); r != nil && r.atOnce && r.latch == f.b {
		if f.again = cond; g.index[t.Then] != r.header {
			f.again = f.Emit(optab.Bool, "not.bool", cond)
		}
		return
	}
	then := f.Emit(optab.Bool, "and.bool", f.mask, cond)
	other := f.Emit(optab.Bool, "andnot.bool", f.mask, then)
	f.parts(f.mask, then, other)
	f.leave(g.index[t.Then], then)
	f.leave(g.index[t.Else], other)
}

// choose parts the lanes by the value of a switch.
func (f *phase) choose(t program.SwitchOp) {
	g := f.g
	x, typ := f.value(t.X, t.X.Dtype), t.X.Dtype
	if !t.X.IsLiteral() {
		typ = g.readType(t.X.Name)
	}
	parts := []codegen.Value{}
	for i, v := range t.Values {
		is := f.Emit(optab.Bool, "eq."+typ.String(), x, f.literal(typ, v))
		here := f.Emit(optab.Bool, "and.bool", f.mask, is) // values differ
		parts = append(parts, here)
		f.leave(g.index[t.Labels[i]], here)
	}
	rest := f.noCase(f.mask, parts, x, typ, t.Values)
	f.parts(f.mask, append(parts, rest)...)
	f.cases(parts, x, typ, t.Values)
	f.leave(g.index[t.Default], rest)
}

// end merges what the block wrote with what other lanes have. Only what somebody reads later differs by lane.
func (f *phase) end() {
	g := f.g
	after := map[string]bool{}
	for _, to := range g.succs[f.b] {
		for name := range g.live[to] {
			after[name] = true
		}
	}
	f.ends[f.b] = f.now
	f.now = f.outside
	for _, name := range g.scalars() {
		v, ok := f.inside[name]
		if !ok || !after[name] {
			continue
		}
		if old, ok := f.outside[name]; ok && (f.begin || g.others[f.b][name]) {
			t := g.typeOf(name)
			v = f.Emit(t, "select."+t.String(), f.mask, v, old)
		}
		f.now[name] = v
	}
}
