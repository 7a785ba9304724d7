package golang

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// Memory is what the SSA form could not keep in values: whatever is taken by
// address, and what slices are of. Each region has a variable per number of
// each leaf.
//
// A leaf of an allocation that is stored as a whole exactly once, in the block
// of the allocation and before it is read there, is frozen: it stands for the
// stored value and needs no variable. That covers parameters of struct type
// and composite literals that are not changed afterwards.

// allocation is what the text of a function says about an allocation.
type allocation struct {
	frozen []bool // by leaf
	// stored leaves are stored as a whole before anything can read them, so
	// that they need no zero.
	stored []bool
	// filled leaves are stored element by element before anything can read
	// them, so that what they refer to is never the zero.
	filled []bool
}

func newAllocation(leaves int) *allocation {
	return &allocation{make([]bool, leaves), make([]bool, leaves), make([]bool, leaves)}
}

// allocations looks at the allocations of a function.
func (t *translator) allocations(fn *ssa.Function, g *graph) {
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			if a, ok := in.(*ssa.Alloc); ok && !g.rounds[a] {
				l := t.layouts.Of(gotypes.Pointee(a.Type()))
				info := stores(a, l)
				g.allocs[a], g.infos[g.sites[a]] = info, info
			}
		}
	}
}

// stores finds which leaves of an allocation are frozen, and which are stored
// before they are read.
func stores(in *ssa.Alloc, l *known.Layout) *allocation {
	n := len(l.Leaves)
	a := newAllocation(n)
	count := make([]int, n)

	// All stores, wherever they are. An address that goes elsewhere may be
	// stored to there.
	var walk func(v ssa.Value, from, to int, l *known.Layout, whole bool)
	walk = func(v ssa.Value, from, to int, l *known.Layout, whole bool) {
		stored := func(times int) {
			for i := from; i < to; i++ {
				count[i] += times
			}
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef:
			case *ssa.UnOp:
			case *ssa.Store:
				if r.Val == v || !whole {
					stored(2) // escapes, or only a part
				} else {
					stored(1)
				}
			case *ssa.FieldAddr:
				f, t := l.Field(r.Field)
				walk(r, from+f, from+t, l.Fields[r.Field], whole)
			case *ssa.IndexAddr:
				walk(r, from, to, l.Elem, false)
			default:
				stored(2)
			}
		}
	}
	walk(in, 0, n, l, true)

	// The first thing that happens to each leaf in the allocation's block.
	type part struct {
		from, to int
		whole    bool
		l        *known.Layout
		elem, of int // the element of an array that is whole, if of is not 0
	}
	parts := map[ssa.Value]part{in: {from: 0, to: n, whole: true, l: l}}
	seen := make([]bool, n)
	elems := make([]map[int]bool, n)
	var captured []part
	touch := func(p part) {
		for i := p.from; i < p.to; i++ {
			seen[i] = true
		}
	}
	blk := in.Block()
	for _, instr := range blk.Instrs[slices.Index(blk.Instrs, ssa.Instruction(in))+1:] {
		switch instr := instr.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.FieldAddr:
			if p, ok := parts[instr.X]; ok {
				f, t := p.l.Field(instr.Field)
				parts[instr] = part{p.from + f, p.from + t, p.whole, p.l.Fields[instr.Field], p.elem, p.of}
			}
			continue
		case *ssa.IndexAddr:
			if p, ok := parts[instr.X]; ok {
				e := part{from: p.from, to: p.to, l: p.l.Elem}
				if k, ok := instr.Index.(*ssa.Const); ok && p.whole {
					e.elem, e.of = int(k.Int64()), p.l.Len
				}
				parts[instr] = e
			}
			continue
		case *ssa.MakeClosure:
			// It reads what it captures when it is called.
			for _, v := range instr.Bindings {
				if p, ok := parts[v]; ok {
					captured = append(captured, p)
				}
			}
			continue
		case *ssa.Call:
			for _, p := range captured {
				touch(p)
			}
		case *ssa.Store:
			if p, ok := parts[instr.Addr]; ok {
				if _, self := parts[instr.Val]; !self {
					if p.of > 0 {
						for i := p.from; i < p.to; i++ {
							if elems[i] == nil {
								elems[i] = map[int]bool{}
							}
							elems[i][p.elem] = true
							a.filled[i] = a.filled[i] || !seen[i] && len(elems[i]) == p.of
						}
						continue
					}
					for i := p.from; i < p.to; i++ {
						a.stored[i] = a.stored[i] || p.whole && !seen[i] && elems[i] == nil
					}
				}
				touch(p)
			}
		}
		for _, o := range instr.Operands(nil) {
			if p, ok := parts[*o]; ok {
				touch(p)
			}
		}
	}
	for i := range n {
		a.frozen[i] = count[i] == 0 || count[i] == 1 && a.stored[i]
	}
	return a
}

// site returns the region that an instruction makes.
func (b *body) site(in ssa.Instruction, suffix string, t types.Type) *known.Region {
	name := b.sites[in] + suffix
	if r := b.regions[name]; r != nil {
		return r
	}
	r := &known.Region{Name: name, Type: t, Layout: b.layouts.Of(t)}
	if a, ok := in.(*ssa.Alloc); ok {
		switch a.Comment {
		case "", "complit", "new", "varargs":
		case "makeslice", "slicelit":
			r.What = "what line " + itoa(b.ops[b.opOf[in]].Pos.Line) + " makes"
		default:
			r.What = a.Comment
		}
	}
	b.regions[name] = r
	return r
}

// frozenLeaf reports whether a leaf of a region of this function is frozen.
func (b *body) frozenLeaf(r *known.Region, k int) bool {
	if b.emitting() {
		m := b.mem[r.Name]
		return m != nil && m.frozen != nil && m.frozen[k]
	}
	info := b.infos[r.Name]
	return info != nil && info.frozen[k]
}

// alloc translates an allocation, which is zero each time it is executed.
func (b *body) alloc(in *ssa.Alloc) {
	t := gotypes.Pointee(in.Type())
	b.checkSize(t)
	r := b.site(in, "", t)
	info := b.allocs[in]
	hint := ""
	if b.emitting() {
		if hint = b.hints[in]; hint == "" || hint == "complit" || strings.ContainsAny(hint, " ") {
			hint = "t"
		}
	}
	if b.rounds[in] {
		if b.emitting() {
			b.checkLoop(r)
		}
	} else {
		b.make(r, info, hint)
	}
	b.define(known.Value{{Kind: known.Pointer, Region: r, To: len(r.Layout.Leaves), Elem: t}})
}

// make makes the memory of a region, all zero. info is nil for a region
// without frozen leaves.
func (b *body) make(r *known.Region, info *allocation, hint string) {
	if info == nil {
		n := len(r.Layout.Leaves)
		info = newAllocation(n)
	}
	if !b.emitting() {
		for k, lf := range r.Layout.Leaves {
			if !info.stored[k] && !info.filled[k] && (lf.Ref != nil || info.frozen[k]) {
				b.raise(r, k, zeroAtom(lf))
			}
		}
		return
	}
	b.checkLoop(r)
	m := b.remember(r, b.f.name+"."+hint, info.frozen)
	var to []string
	var from []program.Operand
	for k, lf := range r.Layout.Leaves {
		if info.stored[k] || info.frozen[k] {
			continue
		}
		t, f := b.assignment(m, k, zeroAtom(lf))
		to, from = append(to, t...), append(from, f...)
	}
	b.copy(to, from)
}

// memory returns the variables of a region. What makes it may be behind a branch
// that is not taken in all lanes, or never; they see zeros, of which nothing
// depends: a nil slice has no elements, and a choice selects what it means.
func (b *body) memory(r *known.Region) *memory {
	if b.mem[r.Name] == nil || b.in.Get(r.Name) == nil && !b.madeBefore(r.Name) {
		b.ensure(r)
	}
	return b.mem[r.Name]
}

// checkSize refuses what is too large for a lane.
func (b *body) checkSize(t types.Type) {
	if why := tooLarge(t); why != "" {
		b.fail("%s", why)
	}
}

// remember declares the variables of a region.
func (b *body) remember(r *known.Region, base string, frozen []bool) *memory {
	if m := b.mem[r.Name]; m != nil {
		return m
	}
	m := &memory{reg: r, frozen: frozen, names: make([][]string, len(r.Layout.Leaves)), atoms: make(known.Value, len(r.Layout.Leaves))}
	b.mem[r.Name] = m
	for k, lf := range r.Layout.Leaves {
		if frozen != nil && frozen[k] {
			m.atoms[k] = zeroAtom(lf)
			continue
		}
		if lf.Ref == nil {
			n := b.names.Unique(base + lf.Path)
			b.declare(n, lf)
			m.names[k] = []string{n}
			m.atoms[k] = known.NumberAtom(lf, program.Ref(n))
			continue
		}
		a := b.cell(r, k)
		made := known.Value{a}.Clone()
		for i, o := range made.Flat(nil) {
			if !known.IsVarying(*o) {
				continue
			}
			n := b.names.Unique(base + lf.Path + known.Value{a}.NumberLeaves(nil)[i].Path)
			b.declare(n, a.HeldIn(lf, known.Value{a}.NumberLeaves(nil)[i]))
			o.Name = n
			m.names[k] = append(m.names[k], n)
		}
		m.atoms[k] = made[0]
	}
	return m
}

// cellVars declares variables like those that remember gives to a leaf.
func (b *body) cellVars(base string, lf known.Leaf, a known.Atom) []string {
	if lf.Ref == nil {
		n := b.names.Unique(base + lf.Path)
		b.declare(n, lf)
		return []string{n}
	}
	var names []string
	leaves := known.Value{a}.NumberLeaves(nil)
	for i, o := range (known.Value{a}).Flat(nil) {
		if known.IsVarying(*o) {
			n := b.names.Unique(base + lf.Path + leaves[i].Path)
			b.declare(n, a.HeldIn(lf, leaves[i]))
			names = append(names, n)
		}
	}
	return names
}

// cell returns the static part of a leaf of a region, and what is known of its
// numbers; a zero atom if nothing was stored.
func (b *body) cell(r *known.Region, k int) known.Atom {
	var o instance.Operand
	if b.emitting() {
		o = b.e.Cell(known.CellKey{Region: r.Name, Leaf: k})
	} else {
		o = b.ctx.Read(known.CellKey{Region: r.Name, Leaf: k})
	}
	if v, ok := o.(known.Value); ok {
		return v[0]
	}
	if info := b.infos[r.Name]; info != nil && !b.emitting() && (info.stored[k] || info.filled[k]) {
		b.wait()
	}
	return zeroAtom(r.Layout.Leaves[k])
}

// raise joins an atom into the static part of a leaf.
func (b *body) raise(r *known.Region, k int, a known.Atom) {
	// The error is recorded by the context.
	_ = b.ctx.Raise(known.CellKey{Region: r.Name, Leaf: k}, b.abstract(known.Value{a}))
}

// assignment gives the copies that store an atom as a whole leaf.
func (b *body) assignment(m *memory, k int, a known.Atom) (to []string, from []program.Operand) {
	have := known.Value{m.atoms[k]}
	v := b.coerce(have, known.Value{a})
	given := v.Flat(nil)
	leaves := have.NumberLeaves(nil)
	for i, o := range have.Flat(nil) {
		if slices.Contains(m.names[k], o.Name) {
			lit := program.Lit(leaves[i].Dtype, 0)
			if i < len(given) {
				lit = *given[i]
			}
			to, from = append(to, o.Name), append(from, lit)
		}
	}
	return to, from
}

// touch notes that leaves of the caller's memory are read or written.
func (b *body) touch(r *known.Region, from, to int, write bool) {
	if b.emitting() || b.in.Get(r.Name) == nil {
		return
	}
	t := known.Touched{Read: known.RangeBits(from, to)}
	if write {
		t = known.Touched{Written: known.RangeBits(from, to)}
	}
	_ = b.ctx.Raise(known.TouchedKey{Region: r.Name}, t)
}

// touches returns what the instance reads and writes of the caller's memory.
func (b *body) touches(name string) known.Touched {
	t, _ := b.e.Cell(known.TouchedKey{Region: name}).(known.Touched)
	return t
}

// callerRegions are the regions that the caller hands over, in order.
func (b *body) callerRegions() []known.Contents {
	var cs []known.Contents
	for i := 0; ; i++ {
		c, ok := b.in.Get(callerTag(i)).(known.Contents)
		if !ok {
			return cs
		}
		cs = append(cs, c)
	}
}

// place is where a pointer points to.
type place struct {
	reg      *known.Region
	from, to int
	index    []program.Operand
	elem     types.Type
}

// deref resolves a pointer that is read or written.
func (b *body) deref(v ssa.Value) place {
	a := b.atom(v)
	switch a.Kind {
	case known.Pointer:
	case known.Nothing:
		b.nilDereference()
	default:
		b.refuseKind(a, v.Type())
	}
	return b.derefAtom(a, v)
}

func (b *body) derefAtom(a known.Atom, v ssa.Value) place {
	a = b.settled(a)
	return place{a.Region, a.From, a.To, a.Nums, a.Elem}
}

// settled does the check that a pending pointer still needs.
func (b *body) settled(a known.Atom) known.Atom {
	if a.Kind != known.Pointer || !a.Pending {
		return a
	}
	n := len(a.Nums)
	off, i, length := a.Nums[n-3], a.Nums[n-2], a.Nums[n-1]
	i = b.op("checkindex", program.I64, i, length)
	a.Nums = append(slices.Clone(a.Nums[:n-3]), b.sum(off, i))
	a.Pending = false
	return a
}

// sum adds indices.
func (b *body) sum(x, y program.Operand) program.Operand {
	switch zero := known.Int64(0); {
	case x == zero:
		return y
	case y == zero:
		return x
	}
	return b.op("add", program.I64, x, y)
}

func (b *body) difference(x, y program.Operand) program.Operand {
	if y == known.Int64(0) {
		return x
	}
	return b.op("sub", program.I64, x, y)
}

// load reads a place.
func (b *body) load(in *ssa.UnOp) {
	if a := b.atom(in.X); a.Kind == known.Boxed {
		b.define(a.Parts) // of another type: reinterpret
		return
	}
	b.define(b.read(b.deref(in.X)))
}

func (b *body) read(p place) known.Value {
	switch p.reg.Kind {
	case known.ChoiceRegion:
		return b.readChoice(p)
	case known.TableRegion:
		return b.readTable(p)
	case known.UniformRegion:
		return b.readUniform(p)
	}
	b.touch(p.reg, p.from, p.to, false)
	v := make(known.Value, p.to-p.from)
	paths := b.layouts.Of(p.elem).Leaves
	for i := range v {
		path := ""
		if i < len(paths) {
			path = paths[i].Path
		}
		v[i] = b.readLeaf(p, p.from+i, path)
	}
	return v
}

// readLeaf reads one leaf of a lane's memory; path names it within what is read.
func (b *body) readLeaf(p place, k int, path string) known.Atom {
	lf := p.reg.Layout.Leaves[k]
	lf.Shape = lf.Shape[len(p.index):]
	if !b.emitting() {
		switch {
		case b.frozenLeaf(p.reg, k):
			o, ok := b.ctx.Read(known.CellKey{Region: p.reg.Name, Leaf: k}).(known.Value)
			if !ok {
				b.wait()
			}
			a := o[0]
			if len(p.index) > 0 && a.Kind == known.Number {
				a.Leaf = lf
				if !a.Nums[0].IsLiteral() || len(lf.Shape) > 0 {
					a.Nums = []program.Operand{known.Varying()}
				}
			}
			return a
		case lf.Ref == nil:
			return known.NumberAtom(lf, known.Varying())
		}
		a := b.cell(p.reg, k)
		if a.Kind == known.Number {
			b.wait()
		}
		return a
	}
	m := b.memory(p.reg)
	if m.frozen != nil && m.frozen[k] {
		a := m.atoms[k]
		switch {
		case len(p.index) == 0:
			return a
		case a.Kind != known.Number:
			return b.elementOf(a, lf, p.index, path)
		}
		whole := p.reg.Layout.Leaves[k]
		o := a.Nums[0]
		if !o.IsLiteral() || len(lf.Shape) > 0 || !inRange(p.index, whole.Shape) {
			o = b.element(b.shaped(o, whole), lf, p.index)
		}
		if a.Nums[0].IsLiteral() && len(lf.Shape) == 0 {
			o = a.Nums[0] // as the analysis has it; the element is there for its fault
		}
		return known.NumberAtom(lf, o)
	}
	have := known.Value{m.atoms[k]}.Clone()
	leaves := have.NumberLeaves(nil)
	var to []string
	var from []program.Operand
	for i, o := range have.Flat(nil) {
		if !slices.Contains(m.names[k], o.Name) {
			continue
		}
		nl := have[0].HeldIn(lf, leaves[i])
		nl.Path, nl.GoType = path, leaves[i].GoType
		if have[0].Kind != known.Number {
			nl.Path += leaves[i].Path
		}
		if len(p.index) > 0 {
			*o = b.element(*o, nl, p.index)
			continue
		}
		name := b.tempLeaf(nl)
		to, from = append(to, name), append(from, *o)
		o.Name = name
	}
	b.copy(to, from)
	a := have[0]
	if a.Kind == known.Number {
		a.Leaf = lf
	}
	return a
}

// elementOf reads an element of an array of pointers, functions and the like:
// of the numbers in them that differ between its elements.
func (b *body) elementOf(a known.Atom, lf known.Leaf, index []program.Operand, path string) known.Atom {
	have := known.Value{a}.Clone()
	leaves := have.NumberLeaves(nil)
	for i, o := range have.Flat(nil) {
		if len(b.numbersShape(*o)) > 0 {
			*o = b.element(*o, known.Leaf{Path: path + leaves[i].Path, Dtype: leaves[i].Dtype, GoType: leaves[i].GoType, Shape: lf.Shape}, index)
		}
	}
	return have[0]
}

// inRange reports whether indices are known to be in the range of their axes.
func inRange(index []program.Operand, shape []int) bool {
	for i, o := range index {
		if !o.IsLiteral() || o.Bits >= uint64(shape[i]) {
			return false
		}
	}
	return true
}

// tempLeaf declares a variable for a leaf of what the current instruction gives.
func (b *body) tempLeaf(lf known.Leaf) string {
	hint := "t"
	if v, ok := b.cur.(ssa.Value); ok && b.hints[v] != "" {
		hint = b.hints[v]
	}
	name := b.names.Unique(b.f.name + "." + hint + lf.Path)
	b.declare(name, lf)
	return name
}

// element emits the element of a variable at the indices of its leading axes.
func (b *body) element(base program.Operand, lf known.Leaf, index []program.Operand) program.Operand {
	if !b.emitting() {
		return known.Varying()
	}
	name := b.tempLeaf(lf)
	b.set(name, program.OpcodeFor("index", lf.Dtype), append([]program.Operand{base}, index...)...)
	return program.Ref(name)
}

// shaped returns an operand with the leaf's event shape: a literal that stands
// for an array of zeros becomes a variable.
func (b *body) shaped(o program.Operand, l known.Leaf) program.Operand {
	if !b.emitting() || !o.IsLiteral() || len(l.Shape) == 0 {
		return o
	}
	name := b.names.Unique(b.f.name + ".t")
	b.declare(name, known.Leaf{Dtype: l.Dtype, Shape: l.Shape, GoType: l.GoType})
	b.copy([]string{name}, []program.Operand{o})
	return program.Ref(name)
}

// store writes a place.
func (b *body) store(in *ssa.Store) {
	v := b.value(in.Val)
	p := b.deref(in.Addr)
	b.write(p, v)
}

func (b *body) write(p place, v known.Value) {
	switch p.reg.Kind {
	case known.ChoiceRegion:
		b.writeChoice(p, b.settleAll(v))
		return
	case known.TableRegion:
		b.fail("assignment to %s, which all lanes share; use a local variable and return it", p.reg.Describe())
	case known.UniformRegion:
		b.failAll("assignment to an element of %s, which is uniform: one value for all lanes, and read-only", p.reg.Describe())
	}
	v = b.settleAll(v)
	if !b.emitting() {
		b.touch(p.reg, p.from, p.to, true)
		for i, a := range v {
			k := p.from + i
			if p.reg.Layout.Leaves[k].Ref != nil || b.frozenLeaf(p.reg, k) {
				b.raise(p.reg, k, a)
			}
		}
		return
	}
	m := b.memory(p.reg)
	var to []string
	var from []program.Operand
	for i, a := range v {
		k := p.from + i
		switch {
		case m.frozen != nil && m.frozen[k]:
			m.atoms[k] = a
		case len(p.index) == 0:
			t, f := b.assignment(m, k, a)
			to, from = append(to, t...), append(from, f...)
		default:
			lf := p.reg.Layout.Leaves[k]
			t, f := b.assignment(m, k, a)
			for j, name := range t {
				whole := b.out.VarDefs.Def(name).Type.Flatten()[0]
				rest := known.Leaf{Dtype: whole.Dtype, Shape: whole.Shape[len(p.index):], GoType: lf.GoType}
				b.set(name, program.OpcodeFor("insert", rest.Dtype), append([]program.Operand{program.Ref(name), b.shaped(f[j], rest)}, p.index...)...)
			}
		}
	}
	b.copy(to, from)
}

// settleAll settles the pointers of a value that leaves the instruction's
// neighbourhood.
func (b *body) settleAll(v known.Value) known.Value {
	for i, a := range v {
		if a.Kind == known.Pointer && a.Pending {
			v = slices.Clone(v)
			v[i] = b.settled(a)
		}
	}
	return v
}

// fieldAddr is the address of a field.
func (b *body) fieldAddr(in *ssa.FieldAddr) {
	a := b.atom(in.X)
	if a.Kind != known.Pointer {
		b.deref(in.X)
	}
	if !dereferenced(in) {
		b.notNilPointer(a)
	}
	st := gotypes.Pointee(in.X.Type())
	from, to := b.layouts.Of(st).Field(in.Field)
	a.From, a.To = a.From+from, a.From+to
	a.Elem = gotypes.Pointee(in.Type())
	b.define(known.Value{a})
}

// indexAddr is the address of an element. Its bounds are checked when it is
// read or written, as Go does, unless the address goes elsewhere.
func (b *body) indexAddr(in *ssa.IndexAddr) {
	a := b.atom(in.X)
	i := b.index(in.Index)
	elem := gotypes.Pointee(in.Type())
	switch a.Kind {
	case known.Pointer:
		a = b.settled(a)
		if !dereferenced(in) {
			b.notNilPointer(a)
		}
		at := gotypes.Pointee(in.X.Type()).Underlying().(*types.Array)
		if (at.Len() == 0 || !dereferenced(in)) && !(i.IsLiteral() && i.Bits < uint64(at.Len())) {
			i = b.op("checkindex", program.I64, i, known.Int64(at.Len()))
		}
		a.Nums = append(slices.Clone(a.Nums), i)
	case known.Slice:
		n := len(a.Nums)
		off, length := a.Nums[n-3], a.Nums[n-2]
		if off == known.Int64(0) && length.IsLiteral() && b.wholeAxis(a, n-3, length.Bits) && dereferenced(in) {
			a.Nums = append(slices.Clone(a.Nums[:n-3]), i)
		} else {
			a.Nums = append(slices.Clone(a.Nums[:n-2]), i, length)
			a.Pending = true
		}
		a.Kind = known.Pointer
	case known.Nothing:
		if _, isSlice := in.X.Type().Underlying().(*types.Slice); isSlice {
			b.never(faultIndex, "")
		} else {
			b.nilDereference()
		}
	default:
		b.refuseKind(a, in.X.Type())
	}
	a.Elem = elem
	if !dereferenced(in) {
		a = b.settled(a)
	}
	b.define(known.Value{a})
}

// wholeAxis reports whether an axis of what a slice is of has n elements.
func (b *body) wholeAxis(a known.Atom, axis int, n uint64) bool {
	if a.Region.Family != nil || a.Region.Kind == known.ChoiceRegion {
		return false // the members' lengths differ
	}
	for k := a.From; k < a.To; k++ {
		if shape := b.shapeOf(a.Region, k); axis >= len(shape) || uint64(shape[axis]) != n {
			return false
		}
	}
	return a.From < a.To
}

// shapeOf is the event shape of a leaf of a region.
func (b *body) shapeOf(r *known.Region, k int) []int {
	if r.Table != nil {
		return r.Table.(*variableTable).leaves[k].Shape
	}
	return r.Layout.Leaves[k].Shape
}

// dereferenced reports whether an address is only read, written, or the
// address of a part, and stands in the source for the place itself: &a[i] is a
// value, whose index must be in range whatever becomes of it.
func dereferenced(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
			if !r.IsAddr {
				return false
			}
		case *ssa.UnOp:
		case *ssa.Store:
			if r.Val == v {
				return false
			}
		case *ssa.FieldAddr:
			if !dereferenced(r) {
				return false
			}
		case *ssa.IndexAddr:
			if !dereferenced(r) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// index returns an index as an i64 operand. An unsigned index of 2⁶³ or more
// becomes negative, which is out of range as well.
func (b *body) index(v ssa.Value) program.Operand {
	d, _ := known.DtypeOf(v.Type().Underlying().(*types.Basic))
	if c, ok := v.(*ssa.Const); ok {
		return program.Lit(program.I64, evaluate.ConstBits(c.Value, program.I64))
	}
	o := b.scalar(v)
	if d == program.I64 {
		return o
	}
	return b.op("convert_i64", d, o)
}

// indexValue reads an element of an array value or a string.
func (b *body) indexValue(in *ssa.Index) {
	at, ok := in.X.Type().Underlying().(*types.Array)
	if !ok {
		b.byteAt(in)
		return
	}
	l := b.layouts.Of(at)
	v := b.value(in.X)
	i := b.index(in.Index)
	out := make(known.Value, len(v))
	for k, a := range v {
		lf := l.Leaves[k]
		rest := lf
		rest.Shape = lf.Shape[1:]
		if a.Kind != known.Number {
			b.refuseKind(a, in.Type())
		}
		out[k] = known.NumberAtom(rest, b.element(b.shaped(a.Nums[0], lf), rest, []program.Operand{i}))
	}
	b.define(out)
}
