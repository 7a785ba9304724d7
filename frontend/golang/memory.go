package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/instance"
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

// memory returns the variables of a region. What makes it may be behind a branch
// that is not taken in all lanes, or never; they see zeros, of which nothing
// depends: a nil slice has no elements, and a choice selects what it means.
func (b *heap) memory(r *known.Region) *memory {
	if b.mem[r.Name] == nil || b.in.Get(r.Name) == nil && !b.madeBefore(r.Name) {
		b.ensure(r)
	}
	return b.mem[r.Name]
}

// manyElementsMade is from how many elements on it matters that lanes write to few of them.
const manyElementsMade = 128

// declareMemory declares a variable for the elements of a leaf of a region. Where append makes these, or they are of
// strings, there is room for all that may be made, and lanes write to few.
func (b *heap) declareMemory(r *known.Region, leaf int, name string, l known.Leaf) {
	if b.declare(name, l); (r.Grown || r.Longest > 0) && program.Elements(l.Shape) >= manyElementsMade {
		b.out.VarDefs.SetSparse(name)
	}
	if b.kept.isScratch(r, leaf) {
		b.out.VarDefs.SetScratch(name, true)
	}
}

// remember declares the variables of a region.
func (b *heap) remember(r *known.Region, base string, frozen []bool) *memory {
	if m := b.mem[r.Name]; m != nil {
		return m
	}
	m := &memory{reg: r, frozen: frozen, names: make([][]string, len(r.Layout.Leaves)),
		atoms: make(known.Value, len(r.Layout.Leaves))}
	b.mem[r.Name] = m
	for k, lf := range r.Layout.Leaves {
		if frozen != nil && frozen[k] {
			m.atoms[k] = zeroAtom(lf)
			continue
		}
		if lf.Ref == nil {
			n := b.names.Unique(base + lf.Path)
			b.declareMemory(r, k, n, lf)
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
			b.declareMemory(r, k, n, a.HeldIn(lf, known.Value{a}.NumberLeaves(nil)[i]))
			*o = program.Ref(n)
			m.names[k] = append(m.names[k], n)
		}
		m.atoms[k] = made[0]
	}
	return m
}

// cellVars declares variables like those that remember gives to a leaf.
func (b *coder) cellVars(base string, lf known.Leaf, a known.Atom) []string {
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
func (b *heap) cell(r *known.Region, k int) known.Atom {
	var o instance.Operand
	if b.emitting() {
		o = b.e.Cell(known.CellKey{Region: r.Name, Leaf: k})
	} else {
		o = b.ctx.Read(known.CellKey{Region: r.Name, Leaf: k})
	}
	if r.Arena {
		all := known.Value{*b.kept.arenaCell(r, k)}
		if o != nil {
			joined, _ := all.Join(o)
			all = joined.(known.Value)
		}
		return all[0]
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
func (b *heap) raise(r *known.Region, k int, a known.Atom) {
	if r.Arena && b.raiseArena(r, k, a) {
		return
	}
	// The error is recorded by the context.
	_ = b.ctx.Raise(known.CellKey{Region: r.Name, Leaf: k}, b.abstract(known.Value{a}))
}

// assignment gives the copies that store an atom as a whole leaf.
func (b *heap) assignment(m *memory, k int, a known.Atom) (to []string, from []program.Operand) {
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
func (b *heap) touch(r *known.Region, from, to int, write bool) {
	if b.emitting() || b.in.Get(r.Name) == nil {
		return
	}
	bits := known.RangeBits(from, to)
	t := known.Touched{Read: bits}
	switch {
	case write && b.growing:
		t = known.Touched{Grown: bits}
	case write:
		t = known.Touched{Written: bits}
	}
	_ = b.ctx.Raise(known.TouchedKey{Region: r.Name}, t)
}

// touches returns what the instance reads and writes of the caller's memory.
func (b *history) touches(name string) known.Touched {
	t, _ := b.e.Cell(known.TouchedKey{Region: name}).(known.Touched)
	return t
}

// callerRegions are the regions that the caller hands over, in order.
func (b *history) callerRegions() []known.Contents {
	var cs []known.Contents
	for _, tag := range []func(int) string{callerTag, arenaTag} {
		for i := 0; ; i++ {
			c, ok := b.in.Get(tag(i)).(known.Contents)
			if !ok {
				break
			}
			cs = append(cs, c)
		}
	}
	return cs
}
