package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// What is read of a choice (known/choice.go) is read of all options and selected;
// what is written is written to all, what was there to those that are not meant.
// That costs as many accesses as there are options, and nothing where a pointer is
// of one region. A pointer that is nil in some lanes is checked before it is read or
// written.

// adapt gives an atom the choice of another that has its options among its own.
func (b *coder) adapt(to, a known.Atom) known.Atom {
	if to.Region == nil || a.Region == nil || a.Region.Name == to.Region.Name || a.Kind != to.Kind {
		return a
	}
	if to.Region.Kind != known.ChoiceRegion {
		return b.settledOn(to, a)
	}
	if a.NilInArena() {
		a = b.arenaChoice(a)
	}
	a = a.Choice().WithIndices(len(to.Nums) - 1)
	sel := known.NoOption
	for i, o := range a.Region.Options {
		o.From += a.From - to.From
		k := known.Int64(int64(known.IndexOf(to.Region.Options, o)))
		if i == 0 && !a.Region.Nilable {
			sel = k
			continue
		}
		sel = b.selectNumber(program.I64, b.isNumber(a.Nums[0], int64(i)), k, sel)
	}
	a.Nums = slices.Clone(a.Nums)
	a.Nums[0], a.Region, a.From, a.To = sel, to.Region, to.From, to.To
	return a
}

// settledOn is a pointer or slice to a choice as one to the only option that is there yet, as where the others
// are made behind a call. If it is of none that is there, it is nil, or nothing looks at it.
func (b *coder) settledOn(to, a known.Atom) known.Atom {
	if a.Region.Kind != known.ChoiceRegion {
		return a
	}
	k := known.IndexOf(a.Region.Options, known.Option{Region: to.Region, From: to.From - a.From})
	switch {
	case k < 0 && to.Kind == known.Slice:
		return known.NilSlice(to)
	case k < 0:
		none := to
		none.Nums = make([]program.Operand, len(to.Nums))
		for i := range none.Nums {
			none.Nums[i] = known.Int64(0)
		}
		if to.NilInArena() {
			none.Nums[0] = known.NoOption
		}
		return none
	}
	only := to
	only.Nums = slices.Clone(a.Region.Options[k].Indices(a.Nums))
	if to.NilInArena() {
		only.Nums[0] = b.selectNumber(program.I64, b.isNumber(a.Nums[0], int64(k)), only.Nums[0], known.NoOption)
	}
	return only
}

// arenaChoice makes a pointer to an arena one to a choice of it, whose selector says whether it is
// nil.
func (b *coder) arenaChoice(a known.Atom) known.Atom {
	at := a.Nums[0]
	null := b.isNumber(at, -1)
	a = a.Choice()
	a.Nums[0] = b.selectNumber(program.I64, null, known.NoOption, known.Int64(0))
	a.Nums[1] = b.selectNumber(program.I64, null, known.Int64(0), at)
	return a
}

// numbersShape is the shape of the first of some numbers of pointers that has one: of
// an array of pointers each has its own.
func (b *coder) numbersShape(numbers ...program.Operand) []int {
	if !b.emitting() {
		return nil
	}
	for _, o := range numbers {
		if o.IsLiteral() {
			continue
		}
		if u := b.uniforms[o.Name]; u != nil {
			if len(u.Type.Shape) > 0 {
				return u.Type.Shape
			}
			continue
		}
		if shape := b.out.VarDefs.Def(o.Name).Type.Leaf().Shape; len(shape) > 0 {
			return shape
		}
	}
	return nil
}

// isNumber compares a number of a pointer, or of each in an array, with a constant.
func (b *coder) isNumber(o program.Operand, k int64) program.Operand {
	shape := b.numbersShape(o)
	if len(shape) == 0 {
		return b.op("eq", program.I64, o, known.Int64(k))
	}
	lf := known.Leaf{Dtype: program.I64, Shape: shape}
	return b.tensorOp(program.TensorType{Dtype: program.Bool, Shape: shape}, "eq", program.I64, o,
		b.shaped(known.Int64(k), lf))
}

// selectNumber selects a number of what refers, or of each in an array.
func (b *coder) selectNumber(d program.Dtype, cond, x, y program.Operand) program.Operand {
	shape := b.numbersShape(cond, x, y)
	if len(shape) == 0 {
		return b.op("select", d, cond, x, y)
	}
	lf := known.Leaf{Dtype: d, Shape: shape}
	return b.tensorOp(lf.Tensor(), "select", d, cond, b.shaped(x, lf), b.shaped(y, lf))
}

// eachOption calls do with the place in each option, and whether it is meant.
// In the others the place is the first one, which is always there.
func (b *heap) eachOption(p place, do func(q place, meant program.Operand)) {
	b.notNil(p.reg, p.index[0])
	for k, o := range p.reg.Options {
		meant := truth(true)
		if len(p.reg.Options) > 1 {
			meant = b.op("eq", program.I64, p.index[0], known.Int64(int64(k)))
		}
		b.ensureLanes(o.Region)
		q := place{reg: o.Region, from: o.From + p.from, to: o.From + p.to, elem: p.elem, there: p.there}
		for _, i := range o.Indices(p.index) {
			if meant != truth(true) {
				i = b.op("select", program.I64, meant, i, known.Int64(0))
			}
			q.index = append(q.index, i)
		}
		do(q, meant)
	}
}

// readChoice reads a place of a choice.
func (b *heap) readChoice(p place) known.Value {
	var got known.Value
	b.eachOption(p, func(q place, meant program.Operand) {
		v := b.readOption(q, meant)
		if got == nil {
			got = v
			return
		}
		got = b.selected(meant, v, got)
	})
	return got
}

// readOption reads a place where it is meant. Elsewhere the indices are 0, which other memory has, but what all lanes
// share may have no element at all.
func (b *heap) readOption(q place, meant program.Operand) known.Value {
	if q.reg.Kind != known.UniformRegion || q.reg.Text {
		return b.read(q)
	}
	lf := known.Leaf{Dtype: q.reg.Layout.Leaves[q.from].Dtype, GoType: q.reg.Layout.Leaves[q.from].GoType}
	got := b.variableOf(lf.Dtype, "shared", program.Lit(lf.Dtype, 0))
	b.when(meant, func() { b.reassign(got, b.read(q)[0].Nums[0]) })
	return known.Value{known.NumberAtom(lf, got)}
}

// writeChoice writes a place of a choice.
func (b *heap) writeChoice(p place, v known.Value) {
	b.eachOption(p, func(q place, meant program.Operand) {
		if meant == truth(true) {
			b.write(q, v)
			return
		}
		b.write(q, b.selected(meant, v, b.read(q)))
	})
}

// selected gives v where meant holds and w elsewhere.
func (b *heap) selected(meant program.Operand, v, w known.Value) known.Value {
	joined, _ := w.Join(v)
	out := joined.(known.Value).Clone()
	v, w = b.coerce(out, v), b.coerce(out, w)
	for i := range out {
		x, y := v[i:i+1].Flat(nil), w[i:i+1].Flat(nil)
		leaves := out[i : i+1].NumberLeaves(nil)
		for j, o := range out[i : i+1].Flat(nil) {
			switch {
			case *x[j] == *y[j] && !known.IsVarying(*x[j]):
				*o = *x[j]
			case out[i].Kind == known.Number && len(out[i].Leaf.Shape) > 0:
				lf := out[i].Leaf
				*o = b.tensorOp(lf.Tensor(), "select", lf.Dtype, meant, b.shaped(*x[j], lf), b.shaped(*y[j], lf))
			case out[i].Kind == known.Number:
				*o = b.op("select", out[i].Leaf.Dtype, meant, *x[j], *y[j])
			default:
				*o = b.selectNumber(leaves[j].Dtype, meant, *x[j], *y[j])
			}
		}
	}
	return out
}

// coerce gives v the structure of the joined value to: nil becomes a nil slice,
// what is of one region or table one of the choice or family, and what can only be nil becomes nil.
func (b *heap) coerce(to, v known.Value) known.Value {
	out := make(known.Value, len(v))
	for i := range v {
		out[i] = v[i]
		switch {
		case to[i].Kind == known.Conflict || to[i].Kind == known.Broken || to[i].Kind == known.Nothing:
			// It has no numbers. A call is given nil where what is loaded may refer to what is made later alone.
			out[i] = to[i]
			continue
		case to[i].Kind == known.OneOf:
			out[i] = b.asOneOf(to[i], v[i])
			continue
		case to[i].Kind == known.Text:
			out[i] = to[i]
			continue
		case to[i].Kind == known.Slice && v[i].IsEmptyText():
			out[i] = known.EmptyText(to[i])
			b.ensureLanes(to[i].Region)
		case to[i].Kind == known.Slice && v[i].IsText():
			v = slices.Clone(v)
			v[i] = b.textBytes(v[i])
			out[i] = v[i]
		case v[i].Kind == known.Nothing && to[i].Kind == known.Slice || v[i].Region != v[i].EmptyOf(to[i]).Region:
			if out[i] = v[i].EmptyOf(to[i]); v[i].Kind == known.Nothing {
				out[i] = known.NilSlice(to[i])
			}
			b.ensureLanes(to[i].Region)
		case v[i].Kind == known.Nothing && to[i].Kind == known.Pointer &&
			(to[i].Region.Kind == known.TableRegion || to[i].Region.Nilable):
			_, out[i] = to[i].OrNil(v[i])
		}
		if to[i].Region != nil && to[i].Region.Family != nil && v[i].Region != nil && v[i].Region.Family == nil {
			_, out[i] = known.Lifted(to[i], v[i])
		}
		out[i] = b.adapt(to[i], out[i])
		if len(v[i].Parts) > 0 && len(v[i].Parts) == len(to[i].Parts) {
			out[i].Parts = b.coerce(to[i].Parts, v[i].Parts)
		}
	}
	return out
}

// asAnalysed is what the current instruction gives as the analysis has it: that has the options too of instances that
// were called before more was known, and of memory that an append made then. What follows is emitted for all of them.
func (b *heap) asAnalysed(result known.Value) known.Value {
	if to, ok := b.e.Operand(b.opOf[b.cur], 0).(known.Value); ok && b.emitting() && len(to) == len(result) {
		return b.coerce(to, result)
	}
	return result
}

// unknownYet stands for what the current instruction gives where it was refused, so that the rest of the function may
// have more to say.
func (b *heap) unknownYet() known.Value {
	v, _ := b.e.Operand(b.opOf[b.cur], 0).(known.Value)
	v = v.Clone()
	leaves := v.NumberLeaves(nil)
	for i, o := range v.Flat(nil) {
		if known.IsVarying(*o) {
			*o = program.Lit(leaves[i].Dtype, 0)
		}
	}
	return v
}

// ensureLanes is ensure where memory is each lane's own.
func (b *heap) ensureLanes(r *known.Region) {
	if b.emitting() && r.Kind == known.LaneRegion {
		b.ensure(r)
	}
}

// ensure gives the memory of an option its variables, and zeros where the
// function begins: the lanes that mean another one may not have made it.
func (b *heap) ensure(r *known.Region) {
	if b.ensured[r.Name] || b.in.Get(r.Name) != nil {
		return
	}
	b.ensured[r.Name] = true
	m := b.remember(r, b.f.name+"."+r.Name, nil)
	var to []string
	var from []program.Operand
	for k, lf := range r.Layout.Leaves {
		t, f := b.assignment(m, k, zeroAtom(lf))
		to, from = append(to, t...), append(from, f...)
	}
	if op := copyOp(to, from, b.at); op != nil {
		entry := b.emission.graph.Blocks[0]
		entry.Instrs = append([]program.Instr{op}, entry.Instrs...)
	}
}
