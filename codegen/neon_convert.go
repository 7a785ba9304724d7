package codegen

import (
	"github.com/lockstep-simt/lockstep/program/optab"
)

// neonConversions adds the rows convert_…, bitcast_…, sext… and zext….
func neonConversions(m map[string]selectFunc) {
	all := append(types32, types64...)
	for _, to := range all {
		for _, from := range all {
			if to == from {
				continue
			}
			var f selectFunc
			switch {
			case from.IsInt() && to.IsInt():
				f = neonConvertInt(from, to.Bits())
			case from.IsInt():
				f = neonToFloat(from, to)
			case to == optab.I32 || to == optab.I64 || to == optab.U64 && from == optab.F64:
				f = neonToInt(from, to)
			case to == optab.F64:
				f = neonUnary("fcvtl.2d")
			case to == optab.F32:
				f = neonUnary("fcvtn.2s")
			default: // composed of others
				continue
			}
			m["convert_"+to.String()+"."+from.String()] = f
		}
	}
	for _, row := range []string{"bitcast_u32.f32", "bitcast_u64.f64", "bitcast_f32.u32", "bitcast_f64.u64"} {
		m[row] = neonSame
	}
	for bits, name := range map[int]string{8: "8", 16: "16"} {
		m["sext"+name+".i32"] = func(s *Selector, in Instr) {
			s.Set(in.Dst, s.neonBy("sshr.4s", s.neonBy("shl.4s", s.operand(in, 0), 32-bits), 32-bits))
		}
		m["zext"+name+".u32"] = func(s *Selector, in Instr) {
			s.Set(in.Dst, s.neon("and.16b", s.operand(in, 0), s.Constant(optab.U32, 1<<bits-1)))
		}
	}
}

// neonConvertInt extends or cuts.
func neonConvertInt(from optab.Type, bits int) selectFunc {
	switch {
	case from.Bits() == bits:
		return neonSame
	case bits == 32:
		return neonUnary("xtn.2s")
	case from.IsSigned():
		return neonUnary("sxtl.2d")
	}
	return neonUnary("uxtl.2d")
}

// neonToFloat converts integers with one rounding. 64-bit integers become f32
// lane by lane: through f64 they would be rounded twice.
func neonToFloat(from, to optab.Type) selectFunc {
	op := map[bool]string{true: "scvtf", false: "ucvtf"}[from.IsSigned()]
	switch {
	case from.Bits() == to.Bits():
		return neonUnary(op + arrangement(to.Bits()))
	case to == optab.F64:
		return func(s *Selector, in Instr) {
			s.Set(in.Dst, s.neon(op+".2d", s.neonWiden(s.operand(in, 0), from.IsSigned())))
		}
	}
	return func(s *Selector, in Instr) {
		var lanes [2]Reg
		for i := range lanes {
			s.Put("umov.d", general(12), use(s.operand(in, 0)), imm(i))
			lanes[i] = s.NewReg(Vector, 16)
			s.Put(op+".s", def(lanes[i]), general(12))
		}
		s.Set(in.Dst, s.neon("zip1.4s", lanes[0], lanes[1]))
	}
}

// neonToInt converts floats as Go does on amd64: outside the range, and for NaN,
// the result is the smallest integer, or the unsigned one with only the top bit.
// The instructions saturate and give 0 for NaN, so they are right at the bottom
// of a signed range; elsewhere the result is put in.
func neonToInt(from, to optab.Type) selectFunc {
	return func(s *Selector, in Instr) {
		x := s.operand(in, 0)
		if from == optab.F32 && to == optab.I32 {
			below := s.neon("fcmgt.4s", s.Constant(from, from.FloatBits(1<<31)), x)
			s.Set(in.Dst, s.blend(below, s.neon("fcvtzs.4s", x), s.Constant(to, 1<<31)))
			return
		}
		if from == optab.F32 {
			x = s.neon("fcvtl.2d", x)
		}
		below := func(limit float64) Reg {
			return s.neon("fcmgt.2d", s.Constant(optab.F64, optab.F64.FloatBits(limit)), x)
		}
		d, smallest := s.neon("fcvtzs.2d", x), s.Constant(optab.I64, 1<<63)
		switch to {
		case optab.I32:
			d = s.neon("sqxtn.2s", s.blend(below(1<<31), d, smallest)) // saturates again
		case optab.I64:
			d = s.blend(below(1<<63), d, smallest)
		case optab.U64:
			upper := s.blend(below(1<<64), s.neon("fcvtzu.2d", x), smallest)
			d = s.blend(below(1<<63), d, upper)
		}
		s.Set(in.Dst, d)
	}
}
