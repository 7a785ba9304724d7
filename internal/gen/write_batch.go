package gen

import (
	"fmt"
	"go/types"
	"strings"
)

// function writes the wrapper of one function. Names inside it are chosen so that the
// user's names stay as they are.
type function struct {
	*writer
	w                       *wrapper
	names                   *scope
	argFields, resultFields []string

	ctx, opts, err, ok, n, lo, hi, at, i, cols, done string
	work, heap, some                                 string // the lanes of a call
	indices                                          int    // variables over array elements in use
}

// methods are those of the type of a call's lanes, whose fields are named after
// parameters and results.
var methods = []string{"Loop", "Inputs", "Results", "Store", "Uniforms", "Pick", "Given", "room", "back", "own",
	"Buffers"}

func newFunction(g *writer, w *wrapper) *function {
	f := &function{writer: g, w: w, names: &scope{}}
	mine := &scope{} // the user's names come first
	for _, n := range g.imports.names {
		mine.fresh(n)
	}
	for _, n := range append(types.Universe.Names(), g.pkg.names()...) {
		mine.fresh(n)
	}
	fields := &scope{}
	for _, n := range methods {
		fields.fresh(n)
	}
	for _, pa := range w.params { // fields are called alike in all files, whatever these import
		pa.name, pa.field = mine.fresh(pa.source), fields.fresh(pa.source)
	}
	for _, pa := range w.params {
		if pa.detached() {
			pa.private = mine.fresh(pa.name + "Lane")
		}
	}
	for _, r := range w.results {
		name := r.source
		if r.of != nil {
			name += "Out"
		}
		if isError(r.typ) && name == "err" {
			name = "errs"
		}
		r.name, r.field = mine.fresh(name), fields.fresh(name)
	}
	for i, r := range w.returned() {
		switch r.dst = r.name; {
		case r.unnamed && len(w.outputs()) == 1 && i == 0:
			r.dst = mine.fresh("dst")
		case r.unnamed && w.lastError() == r:
			r.dst = mine.fresh("errs")
		}
	}
	for n := range mine.taken {
		f.names.fresh(n)
	}
	for to, name := range map[*string]string{
		&f.ctx: "ctx", &f.opts: "opts", &f.err: "err", &f.ok: "ok", &f.n: "n", &f.lo: "lo", &f.hi: "hi",
		&f.at: "at", &f.i: "i", &f.cols: "cols", &f.done: "done", &f.work: "w", &f.heap: "h", &f.some: "lanes",
	} {
		*to = f.names.fresh(name)
	}
	args, results := &scope{}, &scope{}
	for _, pa := range w.lanes() {
		f.argFields = append(f.argFields, args.fresh(title(pa.source)))
	}
	for _, r := range w.outputs() {
		f.resultFields = append(f.resultFields, results.fresh(title(r.name)))
	}
	return f
}

// of writes a field of the lanes of a call.
func (f *function) of(field string) string { return f.work + "." + field }

// batch writes the function over columns.
func (f *function) batch() {
	w := f.w
	w.signatures = nil
	f.comment(f.batchComment())
	f.signature("%s(%s %s.Context, %s, %s ...%s.Option) %s",
		w.batch, f.ctx, f.context, f.params(w.params), f.opts, f.lane, f.resultTypes())
	nothing := ""
	for _, r := range w.returned() {
		nothing += f.none("[]"+f.imports.typeName(r.typ)) + ", "
	}
	f.checks(w.batch, nothing, nil)
	f.printf("%s := %s{%s}.room(%s)\n", f.work, w.work, f.fields(w.params), f.n)
	f.few()
	f.give(f.work, f.none(f.predeclared("error")))
	f.printf("}\n%s := %s\n", f.heap, f.work)
	f.printf("%s, %s := %s.Run(%s, %s, &%s, %s)\n", f.ok, f.err, w.program, f.ctx, f.n, f.heap, f.opts)
	f.printf("if !%s {\nreturn %s%s\n}\n", f.ok, nothing, f.err)
	f.give(f.heap, f.err)
	f.printf("}\n")
}

// checks writes the checks of the lengths of all columns, those that take the results among
// them.
func (f *function) checks(fn, nothing string, results []*result) {
	var columns []string
	column := func(name string) {
		columns = append(columns, fmt.Sprintf("%s.Param{Name: %q, Lanes: %s}", f.wrap, name, f.length(name)))
	}
	for _, pa := range f.w.lanes() {
		column(pa.name)
	}
	for _, r := range results {
		column(r.dst)
	}
	f.printf("%s, %s := %s.Lanes(%q, %s)\n", f.n, f.err, f.wrap, fn, strings.Join(columns, ", "))
	f.printf("if %s != %s {\nreturn %s%s\n}\n", f.err, f.none(f.predeclared("error")), nothing, f.err)
	for _, pa := range f.w.params {
		f.checkSizes(pa, fn, nothing)
		f.checkRows(pa, fn, nothing)
	}
	f.nilUniforms()
}

// nilUniforms has a loop run what a program has no uniforms for: those behind a pointer that is nil.
func (f *function) nilUniforms() {
	var null []string
	for _, pa := range f.w.params {
		if pa.uniform && pa.pointer {
			null = append(null, pa.name+" == "+f.none("*"+f.imports.typeName(pa.typ)))
		}
	}
	if len(null) > 0 {
		f.printf("%s = %s.LoopIf(%s, %s)\n", f.opts, f.wrap, f.opts, strings.Join(null, " || "))
	}
}

// fields writes the fields of a call's lanes that parameters are.
func (f *function) fields(list []*param) string {
	var fields []string
	for _, pa := range list {
		fields = append(fields, pa.field+": "+pa.name)
	}
	return strings.Join(fields, ", ")
}

// few begins what a call does that a loop has run already.
func (f *function) few() {
	f.printf("if %s.Few(%s, %s, %s, func() { %s := 0; %s.Loop(0, %s, &%s) }) {\n",
		f.w.program, f.ctx, f.n, f.opts, f.at, f.work, f.n, f.at)
}

// signature begins a function that the package gets.
func (f *function) signature(format string, args ...any) {
	s := "func " + fmt.Sprintf(format, args...)
	f.w.signatures = append(f.w.signatures, s)
	f.printf("%s {\n", s)
}

// give writes how results are given to the caller.
func (f *function) give(lanes, err string) {
	if f.writesBack() {
		f.printf("%s.back()\n", lanes)
	}
	f.printf("return ")
	for _, r := range f.w.returned() {
		f.printf("%s.%s, ", lanes, r.field)
	}
	f.printf("%s\n", err)
}

// comment writes a doc comment.
func (f *function) comment(text string) {
	f.printf("\n")
	for line := range strings.SplitSeq(text, "\n") {
		f.printf("%s\n", strings.TrimRight("// "+line, " "))
	}
}

// params writes parameters, lanes as slices; neighbours of one type share it.
func (f *function) params(list []*param) string {
	var parts []string
	var group []string
	for i, pa := range list {
		group = append(group, pa.name)
		t := f.paramType(pa)
		if i+1 < len(list) && f.paramType(list[i+1]) == t {
			continue
		}
		parts = append(parts, strings.Join(group, ", ")+" "+t)
		group = nil
	}
	return strings.Join(parts, ", ")
}

func (f *function) paramType(pa *param) string {
	t := f.imports.typeName(pa.typ)
	switch {
	case pa.uniform && pa.pointer:
		return "*" + t
	case pa.uniform:
		return t
	}
	return "[]" + t
}

// resultTypes writes the types of the results.
func (f *function) resultTypes() string {
	e := f.predeclared("error")
	if len(f.w.returned()) == 0 {
		return e
	}
	var b strings.Builder
	for _, r := range f.w.returned() {
		fmt.Fprintf(&b, "[]%s, ", f.imports.typeName(r.typ))
	}
	return "(" + b.String() + e + ")"
}

// call writes a call of the Go function with arguments of one lane.
func (f *function) call(arg func(pa *param) string) string {
	var args []string
	method, isMethod := methodOf(f.w.fn)
	for k, pa := range f.w.params {
		a := arg(pa)
		if pa.variadic {
			a += "..."
		}
		if pa.pointer && !pa.uniform && (k > 0 || !isMethod) {
			a = "&" + a
		}
		args = append(args, a)
	}
	if isMethod {
		return fmt.Sprintf("%s.%s(%s)", args[0], method, strings.Join(args[1:], ", "))
	}
	return fmt.Sprintf("%s(%s)", f.w.fn, strings.Join(args, ", "))
}

// shown is the argument of a lane as the documentation has it.
func (f *function) shown(pa *param) string {
	if pa.uniform {
		return pa.name
	}
	return pa.name + "[" + f.i + "]"
}

// own returns the arguments of a lane among those of a call: what the function may
// change is a copy, and slices have no room for more than they have.
func (f *function) own(lane string) func(pa *param) string {
	return func(pa *param) string {
		arg := f.of(pa.field)
		switch {
		case pa.detached():
			return pa.private
		case !pa.uniform:
			arg += "[" + lane + "]"
		}
		if _, isSlice := pa.typ.Underlying().(*types.Slice); isSlice && !pa.pointer {
			arg = f.wrap + ".Clip(" + arg + ")"
		}
		return arg
	}
}
