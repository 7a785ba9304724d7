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
	return Address{Text: fmt.Sprintf("%d(RSP)", neonSlot(i))}
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

// neonOperands are the registers of X, Y and Z.
var neonOperands = []struct{ pointer, step string }{{"R3", "R6"}, {"R4", "R7"}, {"R5", "R8"}}

// Param loads a mask by testing a byte of a bitmap against the bits of the
// instance's lanes.
func (t neon) Param(s *Selector, k int) Reg {
	pointer := neonOperands[k].pointer
	typ := s.Type(s.Func.Params[k])
	if typ != optab.Bool {
		return s.NewHome(Vector, s.Bytes(typ), Home{Addr: Address{Text: fmt.Sprintf("%d(%s)", s.Instance*s.Bytes(typ), pointer)}})
	}
	size := 16 / s.Lanes
	lanes := make([]byte, 16)
	for i := range s.Lanes {
		lanes[i*size] = 1 << (s.Instance*s.Lanes + i)
	}
	b, d := s.Vector(optab.Bool), s.Mask()
	s.Put("ld1r.16b", def(b), text(pointer))
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
		s.Put(store, use(r), text(fmt.Sprintf("%d(R9)", s.Instance*s.Bytes(typ))))
	}
	if s.Instance < s.Unroll-1 {
		return
	}
	if typ == optab.Bool {
		s.Put("str.b", use(neonByte(s, s.Results)), text("R9"))
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
	s.Put("CBZ", text("R12"), text(done))
	s.Put("CMP", text("$8"), text("R10"))
	s.Put("BGE", text(full))
	s.Put("MOVD", text("$-1"), text("R13"))
	s.Put("LSL", text("R10"), text("R13"), text("R13"))
	s.Put("BIC", text("R13"), text("R12"), text("R12"))
	s.Put(full + ":")
	s.Put("MOVBU", text("(R11)"), text("R13"))
	s.Put("ORR", text("R13"), text("R12"), text("R12"))
	s.Put("MOVB", text("R12"), text("(R11)"))
	s.Put(done + ":")
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
		put("MOVD %d(R0), %s", 16+8*k, op.pointer)
		put("MOVD %d(R0), %s", 40+8*k, op.step)
		if shift := bits.TrailingZeros(uint(l.passBytes(l.Func.Types[v]))); shift > 0 {
			put("LSL  $%d, %s", shift, op.step)
		}
	}
	put("MOVD 8(R0), R9")
	put("MOVD R1, R10")
	if l.Constants != nil {
		put("MOVD $%s(SB), R17", l.Constants.symbol(16))
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
		put("ADD  %s, %s", neonOperands[k].step, neonOperands[k].pointer)
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
func (neon) Print(l Line) string {
	if op, ok := a64ByName()[l.Op]; ok {
		word, asm := op.encode(op.operands(l.Args))
		return fmt.Sprintf("\tWORD $0x%08x // %s\n", word, asm)
	}
	if l.Kind == Join || strings.HasSuffix(l.Op, ":") {
		return l.Op + "\n"
	}
	if unicode.IsLower(rune(l.Op[0])) {
		panic("bug: codegen: no row for " + l.Op)
	}
	var args []string
	for _, a := range l.Args {
		switch {
		case a.Given.Kind != NotFixed:
			args = append(args, neonFixed(l.Op, a.Given))
		case a.Addr.Symbol != "":
			args = append(args, fmt.Sprintf("%d(R17)", a.Addr.Disp))
		case a.Addr != (Address{}):
			args = append(args, neonAddress(a.Addr))
		case l.Op == "VMOV":
			args = append(args, fmt.Sprintf("V%d.B16", a.Num))
		default:
			args = append(args, fmt.Sprint("F", a.Num))
		}
	}
	name := l.Op
	if name == "ADR" { // the assembler's does not reach as far
		name = "MOVD"
	}
	return "\t" + strings.TrimSpace(name+" "+strings.Join(args, ", ")) + "\n"
}

// general is a general register by its number.
func general(n int) Arg { return gen(General(n + 1)) }

func neonFixed(op string, f Fixed) string {
	switch f.Kind {
	case Immediate:
		return fmt.Sprintf("$%d", f.N)
	case GeneralRegister:
		return fmt.Sprint("R", f.N-1)
	case Memory:
		switch {
		case op == "ADR":
			return "$" + f.Addr.symbol()
		case op == "ADD":
			return fmt.Sprintf("R%d<<%d, R%d", f.Addr.Index-1, bits.TrailingZeros8(f.Addr.Scale), f.Addr.Base-1)
		}
		return neonAddress(f.Addr)
	}
	return f.Text
}

func neonAddress(a Address) string {
	switch {
	case a.Text != "":
		return a.Text
	case a.Index != NoGeneral && a.Scale > 1:
		return fmt.Sprintf("(R%d)(R%d<<%d)", a.Base-1, a.Index-1, bits.TrailingZeros8(a.Scale))
	case a.Index != NoGeneral:
		return fmt.Sprintf("(R%d)(R%d)", a.Base-1, a.Index-1)
	}
	return fmt.Sprintf("%d(R%d)", a.Disp, a.Base-1)
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
		num := a.Num
		switch a.Given.Kind {
		case NotFixed:
		case Immediate:
			num = a.Given.N
		case GeneralRegister:
			num = a.Given.N - 1
		default:
			n, err := strconv.Atoi(strings.TrimPrefix(a.Given.Text, "R"))
			if err != nil {
				panic(fmt.Sprintf("bug: codegen: %s: operand %q", op.name, a.Given.Text))
			}
			num = n
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
