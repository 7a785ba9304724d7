package codegen

// Code is straight-line machine code over virtual registers, with skips
// forward and loops. A target writes it, the allocator gives it registers.
type Code struct {
	Regs  []RegInfo
	Insts []Inst
	Labels
	mark int   // of instructions that Put adds
	room []Arg // for operands, see keep
	// Pinned are registers that keep their machine registers throughout, across the
	// rounds of a loop too.
	Pinned []Reg
}

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
	// Keep is not an instruction: it keeps registers alive up to this point.
	Keep
	// Top is the label of a loop. Only what is pinned, and constants that stay, are in
	// machine registers there, and code jumps back to it with nothing else alive.
	Top
	// Round is the label of a loop inside straight-line code, and Again is not an instruction: it
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
//
//go:noinline
func (c *Code) NewReg(class Class, bytes int) Reg {
	c.Regs = append(c.Regs, RegInfo{Class: class, Bytes: bytes})
	return Reg(len(c.Regs) - 1)
}

// NewHome adds a vector register whose value is in memory.
func (c *Code) NewHome(bytes int, home Home) Reg {
	r := c.NewReg(Vector, bytes)
	c.Regs[r].Home = home
	return r
}

// Put adds an instruction. (It is not inlined, as other functions with many callers are not: a
// user's binary would have them hundreds of times.)
//
//go:noinline
func (c *Code) Put(op string, args ...Arg) { c.put(Plain, op, args) }

// Here adds a label. Code that jumps over others without Skip changes no register.
func (c *Code) Here(name string) { c.label(Plain, name) }

// To is the label that a jump goes to.
//
//go:noinline
func (c *Code) To(name string) Arg { return fixed(LabelOf(c.Number(name))) }

// LabelOp is the name of what is a label and no instruction.
const LabelOp = ":"

// label adds a label.
//
//go:noinline
func (c *Code) label(kind Kind, name string) { c.put(kind, LabelOp, []Arg{c.To(name)}) }

func (c *Code) put(kind Kind, op string, args []Arg) {
	in := Inst{Kind: kind, Op: op, Args: c.keep(args)}
	if kind == Plain { // others are of what comes before
		in.Mark = c.mark
	}
	c.Insts = append(c.Insts, in)
}

// keep copies operands to where instructions have theirs, so that callers need no memory for each.
func (c *Code) keep(args []Arg) []Arg {
	const some = 512
	if len(c.room)+len(args) > cap(c.room) {
		c.room = make([]Arg, 0, max(some, len(args)))
	}
	n := len(c.room)
	c.room = append(c.room, args...)
	return c.room[n:len(c.room):len(c.room)]
}

// Line is an instruction after allocation.
type Line struct {
	Kind Kind
	Op   string
	Args []Operand
	Mark int // see Instr
}
