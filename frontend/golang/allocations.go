package golang

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

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

// checkSize refuses what is too large for a lane.
func (b *body) checkSize(t types.Type) {
	if why := tooLarge(t); why != "" {
		b.fail("%s", why)
	}
}
