package realcode

import (
	"fmt"
	"go/types"
	"strings"
)

// entry is the name of what is compiled: the function's own, or its wrapper's.
func (f *Function) entry() string {
	if f.wrapper == "" {
		return f.Name
	}
	return strings.ReplaceAll(f.Name, ".", "_")
}

// userSource is a file of a user's package that has the wrappers of a package's
// functions; empty if there are none.
func userSource(found *Found) string {
	var b strings.Builder
	for _, f := range found.Functions {
		if f.wrapper == "" {
			continue
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "package user\n\nimport %q\n", f.Package.Path)
		}
		b.WriteString("\n" + f.wrapper)
	}
	return b.String()
}

// wrap writes a wrapper for a method whose receiver is not made of numbers
// alone, or is a pointer: the wrapper takes numbers, makes the receiver, calls
// the method, and gives back a receiver that was behind a pointer. It reports
// whether that was possible.
func (f *Function) wrap(method *types.Func) bool {
	sig := method.Signature()
	if sig.RecvTypeParams() != nil {
		return false
	}
	f.params, f.results = nil, nil
	w := wrapper{pkg: method.Pkg()}
	t := f.named
	typ := w.typ(t)
	receiver := ""
	switch s, err := shapeOf(t); {
	case err == nil && !s.slice:
		receiver = w.param("receiver", t, s)
	default:
		if receiver = w.construct(t); receiver == "" {
			receiver = w.literal(t)
		}
	}
	if receiver == "" {
		return false
	}
	var args []string
	for v := range sig.Params().Variables() {
		s, err := shapeOf(v.Type())
		if err != nil || s.err {
			return false
		}
		args = append(args, w.param(v.Name(), v.Type(), s))
	}
	if f.params, f.variadic = w.params, false; sig.Variadic() {
		args[len(args)-1] += "..."
	}
	if f.describeResults(sig) != "" {
		return false
	}
	var results, gives []string
	for i, r := range f.results {
		results = append(results, fmt.Sprintf("r%d", i))
		gives = append(gives, w.typ(r.typ))
	}
	var b strings.Builder
	call := fmt.Sprintf("v.%s(%s)", method.Name(), strings.Join(args, ", "))
	if len(results) > 0 {
		call = strings.Join(results, ", ") + " := " + call
	}
	if _, pointer := sig.Recv().Type().(*types.Pointer); pointer {
		s, err := shapeOf(t)
		if err != nil || s.slice {
			return false
		}
		results, gives = append(results, "v"), append(gives, typ)
		f.results = append(f.results, value{"v", t, s})
	}
	if len(results) == 0 || w.foreign {
		return false
	}
	fmt.Fprintf(&b, "func %s(%s) (%s) {\n\tv := %s\n\t%s\n\treturn %s\n}\n",
		strings.ReplaceAll(f.Name, ".", "_"), strings.Join(w.decls, ", "), strings.Join(gives, ", "), receiver, call, strings.Join(results, ", "))
	f.wrapper = b.String()
	return true
}

// wrapper is what a wrapper takes.
type wrapper struct {
	pkg     *types.Package
	params  []value
	decls   []string
	foreign bool // a type of yet another package is needed
}

func (w *wrapper) typ(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		w.foreign = w.foreign || p != w.pkg
		return p.Name()
	})
}

// param adds a parameter and returns its name.
func (w *wrapper) param(name string, t types.Type, s shape) string {
	name = fmt.Sprintf("%s%d", strings.ToLower(strings.Trim(name, "_")), len(w.params))
	w.params = append(w.params, value{name, t, s})
	w.decls = append(w.decls, name+" "+w.typ(t))
	return name
}

// literal makes a value of a struct type from the fields that are numbers; the
// others are zero. It returns "" if a number cannot be reached.
func (w *wrapper) literal(t *types.Named) string {
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	var fields []string
	for v := range st.Fields() {
		s, err := shapeOf(v.Type())
		if err != nil || s.err {
			continue
		}
		if !v.Exported() {
			return ""
		}
		fields = append(fields, v.Name()+": "+w.param(v.Name(), v.Type(), s))
	}
	return w.typ(t) + "{" + strings.Join(fields, ", ") + "}"
}

// construct makes a value with the package's constructor of the type: numbers
// are given, interfaces are nil. It returns "" if there is no such constructor.
func (w *wrapper) construct(t *types.Named) string {
	fn, ok := w.pkg.Scope().Lookup("New" + t.Obj().Name()).(*types.Func)
	if !ok || fn.Signature().Results().Len() != 1 || !types.Identical(fn.Signature().Results().At(0).Type(), t) {
		return ""
	}
	var args []string
	for v := range fn.Signature().Params().Variables() {
		s, err := shapeOf(v.Type())
		switch {
		case types.IsInterface(v.Type()):
			args = append(args, "nil")
		case err != nil:
			return ""
		default:
			args = append(args, w.param(v.Name(), v.Type(), s))
		}
	}
	return w.pkg.Name() + "." + fn.Name() + "(" + strings.Join(args, ", ") + ")"
}
