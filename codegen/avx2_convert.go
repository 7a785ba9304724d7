package codegen

import (
	"math"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// avx2Conversions are the conversions. AVX2 has instructions between floats
// and 32-bit signed integers only.
func avx2Conversions(m map[string]selectFunc) {
	castsOfOneWidth(m)
	for name, op := range map[string]string{
		"convert_i64.i32": "VPMOVSXDQ", "convert_u64.i32": "VPMOVSXDQ", "convert_i64.u32": "VPMOVZXDQ",
		"convert_u64.u32": "VPMOVZXDQ",
		"convert_f64.i32": "VCVTDQ2PD", "convert_f32.i32": "VCVTDQ2PS", "convert_f64.f32": "VCVTPS2PD",
		"convert_i32.f32": "VCVTTPS2DQ",
	} {
		m[name] = convert(op, false)
	}
	m["convert_f32.f64"], m["convert_i32.f64"] = convert("VCVTPD2PSY", true), convert("VCVTTPD2DQY", true)
	for _, name := range []string{"convert_i32.i64", "convert_i32.u64", "convert_u32.i64", "convert_u32.u64"} {
		m[name] = func(s *Selector, in Instr) { s.Set(in.Dst, s.lowerHalves(s.Of(in.Args[0]))) }
	}
	m["sext8.i32"], m["sext16.i32"] = signExtendLow(24), signExtendLow(16)
	m["zext8.u32"], m["zext16.u32"] = keepLow("VPAND", 0xff), keepLow("VPAND", 0xffff)

	m["convert_f64.u32"] = func(s *Selector, in Instr) {
		x := s.widthOp("VPMOVZXDQ", s.Of(in.Args[0]), s.Bytes(optab.U64))
		s.Set(in.Dst, s.op("VSUBPD", s.op("VPOR", x, s.f64(0x1p52)), s.f64(0x1p52)))
	}
	// Both halves are exact, and so is the upper one times 2¹⁶.
	m["convert_f32.u32"] = func(s *Selector, in Instr) {
		x := s.Of(in.Args[0])
		high := s.op("VCVTDQ2PS", s.opImm("VPSRLD", 16, x))
		low := s.op("VCVTDQ2PS", s.op("VPAND", x, s.Constant(optab.U32, 0xffff)))
		s.Set(in.Dst, s.op("VADDPS", s.op("VMULPS", high, s.Constant(optab.F32, optab.F32.FloatBits(0x1p16))), low))
	}
	for _, t := range []optab.Type{optab.I64, optab.U64} {
		m["convert_f64."+t.String()] = func(s *Selector, in Instr) { s.Set(in.Dst, s.toFloat(t, s.Of(in.Args[0]))) }
		m["convert_f32."+t.String()] = func(s *Selector, in Instr) {
			d := s.Vector(optab.F32)
			s.Put("VCVTPD2PSY", use(s.toFloat(t, s.sticky(t, s.Of(in.Args[0])))), def(d))
			s.Set(in.Dst, d)
		}
		m["convert_"+t.String()+".f64"] = func(s *Selector, in Instr) {
			s.Set(in.Dst, s.toInteger(t, s.Of(in.Args[0])))
		}
	}
	m[ToFraction] = func(s *Selector, in Instr) {
		s.Set(in.Dst, s.op("VSUBPD", s.op("VPADDQ", s.Of(in.Args[0]), s.f64(0x1.8p52)), s.f64(0x1.8p52)))
	}
	m[FromFraction] = func(s *Selector, in Instr) {
		whole := s.opImm("VROUNDPD", 11, s.Of(in.Args[0]))
		s.Set(in.Dst, s.op("VPSUBQ", s.op("VADDPD", whole, s.f64(0x1.8p52)), s.f64(0x1.8p52)))
	}
	m["fix_u64.f64"] = func(s *Selector, in Instr) { s.Set(in.Dst, s.fix(s.Of(in.Args[0]))) }
	m["convert_i64.f32"] = func(s *Selector, in Instr) {
		s.Set(in.Dst, s.toInteger(optab.I64, s.widthOp("VCVTPS2PD", s.Of(in.Args[0]), s.Bytes(optab.F64))))
	}
}

func (s *Selector) f64(x float64) Reg   { return s.Constant(optab.F64, math.Float64bits(x)) }
func (s *Selector) u64(bits uint64) Reg { return s.Constant(optab.U64, bits) }

// toFloat converts 64-bit integers. Each half goes into the fraction of a power
// of two, the upper one flipped so that it is not negative; the sum of both,
// less the powers, rounds once.
func (s *Selector) toFloat(t optab.Type, x Reg) Reg {
	power, flip := 0x1p84, uint64(0)
	if t.IsSigned() {
		power, flip = power+0x1p63, 1<<31
	}
	low := s.op("VPOR", s.op("VPAND", x, s.u64(1<<32-1)), s.f64(0x1p52))
	high := s.op("VPXOR", s.opImm("VPSRLQ", 32, x), s.u64(math.Float64bits(0x1p84)|flip))
	return s.op("VADDPD", s.op("VSUBPD", high, s.f64(power+0x1p52)), low)
}

// sticky makes 64-bit integers of more than 53 bits such of 53 that round alike
// to float32: the last 11 bits count only in whether any is set.
func (s *Selector) sticky(t optab.Type, x Reg) Reg {
	any := s.op("VPADDQ", s.op("VPAND", x, s.u64(0x7ff)), s.u64(0x7ff))
	short := s.op("VPAND", s.op("VPOR", any, x), s.u64(^uint64(0x7ff)))
	size := x
	bits := 53
	if t.IsSigned() {
		size, bits = s.op("VPADDQ", x, s.u64(1<<53)), 54
	}
	fits := s.op("VPCMPEQQ", s.opImm("VPSRLQ", bits, size), s.zero(x))
	return s.choose(t, fits, x, short)
}

// toInteger truncates float64: the fraction is shifted to its place, left or
// right, of which one count is beyond the width and gives zero. What is out of
// range gives the top bit.
func (s *Selector) toInteger(t optab.Type, x Reg) Reg {
	sign := s.op("VPCMPGTQ", s.zero(x), x)
	fraction := s.op("VPOR", s.op("VPAND", x, s.u64(1<<52-1)), s.u64(1<<52))
	exponent := s.op("VPAND", s.opImm("VPSRLQ", 52, x), s.u64(0x7ff))
	left := s.op("VPSUBQ", exponent, s.u64(1075))
	right := s.op("VPSUBQ", s.u64(1075), exponent)
	size := s.op("VPOR", s.op("VPSLLVQ", fraction, left), s.op("VPSRLVQ", fraction, right))
	d := s.op("VPSUBQ", s.op("VPXOR", size, sign), sign)
	most := s.u64(10) // the left shift that still fits
	if t == optab.U64 {
		most = s.op("VPADDQ", sign, s.u64(11))
	}
	return s.choose(t, s.op("VPCMPGTQ", left, most), s.u64(1<<63), d)
}

// fix truncates float64 in [0, 2⁶⁴): both halves are exact floats, which adding
// 2⁵² turns into integers.
func (s *Selector) fix(x Reg) Reg {
	high := s.opImm("VROUNDPD", 11, s.op("VMULPD", x, s.f64(0x1p-32)))
	low := s.Tie(high)
	s.Put("VFNMADD213PD", use(x), use(s.f64(0x1p32)), both(low)) // x - high*2³²
	low = s.opImm("VROUNDPD", 11, low)
	integer := func(x Reg) Reg { return s.op("VADDPD", x, s.f64(0x1p52)) }
	upper := s.opImm("VPSLLQ", 32, integer(high))
	return s.op("VPOR", upper, s.op("VPXOR", integer(low), s.f64(0x1p52)))
}

// avx2Counts are the counts of bits. Leading zeros are found by filling up with
// ones below the first.
func avx2Counts(m map[string]selectFunc) {
	wide := func(s *Selector, in Instr) Reg {
		x := s.Of(in.Args[0])
		if s.Type(in.Args[0]).Bits() == 32 {
			x = s.widthOp("VPMOVZXDQ", x, s.Bytes(optab.U64))
		}
		return x
	}
	for _, t := range []optab.Type{optab.U32, optab.U64} {
		m["popcount."+t.String()] = func(s *Selector, in Instr) { s.Set(in.Dst, s.popcount(wide(s, in))) }
		m["ctz."+t.String()] = func(s *Selector, in Instr) {
			x := wide(s, in)
			if t == optab.U32 {
				x = s.op("VPOR", x, s.u64(1<<32))
			}
			below := s.op("VPADDQ", x, s.u64(^uint64(0)))
			s.Set(in.Dst, s.popcount(s.op("VPANDN", x, below)))
		}
		m["clz."+t.String()] = func(s *Selector, in Instr) {
			x := wide(s, in)
			for n := 1; n < t.Bits(); n *= 2 {
				x = s.op("VPOR", x, s.opImm("VPSRLQ", n, x))
			}
			s.Set(in.Dst, s.op("VPSUBQ", s.u64(uint64(t.Bits())), s.popcount(x)))
		}
	}
}
