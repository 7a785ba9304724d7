package engine

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/counted"
)

// kept is where a variable or a mask is while lanes wait, for how many of the groups that
// advance together in a register.
type kept struct {
	what, typ string
	same      bool // one for all groups
	registers int
}

// homes tells where the variables and masks are that are kept from turn to turn.
func (t *turn) homes() (list []kept) {
	count := func(of [][]codegen.Reg, i int) (n int) {
		for g := range t.groups {
			if t.isPinned(of[g][i]) {
				n++
			}
		}
		return n
	}
	for i, name := range t.state {
		list = append(list, kept{name, t.typeAt(i).String(), t.sameAt(i), count(t.vars, i)})
	}
	for i, b := range t.kept() {
		what := "the end"
		if b < len(t.g.blocks) {
			what = t.g.blocks[b].Name
		}
		list = append(list, kept{"lanes at " + what, "mask", false, count(t.masks, i)})
	}
	return list
}

// where says it in words.
func (k kept) where(groups int) string {
	switch {
	case k.same && k.registers > 0:
		return "a register for all groups"
	case k.same:
		return "a row of the frame for all groups"
	case k.registers == groups:
		return "registers"
	case k.registers > 0:
		return fmt.Sprintf("registers for %s, rows of the frame for %d", counted.Of(k.registers, "group"),
			groups-k.registers)
	}
	return "rows of the frame"
}

// moves are the instructions of a part of the code, and those of them that move values between
// registers and memory: what there was no register for, variables that are in rows of the frame,
// and arrays, stacks, columns and tables.
type moves struct{ all, spilled, reloaded, rows, arrays int }

// movesOf counts instructions by the parts that they are of, in the order of the code.
func (t *emitted) movesOf() (parts []string, of map[string]*moves) {
	of = map[string]*moves{}
	parts = t.eachLine(func(part string, l codegen.Line) {
		m := of[part]
		if m == nil {
			m = &moves{}
			of[part] = m
		}
		m.all++
		for i, arg := range l.Args {
			at := arg.At
			switch {
			case !arg.IsMemory() || at.IsData():
			case at.Base != frameReg || at.Index != 0: // columns and tables too
				m.arrays++
			case at.Disp < t.First:
			case at.Disp < t.First+t.Groups*t.Step:
				m.rows++
			case at.Disp >= t.First+t.Groups*t.Step+codegen.FramedSaved:
				m.arrays++
			case i == len(l.Args)-1 && len(l.Args) > 1:
				m.spilled++
			default:
				m.reloaded++
			}
		}
	})
	return parts, of
}

// eachLine calls f for the instructions of the code, with the part that each is of, and returns the parts in the order
// of the code.
func (t *emitted) eachLine(f func(part string, l codegen.Line)) (parts []string) {
	seen := map[string]bool{}
	last := 1 // what is not marked is of the part before
	for _, l := range t.Lines {
		if l.Op == codegen.LabelOp {
			continue
		}
		if l.Mark != 0 {
			last = l.Mark
		}
		part := t.marks[last-1].what
		if !seen[part] {
			seen[part], parts = true, append(parts, part)
		}
		f(part, l)
	}
	return parts
}

// Storage describes where the code keeps what: each variable and mask while lanes wait, the arrays
// and the stacks of a group; and for each part of the code how many of its instructions move
// values that there were no registers for.
func (c *Code) Storage() (string, error) {
	return c.shape.Load().eachText(func(p *mapped) (string, error) { return c.storage(p.made) })
}

func (c *Code) storage(t *emitted) (string, error) {
	if t.prog == nil {
		return scalarStorage(t), nil
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	fmt.Fprintf(w, "machine code for %s, %s of %s: a frame of %d bytes\n\n", c.set.name,
		counted.Of(t.Abreast, "group"), counted.Of(t.Lanes, "lane"), t.Bytes)
	for _, k := range t.kept {
		fmt.Fprintf(w, "%s\t%s\t%s\n", k.what, k.typ, k.where(t.Abreast))
	}
	g, err := t.again(c.hosts)
	if err != nil {
		return "", fmt.Errorf("engine: %w", err)
	}
	for _, o := range g.memory {
		if o.at != inGroup {
			continue
		}
		kind := "rows"
		switch {
		case o.cluster:
			kind = "lines of each lane's own"
		case o.stack:
			kind = "a stack of rows"
		}
		fmt.Fprintf(w, "%s\t%s\t%s, %d bytes a group\n", o.name, o.typ, kind, 64*o.rows())
	}
	fmt.Fprintf(w, "\npart of the code\tinstructions\tspilled\treloaded\tvariables in rows\tother memory\n")
	parts, of := t.movesOf()
	for _, what := range parts {
		m := of[what]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\n", what, m.all, m.spilled, m.reloaded, m.rows, m.arrays)
	}
	w.Flush()
	return trimmed(b.String()), nil
}
