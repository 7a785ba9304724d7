package golang

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/program"
)

// A package-level variable that nothing changes once the program runs is a
// table: the evaluator finds its value, and what lanes read of it becomes
// uniforms, or literals.

// variableTable is memory that all lanes share: a package-level variable, or what one
// refers to. It is an array of values of one type, with any number of axes.
type variableTable struct {
	t      *translator
	v      *types.Var // whose value it is, or refers to it
	path   string     // where in it, for names
	typ    types.Type // of an element
	shape  []int
	cells  []evaluate.Datum // the elements, in row-major order
	leaves []tableLeaf
	m      *evaluate.MapDatum // of a map, which has no elements
	whole  bool               // it is the variable itself
	// watched says that nothing but lanes may change it, which are refused if they do. What
	// is left to Go is not watched.
	watched bool

	errs     program.ErrorList
	reported bool
}

// tableLeaf is one tensor of a table with its elements in row-major order, once
// it is read.
type tableLeaf struct {
	known.Leaf
	read    bool
	data    []uint64         // of numbers
	refs    []evaluate.Datum // of what refers
	bad     *evaluate.Poison
	uniform string
	united  *united
	choices *tableChoices
}

// table makes a table of values of a type.
func (t *translator) table(v *types.Var, path string, typ types.Type, shape []int,
	cells []evaluate.Datum) *variableTable {
	g := &variableTable{t: t, v: v, path: path, typ: typ, shape: shape, cells: cells}
	for _, lf := range t.layouts.Of(typ).Leaves {
		lf.Shape = append(slices.Clone(shape), lf.Shape...)
		g.leaves = append(g.leaves, tableLeaf{Leaf: lf})
	}
	return g
}

// tableOf evaluates a package-level variable when it is first used.
func (t *translator) tableOf(v *types.Var) *variableTable {
	if g, ok := t.tables[v]; ok {
		return g
	}
	pkg := t.loaded.PackageOf(v.Pkg())
	if pkg == nil || pkg.SSA == nil {
		g := &variableTable{v: v}
		t.tables[v] = g
		path := v.Pkg().Path()
		why := fmt.Sprintf("package %s is not available in batched code; %s", path, insteadOf(path, v.Name()))
		if path == "errors" { // its functions are available
			why = "it is not available in batched code; make an error that says it, var ErrX = errors.New(\"…\")"
		}
		g.errs = append(g.errs, t.errorf(v.Pos(), "%s", why))
		return g
	}
	e := t.evaluator
	e.Initialise(pkg)
	global := pkg.SSA.Members[v.Name()].(*ssa.Global)
	g := t.table(v, "", v.Type(), nil, []evaluate.Datum{*e.Global(global)})
	g.whole = true
	t.tables[v] = g
	// Of what cannot be computed it is told why, where it is read: that nothing changes it would be of no use.
	holds, unknown := e.Global(global).Ref.(*evaluate.Poison)
	unknown = unknown && !holds.By
	if !t.assumes(v, *e.Global(global)) {
		for _, ch := range e.ChangesOf(v, global) {
			if ch.InLanes && !t.opts.leaving {
				g.watched = true
				continue
			}
			if t.readsOnly(v, ch.At) || unknown && !ch.IsCertain() {
				continue
			}
			if !ch.At.IsValid() {
				ch.At = v.Pos()
			}
			if fn := t.entry.Syntax(); ch.IsCertain() && fn != nil && fn.Pos() <= ch.At && ch.At < fn.End() {
				g.errs = append(g.errs, t.errorf(ch.At, "lanes change %s here, which all of them share; make it a "+
					"variable of the function, such as an array or a map, or a parameter", v.Name()))
				continue
			}
			g.errs = append(g.errs,
				t.errorf(ch.At, "%s; or, if nothing changes it while lanes run, say so: -assume-constant %s",
					ch.Message(v, func(at token.Pos) string { return t.pos(at).String() }), t.nameOf(v)))
		}
	}
	if len(g.errs) == 0 && evaluate.CellsOf(v.Type()) > evaluate.MaxCells {
		g.errs = append(g.errs,
			t.errorf(v.Pos(), "package-level variable %s: a table has at most %d elements; make it a uniform parameter",
				v.Name(), evaluate.MaxCells))
	}
	return g
}

// missesConstant reports whether a package-level variable is refused that may change, as it seems.
func (t *translator) missesConstant() bool {
	for _, g := range t.tables {
		if len(g.errs) > 0 {
			return true
		}
	}
	return false
}

// readsOnly reports whether what seems to change a variable is package unicode's own code, which only reads its tables:
// it hands pointers to their elements around.
func (t *translator) readsOnly(v *types.Var, at token.Pos) bool {
	return v.Pkg().Path() == "unicode" && at.IsValid() && strings.HasPrefix(t.pos(at).File, "unicode/")
}

// globalAddress is the address of a package-level variable.
func (b *tables) globalAddress(g *ssa.Global) known.Value {
	v, ok := g.Object().(*types.Var)
	if !ok {
		b.fail("%s is not available in batched code", g.Name())
	}
	t := b.tableOf(v)
	if len(t.errs) > 0 {
		if v.Pkg().Path() != b.rootPath() {
			b.failShared(v, t.errs[0])
		}
		if b.opts.leaving {
			b.fail("%s", t.errs[0].Msg)
		}
		if !t.reported {
			t.reported = true
			b.failed = append(b.failed, t.errs...)
		}
		b.giveUp()
	}
	r := &known.Region{Name: "g:" + v.Pkg().Path() + "." + v.Name(), Kind: known.TableRegion, Type: t.typ, Table: t,
		What: v.Name(), Families: b.families}
	return known.Value{{Kind: known.Pointer, Region: r, To: len(t.leaves), Elem: t.typ}}
}

// failShared refuses a variable of an imported package where it is used: what
// is wrong with it is not for the user to change.
func (b *cursor) failShared(v *types.Var, why *program.Error) {
	if path := v.Pkg().Path(); strings.HasPrefix(path, "math/rand") {
		b.failGenerator(path)
	}
	reason, instead, _ := strings.Cut(why.Msg, "; ")
	if _, option, ok := strings.Cut("; "+instead, "; or, "); ok {
		instead = option // the variable itself is another's
	}
	if of, ok := strings.CutPrefix(reason, v.Name()+" "); ok {
		reason = " " + of
	} else {
		reason = ": " + reason
	}
	if path := v.Pkg().Path(); load.IsStandard(path) {
		instead = insteadOf(path, v.Name())
	}
	if before, after, ok := strings.Cut(reason, " here"); ok {
		reason = before + " at " + why.Pos.String() + after
	} else {
		reason += " (" + why.Pos.String() + ")"
	}
	b.fail("%s.%s%s; %s", v.Pkg().Name(), v.Name(), reason, instead)
}

// readTable reads a place of a table.
func (b *tables) readTable(p place) known.Value {
	if p.reg.Family != nil {
		return b.readFamily(p)
	}
	if p.reg.HoldsTexts() {
		return known.Value{b.readTexts(p.index[0])}
	}
	t := p.reg.Table.(*variableTable)
	var out known.Value
	for k := p.from; k < p.to; k++ {
		out = append(out, b.readTableLeaf(t, k, p.index)...)
	}
	return out
}

// readTableLeaf reads a leaf at the indices of its leading axes.
func (b *tables) readTableLeaf(t *variableTable, k int, index []program.Operand) known.Value {
	l := t.leaf(k)
	if l.bad != nil {
		b.refusePoison(t, l.bad)
	}
	lf := l.Leaf
	lf.Shape = l.Shape[len(index):]
	if l.Ref != nil {
		return known.Value{b.reference(t, k, index)}
	}
	if at, ok := l.at(index); ok {
		return known.Value{known.NumberAtom(lf, program.Lit(l.Dtype, l.data[at]))}
	}
	if n := program.Elements(lf.Shape); n > program.MaxElements {
		b.fail("%s has %d elements, which are too many for a copy in each lane; index it", t.v.Name(), n)
	}
	name := t.uniform(b.translator, k)
	if len(index) == 0 {
		return known.Value{known.NumberAtom(lf, program.Ref(name))}
	}
	return known.Value{known.NumberAtom(lf, b.element(program.Ref(name), lf, index))}
}

// refusePoison says why the value of a variable is not known.
func (b *cursor) refusePoison(t *variableTable, p *evaluate.Poison) {
	at := t.v.Pos()
	if p.At.IsValid() {
		at = p.At
	}
	if t.v.Pkg().Path() != b.rootPath() {
		b.failShared(t.v, b.errorf(at, "its initialiser %s; take what is needed of it as a parameter", p.Why))
	}
	what := "its initialiser"
	if p.By {
		what = "what may set it before the program begins"
	}
	why := b.errorf(at, "package-level variable %s: %s %s; write the values as literals, or take them as a parameter",
		t.v.Name(), what, p.Why)
	if b.opts.leaving {
		b.fail("%s", why.Msg)
	}
	b.failed = append(b.failed, why)
	b.giveUp()
}

// checkedIndex checks the indices of a place that is not read now.
func (b *coder) checkedIndex(p place, length func(axis int) program.Operand) []program.Operand {
	index := make([]program.Operand, len(p.index))
	for axis, i := range p.index {
		n := length(axis)
		if !(i.IsLiteral() && n.IsLiteral() && i.Bits < n.Bits) {
			i = b.op("checkindex", program.I64, i, n)
		}
		index[axis] = i
	}
	return index
}

// at returns where the element at constant indices is.
func (l *tableLeaf) at(index []program.Operand) (int, bool) {
	if len(l.Shape) != len(index) {
		return 0, false
	}
	at := 0
	for axis, o := range index {
		if !o.IsLiteral() || o.Bits >= uint64(l.Shape[axis]) {
			return 0, false
		}
		at = at*l.Shape[axis] + int(o.Bits)
	}
	return at, true
}

// uniform declares the uniform that holds a leaf when it is first used.
func (t *variableTable) uniform(tr *translator, k int) string {
	l := t.leaf(k)
	if l.uniform == "" {
		l.uniform = tr.names.Unique(t.v.Name() + t.path + l.Path)
		tr.addUniform(&program.Uniform{Name: l.uniform, Type: l.Tensor(), Data: l.data})
	}
	return l.uniform
}

var _ known.Table = (*variableTable)(nil)

func (t *variableTable) Width() int    { return len(t.leaves) }
func (t *variableTable) IsWhole() bool { return t.whole }

// Structure names the type and axes of a table of numbers, so that tables of
// one structure have the same leaves, though not the same lengths. It is empty
// for other tables.
func (t *variableTable) Structure() string {
	for k := range t.leaves {
		if l := t.leaf(k); l.Ref != nil || l.bad != nil {
			return ""
		}
	}
	return itoa(len(t.shape)) + " " + gotypes.Key(t.typ)
}

// leaf returns a leaf of a table with its elements.
func (t *variableTable) leaf(k int) *tableLeaf {
	l := &t.leaves[k]
	if !l.read {
		l.read = true
		for _, d := range t.cells {
			if l.bad = t.t.gather(l, d, t.typ, k); l.bad != nil {
				break
			}
		}
	}
	return l
}

// gather appends the elements of the k-th leaf of a value of a type.
func (t *translator) gather(l *tableLeaf, d evaluate.Datum, typ types.Type, k int) *evaluate.Poison {
	switch ref := d.Ref.(type) {
	case *evaluate.Poison:
		return ref
	case evaluate.Padding:
		lf := t.layouts.Of(typ).Leaves[k]
		for range program.Elements(lf.Shape) {
			if l.Ref != nil {
				l.refs = append(l.refs, d)
			} else {
				l.data = append(l.data, 0)
			}
		}
		return nil
	}
	switch u := typ.Underlying().(type) {
	case *types.Struct, *types.Tuple:
		layout := t.layouts.Of(typ)
		f := 0
		for layout.Starts[f+1] <= k {
			f++
		}
		var ft types.Type
		switch u := u.(type) {
		case *types.Struct:
			ft = u.Field(f).Type()
		case *types.Tuple:
			ft = u.At(f).Type()
		}
		return t.gather(l, d.Ref.(evaluate.Aggregate)[f], ft, k-layout.Starts[f])
	case *types.Array:
		for _, x := range d.Ref.(evaluate.Aggregate) {
			if bad := t.gather(l, x, u.Elem(), k); bad != nil {
				return bad
			}
		}
		return nil
	}
	switch {
	case l.Ref != nil:
		l.refs = append(l.refs, d)
	case l.GoType == program.GoError:
		l.data = append(l.data, t.codeOf(d))
	default:
		bits := d.Bits
		if c, ok := d.Ref.(evaluate.ComplexPair); ok {
			bits = c[k]
		}
		l.data = append(l.data, bits)
	}
	return nil
}

// codeOf gives the code of an error that a package-level variable holds.
func (t *translator) codeOf(d evaluate.Datum) uint64 {
	e := t.evaluator
	key, ok := e.ErrorKey(d)
	if !ok {
		return 0
	}
	text, exact := e.ErrorText(d)
	code := t.errorCode(key, text, e.Sentinel(key)).Bits
	if !exact {
		t.inexact[int(code)] = true
	}
	wrapped := evaluate.WrappedBy(d)
	if of, ok := d.Ref.(*evaluate.Dynamic); ok {
		t.wraps.setType(int(code), of.Type)
		if inner, ok := e.Unwrapped(d); ok && gotypes.Selected(of.Type, "Is") == nil {
			wrapped = append(wrapped, inner)
		} else {
			t.checkIdentity(of.Type)
		}
	}
	for _, inner := range wrapped {
		if c := int(t.codeOf(inner)); c != 0 && !slices.Contains(t.wraps.is[int(code)], c) {
			t.wraps.is[int(code)] = append(t.wraps.is[int(code)], t.isWhich(c)...)
		}
	}
	return code
}
