package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// tables makes a constant uniform of each lane's array that only ever has the same numbers: all of it
// is written in one stretch, from literals, and all else that is done is to take elements. It is what
// a table that stands in a function is; as a uniform it is not built by each lane, and where it is
// short its elements are found in registers.
func tables(p *program.Program) (*program.Program, error) {
	t := &tableFinder{p: p, found: map[string]*tableArray{}}
	for _, b := range edit.Bodies(p) {
		for _, name := range slices.Concat(b.In, b.Out) {
			t.of(name).varies = true
		}
		for _, blk := range b.Graph.Blocks {
			t.separate(blk)
			for _, in := range blk.Instrs {
				t.look(blk, in)
			}
		}
	}
	if t.declare() {
		for _, b := range edit.Bodies(p) {
			for _, blk := range b.Graph.Blocks {
				t.rewrite(blk)
			}
		}
	}
	return p, nil
}

type tableFinder struct {
	p     *program.Program
	found map[string]*tableArray
}

// tableArray is what is known of an array; of what is none, that it varies.
type tableArray struct {
	varies bool
	in     *program.Block // where it is written
	data   []uint64
	shape  program.TensorType
	read   bool          // in that block, after it was written: nothing may be written behind that
	copies []*tableArray // what it is a copy of, and what are copies of it: all are tables, or none
	name   string
}

// of returns what is known of a variable.
func (t *tableFinder) of(name string) *tableArray {
	a := t.found[name]
	if a == nil {
		shape, _ := t.p.TensorTypeOf(name)
		a = &tableArray{shape: shape, varies: len(shape.Shape) == 0}
		t.found[name] = a
	}
	return a
}

// separate fills each array by a copy of its own: a slice of structs begins with one copy for the arrays of all
// fields.
func (t *tableFinder) separate(blk *program.Block) {
	var list []program.Instr
	for _, in := range blk.Instrs {
		op, ok := edit.IsCopy(in)
		if !ok || len(op.In) != len(op.Out) || len(op.In) == 1 {
			list = append(list, in)
			continue
		}
		own := make([]bool, len(op.Out))
		for k, out := range op.Out {
			own[k] = op.In[k].IsLiteral() && len(t.of(out.Name).shape.Shape) > 0 &&
				!slices.Contains(op.In, program.Ref(out.Name))
			if own[k] {
				list = append(list, &program.PrimOp{Op: program.OpCopy, In: []program.Operand{op.In[k]},
					Out: []program.Output{out}, Pos: op.Pos})
			}
		}
		edit.KeepPairs(op, func(k int) bool { return !own[k] })
		if len(op.Out) > 0 {
			list = append(list, op)
		}
	}
	blk.Instrs = list
}

// look notes what an instruction does to arrays.
func (t *tableFinder) look(blk *program.Block, in program.Instr) {
	op, ok := in.(*program.PrimOp)
	if !ok {
		for _, name := range program.Writes(in, program.Reads(in, nil)) {
			t.of(name).varies = true
		}
		return
	}
	for i, o := range op.In {
		insert := i == 0 && op.Op.Form() == optab.Insert
		if o.IsLiteral() || insert && op.Out[0].Name == o.Name {
			continue
		}
		a := t.of(o.Name)
		a.read = a.read || a.in == blk
		element := i == 0 && op.Op.Form() == optab.Index // or a row
		row := i == 1 && op.Op.Form() == optab.Insert && len(a.shape.Shape) > 0
		if insert || row || op.Op == program.OpCopy && len(op.In) == 1 {
			b := t.of(op.Out[0].Name)
			a.copies, b.copies = append(a.copies, b), append(b.copies, a)
		} else if !element {
			a.varies = true
		}
	}
	for _, o := range op.Out {
		if a := t.of(o.Name); !a.varies && !t.write(a, blk, op) {
			a.varies = true
		}
	}
}

// write notes what an operation writes, and reports whether the array may still be a table.
func (t *tableFinder) write(a *tableArray, blk *program.Block, op *program.PrimOp) bool {
	insert := op.Op.Form() == optab.Insert
	if !insert && op.Op != program.OpCopy || !insert && len(op.In) != 1 {
		return false
	}
	if from := op.In[0]; !insert || from.Name != op.Out[0].Name { // all of it is written
		if a.in != nil {
			return false
		}
		a.in = blk
		if from.IsLiteral() {
			a.data = slices.Repeat([]uint64{from.Bits}, program.Elements(a.shape.Shape))
		} else {
			a.data = slices.Clone(t.of(from.Name).data)
		}
	}
	switch {
	case a.in != blk || a.read || a.data == nil:
		return false
	case !insert:
		return true
	}
	at := 0
	for axis, o := range op.In[2:] {
		if axis >= len(a.shape.Shape) || !o.IsLiteral() || o.Bits >= uint64(a.shape.Shape[axis]) {
			return false
		}
		at = at*a.shape.Shape[axis] + int(o.Bits)
	}
	size := program.Elements(a.shape.Shape[len(op.In)-2:])
	value := []uint64{op.In[1].Bits}
	if row := op.In[1]; !row.IsLiteral() {
		from := t.of(row.Name)
		if from.varies || from.in != blk || len(from.data) != size {
			return false
		}
		value = from.data
	}
	for i := range size {
		a.data[at*size+i] = value[i%len(value)]
	}
	return true
}

// declare declares the uniforms, one for arrays with the same numbers, and reports whether there are any.
func (t *tableFinder) declare() bool {
	names, any := edit.NewVarNamer(t.p), false
	for changed := true; changed; {
		changed = false
		for _, a := range t.found {
			if !a.varies && slices.ContainsFunc(a.copies, func(b *tableArray) bool { return b.varies || b.in == nil }) {
				a.varies, changed = true, true
			}
		}
	}
	for _, d := range t.p.VarDefs.All() {
		a := t.found[d.Name]
		if a == nil || a.varies || a.in == nil {
			continue
		}
		any = true
		i := slices.IndexFunc(t.p.Uniforms, func(u *program.Uniform) bool {
			return u.Data != nil && u.Type.Dtype == a.shape.Dtype && slices.Equal(u.Type.Shape, a.shape.Shape) &&
				slices.Equal(u.Data, a.data)
		})
		if i < 0 {
			i = len(t.p.Uniforms)
			u := &program.Uniform{Name: names.Fresh(d.Name + ".table"), Type: a.shape, Data: a.data}
			t.p.Uniforms = append(t.p.Uniforms, u)
		}
		a.name = t.p.Uniforms[i].Name
	}
	return any
}

// rewrite drops what writes tables, and takes elements of the uniforms.
func (t *tableFinder) rewrite(blk *program.Block) {
	blk.Instrs = slices.DeleteFunc(blk.Instrs, func(in program.Instr) bool {
		op, ok := in.(*program.PrimOp)
		return ok && t.found[op.Out[0].Name].name != ""
	})
	for _, in := range blk.Instrs {
		if op, ok := in.(*program.PrimOp); ok && op.Op.Form() == optab.Index && !op.In[0].IsLiteral() {
			if a := t.found[op.In[0].Name]; a.name != "" {
				op.In[0] = program.Ref(a.name)
			}
		}
	}
}
