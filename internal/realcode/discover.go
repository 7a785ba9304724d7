package realcode

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"sort"
	"strings"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

// Function is a function or method whose parameters and results are made of
// numbers.
type Function struct {
	Package *Package
	Name    string // as golang.Compile takes it: "Beale.Func"

	// wrapper is the function that a user would write around it, in a package
	// of the user's; empty if the function is compiled by itself.
	wrapper string

	named   *types.Named // of the receiver
	params  []value      // the receiver first
	results []value
	// variadic: the last parameter is a slice that is given with three dots.
	variadic bool
	index    uint32 // in the worker
}

// value is a parameter or a result.
type value struct {
	name string
	typ  types.Type
	shape
}

func (f *Function) String() string { return f.Package.Path + "." + f.Name }

// Found is what a package has.
type Found struct {
	Functions []*Function
	Dir       string
	Files     []golang.File // that the frontend compiles
	// Others are the exported functions and methods that are not about
	// numbers, each with the reason.
	Others []Other
}

// Other is a function that takes or gives something that is not a number.
type Other struct{ Name, Reason string }

// Discover lists the functions of packages that the module in a folder can
// import. It needs the go command, which compiles them.
func Discover(root string, packages []*Package) (map[*Package]*Found, error) {
	paths := make([]string, len(packages))
	for i, p := range packages {
		paths[i] = p.Path
	}
	listed, err := list(root, paths)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	compiled := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if l := listed[path]; l.export != "" {
			return os.Open(l.export)
		}
		return nil, fmt.Errorf("%s is not compiled", path)
	})
	found := map[*Package]*Found{}
	index := uint32(0)
	for _, p := range packages {
		dir := listed[p.Path].dir
		files, err := golang.ReadPackage(os.DirFS(dir), p.Path)
		if err != nil {
			return nil, err
		}
		var pkg *types.Package
		if p.Bodies {
			pkg, err = checkSource(fset, files, p.Path, compiled)
		} else {
			pkg, err = compiled.Import(p.Path)
		}
		if err != nil {
			return nil, err
		}
		f := functions(p, pkg)
		f.Dir, f.Files = dir, files
		for _, fn := range f.Functions {
			fn.index = index
			index++
		}
		found[p] = f
	}
	return found, nil
}

// compiledPackage is where a package's source and export data are.
type compiledPackage struct{ dir, export string }

func list(root string, paths []string) (map[string]compiledPackage, error) {
	args := append([]string{"list", "-export", "-deps", "-tags", tags, "-f", "{{.ImportPath}}\t{{.Dir}}\t{{.Export}}"},
		paths...)
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOAMD64=v1", "CGO_ENABLED=0")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &errs)
	}
	listed := map[string]compiledPackage{}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		listed[f[0]] = compiledPackage{dir: f[1], export: f[2]}
	}
	return listed, nil
}

// checkSource type-checks the files of a package, without bodies.
func checkSource(fset *token.FileSet, sources []golang.File, path string, imports types.Importer) (*types.Package,
	error) {
	var files []*ast.File
	for _, src := range sources {
		f, err := parser.ParseFile(fset, src.Name, src.Text, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: imports, Sizes: sizes, IgnoreFuncBodies: true}
	return conf.Check(path, fset, files, nil)
}

// functions lists what a package has, in the order of names.
func functions(p *Package, pkg *types.Package) *Found {
	found := &Found{}
	add := func(fn *types.Func, named *types.Named) {
		if !p.Bodies && !fn.Exported() {
			return
		}
		f := &Function{Package: p, Name: fn.Name(), named: named}
		if named != nil {
			f.Name = named.Obj().Name() + "." + fn.Name()
		}
		reason := f.describe(fn.Signature())
		if reason != "" && !p.Bodies && f.wrap(fn) {
			reason = ""
		}
		if reason != "" {
			found.Others = append(found.Others, Other{Name: f.Name, Reason: reason})
			return
		}
		found.Functions = append(found.Functions, f)
	}
	for _, name := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			// What a machine has its own code for is missing in the pure files,
			// and arch… only says so.
			if name != "init" && !strings.HasPrefix(name, "arch") {
				add(o, nil)
			}
		case *types.TypeName:
			named, ok := o.Type().(*types.Named)
			if !ok || o.IsAlias() || !o.Exported() || types.IsInterface(named) {
				continue
			}
			for m := range named.Methods() {
				add(m, named)
			}
		}
	}
	sort.Slice(found.Functions, func(i, j int) bool { return found.Functions[i].Name < found.Functions[j].Name })
	sort.Slice(found.Others, func(i, j int) bool { return found.Others[i].Name < found.Others[j].Name })
	return found
}

// describe takes the parameters and results from a signature. It returns what
// is in the way, if anything is.
func (f *Function) describe(sig *types.Signature) string {
	if sig.TypeParams() != nil || sig.RecvTypeParams() != nil {
		return "is generic"
	}
	f.variadic = sig.Variadic()
	writes := false
	add := func(v *types.Var) error {
		s, err := shapeOf(v.Type())
		switch {
		case err == nil && s.err:
			err = errors.New("an error")
		case err == nil && !spelled(v.Type()):
			err = errors.New("an unexported type")
		}
		writes = writes || s.slice
		f.params = append(f.params, value{v.Name(), v.Type(), s})
		return err
	}
	if f.named != nil {
		if err := add(sig.Recv()); err != nil {
			return "takes " + err.Error()
		}
	}
	for v := range sig.Params().Variables() {
		if err := add(v); err != nil {
			return "takes " + err.Error()
		}
	}
	if reason := f.describeResults(sig); reason != "" {
		return reason
	}
	if len(f.results) == 0 && !writes {
		return "returns nothing"
	}
	return ""
}

// spelled reports whether another package can write the type, and that of elements.
func spelled(t types.Type) bool {
	switch t := t.(type) {
	case *types.Named:
		if !t.Obj().Exported() && t.Obj().Pkg() != nil {
			return false
		}
		switch u := t.Underlying().(type) {
		case *types.Slice, *types.Array:
			return spelled(u)
		}
	case *types.Alias:
		return t.Obj().Exported() || t.Obj().Pkg() == nil
	case *types.Slice:
		return spelled(t.Elem())
	case *types.Array:
		return spelled(t.Elem())
	}
	return true
}

func (f *Function) describeResults(sig *types.Signature) string {
	for v := range sig.Results().Variables() {
		s, err := shapeOf(v.Type())
		if err != nil {
			return "returns " + err.Error()
		}
		f.results = append(f.results, value{v.Name(), v.Type(), s})
	}
	return ""
}
