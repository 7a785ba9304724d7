package program

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Pos is a place in the user's source. The zero Pos is unknown.
type Pos struct {
	File      string // empty: the program's File
	Line, Col int    // from 1; a column counts bytes
}

// IsValid reports whether the position is known.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String returns "file:line:col" without its unknown parts.
func (p Pos) String() string {
	s := p.File
	if p.IsValid() {
		if s != "" {
			s += ":"
		}
		s += fmt.Sprint(p.Line)
		if p.Col > 0 {
			s += fmt.Sprintf(":%d", p.Col)
		}
	}
	return s
}

// In returns the position with its file filled in.
func (p Pos) In(file string) Pos {
	if p.IsValid() && p.File == "" {
		p.File = file
	}
	return p
}

// Operand is what an instruction reads: a variable's top, a uniform, or a
// literal.
type Operand struct {
	Name  string // variable or uniform; empty for a literal
	Dtype Dtype  // of a literal
	Bits  uint64 // of a literal
}

// Ref returns the operand that reads a variable or uniform.
func Ref(name string) Operand { return Operand{Name: name} }

// Lit returns the literal operand with the given bits.
func Lit(d Dtype, bits uint64) Operand { return Operand{Dtype: d, Bits: bits} }

// IsLiteral reports whether the operand is a literal.
func (o Operand) IsLiteral() bool { return o.Name == "" }

// Instr is an instruction inside a block: *PrimOp, *FunctionCallOp or *PopOp.
type Instr interface {
	// Position returns the place in the source that the instruction is of.
	Position() Pos
	isInstr()
}

// Output is a variable that a PrimOp writes.
type Output struct {
	Name string
	// Push makes a new top in the lowered dialect; otherwise the top is
	// overwritten. The source dialect has no pushes.
	Push bool
}

// PrimOp computes an operation of the op table. It reads all operands before
// it writes any output, so an operation may read and write the same variable.
//
// Printed form:
//
//	x = add.f64 a, b
//	push n = sub.i64 n, 1
//	a, push b = copy b, a
//	y = proven index.f64 a, i
//	z = mul.i64 i, j within 0 to 99
type PrimOp struct {
	Op Opcode
	// Proven is set of an operation that does not fault where it stands, although it may on
	// other operands: an optimiser has shown it. It changes nothing of what the program computes;
	// machine code does not check again. See [WithoutClaims].
	Proven bool
	In     []Operand
	Out    []Output
	Pos    Pos
	// Within are numbers that the operands have wherever the result matters, or that of a float
	// which becomes an integer: an optimiser has shown it, and machine code may be shorter. The zero
	// Span says nothing. See [Spanned].
	Within Span
}

// Span is the numbers from Lo to Hi, both included. A number of u64 is one of i64 with the same bits.
type Span struct{ Lo, Hi int64 }

// Has reports whether the number of a type with the given bits is in the span.
func (s Span) Has(t Dtype, bits uint64) bool {
	n := int64(bits)
	switch t {
	case I32:
		n = int64(int32(bits))
	case U32:
		n = int64(uint32(bits))
	}
	return s.Lo <= n && n <= s.Hi
}

// Join returns the numbers of both spans, and those between; nothing is said if one says nothing.
func (s Span) Join(t Span) Span {
	if s == (Span{}) || t == (Span{}) {
		return Span{}
	}
	return Span{min(s.Lo, t.Lo), max(s.Hi, t.Hi)}
}

// FunctionCallOp calls a function of the program; source dialect only. The
// callee is known statically.
//
// Printed form:
//
//	l, r = call split(x, 2.0)
type FunctionCallOp struct {
	Callee string
	In     []Operand
	Out    []string
	Pos    Pos
}

// PopOp drops the tops of variables; lowered dialect only.
//
// Printed form:
//
//	pop a, b
type PopOp struct {
	Vars []string
	Pos  Pos
}

// Position implements [Instr].
func (o *PrimOp) Position() Pos { return o.Pos }

// Position implements [Instr].
func (o *FunctionCallOp) Position() Pos { return o.Pos }

// Position implements [Instr].
func (o *PopOp) Position() Pos { return o.Pos }

func (*PrimOp) isInstr()         {}
func (*FunctionCallOp) isInstr() {}
func (*PopOp) isInstr()          {}

// cloneInstrs returns a copy of a block's instructions. They are copied into few
// pieces of memory, since there are many and every pass copies them; each has its
// own slices, which nothing that is appended to one can get out of.
func cloneInstrs(instrs []Instr) []Instr {
	prims, ins, outs := 0, 0, 0
	for _, in := range instrs {
		if op, ok := in.(*PrimOp); ok && op != nil {
			prims, ins, outs = prims+1, ins+len(op.In), outs+len(op.Out)
		}
	}
	ops, operands, outputs := make([]PrimOp, 0, prims), make([]Operand, 0, ins), make([]Output, 0, outs)
	copies := make([]Instr, len(instrs))
	for i, in := range instrs {
		switch in := in.(type) {
		case *PrimOp:
			if in == nil {
				copies[i] = in
				continue
			}
			ops = append(ops, *in)
			c := &ops[len(ops)-1]
			operands, c.In = cloneInto(operands, in.In)
			outputs, c.Out = cloneInto(outputs, in.Out)
			copies[i] = c
		case *FunctionCallOp:
			c := *in
			c.In, c.Out = slices.Clone(in.In), slices.Clone(in.Out)
			copies[i] = &c
		case *PopOp:
			c := *in
			c.Vars = slices.Clone(in.Vars)
			copies[i] = &c
		}
	}
	return copies
}

// cloneInto appends a list to a store with room for it, and returns both. A nil
// list stays one.
func cloneInto[T any](store, list []T) ([]T, []T) {
	if list == nil {
		return store, nil
	}
	n := len(store)
	store = append(store, list...)
	return store, store[n:len(store):len(store)]
}

// Terminator ends a block: BranchOp, GotoOp, SwitchOp, PushGotoOp,
// IndirectGotoOp or FaultOp. Terminators are values and are never changed in
// place.
type Terminator interface {
	// Position returns the place in the source that the terminator is of.
	Position() Pos
	// Targets returns the labels that control may go to next, in order. For a
	// PushGotoOp that is the block it jumps to, not the one it returns to.
	Targets() []string
	// WithTargets returns the terminator with each label replaced by f(label),
	// a PushGotoOp's return label included.
	WithTargets(f func(string) string) Terminator
}

// BranchOp goes to Then where the condition holds and to Else elsewhere.
//
// Printed form:
//
//	branch c, then, else
type BranchOp struct {
	Cond       Operand
	Then, Else string
	Pos        Pos
}

// GotoOp goes to a block, or ends the function (source dialect) or the lane
// if the target is Exit.
//
// Printed form:
//
//	goto next
//	goto halt
//	return          // goto halt in a source-dialect function
type GotoOp struct {
	Target string
	Pos    Pos
}

// SwitchOp goes to the label whose value equals X, or to Default.
//
// Printed form:
//
//	switch x, other, 0: zero, 7: seven
type SwitchOp struct {
	X       Operand
	Default string
	Values  []uint64 // bits of X's integer type, distinct
	Labels  []string
	Pos     Pos
}

// PushGotoOp saves the return block and goes to another; lowered dialect only.
//
// Printed form:
//
//	pushgoto back, callee
type PushGotoOp struct {
	Return, Target string
	Pos            Pos
}

// IndirectGotoOp takes the last saved return block and goes there; lowered
// dialect only. With nothing saved, the lane ends.
//
// Printed form:
//
//	return
type IndirectGotoOp struct{ Pos Pos }

// FaultOp ends the lane with a fault.
//
// Printed form:
//
//	fault "index out of range"
//	fault "panic", "negative variance"
type FaultOp struct {
	Code Code
	Msg  string // of a panic
	Pos  Pos
}

// Code is the reason a lane ended early.
type Code = optab.Code
