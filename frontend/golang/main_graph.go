package golang

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The main graph: it calls the compiled function with what each lane brings,
// and gives out what the function returns and writes.

// errorParameter says why an error cannot be a parameter.
const errorParameter = "an error is a result in batched code, and not a parameter; pass a number or a bool"

// sizeless says why a slice whose length the inputs tell cannot be a parameter.
const sizeless = "its elements hold nothing, so no input tells how many there are; pass the number as an int"

// mainGraph is the main graph on its way.
type mainGraph struct {
	*translator
	f    *emitted // the compiled function
	call *program.FunctionCallOp
	// after has the variables of what memory holds after the call, by region and leaf.
	after map[string][][]string
	out   []string // columns
	// before and behind are computed for the call, and of what it gives.
	before, behind []program.Instr
	// Columns that are given names of their own are copies.
	to   []string
	from []program.Operand
}

// main writes the main graph.
func (t *translator) main() {
	block := &program.Block{Name: t.names.Unique("start")}
	at := t.place(t.entry.Pos())
	m := &mainGraph{translator: t, f: t.function(t.root), after: map[string][][]string{}}
	m.call = &program.FunctionCallOp{Pos: at, Callee: m.f.name}
	m.arguments()
	results := t.declareResults(m.f, m.call)
	if t.refuseWrittenFields(m.f); len(t.failed) > 0 {
		return
	}
	m.takeMemory()
	m.giveResults(results)
	m.giveWritten()
	block.Instrs = append(append(m.before, m.call), m.behind...)
	switch {
	case len(m.out) > 0 || len(t.failed) > 0:
	case t.entry.Signature.Results().Len() > 0 && t.root.Outputs() == nil:
		t.failed = append(t.failed, t.errorf(t.entry.Pos(),
			"%s never returns, whatever it is given: it panics, or goes on for ever", t.out.Name))
	default:
		t.failed = append(t.failed, t.errorf(t.entry.Pos(),
			"%s has no result, and writes to no parameter; a batched function returns what it computed", t.out.Name))
	}
	if op := copyOp(m.to, m.from, at); op != nil {
		block.Instrs = append(block.Instrs, op)
	}
	block.Term = program.GotoOp{Target: program.Exit, Pos: at}
	t.out.Graph.Blocks = append(m.leaveOtherTexts(block, at), block)
	t.out.VarsIn, t.out.VarsOut = leavesPattern(t.inputs.names), leavesPattern(m.out)
}

// leaveOtherTexts gives the blocks in front of the first one that leave lanes to Go whose strings are none of
// those that they may be, if the options ask for that.
func (m *mainGraph) leaveOtherTexts(first *program.Block, at program.Pos) []*program.Block {
	if !m.opts.OtherTexts {
		return nil
	}
	var blocks []*program.Block
	for _, name := range m.inputs.names {
		v := m.translator.out.VarDefs.Def(name)
		if v.Go != program.GoString || len(v.Type.Leaf().Shape) > 0 {
			continue
		}
		isOther := m.names.Unique(name + ".other")
		m.declare(isOther, known.Leaf{Dtype: program.Bool})
		left := &program.Block{Name: m.names.Unique("other"), Term: program.FaultOp{Code: optab.NeedsGo,
			Msg: name + " is none of the strings that the function was compiled for", Pos: at}}
		next := first.Name
		first.Name = m.names.Unique(next)
		asks := &program.Block{Name: next, Instrs: []program.Instr{&program.PrimOp{
			Op: program.OpcodeFor("lt", program.I64), Out: []program.Output{{Name: isOther}},
			In: []program.Operand{program.Ref(name), known.Int64(0)}, Pos: at}},
			Term: program.BranchOp{Cond: program.Ref(isOther), Then: left.Name, Else: first.Name, Pos: at}}
		for _, before := range blocks {
			if t, ok := before.Term.(program.BranchOp); ok && t.Else == next {
				t.Else = asks.Name
				before.Term = t
			}
		}
		blocks = append(blocks, asks, left)
	}
	return blocks
}

// arguments hands the inputs that vary to the call.
func (m *mainGraph) arguments() {
	for i := range m.entry.Params {
		theirs := m.root.In().Get(paramTag(i)).(known.Value).Flat(nil)
		for k, o := range m.inputs.given[paramTag(i)].Flat(nil) {
			if known.IsVarying(*theirs[k]) {
				m.call.In = append(m.call.In, *o)
			}
		}
	}
	for _, part := range m.f.given {
		m.call.In = append(m.call.In, refs(m.inputs.region(part.region.Name).names[part.leaf])...)
	}
	for _, r := range m.inputs.regions {
		m.after[r.reg.Name] = slices.Clone(r.names)
	}
}

// takeMemory declares what the call gives back of memory.
func (m *mainGraph) takeMemory() {
	for _, part := range m.f.taken {
		r := part.region
		if m.after[r.Name] == nil {
			m.after[r.Name] = make([][]string, len(r.Layout.Leaves))
		}
		var names []string
		for _, n := range part.names {
			names = append(names, m.like(n, m.f.name+"."+r.Name+r.Layout.Leaves[part.leaf].Path))
		}
		m.after[r.Name][part.leaf] = names
		m.call.Out = append(m.call.Out, names...)
	}
}

// give makes a column of an operand, with a name that nothing has yet.
func (m *mainGraph) give(base string, lf known.Leaf, o program.Operand) {
	m.giveNamed(m.names.Unique(base), lf, o)
}

func (m *mainGraph) giveNamed(name string, lf known.Leaf, o program.Operand) {
	m.declare(name, lf)
	m.to, m.from, m.out = append(m.to, name), append(m.from, o), append(m.out, name)
}

// giveResults makes columns of what the function returns; v is nil if it never does.
func (m *mainGraph) giveResults(v known.Value) {
	tuple := m.entry.Signature.Results()
	l := m.layouts.Of(tuple)
	for i := range tuple.Len() {
		start, end := l.Field(i)
		for k := start; k < end; k++ {
			base, lf := m.columnBase(i)+l.Leaves[k].Path, l.Leaves[k]
			switch {
			case v != nil && m.saysNothing(i, k-start, v[k]):
			case v != nil:
				if why := m.resultWhyNot(v[k], lf); why != "" {
					m.failed = append(m.failed, m.errorf(tuple.At(i).Pos(), "result %s: %s", base, why))
					continue
				}
				m.giveResult(k, base, lf, v[k])
			case lf.Ref == nil:
				m.give(base, lf, program.Lit(lf.Dtype, 0))
			}
		}
	}
}

// op computes a number or truth of integers that the call gives.
func (m *mainGraph) op(row string, of program.Dtype, in ...program.Operand) program.Operand {
	code := program.OpcodeFor(row, program.I64)
	name := m.names.Unique("given")
	m.declare(name, known.Leaf{Dtype: of})
	m.behind = append(m.behind, &program.PrimOp{Op: code, Out: []program.Output{{Name: name}}, In: in, Pos: m.call.Pos})
	return program.Ref(name)
}

// giveResult makes columns of result leaf k: of a number or string, or of the memory that a slice or pointer is of.
func (m *mainGraph) giveResult(k int, base string, lf known.Leaf, a known.Atom) {
	if a.IsText() {
		which := known.Int64(0)
		if a.Kind == known.OneOf {
			which = a.Nums[0]
		}
		m.giveText(base, lf, which, a.Texts())
		return
	}
	if a.Kind == known.Number {
		if o := a.Nums[0]; !o.IsLiteral() && slices.Contains(m.call.Out, o.Name) {
			m.out = append(m.out, o.Name)
		} else {
			m.give(base, a.Leaf, o)
		}
		return
	}
	paths := []string{".len"}
	for j := a.From; j < a.To; j++ {
		paths = append(paths, a.Region.Layout.Leaves[j].Path)
	}
	base = m.names.Free(base, paths)
	lenName := ""
	isText := lf.Ref != nil && gotypes.IsString(lf.Ref)
	if a.Kind == known.Slice && (isText || a.Nums[1] != known.Int64(int64(max(a.Region.Layout.Len, 1)))) {
		lenName = m.names.Unique(base + ".len")
	}
	for j := a.From; j < a.To; j++ {
		lf := a.Region.Layout.Leaves[j]
		o := program.Lit(lf.Dtype, 0)
		if names := m.after[a.Region.Name]; names != nil && len(names[j]) > 0 {
			o = program.Ref(names[j][0])
		}
		if texts := m.textsIn(a.Region, j); len(texts) > 0 {
			m.giveText(base+lf.Path, lf, o, texts)
			continue
		}
		m.give(base+lf.Path, lf, o)
		if isText {
			m.translator.out.VarDefs.SetText(m.out[len(m.out)-1])
		}
	}
	switch {
	case lenName == "":
	case isText:
		m.giveNamed(lenName, known.Leaf{Dtype: program.I64, GoType: program.GoLen}, a.Nums[1])
	default:
		length, mayBeNil := m.resultLength(k, a)
		m.giveLength(lenName, length, mayBeNil)
	}
}

// giveLength makes a column of a slice's length.
func (m *mainGraph) giveLength(name string, length program.Operand, mayBeNil bool) {
	m.giveNamed(name, known.Leaf{Dtype: program.I64, GoType: program.GoLen}, length)
	if mayBeNil {
		m.translator.out.VarDefs.SetNil(name)
	}
}

// giveWritten makes columns of what the function wrote to its parameters.
func (m *mainGraph) giveWritten() {
	for _, r := range m.inputs.regions {
		if m.givenAnew(r.name) {
			continue
		}
		lenName, wrote := "", false
		if !r.length.IsLiteral() {
			lenName = m.names.Unique(r.name + ".out.len")
		}
		for _, part := range m.f.taken {
			if part.region.Name == r.reg.Name && !part.grown {
				wrote = true
				lf := r.reg.Layout.Leaves[part.leaf]
				if lf.Ref == nil {
					m.give(r.name+".out"+lf.Path, lf, program.Ref(m.after[r.reg.Name][part.leaf][0]))
				} else {
					m.giveText(r.name+".out"+lf.Path, lf, program.Ref(m.after[r.reg.Name][part.leaf][0]), part.texts)
				}
			}
		}
		if wrote && !r.length.IsLiteral() {
			m.giveLength(lenName, r.length, m.translator.out.VarDefs.Def(r.length.Name).Nil)
		}
	}
}

// refuseWrittenFields refuses fields of pointer parameters that are not numbers
// and are given another value: no column could take it.
func (t *translator) refuseWrittenFields(f *emitted) {
	for _, part := range f.taken {
		lf := part.region.Layout.Leaves[part.leaf]
		in := t.inputs.region(part.region.Name)
		switch {
		case in == nil || lf.Ref == nil:
		case len(part.texts) > 0:
			if given := in.cells[part.leaf].Texts(); !slices.Equal(part.texts, given) {
				why := givesOther(in.name+lf.Path, part.texts, given)
				t.failed = append(t.failed, t.errorf(t.entry.Pos(), "%s", why))
			}
		case !part.grown:
			t.spreads = true
			why := whyNot(lf.Ref)
			if is := in.cells[part.leaf]; is.Kind == known.Conflict {
				why = is.Why
			}
			t.failed = append(t.failed, t.errorf(t.entry.Pos(), "%s changes %s, which no column can hold: %s",
				t.out.Name, in.name+lf.Path, why))
		}
	}
}

// noTextRows says why strings that are elements cannot be a result.
const noTextRows = "strings that lanes make are not columns as elements of slices and arrays, unless each is one " +
	"of those that are known when compiling; return the bytes of all in one []byte and where each ends, or numbers " +
	"in their place"

// inElements is a field of elements for a message, and empty for the elements themselves.
func inElements(path string) string {
	if path == "" {
		return ""
	}
	return strings.TrimPrefix(path, ".") + " of an element: "
}

// sharedWhyNot says why what all lanes share cannot be a result.
func (m *mainGraph) sharedWhyNot(a known.Atom, lf known.Leaf) string {
	of, _, _ := strings.Cut(a.Region.Describe(), ".") // the names of fields may be those of pools
	why := "it is a part of " + of + ", which all lanes share"
	if lf.Ref != nil && (gotypes.IsString(lf.Ref) || isSliceOfNumbers(lf.Ref)) {
		return why + ", and how long it is is not known when compiling; say how many elements are enough for a copy " +
			"(-make-cap N, lockstep.MakeCap)"
	}
	return why + "; return an index or a key that says which, or copies of its numbers"
}

// resultWhyNot says why an atom cannot be a result, or "".
func (m *mainGraph) resultWhyNot(a known.Atom, lf known.Leaf) string {
	m.spreads = m.spreads || a.Kind == known.Pointer || a.Kind == known.Slice
	if lf.Ref != nil && a.Kind == known.Pointer && gotypes.IsMap(lf.Ref) {
		return noMaps
	}
	switch a.Kind {
	case known.Number:
		return ""
	case known.Text, known.OneOf:
		if len(a.Texts()) > 0 && (a.Kind == known.OneOf || a.Known) {
			return ""
		}
		if a.IsText() && len(lf.Shape) > 0 {
			return noTextRows
		}
		if a.IsText() {
			return noText(a.Why)
		}
	case known.Slice, known.Pointer:
		n := 0
		if a.Kind == known.Slice {
			n = 3
		}
		if len(lf.Shape) > 0 {
			what := "slices or pointers"
			if lf.Ref != nil && gotypes.IsString(lf.Ref) {
				what = "strings of any text"
			}
			return "lanes cannot return an array of " + what + "; return each by itself"
		}
		switch {
		case a.Region.Nilable && a.Kind == known.Pointer && whyNot(gotypes.Pointee(lf.Ref)) != "":
			return "what it points to cannot be a result: " + whyNot(gotypes.Pointee(lf.Ref))
		case a.Region.Nilable:
			return "it is nil in some lanes, which no column can hold; return the value, and a bool that tells " +
				"whether there is one"
		case a.Region.Kind == known.ChoiceRegion:
			return "it is " + a.Region.Describe() + ", different ones in different lanes; copy it to one that the " +
				"function makes, and return that"
		case a.Region.Kind != known.LaneRegion:
			return m.sharedWhyNot(a, lf)
		}
		if a.Kind == known.Slice && a.Nums[0] != known.Int64(0) || len(a.Nums) != n {
			return "it is part of a larger slice or array; copy it to one of its own"
		}
		for k := a.From; k < a.To; k++ {
			switch ref := a.Region.Layout.Leaves[k].Ref; {
			case ref == nil, len(m.textsIn(a.Region, k)) > 0:
			case gotypes.IsString(ref):
				return inElements(a.Region.Layout.Leaves[k].Path) + noTextRows
			case m.opts.MakeCap <= 0 && isSliceOfNumbers(ref):
				return "how long the slices in it get is not known when compiling; say how many elements are enough " +
					"(-make-cap N, lockstep.MakeCap)"
			default:
				return whyNot(ref)
			}
		}
		return ""
	case known.Nothing:
		return "it is always nil, so no column could tell anything; leave it out"
	case known.Conflict:
		if lf.Ref != nil && gotypes.IsString(lf.Ref) && len(lf.Shape) > 0 {
			return noTextRows
		}
		if lf.Ref != nil && gotypes.IsString(lf.Ref) {
			m.wantTexts(false)
		}
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
			base := t.columnBase(i)
			if v[k].Kind != known.Number {
				base = f.name + "." + base // gives columns that are named later
			}
			leaves := v[k : k+1].NumberLeaves(nil)
			for j, o := range v[k : k+1].Flat(nil) {
				if !known.IsVarying(*o) {
					continue
				}
				lf := leaves[j]
				switch {
				case v[k].Kind == known.Number:
					lf.Path = ""
				case v[k].IsText():
					lf.Shape = l.Leaves[k].Shape
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
