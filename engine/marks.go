package engine

import (
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// mark is what a part of the code is of: a phase and a line of the source, or what stands
// around the phases.
type mark struct {
	what string
	pos  program.Pos
}

// marks number what parts of the code are of, from 1 on.
type marks struct {
	list   []mark
	number map[mark]int
}

// of is the number of a part.
func (m *marks) of(what string, pos program.Pos) int {
	pos.Col = 0
	k := mark{what, pos}
	if n, ok := m.number[k]; ok {
		return n
	}
	if m.number == nil {
		m.number = map[mark]int{}
	}
	m.list = append(m.list, k)
	m.number[k] = len(m.list)
	return len(m.list)
}

// around is the number of a part around the phases.
func (g *graph) around(what string) int { return g.marks.of(what, program.Pos{}) }

// marked marks the instructions that were made since there were so many, which are of a
// line of a block.
func (p *phases) marked(since, b int, pos program.Pos) (now int) {
	p.Mark(since, p.g.marks.of(p.g.blocks[b].Name, pos))
	return len(p.F.Code)
}

// annotated is the code as text, with a line before each part that says what it is of.
func (t *emitted) annotated() (text []string) {
	last := 0
	lines := t.Text()
	for i, l := range t.Lines {
		if m := l.Mark; m != last && m != 0 && !strings.HasSuffix(lines[i], ":") {
			last = m
			at := t.marks[m-1]
			if line := lineOf(at.pos); line != "" {
				text = append(text, "// "+at.what+", "+line)
			} else {
				text = append(text, "// "+at.what)
			}
		}
		text = append(text, lines[i])
	}
	return text
}
