package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Programs whose loops copy elements: a function F each, and how many of its loops copy memory.
var copying = map[string]copyingProgram{
	"one array to another": {`func F(a, b int) (s int) { x := [24]int{0: a, 3: 7, 9: b, 23: 5}; var y [24]int
		for i := 0; i < a&31; i++ { y[i] = x[i] }
		for i, v := range y { s = s*3 + v ^ i }; return s }`, 1},
	"from somewhere to somewhere": {`func F(a, b int) (s int) { x := [24]int{0: a, 3: 7, 9: b, 23: 5}; var y [20]int
		for i, k := a&15, b&7; i <= b&31; i, k = i+1, k+1 { y[k] = x[i] }
		for i, v := range y { s = s*3 + v ^ i }; return s }`, 1},
	"what is counted is read later": {`func F(a, b int) (s int) { x := [24]int{0: a, 3: 7, 9: b, 23: 5}; var y [24]int
		i, k := a&3, b&3; for ; i != a&31|3 && k < 30; i++ { y[k] = x[i]; k++ }
		n := a & 7; for ; n < b&15; n++ { y[n] = x[n+4] }
		for i, v := range y { s = s*3 + v ^ i }; return s*i - k + n }`, 2},
	"within an array, up": {`func F(a, b int) (s int) { x := [40]int{0: a, 3: 7, 9: b, 23: 5, 24: 8}
		for i := 0; i < a&31; i++ { x[i+b&7] = x[i+a&3] }
		for i, v := range x { s = s*3 + v ^ i }; return s }`, 1},
	"within an array, down": {`func F(a, b int) (s int) { x := [40]int{0: a, 3: 7, 9: b, 23: 5, 24: 8}
		for i := a&31 - 1; i >= 0; i-- { x[i+b&7] = x[i+a&3] }
		for i, v := range x { s = s*3 + v ^ i }; return s }`, 1},
	"as copy does": {`func F(a, b int) (s int) { x := [40]int{0: a, 3: 7, 9: b, 23: 5, 24: 8}
		copy(x[a&15:], x[b&15:])
		copy(x[a&15:a&15+b&3], x[b&15:b&15+a&3])
		for i, v := range x { s = s*3 + v ^ i }; return s }`, 2},
	"bytes": {`func F(a, b int) (s int) { x := [40]byte{0: byte(a), 3: 7, 9: byte(b), 23: 5, 24: 8}; var y [40]byte
		for i := a & 31; i > b&3; i-- { y[i] = x[i-1] }
		for i, v := range y { s = s*3 + int(v) ^ i }; return s }`, 1},
	"numbers of several sizes": {`func F(a, b int) (s int) {
		x, y, z := [20]float32{0: float32(a), 9: 3}, [20]int16{5: int16(b), 7: -9}, [20]bool{3: true, 7: a > b}
		var u [20]float32; var v [20]int16; var w [20]bool
		for i := 0; i < 19; i++ { if i >= b&15 { break }; u[i+1] = x[i] }
		for i := 0; i < a&15; i++ { v[i] = y[i+1] }
		for i := 0; i < b&15; i++ { w[i+1] = z[i] }
		for i := range u { s = s*3 + int(v[i]) ^ i; if w[i] { s++ }; if u[i] > 2 { s-- } }; return s }`, 3},
	"rows": {`func F(a, b int) (s int) { var x [5][9]int; x[a&3][b&7] = a; x[1] = [9]int{1, 2, 3, 4, 5, 6, 7, b, 9}
		for i := 0; i < b&7; i++ { x[3][i+1] = x[1][i] }
		for i := 0; i < a&7; i++ { x[b&3][i] = x[4][i] }
		for i := range x { for k, v := range x[i] { s = s*3 + v ^ i*k } }; return s }`, 2},
	"no rounds, and very many": {`func F(a, b int) (s int) { x := [24]int{0: a, 3: 7, 9: b, 23: 5}; var y [24]int
		n := a; if a&1 == 0 { n = -1 << 63 }; if a&3 == 1 { n = 1<<63 - 1 }; if a&3 == 2 { n = b & 15 }
		for i := 0; i < n && n < 24; i++ { y[i] = x[i] }
		if a&8 == 0 { for i := 3; i < n; i++ { y[i-3] = x[i] } }
		for i, v := range y { s = s*3 + v ^ i }; return s }`, 1},
	"fields": {`type p struct { n int; f float32; on bool }
		func F(a, b int) (s int) { var x, y [24]p
		for i := range x { x[i] = p{i*a, float32(i-b&31), i&a&1 == 1} }
		for i := 0; i < a&15; i++ { y[i+b&7] = x[i+1] }
		for i := range y { s = s*3 + y[i].n ^ i; if y[i].on { s++ }; if y[i].f > 2 { s-- } }; return s }`, 3},
	"fields within an array, as copy does": {`type p struct { n int; f float32; c byte }
		func F(a, b int) (s int) { var x [40]p
		for i := range x { x[i] = p{i*a, float32(i-b&31), byte(i*b)} }
		copy(x[a&15:], x[b&15:])
		for i := range x { s = s*3 + x[i].n ^ int(x[i].c); if x[i].f > 2 { s-- } }; return s }`, 6},
	"arrays of unlike lengths": {`func F(a, b int) (s int) { x, y := [24]int{0: a, 9: b}, [30]int{3: 7, 9: a}
		var u [28]int; var v [22]int
		for i := 0; i < a&31; i++ { u[i], v[i] = x[i], y[i] }
		for i, w := range v { s = s*3 + w ^ u[i] }; return s }`, 2},
	"what one array is given another gives": {`func F(a, b int) (s int) {
		x := [24]int{0: a, 3: 7, 9: b, 23: 5}; var y, z [24]int
		for i := 0; i < a&15; i++ { y[i], z[i] = x[i], y[i] }
		for i := 0; i < b&15; i++ { y[i], x[i] = x[i], y[i] }
		for i, v := range y { s = s*3 + v ^ z[i] + x[i] }; return s }`, 0},
	"more than a copy": {`func F(a, b int) (s int) { x := [24]int{0: a, 3: 7, 9: b, 23: 5}; var y [24]int
		for i := 0; i < a&15; i++ { y[i] = x[i] + 1 }
		for i := 0; i < b&15; i++ { y[i] = x[i]; s += x[i] }
		for i := 0; i < b&7; i++ { y[2*i] = x[2*i] }
		for i := 0; i < b&15; i++ { y[i] = x[15-i] }
		for i, v := range y { s = s*3 + v ^ i }; return s }`, 0},
}

// copyingProgram is the text of a program, and how many of its loops copy memory.
type copyingProgram struct {
	text  string
	loops int
}

// compareCopying compares programs with the machine, and counts the copies of memory.
func compareCopying(t *testing.T, programs map[string]copyingProgram) {
	compareCounting(t, programs, "^CALL memmove")
}

// compareCounting compares programs with the machine, and counts the instructions of a pattern in their code.
func compareCounting(t *testing.T, programs map[string]copyingProgram, pattern string) {
	skipWithoutScalar(t)
	texts := map[string]string{}
	for name, c := range programs {
		texts[name] = c.text
		n, code := linesWith(t, c.text, pattern)
		require.Equal(t, c.loops, n, "%s: %s", name, code)
	}
	compareScalar(t, texts)
}

// TestScalarCopying compares them with the machine, and counts the copies of memory.
func TestScalarCopying(t *testing.T) { compareCopying(t, copying) }
