// Package lockstep runs ordinary scalar Go functions, with recursion, loops and
// branches, over thousands to millions of inputs, many lanes at a time: no cgo,
// no compiler on the machine that runs them, and every result equal to the
// scalar function's.
//
// [Compile] makes a [Func] of a function, and [Func.Run] runs it over columns of inputs. Each input is a lane:
//
//	//go:embed integrate.go
//	var source string
//
//	var integrate = lockstep.MustCompile(source, "Integrate") // func Integrate(a, b float64) float64
//
//	result, err := integrate.Run(ctx, lockstep.Inputs{
//		"a": []float64{0, 0, 1},
//		"b": []float64{1, 2, 3},
//	})
//	areas := result.Float64("r0")
//
// A column has one value a lane, and the name of the parameter; fields of a struct have columns of their own
// ([Inputs]). The error of a run is about the call. A lane that panics, divides by zero or exceeds a limit ends
// alone: it is in [Result.Faults], with its position in the source, and all other lanes have their results. Options
// of [Compile] say how a function is compiled ([Uniform], [Len], [Cap], [Texts], [OurMath]); options of a run bound
// it and choose how it runs ([Workers], [MaxSteps], [MaxDepth], [Engine]). A Func is immutable and safe for
// concurrent use, and a run never changes its inputs.
//
// Package lane is for typed batch functions that `lockstep gen` writes, and does without the compiler; package
// frontend/builder makes programs without source text; package batch/tensors runs over *tensor.Dense.
//
// # One program through all stages
//
// A function that calls itself:
//
//	func Fib(n int) int {
//		if n < 2 {
//			return n
//		}
//		return Fib(n-1) + Fib(n-2)
//	}
//
// The frontend makes a program of it in the source dialect: blocks of
// operations from one table, and calls.
//
//	Fib.entry:
//	    Fib.t = lt.i64 Fib.n, 2
//	    branch Fib.t, Fib.if.then, Fib.if.done
//	Fib.if.done:
//	    Fib.t_2 = sub.i64 Fib.n, 1
//	    Fib.t_3 = call Fib(Fib.t_2)
//	    Fib.t_4 = sub.i64 Fib.n, 2
//	    Fib.t_5 = call Fib(Fib.t_4)
//	    …
//
// Lowering replaces the calls. A variable whose value must survive a call that
// writes it gets a stack; all others stay a single value, or vanish with their
// block. A variable that a recursion only counts down or up, as Fib.n here, needs no stack:
// after the call, what was subtracted is added back. A call pushes the arguments and the block
// to come back to, and jumps; a return jumps to the block that was pushed last. Lanes at different depths of
// the recursion then wait at the same block and run it together.
//
//	Fib.if.done:
//	    Fib.n = sub.i64 Fib.n, 1
//	    pushgoto Fib.if.done.ret1, Fib.entry
//	Fib.if.done.ret1:
//	    Fib.n = add.i64 Fib.n, 1
//	    push Fib.t_3 = copy r0
//	    Fib.n = sub.i64 Fib.n, 2
//	    pushgoto Fib.if.done.ret2, Fib.entry
//
// (The example of [Func.Lowered] prints the whole, in which the test is made
// before the call, so that leaves of the recursion save nothing.) The machine keeps a gang
// of lanes, each waiting at one block. It picks a block, runs its operations
// for all lanes of the gang at once with one kernel an operation, writes back
// only what the lanes at that block may see, and moves each to its next block.
// Lanes that end are replaced from the inputs that wait, so the gang stays full.
// `lockstep show` prints a program after any pass, `lockstep run -stats` how
// full the blocks ran.
//
// # Words
//
// lane: one input's run of the program. batch: all inputs of a run. gang: the
// lanes one worker keeps in flight. active mask: the lanes that a block step runs. diverge,
// reconverge: lanes part; lanes meet at a block. utilisation: active lanes ÷
// gang. schedule: which block runs next. push, pop, top, depth: of one
// variable's stack. kernel: one operation over lanes. uniform: one value for
// all lanes. fault: why a lane ended early. oracle: the one-lane interpreter
// that defines every result.
//
// # Internals
//
// This package holds no mechanism of its own: it binds columns to a program, chooses between engines (internal/tiers),
// and says what happened. docs/architecture.md lists the packages behind it.
//
// Imports: frontend/golang, lower, batch, engine, program, program/optab, internal/resolve, internal/results,
// internal/settings, internal/shared, internal/tiers, engine/functions.
//
// # Files
//
//   - Functions: lockstep.go compiles them from text, files and programs, by options.
//   - Runs: run.go has their options and [Func.Run]; engine.go chooses what runs the lanes, into.go the memory that
//     results go to, errors.go gives all errors their prefix, and crosscheck.go compares engines while a function is
//     new.
//   - Columns: ports.go says which columns a function has, and puts the inputs into them. nested.go lays out slices of
//     slices flat; strings.go has strings that are one of a few (text_table.go), strings_any.go those of any text, and
//     uniform.go what has one value for all lanes, which specialise.go makes a constant.
//   - Rows: structs.go makes columns of a slice of structs, and fills one with results; structs_leaf.go finds the
//     numbers in a struct, structs_errors.go its errors.
//   - Results: result.go. returned.go has the errors that functions return, and texts.go the texts of those that have
//     values of a lane in them.
package lockstep
