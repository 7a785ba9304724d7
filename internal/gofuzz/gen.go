package gofuzz

import (
	"fmt"
	"go/format"
	"math/rand/v2"
	"slices"
	"strings"
)

// Generate makes the index-th program of a seed: well-typed, terminating Go that
// looks like numeric code people write, using the given features. Equal
// arguments give equal programs.
func Generate(seed, index uint64, on map[Feature]bool) *Program {
	g := &gen{rng: rand.New(rand.NewPCG(seed, index)), on: on, names: map[string]int{}, implements: map[string]bool{}}
	return g.program(fmt.Sprintf("p%d_%d", seed, index))
}

// gen is a program in the making.
type gen struct {
	rng        *rand.Rand
	on         map[Feature]bool
	palette    []*typ
	names      map[string]int // package-level names, and how often they were asked for
	decls      []string       // finished package-level declarations
	consts     []constant
	tables     []*variable
	sentinels  []string    // package-level errors
	imports    []string    // beside the standard library's
	exported   bool        // names are
	funcs      []*function // that may be called
	iterators  []*iterator
	maybes     []*function // whose pointers may be nil
	leaves     bool        // something has no batched form
	trees      []*tree
	lists      []*list
	keeps      bool            // slices that grow
	queues     bool            // some of them lose elements at the front
	implements map[string]bool // type.method of declared methods of interfaces
	hasBitsOf  bool            // is declared
	*body                      // the function in the making
}

func (g *gen) pick(n int) int { return g.rng.IntN(n) }

func (g *gen) chance(n, of int) bool { return g.rng.IntN(of) < n }

// with reports whether a feature is on and, n times of so many, wanted.
func (g *gen) with(f Feature, n, of int) bool { return g.on[f] && g.chance(n, of) }

// declare adds a package-level declaration.
func (g *gen) declare(text string, args ...any) {
	g.decls = append(g.decls, fmt.Sprintf(text, args...))
}

// unique makes a package-level name of a word.
func (g *gen) unique(word string) string {
	if g.exported {
		word = strings.ToUpper(word[:1]) + word[1:]
	}
	n := g.names[word]
	g.names[word]++
	if n == 0 {
		return word
	}
	return fmt.Sprintf("%s%d", word, n+1)
}

func (g *gen) typeName() string {
	words := []string{"vec", "state", "body", "cell", "pair", "interval", "params", "level"}
	return g.unique(words[g.pick(len(words))])
}

func (g *gen) funcName() string {
	words := []string{"step", "eval", "clamp", "mix", "refine", "norm", "advance", "score", "weight", "blend",
		"descend", "probe"}
	return g.unique(words[g.pick(len(words))])
}

// constant is a package-level constant, a small positive number.
type constant struct {
	name  string
	t     *typ // nil if untyped
	float bool // untyped and not an integer
}

// program makes everything.
func (g *gen) program(name string) *Program {
	var lib *gen
	if g.with(Packages, 1, 2) {
		lib = g.secondPackage()
	}
	g.choosePalette()
	if lib != nil {
		g.use(lib)
	}
	g.constants()
	if g.on[Tables] {
		for range g.pick(3) {
			g.table()
		}
	}
	for range g.pick(5) {
		g.helper()
	}
	if g.with(Initialise, 1, 2) {
		g.initialised()
	}
	p := &Program{Name: name, Packages: []Package{{}}}
	if lib != nil {
		p.Packages = append(p.Packages, Package{Path: libName, Text: lib.source(libName)})
		g.imports = append(g.imports, p.ImportPath(libName))
	}
	g.entry(p)
	p.Packages[0].Text = g.source("fn")
	p.Leave = g.leaves
	if g.needsRoom() || lib != nil && lib.needsRoom() {
		p.Room = room
		if g.queues && g.chance(3, 4) {
			p.Room = 5 + g.pick(4) // which is not enough for all that goes through a queue
		}
	}
	return p
}

// room is for how many nodes of a tree, or slices that are kept, or elements in one of them, there is room.
const room = 64

// needsRoom reports whether something is made that has no bound which is known when compiling.
func (g *gen) needsRoom() bool { return g.keeps || len(g.trees) > 0 || len(g.lists) > 0 }

// source is the text of the package's file.
func (g *gen) source(name string) string {
	all := strings.Join(g.decls, "\n\n")
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\n", name)
	for _, imp := range slices.Concat([]string{"math", "math/bits", "errors", "fmt", "iter", "slices", "strconv",
		"strings"}, g.imports) {
		word := imp[strings.LastIndex(imp, "/")+1:]
		if strings.Contains(all, word+".") {
			fmt.Fprintf(&b, "import %q\n", imp)
		}
	}
	b.WriteString("\n" + all + "\n")
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		panic(fmt.Sprintf("bug: %v in\n%s", err, b.String()))
	}
	return string(text)
}

// constants declares a few constants, some of them by iota.
func (g *gen) constants() {
	if g.chance(1, 2) {
		c := constant{name: g.unique("scale"), t: g.numberType()}
		text := " " + c.t.text
		if c.t.named || g.chance(1, 2) {
			c.t, text = nil, ""
			c.float = g.chance(1, 2)
		}
		value := fmt.Sprint(1 + g.pick(9))
		if c.float {
			value += ".25"
		}
		g.consts = append(g.consts, c)
		g.declare("const %s%s = %s", c.name, text, value)
	}
	if g.chance(1, 4) {
		a, b := constant{name: g.unique("first")}, constant{name: g.unique("second")}
		g.consts = append(g.consts, a, b)
		g.declare("const (\n%s = iota + 1\n_\n%s\n)", a.name, b.name)
	}
}

// table declares a package-level variable that is only read.
func (g *gen) table() {
	t := g.anyType()
	if t.class != array && g.chance(1, 2) {
		t = arrayOf(2+g.pick(5), t)
		if t.size > 40 {
			return
		}
	}
	v := &variable{name: g.unique("table"), t: t, fixed: true}
	text := g.constantText(t)
	if t.class == array && t.elem.isScalar() && g.chance(1, 3) {
		s := *t
		s.class, s.text = slice, "[]"+t.elem.text
		v.t = &s
		text = strings.Replace(text, t.text, s.text, 1)
	}
	if t.isScalar() {
		g.declare("var %s %s = %s", v.name, t.text, text)
	} else {
		g.declare("var %s = %s", v.name, text)
	}
	g.tables = append(g.tables, v)
}

// constantText writes a value of constants.
func (g *gen) constantText(t *typ) string {
	var elems []string
	switch t.class {
	case structure:
		for _, f := range t.fields {
			elems = append(elems, g.constantText(f.t))
		}
	case array:
		for range t.len {
			elems = append(elems, g.constantText(t.elem))
		}
	case complexNumber:
		return g.complexLiteral(t)
	default:
		return g.literal(t).text
	}
	return t.text + "{" + strings.Join(elems, ", ") + "}"
}
