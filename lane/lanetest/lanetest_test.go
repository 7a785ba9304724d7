package lanetest

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/lane/wrap"
	"github.com/lockstep-simt/lockstep/program"
)

// text is of a program that loops for ever for 3 and divides by zero for 4.
const text = `program f lowered

var x : i64 register
var y : i64 temporary

func main(x) -> (x) {
start:
    switch x, add, 3: start
add:
    y = sub.i64 x, 4
    x = div.i64 120, y
    goto halt
}
`

// lanes are what generated code would be for a function.
type lanes struct {
	f    func(x int) int
	x, r []int
}

func (w *lanes) Loop(lo, hi int, at *int) {
	for i := lo; i < hi; i++ {
		*at = i
		w.r[i] = w.f(w.x[i])
	}
}
func (w *lanes) Inputs(lo, hi int) []wrap.Column  { return []wrap.Column{wrap.Col[int](w.x[lo:hi])} }
func (w *lanes) Results(lo, hi int) []wrap.Column { return []wrap.Column{wrap.Col[int](w.r[lo:hi])} }

func (w *lanes) Store(int, int, []wrap.Column, func(int) bool) {}
func (w *lanes) Uniforms() map[string]wrap.Column              { return nil }
func (w *lanes) Given() []any                                  { return []any{w.r} }
func (w *lanes) Pick(some []int) wrap.Work {
	return &lanes{f: w.f, x: wrap.Pick(w.x, some), r: make([]int, len(some))}
}

func divide(x int) int {
	if x == 3 {
		panic("an endless lane was run")
	}
	return 120 / (x - 4)
}

// onlyText is a wrapper with nothing but its program.
var onlyText = wrap.Wrapper{Rules: program.Rules, Results: []string{"r"}}

// Lanes are compared but for those that do not end, and a difference is an error.
func TestCompare(t *testing.T) {
	fn := func() *wrap.Func {
		return wrap.New(wrap.Wrapper{Func: "fBatch", Of: "f", File: "f_lockstep.go", Rules: program.Rules,
			Results: []string{"r"}}, text)
	}
	inputs := func(f func(int) int) func(g *Gen, n int) wrap.Work {
		return func(g *Gen, n int) wrap.Work {
			w := &lanes{f: f, x: Column[int](g, n), r: make([]int, n)}
			w.x[0], w.x[1], w.x[2] = 3, 4, 5
			return w
		}
	}
	_, c, err := compare(fn(), 1000, inputs(divide))
	require.NoError(t, err)
	require.Contains(t, c.LeftOut, 0)
	require.Contains(t, c.Faulted, 1)
	require.Contains(t, c.Finished, 2)
	require.Len(t, append(append(c.LeftOut, c.Faulted...), c.Finished...), 1000)

	for name, f := range map[string]func(int) int{
		"a result": func(x int) int {
			if x == 5 {
				return 0
			}
			return divide(x)
		},
		"a panic":  func(x int) int { return 120 / (x - 5) },
		"no panic": func(x int) int { return 120 / max(1, x-4) },
	} {
		_, _, err = compare(fn(), 1000, inputs(f))
		var stale *lane.StaleError
		require.True(t, errors.As(err, &stale), name)
	}
}

// where nothing finishes, what all lanes share becomes smaller.
func TestSmallerShares(t *testing.T) {
	var shared []int
	_, c, err := compare(wrap.New(onlyText, text), 10, func(g *Gen, n int) wrap.Work {
		shared = append(shared, g.most)
		return &lanes{f: divide, x: make([]int, n)[:n:n], r: make([]int, n)}
	})
	require.NoError(t, err)
	require.Len(t, c.Finished, 10)
	require.Equal(t, []int{8}, shared)

	shared = nil
	_, c, err = compare(wrap.New(onlyText, text), 10, func(g *Gen, n int) wrap.Work {
		shared = append(shared, g.most)
		w := &lanes{f: divide, x: make([]int, n), r: make([]int, n)}
		for i := range w.x {
			w.x[i] = 4
		}
		return w
	})
	require.NoError(t, err)
	require.Empty(t, c.Finished)
	require.Equal(t, []int{8, 2, 1}, shared)
}

type point struct {
	X, y float32
	_    int
	On   [2]bool
}

// Values are the same each time, of every type, and some are special.
func TestValues(t *testing.T) {
	require.Equal(t, Column[int32](newGen(8), 50), Column[int32](newGen(8), 50))
	g := newGen(8)
	var nan, inf, zero bool
	for _, x := range Column[float64](g, 5000) {
		nan, inf, zero = nan || math.IsNaN(x), inf || math.IsInf(x, -1), zero || x == 0 && math.Signbit(x)
	}
	require.True(t, nan && inf && zero)
	ints := Column[int8](g, 5000)
	require.Contains(t, ints, int8(math.MinInt8))
	require.Contains(t, ints, int8(math.MaxInt8))
	require.Contains(t, Column[uint64](g, 5000), uint64(math.MaxUint64))
	var y bool
	for _, p := range Column[point](g, 100) {
		y = y || p.y != 0
	}
	require.True(t, y, "fields that are not exported have values as well")
	lengths := map[int]bool{}
	for _, row := range Column[[]uint16](g, 200, Size{Most: 3}) {
		lengths[len(row)] = true
	}
	require.Equal(t, map[int]bool{0: true, 1: true, 2: true, 3: true}, lengths)
	type field struct {
		rows  [][]complex64
		other []int
		name  string
		p     *point
	}
	sizes := []Size{{Of: ".rows", Least: 2, Most: 2}, {Of: ".rows[]", Least: 1, Most: 4}}
	for _, f := range Column[field](g, 20, sizes...) {
		require.Len(t, f.rows, 2)
		require.True(t, 1 <= len(f.rows[1]) && len(f.rows[1]) <= 4)
		require.True(t, f.other == nil && f.name == "" && f.p == nil, "lanes do not bring these")
	}
	names := map[string]int{}
	for _, f := range Column[field](g, 200, Size{Of: ".name", Texts: []string{"a", "b"}}) {
		names[f.name]++
	}
	require.True(t, names["a"] > 50 && names["b"] > 50 && len(names) > 2, "%v", names)
	type net struct {
		Next  []int
		Cells [][]float64
		p     *point
	}
	shared := Shared[*net](g)
	require.Len(t, shared.Next, sharedLen)
	require.NotNil(t, shared.p)
	for _, i := range shared.Next {
		require.True(t, 0 <= i && i < 8)
	}
	require.Len(t, shared.Cells[3], sharedLen)
}

// What was left out for want of room is told, because a wrapper runs such lanes twice.
func TestLeftOut(t *testing.T) {
	require.Equal(t, "2 reach a limit and were left out", leftOut(wrap.Comparison{LeftOut: []int{1, 2}}))
	require.Contains(t, leftOut(wrap.Comparison{LeftOut: []int{1, 2}, NoRoom: 1}),
		"left out, 1 of them because what they make outgrows its room (gen -make-cap)")
}
