package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// spot is a place that values are moved from and to: a register, a slot, or where the
// worker's frame has arguments that are too many for registers.
type spot struct {
	class class
	kind  spotKind
	n     int
}

type spotKind uint8

const (
	inRegister spotKind = iota
	inSlot
	passed
	fixed // a literal or a uniform: arg
)

// step is one of several moves at once.
type step struct {
	to, from spot
	arg      arg // of a fixed
	typ      optab.Type
}

func (l location) spot(c class) spot {
	if l.inSlot {
		return spot{c, inSlot, l.n}
	}
	return spot{c, inRegister, l.n}
}

func (e *emitter) spotOf(v val) spot { return e.f.alloc.of(v).spot(e.f.class(v)) }

// stepOf moves an operand.
func (e *emitter) stepOf(to spot, a arg, t optab.Type) step {
	if a.kind == variable {
		return step{to: to, from: e.spotOf(a.v), typ: t}
	}
	return step{to: to, from: spot{class: classOf(t), kind: fixed}, arg: a, typ: t}
}

// address is where a spot is in memory.
func (e *emitter) address(s spot) codegen.Address {
	if s.kind == passed {
		return inFrame(e.at.passed + 8*s.n)
	}
	return slotAddress(s.n)
}

// moveAll moves values at once.
func (e *emitter) moveAll(steps []step) {
	steps = slices.DeleteFunc(steps, func(s step) bool { return s.to == s.from })
	for len(steps) > 0 {
		i := slices.IndexFunc(steps, func(s step) bool {
			return !slices.ContainsFunc(steps, func(r step) bool { return r.from == s.to })
		})
		if i >= 0 {
			e.step(steps[i])
			steps = slices.Delete(steps, i, i+1)
			continue
		}
		// All are in circles: one value waits in a scratch register.
		s := &steps[0]
		wait := spot{class: s.from.class, n: int(scratchA) - 1}
		if s.from.class == vector {
			wait.n = scratchX
		}
		from := s.from
		e.step(step{to: wait, from: from, typ: s.typ})
		for k := range steps {
			if steps[k].from == from {
				steps[k].from = wait
			}
		}
	}
}

// step makes one move. Memory has 64 bits of numbers of all types, as registers do: copies of other types may be
// in the same place.
func (e *emitter) step(s step) {
	if s.to.class == vector {
		e.stepX(s)
		return
	}
	mov := "MOV" + suffix(s.typ)
	switch {
	case s.to.kind == inRegister && s.from.kind == fixed:
		e.move(number(s.to.n), s.arg, s.typ)
	case s.to.kind == inRegister && s.from.kind == inRegister:
		e.put(mov, reg(number(s.from.n)), reg(number(s.to.n)))
	case s.to.kind == inRegister:
		e.put(mov, mem(e.address(s.from)), reg(number(s.to.n)))
	case s.from.kind == inRegister:
		e.put("MOVQ", reg(number(s.from.n)), mem(e.address(s.to)))
	case s.from.kind == fixed:
		r := e.inReg(s.arg, s.typ, scratchB)
		e.put("MOVQ", reg(r), mem(e.address(s.to)))
	default:
		e.put("MOVQ", mem(e.address(s.from)), reg(scratchB))
		e.put("MOVQ", reg(scratchB), mem(e.address(s.to)))
	}
}

func (e *emitter) stepX(s step) {
	mov := "VMOV" + fsuffix(s.typ)
	from := s.from.n
	switch s.from.kind {
	case fixed:
		if from = scratchY; s.to.kind == inRegister {
			from = s.to.n
		}
		e.moveX(from, s.arg, s.typ)
	case inSlot, passed:
		if from = scratchY; s.to.kind == inRegister {
			from = s.to.n
		}
		e.put(mov, xmem(e.address(s.from)), xmm(from))
	}
	switch {
	case s.to.kind != inRegister:
		e.put(mov, xmm(from), xmem(e.address(s.to)))
	case s.to.n != from:
		e.put("VMOVAPD", xmm(from), xmm(s.to.n))
	}
}

// passes are the spots of arguments or results.
func passes(f *fn, list []val) (spots []spot) {
	next, more := [2]int{}, 0
	for _, v := range list {
		c := f.class(v)
		if f.vars[v].isArray() {
			spots = append(spots, spot{})
			continue
		}
		if n := next[c]; n < len(registers[c]) {
			spots = append(spots, spot{class: c, n: registers[c][n]})
		} else {
			spots = append(spots, spot{class: c, kind: passed, n: more})
			more++
		}
		next[c]++
	}
	return spots
}
