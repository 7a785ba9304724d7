// Package scalar makes machine code of a whole program that runs one lane at a time: values
// in registers, calls as calls, on a stack of its own. For functions of a few nanoseconds a
// call no arrangement of lanes is faster.
//
// It takes a program of the source dialect, with its calls. What becomes of it is below, in the order of the way.
//
// Invariants. A lane that ends has the oracle's results. A lane that faults, or has no
// stack left, is listed and its results are not written: tier 1 says how it ends. Each
// recursive call and each round of a loop spends fuel, unless the rounds are known to be few
// (bounds.go) and paid for before (fuel.go), and the code is left when there is
// none: it cannot be preempted. Go's stack, R14 and BP are as they were when it is left.
//
// Read first: code.go.
//
// Imports: program, program/optab, program/flow, internal/ranges, internal/sorting, codegen.
//
// # Files, in the order of the way
//
//   - The way itself: code.go; ir.go has what programs consist of here.
//   - Each function becomes numbered blocks and variables: build.go, arrays.go. columns.go has inputs and results,
//     strings.go strings, shared.go arrays that functions share, lent.go arrays of inputs that stay where the caller
//     has them.
//   - The blocks get better: an array that a result is a copy of is the
//     result (returned.go); variables fall into parts that have nothing to do with each other (webs.go); what a loop
//     would ask in each round is asked before it (unswitch.go); what was computed or checked before is not again
//     (repeats.go); ways that say what is asked where they meet ask themselves (shortcircuit.go); constants
//     that comparisons choose are looked up (finite.go); what is written as a whole is not filled before (fills.go);
//     comparisons become parts of branches (comparisons.go, fuse.go), and ways go past branches that ask what was asked
//     before (asked.go). Ranges of integers tell which checks cannot fail, which code may be shorter and which arrays
//     need fewer bytes (ranges.go, widen.go, handed.go, narrow.go). Loops that copy elements copy memory (copying.go,
//     memmove.go), and those that look for a number look at as many elements as vectors have (searching.go); what a
//     block does for elements next to each other is done once (values.go, together.go, joined.go); loops that go on by
//     two comparisons have a branch on each (conjuncts.go); tables that loops read have registers for their addresses
//     (bases.go).
//   - Fuel is spent where code may run on (fuel.go), but not where a loop (loops.go) has few rounds (bounds.go).
//   - Registers: what is alive across a call is stored before it and loaded after it, as no call leaves anything in
//     registers (saves.go); variables get them by colouring (alloc.go, groups.go, colour.go), in loops of their own
//     (split.go), and share slots (slots.go). moves.go moves several values at once.
//   - The code is written, by emit.go: function.go, with loops turned round (loops.go), and where a way ends by writing
//     what is looked at next, past that look (thread.go); and by operation ints.go, scale.go, divide.go, wide.go,
//     floats.go, compare.go, memory.go, switch.go. What was compared is not compared again (flags.go). Of arrays with
//     much more room than lanes use, what was written is cleared (written.go). What scalar instructions do not have is
//     vector code (routine.go), with registers of its own where there are enough. marks.go says what instructions are
//     of.
package scalar
