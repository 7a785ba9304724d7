package engine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// phases makes the code of blocks, each under the mask of the lanes that get there.
type phases struct {
	*codegen.Builder
	g      *graph
	now    map[string]codegen.Value         // of variables
	masks  map[int][]codegen.Value          // which together are the lanes that are at a block, or wait there
	split  map[codegen.Value]*split         // of masks that are parts of others
	ends   map[int]map[string]codegen.Value // variables at the ends of blocks, of the lanes that were there
	faults bool                             // lanes may fault

	uniforms map[string]codegen.Value
	lengths  map[codegen.Value]bool   // of uniforms, which are not below 0
	depth    map[string]codegen.Value // of variables that are saved, inside a block
	start    map[string]codegen.Value // variables at the start
	saves    map[string]*saves
	framed   bool // the target has frames
	at       site
	begin    bool          // the lanes are some that begin, among others
	place    codegen.Value // of lanes, see places.go
	again    codegen.Value // whether a region whose lanes leave it at once has another round
	late     []lateFault   // that were not taken out of masks yet
	reached  map[int]bool  // blocks that lanes came to since
}

// site is the place of an instruction.
type site struct{ block, instr int }

func (g *graph) newPhases(name string, target codegen.Target) *phases {
	p := &phases{
		Builder: codegen.NewBuilder(name, target.Has), g: g, now: map[string]codegen.Value{},
		masks: map[int][]codegen.Value{}, split: map[codegen.Value]*split{}, ends: map[int]map[string]codegen.Value{},
		uniforms: map[string]codegen.Value{}, lengths: map[codegen.Value]bool{},
		saves: map[string]*saves{}, again: codegen.NoValue, place: codegen.NoValue,
	}
	p.Build = g.form
	p.framed = g.width == 8 && target.Has(codegen.StoreFrame+".u64")
	for _, o := range g.memory {
		p.AddArray(codegen.Array{Type: o.typ, Len: o.len})
	}
	return p
}

// addUniforms adds parameters for what the frame has of uniforms, behind all others.
func (p *phases) addUniforms() {
	for _, u := range p.g.given {
		if u.table {
			continue
		}
		v := p.SameParam(u.typ)
		if u.bool {
			v = p.Emit(optab.Bool, "ne."+u.typ.String(), v, p.literal(u.typ, 0))
		}
		if u.axis == 0 {
			if d := p.g.prog.Uniform(u.name).Def; d != nil && d.IsLength() {
				if of, ok := p.uniforms[axisOf(d.Of, d.Axis)]; ok {
					v = of // so that nobody asks twice whether an element exists
				}
			}
		}
		if u.axis > 0 {
			p.lengths[v] = true
		}
		p.uniforms[u.key()] = v
	}
	// Tables side by side have one length, and an index is asked once whether it is within it.
	for _, rec := range p.g.records {
		for _, f := range rec.Fields {
			n := p.uniforms[axisOf(rec.Name, 0)]
			length := p.uniforms[axisOf(f.Table, 0)]
			for key, v := range p.uniforms {
				if v == length {
					p.uniforms[key] = n
				}
			}
		}
	}
}

// value is the value of an operand.
func (p *phases) value(o program.Operand, t optab.Type) codegen.Value {
	if o.IsLiteral() {
		return p.literal(t, o.Bits)
	}
	if v, ok := p.uniforms[o.Name]; ok {
		return v
	}
	if v, ok := p.now[o.Name]; ok {
		return v
	}
	return p.literal(p.g.typeOf(o.Name), 0) // read in no lane before it is written
}

func (p *phases) literal(t optab.Type, bits uint64) codegen.Value {
	return p.Constant(t, bits&codegen.WidthMask(t))
}

// arrive adds lanes to those at a block.
func (p *phases) arrive(b int, mask codegen.Value) { p.masks[b] = append(p.masks[b], mask) }

// run adds the phases of blocks, in order. Lanes that go elsewhere, or back, are in masks
// afterwards.
func (p *phases) run(blocks []int) error {
	p.start = maps.Clone(p.now)
	waiting := map[int][]codegen.Value{} // that go back, or stay
	p.late, p.reached = nil, map[int]bool{}
	for i, b := range blocks {
		if p.g.hosts[b] && p.g.placed {
			continue
		}
		mask := p.come(b)
		if mask == codegen.NoValue {
			continue
		}
		delete(p.masks, b)
		if p.g.hosts[b] {
			waiting[b] = []codegen.Value{mask}
			continue
		}
		if r := p.g.innermost(b); r != nil && r.header == b && r.atOnce {
			waiting[b] = []codegen.Value{mask}
		}
		if err := p.block(b, mask, p.mayWait(blocks[i+1:]), func(to int, m codegen.Value) {
			p.reached[to] = p.reached[to] || len(p.late) > 0
			if to > b && (!p.g.placed || slices.Contains(blocks, to) && !p.g.hosts[to]) {
				p.arrive(to, m)
			} else if p.g.placed {
				p.goToBlock(to, m)
			} else {
				waiting[to] = append(waiting[to], m)
			}
		}); err != nil {
			return err
		}
		p.writeSettled(b, blocks[i+1:])
	}
	p.writeAllSaved()
	for _, b := range slices.Sorted(maps.Keys(waiting)) {
		p.masks[b] = append(p.masks[b], waiting[b]...)
	}
	p.takeOutLate()
	return nil
}

// blocksOf lists the blocks of a part.
func (g *graph) blocksOf(of part) (list []int) {
	for b := range g.blocks {
		if g.part[b] == of {
			list = append(list, b)
		}
	}
	return list
}

// block adds one phase: the block's code for all lanes, and what it changes for those of
// the mask. Lanes that fault may go on for now if others need not mind, see faults.go.
func (p *phases) block(b int, mask codegen.Value, goOn bool, leave func(to int, m codegen.Value)) error {
	g := p.g
	block := g.blocks[b]
	*g.note(b) = note{}
	inside := map[string]codegen.Value{}
	outside := p.now
	p.now = maps.Clone(p.before(b))
	p.depth = map[string]codegen.Value{}
	fault := codegen.NoValue
	left := mask // without the lanes that faulted
	active := func() codegen.Value { return left }
	addFault := func(f codegen.Value) {
		if f != codegen.NoValue && !p.Without(mask, f) {
			fault = p.either(fault, f)
			left = p.Emit(optab.Bool, "andnot.bool", left, f)
		}
	}
	set := func(name string, v codegen.Value) {
		if g.prog.Alloc(name) != program.Null {
			p.now[name], inside[name] = v, v
		}
	}
	p.takeStacked(b, mask)
	made, pos := len(p.F.Code), program.Pos{}
	for i, in := range block.Instrs {
		p.at = site{b, i}
		made = p.marked(made, b, pos)
		pos = in.Position().In(g.prog.File)
		if pop, ok := in.(*program.PopOp); ok {
			for _, name := range pop.Vars {
				if !g.stacked[name] {
					set(name, p.pop(name, b, mask))
				}
			}
			continue
		}
		op := in.(*program.PrimOp)
		var results []codegen.Value
		switch {
		case g.touchesArrays(op):
			v, f, err := p.arrayOp(op, active)
			if err != nil {
				return err
			}
			if addFault(f); f != codegen.NoValue {
				g.note(b).mayFault(optab.IndexOutOfRange.String())
			}
			results = []codegen.Value{v}
		case op.Op == program.OpCopy:
			for i, o := range op.In {
				results = append(results, p.value(o, g.typeOf(op.Out[i].Name)))
			}
		default:
			v, f, err := p.operation(op, left)
			if err != nil {
				return err
			}
			if addFault(f); f != codegen.NoValue {
				g.note(b).mayFault(whyFault(op.Op))
			}
			results = []codegen.Value{v}
		}
		for i, out := range op.Out {
			if out.Push {
				p.push(out.Name, b, mask, results[i])
			}
			if results[i] != codegen.NoValue && !g.stacked[out.Name] {
				set(out.Name, results[i])
			}
		}
	}
	made = p.marked(made, b, pos)
	pos = block.Term.Position().In(g.prog.File)
	p.settleDepths(outside)
	switch {
	case fault == codegen.NoValue:
	case goOn:
		p.late = append(p.late, lateFault{mask, left, fault})
	default:
		p.faulted(p.Emit(optab.Bool, "andnot.bool", mask, left))
		p.lose(mask, left)
		mask = left
	}
	switch t := block.Term.(type) {
	case program.GotoOp:
		leave(g.index[t.Target], mask)
	case program.PushGotoOp:
		g.note(b).mayFault("stack full")
		if g.placed {
			p.goToBlock(g.index[t.Target], mask)
		}
		if deep := p.call(g.index[t.Return], mask); !g.placed {
			p.faulted(deep)
			leave(g.index[t.Target], p.Emit(optab.Bool, "andnot.bool", mask, deep))
		}
		outside[returnTo] = p.now[returnTo]
	case program.IndirectGotoOp:
		site := p.back(mask)
		outside[returnTo] = p.now[returnTo]
		if g.placed {
			p.place = p.Emit(g.numbers(), "select."+g.numbers().String(), mask, site, p.place)
			break
		}
		rest, last := mask, len(g.succs[b])-1
		for _, to := range g.succs[b][:last] {
			is := p.Emit(optab.Bool, "eq."+g.numbers().String(), site, p.literal(g.numbers(), g.numbered[to]))
			leave(to, p.Emit(optab.Bool, "and.bool", rest, is))
			rest = p.Emit(optab.Bool, "andnot.bool", rest, is)
		}
		leave(g.succs[b][last], rest)
	case program.BranchOp:
		cond := p.value(t.Cond, optab.Bool)
		if r := g.innermost(b); r != nil && r.atOnce && r.latch == b {
			if p.again = cond; g.index[t.Then] != r.header {
				p.again = p.Emit(optab.Bool, "not.bool", cond)
			}
			break
		}
		then := p.Emit(optab.Bool, "and.bool", mask, cond)
		other := p.Emit(optab.Bool, "andnot.bool", mask, then)
		p.parts(mask, then, other)
		leave(g.index[t.Then], then)
		leave(g.index[t.Else], other)
	case program.SwitchOp:
		x, typ := p.value(t.X, t.X.Dtype), t.X.Dtype
		if !t.X.IsLiteral() {
			typ = g.readType(t.X.Name)
		}
		parts := []codegen.Value{}
		for i, v := range t.Values {
			is := p.Emit(optab.Bool, "eq."+typ.String(), x, p.literal(typ, v))
			here := p.Emit(optab.Bool, "and.bool", mask, is) // values differ
			parts = append(parts, here)
			leave(g.index[t.Labels[i]], here)
		}
		rest := p.noCase(mask, parts, x, typ, t.Values)
		p.parts(mask, append(parts, rest)...)
		p.cases(parts, x, typ, t.Values)
		leave(g.index[t.Default], rest)
	case program.FaultOp:
		g.note(b).mayFault("panic")
		p.faulted(mask)
	}
	// Only what somebody reads later differs by lane.
	after := map[string]bool{}
	for _, to := range g.succs[b] {
		for name := range g.live[to] {
			after[name] = true
		}
	}
	p.ends[b] = p.now
	p.now = outside
	for _, name := range g.scalars() {
		v, ok := inside[name]
		if !ok || !after[name] {
			continue
		}
		if old, ok := outside[name]; ok && (p.begin || g.others[b][name]) {
			t := g.typeOf(name)
			v = p.Emit(t, "select."+t.String(), mask, v, old)
		}
		p.now[name] = v
	}
	p.marked(made, b, pos)
	return nil
}

// operation adds an operation on numbers, for the lanes of a mask.
func (p *phases) operation(op *program.PrimOp, active codegen.Value) (result, fault codegen.Value, err error) {
	info := op.Op.Info()
	var args []codegen.Value
	for i, o := range op.In {
		args = append(args, p.value(o, info.In[min(i, len(info.In)-1)]))
	}
	if order := len(args) - 1; info.Row.Has(optab.Unbounded) && !op.In[order].IsLiteral() {
		// What other lanes have would take steps, too.
		args[order] = p.Emit(optab.I64, "select.i64", active, args[order], p.Constant(optab.I64, 0))
	}
	return p.apply(op.Op, args, op.Proven)
}

// whyFault says why lanes may fault at an operation.
func whyFault(op program.Opcode) string {
	if row := op.Info().Row; !row.Has(optab.Unbounded) {
		return row.Code.String()
	}
	return fmt.Sprintf("order beyond %d", simd.MachineOrder)
}

// apply adds an operation on values, which may be proven not to fault.
func (p *phases) apply(op program.Opcode, args []codegen.Value, proven bool) (result, fault codegen.Value, err error) {
	if len(p.F.Code) > 2*maxCode { // some of it may not be needed
		return 0, 0, &largeError{len(p.F.Code), maxCode}
	}
	info := op.Info()
	if info.Row.Form == optab.Const {
		return args[0], codegen.NoValue, nil
	}
	if info.Row.Name == "checkindex" {
		if n, ok := p.IsConst(args[1]); ok && p.g.exists(p.at, 0, int(n)) {
			p.g.note(p.at.block).proven++
			proven = true
		} else if p.lengths[args[1]] {
			return args[0], p.Emit(optab.Bool, "ge.u64", args...), nil
		}
	}
	return operation(p.Builder, op, args, proven)
}
