package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// The main graph: it calls the compiled function with what each lane brings,
// and gives out what the function returns and writes.

// lenGo is the Go type of a column that holds a slice's length.
const lenGo = "len"

// errorParameter says why an error cannot be a parameter.
const errorParameter = "an error is a result in batched code, and not a parameter; pass a number or a bool"

// sizeless says why a slice whose length the inputs tell cannot be a parameter.
const sizeless = "its elements hold nothing, so no input tells how many there are; pass the number as an int"

// main writes the main graph.
func (t *translator) main() {
	block := &program.Block{Name: t.names.Unique("start")}
	f := t.function(t.root)
	at := t.place(t.entry.Pos())
	call := &program.FunctionCallOp{Pos: at, Callee: f.name}
	for i := range t.entry.Params {
		theirs := t.root.In().Get(paramTag(i)).(known.Value).Flat(nil)
		for k, o := range t.inputs.given[paramTag(i)].Flat(nil) {
			if known.IsVarying(*theirs[k]) {
				call.In = append(call.In, *o)
			}
		}
	}
	for _, part := range f.given {
		call.In = append(call.In, refs(t.inputs.region(part.region.Name).names[part.leaf])...)
	}
	// What memory holds after the call.
	after := map[string][][]string{}
	for _, r := range t.inputs.regions {
		after[r.reg.Name] = slices.Clone(r.names)
	}
	results := t.declareResults(f, call)
	if t.refuseWrittenFields(f); len(t.failed) > 0 {
		return
	}
	for _, part := range f.taken {
		if after[part.region.Name] == nil {
			after[part.region.Name] = make([][]string, len(part.region.Layout.Leaves))
		}
		base := f.name + "." + part.region.Name
		var names []string
		for _, n := range part.names {
			names = append(names, t.like(n, base+part.region.Layout.Leaves[part.leaf].Path))
		}
		after[part.region.Name][part.leaf] = names
		call.Out = append(call.Out, names...)
	}
	block.Instrs = append(block.Instrs, call)

	var out []string
	var to []string
	var from []program.Operand
	giveNamed := func(name string, lf known.Leaf, o program.Operand) {
		t.declare(name, lf)
		to, from, out = append(to, name), append(from, o), append(out, name)
	}
	give := func(base string, lf known.Leaf, o program.Operand) { giveNamed(t.names.Unique(base), lf, o) }
	tuple := t.entry.Signature.Results()
	l := t.layouts.Of(tuple)
	for i := range tuple.Len() {
		start, end := l.Field(i)
		for k := start; k < end; k++ {
			base := resultName(tuple.At(i), i) + l.Leaves[k].Path
			if results == nil { // it never returns
				if l.Leaves[k].Ref == nil {
					give(base, l.Leaves[k], program.Lit(l.Leaves[k].Dtype, 0))
				}
				continue
			}
			a := results[k]
			if why := t.resultWhyNot(a, l.Leaves[k]); why != "" {
				t.failed = append(t.failed, t.errorf(tuple.At(i).Pos(), "result %s: %s", base, why))
				continue
			}
			if a.Kind == known.Number {
				if o := a.Nums[0]; !o.IsLiteral() && slices.Contains(call.Out, o.Name) {
					out = append(out, o.Name)
				} else {
					give(base, a.Leaf, o)
				}
				continue
			}
			paths := []string{".len"}
			for j := a.From; j < a.To; j++ {
				paths = append(paths, a.Region.Layout.Leaves[j].Path)
			}
			base = t.names.Free(base, paths)
			lenName := ""
			if a.Kind == known.Slice && a.Nums[1] != known.Int64(int64(max(a.Region.Layout.Len, 1))) {
				lenName = t.names.Unique(base + ".len")
			}
			for j := a.From; j < a.To; j++ {
				lf := a.Region.Layout.Leaves[j]
				o := program.Lit(lf.Dtype, 0)
				if names := after[a.Region.Name]; names != nil && names[j] != nil {
					o = program.Ref(names[j][0])
				}
				give(base+lf.Path, lf, o)
			}
			if lenName != "" {
				giveNamed(lenName, known.Leaf{Dtype: program.I64, GoType: lenGo}, a.Nums[1])
			}
		}
	}
	// Memory that the function writes.
	for _, r := range t.inputs.regions {
		lenName, wrote := "", false
		if !r.length.IsLiteral() {
			lenName = t.names.Unique(r.name + ".out.len")
		}
		for _, part := range f.taken {
			if part.region.Name == r.reg.Name {
				wrote = true
				give(r.name+".out"+r.reg.Layout.Leaves[part.leaf].Path, r.reg.Layout.Leaves[part.leaf],
					program.Ref(after[r.reg.Name][part.leaf][0]))
			}
		}
		if wrote && !r.length.IsLiteral() {
			giveNamed(lenName, known.Leaf{Dtype: program.I64, GoType: lenGo}, r.length)
		}
	}
	switch {
	case len(out) > 0 || len(t.failed) > 0:
	case tuple.Len() > 0 && t.root.Outputs() == nil:
		t.failed = append(t.failed, t.errorf(t.entry.Pos(),
			"%s never returns, whatever it is given: it panics, or goes on for ever", t.out.Name))
	default:
		t.failed = append(t.failed, t.errorf(t.entry.Pos(),
			"%s has no result, and writes to no parameter; a batched function returns what it computed", t.out.Name))
	}
	if op := copyOp(to, from, at); op != nil {
		block.Instrs = append(block.Instrs, op)
	}
	block.Term = program.GotoOp{Target: program.Exit, Pos: at}
	t.out.Graph.Blocks = []*program.Block{block}
	t.out.VarsIn, t.out.VarsOut = leavesPattern(t.inputs.names), leavesPattern(out)
}

// refuseWrittenFields refuses fields of pointer parameters that are no numbers
// and are given another value: no column could take it.
func (t *translator) refuseWrittenFields(f *emitted) {
	for _, part := range f.taken {
		lf := part.region.Layout.Leaves[part.leaf]
		if in := t.inputs.region(part.region.Name); in != nil && lf.Ref != nil {
			t.failed = append(t.failed, t.errorf(t.entry.Pos(), "%s changes %s, which no column can hold: %s",
				t.out.Name, in.name+lf.Path, whyNot(lf.Ref)))
		}
	}
}

// resultWhyNot says why an atom cannot be a result, or "".
func (t *translator) resultWhyNot(a known.Atom, lf known.Leaf) string {
	switch a.Kind {
	case known.Number:
		return ""
	case known.Slice, known.Pointer:
		n := 0
		if a.Kind == known.Slice {
			n = 3
		}
		if len(lf.Shape) > 0 {
			return "lanes cannot return an array of slices or pointers; return each by itself"
		}
		switch {
		case a.Region.Nilable:
			return "it is nil in some lanes, which no column can hold; return the value, and a bool that tells " +
				"whether there is one"
		case a.Region.Kind == known.ChoiceRegion:
			return "it is " + a.Region.Describe() + ", different ones in different lanes; copy it to one that the " +
				"function makes, and return that"
		case a.Region.Kind != known.LaneRegion:
			return "it is a slice of " + a.Region.Describe() + ", which all lanes share"
		}
		if a.Kind == known.Slice && a.Nums[0] != known.Int64(0) || len(a.Nums) != n {
			return "it is part of a larger slice or array; copy it to one of its own"
		}
		for k := a.From; k < a.To; k++ {
			if a.Region.Layout.Leaves[k].Ref != nil {
				return whyNot(a.Region.Layout.Leaves[k].Ref)
			}
		}
		return ""
	case known.Nothing:
		return "it is always nil, so no column could tell anything; leave it out"
	case known.Conflict:
		return unknown(a, lf.Ref)
	}
	if lf.Ref != nil {
		if why := whyNot(lf.Ref); why != "" {
			return why
		}
	}
	return "it is not a number"
}

// declareResults gives variables to the numbers that the function returns.
func (t *translator) declareResults(f *emitted, call *program.FunctionCallOp) known.Value {
	outs := t.root.Outputs()
	if outs == nil {
		return nil
	}
	v := outs.Get(resultTag).(known.Value).Clone()
	tuple := t.entry.Signature.Results()
	l := t.layouts.Of(tuple)
	for i := range tuple.Len() {
		start, end := l.Field(i)
		for k := start; k < end; k++ {
			base := resultName(tuple.At(i), i)
			if v[k].Kind != known.Number {
				base = f.name + "." + base // gives columns that are named later
			}
			leaves := v[k : k+1].NumberLeaves(nil)
			for j, o := range v[k : k+1].Flat(nil) {
				if !known.IsVarying(*o) {
					continue
				}
				lf := leaves[j]
				if v[k].Kind == known.Number {
					lf.Path = ""
				}
				n := t.names.Unique(base + l.Leaves[k].Path + lf.Path)
				t.declare(n, lf)
				*o = program.Ref(n)
				call.Out = append(call.Out, n)
			}
		}
	}
	return v
}

func refs(names []string) []program.Operand {
	ops := make([]program.Operand, len(names))
	for i, n := range names {
		ops[i] = program.Ref(n)
	}
	return ops
}
