package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// forwardCopies lets readers of a copy read its source instead, and reports
// whether any does. Within a block that is always possible until one of the
// two is written again. Beyond the block it is possible where both variables
// are written once in the whole body: a read that the copy's write reaches
// then sees the source's same value.
func forwardCopies(p *program.Program, b *edit.Body, vars *edit.Numbering) bool {
	fw := &forwarder{p: p, vars: vars, once: newSources(vars), source: newSources(vars), copies: make([][]int,
		vars.Len())}
	fw.singleSources(b)
	for _, blk := range b.Graph.Blocks {
		fw.block(blk)
	}
	return fw.changed
}

type forwarder struct {
	p       *program.Program
	vars    *edit.Numbering
	once    *sources // copies that hold everywhere
	changed bool

	// Within one block: what a variable is a copy of, and who is a copy of a
	// variable.
	source *sources
	copies [][]int
	copied []int // the variables that have copies
}

// sources tells what variables are copies of.
type sources struct {
	vars *edit.Numbering
	at   []int // of a variable, one more than its place in from; 0 for none
	from []program.Operand
	of   []int // the variable of each place
}

func newSources(vars *edit.Numbering) *sources {
	return &sources{vars: vars, at: make([]int, vars.Len())}
}

func (s *sources) set(v int, from program.Operand) {
	s.from, s.of = append(s.from, from), append(s.of, v)
	s.at[v] = len(s.from)
}

// get returns what a variable is a copy of.
func (s *sources) get(v int) (from program.Operand, ok bool) {
	if s.at[v] == 0 {
		return from, false
	}
	return s.from[s.at[v]-1], true
}

// forget forgets all copies.
func (s *sources) forget() {
	for _, v := range s.of {
		s.at[v] = 0
	}
	s.from, s.of = s.from[:0], s.of[:0]
}

// end follows copies from an operand to what it comes from first.
func (s *sources) end(o program.Operand) program.Operand {
	for {
		v, ok := s.vars.Operand(o)
		if !ok {
			return o
		}
		from, ok := s.get(v)
		if !ok {
			return o
		}
		o = from
	}
}

// singleSources finds the copies whose target and source are each written
// once. Literals and uniforms never change.
func (fw *forwarder) singleSources(b *edit.Body) {
	writes := make([]int, fw.vars.Len())
	for _, name := range b.In {
		writes[fw.vars.Index(name)]++
	}
	count := func(v int) { writes[v]++ }
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			fw.vars.Writes(in, count)
		}
	}
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			fw.eachMove(in, func(to int, from program.Operand) {
				v, ok := fw.vars.Operand(from)
				if writes[to] != 1 || ok && writes[v] != 1 {
					return
				}
				if end, ok := fw.vars.Operand(fw.once.end(from)); !ok || end != to {
					fw.once.set(to, from)
				}
			})
		}
	}
}

// writeCounts returns how often a body writes its variables, parameters once
// more.
func writeCounts(b *edit.Body) map[string]int {
	n := len(b.In)
	for _, blk := range b.Graph.Blocks {
		n += len(blk.Instrs)
	}
	writes := make(map[string]int, n)
	for _, name := range b.In {
		writes[name]++
	}
	var names []string
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			names = program.Writes(in, names[:0])
			for _, name := range names {
				writes[name]++
			}
		}
	}
	return writes
}

// eachMove calls f with every move of an instruction that forwards a value as
// it is: a copy between equal types, or a literal, which all elements of an array may be.
func (fw *forwarder) eachMove(in program.Instr, f func(to int, from program.Operand)) {
	op, ok := in.(*program.PrimOp)
	if !ok || len(op.In) != len(op.Out) {
		return
	}
	isConst := op.Op != program.OpCopy && op.Op.Info().Row.Name == "const"
	if op.Op != program.OpCopy && !isConst {
		return
	}
	for i, o := range op.Out {
		from, to := op.In[i], fw.vars.Index(o.Name)
		d := fw.vars.All[to]
		if !d.Type.IsLeaf() {
			continue
		}
		t := d.Type.Leaf()
		if from.IsLiteral() {
			from.Dtype = t.Dtype
			f(to, from)
			continue
		}
		if u, ok := fw.typeOf(from); ok && t.Equal(u) && from.Name != o.Name {
			f(to, from)
		}
	}
}

// typeOf returns the type of a variable or uniform that is a single tensor.
func (fw *forwarder) typeOf(o program.Operand) (program.TensorType, bool) {
	v, ok := fw.vars.Operand(o)
	if !ok {
		return fw.p.TensorTypeOf(o.Name)
	}
	if t := fw.vars.All[v].Type; t.IsLeaf() {
		return t.Leaf(), true
	}
	return program.TensorType{}, false
}

func (fw *forwarder) block(blk *program.Block) {
	fw.source.forget()
	for _, v := range fw.copied {
		fw.copies[v] = fw.copies[v][:0]
	}
	fw.copied = fw.copied[:0]
	type move struct {
		to   int
		from program.Operand
	}
	var made []move
	idle := false
	for k, in := range blk.Instrs {
		ops := edit.Operands(in)
		for i := range ops {
			if to := fw.resolve(ops[i]); !to.IsLiteral() || fw.takesLiteral(in, i) {
				ops[i], fw.changed = to, fw.changed || to != ops[i]
			}
		}
		if op, ok := in.(*program.PrimOp); ok && fw.level(op) {
			blk.Instrs[k], idle = nil, true
			continue
		}
		made = made[:0]
		fw.eachMove(in, func(to int, from program.Operand) { made = append(made, move{to, from}) })
		fw.vars.Writes(in, fw.forget)
		for _, m := range made {
			v, ok := fw.vars.Operand(m.from)
			if ok && fw.writes(in, v) {
				continue
			}
			fw.source.set(m.to, m.from)
			if ok {
				fw.copies[v] = append(fw.copies[v], m.to)
				fw.copied = append(fw.copied, v)
			}
		}
	}
	if idle {
		blk.Instrs = slices.DeleteFunc(blk.Instrs, func(in program.Instr) bool { return in == nil })
		fw.changed = true
	}
	if o, ok := program.TermOperand(blk.Term); ok {
		if to := fw.resolve(o); to != o {
			blk.Term, fw.changed = program.WithTermOperand(blk.Term, to), true
		}
	}
}

// level makes a copy of what takes something from an array whose elements are all one literal, and reports whether an
// operation is idle as it puts this literal there. Of a scratch array it is not: there lanes rely on what they write
// themselves, since the array is not set for each of them.
func (fw *forwarder) level(op *program.PrimOp) (idle bool) {
	form := op.Op.Form()
	if form != optab.Index && form != optab.Insert || op.In[0].IsLiteral() {
		return false
	}
	all := fw.resolve(op.In[0])
	array, ok := fw.typeOf(op.In[0])
	if !all.IsLiteral() || !ok || !op.Proven && !areWithin(op.In[form.FirstIndex():], array.Shape) {
		return false
	}
	if form == optab.Insert {
		v, _ := fw.vars.Operand(op.In[0])
		return op.In[1] == all && op.In[0].Name == op.Out[0].Name && !fw.vars.All[v].Scratch
	}
	*op = program.PrimOp{Op: program.OpCopy, In: []program.Operand{all}, Out: op.Out, Pos: op.Pos}
	fw.changed = true
	return false
}

// areWithin reports whether indices are literals within a shape.
func areWithin(indices []program.Operand, shape []int) bool {
	for axis, o := range indices {
		if !o.IsLiteral() || o.Bits >= uint64(shape[axis]) {
			return false
		}
	}
	return true
}

// writes reports whether an instruction writes a variable.
func (fw *forwarder) writes(in program.Instr, v int) bool {
	found := false
	fw.vars.Writes(in, func(w int) { found = found || v == w })
	return found
}

// resolve returns what an operand is a copy of, or itself.
func (fw *forwarder) resolve(o program.Operand) program.Operand {
	for {
		next := fw.once.end(fw.source.end(o))
		if next == o {
			return o
		}
		o = next
	}
}

// takesLiteral reports whether a literal may stand for operand i of an instruction: a scalar, or an array whose
// elements are all the same. Copied to a scratch array they are what lanes may read, and set there they are not.
func (fw *forwarder) takesLiteral(in program.Instr, i int) bool {
	if t, ok := fw.typeOf(edit.Operands(in)[i]); ok && len(t.Shape) == 0 {
		return takesLiterals(in)
	}
	op, ok := in.(*program.PrimOp)
	switch {
	case !ok:
		return false
	case op.Op == program.OpCopy && len(op.In) == len(op.Out):
		return !fw.p.VarDefs.Def(op.Out[i].Name).Scratch
	}
	return op.Op == program.OpCopy || op.Op.Form() == optab.Insert && i == 1
}

// takesLiterals reports whether a literal may stand for any scalar that the
// instruction reads.
func takesLiterals(in program.Instr) bool {
	op, ok := in.(*program.PrimOp)
	if !ok {
		return true
	}
	switch op.Op.Form() {
	case optab.Elementwise, optab.Copy, optab.Index, optab.Insert:
		return true
	}
	return false
}

// forget drops what was known of a variable that is about to change.
func (fw *forwarder) forget(v int) {
	fw.source.at[v] = 0
	for _, to := range fw.copies[v] {
		if from, ok := fw.source.get(to); ok {
			if w, ok := fw.vars.Operand(from); ok && w == v {
				fw.source.at[to] = 0
			}
		}
	}
	fw.copies[v] = fw.copies[v][:0]
}
