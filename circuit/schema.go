package circuit

var (
	// generalStates are the states after which a block may go on.
	generalStates = setOf(StateEntry, OrdinaryBlock, IfTrue, IfFalse, SwitchCase, DefaultCase, Merge, LoopBegin)
	// relayStates are the states that only one transition enters.
	relayStates = setOf(IfTrue, IfFalse, SwitchCase, DefaultCase, OrdinaryBlock)
	// tokens are the gates that are the source of a dependency wire.
	tokens = setOf(DependEntry, DependSelector, DependRelay, Operation, Call)
	// values are the gates that are the source of a data wire.
	values = setOf(ValueSelector, Operation, Project, Arg, Uniform, Constant)
)

// Arity is how many wires of a sort a gate takes.
type Arity int8

const (
	// Any number; what else the gate has says how many.
	Any Arity = -1
	// PerState: one for each state that the gate's state takes.
	PerState Arity = -2
)

// Row is what the schema says of a kind of gates. Builder, verifier, printer, parser and
// GATES.md follow it.
type Row struct {
	Name string
	Doc  string // one sentence, verb first
	Part Part
	// The inputs, in order: states, dependencies, values.
	States, Depends, Values Arity
	// From are the gates that the states come from; data wires come from gates with
	// values (and cells where the row says so), dependency wires from tokens.
	From kinds
	// Root is the root that lists the gate, if there is one: its last state wire.
	Root Kind
	// Param says what the gate's parameter is, if it has one.
	Param string
	// Value is set if the gate has a value, Token if it is the source of dependency
	// wires.
	Value, Token bool
}

// Schema has the row of every kind.
var Schema = [kindEnd]Row{
	CircuitRoot:  {Name: "CIRCUIT_ROOT", Doc: "Is the gate that all roots come from; it alone has no inputs.", Part: Roots},
	StateEntry:   {Name: "STATE_ENTRY", Doc: "Is the state in which a function starts.", Part: Roots, States: 1, From: setOf(CircuitRoot)},
	DependEntry:  {Name: "DEPEND_ENTRY", Doc: "Is where every chain of dependencies starts.", Part: Roots, States: 1, From: setOf(CircuitRoot), Token: true},
	ReturnList:   {Name: "RETURN_LIST", Doc: "Lists the returns.", Part: Roots, States: 1, From: setOf(CircuitRoot)},
	ThrowList:    {Name: "THROW_LIST", Doc: "Lists the states that end in a fault.", Part: Roots, States: 1, From: setOf(CircuitRoot)},
	ConstantList: {Name: "CONSTANT_LIST", Doc: "Lists the constants and uniforms.", Part: Roots, States: 1, From: setOf(CircuitRoot)},
	ArgList:      {Name: "ARG_LIST", Doc: "Lists the parameters.", Part: Roots, States: 1, From: setOf(CircuitRoot)},
	CellList:     {Name: "CELL_LIST", Doc: "Lists the arrays.", Part: Roots, States: 1, From: setOf(CircuitRoot)},

	Return:        {Name: "RETURN", Doc: "Ends the function with its results: values, and the cells that hold arrays.", Part: Sequential, States: 2, Depends: Any, Values: Any, From: generalStates, Root: ReturnList},
	Throw:         {Name: "THROW", Doc: "Ends the lane with a fault.", Part: Sequential, States: 2, Depends: 1, From: generalStates, Root: ThrowList, Param: "the fault"},
	OrdinaryBlock: {Name: "ORDINARY_BLOCK", Doc: "Is a state that one other leads to.", Part: Sequential, States: 1, From: generalStates},
	IfBranch:      {Name: "IF_BRANCH", Doc: "Goes to IF_TRUE where its value holds and to IF_FALSE elsewhere.", Part: Sequential, States: 1, Values: 1, From: generalStates},
	SwitchBranch:  {Name: "SWITCH_BRANCH", Doc: "Goes to the SWITCH_CASE of its value, or to DEFAULT_CASE.", Part: Sequential, States: 1, Values: 1, From: generalStates},
	IfTrue:        {Name: "IF_TRUE", Doc: "Is the state of the lanes for which the condition holds.", Part: Sequential, States: 1, From: setOf(IfBranch)},
	IfFalse:       {Name: "IF_FALSE", Doc: "Is the state of the lanes for which the condition does not hold.", Part: Sequential, States: 1, From: setOf(IfBranch)},
	SwitchCase:    {Name: "SWITCH_CASE", Doc: "Is the state of the lanes with one value.", Part: Sequential, States: 1, From: setOf(SwitchBranch), Param: "the value"},
	DefaultCase:   {Name: "DEFAULT_CASE", Doc: "Is the state of the lanes whose value no case has.", Part: Sequential, States: 1, From: setOf(SwitchBranch)},
	Merge:         {Name: "MERGE", Doc: "Is the state that several others lead to.", Part: Sequential, States: Any, From: generalStates},
	LoopBegin:     {Name: "LOOP_BEGIN", Doc: "Starts a loop: it is entered from outside and from its LOOP_BACK.", Part: Sequential, States: 2, From: generalStates | setOf(LoopBack)},
	LoopBack:      {Name: "LOOP_BACK", Doc: "Goes to the next round of a loop.", Part: Sequential, States: 1, From: generalStates},

	ValueSelector:  {Name: "VALUE_SELECTOR", Doc: "Gives the value of the way on which its MERGE or LOOP_BEGIN was entered.", Part: Between, States: 1, Values: PerState, From: setOf(Merge, LoopBegin), Value: true},
	DependSelector: {Name: "DEPEND_SELECTOR", Doc: "Is the dependency of the way on which its MERGE or LOOP_BEGIN was entered.", Part: Between, States: 1, Depends: PerState, From: setOf(Merge, LoopBegin), Token: true, Param: "the chain"},
	DependRelay:    {Name: "DEPEND_RELAY", Doc: "Keeps what depends on it behind the transition into its state.", Part: Between, States: 1, Depends: 1, From: relayStates, Token: true, Param: "the chain"},

	Operation: {Name: "OPERATION", Doc: "Computes an operation of the op table. It has a dependency if it may fault, and one for each cell that it reads or writes.", Part: Combinational, Depends: Any, Values: Any, Value: true, Token: true, Param: "the cells that it writes, which are its last values"},
	Call:      {Name: "CALL", Doc: "Calls a function of the program, which may fault, read the cells it is given and write those that it returns.", Part: Combinational, Depends: Any, Values: Any, Token: true, Param: "the function"},
	Project:   {Name: "PROJECT", Doc: "Gives a result of a call.", Part: Combinational, Depends: 1, Value: true, Param: "which"},
	Cell:      {Name: "CELL", Doc: "Is an array of the function, which stays in its place: operations read and write it in the order of its dependency chain.", Part: Combinational, States: 1, From: setOf(CellList), Root: CellList, Param: "the array"},
	Arg:       {Name: "ARG", Doc: "Gives a parameter.", Part: Combinational, States: 1, From: setOf(ArgList), Root: ArgList, Value: true, Param: "its place in the list of parameters"},
	Uniform:   {Name: "UNIFORM", Doc: "Is a uniform of the program, a scalar or a table.", Part: Combinational, States: 1, From: setOf(ConstantList), Root: ConstantList, Value: true, Param: "the uniform"},
	Constant:  {Name: "CONSTANT", Doc: "Gives a constant.", Part: Combinational, States: 1, From: setOf(ConstantList), Root: ConstantList, Value: true, Param: "its bits"},
}
