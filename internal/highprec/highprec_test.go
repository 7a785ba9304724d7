package highprec

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireClose requires that two numbers agree to all but a few bits of prec.
func requireClose(t *testing.T, want, got *big.Float, prec uint, msg ...any) {
	t.Helper()
	d := Abs(Sub(with(want, prec+extra), got))
	if d.Sign() != 0 && exponent(d) > exponent(want)-int(prec)+4 {
		require.Failf(t, "numbers differ", "want %v\n got %v; %v", want.Text('g', 70), got.Text('g', 70), msg)
	}
}

// Values with many digits, from the Handbook of Mathematical Functions and the
// On-Line Encyclopedia of Integer Sequences.
func TestPublishedValues(t *testing.T) {
	for _, c := range []struct {
		name, digits string
		value        func(prec uint) *big.Float
	}{
		{"π", "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803", Pi},
		{"ln 2", "0.693147180559945309417232121458176568075500134360255254120680009493393621969694715605863", Ln2},
		{"ln 10", "2.30258509299404568401799145468436420760110148862877297603332790096757260967735248023599", Ln10},
		{"e", "2.71828182845904523536028747135266249775724709369995957496696762772407663035354759457138", at(Exp, 1)},
		{"sin 1", "0.841470984807896506652502321630298999622563060798371065672751709991910404391239668948639",
			at(Sin, 1)},
		{"cos 1", "0.540302305868139717400936607442976603732310420617922227670097255381100394774471764517951",
			at(Cos, 1)},
		{"atan ½", "0.463647609000806116214256231461214402028537054286120263810933088720197864165741705300600",
			at(Atan, 0.5)},
		{"∛2", "1.25992104989487316476721060727822835057025146470150798008197511215529967651395948372939", at(Cbrt, 2)},
		{"erf 1", "0.842700792949714869341220635082609259296066997966302908459937897834717254096010841261983",
			at(Erf, 1)},
		{"Γ(⅓)", "2.67893853470774763365569294097467764412868937795730110095042832759041761016774381954098",
			func(prec uint) *big.Float {
				return Gamma(Quo(New(1, prec), New(3, prec)))
			}},
	} {
		for _, prec := range []uint{60, Prec, 280} {
			want := Parse(c.digits, 400)
			requireClose(t, want, c.value(prec), min(prec, 280), c.name, prec)
		}
	}
}

// at returns a function's value at x as a function of the precision.
func at(f Func, x float64) func(prec uint) *big.Float {
	return func(prec uint) *big.Float { return f(New(x, prec)) }
}

// functions is every function of one argument with package math's, and
// arguments inside the domain.
var functions = []struct {
	name string
	f    Func
	math func(float64) float64
	args []float64
}{
	{"exp", Exp, math.Exp, []float64{0, 1e-300, -0.5, 3, -700, 700}},
	{"exp2", Exp2, math.Exp2, []float64{0, 1e-300, -0.5, 3.25, -1000.1, 1000}},
	{"expm1", Expm1, math.Expm1, []float64{1e-300, -1e-9, 0.2, 0.3, -0.4, 5, -40}},
	{"log", Log, math.Log, []float64{1e-307, 0.5, 0.999999, 1, 1.0000001, 7, 1e300}},
	{"log2", Log2, math.Log2, []float64{1e-307, 0.5, 0.9, 1, 1.01, 7, 1e300}},
	{"log10", Log10, math.Log10, []float64{1e-307, 0.5, 0.9, 1, 1.01, 1000}},
	{"log1p", Log1p, math.Log1p, []float64{1e-300, -1e-9, 0.2, -0.3, -0.999, 5, 1e300}},
	{"sin", Sin, math.Sin, []float64{1e-300, 0.5, -2, 3, 4.5, 6, 100, 1e22}},
	{"cos", Cos, math.Cos, []float64{1e-300, 0.5, -2, 3, 4.5, 6, 100, 1e22}},
	{"tan", Tan, math.Tan, []float64{1e-300, 0.5, -2, 3, 4.5, 6, 100, 1e22}},
	{"asin", Asin, math.Asin, []float64{1e-300, 0.5, -0.7, 0.99999, 1, -1}},
	{"acos", Acos, math.Acos, []float64{1e-300, 0.5, -0.7, 0.99999, 1, -1}},
	{"atan", Atan, math.Atan, []float64{1e-300, 0.1, 0.5, -0.9, 1, 1.1, 3, -1e300}},
	{"sinh", Sinh, math.Sinh, []float64{1e-300, 0.1, -0.3, 3, -700}},
	{"cosh", Cosh, math.Cosh, []float64{0, 1e-300, 0.1, -0.3, 3, -700}},
	{"tanh", Tanh, math.Tanh, []float64{1e-300, 0.1, -0.3, 3, -20}},
	{"asinh", Asinh, math.Asinh, []float64{1e-300, 1e-5, -0.3, 3, -1e100}},
	{"acosh", Acosh, math.Acosh, []float64{1, 1.0000001, 1.5, 3, 1e100}},
	{"atanh", Atanh, math.Atanh, []float64{1e-300, 1e-5, -0.3, 0.9, 0.9999999}},
	{"cbrt", Cbrt, math.Cbrt, []float64{0, 1e-300, -0.3, 27, 1e300, 3e301, 2e302}},
	{"erf", Erf, math.Erf, []float64{1e-300, 0.1, -0.9, 2, 3.5, 5}},
	{"erfc", Erfc, math.Erfc, []float64{1e-300, 0.1, -0.9, 2, 3.5, 8, 26}},
	{"gamma", Gamma, math.Gamma, []float64{1e-300, 0.1, -0.9, 1, 2, 3.5, 20, 170, -5.5}},
	{"lgamma", Lgamma, lgamma, []float64{1e-300, 0.1, -0.9, 1, 1.001, 2.003, 3.5, 20, 1e10, -5.5}},
}

func lgamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return y
}

// Every function agrees with package math, which is good to some 40 bits, and
// with itself at another precision.
func TestAgainstMath(t *testing.T) {
	for _, c := range functions {
		for _, x := range c.args {
			arg := Float(x)
			got := c.f(arg)
			require.EqualValues(t, Prec, got.Prec(), "%s(%v)", c.name, x)
			require.Zero(t, arg.Cmp(Float(x)), "%s changes its argument", c.name)
			if want := c.math(x); want == 0 {
				require.Zero(t, got.Sign(), "%s(%v)", c.name, x)
			} else {
				require.InEpsilon(t, want, approx(got), 1e-12, "%s(%v)", c.name, x)
			}
			requireClose(t, c.f(New(x, 2*Prec)), got, Prec, c.name, x)
		}
	}
}

// Inverse functions undo each other.
func TestInverses(t *testing.T) {
	for _, c := range []struct {
		name       string
		f, inverse Func
		args       []float64
	}{
		{"log exp", Exp, Log, []float64{0.1, -3, 50}},
		{"log1p expm1", Expm1, Log1p, []float64{1e-20, -0.2, 0.26, 3}},
		{"log2 exp2", Exp2, Log2, []float64{0.1, -3.7, 50.1}},
		{"asin sin", Sin, Asin, []float64{1e-20, 0.3, -1.5}},
		{"acos cos", Cos, Acos, []float64{0.1, 0.3, 3}},
		{"atan tan", Tan, Atan, []float64{1e-20, 0.3, -1.5}},
		{"asinh sinh", Sinh, Asinh, []float64{1e-20, 0.3, -5}},
		{"acosh cosh", Cosh, Acosh, []float64{0.1, 0.3, 5}},
		{"atanh tanh", Tanh, Atanh, []float64{1e-20, 0.3, -5}},
		{"cbrt cube", func(x *big.Float) *big.Float { return Mul(x, Mul(x, x)) }, Cbrt, []float64{1e-20, 0.3, -5}},
	} {
		for _, x := range c.args {
			back := c.inverse(c.f(New(x, Prec+extra)))
			requireClose(t, Float(x), back, Prec, c.name, x)
		}
	}
}

// A number next to a multiple of π/2: the float64 for which reduction loses
// most. (Muller, Elementary Functions, 3rd ed. 2016, section 11.3.)
func TestReduction(t *testing.T) {
	x := math.Ldexp(6381956970095103, 797)
	cos := Cos(Float(x))
	require.InEpsilon(t, 4.68716592425462761112e-19, math.Abs(approx(cos)), 1e-14)
	sin := Sin(Float(x))
	one := Add(Mul(sin, sin), Mul(cos, cos))
	requireClose(t, Float(1), one, Prec)
}

func TestIdentities(t *testing.T) {
	for _, x := range []float64{0.001, 0.3, 1.7, 2.9, 3, 3.1, 7, 20} {
		one := Add(Erf(Float(x)), Erfc(Float(x)))
		requireClose(t, Float(1), one, Prec, "erf + erfc", x)
		// Γ(x+1) = x Γ(x)
		next := Gamma(Add(New(x, Prec), Float(1)))
		requireClose(t, next, Mul(Float(x), Gamma(Float(x))), Prec, "gamma", x)
		requireClose(t, Log(Gamma(New(x, 2*Prec))), Lgamma(Float(x)), Prec, "lgamma", x)
	}
	// The two ways to erfc meet.
	for _, x := range []float64{3, 4, 6} {
		w := New(x, Prec+200)
		requireClose(t, Sub(small(1, w), erfSeries(w)), Erfc(Float(x)), Prec, "erfc", x)
	}
}

func TestTwoArguments(t *testing.T) {
	for _, c := range []struct {
		name string
		f    Func2
		math func(x, y float64) float64
		args [][2]float64
	}{
		{"pow", Pow, math.Pow, [][2]float64{{2, 0.5}, {1.5, -3}, {-2, 3}, {-2, -4}, {1 + 1e-10, 1e3}, {1e300, 0.01}}},
		{"atan2", Atan2, math.Atan2, [][2]float64{{1, 2}, {2, 1}, {-1, 2}, {1, -2}, {-1, -2}, {-2, -1}, {2, -1},
			{1e-300, 1}, {1e-300, -1}, {3, 0}}},
		{"hypot", Hypot, math.Hypot, [][2]float64{{3, 4}, {-1e300, 1e300}, {1e-300, 1e-310}, {1, 1e-30}}},
	} {
		for _, a := range c.args {
			got := c.f(Float(a[0]), Float(a[1]))
			require.InEpsilon(t, c.math(a[0], a[1]), approx(got), 1e-14, "%s%v", c.name, a)
			requireClose(t, c.f(New(a[0], 2*Prec), New(a[1], 2*Prec)), got, Prec, c.name, a)
		}
	}
}

// Arguments outside a domain panic.
func TestDomains(t *testing.T) {
	for name, call := range map[string]func(){
		"log of a negative number":  func() { Log(Float(-1)) },
		"exp of a huge number":      func() { Exp(Float(1e300)) },
		"negative number to a half": func() { Pow(Float(-1), Float(0.5)) },
		"not a literal":             func() { Parse("one", Prec) },
	} {
		require.Panics(t, call, name)
	}
}
