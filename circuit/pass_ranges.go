package circuit

import (
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// confine drops checks that cannot fail, takes operations that cannot fault off the chain of
// effects, and decides comparisons and branches, by the ranges of what they are about. What the
// proof of a fault's absence needs may only hold where the operation stands: so it stays behind the
// token that it took, as an anchor. What nobody uses then goes later: what is known speaks of it.
func confine(c *Circuit) {
	k := c.knows()
	if k == nil {
		return
	}
	r := &confiner{k: k, c: c}
	r.decide()
	r.unfault()
}

// knows returns what is known of a circuit, from the pass before if that knew it; nil if nothing is.
func (c *Circuit) knows() *known {
	if c.known == nil && !c.unknown {
		c.known = newKnown(c, c.summaries)
		if !c.known.solve() {
			c.forget()
			c.unknown = true // the next pass would find as little
		}
	}
	return c.known
}

// settle folds what passes have decided that know of ranges, and drops the ways that are left to nobody. What was known
// is forgotten.
func settle(c *Circuit) {
	c.forget()
	for _, head := range c.cut {
		c.setInput(head, 0, None)
	}
	if c.decided || len(c.cut) > 0 {
		c.decided, c.cut = false, nil
		fold(c)
		branches(c)
	}
}

// confiner applies what is known.
type confiner struct {
	k *known
	c *Circuit
}

const (
	proofSteps = 200 // how far one looks for a proof
	// Comparisons that need not be known share freeSteps and one step for each gate; each has fewSteps behind that.
	freeSteps = 256
	fewSteps  = 12
)

// Proof is why something was dropped.
type Proof struct {
	Pos program.Pos
	// What was dropped, and Why: "checkindex.i64 i, n", "i is 0..7".
	What, Why string
}

// decide replaces conditions that are known where they are asked.
func (r *confiner) decide() {
	k, c := r.k, r.c
	open := c.room(c.Size(), -1) // by gate: the last block where it was asked for a branch
	for b := range k.s.Blocks {
		end := k.s.Blocks[b].End
		if end == None || !k.reached[b] {
			continue
		}
		if c.Kind(end) == SwitchBranch {
			r.cases(b)
		}
		if c.Kind(end) != IfBranch {
			continue
		}
		cond := c.Value(end, 0)
		if c.Kind(cond) == Constant {
			continue
		}
		open[cond] = int32(b)
		if holds, why, ok := r.holds(cond, int32(b)); ok {
			r.prove(end, "branch on "+r.text(cond), why)
			c.setInput(end, int(c.Meta(end).States), c.Constant(program.Bool, holds))
			c.decided = true
			open[cond] = -1
		}
	}
	for _, g := range k.order {
		m := c.Meta(g)
		if m.Kind != Operation || m.Depends > 0 || k.need[g] < 0 || !k.reached[k.need[g]] || !c.IsUsed(g) ||
			c.Type(g).Dtype() != program.Bool || open[g] == k.need[g] {
			continue
		}
		if holds, why, ok := r.holds(g, k.need[g]); ok {
			r.prove(g, r.text(g), why)
			by := c.Constant(program.Bool, holds)
			k.replaces(g, by)
			c.ReplaceUses(g, by)
			c.decided = true
		}
	}
	r.choices()
}

// choices gives selectors constants for numbers that are known at the end of their ways, if they take nothing else
// then: what a loop has asked for, as in "for !done", is not handed on.
func (r *confiner) choices() {
	for g := range r.c.Gates() { // not of loops: a counter stays one
		if r.c.Kind(g) == ValueSelector && r.c.Kind(r.c.State(g, 0)) == Merge {
			r.choice(g)
		}
	}
}

func (r *confiner) choice(g Ref) {
	k, c := r.k, r.c
	if int(g) >= len(k.of) || !k.s.reaches(g) || !k.follows(g) {
		return
	}
	numbers := make([]Ref, c.Meta(g).Values)
	known := false
	for way := range numbers {
		x, from := c.Value(g, way), k.s.useAt(g, 1+way)
		if numbers[way] = x; from < 0 || !k.reached[from] || c.Kind(x) == Constant {
			continue
		}
		n, only := k.leaves(x, int32(from), 3).Only()
		if !only {
			return
		}
		numbers[way], known = c.number(c.Type(g).Dtype(), n), true
	}
	if !known {
		return
	}
	for way, x := range numbers {
		if was := c.Value(g, way); was != x {
			if c.explained {
				line := c.Position(k.s.Blocks[k.s.useAt(g, 1+way)].Head).Line
				r.prove(g, fmt.Sprintf("%s on the way from line %d", r.name(was), line), "it is "+c.Meaning(x))
			}
			c.setInput(g, 1+way, x)
		}
	}
	c.decided = true
}

// cases notes the ways of a switch that its value never takes, so that they are cut.
func (r *confiner) cases(b int) {
	k, c := r.k, r.c
	blk := &k.s.Blocks[b]
	x := c.Value(blk.End, 0)
	if k.at(x, int32(b), 3).IsEmpty() {
		return // nobody gets here
	}
	for _, to := range blk.Succs {
		head := k.s.Blocks[to].Head
		if k.takes(blk, b, to) || c.State(head, 0) != blk.End {
			continue
		}
		if c.explained {
			what := "default of switch on " + r.name(x)
			if c.Kind(head) == SwitchCase {
				what = fmt.Sprintf("case %d of switch on %s", k.caseValue(blk, head), r.name(x))
			}
			r.prove(head, what, fmt.Sprintf("it is %s", k.at(x, int32(b), 3)))
		}
		c.cut = append(c.cut, head)
	}
}

// holds returns what a condition is in a block, and why, if that is known.
func (r *confiner) holds(g Ref, block int32) (bits uint64, why string, ok bool) {
	k, c := r.k, r.c
	if n, only := k.at(g, block, 3).Only(); only {
		return uint64(n), r.operandsIn(g, block), true
	}
	m := c.Meta(g)
	if m.Kind != Operation || m.Values != 2 || !m.Op.Info().Type.IsSigned() {
		return 0, "", false
	}
	x, y := c.Value(g, 0), c.Value(g, 1)
	below := func(x, y Ref, most int64) bool {
		return k.decides(x, term{g: y}, most, block, proofSteps/4) || k.provesOfDifference(x, y, most, block)
	}
	var yes, no bool
	switch m.Op.Info().Row.Name {
	case "lt":
		yes = below(x, y, -1)
		no = !yes && below(y, x, 0)
	case "le":
		yes = below(x, y, 0)
		no = !yes && below(y, x, -1)
	case "gt":
		yes = below(y, x, -1)
		no = !yes && below(x, y, 0)
	case "ge":
		yes = below(y, x, 0)
		no = !yes && below(x, y, -1)
	case "eq", "ne":
		no = below(x, y, -1) || below(y, x, -1)
		if m.Op.Info().Row.Name == "ne" {
			yes, no = no, false
		}
	}
	if yes {
		return 1, r.reasons(), true
	}
	return 0, r.reasons(), no
}

// unfault looks at everything that may fault.
func (r *confiner) unfault() {
	k, c := r.k, r.c
	for _, g := range k.s.order {
		if !c.has(g) {
			continue
		}
		m := c.Meta(g)
		if m.Kind != Operation || !m.Faults {
			continue
		}
		block := k.s.early[g]
		if !k.reached[block] {
			continue
		}
		switch form := m.Op.Form(); {
		case form == optab.Index || form == optab.Insert:
			r.unfaultOne(g, block)
		case form != optab.Elementwise || !c.isScalar(g):
		case isCheck(m.Op):
			r.check(g, block)
		default:
			r.unfaultOne(g, block)
		}
	}
}

// check drops a check that cannot fail.
func (r *confiner) check(g Ref, block int32) {
	k, c := r.k, r.c
	m := c.Meta(g)
	x := c.Value(g, 0)
	in := []ranges.Range{k.index(x, block)}
	if m.Values > 1 {
		in = append(in, k.at(c.Value(g, 1), block, 3))
	}
	why := r.operandsIn(g, block)
	if ranges.CanFault(m.Op, in...) {
		most := int64(0)
		switch name := m.Op.Info().Row.Name; {
		case name == "checkindex":
			most = -1
		case name == "shiftcount":
			return
		}
		if m.Op.Info().Row.Name != "checkcap" && in[0].Lo < 0 ||
			!k.proves(x, term{g: c.Value(g, 1)}, most, block, proofSteps) {
			return
		}
		why = r.reasons()
		if m.Op.Info().Row.Name != "checkcap" {
			why = also(isIn(r, x, in[0]), why)
		}
	}
	r.prove(g, r.text(g), why)
	by := x
	if d := m.Op.Info(); d.Row.Name == "shiftcount" {
		n := c.Size()
		if by = c.Pure(program.OpcodeFor("convert_u64", d.Type), x); int(by) >= n {
			c.copyNote(by, g)
		}
	}
	k.replaces(g, by)
	k.isNow(g, by)
	c.replaceValue(g, by)
	r.anchor(g)
}

// unfaultOne takes an access to an element that exists, or an operation that does not fault, off the chain of effects.
func (r *confiner) unfaultOne(g Ref, block int32) {
	if why, ok := r.whyNoFault(g, block); ok {
		r.prove(g, r.text(g), why)
		r.anchor(g)
	}
}

// whyNoFault returns why an operation or an access to an element does not fault in a block, if that is so.
func (r *confiner) whyNoFault(g Ref, block int32) (why string, ok bool) {
	m := r.c.Meta(g)
	for i := range int(m.Values) {
		if !r.k.holdsAt(r.c.Value(g, i), block) {
			return "", false
		}
	}
	if form := m.Op.Form(); form == optab.Index || form == optab.Insert {
		return r.whyElement(g, block)
	}
	in := make([]ranges.Range, m.Values)
	for i := range in {
		in[i] = r.k.at(r.c.Value(g, i), block, 3)
	}
	if ranges.CanFault(m.Op, in...) {
		return r.whyNotZero(g, block)
	}
	return r.operandsIn(g, block), true
}

// whyNotZero returns why the divisor of an operation is not zero in a block, if it is one and that is so.
func (r *confiner) whyNotZero(g Ref, block int32) (why string, ok bool) {
	k, c := r.k, r.c
	m := c.Meta(g)
	if name := m.Op.Info().Row.Name; m.Values != 2 || name != "div" && name != "rem" {
		return "", false
	}
	y := c.Value(g, 1)
	at := k.notZero(y, block)
	if at == nil {
		return "", false
	}
	if c.explained {
		why = fmt.Sprintf("%s is not 0 since line %d", r.name(y), c.Position(at.test).Line)
	}
	return why, true
}

// whyElement returns why an element exists.
func (r *confiner) whyElement(g Ref, block int32) (reason string, ok bool) {
	k, c := r.k, r.c
	m := c.Meta(g)
	array := c.Value(g, 0)
	first := m.Op.Form().FirstIndex()
	for i, n := range c.shapeOf(array)[:int(m.Values)-int(m.Param)-first] {
		x := c.Value(g, first+i)
		in := k.index(x, block)
		switch {
		case in.IsEmpty():
		case in.Lo < 0:
			return "", false
		case n >= 0 && in.Hi < int64(n):
			reason = also(reason, isIn(r, x, in))
		case n < 0 && c.Kind(array) == Uniform && k.proves(x,
			term{g: None, root: lengthRoot(c.Uniforms[c.Meta(array).Param].Name, i)}, -1, block, proofSteps):
			reason = also(also(reason, isIn(r, x, in)), r.reasons())
		case n >= 0 && k.proves(x, term{g: c.Constant(program.I64, uint64(n))}, -1, block, proofSteps):
			reason = also(also(reason, isIn(r, x, in)), r.reasons())
		default:
			return "", false
		}
	}
	return reason, true
}

// anchor takes a gate off the chain of effects. It stays behind the token that it took.
func (r *confiner) anchor(g Ref) {
	c := r.c
	m := *c.Meta(g)
	c.bypass(g, Effects)
	m.Faults, m.Anchored = false, true
	c.setMeta(g, m)
	c.decided = true
}

// prove notes what was dropped, and why, if somebody asks.
func (r *confiner) prove(g Ref, what, why string) {
	if r.c.explained {
		r.c.proofs = append(r.c.proofs, Proof{r.c.Position(g), what, why})
	}
}

// isIn says in which range a gate is.
func isIn[R fmt.Stringer](r *confiner, x Ref, in R) string {
	if !r.c.explained {
		return ""
	}
	return fmt.Sprintf("%s is %s", r.name(x), in)
}

// also joins two reasons.
func also(why, more string) string {
	if why == "" {
		return more
	}
	return why + "; " + more
}

// name returns what people call a gate.
func (r *confiner) name(g Ref) string {
	c := r.c
	m := c.Meta(g)
	if m.Kind == Constant || m.Kind == Uniform || m.Kind == Cell {
		return c.Meaning(g)
	}
	if name := c.NameOf(g); name != "" {
		return name
	}
	if m.Kind == Operation {
		return m.Op.Info().Row.Name
	}
	return refName(g)
}

// text returns an operation and its operands.
func (r *confiner) text(g Ref) string {
	c := r.c
	m := c.Meta(g)
	if !c.explained {
		return ""
	}
	if m.Kind != Operation {
		return r.name(g)
	}
	var operands []string
	for i := range int(m.Values) - int(m.Param) {
		operands = append(operands, r.name(c.Value(g, i)))
	}
	return m.Op.String() + " " + strings.Join(operands, ", ")
}

// operandsIn returns the ranges of an operation's operands that are not constants or tables. It finds them also where
// nobody asks for proofs: what is found once is the same later.
func (r *confiner) operandsIn(g Ref, block int32) string {
	c := r.c
	m := c.Meta(g)
	if m.Kind != Operation {
		is := r.k.at(g, block, 3)
		if !c.explained {
			return ""
		}
		return fmt.Sprintf("it is %s", is)
	}
	var parts []string
	for i := range int(m.Values) - int(m.Param) {
		x := c.Value(g, i)
		switch {
		case c.Kind(x) == Constant:
		case r.k.follows(x):
			parts = append(parts, isIn(r, x, r.k.at(x, block, 3)))
		case c.Kind(x) != Cell && c.Kind(x) != Uniform && c.Type(x).Dtype().IsFloat():
			parts = append(parts, isIn(r, x, r.k.float(x, block)))
		}
	}
	if !c.explained {
		return ""
	}
	return strings.Join(parts, ", ")
}

// reasons returns the conditions that the last proof used.
func (r *confiner) reasons() string {
	if !r.c.explained {
		return ""
	}
	var parts []string
	for _, at := range r.k.trail {
		var text string
		if r.c.Kind(at.test) == Uniform {
			text = r.name(at.test)
		} else {
			text = fmt.Sprintf("%s(%s, %s)", at.op.Info().Row.Name, r.name(at.x), r.name(at.y))
		}
		if !at.holds {
			text = "not " + text
		}
		if pos := r.c.Position(at.test); pos.IsValid() {
			text += fmt.Sprintf(" in line %d", pos.Line)
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "by how they are computed"
	}
	return "since " + strings.Join(parts, ", ")
}
