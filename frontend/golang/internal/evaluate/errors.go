package evaluate

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// asks evaluates the functions of package errors that ask what an error is or wraps, and reports whether a name is
// that of one.
func (e *Evaluator) asks(in ssa.Instruction, fn *ssa.Function, name string, args []Datum) (d Datum, ok bool) {
	unknown := func() Datum {
		return poisoned(in, "asks whether an error is another that is not known when compiling")
	}
	switch {
	case name == "errors.Is":
		is, ok := e.isError(args[0], args[1])
		if !ok {
			return unknown(), true
		}
		return truthDatum(is), true
	case name == "errors.As":
		target, _ := args[1].Ref.(*Dynamic)
		if target == nil {
			return poisoned(in, "calls errors.As with a nil target"), true
		}
		found, is, ok := e.errorOfType(args[0], gotypes.Pointee(target.Type))
		if !ok {
			return unknown(), true
		}
		if is {
			e.store(in, e.pointee(in, target.Val), found)
		}
		return truthDatum(is), true
	case strings.HasPrefix(name, "errors.AsType"):
		typ := fn.TypeArgs()[0]
		found, is, ok := e.errorOfType(args[0], typ)
		if !ok {
			return unknown(), true
		}
		if !is {
			found = ZeroDatum(typ)
		}
		return Datum{Ref: Aggregate{found, truthDatum(is)}}, true
	}
	return Datum{}, false
}

// isError is errors.Is, but for errors whose types have a say in it.
func (e *Evaluator) isError(d, target Datum) (is, ok bool) {
	wanted, some := e.ErrorKey(target)
	return e.wraps(d, func(d Datum) (is, ok bool) {
		if hasMethod(d, "Is") {
			return false, false
		}
		key, known := e.ErrorKey(d)
		return known == some && key == wanted, true
	})
}

// errorOfType is what errors.As finds, and whether it finds anything, but for errors whose types have a say in it.
func (e *Evaluator) errorOfType(d Datum, typ types.Type) (found Datum, is, ok bool) {
	is, ok = e.wraps(d, func(d Datum) (is, ok bool) {
		found, is, ok = held(d, typ)
		return is, ok && (is || !hasMethod(d, "As"))
	})
	return found, is, ok
}

// wraps reports whether an error, or one that it wraps, is what is looked for, as far as that is known.
func (e *Evaluator) wraps(d Datum, is func(Datum) (is, ok bool)) (yes, ok bool) {
	if yes, ok = is(d); yes || !ok {
		return yes, ok
	}
	if hasMethod(d, "Unwrap") {
		inner, ok := e.Unwrapped(d)
		if !ok || inner.Ref == nil {
			return false, ok
		}
		return e.wraps(inner, is)
	}
	for _, inner := range WrappedBy(d) {
		if yes, ok = e.wraps(inner, is); yes || !ok {
			return yes, ok
		}
	}
	return false, true
}

// hasMethod reports whether what an interface holds has a method.
func hasMethod(d Datum, name string) bool {
	of, ok := d.Ref.(*Dynamic)
	return ok && gotypes.Selected(of.Type, name) != nil
}

// held is what an interface holds as a value of a type, and whether it holds one. It is not known whether an error that
// wraps others has a method Unwrap of the one kind or the other.
func held(x Datum, typ types.Type) (v Datum, holds, ok bool) {
	iface, toInterface := typ.Underlying().(*types.Interface)
	switch ref := x.Ref.(type) {
	case *Dynamic:
		if toInterface {
			return x, types.Implements(ref.Type, iface), true
		}
		return ref.Val, types.Identical(ref.Type, typ), true
	case *MadeError:
		if !toInterface {
			return Datum{}, false, true
		}
		holds = types.Implements(types.Universe.Lookup("error").Type(), iface)
		return x, holds, holds || len(ref.wraps) == 0 || gotypes.Selected(typ, "Unwrap") == nil
	}
	return Datum{}, false, true
}
