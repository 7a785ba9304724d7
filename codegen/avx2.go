package codegen

import (
	"github.com/lockstep-simt/lockstep/program/optab"
)

// avx2 is the target of AVX2 with FMA. Masks are vectors.
type avx2 struct{ amd64 }

// AVX2 makes kernels of 256-bit registers for amd64.
var AVX2 Target = avx2{amd64{32}}

func (avx2) assembler() assembler { return newX86(true) }

func (avx2) Name() string { return "avx2" }

func (avx2) Registers(c Class) []int {
	if c == Mask {
		return nil
	}
	list := make([]int, 16)
	for i := range list {
		list[i] = i
	}
	return list
}

// Constant fills a whole register: AVX2 has no embedded broadcast.
func (t avx2) Constant(p *Pool, bits uint64, size int) Home {
	return Home{Addr: p.Repeat(bits, size, t.RegBytes())}
}

// Param reads a mask by comparing each lane's bit of a byte with that bit.
func (t avx2) Param(s *Selector, k int) Reg {
	typ := s.Type(s.Func.Params[k])
	addr := t.address(s, k)
	if typ != optab.Bool {
		return s.NewHome(s.Bytes(typ), Home{Addr: addr})
	}
	var lanes []uint64
	first := s.Instance * s.Lanes % 8
	for i := range s.Lanes {
		lanes = append(lanes, 1<<(first+i))
	}
	bits := s.Whole(elements(lanes, s.Width))
	b := s.Mask()
	s.Put("VPBROADCASTB", mem(addr), def(b))
	return s.op("VPCMPEQ"+t.maskLetter(s), s.op("VPAND", b, bits), bits)
}

// maskLetter is the ending of integer instructions on the elements of masks.
func (avx2) maskLetter(s *Selector) string { return bySize(s.Width, "Q", "D") }

// Finish stores masks as bytes, of one register or of two.
func (t avx2) Finish(s *Selector) {
	r := s.Results[s.Instance]
	fault := NoReg
	if s.Func.Fault != NoValue {
		fault = s.Faults[s.Instance]
		narrow := s.maskFor(fault, s.Regs[r].Bytes)
		r = s.op("VPANDN", narrow, r)
	}
	whole := s.Lanes == 8 || s.Instance%2 == 1
	off := s.Instance * s.Lanes / 8
	if s.Type(s.Func.Result) != optab.Bool {
		t.store(s, r)
	} else if whole {
		t.bits(s, s.Results)
		s.Put("MOVB", gen(R13), mem(Address{Base: R10, Disp: off}))
	}
	if fault != NoReg && whole {
		t.bits(s, s.Faults)
		t.report(s, off, off*8, "B")
	}
	t.advance(s)
}

// bits puts a byte of the current instance's mask, or of the last two, into
// R13.
func (t avx2) bits(s *Selector, masks []Reg) {
	if s.Lanes == 8 {
		s.Put("VMOVMSKPS", use(masks[s.Instance]), gen(R13))
		return
	}
	s.Put("VMOVMSKPD", use(masks[s.Instance-1]), gen(R13))
	s.Put("VMOVMSKPD", use(masks[s.Instance]), gen(R15))
	s.Put("SHLL", imm(4), gen(R15))
	s.Put("ORL", gen(R15), gen(R13))
}

func (avx2) Has(op string) bool {
	_, ok := avx2Ops()[op]
	return ok
}

func (avx2) Select(s *Selector, in Instr) error {
	op := in.Op
	if op == Const {
		op = "const.bool" // others are constants in memory
	}
	return s.selectFrom(avx2Ops(), op, in)
}

// maskFor returns a mask for elements that fill a register of bytes: the mask
// itself, or one of half its width for narrow elements among wide ones.
func (s *Selector) maskFor(m Reg, bytes int) Reg {
	if s.Regs[m].Class == Mask || s.Regs[m].Bytes == bytes {
		return m
	}
	if half, ok := s.known(halfMask, m); ok {
		return half
	}
	return s.lowerHalves(m)
}

// Names for what a mask was made from: the mask of narrow elements that was widened, and the mask of all other lanes.
const (
	halfMask    = "half"
	inverseMask = "inverse"
	// A mask without some lanes was made from the whole, and from those.
	wholeMask, withoutMask = "whole", "without"
)

// inverse returns the mask of all other lanes.
func (s *Selector) inverse(m Reg) Reg {
	other := s.not(m)
	s.know(inverseMask, other, m)
	return other
}

// andMasks returns the lanes that are in both masks. A mask that one is the inverse of is taken in its place.
func (s *Selector) andMasks(x, y Reg) Reg {
	if other, ok := s.known(inverseMask, y); ok {
		return s.rest(x, other)
	}
	if other, ok := s.known(inverseMask, x); ok {
		return s.rest(y, other)
	}
	if s.inMemory(x) && !s.inMemory(y) {
		x, y = y, x
	}
	return s.op("VPAND", x, y)
}

// maskWithout returns the lanes that are in the first mask alone, likewise.
func (s *Selector) maskWithout(x, y Reg) Reg {
	if other, ok := s.known(inverseMask, y); ok {
		return s.andMasks(x, other)
	}
	if whole, ok := s.known(wholeMask, y); ok && whole == x {
		without, _ := s.known(withoutMask, y)
		return s.andMasks(x, without)
	}
	return s.rest(x, y)
}

// rest returns the lanes of the first mask that are not in the second one.
func (s *Selector) rest(x, y Reg) Reg {
	rest := s.op("VPANDN", y, x)
	s.know(wholeMask, rest, x)
	s.know(withoutMask, rest, y)
	return rest
}

// maskFrom returns the mask that a comparison of elements made, widened if
// they were narrow.
func (s *Selector) maskFrom(m Reg) Reg {
	if s.Regs[m].Bytes == s.Bytes(optab.Bool) {
		return m
	}
	wide := s.widthOp("VPMOVSXDQ", m, s.Bytes(optab.Bool))
	s.know(halfMask, wide, m)
	return wide
}

// lowerHalves packs the lower halves of four 64-bit elements.
func (s *Selector) lowerHalves(x Reg) Reg { return s.packHalves(x, 0x88) }

// upperHalves packs the upper ones.
func (s *Selector) upperHalves(x Reg) Reg { return s.packHalves(x, 0xdd) }

func (s *Selector) packHalves(x Reg, which int) Reg {
	upper, d := s.NewReg(Vector, 16), s.NewReg(Vector, 16)
	s.Put("VEXTRACTI128", imm(1), use(x), def(upper))
	s.Put("VSHUFPS", imm(which), use(upper), lower(x, 16), def(d))
	return d
}
