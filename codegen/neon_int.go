package codegen

import (
	"github.com/lockstep-simt/lockstep/program/optab"
)

// neonIntegers gives on the integer operations of a type. NEON multiplies,
// compares and counts bits of 32-bit elements better than of 64-bit ones.
func neonIntegers(t optab.Type, on func(name string, f selectFunc)) {
	a := arrangement(t.Bits())
	for name, op := range map[string]string{"add": "add", "sub": "sub"} {
		on(name, neonBinary(op+a))
	}
	for name, op := range map[string]string{"and": "and", "or": "orr", "xor": "eor", "andnot": "bic"} {
		on(name, neonBinary(op+".16b"))
	}
	on("not", neonUnary("not.16b"))
	on("neg", neonUnary("neg"+a))
	on("shl", neonShift(t, true))
	on("shr", neonShift(t, false))
	if t.IsSigned() {
		on("abs", neonUnary("abs"+a))
	} else {
		on("rotl", neonRotate(t))
		reverse := map[int]string{32: "rev32.16b", 64: "rev64.16b"}[t.Bits()]
		on("bswap", neonUnary(reverse))
		on("bitrev", func(s *Selector, in Instr) {
			s.Set(in.Dst, s.neon(reverse, s.neon("rbit.16b", s.operand(in, 0))))
		})
		on("popcount", func(s *Selector, in Instr) { s.Set(in.Dst, neonPopcount(s, s.operand(in, 0), t)) })
		on("ctz", func(s *Selector, in Instr) {
			// The bits below the lowest one that is set.
			x := s.operand(in, 0)
			below := s.neon("bic.16b", s.neon("add"+a, x, s.Constant(t, ^uint64(0))), x)
			s.Set(in.Dst, neonPopcount(s, below, t))
		})
		on("clz", neonLeadingZeros(t))
	}
	letter := map[bool]string{true: "s", false: "u"}[t.IsSigned()]
	if t.Bits() == 32 {
		on("mul", neonBinary("mul.4s"))
		on("min", neonBinary(letter+"min.4s"))
		on("max", neonBinary(letter+"max.4s"))
		on(Lesser, neonBinary(letter+"min.4s"))
		on(Greater, neonBinary(letter+"max.4s"))
		on("mulhi", func(s *Selector, in Instr) {
			x, y := s.operand(in, 0), s.operand(in, 1)
			s.Set(in.Dst, s.neon("uzp2.4s", s.neon(letter+"mull.2d", x, y), s.neon(letter+"mull2.2d", x, y)))
		})
		return
	}
	on("mul", neonMul64)
	on("mulhi", neonMulHigh(map[bool]string{true: "SMULH", false: "UMULH"}[t.IsSigned()]))
	greater := map[bool]string{true: "cmgt.2d", false: "cmhi.2d"}[t.IsSigned()]
	on("max", func(s *Selector, in Instr) {
		x, y := s.operand(in, 0), s.operand(in, 1)
		s.Set(in.Dst, s.blend(s.neon(greater, x, y), x, y))
	})
	on("min", func(s *Selector, in Instr) {
		x, y := s.operand(in, 0), s.operand(in, 1)
		s.Set(in.Dst, s.blend(s.neon(greater, y, x), x, y))
	})
}

// neonMul64 multiplies by halves: the products of the lower halves, and above
// them the sum of the crosswise ones.
func neonMul64(s *Selector, in Instr) {
	x, y := s.operand(in, 0), s.operand(in, 1)
	cross := s.neon("uaddlp.2d", s.neon("mul.4s", s.neon("rev64.4s", y), x))
	high := s.neonBy("shl.2d", cross, 32)
	s.Set(in.Dst, s.neonOnto("umlal.2d", high, s.neon("xtn.2s", x), s.neon("xtn.2s", y)))
}

// neonMulHigh multiplies in general registers, lane by lane.
func neonMulHigh(op string) selectFunc {
	return func(s *Selector, in Instr) {
		d := s.NewReg(Vector, 16)
		for i := range s.Lanes {
			lane := imm(i)
			s.Put("umov.d", general(12), use(s.operand(in, 0)), lane)
			s.Put("umov.d", general(13), use(s.operand(in, 1)), lane)
			s.Put(op, general(13), general(12), general(14))
			if i == 0 {
				s.Put("fmov.d", def(d), general(14))
			} else {
				s.Put("ins.d", both(d), lane, general(14))
			}
		}
		s.Set(in.Dst, d)
	}
}

// neonShift is the code of shifts. The instructions shift by the low byte of
// the count, negative to the right; so larger counts are dealt with before.
func neonShift(t optab.Type, left bool) selectFunc {
	a := arrangement(t.Bits())
	letter := "u"
	if t.IsSigned() && !left {
		letter = "s"
	}
	return func(s *Selector, in Instr) {
		x := s.operand(in, 0)
		if c, ok := s.IsConst(in.Args[1]); ok {
			s.Set(in.Dst, neonShiftBy(s, x, t, left, c))
			return
		}
		y := s.operand(in, 1)
		var beyond Reg
		switch {
		case t.Bits() == 32:
			if s.Type(in.Args[1]).Bits() == 64 {
				y = s.neon("uqxtn.2s", y)
			}
			most := uint64(32)
			if letter == "s" {
				most = 31
			}
			y = s.neon("umin.4s", y, s.Constant(optab.U32, most))
		case letter == "s":
			most := s.Constant(optab.U64, 63)
			y = s.neonOnto("bit.16b", y, most, s.neon("cmhi.2d", y, most))
		default:
			beyond = s.neon("cmhi.2d", y, s.Constant(optab.U64, 63))
		}
		if !left {
			y = s.neon("neg"+a, y)
		}
		d := s.neon(letter+"shl"+a, x, y)
		if t.Bits() == 64 && letter == "u" {
			d = s.neon("bic.16b", d, beyond)
		}
		s.Set(in.Dst, d)
	}
}

// neonShiftBy shifts by a constant.
func neonShiftBy(s *Selector, x Reg, t optab.Type, left bool, count uint64) Reg {
	a, width := arrangement(t.Bits()), uint64(t.Bits())
	switch {
	case count == 0:
		return x
	case !left && t.IsSigned():
		return s.neonBy("sshr"+a, x, int(min(count, width)))
	case count >= width:
		return s.neon("zero.2d")
	case left:
		return s.neonBy("shl"+a, x, int(count))
	}
	return s.neonBy("ushr"+a, x, int(count))
}

// neonRotate shifts to the left by the count modulo the width, and to the right
// by what is missing from the width.
func neonRotate(t optab.Type) selectFunc {
	a, width := arrangement(t.Bits()), uint64(t.Bits())
	return func(s *Selector, in Instr) {
		x := s.operand(in, 0)
		if c, ok := s.IsConst(in.Args[1]); ok {
			c %= width
			left, right := neonShiftBy(s, x, t, true, c), neonShiftBy(s, x, t, false, width-c)
			s.Set(in.Dst, s.neon("orr.16b", left, right))
			return
		}
		y := s.operand(in, 1)
		if width == 32 && s.Type(in.Args[1]).Bits() == 64 {
			y = s.neon("xtn.2s", y)
		}
		y = s.neon("and.16b", y, s.Constant(t, width-1))
		right := s.neon("sub"+a, y, s.Constant(t, width))
		s.Set(in.Dst, s.neon("orr.16b", s.neon("ushl"+a, x, y), s.neon("ushl"+a, x, right)))
	}
}

// neonPopcount counts the bits of bytes and adds up. The result has 64-bit
// elements.
func neonPopcount(s *Selector, x Reg, t optab.Type) Reg {
	r := s.neon("uaddlp.4s", s.neon("uaddlp.8h", s.neon("cnt.16b", x)))
	if t.Bits() == 32 {
		return s.neonWiden(r, false)
	}
	return s.neon("uaddlp.2d", r)
}

// neonLeadingZeros counts those of halves; those of the lower half count where
// the upper one has 32.
func neonLeadingZeros(t optab.Type) selectFunc {
	return func(s *Selector, in Instr) {
		halves := s.neon("clz.4s", s.operand(in, 0))
		if t.Bits() == 32 {
			s.Set(in.Dst, s.neonWiden(halves, false))
			return
		}
		upper := s.neonBy("ushr.2d", halves, 32)
		lower := s.neon("and.16b", halves, s.Constant(optab.U64, 1<<32-1))
		lower = s.neon("and.16b", lower, s.neon("cmeq.2d", upper, s.Constant(optab.U64, 32)))
		s.Set(in.Dst, s.neon("add.2d", upper, lower))
	}
}
