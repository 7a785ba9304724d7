package scalar

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// conditions are those after CMP, of unsigned numbers and of signed ones.
var conditions = map[string]map[bool]string{
	"eq": {false: "EQ", true: "EQ"}, "ne": {false: "NE", true: "NE"},
	"lt": {false: "CS", true: "LT"}, "le": {false: "LS", true: "LE"},
	"gt": {false: "HI", true: "GT"}, "ge": {false: "CC", true: "GE"},
}

// opposite conditions.
var opposite = map[string]string{
	"EQ": "NE", "NE": "EQ", "CS": "CC", "CC": "CS", "LS": "HI", "HI": "LS", "LT": "GE", "GE": "LT", "LE": "GT",
	"GT": "LE", "PC": "PS", "PS": "PC",
}

// isComparison reports whether an operation is one.
func isComparison(op program.Opcode) bool { return optab.IsComparison(op.Info().Row.Name) }

// mirrored is a comparison for operands that have changed places.
func mirrored(comparison string) string {
	row, _ := optab.Mirrored(comparison)
	return row
}

// outcome says which flags tell that a comparison holds: those of cc; and for equality of
// floats the parity flag, which says that one is NaN.
type outcome struct {
	cc     string
	parity bool
}

// compare compares two operands, and returns what then holds.
func (e *emitter) compare(op program.Opcode, x, y arg) outcome {
	info := op.Info()
	t, name := info.Type, info.Row.Name
	if name == "and" { // the bits that both have
		e.testBits(x, y, t)
		return outcome{cc: "NE"}
	}
	if t.IsFloat() {
		if name == "lt" || name == "le" { // these would hold for NaN
			x, y, name = y, x, mirrored(name)
		}
		e.put("VUCOMI"+fsuffix(t), e.sourceX(y, t), xmm(e.inRegX(x, t, scratchX)))
		if x == y && name == "eq" { // it is not NaN
			return outcome{cc: "PC"}
		} else if x == y && name == "ne" {
			return outcome{cc: "PS"}
		}
		return outcome{conditions[name][false], name == "eq" || name == "ne"}
	}
	if x.kind == literal {
		x, y, name = y, x, mirrored(name)
	}
	cc := conditions[name][t.IsSigned()]
	from, with := e.source(x, t), e.source(y, t)
	switch {
	case isReg(from) && with == imm(0):
		if !e.hasFlags(from, suffix(t), cc) {
			e.put("TEST"+suffix(t), from, from)
		}
	case from.Form == codegen.Immediate, isMem(from) && isMem(with):
		e.move(scratchA, x, t)
		e.put("CMP"+suffix(t), reg(scratchA), with)
	default:
		e.put("CMP"+suffix(t), from, with)
	}
	return outcome{cc: cc}
}

// testBits looks at the bits that two integers have in common.
func (e *emitter) testBits(x, y arg, t optab.Type) {
	if x.kind == literal {
		x, y = y, x
	}
	from, with := e.source(x, t), e.source(y, t)
	if !isReg(from) {
		e.move(scratchA, x, t)
		from = reg(scratchA)
	}
	if isMem(with) {
		e.move(scratchB, y, t)
		with = reg(scratchB)
	}
	e.put("TEST"+suffix(t), with, from)
}

// hasFlags reports whether the last instruction left the flags of a comparison of what it
// gave with zero.
func (e *emitter) hasFlags(r codegen.Operand, size, cc string) bool {
	if len(e.lines) == 0 {
		return false
	}
	last := e.lines[len(e.lines)-1]
	op, ok := strings.CutSuffix(last.Op, size)
	if !ok || len(last.Args) < 2 || last.Args[len(last.Args)-1] != r {
		return false
	}
	switch op {
	case "AND", "OR", "XOR", "ANDN":
		return true // without carry and overflow
	case "ADD", "SUB", "BLSI":
		return cc == "EQ" || cc == "NE"
	}
	return false
}

// test looks at a condition.
func (e *emitter) test(c arg) outcome {
	switch o := e.source(c, optab.Bool); {
	case isReg(o):
		if !e.hasFlags(o, "L", "NE") {
			e.put("TESTL", o, o)
		}
	case isMem(o):
		e.put("CMPL", o, imm(0))
	default:
		e.move(scratchA, c, optab.Bool)
		e.put("TESTL", reg(scratchA), reg(scratchA))
	}
	return outcome{cc: "NE"}
}

// jumpIf jumps where a comparison has, or has not, the outcome.
func (e *emitter) jumpIf(o outcome, holds bool, label string) {
	cc := o.cc
	if !holds {
		cc = opposite[cc]
	}
	switch {
	case !o.parity:
		e.put("J"+cc, e.to(label))
	case cc == "NE": // not equal, or not ordered
		e.put("JNE", e.to(label))
		e.put("JPS", e.to(label))
	default:
		no := e.label("unordered")
		e.put("JPS", e.to(no))
		e.put("JEQ", e.to(label))
		e.here(no)
	}
}

// comparison gives a comparison as a bool.
func (e *emitter) comparison(in *ins) {
	d := e.target(in.out[0])
	if e.mayClear(d, in) {
		e.put("XORL", reg(d), reg(d)) // here, since it changes flags
		o := e.compare(in.op, in.in[0], in.in[1])
		e.put("SET"+o.cc, reg(d))
		return
	}
	o := e.compare(in.op, in.in[0], in.in[1])
	e.put("SET"+o.cc, reg(scratchA))
	if o.parity {
		if o.cc == "EQ" {
			e.put("SETPC", reg(scratchB))
			e.put("ANDL", reg(scratchB), reg(scratchA))
		} else {
			e.put("SETPS", reg(scratchB))
			e.put("ORL", reg(scratchB), reg(scratchA))
		}
	}
	e.put("MOVBLZX", reg(scratchA), reg(d))
	e.give(in.out[0], d)
}

// mayClear reports whether a register can be cleared before two integers are compared: it has neither of them, and the
// flags are not there already.
func (e *emitter) mayClear(d codegen.General, in *ins) bool {
	t := in.op.Info().Type
	if t.IsFloat() || d == scratchA || slices.ContainsFunc(in.in, func(a arg) bool { return e.isIn(a, d) }) {
		return false
	}
	cc := conditions[in.op.Info().Row.Name][t.IsSigned()]
	return e.source(in.in[1], t) != imm(0) || !e.hasFlags(e.source(in.in[0], t), suffix(t), cc)
}

// condition looks at what a select or branch depends on: its comparison, or a bool.
func (e *emitter) condition(test program.Opcode, inverse bool, in []arg) (o outcome, rest []arg) {
	if test.IsValid() {
		o = e.compare(test, in[0], in[1])
		if inverse {
			o.cc = opposite[o.cc]
		}
		return o, in[2:]
	}
	return e.test(in[0]), in[1:]
}

// errNoCondition is a bug: a select goes by the condition of one before it that is not there any more.
var errNoCondition = errors.New("codegen: bug: a select without its condition")

// selectInt gives one of two integers.
func (e *emitter) selectInt(in *ins, t optab.Type) {
	rest := in.in
	if in.kind != also {
		e.looked, rest = e.condition(in.test, in.inverse, in.in)
	}
	o := e.looked
	if o.cc == "" {
		e.err = cmp.Or(e.err, errNoCondition)
		return
	}
	if o.parity {
		chosen := e.label("chosen")
		other := e.label("other")
		e.jumpIf(o, false, other)
		e.move(scratchA, rest[0], t)
		e.put("JMP", e.to(chosen))
		e.here(other)
		e.move(scratchA, rest[1], t)
		e.here(chosen)
		e.give(in.out[0], scratchA)
		return
	}
	// Moves change no flags.
	yes, no, cc := rest[0], rest[1], o.cc
	d := e.target(in.out[0])
	if e.isIn(yes, d) {
		yes, no, cc = no, yes, opposite[cc]
	}
	from := e.source(yes, t)
	if from.Form == codegen.Immediate {
		e.move(scratchB, yes, t)
		from = reg(scratchB)
	}
	e.move(d, no, t)
	e.put("CMOV"+suffix(t)+cc, from, reg(d))
	e.give(in.out[0], d)
}

// selectFloat gives one of two floats.
func (e *emitter) selectFloat(in *ins, t optab.Type) {
	o, rest := e.condition(in.test, in.inverse, in.in)
	chosen := e.label("chosen")
	e.moveX(scratchY, rest[0], t)
	e.jumpIf(o, true, chosen)
	e.moveX(scratchY, rest[1], t)
	e.here(chosen)
	e.giveX(in.out[0], scratchY)
}
