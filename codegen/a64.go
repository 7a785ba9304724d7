package codegen

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
)

// The assembler of A64: lines of the target NEON become machine code. Vector instructions
// are rows of a64Ops; the others, with the names and the order of operands of the Go
// assembler, are here. (Arm Architecture Reference Manual for A-profile, DDI 0487, C6.)

// A64 collects machine code.
type A64 struct {
	Code   []byte
	labels []int // see X86
	refs   []a64Reference
}

// a64Reference is a place of the code that is so far from an instruction that its word
// cannot be finished yet.
type a64Reference struct {
	at     int
	label  int
	data   bool // the label is a symbol of read-only data
	plus   int
	encode func(distance int) (fields uint32, ok bool)
}

// NewA64 returns an empty assembler.
func NewA64() *A64 { return &A64{} }

// a64Registers are instructions on general registers. What they are given is m, n and d;
// without n it is d.
var a64Registers = map[string]uint32{
	"ADD": 0x8b000000, "ADDS": 0xab000000, "SUB": 0xcb000000, "SUBS": 0xeb000000, "AND": 0x8a000000, "ANDS": 0xea000000,
	"ORR": 0xaa000000,
	"EOR": 0xca000000, "BIC": 0x8a200000, "MUL": 0x9b007c00, "SMULH": 0x9b407c00, "UMULH": 0x9bc07c00,
}

// a64Immediates are those with a number of twelve bits in the place of m.
var a64Immediates = map[string]uint32{"ADD": 0x91000000, "ADDS": 0xb1000000, "SUB": 0xd1000000, "SUBS": 0xf1000000}

// a64Ones are those with a number that is all ones below some bit.
var a64Ones = map[string]uint32{"AND": 0x92400000, "ANDS": 0xf2400000}

// a64Flags are instructions that only set flags, and those that also give the result.
var a64Flags = map[string]string{"CMP": "SUBS", "TST": "ANDS"}

// a64Pairs are instructions on n and d.
var a64Pairs = map[string]uint32{"SXTW": 0x93407c00, "RBIT": 0xdac00000, "CLZ": 0xdac01000}

// a64Conditions are the conditions of branches.
var a64Conditions = map[string]uint32{
	"BEQ": 0, "BNE": 1, "BHS": 2, "BLO": 3, "BMI": 4, "BPL": 5, "BHI": 8, "BLS": 9,
	"BGE": 10, "BLT": 11, "BGT": 12, "BLE": 13,
}

// zeroRegister is the number that means zero, or that the result does not count.
const zeroRegister = 31

// Line adds an instruction or a label.
func (x *A64) Line(l Line) error {
	if l.Op == LabelOp {
		setLabel(&x.labels, l.Args[0].N(), len(x.Code))
		return nil
	}
	if op, ok := a64ByName()[l.Op]; ok {
		word, _ := op.encode(op.operands(l.Args))
		x.word(word)
		return nil
	}
	if !x.branch(l) && !x.moves(l) && !x.arithmetic(l) && !x.x86Line(l) {
		return fmt.Errorf("codegen: no encoding for %s", strings.TrimSpace(neon{}.Print(l, Names{})))
	}
	return nil
}

func (x *A64) word(w uint32) { x.Code = binary.LittleEndian.AppendUint32(x.Code, w) }

// Finish resolves branches, and references to the data, whose symbols begin at these
// places of the code.
func (x *A64) Finish(data []int) error {
	for _, r := range x.refs {
		to, ok := labelAt(x.labels, r.label)
		if r.data {
			if ok = r.label < len(data); ok {
				to = data[r.label]
			}
		}
		if !ok {
			return fmt.Errorf("codegen: no label %d", r.label)
		}
		fields, ok := r.encode(to + r.plus - r.at)
		if !ok {
			return fmt.Errorf("codegen: %d is too far away", r.label)
		}
		word := binary.LittleEndian.Uint32(x.Code[r.at:]) | fields
		binary.LittleEndian.PutUint32(x.Code[r.at:], word)
	}
	return nil
}

// refer adds a word that refers to a place.
func (x *A64) refer(word uint32, r a64Reference) {
	r.at = len(x.Code)
	x.refs = append(x.refs, r)
	x.word(word)
}

// a64Distance encodes distances in words, of some bits from one on.
func a64Distance(width, from int) func(int) (uint32, bool) {
	return func(distance int) (uint32, bool) {
		words, limit := distance/4, 1<<(width-1)
		return uint32(words) & (1<<width - 1) << from, distance%4 == 0 && words >= -limit && words < limit
	}
}

// branch adds a branch. It reports false if the line is none.
func (x *A64) branch(l Line) bool {
	if l.Op == "RET" {
		x.word(0xd65f03c0)
		return true
	}
	if len(l.Args) == 0 {
		return false
	}
	to := a64Reference{label: l.Args[len(l.Args)-1].N(), encode: a64Distance(19, 5)}
	condition, conditional := a64Conditions[l.Op]
	switch {
	case conditional:
		x.refer(0x54000000|condition, to)
	case l.Op == "CBZ":
		x.refer(0xb4000000|uint32(l.Args[0].number()), to)
	case l.Op == "CBNZ":
		x.refer(0xb5000000|uint32(l.Args[0].number()), to)
	case l.Op == "JMP":
		to.encode = a64Distance(26, 0)
		x.refer(0x14000000, to)
	default:
		return false
	}
	return true
}

// a64Transfer is an instruction that loads and stores, with its words for an offset, which
// counts elements, and for an index.
type a64Transfer struct {
	load, store               uint32
	loadIndexed, storeIndexed uint32
	literal                   uint32 // load from a place near the code, or 0
	shift                     int    // of an element
}

var a64Transfers = map[string]a64Transfer{
	"FMOVQ": {0x3dc00000, 0x3d800000, 0x3ce06800, 0x3ca06800, 0x9c000000, 4},
	"FMOVD": {0xfd400000, 0xfd000000, 0xfc606800, 0xfc206800, 0x5c000000, 3},
	"FMOVS": {0xbd400000, 0xbd000000, 0xbc606800, 0xbc206800, 0x1c000000, 2},
	"MOVD":  {0xf9400000, 0xf9000000, 0xf8606800, 0xf8206800, 0x58000000, 3},
	"MOVW":  {0xb9800000, 0xb9000000, 0xb8a06800, 0xb8206800, 0x98000000, 2},
	"MOVWU": {0xb9400000, 0xb9000000, 0xb8606800, 0xb8206800, 0x18000000, 2},
	"MOVH":  {0x79800000, 0x79000000, 0x78a06800, 0x78206800, 0, 1},
	"MOVHU": {0x79400000, 0x79000000, 0x78606800, 0x78206800, 0, 1},
	"MOVB":  {0x39800000, 0x39000000, 0x38a06800, 0x38206800, 0, 0},
	"MOVBU": {0x39400000, 0x39000000, 0x38606800, 0x38206800, 0, 0},
}

// moves adds a load, a store or a copy. It reports false if the line is none.
func (x *A64) moves(l Line) bool {
	if len(l.Args) != 2 {
		return false
	}
	from, to := &l.Args[0], &l.Args[1]
	if l.Op == "VMOV" {
		x.word(a64ByName()["orr.16b"].word | uint32(from.Num)<<16 | uint32(from.Num)<<5 | uint32(to.Num))
		return true
	}
	if symbol, ok := from.inData(); l.Op == "ADR" && ok {
		near := a64Reference{label: symbol, data: true, plus: from.At.Disp, encode: a64Bytes}
		x.refer(0x10000000|uint32(to.number()), near)
		return true
	}
	t, ok := a64Transfers[l.Op]
	if !ok {
		return false
	}
	switch symbol, data := from.inData(); {
	case data:
		near := a64Reference{label: symbol, data: true, plus: from.At.Disp, encode: a64Distance(19, 5)}
		x.refer(t.literal|uint32(to.number()), near)
		return true
	case from.IsMemory():
		return x.transfer(t.load, t.loadIndexed, t.shift, &from.At, to)
	case to.IsMemory():
		return x.transfer(t.store, t.storeIndexed, t.shift, &to.At, from)
	case l.Op == "MOVD" && from.Form == Immediate:
		x.constant(uint64(from.N()), uint32(to.number()))
		return true
	case l.Op == "MOVD":
		x.word(a64Registers["ORR"] | uint32(from.number())<<16 | zeroRegister<<5 | uint32(to.number()))
		return true
	}
	return false
}

// a64Bytes encodes distances in bytes, up to a megabyte.
func a64Bytes(distance int) (uint32, bool) {
	fields := uint32(distance)&3<<29 | uint32(distance>>2)&(1<<19-1)<<5
	return fields, distance >= -1<<20 && distance < 1<<20
}

// transfer adds a load or a store, after what computes the address if that has no encoding.
// It reports false if there is no address.
func (x *A64) transfer(offset, indexed uint32, shift int, a *Address, r *Operand) bool {
	if a.Base == NoGeneral {
		return false
	}
	base, number := uint32(a.Base-1), uint32(r.number())
	scaled := int(a.Scale) == 1<<shift
	switch {
	case a.Index != NoGeneral && a.Disp == 0 && (scaled || a.Scale == 1):
		if scaled && shift > 0 {
			indexed |= 1 << 12
		}
		x.word(indexed | uint32(a.Index-1)<<16 | base<<5 | number)
	case a.Index == NoGeneral && a.Disp >= 0 && a.Disp&(1<<shift-1) == 0 && a.Disp>>shift < 1<<12:
		x.word(offset | uint32(a.Disp>>shift)<<10 | base<<5 | number)
	default:
		x.word(offset | x.sum(a)<<5 | number)
	}
	return true
}

// constant adds the instructions that put a number into a register, 16 bits at a time.
func (x *A64) constant(n uint64, d uint32) {
	first := true
	for i := range uint32(4) {
		part := uint32(n >> (16 * i) & 0xffff)
		switch {
		case part == 0 && (!first || i < 3 && n != 0):
			continue
		case first:
			x.word(0xd2800000 | i<<21 | part<<5 | d)
		default:
			x.word(0xf2800000 | i<<21 | part<<5 | d)
		}
		if first = false; n == 0 {
			return
		}
	}
}

// arithmetic adds an instruction on general registers. It reports false if the line is
// none.
func (x *A64) arithmetic(l Line) bool {
	if len(l.Args) < 2 {
		return false
	}
	name, args := l.Op, l.Args
	if with, ok := a64Flags[name]; ok {
		name, args = with, []Operand{args[0], args[1], GeneralOf(zeroRegister + 1)}
	}
	d := uint32(args[len(args)-1].number())
	n := uint32(args[len(args)-2].number())
	if len(args) == 2 {
		n = d
	}
	first := &args[0]
	if word, ok := a64Pairs[name]; ok {
		x.word(word | uint32(first.number())<<5 | d)
		return true
	}
	switch m := &first.At; {
	case first.IsMemory(): // the sum of a base and an index
		if name != "ADD" || m.Disp != 0 || m.Index == NoGeneral {
			return false
		}
		shift := uint32(bits.TrailingZeros8(m.Scale))
		x.word(a64Registers[name] | uint32(m.Index-1)<<16 | shift<<10 | uint32(m.Base-1)<<5 | d)
		return true
	case first.Form == Immediate:
		return x.immediate(name, first.N(), n, d)
	}
	word, ok := a64Registers[name]
	if !ok {
		return false
	}
	x.word(word | uint32(first.number())<<16 | n<<5 | d)
	return true
}

// immediate adds an instruction on a register and a number.
func (x *A64) immediate(name string, c int, n, d uint32) bool {
	switch word, ones := a64Immediates[name], a64Ones[name]; {
	case word != 0 && c >= 0 && c < 1<<12:
		x.word(word | uint32(c)<<10 | n<<5 | d)
	case ones != 0 && c > 0 && c&(c+1) == 0:
		x.word(ones | uint32(bits.Len(uint(c))-1)<<10 | n<<5 | d)
	case name == "LSL" && c > 0 && c < 64:
		x.word(0xd3400000 | uint32(64-c)<<16 | uint32(63-c)<<10 | n<<5 | d)
	case name == "LSR" && c > 0 && c < 64:
		x.word(0xd340fc00 | uint32(c)<<16 | n<<5 | d)
	default:
		return false
	}
	return true
}
