package codegen

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Row returns the Func of one opcode, elementwise or the step of a reduction:
// one instruction, or a few if the row is composed of others; and for a row that
// faults the mask of the lanes that do.
func Row(o *optab.Op, t optab.Type) *Func {
	in, out, _ := o.Signature()
	name := o.Name
	if o.Form == optab.Reduce {
		in = slices.Repeat(in[:1], 2)
		name = name[len("reduce_"):]
	}
	f := &Func{Name: o.Name + "." + t.String(), Fault: NoValue}
	for _, c := range in {
		f.Params = append(f.Params, f.NewValue(c.Of(t)))
	}
	if o.Effect == optab.Faults {
		f.Fault = faultMask(f, name, t)
	}
	if compose, ok := composed[name]; ok {
		f.Result = compose(f, t, f.Params)
	} else {
		f.Result = f.Emit(out.Of(t), name+"."+t.String(), f.Params...)
	}
	return f
}

// FaultRow returns the Func of the mask of the lanes for which a row faults, which may be NoValue.
func FaultRow(o *optab.Op, t optab.Type) *Func {
	in, _, _ := o.Signature()
	f := &Func{Name: o.Name + "." + t.String(), Fault: NoValue}
	for _, c := range in {
		f.Params = append(f.Params, f.NewValue(c.Of(t)))
	}
	f.Result = faultMask(f, o.Name, t)
	return f
}

// faultMask emits the condition under which a row faults, its When. It is
// NoValue for a row that is not known here, which has no machine kernel.
func faultMask(f *Func, name string, t optab.Type) Value {
	p := f.Params
	ts := "." + t.String()
	switch name {
	case "div", "rem":
		return f.Emit(optab.Bool, "eq"+ts, p[1], f.Constant(t, 0))
	case "shiftcount":
		return f.Emit(optab.Bool, "lt"+ts, p[0], f.Constant(t, 0))
	case "checkwide":
		return f.Emit(optab.Bool, "le"+ts, p[1], p[0])
	case "checkcap":
		return f.Emit(optab.Bool, "gt"+ts, p[0], p[1])
	case "checkindex", "checkslice", "checklen":
		beyond := "gt"
		if name == "checkindex" {
			beyond = "ge"
		}
		return f.Emit(optab.Bool, "or.bool", f.Emit(optab.Bool, "lt"+ts, p[0], f.Constant(t, 0)),
			f.Emit(optab.Bool, beyond+ts, p[0], p[1]))
	}
	return NoValue
}

// sameAsFirst gives the first operand.
func sameAsFirst(f *Func, t optab.Type, p []Value) Value { return f.Emit(t, Copy, p[0]) }

// composed are the rows that are few instructions of other rows on every
// target: their expressions, written out.
var composed = map[string]func(f *Func, t optab.Type, p []Value) Value{
	"shiftcount": func(f *Func, t optab.Type, p []Value) Value {
		return f.Emit(optab.U64, "convert_u64."+t.String(), p[0])
	},
	"checkwide":  func(f *Func, t optab.Type, p []Value) Value { return f.Emit(t, Copy, p[1]) },
	"checkindex": sameAsFirst,
	"checkslice": sameAsFirst,
	"checklen":   sameAsFirst,
	"checkcap":   sameAsFirst,
	"div": func(f *Func, t optab.Type, p []Value) Value {
		f.Power = powerOfTwo(f.Name, t, false)
		return divide(f, t, p[0], p[1], 0, false)
	},
	"rem": func(f *Func, t optab.Type, p []Value) Value {
		f.Power = powerOfTwo(f.Name, t, true)
		return divide(f, t, p[0], p[1], 0, true)
	},
	"divwide": divideWide(false),
	"remwide": divideWide(true),
	"dim": func(f *Func, t optab.Type, p []Value) Value {
		ts, zero := "."+t.String(), f.Constant(t, 0)
		d := f.Emit(t, "sub"+ts, p[0], p[1])
		return f.Emit(t, "select"+ts, f.Emit(optab.Bool, "le"+ts, d, zero), zero, d)
	},
	"fmin":     withInfinity("min", math.Inf(-1)),
	"fmax":     withInfinity("max", math.Inf(1)),
	"modf_int": func(f *Func, t optab.Type, p []Value) Value { return f.Emit(t, "trunc."+t.String(), p[0]) },
	"modf_frac": func(f *Func, t optab.Type, p []Value) Value {
		ts := "." + t.String()
		return f.Emit(t, "copysign"+ts, f.Emit(t, "sub"+ts, p[0], f.Emit(t, "trunc"+ts, p[0])), p[0])
	},
	"convert_u32": func(f *Func, t optab.Type, p []Value) Value {
		if !t.IsFloat() {
			return f.Emit(optab.U32, "convert_u32."+t.String(), p[0])
		}
		return f.Emit(optab.U32, "convert_u32.i64", f.Emit(optab.I64, "convert_i64."+t.String(), p[0]))
	},
	"convert_u64": func(f *Func, t optab.Type, p []Value) Value {
		if t == optab.F32 {
			p = []Value{f.Emit(optab.F64, "convert_f64.f32", p[0])}
			t = optab.F64
		}
		return f.Emit(optab.U64, "convert_u64."+t.String(), p[0])
	},
}

// withInfinity is math.Min or math.Max: the built-in of that name, but the
// infinity wins over NaN.
func withInfinity(name string, inf float64) func(f *Func, t optab.Type, p []Value) Value {
	return func(f *Func, t optab.Type, p []Value) Value {
		ts, c := "."+t.String(), f.Constant(t, t.FloatBits(inf))
		either := f.Emit(optab.Bool, "or.bool", f.Emit(optab.Bool, "eq"+ts, p[0], c),
			f.Emit(optab.Bool, "eq"+ts, p[1], c))
		return f.Emit(t, "select"+ts, either, c, f.Emit(t, name+ts, p[0], p[1]))
	}
}
