package golang

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// arrayOf translates the conversion of a slice to an array: what is converted is a
// copy of the elements. A pointer to an array is one to the memory of the slice. There is none to a part of that, but
// where elements are all that it is used for, the slice itself, cut to the length, leads to the same ones.
func (b *slicing) arrayOf(in *ssa.SliceToArrayPointer) {
	a := b.atom(in.X)
	at := gotypes.Pointee(in.Type()).Underlying().(*types.Array)
	loaded := onlyLoaded(in)
	if at.Len() == 0 || !loaded && !onlyElements(in) {
		b.fail("the conversion of a slice to a pointer to an array is available in batched code where the function " +
			"itself uses its elements, p[i] or p[:]; convert it to an array, or copy the elements: copy(a[:], s)")
	}
	b.checkSize(at)
	short := fmt.Sprintf("runtime error: cannot convert slice to array or pointer to array with length %d: it is "+
		"shorter", at.Len())
	switch {
	case a.Kind == known.Nothing:
		b.never(faultPanic, short)
	case a.Kind != known.Slice:
		b.refuseKind(a, in.X.Type())
	}
	n, length := known.Int64(at.Len()), a.Nums[len(a.Nums)-2]
	if length.IsLiteral() && int64(length.Bits) < at.Len() {
		b.never(faultPanic, short)
	}
	if b.emitting() && !length.IsLiteral() {
		few, enough := b.newBlock("short"), b.newBlock("long")
		few.Term = program.FaultOp{Code: faultPanic, Msg: short, Pos: b.at}
		b.block.Term = program.BranchOp{Cond: b.op("lt", program.I64, length, n), Then: few.Name, Else: enough.Name,
			Pos: b.at}
		b.block = enough
	}
	if !loaded {
		a.Nums = slices.Clone(a.Nums)
		a.Nums[len(a.Nums)-2], a.Nums[len(a.Nums)-1] = n, n
		b.define(known.Value{a})
		return
	}
	r := b.site(in, "", at)
	b.make(r, nil, "array")
	to := known.Atom{Kind: known.Slice, Region: r, To: len(r.Layout.Leaves), Elem: at.Elem(),
		Nums: []program.Operand{known.Int64(0), n, n}}
	b.each(n, func(i program.Operand) {
		v := b.read(b.elementAt(a, i))
		b.write(b.elementAt(to, i), v)
	})
	b.define(known.Value{{Kind: known.Pointer, Region: r, To: len(r.Layout.Leaves), Elem: at}})
}

// onlyLoaded reports whether a pointer is used for nothing but to load what it points
// to.
func onlyLoaded(v ssa.Value) bool {
	return !slices.ContainsFunc(ssaflow.Uses(v), func(use ssa.Instruction) bool {
		load, ok := use.(*ssa.UnOp)
		return !ok || load.Op != token.MUL
	})
}

// onlyElements reports whether a pointer to an array is used for nothing but to get to elements, or slices, of it.
func onlyElements(v ssa.Value) bool {
	return !slices.ContainsFunc(ssaflow.Uses(v), func(use ssa.Instruction) bool {
		switch use.(type) {
		case *ssa.IndexAddr, *ssa.Slice:
			return false
		}
		return true
	})
}
