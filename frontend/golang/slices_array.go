package golang

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// arrayOf translates the conversion of a slice to an array: what is converted is a
// copy of the elements. A pointer to an array is one to the memory of the slice, and
// there is none to a part of that.
func (b *slicing) arrayOf(in *ssa.SliceToArrayPointer) {
	a := b.atom(in.X)
	at := gotypes.Pointee(in.Type()).Underlying().(*types.Array)
	if at.Len() == 0 || !onlyLoaded(in) {
		b.fail("the conversion of a slice to a pointer to an array is not available in batched code; convert it to " +
			"an array, or copy the elements: copy(a[:], s)")
	}
	b.checkSize(at)
	short := fmt.Sprintf("runtime error: cannot convert slice with length %%d to array or pointer to array with "+
		"length %d", at.Len())
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
	for _, r := range *v.Referrers() {
		if _, ref := r.(*ssa.DebugRef); ref {
			continue
		}
		if load, ok := r.(*ssa.UnOp); !ok || load.Op != token.MUL {
			return false
		}
	}
	return true
}
