package circuit

import (
	"math"

	"github.com/lockstep-simt/lockstep/internal/ranges"
)

// proveByMaking uses how x is computed.
func (k *known) proveByMaking(x Ref, y term, c int64, block int32, goals *goal) bool {
	name, ok := k.operationOf(x, block)
	if !ok {
		return false
	}
	v := func(i int) Ref { return k.c.Value(x, i) }
	less := func(z Ref, by int64) bool { // x is at most z, and less by so much
		return (by <= 0 || c <= math.MaxInt64-by) && (by >= 0 || c >= math.MinInt64-by) &&
			k.prove(z, y, c+by, block, goals)
	}
	switch name {
	case "add":
		a, b := k.at(v(0), block, 1), k.at(v(1), block, 1)
		return b.Hi > math.MinInt64 && less(v(0), -b.Hi) || a.Hi > math.MinInt64 && less(v(1), -a.Hi) ||
			k.proveRest(v(0), v(1), y, c, block, goals) || k.proveRest(v(1), v(0), y, c, block, goals) ||
			k.proveByPartner(v(0), v(1), y, c, block, goals) || k.proveByPartner(v(1), v(0), y, c, block, goals)
	case "sub":
		return less(v(0), k.at(v(1), block, 1).Lo)
	case "min":
		return less(v(0), 0) || less(v(1), 0)
	case "select":
		return less(v(1), 0) && less(v(2), 0)
	case "and":
		return k.at(v(0), block, 1).Lo >= 0 && less(v(0), 0) || k.at(v(1), block, 1).Lo >= 0 && less(v(1), 0)
	case "andnot":
		return k.at(v(0), block, 1).Lo >= 0 && less(v(0), 0)
	case "shr", "div":
		a, b := k.at(v(0), block, 1), k.at(v(1), block, 1)
		if name == "shr" && b.Within(0, 62) {
			b = ranges.Of(1 << uint(b.Lo))
		}
		if a.Lo < 0 || b.Lo < 1 {
			return false
		}
		// What is taken away grows with the number.
		return less(v(0), a.Lo-a.Lo/b.Lo) || b.Lo > 1 && k.proveHalf(v(0), y, c, block, goals)
	case "rem":
		a, b := k.at(v(0), block, 1), k.at(v(1), block, 1)
		return b.Lo > 0 && less(v(1), 1) || a.Lo >= 0 && less(v(0), 0)
	case "checkindex":
		return less(v(1), 1) || less(v(0), 0)
	case "checkslice", "checklen", "checkcap":
		return less(v(1), 0) || less(v(0), 0)
	}
	return false
}

// proveRest shows it of a sum i + from, where i was compared with to - from: so it is for the elements of a part of a
// slice.
func (k *known) proveRest(i, from Ref, y term, c int64, block int32, goals *goal) bool {
	for at := range k.comparisons(i, block) {
		rest, by, ok := k.bound(at, i)
		if !ok || c > math.MaxInt64-by {
			continue
		}
		if name, ok := k.operationOf(rest, block); !ok || name != "sub" || k.c.Value(rest, 1) != from {
			continue
		}
		n := len(k.trail)
		k.trail = append(k.trail, *at)
		if k.prove(k.c.Value(rest, 0), y, c+by, block, goals) {
			return true
		}
		k.trail = k.trail[:n]
	}
	return false
}

// proveHalf shows it of half of a sum that is not negative: the middle of two numbers is below the
// larger one, and at most what both are.
func (k *known) proveHalf(sum Ref, y term, c int64, block int32, goals *goal) bool {
	sum = k.unconverted(sum, block)
	if name, ok := k.operationOf(sum, block); !ok || name != "add" {
		return false
	}
	i, j := k.c.Value(sum, 0), k.c.Value(sum, 1)
	if c < math.MaxInt64 && k.prove(i, term{g: j}, -1, block, nil) {
		return k.prove(j, y, c+1, block, goals)
	}
	return k.prove(i, y, c, block, goals) && k.prove(j, y, c, block, goals)
}
