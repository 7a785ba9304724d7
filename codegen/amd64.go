package codegen

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// amd64 is what the two targets of amd64 share: registers' names, memory
// operands and the frame of a kernel. General registers:
//
//	AX, BX, CX   X, Y and Z: where the next pass reads
//	DX, SI, DI   how far each goes on for one register of lanes; 0 for a uniform
//	R10          Dst: where the next pass writes
//	R11          lanes left
//	R12          Fault: where the next pass reports
//	R13, R15     for use within a sequence
//
// R8 and R9 are those of the chain; R14 is Go's.
type amd64 struct {
	regBytes int
}

func (amd64) Arch() string       { return "amd64" }
func (t amd64) RegBytes() int    { return t.regBytes }
func (amd64) Slot(i int) Address { return Address{Base: SP, Disp: 8 + 64*i} }
func (amd64) Move(r RegInfo) string {
	if r.Class == Mask {
		return "KMOVQ"
	}
	return "VMOVAPD"
}

func (amd64) Store(r RegInfo) string {
	if r.Class == Mask {
		return "KMOVQ"
	}
	return "VMOVUPD"
}

func (amd64) Load(r RegInfo, home Home) string {
	switch {
	case r.Class == Mask:
		return "KMOVQ"
	case home.Elem == 4:
		return "VBROADCASTSS"
	case home.Elem == 8 && r.Bytes == 16:
		return "VMOVDDUP"
	case home.Elem == 8:
		return "VBROADCASTSD"
	}
	return "VMOVUPD"
}

// Print writes a line as the Go assembler reads it. A memory operand of one
// element makes the instruction an embedded broadcast.
func (amd64) Print(l Line, n Names) string {
	op := l.Op
	var args []string
	for _, a := range l.Args {
		args = append(args, amd64Operand(a, n))
		if a.repeated() != 0 && !strings.HasPrefix(op, "VBROADCAST") && op != "VMOVDDUP" {
			name, zeroing := strings.CutSuffix(op, ".Z")
			op = name + ".BCST"
			if zeroing {
				op += ".Z"
			}
		}
	}
	if op == LabelOp {
		return args[0] + ":\n"
	}
	return "\t" + strings.TrimSpace(op+" "+strings.Join(args, ", ")) + "\n"
}

func amd64Operand(o Operand, n Names) string {
	switch o.Form {
	case Immediate:
		return "$" + strconv.Itoa(o.N())
	case GeneralRegister:
		return o.General().amd64()
	case Memory:
		return amd64Address(o.At, n)
	case Elements:
		return fmt.Sprintf("%s(%s*%d)", amd64Address(o.At, n), amd64Register(o), o.At.Scale)
	case Label:
		return n.Labels.name(o.N())
	}
	return amd64Register(o)
}

func amd64Address(a Address, n Names) string {
	if symbol, ok := a.data(); ok {
		return n.address(symbol, a.Disp)
	}
	var b strings.Builder
	if a.Disp != 0 || a.Base == R10 || a.Base == R12 { // results have theirs always
		fmt.Fprint(&b, a.Disp)
	}
	fmt.Fprintf(&b, "(%s)", a.Base.amd64())
	if a.Index != NoGeneral {
		fmt.Fprintf(&b, "(%s*%d)", a.Index.amd64(), a.Scale)
	}
	return b.String()
}

func amd64Register(a Operand) string {
	if a.Form == MaskRegister {
		return fmt.Sprint("K", a.Num)
	}
	return fmt.Sprint(map[uint8]string{64: "Z", 32: "Y", 16: "X"}[a.Bytes], a.Num)
}

// The general registers of amd64.
const (
	AX General = iota + 1
	CX
	DX
	BX
	SP
	BP
	SI
	DI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
)

func (g General) amd64() string {
	return [...]string{"AX", "CX", "DX", "BX", "SP", "BP", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13", "R14",
		"R15"}[g-1]
}

// amd64Operands are the registers of X, Y and Z.
var amd64Operands = []struct{ pointer, step General }{{AX, DX}, {BX, SI}, {CX, DI}}

// stepBytes returns how far the pointer of an operand of type t goes for one
// register of lanes. Where a register takes half a byte of a bitmap it is a
// byte for two of them, and shared is true.
func stepBytes(s *Loop, t optab.Type) (bytes int, shared bool) {
	if t != optab.Bool {
		return s.Lanes * t.Bits() / 8, false
	}
	return max(1, s.Lanes/8), s.Lanes < 8
}

// address returns where operand k is for the current instance. Two instances
// use the same pointer, the second one with the step added.
func (amd64) address(s *Selector, k int) Address {
	op := amd64Operands[k]
	_, shared := stepBytes(s.Loop, s.Type(s.Func.Params[k]))
	if s.Instance%2 == 1 && !shared {
		return Address{Base: op.pointer, Index: op.step, Scale: 1}
	}
	return Address{Base: op.pointer}
}

// advance moves the operands' pointers on after two instances, or one if there
// is no other.
func (amd64) advance(s *Selector) {
	if s.Instance%2 == 0 && s.Instance < s.Unroll-1 {
		return
	}
	for k, v := range s.Func.Params {
		op := amd64Operands[k]
		if _, shared := stepBytes(s.Loop, s.Type(v)); s.Instance%2 == 0 || shared {
			s.Put("ADDQ", gen(op.step), gen(op.pointer))
		} else {
			s.Put("LEAQ", mem(Address{Base: op.pointer, Index: op.step, Scale: 2}), gen(op.pointer))
		}
	}
}

// Unroll is more for bodies that are short beside the loop's own instructions.
func (amd64) Unroll(f *Func) int {
	switch {
	case len(f.Code) <= 2 && len(f.Params) <= 2:
		return 4
	case len(f.Code) <= 12:
		return 2
	}
	return 1
}

func (amd64) Enter(l *Loop) string {
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, "\t"+format+"\n", args...) }
	for k, v := range l.Func.Params {
		if k == 1 && l.Prefix == powerPrefix {
			continue // TestPower made it
		}
		op := amd64Operands[k]
		bytes, _ := stepBytes(l, l.Func.Types[v])
		put("MOVQ %d(R8), %s", 16+8*k, op.pointer.amd64())
		put("MOVQ %d(R8), %s", 40+8*k, op.step.amd64())
		if shift := bits.Len(uint(bytes)) - 1; shift > 0 {
			put("SHLQ $%d, %s", shift, op.step.amd64())
		}
	}
	put("MOVQ 8(R8), R10")
	put("MOVQ R9, R11")
	if l.Func.Fault != NoValue {
		put("MOVQ 64(R8), R12")
	}
	return b.String()
}

func (amd64) Leave(l *Loop) string {
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, "\t"+format+"\n", args...) }
	if t := l.Func.Types[l.Func.Result]; t == optab.Bool {
		put("ADDQ $%d, R10", l.Unit()/8)
	} else {
		put("ADDQ $%d, R10", l.Unit()*t.Bits()/8)
	}
	if l.Func.Fault != NoValue {
		put("ADDQ $%d, R12", l.Unit()/8)
	}
	put("SUBQ $%d, R11", l.Unit())
	put("JGT  %sloop", l.Prefix)
	put("ADDQ $80, R8")
	put("JMP  (R8)")
	return b.String()
}

// TestPower puts the exponent into each element of a slot of the scratch
// memory.
func (t amd64) TestPower(f *Func, otherwise string) string {
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, "\t"+format+"\n", args...) }
	typ := f.Types[f.Params[1]]
	size := map[int]string{32: "L", 64: "Q"}[typ.Bits()]
	put("CMPQ 48(R8), $0")
	put("JNE  %s", otherwise)
	put("MOVQ 24(R8), BX")
	put("MOV%s (BX), R13", size)
	put("TEST%s R13, R13", size)
	if typ.IsSigned() {
		put("JLE  %s", otherwise)
	} else {
		put("JEQ  %s", otherwise)
	}
	put("BLSR%s R13, R15", size)
	put("JNE  %s", otherwise)
	put("TZCNT%s R13, R13", size)
	put("VMOVQ R13, X0")
	r := amd64Register(VectorOf(0, t.regBytes))
	put("VPBROADCAST%s X0, %s", intLetter(typ), r)
	slot := amd64Address(t.Slot(scratchSlots-1), Names{})
	put("VMOVUPD %s, %s", r, slot)
	put("LEAQ %s, BX", slot)
	put("XORL SI, SI")
	return b.String()
}

// store adds the store of a number.
func (amd64) store(s *Selector, r Reg) {
	s.Put("VMOVUPD", use(r), mem(Address{Base: R10, Disp: s.Instance * s.Regs[r].Bytes}))
}

// report adds the code that ORs faults, which are bits in R13, into byte off of
// the bitmap, but those of lanes that do not exist. first is the lane of bit 0
// in this pass, and width a word of the assembler for the size: "B", "W".
func (amd64) report(s *Selector, off, first int, width string) {
	done, full := s.Label("reported"), s.Label("full")
	s.Put("TESTL", gen(R13), gen(R13))
	s.Put("JEQ", s.To(done))
	s.Put("MOVQ", gen(R11), gen(R15))
	s.Put("SUBQ", imm(first), gen(R15))
	s.Put("JLE", s.To(done))
	s.Put("CMPQ", gen(R15), imm(64))
	s.Put("JGE", s.To(full))
	s.Put("BZHIQ", gen(R15), gen(R13), gen(R13))
	s.Here(full)
	s.Put("OR"+width, gen(R13), mem(Address{Base: R12, Disp: off}))
	s.Here(done)
}
