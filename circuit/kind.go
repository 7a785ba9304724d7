package circuit

// Kind is what a gate is.
type Kind uint8

// The kinds of gates; the rows of Schema say what each is.
const (
	InvalidKind Kind = iota

	// Roots.
	CircuitRoot
	StateEntry
	DependEntry
	ReturnList
	ThrowList
	ConstantList
	ArgList
	CellList

	// States.
	Return
	Throw
	OrdinaryBlock
	IfBranch
	SwitchBranch
	IfTrue
	IfFalse
	SwitchCase
	DefaultCase
	Merge
	LoopBegin
	LoopBack

	// Between the two parts.
	ValueSelector
	DependSelector
	DependRelay

	// Computation.
	Operation
	Call
	Project
	Cell
	Arg
	Uniform
	Constant

	kindEnd
)

// String returns the name of the kind in the text form.
func (k Kind) String() string {
	if k == InvalidKind || k >= kindEnd {
		return "INVALID"
	}
	return Schema[k].Name
}

// Part is which part of a circuit a gate belongs to.
type Part uint8

const (
	// Roots are where a function begins and ends.
	Roots Part = iota + 1
	// Sequential gates are the states of the control flow.
	Sequential
	// Between are selectors and relays.
	Between
	// Combinational gates compute.
	Combinational
)

var partNames = [...]string{Roots: "root", Sequential: "sequential", Between: "between", Combinational: "combinational"}

// String returns the name of the part.
func (p Part) String() string { return partNames[p] }

// kinds is a set of kinds.
type kinds uint64

func setOf(ks ...Kind) (s kinds) {
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

func (s kinds) has(k Kind) bool { return s>>k&1 != 0 }
