package advise

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Warning is a piece of code that will run slowly in lockstep.
type Warning struct {
	Pos  program.Pos
	Code string // the kind, one of Kinds
	Msg  string // what, why and what to write instead
}

// The kinds of warnings. Their names are part of the command's output, which
// other programs read, so they stay.
const (
	SlowCall    = "slow-call"
	CallState   = "call-state"
	LaneArray   = "lane-array"
	LaneState   = "lane-state"
	TableLookup = "table-lookup"
	IntDivision = "int-division"
	TinyLoop    = "tiny-loop"
	Parting     = "parting-lanes"
)

// Kind is a kind of warning.
type Kind struct{ Code, Doc string }

// Kinds lists all kinds, the costliest first.
var Kinds = []Kind{
	{SlowCall, "a recursion that saves and brings back values for little arithmetic"},
	{CallState, "a recursion that saves much at each call, such as an array"},
	{LaneArray, "a large array of the lane's own at a computed index, or as a whole"},
	{LaneState, "so much state that few lanes fit into the cache"},
	{TableLookup, "a loop that mostly looks things up in a table"},
	{IntDivision, "a loop that mostly divides by a constant, where the compiler multiplies"},
	{TinyLoop, "a loop of one or two additions a round, in which nothing is gained"},
	{Parting, "branches that lanes leave in many different ways, and wait for each other"},
}

// Machine is what a warning says about the machine that the program would run
// on.
type Machine struct {
	Gang       int // lanes in flight; see batch.Code.Gang
	StateBytes int // of each lane
	// Room is how many elements what is made has room for, if that is a guess: it says nothing of how many lanes use.
	Room int
	// Code, if not nil, tells which machine code there is of the program: with many lanes in
	// registers, and for one lane at a time. It is asked if kernels would be slow.
	Code func() (lanes, scalar bool)
}

// Program returns the warnings about a program of either dialect, in the order
// of the source.
func Program(p *program.Program, m Machine) ([]Warning, error) {
	if p.Dialect == program.Source {
		// What is repeated in place would be counted with its copies, a loop whose
		// test is repeated looks like several, and what several ways share is in
		// none of them.
		lowered, err := lower.Lower(p, lower.Without("unroll", "rotate", "join", "tidy"))
		if err != nil {
			return nil, err
		}
		p = lowered
	}
	a := &advisor{p: p, m: m, shape: newShape(p)}
	warnings := a.all()
	if len(warnings) == 0 || m.Code == nil {
		return warnings, nil
	}
	b := &advisor{p: p, m: m, shape: a.shape}
	if b.lanes, b.scalar = m.Code(); !b.lanes && !b.scalar {
		return warnings, nil
	}
	b.findTogether()
	return b.all(), nil
}

// all returns all warnings.
func (a *advisor) all() []Warning {
	a.calls()
	a.loops()
	a.arrays()
	a.parting()
	a.state()
	return a.sorted()
}

// advisor collects the warnings about one lowered program.
type advisor struct {
	p     *program.Program
	m     Machine
	shape *shape
	// lanes and scalar tell which machine code there is.
	lanes, scalar bool
	// together has the accesses to arrays at which lanes that came together have one index. It
	// is known where there is machine code.
	together map[*program.PrimOp]bool
	// covered has the arrays that an earlier warning is about already.
	covered  map[string]bool
	warnings []Warning
}

func (a *advisor) warn(pos program.Pos, code, format string, args ...any) {
	if pos.File == "" {
		pos.File = a.p.File
	}
	a.warnings = append(a.warnings, Warning{pos, code, fmt.Sprintf(format, args...)})
}

// sorted returns the warnings in order, one of a kind for a place: lowering
// repeats code.
func (a *advisor) sorted() []Warning {
	slices.SortStableFunc(a.warnings, func(x, y Warning) int {
		return cmp.Or(cmp.Compare(x.Pos.File, y.Pos.File), cmp.Compare(x.Pos.Line, y.Pos.Line),
			cmp.Compare(x.Pos.Col, y.Pos.Col), cmp.Compare(x.Code, y.Code))
	})
	return slices.CompactFunc(a.warnings, func(x, y Warning) bool { return x.Pos == y.Pos && x.Code == y.Code })
}
