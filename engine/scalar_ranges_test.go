package engine

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Programs in which numbers come near the ends of ranges: a function F each.
var atEnds = map[string]string{
	"a counter that wraps": `func F(a, b int32) (s int32) { for i := a | 0x7ffffff0; i > 0; i++ { s += i ^ b }; return s }`,
	"a counter down": `func F(a, b int) (s int) { x := [5]int{1, 2, 3, 4, 5}; for i := len(x) - 1; i >= 0; i-- { s = s*b + x[i] }
		for i := uint(4); i < 5; i-- { s ^= x[i] }; return s + a }`,
	"one too many":      `func F(a, b int) (s int) { x := [5]int{a, b}; for i := 0; i <= a&7; i++ { s += x[i] }; return s }`,
	"one too few":       `func F(a, b int) (s int) { x := [5]int{a, b}; for i := a & 7; i >= b&1; i-- { s += x[i-1] }; return s }`,
	"unsigned numbers":  `func F(a, b uint64) uint64 { if a < 10 { return a / 3 }; if b > 1<<63 { return b % 10 }; if a > b { return (a - b) >> 63 }; return a / (b | 1) }`,
	"unsigned, of 32":   `func F(a, b uint32) uint32 { if a-1 < 5 { return a / 3 % 2 }; if b >= 1<<31 { return b/7 - a }; return (a*2 - b) % (b | 1) }`,
	"quotients":         `func F(a, b int) int { s := a / 7; if a >= 0 { s += a/7 + a%7 + a/8 + a%8 + a/1000003 + a/-5 + a%-6 + a/(1<<62) }; if a < 0 { s -= a/7 + a/8 + a%8 }; return s + b%2 }`,
	"quotients, of 32":  `func F(a, b int32) int32 { s := a / 7; if a >= 0 { s += a/7 + a%7 + a/8 + a%8 + a/1000003 + a/-5 + a%-6 }; if b > 0 && a > 0 { s += a / b * (a % b) }; return s + b%2 }`,
	"the least numbers": `func F(a, b int) int { if a > 0 { a = -a }; a--; if b >= 0 { b = -1 }; return a / b }`,
	"shifts":            `func F(a, b int) int { n := uint(b & 63); m := uint(b & 127); return a>>n ^ a<<n + a>>m - a<<m + int(uint32(a)>>(n&31)) + int(int32(a)>>m) }`,
	"the largest":       `func F(a, b int) int { m := max(a, b, 3); n := min(m, 7); x := [8]int{1, 2, 3, 4, 5, 6, 7, 8}; return x[n] + x[min(max(a, 0), 7)] + m }`,
	"read again":        `func F(a, b int) int { x := [4]int{a, b, 3, 4}; i := a & 3; s := x[i]; x[b&3] = 9; s += x[i]; if s > 5 { i++; s += x[i&3] }; return s*x[i&3] + a*b - b*a }`,
	"written in a loop": `func F(a, b int) (s int) { c := a * b; for i := 0; i < b&7; i++ { s += a * b; a++; s ^= c; c = a * b }; return s + a*b - c }`,
	"tables of tables":  `var t = [3][4]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 1, 2, 2}}; func F(a, b int) int { i := t[b&1][a&3]; return t[i%3][i] + t[(a&15)%3][b&3]*t[2][t[1][i]] }`,
	"small products":    `func F(a, b int) int { c, d := uint32(a), int32(b); return a*2 ^ a*3 ^ b*5*9 ^ int(c*3) ^ int(d*9*2) ^ int(c*5+c) ^ (a+b)*9 }`,
	"halves":            `func F(x, y float64) float64 { return x/2 + y/0.25 - x/3 + x/-8 + y/0x1p-1022 + float64(float32(y)/16) + x/0x1p1023*0x1p1000 }`,
	"from one to another": `func F(a, b int) int { x := [12]int{5: a, 7: 1, 11: b}; i, k := a%15, uint32(b)%15
		if i >= 2 && i <= 13 { b ^= x[i] }; if k > 1 && k < 14 { b += x[k] }
		if i < -3 || i > 8 { return b }; return b - x[i+3] }`,
	"far sums": `var far = [4]int{400000000, 400000001, 400000003, 400000002}
		func F(a, b int) int { x := [16]int{1: a, 2: b, 3: 7, 8: 9}; m := far[a&3] + b&7
		return x[m-400000000] + x[m-399999998] }`,
	"far bytes": `var far = [4]int{1000000000, 1000000001, 1000000003, 1000000002}
		func F(a, b int) int { x := [16]int32{1: int32(a), 2: int32(b), 3: 7, 8: 9}; m := far[a&3] + b&7
		x[m-1000000000] = 5; return int(x[m-999999998]) }`,
	"least cases": `func F(a, b int) int { a = a&7 - 1<<31; if b > 300 { a += b }
		switch a { case -1 << 31: return 1; case -1<<31 + 1: return b; case -1<<31 + 2: return 3
		case -1<<31 + 3: return 4; case -1<<31 + 4: return 5 * b;
		case -1<<31 + 5: return 6; case -1<<31 + 6: return b - 7 }
		return b / 2 }`,
	"small quotients": `func F(a, b int) int { x, y := a&(1<<30-1), b&(1<<30-1)|1<<29
		if b&7 == 0 { x = 1<<30 - 1 - x>>20 }
		return x/3 + x/7*x%10 + x/1000003 + y/536870913 + y/(1<<30-1) + (x|7<<27)/(1<<30-1) + y%536870915 +
			x%-7 + x/9*b }`,
	"small quotients, of 32": `func F(a, b uint32) uint32 { x, y := a>>2, int32(b&255)
		s := x/3 ^ x/536870913 + x%641
		for i := range int32(3) { s += uint32(y/(3-3*i/7) + (y+i)/10*y%9) }
		z := b >> 1
		return s + z/7 + z%10 + a/11 }`,
	"zeros below": `import "math/bits"
		func F(a, b int) int { x := [17]int{3: a, 7: b, 16: 9}; k := bits.TrailingZeros16(uint16(a))
		return x[k] + 1<<k + int(uint16(1)<<bits.TrailingZeros8(uint8(b))) + bits.TrailingZeros32(uint32(a)|1<<31) -
			b>>bits.TrailingZeros64(uint64(a)) + b>>bits.TrailingZeros64(uint64(b)&0xff0|1<<40) }`,
	"numbers of what grows": `func F(a, b int) (s int) { x := make([]int16, 1, 12); next := [12]int16{}
		for i := range a & 15 {
			x = append(x, int16(i*b))
			next[i%12] = int16(len(x) - 1)
			s += int(x[next[b>>1&7]])
		}
		return s + len(x) }`,
	"chosen": `func F(a, b int) (s int) { for i := range b & 15 { if a&1 == 0 { s++ }; if a < i { s += a } else { s -= i }; if s > b { b = s }; a = a>>1 ^ s }
		return s ^ b }`,
}

// TestScalarRanges compares code that has left something out with the machine.
func TestScalarRanges(t *testing.T) { compareScalar(t, atEnds) }

// TestScalarChecks: what cannot be out of range is not checked.
func TestScalarChecks(t *testing.T) {
	skipWithoutScalar(t)
	for _, c := range []struct {
		name, text string
		checks     int
	}{
		{"a counter", `func F(n int) (s int) { var x [9]int; for i := range 9 { x[i] = n }; for i := 8; i >= 0; i-- { s += x[i] }; return s }`, 0},
		{"neighbours", `func F(n int) (s int) { var x [9]int; for i := 1; i < 8; i++ { x[i] = x[i-1] + x[i+1] + n }; return x[4] }`, 0},
		{"a counter that stops too late", `func F(n int) (s int) { var x [9]int; for i := 0; i < 10; i++ { s += x[i] + n }; return s }`, 1},
		{"what was checked", `func F(n int) (s int) { var x [9]int; x[n] = 1; n /= 2; return x[n] + x[2*n] + x[n*n] }`,
			2},
		{"bits", `func F(n int) int { x := [16]int{5: 3}; return x[n&15] + x[uint(n)>>60] + x[(n&63)%16] + x[n&7+n>>1&7] }`, 0},
		{"a constant table", `var t = [4]int{3, 1, 0, 2}; func F(n int) int { x := [4]int{1, 2, 3, n}; return x[t[n&3]] }`, 0},
		{"what an array has", `func F(n int) (s int) { var o [4]int; for i := range o { o[i] = 3 - i }; x := [4]int{1, 2, 3, n}; return x[o[n&3]] }`, 0},
		{"two dimensions", `func F(n int) (s int) { var m [3][4]int; for i := range 3 { for j := range 4 { m[i][j] = i*n + j } }; return m[n&1][n&3] }`, 0},
		{"a divisor", `func F(n int) int { return 100 / (n&7 + 1) }`, 0},
		{"a count", `func F(n int) int { return n << (n & 31) }`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, checks := scalarCode(t, c.text), 0
			for _, l := range code.Lines() {
				if strings.HasPrefix(l, "J") && strings.HasSuffix(l, " fault") {
					checks++
				}
			}
			const depth = 1 // a look at what is left of the stack
			require.Equal(t, c.checks+depth, checks, strings.Join(code.Lines(), "\n"))
		})
	}
}

// TestScalarLargest: branches that ask whether a number without a sign is more than the largest, and at most another,
// are not one that asks whether it is at most the other.
func TestScalarLargest(t *testing.T) {
	skipWithoutScalar(t)
	const text = `program largest source

var x : u64
var r : i64
var more : bool
var most : bool

func main(x) -> (r) {
start:
    r = copy 1
    more = gt.u64 x, 18446744073709551615
    branch more, second, halt
second:
    most = le.u64 x, 5
    branch most, both, halt
both:
    r = copy 2
    goto halt
}
`
	p, err := program.Parse("largest", text)
	require.NoError(t, err)
	c, err := CompileScalar(p, Options{})
	require.NoError(t, err)
	r := Run{In: []any{[]uint64{0, 5, 6, 1 << 63, math.MaxUint64}}, Out: []any{make([]int64, 5)}, Lanes: 5}
	_, err = c.Do(context.Background(), &r)
	require.NoError(t, err)
	require.Equal(t, []int64{1, 1, 1, 1, 1}, r.Out[0])
}

// TestScalarNil counts the elements of slices that are nil in some lanes: their length is -1 there.
func TestScalarNil(t *testing.T) {
	skipWithoutScalar(t)
	const text = `package a
		type R struct { Xs []int32 }
		func F(r R, k int32) ([]int32, int) { return r.Xs, len(r.Xs) - int(k) }`
	p, err := golang.Compile([]golang.File{{Name: "a.go", Text: text}}, "F",
		golang.Options{Cap: map[string]int{"r.Xs": 4}, MakeCap: 8})
	require.NoError(t, err)
	source, err := lower.Source(p)
	require.NoError(t, err)
	low, err := lower.Lower(p)
	require.NoError(t, err)
	machine, err := batch.Compile(low)
	require.NoError(t, err)
	xs := column(4*3, func() int32 { return 7 })
	xs.Shape = []int{4}
	in := []batch.Column{xs, {Data: []int64{2, -1, 0}}, column(3, func() int32 { return 5 })}
	want, err := machine.Run(context.Background(), in)
	require.NoError(t, err)
	c, err := CompileScalar(source, Options{})
	require.NoError(t, err)
	compareRun(t, c, in, want, 3, 1)
}
