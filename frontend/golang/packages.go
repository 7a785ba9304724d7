package golang

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// loaded is what some functions of the root package reach: in every package
// the declarations, with what go/types says of them, and their SSA form.
type loaded struct {
	root *typed
	// packages are those with syntax, imported ones before those that import
	// them; byTypes finds them.
	packages []*typed
	byTypes  map[*types.Package]*typed
	prog     *ssa.Program // nil before build
	// unavailable are the packages of which something is reached, but nothing
	// is there: an error for each, at its first use.
	unavailable program.ErrorList

	roots    []*declaration
	kept     map[*declaration]token.Pos // with the place in the root package that reaches it
	starters map[*source]map[*declaration]bool
}

// loadAlone keeps what the root declarations reach, in all packages, type-checks
// it and, if there are no errors, builds its SSA form. The result is not nil with
// errors; then some types are invalid and there is no SSA form.
func (s *source) loadAlone(roots []*declaration) (*loaded, program.ErrorList) {
	return s.reachable(roots).load()
}

// reachable finds what the root declarations reach.
func (s *source) reachable(roots []*declaration) *loader {
	kept := map[*declaration]token.Pos{}
	l := &loader{
		root: s, opts: s.opts, kept: kept, selected: map[string]bool{},
		used: map[*ast.ImportSpec]bool{}, stubbed: map[string]map[string]bool{},
		reached: map[*source]bool{s: true}, checked: map[*source]*typed{}, missed: map[string]missed{}, incomplete: map[*source]bool{},
		out: &loaded{byTypes: map[*types.Package]*typed{}, roots: roots, kept: kept, starters: map[*source]map[*declaration]bool{}},
	}
	for _, d := range roots {
		l.reach(d, token.NoPos)
	}
	l.run()
	l.reportMissed()
	return l
}

// load type-checks what is reached and builds its SSA form.
func (l *loader) load() (*loaded, program.ErrorList) {
	l.errs = append(l.errs, l.out.unavailable...)
	if too := l.bounds(); len(too) > 0 {
		return l.out, append(l.errs, too...)
	}
	if hung := l.checkInTime(); hung != nil {
		return l.out, append(l.errs, hung)
	}
	for _, t := range l.out.packages {
		if t.bodies {
			l.errs = append(l.errs, t.errs...)
		}
	}
	if len(l.errs) == 0 {
		l.errs = l.out.instantiated()
	}
	if len(l.errs) == 0 {
		l.out.build()
	}
	return l.out, l.errs
}

// checkInTime type-checks all packages. If that does not end, the type checker
// keeps what it works on, so nothing more can be loaded of this source.
func (l *loader) checkInTime() (hung *program.Error) {
	if l.root.hung != nil {
		return l.root.hung
	}
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		l.out.root = l.check(l.root)
	}()
	timer := time.NewTimer(maxChecking)
	defer timer.Stop()
	select {
	case panicked := <-done:
		if panicked != nil {
			panic(panicked)
		}
		return nil
	case <-timer.C:
	}
	l.root.hung = l.root.errorf(l.out.roots[0].node.Pos(), "type checking this and what it reaches takes longer than %v: perhaps its type arguments grow from call to call", maxChecking)
	return l.root.hung
}

// loader finds what is reached, and type-checks it.
type loader struct {
	root       *source
	opts       Options
	kept       map[*declaration]token.Pos // loaded.kept
	work       []*declaration
	selected   map[string]bool // selector names: possible methods
	methods    []*declaration  // of kept types, not kept yet
	used       map[*ast.ImportSpec]bool
	stubbed    map[string]map[string]bool // names reached in packages of declaredStubs
	reached    map[*source]bool           // of which something is kept
	missed     map[string]missed          // packages that are not available, by path
	incomplete map[*source]bool           // packages that import such
	checked    map[*source]*typed         // nil while it is being checked
	out        *loaded
	errs       program.ErrorList
}

// reach keeps a declaration that the place in the root package needs.
func (l *loader) reach(d *declaration, at token.Pos) {
	if _, ok := l.kept[d]; ok {
		return
	}
	l.kept[d] = at
	l.reached[d.pkg] = true
	l.work = append(l.work, d)
}

// run keeps what is reached by what is kept, until there is nothing more.
func (l *loader) run() {
	for len(l.work) > 0 {
		for len(l.work) > 0 {
			d := l.work[len(l.work)-1]
			l.work = l.work[:len(l.work)-1]
			l.follow(d)
		}
		l.methods = slices.DeleteFunc(l.methods, func(m *declaration) bool {
			if !l.selected[m.node.(*ast.FuncDecl).Name.Name] {
				return false
			}
			l.reach(m, l.typePos(m))
			return true
		})
		if len(l.work) == 0 {
			l.starters()
		}
	}
}

// typePos returns the place in the root package that reaches a method's type.
func (l *loader) typePos(m *declaration) token.Pos {
	for _, t := range m.pkg.decls.byName[receiverType(m.node.(*ast.FuncDecl))] {
		return l.kept[t]
	}
	return token.NoPos
}

// follow reaches what a kept declaration mentions.
func (l *loader) follow(d *declaration) {
	if gd, ok := d.node.(*ast.GenDecl); ok && gd.Tok == token.TYPE {
		l.methods = append(l.methods, d.pkg.decls.methods[gd.Specs[0].(*ast.TypeSpec).Name.Name]...)
	}
	// at is the place in the root package that a mention belongs to.
	at := func(n ast.Node) token.Pos {
		if d.pkg == l.root {
			return n.Pos()
		}
		return l.kept[d]
	}
	d.mentions(func(id *ast.Ident, sel *ast.SelectorExpr) {
		if own := d.pkg.decls.byName[id.Name]; len(own) > 0 {
			for _, o := range own {
				l.reach(o, at(id))
			}
			return
		}
		if sel != nil {
			if spec := l.importNamed(d, id.Name); spec != nil {
				l.used[spec] = true
				l.member(d, importPath(spec), sel.Sel.Name, sel.Pos(), at(sel))
				return
			}
		}
		if id.Name == "error" {
			l.selected["Error"] = true
		}
		for _, spec := range d.pkg.scopes[d.file].dots {
			if l.has(importPath(spec), id.Name) {
				l.used[spec] = true
				l.member(d, importPath(spec), id.Name, id.Pos(), at(id))
			}
		}
	}, func(name string) { l.selected[name] = true })
}

// importNamed returns the import that a name stands for in the file of a
// declaration, or nil. A path does not tell the name of its package; where the
// guess is wrong the package itself is asked.
func (l *loader) importNamed(d *declaration, name string) *ast.ImportSpec {
	im := d.pkg.scopes[d.file]
	if spec := im.named[name]; spec != nil {
		return spec
	}
	for _, spec := range im.unnamed {
		if guessName(importPath(spec)) == name && l.nameOf(importPath(spec)) == name {
			return spec
		}
	}
	for _, spec := range im.unnamed {
		if l.nameOf(importPath(spec)) == name {
			return spec
		}
	}
	return nil
}

// nameOf returns the name of a package.
func (l *loader) nameOf(importPath string) string {
	if isStandard(importPath) {
		return guessName(importPath)
	}
	if s := l.source(importPath); s != nil {
		return s.files[0].Name.Name
	}
	return guessName(importPath)
}

// has reports whether a package that is imported with a dot may declare a
// name. One that is not available may declare all.
func (l *loader) has(importPath, name string) bool {
	if stub := stubPackages[importPath]; stub != nil {
		return stub().Scope().Lookup(name) != nil
	}
	s := l.source(importPath)
	return s == nil && types.Universe.Lookup(name) == nil || s != nil && len(s.decls.byName[name]) > 0
}

// member reaches a name of another package. pos is where it stands, at the
// place in the root package that it is needed for.
func (l *loader) member(d *declaration, importPath, name string, pos, at token.Pos) {
	if l.isStub(importPath, name) {
		return
	}
	s := l.source(importPath)
	if s == nil {
		l.miss(d, importPath, pos, at)
		return
	}
	for _, m := range s.decls.byName[name] {
		l.reach(m, at)
	}
}

// isStub notes that a name of a package is reached, and says whether its stub
// is enough.
func (l *loader) isStub(importPath, name string) bool {
	switch {
	case importPath == "unsafe" || importPath == "C" || stubSources[importPath] != "":
		return true
	case declaredStubs[importPath] == "":
		return false
	}
	if l.stubbed[importPath] == nil {
		l.stubbed[importPath] = map[string]bool{}
		// What makes a type an error, and by what fmt prints it.
		for _, name := range []string{"Error", "String", "Format", "GoString"} {
			l.selected[name] = true
		}
	}
	l.stubbed[importPath][name] = true
	if !l.needsSource(importPath) {
		return true
	}
	// What was reached before is now the real package's too.
	if s := l.source(importPath); s != nil {
		for n := range l.stubbed[importPath] {
			for _, m := range s.decls.byName[n] {
				l.reach(m, token.NoPos)
			}
		}
	}
	return false
}

// needsSource reports whether more is reached of a package than its stub has.
func (l *loader) needsSource(importPath string) bool {
	scope := stubPackages[importPath]().Scope()
	for n := range l.stubbed[importPath] {
		if scope.Lookup(n) == nil {
			return true
		}
	}
	return false
}

// source returns an imported package, or nil if it is not available.
func (l *loader) source(importPath string) *source {
	if l.opts.Import == nil || stubSources[importPath] != "" || importPath == "unsafe" || importPath == "C" {
		return nil
	}
	got, err := l.root.open(importPath)
	if err != nil {
		return nil
	}
	return got
}

func usesC(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return importPath(spec) == "C" })
}

// missed is the first use of a package that is not available.
type missed struct {
	by      *source
	pos, at token.Pos // of the use, and the place in the root package that needs it
}

// miss notes a use of a package that is not available.
func (l *loader) miss(d *declaration, importPath string, pos, at token.Pos) {
	if !at.IsValid() {
		at = pos
	}
	if first, ok := l.missed[importPath]; !ok || at < first.at || at == first.at && pos < first.pos {
		l.missed[importPath] = missed{d.pkg, pos, at}
	}
}

// reportMissed reports every package that is not available once: what follows
// from it is no other error.
func (l *loader) reportMissed() {
	for importPath, m := range l.missed {
		needed := ""
		if m.by != l.root {
			needed = ", needed by " + l.root.pos(m.pos).String() + ","
		}
		why := l.root.missing[importPath]
		if why == nil {
			why = errNoImports
		}
		l.out.unavailable = append(l.out.unavailable, l.root.errorf(m.at, "package %s%s is not available: %v", importPath, needed, why))
	}
	l.out.unavailable.Sort()
}

// starters reaches the init functions and blank variables that give kept
// variables their values. Others do not matter for what is kept.
func (l *loader) starters() {
	for _, s := range l.sorted() {
		for _, d := range s.decls.starters {
			if _, ok := l.kept[d]; ok {
				continue
			}
			for name := range s.startWrites(d, l.root) {
				for _, v := range s.decls.byName[name] {
					if at, ok := l.kept[v]; ok && isVar(v) {
						l.reach(d, at)
					}
				}
			}
		}
	}
}

func isVar(d *declaration) bool {
	gd, ok := d.node.(*ast.GenDecl)
	return ok && gd.Tok == token.VAR
}

// sorted returns the packages of which something is kept, by their paths.
func (l *loader) sorted() []*source {
	return slices.SortedFunc(maps.Keys(l.reached), func(a, b *source) int { return strings.Compare(a.path, b.path) })
}

// prune returns the files of a package reduced to what is kept.
func (l *loader) prune(s *source) []*ast.File {
	byFile := map[*ast.File][]ast.Decl{}
	for _, d := range s.decls.inOrder {
		if _, ok := l.kept[d]; ok {
			byFile[d.file] = append(byFile[d.file], d.node)
		}
	}
	var out []*ast.File
	for _, f := range s.files {
		if len(byFile[f]) == 0 && s != l.root {
			continue
		}
		g := *f
		g.Decls, g.Imports = nil, nil
		for _, spec := range f.Imports {
			if l.used[spec] {
				one := *spec
				if one.Name == nil {
					// Says the name outright: for a package that is not
					// available, nobody else knows it.
					one.Name = &ast.Ident{NamePos: spec.Path.Pos(), Name: l.nameOf(importPath(spec))}
				}
				g.Imports = append(g.Imports, &one)
				g.Decls = append(g.Decls, &ast.GenDecl{TokPos: spec.Pos(), Tok: token.IMPORT, Specs: []ast.Spec{&one}})
			}
		}
		g.Decls = append(g.Decls, byFile[f]...)
		out = append(out, &g)
	}
	return out
}

// check type-checks a package, and first what it imports.
func (l *loader) check(s *source) *typed {
	l.checked[s] = nil
	name := s.files[0].Name.Name
	at := s.path
	if s == l.root {
		// A command has no path: a file of it may import the package that
		// shares its directory.
		if at = l.opts.Path; at == "" || name == "main" {
			at = path.Join("lockstep.user", name)
		}
	}
	l.errs = append(l.errs, s.broken...)
	files := l.prune(s)
	for _, f := range files {
		for _, spec := range f.Imports {
			if _, ok := l.missed[importPath(spec)]; ok {
				l.incomplete[s] = true
			}
			if t, begun := l.checked[l.root.imports[importPath(spec)]]; begun && t == nil {
				l.errs = append(l.errs, s.errorf(spec.Pos(), "package %s imports itself, directly or through others", importPath(spec)))
			}
		}
	}
	t := s.typecheck(types.NewPackage(at, name), files, l)
	if l.incomplete[s] {
		t.errs = slices.DeleteFunc(t.errs, followsFromMissing)
	}
	l.checked[s] = t
	l.out.packages = append(l.out.packages, t)
	l.out.byTypes[t.pkg] = t
	return t
}

var _ types.Importer = (*loader)(nil)

// followsFromMissing reports whether a type error may be the consequence of a
// type that is not available: what embeds one lacks its fields and methods.
func followsFromMissing(e *program.Error) bool {
	return strings.Contains(e.Msg, "has no field or method") || strings.Contains(e.Msg, "missing method")
}

var (
	errNotAvailable = errors.New("not available")
	errNoImports    = errors.New("the source of imported packages was not given; only math, math/bits and what makes errors is there without")
)

// Import gives the type checker an imported package.
func (l *loader) Import(importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	if stub := stubPackages[importPath]; stub != nil && (stubSources[importPath] != "" || !l.needsSource(importPath)) {
		return stub(), nil
	}
	s := l.root.imports[importPath]
	if s == nil || !l.reached[s] {
		return nil, errNotAvailable
	}
	t, begun := l.checked[s]
	switch {
	case !begun:
		return l.check(s).pkg, nil
	case t == nil:
		return nil, errNotAvailable // it imports itself; check has said so
	}
	return t.pkg, nil
}

// build makes the SSA form of everything that was kept. Packages without
// bodies are made of their types, so that their functions have no blocks.
func (l *loaded) build() {
	l.prog = ssa.NewProgram(l.root.fset, ssa.InstantiateGenerics|ssa.GlobalDebug)
	created := map[*types.Package]bool{}
	create := func(p *types.Package, t *typed) {
		if created[p] {
			return
		}
		created[p] = true
		if t != nil && t.bodies {
			t.ssa = l.prog.CreatePackage(p, t.pruned, t.info, true)
			return
		}
		l.prog.CreatePackage(p, nil, nil, true)
	}
	for _, t := range l.packages {
		for _, p := range t.pkg.Imports() {
			create(p, l.byTypes[p])
		}
		create(t.pkg, t)
	}
	for _, t := range l.packages {
		if t.ssa != nil {
			restore := t.countArrays()
			t.ssa.Build()
			restore()
		}
	}
}

// countArrays makes a range over an array of which only the indices are asked
// for one over its length: the language does not evaluate the array, but go/ssa
// does. It returns what puts the syntax tree back.
func (t *typed) countArrays() (restore func()) {
	var undo []func()
	for _, f := range t.pruned {
		ast.Inspect(f, func(n ast.Node) bool {
			r, ok := n.(*ast.RangeStmt)
			if !ok || r.Value != nil && !isBlankExpr(r.Value) || t.info.Types[r.X].Type == nil {
				return true
			}
			u := t.info.Types[r.X].Type.Underlying()
			if p, ok := u.(*types.Pointer); ok {
				u = p.Elem().Underlying()
			}
			at, ok := u.(*types.Array)
			if !ok || calls(r.X) {
				return true
			}
			x, v := r.X, r.Value
			n64 := strconv.FormatInt(at.Len(), 10)
			lit := &ast.BasicLit{ValuePos: x.Pos(), Kind: token.INT, Value: n64}
			t.info.Types[lit] = types.TypeAndValue{Type: types.Typ[types.Int], Value: constant.MakeInt64(at.Len())}
			r.X, r.Value = lit, nil
			undo = append(undo, func() { r.X, r.Value = x, v })
			return true
		})
	}
	return func() {
		for _, f := range undo {
			f()
		}
	}
}

func isBlankExpr(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// calls reports whether an expression has a call or a receive in it, so that
// its length is no constant.
func calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			found = true
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}
