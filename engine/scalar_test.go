package engine

import (
	"context"
	"io"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/lower"
)

// Programs that call functions: a function F each.
var callers = map[string]string{
	"fib":        `func F(n int) int { n &= 15; return fib(n) }; func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) }`,
	"tak":        `func F(x, y, z int) int { return tak(x&7, y&7, z&7) }; func tak(x, y, z int) int { if y >= x { return z }; return tak(tak(x-1, y, z), tak(y-1, z, x), tak(z-1, x, y)) }`,
	"hofstadter": `func F(n int) int { return f(n&31) }; func f(n int) int { if n == 0 { return 1 }; return n - m(f(n-1)) }; func m(n int) int { if n == 0 { return 0 }; return n - f(m(n-1)) }`,
	"ackermann":  `func F(m, n int) int { return a(m&1, n&15) }; func a(m, n int) int { if m == 0 { return n + 1 }; if n == 0 { return a(m-1, 1) }; return a(m-1, a(m, n-1)) }`,
	"queens": `func F(n int) int { n = n&3 + 1; return q(1<<n-1, 0, 0, 0) }
		func q(all, cols, l, r int) (c int) { if cols == all { return 1 }
			for p := ^(cols|l|r) & all; p != 0; { bit := p & -p; p -= bit; c += q(all, cols|bit, (l|bit)<<1, (r|bit)>>1) }; return c }`,
	"even and odd": `func F(n int) int { return even(n & 63) }; func even(n int) int { if n == 0 { return 1 }; return 2 * odd(n-1) }
		func odd(n int) int { if n == 0 { return 0 }; return 1 + even(n-1) }`,
	"floats and routines": `import "math"
		func F(x, y float64) float64 { return f(x, y, 5) }
		func f(x, y float64, n int) float64 { if n <= 0 { return math.Exp(-x*x) }; return math.Cos(y)*f(x/2, y+1, n-1) + y*f(x, y-1, n-2) }`,
	"many arguments": `func F(a, b int) int { return f(a&7, b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) }
		func f(n, a, b, c, d, e, g, h, i, j, k, l, m, o int) int { if n <= 0 { return a - b + c - d + e*g - h + i - j + k*l - m + o }
			return f(n-1, o, a, b, c, d, e, g, h, i, j, k, l, m) + f(n-2, b, c, d, e, g, h, i, j, k, l, m, o, a)*n }`,
	"many floats": `func F(k int, x, y float64) float64 { return f(k&3, x, y, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14) }
		func f(n int, a, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r float64) float64 { if n <= 0 { return a - b + c - d + e*g - h + i - j + k*l - m + o/p - q + r }
			return f(n-1, o, a, b, c, d, e, g, h, i, j, k, l, m, p, q, r) + a*b*f(n-2, b, c, d, e, g, h, i, j, k, l, m, o, p, q, r, a)*c*d }`,
	"several results": `func F(a, b int) (x, y, z int) { return f(a&15, b) }
		func f(n, b int) (x, y, z int) { if n == 0 { return b, 1, -b }; x, y, z = f(n-1, b+1); p, q, r := f(n/2, b); return y + p, z - q, x ^ r }`,
	"arrays": `func F(a, b int) int { var x [6]int; x[a&3] = b; x[5] = a; return f(a&7, x) + x[b&3] }
		func f(n int, x [6]int) int { if n == 0 { return x[1] + x[5] }; x[n-1&3] += n; y := g(n, x); return f(n-1, y) + f(n-1, x) }
		func g(n int, x [6]int) [6]int { x[n%6] ^= 5; x[0], x[1] = x[1], x[0]; return x }`,
	"large arrays": `func F(a, b int) (s int) { var x [300]float64; for i := range 300 { x[i] = float64(a ^ i) }; return int(f(b&3, x)) }
		func f(n int, x [300]float64) float64 { if n == 0 { return x[7] - x[299] }; x[n*70] = x[n+1]; y := x; y[n] = 1; return f(n-1, y) + f(n-1, x)*2 }`,
	"matrices": `func F(a, b int) (s int) { var m, p [3][4]int; for i := range 3 { for j := range 4 { m[i][j] = a*i + b*j } }
		p[a&1] = m[b&1]; for n := range b & 7 { p[n%3] = m[(n+a)&1]; m[n&1] = p[2]; s += p[n%3][a&3] * m[1][n&3] }; return s + p[1][2] }`,
	"tables": `var t = [...]int{3, 1, 4, 1, 5, 9, 2, 6}
		func F(a, b int) int { if a <= 0 || a&15 > 7 { return t[b&7] }; return t[a&15] + F(a>>1, b+1) - F(a>>2, b^3) }`,
	"index out of range":          `func F(a, b int) int { return f(a&7, b) }; func f(n, b int) int { x := [4]int{1, 2, 3, 4}; if n == 0 { return x[b&7] }; return f(n-1, b) + f(n-1, b/2) }`,
	"division by zero, deep down": `func F(a, b int) int { return f(a&7, b) }; func f(n, b int) int { if n == 0 { return 100 / (b & 7) }; return f(n-1, b) + f(n-1, b/2) }`,
	"panic, deep down":            `func F(a, b int) int { return f(a&7, b) }; func f(n, b int) int { if n == 0 && b&31 == 7 { panic("seven") }; if n <= 0 { return b }; return f(n-1, b) + f(n-2, b/2) }`,
	"negative shift":              `func F(a, b int) int { return f(a&7, b) }; func f(n, b int) int { if n == 0 { return 1 << (b - 3) }; return f(n-1, b) + f(n-1, b/2)>>uint(b&70) }`,
	"shift by what a call gives": `func F(a, b int) (int, int) { u := uint64(b) * 3; x, n, y := f(a&15, int(u))
			return int(u >> n), x + y }
		func f(n, b int) (x int, k uint, z int) { if n == 0 { return b, uint(b & 127), -b }; x, k, z = f(n-1, b+1)
			p, q, r := f(n/2, b); return p - z, k ^ q, z*3 + r - x }`,
	"divisions": `func F(a, b int) int { if a < 4 { return a/7 + b%10 + a/(b|1) - b%(a|1) + int(int32(a)/int32(b|1)) + int(uint32(a)%uint32(b|1)) }; return F(a/2-1, -b) + a/-3 + b%16 - b/-8 + F(a/3, b/5) }`,
	"conversions": `func F(x float64, y float64) float64 { if x < 0.1 { return float64(uint64(y*y)) + float64(float32(y)) + float64(int32(x)+int32(y)) }
		return F(x/2, y-1)*float64(uint32(y*100)) - float64(int64(x*1e19)) + F(x-1, float64(uint8(int(y)))) }`,
}

// skipWithoutScalar is skipWithout for code that runs one lane at a time.
func skipWithoutScalar(t testing.TB) {
	skipWithout(t)
	if runtime.GOARCH != "amd64" {
		t.Skip("this code is for amd64")
	}
}

// TestScalar compares code that runs one lane at a time with the machine.
func TestScalar(t *testing.T) {
	compareScalar(t, programs)
	compareScalar(t, callers)
}

// compareScalar compares the code of programs with the machine.
func compareScalar(t *testing.T, programs map[string]string) {
	compareScalarOf(t, programs, golang.Options{OurMath: true})
}

// compareScalarOf is compareScalar of what is compiled with options.
func compareScalarOf(t *testing.T, programs map[string]string, opts golang.Options) {
	skipWithoutScalar(t)
	for name, text := range programs {
		t.Run(name, func(t *testing.T) {
			p, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + text}}, "F", opts)
			require.NoError(t, err)
			low, err := lower.Lower(p)
			require.NoError(t, err)
			machine, err := batch.Compile(low)
			require.NoError(t, err)
			source, err := lower.Source(p)
			require.NoError(t, err)
			for _, lanes := range []int{1, 8, 3000} {
				in := inputs(machine.Params(), lanes)
				want, err := machine.Run(context.Background(), in)
				require.NoError(t, err)
				for _, turns := range []int{0, 1, 100} {
					c, err := CompileScalar(source, Options{Turns: turns})
					require.NoError(t, err)
					compareRun(t, c, in, want, lanes, 1+turns%3)
				}
			}
		})
	}
}

// scalarCode makes code of a function.
func scalarCode(t testing.TB, text string) *Code {
	return scalarCodeOf(t, text, golang.Options{OurMath: true})
}

func scalarCodeOf(t testing.TB, text string, opts golang.Options) *Code {
	p, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + text}}, "F", opts)
	require.NoError(t, err)
	p, err = lower.Source(p)
	require.NoError(t, err)
	c, err := CompileScalar(p, Options{})
	require.NoError(t, err)
	return c
}

// TestScalarFetchesAhead: a lane asks for one line of the row of a lane to come, where rows are long and may be used in
// part.
func TestScalarFetchesAhead(t *testing.T) {
	skipWithoutScalar(t)
	for room, want := range map[int]int{8: 0, 64: 1, 4096: 1} {
		c := scalarCodeOf(t, `func F(xs []float64) (s float64) { for _, x := range xs { s += x }; return s }`,
			golang.Options{Cap: map[string]int{"xs": room}})
		require.Equal(t, want, strings.Count(strings.Join(c.Lines(), "\n"), "PREFETCHT0"), room)
	}
}

// TestScalarDepth: a lane that recurses deeper than the stack is one for tier 1; others
// have their results.
func TestScalarDepth(t *testing.T) {
	skipWithoutScalar(t)
	c := scalarCode(t, `func F(n int) int { if n == 0 { return 0 }; return n ^ F(n-1) }`)
	const lanes = 1000
	in, out, want := make([]int64, lanes), make([]int64, lanes), make([]int64, 10_000_001)
	for n := range want {
		if n > 0 {
			want[n] = int64(n) ^ want[n-1]
		}
	}
	for i := range in {
		in[i] = int64(i * 20)
		if i%10 == 3 {
			in[i] = 10_000_000
		}
	}
	o, err := c.Do(context.Background(), &Run{In: []any{in}, Out: []any{out}, Lanes: lanes, Workers: 2})
	require.NoError(t, err)
	slices.Sort(o.Again)
	for i, n := range in {
		_, again := slices.BinarySearch(o.Again, i)
		require.Equal(t, n == 10_000_000, again, n)
		if !again {
			require.Equal(t, want[n], out[i], n)
		}
	}
}

// TestScalarCancel: a run that is stopped in the middle of a recursion says which lanes are
// left, soon.
func TestScalarCancel(t *testing.T) {
	skipWithoutScalar(t)
	c := scalarCode(t, `func F(n int) int { if n < 2 { return n }; return F(n-1) + F(n-2) }`)
	in, out := []int64{20, 10, 90, 5, 90, 7}, make([]int64, 6)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	o, err := c.Do(ctx, &Run{In: []any{in}, Out: []any{out}, Lanes: len(in), Workers: 1})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Less(t, time.Since(start), 5*time.Second)
	require.Equal(t, []int{2, 3, 4, 5}, o.Left)
	require.Equal(t, []int64{6765, 55, 0, 0, 0, 0}, out)
	// What the lane left on the stack is not in the way of the next run.
	in[2], in[4] = 30, 1
	o, err = c.Do(context.Background(), &Run{In: []any{in}, Out: []any{out}, Lanes: len(in), Workers: 1})
	require.NoError(t, err)
	require.Empty(t, o.Left)
	require.Equal(t, []int64{6765, 55, 832040, 5, 1, 13}, out)
}

// TestScalarRuntime: garbage collection, stacks that move and the profiler's signals do not
// disturb the code, nor it them.
func TestScalarRuntime(t *testing.T) {
	skipWithoutScalar(t)
	c := scalarCode(t, `func F(n int) int { if n < 2 { return n }; return F(n-1) + F(n-2) }`)
	require.NoError(t, pprof.StartCPUProfile(io.Discard))
	defer pprof.StopCPUProfile()
	var done atomic.Bool
	var wg sync.WaitGroup
	defer wg.Wait()
	defer done.Store(true)
	wg.Go(func() {
		var keep [][]byte
		for !done.Load() {
			keep = append(keep[len(keep)/2:], make([]byte, 1<<16))
			runtime.GC()
		}
	})
	const lanes = 3000
	in := make([]int64, lanes)
	for i := range in {
		in[i] = int64(i % 25)
	}
	var deep func(n int)
	deep = func(n int) {
		if n > 0 {
			var page [1000]byte
			page[n] = 1
			deep(n - 1)
			require.EqualValues(t, 1, page[n])
			return
		}
		out := make([]int64, lanes)
		o, err := c.Do(context.Background(), &Run{In: []any{in}, Out: []any{out}, Lanes: lanes, Workers: 2})
		require.NoError(t, err)
		require.Empty(t, o.Again)
		for i, n := range in {
			a, b := int64(0), int64(1)
			for range n {
				a, b = b, a+b
			}
			require.Equal(t, a, out[i])
		}
	}
	for n := range 20 {
		deep(n * 5)
	}
}

// TestScalarRefuses names what has no such code.
func TestScalarRefuses(t *testing.T) {
	skipWithoutScalar(t)
	text := "package a\nfunc F(n int) int { var a [1 << 19]int; if n > 0 { a[n] = F(n-1) }; return a[n+1] }"
	p, err := golang.Compile([]golang.File{{Name: "a.go", Text: text}}, "F", golang.Options{OurMath: true})
	require.NoError(t, err)
	_, err = CompileScalar(p, Options{})
	require.ErrorContains(t, err, "arrays take")
	p, err = lower.Lower(p)
	require.NoError(t, err)
	_, err = CompileScalar(p, Options{})
	require.ErrorContains(t, err, "lowered")
}
