package main

import (
	"errors"
	"go/ast"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/gen"
	"github.com/lockstep-simt/lockstep/internal/resolve"
)

// isProgram reports whether a path names a program in text form, in which
// there is nothing to choose.
func isProgram(path string) bool { return strings.HasSuffix(path, ".lockstep") }

// functionsOf lists the functions of a Go file or directory, in the order of
// the source.
func functionsOf(path string) ([]golang.Func, error) {
	files, _, err := filesOf(path)
	if err != nil {
		return nil, err
	}
	fns, err := golang.Functions(slices.DeleteFunc(files, gen.IsGenerated))
	return fns, placed(err, path)
}

// typeOf returns the type of a function of a Go file or directory.
func typeOf(path, fn string) (*types.Signature, error) {
	files, imports, err := filesOf(path)
	if err != nil {
		return nil, err
	}
	for i := range files {
		files[i].GoVersion = imports.GoVersion()
	}
	source, err := golang.Parse(files, golang.Options{Path: imports.Path(), Import: imports.Import})
	if err != nil {
		return nil, placed(err, path)
	}
	sig, err := source.TypeOf(fn)
	return sig, placed(err, path)
}

// filesOf returns the Go files at a path, and what finds those that they import.
func filesOf(path string) ([]golang.File, *resolve.Resolver, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, pathProblem(err)
	}
	if info.IsDir() {
		imports := resolve.New(path)
		files, err := golang.ReadPackage(os.DirFS(path), imports.Path())
		if err != nil {
			return nil, nil, errors.New(path + ": " + err.Error())
		}
		return files, imports, nil
	}
	if filepath.Ext(path) != ".go" {
		return nil, nil, errors.New(path + ": is neither a .go file, a .lockstep file nor a directory")
	}
	text, err := readSource(path)
	if err != nil {
		return nil, nil, err
	}
	return []golang.File{{Name: path, Text: string(text)}}, resolve.New(filepath.Dir(path)), nil
}

// pathProblem says "x.go: no such file or directory" without the system call.
func pathProblem(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return errors.New(pe.Path + ": " + pe.Err.Error())
	}
	return err
}

// chooseFunction returns the name under which to load the file: the one asked
// for, or the only one that it can be. That is the only exported function, or
// the only function where none is exported. Methods, generic functions, main
// and init have to be asked for.
func chooseFunction(command, path, asked string) (string, error) {
	if isProgram(path) {
		if asked != "" {
			return "", usagef(command, "%s is a single program: leave out -func", path)
		}
		return "", nil
	}
	fns, err := functionsOf(path)
	if err != nil {
		return "", err
	}
	var all, exported []string
	for _, fn := range fns {
		if isCalled(fn, asked) {
			return asked, nil
		}
		if fn.Generic || isEntry(fn.Name) || strings.Contains(fn.Name, ".") {
			continue
		}
		all = append(all, fn.Name)
		if ast.IsExported(fn.Name) {
			exported = append(exported, fn.Name)
		}
	}
	if asked != "" {
		return "", unknownFunction(path, asked, fns)
	}
	candidates := exported
	if len(exported) == 0 {
		candidates = all
	}
	switch len(candidates) {
	case 0:
		return "", errors.New(path + ": there is no function to run")
	case 1:
		return candidates[0], nil
	}
	return "", usagef(command, "no -func: %s has %s", path, strings.Join(candidates, ", "))
}

// isCalled reports whether a name is a function's, or an instance's of it.
func isCalled(fn golang.Func, name string) bool {
	return fn.Name == name || fn.Generic && fn.Name == golang.GenericOf(name)
}

// isEntry reports whether a name is one that Go itself calls, or of a method that says what an error is: lanes return
// errors, and what these say is computed behind the batch.
func isEntry(name string) bool {
	return name == "main" || name == "init" || strings.HasSuffix(name, ".Error")
}

func unknownFunction(path, asked string, fns []golang.Func) error {
	var names []string
	for _, fn := range fns {
		if !isEntry(fn.Name) {
			names = append(names, fn.Name)
		}
	}
	hint := suggest(asked, names)
	if hint == "" && len(names) > 0 {
		hint = "; there are " + strings.Join(names, ", ")
	}
	return errors.New(path + ": there is no function " + asked + hint)
}

// readSource reads a file of source text. Reading a device or a pipe may not end.
func readSource(name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, errors.New(name + ": is not a regular file")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, pathProblem(err)
	}
	return text, nil
}
