package codegen

import "math"

// Operands of machine instructions. A program has many thousands of them, and code that makes them
// is most of what the package is, so they are a few words without pointers, which registers of the
// processor that compiles can hold.

// Reg is the number of a virtual register: an index into Code.Regs. It may be
// written any number of times; it is live from its first definition to its
// last use.
type Reg int32

// NoReg stands for an absent register.
const NoReg Reg = -1

// General is a general-purpose register: one more than its number in machine code. As the base
// of an address it may also stand for a symbol of read-only data, see InData.
type General int16

// NoGeneral stands for an absent register.
const NoGeneral General = 0

// Address is a place in memory: the sum of a base, an index times a scale and a displacement.
type Address struct {
	Base, Index General
	Scale       uint8
	Disp        int
}

// Plus returns the address some bytes on.
func (a Address) Plus(bytes int) Address {
	a.Disp += bytes
	return a
}

// InData is an address in read-only data, whose symbols are numbered.
func InData(symbol, disp int) Address { return Address{Base: General(-1 - symbol), Disp: disp} }

// data returns the number of the symbol that an address in read-only data is relative to.
func (a Address) data() (symbol int, ok bool) { return int(-1 - a.Base), a.IsData() }

// IsData reports whether an address is in read-only data.
func (a Address) IsData() bool { return a.Base < 0 && a.Base != unplaced }

// unplaced is the base of slots that have no place yet.
const unplaced General = math.MinInt16

// slotOf stands for the address of a register's slot until slots are given.
func slotOf(r Reg) Address { return Address{Base: unplaced, Disp: int(r)} }

// Form is what an operand is.
type Form uint8

const (
	NoForm Form = iota
	VectorRegister
	MaskRegister
	GeneralRegister
	Immediate
	Memory
	Elements // memory at each element of a vector register, times the scale of the address
	Label
)

// Operand is an operand as machine code has it.
type Operand struct {
	Form Form
	// Num is the number of a vector or mask register, also of the one whose elements are
	// indices; of an element in memory that the instruction repeats, its bytes.
	Num uint8
	// Bytes is how much of a vector register is used, or is in memory; 0 where the
	// instruction tells.
	Bytes uint8
	// At is the address of memory. A general register is its Base; an immediate, and the number
	// of a label, is its Disp.
	At Address
}

// General is the general register that an operand is.
func (o Operand) General() General { return o.At.Base }

// N is the number that an immediate is.
func (o Operand) N() int { return o.At.Disp }

// IsMemory reports whether an operand is in memory.
func (o *Operand) IsMemory() bool { return o.Form == Memory || o.Form == Elements }

// inData returns the number of the symbol that an operand in read-only data is relative to.
func (o *Operand) inData() (symbol int, ok bool) {
	if o.Form != Memory {
		return 0, false
	}
	return o.At.data()
}

// repeated is the size of an element in memory that is repeated, or 0.
func (o *Operand) repeated() int {
	if o.Form == Memory {
		return int(o.Num)
	}
	return 0
}

// number is the number of the register that an operand is.
func (o *Operand) number() int {
	if o.Form == GeneralRegister {
		return int(o.At.Base) - 1
	}
	return int(o.Num)
}

// Operands of the forms that instructions have.

// VectorOf is a part of a vector register, from its beginning on.
func VectorOf(num, bytes int) Operand {
	return Operand{Form: VectorRegister, Num: uint8(num), Bytes: uint8(bytes)}
}

// GeneralOf is a general register.
func GeneralOf(g General) Operand { return Operand{Form: GeneralRegister, At: Address{Base: g}} }

// ImmediateOf is a number.
func ImmediateOf(n int) Operand { return Operand{Form: Immediate, At: Address{Disp: n}} }

// MemoryOf is memory, of as many bytes as the instruction takes or, if they are not 0, so many.
func MemoryOf(a Address, bytes int) Operand {
	return Operand{Form: Memory, Bytes: uint8(bytes), At: a}
}

// LabelOf is a label by its number.
func LabelOf(n int) Operand { return Operand{Form: Label, At: Address{Disp: n}} }

// Role says what an instruction does with a virtual register, and how it may be replaced.
type Role uint8

const (
	Given    Role = iota // not a virtual register: an immediate, a general register, an address
	Use                  // read
	UseWhole             // read; may be a memory operand of the register's size
	UseElem              // that, or one element in memory that the instruction repeats
	Def                  // written after every operand was read
	DefEarly             // written before; gets a register that no operand has
	Both                 // read and written
)

// Reads reports whether an instruction reads the register.
func (r Role) Reads() bool { return r >= Use && r <= UseElem || r == Both }

// Writes reports whether an instruction writes the register.
func (r Role) Writes() bool { return r >= Def }

// only reports whether an instruction reads the register and does not write it.
func (r Role) only() bool { return r >= Use && r <= UseElem }

// Arg is an operand of a machine instruction over virtual registers.
type Arg struct {
	Role Role
	// As, if not 0, is the part of the register that the instruction names, in
	// bytes: the lower half of a wider one.
	As  uint8
	Reg Reg
	// Given is the operand itself if it has no virtual register. Of a register with indices it is
	// the address, with the form Elements.
	Given Operand
}

// Operands over virtual registers.

func use(r Reg) Arg       { return Arg{Role: Use, Reg: r} }
func useMem(r Reg) Arg    { return Arg{Role: UseWhole, Reg: r} }
func useElem(r Reg) Arg   { return Arg{Role: UseElem, Reg: r} }
func def(r Reg) Arg       { return Arg{Role: Def, Reg: r} }
func early(r Reg) Arg     { return Arg{Role: DefEarly, Reg: r} }
func both(r Reg) Arg      { return Arg{Role: Both, Reg: r} }
func fixed(o Operand) Arg { return Arg{Reg: NoReg, Given: o} }
func imm(n int) Arg       { return fixed(ImmediateOf(n)) }
func gen(g General) Arg   { return fixed(GeneralOf(g)) }
func mem(a Address) Arg   { return fixed(MemoryOf(a, 0)) }

// lower is the lower part of a register that is read.
func lower(r Reg, bytes int) Arg { return Arg{Role: Use, As: uint8(bytes), Reg: r} }

// indexed is memory at the elements of a register, times the scale of the address.
func indexed(a Address, index Reg) Arg {
	return Arg{Role: Use, Reg: index, Given: Operand{Form: Elements, At: a}}
}
