package evaluate

import (
	"go/types"
	"math"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Calls of the evaluator.

// callOf evaluates a call. args are the function and its arguments.
func (e *Evaluator) callOf(in ssa.CallInstruction, args []Datum) Datum {
	common := in.Common()
	if b, ok := common.Value.(*ssa.Builtin); ok {
		return e.builtin(in.(*ssa.Call), b.Name(), args[1:])
	}
	args = append([]Datum(nil), args...)
	if common.IsInvoke() {
		switch ref := args[0].Ref.(type) {
		case *Dynamic:
			fn := e.host.View.Prog.LookupMethod(ref.Type, common.Method.Pkg(), common.Method.Name())
			args[0] = ref.Val
			return e.call(in, fn, args, nil)
		case *MadeError:
			if common.Method.Name() == "Error" {
				return Datum{Ref: ref.text}
			}
		case *Poison:
			return e.skipCall(ref, common, args[1:])
		}
		e.panics(in, "nil dereference")
	}
	switch ref := args[0].Ref.(type) {
	case *Closure:
		return e.call(in, ref.Func, args[1:], ref.Free)
	case *Poison:
		return e.skipCall(ref, common, args[1:])
	}
	e.panics(in, "nil dereference")
	return Datum{}
}

// builtin evaluates a call of a built-in function.
func (e *Evaluator) builtin(in *ssa.Call, name string, args []Datum) Datum {
	for _, a := range args {
		if p, ok := a.Ref.(*Poison); ok {
			return e.skip(p, args)
		}
	}
	switch name {
	case "len", "cap":
		if m, ok := args[0].Ref.(*MapDatum); ok && m.Bad != nil {
			return Datum{Ref: m.Bad}
		}
		return Datum{Bits: uint64(e.length(in, args[0], name))}
	case "append":
		return e.append(in, args)
	case "copy":
		dst, _ := args[0].Ref.(Elements)
		n := 0
		if s, ok := args[1].Ref.(string); ok {
			for n < len(dst) && n < len(s) {
				dst[n] = Datum{Bits: uint64(s[n])}
				n++
			}
		} else {
			src, _ := args[1].Ref.(Elements)
			n = min(len(dst), len(src))
			e.move(in, dst[:n], src[:n])
		}
		return Datum{Bits: uint64(n)}
	case "clear":
		switch ref := args[0].Ref.(type) {
		case Elements:
			e.spend(in, len(ref))
			for i := range ref {
				e.store(in, &ref[i], ZeroDatum(in.Call.Args[0].Type().Underlying().(*types.Slice).Elem()))
			}
		case *MapDatum:
			*ref = *NewMap()
		}
		return Datum{}
	case "min", "max": // of strings
		best := e.text(args[0])
		for _, a := range args[1:] {
			if s := e.text(a); (s < best) == (name == "min") {
				best = s
			}
		}
		return Datum{Ref: best}
	case "delete":
		m, _ := args[0].Ref.(*MapDatum)
		if m != nil {
			delete(m.Index, e.Key(in, args[1], in.Call.Args[1].Type()))
		}
		return Datum{}
	case "print", "println":
		if e.lanes {
			e.halt(in, "prints")
		}
		return Datum{}
	case "ssa:wrapnilchk":
		if args[0].Ref == nil {
			e.panics(in, "nil dereference")
		}
		return args[0]
	}
	return poisoned(in, "calls %s, which is not available when compiling", name)
}

func (e *Evaluator) length(in *ssa.Call, d Datum, name string) int {
	switch ref := d.Ref.(type) {
	case string:
		return len(ref)
	case Elements:
		if name == "cap" {
			return cap(ref)
		}
		return len(ref)
	case *MapDatum:
		return len(ref.Index)
	}
	t := in.Call.Args[0].Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	if a, ok := t.(*types.Array); ok {
		return int(a.Len())
	}
	return 0
}

// move copies elements, which may overlap.
func (e *Evaluator) move(in ssa.Instruction, dst, src Elements) {
	e.spend(in, len(src))
	if len(src) == 0 {
		return
	}
	vals := make(Elements, len(src))
	for i := range src {
		vals[i] = e.copy(in, src[i])
	}
	for i := range vals {
		e.store(in, &dst[i], vals[i])
	}
}

func (e *Evaluator) append(in *ssa.Call, args []Datum) Datum {
	s, _ := args[0].Ref.(Elements)
	t := in.Type().Underlying().(*types.Slice).Elem()
	if text, ok := args[1].Ref.(string); ok || gotypes.IsString(in.Call.Args[1].Type()) {
		if args[0].Ref == nil && len(text) == 0 {
			return Datum{}
		}
		return Datum{Ref: e.appendText(in, s, t, text)}
	}
	more, _ := args[1].Ref.(Elements)
	if len(more) == 0 {
		return args[0]
	}
	n := len(s)
	s = e.grown(in, s, t, len(more))[:n+len(more)]
	e.move(in, s[n:], more)
	return Datum{Ref: s}
}

// appendText appends the bytes of a text to a slice.
func (e *Evaluator) appendText(in ssa.Instruction, s Elements, t types.Type, text string) Elements {
	n := len(s)
	s = e.grown(in, s, t, len(text))[:n+len(text)]
	for i := range len(text) {
		s[n+i] = Datum{Bits: uint64(text[i])}
	}
	return s
}

// foreignName names a function that has no source here, as intrinsics does.
func foreignName(fn *ssa.Function) string {
	switch {
	case fn.Signature.Recv() != nil:
		return fn.String()
	case fn.Pkg != nil:
		return fn.Pkg.Pkg.Path() + "." + fn.Name()
	case fn.Object() != nil && fn.Object().Pkg() != nil:
		return fn.Object().Pkg().Path() + "." + fn.Name()
	}
	return fn.Name()
}

// foreign evaluates a call of a function that has no source here.
func (e *Evaluator) foreign(in ssa.Instruction, fn *ssa.Function, args []Datum) Datum {
	name := foreignName(fn)
	for _, a := range args {
		if p, ok := a.Ref.(*Poison); ok {
			return e.skip(p, args)
		}
	}
	switch name {
	case "errors.New":
		return Datum{Ref: &MadeError{text: e.text(args[0])}}
	case "fmt.Errorf", "fmt.Sprintf", "fmt.Sprint", "fmt.Sprintln":
		return e.format(in, name, args)
	}
	if d, ok := e.asks(in, fn, name, args); ok {
		return d
	}
	if f, ok := TextOfNumber[name]; ok {
		if s, ok := f(args); ok {
			return Datum{Ref: s}
		}
	}
	if given, appends := strings.CutPrefix(name, "strconv.Append"); appends {
		if f, ok := TextOfNumber["strconv.Format"+given]; ok {
			if text, ok := f(args[1:]); ok {
				s, _ := args[0].Ref.(Elements)
				return Datum{Ref: e.appendText(in, s, types.Typ[types.Byte], text)}
			}
		}
	}
	if e.host.Arithmetic.IsOperation(name) {
		// A function value: the call has no recipe of its own.
		if r := e.intrinsic(fn); r != nil {
			return e.compute(in, r, args)
		}
	}
	p := &Poison{At: ssaflow.PositionOf(in), Why: "calls " + name + ", which is not available when compiling"}
	return e.skip(p, args)
}

// givesText reports whether a function is one of TextOfNumber, or appends what one gives. That is called in place of
// its body, which takes thousands of steps.
func givesText(fn *ssa.Function) bool {
	name := strings.Replace(fn.Name(), "Append", "Format", 1)
	return fn.Pkg != nil && fn.Pkg.Pkg.Path() == "strconv" && TextOfNumber["strconv."+name] != nil
}

// joinsErrors reports whether a function is the one in the place of errors.Join, whose errors have no text of theirs.
func joinsErrors(fn *ssa.Function) bool {
	return fn.Name() == "Join" && fn.Pkg != nil && load.JoinsErrors(fn.Pkg.Pkg.Path())
}

// joined is what errors.Join gives: an error with the texts of all errors that are not nil, if there is one.
func (e *Evaluator) joined(args []Datum) Datum {
	errs, _ := args[0].Ref.(Elements)
	made := &MadeError{}
	var texts []string
	for _, d := range errs {
		if p, ok := d.Ref.(*Poison); ok {
			return e.skip(p, args)
		}
		if d.Ref != nil {
			text, _ := e.ErrorText(d)
			texts, made.wraps = append(texts, text), append(made.wraps, d)
		}
	}
	if len(texts) == 0 {
		return Datum{}
	}
	made.text = strings.Join(texts, "\n")
	return Datum{Ref: made}
}

// TextOfNumber are the functions of package strconv that give texts, which
// errors are made of. An argument that they panic for gives none.
var TextOfNumber = map[string]func(args []Datum) (string, bool){
	"strconv.FormatBool": func(args []Datum) (string, bool) { return strconv.FormatBool(args[0].Bits != 0), true },
	"strconv.Itoa":       func(args []Datum) (string, bool) { return strconv.Itoa(int(args[0].Bits)), true },
	"strconv.FormatInt": func(args []Datum) (string, bool) {
		if base := int(args[1].Bits); base >= 2 && base <= 36 {
			return strconv.FormatInt(int64(args[0].Bits), base), true
		}
		return "", false
	},
	"strconv.FormatUint": func(args []Datum) (string, bool) {
		if base := int(args[1].Bits); base >= 2 && base <= 36 {
			return strconv.FormatUint(args[0].Bits, base), true
		}
		return "", false
	},
	"strconv.FormatFloat": func(args []Datum) (string, bool) {
		if size, digits := int(args[3].Bits), int(args[2].Bits); (size == 32 || size == 64) && digits < maxDigits {
			return strconv.FormatFloat(math.Float64frombits(args[0].Bits), byte(args[1].Bits), digits, size), true
		}
		return "", false
	},
	"strconv.Quote": func(args []Datum) (string, bool) {
		s, ok := args[0].Ref.(string)
		return strconv.Quote(s), ok || args[0].Ref == nil
	},
}

// intrinsic returns the recipe of a function that is an operation, with its
// parameters as registers.
func (e *Evaluator) intrinsic(fn *ssa.Function) *recipe {
	if r, ok := e.intrinsics[fn]; ok {
		return r
	}
	rec := &recorder{e: e, fn: fn, regs: map[ssa.Value]int{}}
	rec.begin()
	var in []program.Operand
	for i := range fn.Signature.Params().Len() {
		name := "p" + strconv.Itoa(i)
		rec.from[name] = input{i, 0}
		in = append(in, program.Ref(name))
	}
	var out known.Value
	ops, results := rec.emitter.Operation(foreignName(fn), in)
	for _, o := range results {
		out = append(out, known.NumberAtom(known.Leaf{}, o))
	}
	r := rec.finish(ops, out)
	e.intrinsics[fn] = r
	return r
}
