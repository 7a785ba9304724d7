package asmgen

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// avx512 is the target of AVX-512 F, CD, DQ, BW and VL.
type avx512 struct{ amd64 }

// AVX512 makes kernels of 512-bit registers for amd64.
var AVX512 Target = avx512{amd64{64}}

func (avx512) Name() string { return "avx512" }

// Registers leaves out K0, which as a write mask means none.
func (avx512) Registers(c Class) []int {
	first, end := 0, 32
	if c == Mask {
		first, end = 1, 8
	}
	var list []int
	for i := first; i < end; i++ {
		list = append(list, i)
	}
	return list
}

func (avx512) Constant(p *Pool, bits uint64, size int) Home {
	return Home{Addr: p.Elem(bits, size), Elem: size}
}

func (t avx512) Param(s *Selector, k int) Reg {
	typ := s.Type(s.Func.Params[k])
	addr := t.address(s, k)
	if typ != optab.Bool {
		return s.NewHome(Vector, s.Bytes(typ), Home{Addr: addr})
	}
	r := s.Mask()
	s.Put("KMOV"+t.maskWidth(s), text(addr), def(r))
	return r
}

// maskWidth returns the letter of instructions on masks of as many bits as
// there are lanes.
func (avx512) maskWidth(s *Selector) string {
	return map[int]string{8: "B", 16: "W"}[s.Lanes]
}

func (t avx512) Finish(s *Selector) {
	r := s.Results[s.Instance]
	off := s.Instance * s.Lanes / 8
	if s.Func.Fault != NoValue {
		fault := s.Faults[s.Instance]
		r = s.Tie(r)
		s.Put("VPXORQ", use(r), use(r), use(fault), both(r))
		s.Put("KMOV"+t.maskWidth(s), use(fault), text("R13"))
		t.report(s, off, s.Instance*s.Lanes, t.maskWidth(s))
	}
	if s.Regs[r].Class == Mask {
		s.Put("KMOV"+t.maskWidth(s), use(r), text(fmt.Sprintf("%d(R10)", off)))
	} else {
		t.store(s, r)
	}
	t.advance(s)
}

func (avx512) Has(op string) bool {
	_, ok := avx512Ops[op]
	return ok
}

func (avx512) Select(s *Selector, in Instr) error {
	f, ok := avx512Ops[in.Op]
	if !ok {
		return errNoCode
	}
	f(s, in)
	return nil
}
