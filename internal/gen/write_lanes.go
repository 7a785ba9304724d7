package gen

import (
	"fmt"
	"strings"
)

// lanes writes the type of a call's lanes, which implements wrap.Work.
func (f *function) lanes() {
	w := f.w
	f.comment(fmt.Sprintf("%s are the lanes of a call of %s.", w.work, w.batch))
	f.printf("type %s struct {\n", w.work)
	if w.copies() {
		f.printf("%s.Buffers\n", f.wrap)
	}
	for _, pa := range w.params {
		f.printf("%s %s\n", pa.field, f.paramType(pa))
	}
	for _, r := range w.results {
		f.printf("%s []%s\n", r.field, f.imports.typeName(r.typ))
	}
	f.printf("}\n")
	f.room()
	f.loop()
	f.inputs()
	f.columnsOfResults()
	f.uniforms()
	f.pick()
	f.writeBack()
}

// method begins a method.
func (f *function) method(name, params, result string) {
	f.printf("\nfunc (%s *%s) %s(%s) %s {\n", f.work, f.w.work, name, params, result)
}

// room writes the method that makes room for the results.
func (f *function) room() {
	f.printf("\nfunc (%s %s) room(%s %s) %s {\n", f.work, f.w.work, f.n, f.predeclared("int"), f.w.work)
	for _, r := range f.w.results {
		f.printf("%s = %s\n", f.of(r.field), f.roomFor(r))
	}
	f.printf("return %s\n}\n", f.work)
}

// roomFor writes the making of room for a result.
func (f *function) roomFor(r *result) string {
	t := f.imports.typeName(r.typ)
	if r.of != nil && r.of.pointer {
		return f.clone("[]"+t, f.of(r.of.field))
	}
	return f.makes(t, f.n)
}

// pick writes the methods that take some of the lanes, and what came of them.
func (f *function) pick() {
	f.method("Pick", f.some+" []"+f.predeclared("int"), f.wrap+".Work")
	f.printf("%s := %s{", f.heap, f.w.work)
	for i, pa := range f.w.params {
		if i > 0 {
			f.printf(", ")
		}
		value := f.of(pa.field)
		if !pa.uniform {
			value = fmt.Sprintf("%s.Pick(%s, %s)", f.wrap, value, f.some)
		}
		f.printf("%s: %s", pa.field, value)
	}
	f.printf("}.room(%s)\nreturn &%s\n}\n", f.length(f.some), f.heap)
	f.method("Given", "", "[]"+f.predeclared("any"))
	var given []string
	for _, r := range f.w.results {
		given = append(given, f.of(r.field))
	}
	f.printf("return []%s{%s}\n}\n", f.predeclared("any"), strings.Join(given, ", "))
}
