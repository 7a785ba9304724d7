package reshape

import (
	"fmt"
	"io"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program"
)

// Passed is a way that lanes take past a branch, since what it asks for was just set.
type Passed struct {
	Function string
	From, To string // the blocks
	Asks     string // the block of the branch
	Repeated int    // instructions that stand between
}

// String returns the way as a line of text.
func (w Passed) String() string {
	text := fmt.Sprintf("%s: %s goes on to %s, past the branch of %s", w.Function, w.From, w.To, w.Asks)
	if w.Repeated > 0 {
		text += "; " + counted.Of(w.Repeated, "instruction") + " on the way"
	}
	return text
}

// WhyPassed writes a line for each way that pass flags opens past a branch; the program is the one before that pass,
// which is not changed.
func WhyPassed(w io.Writer, p *program.Program) error {
	var b strings.Builder
	p = p.Clone()
	passBranches(p, func(way Passed) { fmt.Fprintln(&b, way) })
	if b.Len() == 0 {
		b.WriteString("no branch asks on all ways for what they have just set\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
