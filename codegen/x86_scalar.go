package codegen

import (
	"encoding/binary"
	"math"
	"strings"
)

// Instructions on general registers that code of one lane needs. Their conditions are named
// as the Go assembler names them.

// x86SetConditions are the low bits of the opcodes of SETcc and CMOVcc.
var x86SetConditions = map[string]byte{
	"CS": 2, "CC": 3, "EQ": 4, "NE": 5, "LS": 6, "HI": 7, "MI": 8, "PL": 9, "PS": 10, "PC": 11, "LT": 12, "GE": 13,
	"LE": 14, "GT": 15,
}

// x86Shifts are the digits of shifts.
var x86Shifts = map[string]byte{"ROL": 0, "ROR": 1, "SHL": 4, "SHR": 5, "SAR": 7}

// x86Unary are the digits of the instructions of one operand with the opcode F7.
var x86Unary = map[string]byte{"NOT": 2, "NEG": 3, "MUL": 4, "IMUL": 5, "DIV": 6, "IDIV": 7}

// x86Counts are the last bytes of the opcodes of the instructions that count bits.
var x86Counts = map[string]byte{"TZCNT": 0xbc, "LZCNT": 0xbd, "POPCNT": 0xb8}

// x86Extensions are the opcodes that extend a part of a register.
var x86Extensions = map[string]byte{"MOVBLZX": 0xb6, "MOVWLZX": 0xb7, "MOVBLSX": 0xbe, "MOVWLSX": 0xbf}

// x86ThreeOperands are the VEX instructions on general registers: opcode and prefix. Of
// ANDN the operand in rm is the first; of shifts it is the second, which may be in memory.
var x86ThreeOperands = map[string]struct{ opcode, prefix byte }{
	"ANDN": {0xf2, pNone}, "SHLX": {0xf7, p66}, "SARX": {0xf7, pF3}, "SHRX": {0xf7, pF2},
}

// scalarLine adds an instruction of a scalar. It reports false if the line is none.
func (x *X86) scalarLine(l Line) bool {
	for _, a := range l.Args {
		if a.Form == VectorRegister || a.Form == MaskRegister {
			return false
		}
	}
	switch l.Op {
	case "JMP":
		if !l.Args[0].isGeneral() {
			return false
		}
		x.rex(false, 0, &l.Args[0])
		x.Code = append(x.Code, 0xff)
		x.operand(4, &l.Args[0], 0)
		return true
	case "CALL":
		x.Code = append(x.Code, 0xe8)
		x.jump(l.Args[0].N())
		return true
	case "JPS", "JPC":
		x.Code = append(x.Code, 0x0f, 0x80|x86SetConditions[l.Op[1:]])
		x.jump(l.Args[0].N())
		return true
	case "PREFETCHT0":
		x.rex(false, 0, &l.Args[0])
		x.Code = append(x.Code, 0x0f, 0x18)
		x.operand(1, &l.Args[0], 0)
		return true
	case "CQO":
		x.Code = append(x.Code, 0x48, 0x99)
		return true
	case "CDQ":
		x.Code = append(x.Code, 0x99)
		return true
	case "PUSHQ":
		x.stack(0x50, &l.Args[0])
		return true
	case "POPQ":
		x.stack(0x58, &l.Args[0])
		return true
	case "MOVB", "MOVW":
		return x.storePart(l.Op == "MOVB", &l.Args[0], &l.Args[1])
	case "MOVLQSX":
		x.twoByte(true, 0, 0x63, &l.Args[0], &l.Args[1])
		return true
	}
	if opcode, ok := x86Extensions[l.Op]; ok {
		if l.Op[3] == 'B' {
			x.byteRex(&l.Args[0], l.Args[1].number())
		} else {
			x.rex(false, l.Args[1].number(), &l.Args[0])
		}
		x.Code = append(x.Code, 0x0f, opcode)
		x.operand(l.Args[1].number(), &l.Args[0], 0)
		return true
	}
	if cc, ok := strings.CutPrefix(l.Op, "SET"); ok {
		x.byteRex(&l.Args[0], 0)
		x.Code = append(x.Code, 0x0f, 0x90|x86SetConditions[cc])
		x.operand(0, &l.Args[0], 0)
		return true
	}
	if cc, ok := strings.CutPrefix(l.Op, "CMOV"); ok {
		x.twoByte(cc[0] == 'Q', 0x0f, 0x40|x86SetConditions[cc[1:]], &l.Args[0], &l.Args[1])
		return true
	}
	name, wide := strings.CutSuffix(l.Op, "Q")
	if !wide {
		var long bool
		if name, long = strings.CutSuffix(l.Op, "L"); !long {
			return false
		}
	}
	return x.sizedLine(name, wide, l.Args)
}

// sizedLine adds an instruction that there is for 32 and for 64 bits.
func (x *X86) sizedLine(name string, wide bool, args []Operand) bool {
	if digit, ok := x86Unary[name]; ok && len(args) == 1 {
		x.rex(wide, 0, &args[0])
		x.Code = append(x.Code, 0xf7)
		x.operand(int(digit), &args[0], 0)
		return true
	}
	if digit, ok := x86Shifts[name]; ok && len(args) == 2 {
		x.shift(wide, digit, &args[0], &args[1])
		return true
	}
	if opcode, ok := x86Counts[name]; ok {
		x.Code = append(x.Code, 0xf3)
		x.twoByte(wide, 0x0f, opcode, &args[0], &args[1])
		return true
	}
	if row, ok := x86ThreeOperands[name]; ok {
		v, rm := &args[0], &args[1]
		if name == "ANDN" {
			v, rm = rm, v
		}
		x.threeOperands(wide, row.opcode, row.prefix, v.number(), args[2].number(), rm)
		return true
	}
	switch name {
	case "BLSI":
		x.threeOperands(wide, 0xf3, pNone, args[1].number(), 3, &args[0])
	case "IMUL":
		x.twoByte(wide, 0x0f, 0xaf, &args[0], &args[1])
	case "IMUL3":
		n := args[0].N()
		small := n >= -128 && n <= 127
		x.rex(wide, args[2].number(), &args[1])
		if small {
			x.Code = append(x.Code, 0x6b)
			x.operand(args[2].number(), &args[1], 1)
			x.Code = append(x.Code, byte(n))
			break
		}
		x.Code = append(x.Code, 0x69)
		x.operand(args[2].number(), &args[1], 4)
		x.Code = binary.LittleEndian.AppendUint32(x.Code, uint32(n))
	case "BSWAP":
		x.rex(wide, 0, &args[0])
		x.Code = append(x.Code, 0x0f, 0xc8|byte(args[0].number()&7))
	case "MOV":
		n := args[0].N()
		if args[0].Form != Immediate || !wide || args[1].IsMemory() || n >= math.MinInt32 && n <= math.MaxInt32 {
			return false
		}
		x.rex(true, 0, &args[1])
		x.Code = append(x.Code, 0xb8|byte(args[1].number()&7))
		x.Code = binary.LittleEndian.AppendUint64(x.Code, uint64(n))
	default:
		return false
	}
	return true
}

// stack adds a push or pop of a register.
func (x *X86) stack(opcode byte, r *Operand) {
	x.rex(false, 0, r)
	x.Code = append(x.Code, opcode|byte(r.number()&7))
}

// shift adds a shift by a number or by CL.
func (x *X86) shift(wide bool, digit byte, by, to *Operand) {
	x.rex(wide, 0, to)
	switch {
	case by.Form != Immediate:
		x.Code = append(x.Code, 0xd3)
		x.operand(int(digit), to, 0)
	case by.N() == 1:
		x.Code = append(x.Code, 0xd1)
		x.operand(int(digit), to, 0)
	default:
		x.Code = append(x.Code, 0xc1)
		x.operand(int(digit), to, 1)
		x.Code = append(x.Code, byte(by.N()))
	}
}

// twoByte adds an instruction that reads from and writes or changes the register to. page
// is the first byte of the opcode, or 0.
func (x *X86) twoByte(wide bool, page, opcode byte, from, to *Operand) {
	x.rex(wide, to.number(), from)
	if page != 0 {
		x.Code = append(x.Code, page)
	}
	x.Code = append(x.Code, opcode)
	x.operand(to.number(), from, 0)
}

// storePart adds a store of the lowest byte of a register, or of the lowest two, or of a byte that
// is a number.
func (x *X86) storePart(one bool, from, to *Operand) bool {
	if one && from.Form == Immediate && to.IsMemory() {
		x.rex(false, 0, to)
		x.Code = append(x.Code, 0xc6)
		x.operand(0, to, 1)
		x.Code = append(x.Code, byte(from.N()))
		return true
	}
	if !from.isGeneral() || !to.IsMemory() {
		return false
	}
	opcode := byte(0x88)
	if !one {
		opcode = 0x89
		x.Code = append(x.Code, 0x66)
	}
	before := len(x.Code)
	x.rex(false, from.number(), to)
	if one && len(x.Code) == before && from.number() >= 4 {
		x.Code = append(x.Code, 0x40)
	}
	x.Code = append(x.Code, opcode)
	x.operand(from.number(), to, 0)
	return true
}

// byteRex adds the prefix of an instruction that has a byte of a register or of
// memory; registers 4 to 7 need one, which else would be other parts of registers 0 to 3.
func (x *X86) byteRex(part *Operand, reg int) {
	before := len(x.Code)
	x.rex(false, reg, part)
	if n := part.number(); len(x.Code) == before && !part.IsMemory() && n >= 4 {
		x.Code = append(x.Code, 0x40)
	}
}

// threeOperands adds a VEX instruction on general registers.
func (x *X86) threeOperands(wide bool, opcode, prefix byte, v, reg int, rm *Operand) {
	base, index := rm.registers()
	w := byte(0)
	if wide {
		w = 1 << 7
	}
	x.Code = append(x.Code, 0xc4, inverted(reg, 3, 7)|inverted(index, 3, 6)|inverted(base, 3, 5)|m0F38,
		w|inverted(v, 0, 3)|inverted(v, 1, 4)|inverted(v, 2, 5)|inverted(v, 3, 6)|prefix, opcode)
	x.operand(reg, rm, 0)
}
