package circuit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Parse reads the text form that Print writes. It does not verify.
func Parse(text string) (*Circuit, error) {
	p := &parser{c: New(""), refs: map[string]Ref{}}
	for k := CircuitRoot; k <= CellList; k++ {
		p.refs[refName(Root(k))] = Root(k)
	}
	for i, line := range strings.Split(text, "\n") {
		p.words = strings.Fields(line)
		if len(p.words) == 0 || strings.HasPrefix(p.words[0], "//") {
			continue
		}
		if p.line(line); p.err != nil {
			return nil, fmt.Errorf("circuit: line %d: %w", i+1, p.err)
		}
	}
	for _, in := range p.inputs {
		from, ok := p.refs[in.name]
		if in.name == "none" {
			continue
		}
		if !ok {
			return nil, fmt.Errorf("circuit: there is no gate %s", in.name)
		}
		p.c.setInput(in.owner, in.at, from)
	}
	for _, h := range p.homes {
		home, ok := p.refs[h.name]
		if !ok {
			return nil, fmt.Errorf("circuit: there is no gate %s", h.name)
		}
		p.c.notes[h.owner].home = home
	}
	return p.c, nil
}

// parser reads line by line. Gates are linked at the end, since they may name later ones.
type parser struct {
	c      *Circuit
	refs   map[string]Ref
	words  []string
	inputs []pendingWire
	homes  []pendingWire
	err    error
}

type pendingWire struct {
	owner Ref
	at    int
	name  string
}

func (p *parser) failf(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// next takes a word.
func (p *parser) next(what string) string {
	if len(p.words) == 0 {
		p.failf("want %s", what)
		return ""
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

// is takes a word if it is the next.
func (p *parser) is(word string) bool {
	if len(p.words) == 0 || p.words[0] != word {
		return false
	}
	p.words = p.words[1:]
	return true
}

func (p *parser) number(what string) uint64 {
	w := p.next(what)
	n, err := strconv.ParseUint(w, 10, 64)
	if err != nil {
		p.failf("want %s, have %q", what, w)
	}
	return n
}

func (p *parser) signed(what string) int64 {
	w := p.next(what)
	n, err := strconv.ParseInt(w, 10, 64)
	if err != nil {
		p.failf("want %s, have %q", what, w)
	}
	return n
}

func (p *parser) line(line string) {
	switch word := p.next("a word"); word {
	case "circuit":
		p.c.Name = p.next("a name")
	case "param":
		p.c.Params = append(p.c.Params, p.variable())
	case "result":
		p.c.Results = append(p.c.Results, p.variable())
	case "cell":
		p.c.Cells = append(p.c.Cells, p.variable())
	case "uniform":
		p.c.Uniforms = append(p.c.Uniforms, p.variable())
	case "callee":
		f := Callee{Name: p.next("a name")}
		for len(p.words) > 0 {
			f.Results = append(f.Results, p.tensor())
		}
		p.c.Callees = append(p.c.Callees, f)
	case "fault":
		code := p.number("a code")
		_, msg, _ := strings.Cut(line, "\"")
		text, err := strconv.Unquote("\"" + msg)
		if err != nil {
			p.failf("want a message")
		}
		p.c.Faults = append(p.c.Faults, Fault{program.Code(code), text})
	default:
		p.gate(word, line)
	}
}

func (p *parser) variable() Variable {
	name := p.next("a name")
	return Variable{name, p.tensor()}
}

func (p *parser) tensor() program.TensorType {
	w := p.next("a type")
	name, dims, shaped := strings.Cut(strings.TrimSuffix(w, "]"), "[")
	t := program.TensorType{Dtype: dtypeNamed(name)}
	if t.Dtype == program.Invalid {
		p.failf("%q is not a type", w)
	}
	if !shaped {
		return t
	}
	for _, d := range strings.Split(dims, ",") {
		n, err := strconv.Atoi(d)
		if d == "?" {
			n, err = program.AnyLength, nil
		}
		if err != nil {
			p.failf("%q is not a dimension", d)
		}
		t.Shape = append(t.Shape, n)
	}
	return t
}

func dtypeNamed(name string) program.Dtype {
	for d := program.Bool; d <= program.F64; d++ {
		if d.String() == name {
			return d
		}
	}
	return program.Invalid
}

// gate reads a gate's line: its name was read.
func (p *parser) gate(name, line string) {
	if !strings.HasPrefix(name, "%") || !p.is("=") {
		p.failf("want a gate")
		return
	}
	if _, ok := p.refs[name]; ok {
		p.failf("there are two gates %s", name)
		return
	}
	word := p.next("a kind")
	k := Kind(slices.IndexFunc(Schema[:], func(r Row) bool { return r.Name == word }))
	if word == "" || k > kindEnd {
		p.failf("%q is not a kind", word)
		return
	}
	row := &Schema[k]
	m := Meta{Kind: k}
	if k == Operation {
		var ok bool
		if m.Op, ok = program.ParseOpcode(p.next("an operation")); !ok {
			p.failf("there is no such operation")
		}
		m.Faults = p.is("faults")
		m.Anchored = p.is("anchored")
		m.Detached = p.is("detached")
	}
	if row.Param != "" && (k != Operation || len(p.words) > 0 && p.words[0][0] <= '9' && p.words[0][0] >= '0') {
		m.Param = p.number(row.Param)
	}
	var inputs []string
	for _, part := range []struct {
		word string
		n    *int32
	}{{"states", &m.States}, {"depends", &m.Depends}, {"values", &m.Values}} {
		if !p.is(part.word) {
			continue
		}
		for len(p.words) > 0 && (strings.HasPrefix(p.words[0], "%") || p.words[0] == "none") {
			inputs = append(inputs, p.next("a gate"))
			*part.n++
		}
	}
	if p.is("within") {
		m.Within.Lo = p.signed("the least number")
		p.is("to")
		m.Within.Hi = p.signed("the largest number")
	}
	t := Empty
	if p.is(":") {
		t = ValueOf(dtypeNamed(p.next("a type")))
		for v := Varies; v <= Control; v++ {
			if p.is(v.String()) {
				t = t.With(v)
			}
		}
	}
	none := slices.Repeat([]Ref{None}, len(inputs))
	g := p.c.add(m, t, none)
	p.refs[name] = g
	for i, in := range inputs {
		p.inputs = append(p.inputs, pendingWire{g, i, in})
	}
	p.note(g, line)
}

func (p *parser) note(g Ref, line string) {
	for len(p.words) > 0 && p.err == nil {
		switch word := p.next("a note"); word {
		case "name":
			p.c.setName(g, p.next("a name"))
		case "home":
			p.homes = append(p.homes, pendingWire{owner: g, name: p.next("a gate")})
		case "seq":
			p.c.notes[g].seq = int32(p.number("a number"))
		case "at":
			pos := program.Pos{Line: int(p.number("a line")), Col: int(p.number("a column"))}
			_, file, _ := strings.Cut(line, "\"")
			var err error
			if pos.File, err = strconv.Unquote("\"" + file); err != nil {
				p.failf("want a file")
			}
			p.words = nil
			p.c.setPosition(g, pos)
		default:
			p.failf("%q is not a note", word)
		}
	}
}
