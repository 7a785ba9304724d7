package golang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

// Memory of package-level variables that the compiled function hands on to where only its
// analysis can follow it: accepted if nothing is written to it, and if what holds for lanes holds
// for the function wherever it is called.
var handedOn = []constant{
	{name: "a method returns its receiver in a struct", source: `-- root/a.go --
package a
type shape interface{ hit(o int) hit }
type hit struct { by shape; at int }
type ball struct{ r int }
func (b *ball) hit(o int) hit {
	if o < b.r { return hit{b, b.r - o} }
	return hit{nil, -1}
}
var unit = &ball{7}
func Fn(x int) int { return unit.hit(x).at }`, want: 6},
	{name: "kept in a field", source: `-- root/a.go --
package a
type table struct{ xs []int }
func (t *table) fit(xs []int) { t.xs = xs }
func (t *table) at(i int) int { return t.xs[i] }
var knots = [4]int{0, 5, 25, 40}
func Fn(x int) int {
	var t table
	t.fit(knots[:])
	return t.at(x)
}`, want: 5},
	{name: "by what only it calls", source: `-- root/a.go --
package a
type hit struct { by *ball; at int }
type ball struct{ r int }
var all = []*ball{{3}, {7}, {5}}
func nearest(x int) (h hit) {
	for _, b := range all {
		if b.r-x > h.at { h = hit{b, b.r - x} }
	}
	return h
}
func again(x int) hit { return nearest(x) }
func Fn(x int) int { h := again(x); return 10*h.by.r + h.at }`, want: 76},
	{name: "in an array of pointers", source: `-- root/a.go --
package a
type ball struct{ r int }
var a, b = ball{1}, ball{2}
func Fn(x int) int {
	two := [2]*ball{&a, &b}
	return two[0].r + x*two[1].r
}`, want: 3},

	{name: "a table of functions that nothing calls before", source: `-- root/a.go --
package a
type ball struct{ r int }
var unit = &ball{7}
var Funcs = map[string]any{"Fn": Fn}
var other = make([]int, 3)
func Fn(x int) int {
	two := [2]*ball{unit, unit}
	return two[0].r + x
}`, want: 8},

	// It is changed.
	{name: "changed where it is kept", source: `-- root/a.go --
package a
type table struct{ xs []int }
func (t *table) fit(xs []int) { t.xs = xs }
func (t *table) set(x int) { p := &t.xs; (*p)[1] = x }
var knots = [4]int{0, 5, 25, 40}
func Fn(x int) int {
	var t table
	t.fit(knots[:])
	t.set(x)
	return t.xs[1]
}`, refused: "knots"},
	{name: "appended to", source: `-- root/a.go --
package a
type table struct{ xs []int }
func fit(xs []int) table { return table{xs} }
var knots = [4]int{0, 5, 25, 40}
func Fn(x int) int {
	t := fit(knots[:2])
	ys := append(t.xs, x)
	return ys[2]
}`, refused: "assignment to knots"},
	{name: "copied to", source: `-- root/a.go --
package a
type table struct{ xs []int }
func fit(xs []int) table { return table{xs} }
var knots = [4]int{0, 5, 25, 40}
func Fn(x int) int {
	t := fit(knots[:2])
	return copy(t.xs, []int{x, x})
}`, refused: "assignment to knots"},
	{name: "changed by a closure", source: `-- root/a.go --
package a
type ball struct{ r int }
var unit = &ball{7}
func keep(b *ball) func(int) { return func(x int) { c := [1]*ball{b}; c[0].r = x } }
func Fn(x int) int { keep(unit)(x); return unit.r }`, refused: "assignment to unit, which all lanes share"},
	{name: "changed in a call with constants", source: `-- root/a.go --
package a
type table struct{ xs []int }
func fit(xs []int) *table { return &table{xs} }
var knots = [4]int{0, 5, 25, 40}
func second(i int) int {
	t := fit(knots[:])
	f := func(xs []int) { xs[i]++ }
	g := [1]func([]int){f}
	g[0](t.xs)
	return knots[i]
}
func Fn(x int) int { return second(1) + x }`, refused: "knots"},
	{name: "kept in another variable", source: `-- root/a.go --
package a
type ball struct{ r int }
var unit, kept = &ball{7}, (*ball)(nil)
func Set(r int) { kept.r = r }
func Fn(x int) int { kept = unit; return unit.r + x }`, refused: "kept is changed here"},

	// Others get it.
	{name: "an exported function returns it", source: `-- root/a.go --
package a
type hit struct { By *ball; at int }
type ball struct{ R int }
var unit = &ball{7}
func Hit(x int) hit { return hit{unit, x} }
func Fn(x int) int { return Hit(x).at + unit.R }`, refused: "unit may be changed by whatever gets it here"},
	{name: "a function that others call returns it", source: `-- root/a.go --
package a
type hit struct { by *ball; at int }
type ball struct{ r int }
var unit = &ball{7}
func get(x int) hit { return hit{unit, x} }
func Set(x int) { h := get(x); g := []hit{h}; g[0].by.r = x }
func Fn(x int) int { return get(x).at + unit.r }`, refused: "unit may be changed by whatever gets it here"},
	{name: "a function that is a value returns it", source: `-- root/a.go --
package a
type hit struct { By *ball; at int }
type ball struct{ R int }
var unit = &ball{7}
func get(x int) hit { return hit{unit, x} }
var Get = get
func Fn(x int) int { return get(x).at + unit.R }`, refused: "unit may be changed by whatever gets it here"},
	{name: "it returns it", source: `-- root/a.go --
package a
var knots = [4]int{0, 5, 25, 40}
func Fn(x int) []int { return knots[:2] }`, refused: "knots may be changed by whatever gets it here"},
	{name: "it panics with it", source: `-- root/a.go --
package a
type ball struct{ r int }
var unit = &ball{7}
func Fn(x int) int {
	if x > 5 { panic([1]*ball{unit}) }
	return unit.r + x
}`, refused: "whoever recovers from this panic may change unit"},
	{name: "it gives an error with it", source: `-- root/a.go --
package a
type ball struct{ r int }
func (b *ball) Error() string { return "ball" }
var unit = &ball{7}
func Fn(x int) (int, error) {
	if x > 5 { return 0, unit }
	return unit.r + x, nil
}`, refused: "unit may be changed by whatever gets it here"},
	{name: "it runs before the variables have their values", source: `-- root/a.go --
package a
type ball struct{ r int }
var unit *ball
var leaked [1]*ball
var y = Fn(1)
func init() { unit = &ball{y} }
func Set(r int) { leaked[0].r = r }
func Fn(x int) int {
	var two [2]*ball; two[0] = unit
	if two[0] == nil { return 7 }
	return two[0].r + x
}`, refused: "unit may be changed by whatever gets it here"},
	{name: "an initialiser calls it from a table of functions", source: `-- root/a.go --
package a
type ball struct{ r int }
var unit = &ball{7}
var funcs = []func(int) int{Fn}
var y = funcs[0](1)
func Fn(x int) int {
	var two [2]*ball; two[0] = unit
	return two[0].r + x
}`, refused: "unit may be changed by whatever gets it here"},
	{name: "a method runs it before", source: `-- root/a.go --
package a
type ball struct{ r int }
type stringer interface{ String() string }
type s int
func (s) String() string { _ = Fn(2); return "s" }
var unit = &ball{7}
var text = stringer(s(1)).String()
func Fn(x int) int {
	var two [2]*ball; two[0] = unit
	return two[0].r + x
}`, refused: "unit may be changed by whatever gets it here"},
}

func TestHandedOn(t *testing.T) { compileAll(t, handedOn) }

// A function that the options say more of than that lanes bring any numbers does not prove
// anything of itself where it is called otherwise.
func TestHandedOnAssumes(t *testing.T) {
	const source = `package a
import "fmt"
type ball struct{ r int }
var unit = &ball{7}
func Sized(xs []int) int {
	var two [2]*ball; two[0] = unit
	if len(xs) > 3 { two[0].r = 8 }
	return two[1].r
}
func Leaves(x int) int {
	var two [2]*ball; two[0] = unit
	if x > 1000 { fmt.Println(two) }
	return two[1].r + x
}
func Pointed(x *int) int {
	var two [2]*ball; two[0] = unit
	if x == nil { two[0].r = 8 }
	return two[1].r
}`
	for fn, opts := range map[string]golang.Options{
		"Sized": {Len: map[string]int{"xs": 3}}, "Leaves": {LeaveToGo: true}, "Pointed": {},
	} {
		_, err := golang.Compile([]golang.File{{Name: "a.go", Text: source}}, fn, opts)
		require.ErrorContains(t, err, "unit may be changed by whatever gets it here", fn)
	}
}
