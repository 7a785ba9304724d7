package load

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"iter"
	"slices"
	"strings"
)

// File is a Go source file, or an assembly file (x.s) beside such.
type File struct {
	Name string // for positions; only the last element of a path is kept
	Text string
	// GoVersion is the version of the language that the file's module asks
	// for, such as "go1.21"; empty for the newest.
	GoVersion string
}

// Options say where the root package is from.
type Options struct {
	// Path is the import path of the root package; empty for one that nothing else has.
	Path string
	// Import returns the source of an imported package. It is called only for packages
	// of which something is reached. Without it there is what needs no source, see stubs.go.
	Import func(path string) ([]File, error)
}

// ReadPackage returns the Go files, and the assembly files, in the root directory
// of fsys that are compiled if its import path is the given one, as the root
// package or as an import. They are without tests and without files whose build constraints
// exclude linux/amd64. The tags noasm, purego, safe and appengine hold, by which
// packages choose what is written in Go over assembly. Package math, and packages
// outside the standard library of which functions have their bodies in assembly all the
// same, are read as on a machine for which they have none, if they have Go for it.
func ReadPackage(fsys fs.FS, importPath string) ([]File, error) {
	if importPath == "math" {
		return readFiles(fsys, elsewhere)
	}
	files, err := readFiles(fsys, satisfied)
	if err != nil || IsStandard(importPath) && importPath != "" {
		return files, err
	}
	without := withoutBodies(files)
	if len(without) == 0 {
		return files, nil
	}
	others, err := readFiles(fsys, elsewhere)
	if err != nil || len(withoutBodies(others)) > 0 {
		return files, nil
	}
	has := map[string]bool{}
	for fd := range functionsIn(others) {
		has[FuncName(fd)] = true
	}
	if slices.ContainsFunc(without, func(fn string) bool { return !has[fn] }) {
		return files, nil
	}
	return others, nil
}

// elsewhere are the build tags that hold on a machine that no assembly is for.
func elsewhere(tag string) bool { return satisfied(tag) && !strings.HasPrefix(tag, "amd64") }

// withoutBodies are the functions that are left to the assembly beside them.
func withoutBodies(files []File) (names []string) {
	if !slices.ContainsFunc(files, func(f File) bool { return isAssembly(f.Name) }) {
		return nil
	}
	for fd := range functionsIn(files) {
		if fd.Body == nil {
			names = append(names, FuncName(fd))
		}
	}
	return names
}

// functionsIn are the functions that files declare. What is wrong with a file is said by those who compile it.
func functionsIn(files []File) iter.Seq[*ast.FuncDecl] {
	return func(yield func(*ast.FuncDecl) bool) {
		for _, f := range files {
			if isAssembly(f.Name) {
				continue
			}
			af, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Text, parser.SkipObjectResolution)
			if err != nil {
				continue
			}
			for _, d := range af.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && !yield(fd) {
					return
				}
			}
		}
	}
}

// readFiles returns the files that are compiled where build tags hold.
func readFiles(fsys fs.FS, holds func(tag string) bool) ([]File, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	var files []File
	hasGo := false
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") && !isAssembly(name) || strings.HasSuffix(name, "_test.go") ||
			strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
			continue
		}
		// Reading a device or a pipe may not end.
		if info, err := fs.Stat(fsys, name); err == nil && !info.Mode().IsRegular() {
			return nil, errors.New(name + ": is not a regular file")
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		if matchesName(name, holds) && matchesConstraint(string(text), holds) {
			files = append(files, File{Name: name, Text: string(text)})
			hasGo = hasGo || !isAssembly(name)
		}
	}
	if !hasGo {
		return nil, errors.New("no Go files in the directory")
	}
	return files, nil
}
