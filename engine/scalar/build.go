package scalar

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Code of more is not made: it takes long to make.
const maxCode = 20_000 // instructions

// builder makes the form of one function.
type builder struct {
	u      *unit
	f      *fn
	index  map[string]val
	byName map[string]*fn
	inputs []ins // of the main graph
}

// newUnit gives numbers to what a program has. The error says why it is not one for this
// kind of code.
func newUnit(p *program.Program, at Frame) (*unit, error) {
	if p.Dialect != program.Source {
		return nil, fmt.Errorf("the program is lowered; this code is made of one with calls")
	}
	u := &unit{
		prog: p, place: map[string]arg{}, shapes: map[arg][]int{}, values: map[arg][]uint64{}, lengths: map[arg]bool{},
		at: at, marked: map[Mark]int{},
	}
	if err := u.columns(); err != nil {
		return nil, err
	}
	columns := len(u.in) + len(u.out)
	words := u.uniforms(at.Columns + 8*columns)
	u.at = at.own(columns, words+u.lend(at.Columns+8*(columns+words)))
	u.placeStrings()
	u.share()
	u.fns = append(u.fns, &fn{name: program.MainName, main: true})
	byName := map[string]*fn{}
	for _, f := range p.Functions {
		u.fns = append(u.fns, &fn{name: f.Name})
		byName[f.Name] = u.fns[len(u.fns)-1]
	}
	size := 0
	for i, f := range u.fns {
		b := &builder{u: u, f: f, index: map[string]val{}, byName: byName}
		graph, in, out := &p.Graph, p.VarsIn, p.VarsOut
		if i > 0 {
			graph, in, out = &p.Functions[i-1].Graph, p.Functions[i-1].VarsIn, p.Functions[i-1].VarsOut
		}
		if err := b.body(graph, program.Variables(in), program.Variables(out)); err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		for _, blk := range f.blocks {
			size += 1 + len(blk.code)
		}
	}
	if size > maxCode {
		return nil, fmt.Errorf("it has %d instructions; there may be %d", size, maxCode)
	}
	u.findRecursion()
	for _, f := range u.fns {
		f.guess()
	}
	return u, nil
}

// uniforms finds a place for each uniform, from an offset of the frame on, and returns how many
// words of it they take. First come those of one element; of those with many, constants are
// in the code's data, and others' addresses and dimensions are in the frame. A length is one
// of these dimensions.
func (u *unit) uniforms(off int) (words int) {
	isLength := func(x *program.Uniform) bool {
		return x.Def != nil && x.Def.IsLength() && u.prog.Uniform(x.Def.Of).Data == nil
	}
	for _, x := range u.prog.Uniforms {
		switch {
		case len(x.Type.Shape) > 0 || isLength(x):
		case x.Data != nil:
			u.place[x.Name] = arg{kind: literal, bits: x.Data[0]}
		default:
			u.place[x.Name] = arg{kind: given, off: off + 8*words}
			u.given = append(u.given, x.Name)
			words++
		}
	}
	for _, x := range u.prog.Uniforms {
		if len(x.Type.Shape) == 0 {
			continue
		}
		a := arg{kind: bound, off: off + 8*words}
		if x.Data != nil {
			u.align(64)
			a = arg{kind: table, off: len(u.table)}
			for _, bits := range x.Data {
				u.element(x.Type.Dtype, bits)
			}
			u.values[a] = x.Data
		} else {
			u.bound = append(u.bound, Table{x.Name, a.off, max(4, sizeOf(x.Type.Dtype)), len(x.Type.Shape)})
			words += 1 + len(x.Type.Shape)
		}
		u.place[x.Name], u.shapes[a] = a, x.Type.Shape
	}
	for _, x := range u.prog.Uniforms {
		if isLength(x) {
			a := arg{kind: given, off: u.place[x.Def.Of].off + 8*(1+x.Def.Axis)}
			u.place[x.Name], u.lengths[a] = a, true
		}
	}
	return words
}

func (u *unit) align(n int) {
	for len(u.table)%n != 0 {
		u.table = append(u.table, 0)
	}
}

// element adds a number to the data.
func (u *unit) element(t optab.Type, bits uint64) {
	switch sizeOf(t) {
	case 1:
		u.table = append(u.table, byte(bits))
		return
	case 4:
		u.table = binary.LittleEndian.AppendUint32(u.table, uint32(bits))
		return
	}
	u.table = binary.LittleEndian.AppendUint64(u.table, bits)
}

// sizeOf is how many bytes an element of an array has.
func sizeOf(t optab.Type) int { return t.Size() }

// body makes the blocks of a function.
func (b *builder) body(graph *program.ControlFlowGraph, in, out []string) error {
	for i, name := range in {
		if _, ok := b.u.lent[name]; ok {
			if b.f.main {
				b.inputs = append(b.inputs, ins{kind: input, out: []val{b.address(name)}, n: i})
			}
			continue
		}
		v, err := b.variable(name)
		if err != nil {
			return err
		}
		if b.f.main {
			b.inputs = append(b.inputs, ins{kind: input, out: []val{v}, n: i})
			continue
		}
		b.f.params = append(b.f.params, v)
	}
	for _, name := range out {
		if _, ok := b.u.lent[name]; ok {
			continue // the caller has it
		}
		v, err := b.variable(name)
		if err != nil {
			return err
		}
		b.f.results = append(b.f.results, v)
	}
	order, index := reversePostorder(graph)
	index[program.Exit] = len(order)
	for _, from := range order {
		blk := &block{}
		for _, in := range from.Instrs {
			first := len(blk.code)
			if err := b.instr(blk, in); err != nil {
				return fmt.Errorf("%s: %w", from.Name, err)
			}
			b.markFrom(blk, first, in.Position())
		}
		if err := b.term(blk, from.Term, index); err != nil {
			return fmt.Errorf("%s: %w", from.Name, err)
		}
		b.f.blocks = append(b.f.blocks, blk)
	}
	b.f.blocks = append(b.f.blocks, &block{term: term{kind: leave}})
	b.edges()
	return nil
}

// edges starts the first block with what comes with the call, and ends the last one with
// what goes; and finds loops.
func (b *builder) edges() {
	f := b.f
	start := &block{term: term{kind: jump, to: []int{1}}}
	for _, blk := range f.blocks {
		for i := range blk.term.to {
			blk.term.to[i]++
		}
	}
	f.blocks = slices.Insert(f.blocks, 0, start)
	if f.main {
		start.code = b.u.lengthsFirst(b.inputs)
		for _, blk := range f.blocks {
			if blk.term.kind == leave {
				for i, v := range f.results {
					blk.code = append(blk.code, ins{kind: output, in: []arg{of(v)}, n: i})
				}
			}
		}
		f.results = nil
	}
	f.link()
	f.findLoops()
	// What is read in no lane before it is written has some value all the same.
	in, _ := f.liveness()
	for v := range f.vars {
		if !in[0].has(val(v)) || slices.Contains(f.params, val(v)) {
			continue
		}
		if !f.vars[v].isArray() {
			start.code = append(start.code, ins{kind: copies, in: []arg{{}}, out: []val{val(v)}})
			continue
		}
		start.code = append(start.code, ins{kind: fill, in: []arg{{}}, out: []val{val(v)}})
	}
}

// link finds what leads to each block.
func (f *fn) link() {
	for _, blk := range f.blocks {
		blk.preds, blk.head = nil, false
	}
	for i, blk := range f.blocks {
		for _, to := range blk.term.to {
			next := f.blocks[to]
			if !slices.Contains(next.preds, i) {
				next.preds = append(next.preds, i)
			}
			next.head = next.head || to <= i
		}
	}
}

// reversePostorder lists the blocks that can be reached, and the place of each.
func reversePostorder(graph *program.ControlFlowGraph) (order []*program.Block, index map[string]int) {
	byName := map[string]*program.Block{}
	for _, b := range graph.Blocks {
		byName[b.Name] = b
	}
	seen := map[string]bool{}
	var visit func(b *program.Block)
	visit = func(b *program.Block) {
		seen[b.Name] = true
		for _, name := range slices.Backward(b.Term.Targets()) {
			if to := byName[name]; to != nil && !seen[name] {
				visit(to)
			}
		}
		order = append(order, b)
	}
	visit(graph.Blocks[0])
	slices.Reverse(order)
	index = map[string]int{}
	for i, b := range order {
		index[b.Name] = i
	}
	return order, index
}

// variable returns the number of a variable.
func (b *builder) variable(name string) (val, error) {
	if v, ok := b.index[name]; ok {
		return v, nil
	}
	d := b.u.prog.VarDefs.Def(name)
	if !d.Type.IsLeaf() {
		return 0, fmt.Errorf("%s is a tuple", name)
	}
	t := d.Type.Leaf()
	v := b.f.newVar(t.Dtype)
	b.f.vars[v].shape, b.f.vars[v].sparse, b.f.vars[v].scratch = t.Shape, d.Sparse, d.Scratch
	b.f.vars[v].off, b.f.vars[v].shared = b.u.sharedAt(name)
	b.index[name] = v
	return v, nil
}

// operand returns what an operand is.
func (b *builder) operand(o program.Operand) (arg, error) {
	if o.IsLiteral() {
		return arg{kind: literal, bits: o.Bits}, nil
	}
	if b.u.prog.Uniform(o.Name) != nil {
		return b.u.place[o.Name], nil
	}
	if a, ok := b.u.lent[o.Name]; ok {
		if a.v = nowhere; b.f.main {
			a.v = b.address(o.Name)
		}
		return a, nil
	}
	v, err := b.variable(o.Name)
	return of(v), err
}

func (b *builder) operands(list []program.Operand) (args []arg, err error) {
	for _, o := range list {
		a, err := b.operand(o)
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	return args, nil
}

// instr adds an instruction.
func (b *builder) instr(blk *block, from program.Instr) error {
	var in ins
	var reads []program.Operand
	var writes []string
	switch from := from.(type) {
	case *program.PrimOp:
		in.op, reads, in.sure = from.Op, from.In, provenSure(from)
		for _, o := range from.Out {
			writes = append(writes, o.Name)
		}
	case *program.FunctionCallOp:
		in.kind, in.fn, reads, writes = call, b.byName[from.Callee], from.In, from.Out
	}
	var err error
	if in.in, err = b.operands(reads); err != nil {
		return err
	}
	for _, name := range writes {
		if _, ok := b.u.lent[name]; ok {
			continue // it comes back from a call as it was
		}
		v, err := b.variable(name)
		if err != nil {
			return err
		}
		in.out = append(in.out, v)
	}
	if in.kind == call {
		return b.call(blk, in, from.(*program.FunctionCallOp))
	}
	return b.add(blk, in)
}

// add adds an instruction in the form that has code.
func (b *builder) add(blk *block, in ins) error {
	array := slices.ContainsFunc(in.out, func(v val) bool { return b.f.vars[v].isArray() }) ||
		slices.ContainsFunc(in.in, func(a arg) bool {
			return a.kind == table || a.kind == bound || a.kind == lent || a.kind == variable && b.f.vars[a.v].isArray()
		})
	if array {
		return b.array(blk, in)
	}
	switch {
	case in.kind == call:
	case in.op == program.OpCopy || in.op.Form() == optab.Const || b.keepsBits(&in):
		in.kind, in.op = copies, program.OpCopy
	case in.op.Form() != optab.Elementwise:
		return fmt.Errorf("%s has no code", in.op)
	case !b.u.isNative(&in):
		in.kind = routine
		var err error
		if in.n, err = b.u.routineOf(in.op); err != nil {
			return err
		}
		in.apart = b.u.routines[in.n].apart
	}
	blk.code = append(blk.code, in)
	return nil
}

// keepsBits reports whether a conversion leaves a register as it is: the number may be read as it was.
func (b *builder) keepsBits(in *ins) bool {
	info := in.op.Info()
	return len(in.in) == 1 && in.in[0].kind == variable && converts(in.op) && isSame(info.Type, info.Out)
}

// isSame reports whether registers have the same for a number of one type as for that of another. Those of 32 bits
// have zeros above.
func isSame(from, to optab.Type) bool {
	switch {
	case from == to:
		return true
	case from.IsFloat() || to.IsFloat() || to.Bits() < 64:
		return false
	}
	return from.Bits() == 64 || from == optab.U32
}

// term ends a block.
func (b *builder) term(blk *block, from program.Terminator, index map[string]int) error {
	var err error
	t := &blk.term
	t.mark = b.u.mark(b.f.name, from.Position())
	switch from := from.(type) {
	case program.GotoOp:
		if t.kind = jump; from.Target == program.Exit {
			t.kind = leave
			return nil
		}
		t.to = []int{index[from.Target]}
	case program.BranchOp:
		t.kind, t.to = branch, []int{index[from.Then], index[from.Else]}
		t.in, err = b.operands([]program.Operand{from.Cond})
	case program.SwitchOp:
		t.kind, t.values = choose, from.Values
		if t.typ = from.X.Dtype; !from.X.IsLiteral() {
			t.typ = b.u.typeOf(from.X.Name)
		}
		for _, l := range append(slices.Clone(from.Labels), from.Default) {
			t.to = append(t.to, index[l])
		}
		t.in, err = b.operands([]program.Operand{from.X})
	case program.FaultOp:
		t.kind = fault
	default:
		return fmt.Errorf("it ends with a %T", from)
	}
	return err
}

// typeOf is the type of a variable or uniform.
func (u *unit) typeOf(name string) optab.Type {
	if x := u.prog.Uniform(name); x != nil {
		return x.Type.Dtype
	}
	return u.prog.VarDefs.Def(name).Type.Leaf().Dtype
}

// findRecursion marks the functions that may be called while they run.
func (u *unit) findRecursion() {
	calls := func(f *fn) (list []*fn) {
		for _, blk := range f.blocks {
			for i := range blk.code {
				if blk.code[i].kind == call {
					list = append(list, blk.code[i].fn)
				}
			}
		}
		return list
	}
	for _, f := range u.fns {
		seen := map[*fn]bool{}
		for work := calls(f); len(work) > 0; {
			g := work[len(work)-1]
			if work = work[:len(work)-1]; !seen[g] {
				seen[g] = true
				work = append(work, calls(g)...)
			}
		}
		f.recursive = seen[f]
	}
}
