package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/internal/clock"
	"github.com/lockstep-simt/lockstep/program"
)

// View is what some functions of the root package reach: in every package
// the declarations, with what go/types says of them, and their SSA form.
type View struct {
	Root *Package
	// Packages are those with syntax, imported ones before those that import
	// them; PackageOf finds them.
	Packages []*Package
	byTypes  map[*types.Package]*Package
	Prog     *ssa.Program   // nil before build
	formats  *types.Package // makes texts of numbers as package fmt does, if any are
	// unformatted are the calls that make a text which lanes cannot, and why not.
	unformatted map[token.Pos]string
	// unavailable are the packages of which something is reached, but nothing
	// is there: an error for each, at its first use.
	unavailable program.ErrorList

	roots    []*Declaration
	kept     map[*Declaration]token.Pos // with the place in the root package that reaches it
	starters map[*Source]map[*Declaration]bool
	memo     *memo
	// laneOnly are the only root and what only it calls, if inLanes has anything to say of
	// it; nil before it is asked.
	laneOnly map[*Declaration]bool
}

// textMethods are by which values say what they are, in a panic as in what package fmt prints.
var textMethods = []string{"Error", "String"}

// HidesText reports whether a type has such a method in its source, or an embedded field has, that nothing reaches:
// then it is not known what a value of the type says.
func (l *View) HidesText(t types.Type) bool {
	for range maxEmbedded {
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		if named, ok := types.Unalias(t).(*types.Named); ok {
			p := l.byTypes[named.Obj().Pkg()]
			if p == nil {
				return named.Obj().Pkg() != nil
			}
			for _, m := range p.decls.methods[named.Obj().Name()] {
				_, reached := l.kept[m]
				if !reached && slices.Contains(textMethods, m.node.(*ast.FuncDecl).Name.Name) {
					return true
				}
			}
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return false
		}
		embedded := slices.DeleteFunc(slices.Collect(s.Fields()), func(f *types.Var) bool { return !f.Embedded() })
		if len(embedded) != 1 {
			return len(embedded) > 1
		}
		t = embedded[0].Type()
	}
	return false
}

// maxEmbedded is how deep embedded fields are looked into.
const maxEmbedded = 8

// Method returns the exported method of a type with a name, nil if there is none.
func (l *View) Method(typ types.Type, name string) *ssa.Function {
	sel := l.Prog.MethodSets.MethodSet(typ).Lookup(nil, name)
	if sel == nil {
		return nil
	}
	return l.Prog.MethodValue(sel)
}

// memo is what was found out of some packages of a view: those that others have been narrowed to share it.
type memo struct {
	mu     sync.Mutex
	values map[string]any
}

// Once returns what find finds out of the code of the view's packages, which it does once.
func (l *View) Once(find func() any) any {
	var key strings.Builder
	for _, p := range l.Packages {
		key.WriteString(p.Types.Path())
		key.WriteByte(' ')
	}
	l.memo.mu.Lock()
	defer l.memo.mu.Unlock()
	if _, ok := l.memo.values[key.String()]; !ok {
		l.memo.values[key.String()] = find()
	}
	return l.memo.values[key.String()]
}

// Keeps reports whether the functions reach a package-level name of the root package, and not only others that were
// loaded together with them.
func (l *View) Keeps(name string) bool {
	return slices.ContainsFunc(l.Root.decls.byName[name], func(d *Declaration) bool {
		_, kept := l.kept[d]
		return kept
	})
}

// PackageOf returns a package of which something is reached, or nil.
func (l *View) PackageOf(p *types.Package) *Package { return l.byTypes[p] }

// loadAlone keeps what the root declarations reach, in all packages, type-checks
// it and, if there are no errors, builds its SSA form. The result is not nil with
// errors; then some types are invalid and there is no SSA form.
func (s *Source) loadAlone(roots []*Declaration) (*View, program.ErrorList) {
	return s.reachable(roots).load()
}

// reachable finds what the root declarations reach.
func (s *Source) reachable(roots []*Declaration) *loader {
	kept := map[*Declaration]token.Pos{}
	l := &loader{
		root: s, opts: s.opts, kept: kept, selected: map[string]bool{},
		used: map[*ast.ImportSpec]bool{}, stubbed: map[string]map[string]bool{},
		reached: map[*Source]bool{s: true}, checked: map[*Source]*Package{}, missed: map[string]missed{},
		incomplete: map[*Source]bool{},
		out: &View{memo: &memo{values: map[string]any{}}, byTypes: map[*types.Package]*Package{}, roots: roots,
			kept:     kept,
			starters: map[*Source]map[*Declaration]bool{}},
	}
	for _, d := range roots {
		l.reach(d, token.NoPos)
		for _, o := range d.namesakes() {
			l.reach(o, token.NoPos)
		}
	}
	l.run()
	l.reportMissed()
	return l
}

// load type-checks what is reached and builds its SSA form.
func (l *loader) load() (*View, program.ErrorList) {
	l.errs = append(l.errs, l.out.unavailable...)
	if too := l.bounds(); len(too) > 0 {
		return l.out, append(l.errs, too...)
	}
	if hung := l.checkInTime(); hung != nil {
		return l.out, append(l.errs, hung)
	}
	for _, t := range l.out.Packages {
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
	var panicked any
	ended := clock.Within(maxChecking, func() {
		defer func() { panicked = recover() }()
		if s := l.root.imports[formatPath]; s != nil && l.reached[s] {
			l.out.formats = l.check(s).Types
		}
		l.out.Root = l.check(l.root)
	})
	switch {
	case ended && panicked != nil:
		panic(panicked)
	case ended:
		return nil
	}
	l.root.hung = l.root.Errorf(l.out.roots[0].node.Pos(),
		"type checking this and what it reaches takes more than %v of processor time: perhaps its type arguments "+
			"grow from call to call", maxChecking)
	return l.root.hung
}

// loader finds what is reached, and type-checks it.
type loader struct {
	root       *Source
	opts       Options
	kept       map[*Declaration]token.Pos // View.kept
	work       []*Declaration
	selected   map[string]bool // selector names: possible methods
	methods    []*Declaration  // of kept types, not kept yet
	used       map[*ast.ImportSpec]bool
	stubbed    map[string]map[string]bool // names reached in packages of declaredStubs
	reached    map[*Source]bool           // of which something is kept
	missed     map[string]missed          // packages that are not available, by path
	incomplete map[*Source]bool           // packages that import such
	checked    map[*Source]*Package       // nil while it is being checked
	out        *View
	errs       program.ErrorList
}
