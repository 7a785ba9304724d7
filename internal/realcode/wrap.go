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

// wrap writes a wrapper for a function that takes other things than numbers,
// or a method whose receiver is not made of numbers alone or is a pointer. The
// wrapper takes numbers, makes the receiver, calls the function, and gives back
// a receiver that was behind a pointer. A function that is wanted gets one; an
// interface gets nil. It reports whether that was possible.
func (f *Function) wrap(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.TypeParams() != nil || sig.RecvTypeParams() != nil {
		return false
	}
	f.params, f.results = nil, nil
	w := wrapper{pkg: fn.Pkg()}
	name, receiver := w.pkg.Name()+"."+fn.Name(), ""
	if f.named != nil {
		if name, receiver = "v."+fn.Name(), w.receiver(f.named); receiver == "" {
			return false
		}
	}
	var args []string
	for v := range sig.Params().Variables() {
		arg := w.argument(v)
		if arg == "" {
			return false
		}
		args = append(args, arg)
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
	call := name + "(" + strings.Join(args, ", ") + ")"
	if len(results) > 0 {
		call = strings.Join(results, ", ") + " := " + call
	}
	if f.named != nil {
		call = "v := " + receiver + "\n\t" + call
		if _, pointer := sig.Recv().Type().(*types.Pointer); pointer {
			s, err := shapeOf(f.named)
			if err != nil || s.slice {
				return false
			}
			results, gives = append(results, "v"), append(gives, w.typ(f.named))
			f.results = append(f.results, value{"v", f.named, s})
		}
	}
	if len(results) == 0 || w.foreign {
		return false
	}
	fmt.Fprintf(&b, "func %s(%s) (%s) {\n\t%s\n\treturn %s\n}\n",
		strings.ReplaceAll(f.Name, ".", "_"), strings.Join(w.decls, ", "), strings.Join(gives, ", "), call,
		strings.Join(results, ", "))
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
	if name = strings.ToLower(strings.Trim(name, "_")); name == "" { // nobody reads it
		name = "p"
	}
	name = fmt.Sprintf("%s%d", name, len(w.params))
	w.params = append(w.params, value{name, t, s})
	w.decls = append(w.decls, name+" "+w.typ(t))
	return name
}

// receiver makes a receiver of numbers; "" if there is no way.
func (w *wrapper) receiver(t *types.Named) string {
	if s, err := shapeOf(t); err == nil && !s.slice && spelled(t) {
		return w.param("receiver", t, s)
	}
	if v := w.construct(t); v != "" {
		return v
	}
	return w.literal(t)
}

// argument makes an argument; "" if there is no way.
func (w *wrapper) argument(v *types.Var) string {
	if s, err := shapeOf(v.Type()); err == nil && !s.err && spelled(v.Type()) {
		return w.param(v.Name(), v.Type(), s)
	}
	switch t := v.Type().Underlying().(type) {
	case *types.Interface:
		return "nil"
	case *types.Pointer:
		// Those that do without settings say so by such a name.
		if strings.Contains(strings.ToLower(v.Name()), "settings") {
			return "nil"
		}
	case *types.Signature:
		return w.function(t)
	}
	return ""
}

// function writes a function of numbers; "" if it is about other things.
func (w *wrapper) function(sig *types.Signature) string {
	if sig.Results().Len() != 1 || sig.Params().Len() == 0 {
		return ""
	}
	var params, numbers []string
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		name := fmt.Sprintf("x%d", i)
		params = append(params, name+" "+w.typ(t))
		numbers = append(numbers, numberIn(name, t))
	}
	result := sig.Results().At(0).Type()
	body := ""
	switch basic, ok := result.Underlying().(*types.Basic); {
	case types.Identical(result, sig.Params().At(0).Type()) && numbers[0] != "x0":
		body = "x0"
	case !ok || numbers[0] == "" || numbers[len(numbers)-1] == "":
		return ""
	case basic.Info()&types.IsBoolean != 0:
		body = numbers[0] + " < 2*" + numbers[len(numbers)-1]
	case basic.Info()&types.IsNumeric != 0:
		body = w.typ(result) + "(" + numbers[0] + ")*" + w.typ(result) + "(" + numbers[len(numbers)-1] + ") - 2"
	default:
		return ""
	}
	return "func(" + strings.Join(params, ", ") + ") " + w.typ(result) + " { return " + body + " }"
}

// numberIn is an expression for a number in a value; "" if there is none.
func numberIn(x string, t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsInteger|types.IsFloat) != 0 {
			return x
		}
	case *types.Slice:
		return numberIn(x+"[0]", u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if n := numberIn(x+"."+f.Name(), f.Type()); n != "" && f.Exported() {
				return n
			}
		}
	}
	return ""
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
