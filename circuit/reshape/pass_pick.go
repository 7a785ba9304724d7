package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// pickCost is how many operations the choices of a body may take.
const pickCost = 1024

// pick takes an element of a lane's array whose index has only a few values by looking at all that it may be, if pass
// scalars can make variables of the array then: a select an element costs less than an element that each lane has
// elsewhere in memory, and all other uses of the array cost nothing. The place where an insertion ends and the row of a
// pivot are such indices, when expand has written out the loops around them.
func pick(p *program.Program) (*program.Program, error) {
	names := edit.NewVarNamer(p)
	for _, b := range edit.Bodies(p) {
		k := &picker{p: p, names: names, values: map[*program.PrimOp]choice{}}
		k.find(b)
		if len(k.values) == 0 {
			continue
		}
		for _, blk := range b.Graph.Blocks {
			var list []program.Instr
			for _, in := range blk.Instrs {
				op, _ := in.(*program.PrimOp)
				if c, ok := k.values[op]; ok {
					list = append(list, k.write(op, c)...)
				} else {
					list = append(list, in)
				}
			}
			blk.Instrs = list
		}
	}
	return p, nil
}

// choice is the operand of an operation that is an index with few values, and these.
type choice struct {
	operand int
	values  []uint64
}

type picker struct {
	p      *program.Program
	names  *edit.Namer
	values map[*program.PrimOp]choice // the operations to replace
}

// find looks for the operations of a body to replace.
func (k *picker) find(b *edit.Body) {
	literal := map[*program.PrimOp][]program.Operand{}
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			if op, ok := in.(*program.PrimOp); ok {
				if o := k.open(op); o > 0 {
					literal[op] = asLiteral(op, o, 0)
				}
			}
		}
	}
	if !k.mayBring(literal) {
		return
	}
	few := newFew(k.p, program.NewShape(b.Graph))
	clear(literal)
	cost := 0
	for i, at := range few.at {
		if !at.reached() {
			continue
		}
		list := few.effects(i)
		for n, in := range few.f.Blocks[i].Instrs {
			if op, ok := in.(*program.PrimOp); ok {
				if o := k.open(op); o > 0 {
					if values := few.operandValues(op.In[o], &at); values != nil && k.within(op, o, values) {
						k.values[op] = choice{o, values}
						literal[op] = asLiteral(op, o, values[0])
						cost += 2 * len(values) * k.elements(op)
					}
				}
			}
			few.apply(&list[n], &at)
		}
	}
	if cost == 0 || cost > pickCost {
		clear(k.values)
		return
	}
	split := newDissolver(k.p, literal)
	for op := range k.values {
		if split.shapes[k.array(op)] == nil {
			delete(k.values, op)
		}
	}
}

// asLiteral returns the operands of an operation with a literal in the place of one.
func asLiteral(op *program.PrimOp, operand int, x uint64) []program.Operand {
	in := slices.Clone(op.In)
	in[operand] = program.Lit(program.I64, x)
	return in
}

// mayBring reports whether some array could become variables if certain indices were literals: to look for the few
// values of indices takes long.
func (k *picker) mayBring(literal map[*program.PrimOp][]program.Operand) bool {
	if len(literal) == 0 {
		return false
	}
	split := possible(k.p, literal)
	for op := range literal {
		if split.shapes[k.array(op)] != nil {
			return true
		}
	}
	return false
}

// array returns the array whose elements an index or insert is about.
func (k *picker) array(op *program.PrimOp) string {
	if op.Op.Form() == optab.Index {
		return op.In[0].Name
	}
	return op.Out[0].Name
}

// first returns which operand of an index or insert is its first index.
func (k *picker) first(op *program.PrimOp) int {
	if op.Op.Form() == optab.Index {
		return 1
	}
	return 2
}

// rest returns the axes that an index or insert is about as a whole.
func (k *picker) rest(op *program.PrimOp) []int {
	t, _ := k.p.TensorTypeOf(k.array(op))
	return t.Shape[len(op.In)-k.first(op):]
}

// elements returns how many elements an index or insert is about.
func (k *picker) elements(op *program.PrimOp) int { return program.Elements(k.rest(op)) }

// open returns which operand of an operation on an element or a part is an index that is not a literal, or 0 if there
// is none, or more than one.
func (k *picker) open(op *program.PrimOp) int {
	if form := op.Op.Form(); form != optab.Index && form != optab.Insert {
		return 0
	}
	first := k.first(op)
	t, ok := k.p.TensorTypeOf(k.array(op))
	if !ok || !k.p.VarDefs.Has(k.array(op)) || len(op.In)-first > len(t.Shape) || op.Out[0].Push {
		return 0
	}
	if op.Op.Form() == optab.Insert {
		// What replaces a part is as large as the part, or a number.
		v, ok := k.p.TensorTypeOf(op.In[1].Name)
		if !op.In[1].IsLiteral() && (!ok || len(v.Shape) > 0 && !slices.Equal(v.Shape, k.rest(op))) {
			return 0
		}
	}
	found := 0
	for i, o := range op.In[first:] {
		switch {
		case o.IsLiteral():
		case found > 0:
			return 0
		default:
			found = first + i
		}
	}
	return found
}

// within reports whether all values of an operand are indices of its axis.
func (k *picker) within(op *program.PrimOp, operand int, values []uint64) bool {
	t, _ := k.p.TensorTypeOf(k.array(op))
	size := t.Shape[operand-k.first(op)]
	return size > 0 && values[len(values)-1] < uint64(size)
}

// write returns what an operation does, by the elements that it may be about.
func (k *picker) write(op *program.PrimOp, c choice) []program.Instr {
	t, _ := k.p.TensorTypeOf(k.array(op))
	o := op.In[c.operand]
	var list []program.Instr
	add := func(row string, of program.Dtype, to string, in ...program.Operand) program.Operand {
		list = append(list, &program.PrimOp{
			Op: program.OpcodeFor(row, of), In: in, Out: []program.Output{{Name: to}}, Pos: op.Pos,
		})
		return program.Ref(to)
	}
	temp := func(d program.Dtype) string {
		name := k.names.Fresh(o.Name + ".pick")
		k.p.VarDefs.Add(name, program.Of(program.Scalar(d)))
		return name
	}
	equal := map[uint64]program.Operand{}
	is := func(x uint64) program.Operand {
		if _, ok := equal[x]; !ok {
			of, _ := k.p.TensorTypeOf(o.Name)
			equal[x] = add("eq", of.Dtype, temp(program.Bool), o, program.Lit(of.Dtype, x))
		}
		return equal[x]
	}
	rest := k.rest(op)
	indices := func(x uint64, e int) []program.Operand {
		in := slices.Clone(op.In[k.first(op):])
		in[c.operand-k.first(op)] = program.Lit(program.I64, x)
		return append(in, indicesOf(e, rest)...)
	}
	out := op.Out[0].Name
	start := func(from program.Operand) {
		list = append(list, &program.PrimOp{Op: program.OpCopy, In: []program.Operand{from},
			Out: []program.Output{{Name: out}}, Pos: op.Pos})
	}
	if op.Op.Form() == optab.Index {
		if len(rest) > 0 {
			start(program.Lit(t.Dtype, 0))
		}
		for e := range k.elements(op) {
			var v program.Operand
			for i, x := range c.values {
				from := slices.Concat([]program.Operand{op.In[0]}, indices(x, e))
				element := add("index", t.Dtype, temp(t.Dtype), from...)
				if i > 0 {
					element = add("select", t.Dtype, temp(t.Dtype), is(x), element, v)
				}
				v = element
			}
			if len(rest) == 0 {
				start(v)
			} else {
				to := slices.Concat([]program.Operand{program.Ref(out), v}, indicesOf(e, rest))
				add("insert", t.Dtype, out, to...)
			}
		}
		return list
	}
	if op.In[0].IsLiteral() || op.In[0].Name != out {
		start(op.In[0])
	}
	for e := range k.elements(op) {
		v := op.In[1]
		if from, ok := k.p.TensorTypeOf(v.Name); !v.IsLiteral() && ok && len(from.Shape) > 0 {
			v = add("index", t.Dtype, temp(t.Dtype), slices.Concat([]program.Operand{v}, indicesOf(e, rest))...)
		}
		for _, x := range c.values {
			at := indices(x, e)
			old := add("index", t.Dtype, temp(t.Dtype), slices.Concat([]program.Operand{program.Ref(out)}, at)...)
			chosen := add("select", t.Dtype, temp(t.Dtype), is(x), v, old)
			add("insert", t.Dtype, out, slices.Concat([]program.Operand{program.Ref(out), chosen}, at)...)
		}
	}
	return list
}
