package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The limits of evaluation.
const (
	evaluateSteps    = 50_000 // instructions, of all loops of a program
	evaluateElements = 4096   // of an array that is looked at
	evaluateBefore   = 32     // blocks before a loop that tell what it begins with
)

// evaluate runs loops when compiling that begin with constants and read nothing else, as a product of two
// tables does: behind such a loop its variables are literals, and its arrays are tables. No lane has a part in
// it, so whoever wrote it in the function meant it to be done once.
//
// Why not the pass expand, which writes rounds out? It bounds how many there are, since each is code; what comes
// out of a loop that is run is as much as one round leaves. Why not derived uniforms? They are scalars, and made
// anew in each run.
func evaluate(p *program.Program) (*program.Program, error) {
	e := &evaluator{p: p, tables: map[string]*program.Uniform{}, refused: map[*program.Block]bool{},
		left: evaluateSteps}
	for _, u := range p.Uniforms {
		if u.Data != nil {
			e.tables[u.Name] = u
		}
	}
	for _, b := range edit.Bodies(p) {
		for e.loop(b) {
		}
	}
	if e.found {
		edit.DropUnreached(p)
	}
	return p, nil
}

type evaluator struct {
	p       *program.Program
	tables  map[string]*program.Uniform // with data
	left    int                         // steps
	found   bool
	refused map[*program.Block]bool // blocks of loops that lanes have a part in
	vars    *edit.Namer
	blocks  *edit.Namer
	now     map[string][]uint64 // what is known: the elements of variables
}

// loop replaces one loop of a body, an outer one before those inside, and reports whether there was one.
func (e *evaluator) loop(b *edit.Body) bool {
	f := program.NewShape(b.Graph)
	for _, l := range slices.Backward(loopsOf(f)) {
		if first := f.Blocks[l.first]; l.first != 0 && !e.refused[first] {
			if from := e.begin(f, l); from == nil || !e.replace(b, f, l, from) {
				e.refused[first] = true
				continue
			}
			return true
		}
	}
	return false
}

// begin finds what is known where a loop begins, and returns the one block that leads to it; nil if there are
// several, or if steps have run out.
func (e *evaluator) begin(f *program.Shape, l *loop) *program.Block {
	before := -1
	for _, b := range f.Preds[l.first] {
		switch {
		case l.blocks.Has(b):
		case before >= 0:
			return nil
		default:
			before = b
		}
	}
	if before < 0 {
		return nil
	}
	way := []int{before}
	for b := before; b > 0 && len(f.Preds[b]) == 1 && len(way) < evaluateBefore; {
		if b = f.Preds[b][0]; slices.Contains(way, b) {
			break
		}
		way = append(way, b)
	}
	e.now = map[string][]uint64{}
	for _, b := range slices.Backward(way) {
		for _, in := range f.Blocks[b].Instrs {
			if e.left--; e.left < 0 {
				return nil
			}
			if !e.step(in) {
				for _, name := range program.Writes(in, nil) {
					delete(e.now, name)
				}
			}
		}
	}
	return f.Blocks[before]
}

// replace runs a loop that the block from leads to. If it ends, and all in it is known, from leads to a block
// that sets what the loop leaves, and that to where the loop ends.
func (e *evaluator) replace(b *edit.Body, f *program.Shape, l *loop, from *program.Block) bool {
	first := f.Blocks[l.first]
	written := map[string]bool{}
	at := l.first
	for l.blocks.Has(at) {
		blk := f.Blocks[at]
		for _, in := range blk.Instrs {
			if e.left--; e.left < 0 || !e.step(in) {
				return false
			}
			for _, name := range program.Writes(in, nil) {
				written[name] = true
			}
		}
		target, ok := e.target(blk.Term)
		if e.left--; e.left < 0 || !ok {
			return false
		}
		at = f.Index(target)
	}
	to := program.Exit
	if at != f.Exit() {
		to = f.Blocks[at].Name
	}
	if e.blocks == nil {
		e.blocks, e.vars = edit.NewBlockNamer(e.p), edit.NewVarNamer(e.p)
	}
	known := &program.Block{Name: e.blocks.Fresh(first.Name + ".known"), Instrs: e.leaves(written, edit.TermPos(first)),
		Term: program.GotoOp{Target: to, Pos: edit.TermPos(first)}}
	from.Term = from.Term.WithTargets(func(label string) string {
		if label == first.Name {
			return known.Name
		}
		return label
	})
	b.Graph.Blocks = slices.Insert(b.Graph.Blocks, l.first, known)
	edit.DropBlocks(b.Graph)
	e.found = true
	return true
}

// target is where a terminator leads to, if that is known.
func (e *evaluator) target(t program.Terminator) (string, bool) {
	if to, ok := t.(program.GotoOp); ok {
		return to.Target, true
	}
	if o, asks := program.TermOperand(t); asks {
		x, ok := e.value(o)
		if !ok {
			return "", false
		}
		t = program.WithTermOperand(t, program.Lit(o.Dtype, x))
	}
	return edit.OnlyTarget(t)
}

// leaves makes the instructions that set what a loop leaves: literals, also for all elements of an array, and copies of
// tables.
func (e *evaluator) leaves(written map[string]bool, pos program.Pos) (list []program.Instr) {
	for _, d := range e.p.VarDefs.All() {
		if !written[d.Name] {
			continue
		}
		t, _ := e.p.TensorTypeOf(d.Name)
		x := e.now[d.Name]
		value := program.Lit(t.Dtype, x[0])
		e.p.VarDefs.SetScratch(d.Name, false) // lanes read what it is set to here
		if len(t.Shape) > 0 && slices.ContainsFunc(x, func(bits uint64) bool { return bits != x[0] }) {
			u := &program.Uniform{Name: e.vars.Fresh(d.Name + ".table"), Type: t, Data: slices.Clone(x)}
			e.p.Uniforms = append(e.p.Uniforms, u)
			e.tables[u.Name] = u
			value = program.Ref(u.Name)
		}
		list = append(list, edit.Moves([]string{d.Name}, []program.Operand{value}, pos)...)
	}
	return list
}

// elements are those of an operand, which are not to be changed; ok is false if they are not known.
func (e *evaluator) elements(o program.Operand) (x []uint64, ok bool) {
	if o.IsLiteral() {
		return []uint64{o.Bits}, true
	}
	if u := e.tables[o.Name]; u != nil {
		return u.Data, true
	}
	x, ok = e.now[o.Name]
	return x, ok
}

// value is that of a scalar operand.
func (e *evaluator) value(o program.Operand) (uint64, bool) {
	x, ok := e.elements(o)
	if !ok || len(x) != 1 {
		return 0, false
	}
	return x[0], true
}

// step runs an instruction; it reports whether its results are known, and changes nothing if they are not.
func (e *evaluator) step(in program.Instr) bool {
	op, ok := in.(*program.PrimOp)
	if !ok {
		return false
	}
	switch row := op.Op.Info().Row; {
	case op.Op == program.OpCopy:
		return e.copies(op)
	case len(op.Out) != 1, row.Has(optab.Unbounded),
		row.Has(optab.Math): // it has the bits of the machine that lanes run on
		return false
	}
	x := make([]uint64, 0, 4)
	for i, o := range op.In {
		if i == 0 && (op.Op.Form() == optab.Index || op.Op.Form() == optab.Insert) {
			continue
		}
		bits, ok := e.value(o)
		if !ok {
			return false
		}
		x = append(x, bits)
	}
	switch op.Op.Form() {
	case optab.Index:
		from, ok := e.elements(op.In[0])
		at := e.place(op.In[0].Name, x)
		if !ok || at < 0 {
			return false
		}
		e.set(op.Out[0].Name, from[at:at+1])
	case optab.Insert:
		from, ok := e.elements(op.In[0])
		at := e.place(op.In[0].Name, x[1:])
		if !ok || at < 0 {
			return false
		}
		if op.In[0].Name != op.Out[0].Name {
			e.set(op.Out[0].Name, from)
		}
		e.now[op.Out[0].Name][at] = x[0]
	case optab.Elementwise, optab.Const:
		if t, ok := e.p.TensorTypeOf(op.Out[0].Name); !ok || len(t.Shape) > 0 {
			return false
		}
		result := x[0]
		if op.Op.Form() != optab.Const {
			in := make([]program.Operand, len(x))
			for i := range x {
				in[i].Bits = x[i]
			}
			if result, ok = valueOfLiterals(op.Op, in); !ok {
				return false
			}
		}
		e.set(op.Out[0].Name, []uint64{result})
	default:
		return false
	}
	return true
}

// copies runs a copy, all of whose operands are read before.
func (e *evaluator) copies(op *program.PrimOp) bool {
	if len(op.In) != len(op.Out) {
		return false
	}
	all := make([][]uint64, len(op.In))
	for i, o := range op.In {
		t, ok := e.p.TensorTypeOf(op.Out[i].Name)
		n := program.Elements(t.Shape)
		if !ok || n > evaluateElements || n < 1 {
			return false
		}
		x, ok := e.elements(o)
		switch {
		case !ok:
			return false
		case len(x) == n:
			all[i] = slices.Clone(x)
		case len(x) == 1:
			all[i] = slices.Repeat(x, n)
		default:
			return false
		}
		e.left -= n / 8
	}
	for i, out := range op.Out {
		e.now[out.Name] = all[i]
	}
	return true
}

// set gives a variable elements of its own.
func (e *evaluator) set(name string, x []uint64) {
	e.left -= len(x) / 8
	e.now[name] = append(e.now[name][:0:len(e.now[name])], x...)
}

// place is where an element of an array stands, or -1 if there is none: indices may be too few, or out of range.
func (e *evaluator) place(array string, indices []uint64) int {
	t, ok := e.p.TensorTypeOf(array)
	if !ok || len(t.Shape) != len(indices) || program.Elements(t.Shape) > evaluateElements {
		return -1
	}
	at := 0
	for axis, n := range t.Shape {
		if indices[axis] >= uint64(n) {
			return -1
		}
		at = at*n + int(indices[axis])
	}
	return at
}
