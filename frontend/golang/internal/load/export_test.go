package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program"
)

// Loaded is what tests outside of the package see of what was loaded.
type Loaded struct {
	Paths []string // of the packages with syntax, in order
	Prog  *ssa.Program
	Root  *ssa.Package
	l     *View
}

// Load loads what functions of the root package reach.
func Load(files []File, opts Options, fns ...string) (*Loaded, program.ErrorList) {
	s, errs := Parse(files, opts)
	if errs != nil {
		return nil, errs
	}
	var roots []*Declaration
	for _, fn := range fns {
		roots = append(roots, s.Find(fn))
	}
	l, errs := s.loadAlone(roots)
	errs.Sort()
	out := &Loaded{Prog: l.Prog, Root: l.Root.SSA, l: l}
	for _, t := range l.Packages {
		out.Paths = append(out.Paths, t.Types.Path())
	}
	return out, errs
}

// Kept lists the names of the kept declarations of a package, by its path. The
// root's is empty.
func (l *Loaded) Kept(path string) []string {
	var names []string
	for d := range l.l.kept {
		if d.pkg.path != path {
			continue
		}
		switch node := d.node.(type) {
		case *ast.FuncDecl:
			names = append(names, FuncName(node))
		case *ast.GenDecl:
			switch sp := node.Specs[0].(type) {
			case *ast.TypeSpec:
				names = append(names, sp.Name.Name)
			case *ast.ValueSpec:
				names = append(names, sp.Names[0].Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// GoVersion returns the language version of a package.
func (l *Loaded) GoVersion(path string) string {
	for _, t := range l.l.Packages {
		for _, v := range t.Info.FileVersions {
			if t.path == path {
				return v
			}
		}
	}
	return ""
}

// Changes returns where a variable of a loaded package is changed once the program
// runs.
func (l *Loaded) Changes(path, name string) []program.Pos {
	var out []program.Pos
	for _, t := range l.l.Packages {
		if v, ok := t.Types.Scope().Lookup(name).(*types.Var); ok && t.Types.Path() == path {
			all, _ := l.l.Changes(v, nil)
			for _, c := range all {
				out = append(out, l.Pos(c.At))
			}
		}
	}
	return out
}

// Pos returns a position.
func (l *Loaded) Pos(p token.Pos) program.Pos { return l.l.Root.Pos(p) }

// Variables lists the kept package-level variables, as "path.name".
func (l *Loaded) Variables() [][2]string {
	var out [][2]string
	for _, t := range l.l.Packages {
		for _, name := range t.Types.Scope().Names() {
			if _, ok := t.Types.Scope().Lookup(name).(*types.Var); ok && t.bodies {
				out = append(out, [2]string{t.Types.Path(), name})
			}
		}
	}
	return out
}

// Assigned lists the names of packages whose bodies are compiled that the files
// assign to or take the address of.
func Assigned(files []File) []string {
	s := &Source{fset: token.NewFileSet(), bodies: true}
	s.parse(files)
	var names []string
	for _, d := range s.decls.inOrder {
		d.mentions(func(id *ast.Ident, sel *ast.SelectorExpr) {
			if sel == nil || !withBodies[s.standardImport(d.file, id.Name)] {
				return
			}
			u, isUnary := d.tree().parent[sel].(*ast.UnaryExpr)
			if d.isAssigned(sel) || isUnary && u.Op == token.AND {
				names = append(names, s.standardImport(d.file, id.Name)+"."+sel.Sel.Name)
			}
		}, func(string) {})
	}
	return names
}

// MatchesName reports whether a file with this name is compiled for the platform whose arithmetic is the definition.
func MatchesName(name string) bool { return matchesName(name, satisfied) }
