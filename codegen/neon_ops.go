package codegen

import (
	"github.com/lockstep-simt/lockstep/program/optab"
)

// neonOps has the code of every op that NEON has a good sequence for.
func neonOps() map[string]selectFunc { return neonLazily.get(neonTable) }

var neonLazily lazy[map[string]selectFunc]

func (neon) Has(op string) bool {
	_, ok := neonOps()[op]
	return ok
}

func (neon) Select(s *Selector, in Instr) error {
	return s.selectFrom(neonOps(), in.Op, in)
}

// The types by their sizes, which choose instructions.
var (
	types32 = []optab.Type{optab.I32, optab.U32, optab.F32}
	types64 = []optab.Type{optab.I64, optab.U64, optab.F64}
)

// arrangement returns the suffix of rows for elements of some bits that fill a
// register.
func arrangement(bits int) string {
	if bits == 32 {
		return ".4s"
	}
	return ".2d"
}

// neon adds an instruction with a new destination.
func (s *Selector) neon(op string, args ...Reg) Reg {
	d := s.NewReg(Vector, 16)
	list := []Arg{def(d)}
	for _, r := range args {
		list = append(list, use(r))
	}
	s.Put(op, list...)
	return d
}

// neonBy adds an instruction with a number at the end.
func (s *Selector) neonBy(op string, x Reg, n int) Reg {
	d := s.NewReg(Vector, 16)
	s.Put(op, def(d), use(x), imm(n))
	return d
}

// neonOnto adds an instruction that changes a register; that is a new one, with
// d's value before.
func (s *Selector) neonOnto(op string, d Reg, args ...Reg) Reg {
	d = s.Tie(d)
	list := []Arg{both(d)}
	for _, r := range args {
		list = append(list, use(r))
	}
	s.Put(op, list...)
	return d
}

// blend returns x where the mask holds, else y.
func (s *Selector) blend(mask, x, y Reg) Reg { return s.neonOnto("bsl.16b", mask, x, y) }

// neonWide64 reports whether masks have 64-bit elements.
func neonWide64(s *Selector) bool { return s.Lanes == 2 }

// neonNarrowMask returns a mask with elements of t's width.
func neonNarrowMask(s *Selector, mask Reg, t optab.Type) Reg {
	if neonWide64(s) && t.Bits() == 32 {
		return s.neon("xtn.2s", mask)
	}
	return mask
}

// neonSetMask makes r, with elements of t's width, the mask of a value.
func neonSetMask(s *Selector, v Value, r Reg, t optab.Type) {
	if neonWide64(s) && t.Bits() == 32 {
		r = s.neonWiden(r, true)
	}
	s.Set(v, r)
}

// neonWiden extends the two 32-bit elements in the lower half of a register.
func (s *Selector) neonWiden(r Reg, signed bool) Reg {
	if signed {
		return s.neon("sxtl.2d", r)
	}
	return s.neon("uxtl.2d", r)
}

// operand returns the register of an argument.
func (s *Selector) operand(in Instr, k int) Reg { return s.Of(in.Args[k]) }

// Code of one instruction.

func neonUnary(op string) selectFunc {
	return func(s *Selector, in Instr) { s.Set(in.Dst, s.neon(op, s.operand(in, 0))) }
}

func neonBinary(op string) selectFunc {
	return func(s *Selector, in Instr) { s.Set(in.Dst, s.neon(op, s.operand(in, 0), s.operand(in, 1))) }
}

// neonSame is the code of an op that changes no bit.
func neonSame(s *Selector, in Instr) { s.Set(in.Dst, s.operand(in, 0)) }

func neonTable() map[string]selectFunc {
	m := map[string]selectFunc{If: neonIf, While: neonWhile, Merge: neonMerge, Lookup: neonLookup, Const: neonBool}
	for _, t := range append(types32, types64...) {
		on := func(name string, f selectFunc) { m[name+"."+t.String()] = f }
		on("select", neonSelect(t))
		a := arrangement(t.Bits())
		if t.IsFloat() {
			for name, op := range map[string]string{
				"add": "fadd", "sub": "fsub", "mul": "fmul", "quo": "fdiv", "min": "fmin", "max": "fmax",
			} {
				on(name, neonBinary(op+a))
			}
			for name, op := range map[string]string{
				"neg": "fneg", "abs": "fabs", "sqrt": "fsqrt", "floor": "frintm", "ceil": "frintp", "trunc": "frintz",
				"round": "frinta", "roundtoeven": "frintn",
			} {
				on(name, neonUnary(op+a))
			}
			on("fma", neonFused("fmla"+a, ""))
			on(FusedNegAdd, neonFused("fmls"+a, ""))
			on(FusedNegSub, neonFused("fmls"+a, "fneg"+a))
			on("copysign", func(s *Selector, in Instr) {
				sign := s.Constant(t, 1<<(t.Bits()-1))
				s.Set(in.Dst, s.neonOnto("bit.16b", s.operand(in, 0), s.operand(in, 1), sign))
			})
		} else {
			neonIntegers(t, on)
		}
		for name, f := range neonComparisons(t) {
			on(name, f)
		}
	}
	neonConversions(m)
	neonBools(m)
	neonMemory(m)
	return m
}

// neonFused is the code of a multiplication and addition with one rounding,
// which the instruction adds to z, or takes from it. z may be negated before.
func neonFused(op, before string) selectFunc {
	return func(s *Selector, in Instr) {
		z := s.operand(in, 2)
		if before != "" {
			z = s.neon(before, z)
		}
		s.Set(in.Dst, s.neonOnto(op, z, s.operand(in, 0), s.operand(in, 1)))
	}
}

// neonBools are the operations on masks.
func neonBools(m map[string]selectFunc) {
	for name, op := range map[string]string{"and": "and", "or": "orr", "xor": "eor", "andnot": "bic", "ne": "eor"} {
		m[name+".bool"] = neonBinary(op + ".16b")
	}
	m["not.bool"] = neonUnary("not.16b")
	m["eq.bool"] = func(s *Selector, in Instr) {
		s.Set(in.Dst, s.neon("not.16b", s.neon("eor.16b", s.operand(in, 0), s.operand(in, 1))))
	}
	m["select.bool"] = neonSelect(optab.Bool)
}

// neonBool is the code of a constant mask.
func neonBool(s *Selector, in Instr) {
	op := "zero.2d"
	if in.Const != 0 {
		op = "ones.2d"
	}
	s.Set(in.Dst, s.neon(op))
}

// neonSelect writes over the operand that ends, if one does.
func neonSelect(t optab.Type) selectFunc {
	return func(s *Selector, in Instr) {
		mask, x, y := s.operand(in, 0), s.operand(in, 1), s.operand(in, 2)
		narrow := neonNarrowMask(s, mask, t)
		switch {
		case narrow != mask || s.Ends(in.Args[0]):
			s.Set(in.Dst, s.blend(narrow, x, y))
		case s.Ends(in.Args[2]):
			s.Set(in.Dst, s.neonOnto("bit.16b", y, x, narrow))
		default:
			s.Set(in.Dst, s.neonOnto("bif.16b", x, y, narrow))
		}
	}
}

func neonMerge(s *Selector, in Instr) {
	mask := s.operand(in, 0)
	if t := s.Type(in.Dst); t != optab.Bool {
		mask = neonNarrowMask(s, mask, t)
	}
	s.Put("bit.16b", both(s.Of(in.Dst)), use(s.operand(in, 1)), use(mask))
}

// neonIf folds the mask into 64 bits.
func neonIf(s *Selector, in Instr) {
	mask := s.operand(in, 0)
	s.Put("umov.d", general(12), use(s.neon("umaxp.4s", mask, mask)), imm(0))
	s.Jump("CBZ", general(12))
}

func neonWhile(s *Selector, in Instr) {
	mask := s.operand(in, 0)
	s.Put("umov.d", general(12), use(s.neon("umaxp.4s", mask, mask)), imm(0))
	s.Back("CBNZ", general(12))
}

// neonComparisons are the comparisons of a type: three instructions, their
// operands swapped, and their complements. There are others for zero.
func neonComparisons(t optab.Type) map[string]selectFunc {
	eq, gt, ge := "cmeq", "cmgt", "cmge"
	switch {
	case t.IsFloat():
		eq, gt, ge = "fcmeq", "fcmgt", "fcmge"
	case !t.IsSigned():
		gt, ge = "cmhi", "cmhs"
	}
	a := arrangement(t.Bits())
	zero := t.IsFloat() || t.IsSigned()
	code := func(op string, x, y int, withZero string) selectFunc {
		return func(s *Selector, in Instr) {
			if c, ok := s.IsConst(in.Args[1]); ok && c == 0 && zero {
				neonSetMask(s, in.Dst, s.neon(withZero+a, s.operand(in, 0)), t)
				return
			}
			neonSetMask(s, in.Dst, s.neon(op+a, s.operand(in, x), s.operand(in, y)), t)
		}
	}
	prefix := eq[:len(eq)-2]
	return map[string]selectFunc{
		"eq": code(eq, 0, 1, eq+"z"),
		"gt": code(gt, 0, 1, prefix+"gtz"),
		"ge": code(ge, 0, 1, prefix+"gez"),
		"lt": code(gt, 1, 0, prefix+"ltz"),
		"le": code(ge, 1, 0, prefix+"lez"),
		"ne": func(s *Selector, in Instr) {
			r := s.neon(eq+a, s.operand(in, 0), s.operand(in, 1))
			neonSetMask(s, in.Dst, s.neon("not.16b", r), t)
		},
	}
}
