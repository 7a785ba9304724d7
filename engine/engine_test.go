package engine

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	_ "github.com/lockstep-simt/lockstep/engine/functions"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

// Programs of the kinds that a turn is made of: a function F each.
var programs = map[string]string{
	"straight line": `func F(x, y float64) float64 { return x*y + 1/x }`,
	"two results":   `func F(x, y float64) (float64, float64) { if x < y { return x, y }; return y, x }`,
	"fused, negated": `import "math"
		func F(x, y, z float64, u, v, w float32) (a, b, c float64, d float32) {
		a = math.FMA(-x, y, -z); b = math.FMA(x, -y, -a) + z; c = math.FMA(-x, y, z) - math.FMA(x, y, -z)
		d = float32(math.FMA(-float64(u), float64(v), -float64(w))); return }`,
	"one loop": `func F(n int) (steps int) { for n > 1 { if n%2 == 0 { n /= 2 } else { n = 3*n + 1 }; steps++ }; return }`,
	"escape": `func F(a, b float64) (n int) {
		x, y := 0.0, 0.0
		for ; n < 100 && x*x+y*y <= 4; n++ { x, y = x*x-y*y+a, 2*x*y+b }
		return n }`,
	"swap in a loop": `func F(a, b uint64) uint64 { for b != 0 { a, b = b, a%b }; return a }`,
	"loops in order": `func F(n int) (s int) {
		for i := 0; i < n&15; i++ { s += i*i }
		s *= 3
		for s > 100 { s = s/2 - 1 }
		for j := n & 7; j > 0; j-- { s ^= j }
		return s }`,
	"loop in a loop": `func F(n, m int) (s int) {
		for i := range n & 15 { for j := i; j < m&15; j++ { if (i^j)&1 == 0 { continue }; s += i*j; if s > 300 { return s } } }
		return -s }`,
	"switch in a loop": `func F(code uint64, x int) int {
		for ; code != 0; code >>= 3 {
			switch code & 7 {
			case 0: x++
			case 1: x *= 3
			case 2: x -= 7
			case 5: return x
			default: x = -x
			} }
		return x }`,
	"cases from a negative number on": `func F(n, x int) int {
		for ; n != 0; n /= 5 {
			switch n % 5 {
			case -2: x += 3
			case -1: x ^= n
			case 0: x *= 5
			case 1: x -= n
			default: if x&7 == 3 { return x }; x++
			} }
		return x }`,
	"cases of 32 bits in a row": `func F(n, x int32) int32 {
		for ; n != 0; n /= 7 {
			switch n & 15 - 4 {
			case 5: x ^= n
			case 3: x += 3
			case 4: x *= 5
			case 6: return x
			} }
		return x }`,
	"cases of bytes in a row": `func F(n uint64, x int) int {
		for ; n != 0; n >>= 5 {
			switch uint8(n) + 250 {
			case 253: x += 3
			case 254: x ^= 9
			case 255: x -= 5
			case 3: x *= 7
			} }
		return x }`,
	"faults in cases": `func F(code uint64, x, y int) int {
		for ; code != 0; code >>= 3 {
			switch code & 7 {
			case 1: x += 100 / (y & 3)
			case 2: x -= 100 / (y & 3)
			case 3: x *= 100 / (y & 3)
			case 4: y++
			case 5: x %= y
			case 6: if x > 1000 { panic("large") }; y += x
			default: x ^= y
			} }
		return x }`,
	"float32":            `func F(x float32, k float32) float32 { for i := int32(0); i < 20; i++ { x = x*x*0.25 + k; if x > 3 { return -x } }; return x }`,
	"two widths":         `func F(x float32, n int) (float32, int32) { k := int32(0); for i := range n & 31 { x = x*0.5 + float32(i); k += int32(i) ^ k }; return x, k }`,
	"widened":            `func F(x float32, y float64) float64 { for i := 0; i < 9; i++ { y = y*float64(x) + 1; x = float32(y) - x }; return y }`,
	"int32":              `func F(n, m int32) (s int32) { for n > m && m > 0 { n -= m; s++ }; return s }`,
	"division by zero":   `func F(a, b int) (s int) { for a > 0 { s += 100 / (b & 3); a -= 17; b >>= 2 }; return s }`,
	"panic":              `func F(a, b int) (s int) { for i := range a & 15 { if i == b&15 { panic("met") }; s += i }; return s }`,
	"fault at the end":   `func F(a, b int) (s int) { for i := range a & 15 { s += i * b }; return 1000 / (s & 3) }`,
	"fault at the start": `func F(a, b int) (s int) { s = 1000 / (b & 3); for i := range a & 15 { s += i }; return s }`,
	"large constants over small numbers": `func F(a int64, b int32) int64 { d, e := int64(b&1023)+1, uint64(b)&7+3
		s := (1<<63-1)/d + (1<<62)%d - (-1<<60)/d
		return s ^ -9876543210>>uint(d&63) ^ int64((1<<63+5)/e) ^ int64((1<<60)%e) + a }`,
	"unsigned": `func F(a, b uint32) (s uint32) { for b > 7 { s += a<<(b&31) | a/(b%7+1); b -= b/4 + 1; a = a*1664525 + 1013904223 }; return s }`,
	"functions": `import "math"
		func F(x, y float64) (s float64) { for i := 0; i < 3; i++ { s += math.Exp(x)*math.Cos(y) + math.Atan2(x, y); x = math.Pow(math.Abs(x), 0.7) - 1; y += x }; return }`,
	"functions of float32": `import "math"
		func F(x, y float32) float32 { return float32(math.Log(float64(x*x))) + float32(math.Sin(float64(y))) }`,
	"bools": `func F(a, b float64) (n int) { up := a < b; for n < 50 { if up != (a > 1) { a = a*0.5 + b; up = !up } else { a -= 0.25 }; if a < -3 { break }; n++ }; return }`,
	"rounding": `import "math"
		func F(a, b float64) float64 { for i := 0; i < 5; i++ { a = math.Floor(a*1.5) + math.Sqrt(math.Abs(b)); b = math.Trunc(a/3) - math.Copysign(b, a) }; return math.Max(a, b) }`,
	// All lanes and groups share the counter, which is the result of some.
	"a counter that is kept": `import "math"
		func F(x, y float64) (best int, d float64) {
		d = 99
		for i := 0; i < 11; i++ { if e := math.Exp(-math.Abs(x-y*float64(i))) * math.Cos(x+float64(i)); e < d { d, best = e, i } }
		return best, d }`,
	"begin and end together": `func F(x float64, n int) (float64, int) {
		if n & 7 == 3 { return x, n }
		s := 0.0
		for i := 0; i < 12; i++ { for j := i; j < 5; j++ { x = x*0.5 + float64(i-j) }; s += x / (1 + x*x) }
		return s, n / (n & 15) }`,
	// Lanes begin with two ways, one of which stands behind the loop.
	"two that change places": `func F(x float64, n int) (float64, float64) {
		a, b := [6]float64{x, x, x, x}, [6]float64{}
		cur, next := a[:], b[:]
		for range n & 7 { for i := range next { next[i] = cur[i] + 1 }; cur, next = next, cur }
		return cur[1], next[1] }`,
	// Lanes that are to loop wait while others are still about to end.
	"some begin with a loop": `func F(n, m int) (r, s int) {
		if n > m { r, s = -1, 5; for i := 0; i < 9; i++ { r += n ^ s; for j := i; j < 7; j++ { s -= r ^ j } } } else { r, s = 7, 11 }
		return r ^ m, s + r }`,
	// The loop over the flows has registers that the bisection around it leaves it.
	"guests": `func F(x, lo, hi float64, n int) (r float64, c int) {
		flows := [6]float64{x, lo, -x, hi, x + 1, lo - x}
		n = n & 7 % 6
		value := func(r float64) (v float64) { for i := n; i >= 0; i-- { v = v/(1+r) + flows[i] }; return }
		first := value(lo)
		for range 20 {
			r = (lo + hi) / 2
			f := value(r)
			if f == 0 || hi-lo < 1e-3 && lo < hi { break }
			if (f < 0) == (first < 0) { lo, first = r, f } else { hi = r }
			c++
		}
		return r, c }`,
	"nothing starts a loop": `func F(a, b int) int { for { a -= b&7 | 1; if a < 0 { return a } ; if a == 7 { return b } } }`,
}

func lowered(t testing.TB, text string, opts ...lower.Option) *program.Program {
	p, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + text}}, "F",
		golang.Options{OurMath: true})
	require.NoError(t, err)
	p, err = lower.Lower(p, opts...)
	require.NoError(t, err)
	return p
}

// code makes code, which is left after every few turns if it is impatient.
func code(t testing.TB, p *program.Program, o Options, impatient bool) *Code {
	if impatient {
		o.Turns = 8
	}
	c, err := Compile(p, o)
	require.NoError(t, err)
	return c
}

func skipWithout(t testing.TB) {
	if len(Machines()) == 0 {
		t.Skip(Available())
	}
}

// usual is the instruction set that is used if none is asked for, or the only one.
func usual() string {
	if Available() != nil {
		return Machines()[0]
	}
	return ""
}

// TestSame compares the lanes of each program with the machine's: which of them fault,
// and the results of the others, bit for bit, over instruction sets and numbers of groups,
// lanes and workers.
func TestSame(t *testing.T) {
	skipWithout(t)
	for name, text := range programs {
		t.Run(name, func(t *testing.T) {
			p := lowered(t, text)
			compareSizes(t, p, 1, 7, 8, 9, 100, 3000)
		})
	}
}

// compareSizes compares code for many lanes with the machine, for some numbers of lanes.
func compareSizes(t *testing.T, p *program.Program, sizes ...int) {
	machine, err := batch.Compile(p)
	require.NoError(t, err)
	if testing.Short() { // under an emulator
		sizes = []int{3, 100}
	}
	for _, lanes := range sizes {
		in := inputs(machine.Params(), lanes)
		want, err := machine.Run(context.Background(), in)
		require.NoError(t, err)
		for _, set := range Machines() {
			for groups := 1; groups <= maxGroups; groups++ {
				if _, err := Compile(p, Options{Machine: set, Groups: groups}); err != nil {
					require.ErrorContains(t, err, "slots") // too many values for so many groups
					require.Greater(t, groups, 1)
					continue
				}
				for workers := 1; workers <= 3; workers += 2 {
					c := code(t, p, Options{Machine: set, Groups: groups}, workers == 3)
					compareRun(t, c, in, want, lanes, workers)
				}
				if _, err := Compile(p, Options{Machine: set, Groups: groups, Nesting: AllGated}); err == nil {
					c := code(t, p, Options{Machine: set, Groups: groups, Nesting: AllGated}, groups&1 == 0)
					compareRun(t, c, in, want, lanes, 1+groups&2)
				}
			}
		}
	}
}

// TestGuests: where registers are few, what a loop in a turn changes in each round has those of others.
func TestGuests(t *testing.T) {
	if !slices.Contains(Machines(), "avx2") {
		t.Skip("there is no AVX2")
	}
	c, err := Compile(lowered(t, programs["guests"]), Options{Machine: "avx2", Groups: 2})
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(c.Lines(), func(l string) bool { return strings.HasPrefix(l, "next") }))
}

func compareRun(t *testing.T, c *Code, in []batch.Column, want *batch.Result, lanes, workers int) {
	compareWith(t, c, &Run{Workers: workers}, in, want, lanes)
}

// compareWith is compareRun for a run that has all but its columns.
func compareWith(t *testing.T, c *Code, r *Run, in []batch.Column, want *batch.Result, lanes int) {
	workers := r.Workers
	r.Lanes = lanes
	ended := 0
	if workers == 1 {
		r.Progress = func(done int) { ended += done }
	}
	for _, col := range in {
		r.In = append(r.In, col.Data)
	}
	for _, col := range want.Cols {
		n := reflect.ValueOf(col.Data).Len()
		r.Out = append(r.Out, reflect.MakeSlice(reflect.TypeOf(col.Data), n, n).Interface())
	}
	o, err := c.Do(context.Background(), r)
	require.NoError(t, err)
	require.Empty(t, o.Left)
	if workers == 1 {
		require.Equal(t, lanes, ended)
	}
	var faults []int
	for _, f := range want.Faults {
		faults = append(faults, f.Lane)
	}
	slices.Sort(o.Again)
	require.Equal(t, faults, o.Again)
	for i, col := range want.Cols {
		each := program.Elements(col.Shape)
		for k := range lanes * each {
			lane := k / each
			if slices.Contains(faults, lane) {
				continue
			}
			a, b := bitsOf(r.Out[i], k), bitsOf(col.Data, k)
			if a != b {
				t.Fatalf("%s, %d groups, %d lanes, %d workers: result %d of lane %d is %x, want %x", c.set.name,
					c.shape.Load().Abreast, lanes, workers, i, lane, a, b)
			}
		}
	}
}

// bitsOf are those of an element of a column; all NaNs have the same.
func bitsOf(data any, lane int) uint64 {
	v := reflect.ValueOf(data).Index(lane)
	switch {
	case v.CanFloat() && math.IsNaN(v.Float()):
		return 1
	case v.CanFloat():
		return math.Float64bits(v.Float())
	case v.CanUint():
		return v.Uint()
	}
	return uint64(v.Int())
}

func inputs(params []program.Field, lanes int) []batch.Column {
	rng := rand.New(rand.NewPCG(1, uint64(lanes)))
	var cols []batch.Column
	for _, p := range params {
		switch p.Type {
		case program.GoFloat64:
			cols = append(cols, column(lanes, func() float64 { return 4*rng.Float64() - 2 }))
		case program.GoFloat32:
			cols = append(cols, column(lanes, func() float32 { return 4*rng.Float32() - 2 }))
		case program.GoInt32:
			cols = append(cols, column(lanes, func() int32 { return int32(rng.IntN(1000)) - 50 }))
		case program.GoUint32:
			cols = append(cols, column(lanes, rng.Uint32))
		case program.GoUint64:
			cols = append(cols, column(lanes, func() uint64 { return rng.Uint64() >> rng.IntN(64) }))
		default:
			c := column(lanes*p.Elements(), func() int64 { return int64(rng.IntN(1000)) - 20 })
			c.Shape = p.Shape
			cols = append(cols, c)
		}
	}
	return cols
}

func column[T any](n int, f func() T) batch.Column {
	data := make([]T, n)
	for i := range data {
		data[i] = f()
	}
	return batch.Column{Data: data}
}

// TestCancel: a run that is stopped says which lanes are left, and all others have
// their results.
func TestCancel(t *testing.T) {
	skipWithout(t)
	p := lowered(t, `func F(n int) int { for n != 1 { n ^= 0 }; return 3 }`)
	c := code(t, p, Options{Machine: usual(), Groups: 2}, false)
	const lanes = 100
	in, out := make([]int64, lanes), make([]int64, lanes)
	for i := range in {
		in[i] = int64(i % 50) // a lane of the first ones ends
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	o, err := c.Do(ctx, &Run{In: []any{in}, Out: []any{out}, Lanes: lanes, Workers: 1})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	left := map[int]bool{}
	for _, lane := range o.Left {
		require.False(t, left[lane])
		left[lane] = true
	}
	for lane := range lanes {
		require.NotEqual(t, out[lane] == 3, left[lane], lane)
	}
	require.Less(t, len(left), lanes)
}

// TestLarge: code that would take long to make is refused, and soon.
func TestLarge(t *testing.T) {
	skipWithout(t)
	var cases, lines strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&cases, "case %d: x = x*%d + 1\n", i, i)
		fmt.Fprintf(&lines, "x = math.Sin(x) + y*%d\n", i%50)
	}
	for text, why := range map[string]string{
		"func F(n, x int) int {\nswitch n {\n" + cases.String() + "}\nreturn x }": "has at most 256",
		// So many instructions, or host phases
		"import \"math\"\nfunc F(x, y float64) float64 {\n" + lines.String() + "return x }":                         "at most 4500",
		"import \"math\"\nfunc F(x, y float64) float64 {\nfor x < 9 {\n" + lines.String() + "x += 10 }\nreturn x }": "at most 4500",
	} {
		p := lowered(t, text)
		start := time.Now()
		_, err := Compile(p, Options{Machine: usual()})
		require.ErrorContains(t, err, why)
		require.Less(t, time.Since(start), 10*time.Second)
	}
}

// TestRefuses names what has no machine code yet.
func TestRefuses(t *testing.T) {
	skipWithout(t)
	for text, why := range map[string]string{
		"func F(n int) int { var a [9000]int; a[n&3] = n; return a[n>>2&3] }":                               "its arrays take",
		"func F(v [4]int, n int) int { v[n&3]++; if n <= 0 { return v[0] }; return F(v, n-1) + F(v, n-2) }": "saves the array",
	} {
		_, err := Compile(lowered(t, text), Options{Machine: usual()})
		require.Error(t, err, text)
		require.ErrorContains(t, err, why, text)
	}
}
