package scalar

import (
	"cmp"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A number that is put together of bytes next to each other is loaded as one: the processor reads it wherever it
// begins. It has the bytes' order, or is turned round.

// element is one that is a part of a number, from some bit on.
type element struct {
	array arg
	of    sum
	bit   int
}

// joinLoads does that in a block.
func (u *unit) joinLoads(f *fn, blk *block, after set) (changed bool) {
	v := f.valuesOf(blk, after)
	for i := len(blk.code) - 1; i >= 0; i-- {
		in := &blk.code[i]
		if !joins(in) {
			continue
		}
		j := &joiner{u: u, v: v}
		room := in.op.Info().Type.Bits()
		if !j.operand(i, 0, 0, room) || !j.operand(i, 1, 0, room) {
			continue
		}
		if wide, first := j.whole(); wide != 0 && isNear(first.of.n) && v.holds(first.of.of, i) {
			x := arg{bits: uint64(first.of.n)}
			n := 0
			if first.of.of.v != nowhere {
				x, n = of(first.of.of.v), first.of.n
			}
			*in = ins{
				kind: index, op: in.op, in: []arg{first.array, x}, out: in.out, n: n, wide: wide,
				sure: indexInside, mark: in.mark,
			}
			changed = true
		}
	}
	return changed
}

// joins reports whether an operation puts numbers together that have no bits in common.
func joins(in *ins) bool {
	switch in.name() {
	case "or", "xor", "add":
		return in.op.Info().Type.IsInt() && in.op.Info().Type != optab.Bool
	}
	return false
}

// joiner collects the elements that are put together.
type joiner struct {
	u    *unit
	v    *values
	list []element
}

// operand collects those of an operand of an instruction, which begins at a bit; room is how many of its bits are not
// lost. It reports false if there is anything else.
func (j *joiner) operand(i, k, bit, room int) bool {
	at := j.v.from[i][k]
	if at < 0 {
		return false
	}
	in := &j.v.blk.code[at]
	if in.kind == copies {
		return len(in.out) == 1 && j.operand(at, 0, bit, room)
	}
	if in.kind == index {
		return j.element(at, bit, room)
	}
	if joins(in) {
		room = min(room, in.op.Info().Type.Bits())
		return j.operand(at, 0, bit, room) && j.operand(at, 1, bit, room)
	}
	switch name := in.name(); {
	case name == "":
	case name == "shl" && in.in[1].kind == literal:
		n := int(min(in.in[1].bits, 64))
		return j.operand(at, 0, bit+n, min(room, in.op.Info().Type.Bits())-n)
	case name == "zext8":
		return j.operand(at, 0, bit, min(room, 8))
	case name == "zext16":
		return j.operand(at, 0, bit, min(room, 16))
	case converts(in.op) && !in.op.Info().Type.IsFloat() && !in.op.Info().Out.IsFloat():
		from := in.op.Info().Type
		if room = min(room, from.Bits()); from == optab.I32 {
			room = min(room, 31) // its sign fills what is above
		}
		return j.operand(at, 0, bit, room)
	}
	return false
}

// element collects one that is loaded.
func (j *joiner) element(at, bit, room int) bool {
	in := &j.v.blk.code[at]
	if in.in[0].kind != lent || onlyIndex(in) == 0 || in.wide != 0 || in.sure&indexInside == 0 {
		return false
	}
	c := j.u.lentColumn(in.in[0])
	if c.all.lo < 0 || 8*c.Size > room || classOf(j.v.f.vars[in.out[0]].typ) != general {
		return false
	}
	s, ok := j.v.sumOf(at, 1)
	s.n += in.n
	j.list = append(j.list, element{in.in[0], s, bit})
	return ok
}

// whole returns how many bytes the number has whose parts are the collected elements, all of them, and the first
// element; the negative number if they are in the other order, and 0 if they make none.
func (j *joiner) whole() (wide int, first element) {
	sorting.By(j.list, func(a, b element) int { return cmp.Compare(a.of.n, b.of.n) })
	first = j.list[0]
	size := j.u.lentColumn(first.array).Size
	n := len(j.list)
	wide = n * size
	if wide != 2 && wide != 4 && wide != 8 {
		return 0, first
	}
	for i, x := range j.list {
		switch {
		case x.array != first.array, x.of.of != first.of.of, x.of.n != first.of.n+i:
			return 0, first
		case x.bit == 8*size*i && wide > 0:
		case x.bit == 8*(n-1-i) && size == 1 && (wide < 0 || i == 0):
			wide = -n
		default:
			return 0, first
		}
	}
	return wide, first
}

// loadWide loads several elements as one number.
func (e *emitter) loadWide(v val, where codegen.Address, wide int) {
	d := e.target(v)
	switch max(wide, -wide) {
	case 2:
		e.put("MOVWLZX", mem(where), reg(d))
	case 4:
		e.put("MOVL", mem(where), reg(d))
	case 8:
		e.put("MOVQ", mem(where), reg(d))
	}
	switch wide {
	case -2:
		e.put("BSWAPL", reg(d))
		e.put("SHRL", imm(16), reg(d))
	case -4:
		e.put("BSWAPL", reg(d))
	case -8:
		e.put("BSWAPQ", reg(d))
	}
	e.give(v, d)
}
