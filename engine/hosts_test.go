package engine

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/program"
)

// bessel are operations that tests leave to Go, whether they have machine code or not.
func bessel(op program.Opcode) bool {
	return slices.Contains([]string{"j0", "j1", "jn", "y0", "y1", "yn"}, op.Info().Row.Name)
}

// Programs with such operations, everywhere that an operation may be.
var hosting = map[string]string{
	"straight":    `func F(x, y float64) float64 { return math.J0(x)*y + math.Y1(math.Abs(x)+1) }`,
	"in a branch": `func F(x, y float64) float64 { if x > y { return math.J1(x) }; if y < 0 { x = math.J0(x) }; return x - y }`,
	"in a loop": `func F(x, y float64) (s float64) {
		for i := 0; i < 9 && s < 3; i++ { s += math.J0(x) * y; if s < 0 { s = math.J1(s) }; x += 0.3 }
		return s }`,
	"before and behind": `func F(x, y float64) float64 {
		x = math.J0(x)
		for i := range 5 { y = y*x + float64(i) }
		return math.J1(y) }`,
	"recursion": `func F(x, y float64) float64 {
		if y < -1 || x < -1 { return math.J0(x*y) }
		return F(x-0.7, y) + math.J1(F(y-0.9, x)) }`,
	"saved": `func F(n int, x float64) float64 {
		if n < 2 { return x }
		k := int(math.Ilogb(math.J0(x))) + n
		return F(n/2-1, x+1)*float64(k) + F(n/3, math.J1(x)) }`,
	"saved and used": `func F(n int, x float64) float64 {
		v := -x
		w := v * 0.5
		u := w * w
		for u < 3 { u += v*v + 1; w += 0.5 }
		if n < 2 { return u }
		return F(n/2-1, u-x)*v + F(n/3, w)*x - v }`,
	"loop inside a turn": `func F(x, y float64, n int) (s float64) {
		for k := range n & 7 {
			var a [6]float64
			for i := range a { a[i] = x * float64(i+k) }
			s += math.J0(a[n&3]) / y
			for i := range a { s -= a[i] * y }
		}
		return s }`,
	"integers":   `func F(x float64, n int) (s float64) { for i := range n & 3 { s += math.Jn(i+n&7, x) - math.Yn(i, x*x+1) }; return s }`,
	"float32":    `func F(x, y float32) (s float32) { for s < 3 && y < 2 { s += float32(math.J0(float64(x))) + y; y += 0.5; x = s }; return s }`,
	"and faults": `func F(x float64, n int) (s int) { for i := range n & 15 { s += 100 / (int(8*math.J0(x+float64(i))) + n&3) }; return s }`,
	"constant":   `func F(x float64) (s float64) { for i := 0.0; i < 4; i++ { s += math.Jn(3, x) + math.Jn(int(i), 2.5) }; return s }`,
}

// TestHosts compares programs with host phases with the machine, over instruction sets,
// numbers of groups and of workers, left after each turn and after more.
func TestHosts(t *testing.T) {
	skipWithout(t)
	all := func(op program.Opcode) bool { return op.Info().Type.IsFloat() }
	for name, text := range hosting {
		t.Run(name, func(t *testing.T) {
			p := lowered(t, "import \"math\"\n"+text)
			machine, err := batch.Compile(p)
			require.NoError(t, err)
			sizes := []int{1, 300}
			var in [][]batch.Column
			var want []*batch.Result
			for _, lanes := range sizes {
				in = append(in, inputs(machine.Params(), lanes))
				r, err := machine.Run(context.Background(), in[len(in)-1])
				require.NoError(t, err)
				want = append(want, r)
			}
			for _, set := range Machines() {
				for groups := 1; groups <= maxGroups; groups++ {
					for i, host := range []func(program.Opcode) bool{bessel, all} {
						c, err := Compile(p, Options{Machine: set, Groups: groups, Turns: (groups + i) % 3, Host: host})
						if err != nil {
							require.Greater(t, groups, 1)
							require.ErrorContains(t, err, "slots") // too many values for so many groups
							continue
						}
						for k, lanes := range sizes {
							compareRun(t, c, in[k], want[k], lanes, 1+groups%2)
						}
					}
				}
			}
		})
	}
}

// TestServed: a run tells how often Go ran operations, all lanes of a phase at once.
func TestServed(t *testing.T) {
	skipWithout(t)
	const lanes = 10_000
	c, err := Compile(lowered(t, `import "math"
		func F(x float64) float64 { return math.J0(x) + math.J1(x+1) }`), Options{Machine: usual(), Groups: 2, Host: bessel})
	require.NoError(t, err)
	x, r := make([]float64, lanes), make([]float64, lanes)
	for i := range x {
		x[i] = float64(i) / 100
	}
	o, err := c.Do(context.Background(), &Run{In: []any{x}, Out: []any{r}, Lanes: lanes, Workers: 1})
	require.NoError(t, err)
	for i := range x {
		require.Equal(t, math.J0(x[i])+math.J1(x[i]+1), r[i])
	}
	require.EqualValues(t, lanes, o.Served, "both functions in one phase")
	require.Less(t, o.Exits, int64(lanes/c.Gang()+10), "lanes are served together")
}

// TestSplitHosts: what does not depend on each other's results is one host phase, and what it
// needs is computed before.
func TestSplitHosts(t *testing.T) {
	for text, phases := range map[string]int{
		`return x`:                                                      0,
		`return math.J0(x) + math.J0(y)`:                                1,
		`return math.J0(x*2) + math.J0(y*y+1)`:                          1,
		`return math.J0(math.J1(x))`:                                    1,
		`return math.J0(math.J1(x) + 1)`:                                2,
		`return math.J0(math.J1(x)+1) + math.J1(math.Y0(x)*y)`:          2,
		`if x < y { return math.J0(x) }; return math.J1(y)`:             2,
		`if x < y { return math.J0(x) }; return math.J0(y)`:             1,
		`z := math.J0(x); if x < y { return z }; return z * math.J0(y)`: 2,
	} {
		p := lowered(t, "import \"math\"\nfunc F(x, y float64) float64 { "+text+" }")
		q, hosts := splitHosts(p, bessel)
		require.Len(t, hosts, phases, text)
		require.Empty(t, program.Verify(q), text)
		for name := range hosts {
			require.NotEmpty(t, q.Graph.Block(name).Instrs)
		}
		if phases == 0 {
			require.Same(t, p, q)
		}
	}
}

// TestStopped: a host phase that would take for ever ends when the run does.
func TestStopped(t *testing.T) {
	skipWithout(t)
	c, err := Compile(lowered(t, `import "math"
		func F(n int, x float64) float64 { return math.Jn(n, x) }`), Options{Machine: usual(), Host: bessel})
	require.NoError(t, err)
	const lanes = 100
	n, x, r := make([]int64, lanes), make([]float64, lanes), make([]float64, lanes)
	for i := range n {
		n[i], x[i] = int64(i%3), 3
	}
	n[17], x[17] = 1<<58, 1e20
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	o, err := c.Do(ctx, &Run{In: []any{n, x}, Out: []any{r}, Lanes: lanes, Workers: 1})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.Less(t, time.Since(start), 5*time.Second)
	require.True(t, slices.Contains(o.Left, 17))
	for lane := range lanes {
		if !slices.Contains(o.Left, lane) {
			require.Equal(t, math.Jn(int(n[lane]), x[lane]), r[lane])
		}
	}
}

// TestHostsNamed: the description of phases names what Go runs.
func TestHostsNamed(t *testing.T) {
	skipWithout(t)
	p := lowered(t, "import \"math\"\n"+hosting["in a loop"])
	c, err := Compile(p, Options{Machine: usual(), Host: bessel})
	require.NoError(t, err)
	text, err := c.Phases()
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(text, "lanes wait until Go has run j"))
}
