package main

import (
	"math"
	"math/rand/v2"

	"github.com/lockstep-simt/lockstep/internal/probe"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// borders are arguments near which functions take another way.
var borders = probe.Floats(1000)

// seconds are the second operands when all float32 are first ones: exponents that programs
// have.
var seconds = []float64{2.5, 1.0 / 3, -0.5, 7}

// structured returns the arguments with which a process compares code before it uses it.
func structured(s *subject) (operands [][]float64, orders []int64) {
	const n = 1 << 16
	switch {
	case s.in[len(s.in)-1] == optab.I64:
		return [][]float64{probe.Floats(n)}, probe.Orders(n)
	case len(s.in) == 2:
		x, y := probe.Pairs(n)
		return [][]float64{x, y}, nil
	}
	return [][]float64{probe.Floats(n)}, nil
}

// first draws an argument, or the first of two.
func (s *subject) first(r *rand.Rand) float64 {
	switch r.IntN(8) {
	case 0, 1, 2:
		return math.Float64frombits(r.Uint64())
	case 3:
		return math.Ldexp(r.Float64()-0.5, r.IntN(60)-40)
	case 4:
		x := borders[r.IntN(len(borders))]
		return math.Float64frombits(math.Float64bits(x) + r.Uint64N(1<<r.IntN(40)))
	}
	return s.from + r.Float64()*(s.to-s.from)
}

// second draws the second of two arguments.
func (s *subject) second(r *rand.Rand, x float64) float64 {
	switch r.IntN(8) {
	case 0:
		return math.Round(s.first(r))
	case 1:
		return float64(r.IntN(100)-50) / 2
	case 2: // near the first, or its opposite
		return math.Float64frombits(math.Float64bits(x) ^ r.Uint64N(1<<r.IntN(56)) ^ r.Uint64()&(1<<63))
	case 3, 4: // an exponent with which the power is in range, or nearly out of it
		y := (r.Float64() - 0.5) * 2200 / math.Log2(math.Abs(x))
		if r.IntN(2) == 0 {
			return math.Round(y)
		}
		return y
	}
	return s.first(r)
}

// order draws the order of a Bessel function, or an exponent of 10.
func (s *subject) order(r *rand.Rand) int64 {
	switch r.IntN(16) {
	case 0:
		if !s.unbounded {
			return int64(r.Uint64()) >> r.IntN(64)
		}
		fallthrough
	case 1, 2, 3:
		return r.Int64N(1000) - 500
	}
	return r.Int64N(48) - 16
}
