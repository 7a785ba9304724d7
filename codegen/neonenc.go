package codegen

import (
	"strconv"
	"strings"
)

// The Go assembler has hardly any of the vector instructions of A64, so NEON
// code is written as words, each followed by the instruction it is as a
// comment. The table below says what the word of an instruction is; the field
// numbers are those of the Arm Architecture Reference Manual for A-profile
// (DDI 0487), chapter C7, and a test has a disassembler read every row.

// a64Op is an instruction with its arrangement.
type a64Op struct {
	name string // the row's name: mnemonic, then the arrangement of the result
	word uint32 // with all operand fields zero
	// text is the instruction in Arm's syntax. Registers in it are a capital
	// letter for the bank and the view (V, Q, D, S, H, B, X, W) and a small one
	// for the place in the word: d in bits 0 to 4, n in 5 to 9, m in 16 to 20.
	// A number is one of
	//
	//	#left, #right  a shift of the first operand's elements, in bits 16 to 22
	//	[#]            an element of a vector
	text string
}

var a64Ops = []a64Op{
	// Float arithmetic.
	{"fadd.2d", 0x4e60d400, "fadd Vd.2d, Vn.2d, Vm.2d"},
	{"fadd.4s", 0x4e20d400, "fadd Vd.4s, Vn.4s, Vm.4s"},
	{"fsub.2d", 0x4ee0d400, "fsub Vd.2d, Vn.2d, Vm.2d"},
	{"fsub.4s", 0x4ea0d400, "fsub Vd.4s, Vn.4s, Vm.4s"},
	{"fmul.2d", 0x6e60dc00, "fmul Vd.2d, Vn.2d, Vm.2d"},
	{"fmul.4s", 0x6e20dc00, "fmul Vd.4s, Vn.4s, Vm.4s"},
	{"fdiv.2d", 0x6e60fc00, "fdiv Vd.2d, Vn.2d, Vm.2d"},
	{"fdiv.4s", 0x6e20fc00, "fdiv Vd.4s, Vn.4s, Vm.4s"},
	{"fmla.2d", 0x4e60cc00, "fmla Vd.2d, Vn.2d, Vm.2d"},
	{"fmla.4s", 0x4e20cc00, "fmla Vd.4s, Vn.4s, Vm.4s"},
	{"fmls.2d", 0x4ee0cc00, "fmls Vd.2d, Vn.2d, Vm.2d"},
	{"fmls.4s", 0x4ea0cc00, "fmls Vd.4s, Vn.4s, Vm.4s"},
	{"fmax.2d", 0x4e60f400, "fmax Vd.2d, Vn.2d, Vm.2d"},
	{"fmax.4s", 0x4e20f400, "fmax Vd.4s, Vn.4s, Vm.4s"},
	{"fmin.2d", 0x4ee0f400, "fmin Vd.2d, Vn.2d, Vm.2d"},
	{"fmin.4s", 0x4ea0f400, "fmin Vd.4s, Vn.4s, Vm.4s"},
	{"fsqrt.2d", 0x6ee1f800, "fsqrt Vd.2d, Vn.2d"},
	{"fsqrt.4s", 0x6ea1f800, "fsqrt Vd.4s, Vn.4s"},
	{"fabs.2d", 0x4ee0f800, "fabs Vd.2d, Vn.2d"},
	{"fabs.4s", 0x4ea0f800, "fabs Vd.4s, Vn.4s"},
	{"fneg.2d", 0x6ee0f800, "fneg Vd.2d, Vn.2d"},
	{"fneg.4s", 0x6ea0f800, "fneg Vd.4s, Vn.4s"},

	// Float comparisons: all ones where they hold.
	{"fcmeq.2d", 0x4e60e400, "fcmeq Vd.2d, Vn.2d, Vm.2d"},
	{"fcmeq.4s", 0x4e20e400, "fcmeq Vd.4s, Vn.4s, Vm.4s"},
	{"fcmge.2d", 0x6e60e400, "fcmge Vd.2d, Vn.2d, Vm.2d"},
	{"fcmge.4s", 0x6e20e400, "fcmge Vd.4s, Vn.4s, Vm.4s"},
	{"fcmgt.2d", 0x6ee0e400, "fcmgt Vd.2d, Vn.2d, Vm.2d"},
	{"fcmgt.4s", 0x6ea0e400, "fcmgt Vd.4s, Vn.4s, Vm.4s"},
	{"fcmeqz.2d", 0x4ee0d800, "fcmeq Vd.2d, Vn.2d, #0.0"},
	{"fcmeqz.4s", 0x4ea0d800, "fcmeq Vd.4s, Vn.4s, #0.0"},
	{"fcmgez.2d", 0x6ee0c800, "fcmge Vd.2d, Vn.2d, #0.0"},
	{"fcmgez.4s", 0x6ea0c800, "fcmge Vd.4s, Vn.4s, #0.0"},
	{"fcmgtz.2d", 0x4ee0c800, "fcmgt Vd.2d, Vn.2d, #0.0"},
	{"fcmgtz.4s", 0x4ea0c800, "fcmgt Vd.4s, Vn.4s, #0.0"},
	{"fcmlez.2d", 0x6ee0d800, "fcmle Vd.2d, Vn.2d, #0.0"},
	{"fcmlez.4s", 0x6ea0d800, "fcmle Vd.4s, Vn.4s, #0.0"},
	{"fcmltz.2d", 0x4ee0e800, "fcmlt Vd.2d, Vn.2d, #0.0"},
	{"fcmltz.4s", 0x4ea0e800, "fcmlt Vd.4s, Vn.4s, #0.0"},

	// Rounding to integers: to even, down, up, toward zero, halves away from zero.
	{"frintn.2d", 0x4e618800, "frintn Vd.2d, Vn.2d"},
	{"frintn.4s", 0x4e218800, "frintn Vd.4s, Vn.4s"},
	{"frintm.2d", 0x4e619800, "frintm Vd.2d, Vn.2d"},
	{"frintm.4s", 0x4e219800, "frintm Vd.4s, Vn.4s"},
	{"frintp.2d", 0x4ee18800, "frintp Vd.2d, Vn.2d"},
	{"frintp.4s", 0x4ea18800, "frintp Vd.4s, Vn.4s"},
	{"frintz.2d", 0x4ee19800, "frintz Vd.2d, Vn.2d"},
	{"frintz.4s", 0x4ea19800, "frintz Vd.4s, Vn.4s"},
	{"frinta.2d", 0x6e618800, "frinta Vd.2d, Vn.2d"},
	{"frinta.4s", 0x6e218800, "frinta Vd.4s, Vn.4s"},

	// Conversions. Those to integers truncate and saturate.
	{"fcvtzs.2d", 0x4ee1b800, "fcvtzs Vd.2d, Vn.2d"},
	{"fcvtzs.4s", 0x4ea1b800, "fcvtzs Vd.4s, Vn.4s"},
	{"fcvtzu.2d", 0x6ee1b800, "fcvtzu Vd.2d, Vn.2d"},
	{"scvtf.2d", 0x4e61d800, "scvtf Vd.2d, Vn.2d"},
	{"scvtf.4s", 0x4e21d800, "scvtf Vd.4s, Vn.4s"},
	{"ucvtf.2d", 0x6e61d800, "ucvtf Vd.2d, Vn.2d"},
	{"ucvtf.4s", 0x6e21d800, "ucvtf Vd.4s, Vn.4s"},
	{"fcvtl.2d", 0x0e617800, "fcvtl Vd.2d, Vn.2s"},
	{"fcvtn.2s", 0x0e616800, "fcvtn Vd.2s, Vn.2d"},
	{"scvtf.s", 0x9e220000, "scvtf Sd, Xn"},
	{"ucvtf.s", 0x9e230000, "ucvtf Sd, Xn"},

	// Integer arithmetic.
	{"add.2d", 0x4ee08400, "add Vd.2d, Vn.2d, Vm.2d"},
	{"add.4s", 0x4ea08400, "add Vd.4s, Vn.4s, Vm.4s"},
	{"sub.2d", 0x6ee08400, "sub Vd.2d, Vn.2d, Vm.2d"},
	{"sub.4s", 0x6ea08400, "sub Vd.4s, Vn.4s, Vm.4s"},
	{"mul.4s", 0x4ea09c00, "mul Vd.4s, Vn.4s, Vm.4s"},
	{"smin.4s", 0x4ea06c00, "smin Vd.4s, Vn.4s, Vm.4s"},
	{"smax.4s", 0x4ea06400, "smax Vd.4s, Vn.4s, Vm.4s"},
	{"umin.4s", 0x6ea06c00, "umin Vd.4s, Vn.4s, Vm.4s"},
	{"umax.4s", 0x6ea06400, "umax Vd.4s, Vn.4s, Vm.4s"},
	{"abs.2d", 0x4ee0b800, "abs Vd.2d, Vn.2d"},
	{"abs.4s", 0x4ea0b800, "abs Vd.4s, Vn.4s"},
	{"neg.2d", 0x6ee0b800, "neg Vd.2d, Vn.2d"},
	{"neg.4s", 0x6ea0b800, "neg Vd.4s, Vn.4s"},
	{"smull.2d", 0x0ea0c000, "smull Vd.2d, Vn.2s, Vm.2s"},
	{"smull2.2d", 0x4ea0c000, "smull2 Vd.2d, Vn.4s, Vm.4s"},
	{"umull.2d", 0x2ea0c000, "umull Vd.2d, Vn.2s, Vm.2s"},
	{"umull2.2d", 0x6ea0c000, "umull2 Vd.2d, Vn.4s, Vm.4s"},
	{"umlal.2d", 0x2ea08000, "umlal Vd.2d, Vn.2s, Vm.2s"},
	{"addv.8b", 0x0e31b800, "addv Bd, Vn.8b"},
	{"addv.4s", 0x4eb1b800, "addv Sd, Vn.4s"},
	{"addp.d", 0x5ef1b800, "addp Dd, Vn.2d"},
	{"umaxp.4s", 0x6ea0a400, "umaxp Vd.4s, Vn.4s, Vm.4s"},
	{"uaddlp.8h", 0x6e202800, "uaddlp Vd.8h, Vn.16b"},
	{"uaddlp.4s", 0x6e602800, "uaddlp Vd.4s, Vn.8h"},
	{"uaddlp.2d", 0x6ea02800, "uaddlp Vd.2d, Vn.4s"},

	// Integer comparisons: all ones where they hold.
	{"cmeq.2d", 0x6ee08c00, "cmeq Vd.2d, Vn.2d, Vm.2d"},
	{"cmeq.4s", 0x6ea08c00, "cmeq Vd.4s, Vn.4s, Vm.4s"},
	{"cmgt.2d", 0x4ee03400, "cmgt Vd.2d, Vn.2d, Vm.2d"},
	{"cmgt.4s", 0x4ea03400, "cmgt Vd.4s, Vn.4s, Vm.4s"},
	{"cmge.2d", 0x4ee03c00, "cmge Vd.2d, Vn.2d, Vm.2d"},
	{"cmge.4s", 0x4ea03c00, "cmge Vd.4s, Vn.4s, Vm.4s"},
	{"cmhi.2d", 0x6ee03400, "cmhi Vd.2d, Vn.2d, Vm.2d"},
	{"cmhi.4s", 0x6ea03400, "cmhi Vd.4s, Vn.4s, Vm.4s"},
	{"cmhs.2d", 0x6ee03c00, "cmhs Vd.2d, Vn.2d, Vm.2d"},
	{"cmhs.4s", 0x6ea03c00, "cmhs Vd.4s, Vn.4s, Vm.4s"},
	{"cmtst.2d", 0x4ee08c00, "cmtst Vd.2d, Vn.2d, Vm.2d"},
	{"cmtst.4s", 0x4ea08c00, "cmtst Vd.4s, Vn.4s, Vm.4s"},
	{"cmeqz.2d", 0x4ee09800, "cmeq Vd.2d, Vn.2d, #0"},
	{"cmeqz.4s", 0x4ea09800, "cmeq Vd.4s, Vn.4s, #0"},
	{"cmgtz.2d", 0x4ee08800, "cmgt Vd.2d, Vn.2d, #0"},
	{"cmgtz.4s", 0x4ea08800, "cmgt Vd.4s, Vn.4s, #0"},
	{"cmgez.2d", 0x6ee08800, "cmge Vd.2d, Vn.2d, #0"},
	{"cmgez.4s", 0x6ea08800, "cmge Vd.4s, Vn.4s, #0"},
	{"cmlez.2d", 0x6ee09800, "cmle Vd.2d, Vn.2d, #0"},
	{"cmlez.4s", 0x6ea09800, "cmle Vd.4s, Vn.4s, #0"},
	{"cmltz.2d", 0x4ee0a800, "cmlt Vd.2d, Vn.2d, #0"},
	{"cmltz.4s", 0x4ea0a800, "cmlt Vd.4s, Vn.4s, #0"},

	// Shifts: by a register's low byte, negative to the right, and by a constant.
	{"sshl.2d", 0x4ee04400, "sshl Vd.2d, Vn.2d, Vm.2d"},
	{"sshl.4s", 0x4ea04400, "sshl Vd.4s, Vn.4s, Vm.4s"},
	{"ushl.2d", 0x6ee04400, "ushl Vd.2d, Vn.2d, Vm.2d"},
	{"ushl.4s", 0x6ea04400, "ushl Vd.4s, Vn.4s, Vm.4s"},
	{"shl.2d", 0x4f005400, "shl Vd.2d, Vn.2d, #left"},
	{"shl.4s", 0x4f005400, "shl Vd.4s, Vn.4s, #left"},
	{"sshr.2d", 0x4f000400, "sshr Vd.2d, Vn.2d, #right"},
	{"sshr.4s", 0x4f000400, "sshr Vd.4s, Vn.4s, #right"},
	{"ushr.2d", 0x6f000400, "ushr Vd.2d, Vn.2d, #right"},
	{"ushr.4s", 0x6f000400, "ushr Vd.4s, Vn.4s, #right"},

	// Widths.
	{"xtn.2s", 0x0ea12800, "xtn Vd.2s, Vn.2d"},
	{"sqxtn.2s", 0x0ea14800, "sqxtn Vd.2s, Vn.2d"},
	{"uqxtn.2s", 0x2ea14800, "uqxtn Vd.2s, Vn.2d"},
	{"xtn.8b", 0x0e212800, "xtn Vd.8b, Vn.8h"},
	{"sxtl.2d", 0x0f20a400, "sshll Vd.2d, Vn.2s, #0"},
	{"uxtl.2d", 0x2f20a400, "ushll Vd.2d, Vn.2s, #0"},

	// Bits.
	{"and.16b", 0x4e201c00, "and Vd.16b, Vn.16b, Vm.16b"},
	{"bic.16b", 0x4e601c00, "bic Vd.16b, Vn.16b, Vm.16b"},
	{"orr.16b", 0x4ea01c00, "orr Vd.16b, Vn.16b, Vm.16b"},
	{"eor.16b", 0x6e201c00, "eor Vd.16b, Vn.16b, Vm.16b"},
	{"bsl.16b", 0x6e601c00, "bsl Vd.16b, Vn.16b, Vm.16b"},
	{"bit.16b", 0x6ea01c00, "bit Vd.16b, Vn.16b, Vm.16b"},
	{"bif.16b", 0x6ee01c00, "bif Vd.16b, Vn.16b, Vm.16b"},
	{"not.16b", 0x6e205800, "mvn Vd.16b, Vn.16b"},
	{"cnt.16b", 0x4e205800, "cnt Vd.16b, Vn.16b"},
	{"rbit.16b", 0x6e605800, "rbit Vd.16b, Vn.16b"},
	{"clz.4s", 0x6ea04800, "clz Vd.4s, Vn.4s"},
	{"rev64.16b", 0x4e200800, "rev64 Vd.16b, Vn.16b"},
	{"rev64.4s", 0x4ea00800, "rev64 Vd.4s, Vn.4s"},
	{"rev32.16b", 0x6e200800, "rev32 Vd.16b, Vn.16b"},
	{"zero.2d", 0x6f00e400, "movi Vd.2d, #0000000000000000"},
	{"ones.2d", 0x6f07e7e0, "movi Vd.2d, #0xffffffffffffffff"},

	// Elements moved and permuted.
	{"ins.d", 0x4e001c00, "mov Vd.d[#], Xn"},
	{"ins.s", 0x4e001c00, "mov Vd.s[#], Wn"},
	{"umov.d", 0x4e003c00, "mov Xd, Vn.d[#]"},
	{"umov.b", 0x0e003c00, "umov Wd, Vn.b[#]"},
	{"umov.s", 0x0e003c00, "mov Wd, Vn.s[#]"},
	{"fmov.d", 0x9e670000, "fmov Dd, Xn"},
	{"dup.2d", 0x4e080c00, "dup Vd.2d, Xn"},
	{"dup.4s", 0x4e040c00, "dup Vd.4s, Wn"},
	{"zip1.2d", 0x4ec03800, "zip1 Vd.2d, Vn.2d, Vm.2d"},
	{"zip1.4s", 0x4e803800, "zip1 Vd.4s, Vn.4s, Vm.4s"},
	{"uzp1.8h", 0x4e401800, "uzp1 Vd.8h, Vn.8h, Vm.8h"},
	{"uzp1.4s", 0x4e801800, "uzp1 Vd.4s, Vn.4s, Vm.4s"},
	{"uzp2.4s", 0x4e805800, "uzp2 Vd.4s, Vn.4s, Vm.4s"},
	{"tbl1.16b", 0x4e000000, "tbl Vd.16b, { Vn.16b }, Vm.16b"},
	{"tbx1.16b", 0x4e001000, "tbx Vd.16b, { Vn.16b }, Vm.16b"},

	// Memory.
	{"str.b", 0x3d000000, "str Bd, [Xn]"},
	{"ldrx.d", 0xfc607800, "ldr Dd, [Xn, Xm, lsl #3]"},
	{"ldrx.s", 0xbc607800, "ldr Sd, [Xn, Xm, lsl #2]"},
	{"ld1r.16b", 0x4d40c000, "ld1r { Vd.16b }, [Xn]"},
	{"ld1r.4s", 0x4d40c800, "ld1r { Vd.4s }, [Xn]"},
	{"ld1r.2d", 0x4d40cc00, "ld1r { Vd.2d }, [Xn]"},
}

// a64ByName has the row of each name.
func a64ByName() map[string]*a64Op {
	return a64Lazily.get(func() map[string]*a64Op {
		m := make(map[string]*a64Op, len(a64Ops))
		for i := range a64Ops {
			m[a64Ops[i].name] = &a64Ops[i]
		}
		return m
	})
}

var a64Lazily lazy[map[string]*a64Op]

// a64Operands are the registers' numbers and the number of an instruction. What
// an instruction does not have is not looked at.
type a64Operands struct{ d, n, m, imm int }

// replaceFields returns an instruction's text with its operands replaced.
func replaceFields(text string, replace func(field string) string) string {
	var b strings.Builder
	for len(text) > 0 {
		n := fieldAt(text)
		if n == 0 {
			b.WriteByte(text[0])
			text = text[1:]
			continue
		}
		b.WriteString(replace(text[:n]))
		text = text[n:]
	}
	return b.String()
}

// fieldAt returns the length of the operand that a text begins with, or 0.
func fieldAt(text string) int {
	if len(text) > 1 && strings.IndexByte("VQDSHBXW", text[0]) >= 0 && strings.IndexByte("dnm", text[1]) >= 0 {
		return 2
	}
	for _, field := range []string{"[#]", "#left", "#right"} {
		if strings.HasPrefix(text, field) {
			return len(field)
		}
	}
	return 0
}

// fields are the operands in the instruction's text.
func (op *a64Op) fields() (list []string) {
	replaceFields(op.text, func(field string) string {
		list = append(list, field)
		return ""
	})
	return list
}

// encode returns an instruction's word and its text.
func (op *a64Op) encode(o a64Operands) (word uint32, text string) {
	word = op.word
	text = replaceFields(op.text, func(f string) string {
		switch f {
		case "#left":
			word |= uint32(op.elementBits()+o.imm) << 16
			return "#" + strconv.Itoa(o.imm)
		case "#right":
			word |= uint32(2*op.elementBits()-o.imm) << 16
			return "#" + strconv.Itoa(o.imm)
		case "[#]":
			word |= op.elementIndex(o.imm)
			return "[" + strconv.Itoa(o.imm) + "]"
		}
		reg, shift := o.d, 0
		switch f[1] {
		case 'n':
			reg, shift = o.n, 5
		case 'm':
			reg, shift = o.m, 16
		}
		word |= uint32(reg) << shift
		return strings.ToLower(f[:1]) + strconv.Itoa(reg)
	})
	return word, text
}

// elementBits returns the width of the first operand's elements.
func (op *a64Op) elementBits() int { return 8 * a64Size(op.text[strings.IndexByte(op.text, '.')+1:]) }

// elementIndex returns the field of an element's number: a bit below the number
// marks the element's width.
func (op *a64Op) elementIndex(i int) uint32 {
	before, _, _ := strings.Cut(op.text, "[")
	size := a64Size(before[strings.LastIndexByte(before, '.')+1:])
	return uint32(2*i+1) * uint32(size) << 16
}

// a64Size returns the bytes of an element, which begins a text: "d", "2d".
func a64Size(s string) int {
	switch strings.TrimLeft(s, "0123456789")[0] {
	case 'd':
		return 8
	case 's':
		return 4
	}
	return 1
}
