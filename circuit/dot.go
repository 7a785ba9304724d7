package circuit

import (
	"fmt"
	"io"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Dot writes the circuits of a program's functions, as Optimise leaves them, in the language of
// Graphviz, a cluster for each. State wires are thick, data wires thin, dependency wires dashed
// and grey; what comes round a loop is drawn upwards. Constants, parameters, uniforms and arrays
// are written where they are used, and the way that a value takes into a selector at its wire.
func Dot(w io.Writer, p *program.Program) error {
	circuits := Circuits(p, Options{})
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n", dotQuote(p.Name))
	b.WriteString("    node [fontname=monospace, fontsize=10];\n    edge [fontname=monospace, fontsize=9];\n")
	for i, f := range append([]*program.Function{p.MainFunction()}, p.Functions...) {
		fmt.Fprintf(&b, "    subgraph cluster_%d {\n        label=%s;\n", i, dotQuote(f.Name))
		if c := circuits[f.Name]; c != nil {
			(&drawing{c, &b, i}).draw()
		} else {
			fmt.Fprintf(&b, "        %s [shape=note];\n", dotQuote(f.Name+" has no circuit"))
		}
		b.WriteString("    }\n")
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// drawing is a circuit, and the number of its cluster.
type drawing struct {
	c  *Circuit
	b  *strings.Builder
	at int
}

// isDrawn reports whether a gate is a node of its own.
func (d *drawing) isDrawn(g Ref) bool {
	return !isOrigin(d.c.Kind(g)) || g == Root(StateEntry) || g == Root(DependEntry) && d.c.IsUsed(g)
}

func (d *drawing) draw() {
	for g := range d.c.Gates() {
		if d.isDrawn(g) {
			fmt.Fprintf(d.b, "        %s [%s];\n", d.node(g), d.look(g))
		}
	}
	for g := range d.c.Gates() {
		if d.isDrawn(g) {
			d.wires(g)
		}
	}
}

func (d *drawing) node(g Ref) string { return fmt.Sprintf("g%d_%d", d.at, g) }

// look returns the label and the shape of a gate.
func (d *drawing) look(g Ref) string {
	c := d.c
	m := c.Meta(g)
	label, shape := m.Kind.String(), "ellipse"
	switch {
	case m.Kind == Operation || m.Kind == Call:
		label, shape = d.instruction(g), "plaintext"
		if m.Faults || m.Kind == Call {
			shape = "octagon"
		}
	case m.Kind == Project:
		label = fmt.Sprintf("%sresult %d", d.title(g), m.Param)
	case m.Kind == ValueSelector || m.Kind == DependSelector:
		label, shape = d.title(g)+"select", "invtrapezium"
		if m.Kind == DependSelector {
			label = "select " + d.chain(Chain(m.Param))
		}
	case m.Kind == DependRelay:
		label, shape = "relay "+d.chain(Chain(m.Param)), "trapezium"
	case m.Kind == SwitchCase:
		label, shape = fmt.Sprintf("%s %d", label, int64(m.Param)), "box"
	case m.Kind == DependEntry:
	default:
		shape = "box, style=bold"
		if name := c.NameOf(g); name != "" {
			label += " " + name
		}
		if text := c.Meaning(g); text != "" {
			label += " " + text
		}
		if m.Kind == Return {
			label += d.operands(g, 0, int(m.Values))
		}
	}
	return "label=" + dotQuote(label) + ", shape=" + shape
}

// title is the name that a value has in the program, with the sign behind it.
func (d *drawing) title(g Ref) string {
	if name := d.c.NameOf(g); name != "" {
		return name + " = "
	}
	return ""
}

// chain names a chain.
func (d *drawing) chain(chain Chain) string {
	if chain == Effects {
		return "effects"
	}
	return d.c.Cells[chain-ChainOf(0)].Name
}

// instruction is an operation or a call as the program would have it, with a dot for what has no
// name.
func (d *drawing) instruction(g Ref) string {
	c := d.c
	m := c.Meta(g)
	if m.Kind == Call {
		return c.Callees[m.Param].Name + d.operands(g, 0, int(m.Values))
	}
	n := int(m.Values) - int(m.Param)
	text := m.Op.String() + d.operands(g, 0, n)
	if m.Param > 0 {
		return strings.TrimSpace(d.operands(g, n, int(m.Values))) + " = " + text
	}
	return d.title(g) + text
}

func (d *drawing) operands(g Ref, from, to int) string {
	var words []string
	for i := from; i < to; i++ {
		in := d.c.Value(g, i)
		switch name := d.c.NameOf(in); {
		case isOrigin(d.c.Kind(in)):
			words = append(words, d.c.Meaning(in))
		case name != "":
			words = append(words, name)
		default:
			words = append(words, "·")
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, ", ")
}

// wires writes the wires into a gate.
func (d *drawing) wires(g Ref) {
	c := d.c
	m := c.Meta(g)
	loop := m.Kind == LoopBegin || (m.Kind == ValueSelector || m.Kind == DependSelector) &&
		c.Kind(c.State(g, 0)) == LoopBegin
	for i, in := range c.Inputs(g) {
		if !d.isDrawn(in) {
			continue
		}
		var look []string
		switch {
		case i < int(m.States):
			look = append(look, "style=bold")
		case i < int(m.States+m.Depends):
			look = append(look, "style=dashed, color=gray40")
		case m.Values > 1 && m.Kind != ValueSelector && c.NameOf(in) == "":
			look = append(look, fmt.Sprintf("label=%d", i-int(m.States+m.Depends)))
		}
		switch {
		case m.Kind == LoopBegin && i == 1, m.Kind != LoopBegin && loop && i == 2:
			look = append(look, "label=again, constraint=false")
		case (m.Kind == ValueSelector || m.Kind == DependSelector) && i > 0:
			from := c.State(c.State(g, 0), i-1)
			look = append(look, "label="+dotQuote(d.way(from)))
		}
		fmt.Fprintf(d.b, "        %s -> %s [%s];\n", d.node(in), d.node(g), strings.Join(look, ", "))
	}
}

// way names a state by which a selector's state is entered.
func (d *drawing) way(state Ref) string {
	if name := d.c.NameOf(state); name != "" {
		return name
	}
	return d.c.Kind(state).String()
}

func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
