package asmgen

import "github.com/lockstep-simt/lockstep/program/optab"

// selectFunc adds the code of one instruction.
type selectFunc func(s *Selector, in Instr)

// avx512Ops has the code of every op that AVX-512 has a good sequence for.
var avx512Ops = avx512Table()

func avx512Table() map[string]selectFunc {
	m := map[string]selectFunc{}
	letters := map[optab.Type]string{optab.I32: "D", optab.U32: "D", optab.I64: "Q", optab.U64: "Q", optab.F32: "PS", optab.F64: "PD"}
	for t, l := range letters {
		on := func(name string, f selectFunc) { m[name+"."+t.String()] = f }
		on("select", blend512(map[bool]string{true: "VBLENDM", false: "VPBLENDM"}[t.IsFloat()]+l))
		if t.IsFloat() {
			on("add", commutative("VADD"+l))
			on("sub", twoOperands("VSUB"+l))
			on("mul", commutative("VMUL"+l))
			on("quo", twoOperands("VDIV"+l))
		} else {
			on("add", commutative("VPADD"+l))
			on("sub", twoOperands("VPSUB"+l))
			on("mul", commutative("VPMULL"+l))
		}
		for name, predicate := range predicates512(t) {
			op := "VCMP" + l
			switch {
			case t.IsInt() && t.IsSigned():
				op = "VPCMP" + l
			case t.IsInt():
				op = "VPCMPU" + l
			}
			on(name, func(s *Selector, in Instr) {
				d := s.Mask()
				s.Put(op, text(predicate), useElem(s.Of(in.Args[1])), use(s.Of(in.Args[0])), def(d))
				s.Set(in.Dst, d)
			})
		}
	}
	return m
}

// predicates512 are the immediates of comparisons: of floats those that are
// false for NaN, but for ne, and raise no exception.
func predicates512(t optab.Type) map[string]string {
	if t.IsFloat() {
		return map[string]string{"eq": "$0", "lt": "$17", "le": "$18", "ne": "$4", "ge": "$29", "gt": "$30"}
	}
	return map[string]string{"eq": "$0", "lt": "$1", "le": "$2", "ne": "$4", "ge": "$5", "gt": "$6"}
}

// twoOperands is the code of dst = op(x, y) by one instruction.
func twoOperands(op string) selectFunc {
	return func(s *Selector, in Instr) {
		d := s.New(s.Type(in.Dst))
		s.Put(op, useElem(s.Of(in.Args[1])), use(s.Of(in.Args[0])), def(d))
		s.Set(in.Dst, d)
	}
}

// commutative is twoOperands for operands that may be swapped, so that one in
// memory stays there.
func commutative(op string) selectFunc {
	return func(s *Selector, in Instr) {
		x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
		if s.Regs[x].Home.Addr != "" && s.Regs[y].Home.Addr == "" {
			x, y = y, x
		}
		d := s.New(s.Type(in.Dst))
		s.Put(op, useElem(y), use(x), def(d))
		s.Set(in.Dst, d)
	}
}

// blend512 is the code of select: a where the mask holds, else b.
func blend512(op string) selectFunc {
	return func(s *Selector, in Instr) {
		d := s.New(s.Type(in.Dst))
		s.Put(op, useElem(s.Of(in.Args[1])), use(s.Of(in.Args[2])), use(s.Of(in.Args[0])), def(d))
		s.Set(in.Dst, d)
	}
}
