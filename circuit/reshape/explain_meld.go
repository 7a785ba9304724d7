package reshape

import (
	"fmt"
	"io"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
	"github.com/lockstep-simt/lockstep/program"
)

// Melded is what both ways of a branch did, and do together.
type Melded struct {
	Function string
	Pos      program.Pos // of the branch
	// Blocks are those that did it, one on each way.
	Blocks [2]string
	// Operations are operations, or functions that are called, in order.
	Operations []string
	// Choices is how many operands are chosen, Runs how many blocks hold the operations.
	Choices, Runs int
	// Saved is an estimate of what a gang with lanes on both ways saves, in additions.
	Saved int
}

// String returns the meld as a line of text.
func (m Melded) String() string {
	place := ""
	if m.Pos.IsValid() {
		place = fmt.Sprintf(", line %d", m.Pos.Line)
	}
	return fmt.Sprintf("%s%s: %s and %s both do %s: once in %s, %s chosen; saves %d", m.Function, place, m.Blocks[0],
		m.Blocks[1], listed(m.Operations), counted.Of(m.Runs, "block"), counted.Of(m.Choices, "operand"), m.Saved)
}

// listed returns words in order, those that repeat once and how often.
func listed(words []string) string {
	var order []string
	times := map[string]int{}
	for _, w := range words {
		if times[w]++; times[w] == 1 {
			order = append(order, w)
		}
	}
	for i, w := range order {
		if times[w] > 1 {
			order[i] = fmt.Sprintf("%d %s", times[w], w)
		}
	}
	return strings.Join(order, ", ")
}

// WhyMelded writes a line for each two blocks that a pass, together or meld, makes one of in a
// program; it is the program before that pass, which is not changed.
func WhyMelded(w io.Writer, pass string, p *program.Program) error {
	var b strings.Builder
	p = p.Clone()
	var rules meldRules = operationRules{p}
	if pass == "together" {
		rules = newCallRules(p, usualMelds)
	}
	meldBodies(p, rules, usualMelds, func(m Melded) { fmt.Fprintln(&b, m) })
	if b.Len() == 0 {
		b.WriteString("no branch at which lanes part has something on both ways that is worth it\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
