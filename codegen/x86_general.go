package codegen

import (
	"encoding/binary"
	"strings"
)

// General instructions: those of scalars, jumps and calls that machine code needs. The
// operands of CMP are in the assembler's order, x and then y.

// x86Arithmetic are instructions with the digit of their form with an immediate; the
// opcodes with registers follow from it.
var x86Arithmetic = map[string]byte{"ADD": 0, "OR": 1, "AND": 4, "SUB": 5, "XOR": 6, "CMP": 7}

// x86Conditions are the low bits of the opcodes of conditional jumps.
var x86Conditions = map[string]byte{
	"JCS": 2, "JCC": 3, "JEQ": 4, "JNE": 5, "JLS": 6, "JHI": 7, "JMI": 8, "JPL": 9, "JLT": 12, "JGE": 13, "JLE": 14,
	"JGT": 15,
}

// generalLine adds a general instruction. It reports false if the line is none.
func (x *X86) generalLine(l Line) bool {
	if x.scalarLine(l) {
		return true
	}
	if cc, ok := x86Conditions[l.Op]; ok {
		x.Code = append(x.Code, 0x0f, 0x80|cc)
		x.jump(l.Args[0].N())
		return true
	}
	switch l.Op {
	case "RET":
		x.Code = append(x.Code, 0xc3)
		return true
	case "JMP":
		x.Code = append(x.Code, 0xe9)
		x.jump(l.Args[0].N())
		return true
	case "VZEROUPPER":
		x.Code = append(x.Code, 0xc5, 0xf8, 0x77)
		return true
	}
	name, wide := strings.CutSuffix(l.Op, "Q")
	if !wide {
		var long bool
		if name, long = strings.CutSuffix(l.Op, "L"); !long {
			return false
		}
	}
	for _, a := range l.Args {
		if a.Form == VectorRegister || a.Form == MaskRegister { // a vector or a mask
			return false
		}
	}
	digit, arithmetic := x86Arithmetic[name]
	switch {
	case name == "CMP" && l.Args[1].Form == Immediate:
		x.immediate(wide, digit, l.Args[1].N(), &l.Args[0])
	case name == "CMP":
		x.general(wide, digit<<3, &l.Args[1], &l.Args[0])
	case arithmetic && l.Args[0].Form == Immediate:
		x.immediate(wide, digit, l.Args[0].N(), &l.Args[1])
	case arithmetic:
		x.general(wide, digit<<3, &l.Args[0], &l.Args[1])
	case name == "MOV" && l.Args[0].Form == Immediate:
		x.rex(wide, 0, &l.Args[1])
		x.Code = append(x.Code, 0xc7)
		x.operand(0, &l.Args[1], 4)
		x.Code = binary.LittleEndian.AppendUint32(x.Code, uint32(l.Args[0].N()))
	case name == "MOV":
		x.general(wide, 0x88, &l.Args[0], &l.Args[1])
	case name == "TEST" && l.Args[0].Form == Immediate:
		x.rex(wide, 0, &l.Args[1])
		x.Code = append(x.Code, 0xf7)
		x.operand(0, &l.Args[1], 4)
		x.Code = binary.LittleEndian.AppendUint32(x.Code, uint32(l.Args[0].N()))
	case name == "TEST":
		x.rex(wide, l.Args[0].number(), &l.Args[1])
		x.Code = append(x.Code, 0x85)
		x.operand(l.Args[0].number(), &l.Args[1], 0)
	case name == "LEA":
		x.rex(wide, l.Args[1].number(), &l.Args[0])
		x.Code = append(x.Code, 0x8d)
		x.operand(l.Args[1].number(), &l.Args[0], 0)
	default:
		return false
	}
	return true
}

func (x *X86) jump(label int) {
	x.Code = append(x.Code, 0, 0, 0, 0)
	x.jumps = append(x.jumps, x86Jump{at: len(x.Code) - 4, end: len(x.Code), label: label})
}

// general adds an instruction of two operands, of which one may be in memory. opcode is
// that of the form that stores a register; the one that loads it is two more.
func (x *X86) general(wide bool, opcode byte, from, to *Operand) {
	reg, rm := from, to
	if from.IsMemory() {
		opcode, reg, rm = opcode|2, to, from
	}
	x.rex(wide, reg.number(), rm)
	x.Code = append(x.Code, opcode|1)
	x.operand(reg.number(), rm, 0)
}

// immediate adds an arithmetic instruction with an immediate.
func (x *X86) immediate(wide bool, digit byte, n int, to *Operand) {
	x.rex(wide, 0, to)
	if n >= -128 && n <= 127 {
		x.Code = append(x.Code, 0x83)
		x.operand(int(digit), to, 1)
		x.Code = append(x.Code, byte(n))
		return
	}
	x.Code = append(x.Code, 0x81)
	x.operand(int(digit), to, 4)
	x.Code = binary.LittleEndian.AppendUint32(x.Code, uint32(n))
}

// rex adds the prefix of 64-bit operands and of high registers, if it is needed.
func (x *X86) rex(wide bool, reg int, rm *Operand) {
	base, index := rm.registers()
	b := byte(reg>>3&1)<<2 | byte(index>>3&1)<<1 | byte(base>>3&1)
	if wide {
		b |= 8
	}
	if b != 0 {
		x.Code = append(x.Code, 0x40|b)
	}
}

// operand adds ModRM and what belongs to it; imm bytes come after.
func (x *X86) operand(reg int, rm *Operand, imm int) {
	x.modRM(reg, rm, 1, imm)
}
