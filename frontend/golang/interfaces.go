package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Interfaces: what they hold is known.

// box puts a value into an interface.
func (b *boxing) box(in *ssa.MakeInterface) {
	if gotypes.IsError(in.Type()) {
		b.defineNumber(b.errorOf(in))
		return
	}
	parts := b.settleAll(b.value(in.X))
	t := in.X.Type()
	if r := b.kept.boxes(t); r != nil {
		at := b.takeArena(r, t)
		b.write(b.derefAtom(at), parts)
		b.define(known.Value{{Kind: known.Boxed, Type: t, Parts: known.Value{at}, Elem: t}})
		return
	}
	if parts.Depth() >= maxHeld && !b.wantBoxes(t) {
		b.fail("interfaces that hold one another, one at each level of a recursion, are as many as the run makes; " +
			"say how many are enough (-make-cap N, lockstep.MakeCap)")
	}
	b.define(known.Value{{Kind: known.Boxed, Type: t, Parts: parts}})
}

// errorOf is the code of a value as an error.
func (b *operands) errorOf(in *ssa.MakeInterface) program.Operand {
	v, t := b.value(in.X), in.X.Type()
	field, wraps := b.wrappedField(t)
	if !wraps {
		b.checkIdentity(t)
	}
	if d, _, ok := datumOf(v, t); ok {
		// All that it carries is known: one error a value.
		return program.Lit(program.I32, b.codeOf(evaluate.Datum{Ref: &evaluate.Dynamic{Type: t, Val: d}}))
	}
	varies := evaluate.Datum{Ref: &evaluate.Poison{At: in.Pos(), Why: "varies from lane to lane"}}
	says, _ := b.evaluator.ErrorText(evaluate.Datum{Ref: &evaluate.Dynamic{Type: t, Val: varies}})
	if wraps {
		if inner, ok := b.innerError(v, t, field); ok {
			return b.wrapping(in, says, inner)
		}
		b.checkIdentity(t)
	}
	if code, ok := b.enumerated(in, says, v); ok {
		return code
	}
	code := b.errorCode(in, says, "")
	b.wraps.setType(int(code.Bits), t)
	return code
}

// unboxed is the value that an interface holds.
func (b *heap) unboxed(a known.Atom) known.Value {
	if a.Elem == nil {
		return a.Parts
	}
	return b.read(b.derefAtom(a.Parts[0]))
}

// rebox converts an interface to another one.
func (b *boxing) rebox(in *ssa.ChangeInterface) {
	a := b.atom(in.X)
	switch {
	case gotypes.IsError(in.Type()) && !gotypes.IsError(in.X.Type()):
		if a.Kind == known.Nothing {
			b.defineNumber(program.Lit(program.I32, 0))
			return
		}
		if a.Kind == known.OneOf {
			b.refuseKind(a, in.Type())
		}
		b.checkIdentity(in.X.Type())
		b.wraps.untold = true
		b.defineNumber(b.errorCode(in, gotypes.Short(in.X.Type()), ""))
	case gotypes.IsError(in.X.Type()) && !gotypes.IsError(in.Type()):
		b.define(known.Value{known.ConflictOf("it holds an error")})
	default:
		b.define(known.Value{a})
	}
}

// assert translates a type assertion: the dynamic type is known, but for errors.
func (b *boxing) assert(in *ssa.TypeAssert) {
	a := b.atom(in.X)
	if a.Kind == known.OneOf {
		b.assertOneOf(in, a)
		return
	}
	if a.Kind != known.Boxed && a.Kind != known.Nothing {
		if a.Kind == known.Number {
			b.assertError(in, a.Nums[0])
			return
		}
		b.refuseKind(a, in.X.Type())
	}
	holds := false
	var v known.Value
	if a.Kind == known.Boxed {
		if iface, ok := in.AssertedType.Underlying().(*types.Interface); ok {
			holds = types.Implements(a.Type, iface)
			v = known.Value{a}
		} else if holds = types.Identical(a.Type, in.AssertedType); holds {
			v = b.unboxed(a)
		}
	}
	b.asserted(in, holds, v)
}

// asserted defines what a type assertion gives that holds in all lanes, or in none.
func (b *boxing) asserted(in *ssa.TypeAssert, holds bool, v known.Value) {
	if !holds && !in.CommaOk {
		b.never(faultPanic, "interface conversion")
	}
	if !holds {
		v = b.zero(in.AssertedType)
	}
	if in.CommaOk {
		v = append(append(known.Value(nil), v...), known.ScalarOf(program.Bool, truth(holds))...)
	}
	b.define(v)
}
