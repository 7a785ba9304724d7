package circuit

import (
	"math"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
)

// Where a loop takes elements off the front of a slice, one number grows by what another one shrinks by: the place of
// the first element, and the length. Their sum stays what it was before the loop, so each is bounded by the other.

// partner is a selector that has the same sum with another in all rounds, and what that sum is.
type partner struct {
	g   Ref
	sum ranges.Range
}

// sumLimit keeps sums far from where they would wrap.
const sumLimit = 1 << 40

// partnersOf returns the partners of a selector of a loop. It is asked when ranges are known.
func (k *known) partnersOf(g Ref) []partner {
	c := k.c
	if !k.solved || c.Kind(g) != ValueSelector || c.Kind(c.State(g, 0)) != LoopBegin ||
		c.Type(g).Dtype() != program.I64 {
		return nil
	}
	if list, ok := k.partners[g]; ok {
		return list
	}
	if k.partners == nil {
		k.partners = map[Ref][]partner{}
	}
	k.partners[g] = nil // while they are looked for
	from := k.s.useAt(g, 1)
	if from < 0 {
		return nil
	}
	var list []partner
	most := 16
	for u := range c.Uses(c.State(g, 0)) {
		if most--; most < 0 {
			break
		}
		if u == g || c.Kind(u) != ValueSelector || int(u) >= len(k.of) || c.Type(u).Dtype() != program.I64 ||
			!k.isBalanced(c.Value(g, 1), c.Value(u, 1), g, u, 4) {
			continue
		}
		x, y := k.at(c.Value(g, 0), int32(from), 1), k.at(c.Value(u, 0), int32(from), 1)
		if x.Within(-sumLimit, sumLimit) && y.Within(-sumLimit, sumLimit) {
			list = append(list, partner{u, ranges.Between(x.Lo+y.Lo, x.Hi+y.Hi)})
		}
	}
	k.partners[g] = list
	return list
}

// isBalanced reports whether a + b is x + y, modulo 2^64, on all ways through a round.
func (k *known) isBalanced(a, b, x, y Ref, depth int) bool {
	c := k.c
	a, one := c.addends(a, x)
	b, other := c.addends(b, y)
	if one.plus+other.plus != 0 || one.more != other.more || one.more != None && one.less == other.less {
		return false
	}
	if a == x && b == y {
		return true
	}
	if depth == 0 || c.Kind(a) != ValueSelector || c.Kind(b) != ValueSelector || c.State(a, 0) != c.State(b, 0) ||
		c.Kind(c.State(a, 0)) != Merge {
		return false
	}
	for i := range int(c.Meta(a).Values) {
		if !k.isBalanced(c.Value(a, i), c.Value(b, i), x, y, depth-1) {
			return false
		}
	}
	return true
}

// beside returns what a selector is in a block, since its partners are something there.
func (k *known) beside(g Ref, block int32) ranges.Range {
	r := ranges.All(program.I64)
	for _, p := range k.partnersOf(g) {
		if other := k.at(p.g, block, 0); other.Within(-sumLimit, sumLimit) {
			r = r.Meet(ranges.Between(p.sum.Lo-other.Hi, p.sum.Hi-other.Lo))
		}
	}
	return r
}

// proveByPartner shows that a sum i + from is at most so much more than y, which is a number: from and its partner have
// a known sum, so it is to be shown of i and the partner.
func (k *known) proveByPartner(i, from Ref, y term, c int64, block int32, goals *goal) bool {
	ends := k.rangeOf(y, block)
	if !ends.Within(-sumLimit, sumLimit) || c < -sumLimit || c > sumLimit {
		return false
	}
	for _, p := range k.partnersOf(from) {
		// The sum holds modulo 2^64. Where from is larger than the sum less the partner, nothing follows.
		if p.sum.Lo < 0 && k.at(p.g, block, 0).Hi > math.MaxInt64+p.sum.Lo {
			continue
		}
		if k.prove(i, term{g: p.g}, ends.Lo+c-p.sum.Hi, block, goals) {
			return true
		}
	}
	return false
}
