package scalar

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// fuse makes comparisons parts of the selects and branches that read them, where nobody
// else does: what they compare must not change on the way.
func (f *fn) fuse() {
	uses := f.countReads()
	for _, blk := range f.blocks {
		f.shareConditions(blk, uses)
		gone := make([]bool, len(blk.code))
		if t := &blk.term; t.kind == branch {
			if !t.test.IsValid() {
				t.test, t.in = f.fuseInto(blk, len(blk.code), t.in, uses, gone)
			}
			t.test, t.inverse, t.in = f.fuseBits(blk, len(blk.code), t.test, t.in, uses, gone)
			t.decide()
		}
		for i := range blk.code {
			in := &blk.code[i]
			if in.kind != prim {
				continue
			}
			switch in.op.Info().Row.Name {
			case "select":
				in.test, in.in = f.fuseInto(blk, i, in.in, uses, gone)
				in.test, in.inverse, in.in = f.fuseBits(blk, i, in.test, in.in, uses, gone)
			case "and":
				f.fuseLowest(blk, i, uses, gone)
			case "or", "xor", "add":
				f.fuseRotation(blk, i, uses, gone)
			case "shl", "shr":
				if f.shiftsOutZeros(blk, i) {
					in.sure |= isInside
				}
			}
		}
		blk.drop(gone)
	}
}

// shareConditions makes selects of integers by one condition that nobody else reads one look at it: what is
// between them moves numbers, which leaves the flags as they are.
func (f *fn) shareConditions(blk *block, uses []int) {
	chooses := func(in *ins) bool {
		return in.kind == prim && in.op.Info().Row.Name == "select" && !in.op.Info().Type.IsFloat()
	}
	for i := range blk.code {
		first := &blk.code[i]
		if !chooses(first) || first.in[0].kind != variable {
			continue
		}
		c, others := first.in[0], 0
		for k := i + 1; k < len(blk.code) && !isIn(blk.code[k-1].out, c.v); k++ {
			if in := &blk.code[k]; chooses(in) && in.in[0] == c {
				others++
			} else if in.kind != copies {
				break
			}
		}
		if others == 0 || uses[c.v] != others+1 {
			continue
		}
		uses[c.v] = 1
		for k := i + 1; others > 0; k++ {
			if in := &blk.code[k]; in.kind == prim {
				in.kind, in.in = also, in.in[1:]
				others--
			}
		}
	}
}

// leadsSelects reports whether the first of some instructions is a select whose condition the selects behind it go by.
func leadsSelects(code []ins) bool {
	next := slices.IndexFunc(code[1:], func(in ins) bool { return in.kind != copies })
	return next >= 0 && code[1+next].kind == also && code[0].kind == prim
}

// decide makes a branch whose way is known a jump.
func (t *term) decide() {
	var holds bool
	switch {
	case t.in[0].kind != literal:
		return
	case !t.test.IsValid():
		holds = t.in[0].bits&1 != 0
	case t.in[1].kind != literal || !isComparison(t.test):
		return
	default:
		x, _ := t.test.PlainScalar(t.in[0].bits, t.in[1].bits, 0)
		holds = x != 0
	}
	if !holds {
		t.to[0] = t.to[1]
	}
	*t = term{kind: jump, to: t.to[:1]}
}

// fuseInto looks for the comparison that gives the first operand of what is at a place of
// a block.
func (f *fn) fuseInto(blk *block, at int, in []arg, uses []int, gone []bool) (test program.Opcode, args []arg) {
	i := f.only(blk, at, in[0], uses, gone)
	if i < 0 || !isComparison(blk.code[i].op) {
		return program.OpInvalid, in
	}
	gone[i] = true
	return blk.code[i].op, slices.Concat(blk.code[i].in, in[1:])
}

// fuseBits makes a comparison with zero of the bits that two integers have in common one
// test; and that of a single bit with itself.
func (f *fn) fuseBits(
	blk *block, at int, test program.Opcode, in []arg, uses []int, gone []bool,
) (bits program.Opcode, inverse bool, args []arg) {
	if !test.IsValid() || in[1].kind != literal || !test.Info().Type.IsInt() {
		return test, false, in
	}
	name, bit := test.Info().Row.Name, in[1]
	i := f.only(blk, at, in[0], uses, gone)
	if i < 0 || blk.code[i].op.Info().Row.Name != "and" || name != "eq" && name != "ne" {
		return test, false, in
	}
	if bit.bits != 0 && (bit.bits&(bit.bits-1) != 0 || !slices.Contains(blk.code[i].in, bit)) {
		return test, false, in
	}
	gone[i] = true
	return blk.code[i].op, (name == "eq") == (bit.bits == 0), slices.Concat(blk.code[i].in, in[2:])
}

// only returns the place of the operation that gives an operand which nobody else reads, if
// it can be done later as well, at a place of the block; or -1.
func (f *fn) only(blk *block, at int, c arg, uses []int, gone []bool) int {
	if c.kind != variable || uses[c.v] != 1 {
		return -1
	}
	changed := map[val]bool{}
	for i := at - 1; i >= 0; i-- {
		from := &blk.code[i]
		if gone[i] {
			continue
		}
		if isIn(from.out, c.v) {
			differs := func(a arg) bool { return a.kind == variable && changed[a.v] }
			if from.kind != prim || from.test.IsValid() || slices.ContainsFunc(from.in, differs) {
				return -1
			}
			return i
		}
		for _, v := range from.out {
			changed[v] = true
		}
	}
	return -1
}

// fuseLowest makes x & -x one instruction.
func (f *fn) fuseLowest(blk *block, at int, uses []int, gone []bool) {
	in := &blk.code[at]
	for k := range 2 {
		x, neg := in.in[k], in.in[1-k]
		if x.kind != variable || neg.kind != variable || uses[neg.v] != 1 {
			continue
		}
		for i := at - 1; i >= 0 && !isIn(blk.code[i].out, x.v); i-- {
			from := &blk.code[i]
			if isIn(from.out, neg.v) {
				if from.kind == prim && from.op.Info().Row.Name == "neg" && from.in[0] == x && !gone[i] {
					gone[i] = true
					*in = ins{kind: lowest, op: in.op, in: []arg{x}, out: in.out}
					return
				}
				break
			}
		}
	}
}

// fuseRotation makes one instruction of two shifts that move the bits of a number without a sign to where the others
// were.
func (f *fn) fuseRotation(blk *block, at int, uses []int, gone []bool) {
	in := &blk.code[at]
	t := in.op.Info().Type
	if t != optab.U32 && t != optab.U64 {
		return
	}
	left, right := f.only(blk, at, in.in[0], uses, gone), f.only(blk, at, in.in[1], uses, gone)
	if left < 0 || right < 0 || left == right {
		return
	}
	if blk.code[left].op.Info().Row.Name == "shr" {
		left, right = right, left
	}
	l, r := &blk.code[left], &blk.code[right]
	width := uint64(t.Bits())
	if l.op != program.OpcodeFor("shl", t) || r.op != program.OpcodeFor("shr", t) || l.in[0] != r.in[0] ||
		l.in[0].kind != variable || l.in[1].kind != literal || r.in[1].kind != literal ||
		l.in[1].bits == 0 || l.in[1].bits >= width || r.in[1].bits != width-l.in[1].bits {
		return
	}
	gone[left], gone[right] = true, true
	in.op, in.in = program.OpcodeFor("rotl", t), slices.Clone(l.in)
}

// shiftsOutZeros reports whether a shift is by as many bits as the number has zeros at an end. That is the width where
// the number is zero; then it stays zero, though the processor takes counts modulo the width.
func (f *fn) shiftsOutZeros(blk *block, at int) bool {
	x, n := blk.code[at].in[0], blk.code[at].in[1]
	if x.kind != variable {
		return false
	}
	for i := at - 1; i >= 0 && n.kind == variable && !isIn(blk.code[i].out, x.v); i-- {
		from := &blk.code[i]
		k := slices.Index(from.out, n.v)
		if k < 0 {
			continue
		}
		switch name := from.name(); {
		case from.kind == copies:
			n = from.in[k]
		case name == "shiftcount" || strings.HasPrefix(name, "convert_"):
			n = from.in[0]
		case name == "ctz" || name == "clz":
			return from.in[0] == x && from.op.Info().Type.Bits() == blk.code[at].op.Info().Type.Bits()
		default:
			return false
		}
	}
	return false
}
