package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/version"
	"path"
	"runtime"
	"strings"
	"sync"

	"github.com/lockstep-simt/lockstep/program"
)

// Source is a parsed package: the root, or one that it imports.
type Source struct {
	fset  *token.FileSet // one for all packages
	path  string         // the import path; empty for a root that does not say
	files []*ast.File
	decls declarations
	// bodies says that functions have bodies. Of most standard packages only
	// the declarations are kept, see comesWithBodies.
	bodies    bool
	goVersion string             // of the language, "go1.21"; empty for the newest
	imports   map[string]*Source // what was parsed for the root, by path
	missing   map[string]error   // what was not available to the root
	broken    program.ErrorList  // syntax errors of an imported package
	opts      Options            // of the root: Path and Import
	scopes    map[*ast.File]*imports

	directives map[string]*directive // of package-level names
	linked     []link                // to names of other packages
	presets    map[string]string     // texts of errors that variables hold by a directive

	// What changes.go found out when it was first asked.
	uses        map[variable][]use
	usesAmong   int // the number of packages that were parsed then
	trees       map[*Declaration]*structure
	functionsBy map[*Declaration][]functionIn
	fields      *fieldUses
	outside     *outside // of a root

	// Of a root: what is found out of all packages, and what they are loaded as,
	// is one goroutine's at a time; what is loaded does not change any more.
	mu       sync.Mutex
	views    map[*Declaration]*View // what functions see that were loaded together
	together int                    // how many were asked for then
	hung     *program.Error         // the type checker did not end
}

// maxNesting bounds the depth of the syntax tree. The packages behind us are
// recursive, and a stack overflow cannot be caught.
const maxNesting = 2000

// Parse reads all files of the root package and reports every syntax error in
// them.
func Parse(files []File, opts Options) (*Source, program.ErrorList) {
	s := &Source{fset: token.NewFileSet(), bodies: true, opts: opts, imports: map[string]*Source{},
		missing: map[string]error{}}
	return s, s.parse(files)
}

// parse adds files to the package.
func (s *Source) parse(files []File) program.ErrorList {
	var errs program.ErrorList
	if len(files) == 0 {
		return program.ErrorList{{Instr: -1, Msg: "no Go files"}}
	}
	size := 0
	for _, f := range files {
		if size += len(f.Text); size > maxSource {
			return program.ErrorList{{Pos: program.Pos{File: path.Base(f.Name)}, Instr: -1,
				Msg: fmt.Sprintf("the files of the package have more than %d MB", maxSource>>20)}}
		}
	}
	s.goVersion = languageVersion(files[0].GoVersion)
	for _, f := range files {
		if isAssembly(f.Name) {
			s.noteAssembly(f.Text)
			continue
		}
		name := path.Base(f.Name)
		if s.imports == nil {
			name = path.Join(s.path, name)
		}
		af, wrong := s.parseFile(File{Name: name, Text: f.Text})
		if len(wrong) > 0 {
			errs = append(errs, wrong...)
			continue
		}
		s.files = append(s.files, af)
		s.noteDirectives(af, f.Text)
	}
	if len(errs) > 0 {
		return errs
	}
	if len(s.files) == 0 {
		return program.ErrorList{{Instr: -1, Msg: "no Go files"}}
	}
	s.collect()
	return nil
}

// parseFile parses a file.
func (s *Source) parseFile(f File) (*ast.File, program.ErrorList) {
	// Comments are not needed: directives that matter (build constraints)
	// are read by ReadPackage, and //line must not move positions.
	af, err := parser.ParseFile(s.fset, f.Name, f.Text, 0)
	var list scanner.ErrorList
	switch {
	case errors.As(err, &list):
		var errs program.ErrorList
		list.RemoveMultiples()
		for _, e := range list {
			pos := program.Pos{File: e.Pos.Filename, Line: e.Pos.Line, Col: e.Pos.Column}
			errs = append(errs, &program.Error{Pos: pos, Instr: -1, Msg: "syntax error: " + e.Msg})
		}
		return nil, errs
	case err != nil:
		return nil, program.ErrorList{{Pos: program.Pos{File: f.Name}, Instr: -1, Msg: err.Error()}}
	}
	if at := tooDeep(af); at.IsValid() {
		return nil, program.ErrorList{s.Errorf(at, "code is nested more than %d levels deep; split it up", maxNesting)}
	}
	resolveGroups(af)
	collectKeys(af)
	return af, nil
}

// resolveGroups puts the types of a file into its scope. In a group of types the parser puts those behind one with type
// parameters into the scope of these.
func resolveGroups(f *ast.File) {
	for _, d := range f.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.TYPE {
			continue
		}
		for _, spec := range group.Specs {
			if name := spec.(*ast.TypeSpec).Name; name.Obj != nil {
				f.Scope.Insert(name.Obj)
			}
		}
	}
}

// languageVersion returns the version if it is one that the type checker
// knows. Another means the newest: a file that asks for more than there is
// may still compile.
func languageVersion(v string) string {
	if !version.IsValid(v) || version.Compare(v, runtimeLanguage) > 0 {
		return ""
	}
	return v
}

// runtimeLanguage is the newest language version that go/types accepts.
var runtimeLanguage = version.Lang(strings.Fields(runtime.Version() + " ")[0])

// tooDeep returns the position of a node that is nested too deeply, or NoPos.
func tooDeep(f *ast.File) (at token.Pos) {
	depth := 0
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			depth--
			return true
		}
		if depth >= maxNesting && !at.IsValid() {
			at = n.Pos()
		}
		if at.IsValid() {
			return false
		}
		depth++
		return true
	})
	return at
}

// Pos translates a position. //line directives are ignored: the user is shown
// the text that was given.
func (s *Source) Pos(p token.Pos) program.Pos {
	if !p.IsValid() {
		return program.Pos{}
	}
	at := s.fset.PositionFor(p, false)
	return program.Pos{File: at.Filename, Line: at.Line, Col: at.Column}
}

// HasBodies reports whether the functions of the package have bodies.
func (s *Source) HasBodies() bool { return s.bodies }

// Errorf makes an error at a place.
func (s *Source) Errorf(p token.Pos, format string, args ...any) *program.Error {
	return &program.Error{Pos: s.Pos(p), Instr: -1, Msg: fmt.Sprintf(format, args...)}
}

// isAssembly reports whether a file is Go's assembly, of which nothing is compiled.
func isAssembly(name string) bool { return strings.HasSuffix(name, ".s") }
