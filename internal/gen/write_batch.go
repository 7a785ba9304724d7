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
	indices                                          int // variables over array elements in use
}

func newFunction(g *writer, w *wrapper) *function {
	f := &function{writer: g, w: w, names: &scope{}}
	mine := &scope{} // the user's names come first
	for _, n := range g.imports.names {
		mine.fresh(n)
	}
	for _, n := range append(types.Universe.Names(), g.pkg.types.Scope().Names()...) {
		mine.fresh(n)
	}
	for _, pa := range w.params {
		pa.name = mine.fresh(pa.name)
	}
	for _, pa := range w.params {
		if pa.written {
			pa.private = mine.fresh(pa.name + "Lane")
		}
	}
	for _, r := range w.results {
		name := r.name
		if isError(r.typ) && name == "err" {
			name = "errs"
		}
		r.name = mine.fresh(name)
	}
	for n := range mine.taken {
		f.names.fresh(n)
	}
	for to, name := range map[*string]string{
		&f.ctx: "ctx", &f.opts: "opts", &f.err: "err", &f.ok: "ok", &f.n: "n", &f.lo: "lo", &f.hi: "hi",
		&f.at: "at", &f.i: "i", &f.cols: "cols", &f.done: "done",
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

// batch writes the function over columns.
func (f *function) batch() {
	w := f.w
	f.comment(f.batchComment())
	f.printf("func %s(%s %s.Context, %s, %s ...%s.Option) (%serror) {\n",
		w.batch, f.ctx, f.context, f.params(w.params), f.opts, f.lane, f.resultTypes())
	nothing := strings.Repeat("nil, ", len(w.returned()))
	f.printf("%s, %s := %s.Lanes(%q", f.n, f.err, f.lane, w.batch)
	for _, pa := range w.lanes() {
		f.printf(", %s.Param{Name: %q, Lanes: len(%s)}", f.lane, pa.name, pa.name)
	}
	f.printf(")\nif %s != nil {\nreturn %s%s\n}\n", f.err, nothing, f.err)
	for _, pa := range w.params {
		f.checkLengths(pa, nothing)
	}
	for _, r := range w.results {
		if r.of != nil && r.of.pointer {
			f.printf("%s := append([]%s(nil), %s...)\n", r.name, f.imports.typeName(r.typ), r.of.name)
		} else {
			f.printf("%s := make([]%s, %s)\n", r.name, f.imports.typeName(r.typ), f.n)
		}
	}
	uniforms := f.uniforms(nothing)
	f.printf("%s, %s := %s.Run(%s, &%s.Call{\nFunc: %q,\nLanes: %s,\n", f.ok, f.err, w.kernel, f.ctx, f.lane, w.batch, f.n)
	f.loop()
	f.inputs()
	f.results()
	if f.copies() {
		f.printf("Copies: true,\n")
	}
	if uniforms != "" {
		f.printf("Uniforms: %s,\n", uniforms)
	}
	f.printf("}, %s)\nif !%s {\nreturn %s%s\n}\n", f.opts, f.ok, nothing, f.err)
	f.writeBack()
	f.printf("return ")
	for _, r := range w.returned() {
		f.printf("%s, ", r.name)
	}
	f.printf("%s\n}\n", f.err)
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

// resultTypes writes the results' types, each with a comma behind it.
func (f *function) resultTypes() string {
	var b strings.Builder
	for _, r := range f.w.returned() {
		fmt.Fprintf(&b, "[]%s, ", f.imports.typeName(r.typ))
	}
	return b.String()
}

// call writes the call of the Go function for lane i.
func (f *function) call(lane string) string {
	var args []string
	for k, pa := range f.w.params {
		a := pa.name
		if !pa.uniform {
			a += "[" + lane + "]"
		}
		if pa.written {
			a = pa.private
		}
		if pa.variadic {
			a += "..."
		}
		if _, _, method := strings.Cut(f.w.fn, "."); pa.pointer && !pa.uniform && (k > 0 || !method) {
			a = "&" + a
		}
		args = append(args, a)
	}
	if _, method, ok := strings.Cut(f.w.fn, "."); ok {
		return fmt.Sprintf("%s.%s(%s)", args[0], method, strings.Join(args[1:], ", "))
	}
	return fmt.Sprintf("%s(%s)", f.w.fn, strings.Join(args, ", "))
}
