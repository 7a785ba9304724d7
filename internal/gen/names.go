package gen

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lockstep-simt/lockstep/program"
)

// name gives names to what is generated for the function: IntegrateBatch,
// IntegrateSeq and so on, or after the batch function that was asked for.
func (w *wrapper) name(asked string) {
	stem, method, isMethod := strings.Cut(w.id, ".")
	if isMethod && !ast.IsExported(method) {
		stem = untitled(stem)
	}
	stem += title(method)
	w.batch = stem + "Batch"
	if asked != "" {
		w.batch, stem = asked, strings.TrimSuffix(asked, "Batch")
		if stem == "" {
			stem = asked
		}
	}
	w.seq, w.program, w.work = stem+"Seq", untitled(stem)+"Func", untitled(stem)+"Lanes"
	if len(w.returned()) > 0 {
		w.into = w.batch + "Into"
	}
	w.test, w.benchmark = "Test"+title(w.batch), "Benchmark"+title(w.batch)
	w.testLanes, w.testInputs = untitled(stem)+"TestLanes", untitled(stem)+"TestInputs"
	if len(w.lanes()) > 1 {
		w.args = stem + "Args"
	}
	if len(w.outputs()) > 1 {
		w.result = stem + "Result"
	}
}

// methodOf returns the method's name if a function is one: Norm of Vec.Norm.
func methodOf(fn string) (method string, ok bool) {
	_, method, ok = strings.Cut(fn[strings.LastIndex(fn, "]")+1:], ".")
	return method, ok
}

// lanes returns the parameters that differ between lanes.
func (w *wrapper) lanes() []*param {
	var some []*param
	for _, pa := range w.params {
		if !pa.uniform {
			some = append(some, pa)
		}
	}
	return some
}

// outputs returns the results without what is written back and without a last
// one of type error.
func (w *wrapper) outputs() []*result {
	some := w.returned()
	if w.lastError() != nil {
		some = some[:len(some)-1]
	}
	return some
}

// returned returns the results without what is written back.
func (w *wrapper) returned() []*result {
	for i, r := range w.results {
		if r.of != nil {
			return w.results[:i:i]
		}
	}
	return w.results
}

// lastError returns the last result if its type is error.
func (w *wrapper) lastError() *result {
	all := w.returned()
	if n := len(all); n > 0 && isError(all[n-1].typ) {
		return all[n-1]
	}
	return nil
}

// clashes reports names that the package has already or that two functions
// would share. tests says whether tests are written.
func (p *pkg) clashes(wrappers []*wrapper, tests bool) program.ErrorList {
	var errs program.ErrorList
	seen := map[string]string{}
	for _, w := range wrappers {
		names := []string{w.batch, w.into, w.seq, w.args, w.result, w.program, w.work}
		for _, a := range w.assembly {
			for _, f := range a.Functions {
				names = append(names, f.Name)
			}
		}
		inTests := len(names)
		if tests {
			names = append(names, w.test, w.benchmark, w.testLanes, w.testInputs)
		}
		for i, n := range names {
			if n == "" {
				continue
			}
			other := seen[n]
			if seen[n] = w.fn; other == "" && (p.declares(n) || i >= inTests && p.inTests[n]) {
				other = "the package"
			}
			if other != "" {
				errs = append(errs, &program.Error{Instr: -1,
					Msg: fmt.Sprintf("%s and the wrapper of %s would both declare %s; choose another name with -name",
						other, w.fn, n)})
			}
		}
	}
	return errs
}

// declares reports whether the package has a declaration with a name.
func (p *pkg) declares(name string) bool {
	return p.types.Scope().Lookup(name) != nil || p.variables[name]
}

// names returns the names that the package declares.
func (p *pkg) names() []string {
	return slices.AppendSeq(p.types.Scope().Names(), maps.Keys(p.variables))
}

// scope gives names that are in use nowhere else.
type scope struct {
	taken map[string]bool
	outer *scope
}

func (s *scope) has(name string) bool {
	for ; s != nil; s = s.outer {
		if s.taken[name] {
			return true
		}
	}
	return false
}

// fresh returns the name, or the name with a number behind it if it is taken.
func (s *scope) fresh(name string) string {
	unique := name
	for i := 2; s.has(unique); i++ {
		unique = fmt.Sprintf("%s%d", name, i)
	}
	if s.taken == nil {
		s.taken = map[string]bool{}
	}
	s.taken[unique] = true
	return unique
}

// imports are the packages that the file imports, by path.
type imports struct {
	file   *scope
	names  map[string]string
	self   *types.Package
	hidden func(name string) bool // whether the package declares a name
}

// use returns the name of a package in the file.
func (im *imports) use(importPath, name string) string {
	if n := im.names[importPath]; n != "" {
		return n
	}
	n := im.file.fresh(name)
	im.names[importPath] = n
	return n
}

// link imports a package for what it adds to a binary.
func (im *imports) link(importPath string) { im.names[importPath] = "_" }

// typeName writes a type.
func (im *imports) typeName(t types.Type) string {
	switch t := t.(type) {
	case *types.Basic:
		return im.predeclared(t.Name())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), im.typeName(t.Elem()))
	case *types.Slice:
		return "[]" + im.typeName(t.Elem())
	case *types.Pointer:
		return "*" + im.typeName(t.Elem())
	case *types.Struct:
		var fields []string
		for i := range t.NumFields() {
			f := t.Field(i)
			field := f.Name() + " " + im.typeName(f.Type())
			if f.Embedded() {
				field = im.typeName(f.Type())
			}
			if tag := t.Tag(i); tag != "" {
				field += " " + strconv.Quote(tag)
			}
			fields = append(fields, field)
		}
		return "struct{" + strings.Join(fields, "; ") + "}"
	case *types.Named:
		return im.named(t.Obj(), t.TypeArgs())
	case *types.Alias:
		return im.named(t.Obj(), t.TypeArgs())
	}
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == im.self.Path() {
			return ""
		}
		return im.use(p.Path(), p.Name())
	})
}

// named writes the name of a type with its arguments.
func (im *imports) named(n *types.TypeName, args *types.TypeList) string {
	name := n.Name()
	switch {
	case n.Pkg() == nil:
		name = im.predeclared(name)
	case n.Pkg().Path() != im.self.Path():
		name = im.use(n.Pkg().Path(), n.Pkg().Name()) + "." + name
	}
	if args.Len() == 0 {
		return name
	}
	var of []string
	for t := range args.Types() {
		of = append(of, im.typeName(t))
	}
	return name + "[" + strings.Join(of, ", ") + "]"
}

// spec writes an import.
func (im *imports) spec(importPath string) string {
	if n := im.names[importPath]; n != path.Base(importPath) {
		return fmt.Sprintf("\t%s %q\n", n, importPath)
	}
	return fmt.Sprintf("\t%q\n", importPath)
}

// title makes the first letter a capital; untitled makes it small.
func title(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

func untitled(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// SplitNames takes names with commas between them, and spaces off. Instances of generic functions have
// commas in brackets too.
func SplitNames(value string) (names []string, err error) {
	deep, begin := 0, 0
	for i, c := range value + "," {
		switch {
		case c == '[':
			deep++
		case c == ']':
			deep--
		case c == ',' && deep <= 0:
			name := strings.ReplaceAll(value[begin:i], " ", "")
			if begin = i + 1; name == "" {
				return names, errors.New("a name is empty")
			}
			names = append(names, name)
		}
	}
	if deep > 0 {
		return names, errors.New("a bracket is not closed")
	}
	return names, nil
}
