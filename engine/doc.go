// Package engine is tier 2: it makes machine code of a whole lowered program, with many
// lanes in registers.
//
// The shape is the turn: one loop over the whole program. Its blocks are phases, in an
// order in which only back edges go backwards; a turn runs each phase once, under the mask
// of the lanes that wait there, for a few groups of lanes that advance together. A lane
// passes through as many phases of a turn as lie ahead of it. Blocks before the first loop
// and behind the last are not in the turn: they run when lanes begin and when they end.
// Lanes that are done give their results to the columns and take the next inputs, at once.
//
// Some loops run as loops inside a turn (regions.go): those that all lanes leave together, those whose counters are
// indices, and innermost ones, if they are in others. Lanes may wait before what costs much until enough of them do
// (gates.go). Arrays of lanes are rows of the frame,
// [element][lane], and uniforms of many elements are read where they are (arrays.go); an index that all lanes
// share is a row, and one whose range is known is not checked (ranges.go). Uniforms that are read at one index stand
// side by side as records (records.go), and constant ones of up to 128 bytes are in registers. A variable is written in
// all lanes where no other lane needs it (waiting.go). Lanes that part and meet again, and what a
// block reads that lanes come to from one other, are followed by ways (ways.go).
//
// Calls are pushes and jumps: each lane has its depths, what lanes save in a turn is written once
// and, where there is much of it, as a line of each lane's own (saves.go). Callers take back what
// was saved for the block behind the call, where lowering left that to callees (callers.go). The
// return block is a few bits of a word (calls.go), and where a lane waits is a number that it takes
// off that word (places.go); phases stand behind the returns that lead to them (functions.go).
//
// Before that a program is changed (spread.go): short arrays whose elements each lane takes at an
// index of its own become variables, and blocks that end alike end in one (tails.go, meld.go). Integers of 64 bits
// beside numbers of 32 have 32 where they are small (shorten.go).
// Long phases that lanes are seldom in are jumped over where none is (bypass.go).
//
// Operations without machine code, or whose code differs from package math here, and large ones of large
// programs (large.go), are phases of their own at which lanes wait: the code is left, Go runs them as tier 1 does, and
// the lanes go on behind (hosts.go).
//
// Where lanes part for loops that exclude each other, and around what is costly before a loop or
// behind it, a program may run as stages with queues between them, each with code of its own
// (stages.go, stage_programs.go, staged.go): the first lanes show whether that is faster.
//
// There is code for AVX-512 and AVX2, on linux/amd64, and for NEON, on linux/arm64, where it is
// asked for. A program before it is lowered becomes code that runs one lane at a time, with
// calls: package scalar makes it, and it is driven in the same way. Tier 1, package batch,
// runs all others.
//
// Invariants. A lane that ends has the machine's results, bit for bit. A lane that faults
// is reported, and its results are not written: tier 1 runs it again and says what it
// was. The code is left within 100 µs, since it cannot be preempted. Its memory is never
// writable and executable at once.
//
// Read first: turn.go, the loop that the code is, as pseudo-code; then turn_regions.go, refill.go and
// turn_hosts.go, what the loop consists of. graph.go makes the phases, machine.go has what differs by instruction
// set, and package turns is the Go side.
//
// Imports: batch/plan, program, program/optab, program/flow, internal/divergence, internal/ranges, codegen, simd,
// engine/scalar, engine/turns, internal/clock, internal/counted, internal/sorting.
//
// # Files, in the order of the way
//
//   - The program is changed: spread.go, tails.go and meld.go make other blocks of it; callers.go lets callers take
//     back what is saved; hosts.go gives operations that Go runs blocks of their own, agree.go says which have not the
//     bits of package math and large.go which are too large. shorten.go and shorten_counts.go make integers short.
//   - Its blocks become phases: graph.go, with the loops inside a turn by regions.go, what lanes wait for each
//     other before by gates.go, calls by calls.go, where lanes wait by places.go, functions by functions.go and what
//     these do to stacks by heights.go. liveness.go, waiting.go and ranges.go, from ranges_code.go, say what is known
//     of variables; arrays.go and records.go what is in memory.
//   - The code of phases: phases.go goes through blocks and phase.go makes one of each, with numbers by operations.go,
//     arrays by array_ops.go and array_index.go, what calls save by saves.go, lanes that fault by faults.go, masks by
//     ways.go, and what is jumped over by bypass.go.
//   - The code around them: turn.go, and what it puts together. pieces.go has the parts before, in and behind the turn,
//     turn_regions.go loops inside it, with registers that turn_guests.go lends them, refill.go the way from and to the
//     columns, for which rounds.go counts rounds, turn_hosts.go the way to Go, homes.go the registers of variables.
//     straight.go is for programs without loops. layout.go is the frame, assemble.go makes the code of all of it, and
//     says when it is left.
//   - Instruction sets: machine.go, with machine_avx512.go, machine_avx2.go, machine_neon.go and machine_lanes.go,
//     which two of them share; sets_amd64.go, sets_arm64.go and sets_other.go choose among them.
//   - Programs as stages: stages.go says where they begin, stage_programs.go makes programs of them, staged.go code.
//   - Running: code.go is what [Compile] gives, run.go a run; enter_amd64.go and enter_arm64.go are the way in.
//     memory.go, memory_linux.go and memory_other.go have the pages. tune.go and duel.go try forms of the code.
//   - For readers: describe.go tells of phases, storage.go and storage_scalar.go of registers and memory, marks.go what
//     is of which line, perf.go tells profilers.
//   - Other code: blocks.go is that of superblocks of tier 1, which blocks_body.go makes, with arrays by
//     blocks_arrays.go, and blocks_emit.go writes, with masks by blocks_rows.go. scalar.go is that for one lane at a
//     time. precompile.go is for generators of assembly.
package engine
