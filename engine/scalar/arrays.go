package scalar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Arrays are in the function's frame, those that are constants in the code's data. They are
// changed in place. What works on all elements is written out, element by element.

// maxWritten is how many elements an operation on arrays may have.
const maxWritten = 256

// shapeOf is the shape of an operand: nil for a scalar.
func (b *builder) shapeOf(a arg) []int {
	return b.u.shapeOf(b.f, a)
}

// array adds an instruction of which a part is an array.
func (b *builder) array(blk *block, in ins) error {
	for i, a := range in.in {
		if a.kind != bound || !b.u.boolTable(a) {
			continue
		}
		if i > 0 || in.op.Form() != optab.Index || b.f.vars[in.out[0]].isArray() {
			return fmt.Errorf("a uniform of many bools is read as a whole")
		}
	}
	switch {
	case in.kind == call:
		blk.code = append(blk.code, in)
		return nil
	case in.op == program.OpCopy || in.op.Form() == optab.Const || in.op.Form() == optab.Reshape:
		return b.copyArrays(blk, in)
	}
	switch form := in.op.Form(); form {
	case optab.Index:
		if len(b.shapeOf(of(in.out[0]))) > 0 {
			in.kind = part
		} else {
			in.kind = index
			b.flatten(blk, &in, 1)
		}
		blk.code = append(blk.code, in)
		return nil
	case optab.Insert:
		b.assign(blk, in.out[0], in.in[0])
		in.in[0] = of(in.out[0])
		in.kind = insert
		if rest := b.shapeOf(in.in[0])[len(in.in)-2:]; len(b.shapeOf(in.in[1])) > 0 || len(rest) > 0 {
			if len(b.shapeOf(in.in[1])) == 0 && in.in[1].kind != literal { // one value for a whole part
				whole := b.f.newVar(b.f.vars[in.out[0]].typ)
				b.f.vars[whole].shape = rest
				if err := b.copyArrays(blk, ins{op: program.OpCopy, in: in.in[1:2:2], out: []val{whole}}); err != nil {
					return err
				}
				in.in[1] = of(whole)
			}
			in.kind = insertPart
		} else {
			b.flatten(blk, &in, 2)
		}
		blk.code = append(blk.code, in)
		return nil
	case optab.Elementwise:
		return b.elementwise(blk, in)
	case optab.Reduce:
		return b.reduce(blk, in)
	case optab.Dot, optab.MatVec:
		return b.dot(blk, in)
	}
	return fmt.Errorf("%s has no code", in.op)
}

// flatten computes the number of the element at the indices of an instruction, which are its
// operands from the given one on, in an instruction of its own: others are at the same place. What literals add to the
// number is the instruction's own, so that those of one row differ in nothing else.
func (b *builder) flatten(blk *block, in *ins, from int) {
	shape, indices := b.shapeOf(in.in[0]), in.in[from:]
	isVariable := func(a arg) bool { return a.kind != literal }
	if len(indices) < 2 || len(indices) > maxOperands || slices.Contains(shape, program.AnyLength) ||
		!slices.ContainsFunc(indices, isVariable) {
		return
	}
	n := slices.IndexFunc(b.u.dims, func(dims []int) bool { return slices.Equal(dims, shape) })
	if n < 0 {
		n = len(b.u.dims)
		b.u.dims = append(b.u.dims, shape)
	}
	rows := slices.Clone(indices)
	known := 0
	for i, size := range shape[:len(rows)] {
		known *= size
		if a := &rows[i]; a.kind == literal && a.bits < uint64(size) {
			known += int(a.bits)
			a.bits = 0
		}
	}
	v := b.f.newVar(optab.I64)
	blk.code = append(blk.code, ins{kind: offset, in: rows, out: []val{v}, n: n, sure: in.sure})
	in.in, in.flat, in.n = append(in.in[:from:from], of(v)), true, known
}

// boolTable reports whether a table that comes with the run has bools.
func (u *unit) boolTable(a arg) bool {
	return slices.ContainsFunc(u.bound, func(t Table) bool { return t.At == a.off && u.typeOf(t.Name) == optab.Bool })
}

// assign makes an array a copy of another, if it is not the same.
func (b *builder) assign(blk *block, to val, from arg) {
	if from != of(to) {
		blk.code = append(blk.code, ins{kind: assign, in: []arg{from}, out: []val{to}})
	}
}

// copyArrays adds a copy of arrays and scalars, all at once, or of one literal to all
// elements of an array.
func (b *builder) copyArrays(blk *block, in ins) error {
	scalars := ins{kind: copies, op: program.OpCopy}
	type pair struct {
		to   val
		from arg
	}
	var pairs []pair
	for i, v := range in.out {
		if !b.f.vars[v].isArray() {
			x := b.elementOf(blk, in.in[i], b.shapeOf(in.in[i]), 0, b.f.vars[v].typ)
			scalars.in, scalars.out = append(scalars.in, x), append(scalars.out, v)
			continue
		}
		pairs = append(pairs, pair{v, in.in[i]})
	}
	if len(pairs) > 1 { // one may be written before it is read
		for i, p := range pairs {
			if p.from.kind == variable && b.f.vars[p.from.v].isArray() {
				old := b.f.newVar(b.f.vars[p.from.v].typ)
				b.f.vars[old].shape = b.f.vars[p.from.v].shape
				b.assign(blk, old, p.from)
				pairs[i].from = of(old)
			}
		}
	}
	for _, p := range pairs { // scalars that are written below may be read here
		shape, from := b.f.vars[p.to].shape, b.shapeOf(p.from)
		n := program.Elements(shape)
		if len(from) > 0 && program.Elements(from) == n {
			b.assign(blk, p.to, p.from)
			continue
		}
		if len(from) == 0 {
			blk.code = append(blk.code, ins{kind: fill, in: []arg{p.from}, out: []val{p.to}})
			continue
		}
		if n > maxWritten {
			return fmt.Errorf("an array of %d elements is made of smaller ones", n)
		}
		offsets := program.BroadcastOffsets(from, shape)
		for i := range n {
			x := b.elementOf(blk, p.from, from, offsets[i], b.f.vars[p.to].typ)
			b.store(blk, p.to, i, x)
		}
	}
	if len(scalars.out) > 0 {
		blk.code = append(blk.code, scalars)
	}
	return nil
}

// elementOf gives an element of an operand, or the operand itself if it is a scalar.
func (b *builder) elementOf(blk *block, a arg, shape []int, i int, t optab.Type) arg {
	if len(shape) == 0 {
		return a
	}
	v := b.f.newVar(t)
	blk.code = append(blk.code, ins{kind: load, in: []arg{a}, out: []val{v}, n: i})
	return of(v)
}

// store writes an element.
func (b *builder) store(blk *block, to val, i int, x arg) {
	blk.code = append(blk.code, ins{kind: store, in: []arg{of(to), x}, out: []val{to}, n: i})
}

// put adds an operation on scalars, whose result goes to an element of an array or is all of it.
func (b *builder) put(blk *block, op program.Opcode, out val, i int, in ...arg) error {
	v := out
	if b.f.vars[out].isArray() {
		v = b.f.newVar(b.f.vars[out].typ)
	}
	if err := b.add(blk, ins{op: op, in: in, out: []val{v}}); err != nil {
		return err
	}
	if v != out {
		b.store(blk, out, i, of(v))
	}
	return nil
}

func (b *builder) elementwise(blk *block, in ins) error {
	shape := b.f.vars[in.out[0]].shape
	n := program.Elements(shape)
	if n > maxWritten {
		return fmt.Errorf("%s is of %d elements", in.op, n)
	}
	info := in.op.Info()
	for i := range n {
		var args []arg
		for k, a := range in.in {
			from := b.shapeOf(a)
			args = append(args, b.elementOf(blk, a, from, program.BroadcastOffsets(from, shape)[i], info.In[k]))
		}
		if err := b.put(blk, in.op, in.out[0], i, args...); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) reduce(blk *block, in ins) error {
	shape, t := b.shapeOf(in.in[0]), in.op.Info().Type
	step := program.OpcodeFor(strings.TrimPrefix(in.op.Info().Row.Name, "reduce_"), t)
	n := shape[len(shape)-1]
	if program.Elements(shape) > maxWritten {
		return fmt.Errorf("%s is of %d elements", in.op, program.Elements(shape))
	}
	for i := range program.Elements(shape) / n {
		sum := b.elementOf(blk, in.in[0], shape, i*n, t)
		for k := 1; k < n; k++ {
			next := b.f.newVar(t)
			if err := b.put(blk, step, next, 0, sum, b.elementOf(blk, in.in[0], shape, i*n+k, t)); err != nil {
				return err
			}
			sum = of(next)
		}
		b.give(blk, in.out[0], i, sum)
	}
	return nil
}

// give makes a scalar an element of an array, or the value of a scalar.
func (b *builder) give(blk *block, out val, i int, x arg) {
	if b.f.vars[out].isArray() {
		b.store(blk, out, i, x)
		return
	}
	blk.code = append(blk.code, ins{kind: copies, in: []arg{x}, out: []val{out}})
}

func (b *builder) dot(blk *block, in ins) error {
	t := in.op.Info().Type
	mul, add := program.OpcodeFor("mul", t), program.OpcodeFor("add", t)
	x, y := b.shapeOf(in.in[0]), b.shapeOf(in.in[1])
	n, out := x[len(x)-1], b.f.vars[in.out[0]].shape
	if program.Elements(out)*n > maxWritten {
		return fmt.Errorf("%s is of %d products", in.op, program.Elements(out)*n)
	}
	rowsX, rowsY := program.BroadcastOffsets(x[:len(x)-1], out), program.BroadcastOffsets(y[:len(y)-1], out)
	var sums []arg // the result may be an operand
	for i := range program.Elements(out) {
		var sum arg
		for k := range n {
			product := b.f.newVar(t)
			left := b.elementOf(blk, in.in[0], x, rowsX[i]*n+k, t)
			right := b.elementOf(blk, in.in[1], y, rowsY[i]*n+k, t)
			if err := b.put(blk, mul, product, 0, left, right); err != nil {
				return err
			}
			if k == 0 {
				sum = of(product)
				continue
			}
			next := b.f.newVar(t)
			if err := b.put(blk, add, next, 0, sum, of(product)); err != nil {
				return err
			}
			sum = of(next)
		}
		sums = append(sums, sum)
	}
	for i, sum := range sums {
		b.give(blk, in.out[0], i, sum)
	}
	return nil
}
