package evaluate

import (
	"errors"
	"fmt"
	"go/types"
	"math"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
)

// Texts that package fmt makes of values that are known. It is package fmt that
// makes them: an operand whose type the running program does not have prints
// itself, as its underlying value or by its methods.

// maxDigits bounds the texts of numbers.
const maxDigits = 1000

// wide matches verbs with a width that only serves to fill memory.
var wide = regexp.MustCompile(`%[-+# 0]*([0-9]{4}|[0-9]*\.[0-9]{4}|[0-9.]*\*|\[)`)

// wrapping matches the verbs of a format; those that end in w wrap an error.
var wrapping = regexp.MustCompile(`%[-+# 0-9.*\[\]]*.`)

// Wraps reports whether fmt.Errorf makes an error that wraps others of a format.
func Wraps(format string) bool {
	return slices.ContainsFunc(wrapping.FindAllString(format, -1), func(verb string) bool {
		return strings.HasSuffix(verb, "w")
	})
}

// Wrapped are the indices of the operands that a format wraps. It reports false if operands have numbers or give
// widths.
func Wrapped(format string) (at []int, ok bool) {
	n := 0
	for _, verb := range wrapping.FindAllString(format, -1) {
		switch {
		case strings.HasSuffix(verb, "%"):
			continue
		case strings.ContainsAny(verb, "*["):
			return nil, false
		case strings.HasSuffix(verb, "w"):
			at = append(at, n)
		}
		n++
	}
	return at, len(at) > 0
}

// format evaluates the functions of package fmt that give text.
func (e *Evaluator) format(in ssa.Instruction, name string, args []Datum) (result Datum) {
	list, _ := args[len(args)-1].Ref.(Elements)
	format := ""
	if name == "fmt.Errorf" || name == "fmt.Sprintf" {
		if format = e.text(args[0]); wide.MatchString(format) {
			return poisoned(in, "calls %s with a width that is not available when compiling", name)
		}
	}
	p := &printing{e: e}
	format, list = showTypes(format, list)
	typeShown := strings.Contains(format, "%T") || strings.Contains(format, "%p")
	var values []any
	wrapped := map[error]Datum{}
	for _, d := range list {
		v, ok := p.printable(d)
		if _, isOperand := v.(fmt.Formatter); !ok || isOperand && typeShown {
			return poisoned(in, "calls %s with an operand that is not available when compiling", name)
		}
		if err, ok := v.(error); ok {
			wrapped[err] = d
		}
		values = append(values, v)
	}
	text := ""
	switch name {
	case "fmt.Errorf":
		made := fmt.Errorf(format, values...)
		inner := []error{errors.Unwrap(made)}
		if several, ok := made.(interface{ Unwrap() []error }); ok {
			inner = several.Unwrap()
		}
		err := &MadeError{text: made.Error()}
		for _, i := range inner {
			if d, ok := wrapped[i]; ok {
				err.wraps = append(err.wraps, d)
			}
		}
		result.Ref = err
	case "fmt.Sprintf":
		text = fmt.Sprintf(format, values...)
	case "fmt.Sprint":
		text = fmt.Sprint(values...)
	default:
		text = fmt.Sprintln(values...)
	}
	if p.panicked != nil {
		panic(p.panicked)
	}
	if result.Ref == nil {
		result.Ref = text
	}
	return result
}

// showTypes has a format print the names of types, where %T asks for such that are known, as texts.
func showTypes(format string, list Elements) (string, Elements) {
	if !strings.Contains(format, "%T") {
		return format, list
	}
	operands, n, plain := slices.Clone(list), 0, true
	shown := wrapping.ReplaceAllStringFunc(format, func(verb string) string {
		plain = plain && !strings.ContainsAny(verb, "*[")
		if strings.HasSuffix(verb, "%") {
			return verb
		}
		if at := n; verb == "%T" && at < len(list) {
			if name, ok := typeText(list[at]); ok {
				verb, operands[at] = "%s", Datum{Ref: &Dynamic{Type: types.Typ[types.String], Val: Datum{Ref: name}}}
			}
		}
		n++
		return verb
	})
	if !plain { // operands have numbers, or give widths
		return format, list
	}
	return shown, operands
}

// typeText is what %T prints of a value. It is not known of errors that package errors and package fmt make.
func typeText(d Datum) (name string, ok bool) {
	if d.Ref == nil {
		return "<nil>", true
	}
	dynamic, ok := d.Ref.(*Dynamic)
	if !ok {
		return "", false
	}
	return load.ShownType(dynamic.Type)
}

// Sprint is fmt.Sprint of one value, if that is found with few steps.
func (e *Evaluator) Sprint(d *Dynamic) (says string, ok bool) {
	outer := e.limits
	if !e.late {
		e.limits = limits{late: true, steps: maxCallSteps, cells: maxCallSteps}
		defer func() { e.limits = outer }()
	}
	bad := e.Try(func() {
		text := e.format(nil, "fmt.Sprint", []Datum{{Ref: Elements{{Ref: d}}}})
		says, ok = text.Ref.(string)
	})
	return says, ok && bad == nil
}

// printing is one call of package fmt.
type printing struct {
	e *Evaluator
	// panicked is what an operand has panicked with, which fmt must not see.
	panicked any
}

// printable returns a value as what package fmt prints alike.
func (p *printing) printable(d Datum) (v any, ok bool) {
	switch ref := d.Ref.(type) {
	case nil:
		return nil, true
	case *MadeError:
		return errors.New(ref.text), true
	case *Dynamic:
		basic, isBasic := ref.Type.Underlying().(*types.Basic)
		if isBasic {
			v, ok = goValue(basic.Kind(), ref.Val)
			if types.Unalias(ref.Type) == types.Type(basic) || !ok {
				return v, ok
			}
		}
		if gotypes.Selected(ref.Type, "Format") != nil || gotypes.Selected(ref.Type, "GoString") != nil {
			return nil, false
		}
		o := &operand{printing: p, typ: ref.Type, value: v, receiver: ref.Val}
		if o.method = p.e.textMethod(ref.Type, "Error"); o.method != nil {
			return operandError{o}, true
		}
		o.method = p.e.textMethod(ref.Type, "String")
		return o, isBasic || o.method != nil || isPrinted(ref.Type)
	}
	return nil, false
}

// textMethod returns the method of a type that has no parameters and gives a
// string, or nil.
func (e *Evaluator) textMethod(t types.Type, name string) *ssa.Function {
	m, ok := gotypes.Selected(t, name).(*types.Func)
	if !ok || types.NewMethodSet(t).Lookup(m.Pkg(), name) == nil {
		return nil
	}
	sig := m.Signature()
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 ||
		!types.Identical(sig.Results().At(0).Type(), types.Typ[types.String]) {
		return nil
	}
	return e.host.View.Prog.LookupMethod(t, m.Pkg(), name)
}

// operand is a value of a type that the source declares.
type operand struct {
	*printing
	typ      types.Type
	value    any // as its underlying type has it; nil if that is not basic
	method   *ssa.Function
	receiver Datum
}

// operandError is an operand that is an error, which Errorf may wrap.
type operandError struct{ *operand }

func (o operandError) Error() string { return o.text() }

// text calls the method that gives the operand's text.
func (o *operand) text() string {
	d := o.e.call(nil, o.method, []Datum{o.receiver}, nil)
	o.e.needs(nil, d)
	return o.e.text(d)
}

// Format prints the operand. Its method is asked only for verbs of strings, as
// package fmt does.
func (o *operand) Format(s fmt.State, verb rune) {
	if o.panicked != nil {
		return
	}
	depth := o.e.depth
	defer func() {
		if p := recover(); p != nil { // fmt would print it
			o.e.depth, o.panicked = depth, p
		}
	}()
	switch {
	case o.method != nil && strings.ContainsRune("vsxXq", verb) && !(verb == 'v' && s.Flag('#')):
		fmt.Fprintf(s, fmt.FormatString(s, verb), o.text())
	case o.value == nil && isPrinted(o.typ) && !s.Flag('#') && strings.ContainsRune("vdsxXqtbocUeEfFgG", verb):
		o.composite(s, verb, o.typ, o.receiver, 0, true)
	case o.value == nil:
		o.unavailable()
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), o.value)
	}
}

func goValue(kind types.BasicKind, d Datum) (any, bool) {
	switch kind {
	case types.Bool:
		return d.Bits != 0, true
	case types.Int:
		return int(d.Bits), true
	case types.Int8:
		return int8(d.Bits), true
	case types.Int16:
		return int16(d.Bits), true
	case types.Int32:
		return int32(d.Bits), true
	case types.Int64:
		return int64(d.Bits), true
	case types.Uint:
		return uint(d.Bits), true
	case types.Uint8:
		return uint8(d.Bits), true
	case types.Uint16:
		return uint16(d.Bits), true
	case types.Uint32:
		return uint32(d.Bits), true
	case types.Uint64:
		return d.Bits, true
	case types.Uintptr:
		return uintptr(d.Bits), true
	case types.Float32:
		return math.Float32frombits(uint32(d.Bits)), true
	case types.Float64:
		return math.Float64frombits(d.Bits), true
	case types.Complex64, types.Complex128:
		c, _ := d.Ref.(ComplexPair)
		if kind == types.Complex64 {
			return complex(math.Float32frombits(uint32(c[0])), math.Float32frombits(uint32(c[1]))), true
		}
		return complex(math.Float64frombits(c[0]), math.Float64frombits(c[1])), true
	case types.String:
		s, _ := d.Ref.(string)
		return s, true
	}
	return nil, false
}
