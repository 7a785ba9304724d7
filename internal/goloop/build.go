package goloop

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

//go:embed child/child.go child/values.go child/wholes.go child/clock_unix.go child/clock_other.go
var childFiles embed.FS

// executableSuffix is what the names of programs end in.
var executableSuffix = map[string]string{"windows": ".exe"}[runtime.GOOS]

// ownLanguage has a file compiled as the Go that it is written in: the user's module may be older.
const ownLanguage = "//go:build go1.22\n\n"

// build makes a test binary of the user's package with our files in it.
func (l *Loop) build(ctx context.Context, command string, s Spec) error {
	path, err := filepath.Abs(s.Path)
	if err != nil {
		return err
	}
	p, err := findPackage(path)
	if err != nil {
		return err
	}
	call, noted, err := writeHarness(p.name, s)
	if err != nil {
		return err
	}
	l.noted = noted
	texts := map[string]string{"call": call}
	clock := "clock_unix.go"
	if slices.Contains([]string{"windows", "plan9", "js", "wasip1"}, runtime.GOOS) {
		clock = "clock_other.go"
	}
	for _, name := range []string{"child.go", "values.go", "wholes.go", clock} {
		text, err := childFiles.ReadFile("child/" + name)
		if err != nil {
			return err
		}
		if texts[strings.TrimSuffix(name, ".go")], err = inPackage(p.name, string(text)); err != nil {
			return err
		}
	}
	overlay := map[string]string{}
	for _, test := range p.tests {
		overlay[filepath.Join(p.dir, test)] = "" // is left out
	}
	args := slices.Clone(p.files)
	for name, text := range texts {
		real := filepath.Join(l.dir, name+".go")
		if !strings.HasPrefix(text, "//go:build") {
			text = ownLanguage + text
		}
		if err := os.WriteFile(real, []byte(text), 0o600); err != nil {
			return err
		}
		added := "zz_lockstep_" + name + "_test.go"
		overlay[filepath.Join(p.dir, added)] = real
		args = append(args, added)
	}
	if p.module {
		args = []string{"."}
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return err
	}
	overlayFile := filepath.Join(l.dir, "overlay.json")
	if err := os.WriteFile(overlayFile, list, 0o600); err != nil {
		return err
	}
	args = append([]string{"test", "-c", "-vet=off", "-overlay", overlayFile, "-o", l.file("loop")}, args...)
	build := exec.CommandContext(ctx, command, args...)
	build.Dir = p.dir
	if said, err := build.CombinedOutput(); err != nil {
		if strings.Contains(string(said), "beneath GOMODCACHE") {
			return errors.New("the package is in the cache of modules, to which the go command adds no file; " +
				"copy the module elsewhere")
		}
		return errors.Join(context.Cause(ctx), fmt.Errorf("%w: %s", ErrBuild, firstLine(string(said))))
	}
	l.Compiler = compilerOf(ctx, command, p.dir)
	return nil
}

// inPackage is the text of a file of ours in another package. What it imports has names there that the package does not
// declare.
func inPackage(name, text string) (string, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	if err != nil {
		return "", err
	}
	f.Name.Name = name
	own := map[string]string{}
	for _, spec := range f.Imports {
		of, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return "", err
		}
		base := path.Base(of)
		own[base] = "lockstep_" + base
		spec.Name = ast.NewIdent(own[base])
	}
	for _, id := range f.Unresolved {
		if to, ok := own[id.Name]; ok {
			id.Name = to
		}
	}
	var b strings.Builder
	err = format.Node(&b, fset, f)
	return b.String(), err
}

// compilerOf names the compiler and what decides which code it makes.
func compilerOf(ctx context.Context, command, dir string) string {
	env := exec.CommandContext(ctx, command, "env", "GOVERSION", "GOAMD64")
	env.Dir = dir
	said, err := env.Output()
	lines := strings.Fields(string(said))
	switch {
	case err != nil || len(lines) == 0:
		return "go"
	case len(lines) > 1 && runtime.GOARCH == "amd64":
		return lines[0] + " (GOAMD64=" + lines[1] + ")"
	}
	return lines[0]
}

// goPackage is where the function is.
type goPackage struct {
	dir, name    string
	files, tests []string
	module       bool // the go command knows the directory as a package
}

func findPackage(path string) (goPackage, error) {
	info, err := os.Stat(path)
	if err != nil {
		return goPackage{}, err
	}
	if !info.IsDir() {
		p := goPackage{dir: filepath.Dir(path), files: []string{filepath.Base(path)}}
		p.name, err = packageName(path)
		return p, err
	}
	files, err := golang.ReadPackage(os.DirFS(path), "")
	if err != nil {
		return goPackage{}, err
	}
	p := goPackage{dir: path, module: inModule(path)}
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".go") {
			p.files = append(p.files, filepath.Base(f.Name))
		}
	}
	if len(p.files) == 0 {
		return p, errors.New("there are no Go files")
	}
	tests, err := os.ReadDir(path)
	if err != nil {
		return p, err
	}
	for _, t := range tests {
		if strings.HasSuffix(t.Name(), "_test.go") {
			p.tests = append(p.tests, t.Name())
		}
	}
	p.name, err = packageName(filepath.Join(path, p.files[0]))
	return p, err
}

// inModule reports whether a directory is in a module.
func inModule(dir string) bool {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

func packageName(file string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	return f.Name.Name, nil
}

// results returns the results that a signature lists: their names, or none, one by one.
func results(signature string) ([]string, error) {
	expr, err := parser.ParseExpr(signature)
	if err != nil {
		return nil, err
	}
	t, ok := expr.(*ast.FuncType)
	if !ok {
		return nil, fmt.Errorf("%s is not the type of a function", signature)
	}
	if t.Results == nil {
		return nil, nil
	}
	var names []string
	for _, r := range t.Results.List {
		for _, n := range r.Names {
			names = append(names, n.Name)
		}
		if len(r.Names) == 0 {
			names = append(names, "_")
		}
	}
	return names, nil
}

// resultNames returns the names that a program has for results: r0, r1, … where they have none.
func resultNames(signature string) ([]string, error) {
	names, err := results(signature)
	for i, n := range names {
		if n == "_" || n == "" {
			names[i] = "r" + strconv.Itoa(i)
		}
	}
	return names, err
}
