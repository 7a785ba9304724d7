package codegen

import "github.com/lockstep-simt/lockstep/program/optab"

// avx512Conversions are the conversions that one instruction does, by
// "to.from", and those that need none. A float outside the range of a signed
// integer gives the smallest one, as the op table wants it.
func avx512Conversions(m map[string]selectFunc) {
	for name, op := range map[string]string{
		"convert_i64.i32": "VPMOVSXDQ", "convert_u64.i32": "VPMOVSXDQ", "convert_i64.u32": "VPMOVZXDQ",
		"convert_u64.u32": "VPMOVZXDQ",
		"convert_i32.i64": "VPMOVQD", "convert_i32.u64": "VPMOVQD", "convert_u32.i64": "VPMOVQD",
		"convert_u32.u64": "VPMOVQD",
		"convert_f64.i32": "VCVTDQ2PD", "convert_f64.u32": "VCVTUDQ2PD", "convert_f64.i64": "VCVTQQ2PD",
		"convert_f64.u64": "VCVTUQQ2PD",
		"convert_f32.i32": "VCVTDQ2PS", "convert_f32.u32": "VCVTUDQ2PS", "convert_f32.i64": "VCVTQQ2PS",
		"convert_f32.u64": "VCVTUQQ2PS",
		"convert_f32.f64": "VCVTPD2PS", "convert_f64.f32": "VCVTPS2PD",
		"convert_i32.f32": "VCVTTPS2DQ", "convert_i32.f64": "VCVTTPD2DQ", "convert_i64.f32": "VCVTTPS2QQ",
		"convert_i64.f64": "VCVTTPD2QQ",
		"fix_u64.f64":     "VCVTTPD2UQQ",
	} {
		m[name] = convert(op, op == "VPMOVQD")
	}
	castsOfOneWidth(m)
	m["convert_u64.f64"] = func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		top := s.Constant(optab.F64, optab.F64.FloatBits(1<<63))
		d := s.op("VCVTTPD2QQ", x)
		big := s.compare("VCMPPD", 29, x, top)
		rest := s.op("VCVTTPD2QQ", s.op("VSUBPD", x, top))
		s.Put("VPORQ", useElem(s.Constant(optab.U64, 1<<63)), use(rest), use(big), both(d))
		s.Set(in.Dst, d)
	}
	m["sext8.i32"], m["sext16.i32"] = signExtendLow(24), signExtendLow(16)
	m["zext8.u32"], m["zext16.u32"] = keepLow("VPANDD", 0xff), keepLow("VPANDD", 0xffff)
}

// convert is the code of a conversion by one instruction, whose operand may be
// in memory if it is not a store's mirror.
func convert(op string, register bool) selectFunc {
	return func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		d := s.Vector(s.Type(in.Dst))
		from := useMem(x)
		if register {
			from = use(x)
		}
		s.Put(op, from, def(d))
		s.Set(in.Dst, d)
	}
}

// castsOfOneWidth need no code: the value serves as either type.
func castsOfOneWidth(m map[string]selectFunc) {
	for _, name := range []string{
		"convert_i32.u32", "convert_u32.i32", "convert_i64.u64", "convert_u64.i64",
		"bitcast_u32.f32", "bitcast_f32.u32", "bitcast_u64.f64", "bitcast_f64.u64",
	} {
		m[name] = func(s *Selector, in Instr) { s.Set(in.Dst, s.Of(in.Args[0])) }
	}
}

func signExtendLow(shift int) selectFunc {
	return func(s *Selector, in Instr) {
		s.Set(in.Dst, s.opImm("VPSRAD", shift, s.opImm("VPSLLD", shift, s.Of(in.Args[0]))))
	}
}

func keepLow(and string, mask uint64) selectFunc {
	return func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op(and, s.Of(in.Args[0]), s.Constant(optab.U32, mask)))
	}
}

// avx512Counts are the counts of bits, which are i64 also of a u32: its zeros
// above do not count.
func avx512Counts(m map[string]selectFunc) {
	wide := func(s *Selector, in Instr) Reg {
		x := s.Of(in.Args[0])
		if s.Type(in.Args[0]).Bits() == 32 {
			x = s.widthOp("VPMOVZXDQ", x, s.Bytes(optab.U64))
		}
		return x
	}
	c := func(s *Selector, bits uint64) Reg { return s.Constant(optab.U64, bits) }
	m["clz.u64"] = plain("VPLZCNTQ")
	m["clz.u32"] = func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VPSUBQ", s.op("VPLZCNTQ", wide(s, in)), c(s, 32)))
	}
	// x-1 &^ x has ones where x ends in zeros.
	trailing := func(s *Selector, x Reg) Reg {
		below := s.op("VPADDQ", x, c(s, ^uint64(0)))
		return s.op("VPSUBQ", c(s, 64), s.op("VPLZCNTQ", s.op("VPANDNQ", x, below)))
	}
	m["ctz.u64"] = func(s *Selector, in Instr) { s.Set(in.Dst, trailing(s, s.Of(in.Args[0]))) }
	m["ctz.u32"] = func(s *Selector, in Instr) {
		s.Set(in.Dst, trailing(s, s.op("VPORQ", wide(s, in), c(s, 1<<32))))
	}
	for _, name := range []string{"popcount.u64", "popcount.u32"} {
		m[name] = func(s *Selector, in Instr) { s.Set(in.Dst, s.popcount(wide(s, in))) }
	}
}
