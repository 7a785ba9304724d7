package codegen

import (
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Tables of a few small numbers are in registers: an instruction that permutes words finds all
// lanes' elements at once, where a gather loads one after the other.

// LookupWords: Dst = Table[Args[0]], of at most wordsInRegisters numbers from 0 to 65535;
// anything where the index is out of range. Integers as wide as Dst are as wide as the index.
const LookupWords = "lookupwords"

const wordsInRegisters = 64

// LookupSmall returns elements of a table of integers, anything where the index is out of
// range. It reports false if the target has no table in registers for it.
func (b *Builder) LookupSmall(t optab.Type, index Value, table []uint64) (Value, bool) {
	if !b.Has(LookupWords+"."+t.String()) || len(table) == 0 || len(table) > wordsInRegisters {
		return NoValue, false
	}
	number := func(bits uint64) int64 { // the same order, if none is very large
		if t == optab.I32 {
			return int64(int32(bits))
		}
		return int64(bits)
	}
	least, most := number(table[0]), number(table[0])
	for _, bits := range table {
		least, most = min(least, number(bits)), max(most, number(bits))
	}
	if least > 0 {
		least = 0
	}
	if least < -1<<15 || most >= least+1<<16 { // a difference may be more than there are numbers
		return NoValue, false
	}
	words := make([]uint64, len(table))
	for i, bits := range table {
		words[i] = uint64(number(bits) - least)
	}
	v := b.once(Instr{Op: LookupWords + "." + t.String(), Args: []Value{index}, Table: words}, t)
	return b.Emit(t, "add."+t.String(), v, b.Constant(t, uint64(least)&WidthMask(t))), true
}

// LookupNear, with a type behind: Dst = Table[Args[0]], of 2ⁿ elements that fill at most
// nearBytes; anything where the index, as wide as Dst, is out of range.
const LookupNear = "lookupnear"

const nearBytes = 128

// LookupNear returns elements of a table of numbers of any kind, anything where the index is out of
// range. It reports false if the target has no table in registers for it.
func (b *Builder) LookupNear(t optab.Type, index Value, table []uint64) (Value, bool) {
	if !b.Has(LookupNear+"."+t.String()) || len(table) == 0 || len(table)*t.Size() > nearBytes {
		return NoValue, false
	}
	if n := 1 << bits.Len(uint(len(table)-1)); n > len(table) {
		table = append(slices.Clone(table), make([]uint64, n-len(table))...)
	}
	return b.once(Instr{Op: LookupNear + "." + t.String(), Args: []Value{index}, Table: table}, t), true
}

// avx512LookupWords permutes the words of two registers. Those behind the first of an element
// are another's, and are dropped.
func avx512LookupWords(m map[string]selectFunc, t optab.Type) {
	m[LookupWords+"."+t.String()] = func(s *Selector, in Instr) {
		table := append(slices.Clone(in.Table), make([]uint64, wordsInRegisters-len(in.Table))...)
		d := s.Tie(s.Of(in.Args[0]))
		s.Put("VPERMI2W", useMem(s.Whole(elements(table[32:], 2))), use(s.Whole(elements(table[:32], 2))), both(d))
		s.Set(in.Dst, s.op("VPAND"+intLetter(t), d, s.Constant(t, 1<<16-1)))
	}
}
