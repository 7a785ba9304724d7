package load_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/load"
	"github.com/lockstep-simt/lockstep/program"
)

// tables is a package whose functions read and change its tables. A comment
// "// changes x" stands where x is changed, or may be.
const tables = `package a

import (
	"fmt"
	"math"
	"os"
	"sort"
)

type row struct {
	k    float64
	list []float64
}

func (r row) value() float64     { return r.k + r.list[0] }
func (r row) first() *float64    { return &r.list[0] }
func (r *row) look() float64     { return r.k }
func (r *row) set(k float64)     { r.k = k }

type vec [6]float64

func (v vec) sum() float64 { v[0]++; return v[0] }
func (v *vec) read(i int) float64 { return v[i] }
func (v *vec) write(i int) { v[i] = 1 }

var (
	arr   = [6]float64{1, 2}
	alt   = [6]float64{3}
	sl    = []float64{1, 2, 3}
	rows  = []row{{1, []float64{2}}}
	v     = vec{1}
	deep  = [][]int{{1}, {2}}
	err   = fmt.Errorf("x")
	fn    = func(x float64) float64 { return x }
	other []float64
	h2    []int
)

// Like package math does in j0.go.
func viaPointer(x float64) float64 {
	p := &arr
	if x > 1 {
		p = &alt
	}
	var q *[6]float64
	q = p
	return p[0] + q[1] + (*q)[2]
}

func poly(x float64, c []float64, n int) (s float64) {
	for i := len(c) - 1; i >= 0; i-- {
		s = s*x + c[i]
	}
	for _, k := range c {
		k++
		s += k
	}
	if n > 0 {
		return poly(x, c[1:], n-1)
	}
	return s
}

func twice[T any](x []T) []T { x[0] = x[1]; return nil }
func give(x []float64) []float64 { return x }
func generic[T any](x []T) int { return len(x) }
func many(xs ...float64) { xs[0] = 1 }
func lists(xs ...[]float64) { xs[0] = nil; xs[1][0] = 1 }
func ptr(p *float64) { *p = 2 }
func peek(p *float64) float64 { return *p }

type taker struct{ x float64 }

func (t *taker) sum(c *[6]float64) float64 { return t.x + c[1] }
func (t taker) keep(c []float64) []float64 { return c }
func (t taker) fill(c []float64)           { c[0] = t.x }

type user interface{ use(c []float64) }

func reads(i int) (float64, error) {
	x := arr
	x[0] = 7
	many(arr[0], sl[1])
	many(append([]float64{}, sl...)...)
	y := make([]float64, 3)
	copy(y, sl)
	n := generic(sl) + cap(sl) + len(deep[0])
	fmt.Println(sl, rows, n)
	s := sl
	s = s[1:]
	t := (s)
	for i := range t {
		y[i] = t[i]
	}
	if other == nil {
		return 0, err
	}
	w := v
	w.write(1)
	taken := &taker{1}
	_ = taken.sum(&arr) + (&struct{ taker }{}).sum(&alt)
	sum, read, value := v.sum, v.read, rows[i].value
	e0 := sum() + read(1) + value()
	r := rows[0].list
	_ = r
	f := func() float64 { return s[0] }
	var e float64
	e = sl[0]
	e++
	z := min(sl[0], math.Sqrt(arr[1]))
	total := func(c []float64, at *[6]float64) float64 { return c[0] + at[1] }
	var down func(c []float64) float64
	down = func(c []float64) float64 {
		if len(c) == 0 {
			return 0
		}
		return c[0] + down(c[1:])
	}
	z += total(arr[1:], &alt) + down(sl) + func(c []float64) float64 { return c[0] }(sl)
	return poly(1, arr[:], 2) + poly(2, sl, 1) + v.sum() + v.read(1) + rows[i].value() + rows[0].look() +
		peek(&arr[1]) + f() + fn(sl[0]) + z + row{k: arr[2]}.k + e + e0, err
}

func writes() ([]float64, *float64) {
	arr[1]++               // changes arr
	alt = arr              // changes alt
	sl[1] = 2              // changes sl
	rows[0].k = 1          // changes rows
	rows[0].list[0] = 1    // changes rows
	rows[0].set(2)         // changes rows
	*rows[0].first() = 1   // changes rows
	v.write(1)             // changes v
	deep[1], deep[0] = nil, nil // changes deep
	ptr(&arr[2])           // changes arr
	p := &alt[1]           // changes alt
	*p = 2
	q := deep
	q[0][1] = 2            // changes deep
	for _, l := range deep {
		l[0] = 1           // changes deep
	}
	for i := range deep[0] {
		_ = i
	}
	for _, arr[0] = range alt { // changes arr
	}
	for _, sl[0] = range arr { // changes sl
	}
	twice(sl)              // changes sl
	twice[float64](arr[:]) // changes arr
	sort.Float64s(sl)      // changes sl
	copy(sl, other)        // changes sl
	clear(alt[:2])         // changes alt
	other = append(sl, 1)  // changes sl other
	lists(sl, sl)          // changes sl
	os.Args = nil
	func(x []float64) { x[0] = 1 }(sl) // changes sl
	s := sl
	g := func() { s[0] = 1 } // changes sl
	g()
	put := func(c []float64) { c[0] = 1 }
	put(sl)                // changes sl
	look := func(c []float64) float64 { return c[0] }
	look(alt[:])           // changes alt
	set := &look
	*set = func(c []float64) float64 { c[0] = 1; return 0 }
	either := func(c []float64) {}
	if len(h2) > 0 {
		either = put
	}
	either(arr[:])         // changes arr
	same := func(c []float64) []float64 { return c }
	same(sl)[0] = 1        // changes sl
	h := map[int][]float64{1: sl} // changes sl
	h[1][0] = 1
	m := v.write           // changes v
	m(1)
	c := vec(arr)
	c[0] = 1
	d := (*vec)(&arr)      // changes arr
	d[0] = 1
	t := taker{}
	t.keep(sl)[0] = 1      // changes sl
	t.fill(arr[:])         // changes arr
	var by user
	by.use(alt[:])         // changes alt
	u := []any{sl}         // changes sl
	u[0].([]float64)[0] = 1
	err = nil              // changes err
	fn = nil               // changes fn
	return give(sl), &v[0] // changes sl v
}

func Fn(x float64) float64 {
	_, _ = reads(1)
	_ = viaPointer(1)
	return x + other[0] + deep0()
}

func deep0() float64 { return float64(deep[0][0]) }
`

func TestChanges(t *testing.T) {
	l, errs := load.Load([]load.File{{Name: "a.go", Text: tables}},
		load.Options{Import: func(p string) ([]load.File, error) {
			return []load.File{{Name: "x.go", Text: map[string]string{
				"os":   "package os\nvar Args []string\n",
				"sort": "package sort\nfunc Float64s(x []float64) { x[0] = 1 }\n",
			}[p]}}, nil
		}}, "Fn", "writes")
	require.Empty(t, []*program.Error(errs))
	path := l.Paths[len(l.Paths)-1]
	want, got := map[string][]int{}, map[string][]int{}
	for i, line := range strings.Split(tables, "\n") {
		if _, names, ok := strings.Cut(line, "// changes "); ok {
			for _, name := range strings.Fields(names) {
				want[name] = append(want[name], i+1)
			}
		}
	}
	for _, v := range l.Variables() {
		for _, c := range l.Changes(path, v[1]) {
			if n := got[v[1]]; len(n) == 0 || n[len(n)-1] != c.Line {
				got[v[1]] = append(n, c.Line)
			}
		}
	}
	assert.Equal(t, want, got)
}
