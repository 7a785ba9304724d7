package testkit

import (
	"math"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// assign sets a variable to an operation's result, if one of a few that the
// bytes choose finds its operands.
func (g *generator) assign() {
	out := g.writable()
	ops := opsTo[out.t.Dtype]
	for range 4 {
		if g.apply(ops[(g.byte()<<8|g.byte())%len(ops)], out) {
			return
		}
	}
}

// highestOrder is the highest order of the Bessel functions of programs. There is machine code for the lower
// half of them.
const highestOrder = 2 * simd.MachineOrder

// apply sets out to the result of op, if there are operands for it.
func (g *generator) apply(op program.Opcode, out genVar) bool {
	info := op.Info()
	switch info.Row.Form {
	case optab.Elementwise:
		in := make([]program.Operand, len(info.In))
		for i, d := range info.In {
			// The last operand carries the shape, so that the result has it;
			// the others may be scalars.
			shape := out.t.Shape
			if i < len(info.In)-1 && g.pick(2) == 1 {
				shape = nil
			}
			var ok bool
			t := program.TensorType{Dtype: d, Shape: shape}
			if in[i], ok = g.operand(t); !ok {
				return false
			}
			if name := info.Row.Name; i == 0 && (name == "bitcast_u32" || name == "bitcast_u64") ||
				i == 1 && name == "copysign" {
				in[i] = g.number(in[i], t)
			}
		}
		if info.Row.Code == optab.DivideByZero && g.pick(4) != 3 {
			// Mostly avoid faults: divide by a literal that is not zero.
			if len(out.t.Shape) > 0 {
				return false
			}
			in[len(in)-1] = g.divisor(info.In[len(in)-1])
		}
		if info.Row.Has(optab.Unbounded) {
			order := g.newVar("order", program.TensorType{Dtype: program.I64, Shape: out.t.Shape})
			g.op(program.OpRemI64, order.name, in[len(in)-1], program.Lit(program.I64, highestOrder))
			in[len(in)-1] = program.Ref(order.name)
		}
		g.op(op, out.name, in...)
	case optab.Reduce:
		shape := append(append([]int{}, out.t.Shape...), 3)
		x, ok := g.operand(program.TensorType{Dtype: info.Type, Shape: shape})
		if !ok {
			return false
		}
		g.op(op, out.name, x)
	case optab.Index:
		return g.index(op, out)
	case optab.Insert:
		return g.insert(op, out)
	case optab.Dot:
		return g.dot(op, out)
	case optab.MatVec:
		y, ok := g.operand(program.Array(program.F64, 3))
		if !ok || !out.t.Equal(program.Array(program.F64, 3)) {
			return false
		}
		g.op(op, out.name, program.Ref("matrix"), y)
	case optab.Reshape:
		return g.reshape(op, out)
	case optab.Const:
		g.op(op, out.name, g.literal(out.t.Dtype))
	}
	return true
}

// number gives 1 for a NaN and every other operand as it is.
func (g *generator) number(o program.Operand, t program.TensorType) program.Operand {
	nan := g.newVar("nan", program.TensorType{Dtype: program.Bool, Shape: t.Shape})
	x := g.newVar("x", t)
	one := program.Lit(program.F64, math.Float64bits(1))
	if t.Dtype == program.F32 {
		one = program.Lit(program.F32, uint64(math.Float32bits(1)))
	}
	g.op(program.OpcodeFor("ne", t.Dtype), nan.name, o, o)
	g.op(program.OpcodeFor("select", t.Dtype), x.name, program.Ref(nan.name), one, o)
	return program.Ref(x.name)
}

// divisor returns a literal that is not zero.
func (g *generator) divisor(d program.Dtype) program.Operand {
	values := []int64{3, 2, -1, 8, 1, 7, 10, 1 << 30, math.MinInt64, math.MinInt32, -3, math.MaxInt64, 64, -8, 1000}
	v := uint64(values[g.pick(len(values))])
	if d.Size() == 4 {
		if v = uint64(uint32(v)); v == 0 {
			v = 1 << 31
		}
	}
	return program.Lit(d, v)
}

func (g *generator) index(op program.Opcode, out genVar) bool {
	for _, u := range g.p.Uniforms {
		t := u.Type
		if len(t.Shape) == 0 || u.Name == "matrix" || !out.t.Equal(program.Scalar(t.Dtype)) || g.pick(2) == 1 {
			continue
		}
		in := []program.Operand{program.Ref(u.Name)}
		for _, d := range t.Shape {
			if d == program.AnyLength {
				d = 5 // mostly; see RandomUniforms
			}
			in = append(in, g.subscript(d))
		}
		g.op(op, out.name, in...)
		return true
	}
	for _, v := range g.fn.vars {
		k := len(v.t.Shape) - len(out.t.Shape)
		if k <= 0 || v.t.Dtype != out.t.Dtype ||
			!(program.TensorType{Dtype: v.t.Dtype, Shape: v.t.Shape[k:]}).Equal(out.t) {
			continue
		}
		in := []program.Operand{program.Ref(v.name)}
		for _, d := range v.t.Shape[:k] {
			in = append(in, g.subscript(d))
		}
		g.op(op, out.name, in...)
		return true
	}
	return false
}

func (g *generator) insert(op program.Opcode, out genVar) bool {
	if len(out.t.Shape) == 0 {
		return false
	}
	in := []program.Operand{program.Ref(out.name)}
	depth := 1 + g.pick(len(out.t.Shape))
	v, ok := g.operand(program.TensorType{Dtype: out.t.Dtype, Shape: out.t.Shape[depth:]})
	if !ok {
		return false
	}
	in = append(in, v)
	for _, d := range out.t.Shape[:depth] {
		in = append(in, g.subscript(d))
	}
	g.op(op, out.name, in...)
	return true
}

// dot takes operands of the result's shape and a last axis of 3; one of them
// may hold for all results, as a vector does that a matrix is multiplied by.
func (g *generator) dot(op program.Opcode, out genVar) bool {
	in := make([]program.Operand, 2)
	shared := g.pick(3)
	for i := range in {
		shape := append(append([]int{}, out.t.Shape...), 3)
		if len(out.t.Shape) == 1 && shared == i {
			shape = [][]int{{3}, {1, 3}}[g.pick(2)]
		}
		var ok bool
		if in[i], ok = g.operand(program.TensorType{Dtype: op.Info().Type, Shape: shape}); !ok {
			return false
		}
	}
	g.op(op, out.name, in...)
	return true
}

func (g *generator) reshape(op program.Opcode, out genVar) bool {
	for _, v := range g.fn.vars {
		if v.t.Dtype == out.t.Dtype && !v.t.Equal(out.t) && v.t.Elements() == out.t.Elements() {
			g.op(op, out.name, program.Ref(v.name))
			return true
		}
	}
	return false
}

// subscript returns an index for a dimension: a literal, a variable brought
// into range, or, seldom, any variable, which may fault.
func (g *generator) subscript(dim int) program.Operand {
	k := g.byte()
	if k%4 == 0 {
		return program.Lit(program.I64, uint64(k/4%dim))
	}
	o, _ := g.operand(program.Scalar(program.I64))
	if k%16 == 15 {
		return o
	}
	u := g.newVar("u", program.Scalar(program.U64))
	i := g.newVar("i", program.Scalar(program.I64))
	g.op(program.OpConvertU64I64, u.name, o)
	g.op(program.OpRemU64, u.name, program.Ref(u.name), program.Lit(program.U64, uint64(dim)))
	g.op(program.OpConvertI64U64, i.name, program.Ref(u.name))
	return program.Ref(i.name)
}

// opsTo lists, for each result type, the opcodes that assign draws from:
// arithmetic more often than functions of package math, and what looks inside
// an event most often.
var opsTo = func() map[program.Dtype][]program.Opcode {
	m := map[program.Dtype][]program.Opcode{}
	for _, op := range program.Opcodes() {
		if op == program.OpCopy {
			continue
		}
		info := op.Info()
		if info.Row.Has(optab.Unbounded) {
			continue
		}
		weight := 4
		switch {
		case info.Row.Has(optab.Math):
			weight = 1
		case info.Row.Form != optab.Elementwise:
			weight = 24 // few rows, and the machine has code for each
		}
		for range weight {
			m[info.Out] = append(m[info.Out], op)
		}
	}
	return m
}()
