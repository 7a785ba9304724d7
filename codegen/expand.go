package codegen

import (
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// expand replaces the ops that a target has no code for by others, where there
// is a way. An op it does not know stays, and the target refuses it.
func expand(f *Func, t Target) *Func {
	out := &Func{
		Name: f.Name, Params: f.Params, Types: slices.Clone(f.Types), Result: f.Result, Results: f.Results,
		Fault: f.Fault, Power: f.Power, Arrays: f.Arrays, Same: f.Same,
	}
	out.Code = make([]Instr, 0, len(f.Code)+len(f.Code)/8)
	constants := map[Value]uint64{}
	for _, in := range f.Code {
		if in.Op == Const {
			constants[in.Dst] = in.Const
		}
		out.expand(in, t, constants)
	}
	return out
}

// expand adds an instruction or what stands for it.
func (f *Func) expand(in Instr, t Target, constants map[Value]uint64) {
	how, ok := expansions[in.Op]
	if in.Op == "mul.u64" || in.Op == "mul.i64" {
		for i, v := range in.Args {
			if c, is := constants[v]; is {
				how = func(f *Func, a []Value) Value { return mulConstant(f, a[1-i], a[i], c) }
			}
		}
	}
	if !ok || t.Has(in.Op) {
		f.Code = append(f.Code, in)
		return
	}
	part := &Func{Types: f.Types}
	result := how(part, in.Args)
	f.Types = part.Types
	for _, step := range part.Code {
		if step.Dst == result {
			step.Dst = in.Dst
		}
		for i, v := range step.Args {
			if v == result {
				step.Args[i] = in.Dst
			}
		}
		step.Mark = in.Mark
		f.expand(step, t, constants)
	}
}

// expansions are ops written in simpler ones. The last of the code gives the
// result, which is a value of its own.
//
// Two ops are not rows: mul32.u64 is the product of the lower halves, which
// every instruction set has; fix_u64.f64 truncates a float in [0, 2⁶⁴).
var expansions = map[string]func(f *Func, args []Value) Value{
	"mulhi.u64": func(f *Func, a []Value) Value { return mulhi64(f, a[0], a[1]) },
	"mulhi.i64": func(f *Func, a []Value) Value {
		// Read as unsigned, a negative operand is 2⁶⁴ too large.
		sign := f.Constant(optab.U64, 63)
		excess := func(x, y Value) Value { return f.u64("and", f.Emit(optab.I64, "shr.i64", x, sign), y) }
		return f.u64("sub", f.u64("sub", mulhi64(f, a[0], a[1]), excess(a[0], a[1])), excess(a[1], a[0]))
	},
	// Of library code, which was made for any target.
	"lesser.f64":  ordered(optab.F64, "lt"),
	"lesser.f32":  ordered(optab.F32, "lt"),
	"lesser.i64":  ordered(optab.I64, "lt"),
	"lesser.u64":  ordered(optab.U64, "lt"),
	"greater.i64": ordered(optab.I64, "gt"),
	"greater.u64": ordered(optab.U64, "gt"),
	"greater.f64": ordered(optab.F64, "gt"),
	"greater.f32": ordered(optab.F32, "gt"),
	"fix_u64.f64": func(f *Func, a []Value) Value { return f.Emit(optab.U64, "convert_u64.f64", a[0]) },
	"mul.i64":     func(f *Func, a []Value) Value { return f.u64("mul", a[0], a[1]) },
	"mul.u64": func(f *Func, a []Value) Value {
		half := f.Constant(optab.U64, 32)
		low := f.u64("mul32", a[0], a[1])
		cross := f.u64("add", f.u64("mul32", f.u64("shr", a[0], half), a[1]),
			f.u64("mul32", a[0], f.u64("shr", a[1], half)))
		return f.u64("add", low, f.u64("shl", cross, half))
	},
}

// ordered chooses the one of two numbers for which a comparison with the other holds.
func ordered(t optab.Type, row string) func(f *Func, a []Value) Value {
	of := "." + t.String()
	return func(f *Func, a []Value) Value {
		return f.Emit(t, "select"+of, f.Emit(optab.Bool, row+of, a[0], a[1]), a[0], a[1])
	}
}

// mulConstant emits the product of x and a constant, which y is: by shifts if it is the sum
// or the difference of two powers of two, else without the products of a half that is zero.
func mulConstant(f *Func, x, y Value, c uint64) Value {
	shifted := func(n int) Value {
		if n == 0 {
			return x
		}
		return f.u64("shl", x, f.Constant(optab.U64, uint64(n)))
	}
	low, size := bits.TrailingZeros64(c), bits.Len64(c)
	half := f.Constant(optab.U64, 32)
	switch {
	case bits.OnesCount64(c) == 2:
		return f.u64("add", shifted(size-1), shifted(low))
	case size < 64 && bits.OnesCount64(c) == size-low && size-low > 1:
		return f.u64("sub", shifted(size), shifted(low))
	case c < 1<<32:
		return f.u64("add", f.u64("mul32", x, y), f.u64("shl", f.u64("mul32", f.u64("shr", x, half), y), half))
	}
	cross := f.u64("add", f.u64("mul32", f.u64("shr", x, half), y), f.u64("mul32", x, f.Constant(optab.U64, c>>32)))
	return f.u64("add", f.u64("mul32", x, y), f.u64("shl", cross, half))
}

// u64 emits an op on u64 values.
//
//go:noinline
func (f *Func) u64(name string, args ...Value) Value { return f.Emit(optab.U64, name+".u64", args...) }

// mulhi64 emits the upper half of a product of 64-bit numbers, from the four
// products of their halves. No sum on the way overflows.
func mulhi64(f *Func, x, y Value) Value {
	half := f.Constant(optab.U64, 32)
	xh, yh := f.u64("shr", x, half), f.u64("shr", y, half)
	t := f.u64("add", f.u64("mul32", xh, y), f.u64("shr", f.u64("mul32", x, y), half))
	u := f.u64("add", f.u64("mul32", x, yh), f.u64("and", t, f.Constant(optab.U64, 1<<32-1)))
	return f.u64("add", f.u64("add", f.u64("mul32", xh, yh), f.u64("shr", t, half)), f.u64("shr", u, half))
}
