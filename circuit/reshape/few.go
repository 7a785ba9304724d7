package reshape

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The limits of the search for few values.
const (
	fewMost = 16      // how many values are few
	fewWork = 1 << 16 // instructions to look at before giving up
)

// few are the variables that can only have a few values at a place, and these, in order. Only scalars are looked at.
type few map[string][]uint64

// fewValues finds which values variables can have in a body, where they are few: a counter of a loop that was written
// out, behind the loop, and what was chosen among such. The last bits of any number are few values too, but an array
// with such indices is left to machines, which see what else is done with it.
type fewValues struct {
	p    *program.Program
	f    *program.Shape
	work int
}

func (v *fewValues) solve() []few {
	at := make([]few, v.f.Len())
	at[0] = few{}
	pending, waits := []int{0}, flow.NewSet(v.f.Len())
	for len(pending) > 0 {
		b := pending[0]
		pending = pending[1:]
		waits.Remove(b)
		blk := v.f.Blocks[b]
		if v.work += len(blk.Instrs); v.work > fewWork {
			return nil
		}
		end := maps.Clone(at[b])
		for _, in := range blk.Instrs {
			v.step(in, end)
		}
		for _, label := range blk.Term.Targets() {
			to := v.f.Index(label)
			if to == v.f.Exit() {
				continue
			}
			if either(&at[to], end) && !waits.Has(to) {
				waits.Add(to)
				pending = append(pending, to)
			}
		}
	}
	return at
}

// either adds what is known on another way to what is known at a block, and reports whether that changes it.
func either(at *few, end few) bool {
	if *at == nil {
		*at = maps.Clone(end)
		return true
	}
	changed := false
	for name, values := range *at {
		all := union(values, end[name])
		if end[name] == nil || all == nil {
			delete(*at, name)
			changed = true
		} else if len(all) > len(values) {
			(*at)[name] = all
			changed = true
		}
	}
	return changed
}

// union returns the values of both, or nil if they are many.
func union(a, b []uint64) []uint64 {
	all := slices.Concat(a, b)
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > fewMost {
		return nil
	}
	return all
}

// of returns the values that an operand can have, or nil if they are many.
func (v *fewValues) of(o program.Operand, k few) []uint64 {
	if o.IsLiteral() {
		return []uint64{o.Bits}
	}
	return k[o.Name]
}

// step changes k by what an instruction does.
func (v *fewValues) step(in program.Instr, k few) {
	var results [][]uint64
	op, ok := in.(*program.PrimOp)
	if ok {
		results = make([][]uint64, len(op.Out))
		if op.Op == program.OpCopy && len(op.In) == len(op.Out) {
			for i, o := range op.In {
				results[i] = v.of(o, k)
			}
		} else if len(op.Out) == 1 {
			results[0] = v.value(op, k)
		}
	}
	for _, name := range program.Writes(in, nil) {
		delete(k, name)
	}
	for i, values := range results {
		name := op.Out[i].Name
		if t, ok := v.p.TensorTypeOf(name); ok && values != nil && len(t.Shape) == 0 && !op.Out[i].Push {
			k[name] = values
		}
	}
}

// value returns the values that an operation on integers can give, or nil if they are many.
func (v *fewValues) value(op *program.PrimOp, k few) []uint64 {
	row := op.Op.Info().Row
	switch form := op.Op.Form(); {
	case form == optab.Const:
		return []uint64{op.In[0].Bits}
	case form != optab.Elementwise, !op.Op.Info().Out.IsInt(), op.Op.CanFault(),
		row.Has(optab.Math), row.Has(optab.Unbounded):
		return nil
	case row.Name == "select":
		a, b := v.of(op.In[1], k), v.of(op.In[2], k)
		if a == nil || b == nil {
			return nil
		}
		return union(a, b)
	}
	all, _ := v.each(&program.Definition{Op: op.Op, In: slices.Clone(op.In)}, 0, k, nil)
	return all
}

// each adds the values of an operation, whose operands before the i-th are literals, for all values of the others. It
// reports whether they are still few.
func (v *fewValues) each(d *program.Definition, i int, k few, all []uint64) ([]uint64, bool) {
	if i == len(d.In) {
		all = union(all, []uint64{d.Value(nil, nil)})
		return all, all != nil
	}
	o := d.In[i]
	defer func() { d.In[i] = o }()
	values := v.of(o, k)
	ok := values != nil
	for _, x := range values {
		if !o.IsLiteral() {
			t, _ := v.p.TensorTypeOf(o.Name)
			d.In[i] = program.Lit(t.Dtype, x)
		}
		if all, ok = v.each(d, i+1, k, all); !ok {
			return nil, false
		}
	}
	return all, ok
}
