package scalar

import (
	"math"
	"math/bits"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// result is the range of what an operation gives; it may be wider than the type's.
func (r *ranges) result(in *ins, now []span) span {
	info := in.op.Info()
	t, name := info.Out, info.Row.Name
	all := spanOf(t)
	if t.IsFloat() || isComparison(in.op) {
		return all
	}
	args := in.in
	if name == "select" {
		if args = args[1:]; in.test.IsValid() {
			args = args[1:]
		}
		return r.of(args[0], t, now).join(r.of(args[1], t, now))
	}
	if in.test.IsValid() || len(args) == 0 || info.In[0].IsFloat() || len(args) > 1 && info.In[1].IsFloat() {
		return all
	}
	x := r.of(args[0], info.In[0], now)
	if len(args) == 1 {
		return unary(name, info.In[0], x, all)
	}
	y := r.of(args[1], info.In[1], now)
	switch name {
	case "min":
		if t != optab.U64 || x.lo >= 0 && y.lo >= 0 {
			return span{min(x.lo, y.lo), min(x.hi, y.hi)}
		}
	case "max":
		if t != optab.U64 || x.lo >= 0 && y.lo >= 0 {
			return span{max(x.lo, y.lo), max(x.hi, y.hi)}
		}
	case "add":
		return span{sum(x.lo, y.lo), sum(x.hi, y.hi)}.whole(all)
	case "sub":
		return span{sum(x.lo, -y.hi), sum(x.hi, -y.lo)}.whole(all).unless(y.lo == math.MinInt, all)
	case "mul":
		if small(x) && small(y) {
			a, b, c, d := x.lo*y.lo, x.lo*y.hi, x.hi*y.lo, x.hi*y.hi
			return span{min(a, b, c, d), max(a, b, c, d)}
		}
	case "and":
		switch {
		case x.lo >= 0 && y.lo >= 0:
			return span{0, min(x.hi, y.hi)}
		case x.lo >= 0:
			return span{0, x.hi}
		case y.lo >= 0:
			return span{0, y.hi}
		}
	case "or", "xor":
		if x.lo >= 0 && y.lo >= 0 {
			return span{0, int(uint64(1)<<bits.Len64(uint64(x.hi|y.hi)) - 1)}.whole(all)
		}
	case "andnot":
		if x.lo >= 0 {
			return span{0, x.hi}
		}
	case "shr":
		return shifted(t, x, y, all)
	case "shl":
		if y.lo == y.hi && y.lo >= 0 && y.lo < 31 && small(x) {
			return span{x.lo << y.lo, x.hi << y.lo}
		}
	case "div":
		if y.lo > 0 && (t != optab.U64 || x.lo >= 0) {
			return span{min(x.lo/y.lo, x.lo/y.hi), max(x.hi/y.lo, x.hi/y.hi)}
		}
	case "rem":
		return remainders(t, x, y, all)
	case "checkindex":
		return x.meet(span{0, y.hi - 1})
	case "checkslice", "checklen":
		return x.meet(span{0, y.hi})
	}
	return all
}

// unary is the range of what an operation of one operand gives.
func unary(name string, from optab.Type, x, all span) span {
	switch name {
	case "neg":
		if x.lo > math.MinInt {
			return span{-x.hi, -x.lo}
		}
	case "abs":
		if x.lo >= 0 {
			return x
		}
		if x.lo > math.MinInt {
			return span{0, max(-x.lo, x.hi)}
		}
	case "shiftcount":
		return x.meet(span{0, math.MaxInt})
	case "clz", "ctz", "popcount":
		return span{0, from.Bits()}
	case "sext8":
		return span{math.MinInt8, math.MaxInt8}
	case "sext16":
		return span{math.MinInt16, math.MaxInt16}
	case "zext8":
		return span{0, math.MaxUint8}
	case "zext16":
		return span{0, math.MaxUint16}
	case "convert_i64", "convert_i32", "convert_u32", "convert_u64":
		return x // or all, where it is cut
	}
	return all
}

// shifted is the range of x >> y.
func shifted(t optab.Type, x, y, all span) span {
	if y.lo < 0 {
		return all
	}
	switch {
	case x.lo >= 0:
		return span{0, x.hi >> min(y.lo, 63)}
	case t.IsSigned():
		return span{x.lo >> min(y.lo, 63), max(x.hi, 0)}
	case y.lo > 0:
		return span{0, int(^uint64(0) >> min(y.lo, 63))}
	}
	return all
}

// remainders is the range of x % y.
func remainders(t optab.Type, x, y, all span) span {
	switch {
	case t == optab.U64 && (x.lo < 0 || y.lo < 0), y.lo == math.MinInt:
		return all
	case x.lo >= 0:
		return span{0, min(x.hi, max(-y.lo, y.hi)-1)}.whole(all)
	}
	most := max(-y.lo, y.hi) - 1
	return span{max(x.lo, -most), max(0, min(x.hi, most))}.whole(all)
}

// sum is x + y; where it is too large, or too small, it is the last number there is.
func sum(x, y int) int {
	s := x + y
	switch {
	case x > 0 && y > 0 && s < 0:
		return math.MaxInt
	case x < 0 && y < 0 && s >= 0:
		return math.MinInt
	}
	return s
}

// whole is the span, or all if it touches an end of the numbers: then it may wrap.
func (s span) whole(all span) span {
	return s.unless(s.lo == math.MinInt || s.hi == math.MaxInt || s.empty(), all)
}

func (s span) unless(bad bool, all span) span {
	if bad {
		return all
	}
	return s
}

// small reports whether products of such numbers have 64 bits.
func small(s span) bool { return s.lo >= math.MinInt32 && s.hi <= math.MaxInt32 }
