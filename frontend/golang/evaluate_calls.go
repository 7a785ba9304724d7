package golang

import (
	"go/types"
	"math"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Calls of the evaluator.

// callOf evaluates a call. args are the function and its arguments.
func (e *evaluator) callOf(in *ssa.Call, args []datum) datum {
	common := &in.Call
	if b, ok := common.Value.(*ssa.Builtin); ok {
		return e.builtin(in, b.Name(), args[1:])
	}
	args = append([]datum(nil), args...)
	if common.IsInvoke() {
		switch ref := args[0].ref.(type) {
		case *dynamic:
			fn := e.t.prog.LookupMethod(ref.typ, common.Method.Pkg(), common.Method.Name())
			args[0] = ref.val
			return e.call(in, fn, args, nil)
		case *madeError:
			if common.Method.Name() == "Error" {
				return datum{ref: ref.text}
			}
		case *poison:
			return e.skipCall(ref, common, args[1:])
		}
		e.panics(in, "nil dereference")
	}
	switch ref := args[0].ref.(type) {
	case *closure:
		return e.call(in, ref.fn, args[1:], ref.free)
	case *poison:
		return e.skipCall(ref, common, args[1:])
	}
	e.panics(in, "nil dereference")
	return datum{}
}

// builtin evaluates a call of a built-in function.
func (e *evaluator) builtin(in *ssa.Call, name string, args []datum) datum {
	for _, a := range args {
		if p, ok := a.ref.(*poison); ok {
			return e.skip(p, args)
		}
	}
	switch name {
	case "len", "cap":
		if m, ok := args[0].ref.(*mapDatum); ok && m.bad != nil {
			return datum{ref: m.bad}
		}
		return datum{bits: uint64(e.length(in, args[0], name))}
	case "append":
		return e.append(in, args)
	case "copy":
		dst, _ := args[0].ref.(elements)
		n := 0
		if s, ok := args[1].ref.(string); ok {
			for n < len(dst) && n < len(s) {
				dst[n].bits = uint64(s[n])
				n++
			}
		} else {
			src, _ := args[1].ref.(elements)
			n = min(len(dst), len(src))
			e.move(in, dst[:n], src[:n])
		}
		return datum{bits: uint64(n)}
	case "clear":
		switch ref := args[0].ref.(type) {
		case elements:
			e.spend(in, len(ref))
			for i := range ref {
				e.store(in, &ref[i], zeroDatum(in.Call.Args[0].Type().Underlying().(*types.Slice).Elem()))
			}
		case *mapDatum:
			*ref = mapDatum{index: map[string]int{}}
		}
		return datum{}
	case "min", "max": // of strings
		best := e.text(args[0])
		for _, a := range args[1:] {
			if s := e.text(a); (s < best) == (name == "min") {
				best = s
			}
		}
		return datum{ref: best}
	case "delete":
		m, _ := args[0].ref.(*mapDatum)
		if m != nil {
			delete(m.index, e.key(in, args[1], in.Call.Args[1].Type()))
		}
		return datum{}
	case "print", "println":
		if e.lanes {
			e.halt(in, "prints")
		}
		return datum{}
	case "ssa:wrapnilchk":
		if args[0].ref == nil {
			e.panics(in, "nil dereference")
		}
		return args[0]
	}
	return poisoned(in, "calls %s, which is not available when compiling", name)
}

func (e *evaluator) length(in *ssa.Call, d datum, name string) int {
	switch ref := d.ref.(type) {
	case string:
		return len(ref)
	case elements:
		if name == "cap" {
			return cap(ref)
		}
		return len(ref)
	case *mapDatum:
		return len(ref.index)
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
func (e *evaluator) move(in ssa.Instruction, dst, src elements) {
	e.spend(in, len(src))
	if len(src) == 0 {
		return
	}
	vals := make(elements, len(src))
	for i := range src {
		vals[i] = e.copy(in, src[i])
	}
	for i := range vals {
		e.store(in, &dst[i], vals[i])
	}
}

func (e *evaluator) append(in *ssa.Call, args []datum) datum {
	s, _ := args[0].ref.(elements)
	t := in.Type().Underlying().(*types.Slice).Elem()
	if text, ok := args[1].ref.(string); ok || gotypes.IsString(in.Call.Args[1].Type()) {
		n := len(s)
		s = e.grown(in, s, t, len(text))[:n+len(text)]
		for i := range len(text) {
			s[n+i].bits = uint64(text[i])
		}
		if args[0].ref == nil && len(text) == 0 {
			return datum{}
		}
		return datum{ref: s}
	}
	more, _ := args[1].ref.(elements)
	if len(more) == 0 {
		return args[0]
	}
	n := len(s)
	s = e.grown(in, s, t, len(more))[:n+len(more)]
	e.move(in, s[n:], more)
	return datum{ref: s}
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
func (e *evaluator) foreign(in ssa.Instruction, fn *ssa.Function, args []datum) datum {
	name := foreignName(fn)
	for _, a := range args {
		if p, ok := a.ref.(*poison); ok {
			return e.skip(p, args)
		}
	}
	switch name {
	case "errors.New":
		return datum{ref: &madeError{e.text(args[0])}}
	case "fmt.Errorf", "fmt.Sprintf", "fmt.Sprint", "fmt.Sprintln":
		return e.format(in, name, args)
	}
	if f, ok := textOfNumber[name]; ok {
		if s, ok := f(args); ok {
			return datum{ref: s}
		}
	}
	if intrinsics[name] != nil {
		// A function value: the call has no recipe of its own.
		if r := e.intrinsic(fn); r != nil {
			return e.compute(in, r, args)
		}
	}
	p := &poison{at: positionOf(in), why: "calls " + name + ", which is not available when compiling"}
	return e.skip(p, args)
}

// textOfNumber are the functions of package strconv that give texts, which
// errors are made of. An argument that they panic for gives none.
var textOfNumber = map[string]func(args []datum) (string, bool){
	"strconv.FormatBool": func(args []datum) (string, bool) { return strconv.FormatBool(args[0].bits != 0), true },
	"strconv.Itoa":       func(args []datum) (string, bool) { return strconv.Itoa(int(args[0].bits)), true },
	"strconv.FormatInt": func(args []datum) (string, bool) {
		if base := int(args[1].bits); base >= 2 && base <= 36 {
			return strconv.FormatInt(int64(args[0].bits), base), true
		}
		return "", false
	},
	"strconv.FormatUint": func(args []datum) (string, bool) {
		if base := int(args[1].bits); base >= 2 && base <= 36 {
			return strconv.FormatUint(args[0].bits, base), true
		}
		return "", false
	},
	"strconv.FormatFloat": func(args []datum) (string, bool) {
		if size, digits := int(args[3].bits), int(args[2].bits); (size == 32 || size == 64) && digits < maxDigits {
			return strconv.FormatFloat(math.Float64frombits(args[0].bits), byte(args[1].bits), digits, size), true
		}
		return "", false
	},
	"strconv.Quote": func(args []datum) (string, bool) {
		s, ok := args[0].ref.(string)
		return strconv.Quote(s), ok || args[0].ref == nil
	},
}

// intrinsic returns the recipe of a function that is an operation, with its
// parameters as registers.
func (e *evaluator) intrinsic(fn *ssa.Function) *recipe {
	if r, ok := e.intrinsics[fn]; ok {
		return r
	}
	rec := &recorder{e: e, fn: fn, regs: map[ssa.Value]int{}}
	rec.begin()
	b := rec.body
	b.block = &program.Block{}
	var in []program.Operand
	for i := range fn.Signature.Params().Len() {
		name := "p" + itoa(i)
		rec.from[name] = input{i, 0}
		in = append(in, program.Ref(name))
	}
	var out known.Value
	for _, o := range intrinsics[foreignName(fn)](b, &intrinsicCall{in: in}) {
		out = append(out, known.NumberAtom(known.Leaf{}, o))
	}
	r := rec.finish(b.block, out)
	e.intrinsics[fn] = r
	return r
}
