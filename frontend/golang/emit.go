package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// Emission: the function of the program for an instance.
//
// A number that is known becomes a literal wherever it is used, a uniform its
// name, and every other one a variable. A variable stands for one SSA value,
// and the only ones written more than once are φs and the memory of regions. A
// φ is written on the edges into its block, all φs of the block in one parallel
// copy; whoever still needs the old value after that would not be dominated by
// the φ. Loads from memory copy, as the memory may change.

// emission is what a body has while its function is emitted.
type emission struct {
	f      *emitted
	vals   map[ssa.Value]known.Value
	mem    map[string]*memory // by the name of the region
	hints  map[ssa.Value]string
	labels map[*ssa.BasicBlock]string
	// entered are the blocks that an edge leads to so far.
	entered map[*ssa.BasicBlock]bool
	block   *program.Block
	graph   *program.ControlFlowGraph
	// ensured is the memory that is zero from the start.
	ensured map[string]bool
	// taken are the variables that count the places of kept memory; see kept.go.
	taken map[string]string
	// marked is what is freed at the heads of loops.
	marked map[*ssa.BasicBlock][]freeing
	dead   bool // nothing gets here: after a call that never returns
	// checked are the options of pointers that are not nil from here on; see
	// notNil.
	checked struct {
		block   *program.Block
		options []program.Operand
	}
}

// emitted is an instance with its place in the program.
type emitted struct {
	body *body
	name string
	// params and results are the variables of the numbers that callers give
	// and get, in the order of the tags of the instance.
	params, results []string
	ret             known.Value  // what it returns, with its variables; nil if it never does
	given           []memoryPart // leaves of the caller's memory that come in
	taken           []memoryPart // leaves of memory that go out
}

// memoryPart is a leaf of a region that a call hands over.
type memoryPart struct {
	region *known.Region // of the callee
	leaf   int
	names  []string // the callee's variables
	grown  bool     // written at most where an append finds room
	texts  []string // that a string in it may be
}

// memory is the variables of a region: for each leaf, those of its numbers.
type memory struct {
	reg    *known.Region
	names  [][]string
	atoms  known.Value // the static parts, with the variables as numbers
	frozen []bool
}

// function returns the place of an instance in the program, and queues its
// body the first time.
func (t *translator) function(e *instance.Entry) *emitted {
	if f := t.funcs[e]; f != nil {
		return f
	}
	b := e.Body().(*body)
	f := &emitted{body: b, name: t.fnNames.Unique(b.functionName(b.fn))}
	t.funcs[e] = f
	b.emission = &emission{
		f: f, vals: map[ssa.Value]known.Value{}, mem: map[string]*memory{}, hints: map[ssa.Value]string{},
		ensured: map[string]bool{}, taken: map[string]string{}, marked: map[*ssa.BasicBlock][]freeing{},
		labels: map[*ssa.BasicBlock]string{}, entered: map[*ssa.BasicBlock]bool{},
	}
	f.declareInputs()
	f.declareMemory()
	if outs := e.Outputs(); outs != nil {
		f.declareOutputs(outs)
	}
	t.queue = append(t.queue, f)
	return f
}

// declareInputs gives variables to the numbers of the parameters and free variables that vary.
func (f *emitted) declareInputs() {
	b := f.body
	bind := func(v ssa.Value, name, tag string) {
		if name == "_" || name == "" {
			name = "p" + tag[1:]
		}
		in := b.in.Get(tag).(known.Value)
		made, names := b.materialise(f.name+"."+name, in, v.Type())
		b.vals[v] = made
		f.params = append(f.params, names...)
	}
	for i, p := range b.fn.Params {
		bind(p, p.Name(), paramTag(i))
	}
	for i, v := range b.fn.FreeVars {
		bind(v, v.Name(), freeTag(i))
	}
}

// declareMemory gives variables to the caller's memory that comes in, and to what goes back of it.
func (f *emitted) declareMemory() {
	b := f.body
	for _, c := range b.callerRegions() {
		m := b.remember(c.Region, f.name+"."+c.Region.Name, nil)
		use := b.touches(c.Region.Name)
		for k := range c.Region.Layout.Leaves {
			if use.Read.Has(k) || use.Written.Has(k) || use.Grown.Has(k) {
				f.params = append(f.params, m.names[k]...)
				f.given = append(f.given, memoryPart{region: c.Region, leaf: k, names: m.names[k]})
			}
		}
		for k := range c.Region.Layout.Leaves {
			if use.Written.Has(k) || use.Grown.Has(k) {
				part := memoryPart{region: c.Region, leaf: k, grown: !use.Written.Has(k), texts: m.atoms[k].Texts()}
				for _, n := range m.names[k] {
					part.names = append(part.names, b.like(n, n+".out"))
				}
				f.taken = append(f.taken, part)
				f.results = append(f.results, part.names...)
			}
		}
	}
}

// declareOutputs gives variables to the results, and to memory that the function made and the
// caller comes to know.
func (f *emitted) declareOutputs(outs instance.Bundle) {
	b := f.body
	made, names := b.materialiseResults(f.name+".r", outs.Get(resultTag).(known.Value))
	f.ret = made
	f.results = append(names, f.results...)
	for _, c := range outs.Get(madeTag).(known.MadeRegions) {
		made := &known.Region{Name: c.Region.Name, Type: c.Region.Type, Layout: c.Region.Layout, Made: c.Region.Made}
		for k, lf := range c.Region.Layout.Leaves {
			part := memoryPart{region: made, leaf: k, texts: c.Cells[k].Texts()}
			part.names = b.cellVars(f.name+"."+c.Region.Name+".out", lf, c.Cells[k])
			f.taken = append(f.taken, part)
			f.results = append(f.results, part.names...)
		}
	}
}

// like declares a variable of the type of another one.
func (t *translator) like(name, base string) string {
	n := t.names.Unique(base)
	d := t.out.VarDefs.Def(name)
	t.out.VarDefs.Add(n, d.Type)
	t.out.VarDefs.SetLike(n, d)
	return n
}

// materialise gives variables to the numbers of v, of type typ, that vary, and
// returns them.
func (b *coder) materialise(base string, v known.Value, typ types.Type) (known.Value, []string) {
	made := v.Clone()
	leaves := b.numbersOf(made, typ)
	var names []string
	for i, o := range made.Flat(nil) {
		if o.IsLiteral() || !known.IsVarying(*o) {
			continue
		}
		n := b.names.Unique(base + leaves[i].Path)
		b.declare(n, leaves[i])
		*o = program.Ref(n)
		names = append(names, n)
	}
	return made, names
}

// numbersOf returns the leaves of the numbers of a value of a type, in the
// order of flat.
func (t *translator) numbersOf(v known.Value, typ types.Type) []known.Leaf {
	var out []known.Leaf
	l := t.layouts.Of(typ)
	for i := range v {
		for _, lf := range v[i : i+1].NumberLeaves(nil) {
			if v[i].Kind == known.Number {
				lf.Path = ""
			} else {
				lf.Shape = slices.Concat(l.Leaves[i].Shape, lf.Shape) // of an array of pointers each has its own
			}
			lf.Path = l.Leaves[i].Path + lf.Path
			out = append(out, lf)
		}
	}
	return out
}

// materialiseResults is materialise with the names of the function's results.
func (b *body) materialiseResults(base string, v known.Value) (known.Value, []string) {
	made := v.Clone()
	var names []string
	results := b.fn.Signature.Results()
	l := b.layouts.Of(results)
	for i := range results.Len() {
		from, to := l.Field(i)
		m, n := b.materialise(b.f.name+"."+resultName(results.At(i), i), made[from:to], results.At(i).Type())
		copy(made[from:to], m)
		names = append(names, n...)
	}
	return made, names
}

// emit translates an instance.
func (t *translator) emit(f *emitted) {
	b := f.body
	b.ctx = nil
	fn := &program.Function{Name: f.name, Pos: t.place(b.fn.Pos())}
	b.emission.graph = &fn.Graph
	b.at = fn.Pos
	defer t.recoverAt(b)
	fn.VarsIn = leavesPattern(f.params)
	fn.VarsOut = leavesPattern(f.results)
	order := slices.DeleteFunc(ssaflow.ReversePostorder(b.fn),
		func(blk *ssa.BasicBlock) bool { return !b.e.Ran(blk.Index) })
	b.nameBlocks(order)
	b.poolObjects()
	// Blocks that only a dead end leads to have nothing to read, although the
	// analysis, which goes by values, has seen them.
	ends := map[*ssa.BasicBlock]bool{}
	inSwitch := map[*ssa.BasicBlock]bool{}
	before := map[*ssa.BasicBlock]bool{}
	for i, blk := range order {
		before[blk] = true
		if inSwitch[blk] {
			continue
		}
		if i > 0 && (ends[blk.Idom()] || !b.mayEnter(blk, before)) {
			ends[blk] = true
			continue
		}
		b.block = &program.Block{Name: b.labels[blk]}
		fn.Graph.Blocks = append(fn.Graph.Blocks, b.block)
		b.emitBlock(blk, inSwitch)
		ends[blk] = b.dead
	}
	fn.Graph.Blocks = dropUnreached(fn.Graph.Blocks)
	t.out.Functions = append(t.out.Functions, fn)
}

// mayEnter reports whether anything may lead to a block, given those that come before it in the
// program: one of them does, or one that comes later may.
func (b *flow) mayEnter(blk *ssa.BasicBlock, before map[*ssa.BasicBlock]bool) bool {
	return b.entered[blk] || slices.ContainsFunc(blk.Preds, func(p *ssa.BasicBlock) bool {
		return !before[p] && b.e.Ran(p.Index) && !blk.Dominates(p)
	})
}

// recoverAt notes what an instance was refused for while it was emitted; any other panic gets the
// position of the instruction.
func (t *translator) recoverAt(b *body) {
	r := recover()
	switch r := r.(type) {
	case nil:
	case *refusal:
		if r.silent {
			panic(&positioned{b.at.In(t.out.File), "bug: what the analysis refused is emitted"})
		}
		t.failed = append(t.failed, r.err)
	case *positioned:
		panic(r)
	default:
		panic(&positioned{b.at.In(t.out.File), r})
	}
}

// nameBlocks gives blocks their labels, and variables to what is joined at their heads.
func (b *flow) nameBlocks(order []*ssa.BasicBlock) {
	for _, blk := range order {
		label := blk.Comment
		if label == "" {
			label = "b" + itoa(blk.Index)
		}
		b.labels[blk] = b.names.Unique(b.f.name + "." + label)
		for _, in := range blk.Instrs {
			b.hint(in)
		}
	}
	for _, blk := range order {
		for _, in := range blk.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			if v, ok := b.e.Operand(b.opOf[phi], 0).(known.Value); ok {
				b.vals[phi], _ = b.materialise(b.nameFor(phi), v, phi.Type())
			}
		}
	}
}

// emitBlock translates the instructions of a block until one has ended it. The blocks that
// a switch consists of, if it ends in one, are noted.
func (b *body) emitBlock(blk *ssa.BasicBlock, inSwitch map[*ssa.BasicBlock]bool) {
	b.dead = false
	sw, entered := b.switchAt(blk), false
	for _, in := range blk.Instrs {
		if _, ok := in.(*ssa.DebugRef); ok {
			continue
		}
		if at := b.place(ssaflow.PositionOf(in)); at.IsValid() {
			b.at = at
		}
		b.cur = in
		if _, phi := in.(*ssa.Phi); !phi && !entered {
			entered = true
			b.freeRounds(blk)
		}
		if in == blk.Instrs[len(blk.Instrs)-1] {
			b.markLoops(blk)
		}
		if sw != nil && in == sw.first {
			continue
		}
		if _, ok := in.(*ssa.If); ok && sw != nil {
			b.emitSwitch(sw)
			for _, inner := range sw.inner {
				inSwitch[inner] = true
			}
			continue
		}
		if b.emitInstruction(in); b.dead {
			return
		}
	}
}

// emitInstruction translates an instruction, if anything gets to it.
func (b *body) emitInstruction(in ssa.Instruction) {
	defer b.leaveRefused()
	if !b.e.Ran(b.opOf[in]) {
		b.unreachable()
		return
	}
	if why := b.refused[b.opOf[in]]; why != nil {
		b.leave(why)
		return
	}
	b.instruction(in)
}

func leavesPattern(names []string) program.Names {
	elems := make([]program.Names, len(names))
	for i, n := range names {
		elems[i] = program.Leaf(n)
	}
	return program.Tuple(elems...)
}

// nameFor is the base of the names of a value's variables.
func (b *coder) nameFor(v ssa.Value) string {
	hint := b.hints[v]
	if hint == "" {
		hint = "t"
	}
	return b.f.name + "." + hint
}

// temp declares a variable for what the current instruction computes.
func (b *coder) temp(d program.Dtype, shape []int) string {
	hint := "t"
	lf := known.Leaf{Dtype: d, Shape: shape}
	if v, ok := b.cur.(ssa.Value); ok && b.hints[v] != "" {
		if l := b.layouts.Of(v.Type()); len(l.Leaves) == 1 && l.Leaves[0].Dtype == d &&
			slices.Equal(l.Leaves[0].Shape, shape) {
			hint, lf.GoType = b.hints[v], l.Leaves[0].GoType
		}
	}
	name := b.names.Unique(b.f.name + "." + hint)
	b.declare(name, lf)
	return name
}

// set emits name = code in....
func (b *coder) set(name string, code program.Opcode, in ...program.Operand) {
	b.append(&program.PrimOp{Op: code, In: in, Out: []program.Output{{Name: name}}, Pos: b.at})
}

// copy emits one parallel copy, leaving out what copies a variable to itself.
func (b *coder) copy(to []string, from []program.Operand) {
	if op := copyOp(to, from, b.at); op != nil {
		b.append(op)
	}
}

func copyOp(to []string, from []program.Operand, at program.Pos) *program.PrimOp {
	op := &program.PrimOp{Op: program.OpCopy, Pos: at}
	for i, n := range to {
		if from[i].Name != n {
			op.Out = append(op.Out, program.Output{Name: n})
			op.In = append(op.In, from[i])
		}
	}
	if len(op.Out) == 0 {
		return nil
	}
	return op
}

func (b *coder) append(in program.Instr) { b.block.Instrs = append(b.block.Instrs, in) }

// newBlock ends the current block with a jump to a new one, where emission
// goes on.
func (b *coder) newBlock(label string) *program.Block {
	blk := &program.Block{Name: b.names.Unique(b.f.name + "." + label)}
	b.emission.graph.Blocks = append(b.emission.graph.Blocks, blk)
	return blk
}
