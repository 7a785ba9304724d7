package engine

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Programs whose loops look for a number: a function F each, and how many of its loops vectors do.
var searching = map[string]copyingProgram{
	"a byte": {`func F(a, b int) (s int) { var x [75]byte
		for i := range x { x[i] = byte(i*a ^ b) }; x[70] = 9
		for i := a & 63; i < len(x); i++ { if x[i] == byte(b) { s = i; break } }
		for i := range x { if x[i] == 9 { return s*100 + i } }; return s }`, 2},
	"what no byte is": {`func F(a, b int) (s int) { var x [40]uint8
		for i := range x { x[i] = uint8(i * a) }
		for i := range x { if uint32(x[i]) == uint32(b)&1023 { return i } }; return -1 }`, 1},
	"numbers of several sizes": {`func F(a, b int) (s int) { var x [50]int; var y [50]int32; var z [50]uint16
		for i := range x { x[i], y[i], z[i] = i*a, int32(a-i*3), uint16(i) }
		for i := b & 31; i < 50 && x[i] != a*40; i++ { s++ }
		for i := 0; i < a&63 && i < 50; i++ { if y[i] == int32(b) { s += 100*i; break } }
		for i := range z { if z[i] == uint16(a) { s += i*10000; break } }; return s }`, 2},
	"what is counted is read later": {`func F(a, b int) (s int) { var x [64]byte
		for i := range x { x[i] = byte(i ^ a) }
		i, k := b & 15, 100; for ; i < 50|b&15; i++ { k--; if x[i] == byte(a+33) { break } }
		return i*1000 + k }`, 1},
	"how often": {`func F(a, b int) (s int) { var x [77]byte; var y [30]int; var z [30]int32
		for i := range x { x[i] = byte(i * a & 3) }
		for i := range y { y[i], z[i] = i*a&1, int32(i*b&3) }
		n := 0; for i := b & 31; i < 70; i++ { if x[i] == 2 { n++ } }
		for i := 0; i < 77-a&63; i++ { if x[i] != 1 { s++ } }
		m := 7; for _, v := range y { if v == 0 { m++ } }
		k := 0; for _, v := range z[:b&15] { if v == 3 { k++ } }
		return n + s*100 + m*10000 + k*1000000 }`, 4},
	"what vectors do not do": {`func F(a, b int) (s int) { var x [40]float64; var y [40]byte; var z [40]int8
		for i := range x { x[i], y[i], z[i] = float64(i*a), byte(i*b), int8(i-20) }
		for i := range x { if x[i] == 0 { s++ } else if x[i] == float64(b) { break } }
		for i := range y { if y[i] == byte(a) { s++ } }
		for i := range z { if z[i] == -3 { s += 5 } }
		for i := 39; i >= 0; i-- { if y[i] == 7 { s += i; break } }
		for i := 0; i < 40; i += 2 { if y[i] == 8 { s += i; break } }
		for i := range y { if y[i] == byte(s) { break }; s += int(y[i]) }; return s }`, 0},
}

// TestScalarSearching compares them with the machine, and counts the loops: vectors of three lengths serve each.
func TestScalarSearching(t *testing.T) {
	skipWithoutScalar(t)
	texts := map[string]string{}
	for name, c := range searching {
		texts[name] = c.text
		n, code := linesWith(t, c.text, "^VPMOVMSKB")
		require.Equal(t, 3*c.loops, n, "%s: %s", name, code)
	}
	compareScalar(t, texts)
}
