package codegen

import (
	"maps"
	"slices"
)

// scalarExamples are lines of the instructions of one lane.
func scalarExamples() (list []Line) {
	g := GeneralOf
	n := ImmediateOf
	memory := MemoryOf(Address{Base: SP, Disp: 24}, 0)
	indexed := MemoryOf(Address{Base: R13, Index: R15, Scale: 8, Disp: 300}, 0)
	add := func(op string, args ...Operand) { list = append(list, Line{Op: op, Args: args}) }
	for _, cc := range slices.Sorted(maps.Keys(x86SetConditions)) {
		for _, r := range []General{AX, SI, BP, R9} {
			add("SET"+cc, g(r))
		}
		for _, size := range []string{"Q", "L"} {
			add("CMOV"+size+cc, g(BX), g(R9))
			add("CMOV"+size+cc, memory, g(DX))
		}
	}
	for _, size := range []string{"Q", "L"} {
		for name := range x86Shifts {
			for _, r := range []General{AX, R12} {
				add(name+size, n(1), g(r))
				add(name+size, n(13), g(r))
				add(name+size, g(CX), g(r))
			}
		}
		for name := range x86Unary {
			add(name+size, g(DX))
			add(name+size, g(R10))
			add(name+size, memory)
		}
		for name := range x86Counts {
			add(name+size, g(DX), g(R10))
			add(name+size, indexed, g(DX))
		}
		for name := range x86ThreeOperands {
			add(name+size, g(DX), g(R10), g(R9))
			add(name+size, g(R15), g(AX), g(BP))
		}
		add("IMUL"+size, g(R9), g(DX))
		add("IMUL"+size, memory, g(DX))
		add("IMUL3"+size, n(7), g(R9), g(DX))
		add("IMUL3"+size, n(-700), g(R9), g(R13))
		add("IMUL3"+size, n(77777), memory, g(R13))
		add("BLSI"+size, g(AX), g(R9))
		add("BLSI"+size, g(R12), g(DX))
		add("BSWAP"+size, g(AX))
		add("BSWAP"+size, g(R15))
		add("TEST"+size, n(500), g(R9))
		add("LEA"+size, indexed, g(BP))
		add("MOV"+size, memory, g(SI))
		add("MOV"+size, g(SI), indexed)
		add("CMP"+size, g(SI), indexed)
		add("CMP"+size, indexed, n(3))
	}
	for name := range x86Extensions {
		for _, r := range []General{AX, SI, BP, R9} {
			add(name, g(r), g(DX))
			add(name, g(r), g(R10))
		}
		add(name, memory, g(DX))
	}
	for _, r := range []General{AX, DI, R12} {
		add("JMP", g(r))
		add("PUSHQ", g(r))
		add("POPQ", g(r))
		add("MOVLQSX", g(r), g(R15))
		add("MOVQ", n(1<<40+5), g(r))
		add("MOVQ", n(-1<<40), g(r))
		for _, op := range []string{"VCVTSI2SDQ", "VCVTSI2SDL", "VCVTSI2SSQ", "VCVTSI2SSL", "VCVTUSI2SDQ",
			"VCVTUSI2SSQ"} {
			add(op, g(r), VectorOf(3, 16), VectorOf(12, 16))
		}
		for _, op := range []string{"VCVTTSD2SI", "VCVTTSD2SIQ", "VCVTTSS2SI", "VCVTTSS2SIQ", "VMOVD", "VMOVQ"} {
			add(op, VectorOf(12, 16), g(r))
		}
		add("VMOVD", g(r), VectorOf(12, 16))
		add("VMOVQ", g(r), VectorOf(12, 16))
	}
	add("MOVLQSX", memory, g(DX))
	for _, r := range []General{AX, SI, R12} {
		add("MOVB", g(r), memory)
		add("MOVW", g(r), indexed)
	}
	add("MOVB", n(1), memory)
	add("MOVB", n(0), indexed)
	for _, at := range []Operand{memory, indexed} {
		add("PREFETCHT0", at)
	}
	add("CQO")
	add("CDQ")
	return list
}
