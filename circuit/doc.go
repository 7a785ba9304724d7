// Package circuit is the optimiser: a function of a program of the source dialect becomes a
// circuit of gates and wires, passes improve that, and it becomes a function again, which
// computes the same with fewer operations. It is not a compiler for a machine: it knows no
// lanes, registers or instructions, and package lower, the machine and the engine take what it
// gives. It looks at one function at a time; what concerns their calls, branches and arrays is in
// package circuit/reshape.
//
// Invariants. What a lane computes, which fault it ends in, and where, are those of the
// program, whatever passes ran; each can be switched off. A function of a shape that has no
// circuit stays as it is, with the reason. [Verify] says what a legal circuit is. A pass
// changes a circuit through add, setInput, setMeta, ReplaceUses, remove and removeAll only. Nothing recurses with
// the size of a circuit.
//
// Read first: [Schema], which has every kind of gate; [Circuit]; [Passes] and [Order]; [Improve], which is the way in
// and out, and [Optimise], which is the same for a copy.
//
// Imports: program, program/edit, program/flow, program/optab, internal/ranges and internal/slab.
//
// # Files, in the order of the way
//
//   - What a circuit is: schema.go has a row for each kind of gate (kind.go) and is what manual.go prints as GATES.md,
//     with the design's names for operations (names.go); type.go is a gate's type in 32 bits; circuit.go the circuit
//     and how it is read, arena.go its memory, chain.go its chains of dependencies.
//   - Changing one: edit.go; table.go finds the gate that is there already.
//   - In: build.go for states and where ways meet, build_gates.go for instructions.
//   - Passes: passes.go lists them and says why they are in this order; optimise.go runs them over the functions of a
//     program; pass_*.go has a pass each, of the name in the list, but that confine is pass ranges, leaveLoops pass
//     invariants, and that refold, rebranch, settle and reuse run others again. Beside them, rules*.go has the rules of
//     fold; share_rounds.go what share does with loops; pass_reduce_zero.go a part of reduce; elements.go says where an
//     access to an array is.
//   - What passes ask: known*.go, see below.
//   - Where gates stand: outline.go finds blocks, schedule.go chooses one for each gate, and schedule_crowd.go counts
//     what is alive there.
//   - Out: destruct.go gives values variables again, emit.go writes the function, worth.go says whether it costs less.
//   - To look at: print.go and parse.go have the text form, dot.go the picture, verify.go what a legal circuit is, and
//     explain.go what each pass saved and why a gate stands where it does.
//
// # A circuit
//
// The sequential part consists of states: STATE_ENTRY, branches and their ways, merges, loops, returns
// and faults, linked by state wires as blocks by edges. The combinational part is gates that
// compute, linked by data wires; they are in no block and in no order but that of the wires.
// The two meet where a branch takes a value; where a selector takes one value for each way into
// its state (the φ of others); and where a relay ties what depends on it to a state.
//
// Gates are in one arena, named by int32 references; an input slot is at the same time a node
// of the list of uses of the gate it comes from; what gates have in common, their Meta, is
// shared. A gate on which nothing else can have an influence is made once: [Circuit.Pure] and
// Constant return the gate that is there.
//
// # Values, cells and effects
//
// Scalars are values: assignments and copies of them leave no gate. Arrays are cells: they stay
// the variables that they are, and index, insert and whole operations on them read and write
// them in the order of a dependency chain, one for each cell, so that nothing is ever copied
// that the program does not copy. A gate on a chain takes the chain's last token as a dependency
// and is the next token. One more chain orders effects: calls, and operations that may fault. A
// lane's first fault is the first on that chain. An operation that is proved not to fault leaves
// the chain (its Meta's Faults is not set) and floats if it reads no cell.
//
// Where ways meet, a DEPEND_SELECTOR joins a chain; in each state that a branch leads to, a
// DEPEND_RELAY continues it. So a token has one successor on every way, and what is on a chain
// cannot be computed where the program did not.
//
// # What is known of numbers
//
// Passes ranges, reduce and narrow ask which numbers a value can be, by the kit of package ranges:
// known.go has what is known and why it may be used where, known_solve.go how it is found for
// integers, known_select.go what a choice says, known_float.go how it is found for a float, and
// known_bits.go for bits, when somebody asks; known_prove.go how two numbers are compared when
// neither is known, with known_prove_sums.go for sums, known_partner.go for numbers whose sum stays and
// known_uniforms.go for lengths of tables; known_program.go what calls hand over and give back, and known_local.go what
// holds in fewer places since gates were replaced where they are needed. They ask in turn of one
// analysis, so that what they decide is folded behind them all, by pass settle. What may fault and was proven not to is
// anchored: it stays behind the token of the effects that it took, and so behind every condition before it, and says so
// in the program that comes out (PrimOp.Proven): machine code does not check again. Its operands matter
// there, and not only where its result does. Pass loosen frees what no operands make fault. Pass
// narrow says of operations between which numbers their operands are (PrimOp.Within), wherever the
// result matters: machine code is shorter then.
//
// # Elements in variables
//
// elements.go says where an access is: on each axis a gate and a constant more. By that, and by what is known of
// numbers, pass hoist loads before a branch what all its ways load, stores moves what all ways store behind them,
// promote keeps an element in a variable while a loop runs, carry hands elements to the next round, and invariants
// gives what loops do not change the tokens from before them: a load is detached from the chains of cells then, and may
// stand above its home. What is loaded twice is found by pass share, and by pass reuse once more behind them.
//
// # How a pass is written
//
// A pass is a row of [Passes]: a name, a sentence, and a function of a *Circuit. Find gates with
// Gates, Uses, Kind, Meta, Value, Depend, State; make values with Pure and Constant; give users
// another source with ReplaceUses; remove what nobody uses. A gate that stands for another one
// gets its notes by copyNote: position, name, home state and place in the order of the program,
// which the schedule prefers. A gate on a chain is taken out by giving the users of its token
// the token it took. Test a pass by TestRoundTrip's comparison, and run Verify behind it.
package circuit
