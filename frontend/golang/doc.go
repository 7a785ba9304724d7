// Package golang compiles plain Go source text to a program in the source
// dialect, at run time: no go command, no GOROOT and no files are needed.
//
//	files := []golang.File{{Name: "area.go", Text: source}}
//	p, err := golang.Compile(files, "Area", golang.Options{Uniform: []string{"tolerance"}})
//
// Package lockstep does this, and makes what runs of it, in one call. The translation
// does not optimise beyond what falls out of it, and it does not
// approximate: what it accepts gives the bits and the panics of the compiled
// Go function (on amd64, built at GOAMD64=v1; the functions of package math are
// apart, see below), and everything else is refused with file:line:col and what
// to write instead, all of it in one run.
//
// Many functions of one package are loaded once: [Source] (source.go).
//
// # Instances
//
// A function is compiled for what is known of its operands, by package
// internal/instance: a number is a constant, a uniform, or varies from lane to
// lane; a function value is a function with what it captured; a pointer or slice
// is part of a region, at indices that are numbers. A call with other operands
// is another instance, and an instance that was made already is used again. So
// Newton(f, df, x) is compiled for its f, a tolerance that is a constant is one
// inside too, what depends on uniforms only is computed once for all lanes and
// branches on it split no mask, and type switches cost nothing.
// Recursion meets itself: what differs from the instance above is passed like any
// number, from the first call on where a function calls itself (recursions.go).
// Above 16 instances of one function all constants are passed; internal/instance has
// the other budgets. [Instances] gives the instances of a program and the transcript
// of how they were found.
//
// # Memory
//
// No lane has addresses. A region is what an allocation makes, what a parameter
// refers to, or a package-level variable; its contents are variables of the
// function it is in. A callee is given the contents of the caller's regions that
// it reads and gives back those that it writes, so two pointers into one region
// are two names of the same memory, and what a callee makes and returns becomes
// a region of the caller. A pointer or slice of one region in some lanes and of
// another in others is a choice, which reads and writes all options; where a pointer
// is nil, a lane that uses it faults. A function or interface that is another in other
// lanes is one of several, each called in the lanes that mean it.
// What is stored once, before it is read, stands for the stored value and costs nothing.
// An allocation in a loop is the same region in each round, unless something looks at an
// earlier round's: then it has a place for each round, see kept.go, or takes turns at a few, see kept_turns.go; so have
// slices that change places. Objects that a recursion makes, or calls in a loop, are in an array that all functions
// share, see arenas.go, and arenas_free.go for when they are gone.
//
// # What is accepted
//
//   - Types: bool, all integers, floats, complex numbers; arrays,
//     structs, slices, pointers; named and generic types; function types and
//     interfaces as far as it is known when compiling which functions and types
//     they may be of; strings that are known, or one of several that are (strings.go), or any, whose bytes lanes
//     have (text_bytes.go, text_runes.go);
//     error, whose values are results like others.
//   - Functions: in the package and in imported ones; any number of parameters,
//     variadic ones and results, named or not; recursion; methods on values and
//     pointers, promoted, as values and as expressions; type parameters; function
//     literals with what they capture; functions that take and give functions.
//   - Statements: all but go, select and send, and defer in loops or behind conditions
//     (defer.go). A loop variable is each
//     round's own, as the file's Go version asks for.
//   - Expressions: all operators; conversions between numbers; composite
//     literals; new, make; slices of two and three indices; append, within the
//     capacity, as far as the counters of loops say how often it happens (limits.go), or as
//     [Options].MakeCap allows (grow.go), copy, clear, len, cap,
//     min, max, complex, real, imag; panic, which ends the lane with its message.
//     unsafe.Pointer reinterprets the bits of a float.
//   - Memory that does not outlive the lane, of a size that is known or follows from the
//     counters of loops, or for which [Options].MakeCap makes room.
//   - Errors: what errors.New and fmt.Errorf make, package-level variables and
//     types with an Error method, compared with == and errors.Is, which sees what
//     fmt.Errorf wraps (errors_wrapped.go) and errors.Join joins (errors_joined.go), or asked for
//     their types (errors_types.go). Each place or
//     variable is one error of Program.Errors, whose text is its format, or the
//     name of its type if the type has an Error method and lanes differ in what
//     the error holds.
//   - Maps that the function makes, whose keys are numbers, strings, or structs and arrays of them
//     (maps_lane.go): there is room for as many entries as are known to suffice, or as
//     [Options].MakeCap says. A loop over a map is accepted where the order cannot be seen
//     (maps_range.go).
//   - Package-level constants, and package-level variables that nothing changes
//     once the program runs, whatever computes them. They are tables that all
//     lanes share; maps are looked up at numbers, or structs of numbers, that differ
//     from lane to lane (maps.go).
//   - Parameters of the compiled function: numbers, strings that are one of those that
//     [Options].Texts has or the function compares with, or any of so many bytes ([Options].Cap;
//     text_columns.go), arrays and structs of them,
//     pointers to them, and slices with a length ([Options].Len), a capacity
//     (Cap) or one value for all lanes (Uniform). What is one value for all may refer
//     to more: slices of structs with slices, strings, maps, pointers, trees of pointers; see
//     uniforms_pools.go. A struct may have other fields too, which have no columns,
//     if they are not used. What it writes to a pointer or
//     slice parameter x is a further result, x.out. A result that is a pointer gives what it
//     points to, and x.nil says whether it is nil. Slices of slices are arrays of
//     arrays with the lengths of their rows; spread.go. A slice that goes on as
//     one that a loop makes is copied first; spread_copies.go.
//
// With [Options].LeaveToGo what follows has to be accepted only where most lanes get
// to: a lane that gets to anything else faults, with the reason; see leave.go.
//
// Not accepted: maps that change with keys that refer to something or are strings of any text;
// channels, goroutines, recover; reflection, input and output; lists
// and trees of pointers that a lane brings; memory without a bound;
// assignments to package-level variables. Code that the compiled function does
// not reach may use all of it.
//
// # Mathematical functions
//
// Those of package math give the bits of package math, as in the compiled function.
// With [Options].OurMath those that are not exact by nature become the functions of
// package libm, which give the same bits on every machine and differ from package
// math's in the last bits. float32(math.F(float64(x))) with a float32 x, which is
// how Go source computes F in single precision, then becomes libm's float32 function;
// with two arguments both must be float32, or a constant that is one.
//
// # Internals
//
// Invariants: a value of any type is a fixed number of leaves (internal/known);
// which memory a pointer or slice may be of, which function a function value may be and
// which types an interface may hold is known statically or refused, so that all
// that is left at run time is numbers; every instruction has a position; the
// result passes program.Verify; hostile text gives errors, never a panic.
//
// Read first: [Compile], [Options], then body.go, parts.go and package internal/known.
//
// Imports: program, program/optab, internal/counted, internal/instance, internal/keyhash; of its own internal packages
// evaluate, gotypes, known, load, names and ssaflow; Go's syntax trees and types, and golang.org/x/tools/go/ssa.
//
// # Files, in the order of the way
//
//   - What callers see: golang.go, source.go, files.go; instances.go tells of instances, and texts.go what errors with
//     values of a lane in them say.
//   - Load (package internal/load): parse; keep what the wanted function reaches by name, in all packages that
//     [Options].Import gives; type-check that, and build the SSA form.
//   - Package-level variables: find who changes them (internal/load), or take somebody's word (assumed.go), run their
//     initialisers (internal/evaluate) and make tables of what they hold (tables*.go).
//   - Analyse (compile.go): give the wanted function its columns and uniforms (parameters.go, uniforms*.go,
//     text_columns.go, spread*.go, main_graph.go) and instantiate it and what it calls (operator.go; body.go, with its
//     parts in parts.go; recursions.go), of what is known of their operands (internal/known).
//   - Emit (emit.go, flow.go): a function of the program for each instance. Analysis and emission run the same code for
//     each instruction: instruction.go, operations.go, control.go for what takes several blocks, and the files of the
//     next points.
//   - Numbers: arithmetic*.go, complex.go, float32.go, intrinsics*.go.
//   - Memory: allocations.go, stores.go, memory.go, places.go, access.go; choices.go, families.go and oneof.go for what
//     is one thing in some lanes and another in others.
//   - Slices: slices*.go, clones.go, grow*.go, kept*.go, arenas*.go; limits.go for how much room there has to be.
//   - Strings, maps, interfaces, errors: strings.go, text_bytes.go, text_heads.go, text_runes.go, texts_library.go;
//     maps*.go; interfaces.go; errors.go, errors_wrapped.go, errors_joined.go, errors_types.go, errors_texts.go,
//     errors_equal.go.
//   - Calls: calls*.go, computed.go, returns.go, results.go, defer.go; order.go for what a statement reads before them.
//   - Drop dead copies (dead.go), and give what faults in the standard library the place of the user's call
//     (library.go).
//   - What is refused and why: accept.go, problems.go; leave.go for what is left to Go.
package golang

// BUG(lockstep): Integer overflow, shifts, division and conversions follow Go
// on amd64 exactly; on other machines compiled Go itself gives other results
// where the language leaves them open (a float that is out of the integer's
// range), and may fuse x*y+z.

// BUG(lockstep): How much capacity append adds is taken to be of no consequence. A
// function that keeps an old slice in the memory of its caller, appends to it and
// then writes to the elements that both have may differ from compiled Go, as it
// may from one Go compiler to another; within one function that is refused.

// BUG(lockstep): A message that a panic computes is its format. It is "error" if it
// is that of an error that differs from lane to lane, and of another value that
// does, or that has a method Error or String which nothing else asks for, its type in parentheses.
