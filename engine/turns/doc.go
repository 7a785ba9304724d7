// Package turns is the Go side of machine code whose lanes are in registers, which
// package engine makes: it gives the code its columns and uniforms, hands out inputs to
// workers, enters the code again and again, runs in between what it has no code for (host.go),
// moves lanes from stage to stage where a program has several (stages.go), and tells which lanes
// faulted. It knows of the code where things are in its frame, and how to
// enter it.
//
// It is apart from engine so that a program whose machine code was made before, as
// assembly that the Go toolchain compiled, has nothing in it that makes code.
//
// Invariants. Memory that the code reads and writes stays alive and where it is until the
// code is left. A lane is handed out once. The code is left within 100 µs, since it cannot
// be preempted, and the context is looked at then.
//
// Read first: layout.go, what there is to know of code; then [Shape.Do].
//
// Imports: nothing of ours.
//
// # Files
//
//   - layout.go is the frame and the columns; records.go makes one table of several, wide.go copies of columns and
//     tables whose numbers are short in the code, stack.go the stack of code with calls.
//   - A run: run.go, and in it work.go, a worker, which looks.go tells how often lanes that are done are looked for;
//     host.go runs what there is no code for, stages.go moves lanes between stages.
//   - touch.go has the system give memory before time is measured, and before lanes are in a frame.
package turns
