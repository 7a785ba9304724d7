package codegen

import (
	"github.com/lockstep-simt/lockstep/program/optab"
)

// avx2Ops has the code of every op that AVX2 has a good sequence for.
func avx2Ops() map[string]selectFunc { return avx2Lazily.get(avx2Table) }

var avx2Lazily lazy[map[string]selectFunc]

func avx2Table() map[string]selectFunc {
	m := map[string]selectFunc{}
	for _, t := range []optab.Type{optab.I32, optab.I64, optab.U32, optab.U64, optab.F32, optab.F64} {
		on := func(name string, f selectFunc) { m[name+"."+t.String()] = f }
		on("select", func(s *Selector, in Instr) {
			a, b := s.Of(in.Args[1]), s.Of(in.Args[2])
			mask := s.maskFor(s.Of(in.Args[0]), s.Regs[a].Bytes)
			if other, ok := s.known(inverseMask, mask); ok {
				mask, a, b = other, b, a
			}
			s.Set(in.Dst, s.choose(t, mask, a, b))
		})
		blendForms(m, t)
		on(LookupNear, lookup256) // four registers of 32 bytes at most
		if t.IsFloat() {
			avx2Floats(t, on)
			continue
		}
		avx2Integers(t, on)
		avx2Compare(t, on)
		if t.Bits() == 64 {
			avx2Wide(t, on)
		} else {
			avx2Narrow(t, on)
		}
	}
	avx2Masks(m)
	avx2Conversions(m)
	avx2Counts(m)
	arrayForms(m, avx2Arrays{})
	frameForms(m, avx2Arrays{})
	recordForms(m, avx2Arrays{})
	m[Lookup] = lookup256
	askRows(m, func(s *Selector, mask Reg) { s.Put("VPTEST", use(mask), use(mask)) })
	m[Merge] = func(s *Selector, in Instr) {
		v, d := s.Of(in.Args[1]), s.Of(in.Dst)
		mask := s.maskFor(s.Of(in.Args[0]), s.Regs[d].Bytes)
		s.Put(blendOp(s.Type(in.Dst), s), use(mask), use(v), use(d), def(d))
	}
	return m
}

// blendOp is the instruction that chooses elements of type t.
func blendOp(t optab.Type, s *Selector) string {
	if t == optab.Bool && s.Width == 4 || t.Bits() == 32 {
		return "VBLENDVPS"
	}
	return "VBLENDVPD"
}

// choose returns a where the mask holds, else b.
func (s *Selector) choose(t optab.Type, mask, a, b Reg) Reg {
	d := s.NewReg(Vector, s.Regs[b].Bytes)
	s.Put(blendOp(t, s), use(mask), useElem(a), use(b), def(d))
	return d
}

func avx2Floats(t optab.Type, on func(string, selectFunc)) {
	l := floatLetters(t)
	sign := uint64(1) << (t.Bits() - 1)
	on("add", commutative("VADD"+l))
	on("sub", plain("VSUB"+l))
	on("mul", commutative("VMUL"+l))
	on("quo", plain("VDIV"+l))
	on("sqrt", plain("VSQRT"+l))
	for name, op := range map[string]string{"fma": "VFMADD", FusedSub: "VFMSUB", FusedNegAdd: "VFNMADD",
		FusedNegSub: "VFNMSUB"} {
		on(name, fusedMultiplyAdd(op, l))
	}
	for name, mode := range map[string]int{"roundtoeven": 8, "floor": 9, "ceil": 10, "trunc": 11} {
		on(name, func(s *Selector, in Instr) {
			s.Set(in.Dst, s.opImm("VROUND"+l, mode, s.Of(in.Args[0])))
		})
	}
	on("neg", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VXOR"+l, s.Of(in.Args[0]), s.Constant(t, sign)))
	})
	on("abs", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VAND"+l, s.Of(in.Args[0]), s.Constant(t, sign-1)))
	})
	copysign := func(s *Selector, x, y Reg) Reg {
		return s.op("VOR"+l, s.op("VAND"+l, x, s.Constant(t, sign-1)), s.op("VAND"+l, y, s.Constant(t, sign)))
	}
	on("copysign", func(s *Selector, in Instr) {
		s.Set(in.Dst, copysign(s, s.Of(in.Args[0]), s.Of(in.Args[1])))
	})
	// As for AVX-512. A sum with zero would lose the sign of -0, so it is chosen.
	on("round", func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		whole := s.opImm("VROUND"+l, 11, x)
		cut := s.op("VAND"+l, s.op("VSUB"+l, x, whole), s.Constant(t, sign-1))
		up := s.opCompare("VCMP"+l, 29, cut, s.Constant(t, t.FloatBits(0.5)))
		next := s.op("VADD"+l, whole, copysign(s, s.Constant(t, t.FloatBits(1)), x))
		s.Set(in.Dst, s.choose(t, up, next, whole))
	})
	on(Lesser, plain("VMIN"+l))
	on(Greater, plain("VMAX"+l))
	// VMIN and VMAX give their second operand if either is NaN or both are zero.
	// Done both ways, what the results have in common or together is the answer;
	// of a NaN and a number all bits together are a NaN.
	on("min", func(s *Selector, in Instr) {
		x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
		s.Set(in.Dst, s.op("VOR"+l, s.op("VMIN"+l, x, y), s.op("VMIN"+l, y, x)))
	})
	on("max", func(s *Selector, in Instr) {
		x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
		common := s.op("VAND"+l, s.op("VMAX"+l, x, y), s.op("VMAX"+l, y, x))
		s.Set(in.Dst, s.op("VOR"+l, common, s.opCompare("VCMP"+l, 3, x, y)))
	})
	for name, p := range map[string]int{"eq": 0, "lt": 17, "le": 18, "ne": 4, "ge": 29, "gt": 30} {
		on(name, func(s *Selector, in Instr) {
			s.Set(in.Dst, s.maskFrom(s.opCompare("VCMP"+l, p, s.Of(in.Args[0]), s.Of(in.Args[1]))))
		})
	}
}

// opCompare adds a comparison into a vector.
func (s *Selector) opCompare(op string, predicate int, x, y Reg) Reg {
	d := s.NewReg(Vector, s.Regs[x].Bytes)
	s.Put(op, imm(predicate), useElem(y), use(x), def(d))
	return d
}

// ones returns a register of ones as wide as x.
func (s *Selector) ones(x Reg) Reg { return s.ConstantBytes(^uint64(0), 8, s.Regs[x].Bytes) }

func (s *Selector) zero(x Reg) Reg { return s.ConstantBytes(0, 8, s.Regs[x].Bytes) }

func (s *Selector) not(x Reg) Reg { return s.op("VPXOR", x, s.ones(x)) }

// avx2Integers are the ops that are alike for both widths.
func avx2Integers(t optab.Type, on func(string, selectFunc)) {
	q := intLetter(t)
	on("add", commutative("VPADD"+q))
	on("sub", plain("VPSUB"+q))
	on("and", commutative("VPAND"))
	on("or", commutative("VPOR"))
	on("xor", commutative("VPXOR"))
	on("andnot", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VPANDN", s.Of(in.Args[1]), s.Of(in.Args[0])))
	})
	on("not", func(s *Selector, in Instr) { s.Set(in.Dst, s.not(s.Of(in.Args[0]))) })
	on("neg", func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		s.Set(in.Dst, s.op("VPSUB"+q, s.zero(x), x))
	})
	on("bswap", func(s *Selector, in Instr) { s.Set(in.Dst, s.swapBytes(s.Of(in.Args[0]), t)) })
	on("bitrev", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.swapBytes(s.reverseBits(s.Of(in.Args[0])), t))
	})
	on("rotl", func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		if n, ok := s.IsConst(in.Args[1]); ok {
			n := int(n % uint64(t.Bits()))
			s.Set(in.Dst, s.op("VPOR", s.opImm("VPSLL"+q, n, x), s.opImm("VPSRL"+q, t.Bits()-n, x)))
			return
		}
		count := s.Of(in.Args[1])
		if s.Type(in.Args[1]).Bits() > t.Bits() {
			count = s.lowerHalves(count)
		}
		size := t.Bits() / 8
		count = s.op("VPAND", count, s.ConstantBytes(uint64(t.Bits()-1), size, s.Regs[x].Bytes))
		rest := s.op("VPSUB"+q, s.ConstantBytes(uint64(t.Bits()), size, s.Regs[x].Bytes), count)
		s.Set(in.Dst, s.op("VPOR", s.op("VPSLLV"+q, x, count), s.op("VPSRLV"+q, x, rest)))
	})
}

// avx2Compare makes every comparison from "equal" and "greater, signed":
// flipping the sign bits of both operands makes it unsigned.
func avx2Compare(t optab.Type, on func(string, selectFunc)) {
	q := intLetter(t)
	operand := func(s *Selector, v Value) Reg {
		sign := uint64(1) << (t.Bits() - 1)
		switch c, ok := s.IsConst(v); {
		case t.IsSigned():
			return s.Of(v)
		case ok:
			return s.Constant(t, c^sign)
		}
		return s.op("VPXOR", s.Of(v), s.Constant(t, sign))
	}
	greater := func(x, y int, invert bool) selectFunc {
		return func(s *Selector, in Instr) {
			m := s.op("VPCMPGT"+q, operand(s, in.Args[x]), operand(s, in.Args[y]))
			if invert {
				m = s.inverse(m)
			}
			s.Set(in.Dst, s.maskFrom(m))
		}
	}
	on("gt", greater(0, 1, false))
	on("lt", greater(1, 0, false))
	on("le", greater(0, 1, true))
	on("ge", greater(1, 0, true))
	equal := func(s *Selector, in Instr) Reg {
		x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
		if s.inMemory(x) && !s.inMemory(y) {
			x, y = y, x
		}
		return s.op("VPCMPEQ"+q, x, y)
	}
	on("eq", func(s *Selector, in Instr) { s.Set(in.Dst, s.maskFrom(equal(s, in))) })
	on("ne", func(s *Selector, in Instr) { s.Set(in.Dst, s.maskFrom(s.inverse(equal(s, in)))) })
	if t.Bits() == 64 {
		on("min", func(s *Selector, in Instr) {
			x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
			s.Set(in.Dst, s.choose(t, s.op("VPCMPGTQ", operand(s, in.Args[0]), operand(s, in.Args[1])), y, x))
		})
		on("max", func(s *Selector, in Instr) {
			x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
			s.Set(in.Dst, s.choose(t, s.op("VPCMPGTQ", operand(s, in.Args[0]), operand(s, in.Args[1])), x, y))
		})
	}
}

// avx2Narrow are the ops on 32-bit elements alone.
func avx2Narrow(t optab.Type, on func(string, selectFunc)) {
	u := "S"
	if !t.IsSigned() {
		u = "U"
	}
	on("mul", commutative("VPMULLD"))
	on("min", commutative("VPMIN"+u+"D"))
	on("max", commutative("VPMAX"+u+"D"))
	on(Lesser, commutative("VPMIN"+u+"D"))
	on(Greater, commutative("VPMAX"+u+"D"))
	on("abs", plain("VPABSD"))
	on("mulhi", mulhi32(t))
	shift := func(byConst, byVector string) selectFunc {
		return func(s *Selector, in Instr) {
			x := s.Of(in.Args[0])
			if n, ok := s.IsConst(in.Args[1]); ok {
				s.Set(in.Dst, s.opImm(byConst, int(min(n, 255)), x))
				return
			}
			count := s.Of(in.Args[1])
			if s.Type(in.Args[1]).Bits() > 32 {
				// A count above 32 bits is as good as the largest of 32.
				low, high := s.lowerHalves(count), s.upperHalves(count)
				count = s.op("VPOR", low, s.not(s.op("VPCMPEQD", high, s.zero(high))))
			}
			s.Set(in.Dst, s.op(byVector, x, count))
		}
	}
	on("shl", shift("VPSLLD", "VPSLLVD"))
	if t.IsSigned() {
		on("shr", shift("VPSRAD", "VPSRAVD"))
	} else {
		on("shr", shift("VPSRLD", "VPSRLVD"))
	}
}

// mulHalves is the instruction that multiplies the lower halves of 64-bit elements.
func mulHalves(t optab.Type) string {
	if t.IsSigned() {
		return "VPMULDQ"
	}
	return "VPMULUDQ"
}

// avx2Wide are the ops on 64-bit elements alone.
func avx2Wide(t optab.Type, on func(string, selectFunc)) {
	on("mul32", plain(mulHalves(t)))
	shift := func(op string) func(s *Selector, x Reg, count Value) Reg {
		return func(s *Selector, x Reg, count Value) Reg {
			if n, ok := s.IsConst(count); ok {
				return s.opImm(op, int(min(n, 255)), x)
			}
			return s.op(op[:len(op)-1]+"VQ", x, s.Of(count))
		}
	}
	left, right := shift("VPSLLQ"), shift("VPSRLQ")
	on("shl", func(s *Selector, in Instr) { s.Set(in.Dst, left(s, s.Of(in.Args[0]), in.Args[1])) })
	if !t.IsSigned() {
		on("shr", func(s *Selector, in Instr) { s.Set(in.Dst, right(s, s.Of(in.Args[0]), in.Args[1])) })
		return
	}
	// Negative numbers are shifted as their complements, which brings in ones.
	on("shr", func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		n, ok := s.IsConst(in.Args[1])
		if ok && n < 32 { // the upper half as a number of 32 bits, the lower one without sign
			d := s.NewReg(Vector, s.Regs[x].Bytes)
			s.Put("VPBLENDD", imm(0xaa), use(s.opImm("VPSRAD", int(n), x)), use(s.opImm("VPSRLQ", int(n), x)), def(d))
			s.Set(in.Dst, d)
			return
		}
		sign := s.op("VPCMPGTQ", s.zero(x), x)
		if ok && n >= 63 {
			s.Set(in.Dst, sign)
			return
		}
		s.Set(in.Dst, s.op("VPXOR", right(s, s.op("VPXOR", x, sign), in.Args[1]), sign))
	})
	on("abs", func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		sign := s.op("VPCMPGTQ", s.zero(x), x)
		s.Set(in.Dst, s.op("VPSUBQ", s.op("VPXOR", x, sign), sign))
	})
}

func avx2Masks(m map[string]selectFunc) {
	m["and.bool"] = func(s *Selector, in Instr) { s.Set(in.Dst, s.andMasks(s.Of(in.Args[0]), s.Of(in.Args[1]))) }
	m["or.bool"] = func(s *Selector, in Instr) {
		x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
		notX, okX := s.known(inverseMask, x)
		notY, okY := s.known(inverseMask, y)
		switch {
		case okX && okY:
			s.Set(in.Dst, s.inverse(s.op("VPAND", notX, notY)))
		case okX:
			s.Set(in.Dst, s.inverse(s.op("VPANDN", y, notX)))
		case okY:
			s.Set(in.Dst, s.inverse(s.op("VPANDN", x, notY)))
		default:
			commutative("VPOR")(s, in)
		}
	}
	m["ne.bool"], m["xor.bool"] = commutative("VPXOR"), commutative("VPXOR")
	m["eq.bool"] = func(s *Selector, in Instr) {
		s.Set(in.Dst, s.not(s.op("VPXOR", s.Of(in.Args[0]), s.Of(in.Args[1]))))
	}
	m["andnot.bool"] = func(s *Selector, in Instr) { s.Set(in.Dst, s.maskWithout(s.Of(in.Args[0]), s.Of(in.Args[1]))) }
	m["not.bool"] = func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		if other, ok := s.known(inverseMask, x); ok {
			s.Set(in.Dst, other)
			return
		}
		s.Set(in.Dst, s.inverse(x))
	}
	m["select.bool"] = func(s *Selector, in Instr) {
		s.Set(in.Dst, s.choose(optab.Bool, s.Of(in.Args[0]), s.Of(in.Args[1]), s.Of(in.Args[2])))
	}
	m["const.bool"] = func(s *Selector, in Instr) {
		s.Set(in.Dst, s.ConstantBytes(-(in.Const&1), 8, s.Bytes(optab.Bool)))
	}
}
