package golang

import (
	"errors"
	"fmt"
	"go/types"
	"math"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
)

// Texts that package fmt makes of values that are known. It is package fmt that
// makes them: an operand whose type the running program does not have prints
// itself, as its underlying value or by its methods.

// maxDigits bounds the texts of numbers.
const maxDigits = 1000

// wide matches verbs with a width that only serves to fill memory.
var wide = regexp.MustCompile(`%[-+# 0]*([0-9]{4}|[0-9]*\.[0-9]{4}|[0-9.]*\*|\[)`)

// format evaluates the functions of package fmt that give text.
func (e *evaluator) format(in ssa.Instruction, name string, args []datum) datum {
	list, _ := args[len(args)-1].ref.(elements)
	format := ""
	if name == "fmt.Errorf" || name == "fmt.Sprintf" {
		if format = e.text(args[0]); wide.MatchString(format) {
			return poisoned(in, "calls %s with a width that is not available when compiling", name)
		}
	}
	p := &printing{e: e}
	typeShown := strings.Contains(format, "%T") || strings.Contains(format, "%p")
	var values []any
	for _, d := range list {
		v, ok := p.printable(d)
		if _, isOperand := v.(fmt.Formatter); !ok || isOperand && typeShown {
			return poisoned(in, "calls %s with an operand that is not available when compiling", name)
		}
		values = append(values, v)
	}
	text := ""
	wraps := false
	switch name {
	case "fmt.Errorf":
		err := fmt.Errorf(format, values...)
		text, wraps = err.Error(), errors.Unwrap(err) != nil
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
	if name == "fmt.Errorf" {
		e.t.wrapping = e.t.wrapping || wraps
		return datum{ref: &madeError{text}}
	}
	return datum{ref: text}
}

// sprint is fmt.Sprint of one value, if that is found with few steps.
func (e *evaluator) sprint(d *dynamic) (says string, ok bool) {
	outer := e.limits
	if !e.late {
		e.limits = limits{late: true, steps: maxCallSteps, cells: maxCallSteps}
		defer func() { e.limits = outer }()
	}
	bad := e.try(func() {
		text := e.format(nil, "fmt.Sprint", []datum{{ref: elements{{ref: d}}}})
		says, ok = text.ref.(string)
	})
	return says, ok && bad == nil
}

// printing is one call of package fmt.
type printing struct {
	e *evaluator
	// panicked is what an operand has panicked with, which fmt must not see.
	panicked any
}

// printable returns a value as what package fmt prints alike.
func (p *printing) printable(d datum) (v any, ok bool) {
	switch ref := d.ref.(type) {
	case nil:
		return nil, true
	case *madeError:
		return errors.New(ref.text), true
	case *dynamic:
		basic, isBasic := ref.typ.Underlying().(*types.Basic)
		if isBasic {
			v, ok = goValue(basic.Kind(), ref.val)
			if types.Unalias(ref.typ) == types.Type(basic) || !ok {
				return v, ok
			}
		}
		if gotypes.Selected(ref.typ, "Format") != nil || gotypes.Selected(ref.typ, "GoString") != nil {
			return nil, false
		}
		o := &operand{printing: p, value: v, receiver: ref.val}
		if o.method = p.e.textMethod(ref.typ, "Error"); o.method != nil {
			return operandError{o}, true
		}
		o.method = p.e.textMethod(ref.typ, "String")
		return o, isBasic || o.method != nil
	}
	return nil, false
}

// textMethod returns the method of a type that has no parameters and gives a
// string, or nil.
func (e *evaluator) textMethod(t types.Type, name string) *ssa.Function {
	m, ok := gotypes.Selected(t, name).(*types.Func)
	if !ok || types.NewMethodSet(t).Lookup(m.Pkg(), name) == nil {
		return nil
	}
	sig := m.Signature()
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.String]) {
		return nil
	}
	return e.t.prog.LookupMethod(t, m.Pkg(), name)
}

// operand is a value of a type that the source declares.
type operand struct {
	*printing
	value    any // as its underlying type has it; nil if that is not basic
	method   *ssa.Function
	receiver datum
}

// operandError is an operand that is an error, which Errorf may wrap.
type operandError struct{ *operand }

func (o operandError) Error() string { return o.text() }

// text calls the method that gives the operand's text.
func (o *operand) text() string {
	d := o.e.call(nil, o.method, []datum{o.receiver}, nil)
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
	case o.value == nil:
		o.e.halt(nil, "prints a value of a type that is not available when compiling")
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), o.value)
	}
}

func goValue(kind types.BasicKind, d datum) (any, bool) {
	switch kind {
	case types.Bool:
		return d.bits != 0, true
	case types.Int:
		return int(d.bits), true
	case types.Int8:
		return int8(d.bits), true
	case types.Int16:
		return int16(d.bits), true
	case types.Int32:
		return int32(d.bits), true
	case types.Int64:
		return int64(d.bits), true
	case types.Uint:
		return uint(d.bits), true
	case types.Uint8:
		return uint8(d.bits), true
	case types.Uint16:
		return uint16(d.bits), true
	case types.Uint32:
		return uint32(d.bits), true
	case types.Uint64:
		return d.bits, true
	case types.Float32:
		return math.Float32frombits(uint32(d.bits)), true
	case types.Float64:
		return math.Float64frombits(d.bits), true
	case types.Complex64, types.Complex128:
		c, _ := d.ref.(complexPair)
		if kind == types.Complex64 {
			return complex(math.Float32frombits(uint32(c[0])), math.Float32frombits(uint32(c[1]))), true
		}
		return complex(math.Float64frombits(c[0]), math.Float64frombits(c[1])), true
	case types.String:
		s, _ := d.ref.(string)
		return s, true
	}
	return nil, false
}
