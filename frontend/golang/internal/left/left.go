// Package left is Go code that is compiled twice, by Go and by package golang, of
// which some lanes are left to Go: a test compares the others.
//
// Imports: nothing of ours.
package left

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"math/big"
	"sync"
)

// Source is the text of this package.
//
//go:embed left.go
var Source string

// Reached tells whether Go got to what has no batched form in its last call.
var reached bool

// Reached calls f and reports whether it got to what has no batched form.
func Reached(f func()) bool {
	reached = false
	f()
	return reached
}

// reach has no batched form, as it changes a variable that all calls share.
func reach() { reached = true }

// Funcs are the functions.
var Funcs = map[string]any{
	"Printed": Printed, "Exact": Exact, "Warned": Warned, "SomeRounds": SomeRounds, "Locked": Locked, "Texts": Texts,
	"Given": Given, "Drawn": Drawn, "Applied": Applied,
}

// Printed prints where it gives up, as libraries do that their users cannot change.
func Printed(lat float64) float64 {
	c := math.Cos(lat)
	if c < 0 {
		reached = true
		fmt.Fprintf(io.Discard, "WARNING: %g\n", c)
		return 0
	}
	return math.Sin(lat) / (c + 1)
}

// Exact is exact where rounding leaves a sign open.
func Exact(a, b, c, d float64) int {
	det := float64(a*d) - float64(b*c)
	if math.Abs(det) > 0.5*(math.Abs(a*d)+math.Abs(b*c)) {
		if det > 0 {
			return 1
		}
		return -1
	}
	reach()
	x := new(big.Float).SetPrec(300).Mul(big.NewFloat(a), big.NewFloat(d))
	return x.Cmp(big.NewFloat(b))
}

func warn(format string, args ...any) {
	reach()
	fmt.Fprintf(io.Discard, format, args...)
}

// Warned calls a function that has no batched form at all.
func Warned(x, y float64) float64 {
	if x > y {
		warn("%g is above %g", x, y)
		x, y = y, x
	}
	return y - x
}

// SomeRounds has rounds that go on.
func SomeRounds(xs [6]float64, k uint8) (s float64) {
	for i := range int(k % 7) {
		if xs[i] < -1 {
			warn("%g", xs[i])
		}
		s += xs[i]
	}
	return s
}

var mu sync.Mutex

func locked(x float64) float64 {
	mu.Lock()
	defer mu.Unlock()
	reach()
	return x * 2
}

// Locked calls a function with a deferred call.
func Locked(x float64, k int16) float64 {
	if k == 3 || x > 4 {
		return locked(x)
	}
	return x - float64(k)
}

// Texts computes a text in some lanes.
func Texts(k uint8) int {
	if k&7 != 5 {
		return int(k) * 3
	}
	reach()
	return len(fmt.Sprint(k))
}

type shape interface{ area() float64 }

type square struct{ a float64 }

type disk struct{ r float64 }

func (s square) area() float64 { return s.a * s.a }

func (d disk) area() float64 { return d.r * 3 * d.r }

// Given has one of two types in few lanes, and none is called in most.
func Given(x float64, k uint8) float64 {
	var s shape = square{x}
	if k > 100 {
		s = disk{x}
	}
	if k%8 != 0 {
		return x + 1
	}
	reach()
	return s.area()
}

type noted struct{ r float64 }

func (s noted) area() float64 {
	reach()
	fmt.Fprintln(io.Discard, s.r)
	return s.r
}

// Drawn has one of three types, one of which prints when it is asked.
func Drawn(x float64, k uint8) float64 {
	var s shape = square{x}
	switch k & 3 {
	case 1:
		s = disk{x}
	case 2:
		s = noted{x}
	}
	return s.area() + 1
}

// Applied calls one of three functions in each round, one of which computes a text.
func Applied(x float64, k uint8) (n int) {
	f := func(x float64) int { return int(math.Mod(x, 100)) }
	switch k % 5 {
	case 1:
		f = func(x float64) int { return -1 }
	case 2:
		f = func(x float64) int {
			reach()
			return len(fmt.Sprint(k))
		}
	}
	for i := range 3 {
		n = n*3 + f(x+float64(i))
	}
	return n
}
