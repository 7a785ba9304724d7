package use

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
	"gonum.org/v1/gonum/stat"
)

// number is what the generic functions here work on.
type number interface {
	~int | ~int32 | ~int64 | ~float32 | ~float64
}

// ring is a buffer of the last values.
type ring[T number] struct {
	values [5]T
	n      int
}

func (r *ring[T]) push(x T) {
	r.values[r.n%len(r.values)] = x
	r.n++
}

func (r *ring[T]) sum() (s T) {
	for _, x := range r.values[:min(r.n, len(r.values))] {
		s += x
	}
	return s
}

func mapSlice[T, U number](dst []U, src []T, f func(T) U) {
	for i, x := range src {
		dst[i] = f(x)
	}
}

// MovingSums gives the last and the greatest sum of five consecutive terms of a
// quadratic sequence.
func MovingSums(a, b int64, n int) (last, greatest int64) {
	var r ring[int64]
	for i := range n {
		x := int64(i)
		r.push(a*x*x + b*x)
		last = r.sum()
		greatest = max(greatest, last)
	}
	return last, greatest
}

// weights are the nodes of a rule, computed when the program starts.
var weights = simpsonWeights()

func simpsonWeights() (w [9]float64) {
	for i := range w {
		switch {
		case i == 0 || i == len(w)-1:
			w[i] = 1
		case i%2 == 1:
			w[i] = 4
		default:
			w[i] = 2
		}
	}
	return w
}

// simpson integrates over eight intervals.
func simpson(f func(float64) float64, a, b float64) float64 {
	h := (b - a) / 8
	s := 0.0
	for i, w := range weights {
		s += w * f(a+float64(i)*h)
	}
	return s * h / 3
}

// Arc is the length of a parabola's arc.
func Arc(a, from, to float64) float64 {
	return simpson(func(x float64) float64 { return math.Hypot(1, 2*a*x) }, from, to)
}

// Adaptive integrates exp(-a x²) by recursion.
func Adaptive(a, from, to float64) float64 {
	f := func(x float64) float64 { return math.Exp(-a * x * x) }
	return adaptive(f, from, to, simpson(f, from, to), 6)
}

func adaptive(f func(float64) float64, a, b, whole float64, depth int) float64 {
	m := (a + b) / 2
	left, right := simpson(f, a, m), simpson(f, m, b)
	if depth == 0 || math.Abs(left+right-whole) < 1e-10 {
		return left + right
	}
	return adaptive(f, a, m, left, depth-1) + adaptive(f, m, b, right, depth-1)
}

// Gauss integrates with gonum's rule.
func Gauss(a, b float64) float64 {
	return quad.Fixed(func(x float64) float64 { return math.Sin(a*x) * x }, 0, b, 7, nil, 0)
}

// State is what an orbit is integrated over.
type State [6]float64

// derivative fills dst with the change of s in time.
type derivative func(dst, s []float64)

// rk4 makes a step of the classical method.
func rk4(f derivative, s *State, h float64) {
	var k1, k2, k3, k4, at State
	f(k1[:], s[:])
	floats.AddScaledTo(at[:], s[:], h/2, k1[:])
	f(k2[:], at[:])
	floats.AddScaledTo(at[:], s[:], h/2, k2[:])
	f(k3[:], at[:])
	floats.AddScaledTo(at[:], s[:], h, k3[:])
	f(k4[:], at[:])
	for i := range s {
		s[i] += h / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
	}
}

// Orbit follows a body around a mass at the origin, ten steps.
func Orbit(s State, mass, h float64) (end State, energy float64) {
	gravity := func(dst, s []float64) {
		r := floats.Norm(s[:3], 2)
		copy(dst, s[3:])
		for i := range 3 {
			dst[3+i] = -mass * s[i] / (r * r * r)
		}
	}
	for range 10 {
		rk4(gravity, &s, h)
	}
	return s, floats.Dot(s[3:], s[3:])/2 - mass/floats.Norm(s[:3], 2)
}

// Turn rotates a vector with a quaternion.
func Turn(v, axis r3.Vec, angle float64) r3.Vec {
	u := r3.Unit(axis)
	s, c := math.Sincos(angle / 2)
	q := quat.Number{Real: c, Imag: s * u.X, Jmag: s * u.Y, Kmag: s * u.Z}
	p := quat.Mul(quat.Mul(q, quat.Number{Imag: v.X, Jmag: v.Y, Kmag: v.Z}), quat.Conj(q))
	return r3.Vec{X: p.Imag, Y: p.Jmag, Z: p.Kmag}
}

// Spread gives the mean and the standard deviation of a sequence's squares.
func Spread(x [8]float64) (mean, std float64) {
	var squares [8]float64
	mapSlice(squares[:], x[:], func(x float64) float64 { return x * x })
	return stat.MeanStdDev(squares[:], nil)
}

// Median sorts by insertion.
func Median(x []float64) (m float64, ok bool) {
	var buf [16]float64
	if len(x) == 0 || len(x) > len(buf) {
		return 0, false
	}
	s := buf[:copy(buf[:], x)]
	for i := 1; i < len(s); i++ {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
	clear(buf[len(s):])
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2, true
	}
	return s[len(s)/2], true
}

// unit names a unit of length.
var unit = map[string]float64{"m": 1, "ft": 0.3048, "in": 0.0254}

// Area is that of a rectangle in feet and inches.
func Area(feet, inches float64) float64 { return feet * unit["ft"] * inches * unit["in"] }
