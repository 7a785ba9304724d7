package load

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Packages that are part of the program, because the root package imports them
// directly or through others, but of which the functions reach nothing: their
// init functions run all the same, and may change what other packages export.
// The standard library is left out, since none of its packages changes what
// another one exports; a test looks.

// outside is the packages that the root package imports, directly or through
// others, without the standard library.
type outside struct {
	packages map[string]*outsider
	missing  map[string]error
}

// outsider is a package of which only imports and directives are known.
type outsider struct {
	files   []File
	imports map[string]bool
	linked  []link
}

// importable finds out what the root package imports.
func (s *Source) importable() *outside {
	if s.outside != nil {
		return s.outside
	}
	s.outside = &outside{packages: map[string]*outsider{}, missing: map[string]error{}}
	if s.opts.Import == nil {
		return s.outside // then no package but this has variables
	}
	var work []string
	for _, f := range s.files {
		for _, spec := range f.Imports {
			work = append(work, importPath(spec))
		}
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if IsStandard(p) || p == "C" || s.outside.packages[p] != nil || s.outside.missing[p] != nil {
			continue
		}
		files, err := s.opts.Import(p)
		if err != nil {
			s.outside.missing[p] = err
			continue
		}
		o := readOutsider(files)
		s.outside.packages[p] = o
		work = slices.AppendSeq(work, maps.Keys(o.imports))
	}
	return s.outside
}

func readOutsider(files []File) *outsider {
	o := &outsider{files: files, imports: map[string]bool{}}
	for _, f := range files {
		if isAssembly(f.Name) {
			continue
		}
		fset := token.NewFileSet()
		// What is wrong with a file is said where something of it is reached.
		af, err := parser.ParseFile(fset, f.Name, f.Text, parser.ImportsOnly|parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, spec := range af.Imports {
			if p, err := strconv.Unquote(spec.Path.Value); err == nil {
				o.imports[p] = true
			}
		}
		if strings.Contains(f.Text, "//go:linkname") {
			s := &Source{fset: fset}
			s.noteDirectives(af, f.Text)
			o.linked = append(o.linked, s.linked...)
		}
	}
	return o
}

// mayName returns the packages other than its own that may name a variable, or
// why that is not known.
func (l *View) mayName(home *Source, v *types.Var) (others []*Source, unknown *Change) {
	root := l.Root.Source
	out := root.importable()
	for _, link := range l.links() {
		if link.path == v.Pkg().Path() && link.name == v.Name() {
			return nil, &Change{Why: link.why}
		}
	}
	if !v.Exported() {
		return nil, nil
	}
	for _, t := range l.Packages {
		if t.Source != home && t.importsPath(home.path) {
			others = append(others, t.Source)
		}
	}
	if home == root {
		return others, nil // what it imports cannot import it
	}
	for _, p := range slices.Sorted(maps.Keys(out.missing)) {
		return nil, &Change{Why: v.Name() + " may be changed by package " + p + ", which is not available: " +
			out.missing[p].Error()}
	}
	for _, p := range slices.Sorted(maps.Keys(out.packages)) {
		if o := out.packages[p]; p == home.path || !o.imports[home.path] || !o.mentions(v.Name()) {
			continue
		}
		s, err := root.open(p)
		if err == nil && len(s.broken) > 0 {
			err = s.broken
		}
		if err != nil {
			return nil, &Change{Why: v.Name() + " may be changed by package " + p + ", which cannot be read: " +
				err.Error()}
		}
		if !slices.Contains(others, s) {
			others = append(others, s)
		}
	}
	return others, nil
}

// links lists the names of other packages that directives refer to.
func (l *View) links() []link {
	links := slices.Clone(l.Root.linked)
	for _, s := range l.Root.imports {
		links = append(links, s.linked...)
	}
	for _, o := range l.Root.importable().packages {
		links = append(links, o.linked...)
	}
	return links
}

// mentions reports whether a file may have a name.
func (o *outsider) mentions(name string) bool {
	return slices.ContainsFunc(o.files, func(f File) bool { return strings.Contains(f.Text, name) })
}

// open returns the source of an imported package. It is parsed once.
func (s *Source) open(importPath string) (*Source, error) {
	if got := s.imports[importPath]; got != nil {
		return got, nil
	}
	if err := s.missing[importPath]; err != nil {
		return nil, err
	}
	got, err := s.read(importPath)
	if err != nil {
		s.missing[importPath] = err
		return nil, err
	}
	s.imports[importPath] = got
	return got, nil
}

func (s *Source) read(importPath string) (*Source, error) {
	var files []File
	if importPath != formatPath { // which has bodies alone
		var err error
		if files, err = s.opts.Import(importPath); err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, errors.New("it has no Go files")
		}
	}
	got := &Source{fset: s.fset, path: importPath, bodies: comesWithBodies(importPath) || bodies[importPath] != nil}
	// Errors of syntax are reported if something is reached; what could be
	// parsed is used.
	files = slices.Concat(substituted(importPath, files), bodiesOf(importPath))
	got.broken = got.parse(files)
	if got.files = slices.DeleteFunc(got.files, func(f *ast.File) bool {
		return f.Name.Name == "main" || usesC(f)
	}); len(got.files) == 0 {
		return nil, errors.New("its Go files need cgo, or are a command")
	}
	got.collect()
	return got, nil
}
