package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
)

// An array that several functions mention is one in a lane, whatever the depth of its calls:
// who made the program has proven it. It is in the worker's frame, so that handing it over
// is nothing and each function finds it at the same address.

// share finds places for these arrays.
func (u *unit) share() {
	u.shared = map[string]int{}
	in := map[string]string{} // the function that mentions a variable
	mention := func(f string, names []string) {
		for _, name := range names {
			if _, ok := u.lent[name]; ok || u.prog.Uniform(name) != nil {
				continue
			}
			t := u.prog.VarDefs.Def(name).Type
			if !t.IsLeaf() || len(t.Leaf().Shape) == 0 {
				continue
			}
			if of, ok := in[name]; !ok {
				in[name] = f
			} else if _, has := u.shared[name]; of != f && !has {
				u.shared[name] = u.at.bytes
				u.at.bytes += (sizeOf(t.Leaf().Dtype)*program.Elements(t.Leaf().Shape) + 63) &^ 63
			}
		}
	}
	body := func(f string, graph *program.ControlFlowGraph, vars ...program.Names) {
		for _, p := range vars {
			mention(f, program.Variables(p))
		}
		for _, blk := range graph.Blocks {
			for _, in := range blk.Instrs {
				mention(f, program.Writes(in, program.Reads(in, nil)))
			}
		}
	}
	body(program.MainName, &u.prog.Graph, u.prog.VarsIn, u.prog.VarsOut)
	for _, f := range u.prog.Functions {
		body(f.Name, &f.Graph, f.VarsIn, f.VarsOut)
	}
}

// sharedAt is where the worker's frame has an array, if functions share it.
func (u *unit) sharedAt(name string) (off int, ok bool) {
	off, ok = u.shared[name]
	return off, ok
}

// call adds a call. Shared arrays that change places on the way in, or on the way back, are put
// aside: arrays are moved one after the other.
func (b *builder) call(blk *block, in ins, from *program.FunctionCallOp) error {
	callee := b.u.prog.Function(from.Callee)
	aside := func(v val) val {
		other := b.f.newVar(b.f.vars[v].typ)
		b.f.vars[other].shape = b.f.vars[v].shape
		return other
	}
	isLent := func(name string) bool { _, ok := b.u.lent[name]; return ok }
	params := slices.DeleteFunc(program.Variables(callee.VarsIn), isLent)
	results := slices.DeleteFunc(program.Variables(callee.VarsOut), isLent)
	in.in = slices.DeleteFunc(in.in, func(a arg) bool { return a.kind == lent })
	for i, o := range slices.DeleteFunc(slices.Clone(from.In), func(o program.Operand) bool { return isLent(o.Name) }) {
		if a := in.in[i]; a.kind == variable && b.f.vars[a.v].shared && o.Name != params[i] &&
			slices.Contains(params, o.Name) {
			old := aside(a.v)
			b.assign(blk, old, a)
			in.in[i] = of(old)
		}
	}
	var back []ins
	in.out = slices.Clone(in.out)
	for i, name := range slices.DeleteFunc(slices.Clone(from.Out), isLent) {
		if v := in.out[i]; b.f.vars[v].shared && name != results[i] && slices.Contains(results, name) {
			in.out[i] = aside(v)
			back = append(back, ins{kind: assign, in: []arg{of(in.out[i])}, out: []val{v}})
		}
	}
	if err := b.add(blk, in); err != nil {
		return err
	}
	blk.code = append(blk.code, back...)
	return nil
}

// home is where an array begins, in a function that runs.
func (v *info) home() codegen.Address { return v.below(0) }

// below is where an array of a function begins whose frame is so much away from the stack
// pointer.
func (v *info) below(frame int) codegen.Address {
	if v.shared {
		return inFrame(v.off)
	}
	return inStack(frame + v.off)
}

// is reports whether two functions' arrays are one.
func (v *info) is(w *info) bool { return v.shared && w.shared && v.off == w.off }
