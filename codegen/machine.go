package codegen

// Code is straight-line machine code over virtual registers, with skips
// forward. A target writes it, the allocator gives it registers.
type Code struct {
	Regs  []RegInfo
	Insts []Inst
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
	Addr string // as the assembler writes it
	// Elem is the size of the element at Addr that fills the register, repeated;
	// 0 if all of the register's bytes are at Addr.
	Elem int
	// Constant tells that the value is the same in each pass of the loop.
	Constant bool
}

// Role says what an instruction does with an operand.
type Role uint8

const (
	Text     Role = iota // not a virtual register: an immediate, a general register, an address
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
	Role Role
	Mem  MemForm
	Reg  Reg
	Text string
	// As, if not 0, is the part of the register that the instruction names, in
	// bytes: the lower half of a wider one.
	As int
	// Index, if not empty, is the address that the register is an index in, with
	// %s for its name.
	Index string
}

// Operands of the kinds that instructions have.

func use(r Reg) Arg     { return Arg{Role: Use, Reg: r} }
func useMem(r Reg) Arg  { return Arg{Role: Use, Mem: WholeMem, Reg: r} }
func useElem(r Reg) Arg { return Arg{Role: Use, Mem: ElemMem, Reg: r} }
func def(r Reg) Arg     { return Arg{Role: Def, Reg: r} }
func early(r Reg) Arg   { return Arg{Role: DefEarly, Reg: r} }
func both(r Reg) Arg    { return Arg{Role: Both, Reg: r} }
func text(s string) Arg { return Arg{Role: Text, Reg: NoReg, Text: s} }

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
)

// Inst is a machine instruction, its operands in the assembler's order.
type Inst struct {
	Kind Kind
	Op   string
	Args []Arg
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
	c.Insts = append(c.Insts, Inst{Op: op, Args: args})
}

// Operand is what stands for an Arg after allocation: a register, memory, or
// text.
type Operand struct {
	Class Class
	Bytes int
	Num   int    // of the register, if Addr and Text are empty
	Addr  string // of memory
	Elem  int    // bytes of a repeated element in memory, or 0
	Text  string
	Index string // see Arg
}

// Line is an instruction after allocation.
type Line struct {
	Kind Kind
	Op   string
	Args []Operand
}
