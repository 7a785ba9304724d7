package realcode

import (
	_ "embed" // the worker's source
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed worker/worker.go
var workerSource string

// Build makes an executable in dir that evaluates the functions for a worker
// process. It is a module of its own, with the requirements of root's go.mod,
// and is built without the network.
func Build(dir, root string, packages []*Package, found map[*Package]*Found) (string, error) {
	files := map[string]string{"worker/worker.go": workerSource}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return "", err
		}
		files[name] = string(text)
	}
	_, rest, _ := strings.Cut(files["go.mod"], "\n")
	files["go.mod"] = "module realcode\n" + rest
	var fns []*Function
	for _, p := range packages {
		fns = append(fns, found[p].Functions...)
		if p.Bodies {
			copyBodies(files, p, found[p])
		}
		if user := userSource(found[p]); user != "" {
			files[userPath(p)+"/user.go"] = user
		}
	}
	files["main.go"] = mainSource(fns)
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	exe := filepath.Join(dir, "functions.exe")
	cmd := exec.Command("go", "build", "-trimpath", "-tags", tags, "-o", exe, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOAMD64=v1", "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return exe, nil
}

// copyBodies adds the files of a package to the module, and one that lets its
// functions out.
func copyBodies(files map[string]string, p *Package, found *Found) {
	dir := bodiesPath(p)
	for _, f := range found.Files {
		// They were chosen for a platform without machine code, and are to be
		// built on this one.
		files[dir+"/"+f.Name] = strings.Replace(f.Text, "//go:build ", "// Was built if ", 1)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\n", filepath.Base(p.Path))
	for _, f := range found.Functions {
		if f.named == nil {
			fmt.Fprintf(&b, "var Body_%s = %s\n", f.Name, f.Name)
		}
	}
	files[dir+"/bodies.go"] = b.String()
}

// folder is a package's path where anything may import it.
func folder(p *Package) string { return strings.ReplaceAll(p.Path, "/internal/", "/") }

// userPath is the folder of the wrappers of a package's functions.
func userPath(p *Package) string { return "user/" + folder(p) }

// bodiesPath is the folder of a copied package.
func bodiesPath(p *Package) string { return "bodies/" + folder(p) }

// mainSource writes a function of type worker.Function for each function.
func mainSource(fns []*Function) string {
	aliases := map[string]string{}
	alias := func(path string) string {
		if aliases[path] == "" {
			aliases[path] = fmt.Sprintf("p%d", len(aliases))
		}
		return aliases[path]
	}
	var b strings.Builder
	for _, f := range fns {
		path := f.Package.Path
		switch {
		case f.Package.Bodies:
			path = "realcode/" + bodiesPath(f.Package)
		case f.wrapper != "":
			path = "realcode/" + userPath(f.Package)
		}
		writeFunction(&b, f, path, alias)
	}
	var head strings.Builder
	head.WriteString("package main\n\nimport (\n\t\"os\"\n\t\"unsafe\"\n\t\"realcode/worker\"\n")
	for path, name := range aliases {
		fmt.Fprintf(&head, "\t%s %q\n", name, path)
	}
	head.WriteString(")\n\nfunc main() {\n\tif err := worker.Serve(os.Stdin, os.Stdout, functions, timed); err != " +
		"nil {\n\t\tpanic(err)\n\t}\n}\n\nvar functions = []worker.Function{\n")
	for i := range fns {
		fmt.Fprintf(&head, "\tf%d,\n", i)
	}
	head.WriteString("}\n\nvar timed = []worker.Timed{\n")
	for i := range fns {
		fmt.Fprintf(&head, "\tt%d,\n", i)
	}
	head.WriteString("}\n\nvar _ unsafe.Pointer\n\n")
	return head.String() + b.String()
}

// writeFunction writes f<index>: load the arguments, call, store the results
// and what the function left in slices.
func writeFunction(b *strings.Builder, f *Function, path string, alias func(string) string) {
	qualify := func(p *types.Package) string {
		if f.Package.Bodies && p.Path() == f.Package.Path {
			return alias(path)
		}
		return alias(p.Path())
	}
	plans := ""
	plan := func(s shape) string {
		name := fmt.Sprintf("l%d_%d", f.index, strings.Count(plans, "var "))
		plans += fmt.Sprintf("var %s = %#v\n", name, s.leaves())
		return name
	}
	var names, after []string
	fmt.Fprintf(b, "// %s\nfunc f%d(r *worker.Row) {\n", f, f.index)
	for i, p := range f.params {
		name := fmt.Sprintf("a%d", i)
		names = append(names, name)
		layout := plan(p.shape)
		if p.slice {
			elem := types.TypeString(p.typ.Underlying().(*types.Slice).Elem(), qualify)
			fmt.Fprintf(b, "\t%s := worker.LoadSlice[%s](r, %s)\n", name, elem, layout)
			after = append(after, fmt.Sprintf("\tworker.StoreArgument(r, %s, %s)\n", name, layout))
			continue
		}
		fmt.Fprintf(b, "\tvar %s %s\n\tr.Load(unsafe.Pointer(&%[1]s), %[3]s)\n", name, types.TypeString(p.typ, qualify),
			layout)
	}
	call := f.call(path, names, alias, qualify)
	var results []string
	for i := range f.results {
		results = append(results, fmt.Sprintf("r%d", i))
	}
	b.WriteString("\t")
	if len(results) > 0 {
		b.WriteString(strings.Join(results, ", ") + " := ")
	}
	b.WriteString(call + "\n")
	for i, v := range f.results {
		switch {
		case v.err:
			fmt.Fprintf(b, "\tr.StoreError(%s)\n", results[i])
		case v.slice:
			fmt.Fprintf(b, "\tworker.StoreResult(r, %s, %s)\n", results[i], plan(v.shape))
		default:
			fmt.Fprintf(b, "\tr.Store(unsafe.Pointer(&%s), %s)\n", results[i], plan(v.shape))
		}
	}
	b.WriteString(strings.Join(after, "") + "}\n\n" + plans + "\n")
	writeTimed(b, f, path, alias, qualify)
}

// call is a call of the function with arguments.
func (f *Function) call(path string, args []string, alias func(string) string, qualify types.Qualifier) string {
	call := alias(path) + "." + f.Name
	switch {
	case f.Package.Bodies && f.named == nil:
		call = alias(path) + ".Body_" + f.Name
	case f.wrapper != "":
		call = alias(path) + "." + f.entry()
	case f.named != nil:
		_, method, _ := strings.Cut(f.Name, ".")
		call, args = fmt.Sprintf("%s(%s).%s", types.TypeString(f.params[0].typ, qualify), args[0], method), args[1:]
	}
	dots := ""
	if f.variadic {
		dots = "..."
	}
	return call + "(" + strings.Join(args, ", ") + dots + ")"
}

// writeTimed writes t<index>: a loop over all lanes as a user would write it, with a slice for each
// parameter and result.
func writeTimed(b *strings.Builder, f *Function, path string, alias func(string) string, qualify types.Qualifier) {
	var load, args, kept, room, into []string
	fmt.Fprintf(b, "func t%d(b *worker.Bench) {\n", f.index)
	plan := 0
	for i, p := range f.params {
		fmt.Fprintf(b, "\ta%d := make([]%s, b.Lanes())\n", i, types.TypeString(p.typ, qualify))
		layout := fmt.Sprintf("l%d_%d", f.index, plan)
		plan++
		if p.slice {
			elem := types.TypeString(p.typ.Underlying().(*types.Slice).Elem(), qualify)
			load = append(load, fmt.Sprintf("a%d[i] = worker.LoadSlice[%s](r, %s)", i, elem, layout))
		} else {
			load = append(load, fmt.Sprintf("r.Load(unsafe.Pointer(&a%d[i]), %s)", i, layout))
		}
		args = append(args, fmt.Sprintf("a%d[i]", i))
	}
	for i := range f.results {
		kept = append(kept, fmt.Sprintf("x%d", i))
		room = append(room, fmt.Sprintf("\tr%d := worker.Room(x%d, b.Lanes())\n", i, i))
		into = append(into, fmt.Sprintf("r%d[i]", i))
	}
	call := f.call(path, args, alias, qualify)
	one, all := call, call
	if len(kept) > 0 {
		one, all = strings.Join(kept, ", ")+" := "+call, strings.Join(into, ", ")+" = "+call
	}
	fmt.Fprintf(b, "\tload := func(r *worker.Row, i int) { %s }\n", strings.Join(load, "; "))
	fmt.Fprintf(b, "\ti := 0\n\tb.First(load)\n\t%s\n%s", one, strings.Join(room, ""))
	fmt.Fprintf(b, "\tb.Run(load, func(lo, hi int) {\n\t\tfor i := lo; i < hi; i++ "+
		"{\n\t\t\t%s\n\t\t}\n\t})\n\t_ = i\n}\n\n", all)
}
