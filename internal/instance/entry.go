package instance

import "strconv"

// State is how far an entry is.
type State int

const (
	// Begun: it is in the cache and has no outputs yet.
	Begun State = iota
	// Ready: it is unfinished, but some return was reached: its outputs are
	// provisional and may rise.
	Ready
	// Done: it is finished. Without outputs it never returns.
	Done
)

// String returns the state's name.
func (s State) String() string {
	switch s {
	case Begun:
		return "begun"
	case Ready:
		return "ready"
	case Done:
		return "done"
	}
	return "State(" + strconv.Itoa(int(s)) + ")"
}

// Entry is one instance: an operator with the inputs that it is specialised to.
type Entry struct {
	symbol   string
	operator Operator
	in       Bundle
	key      string   // canonical form of operator and inputs
	keys     []string // of each input by itself, once somebody has asked
	hash     hash
	index    int // in order of creation

	// Who made it; nil and -1 for a root. skip is some ancestor further up,
	// which makes the way to any depth logarithmic.
	parent   *Entry
	parentOp int
	skip     *Entry
	depth    int

	body    Body
	ops     []Operation
	results [][]Operand // what each operation delivered
	spare   []Operand   // room for results
	calls   [][]call    // of each operation's last run
	errs    []error     // of each operation's last run
	runs    []int32     // how often each operation ran
	risen   []int32     // how often an output of each operation rose
	cells   map[any]*cell
	// Who looked at the outputs of an operation that are not among its operands.
	watchers map[int][]dependant
	outputs  Bundle  // nil: none yet
	rises    int     // of outputs
	refused  []fault // why it never ran
	waits    []wait  // when done: what its operations still wait for

	inWork bool // in Cache.work
	at     int  // in Cache.open
	aux    *aux // nil: Done
}

// A call is what an operation called. asked is the key of what it asked for if
// that was deferred, else empty.
type call struct {
	callee *Entry
	asked  string
}

// A cell is a place that operations of one entry read and raise.
type cell struct {
	holds   Operand
	rises   int
	readers []dependant
}

// A dependant is an operation that is to run again. It does so only if it has
// not run since: a dependant of an older run is stale.
type dependant struct {
	e   *Entry
	op  int
	run int32
}

// A wait is an operation that needs the outputs of an entry.
type wait struct {
	op int
	on *Entry
}

// A fault is a problem of operation op, or of the whole entry with op < 0.
type fault struct {
	op  int
	err error
}

// Symbol names the entry: "f" for the first of the operators with that name,
// then "f#1", "f#2", …, in order of creation, so it is stable across runs.
func (e *Entry) Symbol() string { return e.symbol }

// Operator returns what the entry is an instance of.
func (e *Entry) Operator() Operator { return e.operator }

// In returns the inputs but for the operator.
func (e *Entry) In() Bundle { return e.in }

// Outputs returns the outputs, nil if it never returned.
func (e *Entry) Outputs() Bundle { return e.outputs }

// Body returns what Operator.Begin gave; nil for a primitive and for a refused
// entry.
func (e *Entry) Body() Body { return e.body }

// Operations returns the operations of the body, as the cache read them.
func (e *Entry) Operations() []Operation { return e.ops }

// Operand returns output out of operation op, nil if it was never delivered.
func (e *Entry) Operand(op, out int) Operand {
	if r := e.results[op]; out < len(r) {
		return r[out]
	}
	return nil
}

// Cell returns what a cell holds, nil if nothing was put into it.
func (e *Entry) Cell(key any) Operand {
	if c := e.cells[key]; c != nil {
		return c.holds
	}
	return nil
}

// Callees returns the entries that operation op called in its last run, in the
// order of the calls.
func (e *Entry) Callees(op int) []*Entry {
	var es []*Entry
	for _, c := range e.calls[op] {
		es = append(es, c.callee)
	}
	return es
}

// Ran reports whether operation op was run: if not, it is never reached.
func (e *Entry) Ran(op int) bool { return e.runs[op] > 0 }

// Caller returns the entry and the operation that made this one; nil and -1
// for a root. It is the first of perhaps many callers.
func (e *Entry) Caller() (*Entry, int) { return e.parent, e.parentOp }

// State tells how far the entry is.
func (e *Entry) State() State {
	switch {
	case e.aux == nil:
		return Done
	case e.outputs != nil:
		return Ready
	}
	return Begun
}

// String returns the symbol and the inputs.
func (e *Entry) String() string { return e.symbol + " " + e.in.String() }

// ancestor returns the entry at that depth on the way from e to its root, e
// itself included.
func (e *Entry) ancestor(depth int) *Entry {
	for e.depth > depth {
		if e.skip.depth >= depth {
			e = e.skip
		} else {
			e = e.parent
		}
	}
	return e
}

// under puts a new entry below the operation that made it.
func (e *Entry) under(parent *Entry, op int) {
	e.parent, e.parentOp = parent, op
	if parent == nil {
		e.skip = e
		return
	}
	e.depth = parent.depth + 1
	// Two jumps of equal length above us become one: the skew-binary list of
	// Myers (1983).
	s := parent.skip
	if parent.depth-s.depth == s.depth-s.skip.depth {
		e.skip = s.skip
	} else {
		e.skip = parent
	}
}
