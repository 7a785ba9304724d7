package interp

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// arg is one tensor that an operation reads.
type arg struct {
	shape []int
	bits  tensor
}

// prim runs a PrimOp: all operands are read, then the outputs are written.
func (l *lane) prim(in *program.PrimOp, s store) *Fault {
	switch l.o.plain[in] {
	case onNumbers:
		return l.ofNumbers(in, s)
	case moves:
		return l.move(in, s)
	}
	args := l.args(in.In, s)
	outs := make([]program.TensorType, 0, len(in.Out))
	for _, o := range in.Out {
		outs = append(outs, l.o.types[o.Name]...)
	}
	results, code := []tensor(nil), optab.NoFault
	if in.Op == program.OpCopy {
		results = l.broadcastAll(args, outs)
		l.unwritten(in, results)
	} else {
		var r tensor
		r, code = compute(in.Op, args, outs[0].Shape)
		results = []tensor{beyond(in, args, r)}
	}
	if code != optab.NoFault {
		return l.faulted(in, code)
	}
	for _, o := range in.Out {
		n := len(l.o.types[o.Name])
		if fault := l.put(in, o, results[:n:n], s); fault != nil {
			return fault
		}
		results = results[n:]
	}
	return nil
}

// kind tells operations that most programs are made of from others. They are run by less than prim, which is several
// times slower.
type kind byte

const (
	other     kind = iota
	onNumbers      // that give one number, made of numbers
	moves          // that copy values as they are
)

// kindOf returns the kind of an operation.
func (o *Oracle) kindOf(in *program.PrimOp) kind {
	number := []program.TensorType{{}}
	sameShape := func(x, y program.TensorType) bool { return slices.Equal(x.Shape, y.Shape) }
	fits := func(x program.Operand, to []program.TensorType) bool {
		leaves := o.types[x.Name]
		if x.IsLiteral() {
			leaves = number
		}
		return slices.EqualFunc(leaves, to, sameShape)
	}
	switch {
	case in.Op == program.OpCopy && len(in.In) == len(in.Out):
		for i, x := range in.In {
			if !fits(x, o.types[in.Out[i].Name]) {
				return other
			}
		}
		return moves
	case in.Op.Form() == optab.Elementwise && in.Within == (program.Span{}) &&
		fits(program.Ref(in.Out[0].Name), number) &&
		!slices.ContainsFunc(in.In, func(x program.Operand) bool { return !fits(x, number) }):
		return onNumbers
	}
	return other
}

// move is prim for such an operation.
func (l *lane) move(in *program.PrimOp, s store) *Fault {
	var few [4]value
	values := few[:0]
	for _, o := range in.In {
		values = append(values, l.operand(o, s))
	}
	for i, o := range in.Out {
		if fault := l.put(in, o, values[i], s); fault != nil {
			return fault
		}
	}
	return nil
}

// ofNumbers is prim for such an operation.
func (l *lane) ofNumbers(in *program.PrimOp, s store) *Fault {
	var x [3]uint64
	for i, o := range in.In {
		if o.IsLiteral() {
			x[i] = o.Bits
		} else {
			x[i] = l.operand(o, s)[0][0]
		}
	}
	result, code := in.Op.Scalar(x[0], x[1], x[2])
	if code != optab.NoFault {
		return l.faulted(in, code)
	}
	return l.put(in, in.Out[0], number(result), s)
}

// put stores a result of an operation.
func (l *lane) put(in *program.PrimOp, o program.Output, v value, s store) *Fault {
	if code := s.write(o.Name, v, o.Push); code != optab.NoFault {
		return l.fault(code, in.Pos, "")
	}
	return nil
}

// number is a value that is a scalar.
func number(bits uint64) value {
	v := &struct {
		leaves [1]tensor
		bits   [1]uint64
	}{bits: [1]uint64{bits}}
	v.leaves[0] = v.bits[:]
	return v.leaves[:]
}

// faulted returns the fault of an operation, which is a bug where it is said to have none.
func (l *lane) faulted(in *program.PrimOp, code program.Code) *Fault {
	if in.Proven {
		panic("bug: " + in.Pos.String() + ": it was proven not to fault: " + program.FormatInstr(in))
	}
	return l.fault(code, in.Pos, "")
}

// beyond returns what an operation gives if it says in which span its operands are: anything, as long
// as it is not the result, where they are not. That must not matter.
func beyond(in *program.PrimOp, args []arg, result tensor) tensor {
	if in.Within == (program.Span{}) || result == nil {
		return result
	}
	t, _ := program.Spanned(in.Op)
	info := in.Op.Info()
	outside := func(numbers tensor) bool {
		return slices.ContainsFunc(numbers, func(bits uint64) bool { return !in.Within.Has(t, bits) })
	}
	wrong := info.Type.IsFloat() && outside(result)
	for i, a := range args {
		said := !in.In[i].IsLiteral() && info.In[min(i, len(info.In)-1)] == info.Type
		wrong = wrong || said && info.Type.IsInt() && outside(a.bits)
	}
	if !wrong {
		return result
	}
	result = slices.Clone(result)
	for i := range result {
		result[i] ^= 1
	}
	return result
}

// unwritten changes what all elements of scratch arrays are set to, which lanes are said never to read.
func (l *lane) unwritten(in *program.PrimOp, results []tensor) {
	if len(in.Out) != len(in.In) || len(results) != len(in.In) {
		return
	}
	for i, x := range in.In {
		d := l.o.p.VarDefs.Def(in.Out[i].Name)
		if !d.Scratch || !x.IsLiteral() {
			continue
		}
		results[i] = slices.Clone(results[i])
		for k := range results[i] {
			results[i][k] ^= 1
		}
	}
}

// args reads operands, leaf by leaf.
func (l *lane) args(ops []program.Operand, s store) []arg {
	args := make([]arg, 0, len(ops))
	for _, o := range ops {
		if u, ok := l.uniforms[o.Name]; ok {
			args = append(args, u)
			continue
		}
		for i, t := range l.operand(o, s) {
			a := arg{bits: t}
			if !o.IsLiteral() {
				a.shape = l.o.types[o.Name][i].Shape
			}
			args = append(args, a)
		}
	}
	return args
}

// broadcastAll gives each operand the shape of its destination.
func (l *lane) broadcastAll(args []arg, to []program.TensorType) []tensor {
	ts := make([]tensor, len(args))
	for i, a := range args {
		ts[i] = broadcast(a, to[i].Shape)
	}
	return ts
}

func broadcast(a arg, shape []int) tensor {
	n := program.Elements(shape)
	if len(a.bits) == n {
		return a.bits
	}
	t := make(tensor, n)
	for i, from := range program.BroadcastOffsets(a.shape, shape) {
		t[i] = a.bits[from]
	}
	return t
}

// compute is the meaning of every operation but copy. out is the shape of the
// destination.
func compute(op program.Opcode, args []arg, out []int) (tensor, program.Code) {
	switch op.Form() {
	case optab.Const:
		return broadcast(args[0], out), optab.NoFault
	case optab.Elementwise:
		return elementwise(op, args, out)
	case optab.Reduce:
		return reduce(op, args[0]), optab.NoFault
	case optab.Index:
		from, n, code := locate(args[0].shape, args[1:])
		if code != optab.NoFault {
			return nil, code
		}
		return args[0].bits[from : from+n : from+n], optab.NoFault
	case optab.Insert:
		from, n, code := locate(args[0].shape, args[2:])
		if code != optab.NoFault {
			return nil, code
		}
		t := append(tensor(nil), args[0].bits...)
		copy(t[from:from+n], broadcast(args[1], args[0].shape[len(args)-2:]))
		return t, optab.NoFault
	case optab.Dot, optab.MatVec:
		return dot(op, args[0], args[1], out), optab.NoFault
	case optab.Reshape:
		return args[0].bits, optab.NoFault
	}
	panic("bug: interp: no meaning for " + op.String())
}

// elementwise applies the operation to each element of the operands, broadcast
// to the result's shape.
func elementwise(op program.Opcode, args []arg, out []int) (tensor, program.Code) {
	t := make(tensor, program.Elements(out))
	var xs [3]tensor
	for i, a := range args {
		xs[i] = broadcast(a, out)
	}
	for i := range t {
		var x [3]uint64
		for k := range args {
			x[k] = xs[k][i]
		}
		var code program.Code
		if t[i], code = op.Scalar(x[0], x[1], x[2]); code != optab.NoFault {
			return nil, code
		}
	}
	return t, optab.NoFault
}

// reduce folds the last axis from its first element on.
func reduce(op program.Opcode, x arg) tensor {
	n := x.shape[len(x.shape)-1]
	t := make(tensor, len(x.bits)/n)
	for i := range t {
		row := x.bits[i*n : (i+1)*n]
		acc := row[0]
		for _, e := range row[1:] {
			acc, _ = op.Scalar(acc, e, 0)
		}
		t[i] = acc
	}
	return t
}

// locate returns where the part of an event begins that leading indices
// select, and how many elements it has.
func locate(shape []int, indices []arg) (from, n int, code program.Code) {
	n = program.Elements(shape)
	for i, x := range indices {
		k := int64(x.bits[0])
		if k < 0 || k >= int64(shape[i]) {
			return 0, 0, optab.IndexOutOfRange
		}
		n /= shape[i]
		from += int(k) * n
	}
	return from, n, optab.NoFault
}

// dot multiplies and adds along the last axis. Every product and every sum is
// rounded; the sum starts from the first product.
func dot(op program.Opcode, x, y arg, out []int) tensor {
	d := op.Info().Type
	mul, add := program.OpcodeFor("mul", d), program.OpcodeFor("add", d)
	n := x.shape[len(x.shape)-1]
	rowsX := program.BroadcastOffsets(x.shape[:len(x.shape)-1], out)
	rowsY := program.BroadcastOffsets(y.shape[:len(y.shape)-1], out)
	t := make(tensor, program.Elements(out))
	for i := range t {
		for k := range n {
			product, _ := mul.Scalar(x.bits[rowsX[i]*n+k], y.bits[rowsY[i]*n+k], 0)
			if k == 0 {
				t[i] = product
			} else {
				t[i], _ = add.Scalar(t[i], product, 0)
			}
		}
	}
	return t
}
