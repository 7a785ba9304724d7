package engine

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// unrolledElements is up to how many elements of an array are computed one by one.
const unrolledElements = 64

// copiedElements is up to how many elements of a table are copied, by two instructions each.
const copiedElements = 512

// arrayOp adds an operation that reads or writes arrays. active gives the lanes that are
// in the phase. The result is NoValue if it is an array.
func (p *phases) arrayOp(op *program.PrimOp, active func() codegen.Value) (result, fault codegen.Value, err error) {
	to := op.Out[0].Name
	lanes := active
	if p.everywhere(to) {
		lanes = func() codegen.Value { return p.Constant(optab.Bool, 1) }
	}
	switch op.Op.Form() {
	case optab.Index:
		return p.index(op, active, lanes)
	case optab.Insert:
		return p.insert(op, active, lanes)
	case optab.Copy, optab.Const, optab.Reshape:
		if p.g.isArray(to) {
			return codegen.NoValue, codegen.NoValue, p.copyArray(to, op.In[0], lanes())
		}
		return p.element(op.In[0], p.g.typeOf(to), 0), codegen.NoValue, nil
	case optab.Elementwise:
		return p.elementwise(op, lanes)
	case optab.Reduce, optab.Dot:
		if !p.g.isArray(to) {
			return p.fold(op)
		}
	}
	return 0, 0, fmt.Errorf("%s of arrays has no machine code", op.Op)
}

// everywhere reports whether the phase writes an array in all lanes, as no lane that is elsewhere needs what it has: a
// store of some lanes is slow on some processors. What lanes do that begin or end is beside all that are in the turn,
// wherever these wait.
func (p *phases) everywhere(array string) bool {
	b := p.at.block
	return p.g.prog.Alloc(array) == program.Temporary || p.g.part[b] == turning && !p.g.others[b][array]
}

// copyArray copies an array, or a number into all of its elements.
func (p *phases) copyArray(to string, from program.Operand, mask codegen.Value) error {
	k := p.g.arrays[to]
	if from.IsLiteral() || !p.g.isArray(from.Name) {
		p.Write(codegen.Fill, k, 0, 0, mask, p.pack(p.value(from, p.g.typeOf(to)), p.g.typeOf(to)))
		return nil
	}
	if p.g.prog.Uniform(from.Name) == nil {
		if p.g.arrays[from.Name] != k {
			p.Write(codegen.Rows, k, p.g.arrays[from.Name], 0, mask)
		}
		return nil
	}
	n := p.g.memory[k].len
	if n > copiedElements {
		return fmt.Errorf("a copy of %s, which has %d elements, has no machine code", from.Name, n)
	}
	for i := range n {
		p.Write(codegen.StoreRow, k, 0, i, mask, p.rowOf(from.Name, i))
	}
	return nil
}

// pack is a value as it is stored, and unpack the way back.
func (p *phases) pack(v codegen.Value, t optab.Type) codegen.Value {
	if t == optab.Bool {
		return p.Emit(optab.I32, "select.i32", v, p.literal(optab.I32, 1), p.literal(optab.I32, 0))
	}
	return v
}

func (p *phases) unpack(v codegen.Value, t optab.Type) codegen.Value {
	if t == optab.Bool {
		return p.Emit(optab.Bool, "ne.i32", v, p.literal(optab.I32, 0))
	}
	return v
}

// rowOf is an element of a variable or uniform, as it is stored, the same one for all lanes.
func (p *phases) rowOf(name string, i int) codegen.Value {
	k := p.g.arrays[name]
	if p.g.memory[k].at == atGiven {
		return p.LoadRow(codegen.TableRow, k, i)
	}
	return p.LoadRow(codegen.LoadRow, k, i)
}

// element is element i of an operand; a number has one, for all i.
func (p *phases) element(o program.Operand, t optab.Type, i int) codegen.Value {
	if o.IsLiteral() || !p.g.isArray(o.Name) {
		return p.value(o, t)
	}
	return p.unpack(p.rowOf(o.Name, i), p.g.readType(o.Name))
}

// elements is how many elements an operand has.
func (g *graph) elements(o program.Operand) int {
	if o.IsLiteral() || !g.isArray(o.Name) {
		return 1
	}
	return program.Elements(g.shape(o.Name))
}

// shape is the shape of an array.
func (g *graph) shape(name string) []int { return shapeOf(g.prog, name) }

// shapeOf is the shape of a variable or uniform.
func shapeOf(p *program.Program, name string) []int {
	if u := p.Uniform(name); u != nil {
		return u.Type.Shape
	}
	return p.VarDefs.Def(name).Type.Leaf().Shape
}

// load is the element some behind one.
func (p *phases) load(name string, at offset, n int, mask codegen.Value) codegen.Value {
	k := p.g.arrays[name]
	switch {
	case at.value == codegen.NoValue && (at.outside != codegen.NoValue || at.at+n > farElement):
		return p.constantElement(name, at.at+n, mask)
	case at.value == codegen.NoValue:
		return p.rowOf(name, at.at+n)
	case at.same && p.g.memory[k].at == atGiven:
		of := p.plus(at, n)
		if first, ok := p.orFirst(name, of); ok {
			of, mask = first, p.Constant(optab.Bool, 1)
		}
		return p.LoadAt(codegen.TableAt, k, 0, codegen.Unsure, mask, of)
	case at.same:
		of, plus := p.sum(at.value, n)
		exists := p.existence(at, of)
		return p.LoadAt(codegen.LoadAt, k, plus, exists, p.among(of, mask, k, exists), of)
	case p.g.memory[k].at == atGiven:
		if v, ok := p.lookup(p.g.prog.Uniform(name), p.plus(at, n)); ok {
			return v
		}
		if f, ok := p.g.fields[p.at]; ok {
			return p.loadField(f, p.plus(at, n))
		}
		return p.Load(codegen.LoadTable, k, mask, p.plus(at, n))
	}
	return p.Load(codegen.Load, k, mask, p.plus(at, n))
}

// mostLeast is how many elements of a table are read at constants whatever its length is, since runs make shorter
// tables as long: so nobody asks for the length before each.
const mostLeast = 64

// farElement is so far behind the first element of a table that its distance may have more than 32 bits.
const farElement = 1 << 27

// constantElement is an element of a constant number of a table that may have none there, as its length comes with the
// run, or is long.
func (p *phases) constantElement(name string, number int, mask codegen.Value) codegen.Value {
	if number >= 0 && number < mostLeast {
		i := slices.IndexFunc(p.g.given, func(u given) bool { return u.table && u.name == name })
		p.g.given[i].least = max(p.g.given[i].least, number+1)
		return p.rowOf(name, number)
	}
	of := p.elementAt(number)
	if first, ok := p.orFirst(name, of); ok {
		of, mask = first, p.Constant(optab.Bool, 1)
	}
	return p.LoadAt(codegen.TableAt, p.g.arrays[name], 0, codegen.Unsure, mask, of)
}

// lookup finds the elements of a constant table in registers, if it is small enough. Lanes whose index is
// out of range have anything.
func (p *phases) lookup(u *program.Uniform, index codegen.Value) (codegen.Value, bool) {
	t := u.Type.Dtype
	if t.Size() != p.g.width {
		return codegen.NoValue, false
	}
	if t.IsInt() {
		if v, ok := p.LookupSmall(t, index, u.Data); ok {
			return v, true
		}
	}
	return p.LookupNear(t, index, u.Data)
}

// index adds the operation that takes an element, or a part, of an array.
func (p *phases) index(op *program.PrimOp, active, lanes func() codegen.Value) (result, fault codegen.Value,
	err error) {
	from, to := op.In[0].Name, op.Out[0].Name
	at, n := p.locate(from, op.In[1:])
	if !p.g.isArray(to) {
		t := p.g.typeOf(to)
		if p.always(at) {
			return p.literal(t, 0), at.fault, nil
		}
		mask := p.inRange(active(), at)
		// Lanes elsewhere may take an element too, if it exists: which lanes are here need not be
		// known before.
		if p.g.memory[p.g.arrays[from]].at == atGiven && !at.same && at.outside != codegen.NoValue {
			mask = p.Emit(optab.Bool, "not.bool", at.outside)
		}
		return p.unpack(p.load(from, at, 0, mask), t), at.fault, nil
	}
	k := p.g.arrays[to]
	if p.always(at) {
		return codegen.NoValue, at.fault, nil
	}
	if at.value == codegen.NoValue && p.g.prog.Uniform(from) == nil {
		p.Write(codegen.Part, k, p.g.arrays[from], at.at, lanes())
		return codegen.NoValue, at.fault, nil
	}
	if n > unrolledElements {
		return 0, 0, fmt.Errorf("a part of %s, which has %d elements, has no machine code", from, n)
	}
	var rows []codegen.Value // read before any is written
	for i := range n {
		rows = append(rows, p.load(from, at, i, p.inRange(active(), at)))
	}
	for i, v := range rows {
		p.Write(codegen.StoreRow, k, 0, i, lanes(), v)
	}
	return codegen.NoValue, at.fault, nil
}

// insert adds the operation that replaces an element, or a part, of an array.
func (p *phases) insert(op *program.PrimOp, active, lanes func() codegen.Value) (result, fault codegen.Value,
	err error) {
	from, to, what := op.In[0], op.Out[0].Name, op.In[1]
	at, n := p.locate(to, op.In[2:])
	typ, k := p.g.typeOf(to), p.g.arrays[to]
	part := !what.IsLiteral() && p.g.isArray(what.Name)
	if n > unrolledElements && (part || !p.always(at)) {
		return 0, 0, fmt.Errorf("a part of %s, which has %d elements, has no machine code", to, n)
	}
	var values []codegen.Value // before the array is copied, which may be the same
	for i := range n {
		values = append(values, p.pack(p.element(what, typ, i), typ))
		if !part {
			break
		}
	}
	mask := lanes()
	if err := p.copyArray(to, from, mask); err != nil {
		return 0, 0, err
	}
	if p.always(at) {
		return codegen.NoValue, at.fault, nil
	}
	for i := range n {
		v := values[min(i, len(values)-1)]
		if at.value == codegen.NoValue {
			p.Write(codegen.StoreRow, k, 0, at.at+i, mask, v)
		} else if at.same {
			of, plus := p.sum(at.value, i)
			in, exists := p.inRange(active(), at), p.existence(at, of)
			told := p.among(of, in, k, exists)
			if exists == codegen.Met && p.everywhere(to) {
				in = lanes() // each has the number of an element, wherever it is
			}
			p.StoreAt(k, plus, exists, in, v, of, told)
		} else {
			p.Write(codegen.Store, k, 0, 0, p.inRange(active(), at), v, p.plus(at, i))
		}
	}
	return codegen.NoValue, at.fault, nil
}

// elementwise adds an operation on each element.
func (p *phases) elementwise(op *program.PrimOp, lanes func() codegen.Value) (result, fault codegen.Value, err error) {
	to, info := op.Out[0].Name, op.Op.Info()
	if !p.g.isArray(to) {
		return 0, 0, fmt.Errorf("%s of an array of one element has no machine code", op.Op)
	}
	k := p.g.arrays[to]
	n := p.g.memory[k].len
	if info.Row.Name == "select" && p.g.elements(op.In[0]) == 1 {
		return codegen.NoValue, codegen.NoValue, p.choose(op, lanes())
	}
	for _, o := range op.In {
		if m := p.g.elements(o); m != 1 && m != n {
			return 0, 0, fmt.Errorf("%s of arrays of several shapes has no machine code", op.Op)
		}
	}
	if n > unrolledElements {
		return 0, 0, fmt.Errorf("%s of an array of %d elements has no machine code", op.Op, n)
	}
	fault = codegen.NoValue
	var values []codegen.Value
	for i := range n {
		var args []codegen.Value
		for j, o := range op.In {
			args = append(args, p.element(o, info.In[min(j, len(info.In)-1)], i))
		}
		v, f, err := p.apply(op.Op, args, claimsOf(op))
		if err != nil {
			return 0, 0, err
		}
		fault = p.either(fault, f)
		values = append(values, p.pack(v, p.g.typeOf(to)))
	}
	for i, v := range values {
		p.Write(codegen.StoreRow, k, 0, i, lanes(), v)
	}
	return codegen.NoValue, fault, nil
}

// choose adds a choice between two arrays: one is copied where it holds, the other elsewhere,
// unless it is the array that is written.
func (p *phases) choose(op *program.PrimOp, mask codegen.Value) error {
	to := op.Out[0].Name
	cond := p.value(op.In[0], optab.Bool)
	yes, no := p.Emit(optab.Bool, "and.bool", mask, cond), p.Emit(optab.Bool, "andnot.bool", mask, cond)
	if op.In[2] == program.Ref(to) {
		return p.copyArray(to, op.In[1], yes)
	}
	if err := p.copyArray(to, op.In[1], yes); err != nil || op.In[1] == op.In[2] {
		return err
	}
	return p.copyArray(to, op.In[2], no)
}

// fold adds a reduction of one array, or the inner product of two, to a number.
func (p *phases) fold(op *program.PrimOp) (result, fault codegen.Value, err error) {
	info, to := op.Op.Info(), op.Out[0].Name
	n := 1
	for _, o := range op.In {
		n = max(n, p.g.elements(o))
		if !o.IsLiteral() && p.g.isArray(o.Name) && len(p.g.shape(o.Name)) != 1 {
			return 0, 0, fmt.Errorf("%s of matrices has no machine code", op.Op)
		}
	}
	if n > unrolledElements {
		return 0, 0, fmt.Errorf("%s of an array of %d elements has no machine code", op.Op, n)
	}
	t := p.g.typeOf(to)
	var sum codegen.Value
	for i := range n {
		v := p.element(op.In[0], t, i)
		if info.Row.Form == optab.Dot {
			v = p.Emit(t, "mul."+t.String(), v, p.element(op.In[1], t, i))
		}
		switch {
		case i == 0:
			sum = v
		case info.Row.Form == optab.Dot:
			sum = p.Emit(t, "add."+t.String(), sum, v)
		default:
			sum, _ = p.Inline(codegen.Row(info.Row, info.Type), sum, v)
		}
	}
	return sum, codegen.NoValue, nil
}
