package gen

import (
	"fmt"
	"strconv"
	"strings"
)

// A lane of the loop may not change what other lanes, or other runs of the same lane, see; and its slices
// have no room for more than they have, as in the program. So slices that a parameter has are cut, or
// copied if the function writes to them.

// detached reports whether the loop has a copy of a parameter.
func (pa *param) detached() bool {
	return !pa.uniform && (pa.written ||
		pa.value.any(func(v *value) bool { return v.kind() == slice && v.path != "" && v.has() }))
}

// privateCopies writes the copies of parameters that the function is called with for a lane.
func (f *function) privateCopies(lane string) {
	for _, pa := range f.w.params {
		if !pa.detached() {
			continue
		}
		f.printf("%s := %s\n", pa.private, f.cut(pa.value, f.of(pa.field)+"["+lane+"]", pa.written))
		if pa.value.kind() == structure {
			f.detach(pa.value, pa.private, pa.written)
		}
	}
}

// cut writes a value without what it shares with others, as far as it is a slice.
func (f *function) cut(v *value, expr string, written bool) string {
	name := ""
	switch {
	case v.kind() != slice:
		return expr
	case v.isRows() && written:
		name = "OwnRows"
	case v.isRows():
		name = "ClipRows"
	case written:
		name = "Own"
	default:
		name = "Clip"
	}
	return f.wrap + "." + name + "(" + expr + ")"
}

// detach writes what cuts the slices in a part of a struct.
func (f *function) detach(v *value, root string, written bool) {
	switch v.kind() {
	case slice:
		if v.has() {
			f.printf("%s = %s\n", root+v.path, f.cut(v, root+v.path, written))
		}
	case structure:
		for _, b := range v.below {
			f.detach(b, root, written)
		}
	}
}

// writeBack writes the copying of what the function changed to where the caller has it.
func (f *function) writeBack() {
	if !f.writesBack() {
		return
	}
	f.method("back", "", "")
	for _, r := range f.w.results {
		if r.of == nil {
			continue
		}
		to, from := f.of(r.of.field), f.of(r.field)
		if r.value.any(func(v *value) bool { return v.kind() == slice && v.has() }) {
			f.printf("for %s := range %s {\n", f.i, from)
			f.backSlices(r.value, to+"["+f.i+"]", from+"["+f.i+"]", r.of.pointer)
			f.printf("}\n")
		}
		if r.of.pointer {
			f.printf("%s(%s, %s)\n", f.predeclared("copy"), to, from)
		}
	}
	f.printf("}\n")
}

// backSlices writes the copying of the slices in a value: into the caller's. Behind a pointer a lane may
// have got another slice, which is kept if it is of another length.
func (f *function) backSlices(v *value, to, from string, pointer bool) {
	switch v.kind() {
	case structure:
		for _, b := range v.below {
			f.backSlices(b, to, from, pointer)
		}
	case slice:
		switch {
		case !v.has():
		case v.isRows():
			f.printf("%s.BackRows(%s%s, %s%s)\n", f.wrap, to, v.path, from, v.path)
		case pointer:
			f.printf("%s%s = %s.Back(%s%s, %s%s)\n", from, v.path, f.wrap, to, v.path, from, v.path)
		default:
			f.printf("%s(%s%s, %s%s)\n", f.predeclared("copy"), to, v.path, from, v.path)
		}
	}
}

// checkSizes writes the checks of a parameter's slices, and of what lanes cannot bring.
func (f *function) checkSizes(pa *param, fn, nothing string) {
	if pa.uniform {
		return
	}
	none := f.none(f.predeclared("error"))
	refuse := func(format string, args ...any) {
		f.printf("if %s := ", f.err)
		f.printf(format, args...)
		f.printf("; %s != %s {\nreturn %s%s\n}\n", f.err, none, nothing, f.err)
	}
	if v := pa.value; v.kind() == slice && !v.isRows() {
		check := "SameLen"
		if v.other >= 0 {
			check = "MostLen"
		}
		refuse("%s.%s(%q, %q, %s, %d)", f.wrap, check, fn, pa.name, pa.name, v.room)
		return
	}
	var checks []string
	add := func(check string, v *value, args ...any) {
		call := fmt.Sprintf("%s.%s(%q, %q, %s, %q", f.wrap, check, fn, pa.name, f.i, v.path)
		for _, a := range args {
			call += fmt.Sprint(", ", a)
		}
		checks = append(checks, call+")")
	}
	for _, v := range pa.sized() {
		at, exact := pa.name+"["+f.i+"]"+v.path, f.predeclared(strconv.FormatBool(v.other < 0))
		if v.isRows() {
			add("SizedRows", v, at, v.room, v.elem().room, exact)
		} else {
			add("Sized", v, f.length(at), v.room, exact)
		}
	}
	for _, v := range pa.errors() {
		add("NoError", v, pa.name+"["+f.i+"]"+v.path)
	}
	if len(checks) == 0 {
		return
	}
	f.printf("for %s := range %s {\n", f.i, pa.name)
	for _, c := range checks {
		refuse("%s", c)
	}
	f.printf("}\n")
}

// errors are the fields of a parameter that are errors, which lanes do not bring.
func (pa *param) errors() (list []*value) {
	pa.value.any(func(v *value) bool {
		if v.kind() == errorCode && !strings.Contains(v.path, "[]") {
			list = append(list, v)
		}
		return false
	})
	return list
}
