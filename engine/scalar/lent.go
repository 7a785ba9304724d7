package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// An input array whose elements are read, and which is used for nothing else, stays where the caller has it: a lane
// that looks at a few elements does not wait for a copy of all, and elements of 8 and 16 bits are read as they are.
// The main graph has the address in a variable; functions that it is handed to find it in the worker's frame.

// lend finds these arrays, gives each a word of the frame from an offset on for its address in a lane, and returns
// how many words that are.
func (u *unit) lend(off int) (words int) {
	names := program.Variables(u.prog.VarsIn)
	could := map[string]bool{}
	for i, name := range names {
		could[name] = u.in[i].Elements > 1 && !slices.Contains(names[:i], name) &&
			u.prog.VarDefs.Def(name).Type.IsLeaf()
	}
	for _, name := range program.Variables(u.prog.VarsOut) {
		could[name] = false
	}
	u.keepLent(&u.prog.Graph, could)
	for _, f := range u.prog.Functions {
		u.keepLent(&f.Graph, could)
	}
	u.lent = map[string]arg{}
	for i, name := range names {
		if !could[name] {
			continue
		}
		a := arg{kind: lent, off: off + 8*words}
		words++
		c := &u.in[i]
		c.lent, c.at, c.shape = true, a.off, u.shapeOfVariable(name)
		u.lent[name] = a
		c.called = slices.ContainsFunc(u.prog.Functions, func(f *program.Function) bool { return mentions(f, name) })
	}
	return words
}

// keepLent takes away the arrays of which some instruction of a graph does more than to read an element. Handed to
// a function under the name that they have there, and back, they are where they were.
func (u *unit) keepLent(graph *program.ControlFlowGraph, could map[string]bool) {
	for _, b := range graph.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *program.PrimOp:
				reads := in.In
				if in.Op.Form() == optab.Index && len(u.shapeOfVariable(in.Out[0].Name)) == 0 {
					reads = reads[1:]
				}
				for _, o := range reads {
					could[o.Name] = could[o.Name] && o.IsLiteral()
				}
				for _, o := range in.Out {
					could[o.Name] = false
				}
			case *program.FunctionCallOp:
				f := u.prog.Function(in.Callee)
				for i, name := range program.Variables(f.VarsIn) {
					if o := in.In[i]; o.IsLiteral() || o.Name != name {
						could[name], could[o.Name] = false, false
					}
				}
				for i, name := range program.Variables(f.VarsOut) {
					if o := in.Out[i]; o != name {
						could[name], could[o] = false, false
					}
				}
			}
		}
	}
}

// mentions reports whether a function reads a variable.
func mentions(f *program.Function, name string) bool {
	return slices.ContainsFunc(f.Graph.Blocks, func(b *program.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(in program.Instr) bool {
			return slices.Contains(program.Reads(in, nil), name)
		})
	})
}

// nowhere is the variable with the address of an array where that is in the worker's frame.
const nowhere val = -1

// address is the variable with the address of an array that stays where it is.
func (b *builder) address(name string) val {
	v, ok := b.index[name]
	if !ok {
		v = b.f.newVar(optab.I64)
		b.index[name] = v
	}
	return v
}

// shapeOfVariable is the shape of a variable that is not a tuple.
func (u *unit) shapeOfVariable(name string) []int {
	if t := u.prog.VarDefs.Def(name).Type; t.IsLeaf() {
		return t.Leaf().Shape
	}
	return nil
}

// lentColumn is the column of an array that stays where it is.
func (u *unit) lentColumn(a arg) *Column {
	i := slices.IndexFunc(u.in, func(c Column) bool { return c.lent && c.at == a.off })
	return &u.in[i]
}
