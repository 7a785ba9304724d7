package program

import "fmt"

// The invariants of a program. Verify checks every one that is not marked
// "not checked". A function that checks an invariant says its number.
//
// Names
//
//	N1  The dialect is source or lowered.
//	N2  Variables, uniforms, functions, blocks and record fields have names of
//	    the text form; no variable or uniform is called true, false, inf or nan.
//	N3  No two variables or uniforms have the same name, no two functions, and
//	    no two blocks anywhere in the program.
//	N4  No block is called halt and no function main.
//
// Structure
//
//	S1  The main graph has a block, and so has every function of the source
//	    dialect. Nothing is nil: no block, instruction, terminator, function or
//	    uniform.
//	S2  Every label that a terminator names is a block of the same graph, or
//	    halt.
//	S3  In the source dialect nothing jumps to the entry of a graph, so that
//	    the entry runs once a call.
//	S4  Every name that is read, written, popped or listed is declared. Only
//	    variables are written, popped or listed: uniforms are read-only.
//	S5  A variable is at most once among the parameters of a function, at most
//	    once among its results, and at most once among what one instruction
//	    writes or pops.
//	S6  VarAlloc has known classes of declared variables only.
//
// Dialect
//
//	D1  The source dialect has no pushes, pops, pushgotos and indirect gotos,
//	    and its functions no Entry.
//	D2  The lowered dialect has no calls; its functions are declarations: no
//	    blocks, and an Entry in the main graph that no other function has.
//
// Types
//
//	T1  A tensor has an element type, dimensions of at least 1, and at most
//	    MaxElements elements if it is a variable's and MaxUniform if it is a
//	    uniform's. Leading dimensions of an input uniform may be AnyLength.
//	T2  A uniform's data has as many elements as its type, each fits the type.
//	T3  A variable's Go type is int8 or int16 over i32, uint8 or uint16 over
//	    u32, error over i32, len over a scalar i64, or string over i64. Only
//	    the last has strings, which differ. That a value
//	    fits a narrow type is not checked, and nothing relies on it: parameters
//	    and results of the program are converted (AtEdge). That an error is a
//	    declared one, a string one of its list, and a length within the
//	    capacity, is not checked.
//	T4  An opcode exists and has the number of operands and results of its row.
//	T5  Operands and result have the element types of the opcode; all of them
//	    but those of copy are single tensors. A literal has exactly the type,
//	    and its bits fit.
//	T6  Event shapes follow the rule of the row's form; see verify_shapes.go.
//	T7  A copy's operands and destinations agree leaf by leaf: as many, of the
//	    same element types, each operand's shape broadcast to its destination's.
//	T8  The condition of a branch is a scalar bool. A switch is on a scalar
//	    integer (i64 if it is a literal), its values are distinct and fit.
//	T9  A call is to a function of the program; arguments and results agree with
//	    the callee's leaf by leaf, in element type and shape; a literal argument
//	    is broadcast.
//	T10 A fault has a code; only a panic has a message.
//	T11 A uniform with dimensions of AnyLength is read by index, all those
//	    dimensions being indexed, and by definitions of lengths only.
//	T12 A uniform with a definition has no data and is a scalar of the type that
//	    the definition gives. It reads uniforms declared before it.
//	T13 A definition is a length along an axis that there is, of type i64, or an
//	    elementwise operation that cannot fault with as many operands as its row
//	    has: scalar uniforms of its types, and literals as in T5; or an index
//	    into a uniform of known shape at literals in range, one for each axis.
//
//	T14 A parameter or result of the program that is as len is called x.len, and
//	    x or all x.A, x.B, … are parameters or results too, with the same first
//	    dimension. A length that is as len nil may be -1, and the slice is nil
//	    then.
//	T15 No parameter of the program is as error.
//	T16 Only what may fault is proven not to. That the proof is right is not
//	    checked; see WithoutClaims.
//	T17 The span of an operation on integers, or of one that makes an integer of
//	    a float, is of numbers of the type. Nor is that it is right.
//
// Definitions
//
//	V1  In the source dialect a variable belongs to one function or to main.
//	V2  In the source dialect every variable that is read is defined before, on
//	    every path from the entry; so are the results at every return.
//	V3  In the lowered dialect no variable is read before it was written or
//	    pushed. Not checked, except by L1 for temporaries: in a machine it gives
//	    zeros or an old value of the same lane.
//
// Storage classes, in the lowered dialect
//
//	L1  A temporary never crosses a block: what a block reads it has written
//	    before. No parameter or result of the program or a function is one.
//	L2  A null variable is never read, and is not a result of the program.
//	L3  A register is not live across a call that writes it, directly or not,
//	    unless it is a result of that call. For a callee without a declaration
//	    "result" means: written on every path to every return. A callee that
//	    only counts in a register, where it calls itself, and takes off behind
//	    each call what it added, does not count as writing it.
//	L4  A function writes its register results on every path to every return.
//
// Stacks, in the lowered dialect. A body is what runs between the first block
// of a function and its returns; depths are relative to the body's start.
//
//	K1  A body is entered at its first block or at a pushed continuation only:
//	    no other block belongs to two bodies.
//	K2  A body other than main is left by return, pushgoto, a tail jump or a
//	    fault; it does not jump to halt.
//	K3  The depth of every stack is a function of the block, within a body.
//	K4  Every return of a body leaves the same depths. Of a declared function,
//	    full parameters are popped once, full results pushed once, and all other
//	    stacks are as they were.
//	K5  No path pops what the program does not have: the program starts with one
//	    value in each full parameter (above the undefined first one) and with
//	    none elsewhere.
//	K6  The stack of return blocks cannot be read or written by instructions.
//	    True by construction: it has no name.
//	K7  Recursion ends. Not checked, and not true of all programs; a lane that
//	    recurses too deeply faults.

// MaxElements is the largest number of elements of one event (invariant T1).
// It bounds what one hostile line of text can make a machine allocate for a
// lane.
const MaxElements = 1 << 20

// MaxUniform is the largest number of elements of a uniform (invariant T1).
// There is one for all lanes, so the bound is that of a table's index.
const MaxUniform = 1<<31 - 1

// Rules is the number of these rules, for programs that are kept as text with their verification done: wrappers. It is
// raised with a rule that refuses programs which were accepted before, or with one that the machines rely on.
const Rules = 1

// Verify reports everything that is wrong with a program as an ErrorList, or
// nil. Later groups of invariants are checked only where the earlier hold, so
// that one mistake is reported once.
func Verify(p *Program) error {
	v := &verifier{p: p}
	groups := []func(){v.names, v.structure, v.dialect, v.types, v.definitions}
	if p.Dialect == Lowered {
		groups = append(groups, v.storage, v.stacks)
	}
	for i, check := range groups {
		check()
		// Types and definitions do not build on each other; everything else
		// does on what comes before it.
		if len(v.errs) > 0 && i != 3 {
			break
		}
	}
	return v.errs.Err()
}

type verifier struct {
	p    *Program
	errs ErrorList
	open map[string]int // uniforms with dimensions of AnyLength, and how many
}

// place is where the verifier is looking. The zero Instr index is the first
// instruction; -1 is the block as a whole, or the function.
type place struct {
	fn    *Function
	block *Block
	instr int
}

// report adds an error at a place.
func (v *verifier) report(at place, format string, args ...any) {
	e := &Error{Instr: at.instr, Msg: fmt.Sprintf(format, args...)}
	if at.fn != nil {
		e.Func, e.Pos = at.fn.Name, at.fn.Pos.In(v.p.File)
	}
	if b := at.block; b != nil {
		e.Block = b.Name
		switch {
		case at.instr >= 0 && at.instr < len(b.Instrs):
			e.Pos = b.Instrs[at.instr].Position().In(v.p.File)
		case at.instr < 0 && len(b.Instrs) > 0 && !isNilInstr(b.Instrs[0]):
			e.Pos = b.Instrs[0].Position().In(v.p.File)
		case b.Term != nil:
			e.Pos = b.Term.Position().In(v.p.File)
		}
	}
	v.errs = append(v.errs, e)
}

// reportf adds an error that has no place in a function.
func (v *verifier) reportf(format string, args ...any) {
	v.report(place{instr: -1}, format, args...)
}

// bodies returns the graphs that have blocks: main, then the functions of the
// source dialect, each as a function.
func (v *verifier) bodies() []*Function {
	fns := []*Function{v.p.MainFunction()}
	if v.p.Dialect == Source {
		fns = append(fns, v.p.Functions...)
	}
	return fns
}

// eachInstr calls f for every instruction.
func (v *verifier) eachInstr(f func(at place, in Instr)) {
	for _, fn := range v.bodies() {
		for _, b := range fn.Graph.Blocks {
			for i, in := range b.Instrs {
				f(place{fn, b, i}, in)
			}
		}
	}
}

// eachTerm calls f for every terminator.
func (v *verifier) eachTerm(f func(at place, t Terminator)) {
	for _, fn := range v.bodies() {
		for _, b := range fn.Graph.Blocks {
			f(place{fn, b, len(b.Instrs)}, b.Term)
		}
	}
}
