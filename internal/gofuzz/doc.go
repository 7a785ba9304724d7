// Package gofuzz compares Lockstep with Go over programs that nobody wrote. It
// generates Go source that looks like people's numeric code, has Go compile many
// programs in one build, has Lockstep compile the same text, runs both over the
// same inputs, and reports the first bit or panic that differs, with the program
// shrunk to what matters. It does not judge speed, and no other package uses it.
//
//	go test ./internal/gofuzz                                    a quick choice
//	go test ./internal/gofuzz -run Generated -programs 5000 -seed 7
//	go test ./internal/gofuzz -run Generated -seed 7 -only 123   one of them again
//
// Invariants. Every generated program is well-typed, ends after a bounded number
// of steps (loops count, recursion burns fuel), and does nothing whose outcome
// the language leaves open: no two operands of which one calls and the other
// may panic, no look at a NaN's sign or payload. What Go on amd64 defines is used
// without restraint: conversions out of range, wrapping, shifts by any count. Equal
// seeds and features give equal programs. The census counts what was generated
// and reached, so that nothing goes idle unnoticed.
//
// Read first: feature.go, the parts of the language and which of them are on;
// gen.go, a program from its parts; compare.go, the judgement. The generator
// (gen_*.go) knows nothing of how programs are run, and the rest takes any source
// text whose function is called Fn.
//
// Imports: frontend/golang, program, program/optab, internal/interp, internal/testkit, and its own runner; go/types.
//
// # Files, in the order of the way
//
//   - Generating: feature.go; gen.go makes a program of gen_scope.go (variables and functions), gen_types.go,
//     gen_expr.go, gen_stmt.go and gen_func.go. The other gen_*.go have a part of the language each, or a way in which
//     people use it.
//   - Running: program.go is a program with its inputs (inputs.go, values.go); evaluate.go takes many of them through
//     compiled Go (reference.go) and Lockstep (compare.go).
//   - Afterwards: shrink.go and shrink_edits.go make a failure small, census.go counts.
package gofuzz
