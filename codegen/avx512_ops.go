package codegen

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// avx512Ops has the code of every op that AVX-512 has a good sequence for.
func avx512Ops() map[string]selectFunc { return avx512Lazily.get(avx512Table) }

var avx512Lazily lazy[map[string]selectFunc]

func avx512Table() map[string]selectFunc {
	m := map[string]selectFunc{}
	for _, t := range []optab.Type{optab.I32, optab.I64, optab.U32, optab.U64, optab.F32, optab.F64} {
		on := func(name string, f selectFunc) { m[name+"."+t.String()] = f }
		avx512Numbers(t, on)
		on(LookupNear, lookup512) // a register of 64 bytes or two
		avx512Masked(m, t)
		if t.IsFloat() {
			avx512Floats(t, on)
		} else {
			avx512Integers(t, on)
			avx512LookupWords(m, t)
		}
	}
	avx512Conversions(m)
	avx512Masks(m)
	avx512Counts(m)
	arrayForms(m, avx512Arrays{})
	frameForms(m, avx512Arrays{})
	recordForms(m, avx512Arrays{})
	m[Lookup] = lookup512
	m[Scale] = func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VSCALEF"+floatLetters(s.Type(in.Dst)), s.Of(in.Args[0]), s.Of(in.Args[1])))
	}
	askRows(m, (*Selector).testSome)
	m[Merge] = merge512
	return m
}

// testSome compares a mask with that of no lanes. The bits behind those of lanes may be anything.
func (s *Selector) testSome(mask Reg) {
	if s.Lanes < 8 {
		s.Put("KMOVB", use(mask), gen(R13))
		s.Put("TESTL", imm(1<<s.Lanes-1), gen(R13))
		return
	}
	s.Put("KORTEST"+maskLetter(s), use(mask), use(mask))
}

// intLetter and floatLetters are the endings of instructions on elements of a
// type.
func intLetter(t optab.Type) string {
	if t.Bits() == 64 {
		return "Q"
	}
	return "D"
}

func floatLetters(t optab.Type) string {
	if t.Bits() == 64 {
		return "PD"
	}
	return "PS"
}

// maskLetter is the ending of instructions on masks of as many bits as there are
// lanes.
func maskLetter(s *Selector) string {
	if s.Lanes == 16 {
		return "W"
	}
	return "B"
}

// avx512Numbers are the ops that all numbers have.
func avx512Numbers(t optab.Type, on func(string, selectFunc)) {
	blend, compare, letters := "VPBLENDM"+intLetter(t), "VPCMP"+intLetter(t), intLetter(t)
	predicates := map[string]int{"eq": 0, "lt": 1, "le": 2, "ne": 4, "ge": 5, "gt": 6}
	switch {
	case t.IsFloat():
		letters = floatLetters(t)
		blend, compare = "VBLENDM"+letters, "VCMP"+letters
		// Those that are false for NaN, but for ne, and raise no exception.
		predicates = map[string]int{"eq": 0, "lt": 17, "le": 18, "ne": 4, "ge": 29, "gt": 30}
	case !t.IsSigned():
		compare = "VPCMPU" + letters
	}
	on("select", func(s *Selector, in Instr) {
		d := s.New(s.Type(in.Dst))
		s.Put(blend, useElem(s.Of(in.Args[1])), use(s.Of(in.Args[2])), use(s.Of(in.Args[0])), def(d))
		s.Set(in.Dst, d)
	})
	for name, p := range predicates {
		on(name, func(s *Selector, in Instr) {
			s.Set(in.Dst, s.compare(compare, p, s.Of(in.Args[0]), s.Of(in.Args[1])))
		})
	}
	avx512Among(t, on, compare, predicates)
}

// compare adds a comparison into a mask.
func (s *Selector) compare(op string, predicate int, x, y Reg) Reg {
	d := s.NewReg(Mask, 8)
	s.Put(op, imm(predicate), useElem(y), use(x), def(d))
	return d
}

func avx512Floats(t optab.Type, on func(string, selectFunc)) {
	l := floatLetters(t)
	q := intLetter(t)
	sign := uint64(1) << (t.Bits() - 1)
	one, half := t.FloatBits(1), t.FloatBits(0.5)
	on("add", commutative("VADD"+l))
	on("sub", plain("VSUB"+l))
	on("mul", commutative("VMUL"+l))
	on("quo", plain("VDIV"+l))
	on("sqrt", plain("VSQRT"+l))
	on(Lesser, plain("VMIN"+l))
	on(Greater, plain("VMAX"+l))
	for name, op := range map[string]string{
		"fma": "VFMADD", FusedSub: "VFMSUB", FusedNegAdd: "VFNMADD", FusedNegSub: "VFNMSUB",
	} {
		on(name, fusedMultiplyAdd(op, l))
	}
	for name, mode := range map[string]int{"roundtoeven": 8, "floor": 9, "ceil": 10, "trunc": 11} {
		on(name, func(s *Selector, in Instr) {
			s.Set(in.Dst, s.opImm("VRNDSCALE"+l, mode, s.Of(in.Args[0])))
		})
	}
	on("neg", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VPXOR"+q, s.Of(in.Args[0]), s.Constant(t, sign)))
	})
	on("abs", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VPAND"+q, s.Of(in.Args[0]), s.Constant(t, sign-1)))
	})
	copysign := func(s *Selector, x, y Reg) Reg {
		d := s.Tie(x)
		s.Put("VPTERNLOG"+q, imm(0xe4), useElem(s.Constant(t, sign-1)), use(y), both(d))
		return d
	}
	on("copysign", func(s *Selector, in Instr) {
		s.Set(in.Dst, copysign(s, s.Of(in.Args[0]), s.Of(in.Args[1])))
	})
	// Halves away from zero: the integer part, and one more if what was cut off,
	// which is exact, is at least ½.
	on("round", func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		whole := s.opImm("VRNDSCALE"+l, 11, x)
		cut := s.op("VPAND"+q, s.op("VSUB"+l, x, whole), s.Constant(t, sign-1))
		up := s.compare("VCMP"+l, 29, cut, s.Constant(t, half))
		step := copysign(s, s.Constant(t, one), x)
		d := s.Tie(whole)
		s.Put("VADD"+l, use(step), use(whole), use(up), both(d))
		s.Set(in.Dst, d)
	})
	// VRANGE orders the zeros; it drops a NaN, which the sum brings back.
	for name, mode := range map[string]int{"min": 4, "max": 5} {
		on(name, func(s *Selector, in Instr) {
			x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
			nan := s.compare("VCMP"+l, 3, x, y)
			r := s.NewReg(Vector, s.Regs[x].Bytes)
			s.Put("VRANGE"+l, imm(mode), use(y), use(x), def(r))
			s.Put("VADD"+l, use(y), use(x), use(nan), both(r))
			s.Set(in.Dst, r)
		})
	}
}

func avx512Integers(t optab.Type, on func(string, selectFunc)) {
	q := intLetter(t)
	u := "S"
	if !t.IsSigned() {
		u = "U"
	}
	ones := ^uint64(0) >> (64 - t.Bits())
	on("add", commutative("VPADD"+q))
	on("sub", plain("VPSUB"+q))
	on("mul", commutative("VPMULL"+q))
	on("and", commutative("VPAND"+q))
	on("or", commutative("VPOR"+q))
	on("xor", commutative("VPXOR"+q))
	on("min", commutative("VPMIN"+u+q))
	on("max", commutative("VPMAX"+u+q))
	on(Lesser, commutative("VPMIN"+u+q))
	on(Greater, commutative("VPMAX"+u+q))
	on("abs", plain("VPABS"+q))
	on("andnot", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VPANDN"+q, s.Of(in.Args[1]), s.Of(in.Args[0])))
	})
	on("not", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VPXOR"+q, s.Of(in.Args[0]), s.Constant(t, ones)))
	})
	on("neg", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VPSUB"+q, s.Constant(t, 0), s.Of(in.Args[0])))
	})
	on("shl", shift512("VPSLL"+q, "VPSLLV"+q, t))
	if t.IsSigned() {
		on("shr", shift512("VPSRA"+q, "VPSRAV"+q, t))
	} else {
		on("shr", shift512("VPSRL"+q, "VPSRLV"+q, t))
	}
	on("rotl", func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		if n, ok := s.IsConst(in.Args[1]); ok {
			s.Set(in.Dst, s.opImm("VPROL"+q, int(n%uint64(t.Bits())), x))
			return
		}
		s.Set(in.Dst, s.op("VPROLV"+q, x, s.count512(in.Args[1], t, "VPMOVQD")))
	})
	on("bswap", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.swapBytes(s.Of(in.Args[0]), t))
	})
	on("bitrev", func(s *Selector, in Instr) {
		s.Set(in.Dst, s.swapBytes(s.reverseBits(s.Of(in.Args[0])), t))
	})
	if t.Bits() == 64 {
		on("mul32", plain(mulHalves(t)))
	} else {
		on("mulhi", mulhi32(t))
	}
}

// shift512 is a shift by a constant or by a count in each lane. The
// instructions give zero, or all sign bits, for counts from the width on.
func shift512(byConst, byVector string, t optab.Type) selectFunc {
	return func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		if n, ok := s.IsConst(in.Args[1]); ok {
			s.Set(in.Dst, s.opImm(byConst, int(min(n, 255)), x))
			return
		}
		s.Set(in.Dst, s.op(byVector, x, s.count512(in.Args[1], t, "VPMOVUSQD")))
	}
}

// count512 returns the count of a shift of elements of type t, narrowed if it
// is wider.
func (s *Selector) count512(v Value, t optab.Type, narrow string) Reg {
	r := s.Of(v)
	if s.Type(v).Bits() == t.Bits() {
		return r
	}
	d := s.NewReg(Vector, s.Bytes(t))
	s.Put(narrow, use(r), def(d))
	return d
}

func avx512Masks(m map[string]selectFunc) {
	two := func(op string) selectFunc {
		return func(s *Selector, in Instr) {
			s.Set(in.Dst, s.maskOp(op, s.Of(in.Args[0]), s.Of(in.Args[1])))
		}
	}
	m["and.bool"], m["or.bool"], m["xor.bool"] = two("KAND"), two("KOR"), two("KXOR")
	m["eq.bool"], m["ne.bool"] = two("KXNOR"), two("KXOR")
	m["andnot.bool"] = func(s *Selector, in Instr) {
		s.Set(in.Dst, s.maskOp("KANDN", s.Of(in.Args[1]), s.Of(in.Args[0])))
	}
	m["not.bool"] = func(s *Selector, in Instr) { s.Set(in.Dst, s.maskOp("KNOT", s.Of(in.Args[0]))) }
	m["select.bool"] = func(s *Selector, in Instr) {
		s.Set(in.Dst, s.blendMasks(s.Of(in.Args[0]), s.Of(in.Args[1]), s.Of(in.Args[2])))
	}
	m["const.bool"] = func(s *Selector, in Instr) {
		op := "KXOR"
		if in.Const != 0 {
			op = "KXNOR"
		}
		d := s.Mask()
		s.Put(op+maskLetter(s), noMask, noMask, def(d))
		s.Set(in.Dst, d)
	}
}

// maskOp adds an operation on masks.
func (s *Selector) maskOp(op string, args ...Reg) Reg {
	d := s.Mask()
	s.Put(op+maskLetter(s), append(reversedUses(args), def(d))...)
	return d
}

// blendMasks returns a where c holds, else b.
func (s *Selector) blendMasks(c, a, b Reg) Reg {
	return s.maskOp("KOR", s.maskOp("KAND", c, a), s.maskOp("KANDN", c, b))
}

func merge512(s *Selector, in Instr) {
	c, v, d := s.Of(in.Args[0]), s.Of(in.Args[1]), s.Of(in.Dst)
	if s.Regs[d].Class == Mask {
		if c == v {
			s.Move(s.maskOp("KOR", v, d), d)
		} else {
			s.Move(s.blendMasks(c, v, d), d)
		}
		return
	}
	s.Put("VMOVA"+floatLetters(s.Type(in.Dst)), use(v), use(c), both(d))
}

// lookup512 finds elements in tables that one or two registers hold by
// permuting them, in those of twice the size by permuting both halves, and in
// larger ones by loads.
func lookup512(s *Selector, in Instr) {
	t := s.Type(in.Dst)
	size := t.Bits() / 8
	index, table := s.Of(in.Args[0]), in.Table
	l := floatLetters(t)
	per := s.Target.RegBytes() / size // elements of a register
	for len(table) < per {
		table = append(slices.Clone(table), table...)
	}
	part := func(i int) Reg { return s.Whole(elements(table[i*per:(i+1)*per], size)) }
	two := func(i int) Reg {
		d := s.Tie(index)
		s.Put("VPERMI2"+l, useMem(part(i+1)), use(part(i)), both(d))
		return d
	}
	switch len(table) / per {
	case 1:
		d := s.Vector(t)
		s.Put("VPERM"+l, useMem(part(0)), use(index), def(d))
		s.Set(in.Dst, d)
	case 2:
		s.Set(in.Dst, two(0))
	case 4:
		upper := s.NewReg(Mask, 8)
		s.Put("VPTESTM"+intLetter(t), useElem(s.Constant(t, uint64(2*per))), use(index), def(upper))
		d := s.Vector(t)
		s.Put("VBLENDM"+l, use(two(2)), use(two(0)), use(upper), def(d))
		s.Set(in.Dst, d)
	default:
		all, d := s.Mask(), s.Vector(t)
		s.Put("LEAQ", mem(s.Pool.Table(table, size)), gen(R13))
		s.Put("KXNOR"+maskLetter(s), noMask, noMask, def(all))
		gather := bySize(size, "VGATHERQPD", "VGATHERDPS")
		s.Put(gather, indexed(Address{Base: R13, Scale: uint8(size)}, index), both(all), early(d))
		s.Set(in.Dst, d)
	}
}
