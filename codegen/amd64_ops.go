package codegen

import (
	"encoding/binary"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// What the targets of amd64 share of the selection of instructions. Operands
// are in the assembler's order: the last source first.

// bySize is the name for elements of 8 bytes or the one for elements of 4.
func bySize(bytes int, wide, narrow string) string {
	if bytes == 8 {
		return wide
	}
	return narrow
}

// selectFunc adds the code of one instruction.
type selectFunc func(s *Selector, in Instr)

// noMask is K0, which as a write mask means none.
var noMask = fixed(Operand{Form: MaskRegister})

// op adds d = op(args) and returns d, as wide as the first argument. The last
// argument may be in memory.
func (s *Selector) op(op string, args ...Reg) Reg {
	d := s.NewReg(Vector, s.Regs[args[0]].Bytes)
	list := reversedUses(args)
	list[0].Role = UseElem
	s.Put(op, append(list, def(d))...)
	return d
}

// opImm adds d = op(x) with an immediate and returns d.
func (s *Selector) opImm(op string, n int, x Reg) Reg {
	d := s.NewReg(Vector, s.Regs[x].Bytes)
	s.Put(op, imm(n), use(x), def(d))
	return d
}

// opWhole is op for instructions on bytes, whose memory operands have no
// embedded broadcast.
func (s *Selector) opWhole(op string, args ...Reg) Reg {
	d := s.NewReg(Vector, s.Regs[args[0]].Bytes)
	list := reversedUses(args)
	list[0].Role = UseWhole
	s.Put(op, append(list, def(d))...)
	return d
}

// widthOp adds d = op(x) where d has another width than x.
func (s *Selector) widthOp(op string, x Reg, bytes int) Reg {
	d := s.NewReg(Vector, bytes)
	s.Put(op, useMem(x), def(d))
	return d
}

func reversedUses(args []Reg) []Arg {
	var list []Arg
	for _, r := range slices.Backward(args) {
		list = append(list, use(r))
	}
	return list
}

// plain is the code of an op that one instruction does.
func plain(op string) selectFunc {
	return func(s *Selector, in Instr) {
		var args []Reg
		for _, v := range in.Args {
			args = append(args, s.Of(v))
		}
		s.Set(in.Dst, s.op(op, args...))
	}
}

// commutative is plain for operands that may be swapped, so that one in memory
// stays there.
func commutative(op string) selectFunc {
	return func(s *Selector, in Instr) {
		x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
		if s.inMemory(x) && !s.inMemory(y) {
			x, y = y, x
		}
		s.Set(in.Dst, s.op(op, x, y))
	}
}

func (s *Selector) inMemory(r Reg) bool { return s.Regs[r].Home.Addr != (Address{}) }

// fusedMultiplyAdd chooses among the three forms, which write over one of
// their operands: over one that ends here if there is, else over a copy, best of
// a constant, whose copy may be a load. An operand in memory stays there.
func fusedMultiplyAdd(op, letters string) selectFunc {
	return func(s *Selector, in Instr) {
		x, y, z := s.Of(in.Args[0]), s.Of(in.Args[1]), s.Of(in.Args[2])
		xEnds, yEnds, zEnds := s.Ends(in.Args[0]), s.Ends(in.Args[1]), s.Ends(in.Args[2])
		if s.inMemory(x) && !s.inMemory(y) || yEnds && !xEnds {
			x, y, xEnds, yEnds = y, x, yEnds, xEnds
		}
		var d Reg
		switch {
		case zEnds && !s.inMemory(z), !xEnds && !s.inMemory(z):
			d = s.Tie(z)
			s.Put(op+"231"+letters, useElem(y), use(x), both(d))
		case !xEnds && s.inMemory(y):
			d = s.Tie(y)
			s.Put(op+"213"+letters, useElem(z), use(x), both(d))
		default:
			d = s.Tie(x)
			s.Put(op+"213"+letters, useElem(z), use(y), both(d))
		}
		s.Set(in.Dst, d)
	}
}

// elements returns elements of a size as bytes.
func elements(elems []uint64, size int) []byte {
	var b []byte
	for _, e := range elems {
		b = append(b, binary.LittleEndian.AppendUint64(nil, e)[:size]...)
	}
	return b
}

// repeated returns the constant of bytes that repeats a block of 16.
func (s *Selector) repeated(block []byte, bytes int) Reg {
	return s.Whole(slices.Repeat(block, bytes/16))
}

// swapBytes reverses the bytes of each element.
func (s *Selector) swapBytes(x Reg, t optab.Type) Reg {
	size := t.Bits() / 8
	block := make([]byte, 16)
	for i := range block {
		block[i] = byte(i ^ (size - 1))
	}
	return s.opWhole("VPSHUFB", x, s.repeated(block, s.Regs[x].Bytes))
}

// reverseBits reverses the bits of each byte, by a table of its halves.
func (s *Selector) reverseBits(x Reg) Reg {
	low, high := make([]byte, 16), make([]byte, 16)
	for i := range byte(16) {
		r := i&1<<3 | i&2<<1 | i&4>>1 | i&8>>3
		low[i], high[i] = r<<4, r
	}
	return s.halves(x, low, high, s.bitwise("VPOR"))
}

// halves looks the lower and the upper half of each byte up in tables, and
// joins what it finds by an instruction on bytes.
func (s *Selector) halves(x Reg, low, high []byte, join string) Reg {
	bytes := s.Regs[x].Bytes
	mask := s.ConstantBytes(0x0f0f0f0f0f0f0f0f, 8, bytes)
	and := s.bitwise("VPAND")
	l := s.op(and, x, mask)
	h := s.op(and, s.opImm("VPSRLQ", 4, x), mask)
	return s.opWhole(join, s.opWhole("VPSHUFB", s.repeated(low, bytes), l),
		s.opWhole("VPSHUFB", s.repeated(high, bytes), h))
}

// bitwise returns the name of a bitwise instruction, which AVX-512 has by
// element size.
func (s *Selector) bitwise(op string) string {
	if hasMasks(s.Target) {
		return op + "Q"
	}
	return op
}

// popcount counts the bits of each 64-bit element.
func (s *Selector) popcount(x Reg) Reg {
	table := make([]byte, 16)
	for i := range byte(16) {
		table[i] = i&1 + i>>1&1 + i>>2&1 + i>>3
	}
	counts := s.halves(x, table, table, "VPADDB")
	return s.opWhole("VPSADBW", counts, s.ConstantBytes(0, 8, s.Regs[x].Bytes))
}

// mulhi32 multiplies the even elements and the odd ones, and puts the upper
// halves together.
func mulhi32(t optab.Type) selectFunc {
	return func(s *Selector, in Instr) {
		mul := "VPMULUDQ"
		if t.IsSigned() {
			mul = "VPMULDQ"
		}
		x, y := s.Of(in.Args[0]), s.Of(in.Args[1])
		even := s.opImm("VPSRLQ", 32, s.op(mul, x, y))
		odd := s.op(mul, s.opImm("VPSRLQ", 32, x), s.opImm("VPSRLQ", 32, y))
		upper := s.ConstantBytes(0xffffffff<<32, 8, s.Regs[x].Bytes)
		s.Set(in.Dst, s.op(s.bitwise("VPOR"), even, s.op(s.bitwise("VPAND"), odd, upper)))
	}
}
