package main

import (
	"math"
	"math/big"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/highprec"
	"github.com/lockstep-simt/lockstep/libm"
)

// A row is a mathematical function: the definitions of package libm under test
// and what they are compared with.
type row struct {
	name string // libm's; in small letters the oracle's

	// Of the definitions, those that there are. A function has one argument or
	// two.
	f    func(x float64) float64
	f32  func(x float32) float32
	f2   func(x, y float64) float64
	f2of func(x, y float32) float32

	// Package math's function, which says what results for special arguments
	// are.
	math  func(x float64) float64
	math2 func(x, y float64) float64
	// The function on reals.
	high  highprec.Func
	high2 highprec.Func2
	// pole says where there is an infinite value that is not an overflow, beside
	// zero.
	pole func(x float64) bool

	// from and to enclose the arguments of which there should be many, beside
	// those of all magnitudes.
	from, to float64
	// pair draws the arguments of a function of two.
	pair func(r *random) (x, y float64)
	// poles of the derivative, zeros and seams, whose neighbours are tried.
	near []float64

	// bound is the stated bound in ulps of the float64 function, and bound32 of
	// the float32 one; zero means 1.
	bound, bound32 float64
	// floor is for negative arguments the least size of a value for which errors
	// are in its own ulps: below it they are in the floor's.
	floor float64
}

// table is every function.
var table = []row{
	{name: "Exp", f: libm.Exp, f32: libm.ExpF32, math: math.Exp, high: clamped(highprec.Exp, 5000), from: -745.2,
		to: 709.8, near: []float64{709.782712893384, -708.3964185322641, -745.1332191019411}, bound: 0.8},
	{name: "Exp2", f: libm.Exp2, f32: libm.Exp2F32, math: math.Exp2, high: clamped(highprec.Exp2, 5000), from: -1075,
		to: 1024, near: []float64{1024, -1022, -1074, -1075}, bound: 0.8},
	{name: "Expm1", f: libm.Expm1, f32: libm.Expm1F32, math: math.Expm1, high: clamped(highprec.Expm1, 5000), from: -40,
		to: 709.8, near: []float64{709.782712893384, -37.42994775023705}, bound: 0.85},
	{name: "Log", f: libm.Log, f32: libm.LogF32, math: math.Log, high: highprec.Log, from: 0.5, to: 2,
		near: []float64{1, 0.734375, 1.03125}, bound: 0.6},
	{name: "Log2", f: libm.Log2, f32: libm.Log2F32, math: math.Log2, high: highprec.Log2, from: 0.5, to: 2,
		near: []float64{1, 0.734375, 1.03125}, bound: 0.6},
	{name: "Log10", f: libm.Log10, f32: libm.Log10F32, math: math.Log10, high: highprec.Log10, from: 0.5, to: 2,
		near: []float64{1, 0.734375, 1.03125}, bound: 0.6},
	{name: "Log1p", f: libm.Log1p, f32: libm.Log1pF32, math: math.Log1p, high: highprec.Log1p, from: -1, to: 1,
		pole: at(-1), near: []float64{1, 0.03125, -0.015625}, bound: 0.6},
	{name: "Sin", f: libm.Sin, f32: libm.SinF32, math: math.Sin, high: highprec.Sin, from: -100, to: 100,
		near: []float64{math.Pi / 4, 0x1p22}, bound: 0.85},
	{name: "Cos", f: libm.Cos, f32: libm.CosF32, math: math.Cos, high: highprec.Cos, from: -100, to: 100,
		near: []float64{math.Pi / 4, 0x1p22}, bound: 0.85},
	{name: "Tan", f: libm.Tan, f32: libm.TanF32, math: math.Tan, high: highprec.Tan, from: -100, to: 100,
		near: []float64{math.Pi / 4, 0x1p22}, bound: 0.85},
	{name: "Asin", f: libm.Asin, f32: libm.AsinF32, math: math.Asin, high: highprec.Asin, from: -1, to: 1,
		near: []float64{0.5, -0.5}, bound: 0.75},
	{name: "Acos", f: libm.Acos, f32: libm.AcosF32, math: math.Acos, high: highprec.Acos, from: -1, to: 1,
		near: []float64{0.5, -0.5}, bound: 0.75},
	{name: "Atan", f: libm.Atan, f32: libm.AtanF32, math: math.Atan, high: highprec.Atan, from: -4, to: 4,
		near: []float64{0.5, 2, 0x1p60}, bound: 0.75},
	{name: "Sinh", f: libm.Sinh, f32: libm.SinhF32, math: math.Sinh, high: clamped(highprec.Sinh, 5000), from: -710.5,
		to: 710.5, near: []float64{710.4758600739439}, bound: 0.8},
	{name: "Cosh", f: libm.Cosh, f32: libm.CoshF32, math: math.Cosh, high: clamped(highprec.Cosh, 5000), from: -710.5,
		to: 710.5, near: []float64{710.4758600739439}, bound: 0.7},
	{name: "Tanh", f: libm.Tanh, f32: libm.TanhF32, math: math.Tanh, high: clamped(highprec.Tanh, 5000), from: -20,
		to: 20, near: []float64{0.1949, 20}, bound: 0.9},
	{name: "Asinh", f: libm.Asinh, f32: libm.AsinhF32, math: math.Asinh, high: highprec.Asinh, from: -10, to: 10,
		near: []float64{0.03125, 0x1p-28, 0x1p500}, bound: 0.6},
	{name: "Acosh", f: libm.Acosh, f32: libm.AcoshF32, math: math.Acosh, high: highprec.Acosh, from: 1, to: 10,
		near: []float64{0x1p500}, bound: 0.6},
	{name: "Atanh", f: libm.Atanh, f32: libm.AtanhF32, math: math.Atanh, high: highprec.Atanh, from: -1, to: 1,
		pole: at(-1, 1), near: []float64{0.015625, 0x1p-28}, bound: 0.6},
	{name: "Cbrt", f: libm.Cbrt, f32: libm.CbrtF32, math: math.Cbrt, high: highprec.Cbrt, from: -8, to: 8, bound: 0.6},
	{name: "Erf", f: libm.Erf, f32: libm.ErfF32, math: math.Erf, high: clamped(highprec.Erf, 40), from: -6, to: 6,
		bound: 0.9},
	{name: "Erfc", f: libm.Erfc, f32: libm.ErfcF32, math: math.Erfc, high: clamped(highprec.Erfc, 40), from: -6,
		to: 27.3, bound: 0.9},
	{name: "Gamma", f: libm.Gamma, f32: libm.GammaF32, math: math.Gamma, high: gammaClamped, from: -180, to: 172,
		bound: 0.95},
	{name: "Lgamma", f: libm.Lgamma, f32: libm.LgammaF32, math: lgamma, high: highprec.Lgamma, from: -20, to: 50,
		pole: notPositive, floor: 1, bound: 0.8},

	{name: "Pow", f2: libm.Pow, f2of: libm.PowF32, math2: math.Pow, high2: powClamped, pair: powPair, bound: 0.85},
	{name: "Atan2", f2: libm.Atan2, f2of: libm.Atan2F32, math2: math.Atan2, high2: highprec.Atan2, pair: samePair,
		bound: 0.8},
	{name: "Hypot", f2: libm.Hypot, f2of: libm.HypotF32, math2: math.Hypot, high2: highprec.Hypot, pair: samePair,
		bound: 0.8},
}

// twoArguments reports whether the function has two.
func (r *row) twoArguments() bool { return r.math2 != nil }

// oracleName is the function's name in the C program.
func (r *row) oracleName() string { return strings.ToLower(r.name) }

// clamped returns f for arguments that are cut to ±limit, where f's values no
// longer differ as float64s.
func clamped(f highprec.Func, limit float64) highprec.Func {
	l := highprec.Float(limit)
	return func(x *big.Float) *big.Float {
		if highprec.Abs(x).Cmp(l) > 0 {
			if x.Sign() < 0 {
				return f(highprec.Neg(l))
			}
			return f(l)
		}
		return f(x)
	}
}

// gammaClamped is highprec.Gamma, with arguments nearer to zero where the
// values are far from those of float64.
func gammaClamped(x *big.Float) *big.Float {
	limit := 2000.0
	f, _ := x.Float64()
	switch {
	case f > limit:
		x = highprec.Float(limit)
	case f < -limit:
		// The sign is that of the interval between poles.
		x = highprec.Float(math.Mod(f, 2) - limit)
	}
	return highprec.Gamma(x)
}

// powClamped is highprec.Pow, with a power of two for results far from those of
// float64.
func powClamped(x, y *big.Float) *big.Float {
	a, _ := highprec.Abs(x).Float64()
	b, _ := y.Float64()
	if log := b * math.Log2(a); math.Abs(log) > 5000 {
		far := highprec.Ldexp(highprec.Float(1), int(math.Copysign(5000, log)))
		if x.Sign() < 0 && math.Mod(b, 2) != 0 {
			far.Neg(far)
		}
		return far
	}
	return highprec.Pow(x, y)
}

// at returns whether a number is one of some.
func at(poles ...float64) func(float64) bool {
	return func(x float64) bool {
		for _, p := range poles {
			if x == p {
				return true
			}
		}
		return false
	}
}

// notPositive reports whether x is 0, -1, -2, …
func notPositive(x float64) bool { return x <= 0 && x == math.Trunc(x) }

func lgamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return y
}

// A subject is one function to measure: a row and one of its definitions.
type subject struct {
	*row
	label string
	// Exactly one is set.
	f    func(x float64) float64
	f32  func(x float32) float32
	f2   func(x, y float64) float64
	f2of func(x, y float32) float32
}

// subjects lists what there is to measure: libm's definitions, or package math
// in their place.
func subjects(rows []row, reference bool) []subject {
	var list []subject
	for i := range rows {
		r := &rows[i]
		if reference {
			list = append(list, subject{row: r, label: "math." + r.name, f: r.math, f2: r.math2})
			continue
		}
		if r.f != nil || r.f2 != nil {
			list = append(list, subject{row: r, label: r.name, f: r.f, f2: r.f2})
		}
		if r.f32 != nil || r.f2of != nil {
			list = append(list, subject{row: r, label: r.name + "F32", f32: r.f32, f2of: r.f2of})
		}
	}
	return list
}

// isSingle reports whether the function is one of float32.
func (s *subject) isSingle() bool { return s.f32 != nil || s.f2of != nil }

// limit returns the stated bound in ulps.
func (s *subject) limit() float64 {
	b := s.bound
	if s.isSingle() {
		b = s.bound32
	}
	if b == 0 {
		return 1
	}
	return b
}

// call returns the result for arguments, as a float64.
func (s *subject) call(x, y float64) float64 {
	switch {
	case s.f != nil:
		return s.f(x)
	case s.f2 != nil:
		return s.f2(x, y)
	case s.f32 != nil:
		return float64(s.f32(float32(x)))
	default:
		return float64(s.f2of(float32(x), float32(y)))
	}
}

// error returns how far a result for x is off, in ulps of the function's type.
func (s *subject) error(got, x float64, want answer) float64 {
	switch {
	case s.isSingle():
		return distance32(float32(got), want)
	case s.floor > 0 && x < 0 && math.Abs(want.near) < s.floor:
		unit := math.Ldexp(1, lastPlace(s.floor))
		return math.Abs(got-want.near-math.Ldexp(want.rest, lastPlace(want.near))) / unit
	}
	return distance(got, want)
}
