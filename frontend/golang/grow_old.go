package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// What a slice was before an append, and what else may be of the same memory.

// checkOldGrown is checkOld for what append made, or may have made where a slice has outgrown what make gave: its
// capacity is up to the compiler.
func (b *heap) checkOldGrown(in *ssa.Call, r *known.Region) {
	for _, o := range r.All() {
		if !o.HasCapacity() {
			b.checkOld(in, o)
		}
	}
}

// checkOld refuses an append to a region if what it appends to is used afterwards.
func (b *heap) checkOld(in *ssa.Call, r *known.Region) {
	regions := []*known.Region{r}
	for _, o := range r.Options {
		regions = append(regions, o.Region)
	}
	back := b.storedBack(in)
	for _, r := range regions {
		if b.usedAfter(r, in) || b.heldElsewhere(r, in, back) {
			b.refuseOld(in)
			return
		}
	}
}

func (b *heap) refuseOld(in *ssa.Call) {
	b.wantGrowing(in.Type().Underlying().(*types.Slice).Elem())
	b.refuseShared(in, "append: the slice as it was before, or another that may be of the same memory, is used "+
		"afterwards, and whether append writes to that is up to the compiler; append to a copy, slices.Clone(s)")
}

// refuseShared refuses a call that appends to memory that may be another slice's.
func (b *heap) refuseShared(in ssa.Instruction, why string) {
	instead := ""
	if b.opts.MakeCap <= 0 {
		instead = ", or say how many slices there are at most, and how long each may get " +
			"(-make-cap N, lockstep.MakeCap)"
	}
	b.failed = append(b.failed, &program.Error{Pos: b.ops[b.opOf[in]].Pos, Instr: -1,
		Msg: why + instead})
}

// usedAfter reports whether a value other than what an append gives may be read
// after it and refers to a region.
func (b *heap) usedAfter(r *known.Region, in ssa.Instruction) bool {
	return b.usedBut(r, in, b.earlierPlaces(r, in))
}

// usedBut is usedAfter apart from values of other places of the region.
func (b *heap) usedBut(r *known.Region, in ssa.Instruction, earlier []ssa.Value) bool {
	for k, op := range b.instrs {
		v, ok := op.(ssa.Value)
		if !ok || op == in || slices.Contains(earlier, v) {
			continue
		}
		if got, ok := b.e.Operand(k, 0).(known.Value); ok && got.RefersTo(r.Name) && ssaflow.LiveAfter(v, in) {
			return true
		}
	}
	return false
}

// givenUsed reports whether what the function was given may be read after an instruction and refers to a region.
func (b *history) givenUsed(r *known.Region, in ssa.Instruction) bool {
	used := func(v ssa.Value) bool {
		got, ok := b.known(v)
		return ok && got.RefersTo(r.Name) && ssaflow.LiveAfter(v, in)
	}
	return slices.ContainsFunc(b.fn.Params, func(p *ssa.Parameter) bool { return used(p) }) ||
		slices.ContainsFunc(b.fn.FreeVars, func(f *ssa.FreeVar) bool { return used(f) })
}

// heldElsewhere reports whether memory that may be read later may refer to a
// region when an instruction is reached, other than by one leaf.
func (b *history) heldElsewhere(r *known.Region, in ssa.Instruction, but known.CellKey) bool {
	kept := b.keptBefore(r, in)
	if !kept && b.in.Get(r.Name) == nil {
		return false
	}
	for _, c := range b.callerRegions() {
		if b.holdsBut(c.Region, r, but) {
			return true
		}
	}
	return slices.ContainsFunc(b.holders(r), func(h *known.Region) bool {
		return b.holdsBut(h, r, but) && b.liveRegion(h, in)
	})
}

func (b *history) holdsBut(h, r *known.Region, but known.CellKey) bool {
	for k := range h.Layout.Leaves {
		if key := (known.CellKey{Region: h.Name, Leaf: k}); key != but {
			if v, ok := b.e.Cell(key).(known.Value); ok && v.RefersTo(r.Name) {
				return true
			}
		}
	}
	return false
}

// keptBefore reports whether something may have stored what refers to a region
// when an instruction is reached.
func (b *history) keptBefore(r *known.Region, in ssa.Instruction) bool {
	for _, op := range b.instrs {
		var stored []ssa.Value
		switch op := op.(type) {
		case *ssa.Store:
			stored = []ssa.Value{op.Val}
		case *ssa.MapUpdate:
			stored = []ssa.Value{op.Value}
		case *ssa.Defer:
			stored = op.Call.Args
		case *ssa.Call:
			if _, ok := op.Call.Value.(*ssa.Builtin); !ok {
				stored = op.Call.Args
				if op != in && b.madeAt(r, op) && ssaflow.Leads(op, in) {
					return true // it may have stored what it made behind a pointer
				}
			}
		}
		for _, v := range stored {
			if got, ok := b.known(v); ok && got.RefersTo(r.Name) && op != in && ssaflow.Leads(op, in) {
				return true
			}
		}
	}
	return false
}

// known is what the analysis found of a value.
func (b *history) known(v ssa.Value) (known.Value, bool) {
	in, ok := v.(ssa.Instruction)
	if !ok {
		for i, p := range b.fn.Params {
			if p == v {
				got, ok := b.in.Get(paramTag(i)).(known.Value)
				return got, ok
			}
		}
		for i, f := range b.fn.FreeVars {
			if f == v {
				got, ok := b.in.Get(freeTag(i)).(known.Value)
				return got, ok
			}
		}
		return nil, false
	}
	got, ok := b.e.Operand(b.opOf[in], 0).(known.Value)
	return got, ok
}

// ofSlices reports whether the function is one of package slices, whose results
// do not depend on how much capacity there is.
func (b *history) ofSlices() bool {
	fn := b.fn
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	return fn.Pkg != nil && fn.Pkg.Pkg.Path() == "slices"
}

// storedBack finds the leaf to which the result of an append goes back, or of a call, where the slice
// was read there, as in s.items = append(s.items, x). It is none if there is one
// in each element of an array: they are different slices.
func (b *history) storedBack(in *ssa.Call) (leaf known.CellKey) {
	for _, arg := range appendedTo(in) {
		load, ok := arg.(*ssa.UnOp)
		if !ok || !types.Identical(arg.Type(), in.Type()) || !ssaflow.StoredTo(in, load.X) {
			continue
		}
		if at, ok := b.known(load.X); ok && len(at) == 1 && at[0].Kind == known.Pointer &&
			at[0].Region.Kind == known.LaneRegion && at[0].To == at[0].From+1 &&
			len(at[0].Region.Layout.Leaves[at[0].From].Shape) == 0 {
			return known.CellKey{Region: at[0].Region.Name, Leaf: at[0].From}
		}
	}
	return known.CellKey{}
}

// appendedTo are the arguments of a call that it may append to.
func appendedTo(call *ssa.Call) []ssa.Value {
	if ssaflow.IsAppend(call) {
		return call.Call.Args[:1]
	}
	return call.Call.Args
}

// maker is an instruction that makes memory of its own for what it gives.
type maker interface {
	ssa.Value
	ssa.Instruction
}

// shareGrowth gives one site, and so one memory, to the appends that append to what another of them returned, round and
// round, and to appends, or joins of strings, that give one value and cannot both run.
func (g *graph) shareGrowth(fn *ssa.Function) {
	reach := map[ssa.Value]map[ssa.Value]bool{}
	var makers []maker
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				if ssaflow.IsAppend(in) {
					makers = append(makers, in)
					reach[in] = map[ssa.Value]bool{}
					ssaflow.GrowthBefore(in.Call.Args[0], reach[in], map[ssa.Value]bool{})
				}
			case *ssa.BinOp:
				if ssaflow.IsJoin(in) && ssaflow.FirstJoined(in) == in {
					makers = append(makers, in)
				}
			}
		}
	}
	if len(makers) < 2 {
		return
	}
	meet := meetingGrowth(fn)
	for i, c := range makers {
		for _, d := range makers[:i] {
			clashes := func(e maker) bool {
				return g.sites[e] == g.sites[d] && (ssaflow.Leads(c, e) || ssaflow.Leads(e, c))
			}
			if reach[c][d] && reach[d][c] || meet(c, d) && !slices.ContainsFunc(makers[:i], clashes) {
				g.sites[c] = g.sites[d]
				break
			}
		}
	}
}

// meetingGrowth tells of two appends, or joins, whether one value may be either's: where branches meet, or as one
// result of the function.
func meetingGrowth(fn *ssa.Function) func(c, d ssa.Value) bool {
	var groups []map[ssa.Value]bool
	gather := func(values []ssa.Value) {
		group, seen := map[ssa.Value]bool{}, map[ssa.Value]bool{}
		for _, v := range values {
			ssaflow.GrowthBefore(v, group, seen)
		}
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	results := make([][]ssa.Value, fn.Signature.Results().Len())
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.Phi:
				gather([]ssa.Value{in})
			case *ssa.Return:
				for k, v := range in.Results {
					results[k] = append(results[k], v)
				}
			}
		}
	}
	for _, values := range results {
		gather(values)
	}
	return func(c, d ssa.Value) bool {
		return types.Identical(c.Type(), d.Type()) &&
			slices.ContainsFunc(groups, func(g map[ssa.Value]bool) bool { return g[c] && g[d] })
	}
}
