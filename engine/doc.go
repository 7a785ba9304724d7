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
// So far it takes programs without calls and arrays, whose operations have machine code:
// for AVX-512 and AVX2, on linux. (There is code for NEON too, which was not measured yet
// and is used where it is asked for.) Tier 1, package batch, runs all others.
//
// Invariants. A lane that ends has the machine's results, bit for bit. A lane that faults
// is reported, and its results are not written: tier 1 runs it again and says what it
// was. The code is left within 100 µs, since it cannot be preempted. Its memory is never
// writable and executable at once.
//
// Read first: graph.go, which turns blocks into phases; then lanes.go, the code around
// them, and machine.go, what differs by instruction set; package turns is the Go side.
// precompile.go gives the code as a Go assembly file.
//
// Imports: engine/scalar, engine/turns, program, program/flow, program/flow/divergence,
// program/optab, codegen, simd.
package engine
