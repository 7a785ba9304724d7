package ranges

import (
	"math"

	"github.com/lockstep-simt/lockstep/program"
)

// Rounding keeps the order of numbers: what an operation gives for the ends of its operands' ranges, rounded as it
// rounds, is the end of what it gives (R. E. Moore, "Interval Analysis", 1966, without his directed roundings).

// floatRules are the operations on floats that are followed, by the name of their row. Their operands are not empty;
// same says that both are one value. What they give is in float64, which holds the result of one operation on f32
// until that is rounded.
var floatRules = map[string]func(x []Float, same bool) Float{
	"neg": func(x []Float, _ bool) Float { return x[0].negative() },
	"abs": func(x []Float, _ bool) Float { return x[0].magnitude() },
	"add": func(x []Float, _ bool) Float { return plusFloat(x[0], x[1]) },
	"sub": func(x []Float, _ bool) Float { return plusFloat(x[0], x[1].negative()) },
	"mul": times,
	"quo": func(x []Float, _ bool) Float { return over(x[0], x[1]) },
	"min": func(x []Float, _ bool) Float {
		return Float{least(x[0].Lo, x[1].Lo), least(x[0].Hi, x[1].Hi), x[0].NaN || x[1].NaN}.orNaN(x)
	},
	"max": func(x []Float, _ bool) Float {
		return Float{most(x[0].Lo, x[1].Lo), most(x[0].Hi, x[1].Hi), x[0].NaN || x[1].NaN}.orNaN(x)
	},
	"fmin": func(x []Float, _ bool) Float { return orInfinite(least, x[0], x[1]) },
	"fmax": func(x []Float, _ bool) Float { return orInfinite(most, x[0], x[1]) },
	"sqrt": func(x []Float, _ bool) Float {
		inside := x[0].Meet(Float{math.Copysign(0, -1), math.Inf(1), true})
		root := each(math.Sqrt)([]Float{inside}, false)
		root.NaN = root.NaN || x[0].Lo < 0
		return root
	},
	"floor":       each(math.Floor),
	"ceil":        each(math.Ceil),
	"trunc":       each(math.Trunc),
	"round":       each(math.Round),
	"roundtoeven": each(math.RoundToEven),
	"convert_f32": each(func(x float64) float64 { return x }),
	"convert_f64": each(func(x float64) float64 { return x }),
}

// each is the rule of what keeps the order of numbers, and NaN.
func each(f func(x float64) float64) func(x []Float, _ bool) Float {
	return func(x []Float, _ bool) Float {
		if !x[0].HasNumbers() {
			return x[0]
		}
		return Float{f(x[0].Lo), f(x[0].Hi), x[0].NaN}
	}
}

// FloatResult returns the range of a float that an elementwise operation on floats gives. same says that it has two
// operands that are one value.
func FloatResult(op program.Opcode, same bool, x ...Float) Float {
	info := op.Info()
	for _, r := range x {
		if r.IsEmpty() {
			return NoFloat
		}
	}
	rule := floatRules[info.Row.Name]
	if rule == nil {
		return AnyFloat
	}
	r := rule(x, same)
	if info.Out == program.F32 && r.HasNumbers() {
		r.Lo, r.Hi = float64(float32(r.Lo)), float64(float32(r.Hi))
	}
	return r
}

// FloatOf returns the range of the float that an integer becomes.
func FloatOf(op program.Opcode, n Range) Float {
	info := op.Info()
	lo, hi := float64(n.Lo), float64(n.Hi)
	if info.Out == program.F32 {
		lo, hi = float64(float32(n.Lo)), float64(float32(n.Hi))
	}
	switch {
	case n.IsEmpty():
		return NoFloat
	case info.Type == program.U64 && n.Lo < 0:
		return Float{0, 0x1p64, false}
	}
	return Float{lo, hi, false}
}

// orNaN is the range of what is NaN where an operand is, without numbers if one has none.
func (r Float) orNaN(x []Float) Float {
	for _, y := range x {
		if !y.HasNumbers() {
			r.Lo, r.Hi = NoFloat.Lo, NoFloat.Hi
		}
	}
	return r
}

// orInfinite is the range of math.Min or math.Max, of which an infinity wins over NaN.
func orInfinite(end func(x ...float64) float64, x, y Float) Float {
	if !x.HasNumbers() || !y.HasNumbers() {
		return x.Join(y)
	}
	return Float{end(x.Lo, y.Lo), end(x.Hi, y.Hi), x.NaN || y.NaN}
}

func (r Float) negative() Float { return Float{-r.Hi, -r.Lo, r.NaN} }

func (r Float) magnitude() Float {
	switch {
	case !r.HasNumbers() || !math.Signbit(r.Lo):
		return r
	case math.Signbit(r.Hi):
		return r.negative()
	}
	return Float{0, math.Max(-r.Lo, r.Hi), r.NaN}
}

func plusFloat(x, y Float) Float {
	r := Float{x.Lo + y.Lo, x.Hi + y.Hi, x.NaN || y.NaN}
	if x.HasInfinity(1) && y.HasInfinity(-1) || x.HasInfinity(-1) && y.HasInfinity(1) {
		r.NaN = true
	}
	if r.Lo != r.Lo || r.Hi != r.Hi {
		return AnyFloat
	}
	return r.orNaN([]Float{x, y})
}

// corners returns the range of what f gives for the ends of two ranges, where it rises or falls with either operand.
// A zero may have either sign unless both ranges have one sign.
func corners(x, y Float, f func(x, y float64) float64) Float {
	z := []float64{f(x.Lo, y.Lo), f(x.Lo, y.Hi), f(x.Hi, y.Lo), f(x.Hi, y.Hi)}
	for _, v := range z {
		if v != v {
			return AnyFloat
		}
	}
	r := Float{least(z...), most(z...), x.NaN || y.NaN}
	if math.Signbit(x.Lo) != math.Signbit(x.Hi) || math.Signbit(y.Lo) != math.Signbit(y.Hi) {
		if r.Lo == 0 {
			r.Lo = math.Copysign(0, -1)
		}
		if r.Hi == 0 {
			r.Hi = 0
		}
	}
	return r.orNaN([]Float{x, y})
}

func times(x []Float, same bool) Float {
	a, b := x[0], x[1]
	if same {
		if a = a.magnitude(); !a.HasNumbers() {
			return a
		}
		return Float{a.Lo * a.Lo, a.Hi * a.Hi, a.NaN}
	}
	if a.hasZero() && b.hasInfinities() || b.hasZero() && a.hasInfinities() {
		return AnyFloat
	}
	return corners(a, b, func(x, y float64) float64 { return x * y })
}

func over(a, b Float) Float {
	if b.hasZero() {
		return AnyFloat
	}
	infinite := NoFloat
	r := corners(a, b, func(x, y float64) float64 {
		if math.IsInf(x, 0) && math.IsInf(y, 0) {
			// NaN, and next to it are zeros and infinities of one sign.
			sign := math.Copysign(1, x) * math.Copysign(1, y)
			infinite = infinite.Join(Float{sign * math.Inf(1), sign * math.Inf(1), true})
			return math.Copysign(0, sign)
		}
		return x / y
	})
	return r.Join(infinite)
}

// AssumeFloat returns what is left of the operands' ranges if a comparison of floats holds, or does not.
func AssumeFloat(op program.Opcode, holds bool, x, y Float) (Float, Float) {
	is := floatComparisonOf(op)
	if is == none {
		return x, y
	}
	if !holds {
		if is == unequal {
			return AssumeFloat(program.OpcodeFor("eq", op.Info().Type), true, x, y)
		}
		// What is not below a number is not less, or NaN.
		a, b := x, y
		is = negated[is]
		if !y.NaN {
			a = narrowFloat(is, x, y)
		}
		if !x.NaN {
			b = narrowFloat(mirrored[is], y, x)
		}
		return a, b
	}
	if is == unequal {
		return x, y
	}
	x.NaN, y.NaN = false, false
	return narrowFloat(is, x, y), narrowFloat(mirrored[is], y, x)
}

// narrowFloat returns NaN, if x has that, and the numbers of x for which a comparison with one of y can hold.
func narrowFloat(is comparison, x, y Float) Float {
	lo, hi := y.Lo, y.Hi
	if lo == 0 {
		lo = math.Copysign(0, -1) // what equals it
	}
	if hi == 0 {
		hi = 0
	}
	to := AnyFloat
	switch is {
	case equal:
		to.Lo, to.Hi = lo, hi
	case below:
		to.Hi = math.Nextafter(hi, math.Inf(-1))
	case atMost:
		to.Hi = hi
	case above:
		to.Lo = math.Nextafter(lo, math.Inf(1))
	case atLeast:
		to.Lo = lo
	}
	if !y.HasNumbers() || is == below && math.IsInf(hi, -1) || is == above && math.IsInf(lo, 1) {
		to.Lo, to.Hi = NoFloat.Lo, NoFloat.Hi
	}
	return x.Meet(to)
}

func floatComparisonOf(op program.Opcode) comparison {
	if info := op.Info(); info.Out == program.Bool && info.Type.IsFloat() {
		return comparisons[info.Row.Name]
	}
	return none
}

// DecidedFloat reports whether a comparison of floats holds, if that is known.
func DecidedFloat(op program.Opcode, x, y Float) (holds, ok bool) {
	if floatComparisonOf(op) == none || x.IsEmpty() || y.IsEmpty() {
		return false, false
	}
	if a, b := AssumeFloat(op, true, x, y); a.IsEmpty() || b.IsEmpty() {
		return false, true
	}
	if a, b := AssumeFloat(op, false, x, y); a.IsEmpty() || b.IsEmpty() {
		return true, true
	}
	return false, false
}
