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

// errorOfType is what errors.As finds, and whether it finds anything, but for errors whose types have a say in it.
func (e *Evaluator) errorOfType(d Datum, typ types.Type) (found Datum, is, ok bool) {
	iface, toInterface := typ.Underlying().(*types.Interface)
	switch ref := d.Ref.(type) {
	case nil:
		return Datum{}, false, true
	case *Dynamic:
		switch {
		case toInterface && types.Implements(ref.Type, iface):
			return d, true, true
		case !toInterface && types.Identical(ref.Type, typ):
			return ref.Val, true, true
		case gotypes.Selected(ref.Type, "As") != nil:
			return Datum{}, false, false
		case gotypes.Selected(ref.Type, "Unwrap") != nil:
			inner, ok := e.Unwrapped(d)
			if !ok {
				return Datum{}, false, false
			}
			return e.errorOfType(inner, typ)
		}
		return Datum{}, false, true
	case *MadeError:
		if toInterface && types.Implements(types.Universe.Lookup("error").Type(), iface) {
			return d, true, true
		}
		if toInterface && len(ref.wraps) > 0 && gotypes.Selected(typ, "Unwrap") != nil { // which gives one or several
			return Datum{}, false, false
		}
	}
	for _, inner := range WrappedBy(d) {
		if found, is, ok = e.errorOfType(inner, typ); is || !ok {
			return found, is, ok
		}
	}
	return Datum{}, false, true
}
