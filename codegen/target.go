package codegen

import "errors"

// Target is an instruction set. It writes machine code for instructions of the
// IR, and the text of a kernel around it.
//
// A kernel runs lanes in registers: Lanes(f) of them at a time, each value in
// one register of lanes times its element's size (a half or a quarter of one
// for narrow elements among wide ones). A mask is a register of class Mask
// where the target has them. Elsewhere it is a vector, all ones or zeros in
// each element, of the elements that Func.Width says; an instruction on narrower
// elements narrows and widens it.
type Target interface {
	Name() string  // of the implementation: "avx512"
	Arch() string  // GOARCH
	RegBytes() int // of a vector register
	// Registers returns the registers that kernels may use of a class.
	Registers(Class) []int
	// Slot returns the address of 64-byte slot i of the scratch memory.
	Slot(i int) Address
	// Constant puts an element into the pool, in the form that the target loads
	// it from, and returns its home.
	Constant(p *Pool, bits uint64, size int) Home
	// Has reports whether Select knows an op. Others are expanded first, see
	// expand.go.
	Has(op string) bool
	// Select adds the code of one instruction. The error is errNoCode, perhaps
	// wrapped, if there is none for it; then the kernel is left out.
	Select(s *Selector, in Instr) error
	// Load, Store and Move return the names of the instructions that load a
	// register from its home or slot, spill it to its slot, and copy it. A load
	// is printed as op, memory, register.
	Load(r RegInfo, home Home) string
	Store(r RegInfo) string
	Move(r RegInfo) string
	// assembler returns what makes machine code.
	assembler() assembler
	// Print returns the text of a line.
	Print(l Line, n Names) string
	// Frame writes what surrounds the body of a kernel.
	Frame
}

// Frame is the part of a target that knows the calling convention: where
// operands are, and how the loop goes round.
type Frame interface {
	// Param adds the code that gets operand k for register number j of the
	// unrolled loop and returns the register.
	Param(s *Selector, k int) Reg
	// Finish adds the code that stores the results of one instance, and of
	// those before if they share bytes, and moves the pointers on. It is called after each
	// instance.
	Finish(s *Selector)
	// Unroll returns the most registers of lanes that one pass should do. It is
	// a power of two; a pass is at most 64 lanes.
	Unroll(f *Func) int
	// Enter and Leave return the text before the loop and after the body.
	Enter(l *Loop) string
	Leave(l *Loop) string
}

// wordTarget is a target that has kernels from bools to a bool, which run over
// words of 64 lanes and not over registers.
type wordTarget interface {
	// Words returns the instructions of a kernel. ok is false if there is none.
	Words(f *Func) (asm string, ok bool)
}

// powerTarget is a target that knows of divisions by powers of two, Func.Power.
type powerTarget interface {
	// TestPower returns the text that goes on to the label unless Y is uniform and
	// a power of two, and else makes Y the exponent. The Enter that comes after
	// it, of a Loop with powerPrefix, leaves Y alone.
	TestPower(f *Func, otherwise string) string
}

// hasMasks reports whether a target is AVX-512: it has registers for masks, and memory
// operands of one element, repeated.
func hasMasks(t Target) bool { return len(t.Registers(Mask)) > 0 }

// errNoCode says that a target has no code for an instruction.
var errNoCode = errors.New("no code")

// selectFrom adds the code of an instruction from a target's table, which may have it under another name.
func (s *Selector) selectFrom(table map[string]selectFunc, op string, in Instr) error {
	f, ok := table[op]
	if !ok {
		return errNoCode
	}
	f(s, in)
	return nil
}
