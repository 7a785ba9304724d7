package golang

import (
	"go/ast"
	"go/types"
	"slices"
	"sort"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// The main graph: it calls the compiled function with what each lane brings,
// and gives out what the function returns and writes.

// inputs are the columns and uniforms of the compiled function.
type inputs struct {
	names   []string         // columns in order
	given   map[string]value // the parameters, by tag, with the columns as numbers
	regions []inputRegion    // memory that parameters refer to
	limits  map[string]int64 // of the columns with lengths
}

// inputRegion is the memory of a slice or pointer parameter.
type inputRegion struct {
	reg    *region
	name   string
	names  [][]string // columns by leaf
	cells  value      // what the leaves refer to; numbers vary
	length program.Operand
}

// lenGo is the Go type of a column that holds a slice's length.
const lenGo = "len"

// parameters declares the columns and uniforms of the compiled function, and
// gives the inputs of its instance.
func (t *translator) parameters(fd *ast.FuncDecl) (instance.Bundle, program.ErrorList) {
	uniform := map[string]bool{}
	for _, u := range t.opts.Uniform {
		uniform[u] = true
	}
	used := map[string]bool{}
	var errs program.ErrorList
	var in []instance.Tagged
	t.inputs.given, t.inputs.limits = map[string]value{}, map[string]int64{}
	for i, p := range t.entry.Params {
		name := p.Name()
		if name == "_" || name == "" {
			name = "p" + itoa(i)
		}
		held := p.Type()
		if ptr, ok := held.Underlying().(*types.Pointer); ok {
			held = ptr.Elem()
		}
		for _, lf := range t.layouts.of(held).leaves {
			used[p.Name()+lf.path] = true
		}
		used[p.Name()] = true
		v, why := t.parameter(name, p.Type(), uniform[p.Name()])
		if why != "" {
			at := p.Pos()
			if f := fieldOf(fd, i); f != nil {
				at = f.Type.Pos()
			}
			errs = append(errs, t.errorf(at, "parameter %s: %s", name, why))
			v = make(value, len(t.layouts.of(p.Type()).leaves))
			for k := range v {
				v[k] = brokenAtom()
			}
		}
		t.inputs.given[paramTag(i)] = v
		in = append(in, instance.Tagged{Tag: paramTag(i), Operand: t.abstractInput(v)})
	}
	for i, r := range t.inputs.regions {
		in = append(in, instance.Tagged{Tag: callerTag(i), Operand: contents{r.reg, t.abstractInput(r.cells)}})
	}
	for _, list := range []struct {
		what  string
		names []string
	}{{"make uniform", t.opts.Uniform}, {"give a length", keys(t.opts.Len)}, {"give a capacity", keys(t.opts.Cap)}} {
		for _, n := range list.names {
			if !used[n] {
				errs = append(errs, t.errorf(t.entry.Pos(), "%s has no parameter %s to %s", t.out.Name, n, list.what))
			}
		}
	}
	bundle, _ := instance.NewBundle(in...) // the tags differ
	return bundle, errs
}

// abstractInput is abstract with the limits of lengths.
func (t *translator) abstractInput(v value) value {
	out := t.abstract(v)
	given := v.flat(nil)
	for i, o := range out.flat(nil) {
		if n, ok := t.inputs.limits[given[i].Name]; ok {
			*o = atMost(n)
		}
	}
	return out
}

func keys(m map[string]int) []string {
	var names []string
	for n := range m {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// fieldOf returns the declaration of parameter i, the receiver first.
func fieldOf(fd *ast.FuncDecl, i int) *ast.Field {
	for _, list := range []*ast.FieldList{fd.Recv, fd.Type.Params} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			n := max(len(f.Names), 1)
			if i < n {
				return f
			}
			i -= n
		}
	}
	return nil
}

// column declares an input column.
func (t *translator) column(base string, lf leaf) program.Operand {
	return t.columnNamed(t.names.unique(base), lf)
}

func (t *translator) columnNamed(name string, lf leaf) program.Operand {
	t.declare(name, lf)
	t.inputs.names = append(t.inputs.names, name)
	return program.Ref(name)
}

// parameter gives the value of a parameter, or says why it cannot be one.
func (t *translator) parameter(name string, typ types.Type, uniform bool) (value, string) {
	if why := tooLarge(typ); why != "" {
		return nil, why
	}
	uniform = uniform || t.sharesPools(typ)
	switch u := typ.Underlying().(type) {
	case *types.Slice:
		if uniform {
			return t.uniformParameter(name, typ)
		}
		return t.sliceParameter(name, u)
	case *types.Pointer:
		if uniform {
			return t.uniformPointer(name, u.Elem())
		}
		return t.pointerParameter(name, u.Elem())
	}
	if uniform {
		return t.uniformParameter(name, typ)
	}
	l := t.layouts.of(typ)
	v := make(value, len(l.leaves))
	for k, lf := range l.leaves {
		switch {
		case lf.goTyp == goError && lf.path == "":
			return nil, numbersOnly(t.layouts, typ)
		case lf.goTyp == goError:
			v[k] = conflictOf("parameter %s: %s", name+lf.path, errorParameter)
		case lf.ref == nil:
			v[k] = numberAtom(lf, t.column(name+lf.path, lf))
		case lf.path == "":
			return nil, whyNot(lf.ref)
		default:
			v[k] = t.fieldParameter(name+lf.path, lf)
		}
	}
	return v, ""
}

// pointerParameter gives a pointer to what each lane brings.
func (t *translator) pointerParameter(name string, elem types.Type) (value, string) {
	l := t.layouts.of(elem)
	refers := func(lf leaf) bool { return lf.ref != nil }
	whole := slices.ContainsFunc(l.leaves, func(lf leaf) bool { return lf.path == "" && refers(lf) || lf.goTyp == goError })
	if t.opts.sharing == sharesFlat && slices.ContainsFunc(l.leaves, refers) && t.isFlat(l) {
		t.shared = true
		return t.uniformPointer(name, elem)
	}
	why := tooLarge(elem)
	if whole {
		why = numbersOnly(t.layouts, elem)
	}
	if why != "" {
		return nil, why
	}
	r := t.inputRegion(name, elem, litI64(0))
	return value{{kind: pointer, reg: r, to: len(r.layout.leaves), elem: elem}}, ""
}

// errorParameter says why an error cannot be a parameter.
const errorParameter = "an error is a result in batched code, and not a parameter; pass a number or a bool"

// sizeless says why a slice whose length the inputs tell cannot be a parameter.
const sizeless = "its elements hold nothing, so no input tells how many there are; pass the number as an int"

// fieldParameter gives a field of a parameter that is not made of numbers: a
// slice that each lane brings, if it has a size, or something that must not be
// used.
func (t *translator) fieldParameter(name string, lf leaf) atom {
	why := whyNot(lf.ref)
	if s, ok := lf.ref.Underlying().(*types.Slice); ok && len(lf.shape) == 0 {
		var v value
		if v, why = t.sliceParameter(name, s); why == "" {
			return v[0]
		}
	}
	return conflictOf("parameter %s: %s", name, why)
}

// numbersOnly says why a type is not made of numbers only, or "".
func numbersOnly(ls layouts, typ types.Type) string {
	for _, lf := range ls.of(typ).leaves {
		if lf.goTyp == goError {
			return errorParameter
		}
		if lf.ref == nil {
			continue
		}
		why := whyNot(lf.ref)
		if lf.path != "" {
			why = "field " + lf.path[1:] + ": " + why
		}
		return why
	}
	return ""
}

// uniformParameter gives a parameter that is one value for all lanes: of
// numbers, and of slices and pointers that refer to such values. Fields that are
// something else must not be used.
func (t *translator) uniformParameter(name string, typ types.Type) (value, string) {
	ps, l := t.newPools(), t.layouts.of(typ)
	v := make(value, len(l.leaves))
	for k, lf := range l.leaves {
		var why string
		if v[k], why = ps.parameterLeaf(name+lf.path, lf); why == "" {
			continue
		}
		if lf.path == "" {
			return nil, why
		}
		v[k] = conflictOf("parameter %s: %s", name+lf.path, why)
	}
	return v, ps.whyNot(nil)
}

// parameterLeaf gives a leaf of a uniform parameter, or says why it cannot be one.
func (ps *pools) parameterLeaf(name string, lf leaf) (atom, string) {
	switch {
	case lf.goTyp == goError:
		return atom{}, errorParameter
	case lf.ref == nil:
		u := &program.Uniform{Name: ps.names.unique(name), Type: lf.tensor()}
		ps.addUniform(u)
		o := program.Ref(u.Name)
		if row := wraps[lf.goTyp]; row != "" && len(lf.shape) == 0 {
			// Given in the type that stores it.
			o = program.Ref(ps.derived(program.OpcodeFor(row, lf.dtype), []program.Operand{o}))
		}
		return numberAtom(lf, o), ""
	case len(lf.shape) > 0:
		return atom{}, whyNot(lf.ref)
	case isSlice(lf.ref) && !leadsToItself(lf.ref):
		v, why := ps.uniformSlice(name, lf.ref)
		if why != "" {
			return atom{}, why
		}
		return v[0], ""
	}
	ref := ps.ref(name, lf, nil)
	if ref.why != "" {
		return atom{}, ref.why
	}
	return ref.atom(referredTo(lf.ref)), ""
}

// inputRegion declares the memory that a parameter refers to, as columns.
func (t *translator) inputRegion(name string, typ types.Type, length program.Operand) *region {
	r := &region{name: callerTag(len(t.inputs.regions)), typ: typ, layout: t.layouts.of(typ), what: name}
	i := len(t.inputs.regions)
	t.inputs.regions = append(t.inputs.regions, inputRegion{reg: r, name: name, length: length})
	names, cells := make([][]string, len(r.layout.leaves)), make(value, len(r.layout.leaves))
	for k, lf := range r.layout.leaves {
		if lf.ref == nil {
			names[k] = []string{t.column(name+lf.path, lf).Name}
			cells[k] = numberAtom(lf, varying())
			continue
		}
		cells[k] = t.fieldParameter(name+lf.path, lf)
		for _, o := range cells[k : k+1].flat(nil) {
			if !o.IsLiteral() {
				names[k] = append(names[k], o.Name)
			}
		}
	}
	t.inputs.regions[i].names, t.inputs.regions[i].cells = names, cells
	return r
}

// sliceParameter gives a slice that each lane brings.
func (t *translator) sliceParameter(name string, s *types.Slice) (value, string) {
	if why := numbersOnly(t.layouts, s.Elem()); why != "" {
		return nil, why
	}
	n, fixed := t.opts.Len[name]
	most, any := t.opts.Cap[name]
	switch {
	case fixed && any:
		return nil, "it has both a length and a capacity; give the length if it is the same for all lanes, and the capacity otherwise"
	case fixed:
		most = n
	case !any && t.opts.AnyCap > 0:
		most, any = t.opts.AnyCap, true
	case !any:
		shared := "to be uniform"
		if whole, _, isField := strings.Cut(name, "."); isField {
			shared = "parameter " + whole + " to be uniform"
		}
		return nil, "a lane's memory has a fixed size, so the slice needs a length, if it is the same for all lanes (-len " + name + "=N, lockstep.Len), a capacity (-cap " + name + "=N, lockstep.Cap), or " + shared + " (-uniform, lockstep.Uniform)"
	}
	if most < 0 || most > program.MaxElements {
		return nil, "a length of " + itoa(most) + "; a lane has 0 to " + itoa(program.MaxElements) + " elements"
	}
	array := types.NewArray(s.Elem(), int64(max(most, 1)))
	if why := tooLarge(array); why != "" {
		return nil, why
	}
	if any && len(t.layouts.of(array).leaves) == 0 {
		return nil, sizeless
	}
	length := litI64(int64(most))
	lenName := ""
	if any {
		lenName = t.names.unique(name + ".len") // before the elements, which may have a field len
	}
	r := t.inputRegion(name, array, length)
	if any {
		length = t.columnNamed(lenName, leaf{dtype: program.I64, goTyp: lenGo})
		t.inputs.regions[len(t.inputs.regions)-1].length = length
		t.inputs.limits[length.Name] = int64(most)
	}
	// A lane's slice has no room for more than it has: what is beyond is the next
	// lane's, or nobody's.
	return value{{kind: slice, reg: r, to: len(r.layout.leaves), elem: s.Elem(), nums: []program.Operand{litI64(0), length, length}}}, ""
}

// main writes the main graph.
func (t *translator) main() {
	block := &program.Block{Name: t.names.unique("start")}
	f := t.function(t.root)
	at := t.place(t.entry.Pos())
	call := &program.FunctionCallOp{Pos: at, Callee: f.name}
	for i := range t.entry.Params {
		theirs := t.root.In().Get(paramTag(i)).(value).flat(nil)
		for k, o := range t.inputs.given[paramTag(i)].flat(nil) {
			if isVarying(*theirs[k]) {
				call.In = append(call.In, *o)
			}
		}
	}
	for _, part := range f.given {
		call.In = append(call.In, refs(t.inputs.region(part.region.name).names[part.leaf])...)
	}
	// What memory holds after the call.
	after := map[string][][]string{}
	for _, r := range t.inputs.regions {
		after[r.reg.name] = slices.Clone(r.names)
	}
	results := t.declareResults(f, call)
	if t.refuseWrittenFields(f); len(t.failed) > 0 {
		return
	}
	for _, part := range f.taken {
		if after[part.region.name] == nil {
			after[part.region.name] = make([][]string, len(part.region.layout.leaves))
		}
		base := f.name + "." + part.region.name
		var names []string
		for _, n := range part.names {
			names = append(names, t.like(n, base+part.region.layout.leaves[part.leaf].path))
		}
		after[part.region.name][part.leaf] = names
		call.Out = append(call.Out, names...)
	}
	block.Instrs = append(block.Instrs, call)

	var out []string
	var to []string
	var from []program.Operand
	giveNamed := func(name string, lf leaf, o program.Operand) {
		t.declare(name, lf)
		to, from, out = append(to, name), append(from, o), append(out, name)
	}
	give := func(base string, lf leaf, o program.Operand) { giveNamed(t.names.unique(base), lf, o) }
	tuple := t.entry.Signature.Results()
	l := t.layouts.of(tuple)
	for i := range tuple.Len() {
		start, end := l.field(i)
		for k := start; k < end; k++ {
			base := resultName(tuple.At(i), i) + l.leaves[k].path
			if results == nil { // it never returns
				if l.leaves[k].ref == nil {
					give(base, l.leaves[k], program.Lit(l.leaves[k].dtype, 0))
				}
				continue
			}
			a := results[k]
			if why := t.resultWhyNot(a, l.leaves[k]); why != "" {
				t.failed = append(t.failed, t.errorf(tuple.At(i).Pos(), "result %s: %s", base, why))
				continue
			}
			if a.kind == number {
				if o := a.nums[0]; !o.IsLiteral() && slices.Contains(call.Out, o.Name) {
					out = append(out, o.Name)
				} else {
					give(base, a.leaf, o)
				}
				continue
			}
			paths := []string{".len"}
			for j := a.from; j < a.to; j++ {
				paths = append(paths, a.reg.layout.leaves[j].path)
			}
			base = t.names.free(base, paths)
			lenName := ""
			if a.kind == slice && a.nums[1] != litI64(int64(max(a.reg.layout.len, 1))) {
				lenName = t.names.unique(base + ".len")
			}
			for j := a.from; j < a.to; j++ {
				lf := a.reg.layout.leaves[j]
				o := program.Lit(lf.dtype, 0)
				if names := after[a.reg.name]; names != nil && names[j] != nil {
					o = program.Ref(names[j][0])
				}
				give(base+lf.path, lf, o)
			}
			if lenName != "" {
				giveNamed(lenName, leaf{dtype: program.I64, goTyp: lenGo}, a.nums[1])
			}
		}
	}
	// Memory that the function writes.
	for _, r := range t.inputs.regions {
		lenName, wrote := "", false
		if !r.length.IsLiteral() {
			lenName = t.names.unique(r.name + ".out.len")
		}
		for _, part := range f.taken {
			if part.region.name == r.reg.name {
				wrote = true
				give(r.name+".out"+r.reg.layout.leaves[part.leaf].path, r.reg.layout.leaves[part.leaf], program.Ref(after[r.reg.name][part.leaf][0]))
			}
		}
		if wrote && !r.length.IsLiteral() {
			giveNamed(lenName, leaf{dtype: program.I64, goTyp: lenGo}, r.length)
		}
	}
	switch {
	case len(out) > 0 || len(t.failed) > 0:
	case tuple.Len() > 0 && t.root.Outputs() == nil:
		t.failed = append(t.failed, t.errorf(t.entry.Pos(), "%s never returns, whatever it is given: it panics, or goes on for ever", t.out.Name))
	default:
		t.failed = append(t.failed, t.errorf(t.entry.Pos(), "%s has no result, and writes to no parameter; a batched function returns what it computed", t.out.Name))
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
		lf := part.region.layout.leaves[part.leaf]
		if in := t.inputs.region(part.region.name); in != nil && lf.ref != nil {
			t.failed = append(t.failed, t.errorf(t.entry.Pos(), "%s changes %s, which no column can hold: %s", t.out.Name, in.name+lf.path, whyNot(lf.ref)))
		}
	}
}

// resultWhyNot says why an atom cannot be a result, or "".
func (t *translator) resultWhyNot(a atom, lf leaf) string {
	switch a.kind {
	case number:
		return ""
	case slice, pointer:
		n := 0
		if a.kind == slice {
			n = 3
		}
		if len(lf.shape) > 0 {
			return "lanes cannot return an array of slices or pointers; return each by itself"
		}
		switch {
		case a.reg.nilable:
			return "it is nil in some lanes, which no column can hold; return the value, and a bool that tells whether there is one"
		case a.reg.kind == choiceRegion:
			return "it is " + a.reg.describe() + ", different ones in different lanes; copy it to one that the function makes, and return that"
		case a.reg.kind != laneRegion:
			return "it is a slice of " + a.reg.describe() + ", which all lanes share"
		}
		if a.kind == slice && a.nums[0] != litI64(0) || len(a.nums) != n {
			return "it is part of a larger slice or array; copy it to one of its own"
		}
		for k := a.from; k < a.to; k++ {
			if a.reg.layout.leaves[k].ref != nil {
				return whyNot(a.reg.layout.leaves[k].ref)
			}
		}
		return ""
	case nothing:
		return "it is always nil, so no column could tell anything; leave it out"
	case conflict:
		return unknown(a, lf.ref)
	}
	if lf.ref != nil {
		if why := whyNot(lf.ref); why != "" {
			return why
		}
	}
	return "it is not a number"
}

// declareResults gives variables to the numbers that the function returns.
func (t *translator) declareResults(f *emitted, call *program.FunctionCallOp) value {
	outs := t.root.Outputs()
	if outs == nil {
		return nil
	}
	v := outs.Get(resultTag).(value).clone()
	tuple := t.entry.Signature.Results()
	l := t.layouts.of(tuple)
	for i := range tuple.Len() {
		start, end := l.field(i)
		for k := start; k < end; k++ {
			base := resultName(tuple.At(i), i)
			if v[k].kind != number {
				base = f.name + "." + base // gives columns that are named later
			}
			leaves := v[k : k+1].numberLeaves(nil)
			for j, o := range v[k : k+1].flat(nil) {
				if !isVarying(*o) {
					continue
				}
				lf := leaves[j]
				if v[k].kind == number {
					lf.path = ""
				}
				n := t.names.unique(base + l.leaves[k].path + lf.path)
				t.declare(n, lf)
				o.Name = n
				call.Out = append(call.Out, n)
			}
		}
	}
	return v
}

func (in *inputs) region(name string) *inputRegion {
	for i := range in.regions {
		if in.regions[i].reg.name == name {
			return &in.regions[i]
		}
	}
	return nil
}

func refs(names []string) []program.Operand {
	ops := make([]program.Operand, len(names))
	for i, n := range names {
		ops[i] = program.Ref(n)
	}
	return ops
}
