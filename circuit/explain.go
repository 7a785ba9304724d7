package circuit

import (
	"fmt"
	"io"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Why writes, for each function of a program, what each pass leaves of it: operations, those of
// them that may fault and that are the same for all lanes, calls, selectors and blocks; and below pass
// ranges what that dropped, with the proof. Of a function that has no circuit it writes the reason. Passes without are
// switched off.
func Why(w io.Writer, p *program.Program, without ...string) error {
	var b strings.Builder
	of := map[string]*strings.Builder{}
	write := func(b *strings.Builder, pass string, n counts) {
		const row = "  %-10s %10d %10d %7d %6d %10d %6d\n"
		fmt.Fprintf(b, row, pass, n.operations, n.faults, n.uniform, n.calls, n.selectors, n.blocks)
	}
	_, outcomes := Optimise(p, Options{Without: without, Observe: func(pass string, c *Circuit) {
		b := of[c.Name]
		if b == nil {
			b = &strings.Builder{}
			of[c.Name] = b
			fmt.Fprintf(b, "%s\n  %-10s %10s %10s %7s %6s ", c.Name, "", "operations", "may fault", "uniform", "calls")
			fmt.Fprintf(b, "%10s %6s\n", "selectors", "blocks")
			write(b, "program", countProgram(p, c.Name))
		}
		write(b, pass, c.count())
		c.writeProofs(b)
	}})
	for _, o := range outcomes {
		if text := of[o.Function]; text != nil {
			b.WriteString(text.String())
		}
	}
	for _, o := range outcomes {
		if o.Refused != "" {
			fmt.Fprintf(&b, "%s stays as it is: %s\n", o.Function, o.Refused)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeProofs writes what was dropped, and why.
func (c *Circuit) writeProofs(b *strings.Builder) {
	proofs := c.proofs
	c.proofs = nil
	for _, p := range proofs {
		place := ""
		if p.Pos.IsValid() {
			place = fmt.Sprintf("line %d: ", p.Pos.Line)
		}
		fmt.Fprintf(b, "    %s%s: %s\n", place, p.What, p.Why)
	}
}

// counts are the sizes of a circuit.
type counts struct{ operations, faults, uniform, calls, selectors, blocks int }

func (c *Circuit) count() (n counts) {
	for g := range c.Gates() {
		m := c.Meta(g)
		switch {
		case m.Kind == Operation:
			n.operations++
			if m.Faults {
				n.faults++
			}
			if c.Type(g).Variance() == Same {
				n.uniform++
			}
		case m.Kind == Call:
			n.calls++
		case m.Kind == ValueSelector:
			n.selectors++
		case generalStates.has(m.Kind):
			n.blocks++
		}
	}
	return n
}

// countProgram counts what a function of a program has; moves and literals do not count.
func countProgram(p *program.Program, name string) (n counts) {
	f := p.MainFunction()
	if name != f.Name {
		f = p.Function(name)
	}
	n.blocks = len(f.Graph.Blocks)
	for _, blk := range f.Graph.Blocks {
		for _, in := range blk.Instrs {
			op, ok := in.(*program.PrimOp)
			switch {
			case !ok:
				n.calls++
			case op.Op == program.OpCopy || op.Op.Form() == optab.Const:
			default:
				n.operations++
				if edit.CanFault(p, op) {
					n.faults++
				}
			}
		}
	}
	return n
}

// ExplainSchedule writes where each gate of a program's functions stands: the block that has it,
// those between which it may stand, and whether it left the one in which the program had it.
func ExplainSchedule(w io.Writer, p *program.Program) error {
	var b strings.Builder
	last := Passes[len(Passes)-1].Name
	Optimise(p, Options{Observe: func(pass string, c *Circuit) {
		if pass == last {
			NewSchedule(c).explain(&b)
		}
	}})
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Schedule) explain(b *strings.Builder) {
	c := s.c
	fmt.Fprintf(b, "%s\n", c.Name)
	for i := range s.Blocks {
		blk := &s.Blocks[i]
		fmt.Fprintf(b, "  %s: %s, in %d loops\n", s.title(i), c.Kind(blk.Head), s.depth(i))
		for _, g := range append(append([]Ref(nil), blk.Selectors...), blk.Gates...) {
			fmt.Fprintf(b, "    %s\n", s.place(i, g))
		}
	}
}

// title names a block for people.
func (s *Schedule) title(b int) string {
	if name := s.c.NameOf(s.Blocks[b].Head); name != "" {
		return name
	}
	return fmt.Sprintf("block %d", b)
}

// place is the line of a gate.
func (s *Schedule) place(b int, g Ref) string {
	c := s.c
	m := c.Meta(g)
	what := c.Kind(g).String()
	switch m.Kind {
	case Operation:
		what = m.Op.String()
	case Call:
		what += " " + c.Callees[m.Param].Name
	}
	line := fmt.Sprintf("%-24s %-20s", c.NameOf(g), what)
	if pos := c.Position(g); pos.IsValid() {
		line += fmt.Sprintf(" line %d", pos.Line)
	}
	if m.Kind == ValueSelector {
		return line
	}
	early, late := s.bounds(g)
	if early != late {
		line += fmt.Sprintf("; may stand from %s to %s", s.title(early), s.title(late))
	}
	if m.Depends > 0 {
		line += "; on a chain"
	}
	if c.Type(g).Variance() == Same {
		line += "; the same for all lanes"
	}
	if s.crowd.left[g] {
		line += "; left in the loop, through which much lives"
	}
	if home := c.home(g); home != None && c.has(home) && s.of[home] >= 0 && int(s.of[home]) != b {
		from := int(s.of[home])
		switch {
		case s.depth(b) < s.depth(from):
			line += "; out of the loop at " + s.title(from)
		default:
			line += "; from " + s.title(from)
		}
	}
	return line
}
