package gen

import (
	"fmt"
	"go/types"
	"strings"
)

// into writes the function over columns whose results are in the caller's memory. As in a
// function like copy, that comes first.
func (f *function) into() {
	w := f.w
	if w.into == "" {
		return
	}
	var columns []*param
	for _, r := range w.returned() {
		columns = append(columns, &param{name: r.dst, typ: r.typ})
	}
	f.comment(f.intoComment())
	f.signature("%s(%s %s.Context, %s, %s ...%s.Option) %s",
		w.into, f.ctx, f.context, f.params(append(columns, w.params...)), f.opts, f.lane, f.predeclared("error"))
	f.checks(w.into, "", w.returned())
	f.apart()
	f.printf("%s := %s{%s", f.work, w.work, f.fields(w.params))
	for _, r := range w.returned() {
		f.printf(", %s: %s", r.field, r.dst)
	}
	f.printf("}\n")
	for _, r := range w.results {
		if r.of != nil {
			f.printf("%s = %s\n", f.of(r.field), f.roomFor(r))
		}
	}
	f.few()
	if f.writesBack() {
		f.printf("%s.back()\n", f.work)
	}
	f.printf("return %s\n}\n%s := %s\n", f.none(f.predeclared("error")), f.heap, f.work)
	run := fmt.Sprintf("%s.Run(%s, %s, &%s, %s)", w.program, f.ctx, f.n, f.heap, f.opts)
	if f.writesBack() {
		f.printf("%s, %s := %s\nif %s {\n%s.back()\n}\n", f.ok, f.err, run, f.ok, f.heap)
	} else {
		f.printf("_, %s = %s\n", f.err, run)
	}
	for _, r := range w.returned() {
		f.printf("%s.Clear(%s, %s)\n", f.wrap, f.err, r.dst)
	}
	f.printf("return %s\n}\n", f.err)
}

// apart writes the check that results have memory of their own.
func (f *function) apart() {
	var at []string
	column := func(name string) {
		at = append(at, fmt.Sprintf("%s.At(%q, %s)", f.wrap, name, name))
	}
	for _, r := range f.w.returned() {
		column(r.dst)
	}
	for _, pa := range f.w.params {
		if _, isSlice := pa.typ.Underlying().(*types.Slice); !pa.uniform || isSlice && !pa.pointer {
			column(pa.name)
		}
	}
	f.printf("if %s := %s.Apart(%q, %d, %s); %s != %s {\nreturn %s\n}\n", f.err, f.wrap, f.w.into,
		len(f.w.returned()), strings.Join(at, ", "), f.err, f.none(f.predeclared("error")), f.err)
}
