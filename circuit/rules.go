package circuit

import (
	"math"
	"math/bits"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The rules. Each replaces an operation that cannot fault by something that gives the same bits
// (NaNs are one value), and is directional: constants go to the right, a gate is replaced by one of
// its inputs, by a constant, or by an operation that costs less or comes earlier in that order.
// Floating-point rules hold for all values: x+0 is not x, since -0+0 is 0.

// rule returns what an operation is by the first rule that applies, or None.
func (c *Circuit) rule(g Ref) Ref {
	o := operation{c: c, g: g, m: c.Meta(g)}
	o.info = o.m.Op.Info()
	if o.info.Row.Form != optab.Elementwise || o.shaped() {
		return None
	}
	by := o.byIdentity()
	if by == None {
		by = o.byFlags()
	}
	if by == None {
		by = o.ofChoice()
	}
	if by == None {
		by = o.ofNegatives()
	}
	if by == None {
		by = o.byName()
	}
	return by
}

// operation is a gate that the rules look at.
type operation struct {
	c    *Circuit
	g    Ref
	m    *Meta
	info *program.OpcodeInfo
}

// shaped reports whether an operand is a table.
func (o *operation) shaped() bool {
	for i := range int(o.m.Values) {
		if in := o.x(i); o.c.Kind(in) == Cell || len(o.c.shapeOf(in)) > 0 {
			return true
		}
	}
	return false
}

// x returns an operand.
func (o *operation) x(i int) Ref { return o.c.Value(o.g, i) }

// byIdentity applies the identities of the op table.
func (o *operation) byIdentity() Ref {
	id, ok := o.m.Op.Identity(func(i int) (uint64, bool) { return o.c.Bits(o.x(i)) },
		func(i, j int) bool { return o.x(i) == o.x(j) })
	switch {
	case !ok:
		return None
	case id.Of < 0:
		return o.constant(id.Gives)
	case id.By != "" && id.And >= 0:
		return o.op(id.By, o.x(id.Of), o.x(id.And))
	case id.By != "":
		return o.op(id.By, o.x(id.Of))
	}
	return o.x(id.Of)
}

// op makes an operation of the same type T.
func (o *operation) op(name string, inputs ...Ref) Ref {
	return o.c.Pure(program.OpcodeFor(name, o.info.Type), inputs...)
}

// of returns the operation of an operand if that has the given name and cannot fault.
func (o *operation) of(g Ref, name string) (inner *Meta, ok bool) {
	m := o.c.Meta(g)
	return m, m.Kind == Operation && m.Param == 0 && m.Depends == 0 && m.Op.Info().Row.Name == name
}

// constant makes a constant of the result's type.
func (o *operation) constant(bits uint64) Ref { return o.c.Constant(o.info.Out, bits) }

// byFlags applies what the op table claims of operations.
func (o *operation) byFlags() Ref {
	c, row := o.c, o.info.Row
	same := func(g Ref) bool {
		m := c.Meta(g)
		return m.Kind == Operation && m.Op == o.m.Op && m.Depends == 0
	}
	switch {
	case o.m.Values == 1 && row.Has(optab.Involution) && same(o.x(0)):
		return c.Value(o.x(0), 0)
	case o.m.Values == 1 && row.Has(optab.Idempotent) && same(o.x(0)):
		return o.x(0)
	case o.exchangeable() && c.operandRank(o.x(0)) > c.operandRank(o.x(1)):
		return c.Pure(o.m.Op, o.x(1), o.x(0))
	}
	return None
}

// exchangeable reports whether the two operands may change places: of floats they may not, since
// that chooses among NaNs.
func (o *operation) exchangeable() bool {
	return o.m.Values == 2 && o.info.Row.Has(optab.Commutative) && !o.info.Type.IsFloat()
}

// exchanged returns the operation that gives the same of exchanged operands, or OpInvalid. The
// program's order stays, so that it is recognised, and either form stands for the other.
func (o *operation) exchanged() program.Opcode {
	if o.exchangeable() {
		return o.m.Op
	}
	if other, ok := optab.Mirrored(o.info.Row.Name); ok {
		return program.OpcodeFor(other, o.info.Type)
	}
	return program.OpInvalid
}

// operandRank orders operands: constants come last, then uniforms.
func (c *Circuit) operandRank(g Ref) int {
	switch c.Kind(g) {
	case Constant:
		return 2
	case Uniform:
		return 1
	}
	return 0
}

func (o *operation) byName() Ref {
	d := o.info.Type
	switch name := o.info.Row.Name; name {
	case "select":
		return o.choice()
	case "eq", "ne", "lt", "le", "gt", "ge":
		return o.comparison(name)
	case "not":
		if d == program.Bool {
			return o.negation()
		}
	case "convert_i32", "convert_i64", "convert_u32", "convert_u64":
		return o.conversion()
	case "checkindex", "checkslice", "checklen", "checkcap":
		return o.x(0)
	case "checkwide":
		return o.x(1)
	case "shiftcount":
		return o.c.Pure(program.OpcodeFor("convert_u64", d), o.x(0))
	case "abs":
		if _, ok := o.of(o.x(0), "neg"); ok && d.IsFloat() {
			return o.op("abs", o.c.Value(o.x(0), 0))
		}
	case "add", "sub":
		if d.IsInt() {
			if by := o.sum(name); by != None {
				return by
			}
			if by := o.difference(name); by != None {
				return by
			}
			return o.beside()
		}
	case "zext8", "zext16", "sext8", "sext16", "and":
		return o.lowBits(name)
	case "mul", "shl":
		if d.IsInt() {
			return o.beside()
		}
	case "div", "rem":
		return o.byPower(name)
	case "quo":
		if by, ok := o.reciprocal(); ok {
			return o.op("mul", o.x(0), o.constant(by))
		}
	}
	return None
}

// ones returns the bits of all ones of the type T.
func (o *operation) ones() uint64 { return ^uint64(0) >> (64 - o.info.Type.Bits()) }

// negation is that of a bool.
func (o *operation) negation() Ref {
	c := o.c
	m := c.Meta(o.x(0))
	if m.Kind != Operation || m.Depends > 0 || m.Values != 2 {
		return None
	}
	info := m.Op.Info()
	name, ok := optab.Opposite(info.Row.Name, info.Type)
	if !ok {
		return None
	}
	return c.Pure(program.OpcodeFor(name, info.Type), c.Value(o.x(0), 0), c.Value(o.x(0), 1))
}

// comparison has the operand with the higher rank on the right.
func (o *operation) comparison(name string) Ref {
	if other, ordered := optab.Mirrored(name); ordered && o.c.operandRank(o.x(0)) > o.c.operandRank(o.x(1)) {
		return o.op(other, o.x(1), o.x(0))
	}
	return None
}

// beside returns what an operation of x plus a constant is where the same operation of x is computed anyway: that
// plus a constant. So the address of a[i+1][j] is that of a[i][j] and a row.
func (o *operation) beside() Ref {
	for i := range int(o.m.Values) {
		x, k, ok := o.plus(o.x(i))
		if !ok {
			continue
		}
		switch name := o.info.Row.Name; {
		case name == "add", name == "sub" && i == 0:
		case name == "sub":
			k = -k
		default:
			by, ok := o.c.Bits(o.x(1))
			if i > 0 || !ok {
				continue
			}
			k, _ = o.m.Op.Scalar(k, by, 0)
		}
		inputs := [2]Ref{o.x(0), o.x(1)}
		inputs[i] = x
		there := o.there(inputs)
		if there == None {
			continue
		}
		if k &= o.ones(); k > o.ones()>>1 {
			return o.op("sub", there, o.constant(-k&o.ones()))
		}
		return o.op("add", there, o.constant(k))
	}
	return None
}

// plus returns what a gate is if that is a sum with a constant.
func (o *operation) plus(g Ref) (x Ref, k uint64, ok bool) {
	m := o.c.Meta(g)
	if m.Kind != Operation || m.Values != 2 || m.Depends > 0 || m.Op.Info().Type != o.info.Type {
		return None, 0, false
	}
	name := m.Op.Info().Row.Name
	if k, ok = o.c.Bits(o.c.Value(g, 1)); !ok || name != "add" && name != "sub" {
		return None, 0, false
	}
	if name == "sub" {
		k = -k
	}
	return o.c.Value(g, 0), k & o.ones(), true
}

// there returns the gate that does what an operation does, of other operands, if there is one that somebody needs.
func (o *operation) there(inputs [2]Ref) Ref {
	if o.m.Within != (program.Span{}) {
		return None // what is noted of the other's operands holds where the other is needed
	}
	c, meta, typ := o.c, o.c.gates[o.g].meta, o.c.gates[o.g].typ
	g := c.equal.find(c, meta, typ, inputs[:])
	if g == None && o.exchangeable() {
		g = c.equal.find(c, meta, typ, []Ref{inputs[1], inputs[0]})
	}
	if g != None && !c.IsUsed(g) {
		return None
	}
	return g
}

func (o *operation) choice() Ref {
	c := o.c
	cond, a, b := o.x(0), o.x(1), o.x(2)
	if _, ok := o.of(cond, "not"); ok {
		return o.op("select", c.Value(cond, 0), b, a)
	}
	if by := o.lesser(); by != None {
		return by
	}
	if m, ok := o.of(a, "select"); ok && m.Op == o.m.Op && c.Value(a, 0) == cond {
		return o.op("select", cond, c.Value(a, 1), b)
	}
	if m, ok := o.of(b, "select"); ok && m.Op == o.m.Op && c.Value(b, 0) == cond {
		return o.op("select", cond, a, c.Value(b, 2))
	}
	return None
}

// lesser makes the lesser or greater of two integers of a choice that a comparison of them decides. Of floats
// min gives other bits for a NaN, and of zeros; what the choice gives is one instruction where that is so.
func (o *operation) lesser() Ref {
	c, cond, a, b := o.c, o.x(0), o.x(1), o.x(2)
	m := c.Meta(cond)
	if m.Kind != Operation || m.Values != 2 || !o.info.Type.IsInt() || m.Op.Info().Type != o.info.Type {
		return None
	}
	x, y := c.Value(cond, 0), c.Value(cond, 1)
	name, ok := program.Extreme(m.Op.Info().Row.Name, x == b)
	if !ok || (x != a || y != b) && (x != b || y != a) {
		return None
	}
	return o.op(name, x, y)
}

// conversion undoes a conversion to a type of the same width, or to a wider one.
func (o *operation) conversion() Ref {
	c := o.c
	from := c.Meta(o.x(0))
	if from.Kind != Operation || from.Depends > 0 || from.Values != 1 {
		return None
	}
	inner := from.Op.Info()
	switch inner.Row.Name {
	case "convert_i32", "convert_i64", "convert_u32", "convert_u64":
	default:
		return None
	}
	x := c.Value(o.x(0), 0)
	d := c.Type(x).Dtype()
	if !d.IsInt() || d.Bits() > inner.Out.Bits() {
		return None
	}
	if d == o.info.Out {
		return x
	}
	// The low bits of what was only widened, or kept, are those of x.
	if o.info.Out.Bits() <= d.Bits() {
		return c.Pure(program.OpcodeFor(o.info.Row.Name, d), x)
	}
	return None
}

// byPower makes a shift or a mask of an unsigned division by a power of two.
func (o *operation) byPower(name string) Ref {
	by, ok := o.powerOfTwo(1)
	switch {
	case !ok || o.info.Type.IsSigned():
		return None
	case name == "div":
		return o.op("shr", o.x(0), o.c.Constant(program.U64, uint64(by)))
	}
	return o.op("and", o.x(0), o.constant(uint64(1)<<by-1))
}

// reciprocal returns that of a divisor if both are powers of two, or minus such: the product has the quotient's bits.
func (o *operation) reciprocal() (by uint64, ok bool) {
	bits, ok := o.c.Bits(o.x(1))
	if !ok {
		return 0, false
	}
	isPower := func(x float64) bool {
		half, _ := math.Frexp(x)
		return math.Abs(half) == 0.5
	}
	if o.info.Type == program.F32 {
		x := math.Float32frombits(uint32(bits))
		return uint64(math.Float32bits(1 / x)), isPower(float64(x)) && isPower(float64(1/x))
	}
	x := math.Float64frombits(bits)
	return math.Float64bits(1 / x), isPower(x) && isPower(1/x)
}

// powerOfTwo returns the exponent of an operand that is a constant power of two.
func (o *operation) powerOfTwo(i int) (exponent int, ok bool) {
	x, ok := o.c.Bits(o.x(i))
	return bits.TrailingZeros64(x), ok && x != 0 && x&(x-1) == 0
}
