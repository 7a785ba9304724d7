package codegen

import (
	"math/bits"
	"strings"
)

// The code around the phases of a program is written once, with the general instructions of
// x86 that x86_general.go has: their names, their order of operands and their flags. Here
// they become A64's. Register n is Xn; X16 and X17 are used on the way. What A64 does not have
// becomes a few instructions: operands in memory, and addresses with several parts.

// a64Scratch and the one behind it are registers that no other code has.
const a64Scratch = 16

// x86ToA64 are the conditional jumps. After a subtraction or a comparison A64's carry is the
// opposite of x86's.
var x86ToA64 = map[string]string{
	"JEQ": "BEQ", "JNE": "BNE", "JLT": "BLT", "JGE": "BGE", "JGT": "BGT", "JLE": "BLE", "JCS": "BLO", "JCC": "BHS",
	"JHI": "BHI", "JLS": "BLS", "JMI": "BMI", "JPL": "BPL",
}

// x86Flags are the instructions of A64 that compute and set the flags as those of x86 do.
var x86Flags = map[string]string{"ADD": "ADDS", "SUB": "SUBS", "AND": "ANDS", "CMP": "CMP", "TEST": "TST"}

// Instructions that load an element everywhere; A64's have addresses without an offset.
const (
	loadEach4 = "VLD1R4"
	loadEach8 = "VLD1R8"
)

// x86Line adds a general instruction of x86. It reports false if the line is none.
func (x *A64) x86Line(l Line) bool {
	if b, ok := x86ToA64[l.Op]; ok {
		return x.branch(Line{Op: b, Args: l.Args})
	}
	switch l.Op {
	case "VZEROUPPER":
		return true
	case loadEach4, loadEach8:
		row := map[string]string{loadEach4: "ld1r.4s", loadEach8: "ld1r.2d"}[l.Op]
		base := x.sum(&l.Args[0].At)
		x.word(a64ByName()[row].word | base<<5 | uint32(l.Args[1].Num))
		return true
	}
	name, wide := strings.CutSuffix(l.Op, "Q")
	if !wide {
		var long bool
		if name, long = strings.CutSuffix(l.Op, "L"); !long {
			return false
		}
	}
	switch name {
	case "MOV":
		return x.x86Move(wide, &l.Args[0], &l.Args[1])
	case "LEA":
		if _, data := l.Args[0].inData(); data {
			return x.moves(Line{Op: "ADR", Args: l.Args})
		}
		return x.moves(Line{Op: "MOVD", Args: []Operand{generalOperand(x.sum(&l.Args[0].At)), l.Args[1]}})
	case "SHL":
		return wide && x.arithmetic(Line{Op: "LSL", Args: []Operand{l.Args[0], l.Args[1], l.Args[1]}})
	case "SHR":
		return wide && x.arithmetic(Line{Op: "LSR", Args: []Operand{l.Args[0], l.Args[1], l.Args[1]}})
	case "OR": // into memory
		scratch := generalOperand(a64Scratch + 1)
		return !wide && l.Args[1].IsMemory() && x.x86Move(false, &l.Args[1], &scratch) &&
			x.arithmetic(Line{Op: "ORR", Args: []Operand{l.Args[0], scratch}}) && x.x86Move(false, &scratch, &l.Args[1])
	case "TZCNT":
		d := l.Args[1]
		return wide && x.arithmetic(Line{Op: "RBIT", Args: l.Args}) &&
			x.arithmetic(Line{Op: "CLZ", Args: []Operand{d, d}})
	}
	op, ok := x86Flags[name]
	if !ok || !wide {
		return false
	}
	if name == "CMP" { // x and then y
		l.Args = []Operand{l.Args[1], l.Args[0]}
	}
	from, to := l.Args[0], l.Args[1]
	scratch := generalOperand(a64Scratch)
	switch {
	case from.IsMemory():
		x.x86Move(true, &from, &scratch)
		from = scratch
	case to.IsMemory() && name == "CMP":
		x.x86Move(true, &to, &scratch)
		to = scratch
	case to.IsMemory():
		return false
	}
	if x.arithmetic(Line{Op: op, Args: []Operand{from, to}}) {
		return true
	}
	if from.Form != Immediate {
		return false
	}
	x.constant(uint64(from.N()), a64Scratch+1)
	return x.arithmetic(Line{Op: op, Args: []Operand{generalOperand(a64Scratch + 1), to}})
}

func generalOperand(n uint32) Operand {
	return GeneralOf(General(n + 1))
}

// x86Move adds a move between general registers, memory and numbers.
func (x *A64) x86Move(wide bool, from, to *Operand) bool {
	op := "MOVWU"
	if wide {
		op = "MOVD"
	}
	if from.Form == Immediate && to.IsMemory() {
		scratch := generalOperand(a64Scratch + 1)
		x.constant(uint64(from.N()), a64Scratch+1)
		from = &scratch
	}
	if !wide && !from.IsMemory() && !to.IsMemory() {
		return false
	}
	return x.moves(Line{Op: op, Args: []Operand{*from, *to}})
}

// sum adds the instructions that compute an address, and returns the register that has it.
func (x *A64) sum(a *Address) uint32 {
	base := uint32(a.Base - 1)
	if a.Index != NoGeneral {
		shift := uint32(bits.TrailingZeros8(a.Scale))
		x.word(a64Registers["ADD"] | uint32(a.Index-1)<<16 | shift<<10 | base<<5 | a64Scratch)
		base = a64Scratch
	}
	op, n := "ADD", a.Disp
	if n < 0 {
		op, n = "SUB", -n
	}
	if high := n >> 12; high > 0 {
		x.word(a64Immediates[op] | 1<<22 | uint32(high)<<10 | base<<5 | a64Scratch)
		base = a64Scratch
	}
	if low := n & (1<<12 - 1); low > 0 {
		x.word(a64Immediates[op] | uint32(low)<<10 | base<<5 | a64Scratch)
		base = a64Scratch
	}
	return base
}
