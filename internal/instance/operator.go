package instance

import "github.com/lockstep-simt/lockstep/program"

// Operator is what is instantiated: a function of a frontend. It is an operand
// itself (tag [OperatorTag] of every entry's inputs), so a function handed to
// a function makes an instance of its own. Two operators are the same exactly
// if their keys are.
type Operator interface {
	Operand
	// Name names the entries; it need not be unique.
	Name() string
	// Begin gives the operations of one instance (phase 1). An error refuses
	// the instance. A function with outputs at once is a [Primitive].
	Begin(e *Entry) (Body, error)
	// Defer returns the inputs with what would specialise without end replaced
	// by typed placeholders (a constant becomes varying). against is the
	// inputs of the entry of the same operator that is being processed and
	// called us directly or not, or nil: then all constants go. It returns its
	// argument unchanged if there is nothing to replace. It looks at each input by itself: of some
	// of them it makes what it makes of these among all.
	Defer(in, against Bundle) Bundle
}

// Primitive is an Operator that is evaluated at once, not going through
// phases 1 to 3. It is memoised like any other, but does not count against the
// budgets, has no Body, and its Begin and Defer are never called.
type Primitive interface {
	Operator
	Evaluate(in Bundle) (Bundle, error)
}

// OperatorTag is the tag of the operator among an entry's inputs. No other
// operand may have it.
const OperatorTag = "operator"

// Body is the operations of one entry.
type Body interface {
	// Operations is called once.
	Operations() []Operation
	// Run evaluates operation op on its operands (nil: not delivered, only
	// where Operation.Any) and returns its outputs; a nil output, or one that
	// is not there, is not delivered. It is called again whenever an operand,
	// a cell it read or an output of an entry it called rose. Outputs may only
	// rise: the engine joins with what was there before. An error is a problem
	// of this operation and replaces that of the run before; the outputs count
	// nevertheless. c and in are the engine's and end with the call.
	Run(c *Context, op int, in []Operand) (out []Operand, err error)
}

// Operation is a node of the operand graph of an operator.
type Operation struct {
	Name string // for the log: "t3 = x * y"
	Pos  program.Pos
	In   []Carrier
	// Any makes it ready when the first carrier was delivered (joins: φs,
	// blocks); otherwise when all were. A loop of carriers needs one.
	Any bool
}

// Carrier brings an operand: output Out of operation From; or a Constant
// (delivered in phase 1, not counted); or, with From == Outer, the entry's
// input Tag: [OperatorTag] is the operator, [WholeBundle] all inputs as one.
type Carrier struct {
	From, Out int
	Tag       string
	Constant  Operand
}

// Outer is the From of a carrier that starts at the entry's inputs.
const Outer = -1

// WholeBundle is the Tag of an outer carrier that brings all inputs but the
// operator as one operand, a [Bundle].
const WholeBundle = "*"
