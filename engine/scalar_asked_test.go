package engine

import "testing"

// Programs with branches that ask what was asked on one of the ways to them, or nearly: a function F each.
var askedAgain = map[string]string{
	"behind a loop": `func F(a, b, n int) (k int, m int) {
			var s, p [8]uint8
			var fail [8]int
			for i := range fail { s[i], p[i], fail[i] = uint8(a>>i), uint8(b>>i), (a>>i ^ b) & i }
			for i := range 8 {
				for k > 0 && p[k&7]&3 != s[i]&3 { k = fail[(k-1)&7] & (k - 1) }
				if p[k&7]&3 == s[i]&3 { k++ }
				m = m*3 + k
				if k == n&7 { return k, m }
			}
			return k, -m }`,
	"written before": `func F(a, b int) (n int) {
			x, i := [4]int{a, b, a - b, 7}, a&3
			for r := range 9 {
				if x[i] < b { x[i] += r + 1; if x[i] < b { n++ } else { n += 10 } }
				if x[i] >= b { i = (i + 1) & 3; if x[i] >= b { n += 100 } else { x[i] -= r } }
			}
			return n + x[0] - x[3] }`,
	"its operands change": `func F(a, b int) (n int) {
			for i := 0; i < 20; i++ {
				if a < b { a, b = b-i, a; if a < b { n++ } } else { b += i }
				if a < b { n += 100; a += 7 }
				if a >= b { n += 10000; b += 3 }
			}
			return n }`,
	"no other round": `func F(a, b float64) (n int, s float64) {
			x, p, i, j := [8]float64{a, b, 3, -a, b - 9, a * b, -7, 0}, a-b, 0, 7
			for i <= j {
				for i < 8 && x[i] < p { i++ }
				for j >= 0 && x[j] > p { j-- }
				if i <= j { x[i], x[j] = x[j], x[i]; i++; j--; n++ }
			}
			for k, v := range x { s += float64(k) * v }
			return n*100 + i, s }`,
	"floats": `func F(a, b float64) (n int) {
			for i := range 6 {
				if a < b { n++ } else { n += 10 }
				if a < b { n += 100 }
				if a >= b { n += 1000 } else { n += 10000; if !(a < b) { n += 100000 } }
				if i&1 == 0 { a = b } else { b = a * 2; a = b * a }
			}
			return n }`,
	"what it computes is read": `func F(a, b int32) (s int32) {
			x := [8]int32{a, b, 2, -a, -b, a ^ b, 9, 1}
			for i := range 8 {
				v := x[i]*a + b
				if v > a { s += v*3; x[i]++ }
				w := x[i]*a + b
				if w > a { s ^= w } else { s -= w * 3; x[i] ^= s }
				u := x[i]*a + b
				if u <= a { x[(i+1)&7] += u; s += i2(i) }
			}
			return s }
		func i2(i int) int32 { return int32(i) << 3 }`,
	"into a loop": `func F(a, b int) (n int) {
			a, b = a&63, b&63
			if a < b { n = 5; b++ }
			for a < b { a++; n += a; if a < b && n&3 == 0 { a += 2 } }
			for a > 0 {
				if a > b { a -= 3 } else { a-- }
				for a > b { a -= 2; n++ }
			}
			return n }`,
	"written behind the look": `func F(a, b int) (n int) {
			x, i := [4]int{a, b, a - b, 7}, a&3
			for r := range 12 {
				v := x[i]
				x[i] = v ^ r*b
				if v < b { if x[i] < b { n++ } else { n += 10 } }
				w := x[i]
				i = (i + r) & 3
				if w < b { if x[i] < b { n += 100 } else { n += 1000 } }
			}
			return n }`,
	"a call between": `func F(a, b int) int { x := [4]int{a, b, a - b, 7}; return r(&x, a&3, b, 4) }
		func r(x *[4]int, i, b, d int) (n int) {
			if d == 0 { x[i] += b; return 1 }
			v := x[i]
			n = r(x, i^1, b, d-1)*3 + r(x, i, b-d, d-1)
			if v < b { if x[i] < b { n++ } else { n += 10 } }
			return n }`,
	"four in a row": `func F(a, b int) (n int) {
			for i := range 10 {
				if a > b { n++; b ^= n & 1 } else { n -= i; a++ }
				if a > b { n = n*2 - a; if a > b { n ^= b } }
				if a <= b { n *= 3; if b < a { n ^= 5 } else { b -= 4 } }
				if a > b { n--; a -= 9 }
			}
			return n }`,
	"a break": `func F(a, b int) (n int) {
			x := [16]int{3: a, 5: b, 9: a - b}
			for i := 0; i < 16; i++ {
				for x[i] > n { if x[i]&7 == 3 { break }; n += x[i]>>3 + 9; x[i]-- }
				if x[i] > n { n -= i } else if x[i]&7 == 3 { n++; x[(i+1)&15]++ }
			}
			return n }`,
	"conditions": `func F(a, b int) (n int) {
			c, d := a > b, a&1 == 0
			for i := range 8 {
				if c { n++; d = !d }
				if c && d { n += 10 } else if c { n += 100; c = i&2 == 0 }
				if !c { n ^= i; c = n%3 == 0 }
			}
			return n }`,
}

// TestScalarAsked compares code whose ways go past branches that are known with the machine.
func TestScalarAsked(t *testing.T) { compareScalar(t, askedAgain) }
