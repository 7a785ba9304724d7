package engine

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Programs whose code leaves something out: a function F each, a pattern, and how many lines of the code have it.
var shorter = map[string]struct {
	text    string
	pattern string
	lines   int
}{
	"digits are put into one register": {`func F(a, b int) (x int) {
		for n := uint64(a); n > 0; n >>= 3 { x = x<<5 | int(n&7) }; return x ^ b }`,
		`^MOV[LQ] (AX|BX|CX|DX|SI|DI|R9|R10), (AX|BX|CX|DX|SI|DI|R9|R10)$`, 1},
	"products that wrap at 32 bits are not part of sums of 64": {`func F(a, b int) int {
		x, y := uint32(a), uint32(b)*77777
		return int(uint64(x*8)+uint64(b)) + int(y<<2) ^ a + int(x^y*4) + int(y*2) }`,
		`^LEAQ .*\*[248]\)`, 0},
	"cases next to each other": {`func F(a, b int) int { switch a { case 3, 1, 2: return b; case -5: return a * b }
		return a ^ b }`, `^CMPQ`, 3},
	"many cases are searched": {`func F(a, b int) (x int) { switch a {
		case -900: x = b + 1; case 17, 18, 19: x = b * 3; case 40: x = b ^ 5; case 71: x = a - b
		case 1 << 33: x = b - 7; case 93: x = b << 2; case 200: x = a & b; case 500: x = b | 1; case -3: x = b / 3 }
		switch uint32(b) { case 1 << 31: x++; case 1<<32 - 1: x += 2; case 0, 1: x += 3; case 5: x += 4
		case 1<<31 - 1: x += 5; case 9: x += 6; case 70: x += 7; case 65: x += 8; case 64: x += 9 }
		return x }`, `^JLT below`, 2},
	"as many as there are places go by a table": {`func F(a, b int) (x int) { switch uint8(a) & 31 {
		case 0: x = b + 1; case 1: x = b - 2; case 2: x = b * 3; case 3: x = b ^ 4; case 4: x = b | 5; case 5: x = b & 6
		case 6: x = b << 7; case 7: x = b >> 8; case 8: x = -b; case 9: x = b * b; case 10: x = ^b; case 11: x = b + 12
		case 12: x = b - 13; case 13: x = b * 14; case 14: x = b ^ 15; case 15: x = b | 16; case 16: x = b & 17
		case 17: x = b << 18; case 18: x = b >> 19; case 19: x = b + 20; case 20: x = b - 21; case 21: x = b * 22
		case 22: x = b ^ 23; case 23: x = b | 24; case 25: x = b & 26 }
		return x }`, `^JMP R13$`, 1},
	"another round is asked for where a way ends": {`func F(a, b int) (s int) {
		for i, k := 0, 0; k < 40 && i < 60; i++ {
		k += s & 3
		switch s & 7 { case 1: s += a ^ i; case 2: s ^= b*i; case 5: s -= i; default: s = s*5 + 1 } }
		return s }`, `^CMPQ \w+, \$40$`, 4},
	"another round is asked for behind one more look": {`func F(a, b int) (s int) {
		for i, k := 0, a&7; i < 60; i++ {
		switch s & 7 { case 1: s += a ^ i; case 2: s ^= b*i; case 5: s -= i; default: s = s*5 + 1 }
		if k++; k >= 9 { k, s = 0, s/(b*2+1) } }
		return s }`, `^CMPQ \w+, \$60$`, 4},
	"what an index bounds is a counter of few rounds": {`func F(a, b int) (s int) { var x [50]int
		for i := a; i <= b; i++ { x[i] += i; s += x[i] }
		return s }`, `^SUBQ \$\d+, R11$`, 1},
	"what a number seldom is stands aside": {`func F(a, b int) (s int) { x := uint8(a)
		for i := 0; i < 30; i++ { if x == 77 { s ^= b / 3; a += s * 7 }; x = x*5 + 3; s += int(x) }
		return s }`, `^JEQ main`, 1},
	"the first and the last numbers": {`func F(a, b int) int {
		switch int32(a) { case -1 << 31, -1<<31 + 1: return b; case 1<<31 - 1, 1<<31 - 2: return 7 }
		switch b { case -1 << 63, -1<<63 + 1: return 1; case 1 << 31, 1<<31 - 1: return 2; case 1<<63 - 1: return 3 }
		return a ^ b }`,
		`^CMP[LQ]`, 9},
	"an and leaves the flags that a branch looks at": {`func F(a, b int) int {
		s, t := "abcdefghabd"[a&3:a&7+3], "abdefghiabc"[b&3:b&7+3]; if s == t { return a }; return b }`, `^TESTL`, 1},
	"numbers that fit": {`func F(a, b int) (s int) { x := uint64(a)
		for k := 0; k < 20; k++ { n := uint32(x >> 40); s = s*3 ^ int(n*n); x = x>>1 ^ uint64(b)>>9 }
		return s }`, `^MOVL \w+, \w+$`, 0},
	"numbers that do not fit": {`func F(a, b int) (s int) { for i := -3; i < 40; i++ { n := uint32(i)
		s += int(int32(n)) ^ int(n) ^ int(uint8(i)) ^ int(int8(b)) }
		return s ^ int(int32(a)) ^ int(uint16(b)) }`, `^MOV(BLSX|WLZX|LQSX) \w+, \w+$`, 5},
	"rounds that end in several places": {`func F(a, b int) (s int) {
		for i := 0; i < 50; {
			if s&1 == 0 { s, i = s+a, i+1; continue }
			if s&2 == 0 { s, i = s^b, i+2; continue }
			s, i = s*3+1, i+3 }
		return s }`, `^CMPQ \w+, \$50$`, 3},
	"digits that are put together": {`func F(a, b int) (s int) {
		for n := uint64(a); n > 0; n /= 8 { s = s*10 + int(n&7) }
		return s ^ b }`, `^LEAQ \(\w+\)\(\w+\*[24]\), \w+$`, 2},
	"rotations by a count": {`import "math/bits"
		func F(a, b int) int { x, y := uint64(a), uint32(b)
		for i := 0; i < 90; i++ { x = bits.RotateLeft64(x, b+i) + uint64(y); y = bits.RotateLeft32(y^7, -int(x)) }
		return int(x ^ uint64(y) ^ bits.RotateLeft64(12345, a)) }`, `^ROL[LQ] CX, `, 3},
	"rotations that are shifts": {`func F(a, b int) int { x, y := uint64(a), uint32(b)
		for i := 0; i < 90; i++ { x = (x<<13 | x>>51) + uint64(y); y = (y>>7 ^ y<<25) * 5; y = y<<16 + y>>16 }
		x ^= x<<5 | x>>58; y ^= uint32(b<<8) | uint32(b)>>24; z := int64(x) ^ 3; z = z<<7 | z>>57
		return int(x ^ uint64(y)) ^ int(z) }`, `^ROL[LQ] \$`, 3},
	"multiples that are added": {`func F(a, b int) (x int) { y, z := int32(b), uint32(a)
		x = a*40 + b; x ^= b + a*72; x ^= a*24 + a; x ^= int(y*20 + int32(a)); x ^= int(z*36 + uint32(b)); x ^= x*9 + a
		x = x*6 + x; x ^= b + a<<3; x ^= (a-b)<<2 + b*5; x ^= 12*b + x; x = x*8 + 18*x; x ^= 1<<62*a + b; x ^= -2*a + b
		return x ^ a*80 ^ b*6 ^ int(y*10)<<1 ^ int(z*96) ^ b%10 ^ int(uint(a)%12) }`, `^IMUL(3?Q \$|Q data)`, 7},
	"tables that a loop reads": {`func F(a, b int) (s int) { t := [...]int{3, 1, 4, 1, 5, 9, 2, 6}
		for i := a & 7; s < 90; i = (i + s) & 7 { s += t[i]; if s&4 != 0 { s += t[(i+b)&7] } }
		return s }`, `^LEAQ data`, 1},
	"constants that a number decides": {`
		var root = &node{v: 3, x: 0.5, l: &node{v: 4, x: 2, l: &node{v: 9}, r: last}, r: &node{v: 6, x: 1}}
		var last = &node{v: -1, x: 7}
		type node struct { v int; x float64; l, r *node }
		func F(a, b int) (s int) { n := root
		for n.l != nil { if a += b; float64(a&7) <= n.x { n = n.l } else { n = n.r }; s += n.v }
		return s*8 + n.v }`, `^CMOV`, 0},
	"numbers that decide": {`func F(a, b int) int { x, y, z := 0, 10, uint32(b)&15
		if a == -4 { x = 4 }; if a == 3 { x = -9 }; if a == 9 { x = 1 << 50 }; if a == -1 { x = 2 }
		if z == 5 { y = -7 }; if z == 3 { y = 3 }; if z == 2 { y = 1 << 40 }; if z == 0 { y = -1 }
		return x ^ y }`, `^CMOV`, 2},
	"remainders by powers of two that are asked for": {`func F(a, b int) (s int) { x, y := a, int32(b)
		for i := 0; i < 9; i++ { if x%2 == 1 { s += f(y) }; if y%8 != 3 { s ^= x }; if x%4 == -1 { s++ }
		x, y = x-b, y*3 }
		if b%4 == 3 { return s*2 }; if a%4 == 4 { s = 7 }; return s ^ int(y%16) }
		func f(y int32) int { if y%2 == 1 { return 3 }; return int(y) }`, `^SHR[QL] \$(62|31|63|61|60|29|30|28), `, 2},
	"numbers far from each other": {`func F(a, b int) int { x, y := 0, uint64(b)
		if a == -1<<63 { x = 4 }; if a == 1<<63-1 { x = -9 }; if a == 0 { x = 1 << 50 }; if a == -1 { x = 2 }
		if y == 1<<64-1 { x ^= 8 }; if y == 0 { x += 7 }
		z := 5; if y == 1<<64-1 { z = 6 }; if y == 1<<64-2 { z = -1 }; if y == 0 { z = -8 }; if y == 3 { z = 90 }
		return x ^ z }`, `^CMOV`, 7},
	"what is compared in a loop is compared again": {`func F(a, b int) (s int) { var g [8][8]bool
		for y := range g { for x := range g[y] { g[y][x] = (a>>(x&y))^(b>>y)&1 == 0 } }
		if fill(&g, 0, a&7) { s = 100 }; for _, r := range g { for _, c := range r { if c { s++ } } }; return s }
		func fill(g *[8][8]bool, y, x int) bool {
			if y < 0 || x < 0 || x >= 8 { return false }; if y == 8 { return true }; if !g[y][x] { return false }
			g[y][x] = false
			return fill(g, y+1, x) || fill(g, y, x-1) || fill(g, y, x+1) || fill(g, y-1, x) }`, `^SET(LT|GE)`, 0},
	"divisors that divided before are not zero": {`import "math/bits"
		func F(a, b int) int { m, x, y := uint64(b), uint64(a), uint64(a)>>3
		for i := 0; i < 9; i++ { hi, lo := bits.Mul64(x, x); _, x = bits.Div64(hi%m, lo, m)
		y = (y*y + x) % m / (m ^ 1<<63); y += y % (m ^ 1<<63) }
		return int(x ^ y) }`, `^TESTQ (\w+), \w+$`, 2},
	"a first round is asked for where a loop begins": {`func F(a, b int) (s int) {
		t := [9]int{5, 3, 1, 4, 2, 2, 1, 3, 4}
		for i := 0; i < 64; i++ {
			c, k := b>>i&3, i&7
			for k > 0 && t[k] != c { k, s = k>>1, s*3+a }
			t[k] = s & 7; if k == c { s += k } }
		return s }`, `^JMP main`, 1},
	"a round begins with the first of two questions": {`func F(a, b int) (s int) { n := a & 7
		for i := 0; i < 30; i++ { c := b >> i & 255
		for k := 0; k < n || c > 0; k++ { if c = c >> 1 &^ (s & 1); k == n { n++ }; s ^= c << k } }
		return s }`, `^JLT main`, 3},
	"numbers that are stored in a byte or two are not cut before": {`func F(a, b int) (s int) {
		var x [16]byte; var y [9]int8; var z [9]uint16; var w [8]int16
		for i := 0; i < 8; i++ { c := b >> i & 8191
		for k := range a & 15 { c += 58 * int(x[k]); x[k] = byte(c); c >>= 8 }
		y[c&7] = int8(b >> i); z[b&7+i&1] = uint16(a * i); w[i] = int16(uint8(a>>i)) - int16(int8(b)) }
		for i, v := range x { s = s*31 + int(v)*int(y[i>>1]) ^ int(z[i>>1])<<3 ^ int(w[i&7]) }
		return s }`, `^MOV(BLZX|BLSX|WLZX|WLSX) \w+, \w+$`, 2},
	"large arrays": {`func F(a, b int) (s int) { var x [300]int32; x[a&255] = int32(b); y := x; y[b&255]++
		for i, v := range y { s += int(v) * (i ^ int(x[299-i])) }
		return s }`, `^VMOVUPD .*Y15`, 3},
}

// TestScalarShorter compares them with the machine, and counts the lines.
func TestScalarShorter(t *testing.T) {
	skipWithoutScalar(t)
	texts := map[string]string{}
	for name, c := range shorter {
		texts[name] = c.text
		n, code := linesWith(t, c.text, c.pattern)
		require.Equal(t, c.lines, n, "%s: %s", name, code)
	}
	compareScalar(t, texts)
}

// linesWith counts the lines of the code of a function's lanes that have a pattern, and returns all.
func linesWith(t *testing.T, text, pattern string) (n int, code string) {
	return linesIn(scalarCode(t, text), pattern)
}

// linesIn is linesWith for code.
func linesIn(c *Code, pattern string) (n int, code string) {
	lines := c.Lines()
	has := regexp.MustCompile(pattern)
	for _, l := range lines[slices.Index(lines, "lane:"):] {
		if strings.HasPrefix(l, "fault:") {
			break
		}
		if has.MatchString(l) {
			n++
		}
	}
	return n, strings.Join(lines, "\n")
}
