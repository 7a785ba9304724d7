package main

import (
	"math"

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

// first makes the i-th argument, or the first of two. Its kind follows from i, so that it
// costs less than the functions do.
func (s *subject) first(r *source, i int64) float64 {
	u := r.next()
	switch i & 7 {
	case 0, 1, 2:
		return math.Float64frombits(u)
	case 3:
		exponent := 1023 - 40 + (u>>52)%60
		return math.Float64frombits(u&(1<<63|1<<52-1) | exponent<<52)
	case 4:
		x := borders[u%uint64(len(borders))]
		return math.Float64frombits(math.Float64bits(x) + r.next()>>(24+u>>32%40))
	}
	return s.from + r.unit()*(s.to-s.from)
}

// second makes the second of the i-th arguments.
func (s *subject) second(r *source, i int64, x float64) float64 {
	i >>= 3
	switch i & 7 {
	case 0:
		return math.Round(s.first(r, i>>3))
	case 1:
		return float64(int(r.next()%100)-50) / 2
	case 2: // near the first, or its opposite
		u := r.next()
		return math.Float64frombits(math.Float64bits(x) ^ u>>(8+u%56) ^ u<<63)
	case 3, 4: // an exponent with which the power is in range, or nearly out of it
		y := (r.unit() - 0.5) * 2200 / math.Log2(math.Abs(x))
		if i&8 == 0 {
			return math.Round(y)
		}
		return y
	}
	return s.first(r, i>>3)
}

// order makes the order of the i-th Bessel function, or an exponent of 10.
func (s *subject) order(r *source, i int64) int64 {
	u := r.next()
	switch i >> 3 & 15 {
	case 0:
		if !s.unbounded {
			return int64(u) >> (r.next() % 64)
		}
		fallthrough
	case 1, 2, 3:
		return int64(u%1000) - 500
	}
	return int64(u%48) - 16
}

// isFar tells that the order of the i-th Bessel function is a high one: of 64 in each 2¹⁸.
func (s *subject) isFar(i int64) bool { return s.unbounded && i>>6&(1<<12-1) == 0 }

// far makes a high order, up to what kernels have and a little beyond, and an argument up to twice
// as large.
func far(r *source) (x float64, n int64) {
	n = int64((1<<16 + 8) * math.Pow(2, -7*r.unit()))
	x = 2 * r.unit() * float64(n)
	if u := r.next(); u&1 != 0 {
		n = -n
	}
	return x, n
}

// source gives pseudo-random numbers, cheap ones: splitmix64 (Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators", 2014).
type source uint64

func (s *source) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// sourceOf returns the source of a worker. Those of other seeds and workers are far apart.
func sourceOf(seed uint64, worker int) *source {
	s := source(seed)
	for range worker + 1 {
		s = source(s.next())
	}
	return &s
}

// unit returns a number from 0 to 1.
func (s *source) unit() float64 { return float64(s.next()>>11) * 0x1p-53 }
