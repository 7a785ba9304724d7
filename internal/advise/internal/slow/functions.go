package slow

import (
	"math"
)

// Adds is a loop of one addition a round.
//
// Warnings: tiny-loop; with machine code none.
func Adds(n, by int) int {
	s := 0
	for s < n {
		s += by
	}
	return s
}

// Shifts is a loop of two operations a round.
//
// Warnings: tiny-loop; with machine code none.
func Shifts(x uint64) int {
	n := 0
	for x != 0 {
		x >>= 1
		n++
	}
	return n
}

// Sqrts is a loop of one costly operation a round.
//
// Warnings: none.
func Sqrts(x float64) float64 {
	for x > 1.0001 {
		x = math.Sqrt(x)
	}
	return x
}

// Digits divides by a constant, which the compiler turns into a product.
//
// Warnings: int-division; with machine code none.
func Digits(n uint64) uint64 {
	s := uint64(0)
	for n != 0 {
		s += n % 10
		n /= 10
	}
	return s
}

// Pow multiplies in a loop that rarely does.
//
// Warnings: none.
func Pow(x float64, n int) float64 {
	p := 1.0
	for n > 0 {
		if n&1 == 1 {
			p *= x
		}
		x *= x
		n >>= 1
	}
	return p
}

// Count16 changes an array of 16 numbers at places that differ by lane.
//
// Warnings: lane-array; with machine code none.
func Count16(seed uint32, rounds int) int {
	var count [16]int
	for range rounds {
		seed = seed*1664525 + 1013904223
		count[seed>>28]++
	}
	return count[3]
}

// Count64 is Count16 over 64 numbers.
//
// Warnings: lane-array; with machine code none.
func Count64(seed uint32, rounds int) int {
	var count [64]int
	for range rounds {
		seed = seed*1664525 + 1013904223
		count[seed>>26]++
	}
	return count[3]
}

// Count256 is Count16 over 256 numbers.
//
// Warnings: lane-array; with machine code none.
func Count256(seed uint32, rounds int) int {
	var count [256]int
	for range rounds {
		seed = seed*1664525 + 1013904223
		count[seed>>24]++
	}
	return count[3]
}

// Count1024 is Count16 over 1024 numbers.
//
// Warnings: lane-array.
func Count1024(seed uint32, rounds int) int {
	var count [1024]int
	for range rounds {
		seed = seed*1664525 + 1013904223
		count[seed>>22]++
	}
	return count[3]
}

// Count4096 is Count16 over 4096 numbers.
//
// Warnings: lane-array.
func Count4096(seed uint32, rounds int) int {
	var count [4096]int
	for range rounds {
		seed = seed*1664525 + 1013904223
		count[seed>>20]++
	}
	return count[3]
}

// Depth is a recursion in which nothing lives across the call.
//
// Warnings: slow-call; with machine code none.
func Depth(n int) int {
	if n <= 0 {
		return 0
	}
	return 1 + Depth(n-1)
}

// Horner is a recursion of a product and a sum.
//
// Warnings: slow-call; with machine code none.
func Horner(x float64, n int) float64 {
	if n <= 0 {
		return 1
	}
	return x*Horner(x, n-1) + float64(n)
}

// Tree is a binary recursion with a sine at each node.
//
// Warnings: slow-call; with machine code none.
func Tree(x float64, n int) float64 {
	if n <= 0 {
		return x
	}
	s := math.Sin(x)
	return s + Tree(x*0.5+s, n-1)*Tree(x*0.25-s, n-2)
}

// Poly is a binary recursion with ten products at each node.
//
// Warnings: slow-call; with machine code none.
func Poly(x float64, n int) float64 {
	if n <= 0 {
		return x
	}
	y := ((((x*0.1+0.2)*x+0.3)*x+0.4)*x+0.5)*x + 0.6
	return y*0.5 + Poly(0.5-y*0.25, n-1)*Poly(y*0.125, n-2)
}

// Wide is a binary recursion in which eight numbers live across the calls.
//
// Warnings: slow-call; with machine code none.
func Wide(a, b, c, d, e, f float64, n int) float64 {
	if n <= 0 {
		return a + b + c + d + e + f
	}
	l := Wide(b*0.5, c*0.5, d*0.5, e*0.5, f*0.5, a*0.5, n-1)
	return l*a + b - c*Wide(a*0.25, f, e, d, c, b+l, n-2) + d*e*f
}

// Read16 reads an array of 16 numbers at places that differ by lane.
//
// Warnings: lane-array; with machine code none.
func Read16(x float64, rounds int) float64 {
	var a [16]float64
	for i := range a {
		a[i] = x * float64(i)
	}
	s, seed := 0.0, uint32(rounds)
	for range rounds {
		seed = seed*1664525 + 1013904223
		s += a[seed>>28]
	}
	return s
}

// Read1024 is Read16 over 1024 numbers.
//
// Warnings: lane-array.
func Read1024(x float64, rounds int) float64 {
	var a [1024]float64
	for i := range a {
		a[i] = x * float64(i)
	}
	s, seed := 0.0, uint32(rounds)
	for range rounds {
		seed = seed*1664525 + 1013904223
		s += a[seed>>22]
	}
	return s
}

var table = [1024]float64{1: 1, 2: 2, 500: 3}

// Table reads a table that lanes share.
//
// Warnings: table-lookup; with machine code none.
func Table(x float64, rounds int) float64 {
	s, seed := x, uint32(rounds)
	for range rounds {
		seed = seed*1664525 + 1013904223
		s += table[seed>>22]
	}
	return s
}

// Matrix squares a matrix three times over, in loops that are written out.
//
// Warnings: none.
func Matrix(x float64, rounds int) float64 {
	m := [3][3]float64{{x, 0.1, 0.2}, {0.3, 1 - x, 0.1}, {0.5, 0.2, x * x}}
	for range rounds {
		var p [3][3]float64
		for i := range 3 {
			for j := range 3 {
				s := 0.0
				for k := range 3 {
					s += m[i][k] * m[k][j]
				}
				p[i][j] = s * 0.5
			}
		}
		m = p
	}
	return m[0][0]
}

// Swaps sorts eight numbers, in loops that are written out.
//
// Warnings: none.
func Swaps(x float64, rounds int) float64 {
	var a [8]float64
	for i := range a {
		x = 3.9 * x * (1 - x)
		a[i] = x
	}
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j] < a[j-1]; j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
	return a[3]
}

// Keeps is a recursion whose calls save an array of 32 numbers.
//
// Warnings: call-state, slow-call; with machine code none.
func Keeps(x float64, n int) float64 {
	if n <= 0 {
		return x
	}
	var a [32]float64
	a[0], a[n&31] = x, x*0.5
	s := Keeps(x*0.5, n-1)
	return s + a[0]*Keeps(s*0.25, n-2) + a[(n+1)&31]
}

// Bits is a recursion whose leaves are worth a call.
//
// Warnings: none.
func Bits(x float64, n int) float64 {
	if n <= 0 {
		return math.Exp(math.Sin(x)) * math.Log1p(math.Sqrt(1+x*x))
	}
	m := math.Exp(-x * x)
	return Bits(x*0.5+m, n-1) + Bits(x*0.25-m, n-2)
}

var large = func() (t [1 << 17]float64) {
	for i := range t {
		t[i] = float64(i)
	}
	return t
}()

// LargeTable reads a table of a megabyte that lanes share.
//
// Warnings: table-lookup; with machine code none.
func LargeTable(x float64, rounds int) float64 {
	s, seed := x, uint32(rounds)
	for range rounds {
		seed = seed*1664525 + 1013904223
		s += large[seed>>15]
	}
	return s
}

// Whole copies and compares arrays of 100 numbers as a whole.
//
// Warnings: lane-array.
func Whole(x float64, rounds int) int {
	var a, b [100]float64
	same := 0
	for i := range rounds {
		b[i%100] = x
		if a == b {
			same++
		}
		a = b
	}
	return same
}

// Cases takes one of sixteen ways, of which each is short.
//
// Warnings: parting-lanes; with machine code none.
func Cases(x, y, z float64) float64 {
	if x < 0.5 {
		if y < 0.5 {
			if z < x {
				if z < y {
					return x*y + z/(1+x) - x*x*z
				}
				return x*z + y/(2+x) - y*y*z
			}
			if x < y {
				return y*z + x/(3+x) - z*z*x
			}
			return x*y - z/(4+x) + x*x*y
		}
		if z < x {
			if z+y < 1 {
				return x*y + z/(5+x) - x*z*z
			}
			return x*z + y/(6+x) - y*z*x
		}
		if x+y < 1 {
			return y*z + x/(7+x) - z*y*y
		}
		return x*y - z/(8+x) + x*z*y
	}
	if y < 0.5 {
		if z < x {
			if z < y {
				return x*y + z/(1+y) - x*x*x
			}
			return x*z + y/(2+y) - y*y*y
		}
		if x < y+z {
			return y*z + x/(3+y) - z*z*z
		}
		return x*y - z/(4+y) + x*y*y
	}
	if z < x {
		if z+y < 1 {
			return x*y + z/(5+y) - x*z*y
		}
		return x*z + y/(6+y) - y*x*x
	}
	if x+y < 1.5 {
		return y*z + x/(7+y) - z*x*x
	}
	return x*y - z/(8+y) + x*z*z
}
