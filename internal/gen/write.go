package gen

import (
	"bytes"
	"fmt"
	"go/format"
	"go/types"
	"slices"
	"sort"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// writer writes a file.
type writer struct {
	bytes.Buffer
	imports *imports
	pkg     *pkg
	lane    string // the names of packages in the file
	wrap    string
	context string
	iter    string
	build   string // the file's build constraint, or empty
}

func (g *writer) printf(format string, args ...any) { fmt.Fprintf(&g.Buffer, format, args...) }

// What generated code imports.
const (
	lanePath   = "github.com/lockstep-simt/lockstep/lane"
	wrapPath   = lanePath + "/wrap"
	nativePath = lanePath + "/native"
	// kernelsPath has the kernels of mathematical functions, and functionsPath their machine code besides.
	kernelsPath   = "github.com/lockstep-simt/lockstep/simd/functions"
	functionsPath = "github.com/lockstep-simt/lockstep/engine/functions"
)

// write makes the files.
func write(p *pkg, wrappers []*wrapper, o Options, file string) *Output {
	out := &Output{Text: p.file(wrappers, o, func(g *writer) {
		g.context = g.imports.use("context", "context")
		g.iter = g.imports.use("iter", "iter")
		g.lane = g.imports.use(lanePath, "lane")
		g.wrap = g.imports.use(wrapPath, "wrap")
		for _, w := range wrappers {
			g.wrapper(w)
		}
		for _, w := range wrappers {
			g.compiled(w, file)
		}
	})}
	if o.Assembly {
		out.Assembly = p.assemblyFiles(wrappers, o, file)
	}
	if o.Test {
		out.Test = p.file(wrappers, o, func(g *writer) { g.tests(wrappers) })
	}
	for _, w := range wrappers {
		d := Wrapper{Func: w.fn, Signatures: w.signatures, Source: w.source, GoMath: w.goMath, OurMath: w.libm,
			StandIns: w.standIns, Assembly: w.sets()}
		if o.Test {
			d.Tests = []string{w.test, w.benchmark}
		}
		out.Wrappers = append(out.Wrappers, d)
	}
	return out
}

// file returns the text of a file that body writes. It does so twice: names in the
// file must not hide those of packages, which are only known at the end.
func (p *pkg) file(wrappers []*wrapper, o Options, body func(g *writer)) []byte {
	im := &imports{file: p.fileScope(wrappers), names: map[string]string{}, self: p.types, hidden: p.declares}
	var g *writer
	for range 2 {
		g = &writer{pkg: p, imports: im}
		body(g)
	}
	text := slices.Clone(g.Bytes())
	g.Reset()
	g.printf("%s", o.header())
	if g.build != "" {
		g.printf("//go:build %s\n\n", g.build)
	}
	g.printf("package %s\n\nimport (\n", p.types.Name())
	g.importSpecs()
	g.printf(")\n")
	g.Write(text)
	text, err := format.Source(g.Bytes())
	if err != nil {
		panic(fmt.Sprintf("bug: %v in\n%s", err, g.Bytes()))
	}
	return text
}

// header is how a generated file begins.
func (o *Options) header() string {
	return fmt.Sprintf("%s%s\"; DO NOT EDIT.\n\n", marker, strings.TrimPrefix(o.Line, "lockstep gen"))
}

// fileScope returns what the file's imports must not be called: as the package's
// declarations, or as parameters, which would hide them.
func (p *pkg) fileScope(wrappers []*wrapper) *scope {
	s := &scope{taken: map[string]bool{}}
	for _, n := range append(p.names(), types.Universe.Names()...) {
		s.taken[n] = true
	}
	for _, w := range wrappers {
		for _, pa := range w.params {
			s.taken[pa.source] = true
		}
		for _, r := range w.results {
			s.taken[r.source] = true
		}
	}
	return s
}

// importSpecs writes the imports: the standard library, then others.
func (g *writer) importSpecs() {
	var std, others []string
	for p := range g.imports.names {
		if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
			others = append(others, p)
		} else {
			std = append(std, p)
		}
	}
	sort.Strings(std)
	sort.Strings(others)
	for _, p := range std {
		g.printf("%s", g.imports.spec(p))
	}
	g.printf("\n")
	for _, p := range others {
		g.printf("%s", g.imports.spec(p))
	}
}

// compiled writes the program.
func (g *writer) compiled(w *wrapper, file string) {
	text := quoted(program.Print(w.lowered, program.WithPositions()))
	g.printf("\n// %s is the program of %s.\nvar %s = %s.New(%s.Wrapper{\n", w.program, w.fn, w.program, g.wrap, g.wrap)
	g.printf("Func: %q,\nOf: %q,\nFile: %q,\nRules: %d,\n", w.batch, w.fn, file, program.Rules)
	var names []string
	for _, r := range w.results {
		names = append(names, fmt.Sprintf("%q", r.source))
	}
	g.printf("Results: []%s{%s},\n", g.predeclared("string"), strings.Join(names, ", "))
	for _, claim := range []struct {
		name  string
		holds bool
	}{{"Copies", w.copies()}, {"Ours", w.libm}, {"StandsIn", len(w.standIns) > 0}, {"Ends", w.ends}} {
		if claim.holds {
			g.printf("%s: %s,\n", claim.name, g.predeclared("true"))
		}
	}
	if len(w.assembly) == 0 {
		g.printf("Native: %s.Code,\n", g.imports.use(nativePath, "native"))
	}
	switch functions := len(w.lowered.MathFunctions()) > 0; {
	case functions && len(w.assembly) > 0:
		g.imports.link(kernelsPath)
	case functions:
		g.imports.link(functionsPath)
	}
	g.assumptions(w)
	if w.calls != nil && len(w.assembly) == 0 {
		g.printf("Calls: `%s`,\n", quoted(program.Print(w.calls)))
	}
	g.printf("}, `%s`)\n", text)
}

// quoted is text for between backquotes.
func quoted(text string) string { return strings.ReplaceAll(text, "`", "` + \"`\" + `") }

// wrapper writes everything for one function but its program.
func (g *writer) wrapper(w *wrapper) {
	f := newFunction(g, w)
	g.structs(f)
	f.batch()
	f.into()
	f.seq()
	f.lanes()
}

// structs writes the types of the sequence's elements.
func (g *writer) structs(f *function) {
	w := f.w
	if w.args != "" {
		g.printf("\n// %s is what one lane of %s takes.\ntype %s struct {\n", w.args, w.fn, w.args)
		for i, pa := range w.lanes() {
			g.printf("%s %s\n", f.argFields[i], g.imports.typeName(pa.typ))
		}
		g.printf("}\n")
	}
	if w.result != "" {
		g.printf("\n// %s is what one lane of %s gives.\ntype %s struct {\n", w.result, w.fn, w.result)
		for i, r := range w.outputs() {
			g.printf("%s %s\n", f.resultFields[i], g.imports.typeName(r.typ))
		}
		g.printf("}\n")
	}
}
