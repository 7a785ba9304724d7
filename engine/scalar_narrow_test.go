package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Programs whose functions hand arrays of 32-bit numbers to each other: a function F each, and whether their elements
// have fewer bytes.
var handed = map[string]struct {
	text   string
	narrow bool
}{
	"bytes that a recursion fills": {`func F(a, b int) (s int) { var x [40]byte; fill(&x, a&31, byte(b))
		for i, v := range x { s = s*3 + int(v) ^ i }; return s }
		func fill(x *[40]byte, n int, c byte) { if n == 0 { return }; x[n+7] = c; fill(x, n-1, c*5+byte(n))
		x[n] += c }`, true},
	"bytes, some with signs": {`func F(a, b int) (s int) { var x [40]int8; fill(&x, a&31, int8(b))
		for i, v := range x { s = s*3 + int(v) ^ i }; return s }
		func fill(x *[40]int8, n int, c int8) { if n == 0 { return }; x[n+7] = c; fill(x, n-1, c*5+int8(n))
		x[n] += c }`, true},
	"more bits where it ends": {`func F(a, b int) (s int) { var x [40]uint32; fill(&x, a&31, uint32(b))
		for i, v := range x { s = s*3 + int(v) ^ i }; return s }
		func fill(x *[40]uint32, n int, c uint32) { if n == 0 { x[3] = c * 77777; return }
		x[n+7] = c & 15; fill(x, n-1, c); x[n] ^= 1 }`, false},
	"16 bits where it ends": {`func F(a, b int) (s int) { var x [40]int32; fill(&x, a&31, int32(b))
		for i, v := range x { s = s*3 + int(v) ^ i }; return s }
		func fill(x *[40]int32, n int, c int32) { if n == 0 { x[3] = 1000 - c&31; return }
		x[n+7] = c & 15; fill(x, n-1, c); x[n] ^= 1 }`, true},
	"by value, and back": {`func F(a, b int) (s int) { x := turned([24]int32{1, 2, 3}, a&15, int32(b))
		for i, v := range x { s = s*3 + int(v) ^ i }; return s }
		func turned(x [24]int32, n int, c int32) [24]int32 { if n == 0 { return x }
		y := turned(x, n-1, c); y[n], y[n+1] = y[n+1], 3-c&7; if n&1 == 0 { y = turned(y, n/2-1, -c) }
		return y }`, true},
	"one of two is large": {`func F(a, b int) (s int) { var x, y [24]int32; x[a&7], y[b&7] = 5, 1<<20
		z := either(x, y, a&15); for i, v := range z { s = s*3 + int(v) ^ i }; return s }
		func either(x, y [24]int32, n int) [24]int32 { if n == 0 { return x }; if n&2 == 0 { return either(y, x, n-1) }
		z := either(x, y, n-1); z[n]++; return z }`, false},
}

// narrowLoad is the load of an element of 8 or 16 bits.
const narrowLoad = `MOV[BW]L[SZ]X .*\(`

// TestScalarNarrow compares them with the machine, and looks for what loads 8 or 16 bits.
func TestScalarNarrow(t *testing.T) {
	skipWithoutScalar(t)
	texts := map[string]string{}
	for name, c := range handed {
		texts[name] = c.text
		n, code := linesWith(t, c.text, narrowLoad)
		require.Equal(t, c.narrow, n > 0, "%s: %s", name, code)
	}
	compareScalar(t, texts)
}
