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
			k.proveMiddle(v(0), v(1), y, c, block, goals) || k.proveMiddle(v(1), v(0), y, c, block, goals) ||
			k.proveByPartner(v(0), v(1), y, c, block, goals) || k.proveByPartner(v(1), v(0), y, c, block, goals)
	case "sub":
		return less(v(0), k.at(v(1), block, 1).Lo)
	case "mul", "shl":
		return k.proveMultiple(x, y, c, block, goals)
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

// provesOfDifference is proves where one of the two is known and the other a difference: what is compared then is the
// operands of that, as where the rest of a string from i on is at least so long, since i and as much is within it.
func (k *known) provesOfDifference(x, y Ref, c int64, block int32) bool {
	difference := func(g Ref) (a, b Ref, ok bool) {
		name, ok := k.operationOf(g, block)
		if !ok || name != "sub" {
			return None, None, false
		}
		return k.c.Value(g, 0), k.c.Value(g, 1), true
	}
	const far = 1 << 40 // sums of less do not overflow
	if c <= -far || c >= far {
		return false
	}
	if n, only := k.at(y, block, 1).Only(); only && -far < n && n < far {
		a, b, ok := difference(x)
		return ok && k.decides(a, term{g: b}, c+n, block, proofSteps)
	}
	if n, only := k.at(x, block, 1).Only(); only && -far < n && n < far {
		a, b, ok := difference(y)
		return ok && k.decides(b, term{g: a}, c-n, block, proofSteps)
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

// proveMiddle shows it of i + (j-i)/2: if i is below j, that is below j too.
func (k *known) proveMiddle(i, half Ref, y term, c int64, block int32, goals *goal) bool {
	half = k.unconverted(half, block)
	name, ok := k.operationOf(half, block)
	if !ok || name != "shr" && name != "div" {
		return false
	}
	by := k.at(k.c.Value(half, 1), block, 0)
	d := k.unconverted(k.c.Value(half, 0), block)
	if least := map[string]int64{"shr": 1, "div": 2}[name]; by.Lo < least || by.IsEmpty() {
		return false
	}
	if name, ok := k.operationOf(d, block); !ok || name != "sub" || k.c.Value(d, 1) != i {
		return false
	}
	j := k.c.Value(d, 0)
	if c < math.MaxInt64 && k.prove(i, term{g: j}, -1, block, nil) {
		return k.prove(j, y, c+1, block, goals)
	}
	return k.prove(i, term{g: j}, 0, block, nil) && k.prove(j, y, c, block, goals)
}

// proveMultiple shows it of a product n*i with a constant, where i was compared with n-th of a number z that is not
// negative: if i is below z/n, n*i is at most z - n.
func (k *known) proveMultiple(x Ref, y term, c int64, block int32, goals *goal) bool {
	i, n := k.c.factorOf(x)
	if i == None || mayOverflow(k.at(i, block, 1), n, ranges.All(k.c.Type(x).Dtype())) {
		return false
	}
	for at := range k.comparisons(i, block) {
		part, by, ok := k.bound(at, i)
		if !ok || by < 0 || by > 1 || c > math.MaxInt64-n {
			continue
		}
		z, ok := k.nth(part, n, block)
		if !ok {
			continue
		}
		m := len(k.trail)
		k.trail = append(k.trail, *at)
		if k.prove(z, y, c+n*by, block, goals) {
			return true
		}
		k.trail = k.trail[:m]
	}
	return false
}

// nth returns the number whose n-th part a gate is, if that number is not negative.
func (k *known) nth(part Ref, n int64, block int32) (z Ref, ok bool) {
	if part == None {
		return None, false
	}
	part = k.unconverted(part, block)
	name, ok := k.operationOf(part, block)
	if !ok || name != "div" && name != "shr" {
		return None, false
	}
	by, only := k.at(k.c.Value(part, 1), block, 0).Only()
	if name == "shr" && only && by >= 0 && by < 32 {
		by = 1 << by
	}
	z = k.c.Value(part, 0)
	return z, only && by == n && k.at(z, block, 1).Lo >= 0
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
