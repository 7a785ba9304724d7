package load

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// What a pointer leads to can be handed over instead of the pointer, and rows of a matrix
// instead of a slice of slices: a function that takes and returns such values calls the
// wanted one, as a user would write it whose results must be columns. So what a lane's memory
// refers to in the end, which may be other memory in each lane, is what a result of that
// function refers to.

// Spread is a function that calls another one with pointers to its own parameters, and
// with slices of them, and returns what the results, and these, lead to in the end.
type Spread struct {
	Func    string      // the function that it calls
	Pos     program.Pos // of that
	File    string      // in which the spread function is
	Name    string
	Params  []string // what the columns of each parameter are called after
	Results []SpreadResult
	// Rows are the parameters of the function, the receiver first, that are made of rows.
	Rows []int
	Root *Declaration // of the spread function
}

// SpreadResult is a result of a spread function.
type SpreadResult struct {
	// Name is what its columns are called after.
	Name string
	// Param is the parameter of the function, the receiver first, that it is left in, or
	// -1.
	Param int
	// IsNil: it says whether the result before it is nil, and not a value.
	IsNil bool
	// Rows: it is rows of a matrix, or how many elements they have.
	Rows bool
}

// SpreadOptions say how a function is spread.
type SpreadOptions struct {
	// Keep says of a parameter that it remains what it is.
	Keep func(param string) bool
	// Rows says how many rows a parameter that is a slice of slices has, and how many
	// elements they have: at most, or all if they are fixed. Without a number of rows the
	// parameter remains what it is.
	Rows func(param string) Matrix
	// Room is how many rows, and elements of each, there is room for in a result; 0 if
	// that is not known.
	Room int
	// Left asks for the rows as the function leaves them.
	Left bool
	// Own asks for rows that are made, and copies of what is brought, so that they may be rows of arenas.
	Own bool
	// Copies are the parameters that are slices, and remain some, whose copy the function is given.
	Copies map[string]Copy
	// TellNil asks that copies of nil are nil.
	TellNil bool
}

// Copy says whether a slice is copied for a function.
type Copy uint8

// The ways to hand a slice to a function: as it is, as a copy that it only reads, and as a copy whose elements are the
// slice's again when it has returned.
const (
	NoCopy Copy = iota
	CopyIn
	CopyInOut
)

// Matrix is how large a slice of slices is.
type Matrix struct {
	Rows, Elems int
	Fixed       bool
}

// Spread writes the function that spreads a function of the package. It returns nil if there is
// nothing to spread.
func (s *Source) Spread(fn string, opts SpreadOptions) *Spread {
	d := s.Find(fn)
	if d == nil || IsGeneric(d.Function()) {
		return nil
	}
	w := &spreading{src: s, file: d.file, fd: d.Function(), opts: opts, taken: map[string]bool{},
		imports: map[string]string{}}
	sp := &Spread{
		Func: fn, Pos: s.Pos(w.fd.Name.Pos()), File: besideName(fn),
		Name: words(strings.ReplaceAll(fn, ".", "_"), nil, "spread"),
	}
	for s.decls.byName[sp.Name] != nil {
		sp.Name += "_"
	}
	if !s.write(w) {
		return nil
	}
	sp.Results, sp.Rows = w.out, w.rows
	for _, p := range w.params {
		sp.Params = append(sp.Params, p.column)
	}
	root, errs := s.beside(File{Name: sp.File, Text: w.text(sp.Name)})
	if len(errs) > 0 {
		return nil
	}
	sp.Root = root
	return sp
}

// write collects the parts of a spread function, for which it looks at what is parsed.
func (s *Source) write(w *spreading) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return w.write()
}

// spreading is a spread function on its way.
type spreading struct {
	src   *Source
	file  *ast.File // of the function
	fd    *ast.FuncDecl
	opts  SpreadOptions
	taken map[string]bool // names in the function
	// imports are the names of packages that the function's file does not name, by path.
	imports map[string]string

	params  []spreadParam
	args    []string // of the function, the receiver first
	results []string // "name type"
	before  []string // lines
	assign  []string // what the call's results are called
	after   []string
	out     []SpreadResult
	left    []func() // add the results that are left in parameters, which come last
	rows    []int
	spreads bool
}

type spreadParam struct{ name, typ, column string }

// write collects the parts of the function. It returns false if there is nothing to spread.
func (w *spreading) write() bool {
	lists := []*ast.FieldList{w.fd.Recv, w.fd.Type.Params}
	for name := range w.src.decls.byName {
		w.taken[name] = true
	}
	for _, name := range []string{"nil", "true", "bool", "int", "make", "copy", "len", "panic"} {
		if w.taken[name] {
			return false // the package gives a name that the text needs another meaning
		}
	}
	for _, name := range types.Universe.Names() {
		w.taken[name] = true
	}
	for _, spec := range w.file.Imports {
		if w.taken[guessName(importPath(spec))] = true; spec.Name != nil {
			w.taken[spec.Name.Name] = true
		}
	}
	for _, list := range lists {
		for _, field := range fieldsOf(list) {
			for _, id := range namesOf(field) {
				w.param(field.Type, id)
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
	for _, add := range w.left {
		add()
	}
	return w.spreads
}

func (w *spreading) text(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", w.file.Name.Name)
	b.WriteString(w.importLines())
	params := make([]string, len(w.params))
	for i, p := range w.params {
		params[i] = p.name + " " + p.typ
	}
	fmt.Fprintf(&b, "func %s(%s) (%s) {\n", name, strings.Join(params, ", "), strings.Join(w.results, ", "))
	call, args := w.fd.Name.Name, w.args
	if w.fd.Recv != nil {
		call, args = "("+args[0]+")."+call, args[1:]
	}
	call += "(" + strings.Join(args, ", ") + ")"
	if len(w.assign) > 0 {
		call = strings.Join(w.assign, ", ") + " := " + call
	}
	for _, lines := range [][]string{w.before, {call}, w.after} {
		for _, line := range lines {
			fmt.Fprintf(&b, "\t%s\n", line)
		}
	}
	b.WriteString("\treturn\n}\n")
	return b.String()
}

// add adds a result of the spread function, and returns its name.
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
