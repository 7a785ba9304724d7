package engine

import "testing"

// Programs in which ways write what a branch asks for where they meet: a function F each, and how many comparisons
// become numbers in its code.
var shortCircuits = map[string]copyingProgram{
	"a search": {`func in(c byte, of *[7]byte) bool {
		for _, x := range of { if x == c { return true } }
		return false
	}
	func F(a, b int) (s int) {
		letters := [7]byte{3, 1, 4, 15, 9, 2, 6}
		for i := range 20 {
			if in(byte(a>>(i&7)), &letters) { s = s*5 + i } else if in(byte(b), &letters) { s -= 3*i; b >>= 1 } else {
				a++
			}
		}
		return s }`, 0},
	"also needed as a number": {`func F(a, b int) (s int) {
		for i := range 30 {
			var ok bool
			if a&(1<<i) != 0 { ok = b > i } else if b&3 == 1 { ok = a < b; b += i }
			if ok { s += i*i; a ^= s; if s > 1000 { s /= 3 } } else {
				s -= i; b ^= s*5; if s < -1000 { s /= 7 }
			}
			if ok { s++ }
		}
		return s }`, 1},
}

// Programs that compare numbers with themselves: a function F each, and how many questions for NaN are in its code.
var withThemselves = map[string]copyingProgram{
	"a branch": {`func F(a, b float64) (n int) {
		for i := range 9 { if a != a { n += i*i; a = b } else if b == b { n -= i*3; a /= b }; b -= 3 }
		return n }`, 2},
	"a number": {`func F(a, b float64) (n int) {
		a /= b
		if (a == a) == (b > 1) { n = 3 }
		if (a*b != a*b) == (b < 9) { n += 5 }
		return n }`, 2},
	"a choice": {`func F(a, b float64) (n int, x float64) {
		n, x = 3, a
		if a /= b; a != a { n = 7 }
		if b == b { x = b }
		return n, x }`, 2},
}

// TestScalarNaN compares them with the machine, and counts the questions: one for each comparison.
func TestScalarNaN(t *testing.T) { compareCounting(t, withThemselves, `^(J|SET|CMOV[QL])P[SC] `) }

// TestScalarShortCircuits compares them with the machine, and counts the comparisons that become numbers.
func TestScalarShortCircuits(t *testing.T) { compareCounting(t, shortCircuits, "^SET") }
