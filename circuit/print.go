package circuit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Print returns the text form of a circuit: a header with its tables, then a line a gate.
//
//	circuit fib
//	param n i64
//	result fib i64
//	%12 = OPERATION add.i64 values %10 %11 : i64 name ans home %8 seq 4
//
// Parse of Print gives a circuit that prints the same. Roots are not printed: they are
// always there.
func (c *Circuit) Print() string {
	var b strings.Builder
	fmt.Fprintf(&b, "circuit %s\n", c.Name)
	for _, l := range []struct {
		word string
		vars []Variable
	}{{"param", c.Params}, {"result", c.Results}, {"cell", c.Cells}, {"uniform", c.Uniforms}} {
		for _, v := range l.vars {
			fmt.Fprintf(&b, "%s %s %s\n", l.word, v.Name, v.Type)
		}
	}
	for _, f := range c.Callees {
		fmt.Fprintf(&b, "callee %s", f.Name)
		for _, t := range f.Results {
			fmt.Fprintf(&b, " %s", t)
		}
		b.WriteByte('\n')
	}
	for _, f := range c.Faults {
		fmt.Fprintf(&b, "fault %d %q\n", f.Code, f.Msg)
	}
	for g := range c.Gates() {
		if c.Schema(g).Part == Roots {
			continue
		}
		b.WriteString(c.Format(g))
		b.WriteByte('\n')
	}
	return b.String()
}

// Schema returns the row of a gate's kind.
func (c *Circuit) Schema(g Ref) *Row { return &Schema[c.Kind(g)] }

// Format returns the line of a gate.
func (c *Circuit) Format(g Ref) string {
	if !c.has(g) {
		return fmt.Sprintf("%%%d (removed)", g)
	}
	var b strings.Builder
	m, row := c.Meta(g), c.Schema(g)
	fmt.Fprintf(&b, "%%%d = %s", g, row.Name)
	if m.Kind == Operation {
		b.WriteByte(' ')
		b.WriteString(m.Op.String())
		if m.Faults {
			b.WriteString(" faults")
		}
		if m.Anchored {
			b.WriteString(" anchored")
		}
		if m.Detached {
			b.WriteString(" detached")
		}
	}
	if row.Param != "" && (m.Kind != Operation || m.Param != 0) {
		fmt.Fprintf(&b, " %d", m.Param)
	}
	at := 0
	for _, part := range []struct {
		word string
		n    int32
	}{{"states", m.States}, {"depends", m.Depends}, {"values", m.Values}} {
		if part.n > 0 {
			b.WriteByte(' ')
			b.WriteString(part.word)
		}
		for range part.n {
			fmt.Fprintf(&b, " %s", refName(c.Input(g, at)))
			at++
		}
	}
	if m.Within != (program.Span{}) {
		fmt.Fprintf(&b, " within %d to %d", m.Within.Lo, m.Within.Hi)
	}
	if t := c.Type(g); t.HasValue() {
		fmt.Fprintf(&b, " : %s", t)
	}
	c.formatNote(&b, g)
	return b.String()
}

func (c *Circuit) formatNote(b *strings.Builder, g Ref) {
	n := &c.notes[g]
	if n.name != 0 {
		fmt.Fprintf(b, " name %s", c.Names[n.name])
	}
	if n.home != None && c.has(n.home) {
		fmt.Fprintf(b, " home %%%d", n.home)
	}
	if n.seq != 0 {
		fmt.Fprintf(b, " seq %d", n.seq)
	}
	if p := c.Positions[n.pos]; p.IsValid() || p.File != "" {
		fmt.Fprintf(b, " at %d %d %s", p.Line, p.Col, strconv.Quote(p.File))
	}
}

func refName(g Ref) string {
	if g == None {
		return "none"
	}
	return "%" + strconv.Itoa(int(g))
}

// Meaning returns what a gate's parameter stands for, as a comment for people, or "".
func (c *Circuit) Meaning(g Ref) string {
	m := c.Meta(g)
	i := int(m.Param)
	switch m.Kind {
	case Constant:
		return program.FormatLiteral(c.Type(g).Dtype(), m.Param)
	case Uniform:
		return c.Uniforms[i].Name
	case Arg:
		return c.Params[i].Name
	case Cell:
		return c.Cells[i].Name
	case Call:
		return c.Callees[i].Name
	case Throw:
		return c.Faults[i].Code.String()
	}
	return ""
}
