package codegen

import (
	"github.com/lockstep-simt/lockstep/program/optab"
)

// avx512 is the target of AVX-512 F, CD, DQ, BW and VL.
type avx512 struct{ amd64 }

// AVX512 makes kernels of 512-bit registers for amd64.
var AVX512 Target = avx512{amd64{64}}

// narrow512 has half as much of each register, which costs some processors half as much.
var narrow512 Target = avx512{amd64{32}}

// Narrow is a target for the same processors whose registers are as short as they can be for code
// of one lane, where that is faster.
func Narrow(t Target) Target {
	if t == AVX512 {
		return narrow512
	}
	return t
}

func (avx512) assembler() assembler { return newX86(false) }

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
		return s.NewHome(s.Bytes(typ), Home{Addr: addr})
	}
	r := s.Mask()
	s.Put("KMOV"+maskLetter(s), mem(addr), def(r))
	return r
}

func (t avx512) Finish(s *Selector) {
	r := s.Results[s.Instance]
	off := s.Instance * s.Lanes / 8
	if s.Func.Fault != NoValue {
		fault := s.Faults[s.Instance]
		r = s.Tie(r)
		s.Put("VPXOR"+intLetter(s.Type(s.Func.Result)), use(r), use(r), use(fault), both(r))
		s.Put("KMOV"+maskLetter(s), use(fault), gen(R13))
		t.report(s, off, s.Instance*s.Lanes, maskLetter(s))
	}
	if s.Regs[r].Class == Mask {
		s.Put("KMOV"+maskLetter(s), use(r), mem(Address{Base: R10, Disp: off}))
	} else {
		t.store(s, r)
	}
	t.advance(s)
}

func (avx512) Has(op string) bool {
	_, ok := avx512Ops()[op]
	return ok
}

func (avx512) Select(s *Selector, in Instr) error {
	op := in.Op
	if op == Const {
		op = "const.bool" // others are constants in memory
	}
	return s.selectFrom(avx512Ops(), op, in)
}
