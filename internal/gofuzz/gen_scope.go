package gofuzz

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// variable is what a name stands for.
type variable struct {
	name  string
	t     *typ
	fixed bool // statements must not assign to it: a counter, fuel, a table
	below int  // if positive, 0 <= variable < below
	local bool // declared by a statement; of a slice, its elements may be changed
	moves bool // of a slice: it may be assigned to, in function owner
	owner *function
	in    string // of a counter: the slice that it is an index of
}

// function is a function that may be called, or one in the making.
type function struct {
	name     string
	recv     *typ // of a method
	params   []*variable
	results  []*typ
	cost     int  // steps of a call, at most
	mutates  bool // it changes what its arguments refer to, or variables around it
	fuel     int  // if positive, the first parameter must be below it
	instance bool // call it with explicit type arguments
	typeArgs []*typ
	variadic bool
	keeps    bool // it returns a part of a slice that it is given
	asks     bool // its last result says whether it has one
}

// body is the state of a function in the making.
type body struct {
	fn      *function
	vars    []*variable
	lines   []string
	local   map[string]int // names in use
	cost    int            // steps so far
	times   int            // how often the statement in the making runs, at most
	limit   int            // for cost
	nesting int
	loops   []*loop
	named   bool        // results have names
	rec     []*function // that may be called with less fuel
	calls   int         // of rec so far
	noFault int         // > 0: expressions must not panic
	noCall  int         // > 0: nor call
	serial  int         // of labels
	locals  []*function // closures and parameters that may be called
}

// loop is an enclosing statement that break or continue may name.
type loop struct {
	label    string
	used     bool
	isSwitch bool
}

func (g *gen) line(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}

// localName makes a name that nothing else in the function has.
func (b *body) localName(word string) string {
	n := b.local[word]
	b.local[word]++
	if n == 0 {
		return word
	}
	return fmt.Sprintf("%s%d", word, n)
}

var wordsFor = map[class][]string{
	boolean: {"ok", "done", "odd", "inside"}, integer: {"n", "m", "count", "mask", "h", "q"},
	float:  {"x", "y", "sum", "dt", "u", "w"},
	number: {"v", "acc", "best"}, complexNumber: {"z", "c"}, iface: {"held"}, structure: {"p", "s", "cur"},
	array: {"a", "row", "buf"}, slice: {"part", "tail", "xs"}, failure: {"err"}, pointer: {"ptr", "at"},
	callable: {"f", "fn", "op"}, text: {"mode", "kind"},
}

// newLocal makes a variable that is not in scope yet: its initial value must not
// read it.
func (g *gen) newLocal(t *typ) *variable {
	words := wordsFor[t.class]
	word := words[g.pick(len(words))]
	return &variable{name: g.localName(word), t: t, local: true}
}

func (g *gen) open() int { return len(g.vars) }

// close ends a scope. Go insists that variables are read; those that nothing
// read go into one that outlives them, so that what was computed matters.
func (g *gen) close(mark int) {
	inner := g.vars[mark:]
	g.vars = g.vars[:mark]
	g.locals = slices.DeleteFunc(slices.Clone(g.locals), func(f *function) bool {
		return !slices.ContainsFunc(g.vars, func(v *variable) bool {
			return v.name == f.name || strings.HasPrefix(f.name, v.name+".")
		})
	})
	for _, v := range inner {
		if v.local && !g.reads(v.name) {
			g.line("%s", g.reading(v))
		}
	}
}

// reads reports whether the text so far reads a local variable. It may miss a
// read; an expression that was made and then not used is not a read.
func (b *body) reads(name string) bool {
	// Not a field, and not the key of one.
	word := regexp.MustCompile(`(^|[^.\w])` + name + `\b([^:]|$)`)
	for _, lines := range b.lines {
		for line := range strings.Lines(lines) {
			if strings.HasPrefix(line, "var "+name+" ") || strings.HasPrefix(line, "type ") {
				continue
			}
			if at := assignment.FindStringIndex(line); at != nil {
				line = line[at[1]:]
			}
			if word.MatchString(quoted.ReplaceAllString(line, "")) {
				return true
			}
		}
	}
	return false
}

var (
	assignment = regexp.MustCompile(` :?= `)
	quoted     = regexp.MustCompile(`"[^"]*"`)
)

// reading makes a statement that reads v.
func (g *gen) reading(v *variable) string {
	g.noFault++
	defer func() { g.noFault-- }()
	part, t := g.anyNumber(expr{text: v.name, prec: primary}, v.t)
	for _, i := range g.rng.Perm(len(g.vars)) {
		into := g.vars[i]
		switch {
		case into.fixed || !into.t.isNumber() || g.chance(1, 6):
		case t.isNumber():
			op := "+="
			if into.t.class == integer {
				op = []string{"+=", "-=", "^=", "|="}[g.pick(4)]
			}
			return fmt.Sprintf("%s %s %s", into.name, op, g.convert(part, t, into.t).text)
		case t.class == boolean:
			return fmt.Sprintf("if %s {\n%s++\n}", part.text, into.name)
		}
	}
	return "_ = " + v.name
}

// anyNumber walks to a scalar part of a value, a number if there is one.
func (g *gen) anyNumber(e expr, t *typ) (expr, *typ) {
	for !t.isScalar() {
		want := t
		switch t.class {
		case complexNumber:
			return expr{text: "real(" + e.text + ")", prec: primary}, t.partType()
		case structure:
			want = t.fields[g.pick(len(t.fields))].t
		case array, slice:
			if t.len > 0 {
				want = t.elem
			}
		}
		if want == t {
			break
		}
		if t.class == structure {
			for _, f := range t.fields {
				if f.t == want {
					e.text += "." + f.name
					break
				}
			}
		} else {
			e.text += "[" + g.index(t).text + "]"
		}
		t = want
	}
	return e, t
}

// reaches reports whether a value of type t has a part of type want.
func reaches(t, want *typ, depth int) bool {
	if t.text == want.text {
		return true
	}
	if depth == 0 {
		return false
	}
	switch t.class {
	case structure:
		for _, f := range t.fields {
			if reaches(f.t, want, depth-1) {
				return true
			}
		}
	case array, slice:
		return reaches(t.elem, want, depth-1)
	case pointer:
		return reaches(t.elem, want, depth)
	}
	return false
}

// place makes the text of a variable of type want, or of a part of one; later
// variables are more likely. With assign it is one that may be assigned to.
func (g *gen) place(want *typ, assign bool) (expr, bool) {
	var all []*variable
	for i, v := range g.vars {
		if v.fixed && assign || !reaches(v.t, want, 3) || v.t.class == slice && v.t.len == 0 && !g.mayIndex(v) {
			continue
		}
		all = append(all, v)
		if i > len(g.vars)-4 {
			all = append(all, v, v)
		}
	}
	if !assign {
		for _, v := range g.tables {
			if reaches(v.t, want, 3) {
				all = append(all, v)
			}
		}
	}
	if len(all) == 0 {
		return expr{}, false
	}
	v := all[g.pick(len(all))]
	return g.part(expr{text: v.name, prec: primary}, v.t, want), true
}

// promotes reports whether all fields of an embedded structure can be had
// without its name.
func promotes(outer, inner *typ) bool {
	for _, f := range outer.fields {
		for _, h := range inner.fields {
			if f.name == h.name {
				return false
			}
		}
	}
	return true
}

// mayIndex reports whether an element of a slice of unknown length may be had:
// with an index that is known to be in range, or seldom with one that is not.
func (g *gen) mayIndex(s *variable) bool {
	return g.counterOf(s.name) != "" || g.on[Faults] && g.noFault == 0 && g.chance(1, 4)
}

func (g *gen) counterOf(slice string) string {
	for _, v := range g.vars {
		if v.in == slice {
			return v.name
		}
	}
	return ""
}

// part walks from a value of type t to a part of type want.
func (g *gen) part(e expr, t, want *typ) expr {
	if t.class == pointer {
		if t = t.elem; t.text == want.text {
			return expr{text: "*" + e.text, prec: unary}
		}
	}
	promoted := false // its name was left out, and the next one's cannot be
	for t.text != want.text {
		switch t.class {
		case structure:
			var ways []field
			for _, f := range t.fields {
				if reaches(f.t, want, 3) {
					ways = append(ways, f)
				}
			}
			f := ways[g.pick(len(ways))]
			if promoted = !promoted && f.embedded && f.t.text != want.text && promotes(t, f.t) &&
				g.chance(2, 3); !promoted {
				e.text += "." + f.name
			}
			t = f.t
		case array, slice:
			i := expr{text: g.counterOf(e.text)}
			if t.class == array || i.text == "" {
				i = g.index(t)
			}
			e.text += "[" + i.text + "]"
			e.faults = e.faults || i.faults
			e.calls = e.calls || i.calls
			t = t.elem
		}
	}
	return e
}
