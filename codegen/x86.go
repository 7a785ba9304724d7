package codegen

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// The encoder of x86: lines as the allocator leaves them become machine code. Vector
// instructions follow from the table x86Rows; general ones, of which few are needed, are
// in x86_general.go. (Intel, Software Developer's Manual, volume 2, sections 2.3 for VEX
// and 2.7 for EVEX.)

// x86Form says which operand is in which field of the encoding. Operands are in the Go
// assembler's order, the destination last.
type x86Form uint8

const (
	formRVM  x86Form = iota // rm, vvvv, reg
	formRM                  // rm, reg
	formMR                  // reg, rm
	formVM                  // rm, vvvv, with a digit in reg
	formIRVM                // a register in the immediate byte, rm, vvvv, reg
	formVRM                 // vvvv, rm, reg
	formMVR                 // reg, vvvv, rm
)

// operands is how many operands a form has, immediates and write masks aside.
func (f x86Form) operands() int {
	switch f {
	case formIRVM:
		return 4
	case formRVM, formVRM, formMVR:
		return 3
	}
	return 2
}

// rm is which of the operands may be in memory.
func (f x86Form) rm() int {
	switch f {
	case formMR, formIRVM, formVRM:
		return 1
	case formMVR:
		return 2
	}
	return 0
}

// vectorLengths is a set of them.
type vectorLengths uint8

const (
	vl128 vectorLengths = 1 << iota
	vl256
	vl512
)

// The opcode maps and prefixes, as their fields have them.
const (
	m0F   = 1
	m0F38 = 2
	m0F3A = 3

	pNone = 0
	p66   = 1
	pF3   = 2
	pF2   = 3
)

// x86Row is an instruction in one form.
type x86Row struct {
	name          string // the Go assembler's
	form          x86Form
	pages, prefix uint8 // opcode map, and the prefix that it implies
	opcode        byte
	imm           bool // an immediate byte comes first
	digit         byte
	vex, evex     vectorLengths // there is an encoding for
	vexW, evexW   bool
	// tuple is what a byte of displacement counts in, for EVEX: bytes at 512 bits, of
	// which shorter vectors have their part if scaled. element is the size of an element
	// in memory that can be repeated, or 0.
	tuple   int
	scaled  bool
	element int
	general generalPlace // which operand is a general register
	masks   bool         // all operands are mask registers
	toMask  bool         // with EVEX, the destination is a mask register
	memory  bool         // the operand in rm is in memory
}

// generalPlace says which operand of a vector instruction is a general register.
type generalPlace uint8

const (
	noGeneral generalPlace = iota
	generalFirst
	generalLast
)

// x86ByName has the rows of each name.
func x86ByName() map[string][]*x86Row {
	return x86Lazily.get(func() map[string][]*x86Row {
		m := map[string][]*x86Row{}
		for _, rows := range [][]x86Row{x86Rows, x86ScalarRows} {
			for i := range rows {
				m[rows[i].name] = append(m[rows[i].name], &rows[i])
			}
		}
		return m
	})
}

var x86Lazily lazy[map[string][]*x86Row]

// X86 collects machine code.
type X86 struct {
	Code []byte
	// VEX tells that there are no other encodings, since the processor may not have AVX-512.
	VEX    bool
	labels []int // where each is, one more than the place; 0 for those that were not met
	jumps  []x86Jump
	pads   []x86Pad  // in order
	data   []x86Jump // references to read-only data
}

// x86Jump is a distance of four bytes, or of one, that is not known yet.
type x86Jump struct {
	at    int // where it is
	end   int // what it counts from
	label int // or symbol, by its number
	plus  int
	short bool
}

// NewX86 returns an empty encoder.
func NewX86() *X86 { return &X86{} }

// Line adds an instruction or a label.
func (x *X86) Line(l Line) error {
	if l.Op == LabelOp {
		setLabel(&x.labels, l.Args[0].N(), len(x.Code))
		return nil
	}
	if tooWide(&l) {
		return fmt.Errorf("codegen: a number of more than 32 bits in %s", strings.TrimSpace(amd64{}.Print(l, Names{})))
	}
	if x.generalLine(l) {
		return nil
	}
	name, zeroing := strings.CutSuffix(l.Op, ".Z")
	in := x86Instruction{zeroing: zeroing, args: l.Args}
	if len(in.args) > 0 && in.args[0].Form == Immediate {
		in.imm, in.hasImm, in.args = byte(in.args[0].N()), true, in.args[1:]
	}
	for _, row := range x86ByName()[name] {
		if x.try(row, in) {
			return nil
		}
	}
	return fmt.Errorf("codegen: no encoding for %s", strings.TrimSpace(amd64{}.Print(l, Names{})))
}

// tooWide reports whether an instruction has an immediate or a displacement that its encoding would cut to 32 bits.
// Only a move has room for more.
func tooWide(l *Line) bool {
	for i := range l.Args {
		switch a := &l.Args[i]; {
		case a.IsMemory() && int(int32(a.At.Disp)) != a.At.Disp:
			return true
		case a.Form != Immediate || l.Op == "MOVQ" && !l.Args[1].IsMemory():
		case strings.HasSuffix(l.Op, "Q") && int(int32(a.N())) != a.N(), a.N() < math.MinInt32, a.N() > math.MaxUint32:
			return true
		}
	}
	return false
}

// Label returns the place of a label.
func (x *X86) Label(n int) (at int, ok bool) { return labelAt(x.labels, n) }

// setLabel notes the place of a label.
func setLabel(labels *[]int, n, at int) {
	for n >= len(*labels) {
		*labels = append(*labels, 0)
	}
	(*labels)[n] = at + 1
}

// labelAt returns it.
func labelAt(labels []int, n int) (at int, ok bool) {
	if n >= len(labels) {
		return 0, false
	}
	return labels[n] - 1, labels[n] > 0
}

// Awaits reports whether something jumps to a label that has no place yet.
func (x *X86) Awaits(label int) bool {
	_, placed := x.Label(label)
	return !placed && slices.ContainsFunc(x.jumps, func(j x86Jump) bool { return j.label == label })
}

// Finish resolves jumps, and references to the data, whose symbols begin at these
// places of the code.
func (x *X86) Finish(data []int) error {
	for _, j := range x.jumps {
		to, ok := x.Label(j.label)
		if !ok {
			return fmt.Errorf("codegen: no label %d", j.label)
		}
		x.putDistance(j, to)
	}
	for _, j := range x.data {
		if j.label >= len(data) {
			return fmt.Errorf("codegen: no data %d", j.label)
		}
		x.putDistance(j, data[j.label]+j.plus)
	}
	return nil
}

// x86Instruction is a line taken apart.
type x86Instruction struct {
	args    []Operand
	imm     byte
	hasImm  bool
	zeroing bool
	mask    int // of the write mask, or 0
}

func (in *x86Instruction) immBytes() int {
	if in.hasImm {
		return 1
	}
	return 0
}

func (o *Operand) isGeneral() bool { return o.Form == GeneralRegister }

func (o *Operand) isMask() bool { return o.Form == MaskRegister }

// try adds the instruction if it is of a row's form.
func (x *X86) try(row *x86Row, in x86Instruction) bool {
	args := in.args
	if row.form == formIRVM && len(args) == 4 && !args[0].IsMemory() {
		in.imm, in.hasImm = byte(args[0].number())<<4, true
	}
	if n := row.form.operands(); !row.masks && len(args) == n+1 && args[n-1].isMask() {
		in.mask = args[n-1].number()
		args = append(args[:n-1:n-1], args[n])
	}
	if len(args) != row.form.operands() || in.hasImm != (row.imm || row.form == formIRVM) {
		return false
	}
	if row.form == formMR && args[0].isMask() && !args[1].IsMemory() {
		return false // masks are stored, and copied by another row
	}
	general, repeated, length := noGeneral, false, 0
	rm := row.form.rm()
	if row.memory && !args[rm].IsMemory() {
		return false
	}
	for i := range args {
		a := &args[i]
		switch {
		case a.IsMemory():
			if i != rm {
				return false
			}
			repeated = repeated || a.repeated() != 0 && row.element != 0
			length = max(length, int(a.Bytes))
		case a.isGeneral() && i == 0:
			general = generalFirst
		case a.isGeneral():
			general = generalLast
		case a.isMask():
			if !row.masks && i != len(args)-1 && row.form != formMR && row.general == noGeneral {
				return false
			}
		default:
			if row.masks {
				return false
			}
			length = max(length, int(a.Bytes))
		}
	}
	if general != row.general {
		return false
	}
	l := lengthOf(length)
	if l == 0 { // masks, or general registers and memory only
		if l = row.vex; l == 0 {
			return false
		}
	}
	dst := &args[len(args)-1]
	high := dst.isMask() && !row.masks && row.general == noGeneral
	if high != row.toMask && row.evex&l != 0 && (high || row.vex&l == 0) {
		return false
	}
	for i := range args {
		high = high || !args[i].IsMemory() && args[i].number() >= 16
	}
	if row.vex&l != 0 && !high && !(row.form == formVM && args[rm].IsMemory()) && in.mask == 0 && !in.zeroing &&
		!repeated {
		x.vex(row, in, args, l)
		return true
	}
	if row.evex&l == 0 || x.VEX {
		return false
	}
	x.evex(row, in, args, l, repeated)
	return true
}

// lengthOf is the vector length of so many bytes; none for others.
func lengthOf(bytes int) vectorLengths {
	switch bytes {
	case 16:
		return vl128
	case 32:
		return vl256
	case 64:
		return vl512
	}
	return 0
}

// fields returns the operands in reg, vvvv and rm.
func (row *x86Row) fields(args []Operand) (reg, v int, rm *Operand) {
	switch row.form {
	case formRVM:
		return args[2].number(), args[1].number(), &args[0]
	case formRM:
		return args[1].number(), 0, &args[0]
	case formMR:
		return args[0].number(), 0, &args[1]
	case formIRVM:
		return args[3].number(), args[2].number(), &args[1]
	case formVRM:
		return args[2].number(), args[0].number(), &args[1]
	case formMVR:
		return args[0].number(), args[1].number(), &args[2]
	}
	return int(row.digit), args[1].number(), &args[0]
}

// inverted returns bit n of a number, inverted, at a place.
func inverted(number, n, place int) byte { return byte(^number>>n&1) << place }

func (x *X86) vex(row *x86Row, in x86Instruction, args []Operand, l vectorLengths) {
	reg, v, rm := row.fields(args)
	base, index := rm.registers()
	w := byte(0)
	if row.vexW {
		w = 1
	}
	tail := inverted(v, 0, 3) | inverted(v, 1, 4) | inverted(v, 2, 5) | inverted(v, 3, 6) | row.prefix
	if l == vl256 {
		tail |= 4
	}
	if w == 0 && row.pages == m0F && base < 8 && index < 8 {
		x.Code = append(x.Code, 0xc5, inverted(reg, 3, 7)|tail)
	} else {
		x.Code = append(x.Code, 0xc4, inverted(reg, 3, 7)|inverted(index, 3, 6)|inverted(base, 3, 5)|row.pages,
			w<<7|tail)
	}
	x.Code = append(x.Code, row.opcode)
	x.modRM(reg, rm, 1, in.immBytes())
	if in.hasImm {
		x.Code = append(x.Code, in.imm)
	}
}

func (x *X86) evex(row *x86Row, in x86Instruction, args []Operand, l vectorLengths, repeated bool) {
	reg, v, rm := row.fields(args)
	base, index := rm.registers()
	switch rm.Form {
	case Memory:
	case Elements:
		v |= index & 16
	default:
		index = base >> 1 // bit 4 of a register is where an index has bit 3
	}
	w, z, b, ll := byte(0), byte(0), byte(0), byte(0)
	if row.evexW {
		w = 1
	}
	if in.zeroing {
		z = 1
	}
	if repeated {
		b = 1
	}
	switch l {
	case vl256:
		ll = 1
	case vl512:
		ll = 2
	}
	x.Code = append(x.Code, 0x62,
		inverted(reg, 3, 7)|inverted(index, 3, 6)|inverted(base, 3, 5)|inverted(reg, 4, 4)|row.pages,
		w<<7|inverted(v, 0, 3)|inverted(v, 1, 4)|inverted(v, 2, 5)|inverted(v, 3, 6)|4|row.prefix,
		z<<7|ll<<5|b<<4|inverted(v, 4, 3)|byte(in.mask),
		row.opcode)
	scale := row.tuple
	if row.scaled {
		scale = row.tuple >> (2 - ll)
	}
	if repeated {
		scale = row.element
	}
	x.modRM(reg, rm, max(scale, 1), in.immBytes())
	if in.hasImm {
		x.Code = append(x.Code, in.imm)
	}
}

// registers returns the numbers of a memory operand's base and index, 0 where there is none; of a
// register its own.
func (o *Operand) registers() (base, index int) {
	if !o.IsMemory() {
		return o.number(), 0
	}
	if o.At.Base > 0 {
		base = int(o.At.Base) - 1
	}
	switch {
	case o.Form == Elements:
		index = int(o.Num)
	case o.At.Index != NoGeneral:
		index = int(o.At.Index) - 1
	}
	return base, index
}

// modRM adds the byte ModRM, and what belongs to it. A displacement that is a
// multiple of scale and small enough is one byte. imm bytes come after.
func (x *X86) modRM(reg int, rm *Operand, scale, imm int) {
	field := byte(reg&7) << 3
	m := &rm.At
	if !rm.IsMemory() {
		x.Code = append(x.Code, 0xc0|field|byte(rm.number()&7))
		return
	}
	if symbol, ok := m.data(); ok {
		x.Code = append(x.Code, field|5, 0, 0, 0, 0)
		at := len(x.Code) - 4
		x.data = append(x.data, x86Jump{at: at, end: at + 4 + imm, label: symbol, plus: m.Disp})
		return
	}
	base, index := rm.registers()
	hasIndex := m.Index != NoGeneral || rm.Form == Elements
	mod, bytes := byte(0x80), 4
	switch {
	case m.Disp == 0 && base&7 != 5:
		mod, bytes = 0, 0
	case m.Disp%scale == 0 && m.Disp/scale >= -128 && m.Disp/scale <= 127:
		mod, bytes = 0x40, 1
	}
	if hasIndex || base&7 == 4 {
		x.Code = append(x.Code, mod|field|4)
		sib := byte(base & 7)
		if hasIndex {
			sib |= byte(index&7)<<3 | byte(bits.TrailingZeros8(m.Scale))<<6
		} else {
			sib |= 4 << 3
		}
		x.Code = append(x.Code, sib)
	} else {
		x.Code = append(x.Code, mod|field|byte(base&7))
	}
	switch bytes {
	case 1:
		x.Code = append(x.Code, byte(m.Disp/scale))
	case 4:
		x.Code = binary.LittleEndian.AppendUint32(x.Code, uint32(m.Disp))
	}
}
