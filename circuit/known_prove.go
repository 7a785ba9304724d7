package circuit

import (
	"iter"
	"math"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Where a length is not a number that is known, a range says nothing of an index; but a branch or
// a check may have compared them. proves looks for a way of such comparisons and of sums with
// known numbers from one to the other, backwards and on demand (R. Bodik, R. Gupta and V. Sarkar,
// "ABCD: eliminating array bounds checks on demand", 2000). What comes round a loop is bounded if
// it was before the first round, and if a round keeps the bound: while its inputs are looked at, a
// selector is taken to keep it.

// term is a number that others are compared with: a gate's, or what a uniform is made of.
type term struct {
	g    Ref
	root string
}

// uniformFact is what is known of a uniform: its values, and that a scalar is root + plus, where
// root names a uniform or its length.
type uniformFact struct {
	values ranges.Range
	root   string
	plus   int64
	test   *uniformTest // what it compares, or nil
}

const lengthPrefix = "length "

// lengthRoot names the length of a uniform.
func lengthRoot(uniform string, axis int) string {
	return lengthPrefix + uniform + " " + string(rune('0'+axis))
}

// goal is what is to be shown of a selector, or of a term that is one: that x is at most so much more than y.
type goal struct {
	x    Ref
	y    term
	most int64
	up   *goal
}

// proves reports whether x - y is at most c in a block, for signed numbers that do not wrap. The
// budget bounds the search.
func (k *known) proves(x Ref, y term, c int64, block int32, budget int) bool {
	k.checking = budget >= proofSteps
	return k.search(x, y, c, block, budget)
}

// search looks for a proof in so many steps.
func (k *known) search(x Ref, y term, c int64, block int32, budget int) bool {
	k.budget, k.spare, k.trail = budget, budget, k.trail[:0]
	k.proving = true
	k.proofs++
	is := k.prove(x, y, c, block, nil)
	k.proving = false
	return is
}

// decides is proves for a comparison that need not be known. Most of them are of numbers that have nothing to do with
// each other. So those that fail share a number of steps, by the number of gates, and have a few each behind that: what
// can be shown mostly takes less.
func (k *known) decides(x Ref, y term, c int64, block int32, budget int) bool {
	k.checking = budget >= proofSteps
	budget = min(budget, max(k.pool, fewSteps))
	if k.search(x, y, c, block, budget) {
		return true
	}
	k.pool -= budget + (budget - k.spare) - k.budget
	return false
}

// rootOf returns what a uniform is made of.
func (k *known) rootOf(g Ref) (root string, plus int64) {
	if g == None {
		return "", 0
	}
	m := k.c.Meta(g)
	if m.Kind == Uniform && int(m.Param) < len(k.c.uniformFacts) {
		f := &k.c.uniformFacts[m.Param]
		return f.root, f.plus
	}
	return "", 0
}

// rangeOf returns the range of a term in a block.
func (k *known) rangeOf(y term, block int32) ranges.Range {
	if y.g != None {
		return k.at(y.g, block, 2)
	}
	r := ranges.All(program.I64)
	if strings.HasPrefix(y.root, lengthPrefix) {
		r = ranges.Between(0, program.MaxUniform)
	}
	return r.Meet(k.ofRoot(y.root, block))
}

// isWithin reports whether x - y is at most c, and does not overflow.
func isWithin(x, y, c int64) bool {
	d := x - y
	return (d < x) == (y > 0) && d <= c
}

func (k *known) prove(x Ref, y term, c int64, block int32, goals *goal) bool {
	if k.budget--; k.budget < 0 {
		return false
	}
	x = k.unconverted(x, block)
	if y.g != None {
		y.g = k.unconverted(y.g, block)
	}
	if x == y.g && c >= 0 {
		return true
	}
	if root, plus := k.rootOf(x); root != "" {
		of, minus := y.root, int64(0)
		if y.g != None {
			of, minus = k.rootOf(y.g)
		}
		if root == of && isWithin(plus, minus, c) {
			return true
		}
	}
	rx, ry := k.at(x, block, 2), k.rangeOf(y, block)
	if rx.IsEmpty() || ry.IsEmpty() {
		return true // nobody gets there
	}
	if isWithin(rx.Hi, ry.Lo, c) {
		return true
	}
	for g := goals; g != nil; g = g.up {
		if g.x == x && g.y == y && c >= g.most {
			return true
		}
	}
	return k.proveByDifference(x, y, c, block) || k.proveByConditions(x, y, c, block, goals) ||
		k.proveByMaking(x, y, c, block, goals) || k.proveByTerm(x, y, c, block, goals) ||
		k.proveByUniforms(x, y, c, block, goals) ||
		k.proveBySelector(x, y, c, goals) || k.proveByNext(x, y, c, block, goals) ||
		k.proveByCounter(x, y, c, block, goals)
}

// proveByNext uses what was compared with a sum of x and a constant, as in "for i+1 < n". What is known of the sum
// holds where it is needed, and behind that.
func (k *known) proveByNext(x Ref, y term, c int64, block int32, goals *goal) bool {
	if !k.solved || !k.checking || int(x) >= len(k.of) {
		return false
	}
	most := 16
	for u := range k.c.Uses(x) {
		if most--; most < 0 {
			return false
		}
		if k.c.addendOf(u) != x || !k.isNeededBefore(u, block) {
			continue
		}
		name, ok := k.operationOf(u, block)
		by, only := k.at(k.c.Value(u, 1), block, 0).Only()
		if !ok || !only || by == math.MinInt64 {
			continue
		}
		if name == "sub" {
			by = -by
		}
		if by > 0 && c > math.MaxInt64-by || by < 0 && c < math.MinInt64-by {
			continue
		}
		if k.proveByConditions(u, y, c+by, block, goals) {
			return true
		}
	}
	return false
}

// proveByCounter uses that x is never more than another number that comes round the same loop, as the place of the
// best element so far is never beyond the element that is looked at; or more by no more than before the loop, as the
// number of elements that were kept is never beyond that of those that were looked at.
func (k *known) proveByCounter(x Ref, y term, c int64, block int32, goals *goal) bool {
	state := k.stateOf(x)
	if !k.solved || !k.checking || k.counting || state == None || k.c.Kind(state) != LoopBegin || goals != nil {
		return false
	}
	k.counting = true
	defer func() { k.counting = false }()
	k.budget, k.spare = max(k.budget, 0)+k.spare, 0 // what was tried before may have taken it all
	most := 8
	for u := range k.c.Uses(state) {
		if most--; most < 0 {
			return false
		}
		if u == x || k.c.Kind(u) != ValueSelector || int(u) >= len(k.of) || k.c.Type(u) != k.c.Type(x) {
			continue
		}
		n := len(k.trail)
		if k.prove(u, y, c, block, nil) && k.prove(x, term{g: u}, 0, block, nil) {
			return true
		}
		k.trail = k.trail[:n]
		if d := k.ahead(x, u); d != 0 && -sumLimit < c && c < sumLimit &&
			k.prove(u, y, c-d, block, nil) && k.prove(x, term{g: u}, d, block, nil) {
			return true
		}
		k.trail = k.trail[:n]
	}
	return false
}

// ahead returns by how much a selector of a loop is more than another before the loop, at most, and 0 if that is not
// known.
func (k *known) ahead(x, u Ref) int64 {
	from := k.s.useAt(x, 1)
	if from < 0 {
		return 0
	}
	a, b := k.at(k.c.Value(x, 0), int32(from), 1), k.at(k.c.Value(u, 0), int32(from), 1)
	if !a.Within(-sumLimit, sumLimit) || !b.Within(-sumLimit, sumLimit) {
		return 0
	}
	return a.Hi - b.Lo
}

// unconverted follows conversions that keep the number back to what is converted.
func (k *known) unconverted(g Ref, block int32) Ref {
	for {
		m := k.c.Meta(g)
		if m.Kind != Operation || m.Values != 1 || m.Depends > 0 {
			return g
		}
		info := m.Op.Info()
		switch info.Row.Name {
		case "convert_i32", "convert_i64", "convert_u32", "convert_u64":
		default:
			return g
		}
		x := k.c.Value(g, 0)
		if !info.Type.IsInt() || !k.at(x, block, 1).IsIn(ranges.All(info.Out)) {
			return g
		}
		g = x
	}
}

// proveByDifference uses what is known of x - y, or of y - x, where the program has that: not
// while ranges are looked for, since a difference would be a reason for its own range. What is known of a difference
// holds where it is needed, and behind that: elsewhere its operands can be others than those it was found from.
func (k *known) proveByDifference(x Ref, y term, c int64, block int32) bool {
	if !k.solved || y.g == None || int(x) >= len(k.of) {
		return false
	}
	most := 16
	for u := range k.c.Uses(x) {
		if most--; most < 0 {
			return false
		}
		m := k.c.Meta(u)
		if m.Kind != Operation || m.Values != 2 || m.Op.Info().Row.Name != "sub" || !k.isNeededBefore(u, block) {
			continue
		}
		if name, ok := k.operationOf(u, block); !ok || name != "sub" {
			continue
		}
		d := k.at(u, block, 0)
		if d.IsEmpty() {
			continue
		}
		if a, b := k.c.Value(u, 0), k.c.Value(u, 1); a == x && b == y.g && d.Hi <= c || a == y.g && b == x &&
			d.Lo > math.MinInt64 && -d.Lo <= c {
			return true
		}
	}
	return false
}

// isNeededBefore reports whether a gate is needed in a block, or on every way to it.
func (k *known) isNeededBefore(g Ref, block int32) bool {
	return int(g) < len(k.need) && k.need[g] >= 0 && k.dominates(k.need[g], block)
}

// proveByConditions uses what was compared with x.
func (k *known) proveByConditions(x Ref, y term, c int64, block int32, goals *goal) bool {
	for at := range k.comparisons(x, block) {
		if k.proveByUnequal(at, x, y, c, block, goals) {
			return true
		}
		z, by, ok := k.bound(at, x)
		if !ok || c > math.MaxInt64-by {
			continue
		}
		n := len(k.trail)
		k.trail = append(k.trail, *at)
		if k.prove(z, y, c+by, block, goals) {
			return true
		}
		k.trail = k.trail[:n]
	}
	return false
}

// comparisons gives the conditions that hold in a block and compare a gate with another.
func (k *known) comparisons(x Ref, block int32) iter.Seq[*condition] {
	return func(yield func(*condition) bool) {
		if int(x)+1 >= len(k.first) {
			return
		}
		for i := k.conditions(x, block); i >= 0; i = k.passed[i].up {
			at := &k.about[k.passed[i].about]
			about := at.test != None && at.y != None && (at.x == x || at.y == x)
			if about && k.holdsIn(at, block) && !yield(at) {
				return
			}
		}
	}
}

// proveByUnequal uses that x is not z: if it is at most z, it is less. While that is looked for, no other number is of
// use that x is not.
func (k *known) proveByUnequal(at *condition, x Ref, y term, c int64, block int32, goals *goal) bool {
	if k.unequal || at.behind || c == math.MaxInt64 {
		return false
	}
	is := "eq" // which does not hold
	if at.holds {
		is = "ne"
	}
	if info := at.op.Info(); info.Row.Name != is || !info.Type.IsSigned() {
		return false
	}
	z := at.y
	if x == at.y {
		z = at.x
	}
	if z == None {
		return false
	}
	n := len(k.trail)
	k.trail = append(k.trail, *at)
	k.unequal = true
	less := k.prove(x, term{g: z}, 0, block, nil)
	k.unequal = false
	if less && (z == y.g && c >= -1 || k.prove(z, y, c+1, block, goals)) {
		return true
	}
	k.trail = k.trail[:n]
	return false
}

// bound returns the operand z of a condition that says x is less than z by at least so much.
func (k *known) bound(at *condition, x Ref) (z Ref, by int64, ok bool) {
	info := at.op.Info()
	if !info.Type.IsSigned() {
		return None, 0, false
	}
	name := info.Row.Name
	if at.behind {
		switch {
		case x != at.x:
			return None, 0, false
		case name == "checkindex":
			return at.y, 1, true
		}
		return at.y, 0, name != "shiftcount"
	}
	if !at.holds {
		name, _ = optab.Opposite(name, info.Type)
	}
	z = at.y
	if x == at.y {
		z = at.x
		name, _ = optab.Mirrored(name)
	}
	switch name {
	case "lt":
		return z, 1, true
	case "le", "eq":
		return z, 0, true
	}
	return None, 0, false
}

// operationOf returns an operation on signed numbers that does not wrap in a block.
func (k *known) operationOf(g Ref, block int32) (name string, ok bool) {
	m := k.c.Meta(g)
	if m.Kind != Operation || m.Values == 0 || !k.follows(g) {
		return "", false
	}
	info := m.Op.Info()
	if !info.Type.IsInt() || info.Out != info.Type {
		return "", false
	}
	name = info.Row.Name
	if !info.Type.IsSigned() {
		for i := range int(m.Values) {
			if k.at(k.c.Value(g, i), block, 1).Lo < 0 {
				return "", false // it is taken as another number than it is
			}
		}
	}
	if name == "add" || name == "sub" {
		a, b := k.at(k.c.Value(g, 0), block, 1), k.at(k.c.Value(g, 1), block, 1)
		if a.IsEmpty() || b.IsEmpty() {
			return "", false
		}
		all := ranges.All(info.Type).Meet(ranges.Between(k.least(info.Type), math.MaxInt64))
		if name == "sub" {
			if b.Lo == math.MinInt64 {
				return "", false
			}
			b = ranges.Range{Lo: -b.Hi, Hi: -b.Lo, Step: b.Step}
		}
		lo, hi := a.Lo+b.Lo, a.Hi+b.Hi
		if (lo > a.Lo) != (b.Lo > 0) || (hi > a.Hi) != (b.Hi > 0) || lo < all.Lo || hi > all.Hi {
			return "", false
		}
	}
	return name, true
}

// least returns the smallest number of a type.
func (k *known) least(t program.Dtype) int64 {
	if t.IsSigned() {
		return ranges.All(t).Lo
	}
	return 0
}

// proveByTerm uses how y is computed.
func (k *known) proveByTerm(x Ref, y term, c int64, block int32, goals *goal) bool {
	if y.g == None {
		return false
	}
	name, ok := k.operationOf(y.g, block)
	if !ok {
		return false
	}
	v := func(i int) Ref { return k.c.Value(y.g, i) }
	more := func(z Ref, by int64) bool { // y is at least z, and more by so much
		return (by <= 0 || c <= math.MaxInt64-by) && (by >= 0 || c >= math.MinInt64-by) &&
			k.prove(x, term{g: z}, c+by, block, goals)
	}
	switch name {
	case "add":
		a, b := k.at(v(0), block, 1), k.at(v(1), block, 1)
		return more(v(0), b.Lo) || more(v(1), a.Lo)
	case "sub":
		b := k.at(v(1), block, 1)
		return b.Hi > math.MinInt64 && more(v(0), -b.Hi)
	case "max":
		return more(v(0), 0) || more(v(1), 0)
	case "select":
		return more(v(1), 0) && more(v(2), 0)
	case "checkindex", "checkslice", "checklen", "checkcap":
		return more(v(0), 0)
	}
	return false
}

// proveBySelector shows it for each way into the state of a selector: of x, and of y with it if that is one of the same
// state, or of y alone.
func (k *known) proveBySelector(x Ref, y term, c int64, goals *goal) bool {
	of := k.stateOf(x)
	if of != None && k.proveOnWays(x, x, y, c, goals) {
		return true
	}
	return y.g != None && k.stateOf(y.g) != None && k.stateOf(y.g) != of && k.proveOnWays(y.g, x, y, c, goals)
}

// stateOf returns the state of a selector of values, and None of other gates.
func (k *known) stateOf(g Ref) Ref {
	if k.c.Kind(g) != ValueSelector {
		return None
	}
	return k.c.State(g, 0)
}

// proveOnWays shows it for each way into the state of a selector.
func (k *known) proveOnWays(selector, x Ref, y term, c int64, goals *goal) bool {
	state := k.stateOf(selector)
	if !k.stays(x, state) || y.g != None && !k.stays(y.g, state) {
		return false
	}
	at := func(g Ref, way int) Ref { // what it is at the end of a way
		if g != None && k.stateOf(g) == state {
			return k.c.Value(g, way)
		}
		return g
	}
	all := &goal{x: x, y: y, most: c, up: goals}
	for i := range int(k.c.Meta(selector).Values) {
		from := k.s.useAt(selector, 1+i)
		if from < 0 || !k.reached[from] {
			continue
		}
		if !k.prove(at(x, i), term{g: at(y.g, i), root: y.root}, c, int32(from), all) {
			return false
		}
	}
	return true
}

// stays reports whether a term is, on each way into a state, what it is in the state: it is a
// selector of that state, or was there before.
func (k *known) stays(y, state Ref) bool {
	c := k.c
	if c.Kind(y) == ValueSelector && c.State(y, 0) == state {
		return true
	}
	if isOrigin(c.Kind(y)) {
		return true
	}
	if int(y) >= len(k.of) {
		return false
	}
	at, early := k.s.of[state], k.s.early[y]
	return early >= 0 && early != at && k.dominates(early, at)
}

// notZero returns the condition that says that a gate is not 0 in a block, or nil.
func (k *known) notZero(g Ref, block int32) *condition {
	if int(g)+1 >= len(k.first) {
		return nil
	}
	for i := k.conditions(g, block); i >= 0; i = k.passed[i].up {
		at := &k.about[k.passed[i].about]
		if at.test == None || !k.holdsIn(at, block) {
			continue
		}
		if at.divides || at.y != None && !at.behind && k.excludesZero(at, g) {
			return at
		}
	}
	return nil
}

// excludesZero reports whether a comparison that holds, or does not, is false of a gate that is 0.
func (k *known) excludesZero(at *condition, g Ref) bool {
	other := at.y
	if g == at.y {
		other = at.x
	}
	bits, ok := k.c.Bits(other)
	if !ok || g != at.x && g != at.y || at.sub != None {
		return false
	}
	x, y := ranges.Of(0), ranges.OfBits(at.op.Info().Type, bits)
	if g == at.y {
		x, y = y, x
	}
	x, _ = ranges.Assume(at.op, at.holds, x, y)
	return x.IsEmpty()
}
