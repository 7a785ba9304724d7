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
	"cases next to each other": {`func F(a, b int) int { switch a { case 3, 1, 2: return b; case -5: return a * b }
		return a ^ b }`, `^CMPQ`, 3},
	"the first and the last numbers": {`func F(a, b int) int {
		switch int32(a) { case -1 << 31, -1<<31 + 1: return b; case 1<<31 - 1, 1<<31 - 2: return 7 }
		switch b { case -1 << 63, -1<<63 + 1: return 1; case 1 << 31, 1<<31 - 1: return 2; case 1<<63 - 1: return 3 }
		return a ^ b }`,
		`^CMP[LQ]`, 9},
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
	"multiples that are added": {`func F(a, b int) (x int) { y, z := int32(b), uint32(a)
		x = a*40 + b; x ^= b + a*72; x ^= a*24 + a; x ^= int(y*20 + int32(a)); x ^= int(z*36 + uint32(b)); x ^= x*9 + a
		x = x*6 + x; x ^= b + a<<3; x ^= (a-b)<<2 + b*5; x ^= 12*b + x; x = x*8 + 18*x; x ^= 1<<62*a + b; x ^= -2*a + b
		return x ^ a*80 ^ b*6 ^ int(y*10)<<1 ^ int(z*96) ^ b%10 ^ int(uint(a)%12) }`, `^IMUL(3?Q \$|Q data)`, 7},
	"tables that a loop reads": {`func F(a, b int) (s int) { t := [...]int{3, 1, 4, 1, 5, 9, 2, 6}
		for i := a & 7; s < 90; i = (i + s) & 7 { s += t[i]; if s&4 != 0 { s += t[(i+b)&7] } }
		return s }`, `^LEAQ data`, 1},
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
	lines := scalarCode(t, text).Lines()
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
