package golang

import (
	"go/ast"
	"go/types"
	"slices"
	"sort"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// inputs are the columns and uniforms of the compiled function.
type inputs struct {
	names   []string               // columns in order
	given   map[string]known.Value // the parameters, by tag, with the columns as numbers
	regions []inputRegion          // memory that parameters refer to
	limits  map[string]int64       // of the columns with lengths
}

// inputRegion declares the memory that a parameter refers to, as columns.
func (t *translator) inputRegion(name string, typ types.Type, length program.Operand) *known.Region {
	r := &known.Region{Name: callerTag(len(t.inputs.regions)), Type: typ, Layout: t.layouts.Of(typ), What: name}
	i := len(t.inputs.regions)
	t.inputs.regions = append(t.inputs.regions, inputRegion{reg: r, name: name, length: length})
	names, cells := make([][]string, len(r.Layout.Leaves)), make(known.Value, len(r.Layout.Leaves))
	for k, lf := range r.Layout.Leaves {
		if lf.Ref == nil {
			names[k] = []string{t.column(name+lf.Path, lf).Name}
			cells[k] = known.NumberAtom(lf, known.Varying())
			continue
		}
		cells[k] = t.fieldParameter(name+lf.Path, lf)
		for _, o := range cells[k : k+1].Flat(nil) {
			if !o.IsLiteral() {
				names[k] = append(names[k], o.Name)
			}
		}
	}
	t.inputs.regions[i].names, t.inputs.regions[i].cells = names, cells
	return r
}

func (in *inputs) region(name string) *inputRegion {
	if i := slices.IndexFunc(in.regions, func(r inputRegion) bool { return r.reg.Name == name }); i >= 0 {
		return &in.regions[i]
	}
	return nil
}

// at is which of the input regions memory is, or -1.
func (in *inputs) at(r *known.Region) int {
	return slices.IndexFunc(in.regions, func(of inputRegion) bool { return of.reg.Name == r.Name })
}

// inputRegion is the memory of a slice or pointer parameter.
type inputRegion struct {
	reg    *known.Region
	name   string
	names  [][]string  // columns by leaf
	cells  known.Value // what the leaves refer to; numbers vary
	length program.Operand
}

// parameters declares the columns and uniforms of the compiled function, and
// gives the inputs of its instance.
func (t *translator) parameters(fd *ast.FuncDecl) (instance.Bundle, program.ErrorList) {
	uniform := map[string]bool{}
	for _, u := range t.opts.Uniform {
		uniform[u] = true
	}
	used, numbers := map[string]bool{}, map[string]bool{}
	var errs program.ErrorList
	var in []instance.Tagged
	t.inputs.given, t.inputs.limits = map[string]known.Value{}, map[string]int64{}
	for i, p := range t.entry.Params {
		name := t.paramName(p, i)
		held := p.Type()
		if ptr, ok := held.Underlying().(*types.Pointer); ok {
			held = ptr.Elem()
		}
		for _, lf := range t.layouts.Of(held).Leaves {
			used[name+lf.Path] = true
			numbers[name+lf.Path] = lf.Ref == nil && len(lf.Shape) == 0
		}
		used[name], used[p.Name()] = true, true
		used[name+rowSuffix] = hasRows(held)
		v, why := t.parameter(name, p.Type(), uniform[p.Name()])
		if why != "" {
			at := p.Pos()
			if f := fieldOf(fd, i); f != nil {
				at = f.Type.Pos()
			}
			errs = append(errs, t.errorf(at, "parameter %s: %s", name, why))
			v = make(known.Value, len(t.layouts.Of(p.Type()).Leaves))
			for k := range v {
				v[k] = known.BrokenAtom()
			}
		}
		t.inputs.given[paramTag(i)] = v
		in = append(in, instance.Tagged{Tag: paramTag(i), Operand: t.abstractInput(v)})
	}
	for i, r := range t.inputs.regions {
		in = append(in, instance.Tagged{Tag: callerTag(i),
			Operand: known.Contents{Region: r.reg, Cells: t.abstractInput(r.cells)}})
	}
	bundle, _ := instance.NewBundle(in...) // the tags differ
	for _, name := range t.opts.AssumeConstant {
		if !t.src.HasVariable(name) {
			errs = append(errs,
				t.errorf(t.entry.Pos(), "there is no package-level variable %s to take for a constant", name))
		}
	}
	if errs = append(errs, t.misnamed(used, numbers)...); len(errs) == 0 {
		errs = t.misnamedTexts(numbers) // behind what is refused there may be more strings
	}
	return bundle, errs
}

// misnamed are the errors about options that name neither a parameter nor a part of one, and what
// cannot be what the option says, given which names there are and which of them are numbers.
func (t *translator) misnamed(used, numbers map[string]bool) (errs program.ErrorList) {
	for _, option := range []struct {
		what  string
		names []string
		has   string // what only a slice has
	}{
		{"make uniform", t.opts.Uniform, ""},
		{"give a length", keys(t.opts.Len), "a length"},
		{"give a capacity", keys(t.opts.Cap), "a capacity"},
	} {
		for _, n := range option.names {
			switch {
			case !used[n]:
				errs = append(errs, t.errorf(t.entry.Pos(), "%s has no parameter %s to %s; there are %s", t.out.Name, n,
					option.what, strings.Join(t.paramNames(), ", ")))
			case option.has != "" && numbers[n]:
				errs = append(errs, t.errorf(t.entry.Pos(), "%s is a number; only a slice has %s", n, option.has))
			}
		}
	}
	return errs
}

// paramNames are those of the parameters.
func (t *translator) paramNames() (names []string) {
	for i, p := range t.entry.Params {
		names = append(names, t.paramName(p, i))
	}
	return names
}

// abstractInput is abstract with the limits of lengths.
func (t *translator) abstractInput(v known.Value) known.Value {
	out := t.abstract(v)
	given := v.Flat(nil)
	for i, o := range out.Flat(nil) {
		if n, ok := t.inputs.limits[given[i].Name]; ok {
			*o = known.AtMost(n)
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
func (t *translator) column(base string, lf known.Leaf) program.Operand {
	return t.columnNamed(t.names.Unique(base), lf)
}

func (t *translator) columnNamed(name string, lf known.Leaf) program.Operand {
	t.declare(name, lf)
	t.inputs.names = append(t.inputs.names, name)
	return program.Ref(name)
}

// parameter gives the value of a parameter, or says why it cannot be one.
func (t *translator) parameter(name string, typ types.Type, uniform bool) (known.Value, string) {
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
	l := t.layouts.Of(typ)
	v := make(known.Value, len(l.Leaves))
	for k, lf := range l.Leaves {
		switch {
		case lf.GoType == program.GoError && lf.Path == "":
			return nil, numbersOnly(t.layouts, typ)
		case lf.GoType == program.GoError && len(lf.Shape) == 0:
			// There is no column for it, so lanes bring what a zero value has.
			v[k] = known.NumberAtom(lf, program.Lit(lf.Dtype, 0))
		case lf.GoType == program.GoError:
			v[k] = known.ConflictOf("parameter %s: %s", name+lf.Path, errorParameter)
		case lf.Ref == nil:
			v[k] = known.NumberAtom(lf, t.column(name+lf.Path, lf))
		case lf.Path == "" && gotypes.IsString(lf.Ref):
			var why string
			if v[k], why = t.textParameter(name, lf); why != "" {
				return nil, why
			}
		case lf.Path == "":
			return nil, whyNot(lf.Ref)
		default:
			v[k] = t.fieldParameter(name+lf.Path, lf)
		}
	}
	return v, ""
}

// pointerParameter gives a pointer to what each lane brings.
func (t *translator) pointerParameter(name string, elem types.Type) (known.Value, string) {
	l := t.layouts.Of(elem)
	refers := func(lf known.Leaf) bool { return lf.Ref != nil }
	whole := slices.ContainsFunc(l.Leaves, func(lf known.Leaf) bool { return lf.Path == "" && refers(lf) })
	fault := slices.IndexFunc(l.Leaves, func(lf known.Leaf) bool { return lf.GoType == program.GoError })
	if t.opts.sharing == sharesFlat && slices.ContainsFunc(l.Leaves, refers) && t.isFlat(l) {
		t.shared = true
		return t.uniformPointer(name, elem)
	}
	why := tooLarge(elem)
	switch {
	case whole && !gotypes.IsSlice(elem):
		why = numbersOnly(t.layouts, elem)
	case fault >= 0:
		// Memory that is given has numbers that vary; nil is one that does not.
		t.spreads = true
		why = "field " + strings.TrimPrefix(l.Leaves[fault].Path, ".") + ": " + errorParameter
	}
	if why != "" {
		return nil, why
	}
	r := t.inputRegion(name, elem, known.Int64(0))
	if gotypes.IsSlice(elem) {
		if a := t.inputs.region(r.Name).cells[0]; a.Kind == known.Conflict {
			return nil, strings.TrimPrefix(a.Why, "parameter "+name+": ")
		}
	}
	return known.Value{{Kind: known.Pointer, Region: r, To: len(r.Layout.Leaves), Elem: elem}}, ""
}

// fieldParameter gives a field of a parameter that is not made of numbers: a
// slice or string that each lane brings, if it has a size or is one of some, or
// something that must not be used.
func (t *translator) fieldParameter(name string, lf known.Leaf) known.Atom {
	if gotypes.IsString(lf.Ref) {
		return t.textField(name, lf)
	}
	why := whyNot(lf.Ref)
	if s, ok := lf.Ref.Underlying().(*types.Slice); ok && len(lf.Shape) == 0 {
		var v known.Value
		if v, why = t.sliceParameter(name, s); why == "" {
			return v[0]
		}
	}
	return known.ConflictOf("parameter %s: %s", name, why)
}

// numbersOnly says why a type is not made of numbers and strings only, or "".
func numbersOnly(ls known.Layouts, typ types.Type) string {
	for _, lf := range ls.Of(typ).Leaves {
		if lf.GoType == program.GoError {
			return errorParameter
		}
		if lf.Ref == nil || gotypes.IsString(lf.Ref) {
			continue
		}
		why := whyNot(lf.Ref)
		if lf.Path != "" {
			why = "field " + lf.Path[1:] + ": " + why
		}
		return why
	}
	return ""
}

// uniformParameter gives a parameter that is one value for all lanes: of
// numbers, and of slices and pointers that refer to such values. Fields that are
// something else must not be used.
func (t *translator) uniformParameter(name string, typ types.Type) (known.Value, string) {
	ps, l := t.parameterPools(), t.layouts.Of(typ)
	v := make(known.Value, len(l.Leaves))
	for k, lf := range l.Leaves {
		var why string
		if v[k], why = ps.parameterLeaf(name+lf.Path, lf); why == "" {
			continue
		}
		if lf.Path == "" {
			return nil, why
		}
		v[k] = known.ConflictOf("parameter %s: %s", name+lf.Path, why)
	}
	return v, ps.whyNot(nil)
}

// parameterLeaf gives a leaf of a uniform parameter, or says why it cannot be one.
func (ps *pools) parameterLeaf(name string, lf known.Leaf) (known.Atom, string) {
	switch {
	case lf.GoType == program.GoError:
		return known.Atom{}, errorParameter
	case lf.Ref == nil:
		u := &program.Uniform{Name: ps.names.Unique(name), Type: lf.Tensor()}
		ps.addUniform(u)
		o := program.Ref(u.Name)
		if row := wraps[lf.GoType]; row != "" && len(lf.Shape) == 0 {
			// Given in the type that stores it.
			o = program.Ref(ps.derived(program.OpcodeFor(row, lf.Dtype), []program.Operand{o}))
		}
		return known.NumberAtom(lf, o), ""
	case gotypes.IsSlice(lf.Ref) && len(lf.Shape) == 0 && !leadsToItself(lf.Ref):
		v, why := ps.uniformSlice(name, lf.Ref)
		if why != "" {
			return known.Atom{}, why
		}
		return v[0], ""
	}
	ref := ps.ref(name, lf, nil)
	if ref.Why != "" {
		return known.Atom{}, ref.Why
	}
	return ref.Atom(referredTo(lf.Ref)), ""
}

// sliceParameter gives a slice that each lane brings.
func (t *translator) sliceParameter(name string, s *types.Slice) (known.Value, string) {
	if why := numbersOnly(t.layouts, s.Elem()); why != "" {
		if isSliceOfNumbers(s.Elem()) {
			t.spreads, why = true, rowsNeedSizes(name)
		}
		return nil, why
	}
	n, fixed := t.opts.Len[name]
	most, any := t.opts.Cap[name]
	switch {
	case fixed && isByte(s.Elem()) && t.texts.all[name]:
		return nil, "a string has a capacity, and no length that is the same in all lanes (-cap " + name + "=" +
			itoa(n) + ", lockstep.Cap)"
	case fixed && any:
		return nil, "it has both a length and a capacity; give the length if it is the same for all lanes, and the " +
			"capacity otherwise"
	case fixed:
		most = n
	case !any && t.opts.AnyCap > 0:
		most, any = t.opts.AnyCap, true
	case !any:
		shared := "to be uniform"
		if whole, _, isField := strings.Cut(name, "."); isField {
			shared = "parameter " + whole + " to be uniform"
		}
		return nil, "a lane's memory has a fixed size, so the slice needs a length, if it is the same for all " +
			"lanes (-len " + name + "=N, lockstep.Len), a capacity (-cap " + name + "=N, lockstep.Cap), or " + shared +
			" (-uniform, lockstep.Uniform)"
	}
	if most < 0 || most > program.MaxElements {
		return nil, "a length of " + itoa(most) + "; a lane has 0 to " + itoa(program.MaxElements) + " elements"
	}
	array := types.NewArray(s.Elem(), int64(max(most, 1)))
	if why := tooLarge(array); why != "" {
		return nil, why
	}
	if any && len(t.layouts.Of(array).Leaves) == 0 {
		return nil, sizeless
	}
	length := known.Int64(int64(most))
	lenName := ""
	if any {
		lenName = t.names.Unique(name + ".len") // before the elements, which may have a field len
	}
	r, why := t.elementsRegion(name, array, length)
	if why != "" {
		return nil, why
	}
	if any {
		r.Brought = true
		length = t.columnNamed(lenName, known.Leaf{Dtype: program.I64, GoType: program.GoLen})
		t.inputs.regions[len(t.inputs.regions)-1].length = length
		t.inputs.limits[length.Name] = int64(most)
	}
	// A lane's slice has no room for more than it has: what is beyond is the next
	// lane's, or nobody's.
	return known.Value{{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: s.Elem(),
		Nums: []program.Operand{known.Int64(0), length, length}}}, ""
}
