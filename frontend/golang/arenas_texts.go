package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Strings that a recursion makes, and that more than one level of it may have, as where each adds its own to a list:
//
//	func (t *node) words(prefix string, out *[]string) {
//		…
//		t.kids[i].words(prefix+letters[i:i+1], out)
//	}
//
// Each level would have memory of its own for what it joins. So all of them are in an arena of bytes, one behind the
// other. Nothing writes to a string, so that none needs more room later.

// textsKey is the key of the arena of strings among those that are wanted.
const textsKey = "strings"

// texts is the arena of strings that recursions make, or nil.
func (k *keeping) texts() *arena {
	for _, a := range k.arenas {
		if a.longest > 0 {
			return a
		}
	}
	return nil
}

// wantTexts notes that strings need an arena, those of all functions or of recursive ones, and reports whether they
// could have one, if Options.MakeCap says how many.
func (t *translator) wantTexts(all bool) bool {
	if a := t.kept.texts(); a != nil && (a.all || !all) {
		return false
	}
	if n := int64(t.opts.MakeCap); n > 0 {
		t.kept.wanted[textsKey] = &arena{elem: types.Typ[types.Uint8], longest: n, all: all}
	}
	return true
}

// textsHere is the arena that strings are in which the function makes, or nil.
func (b *heap) textsHere() *arena {
	if a := b.kept.texts(); a != nil && (a.all || b.isRecursive()) {
		return a
	}
	return nil
}

// isRecursive reports whether the function calls itself, or another that calls it.
func (b *heap) isRecursive() bool {
	recursive, ok := b.recursive[b.fn]
	if !ok {
		recursive = ssaflow.IsRecursive(b.fn)
		b.recursive[b.fn] = recursive
	}
	return recursive
}

// poolTexts wants arenas for the elements of slices of strings that a call made, and for the strings, if a recursion
// gives them back to itself: each level would copy the memory of all of them, with all the room that it has. Strings
// that are given back one by one have memory of their own, which is free when the next one is made.
func (c *callEmission) poolTexts(made *known.Region) {
	array, ok := made.Type.(*types.Array)
	if c.kept.unpooled || !c.recurs || !ok || !gotypes.IsString(array.Elem()) {
		return
	}
	if in, _ := c.makerOf(made.Name); in != nil && c.wantArena(in) {
		c.kept.pooled = true
		c.wantTexts(false)
	}
}

// textInArena takes memory for a string of so many bytes.
func (b *heap) textInArena(a *arena, length program.Operand) known.Atom {
	most, bounded := known.Limit(length)
	if bounded && b.emitting() {
		length = known.Int64(most)
	}
	if !bounded || most > a.longest {
		length = b.op("checkcap", program.I64, length, known.Int64(a.longest))
	}
	at := b.takenIn(a.region)
	room := known.Int64(int64(a.region.Layout.Fields[arenaPlaces].Len))
	b.setTaken(a.region, b.op("checkcap", program.I64, b.op("add", program.I64, at, length), room))
	from, to := a.region.Layout.Field(arenaPlaces)
	return known.Atom{Kind: known.Slice, Region: a.region, From: from, To: to, Elem: types.Typ[types.Uint8],
		Nums: []program.Operand{at, length, length}}
}

// withLength is a string that has become shorter than the memory that was taken for it, which is the last in its arena
// if it is in one.
func (b *heap) withLength(a known.Atom, length program.Operand) known.Atom {
	if a.Region.Arena {
		b.setTaken(a.Region, b.sum(a.Nums[0], length))
	}
	return withLength(a, length)
}

// inArenaOfTexts is what the current instruction gives, with copies in the arena of strings of those that it or a
// function that it calls has made elsewhere, as strconv.Itoa does.
func (b *heap) inArenaOfTexts(a *arena, v known.Value) known.Value {
	made := func(r *known.Region) bool { return r.Kind == known.LaneRegion && !r.Arena }
	if call, ok := b.cur.(*ssa.Call); ok {
		made = func(r *known.Region) bool { return b.isOf(call, r) }
	}
	out := slices.Clone(v)
	for _, k := range b.textLeaves(b.cur.(ssa.Value)) {
		if v[k].Kind != known.Slice || !slices.ContainsFunc(v[k].Region.All(), made) {
			continue
		}
		length := lengthOfBytes(v[k])
		if !b.emitting() {
			length = v[k].Within(length)
		}
		out[k] = b.textInArena(a, length)
		b.copyElements(out[k], v[k], length)
	}
	return out
}
