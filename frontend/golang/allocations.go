package golang

import (
	"go/types"
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
			if a, ok := in.(*ssa.Alloc); ok && !g.rounds[a] && t.kept.places[placeKey(fn, g.sites[a])] == 0 &&
				t.kept.arenaFor(a) == nil && t.kept.rowsFor(a) == nil {
				l := t.layouts.Of(gotypes.Pointee(a.Type()))
				info := stores(a, l)
				g.allocs[a], g.infos[g.sites[a]] = info, info
			}
		}
	}
}

// site returns the region that an instruction makes.
func (b *heap) site(in ssa.Instruction, suffix string, t types.Type) *known.Region {
	name := b.sites[in] + suffix
	if r := b.regions[name]; r != nil {
		return r
	}
	r := &known.Region{Name: name, Type: t, Layout: b.layouts.Of(t)}
	r.Outgrown = b.outgrown(in) > 0
	if a, ok := in.(*ssa.Alloc); ok {
		switch a.Comment {
		case "", "complit", "new", "varargs":
		case "makeslice", "slicelit":
			r.What = "what line " + itoa(b.ops[b.opOf[in]].Pos.Line) + " makes"
			r.Literal = a.Comment == "slicelit"
		default:
			r.What = a.Comment
		}
	}
	b.regions[name] = r
	return r
}

// frozenLeaf reports whether a leaf of a region of this function is frozen.
func (b *heap) frozenLeaf(r *known.Region, k int) bool {
	if b.emitting() {
		m := b.mem[r.Name]
		return m != nil && m.frozen != nil && m.frozen[k]
	}
	info := b.infos[r.Name]
	return info != nil && info.frozen[k]
}

// alloc translates an allocation, which is zero each time it is executed.
func (b *addressing) alloc(in *ssa.Alloc) {
	t := gotypes.Pointee(in.Type())
	b.checkSize(t)
	if arena := b.kept.arenaFor(in); arena != nil {
		a := b.takeArena(arena, t)
		if b.kept.frees || b.kept.isScratch(arena, a.From) {
			b.knownNotNil(a.Nums[0])
			b.writeZeros(in, b.derefAtom(a))
		}
		b.define(known.Value{a})
		return
	}
	if rows := b.kept.rowsFor(in); rows != nil {
		b.allocRow(in, rows, t.Underlying().(*types.Array))
		return
	}
	if b.placesOf(in) > 0 {
		b.allocKept(in, t)
		return
	}
	r := b.site(in, "", b.outgrownType(in, t))
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

// writeZeros gives what an instruction has allocated zeros, but for leaves that it stores before anything reads them.
func (b *addressing) writeZeros(in *ssa.Alloc, p place) {
	zero := b.zero(p.elem)
	stored := stores(in, b.layouts.Of(p.elem)).stored
	for k := range zero {
		if !stored[k] {
			b.write(place{reg: p.reg, from: p.from + k, to: p.from + k + 1, index: p.index, elem: p.elem}, zero[k:k+1])
		}
	}
}

// make makes the memory of a region, all zero. info is nil for a region
// without frozen leaves.
func (b *heap) make(r *known.Region, info *allocation, hint string) {
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
func (b *cursor) checkSize(t types.Type) {
	if why := tooLarge(t); why != "" {
		b.fail("%s", why)
	}
}
