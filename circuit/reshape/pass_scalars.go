package reshape

import (
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// scalarsMost is how many elements an array may have that becomes variables.
const scalarsMost = 64

// scalarsBuilt is how many elements it may have if an array is made of them.
const scalarsBuilt = 16

// scalarsSaved is how many elements an array may have that a function has which calls itself: it saves each element by
// itself then.
const scalarsSaved = 8

// scalars makes each element of a lane's array a variable of its own, if all
// that is done with the array is at indices that are literals: to take and to
// replace elements and rows, to copy it, to fill it with a number or with a row of an array that stays, at any index,
// and to pass it to functions that do no more. Then an element is a value like any other, which needs no memory and no
// copies. It leaves alone what is larger than a few elements in functions that recurse.
func scalars(p *program.Program) (*program.Program, error) {
	s := newDissolver(p, nil)
	if len(s.shapes) == 0 {
		return p, nil
	}
	s.declare()
	for _, b := range edit.Bodies(p) {
		for _, blk := range b.Graph.Blocks {
			var list []program.Instr
			for _, in := range blk.Instrs {
				switch op := in.(type) {
				case *program.PrimOp:
					if s.concerns(op) {
						list = append(list, s.split(op)...)
						continue
					}
				case *program.FunctionCallOp:
					list = append(list, s.pass(op)...)
					continue
				}
				list = append(list, in)
			}
			blk.Instrs = list
		}
		if !b.IsMain() {
			b.Fn.VarsIn, b.Fn.VarsOut = program.Leaves(s.variables(b.In)...), program.Leaves(s.variables(b.Out)...)
		}
	}
	edit.DropUnreached(p)
	return p, nil
}

// dissolver replaces arrays by variables.
type dissolver struct {
	p        *program.Program
	calls    *edit.CallGraph
	shapes   map[string][]int    // of the arrays to split
	elements map[string][]string // their elements, in row-major order
	names    *edit.Namer
	// literal are operations whose index is to be taken for a literal, with one that stands for it.
	literal map[*program.PrimOp][]program.Operand
}

// newDissolver finds the arrays to split.
func newDissolver(p *program.Program, literal map[*program.PrimOp][]program.Operand) *dissolver {
	s := possible(p, literal)
	for s.dropCostly() {
		s.keepNeeded()
	}
	return s
}

// possible finds the arrays that can be split, be it worth it or not.
func possible(p *program.Program, literal map[*program.PrimOp][]program.Operand) *dissolver {
	s := &dissolver{p: p, calls: edit.NewCallGraph(p), shapes: map[string][]int{}, literal: literal}
	for _, d := range p.VarDefs.All() {
		if t, ok := p.TensorTypeOf(d.Name); ok && len(t.Shape) > 0 && t.Elements() <= scalarsMost {
			s.shapes[d.Name] = t.Shape
		}
	}
	for _, name := range slices.Concat(s.calls.Bodies[0].In, s.calls.Bodies[0].Out) {
		delete(s.shapes, name)
	}
	for _, site := range s.calls.Sites {
		if s.calls.Internal(site) {
			s.keepLarge(site.Caller)
		}
	}
	s.keepNeeded()
	return s
}

// keepLarge keeps the arrays of a function that recurses, but for those of a few elements.
func (s *dissolver) keepLarge(body int) {
	for name := range edit.Mentioned(s.calls.Bodies[body]) {
		if t, ok := s.p.TensorTypeOf(name); ok && t.Elements() > scalarsSaved {
			delete(s.shapes, name)
		}
	}
}

// keepNeeded finds all arrays that are needed as they are.
func (s *dissolver) keepNeeded() {
	for again := true; again; {
		again = false
		for _, b := range s.calls.Bodies {
			for _, blk := range b.Graph.Blocks {
				for _, in := range blk.Instrs {
					again = s.keep(in) || again
				}
			}
		}
	}
}

// concerns reports whether an instruction reads or writes an array to split.
func (s *dissolver) concerns(op *program.PrimOp) bool {
	return slices.ContainsFunc(op.In, func(o program.Operand) bool {
		return !o.IsLiteral() && s.shapes[o.Name] != nil
	}) ||
		slices.ContainsFunc(op.Out, func(o program.Output) bool { return s.shapes[o.Name] != nil })
}

// keep finds arrays that an instruction needs as they are, and reports whether there was a new one.
func (s *dissolver) keep(in program.Instr) bool {
	n := len(s.shapes)
	op, ok := in.(*program.PrimOp)
	switch {
	case !ok:
		s.keepPassed(in.(*program.FunctionCallOp))
	case op.Op.Form() == optab.Copy && len(op.In) == len(op.Out):
		for i, o := range op.Out {
			if !s.copies(op, o.Name, op.In[i]) {
				s.keepBoth(o.Name, op.In[i])
			}
		}
	case s.concerns(op) && !s.splits(op):
		if op.Op.Form() == optab.Index && s.shapes[op.In[0].Name] != nil {
			delete(s.shapes, op.In[0].Name) // a row of what stays may still be split
			break
		}
		for _, name := range program.Writes(in, program.Reads(in, nil)) {
			delete(s.shapes, name)
		}
	}
	return len(s.shapes) != n
}

// splits reports whether an instruction can do without the arrays in it.
func (s *dissolver) splits(op *program.PrimOp) bool {
	switch op.Op.Form() {
	case optab.Const:
		return true
	case optab.Index:
		x, out := op.In[0].Name, op.Out[0].Name
		if _, _, ok := s.part(x, s.indices(op, 1)); !ok && (s.shapes[x] != nil || x == out) {
			return false
		}
		t, ok := s.p.TensorTypeOf(out)
		return ok && (len(t.Shape) == 0 || s.shapes[out] != nil)
	case optab.Insert:
		x, v, out := op.In[0], op.In[1], op.Out[0].Name
		t, known := s.p.TensorTypeOf(out)
		if !x.IsLiteral() {
			u, ok := s.p.TensorTypeOf(x.Name)
			known = known && ok && slices.Equal(t.Shape, u.Shape)
		}
		if s.shapes[out] == nil {
			return known && s.shapes[x.Name] != nil && s.shapes[v.Name] == nil && t.Elements() <= scalarsBuilt
		}
		_, _, ok := s.part(out, s.indices(op, 2))
		return ok && known
	}
	return false
}

// indices returns the indices of an operation, which begin at an operand.
func (s *dissolver) indices(op *program.PrimOp, first int) []program.Operand {
	if in := s.literal[op]; in != nil {
		return in[first:]
	}
	return op.In[first:]
}

// copies reports whether a copy can be made element by element. Elements of
// what stays are taken and built after the other copies that an instruction
// makes, so they must not change what is copied.
func (s *dissolver) copies(op *program.PrimOp, to string, from program.Operand) bool {
	if from.IsLiteral() {
		return true
	}
	a, b := s.shapes[to] != nil, s.shapes[from.Name] != nil
	if !a && !b {
		return true
	}
	t, ok := s.p.TensorTypeOf(to)
	u, known := s.p.TensorTypeOf(from.Name)
	if !ok || !known || !slices.Equal(t.Shape, u.Shape) {
		return false
	}
	if a && b {
		return true
	}
	return (a || t.Elements() <= scalarsBuilt) &&
		!slices.ContainsFunc(op.Out, func(o program.Output) bool { return o.Name == from.Name })
}

// part returns which elements of an array are at the given leading indices: the
// first, and how many. The indices must be literals and in range.
func (s *dissolver) part(name string, indices []program.Operand) (from, n int, ok bool) {
	t, ok := s.p.TensorTypeOf(name)
	if !ok || len(indices) > len(t.Shape) {
		return 0, 0, false
	}
	n = t.Elements()
	for axis, o := range indices {
		size := t.Shape[axis]
		if !o.IsLiteral() || size <= 0 || o.Bits >= uint64(size) {
			return 0, 0, false
		}
		n /= size
		from += int(o.Bits) * n
	}
	return from, n, true
}

// declare makes the variables.
func (s *dissolver) declare() {
	s.names = edit.NewVarNamer(s.p)
	s.elements = map[string][]string{}
	for _, d := range slices.Clone(s.p.VarDefs.All()) {
		if s.shapes[d.Name] == nil {
			continue
		}
		t, _ := s.p.TensorTypeOf(d.Name)
		for i := range t.Elements() {
			suffix := ""
			for axis, rest := len(t.Shape)-1, i; axis >= 0; axis-- {
				suffix = "." + strconv.Itoa(rest%t.Shape[axis]) + suffix
				rest /= t.Shape[axis]
			}
			name := s.names.Fresh(d.Name + suffix)
			s.p.VarDefs.Add(name, program.Of(program.Scalar(t.Dtype)))
			s.p.VarDefs.SetLike(name, d)
			s.elements[d.Name] = append(s.elements[d.Name], name)
		}
	}
}

// split returns what an instruction does, element by element.
func (s *dissolver) split(op *program.PrimOp) []program.Instr {
	switch op.Op.Form() {
	case optab.Index:
		return s.index(op)
	case optab.Insert:
		return s.insert(op)
	}
	c := &moveList{s: s, pos: op.Pos}
	var after []program.Instr
	for i, out := range op.Out {
		from, to := op.In[i], s.elements[out.Name]
		stays := from.IsLiteral() || s.elements[from.Name] == nil
		switch {
		case to == nil && stays:
			c.move(out, from)
		case to == nil:
			after = append(after, s.built(op, out.Name, s.elements[from.Name])...)
		case stays && !from.IsLiteral():
			after = append(after, s.taken(op, to, from, nil)...)
		default:
			for k, name := range to {
				c.move(program.Output{Name: name}, s.element(from, k))
			}
		}
	}
	return append(c.instrs(), after...)
}

// element returns element k of an array, which a literal is in all places.
func (s *dissolver) element(o program.Operand, k int) program.Operand {
	if o.IsLiteral() || s.elements[o.Name] == nil {
		return o
	}
	return program.Ref(s.elements[o.Name][k])
}

// taken indexes all elements of a part of an array that stays.
func (s *dissolver) taken(op *program.PrimOp, to []string, from program.Operand,
	indices []program.Operand) []program.Instr {
	t, _ := s.p.TensorTypeOf(from.Name)
	var list []program.Instr
	for k, name := range to {
		list = append(list, &program.PrimOp{
			Op: program.OpcodeFor("index", t.Dtype), In: slices.Concat([]program.Operand{from}, indices, indicesOf(k,
				t.Shape[len(indices):])),
			Out: []program.Output{{Name: name}}, Pos: op.Pos,
		})
	}
	return list
}

// built makes an array that stays of elements.
func (s *dissolver) built(op *program.PrimOp, to string, from []string) []program.Instr {
	t, _ := s.p.TensorTypeOf(to)
	out := []program.Output{{Name: to}}
	list := []program.Instr{&program.PrimOp{Op: program.OpCopy, In: []program.Operand{program.Lit(t.Dtype, 0)},
		Out: out, Pos: op.Pos}}
	for k, name := range from {
		list = append(list, &program.PrimOp{
			Op: program.OpcodeFor("insert", t.Dtype), In: append([]program.Operand{program.Ref(to),
				program.Ref(name)}, indicesOf(k, t.Shape)...),
			Out: slices.Clone(out), Pos: op.Pos,
		})
	}
	return list
}

// indicesOf returns the indices of element k of an array.
func indicesOf(k int, shape []int) []program.Operand {
	at := make([]program.Operand, len(shape))
	for axis := len(shape) - 1; axis >= 0; axis-- {
		at[axis] = program.Lit(program.I64, uint64(k%shape[axis]))
		k /= shape[axis]
	}
	return at
}

// index takes elements out of an array.
func (s *dissolver) index(op *program.PrimOp) []program.Instr {
	x, out := op.In[0], op.Out[0]
	to := s.elements[out.Name]
	if s.elements[x.Name] == nil {
		return s.taken(op, to, x, op.In[1:])
	}
	from, n, _ := s.part(x.Name, op.In[1:])
	c := &moveList{s: s, pos: op.Pos}
	for k := range n {
		if to != nil {
			out.Name = to[k]
		}
		c.move(out, s.element(x, from+k))
	}
	return c.instrs()
}

// insert replaces elements of an array.
func (s *dissolver) insert(op *program.PrimOp) []program.Instr {
	x, v, out := op.In[0], op.In[1], op.Out[0].Name
	if s.elements[out] == nil {
		into := *op
		into.In = append([]program.Operand{program.Ref(out)}, op.In[1:]...)
		return append(s.built(op, out, s.elements[x.Name]), &into)
	}
	from, n, _ := s.part(out, op.In[2:])
	var list []program.Instr
	stays := !x.IsLiteral() && s.elements[x.Name] == nil
	if stays {
		list = s.taken(op, s.elements[out], x, nil)
		list = slices.Delete(list, from, from+n)
	}
	c := &moveList{s: s, pos: op.Pos}
	for k, name := range s.elements[out] {
		if !stays && (k < from || k >= from+n) {
			c.move(program.Output{Name: name}, s.element(x, k))
		}
	}
	replaced := s.elements[out][from : from+n]
	if t, ok := s.p.TensorTypeOf(v.Name); !v.IsLiteral() && ok && len(t.Shape) > 0 && s.elements[v.Name] == nil {
		return slices.Concat(list, c.instrs(), s.taken(op, replaced, v, nil))
	}
	for k, name := range replaced {
		c.move(program.Output{Name: name}, s.element(v, k))
	}
	return append(list, c.instrs()...)
}

// moveList collects moves that happen at the same time.
type moveList struct {
	s   *dissolver
	pos program.Pos
	op  program.PrimOp
}

func (c *moveList) move(to program.Output, from program.Operand) {
	if from.IsLiteral() {
		t, _ := c.s.p.TensorTypeOf(to.Name)
		from.Dtype = t.Dtype
	}
	if from.IsLiteral() || from.Name != to.Name {
		c.op.Out, c.op.In = append(c.op.Out, to), append(c.op.In, from)
	}
}

func (c *moveList) instrs() []program.Instr {
	if len(c.op.Out) == 0 {
		return nil
	}
	c.op.Op, c.op.Pos = program.OpCopy, c.pos
	return []program.Instr{&c.op}
}
