// Package reshape makes programs of the source dialect better where that is a matter of their shape: which
// functions there are and who calls them, which branches and loops, which arrays and uniforms. It is one half of the
// optimiser: package circuit, which the pass of this name calls, has the other, what functions compute. Calls stay
// calls; package lower makes pushes and jumps of those that are left.
//
// # Calls
//
// A function that calls itself as its last act becomes a loop (loops), small functions and those with one caller go to
// where they are called (inline), and the test with which a recursion begins goes there too (peel), so that its
// leaves, half of its calls or more, save nothing. What a function with several callers makes of arguments that are the
// same in all rounds of a loop is computed by its callers (lift), from where circuit takes it out of the loop.
//
// Once takes out of a recursion what a lane does at most once, such as calling itself with -x where x is below 0: lanes
// that do and lanes that do not then call the same function, which has no such test and does not call itself.
//
// Levels makes a nest of loops of a recursion that goes down a number of levels that is
// known, so that the level is a literal wherever it is an index. Where a level calls several times and all lanes
// make the same calls, as in a sum over the halves of a slice, it becomes straight code.
//
// # Tables
//
// An array that is written in one stretch, from literals, and whose elements are taken after that, is
// the same in all lanes and at all times. Tables (pass_tables.go) makes it a constant of the program:
// nobody builds it any more, and where it is short, machine code has it in registers. A loop that begins with
// constants and reads nothing else, such as the product of two tables, is run when compiling (pass_evaluate.go);
// what it leaves is tables and literals.
//
// # States
//
// A loop that goes by what a constant table has for a counter, or by the name of a state, becomes the code of its
// states (interpret): what the table has is compiled. Code that runs one lane at a time has all such loops so (states),
// and lanes that run together those where states mostly follow each other. pass_states.go finds what tells states
// apart, states_write.go writes them, and states_worth.go estimates whether they are worth it.
//
// # Fewer blocks
//
// A block runs for all lanes of a gang at once, and between two blocks the machine chooses and sorts lanes. So a branch
// around a few operations costs more than the operations. Predicate lets all lanes go both ways of a short branch and
// selects; it decides two branches in a row at once ("a && b", and a loop that is left in the middle); rotate repeats a
// loop's test at its end, unless the loop goes on either way: then it would have two entries. The usual inner loop is
// one block then, and unroll repeats a short one in place. Before that, flags sends lanes that have just set a variable
// past the branch that asks for it, so that "found = true" leaves a loop at once. Nothing that may fault or takes long
// ever leaves the protection of its branch, and a call never moves.
//
// # Both ways at once
//
// Where lanes part, a gang does what both ways do one after the other, each for some lanes. What the
// ways have in common it can do once: together makes one call of two of a function that costs much, and
// meld makes one of an exponential or of a row of operations. Operands are chosen on each way; then
// all lanes compute, and part again. A lane does what it did, in the order in which it did. So golden
// section, Brent's method and the two sides of an option's price, which call a function in both arms of
// a branch, pay for it once. pass_meld.go has the pass, meld_match.go what belongs together,
// meld_plan.go where it goes, and meld_write.go what it becomes.
//
// # Arrays
//
// A lane's own array at an index that each lane has for itself is gathered and scattered, lane by lane; an element
// at a literal index is a vector like any other. So expand writes out short loops whose rounds are known (values.go
// finds the counters) if an index becomes a literal by it, or if all rounds cost little anyway, and loops whose rounds
// read and write rows by turns once for each turn (pass_turns.go); pick chooses among
// elements where an index has few values (values.go finds them), and scalars makes variables of the elements of
// arrays that only have literal indices left, also in functions that they are passed to. A 3×3 product and the
// sorting of eight numbers, each 0.4 to 0.5 times as fast as the compiled loop as they stand, are 3 and 5 times as
// fast then. An index that is out of range is left as it is and faults where it did.
//
// # Uniforms
//
// An expression of uniforms and literals has one value in a run. The pass
// uniforms makes it a derived uniform, so that lanes read it as they read a
// literal, and decides the branches that constants decide. A branch on a uniform
// of the run stays; it sends all lanes one way.
//
// # Internals
//
// Invariants. A pass of [Passes] takes and gives a program of the source dialect that verifies. No pass changes what a
// lane computes, in which order its operations may fault, or where a fault is reported. Passes but for flatten can be
// switched off, and do not depend on what earlier ones did; all but flatten want variables of single tensors. The
// same program gives the same result, byte for byte. A pass other than circuit rewrites no operation but by the
// identities of the op table (simplify) and where a choice of two integers is the lesser or the greater (tidy), and
// computes only what is the same in all lanes, once for all of them: it moves, merges, selects and drops values.
//
// Tests of what comes out are with package lower (testdata), which has the machine that runs it; here are tests of
// single passes.
//
// Read first: [Passes], which is the pipeline; pass_simplify.go for how a pass looks.
//
// Imports: circuit, program, program/edit, program/flow, program/optab, internal/counted and internal/divergence.
//
// # Files, in the order of the way
//
//   - The pipeline: reshape.go lists the passes and says why they are in this order.
//   - Passes: pass_*.go has a pass each, of the name in the list, but that clean is pass simplify, join pass predicate,
//     again pass circuit, together in pass_meld.go, and interpret in pass_states.go.
//   - Parts of them, which begin with their names: once_*.go show that a lane does not do so again; expand_open.go
//     tells of which loops it need not be tried how many rounds they have, expand_ends.go repeats what is behind loops
//     that were written out.
//   - meld_*.go are described above, but for meld_rules.go, which says what may be melded, and meld_divergence.go,
//     where lanes part. predicate_*.go have other shapes than a way around operations: exits, stores, counters, and
//     ends that do the same.
//   - scalars_calls.go follows elements through calls, scalars_worth.go says whether that pays. simplify_*.go forward
//     copies, of scalars and of arrays, fold operations and find those that compute the same.
//   - What passes ask: values.go finds which numbers variables are known to have at a place, values_effects.go notes
//     what instructions do to that, and values_few.go finds variables that have one of a few.
//   - To look at: explain_*.go say what passes flags, interpret and meld did.
package reshape
