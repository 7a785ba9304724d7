package golang

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// A package-level variable that nothing changes is a table: its initialiser is
// evaluated here, and it becomes uniforms (or literals, for scalars).

// tableLeaf is one tensor of a table with its elements in row-major order.
type tableLeaf struct {
	leaf
	data []uint64
}

// table is a package-level variable that batched code reads.
type table struct {
	v        *types.Var
	leaves   []tableLeaf // in the order of the layout of the element type
	uniforms []string    // by leaf, where one is declared
	errs     program.ErrorList
	reported bool
}

// tableOf evaluates a package-level variable when it is first used.
func (t *translator) tableOf(v *types.Var) *table {
	if g, ok := t.tables[v]; ok {
		return g
	}
	g := &table{v: v}
	t.tables[v] = g
	spec := t.specs[v]
	if spec == nil || isInvalid(v.Type(), 0) {
		return g
	}
	i := slices.IndexFunc(spec.Names, func(id *ast.Ident) bool { return t.loaded.byTypes[v.Pkg()].info.Defs[id] == v })
	name := spec.Names[i]
	e := &evaluator{t: t, info: t.loaded.byTypes[v.Pkg()].info, g: g}
	if why := tableWhyNot(v.Type()); why != "" {
		e.refuse(name.Pos(), "package-level variable %s: %s", name.Name, why)
		return g
	}
	for _, ch := range t.loaded.changes(v) {
		if ch.shared {
			e.refuse(ch.at, "the slice %s may be changed by whatever gets it here, so it is not a constant table; make it an array", name.Name)
			continue
		}
		e.refuse(ch.at, "%s is changed here, so it is not a constant table; make it a parameter (a uniform one, if all lanes share it)", name.Name)
	}
	if len(g.errs) > 0 {
		return g
	}
	switch {
	case len(spec.Values) == 0:
		if hasSlice(v.Type()) {
			e.refuse(name.Pos(), "package-level variable %s: a table needs its elements here", name.Name)
			return g
		}
		g.leaves = zeroTable(v.Type())
	case len(spec.Values) == len(spec.Names):
		g.leaves, _ = e.table(spec.Values[i], v.Type())
	default:
		e.refuse(spec.Values[0].Pos(), "package-level variable %s: the initialiser is not constant; write the numbers as literals, or take them as a parameter", name.Name)
	}
	return g
}

// evaluator evaluates the initialiser of one table.
type evaluator struct {
	t    *translator
	info *types.Info
	g    *table
}

func (c *evaluator) refuse(at token.Pos, format string, args ...any) {
	c.g.errs = append(c.g.errs, c.t.errorf(at, format, args...))
}

// initialiser returns the expression that a package-level variable is
// initialised with, or nil.
func (t *translator) initialiser(v *types.Var) ast.Expr {
	spec := t.specs[v]
	if spec == nil || len(spec.Values) != len(spec.Names) {
		return nil
	}
	info := t.loaded.byTypes[v.Pkg()].info
	for i, id := range spec.Names {
		if info.Defs[id] == v {
			return spec.Values[i]
		}
	}
	return nil
}

// globalAddress is the address of a package-level variable.
func (b *body) globalAddress(g *ssa.Global) value {
	v, ok := g.Object().(*types.Var)
	if !ok {
		b.fail("%s is not available in batched code", g.Name())
	}
	elem := pointee(g.Type())
	r := &region{name: "g:" + v.Pkg().Path() + "." + v.Name(), kind: tableRegion, typ: elem, what: v.Name(), fams: b.families}
	if isError(elem) {
		// A sentinel: a code.
		r.table = &table{v: v}
		return value{{kind: pointer, reg: r, elem: elem, to: 1}}
	}
	r.table = b.tableOf(v)
	if len(r.table.errs) > 0 {
		if !r.table.reported {
			r.table.reported = true
			b.failed = append(b.failed, r.table.errs...)
		}
		b.giveUp()
	}
	return value{{kind: pointer, reg: r, to: len(r.table.leaves), elem: elem}}
}

// readTable reads a place of a table: a number, or a slice of it.
func (b *body) readTable(p place) value {
	if p.reg.family != nil {
		return b.readFamily(p)
	}
	t := p.reg.table
	if isError(p.elem) {
		return value{numberAtom(leaf{dtype: program.I32, goTyp: goError}, b.sentinelOf(t.v))}
	}
	if s, ok := p.elem.Underlying().(*types.Slice); ok {
		axis := len(p.index)
		n := litI64(int64(t.leaves[p.from].shape[axis]))
		index := append(b.checkedIndex(p, func(axis int) program.Operand { return litI64(int64(t.leaves[p.from].shape[axis])) }), litI64(0), n, n)
		return value{{kind: slice, reg: p.reg, from: p.from, to: p.to, nums: index, elem: s.Elem()}}
	}
	out := make(value, p.to-p.from)
	for i := range out {
		l := t.leaves[p.from+i]
		lf := l.leaf
		lf.shape = l.shape[len(p.index):]
		if o, ok := l.at(p.index); ok {
			out[i] = numberAtom(lf, o)
			continue
		}
		name := t.uniform(b.translator, p.from+i)
		if len(p.index) == 0 {
			out[i] = numberAtom(lf, program.Ref(name))
			continue
		}
		out[i] = numberAtom(lf, b.element(program.Ref(name), lf, p.index))
	}
	return out
}

// checkedIndex checks the indices of a place that is not read now.
func (b *body) checkedIndex(p place, length func(axis int) program.Operand) []program.Operand {
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

// at returns the element at constant indices.
func (l tableLeaf) at(index []program.Operand) (program.Operand, bool) {
	if len(l.shape) != len(index) {
		return program.Operand{}, false
	}
	at := 0
	for axis, o := range index {
		if !o.IsLiteral() || o.Bits >= uint64(l.shape[axis]) {
			return program.Operand{}, false
		}
		at = at*l.shape[axis] + int(o.Bits)
	}
	return program.Lit(l.dtype, l.data[at]), true
}

// uniform declares the uniform that holds a leaf when it is first used.
func (g *table) uniform(t *translator, k int) string {
	if g.uniforms == nil {
		g.uniforms = make([]string, len(g.leaves))
	}
	if g.uniforms[k] == "" {
		l := g.leaves[k]
		g.uniforms[k] = t.names.unique(g.v.Name() + l.path)
		t.addUniform(&program.Uniform{Name: g.uniforms[k], Type: l.tensor(), Data: l.data})
	}
	return g.uniforms[k]
}

// tableWhyNot is whyNot for a table, which may also be a slice, or a slice of
// slices.
func tableWhyNot(t types.Type) string {
	for {
		switch u := t.Underlying().(type) {
		case *types.Slice:
			t = u.Elem()
			continue
		case *types.Array:
			if hasSlice(u.Elem()) {
				t = u.Elem()
				continue
			}
		}
		return whyNot(t)
	}
}

// hasSlice reports whether a table's type has a slice among its dimensions.
func hasSlice(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return true
	case *types.Array:
		return hasSlice(u.Elem())
	}
	return false
}

// zeroTable returns the leaves of the zero value.
func zeroTable(t types.Type) []tableLeaf {
	var leaves []tableLeaf
	for _, lf := range (layouts{}).of(t).leaves {
		leaves = append(leaves, tableLeaf{lf, make([]uint64, program.Elements(lf.shape))})
	}
	return leaves
}

// table evaluates an initialiser.
func (c *evaluator) table(e ast.Expr, t types.Type) ([]tableLeaf, bool) {
	e = ast.Unparen(e)
	lit, _ := e.(*ast.CompositeLit)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		d, narrow := dtypeOf(u)
		bits, ok := c.scalarInit(e, d)
		return []tableLeaf{{leaf{dtype: d, goTyp: narrow}, []uint64{bits}}}, ok
	case *types.Struct:
		if lit != nil {
			return c.structTable(lit, u)
		}
	case *types.Array:
		if lit != nil {
			return c.listTable(lit, u.Elem(), u.Len())
		}
	case *types.Slice:
		if lit != nil {
			return c.listTable(lit, u.Elem(), -1)
		}
	}
	c.notConstant(e)
	return nil, false
}

func (c *evaluator) notConstant(e ast.Expr) {
	if types.Identical(c.info.TypeOf(e), types.Typ[types.Invalid]) {
		return
	}
	c.refuse(e.Pos(), "a package-level variable must be initialised by constants in batched code; write the number, or compute it in the function")
}

// scalarInit evaluates one number: a constant, math.NaN() or math.Inf(±1).
func (c *evaluator) scalarInit(e ast.Expr, d program.Dtype) (uint64, bool) {
	if v := c.info.Types[e].Value; v != nil {
		return constBits(v, d), true
	}
	if call, ok := e.(*ast.CallExpr); ok {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			fn, _ := c.info.Uses[sel.Sel].(*types.Func)
			switch {
			case fn == nil || fn.Pkg().Path() != "math":
			case fn.Name() == "NaN":
				return floatBits(math.NaN(), d), true
			case fn.Name() == "Inf":
				if v := c.info.Types[call.Args[0]].Value; v != nil {
					return floatBits(math.Inf(constant.Sign(v)), d), true
				}
			}
		}
	}
	c.notConstant(e)
	return 0, false
}

// structTable evaluates a struct literal.
func (c *evaluator) structTable(lit *ast.CompositeLit, u *types.Struct) ([]tableLeaf, bool) {
	given := map[int]ast.Expr{}
	for i, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			id, _ := kv.Key.(*ast.Ident)
			for f := range u.NumFields() {
				if id != nil && u.Field(f).Name() == id.Name {
					given[f] = kv.Value
				}
			}
			continue
		}
		given[i] = el
	}
	var leaves []tableLeaf
	all := true
	for i := range u.NumFields() {
		f := u.Field(i)
		if f.Name() == "_" {
			continue
		}
		var sub []tableLeaf
		ok := true
		if e := given[i]; e != nil {
			sub, ok = c.table(e, f.Type())
		} else {
			sub = zeroTable(f.Type())
		}
		all = all && ok
		for _, l := range sub {
			l.path = "." + f.Name() + l.path
			leaves = append(leaves, l)
		}
	}
	return leaves, all
}

// listTable evaluates an array literal of the given length, or a slice literal
// if the length is negative.
func (c *evaluator) listTable(lit *ast.CompositeLit, elem types.Type, length int64) ([]tableLeaf, bool) {
	rows := map[int64][]tableLeaf{}
	var next, most int64
	all := true
	var first []tableLeaf
	for _, el := range lit.Elts {
		at := el.Pos()
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			k, exact := constant.Int64Val(constant.ToInt(constantOf(c.info.Types[kv.Key].Value)))
			if !exact {
				return nil, false // reported by the type checker
			}
			next, el = k, kv.Value
		}
		row, ok := c.table(el, elem)
		all = all && ok
		if ok && first == nil {
			first = row
		}
		if ok && !sameShapes(first, row) {
			c.refuse(at, "rows of different lengths are not available in a table; make all rows equally long")
			return nil, false
		}
		rows[next] = row
		next++
		most = max(most, next)
	}
	if length < 0 {
		length = most
	}
	switch {
	case !all:
		return nil, false
	case length == 0:
		c.refuse(lit.Pos(), "a table without elements is not available in batched code; leave it out")
		return nil, false
	case length > program.MaxElements:
		c.refuse(lit.Pos(), "a table has at most %d elements; make it a uniform parameter in parts", program.MaxElements)
		return nil, false
	case int64(len(rows)) < length && hasSlice(elem):
		c.refuse(lit.Pos(), "rows of different lengths are not available in a table; give every row")
		return nil, false
	}
	if int64(len(rows)) < length {
		first = zeroTable(elem)
	}
	return stack(rows, first, int(length)), true
}

// stack puts equally shaped rows below one another; missing ones are like the
// model, which is then zero.
func stack(rows map[int64][]tableLeaf, model []tableLeaf, n int) []tableLeaf {
	var leaves []tableLeaf
	for i, m := range model {
		l := tableLeaf{leaf: m.leaf, data: make([]uint64, 0, n*len(m.data))}
		l.shape = append([]int{n}, m.shape...)
		for r := range int64(n) {
			row, ok := rows[r]
			if !ok {
				row = model
			}
			l.data = append(l.data, row[i].data...)
		}
		leaves = append(leaves, l)
	}
	return leaves
}

func sameShapes(a, b []tableLeaf) bool {
	return slices.EqualFunc(a, b, func(x, y tableLeaf) bool { return slices.Equal(x.shape, y.shape) })
}

func constantOf(v constant.Value) constant.Value {
	if v == nil {
		return constant.MakeUnknown()
	}
	return v
}

// constBits returns the bits of a constant in a type that can represent it.
func constBits(v constant.Value, d program.Dtype) uint64 {
	switch {
	case d == program.Bool:
		if v.Kind() == constant.Bool && constant.BoolVal(v) {
			return 1
		}
		return 0
	case d == program.F32:
		f, _ := constant.Float32Val(constant.ToFloat(v))
		return uint64(math.Float32bits(f))
	case d == program.F64:
		f, _ := constant.Float64Val(constant.ToFloat(v))
		return math.Float64bits(f)
	}
	v = constant.ToInt(v)
	bits, ok := constant.Uint64Val(v)
	if !ok {
		i, _ := constant.Int64Val(v)
		bits = uint64(i)
	}
	if d.Bits() == 32 {
		bits = uint64(uint32(bits))
	}
	return bits
}

func floatBits(f float64, d program.Dtype) uint64 {
	if d == program.F32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// lookupMap reads a package-level map at a constant key.
func (b *body) lookupMap(in *ssa.Lookup) {
	b.fail("%s", noMaps)
}
