package engine

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
)

// TestTune runs lanes enough to tune, first where making the other code would not be worth it and
// then where it is; the results are the same.
func TestTune(t *testing.T) {
	skipWithout(t)
	p := lowered(t, `func F(x float64, n int) float64 { for range n & 7 { x = x*x - 1 }; return x }`)
	for _, workers := range []int{1, 2, 64} {
		c, err := Compile(p, Options{Machine: usual()})
		require.NoError(t, err)
		const lanes = 2*leastMeasured + 5
		x, n, want := make([]float64, lanes), make([]int64, lanes), make([]float64, lanes)
		for i := range x {
			x[i], n[i] = float64(i)/lanes, int64(i)
			want[i] = x[i]
			for range n[i] & 7 {
				want[i] = float64(want[i]*want[i]) - 1
			}
		}
		run := func() {
			r := make([]float64, lanes)
			o, err := c.Do(context.Background(), &Run{Lanes: lanes, In: []any{x, n}, Out: []any{r}, Workers: workers})
			require.NoError(t, err)
			require.Zero(t, o)
			require.Equal(t, want, r)
		}
		c.took = time.Hour
		run()
		require.Equal(t, byUsual, c.tuner.kind)
		c.took = 0
		for runs := 0; c.Tunes(lanes); runs++ {
			require.Less(t, runs, 1000)
			run()
		}
		require.Nil(t, c.tuner.duel)
		run()
	}
}

// sampled are samples that take what a test says.
type sampled func(p *mapped) float64

func (s sampled) sample(p *mapped, _ int) float64 { return s(p) }
func (s sampled) ready(int)                       {}

// TestDuel: what takes less is found, also where lanes take longer and longer and where looks are disturbed, and
// what is far apart is looked at once.
func TestDuel(t *testing.T) {
	// of is what a lane takes in a form, which is "it" or "other".
	of := func(it, other float64) func(string, int) float64 {
		return func(form string, _ int) float64 { return map[string]float64{"it": it, "other": other}[form] }
	}
	for _, c := range []struct {
		name  string
		each  func(form string, slice int) float64
		won   bool
		looks int
	}{
		{"far behind", of(2, 1), false, 2},
		{"far ahead", of(1, 2), true, 2},
		{"close", of(9, 10), true, 6},
		{"the same", of(1, 1), false, 6},
		{"longer and longer", func(form string, slice int) float64 {
			return of(9.7, 10)(form, slice) * float64(slice+8)
		}, true, 6},
		{"disturbed", func(form string, slice int) float64 {
			if slice == 2 {
				return 100
			}
			return of(1, 1.2)(form, slice)
		}, true, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			it, other, slices := &mapped{}, &mapped{}, 0
			d := duel{p: it}
			for {
				d.look(1, other, sampled(func(p *mapped) float64 {
					slices++
					return c.each(map[*mapped]string{it: "it", other: "other"}[p], slices-1)
				}))
				if won, known := d.verdict(1); known {
					require.Equal(t, c.won, won)
					require.Len(t, d.ratios, c.looks)
					return
				}
			}
		})
	}
}

// TestClimb: one goes on in the direction in which it gets better, and no further.
func TestClimb(t *testing.T) {
	for _, c := range []struct {
		from  int
		takes []int // the time with 1 group, with 2 and so on; 0 if there is no code
		asked []int
	}{
		{2, []int{4, 3, 2, 1}, []int{3, 4}},
		{2, []int{4, 2, 1, 3}, []int{3, 4}},
		{2, []int{1, 2, 3, 4}, []int{3, 1}},
		{2, []int{3, 1, 2, 4}, []int{3, 1}},
		{1, []int{1, 2, 3, 4}, []int{2}},
		{4, []int{4, 3, 1, 2}, []int{3, 2}},
		{2, []int{1, 2, 0, 0}, []int{3, 1}},
	} {
		var asked []int
		open := climb(c.from, func(groups int) *mapped {
			asked = append(asked, groups)
			return nil
		})
		best := c.takes[c.from-1]
		for len(open) > 0 {
			of, more := open[0], open[0].lost
			of.make()
			if takes := c.takes[asked[len(asked)-1]-1]; takes > 0 && takes < best {
				best, more = takes, of.won
			}
			if open = open[1:]; more != nil {
				open = append(more(), open...)
			}
		}
		require.Equal(t, c.asked, asked)
	}
}

// TestForms has another form of a program.
func TestForms(t *testing.T) {
	skipWithout(t)
	p, other := lowered(t, `func F(x float64) float64 { return x + 1 }`), lowered(t,
		`func F(x float64) float64 { return 1 + x }`)
	c, err := Compile(p, Options{Machine: usual(), Also: func() []*program.Program {
		return []*program.Program{other}
	}})
	require.NoError(t, err)
	require.Len(t, c.forms(c.graph.nesting), 1)
}

// TestGroupings tries other nestings with more groups too, with gates and without, and takes one as the form to go on
// from.
func TestGroupings(t *testing.T) {
	skipWithout(t)
	p := lowered(t, `func F(n uint64) (s uint64) {
		for n != 0 {
			for m := n; m != 0; m >>= 1 {
				s += m & 1
			}
			n = n * 5 >> 3
		}
		return s
	}`)
	c, err := Compile(p, Options{Machine: usual()})
	require.NoError(t, err)
	require.True(t, c.graph.nestings)
	c.tuner.graph = c.graph
	open := c.groupings()
	require.Len(t, open, 3)
	for i, n := range c.graph.nesting.others() {
		require.Equal(t, usualGroups+1, open[1+i].make().Abreast)
		require.NotEmpty(t, open[1+i].won())
		require.Equal(t, n, c.tuner.graph.nesting)
	}
}

// TestRuns tries the code of a group of lanes in longer runs, and goes on with those that were fastest.
func TestRuns(t *testing.T) {
	skipWithout(t)
	c, err := Compile(lowered(t, `func F(x float64, n int) float64 { for range n & 7 { x = x*x - 1 }; return x }`),
		Options{Machine: usual()})
	require.NoError(t, err)
	c.tuner.graph = c.graph
	for _, won := range [][]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
		c.graph.run = codegen.WovenRun
		best := c.graph.run
		for i, of := range c.runs() {
			require.NotNil(t, of.make())
			require.Greater(t, c.graph.run, codegen.WovenRun)
			if won[i] {
				best = c.graph.run
				require.Empty(t, of.won())
			} else {
				require.Empty(t, of.lost())
			}
			require.Equal(t, best, c.graph.run)
		}
	}
}
