package codegen

import "fmt"

// Code is straight-line machine code over virtual registers, with skips
// forward and loops. A target writes it, the allocator gives it registers.
type Code struct {
	Regs  []RegInfo
	Insts []Inst
	mark  int // of instructions that Put adds
	// Pinned are registers that keep their machine registers throughout, across the
	// rounds of a loop too.
	Pinned []Reg
}

// Reg is the number of a virtual register: an index into Code.Regs. It may be
// written any number of times; it is live from its first definition to its
// last use.
type Reg int

// NoReg stands for an absent register.
const NoReg Reg = -1

// Class is a register file.
type Class uint8

const (
	Vector Class = iota
	Mask         // AVX-512's K registers; elsewhere masks are vectors
	classEnd
)

// RegInfo describes a virtual register.
type RegInfo struct {
	Class Class
	Bytes int // how much of a vector register is used: 64, 32, 16 …
	Home  Home
}

// Home is memory that holds a register's value all the time, so that the
// register need not be kept: a constant in read-only data, or an element of an
// operand buffer. The zero Home is none.
type Home struct {
	Addr Address
	// Elem is the size of the element at Addr that fills the register, repeated;
	// 0 if all of the register's bytes are at Addr.
	Elem int
	// Constant tells that the value is the same in each pass of the loop.
	Constant bool
}

// Address is a place in memory: the sum of a base, an index times a scale and a
// displacement, or of read-only data and a displacement.
type Address struct {
	Base, Index General
	Scale       uint8
	Disp        int
	Symbol      string // of read-only data
	// Slot, if not 0, stands for the place of a register that is saved, one more
	// than its number, until places are given.
	Slot int
	// Text is the address as the assembler writes it, for a target that has no
	// encoder.
	Text string
}

// Plus returns the address some bytes on.
func (a Address) Plus(bytes int) Address {
	a.Disp += bytes
	return a
}

// symbol returns the text of an address in read-only data.
func (a Address) symbol() string { return fmt.Sprintf("%s+%d(SB)", a.Symbol, a.Disp) }

// General is a general-purpose register: one more than its number in machine code.
type General int8

// NoGeneral stands for an absent register.
const NoGeneral General = 0

// FixedKind tells what a Fixed is.
type FixedKind uint8

const (
	NotFixed FixedKind = iota
	Verbatim           // Text, as the assembler has it
	Immediate
	GeneralRegister
	NoMask // AVX-512's K0, which as a write mask means none
	Memory
	Label
)

// Fixed is an operand that has no virtual register.
type Fixed struct {
	Kind FixedKind
	N    int // the immediate, or the General
	Addr Address
	Text string
}

// Role says what an instruction does with an operand.
type Role uint8

const (
	Given    Role = iota // not a virtual register: an immediate, a general register, an address
	Use                  // read
	Def                  // written after every operand was read
	DefEarly             // written before; gets a register that no operand has
	Both                 // read and written
)

// MemForm says what an operand may be replaced with when its register's value
// is in memory.
type MemForm uint8

const (
	NoMem    MemForm = iota
	WholeMem         // a memory operand of the register's size
	ElemMem          // that, or one element that the instruction repeats
)

// Arg is an operand of a machine instruction.
type Arg struct {
	Role  Role
	Mem   MemForm
	Reg   Reg
	Given Fixed
	// As, if not 0, is the part of the register that the instruction names, in
	// bytes: the lower half of a wider one.
	As int
	// Index, if it is not zero, is the address that the register is an index in.
	Index Address
}

// Operands of the kinds that instructions have.

func use(r Reg) Arg      { return Arg{Role: Use, Reg: r} }
func useMem(r Reg) Arg   { return Arg{Role: Use, Mem: WholeMem, Reg: r} }
func useElem(r Reg) Arg  { return Arg{Role: Use, Mem: ElemMem, Reg: r} }
func def(r Reg) Arg      { return Arg{Role: Def, Reg: r} }
func early(r Reg) Arg    { return Arg{Role: DefEarly, Reg: r} }
func both(r Reg) Arg     { return Arg{Role: Both, Reg: r} }
func fixed(f Fixed) Arg  { return Arg{Role: Given, Reg: NoReg, Given: f} }
func text(s string) Arg  { return fixed(Fixed{Kind: Verbatim, Text: s}) }
func imm(n int) Arg      { return fixed(Fixed{Kind: Immediate, N: n}) }
func gen(g General) Arg  { return fixed(Fixed{Kind: GeneralRegister, N: int(g)}) }
func mem(a Address) Arg  { return fixed(Fixed{Kind: Memory, Addr: a}) }
func label(s string) Arg { return fixed(Fixed{Kind: Label, Text: s}) }

// Kind tells the instructions that the allocator treats specially.
type Kind uint8

const (
	Plain Kind = iota
	// Move copies Args[0] to Args[1]. It is left out if both get the same
	// register. Its Op is the target's choice.
	Move
	// Skip is a jump forward to the matching Join.
	Skip
	// Join is the label that a Skip jumps to.
	Join
	// Keep is no instruction: it keeps registers until there.
	Keep
	// Top is the label of a loop. Only what is pinned, and constants that stay, are in
	// machine registers there, and code jumps back to it with nothing else alive.
	Top
	// Round is the label of a loop inside straight-line code, and Again is no instruction: it
	// stands before the jump back to the label. At Again everything is where it was at Round.
	Round
	Again
)

// Inst is a machine instruction, its operands in the assembler's order.
type Inst struct {
	Kind Kind
	Op   string
	Args []Arg
	Mark int // see Instr
}

// NewReg adds a register.
func (c *Code) NewReg(class Class, bytes int) Reg {
	c.Regs = append(c.Regs, RegInfo{Class: class, Bytes: bytes})
	return Reg(len(c.Regs) - 1)
}

// NewHome adds a register whose value is in memory.
func (c *Code) NewHome(class Class, bytes int, home Home) Reg {
	r := c.NewReg(class, bytes)
	c.Regs[r].Home = home
	return r
}

// Put adds an instruction.
func (c *Code) Put(op string, args ...Arg) {
	c.Insts = append(c.Insts, Inst{Op: op, Args: args, Mark: c.mark})
}

// Operand is what stands for an Arg after allocation: a register, memory, or
// what was given.
type Operand struct {
	Class Class
	Bytes int
	Num   int     // of the register, if Addr and Given are empty
	Addr  Address // of memory
	Elem  int     // bytes of a repeated element in memory, or 0
	Given Fixed
	Index Address // see Arg
}

// Line is an instruction after allocation.
type Line struct {
	Kind Kind
	Op   string
	Args []Operand
	Mark int // see Instr
}
