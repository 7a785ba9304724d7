package optab

import "strings"

// mathRow declares a function of package math of one operand. The float32 form
// rounds the float64 function's result, which is what Go code that converts does.
func mathRow(name, doc, call string, cost int) Op {
	return Op{Name: name, Doc: doc, Form: Elementwise, Sig: "T -> T", Types: floats,
		Expr: "T(math." + call + "(float64(x)))", Exact: Library, Flags: Math, Cost: cost}
}

// mathRow2 is mathRow for two operands.
func mathRow2(name, doc, call string, cost int) Op {
	return Op{Name: name, Doc: doc, Form: Elementwise, Sig: "T T -> T", Types: floats,
		Expr: "T(math." + call + "(float64(x), float64(y)))", Exact: Library, Flags: Math, Cost: cost}
}

// ours makes a row the function of package libm with the given name.
func ours(function string, row Op) Op {
	row.Libm, row.Exact = function, ULP1
	return row
}

// exact is ours for a function whose results have no error: those of package
// math are the same.
func exact(function string, row Op) Op {
	row.Libm, row.Exact = function, Bits
	return row
}

// vector makes a row one of which package internal/gomath has the function with the
// given name, as code for lanes.
func vector(function string, row Op) Op {
	row.Gomath = function
	return row
}

// noError marks functions of package math that cannot round, or round once.
func noError(row Op) Op {
	row.Exact = Bits
	return row
}

// goTwins returns a row go_NAME for each row whose function is ours, with the
// bits of package math's function instead: for f64 alone, as in package math.
func goTwins(rows []Op) []Op {
	var twins []Op
	for _, row := range rows {
		if row.Libm == "" || row.Exact == Bits {
			continue
		}
		row.Name = GoTwin(row.Name)
		row.Doc = strings.TrimSuffix(row.Doc, ".") + ", with the bits of Go's package math."
		row.Libm, row.Gomath, row.Types, row.Exact = "", row.Libm, "f64", Library
		twins = append(twins, row)
	}
	return twins
}

// GoTwin returns the name of a row's twin, which there may or may not be.
func GoTwin(name string) string { return goPrefix + name }

// OursOf returns the name of the row that a name is the twin of, and whether it is that of a twin. Names of opcodes,
// such as go_exp.f64, do as well.
func OursOf(name string) (ours string, twin bool) { return strings.CutPrefix(name, goPrefix) }

const goPrefix = "go_"

var mathematical = []Op{
	ours("Exp", mathRow("exp", "Gives e to the power x.", "Exp", 12)),
	ours("Exp2", mathRow("exp2", "Gives 2 to the power x.", "Exp2", 12)),
	ours("Expm1", mathRow("expm1", "Gives e to the power x, minus 1, exact near zero.", "Expm1", 16)),
	ours("Log", mathRow("log", "Gives the natural logarithm of x.", "Log", 14)),
	ours("Log2", mathRow("log2", "Gives the binary logarithm of x.", "Log2", 16)),
	ours("Log10", mathRow("log10", "Gives the decimal logarithm of x.", "Log10", 16)),
	ours("Log1p", mathRow("log1p", "Gives the natural logarithm of 1 plus x, exact near zero.", "Log1p", 18)),
	ours("Sin", mathRow("sin", "Gives the sine of x radians.", "Sin", 20)),
	ours("Cos", mathRow("cos", "Gives the cosine of x radians.", "Cos", 20)),
	ours("Sin", Op{Name: "sincos_sin", Doc: "Gives the sine of x, as math.Sincos's first result.", Form: Elementwise,
		Sig: "T -> T", Types: floats, Expr: "s, _ := math.Sincos(float64(x)); return T(s)", Exact: Library, Flags: Math,
		Cost: 20}),
	ours("Cos", Op{Name: "sincos_cos", Doc: "Gives the cosine of x, as math.Sincos's second result.", Form: Elementwise,
		Sig: "T -> T", Types: floats, Expr: "_, c := math.Sincos(float64(x)); return T(c)", Exact: Library, Flags: Math,
		Cost: 20}),
	ours("Tan", mathRow("tan", "Gives the tangent of x radians.", "Tan", 24)),
	ours("Asin", mathRow("asin", "Gives the arcsine of x.", "Asin", 24)),
	ours("Acos", mathRow("acos", "Gives the arccosine of x.", "Acos", 24)),
	ours("Atan", mathRow("atan", "Gives the arctangent of x.", "Atan", 20)),
	ours("Sinh", mathRow("sinh", "Gives the hyperbolic sine of x.", "Sinh", 24)),
	ours("Cosh", mathRow("cosh", "Gives the hyperbolic cosine of x.", "Cosh", 24)),
	ours("Tanh", mathRow("tanh", "Gives the hyperbolic tangent of x.", "Tanh", 24)),
	ours("Asinh", mathRow("asinh", "Gives the inverse hyperbolic sine of x.", "Asinh", 24)),
	ours("Acosh", mathRow("acosh", "Gives the inverse hyperbolic cosine of x.", "Acosh", 24)),
	ours("Atanh", mathRow("atanh", "Gives the inverse hyperbolic tangent of x.", "Atanh", 24)),
	ours("Cbrt", mathRow("cbrt", "Gives the cube root of x.", "Cbrt", 20)),
	ours("Erf", mathRow("erf", "Gives the error function of x.", "Erf", 30)),
	ours("Erfc", mathRow("erfc", "Gives the complementary error function of x.", "Erfc", 30)),
	vector("Erfinv", mathRow("erfinv", "Gives the inverse error function of x.", "Erfinv", 40)),
	vector("Erfcinv", mathRow("erfcinv", "Gives the inverse complementary error function of x.", "Erfcinv", 40)),
	ours("Gamma", mathRow("gamma", "Gives the gamma function of x.", "Gamma", 40)),
	ours("Lgamma",
		Op{Name: "lgamma", Doc: "Gives the logarithm of the magnitude of the gamma function of x; for negative x " +
			"within 2^-52 where it is below 1.", Form: Elementwise, Sig: "T -> T", Types: floats,
			Expr: "v, _ := math.Lgamma(float64(x)); return T(v)", Exact: Library, Flags: Math, Cost: 40}),
	vector("LgammaSign", Op{Name: "lgamma_sign", Doc: "Gives the sign of the gamma function of x, 1 or -1.",
		Form: Elementwise, Sig: "T -> i64", Types: floats,
		Expr: "_, s := math.Lgamma(float64(x)); return int64(s)", Flags: Math, Cost: 40}),
	vector("J0", mathRow("j0", "Gives the Bessel function of the first kind, order 0.", "J0", 40)),
	vector("J1", mathRow("j1", "Gives the Bessel function of the first kind, order 1.", "J1", 40)),
	vector("Y0", mathRow("y0", "Gives the Bessel function of the second kind, order 0.", "Y0", 40)),
	vector("Y1", mathRow("y1", "Gives the Bessel function of the second kind, order 1.", "Y1", 40)),
	vector("Jn", Op{Name: "jn", Doc: "Gives the Bessel function of the first kind of x, order y.", Form: Elementwise,
		Sig: "T i64 -> T", Types: floats,
		Expr: "T(math.Jn(int(y), float64(x)))", Exact: Library, Flags: Math | Unbounded, Cost: 80}),
	vector("Yn", Op{Name: "yn", Doc: "Gives the Bessel function of the second kind of x, order y.", Form: Elementwise,
		Sig: "T i64 -> T", Types: floats,
		Expr: "T(math.Yn(int(y), float64(x)))", Exact: Library, Flags: Math | Unbounded, Cost: 80}),
	ours("Pow", mathRow2("pow", "Gives x to the power y.", "Pow", 40)),
	ours("Atan2", mathRow2("atan2", "Gives the angle of the point (y, x) in the convention of math.Atan2(x, y).",
		"Atan2", 24)),
	ours("Hypot", mathRow2("hypot", "Gives the length of the vector (x, y) without overflow on the way.", "Hypot", 10)),
	exact("Mod", mathRow2("mod", "Gives the remainder of x divided by y with the sign of x, exactly.", "Mod", 30)),
	exact("Remainder", mathRow2("remainder", "Gives the IEEE 754 remainder of x and y, exactly.", "Remainder", 30)),
	noError(mathRow2("dim", "Gives the larger of x-y and zero.", "Dim", 3)),
	noError(mathRow2("fmin", "Gives the smaller of x and y as math.Min does: -Inf wins over NaN.", "Min", 2)),
	noError(mathRow2("fmax", "Gives the larger of x and y as math.Max does: +Inf wins over NaN.", "Max", 2)),
	exact("Nextafter", Op{Name: "nextafter", Doc: "Gives the neighbour of x in the direction of y.", Form: Elementwise,
		Sig: "T T -> T", Types: floats, Expr: "math.Nextafter(x, y)", Flags: Math, Cost: 3}),
	exact("Logb", mathRow("logb", "Gives the binary exponent of x as a float.", "Logb", 4)),
	exact("Ilogb", Op{Name: "ilogb", Doc: "Gives the binary exponent of x as an integer.", Form: Elementwise,
		Sig: "T -> i64", Types: floats, Expr: "int64(math.Ilogb(float64(x)))", Flags: Math, Cost: 4}),
	exact("FrexpFrac", Op{Name: "frexp_frac", Doc: "Gives the fraction of x in [½, 1), as math.Frexp's first result.",
		Form: Elementwise, Sig: "T -> T", Types: floats, Expr: "f, _ := math.Frexp(float64(x)); return T(f)",
		Flags: Math, Cost: 4}),
	exact("FrexpExp", Op{Name: "frexp_exp", Doc: "Gives the exponent of x, as math.Frexp's second result.",
		Form: Elementwise, Sig: "T -> i64", Types: floats, Expr: "_, e := math.Frexp(float64(x)); return int64(e)",
		Flags: Math, Cost: 4}),
	exact("Ldexp", Op{Name: "ldexp", Doc: "Gives x times 2 to the power y.", Form: Elementwise, Sig: "T i64 -> T",
		Types: floats, Expr: "T(math.Ldexp(float64(x), int(y)))", Flags: Math, Cost: 6}),
	vector("ModfInt", Op{Name: "modf_int", Doc: "Gives the integer part of x, as math.Modf's first result.",
		Form: Elementwise, Sig: "T -> T", Types: floats, Expr: "i, _ := math.Modf(float64(x)); return T(i)",
		Flags: Math, Cost: 4}),
	vector("ModfFrac", Op{Name: "modf_frac", Doc: "Gives the fractional part of x, as math.Modf's second result.",
		Form: Elementwise, Sig: "T -> T", Types: floats, Expr: "_, f := math.Modf(float64(x)); return T(f)",
		Flags: Math, Cost: 4}),
	vector("Pow10", Op{Name: "pow10", Doc: "Gives 10 to the power x.", Form: Elementwise, Sig: "T -> f64", Types: "i64",
		Expr: "math.Pow10(int(x))", Flags: Math, Cost: 6}),
}
