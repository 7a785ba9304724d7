// Package batch is the lockstep machine: it runs a lowered program over many
// inputs, many lanes at a time.
//
//	code, err := batch.Compile(lowered)
//	result, err := code.Run(ctx, []batch.Column{{Data: []float64{1, 2, 3}}}, batch.Workers(2))
//
// It takes columns or streams of inputs, and gives columns or streams of results, with the
// lanes that faulted. Most programs use it through package lockstep, which also
// compiles and lowers, and may run machine code instead.
//
// # What the machine guarantees
//
//  1. A lane's result is a function of its input alone. Batch size, gang size,
//     workers, schedule, compaction and the neighbours' data change nothing,
//     not a bit, and neither do they change whether or where it faults.
//  2. A lane is always in exactly one place: waiting at one block, ended,
//     faulted, or not there. A block step takes all lanes that wait at one block,
//     runs it for them and moves each to its next block.
//  3. Lanes outside the active mask observe nothing: no variable, stack or
//     saved block of theirs changes. Kernels may compute on their stale values,
//     and no kernel can fault the process.
//  4. Inside a block a lane sees the operations in order. The first one that
//     faults ends the lane, with the operation's position; the other lanes go
//     on.
//  5. Every lane makes progress under every schedule but Earliest and
//     MostLanes, and under those as long as the others end. Lanes may have to
//     wait for memory, and do so for seconds if those that have it never end.
//  6. Memory is bounded by the lanes in flight, of which there are no more than
//     inputs, and by the budget of deep stacks, not by the length of the batch.
//     See [StackBytes].
//  7. A run ends within 100 ms of its context, unless the source or the sink
//     holds it.
//
// # Uniforms
//
// A uniform is laid out once a run, and one that the program knows once for all
// runs; gangs share it. Where kernels read it, each element is a vector that
// operands reach with stride 0. Where lanes index it, it is a plain table, and a
// long column is read where the caller has it. What is derived from uniforms is
// computed before the lanes start, by [program.Opcode.Scalar]. A branch or switch
// on a uniform moves all lanes of the block together and looks at no mask.
//
// # Internals
//
// A worker owns a [gang] and shares nothing but the budget of deep stacks. Each variable has a row per event
// element, lanes contiguous. A block is translated at compile time to
// single-assignment form: names disappear, copies cost nothing, and what
// outlives the block is committed at its end, by exchanging two buffers where
// nobody else can still see the old value and by one masked move otherwise.
// Its kernels follow one another without coming back to Go, two operations in
// one kernel where simd has it (chain.go, compile_fuse.go).
// When few lanes are active, the block runs over a packed copy of them. Values
// below the tops are in stacks; variables that every block pushes and pops
// together are saved together, see cluster.go.
//
// Read first: [Code], [Code.Run], gang.run; value.go has the vocabulary.
//
// Imports: batch/plan, internal/counted, internal/settings, internal/sorting, program, program/flow, program/optab,
// stacks, simd.
//
// # Files, in the order of the way
//
//   - Compiling: compile.go makes [Code] of a plan. compile_block.go gives its operations kernels (dispatch.go) and its
//     values places (value.go), compile_fuse.go makes one operation of two, compile_inserts.go writes elements in
//     place, and compile_commit.go says how what outlives the block does so. superblock.go does all this for
//     superblocks.
//   - Inputs and results: column.go is a column, data.go what depends on its Go type, edge.go the case that its numbers
//     are stored as they are, texts.go strings, length.go lengths of slices. source.go hands inputs out and takes
//     results; uniform.go has what all lanes share.
//   - A run: options.go; run.go starts its workers. gang.go is the lanes of one, layout.go where their values lie,
//     lanes.go how they come and go, schedule.go which block is next.
//   - A step: run_block.go. chain.go and chain_dot.go let kernels follow one another, event.go has the operations that
//     look inside events, calibrate.go says when lanes are packed. commit.go makes the results the state of the lanes,
//     cluster.go what is saved together; places.go checks, in tests, that each lane is in one place.
//   - Bounds: budget.go and pressure.go of the memory of deep stacks, poll.go of the time until a run stops.
//   - Tier 2: tier2.go lets executors take over, native.go runs those that are machine code.
//   - What is told: fault.go and stats.go.
package batch
