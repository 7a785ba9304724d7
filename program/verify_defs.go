package program

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/flow"
)

// definitions checks the group Definitions.
func (v *verifier) definitions() {
	if v.p.Dialect != Source {
		return // V3 is not checked
	}
	v.oneOwner()
	for _, fn := range v.bodies() {
		v.definedBeforeRead(fn)
	}
}

// V1.
func (v *verifier) oneOwner() {
	owner := map[string]*Function{}
	use := func(at place, names []string) {
		for _, n := range names {
			if !v.p.VarDefs.Has(n) {
				continue // a uniform belongs to everybody
			}
			switch o := owner[n]; {
			case o == nil:
				owner[n] = at.fn
			case o.Name != at.fn.Name:
				v.report(at, "%s belongs to %s", n, o.Name)
				owner[n] = at.fn // one error for each function that uses it
			}
		}
	}
	for _, fn := range v.bodies() {
		at := place{fn: fn, instr: -1}
		use(at, Variables(fn.VarsIn))
		for _, b := range fn.Graph.Blocks {
			for i, in := range b.Instrs {
				use(place{fn, b, i}, Writes(in, Reads(in, nil)))
			}
			if o, ok := TermOperand(b.Term); ok && !o.IsLiteral() {
				use(place{fn, b, len(b.Instrs)}, []string{o.Name})
			}
		}
		use(at, Variables(fn.VarsOut))
	}
}

// V2: a forward analysis. A variable is in a block's set if every path to the
// block defines it; a block that no path reaches has all of them, and so no
// complaints.
func (v *verifier) definedBeforeRead(fn *Function) {
	vars := v.readFirst(fn)
	for i, defined := range definedAt(fn, vars) {
		b := fn.Graph.Blocks[i]
		read := func(k int, names []string) {
			for _, n := range names {
				if j, ok := vars[n]; ok && !defined.Has(j) {
					v.report(place{fn, b, k}, "%s is not defined on every path", n)
					defined.Add(j)
				}
			}
		}
		for k, instr := range b.Instrs {
			read(k, Reads(instr, nil))
			for _, n := range Writes(instr, nil) {
				if j, ok := vars[n]; ok {
					defined.Add(j)
				}
			}
		}
		if o, ok := TermOperand(b.Term); ok && !o.IsLiteral() {
			read(len(b.Instrs), []string{o.Name})
		}
		for _, t := range b.Term.Targets() {
			if t == Exit {
				read(len(b.Instrs), Variables(fn.VarsOut))
			}
		}
	}
}

// readFirst numbers the variables of a function that may be read before they are written in
// their block: whatever else there is, is defined where it is read.
func (v *verifier) readFirst(fn *Function) map[string]int {
	vars := map[string]int{}
	for _, b := range fn.Graph.Blocks {
		written := map[string]bool{}
		read := func(names []string) {
			for _, n := range names {
				if _, known := vars[n]; !known && !written[n] && v.p.VarDefs.Has(n) {
					vars[n] = len(vars)
				}
			}
		}
		for _, instr := range b.Instrs {
			read(Reads(instr, nil))
			for _, n := range Writes(instr, nil) {
				written[n] = true
			}
		}
		if o, ok := TermOperand(b.Term); ok && !o.IsLiteral() {
			read([]string{o.Name})
		}
		if slices.Contains(b.Term.Targets(), Exit) {
			read(Variables(fn.VarsOut))
		}
	}
	return vars
}

// definedAt returns which of some variables every path to each block defines.
func definedAt(fn *Function, vars map[string]int) []flow.Set {
	blocks, shape := fn.Graph.Blocks, NewShape(&fn.Graph)
	in, writes := make([]flow.Set, len(blocks)), make([]flow.Set, len(blocks))
	for i, b := range blocks {
		in[i], writes[i] = flow.NewSet(len(vars)), flow.NewSet(len(vars))
		in[i].Fill()
		for _, instr := range b.Instrs {
			for _, n := range Writes(instr, nil) {
				if j, ok := vars[n]; ok {
					writes[i].Add(j)
				}
			}
		}
	}
	in[0].Clear()
	for _, n := range Variables(fn.VarsIn) {
		if j, ok := vars[n]; ok {
			in[0].Add(j)
		}
	}
	out := flow.NewSet(len(vars))
	for changed := true; changed; {
		changed = false
		for i := range blocks {
			out.Copy(in[i])
			out.AddAll(writes[i])
			for _, to := range shape.Succs[i] {
				if to != shape.Exit() && in[to].RetainAll(out) {
					changed = true
				}
			}
		}
	}
	return in
}
