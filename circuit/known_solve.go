package circuit

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Ranges are found by computing with them, way by way, until nothing changes: at first nothing is
// reached and no gate has a value; a branch whose condition is known leads one way only (M. Wegman
// and F. Zadeck, "Constant propagation with conditional branches", 1991). What keeps growing in a
// loop grows to the next of the circuit's constants, and what has been found at last is computed
// again a few times, which takes back what grew too far (P. Cousot and R. Cousot, "Abstract
// interpretation", 1977).

const (
	patience   = 2   // how often a range grows as it likes
	stepping   = 12  // how often then to the next of the constants; then to the last number
	narrowings = 2   // how often ranges are computed again
	mostSweeps = 40  // after which what grows may be anything at once
	lastSweep  = 160 // after which nothing is known
	// mostUpdates is how often ranges of gates are computed in all sweeps before nothing is known, if there are many.
	mostUpdates = 200_000
)

// findSteps finds the constants to which ranges grow.
func (k *known) findSteps() {
	c := k.c
	k.steps = append(k.steps, math.MinInt64, math.MinInt32, -1, 0, 1, math.MaxInt32, math.MaxUint32, math.MaxInt64)
	for g := range c.Gates() {
		if m := c.Meta(g); m.Kind == Constant && k.follows(g) && k.bounds(g) {
			if n := ranges.OfBits(c.Type(g).Dtype(), m.Param).Lo; n > -1<<40 && n < 1<<40 {
				k.steps = append(k.steps, n-1, n, n+1)
			}
		}
	}
	for _, v := range c.Cells {
		n := int64(program.Elements(v.Type.Shape))
		k.steps = append(k.steps, n-1, n)
	}
	slices.Sort(k.steps)
	k.steps = slices.Compact(k.steps)
}

// bounds reports whether a constant may be where a range ends: something is compared with it, or is at most it.
// What others are shifted or multiplied by is not.
func (k *known) bounds(constant Ref) bool {
	for u := range k.c.Uses(constant) {
		m := k.c.Meta(u)
		if m.Kind != Operation || m.Op.Form() != optab.Elementwise {
			return true // it goes round a loop, is an index, or a result
		}
		switch m.Op.Info().Row.Name {
		case "add", "sub", "mul", "shl", "shr", "xor", "or", "andnot", "not", "neg":
		default:
			return true
		}
	}
	return false
}

// start notes the values that there are before the function starts.
func (k *known) start() {
	c := k.c
	for g := range k.of {
		k.of[g] = ranges.Empty
	}
	for g := range c.Gates() {
		m := c.Meta(g)
		switch m.Kind {
		case Constant:
			k.of[g] = ranges.OfBits(c.Type(g).Dtype(), m.Param)
		case Uniform:
			k.of[g] = ranges.All(c.Type(g).Dtype())
			if int(m.Param) < len(c.uniformFacts) {
				k.of[g] = c.uniformFacts[m.Param].values
			}
		case Arg:
			k.of[g] = k.whole.parameter(c, int(m.Param))
		default:
			if t := c.Type(g); t.HasValue() && t.Dtype().IsFloat() {
				k.of[g] = ranges.All(t.Dtype())
			}
		}
	}
	for i, v := range c.Cells {
		k.cells[i] = ranges.Empty
		if at := slices.IndexFunc(c.Params, func(p Variable) bool { return p.Name == v.Name }); at >= 0 {
			k.cells[i] = k.whole.parameter(c, at)
		}
	}
}

// solve finds the ranges. It reports whether it came to an end; otherwise nothing is known.
func (k *known) solve() bool {
	k.reached[0], k.still = true, 0
	if !k.comesBack() {
		k.sweep(true)
		k.solved = true
		return true
	}
	for sweep := 0; k.sweep(true); sweep++ {
		k.hurries = sweep >= mostSweeps
		if sweep == lastSweep || k.hurries && sweep*len(k.order) > mostUpdates {
			return false
		}
	}
	for i := 0; i < narrowings && k.sweep(false); i++ {
	}
	k.solved = true
	return true
}

// comesBack reports whether a range may depend on one that a sweep computes behind it: round a loop, or by what is
// written into an array. Otherwise one sweep finds all of them.
func (k *known) comesBack() bool {
	c := k.c
	for b := range k.s.Blocks {
		if c.Kind(k.s.Blocks[b].Head) == LoopBegin {
			return true
		}
	}
	return len(c.Cells) > 0 && slices.ContainsFunc(k.order, func(g Ref) bool {
		return c.Kind(g) == Call || c.Kind(g) == Operation && c.Meta(g).Param > 0
	})
}

// sweep computes all ranges once, block by block: those of a block before the blocks that it leads to, but for those
// that come round a loop. Growing ones keep what they had; it reports whether any grew. It ends early where nothing
// has changed since it was there in the sweep before.
func (k *known) sweep(grow bool) (changed bool) {
	if k.growing != grow {
		k.growing, k.still = grow, 0
	}
	first := int32(0)
	for i, b := range k.blocks {
		end := k.ends[i]
		k.still++
		if k.reached[b] {
			grew := k.update(k.order[first:end], grow)
			if k.leave(int(b)) || grew {
				changed, k.still = true, 0
			}
		}
		if k.still == len(k.blocks) {
			break
		}
		first = end
	}
	return changed
}

// update computes the ranges of gates, and reports whether any grew.
func (k *known) update(gates []Ref, grow bool) (changed bool) {
	for _, g := range gates {
		m := k.c.Meta(g)
		if m.Kind == Operation && m.Param > 0 || m.Kind == Call {
			changed = grow && k.write(g, m) || changed
			continue
		}
		was := k.of[g]
		if grow && was == ranges.All(k.c.Type(g).Dtype()) {
			continue
		}
		now := k.compute(g, m)
		if grow {
			now = k.grow(g, was, was.Join(now))
		} else {
			now = was.Meet(now)
		}
		if now != was {
			k.of[g] = now
			changed = true
		}
	}
	return changed
}

// grow widens the range of a selector that has grown often.
func (k *known) grow(g Ref, was, now ranges.Range) ranges.Range {
	if now == was || k.c.Kind(g) != ValueSelector || was.IsEmpty() {
		return now
	}
	if k.grown[g] < math.MaxUint8 {
		k.grown[g]++
	}
	return k.widen(was, now, k.grown[g], k.c.Type(g).Dtype())
}

// widen is what a range becomes that has grown so often.
func (k *known) widen(was, now ranges.Range, often uint8, t program.Dtype) ranges.Range {
	all := ranges.All(t)
	switch {
	case k.hurries || often > patience+stepping+4:
		return all
	case often > patience+stepping:
		if now.Lo < was.Lo {
			now = now.Join(ranges.Of(all.Lo))
		}
		if now.Hi > was.Hi {
			now = now.Join(ranges.Of(all.Hi))
		}
	case often > patience:
		lo, hi := now.Lo, now.Hi
		if lo < was.Lo {
			i, at := slices.BinarySearch(k.steps, lo)
			if !at {
				i--
			}
			lo = max(k.steps[max(i, 0)], all.Lo)
		}
		if hi > was.Hi {
			i, _ := slices.BinarySearch(k.steps, hi)
			hi = min(k.steps[min(i, len(k.steps)-1)], all.Hi)
		}
		return now.Widen(lo, hi)
	}
	return now
}

// leave finds the blocks that lanes may get to from one, and reports whether there are more than before.
func (k *known) leave(b int) (more bool) {
	mark := func(to int) {
		if !k.reached[to] {
			k.reached[to] = true
			more = true
		}
	}
	blk := &k.s.Blocks[b]
	if !slices.ContainsFunc(blk.Succs, func(to int) bool { return !k.reached[to] }) {
		return false // which is most often so from the second time on
	}
	if blk.End == None || k.c.Kind(blk.End) != IfBranch {
		for _, to := range blk.Succs {
			if blk.End == None || k.c.Kind(blk.End) != SwitchBranch || k.takes(blk, b, to) {
				mark(to)
			}
		}
		return more
	}
	r := k.at(k.c.Value(blk.End, 0), int32(b), 2)
	if r.Has(1) {
		mark(blk.Succs[0])
	}
	if r.Has(0) {
		mark(blk.Succs[1])
	}
	return more
}

// takes reports whether a switch may lead to a case, or to no case.
func (k *known) takes(blk *Block, b, to int) bool {
	in := k.at(k.c.Value(blk.End, 0), int32(b), 2)
	if head := k.s.Blocks[to].Head; k.c.Kind(head) == SwitchCase {
		return in.Has(k.caseValue(blk, head))
	}
	others := in.Len()
	for _, to := range blk.Succs {
		if head := k.s.Blocks[to].Head; k.c.Kind(head) == SwitchCase && in.Has(k.caseValue(blk, head)) {
			others--
		}
	}
	return others > 0
}

// caseValue returns the number that a case of a block's switch is for.
func (k *known) caseValue(blk *Block, head Ref) int64 {
	return ranges.OfBits(k.c.Type(k.c.Value(blk.End, 0)).Dtype(), k.c.Meta(head).Param).Lo
}

// compute returns the range of a gate.
func (k *known) compute(g Ref, m *Meta) ranges.Range {
	c := k.c
	early := k.s.early[g]
	if !k.reached[early] {
		return ranges.Empty
	}
	switch m.Kind {
	case ValueSelector:
		r := ranges.Empty
		for i := range int(m.Values) {
			if from := k.s.useAt(g, 1+i); from >= 0 && k.reached[from] {
				r = r.Join(k.leaves(c.Value(g, i), int32(from), 2))
			}
		}
		return r
	case Project:
		return k.whole.result(c, c.Meta(c.Depend(g, 0)).Param, int(m.Param), c.Type(g).Dtype())
	}
	all := ranges.All(c.Type(g).Dtype())
	if m.Op.Form() == optab.Index {
		switch x := c.Value(g, 0); c.Kind(x) {
		case Cell:
			return k.cells[c.Meta(x).Param]
		case Uniform:
			return k.of[x]
		}
		return all
	}
	if m.Op.Form() != optab.Elementwise || !c.isScalar(g) {
		return all
	}
	if m.Op.Info().Type.IsFloat() {
		return k.ofFloats(g, early)
	}
	if m.Op.Info().Row.Name == "select" {
		return k.chosen(g, early)
	}
	base := len(k.in)
	for i := range int(m.Values) {
		in := k.at(c.Value(g, i), early, 1)
		k.in = append(k.in, in)
	}
	r := ranges.Result(m.Op, k.in[base:]...)
	k.in = k.in[:base]
	if was := k.of[g]; k.growing && !was.IsEmpty() && was.Lo < 0 {
		return r // it grew from less than can be shown of it now
	}
	return k.ofDifference(g, early, r)
}

// index returns the range of a gate in a block, where a comparison may say more of a difference.
func (k *known) index(g Ref, block int32) ranges.Range {
	return k.ofDifference(g, block, k.at(g, block, 3))
}

// ofDifference returns the range of a gate that has a range, without negative numbers if it is a difference of which
// the first number is not below the second, and does not wrap.
func (k *known) ofDifference(g Ref, block int32, r ranges.Range) ranges.Range {
	c := k.c
	m := c.Meta(g)
	if r.Lo >= 0 || r.IsEmpty() || m.Kind != Operation || m.Values != 2 || !k.follows(g) ||
		m.Op.Info().Row.Name != "sub" {
		return r
	}
	x, y := c.Value(g, 0), c.Value(g, 1)
	if a, b := k.at(x, block, 1), k.at(y, block, 1); b.Lo < 0 && a.Hi >= 0 || !k.isBelow(y, x, block) {
		return r
	}
	return r.Meet(ranges.Between(0, math.MaxInt64))
}

// ofCompared returns the range of a difference that has a range, where its operands have been compared with each other.
func (k *known) ofCompared(g Ref, block int32, r ranges.Range) ranges.Range {
	x, y := k.c.Value(g, 0), k.c.Value(g, 1)
	for at := range k.comparisons(y, block) {
		if z, by, ok := k.bound(at, y); ok && z == x && r.Lo < by {
			if _, exact := k.operationOf(g, block); exact {
				r = r.Meet(ranges.Between(by, math.MaxInt64))
			}
		}
	}
	return r
}

// isBelow reports whether x is at most y in a block, both signed.
func (k *known) isBelow(x, y Ref, block int32) bool {
	t := k.c.Type(x).Dtype()
	return t.IsSigned() && k.proves(x, term{g: y}, 0, block, 24)
}

// write adds what an operation or call writes into arrays, and reports whether that is more.
func (k *known) write(g Ref, m *Meta) (more bool) {
	c := k.c
	if !k.reached[k.s.early[g]] {
		return false
	}
	fill := func(cell Ref, r ranges.Range) {
		i := c.Meta(cell).Param
		t := c.Cells[i].Type.Dtype
		was := k.cells[i]
		now := was.Join(r)
		if now == was {
			return
		}
		if k.filled[i] < math.MaxUint8 && !was.IsEmpty() {
			k.filled[i]++
		}
		k.cells[i] = k.widen(was, now, k.filled[i], t)
		more = true
	}
	content := func(x Ref) ranges.Range {
		if c.Kind(x) == Cell {
			return k.cells[c.Meta(x).Param]
		}
		return k.at(x, k.s.early[g], 1)
	}
	if m.Kind == Call {
		k.callWrites(g, m, fill)
		return more
	}
	n := int(m.Values) - int(m.Param)
	for i, cell := range c.outs(g) {
		d := c.Cells[c.Meta(cell).Param].Type.Dtype
		switch form := m.Op.Form(); {
		case d.IsFloat():
		case form == optab.Copy:
			fill(cell, content(c.Value(g, min(i, n-1))))
		case form == optab.Insert:
			fill(cell, content(c.Value(g, 0)).Join(content(c.Value(g, 1))))
		case form == optab.Index || form == optab.Const || form == optab.Reshape:
			fill(cell, content(c.Value(g, 0)))
		default:
			fill(cell, ranges.All(d))
		}
	}
	return more
}

// callWrites adds what a call gives back in arrays.
func (k *known) callWrites(g Ref, m *Meta, fill func(cell Ref, r ranges.Range)) {
	c := k.c
	at := int(m.Values)
	results := c.Callees[m.Param].Results
	for i := len(results) - 1; i >= 0; i-- {
		if len(results[i].Shape) == 0 {
			continue
		}
		at--
		if cell := c.Value(g, at); !results[i].Dtype.IsFloat() {
			fill(cell, k.whole.result(c, m.Param, i, results[i].Dtype))
		}
	}
}
