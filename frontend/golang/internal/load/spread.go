package load

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// What a pointer leads to can be handed over instead of the pointer: a function that takes
// and returns values calls the wanted one, as a user would write it whose results must be
// columns. So what a lane's memory refers to in the end, which may be other memory in each
// lane, is what a result of that function refers to.

// Spread is a function that calls another one with pointers to its own parameters, and
// returns what the results, and these, lead to in the end.
type Spread struct {
	Func    string      // the function that it calls
	Pos     program.Pos // of that
	File    string      // in which the spread function is
	Name    string
	Results []SpreadResult
}

// SpreadResult is a result of a spread function.
type SpreadResult struct {
	// Name is what its columns are called after.
	Name string
	// Param is the parameter that it is left in, the receiver first, or -1.
	Param int
	// IsNil: it says whether the result before it is nil, and not a value.
	IsNil bool
}

// Spread writes the file with the function that spreads a function of the package. It
// returns nil if that has no pointers that are given or returned. Pointers that keep says
// so of remain what they are.
func (s *Source) Spread(fn string, keep func(param string) bool) (file File, sp *Spread) {
	d := s.Find(fn)
	if d == nil || IsGeneric(d.Function()) {
		return file, nil
	}
	w := &spreading{fd: d.Function(), keep: keep, taken: map[string]bool{}}
	sp = &Spread{
		Func: fn, Pos: s.Pos(w.fd.Name.Pos()), File: "(" + fn + ").go",
		Name: words(strings.ReplaceAll(fn, ".", "_"), nil, "spread"),
	}
	for s.decls.byName[sp.Name] != nil {
		sp.Name += "_"
	}
	text, ok := w.write(d.file, sp)
	if !ok {
		return file, nil
	}
	return File{Name: sp.File, Text: text, GoVersion: s.goVersion}, sp
}

// spreading is a spread function on its way.
type spreading struct {
	fd    *ast.FuncDecl
	keep  func(param string) bool
	taken map[string]bool // names in the function

	params, args    []string
	results, assign []string
	after           []string
	out             []SpreadResult
	pointers        bool
}

// write returns the text of the file, and false if there is nothing to spread.
func (w *spreading) write(f *ast.File, sp *Spread) (string, bool) {
	lists := []*ast.FieldList{w.fd.Recv, w.fd.Type.Params}
	for _, list := range lists {
		for _, field := range fieldsOf(list) {
			for _, id := range field.Names {
				w.taken[id.Name] = true
			}
		}
	}
	if w.taken[w.fd.Name.Name] || w.taken["nil"] || w.taken["true"] || w.taken["bool"] {
		return "", false // a parameter hides what the function has to name
	}
	w.taken[w.fd.Name.Name] = true
	var given []SpreadResult // what is left in parameters comes last
	var types []string
	for _, list := range lists {
		for _, field := range fieldsOf(list) {
			for _, id := range namesOf(field) {
				if typ, ok := w.param(field, id); ok {
					given = append(given, SpreadResult{Name: w.lastParam() + ".out", Param: len(w.params) - 1})
					types = append(types, typ)
				}
			}
		}
	}
	at := 0
	for _, field := range fieldsOf(w.fd.Type.Results) {
		for _, id := range namesOf(field) {
			w.result(field.Type, id, at)
			at++
		}
	}
	for i, g := range given {
		name := w.add("left", types[i], g)
		w.after = append(w.after, name+" = "+w.names()[g.Param])
	}
	if !w.pointers {
		return "", false
	}
	sp.Results = w.out
	return w.text(f, sp.Name), true
}

func (w *spreading) text(f *ast.File, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", f.Name.Name)
	for _, spec := range f.Imports {
		alias := ""
		if spec.Name != nil {
			alias = spec.Name.Name + " "
		}
		fmt.Fprintf(&b, "import %s%s\n", alias, spec.Path.Value)
	}
	fmt.Fprintf(&b, "func %s(%s) (%s) {\n", name, strings.Join(w.params, ", "), strings.Join(w.results, ", "))
	call := w.fd.Name.Name
	args := w.args
	if w.fd.Recv != nil {
		call, args = "("+args[0]+")."+call, args[1:]
	}
	call += "(" + strings.Join(args, ", ") + ")"
	if len(w.assign) > 0 {
		call = strings.Join(w.assign, ", ") + " := " + call
	}
	fmt.Fprintf(&b, "\t%s\n", call)
	for _, line := range w.after {
		fmt.Fprintf(&b, "\t%s\n", line)
	}
	b.WriteString("\treturn\n}\n")
	return b.String()
}

// param adds a parameter. If it is a pointer that is spread, it returns the type of what it
// points to.
func (w *spreading) param(field *ast.Field, id *ast.Ident) (typ string, spread bool) {
	name := id.Name
	if name == "_" {
		name = fmt.Sprintf("p%d", len(w.params))
	}
	star, ok := ast.Unparen(field.Type).(*ast.StarExpr)
	if !ok || w.keep(name) {
		arg := name
		if _, ok := field.Type.(*ast.Ellipsis); ok {
			arg += "..."
		}
		w.params, w.args = append(w.params, name+" "+printed(field.Type)), append(w.args, arg)
		return "", false
	}
	w.pointers = true
	typ = printed(star.X)
	w.params, w.args = append(w.params, name+" "+typ), append(w.args, "&"+name)
	return typ, true
}

func (w *spreading) lastParam() string { return w.names()[len(w.params)-1] }

// names are those of the parameters.
func (w *spreading) names() []string {
	names := slices.Clone(w.params)
	for i, p := range names {
		names[i], _, _ = strings.Cut(p, " ")
	}
	return names
}

// result adds a result of the function, and for a pointer whether it is nil.
func (w *spreading) result(t ast.Expr, id *ast.Ident, at int) {
	column := id.Name
	if column == "_" {
		column = fmt.Sprintf("r%d", at)
	}
	value := w.fresh("value")
	w.assign = append(w.assign, value)
	star, ok := ast.Unparen(t).(*ast.StarExpr)
	if !ok {
		name := w.add("result", printed(t), SpreadResult{Name: column, Param: -1})
		w.after = append(w.after, name+" = "+value)
		return
	}
	w.pointers = true
	name := w.add("result", printed(star.X), SpreadResult{Name: column, Param: -1})
	isNil := w.add("none", "bool", SpreadResult{Name: column + ".nil", Param: -1, IsNil: true})
	w.after = append(w.after, "if "+value+" != nil { "+name+" = *"+value+" } else { "+isNil+" = true }")
}

// add adds a result of the spread function.
func (w *spreading) add(name, typ string, r SpreadResult) string {
	name = w.fresh(name)
	w.results, w.out = append(w.results, name+" "+typ), append(w.out, r)
	return name
}

// fresh makes a name that nothing in the function has.
func (w *spreading) fresh(name string) string {
	for i := 0; ; i++ {
		if n := fmt.Sprintf("%s%d", name, i); !w.taken[n] {
			w.taken[n] = true
			return n
		}
	}
}

// namesOf are the names of a field, or a blank one.
func namesOf(field *ast.Field) []*ast.Ident {
	if len(field.Names) == 0 {
		return []*ast.Ident{ast.NewIdent("_")}
	}
	return field.Names
}
