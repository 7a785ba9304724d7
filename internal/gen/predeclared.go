package gen

import "fmt"

// A package may declare names that the language has declared already: type int
// float64. In its files they mean what it says, so that generated code has what it needs
// from a package of aliases there.
const predeclaredPath = "github.com/lockstep-simt/lockstep/lane/predeclared"

// predeclared writes a predeclared name.
func (g *writer) predeclared(name string) string { return g.imports.predeclared(name) }

func (im *imports) predeclared(name string) string {
	if !im.hidden(name) {
		return name
	}
	return im.use(predeclaredPath, "predeclared") + "." + title(name)
}

// hides reports whether the package has declared one of some predeclared names.
func (g *writer) hides(names ...string) bool {
	for _, n := range names {
		if g.imports.hidden(n) {
			return true
		}
	}
	return false
}

// aliased writes a name of the package of aliases with a type argument.
func (g *writer) aliased(name, t string) string {
	return fmt.Sprintf("%s.%s[%s]", g.imports.use(predeclaredPath, "predeclared"), name, t)
}

// none writes the nil of a type.
func (g *writer) none(t string) string {
	if g.hides("nil") {
		return g.aliased("Zero", t) + "()"
	}
	return "nil"
}

// length writes the length of a slice.
func (g *writer) length(slice string) string { return g.predeclared("len") + "(" + slice + ")" }

// makes writes the making of a slice with elements of type t.
func (g *writer) makes(t, n string) string {
	if g.hides("make") {
		return g.aliased("Make", t) + "(" + n + ")"
	}
	return fmt.Sprintf("make([]%s, %s)", t, n)
}

// news writes a pointer to a new value of type t.
func (g *writer) news(t string) string {
	if g.hides("new") {
		return g.aliased("New", t) + "()"
	}
	return "new(" + t + ")"
}

// clone writes a copy of a slice of type t.
func (g *writer) clone(t, slice string) string {
	if g.hides("append", "nil") {
		return g.aliased("Clone", t) + "(" + slice + ")"
	}
	return fmt.Sprintf("append(%s(nil), %s...)", t, slice)
}
