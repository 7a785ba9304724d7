package scalar

import (
	"slices"
)

// values tells where in a block what instructions read is from: a variable may be written several times.
type values struct {
	f   *fn
	blk *block
	// writes are the places of a variable's writes in the block.
	writes map[val][]int
	// from is, of each operand of each instruction, the place of the instruction of the block that gives it, or -1.
	from [][]int
	// reads is how often what an instruction writes is read. It is many where the block's end or another block may.
	reads []int
}

// many is more reads than anybody counts.
const many = 1 << 20

// valuesOf looks at a block after which some variables are alive.
func (f *fn) valuesOf(blk *block, after set) *values {
	v := &values{
		f: f, blk: blk, writes: map[val][]int{}, from: make([][]int, len(blk.code)), reads: make([]int, len(blk.code)),
	}
	for i := range blk.code {
		in := &blk.code[i]
		v.from[i] = make([]int, len(in.in))
		for k, a := range in.in {
			v.from[i][k] = -1
			if a.isRead() {
				if w := v.writes[a.v]; len(w) > 0 {
					v.from[i][k] = w[len(w)-1]
					v.reads[w[len(w)-1]]++
				}
			}
		}
		for _, x := range in.out {
			v.writes[x] = append(v.writes[x], i)
		}
	}
	read := func(x val) {
		if w := v.writes[x]; len(w) > 0 {
			v.reads[w[len(w)-1]] += many
		}
	}
	blk.term.reads(read)
	for x := range v.writes {
		known := int(x>>6) < len(after) // what was made since then is of the block alone
		if known && after.has(x) || blk.term.kind == leave && slices.Contains(f.results, x) {
			read(x)
		}
	}
	return v
}

// value is what a variable has from a place of the block on; from -1, what it has when the block begins.
type value struct {
	v  val
	at int
}

// sum is a value, and a number; of nowhere, only the number.
type sum struct {
	of value
	n  int
}

// mostAdded is the largest number in a sum, so that two are far from all ends.
const mostAdded = 1 << 30

// sumOf returns what an operand of an instruction, which is an integer of 64 bits, is the sum of.
func (v *values) sumOf(i, k int) (s sum, ok bool) { return v.sum(v.blk.code[i].in[k], v.from[i][k]) }

// sum is sumOf for an operand that an instruction of the block gives, or -1.
func (v *values) sum(a arg, at int) (s sum, ok bool) {
	for {
		switch a.kind {
		case literal:
			n := s.n + int(a.bits)
			return sum{value{nowhere, -1}, n}, 0 <= n && n < mostAdded && int(a.bits) < mostAdded
		case variable:
		default:
			return s, false
		}
		s.of = value{a.v, at}
		if at < 0 {
			return s, true
		}
		from := &v.blk.code[at]
		x, by := 0, 0
		switch name := from.name(); {
		case from.kind == copies:
			x = slices.Index(from.out, a.v)
		case name == "add" && from.in[1].kind == literal:
			by = int(from.in[1].bits)
		case name == "add" && from.in[0].kind == literal:
			x, by = 1, int(from.in[0].bits)
		case name == "sub" && from.in[1].kind == literal:
			by = -int(from.in[1].bits)
		default:
			return s, true
		}
		if by <= -mostAdded || by >= mostAdded || s.n+by <= -mostAdded || s.n+by >= mostAdded ||
			from.kind != copies && from.op.Info().Type.Bits() < 64 {
			return s, true
		}
		a, at, s.n = from.in[x], v.from[at][x], s.n+by
	}
}

// last is the instruction that gives an operand before some instruction of the block, or -1.
func (v *values) last(a arg, before int) int {
	last := -1
	if a.kind == variable {
		for _, w := range v.writes[a.v] {
			if w < before {
				last = w
			}
		}
	}
	return last
}

// holds reports whether a variable still has a value when an instruction begins.
func (v *values) holds(x value, i int) bool {
	if x.v == nowhere {
		return true
	}
	return v.last(of(x.v), i) == x.at
}

// name is the row of an operation that reads only what it computes with, or "".
func (in *ins) name() string {
	if in.kind != prim || in.test.IsValid() {
		return ""
	}
	return in.op.Info().Row.Name
}

// isInside reports whether all indices of an instruction are known to be in range.
func (in *ins) isInside() bool {
	_, indices := indicesOf(in)
	all := indexInside<<len(indices) - indexInside
	return in.sure&all == all
}
