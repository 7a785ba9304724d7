package engine

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
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

// TestScalarSearching compares them with the machine, and counts the loops: vectors of three lengths serve each, and
// the last one of a length is apart.
func TestScalarSearching(t *testing.T) {
	skipWithoutScalar(t)
	texts := map[string]string{}
	for name, c := range searching {
		texts[name] = c.text
		n, code := linesWith(t, c.text, "^VPMOVMSKB")
		require.Equal(t, 6*c.loops, n, "%s: %s", name, code)
	}
	compareScalar(t, texts)
}

// TestScalarWords: a loop that is left where several elements in a row are what they are to be looks for all of them at
// once, as package strings does for words.
func TestScalarWords(t *testing.T) {
	skipWithoutScalar(t)
	const text = `program words source
var x : u32[90] as uint8
var a : i64
var b : i64
var i : i64
var k : i64
var n : i64
var r : i64
var u : u32
var c : bool
var d : bool
func main(a, b) -> (r) {
start:
    x = copy 0
    i = copy 0
    goto fill
fill:
    k = mul.i64 i, a
    k = shr.i64 k, 2
    n = and.i64 i, 15
    k = xor.i64 k, n
    u = convert_u32.i64 k
    u = and.u32 u, 3
    x = proven insert.u32 x, u, i
    i = add.i64 i, 1
    c = lt.i64 i, 90
    branch c, fill, seek
seek:
    n = and.i64 b, 63
    i = copy FROM
    k = add.i64 i, 3
    r = copy -1
    c = le.i64 k, n
    branch c, look, halt
look:
    AND
    r = copy i
    i = add.i64 i, 1
    k = add.i64 i, 3
    c = le.i64 k, n
    branch d, halt, next
next:
    r = copy -1
    branch c, look, halt
}
`
	look := func(at string, of int) string {
		return fmt.Sprintf("k = add.i64 i, %s\n u = proven index.u32 x, k\n c = eq.u32 u, %d\n", at, of)
	}
	and := "d = and.bool c, d\n"
	for _, c := range []struct {
		name, from, and string
		bytes           int // that are looked for at once
	}{
		{"two", "0", look("0", 1) + "d = copy c\n" + look("1", 2) + and, 2},
		{"three", "0", look("0", 1) + "d = copy c\n" + look("1", 0) + and + look("2", 3) + and, 3},
		{"the last first", "0", look("2", 1) + "d = copy c\n" + look("0", 0) + and, 2},
		{"from somewhere on", "1", look("1", 2) + "d = copy c\n" + look("-1", 2) + and, 2},
		{"and something else", "0", look("0", 3) + "d = copy c\n" + look("2", 3) + and + "c = gt.i64 a, i\n" + and, 2},
		{"or something else", "0", look("0", 3) + "d = copy c\n" + look("2", 3) + "d = or.bool c, d\n", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := program.Parse("a.lockstep", strings.NewReplacer("FROM", c.from, "AND", c.and).Replace(text))
			require.NoError(t, err)
			code, err := CompileScalar(p, Options{})
			require.NoError(t, err)
			n := 0
			for _, l := range code.Lines() {
				if strings.HasPrefix(l, "VPMOVMSKB") {
					n++
				}
			}
			require.Equal(t, 6*c.bytes, n)
			low, err := lower.Lower(p)
			require.NoError(t, err)
			machine, err := batch.Compile(low)
			require.NoError(t, err)
			const lanes = 3000
			in := inputs(machine.Params(), lanes)
			want, err := machine.Run(context.Background(), in)
			require.NoError(t, err)
			compareRun(t, code, in, want, lanes, 1)
		})
	}
}
