package golang

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// place is where a pointer points to.
type place struct {
	reg      *known.Region
	from, to int
	index    []program.Operand
	elem     types.Type
	there    bool // nobody has to look whether its indices are in range
}

// deref resolves a pointer that is read or written.
func (b *operands) deref(v ssa.Value) place {
	a := b.atom(v)
	switch a.Kind {
	case known.Pointer:
	case known.Nothing:
		b.nilDereference()
	default:
		b.refuseKind(a, v.Type())
	}
	return b.derefAtom(a)
}

// derefAtom is the place that a pointer points to, once its check is done.
func (b *coder) derefAtom(a known.Atom) place {
	a = b.settled(a)
	return place{reg: a.Region, from: a.From, to: a.To, index: a.Nums, elem: a.Elem}
}

// settled does the check that a pending pointer still needs.
func (b *coder) settled(a known.Atom) known.Atom {
	if a.Kind != known.Pointer || !a.Pending {
		return a
	}
	n := len(a.Nums)
	off, i, length := a.Nums[n-3], a.Nums[n-2], a.Nums[n-1]
	i = b.op("checkindex", program.I64, i, length)
	a.Nums = append(slices.Clone(a.Nums[:n-3]), b.sum(off, i))
	a.Pending = false
	return a
}

// sum adds indices.
func (b *coder) sum(x, y program.Operand) program.Operand {
	switch zero := known.Int64(0); {
	case x == zero:
		return y
	case y == zero:
		return x
	}
	return b.op("add", program.I64, x, y)
}

// difference subtracts an index from another.
func (b *coder) difference(x, y program.Operand) program.Operand {
	if y == known.Int64(0) {
		return x
	}
	return b.op("sub", program.I64, x, y)
}

// fieldAddr is the address of a field.
func (b *addressing) fieldAddr(in *ssa.FieldAddr) {
	a := b.atom(in.X)
	if a.Kind != known.Pointer {
		b.deref(in.X)
	}
	if !ssaflow.Dereferenced(in) {
		b.notNilPointer(a)
	}
	st := gotypes.Pointee(in.X.Type())
	from, to := b.layouts.Of(st).Field(in.Field)
	a.From, a.To = a.From+from, a.From+to
	a.Elem = gotypes.Pointee(in.Type())
	b.define(known.Value{a})
}

// indexAddr is the address of an element. Its bounds are checked when it is
// read or written, as Go does, unless the address goes elsewhere.
func (b *addressing) indexAddr(in *ssa.IndexAddr) {
	a := b.atom(in.X)
	i := b.index(in.Index)
	elem := gotypes.Pointee(in.Type())
	switch a.Kind {
	case known.Pointer:
		a = b.settled(a)
		if !ssaflow.Dereferenced(in) {
			b.notNilPointer(a)
		}
		at := gotypes.Pointee(in.X.Type()).Underlying().(*types.Array)
		if (at.Len() == 0 || !ssaflow.Dereferenced(in)) && !(i.IsLiteral() && i.Bits < uint64(at.Len())) {
			i = b.op("checkindex", program.I64, i, known.Int64(at.Len()))
		}
		a.Nums = append(slices.Clone(a.Nums), i)
	case known.Slice:
		n := len(a.Nums)
		off, length := a.Nums[n-3], a.Nums[n-2]
		if off == known.Int64(0) && length.IsLiteral() && b.wholeAxis(a, n-3, length.Bits) && ssaflow.Dereferenced(in) {
			a.Nums = append(slices.Clone(a.Nums[:n-3]), i)
		} else {
			a.Nums = append(slices.Clone(a.Nums[:n-2]), i, length)
			a.Pending = true
		}
		a.Kind = known.Pointer
	case known.Nothing:
		if _, isSlice := in.X.Type().Underlying().(*types.Slice); isSlice {
			b.never(faultIndex, "")
		} else {
			b.nilDereference()
		}
	default:
		b.refuseKind(a, in.X.Type())
	}
	a.Elem = elem
	if !ssaflow.Dereferenced(in) {
		a = b.settled(a)
	}
	b.define(known.Value{a})
}

// wholeAxis reports whether an axis of what a slice is of has n elements.
func (b *coder) wholeAxis(a known.Atom, axis int, n uint64) bool {
	if a.Region.Family != nil || a.Region.Kind == known.ChoiceRegion {
		return false // the members' lengths differ
	}
	for k := a.From; k < a.To; k++ {
		if shape := b.shapeOf(a.Region, k); axis >= len(shape) || uint64(shape[axis]) != n {
			return false
		}
	}
	return a.From < a.To
}

// shapeOf is the event shape of a leaf of a region.
func (b *coder) shapeOf(r *known.Region, k int) []int {
	if r.Table != nil {
		return r.Table.(*variableTable).leaves[k].Shape
	}
	return r.Layout.Leaves[k].Shape
}

// index returns an index as an i64 operand. An unsigned index of 2⁶³ or more
// becomes negative, which is out of range as well.
func (b *operands) index(v ssa.Value) program.Operand {
	d, _ := known.DtypeOf(v.Type().Underlying().(*types.Basic))
	if c, ok := v.(*ssa.Const); ok {
		return program.Lit(program.I64, evaluate.ConstBits(c.Value, program.I64))
	}
	o := b.scalar(v)
	if d == program.I64 {
		return o
	}
	return b.op("convert_i64", d, o)
}

// tablePlace is where an array is that is loaded as a whole from a table, which nothing changes: as in a loop over it,
// whose elements are read there. The whole array may have no value here, as one of texts.
func (b *addressing) tablePlace(array ssa.Value) (p place, ok bool) {
	load, ok := array.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return p, false
	}
	a, ok := b.tableAddress(load.X)
	if !ok || a.Kind != known.Pointer || a.Region.Kind != known.TableRegion || a.Pending {
		return p, false
	}
	return b.derefAtom(a), true
}

// tableAddress is the address of a package-level variable or of a field of it.
func (b *addressing) tableAddress(addr ssa.Value) (a known.Atom, ok bool) {
	switch addr := addr.(type) {
	case *ssa.Global:
		return b.globalAddress(addr)[0], true
	case *ssa.FieldAddr:
		if a, ok = b.tableAddress(addr.X); !ok || a.Kind != known.Pointer {
			return a, false
		}
		from, to := b.layouts.Of(gotypes.Pointee(addr.X.Type())).Field(addr.Field)
		a.From, a.To, a.Elem = a.From+from, a.From+to, gotypes.Pointee(addr.Type())
		return a, true
	}
	return a, false
}

// indexValue reads an element of an array value or a string.
func (b *addressing) indexValue(in *ssa.Index) {
	at, ok := in.X.Type().Underlying().(*types.Array)
	if !ok {
		b.byteAt(in)
		return
	}
	l := b.layouts.Of(at)
	i := b.index(in.Index)
	if p, ok := b.tablePlace(in.X); ok {
		p.index, p.elem = append(slices.Clone(p.index), i), at.Elem()
		b.define(b.read(p))
		return
	}
	v := b.value(in.X)
	out := make(known.Value, len(v))
	for k, a := range v {
		lf := l.Leaves[k]
		rest := lf
		rest.Shape = lf.Shape[1:]
		switch a.Kind {
		case known.Conflict:
			b.refuseKind(a, in.Type())
		case known.Number:
		default:
			if !i.IsLiteral() || i.Bits >= uint64(at.Len()) {
				i = b.op("checkindex", program.I64, i, known.Int64(at.Len()))
			}
			out[k] = b.elementOf(a, rest, []program.Operand{i}, "")
			continue
		}
		out[k] = known.NumberAtom(rest, b.element(b.shaped(a.Nums[0], lf), rest, []program.Operand{i}))
	}
	b.define(out)
}
