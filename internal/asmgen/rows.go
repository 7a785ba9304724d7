package asmgen

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Row returns the Func of one opcode, elementwise or the step of a reduction:
// one instruction, and for a row that faults another for the fault mask.
func Row(o *optab.Op, t optab.Type) *Func {
	in, out, _ := o.Signature()
	name := o.Name
	if o.Form == optab.Reduce {
		in = slices.Repeat(in[:1], 2)
		name = name[len("reduce_"):]
	}
	f := &Func{Name: o.Name + "." + t.String(), Fault: NoValue}
	var args []Value
	for _, c := range in {
		args = append(args, f.NewValue(c.Of(t)))
	}
	f.Params = args
	f.Result = f.Emit(out.Of(t), name+"."+t.String(), args...)
	return f
}
