package golang

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
)

// Where the text of a function stores to an allocation.

// stores finds which leaves of an allocation are frozen, and which are stored
// before they are read.
func stores(in *ssa.Alloc, l *known.Layout) *allocation {
	n := len(l.Leaves)
	a := newAllocation(n)
	count := make(storeCount, n)
	count.walk(in, 0, n, l, true)
	first := &firstUses{a: a, seen: make([]bool, n), elems: make([]map[int]bool, n),
		parts: map[ssa.Value]leafRange{in: {from: 0, to: n, whole: true, l: l}}}
	blk := in.Block()
	for _, instr := range blk.Instrs[slices.Index(blk.Instrs, ssa.Instruction(in))+1:] {
		first.use(instr)
	}
	for i := range n {
		a.frozen[i] = count[i] == 0 || count[i] == 1 && a.stored[i]
	}
	return a
}

// storeCount is how many stores there are to each leaf, wherever they are. An address that
// goes elsewhere may be stored to there, which counts as two.
type storeCount []int

func (c storeCount) walk(v ssa.Value, from, to int, l *known.Layout, whole bool) {
	stored := func(times int) {
		for i := from; i < to; i++ {
			c[i] += times
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
			c.walk(r, from+f, from+t, l.Fields[r.Field], whole)
		case *ssa.IndexAddr:
			c.walk(r, from, to, l.Elem, false)
		default:
			stored(2)
		}
	}
}

// leafRange is the leaves that an address is of.
type leafRange struct {
	from, to int
	whole    bool
	l        *known.Layout
	elem, of int // the element of an array that is whole, if of is not 0
}

// firstUses is the first thing that happens to each leaf in the allocation's block.
type firstUses struct {
	a        *allocation
	parts    map[ssa.Value]leafRange // by address
	seen     []bool                  // leaves that may have been read
	elems    []map[int]bool          // that were stored, by leaf
	captured []leafRange             // by closures
}

func (u *firstUses) touch(p leafRange) {
	for i := p.from; i < p.to; i++ {
		u.seen[i] = true
	}
}

// use notes what an instruction does to the leaves.
func (u *firstUses) use(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.DebugRef:
		return
	case *ssa.FieldAddr:
		if p, ok := u.parts[instr.X]; ok {
			f, t := p.l.Field(instr.Field)
			u.parts[instr] = leafRange{p.from + f, p.from + t, p.whole, p.l.Fields[instr.Field], p.elem, p.of}
		}
		return
	case *ssa.IndexAddr:
		if p, ok := u.parts[instr.X]; ok {
			e := leafRange{from: p.from, to: p.to, l: p.l.Elem}
			if k, ok := instr.Index.(*ssa.Const); ok && p.whole {
				e.elem, e.of = int(k.Int64()), p.l.Len
			}
			u.parts[instr] = e
		}
		return
	case *ssa.MakeClosure:
		// It reads what it captures when it is called.
		for _, v := range instr.Bindings {
			if p, ok := u.parts[v]; ok {
				u.captured = append(u.captured, p)
			}
		}
		return
	case *ssa.Call, *ssa.RunDefers:
		for _, p := range u.captured {
			u.touch(p)
		}
	case *ssa.Store:
		if p, ok := u.parts[instr.Addr]; ok && u.store(p, instr.Val) {
			return
		}
	}
	for _, o := range instr.Operands(nil) {
		if p, ok := u.parts[*o]; ok {
			u.touch(p)
		}
	}
}

// store notes a store to a part, and reports whether it was to an element of an array.
func (u *firstUses) store(p leafRange, v ssa.Value) bool {
	if _, self := u.parts[v]; self {
		u.touch(p)
		return false
	}
	for i := p.from; i < p.to; i++ {
		if p.of == 0 {
			u.a.stored[i] = u.a.stored[i] || p.whole && !u.seen[i] && u.elems[i] == nil
			continue
		}
		if u.elems[i] == nil {
			u.elems[i] = map[int]bool{}
		}
		u.elems[i][p.elem] = true
		u.a.filled[i] = u.a.filled[i] || !u.seen[i] && len(u.elems[i]) == p.of
	}
	if p.of == 0 {
		u.touch(p)
	}
	return p.of > 0
}
