package golang

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// An error is a code: 0 for nil, k for the k-th error that the source makes. A
// package-level variable has one, and so has each place that makes an error, for
// each text that is known there. What an error carries besides its text stays behind.

// madeHere is the error that an instruction makes of a text.
type madeHere struct {
	in    ssa.Instruction
	text  string
	known bool // the text is all of it; otherwise it is the format, or where the error is made
}

// errorCode returns the code of what key makes.
func (t *translator) errorCode(key any, text, name string) program.Operand {
	code, ok := t.errorCodes[key]
	if !ok {
		t.out.Errors = append(t.out.Errors, program.ErrorText{Text: text, Var: name})
		code = len(t.out.Errors)
		t.errorCodes[key] = code
		t.wraps.origins[code] = t.originOf(key)
		switch made := key.(type) {
		case wrappedAs:
			t.varying = append(t.varying, code)
		case ssa.Instruction: // that puts a value into an interface
			t.varying = append(t.varying, code)
		case madeHere:
			if !made.known {
				t.varying = append(t.varying, code)
			}
		}
	}
	return program.Lit(program.I32, uint64(code))
}

// foreign translates a call of a function that has no source here.
func (b *body) foreign(common *ssa.CallCommon, fn *ssa.Function) {
	name := pathOf(fn)
	if fn.Signature.Recv() != nil {
		b.refuseForeign(fn, name)
	}
	if f, ok := intrinsics[name]; ok {
		args := make([]program.Operand, len(common.Args))
		for i, a := range common.Args {
			args[i] = b.scalar(a)
		}
		results := f(&b.coder, &intrinsicCall{in: args})
		l := b.layouts.Of(common.Signature().Results())
		v := make(known.Value, len(results))
		for i, o := range results {
			v[i] = known.NumberAtom(l.Leaves[i], o)
		}
		b.define(v)
		return
	}
	if of := fn.Origin(); of != nil && pathOf(of) == "errors.AsType" {
		b.errorAsType(common, fn.TypeArgs()[0])
	} else if !b.text(common, name) {
		b.refuseForeign(fn, name)
	}
}

// pathOf is the name of a function behind the path of its package.
func pathOf(fn *ssa.Function) string {
	switch {
	case fn.Pkg != nil:
		return fn.Pkg.Pkg.Path() + "." + fn.Name()
	case fn.Object() != nil && fn.Object().Pkg() != nil:
		return fn.Object().Pkg().Path() + "." + fn.Name()
	}
	return fn.Name()
}

// text translates a call of a function that makes or compares errors, or makes a text, and reports whether
// a function is one.
func (b *body) text(common *ssa.CallCommon, name string) bool {
	switch name {
	case "errors.New":
		says := b.atom(common.Args[0])
		if pkg := b.fn.Package(); pkg != nil && load.JoinsErrors(pkg.Pkg.Path()) {
			b.wraps.cannotTell("errors that errors.Join joins out of a slice",
				"join them one by one, as in err = errors.Join(err, e)")
			says = known.TextOf("", false) // those of the errors that are joined
		}
		b.madeError(b.cur.(*ssa.Call), says)
	case "fmt.Errorf":
		a := b.atom(common.Args[0])
		call := b.cur.(*ssa.Call)
		if !evaluate.Wraps(a.Text) || !b.wraps.asked || !b.wrapError(call, a.Text) {
			b.madeError(call, a)
		}
	case "fmt.Sprintf":
		says := known.TextOf(b.atom(common.Args[0]).Text, false)
		says.Why = b.unformatted()
		b.define(known.Value{says})
	case "fmt.Sprint", "fmt.Sprintln":
		says := known.TextOf("", false)
		says.Why = b.unformatted()
		b.define(known.Value{says})
	case "errors.Is":
		b.errorIs(b.scalar(common.Args[0]), b.scalar(common.Args[1]))
	case "errors.As":
		b.errorAs(common)
	default:
		if evaluate.TextOfNumber[name] == nil {
			return false
		}
		b.define(known.Value{known.TextOf("", false)})
	}
	return true
}

// unformatted is why lanes cannot have the text that the current call makes, and where that is, or "".
func (b *body) unformatted() string {
	why := b.loaded.Unformatted(b.cur.Pos())
	if why != "" {
		why += fmt.Sprintf(" (%s)", b.pos(b.cur.Pos()))
	}
	return why
}

// refuseForeign says why a function that has no source here has no batched form. It does not return.
func (b *body) refuseForeign(fn *ssa.Function, name string) {
	path, shown := "", name
	if i := strings.LastIndex(name, "."); i >= 0 {
		path = name[:i]
		shown = path[strings.LastIndex(path, "/")+1:] + name[i:]
	}
	if recv := fn.Signature.Recv(); recv != nil {
		shown = gotypes.Short(recv.Type()) + "." + fn.Name()
	}
	if why := b.loaded.Unformatted(b.cur.Pos()); why != "" {
		b.fail("%s", noText(why))
	}
	if path == b.rootPath() {
		b.fail("%s has no body; write it in Go", fn.Name())
	}
	if strings.HasPrefix(path, "math/rand") {
		b.failGenerator(path)
	}
	if caller := b.fn.Package(); caller != nil && caller.Pkg.Path() == "math/rand" {
		b.failGenerator("math/rand") // it finds or locks the generator
	}
	if !load.IsStandard(path) && path != "" {
		b.fail("%s has no body in Go; write the function yourself", shown)
	}
	if load.IsPartly(path) {
		b.fail("%s is not available in batched code, though much of package %s is; write the function yourself", shown,
			path)
	}
	if path == "errors" { // New and Is are available
		b.fail("%s is not available in batched code; %s", shown, insteadOf(path, name))
	}
	b.fail("%s: package %s is not available in batched code; %s", shown, path, insteadOf(path, name))
}

// failGenerator refuses the functions of a package that use its own generator.
func (b *cursor) failGenerator(path string) {
	instead := "rand.New(rand.NewPCG(seed, lane)) with columns seed and lane"
	if path == "math/rand" {
		instead = "rand.New(rand.NewSource(seed)) with a column seed"
	}
	b.fail("the generator that package %s shares gives other numbers in each run; make one for each lane, such as %s",
		path, instead)
}

// madeError gives the code of an error that an instruction makes.
func (b *body) madeError(in ssa.Instruction, a known.Atom) {
	says := a.Text
	if a.Kind != known.Text || says == "" {
		says = "error at " + b.pos(ssaflow.PositionOf(in)).String()
		if call, ok := in.(*ssa.Call); ok {
			if format, some := formatOf(call.Call.Args[0]); some {
				says = format
			}
		}
	}
	b.defineNumber(b.errorCode(madeHere{in, says, b.isWhole(in, a)}, says, ""))
}

// isWhole reports whether a text is all of the error that an instruction makes of it: of a format it is
// without operands.
func (b *body) isWhole(in ssa.Instruction, a known.Atom) bool {
	call, ok := in.(*ssa.Call)
	if !ok || a.Kind != known.Text || !a.Known {
		return false
	}
	if len(call.Call.Args) < 2 {
		return true
	}
	none, ok := call.Call.Args[1].(*ssa.Const)
	return ok && none.IsNil() && !strings.Contains(a.Text, "%")
}

// panicText is the message of a panic as fmt.Sprint makes it of the value, or the
// value's type in parentheses where the value differs from lane to lane.
func (b *flow) panicText(x ssa.Value) string {
	if in, ok := x.(*ssa.ChangeInterface); ok {
		return b.panicText(in.X)
	}
	from, ok := x.(*ssa.MakeInterface)
	if ok {
		x = from.X
	}
	v, found := b.find(x)
	if !found {
		return typeOnly(x.Type())
	}
	if len(v) == 1 && !v[0].Known {
		if format, some := formatOf(x); some {
			return format
		}
	}
	if from == nil {
		switch a := v[0]; {
		case a.Kind == known.Boxed && a.Elem != nil:
			return typeOnly(a.Type)
		case a.Kind == known.Boxed:
			return b.textOfValue(a.Parts, a.Type)
		}
	}
	return b.textOfValue(v, x.Type())
}

// formatOf is a joined string as a format for what is not known of it: "unknown kind %s". It reports whether something
// is known.
func formatOf(v ssa.Value) (format string, some bool) {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return strings.ReplaceAll(constant.StringVal(v.Value), "%", "%%"), true
		}
	case *ssa.BinOp:
		if v.Op == token.ADD && gotypes.IsString(v.Type()) {
			x, some := formatOf(v.X)
			y, too := formatOf(v.Y)
			return x + y, some || too
		}
	}
	return "%s", false
}

// textOfValue is the text of a value of a type as far as both are known.
func (b *tables) textOfValue(v known.Value, typ types.Type) string {
	if len(v) == 1 {
		switch a := v[0]; {
		case a.Kind == known.Nothing && types.IsInterface(typ):
			return nilPanic
		case a.Kind == known.Number && a.Leaf.GoType == program.GoError:
			return b.errorText(a.Nums[0])
		case a.Kind == known.Text && a.Text != "":
			return a.Text // also the format of a text that is made in the lane
		}
	}
	if d, rest, ok := datumOf(v, typ); ok && len(rest) == 0 && !types.IsInterface(typ) && !b.loaded.HidesText(typ) {
		if says, ok := b.evaluator.Sprint(&evaluate.Dynamic{Type: typ, Val: d}); ok {
			return says
		}
	}
	return typeOnly(typ)
}

// nilPanic is what Go says of panic(nil).
const nilPanic = "panic called with nil argument"

func typeOnly(t types.Type) string {
	return "(" + gotypes.Short(t) + ")"
}

func (b *coder) errorText(o program.Operand) string {
	switch {
	case o.IsLiteral() && o.Bits == 0:
		return nilPanic
	case o.IsLiteral() && o.Bits <= uint64(len(b.out.Errors)):
		return b.out.Errors[o.Bits-1].Text
	}
	return "error"
}
