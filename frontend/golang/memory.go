package golang

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// Memory is what the SSA form could not keep in values: structs and arrays of
// which parts are taken by address. Each allocation has a variable per leaf.
//
// A leaf that is stored as a whole exactly once, in the block of the
// allocation and before it is read there, is frozen: it stands for the stored
// value and needs no variable. That covers parameters of struct type and
// composite literals that are not changed afterwards.

// memory is one allocation.
type memory struct {
	layout *layout
	names  []string // variables, empty for frozen leaves
	frozen []bool
	ops    []program.Operand // values of frozen leaves, once stored
}

// address is a place in memory or in a table: the leaves [from, to) of its
// base, at the given indices of their leading axes.
type address struct {
	mem      *memory // nil for a table
	table    []tableLeaf
	uniforms []string
	from, to int
	index    []program.Operand
}

func (a address) leaf(i int) leaf {
	if a.mem != nil {
		return a.mem.layout.leaves[a.from+i]
	}
	return a.table[a.from+i].leaf
}

// alloc translates an allocation, which is zero each time it is executed.
func (b *body) alloc(in *ssa.Alloc) {
	t := in.Type().Underlying().(*types.Pointer).Elem()
	if why := whyNot(t); why != "" {
		b.fail("%s", why)
	}
	l := b.layouts.of(t)
	m := &memory{layout: l, names: make([]string, len(l.leaves)), ops: make([]program.Operand, len(l.leaves))}
	var stored []bool
	m.frozen, stored = b.stores(in, l)
	hint := b.hints[in]
	if hint == "" || hint == "complit" {
		hint = "t"
	}
	var zeroed []string
	var zeros []program.Operand
	for i, lf := range l.leaves {
		m.ops[i] = program.Lit(lf.dtype, 0)
		if m.frozen[i] {
			continue
		}
		m.names[i] = b.names.unique(b.f.name + "." + hint + lf.path)
		b.declare(m.names[i], lf)
		if !stored[i] {
			zeroed = append(zeroed, m.names[i])
			zeros = append(zeros, program.Lit(lf.dtype, 0))
		}
	}
	b.mem[in] = m
	b.addrs[in] = address{mem: m, to: len(l.leaves)}
	b.copy(zeroed, zeros)
}

// stores finds which leaves of an allocation are frozen, and which are stored
// as a whole before anything can read them, so that they need no zero.
func (b *body) stores(in *ssa.Alloc, l *layout) (frozen, stored []bool) {
	n := len(l.leaves)
	frozen, stored = make([]bool, n), make([]bool, n)
	count := make([]int, n)

	// All stores, wherever they are.
	var walk func(v ssa.Value, from, to int, l *layout, whole bool)
	walk = func(v ssa.Value, from, to int, l *layout, whole bool) {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				for i := from; i < to; i++ {
					count[i]++
					if !whole {
						count[i]++ // a part: never frozen
					}
				}
			case *ssa.FieldAddr:
				f, t := l.field(r.Field)
				walk(r, from+f, from+t, l.fields[r.Field], whole)
			case *ssa.IndexAddr:
				walk(r, from, to, l.elem, false)
			}
		}
	}
	walk(in, 0, n, l, true)

	// The first thing that happens to each leaf in the allocation's block.
	type part struct {
		from, to int
		whole    bool
		l        *layout
	}
	parts := map[ssa.Value]part{in: {0, n, true, l}}
	touched := make([]bool, n)
	blk := in.Block()
	for _, instr := range blk.Instrs[slices.Index(blk.Instrs, ssa.Instruction(in))+1:] {
		switch instr := instr.(type) {
		case *ssa.FieldAddr:
			if p, ok := parts[instr.X]; ok {
				f, t := p.l.field(instr.Field)
				parts[instr] = part{p.from + f, p.from + t, p.whole, p.l.fields[instr.Field]}
			}
		case *ssa.IndexAddr:
			if p, ok := parts[instr.X]; ok {
				parts[instr] = part{p.from, p.to, false, p.l.elem}
			}
		case *ssa.Store:
			if p, ok := parts[instr.Addr]; ok {
				for i := p.from; i < p.to; i++ {
					stored[i] = stored[i] || p.whole && !touched[i]
					touched[i] = true
				}
			}
		case *ssa.UnOp:
			if p, ok := parts[instr.X]; ok {
				for i := p.from; i < p.to; i++ {
					touched[i] = true
				}
			}
		}
	}
	for i := range n {
		frozen[i] = count[i] == 0 || count[i] == 1 && stored[i]
	}
	return frozen, stored
}

// fieldAddr is the address of a field.
func (b *body) fieldAddr(in *ssa.FieldAddr) {
	a := b.address(in.X)
	st := in.X.Type().Underlying().(*types.Pointer).Elem()
	from, to := b.layouts.of(st).field(in.Field)
	a.from, a.to = a.from+from, a.from+to
	b.addrs[in] = a
}

// indexAddr is the address of an element. Its bounds are checked when it is
// read or written.
func (b *body) indexAddr(in *ssa.IndexAddr) {
	a := b.address(in.X)
	a.index = append(slices.Clone(a.index), b.index(in.Index))
	b.addrs[in] = a
}

// address returns a place; it refuses what is not one.
func (b *body) address(v ssa.Value) address {
	if a, ok := b.addrs[v]; ok {
		return a
	}
	if g, ok := v.(*ssa.Global); ok {
		return b.tableAddress(g)
	}
	if _, ok := v.Type().Underlying().(*types.Slice); ok {
		b.fail("%s", noSlices)
	}
	b.fail("%s", noPointers)
	return address{}
}

// tableAddress declares the uniforms of a table when it is first used. Scalars
// become literals and need none.
func (b *body) tableAddress(g *ssa.Global) address {
	v, _ := g.Object().(*types.Var)
	table := b.globals[v]
	if table == nil {
		// Reached through code that the checker did not see.
		before := len(b.refused)
		b.useGlobal(v)
		table = b.globals[v]
		b.failed = append(b.failed, b.refused[before:]...)
	}
	names, ok := b.tables[v]
	if !ok {
		for _, l := range table.leaves {
			name := ""
			if len(l.shape) > 0 {
				name = b.names.unique(v.Name() + l.path)
				b.out.Uniforms = append(b.out.Uniforms, &program.Uniform{Name: name, Type: l.tensor(), Data: l.data})
			}
			names = append(names, name)
		}
		b.tables[v] = names
	}
	return address{table: table.leaves, uniforms: names, to: len(table.leaves)}
}

// load reads a place. A slice of a table stays a place.
func (b *body) load(in *ssa.UnOp) {
	a := b.address(in.X)
	if _, ok := in.Type().Underlying().(*types.Slice); ok {
		b.addrs[in] = a
		return
	}
	ops := make([]program.Operand, a.to-a.from)
	var to []string
	var from []program.Operand
	for i := range ops {
		if o, ok := b.standsFor(a, i); ok {
			ops[i] = o
			continue
		}
		lf := a.leaf(i)
		lf.shape = lf.shape[len(a.index):]
		name := b.newVarsFor(b.loadHint(in)+lf.path, &layout{leaves: []leaf{{dtype: lf.dtype, shape: lf.shape, goTyp: lf.goTyp}}})[0]
		ops[i] = program.Ref(name)
		base := b.base(a, i)
		if len(a.index) > 0 {
			b.set(name, "index", lf.dtype, append([]program.Operand{base}, a.index...)...)
			continue
		}
		to, from = append(to, name), append(from, base)
	}
	b.copy(to, from)
	b.vals[in] = ops
}

func (b *body) loadHint(in *ssa.UnOp) string {
	if h := b.hints[in]; h != "" {
		return h
	}
	return "t"
}

// standsFor returns the operand that the i-th leaf of a place is known to be:
// a frozen leaf, a scalar of a table, or an element at constant indices.
func (b *body) standsFor(a address, i int) (program.Operand, bool) {
	if a.mem != nil {
		if len(a.index) == 0 && a.mem.frozen[a.from+i] {
			return a.mem.ops[a.from+i], true
		}
		return program.Operand{}, false
	}
	t := a.table[a.from+i]
	if len(t.shape) != len(a.index) {
		return program.Operand{}, false
	}
	at := 0
	for axis, o := range a.index {
		if !o.IsLiteral() || o.Bits >= uint64(t.shape[axis]) {
			return program.Operand{}, false
		}
		at = at*t.shape[axis] + int(o.Bits)
	}
	return program.Lit(t.dtype, t.data[at]), true
}

// base returns the variable or uniform that the i-th leaf of a place is in.
func (b *body) base(a address, i int) program.Operand {
	if a.mem == nil {
		return program.Ref(a.uniforms[a.from+i])
	}
	if a.mem.frozen[a.from+i] {
		return b.shaped(a.mem.ops[a.from+i], a.leaf(i))
	}
	return program.Ref(a.mem.names[a.from+i])
}

// shaped returns an operand with the leaf's event shape: a literal that stands
// for an array of zeros becomes a variable.
func (b *body) shaped(o program.Operand, l leaf) program.Operand {
	if !o.IsLiteral() || len(l.shape) == 0 {
		return o
	}
	name := b.temp(l.dtype, l.shape)
	b.copy([]string{name}, []program.Operand{o})
	return program.Ref(name)
}

// store writes a place.
func (b *body) store(in *ssa.Store) {
	a := b.address(in.Addr)
	if a.mem == nil {
		b.fail("assignment to a package-level variable, which all lanes share; use a local variable and return it")
	}
	ops := b.value(in.Val)
	var to []string
	var from []program.Operand
	for i, o := range ops {
		k := a.from + i
		switch {
		case len(a.index) > 0:
			lf := a.mem.layout.leaves[k]
			rest := lf
			rest.shape = lf.shape[len(a.index):]
			name := a.mem.names[k]
			b.set(name, "insert", lf.dtype, append([]program.Operand{program.Ref(name), b.shaped(o, rest)}, a.index...)...)
		case a.mem.frozen[k]:
			a.mem.ops[k] = o
		default:
			to, from = append(to, a.mem.names[k]), append(from, o)
		}
	}
	b.copy(to, from)
}

// index returns an index as an i64 operand. An unsigned index of 2⁶³ or more
// becomes negative, which is out of range as well.
func (b *body) index(v ssa.Value) program.Operand {
	if c, ok := v.(*ssa.Const); ok {
		return program.Lit(program.I64, constBits(constant.ToInt(c.Value), program.I64))
	}
	o := b.scalar(v)
	d, _ := dtypeOf(v.Type().Underlying().(*types.Basic))
	if d == program.I64 {
		return o
	}
	return b.tmp("convert_i64", d, o)
}

// element reads an element of an array value.
func (b *body) element(in *ssa.Index) {
	at, ok := in.X.Type().Underlying().(*types.Array)
	if !ok {
		b.fail("%s", noStrings)
	}
	l := b.layouts.of(at)
	ops := b.value(in.X)
	i := b.index(in.Index)
	names := b.define(in)
	for k, name := range names {
		b.set(name, "index", l.leaves[k].dtype, b.shaped(ops[k], l.leaves[k]), i)
	}
}

// length gives len of an array or of a dimension of a table.
func (b *body) length(in *ssa.Call) {
	x := in.Call.Args[0]
	switch t := x.Type().Underlying().(type) {
	case *types.Array:
		b.vals[in] = []program.Operand{program.Lit(program.I64, uint64(t.Len()))}
	case *types.Slice:
		a := b.address(x)
		lf := a.leaf(0)
		if len(a.index) > 0 {
			// Go evaluates the row, which may not be there.
			name := b.temp(lf.dtype, lf.shape[len(a.index):])
			b.set(name, "index", lf.dtype, append([]program.Operand{b.base(a, 0)}, a.index...)...)
		}
		b.vals[in] = []program.Operand{program.Lit(program.I64, uint64(lf.shape[len(a.index)]))}
	default:
		b.fail("len takes an array or a package-level table in batched code")
	}
}
