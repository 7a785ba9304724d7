package reshape

import (
	"fmt"
	"io"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program"
)

// Stated is a loop whose states are code of their own.
type Stated struct {
	Function string
	Loop     string // the block that it began with
	States   int    // in which lanes were there
	Rows     int    // of the table from which lanes take one; 0 if there is none
	Instrs   int    // in all states, before the optimiser sees them
	By       []string
}

// String returns the loop as a line of text.
func (s Stated) String() string {
	text := fmt.Sprintf("%s: the loop at %s is written out: %s by %s", s.Function, s.Loop,
		counted.Of(s.States, "state"), strings.Join(s.By, ", "))
	if s.Rows > 0 {
		text += fmt.Sprintf(", of %s of a table", counted.Of(s.Rows, "row"))
	}
	return text + "; " + counted.Of(s.Instrs, "instruction")
}

func (s *stater) stated() Stated {
	var by []string
	for _, name := range s.names {
		if name == s.split || s.isCarried(name) {
			by = append(by, name)
		}
	}
	return Stated{s.b.Name, s.f.Blocks[s.loop.Header].Name, s.first, s.rows, s.instrs, by}
}

// WhyStated writes a line for each loop whose states pass interpret writes out; the program is the one before that
// pass, which is not changed.
func WhyStated(w io.Writer, p *program.Program) error {
	var b strings.Builder
	writeStates(p.Clone(), true, func(loop Stated) { fmt.Fprintln(&b, loop) })
	if b.Len() == 0 {
		b.WriteString("no loop has states that are worth code of their own\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
