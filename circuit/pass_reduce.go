package circuit

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// reduce replaces operations on integers by others that give the same bits where the gate is
// needed, and cost less: what is known already, divisions of what is not negative by powers of
// two, remainders of what is below twice the divisor, and what has nothing to cut off.
func reduce(c *Circuit) {
	k := c.knows()
	defer divides(c, k) // behind what asks of remainders
	if k == nil {
		return
	}
	r := &confiner{k: k, c: c}
	for _, g := range k.order {
		if c.Type(g).Dtype().IsInt() {
			r.reduce(g, r.cheaper)
		}
	}
	for g := range Ref(len(k.need)) {
		if c.has(g) && c.Type(g).Dtype().IsFloat() {
			r.reduce(g, r.cheaperFloat)
		}
	}
}

// reduce replaces an operation, if there is a cheaper one.
func (r *confiner) reduce(g Ref, cheaper func(g Ref, block int32) (by Ref, why string)) {
	k, c := r.k, r.c
	m := c.Meta(g)
	if m.Kind != Operation || m.Depends > 0 && !m.Anchored || m.Param > 0 || m.Op.Form() != optab.Elementwise ||
		!c.IsUsed(g) || !c.isScalar(g) {
		return
	}
	block := k.need[g]
	if block < 0 || !k.reached[block] {
		return
	}
	n := c.Size()
	by, why := cheaper(g, block)
	if by == None || by == g {
		return
	}
	for made := n; made < c.Size(); made++ {
		c.copyNote(Ref(made), g)
	}
	r.prove(g, r.text(g), why)
	k.replaces(g, by)
	k.isNow(g, by)
	c.ReplaceUses(g, by)
	c.decided = true
}

// cheaperFloat is cheaper for what gives a float.
func (r *confiner) cheaperFloat(g Ref, block int32) (by Ref, why string) {
	k, c := r.k, r.c
	m := c.Meta(g)
	info := m.Op.Info()
	switch name := info.Row.Name; name {
	case "add":
		return r.withoutZero(g, block)
	case "abs":
		x := c.Value(g, 0)
		if in := k.float(x, block); in.IsPositive() {
			return x, fmt.Sprintf("%s is %v", r.name(x), in)
		}
	case "fmin", "fmax":
		x, y := c.Value(g, 0), c.Value(g, 1)
		in, of := k.float(x, block), k.float(y, block)
		sign := 1
		if name == "fmin" {
			sign = -1
		}
		if in.HasInfinity(sign) && of.NaN || of.HasInfinity(sign) && in.NaN {
			return None, ""
		}
		why := fmt.Sprintf("%s is %v, %s is %v", r.name(x), in, r.name(y), of)
		return c.Pure(program.OpcodeFor(name[1:], info.Type), x, y), why
	}
	return None, ""
}

// withoutZero returns what zero is added to, if that is not the other zero, which becomes this one: a sum of squares
// begins so. It must be the result of arithmetic too, since NaNs of others may have bits that an addition changes.
func (r *confiner) withoutZero(g Ref, block int32) (by Ref, why string) {
	k, c := r.k, r.c
	for i := range 2 {
		x, zero := c.Value(g, i), c.Value(g, 1-i)
		if bits, ok := c.Bits(zero); !ok || bits != 0 {
			continue
		}
		m := c.Meta(x)
		if m.Kind != Operation || m.Op.Form() != optab.Elementwise || !arithmetic[m.Op.Info().Row.Name] {
			continue
		}
		if in := k.float(x, block); !in.Has(math.Copysign(0, -1)) {
			return x, fmt.Sprintf("%s is %v", r.name(x), in)
		}
	}
	return None, ""
}

var arithmetic = map[string]bool{"add": true, "sub": true, "mul": true, "quo": true, "sqrt": true}

// isNow notes that a gate, which may be new, gives what another gave.
func (k *known) isNow(g, by Ref) {
	was := len(k.of)
	for made := Ref(was); int(made) < k.c.Size(); made++ {
		k.of = append(k.of, ranges.All(k.c.Type(made).Dtype()))
		at := int32(-1)
		if isFixed(k.c.Kind(made)) {
			at = k.s.of[k.c.State(made, 0)]
		}
		k.first, k.need = append(k.first, int32(len(k.passed))), append(k.need, at)
		k.s.of, k.s.early, k.s.late = append(k.s.of, at), append(k.s.early, at), append(k.s.late, at)
		if bits, ok := k.c.Bits(made); ok {
			k.of[made] = ranges.OfBits(k.c.Type(made).Dtype(), bits)
		}
	}
	if int(by) >= was {
		k.of[by] = k.of[by].Meet(k.of[g])
	}
	k.needAlso(by, k.need[g])
}

// needAlso notes that a gate is needed in one more block, and what it is computed from with it.
func (k *known) needAlso(g Ref, block int32) {
	c := k.c
	work := []Ref{g}
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		m := c.Meta(g)
		if m.Kind != Operation || m.Depends > 0 {
			continue
		}
		if was := k.need[g]; was >= 0 {
			if k.dominates(was, block) {
				continue
			}
			k.need[g] = int32(k.s.Dom.Common(int(was), int(block)))
		} else {
			k.need[g] = block
		}
		for i := range int(m.Values) {
			work = append(work, c.Value(g, i))
		}
	}
}

// cheaper returns a gate that gives what a gate gives in a block, for less, and why it does; None
// if there is none.
func (r *confiner) cheaper(g Ref, block int32) (by Ref, why string) {
	k, c := r.k, r.c
	m := c.Meta(g)
	info := m.Op.Info()
	t := info.Out
	if n, ok := k.at(g, block, 3).Only(); ok {
		return c.number(t, n), r.operandsIn(g, block)
	}
	if m.Values > 2 || info.Type.IsFloat() {
		return None, ""
	}
	if by := r.cheaperBits(g, block); by != None {
		return by, "it has no other bits"
	}
	x := c.Value(g, 0)
	in := k.at(x, block, 3)
	if m.Values == 1 {
		if r.keeps(info, in) {
			return x, r.operandsIn(g, block)
		}
		return None, ""
	}
	y := c.Value(g, 1)
	of := k.at(y, block, 3)
	if in.IsEmpty() || of.IsEmpty() {
		return None, ""
	}
	atMost := func(a, b Ref) bool { return t.IsSigned() && k.decides(a, term{g: b}, 0, block, proofSteps/8) }
	switch info.Row.Name {
	case "min":
		switch {
		case atMost(x, y):
			return x, r.operandsIn(g, block)
		case atMost(y, x):
			return y, r.operandsIn(g, block)
		}
	case "max":
		switch {
		case atMost(x, y):
			return y, r.operandsIn(g, block)
		case atMost(y, x):
			return x, r.operandsIn(g, block)
		}
	case "div":
		return r.quotient(g, x, in, of, block)
	case "rem":
		return r.remainder(g, x, y, in, of, block)
	}
	return None, ""
}

// keeps reports whether an operation of one operand gives just that.
func (r *confiner) keeps(info *program.OpcodeInfo, in ranges.Range) bool {
	switch info.Row.Name {
	case "abs":
		return in.Lo >= 0
	case "sext8":
		return in.Within(-1<<7, 1<<7-1)
	case "sext16":
		return in.Within(-1<<15, 1<<15-1)
	}
	return false
}

// quotient replaces a division.
func (r *confiner) quotient(g, x Ref, in, of ranges.Range, block int32) (Ref, string) {
	c := r.c
	info := c.Meta(g).Op.Info()
	d, ok := of.Only()
	if !ok || !info.Type.IsSigned() || d <= 0 || d&(d-1) != 0 {
		return None, ""
	}
	why := ""
	switch {
	case in.Lo >= 0:
		why = r.operandsIn(g, block)
	case r.isMultiple(x, d, block):
		if c.explained {
			why = fmt.Sprintf("%s is a multiple of %d", r.name(x), d)
		}
	default:
		return None, ""
	}
	by := c.Constant(program.U64, uint64(bits.TrailingZeros64(uint64(d))))
	return c.Pure(program.OpcodeFor("shr", info.Type), x, by), why
}

// isMultiple reports whether a number is a multiple of a power of two in a block: as the remainder of it, or its last
// bits, were asked before.
func (r *confiner) isMultiple(x Ref, d int64, block int32) bool {
	k, c := r.k, r.c
	if low := uint64(d) - 1; k.mayBe(x, block, bitsDepth)&low == 0 {
		return true
	}
	for u, i := range c.Uses(x) {
		m := c.Meta(u)
		if m.Kind != Operation || m.Values != 2 || i != int(m.States+m.Depends) {
			continue
		}
		by, ok := c.Bits(c.Value(u, 1))
		switch name := m.Op.Info().Row.Name; {
		case !ok:
			continue
		case name == "rem" && int64(by)%d == 0, name == "and" && (uint64(d)-1)&^by == 0:
			if n, ok := k.at(u, block, 1).Only(); ok && n == 0 {
				return true
			}
		}
	}
	return false
}

// remainder replaces a remainder.
func (r *confiner) remainder(g, x, y Ref, in, of ranges.Range, block int32) (Ref, string) {
	k, c := r.k, r.c
	info := c.Meta(g).Op.Info()
	t := info.Type
	if in.Lo < 0 || of.Lo < 0 {
		return None, ""
	}
	if d, ok := of.Only(); ok && d > 0 && d&(d-1) == 0 && t.IsSigned() {
		return c.Pure(program.OpcodeFor("and", t), x, c.Constant(t, uint64(d-1))), r.operandsIn(g, block)
	}
	below := func(a Ref, most int64) bool {
		return t.IsSigned() && k.decides(a, term{g: y}, most, block, proofSteps/4)
	}
	switch {
	case in.Hi < of.Lo:
		return x, r.operandsIn(g, block)
	case below(x, -1):
		return x, r.reasons()
	case of.Lo < 1:
		return None, ""
	case in.Hi/2 < of.Lo:
		return r.onceLess(t, x, y), r.operandsIn(g, block)
	case below(x, of.Lo-1):
		return r.onceLess(t, x, y), r.reasons()
	}
	if name, ok := k.operationOf(x, block); ok && name == "add" {
		for i := range 2 {
			if c.Value(x, i) == y && below(c.Value(x, 1-i), -1) {
				return r.onceLess(t, x, y), r.reasons()
			}
		}
	}
	return None, ""
}

// onceLess returns x, less y if it is not below.
func (r *confiner) onceLess(t program.Dtype, x, y Ref) Ref {
	c := r.c
	op := func(name string, inputs ...Ref) Ref { return c.Pure(program.OpcodeFor(name, t), inputs...) }
	return op("select", op("ge", x, y), op("sub", x, y), x)
}
