package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// offset is the number of an element or of the first of a part: a constant, or a value.
type offset struct {
	at    int
	value codegen.Value
	fault codegen.Value // the lanes in which an index is out of range
	same  bool          // it is the same for all lanes of the phase
	// outside are the lanes, here or elsewhere, whose index of a table is out of range.
	outside codegen.Value
}

// locate finds the element that indices mean. Behind the axes that they give, a part has rest
// elements.
func (p *phases) locate(name string, indices []program.Operand) (at offset, rest int) {
	first := p.firstIndex()
	shape := p.g.shape(name)
	rest = program.Elements(shape[len(indices):])
	at = offset{value: codegen.NoValue, fault: codegen.NoValue, outside: codegen.NoValue, same: p.sameIndex()}
	given := p.g.memory[p.g.arrays[name]].at == atGiven
	var number linear
	for axis, o := range indices {
		i := p.value(o, p.g.indexType())
		n := p.elementAt(shape[axis])
		if shape[axis] == program.AnyLength {
			n = p.uniforms[axisOf(name, axis)]
		}
		number = p.behind(p.scaled(number, n), i)
		proven := p.g.exists(p.at, first+axis, shape[axis])
		if proven {
			p.g.note(p.at.block).proven++
		}
		if proven && !given {
			continue
		}
		out := p.Emit(optab.Bool, p.asUnsigned("ge"), i, n)
		if bad, ok := p.IsConst(out); ok && bad == 0 {
			continue
		}
		at.outside = p.either(at.outside, out)
		if !proven {
			at.fault = p.either(at.fault, out)
		}
	}
	if number = p.scaled(number, p.elementAt(rest)); !number.varies {
		at.at = number.plus
	} else {
		at.value = p.valueOf(number)
	}
	return at, rest
}

// indexType is the type of indices, and of the numbers of elements that are computed from them.
func (g *graph) indexType() optab.Type {
	if g.wide != nil {
		return optab.I32
	}
	return optab.I64
}

// elementAt is the number of an element that is known.
func (p *phases) elementAt(n int) codegen.Value { return p.literal(p.g.indexType(), uint64(n)) }

// onElements adds an operation on numbers of elements.
func (p *phases) onElements(row string, args ...codegen.Value) codegen.Value {
	t := p.g.indexType()
	return p.Emit(t, row+"."+t.String(), args...)
}

// asUnsigned is an operation that takes numbers of elements for such without a sign: those that are negative are the
// largest.
func (p *phases) asUnsigned(row string) string {
	if p.g.wide != nil {
		return row + ".u32"
	}
	return row + ".u64"
}

// linear is a sum of a value, if it varies, and a constant. Numbers of elements are kept as such: the elements around
// one are found from one register.
type linear struct {
	value  codegen.Value
	plus   int
	varies bool
}

// valueOf is the value of a sum.
func (p *phases) valueOf(x linear) codegen.Value {
	plus := p.elementAt(x.plus)
	switch {
	case !x.varies:
		return plus
	case x.plus == 0:
		return x.value
	}
	return p.onElements("add", x.value, plus)
}

// scaled is a sum as many times as a value says.
func (p *phases) scaled(x linear, by codegen.Value) linear {
	c, ok := p.IsConst(by)
	if !ok {
		if x = (linear{value: p.valueOf(x), varies: x.varies || x.plus != 0}); x.varies {
			x.value = p.times(x.value, by)
		}
		return x
	}
	if x.plus *= int(c); x.varies && c != 1 {
		x.value = p.times(x.value, by)
	}
	return x
}

// behind is a sum with an index added.
func (p *phases) behind(x linear, index codegen.Value) linear {
	if c, ok := p.IsConst(index); ok {
		x.plus += int(c)
		return x
	}
	of, plus := p.Sum(index)
	if x.plus += plus; x.varies {
		of = p.onElements("add", x.value, of)
	}
	x.value, x.varies = of, true
	return x
}

// firstIndex is which operand of the instruction is the first index.
func (p *phases) firstIndex() int {
	return p.g.blocks[p.at.block].Instrs[p.at.instr].(*program.PrimOp).Op.Form().FirstIndex()
}

// sameIndex reports whether the indices of the instruction are the same for all lanes that
// are in its phase.
func (p *phases) sameIndex() bool {
	block := p.g.blocks[p.at.block]
	op := block.Instrs[p.at.instr].(*program.PrimOp)
	root := p.g.root(p.at.block)
	for i := op.Op.Form().FirstIndex(); i < len(op.In); i++ {
		if !within(p.g.info.Operand(block, p.at.instr, i), root) {
			return false
		}
	}
	return true
}

// sum takes the number of the element some elements on apart into a value and a small constant.
func (p *phases) sum(v codegen.Value, n int) (of codegen.Value, plus int) {
	if of, plus = p.Sum(v); max(plus+n, -plus-n) <= codegen.PlusMost {
		return of, plus + n
	}
	if n != 0 {
		v = p.onElements("add", v, p.elementAt(n))
	}
	return v, 0
}

// among are the lanes of which one has the element's number that the lanes of a mask have: all, if it is the same in
// all; or those that were asked before, for another element of an array that is as long: what they told is in a
// register.
func (p *phases) among(v, mask codegen.Value, array int, exists codegen.Existence) codegen.Value {
	if p.IsSame(v) {
		return p.Constant(optab.Bool, 1)
	}
	key := asked{v, p.g.memory[array].len, exists != codegen.Unsure}
	for _, m := range p.asked[key] {
		if p.Among(mask, m) {
			return m
		}
	}
	p.asked[key] = append(p.asked[key], mask)
	return mask
}

// asked is an element of arrays of a length whose number lanes were asked for.
type asked struct {
	number codegen.Value
	len    int
	within bool // it is known to be in the array, for these lanes
}

// orFirst is the number of an element of a table, or where that has no such element the first. ok tells that all lanes,
// also those that are elsewhere, have the same number, so that no mask is needed to find a lane that tells it.
func (p *phases) orFirst(name string, number codegen.Value) (v codegen.Value, ok bool) {
	shape := p.g.shape(name)
	if !p.IsSame(number) || len(shape) > 1 && slices.Contains(shape, program.AnyLength) {
		return number, false
	}
	n := p.elementAt(program.Elements(shape))
	if shape[0] == program.AnyLength {
		n = p.uniforms[axisOf(name, 0)]
	}
	within := p.Emit(optab.Bool, p.asUnsigned("lt"), number, n)
	return p.onElements("select", within, number, p.elementAt(0)), true
}

// times is a product of numbers of elements.
func (p *phases) times(x, y codegen.Value) codegen.Value {
	if c, ok := p.IsConst(y); ok && log2(c) > 0 {
		return p.onElements("shl", x, p.Constant(optab.U64, uint64(log2(c))))
	}
	return p.onElements("mul", x, y)
}

// plus is the number of the element some elements on.
func (p *phases) plus(at offset, n int) codegen.Value {
	if at.value == codegen.NoValue {
		return p.elementAt(at.at + n)
	}
	return p.onElements("add", at.value, p.elementAt(n))
}

// inRange is a mask without the lanes whose index is out of range.
func (p *phases) inRange(mask codegen.Value, at offset) codegen.Value {
	if at.fault == codegen.NoValue {
		return mask
	}
	return p.Emit(optab.Bool, "andnot.bool", mask, at.fault)
}

// always reports whether an index is out of range in all lanes.
func (p *phases) always(at offset) bool {
	bad, ok := p.IsConst(at.fault)
	return at.fault != codegen.NoValue && ok && bad != 0
}

// existence is what is known of the element whose number is the same for all lanes of the phase, which is some
// elements behind a value. At the header of a region some lane is in each round, as long as none faults; so if the
// value is the same in lanes that are elsewhere, it is that of a lane which is there.
func (p *phases) existence(at offset, of codegen.Value) codegen.Existence {
	switch r := p.g.innermost(p.at.block); {
	case at.fault != codegen.NoValue:
		return codegen.Unsure
	case r != nil && r.header == p.at.block && p.IsSame(of) && !p.g.mayFaultBefore(p.at):
		return codegen.Met
	}
	return codegen.Within
}
