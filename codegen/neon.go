package codegen

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// neon is the target of Advanced SIMD, which every arm64 processor has. Vector
// instructions are named by their rows of a64Ops and have Arm's order of
// operands, the destination first; others are the Go assembler's. General
// registers:
//
//	R3, R4, R5    X, Y and Z: where the pass reads
//	R6, R7, R8    how far each goes on for the next pass; 0 for a uniform
//	R9            Dst: where the pass writes
//	R10           lanes left
//	R11           Fault: where the pass reports
//	R12 to R16    for use within a sequence
//	R17           the constants of 16 bytes
//	R19 to R22    the lanes of an index into tables
//
// R0 and R1 are those of the chain; the platform, Go's assembler and Go have
// R18 and R26 to R31.
//
// An instance reads at a constant distance from the operand's pointer. That is
// right for a uniform too, which fills 64 bytes: four registers, and no pass has
// more. A pass over bitmaps is one byte of them.
type neon struct{}

// NEON makes kernels of 128-bit registers for arm64.
var NEON Target = neon{}

func (neon) Name() string  { return "neon" }
func (neon) Arch() string  { return "arm64" }
func (neon) RegBytes() int { return 16 }

func (neon) assembler() assembler { return NewA64() }

func (neon) Slot(i int) Address {
	return Address{Base: stackPointer, Disp: neonSlot(i)}
}

func (neon) Registers(c Class) []int {
	if c == Mask {
		return nil
	}
	list := make([]int, 32)
	for i := range list {
		list[i] = i
	}
	return list
}

// neonSlot returns the distance of a slot from the stack pointer.
func neonSlot(i int) int { return 16 + 64*i }

// Constant repeats the element: A64 has no instruction that loads an element
// everywhere from an address with an offset.
func (neon) Constant(p *Pool, bits uint64, size int) Home {
	return Home{Addr: p.Table(slices.Repeat([]uint64{bits}, 16/size), size)}
}

func (neon) Move(RegInfo) string { return "VMOV" }

func (t neon) Store(r RegInfo) string { return t.Load(r, Home{}) }

func (neon) Load(r RegInfo, home Home) string {
	switch home.Elem {
	case 4:
		return loadEach4
	case 8:
		return loadEach8
	}
	if r.Bytes == 8 && !home.Constant {
		return "FMOVD"
	}
	return "FMOVQ"
}

// stackPointer is the general register 31 in an address.
const stackPointer General = 31 + 1

// neonOperands are the numbers of the registers of X, Y and Z.
var neonOperands = []struct{ pointer, step int }{{3, 6}, {4, 7}, {5, 8}}

// Param loads a mask by testing a byte of a bitmap against the bits of the
// instance's lanes.
func (t neon) Param(s *Selector, k int) Reg {
	pointer := neonOperands[k].pointer
	typ := s.Type(s.Func.Params[k])
	if typ != optab.Bool {
		return s.NewHome(s.Bytes(typ), Home{Addr: neonAt(pointer, s.Instance*s.Bytes(typ))})
	}
	size := 16 / s.Lanes
	lanes := make([]byte, 16)
	for i := range s.Lanes {
		lanes[i*size] = 1 << (s.Instance*s.Lanes + i)
	}
	b, d := s.Vector(optab.Bool), s.Mask()
	s.Put("ld1r.16b", def(b), general(pointer))
	s.Put("cmtst"+arrangement(8*size), def(d), use(b), use(s.Whole(lanes)))
	return d
}

// Finish stores a number at once. Masks are stored together, after the last
// instance.
func (t neon) Finish(s *Selector) {
	typ := s.Type(s.Func.Result)
	if typ != optab.Bool {
		r := s.Results[s.Instance]
		if s.Func.Fault != NoValue {
			fault := neonNarrowMask(s, s.Faults[s.Instance], typ)
			r = s.neon("bic.16b", r, fault)
		}
		store := map[int]string{8: "FMOVD", 16: "FMOVQ"}[s.Bytes(typ)]
		s.Put(store, use(r), mem(neonAt(9, s.Instance*s.Bytes(typ))))
	}
	if s.Instance < s.Unroll-1 {
		return
	}
	if typ == optab.Bool {
		s.Put("str.b", use(neonByte(s, s.Results)), general(9))
	}
	if s.Func.Fault != NoValue {
		t.report(s)
	}
}

// neonByte returns a register that begins with the byte of the bitmap for the
// masks of eight lanes.
func neonByte(s *Selector, masks []Reg) Reg {
	if len(masks) == 4 {
		masks = []Reg{s.neon("uzp1.4s", masks[0], masks[1]), s.neon("uzp1.4s", masks[2], masks[3])}
	}
	r := s.neon("xtn.8b", s.neon("uzp1.8h", masks[0], masks[1]))
	r = s.neon("and.16b", r, s.Whole([]byte{1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0}))
	return s.neon("addv.8b", r)
}

// report adds the code that ORs the faults into the bitmap, but those of lanes
// that do not exist.
func (neon) report(s *Selector) {
	done, full := s.Label("reported"), s.Label("full")
	s.Put("umov.b", general(12), use(neonByte(s, s.Faults)), imm(0))
	s.Put("CBZ", general(12), s.To(done))
	s.Put("CMP", imm(8), general(10))
	s.Put("BGE", s.To(full))
	s.Put("MOVD", imm(-1), general(13))
	s.Put("LSL", general(10), general(13), general(13))
	s.Put("BIC", general(13), general(12), general(12))
	s.Here(full)
	s.Put("MOVBU", mem(neonAt(11, 0)), general(13))
	s.Put("ORR", general(13), general(12), general(12))
	s.Put("MOVB", general(12), mem(neonAt(11, 0)))
	s.Here(done)
}

// Unroll is as for a pass of 64 bytes where the loop's own instructions count,
// and one byte of a bitmap where there is one.
func (neon) Unroll(f *Func) int {
	switch {
	case f.hasBits():
		return f.Width() / 2
	case len(f.Code) <= 8:
		return 4
	case len(f.Code) <= 24:
		return 2
	}
	return 1
}

func (neon) Enter(l *Loop) string {
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, "\t"+format+"\n", args...) }
	for k, v := range l.Func.Params {
		if k == 1 && l.Prefix == powerPrefix {
			continue // TestPower made it
		}
		op := neonOperands[k]
		put("MOVD %d(R0), R%d", 16+8*k, op.pointer)
		put("MOVD %d(R0), R%d", 40+8*k, op.step)
		if shift := bits.TrailingZeros(uint(l.passBytes(l.Func.Types[v]))); shift > 0 {
			put("LSL  $%d, R%d", shift, op.step)
		}
	}
	put("MOVD 8(R0), R9")
	put("MOVD R1, R10")
	if l.Constants != nil {
		put("MOVD $%s(SB), R17", l.Constants.of(16))
	}
	if l.Func.Fault != NoValue {
		put("MOVD 64(R0), R11")
	}
	return b.String()
}

func (neon) Leave(l *Loop) string {
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, "\t"+format+"\n", args...) }
	for k := range l.Func.Params {
		put("ADD  R%d, R%d", neonOperands[k].step, neonOperands[k].pointer)
	}
	put("ADD  $%d, R9", l.passBytes(l.Func.Types[l.Func.Result]))
	if l.Func.Fault != NoValue {
		put("ADD  $1, R11")
	}
	put("SUBS $%d, R10", l.Unit())
	put("BGT  %sloop", l.Prefix)
	put("ADD  $80, R0")
	put("MOVD (R0), R2")
	put("JMP  (R2)")
	return b.String()
}

// TestPower puts the exponent into each element of a slot of the scratch
// memory.
func (t neon) TestPower(f *Func, otherwise string) string {
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, "\t"+format+"\n", args...) }
	typ := f.Types[f.Params[1]]
	put("MOVD 48(R0), R12")
	put("CBNZ R12, %s", otherwise)
	put("MOVD 24(R0), R4")
	load := map[optab.Type]string{optab.I32: "MOVW", optab.U32: "MOVWU", optab.I64: "MOVD", optab.U64: "MOVD"}
	put("%s (R4), R12", load[typ])
	put("CBZ  R12, %s", otherwise)
	if typ.IsSigned() {
		put("TBNZ $63, R12, %s", otherwise)
	}
	put("SUB  $1, R12, R13")
	put("TST  R12, R13")
	put("BNE  %s", otherwise)
	put("RBIT R12, R12")
	put("CLZ  R12, R12")
	put("VDUP R12, V0.%s", map[int]string{32: "S4", 64: "D2"}[typ.Bits()])
	put("ADD  $%d, RSP, R4", neonSlot(scratchSlots-1))
	for i := range 4 {
		put("FMOVQ F0, %d(R4)", 16*i)
	}
	put("MOVD $0, R7")
	return b.String()
}

// passBytes returns how much of an array of type t a pass reads or writes.
func (l *Loop) passBytes(t optab.Type) int {
	if t == optab.Bool {
		return l.Unit() / 8
	}
	return l.Unit() * t.Bits() / 8
}

// Print writes a vector instruction as its word, and others as the Go assembler
// reads them. That does not load 16 bytes from a symbol, so R17 stands for the
// symbol.
func (neon) Print(l Line, n Names) string {
	if op, ok := a64ByName()[l.Op]; ok {
		word, asm := op.encode(op.operands(l.Args))
		return fmt.Sprintf("\tWORD $0x%08x // %s\n", word, asm)
	}
	if l.Op == LabelOp {
		return n.Labels.name(l.Args[0].N()) + ":\n"
	}
	if unicode.IsLower(rune(l.Op[0])) {
		panic("bug: codegen: no row for " + l.Op)
	}
	var args []string
	for _, a := range l.Args {
		args = append(args, neonOperand(l.Op, a, n))
	}
	name := l.Op
	if name == "ADR" { // the assembler's does not reach as far
		name = "MOVD"
	}
	return "\t" + strings.TrimSpace(name+" "+strings.Join(args, ", ")) + "\n"
}

// general is a general register by its number.
func general(n int) Arg { return gen(General(n + 1)) }

// neonAt is an address behind that in a general register.
func neonAt(register, disp int) Address { return Address{Base: General(register + 1), Disp: disp} }

func neonOperand(op string, o Operand, n Names) string {
	switch o.Form {
	case Immediate:
		return "$" + strconv.Itoa(o.N())
	case GeneralRegister:
		return neonRegister(o.General())
	case Label:
		return n.Labels.name(o.N())
	case Memory:
		symbol, data := o.At.data()
		switch {
		case data && op == "ADR":
			return "$" + n.address(symbol, o.At.Disp)
		case data:
			return fmt.Sprintf("%d(R17)", o.At.Disp)
		case op == "ADD":
			return fmt.Sprintf("%s<<%d, %s", neonRegister(o.At.Index), bits.TrailingZeros8(o.At.Scale),
				neonRegister(o.At.Base))
		}
		return neonAddress(o.At)
	}
	if op == "VMOV" {
		return fmt.Sprintf("V%d.B16", o.Num)
	}
	return fmt.Sprint("F", o.Num)
}

func neonRegister(g General) string {
	if g == stackPointer {
		return "RSP"
	}
	return "R" + strconv.Itoa(int(g)-1)
}

func neonAddress(a Address) string {
	base := neonRegister(a.Base)
	switch {
	case a.Index != NoGeneral && a.Scale > 1:
		return fmt.Sprintf("(%s)(%s<<%d)", base, neonRegister(a.Index), bits.TrailingZeros8(a.Scale))
	case a.Index != NoGeneral:
		return fmt.Sprintf("(%s)(%s)", base, neonRegister(a.Index))
	}
	return fmt.Sprintf("%d(%s)", a.Disp, base)
}

// operands puts a line's operands in the places of the instruction's text:
// vector registers, general registers by their Go names, and the number.
func (op *a64Op) operands(args []Operand) a64Operands {
	var o a64Operands
	fields := op.fields()
	if len(fields) != len(args) {
		panic(fmt.Sprintf("bug: codegen: %s has %d operands, not %d", op.name, len(fields), len(args)))
	}
	for i, a := range args {
		num := a.number()
		if a.Form == Immediate {
			num = a.N()
		}
		switch {
		case strings.ContainsAny(fields[i], "#"):
			o.imm = num
		case fields[i][1] == 'n':
			o.n = num
		case fields[i][1] == 'm':
			o.m = num
		default:
			o.d = num
		}
	}
	return o
}
