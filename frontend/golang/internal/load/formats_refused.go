package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load/bodies/format"
)

// Why a call stays one of package fmt, in words that follow "lanes cannot have it: fmt.Sprintf". Whether that matters
// is known where its text is used, so the reasons are kept by the places of the calls.

// noteUnformatted keeps why a call that makes a text was left as it is.
func (l *View) noteUnformatted(f *formatted) {
	name := f.callee()
	if _, ok := formatting[name]; !ok || f.why == "" {
		return
	}
	if l.unformatted == nil {
		l.unformatted = map[token.Pos]string{}
	}
	l.unformatted[f.call.Lparen] = path.Base(name) + " " + f.why
}

// Unformatted is why lanes cannot have the text of the call that has its parenthesis at some place, or "".
func (l *View) Unformatted(at token.Pos) string { return l.unformatted[at] }

// verbsOf are the verbs that lanes have for operands of a kind.
var verbsOf = map[kind]struct{ of, verbs string }{
	signedKind:   {"integers", "%d, %b, %o, %O, %x, %X, %c, %q, %U and %v"},
	unsignedKind: {"integers", "%d, %b, %o, %O, %x, %X, %c, %q, %U and %v"},
	float32Kind:  {"floats", "%e, %E, %f, %g, %G and %v"},
	float64Kind:  {"floats", "%e, %E, %f, %g, %G and %v"},
	textKind:     {"strings", "%s, %q, %x, %X and %v"},
	bytesKind:    {"slices of bytes", "%s, %q, %x and %X"},
	boolKind:     {"bools", "%t and %v"},
}

// whyNotVerb is why an operand cannot be formatted by a verb as it is written, or as Sprint does if that is "".
func (f *formatted) whyNotVerb(shown string, v verb, arg ast.Expr) string {
	if v.letter == '*' || v.letter == '[' {
		return whyNotRead(shown)
	}
	typ := types.Default(f.t.Info.Types[arg].Type)
	prints := "prints a value of type " + gotypes.Short(typ)
	if shown != "" {
		prints = "has " + shown + " for a value of type " + gotypes.Short(typ)
	}
	if hasFunction(arg) {
		return prints + " with a function literal in it; put the value into a variable first"
	}
	if v.letter == 'T' {
		return prints + "; %T is there for variables and constants whose type is known, without a width"
	}
	k := f.kindOf(v, arg)
	if has, ok := verbsOf[k]; ok {
		prints += "; " + has.of + " have " + has.verbs
		if shown != "" && strings.Contains(has.verbs, "%"+string(v.letter)) {
			prints += f.limitsOf(k)
		}
		return prints
	}
	for _, method := range []string{"Format", "Error", "String"} {
		if m, _, _ := types.LookupFieldOrMethod(typ, false, f.t.Types, method); m == nil {
			continue
		} else if types.IsInterface(typ) {
			return prints + "; errors have %v, and %s without a width"
		} else if method == "Format" {
			return prints + ", whose method Format writes it; lanes have no such writers"
		}
		return fmt.Sprintf("%s, whose method %s might panic; call it, as in x.%s()", prints, method, method)
	}
	switch typ.Underlying().(type) {
	case *types.Struct:
		return prints + "; format its fields one by one"
	case *types.Array, *types.Slice, *types.Map:
		return prints + "; format its elements one by one, in a loop"
	case *types.Interface:
		return prints + "; format what it holds"
	case *types.Pointer:
		return prints + "; lanes have no addresses: format what it points to"
	}
	return prints + "; numbers, bools and strings can be formatted"
}

// limitsOf says what of flags and precisions a kind has not, for a verb that it has.
func (f *formatted) limitsOf(k kind) string {
	switch k {
	case float32Kind, float64Kind:
		return fmt.Sprintf(", with at most %d decimals, or %d digits by %%e and %%g, and without the flag #",
			format.MostPrecision, format.MostDigits)
	case textKind, bytesKind:
		return ", without the flags +, # and blank, and a precision only with %s and %v"
	case signedKind, unsignedKind:
		return ", and %c, %q and %U without flags and precisions, %v without the flag #"
	}
	return ", without the flag #"
}

// whyNotRead is why a verb as it is written is none for lanes.
func whyNotRead(shown string) string {
	if strings.ContainsAny(shown, "*[") {
		return "has " + shown + "; widths, precisions and numbers of operands must be in the format, as in %8d, and " +
			"operands in its order"
	}
	return fmt.Sprintf("has %s; widths and precisions are at most %d", shown, format.MostWidth)
}
