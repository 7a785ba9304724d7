package instance

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// ErrEndless is the error of calls that wait for one another in a circle. Where something in them is refused, they may
// have an end that nobody got to.
var ErrEndless = errors.New("the calls go round without an end")

// Error is all problems of a run, in the order of a depth-first walk from the
// root, then of the operations.
type Error struct{ Problems []Problem }

// Error says the first problem and how many more there are.
func (e *Error) Error() string {
	s := e.Problems[0].Error()
	if n := len(e.Problems) - 1; n > 0 {
		s += fmt.Sprintf(" (and %d more)", n)
	}
	return s
}

// Unwrap returns the problems.
func (e *Error) Unwrap() []error {
	errs := make([]error, len(e.Problems))
	for i := range e.Problems {
		errs[i] = &e.Problems[i]
	}
	return errs
}

// Problem is an error of one operation of one entry, or of an entry as a whole.
type Problem struct {
	Entry *Entry // nil if there is not even an entry for the root
	Op    int    // -1: the entry as a whole
	Err   error
	// Chain is the calls from the root to the entry; empty for the root.
	Chain []Call
}

// Call is one call of a chain.
type Call struct {
	Caller *Entry
	Op     int // of the caller
	Callee *Entry
}

// Pos returns where the call is.
func (c Call) Pos() program.Pos { return c.Caller.ops[c.Op].Pos }

// Pos returns where the problem is: at the operation, or for an entry as a
// whole where it is called. It is invalid if that is unknown.
func (p *Problem) Pos() program.Pos {
	switch {
	case p.Op >= 0:
		return p.Entry.ops[p.Op].Pos
	case len(p.Chain) > 0:
		return p.Chain[len(p.Chain)-1].Pos()
	}
	return program.Pos{}
}

// Unwrap returns the error without position and chain.
func (p *Problem) Unwrap() error { return p.Err }

// Error returns position, error, and on lines of their own the calls that led
// there, the innermost first.
func (p *Problem) Error() string {
	var s strings.Builder
	if pos := p.Pos(); pos.IsValid() {
		s.WriteString(pos.String())
		s.WriteString(": ")
	}
	s.WriteString(p.Err.Error())
	s.WriteString(p.Trace())
	return s.String()
}

// traceEnds is how many calls of a long chain are printed at each end.
const traceEnds = 8

// Trace returns the chain as lines, each after a line break: the entry with
// its inputs, then who called it and where, up to the root. Of a long chain
// the middle is left out.
func (p *Problem) Trace() string {
	if p.Entry == nil {
		return ""
	}
	var s strings.Builder
	fmt.Fprintf(&s, "\n\tin %s", p.Entry)
	for i, c := range slices.Backward(p.Chain) {
		if far := len(p.Chain) - 1 - i; far >= traceEnds && i >= traceEnds {
			if far == traceEnds {
				fmt.Fprintf(&s, "\n\t… %d more calls", len(p.Chain)-2*traceEnds)
			}
			continue
		}
		s.WriteString("\n\tcalled by ")
		s.WriteString(c.Caller.String())
		if pos := c.Pos(); pos.IsValid() {
			fmt.Fprintf(&s, " at %s", pos)
		}
	}
	return s.String()
}

// Reachable returns the entries that the last root reaches by final calls, in
// the order of a depth-first walk: each after its first caller. Primitives are
// among them.
func (c *Cache) Reachable() []*Entry {
	var es []*Entry
	c.walk(func(e *Entry, _ map[*Entry]Call) { es = append(es, e) })
	return es
}

// walk visits what Reachable returns. by has the call that reached each entry
// first.
func (c *Cache) walk(visit func(e *Entry, by map[*Entry]Call)) {
	if c.root == nil {
		return
	}
	type place struct {
		e      *Entry
		op, nr int
	}
	by := map[*Entry]Call{c.root: {}}
	visit(c.root, by)
	path := []place{{e: c.root}}
	for len(path) > 0 {
		p := &path[len(path)-1]
		switch {
		case p.op == len(p.e.calls):
			path = path[:len(path)-1]
		case p.nr == len(p.e.calls[p.op]):
			p.op, p.nr = p.op+1, 0
		default:
			callee := p.e.calls[p.op][p.nr].callee
			p.nr++
			if _, ok := by[callee]; !ok {
				by[callee] = Call{p.e, p.op, callee}
				visit(callee, by)
				path = append(path, place{e: callee})
			}
		}
	}
}

// problems returns what is wrong with what the root reaches.
func (c *Cache) problems() error {
	var ps []Problem
	c.walk(func(e *Entry, by map[*Entry]Call) {
		var chain []Call
		note := func(op int, err error) {
			if chain == nil {
				for at := e; at != c.root; at = by[at].Caller {
					chain = append(chain, by[at])
				}
				slices.Reverse(chain)
			}
			ps = append(ps, Problem{e, op, err, chain})
		}
		for _, f := range e.refused {
			note(f.op, f.err)
		}
		for op, err := range e.errs {
			if err != nil {
				note(op, err)
			}
		}
	})
	if len(ps) == 0 && c.root.outputs == nil {
		if op, err := c.endless(); err != nil {
			ps = append(ps, Problem{Entry: c.root, Op: op, Err: err})
		}
	}
	if len(ps) == 0 {
		return nil
	}
	return &Error{ps}
}

// impatient reports whether to leave the work that there is after an operation has run:
// because of what was refused when that was looked for last, and still is, or because
// there is too much of it.
func (c *Cache) impatient(e *Entry, op int) bool {
	if most := c.options.MaxRuns; most > 0 && c.stats.Runs >= most {
		e.errs[op] = errors.Join(e.errs[op], fmt.Errorf("there is too much to find out about it"))
		return true
	}
	if p := c.options.Patience; p == 0 || c.stats.Runs%p != 0 {
		return false
	}
	before := c.refusedAt
	c.refusedAt = map[refusedPlace]bool{}
	c.walk(func(e *Entry, _ map[*Entry]Call) {
		for op, err := range e.errs {
			if err != nil {
				c.refusedAt[refusedPlace{e, op}] = true
				c.stats.Left = c.stats.Left || before[refusedPlace{e, op}]
			}
		}
	})
	return c.stats.Left
}

// refusedPlace is an operation that was refused.
type refusedPlace struct {
	e  *Entry
	op int
}

// endless looks for entries that wait for each other, going from the root
// along blocked operations. It returns the root's operation from which the
// way goes.
func (c *Cache) endless() (op int, err error) {
	type place struct {
		e    *Entry
		next int
	}
	path := []place{{e: c.root}}
	on := map[*Entry]int{c.root: 1} // 1 and more: place on the path; -1: left
	for len(path) > 0 {
		p := &path[len(path)-1]
		if p.next == len(p.e.waits) {
			on[p.e] = -1
			path = path[:len(path)-1]
			continue
		}
		callee := p.e.waits[p.next].on
		p.next++
		at := on[callee]
		if at > 0 {
			var s strings.Builder
			for _, p := range path[at-1:] {
				w := p.e.waits[p.next-1]
				fmt.Fprintf(&s, "%s → ", p.e.symbol)
				if pos := p.e.ops[w.op].Pos; pos.IsValid() {
					fmt.Fprintf(&s, "(%s) ", pos)
				}
			}
			return c.root.waits[path[0].next-1].op, fmt.Errorf("%s never returns: %w: %s%s",
				c.root.symbol, ErrEndless, s.String(), callee.symbol)
		}
		if at == 0 {
			path = append(path, place{e: callee})
			on[callee] = len(path)
		}
	}
	return -1, nil
}
