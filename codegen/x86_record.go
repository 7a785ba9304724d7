package codegen

import (
	"math/bits"
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// A record is read with one load or two for each lane, and the words of all lanes are put next to
// each other in registers. That is faster than a gather for each word.

// recordForms are the forms that read records.
func recordForms(m map[string]selectFunc, set arraySet) {
	m[LoadRecord+".u64"] = func(s *Selector, in Instr) { s.Set(in.Dst, arrayAccess{s, optab.U64, set}.loadRecord(in)) }
}

// loadRecord adds the load of each lane's record, or of the part of it that is needed, and returns one
// of its words, for all lanes.
func (a arrayAccess) loadRecord(in Instr) Reg {
	array, number := a.Func.Arrays[in.Array], a.Of(in.Args[0])
	words := min(array.Len, a.Lanes) // that are loaded together
	part := int(in.Const) / words
	i := slices.IndexFunc(a.frames, func(f frameLoad) bool {
		return f.array == in.Array && f.part == part && f.depth == number
	})
	if i < 0 {
		i = len(a.frames)
		f := frameLoad{in.Array, part, number, a.set.record(a, array, 8*words*part, words, number)}
		a.Selector.frames = append(a.frames, f)
	}
	return a.Selector.frames[i].elements[int(in.Const)%words]
}

// record returns words of records through a scratch row.
func (avx512Arrays) record(a arrayAccess, array Array, offset, words int, number Reg) []Reg {
	shift := bits.TrailingZeros(uint(8 * array.Len))
	places := a.rowOnce("records "+strconv.Itoa(shift), number,
		func() Reg { return a.opImm("VPSLLQ", shift, number) })
	a.Put("MOVQ", mem(array.Addr), gen(R15))
	return a.recordWords(places, offset, words)
}

// recordWords returns 2, 4 or 8 words of records that are so far behind R15, each of all lanes. There are
// not more of them than lanes.
func (a arrayAccess) recordWords(places Address, offset, words int) []Reg {
	of := make([]Reg, words)
	unpack := []string{"VUNPCKLPD", "VUNPCKHPD"}
	switch {
	case words == a.Lanes:
		lines := make([]Reg, a.Lanes)
		for lane := range lines {
			lines[lane] = a.abreast(places, offset, a.rowBytes(), lane)
		}
		a.transpose(lines, func(k int, v Reg) { of[k] = v })
	case words == 2:
		lanes := [2][]int{}
		for lane := range a.Lanes {
			lanes[lane%2] = append(lanes[lane%2], lane)
		}
		even, odd := a.abreast(places, offset, 16, lanes[0]...), a.abreast(places, offset, 16, lanes[1]...)
		for k, op := range unpack {
			of[k] = a.two(op, -1, even, odd)
		}
	default: // 4 words of 8 lanes
		var lines []Reg
		for _, lanes := range [][]int{{0, 2}, {1, 3}, {4, 6}, {5, 7}} {
			lines = append(lines, a.abreast(places, offset, 32, lanes...))
		}
		for k, op := range unpack {
			low, high := a.two(op, -1, lines[0], lines[1]), a.two(op, -1, lines[2], lines[3])
			of[k], of[k+2] = a.two("VSHUFF64X2", 0x88, low, high), a.two("VSHUFF64X2", 0xdd, low, high)
		}
	}
	return of
}

// abreast adds loads of so many bytes for each of some lanes, next to each other in a register: from
// behind R15, by an offset and the lane's place.
func (a arrayAccess) abreast(places Address, offset, bytes int, lanes ...int) (d Reg) {
	for i, lane := range lanes {
		a.lane(places, lane)
		from := mem(Address{Base: R15, Index: R13, Scale: 1, Disp: offset})
		if i == 0 {
			d = a.NewReg(Vector, bytes)
			a.Put("VMOVUPD", from, def(d))
			continue
		}
		op, wide := a.set.insert(), 32
		if bytes == 32 {
			op = "VINSERTF64X4"
		}
		if bytes == 32 || i > 1 {
			wide = 64
		}
		next := a.NewReg(Vector, wide)
		a.Put(op, imm(i), from, lower(d, wide), def(next))
		d = next
	}
	return d
}
