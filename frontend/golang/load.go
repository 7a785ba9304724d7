package golang

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// source is the parsed package.
type source struct {
	fset  *token.FileSet
	files []*ast.File
	decls declarations
}

// maxNesting bounds the depth of the syntax tree. The packages behind us are
// recursive, and a stack overflow cannot be caught.
const maxNesting = 2000

// parse reads all files and reports every syntax error in them.
func parse(files []File) (*source, program.ErrorList) {
	s := &source{fset: token.NewFileSet()}
	var errs program.ErrorList
	if len(files) == 0 {
		return nil, program.ErrorList{{Instr: -1, Msg: "no Go files"}}
	}
	for _, f := range files {
		// Comments are not needed: directives that matter (build constraints)
		// are read by ReadFS, and //line must not move positions.
		af, err := parser.ParseFile(s.fset, path.Base(f.Name), f.Text, 0)
		var list scanner.ErrorList
		switch {
		case errors.As(err, &list):
			list.RemoveMultiples()
			for _, e := range list {
				pos := program.Pos{File: e.Pos.Filename, Line: e.Pos.Line, Col: e.Pos.Column}
				errs = append(errs, &program.Error{Pos: pos, Instr: -1, Msg: "syntax error: " + e.Msg})
			}
		case err != nil:
			errs = append(errs, &program.Error{Pos: program.Pos{File: path.Base(f.Name)}, Instr: -1, Msg: err.Error()})
		default:
			if at := tooDeep(af); at.IsValid() {
				errs = append(errs, s.errorf(at, "code is nested more than %d levels deep; split it up", maxNesting))
			}
			s.files = append(s.files, af)
		}
	}
	if len(errs) > 0 {
		return nil, errs
	}
	s.decls = s.collect()
	return s, nil
}

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

// pos translates a position. //line directives are ignored: the user is shown
// the text that was given.
func (s *source) pos(p token.Pos) program.Pos {
	if !p.IsValid() {
		return program.Pos{}
	}
	at := s.fset.PositionFor(p, false)
	return program.Pos{File: at.Filename, Line: at.Line, Col: at.Column}
}

func (s *source) errorf(p token.Pos, format string, args ...any) *program.Error {
	return &program.Error{Pos: s.pos(p), Instr: -1, Msg: fmt.Sprintf(format, args...)}
}

// ReadFS returns the Go files in the root directory of fsys that [CompileFS]
// compiles.
func ReadFS(fsys fs.FS) ([]File, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	var files []File
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
			continue
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		if matchesName(name) && matchesConstraint(string(text)) {
			files = append(files, File{Name: name, Text: string(text)})
		}
	}
	if len(files) == 0 {
		return nil, errors.New("no Go files in the directory")
	}
	return files, nil
}

// satisfied are the build tags that hold: those of the platform whose
// arithmetic is the definition. Go releases hold as well.
func satisfied(tag string) bool {
	switch tag {
	case "linux", "unix", "amd64", "amd64.v1", "gc":
		return true
	}
	return strings.HasPrefix(tag, "go1.")
}

// matchesConstraint evaluates the //go:build line above the package clause.
func matchesConstraint(text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if constraint.IsGoBuild(line) {
			expr, err := constraint.Parse(line)
			return err != nil || expr.Eval(satisfied)
		}
		if strings.HasPrefix(line, "package ") {
			break
		}
	}
	return true
}

// platforms are the words that restrict a file by its name: name_GOOS.go,
// name_GOARCH.go, name_GOOS_GOARCH.go.
var platforms = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows " +
		"386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm") {
		m[w] = true
	}
	return m
}()

func matchesName(name string) bool {
	words := strings.Split(strings.TrimSuffix(name, ".go"), "_")
	for i := len(words) - 1; i > 0 && i >= len(words)-2; i-- {
		if !platforms[words[i]] {
			break
		}
		if !satisfied(words[i]) {
			return false
		}
	}
	return true
}
