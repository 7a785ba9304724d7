package codegen

import (
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// A fused kernel does two rows in one pass over memory. Both results are
// rounded: it gives the bits that the two kernels give. Its name is the second
// row applied to the first, whose operands are x and y: sub.f64(mul.f64,z) is
// x*y - z and sub.f64(z,mul.f64) is z - x*y.

// fusions declares the pairs: every first row with every second, over the
// types. A second row of two operands takes the first one's result on either
// side.
var fusions = []struct{ first, second, types string }{
	{"add sub mul quo", "add sub mul quo", "f32 f64"},
	{"add sub", "abs sqrt", "f32 f64"},
	{"mul", "neg sqrt", "f32 f64"},
	{"add sub mul and", "add sub mul and", "i32 i64 u32 u64"},
	{"add sub mul", "eq ne lt le gt ge", "i32 i64 u32 u64 f32 f64"},
	{"and", "eq ne", "i32 i64 u32 u64"},
}

// conditionals declares the rows that also come under a condition, over the
// types: select.f64(x,add.f64(z,y),z) adds y to z in the lanes where x holds, and
// select.f64(x,z,add.f64(z,y)) in the others.
var conditionals = []struct{ rows, types string }{
	{"add sub mul", "i32 i64 u32 u64 f32 f64"},
}

// Fused returns the Funcs of the declared pairs.
func Fused() []*Func {
	var list []*Func
	for _, rule := range fusions {
		for _, typ := range strings.Fields(rule.types) {
			t := optab.ParseType(typ)
			for _, first := range strings.Fields(rule.first) {
				for _, second := range strings.Fields(rule.second) {
					row := optab.Lookup(second)
					if in, _, _ := row.Signature(); len(in) == 1 {
						list = append(list, fuse(first, row, t, fmt.Sprintf("%s.%s(%s.%s)", second, typ, first, typ),
							0))
						continue
					}
					list = append(list,
						fuse(first, row, t, fmt.Sprintf("%s.%s(%s.%s,z)", second, typ, first, typ), 0),
						fuse(first, row, t, fmt.Sprintf("%s.%s(z,%s.%s)", second, typ, first, typ), 1))
				}
			}
		}
	}
	for _, rule := range conditionals {
		for _, typ := range strings.Fields(rule.types) {
			for _, row := range strings.Fields(rule.rows) {
				list = append(list, conditional(row+"."+typ, optab.ParseType(typ), true),
					conditional(row+"."+typ, optab.ParseType(typ), false))
			}
		}
	}
	return list
}

// conditional returns the Func of a row that changes z where x is as when says.
func conditional(op string, t optab.Type, when bool) *Func {
	f := &Func{Fault: NoValue}
	x, y, z := f.NewValue(optab.Bool), f.NewValue(t), f.NewValue(t)
	f.Params = []Value{x, y, z}
	changed := f.Emit(t, op, z, y)
	if when {
		f.Name = fmt.Sprintf("select.%s(x,%s(z,y),z)", t, op)
		f.Result = f.Emit(t, "select."+t.String(), x, changed, z)
	} else {
		f.Name = fmt.Sprintf("select.%s(x,z,%s(z,y))", t, op)
		f.Result = f.Emit(t, "select."+t.String(), x, z, changed)
	}
	return f
}

// fuse returns the Func of a pair. position is the operand of the second row
// that is the first one's result. Where the order does not matter it is always
// the first operand, so that both orders have one code.
func fuse(first string, second *optab.Op, t optab.Type, name string, position int) *Func {
	f := &Func{Name: name, Fault: NoValue}
	in, out, _ := second.Signature()
	for range len(in) + 1 {
		f.Params = append(f.Params, f.NewValue(t))
	}
	op := second.Name
	args := []Value{f.Emit(t, first+"."+t.String(), f.Params[0], f.Params[1])}
	if len(in) == 2 {
		args = append(args, f.Params[2])
		switch mirrored, ok := optab.Mirrored(op); {
		case position == 1 && ok:
			op = mirrored
		case position == 1 && !second.Has(optab.Commutative):
			args[0], args[1] = args[1], args[0]
		}
	}
	f.Result = f.Emit(out.Of(t), op+"."+t.String(), args...)
	return f
}
