package golang

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// What a function is given and gives back.

// nameResults gives variables to the results of a call of a function, with the names of
// what they are assigned to.
func (b *body) nameResults(fn *ssa.Function, v known.Value) (known.Value, []string) {
	in, ok := b.cur.(*ssa.Call)
	if !ok {
		return b.materialise(b.f.name+".t", v, fn.Signature.Results())
	}
	tuple, ok := in.Type().(*types.Tuple)
	if !ok {
		return b.materialise(b.nameFor(in), v, in.Type())
	}
	hints := make([]string, tuple.Len())
	for _, r := range *in.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && hints[x.Index] == "" {
			hints[x.Index] = b.hints[x]
		}
	}
	l := b.layouts.Of(tuple)
	made := v.Clone()
	var names []string
	for i, h := range hints {
		if h == "" {
			h = "t"
		}
		from, to := l.Field(i)
		m, n := b.materialise(b.f.name+"."+h, made[from:to], tuple.At(i).Type())
		copy(made[from:to], m)
		names = append(names, n...)
	}
	return made, names
}

// receive notes what the caller's memory refers to.
func (b *body) receive() {
	for _, c := range b.callerRegions() {
		b.raiseCells(c.Region, c.Cells)
	}
}

// results returns from the function.
func (b *body) results(in *ssa.Return) {
	var v known.Value
	for _, r := range in.Results {
		v = append(v, b.settleAll(b.value(r))...)
	}
	if b.e.Operator().(operator).copies {
		v = b.copyResults(v)
	}
	if b.emitting() {
		b.emitReturn(v)
		return
	}
	outs := []instance.Tagged{{Tag: resultTag, Operand: b.abstract(v)}}
	// Regions of this function that the caller comes to know.
	made := known.NewRenaming(func(r *known.Region) *known.Region { return r })
	made.Value(v)
	for _, c := range b.callerRegions() {
		made.To[c.Region.Name] = c.Region
		t, _ := b.ctx.Read(known.TouchedKey{Region: c.Region.Name}).(known.Touched)
		outs = append(outs, instance.Tagged{Tag: c.Region.Name, Operand: t})
		if cells, any := b.cells(c.Region); any {
			made.Value(cells)
			outs = append(outs, instance.Tagged{Tag: cellsTag(c.Region.Name),
				Operand: known.Contents{Region: c.Region, Cells: cells}})
		}
	}
	var news known.MadeRegions
	for i := 0; i < len(made.Order); i++ {
		r := made.Order[i]
		if b.in.Get(r.Name) != nil {
			continue
		}
		cells, _ := b.cells(r)
		made.Value(cells)
		news = append(news, known.Contents{Region: r, Cells: cells})
	}
	outs = append(outs, instance.Tagged{Tag: madeTag, Operand: news.Sorted()})
	bundle, _ := instance.NewBundle(outs...)
	_ = b.ctx.Return(bundle) // the context records the problem
}

// cells returns the static parts of a region's leaves, and whether it has any.
func (b *heap) cells(r *known.Region) (known.Value, bool) {
	cells := make(known.Value, len(r.Layout.Leaves))
	any := false
	for k, lf := range r.Layout.Leaves {
		if lf.Ref == nil {
			cells[k] = known.NumberAtom(lf, known.Varying())
			continue
		}
		any = true
		cells[k] = b.cell(r, k)
	}
	return b.abstract(cells), any
}

// emitReturn copies the results, and the memory that the caller gets, to their
// variables.
func (b *body) emitReturn(v known.Value) {
	var from []program.Operand
	given := b.coerce(b.f.ret, v).Flat(nil)
	for i, o := range b.f.ret.Flat(nil) {
		if !o.IsLiteral() && !b.isUniform(o.Name) {
			from = append(from, *given[i])
		}
	}
	for _, part := range b.f.taken {
		m := b.memory(part.region)
		cell := known.Value{known.NumberAtom(part.region.Layout.Leaves[part.leaf], known.Varying())}
		if part.region.Layout.Leaves[part.leaf].Ref != nil {
			cell = known.Value{b.cell(part.region, part.leaf)}
		}
		have := b.coerce(cell, m.atoms[part.leaf:part.leaf+1]).Flat(nil)
		for i, o := range cell.Flat(nil) {
			if known.IsVarying(*o) {
				from = append(from, *have[i])
			}
		}
	}
	b.copy(b.f.results, from)
	b.block.Term = program.GotoOp{Target: program.Exit, Pos: b.at}
}

// madeBefore reports whether every way to the current instruction makes a
// region, if an instruction of this function does.
func (b *heap) madeBefore(name string) bool {
	site, _, _ := strings.Cut(name, ".")
	in := b.makers[site]
	if in == nil || b.cur == nil {
		return true
	}
	if in.Block() == b.cur.Block() {
		return b.opOf[in] <= b.opOf[b.cur]
	}
	return in.Block().Dominates(b.cur.Block())
}
