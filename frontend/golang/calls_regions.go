package golang

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/names"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Memory that crosses a call: what a callee is given of the caller's regions, and what
// the caller comes to know of those that the callee made.

// beforeCall is what the memory of a region may refer to when the current call
// begins, where it is known for the whole function what it may refer to: not to
// what the call is still going to make, nor to what comes behind it.
func (b *heap) beforeCall(h *known.Region, a known.Atom) known.Atom {
	in := b.cur
	anew := !b.loops[in.Block().Index] || b.madeAgain(h, in.Block()) // else an earlier round may have made it
	return b.withoutMade(a, b.comesLater(in, anew))
}

// comesLater reports whether a region is not made yet when a call begins, which makes its own anew, or may have made
// them before.
func (b *history) comesLater(call ssa.Instruction, anew bool) func(r *known.Region) bool {
	return func(r *known.Region) bool {
		return b.madeAt(r, call) && anew && !b.madeDeferred(r, call) || b.madeBehind(r, call)
	}
}

// madeDeferred reports whether a region is of a deferred call that has run, where others are to run still.
func (b *history) madeDeferred(r *known.Region, in ssa.Instruction) bool {
	if _, runs := in.(*ssa.RunDefers); !runs {
		return false
	}
	callee, _, _ := strings.Cut(strings.TrimPrefix(r.Name, b.sites[in]+"."), ".")
	nth, _ := nthOf(callee) // the first has no number
	return nth < b.nth
}

// madeAt reports whether an instruction, a call, makes a region.
func (b *history) madeAt(r *known.Region, in ssa.Instruction) bool {
	return strings.HasPrefix(r.Name, b.sites[in]+".")
}

// madeBehind reports whether a region of this function is not made before an instruction, nor by it.
func (b *history) madeBehind(r *known.Region, in ssa.Instruction) bool {
	site, _, _ := strings.Cut(r.Name, ".")
	if b.makers[site] == nil {
		return false
	}
	for other, s := range b.sites {
		if s == site && (other == in || ssaflow.Leads(other, in)) {
			return false
		}
	}
	return true
}

// argumentBefore is what an argument of the current call may refer to: what it was loaded
// from may hold what the call is still going to make, but not yet.
func (b *body) argumentBefore(v known.Value) known.Value {
	in := b.cur
	if b.sites[in] == "" {
		return v
	}
	later := b.comesLater(in, !b.loops[in.Block().Index])
	out := slices.Clone(v)
	for i, a := range out {
		out[i] = b.withoutMade(a, later)
	}
	return out
}

// withoutMade is an atom that does not refer to regions that are not made yet.
func (b *heap) withoutMade(a known.Atom, made func(r *known.Region) bool) known.Atom {
	switch {
	case a.Region == nil:
	case a.Region.Kind == known.ChoiceRegion && slices.ContainsFunc(a.Region.Options,
		func(o known.Option) bool { return made(o.Region) }):
		var options []known.Option
		for k, o := range a.Region.Options {
			switch {
			case !made(o.Region):
				options = append(options, o)
			case a.Nums[0] == known.Int64(int64(k)):
				return known.Atom{Kind: known.Nothing}
			}
		}
		if len(options) == 0 {
			return known.Atom{Kind: known.Nothing}
		}
		which := known.Varying()
		if a.Nums[0].IsLiteral() {
			which = a.Nums[0]
			if which != known.NoOption {
				which = known.Int64(int64(known.IndexOf(options, a.Region.Options[which.Bits])))
			}
		}
		a.Nums = append([]program.Operand{which}, a.Nums[1:]...)
		a.Region = known.NewChoice(options, a.Region.Nilable)
	case made(a.Region):
		return known.Atom{Kind: known.Nothing}
	}
	if a.Parts != nil {
		a.Parts = slices.Clone(a.Parts)
		for i := range a.Parts {
			a.Parts[i] = b.withoutMade(a.Parts[i], made)
		}
	}
	return a
}

// back renames what a callee gives to the regions of this instance. What the
// callee made is adopted, under the name of the call.
func (b *heap) back(iv *invocation) *known.Renaming {
	n := known.NewRenaming(b.adopted)
	for _, r := range iv.mine {
		n.To[iv.theirs.To[r.Name].Name] = r
	}
	return n
}

// nthCallee begins the part of a region's name that tells which callee made it, of a
// call that has several.
const nthCallee = "o"

// nthOf is which callee a part of a region's name tells of, if it does.
func nthOf(part string) (nth int, tells bool) {
	digits, tells := strings.CutPrefix(part, nthCallee)
	nth, _ = strconv.Atoi(digits)
	return nth, tells
}

// adopted is the region of a callee under the name that it has here. What the
// callee makes may be of another size for other operands.
func (b *heap) adopted(theirs *known.Region) *known.Region {
	b.checkLevels(theirs)
	name := "." + theirs.Name
	if b.nth > 0 {
		name = "." + nthCallee + strconv.Itoa(b.nth) + name
	}
	r := b.site(b.cur, name, theirs.Type)
	if !types.Identical(r.Type, theirs.Type) {
		r = b.site(b.cur, name+"_"+names.Clean(theirs.Type.String()), theirs.Type)
	}
	r.Made = theirs.Made
	return r
}

// checkLevels refuses a recursion that gives back what it got from a level below, as
// that is or refers to memory of every level: which an arena can have. The name of a region tells by which
// calls it came.
func (b *heap) checkLevels(theirs *known.Region) {
	site := b.sites[b.cur]
	if b.nth > 0 {
		site += "." + nthCallee + strconv.Itoa(b.nth)
	}
	in, levels := b.makerOf(site + "." + theirs.Name)
	if levels <= 2 {
		return
	}
	instead := "fill an array that is made before, and return an index into it"
	if theirs.Longest > 0 && b.wantTexts(false) || in != nil && b.wantArena(in) {
		instead = "say how many are enough (-make-cap N, lockstep.MakeCap), or " + instead
	}
	b.fail("what this recursion returns refers to memory that each of its levels makes, and how many there "+
		"are is not known when compiling; %s", instead)
}

// touchCalled notes what a callee that has not returned yet, and perhaps never
// will, reads and writes of this function's callers' memory.
func (b *heap) touchCalled(iv *invocation) {
	for _, r := range iv.mine {
		if b.in.Get(r.Name) == nil {
			continue
		}
		if t, ok := b.ctx.ReadCalled(known.TouchedKey{Region: iv.theirs.To[r.Name].Name}).(known.Touched); ok {
			b.raiseTouched(r, t)
		}
	}
}

// raiseCells joins what is known statically of a region's leaves.
func (b *heap) raiseCells(r *known.Region, cells known.Value) {
	for k, lf := range r.Layout.Leaves {
		if lf.Ref != nil && cells[k].Kind != known.Number {
			b.raise(r, k, cells[k])
		}
	}
}
