package golang_test

import "testing"

// Memory of package-level variables that is kept in fields, in what is made where it stands, or returned: followed to
// whatever selects fields of that name and to whatever calls, in whatever way others call it.
var keptInFields = []constant{
	{name: "with an error", source: `-- root/a.go --
package a
import "errors"
type grav struct{ mu int }
type sat struct { g *grav; a int }
var wgs72 = grav{398}
func newSat(a int) *sat { return &sat{g: &wgs72, a: a} }
func Fn(x int) (int, error) {
	s := newSat(x)
	if s.a < 0 { return 0, errors.New("low") }
	return s.a + s.g.mu, nil
}`, want: 399},
	{name: "in a field with the name of a variable", source: `-- root/a.go --
package a
type table struct{ q int }
type calc struct{ tab *table }
var tables = map[string]*table{"m": {5}, "f": {6}}
func rate(sex string) (int, error) {
	tab, ok := tables[sex]
	if !ok { return 0, nil }
	c := &calc{tab: tab}
	return c.tab.q, nil
}
func Fn(x int) (int, error) {
	a, err := rate("m")
	b, _ := rate([]string{"f", "m", "w"}[x+1])
	return a + b, err
}`, want: 5},
	{name: "by two functions", source: `-- root/a.go --
package a
type Poly struct{ c []int }
var coef = []int{5, 6}
func (p Poly) at(i int) int { return p.c[i] }
func NewPoly() Poly { return Poly{coef} }
func First(x int) int { return Poly{coef}.at(0) + x }
func Fn(x int) int { return NewPoly().at(x) }`, want: 6},
	{name: "in an exported field of a command", source: `-- root/a.go --
package main
import "fmt"
type Poly struct{ C []int }
var coef = []int{5, 6}
func Table() []int { return coef }
func Fn(x int) int { p := Poly{C: Table()}; return p.C[x] }
func main() { fmt.Println(Fn(1), Poly{coef}) }`, want: 6},
	{name: "in an exported field beside a generated wrapper", source: `-- root/a.go --
package main
type Poly struct{ C []int }
var coef = []int{5, 6}
func Fn(x int) int { return Poly{coef}.C[x] }
-- root/a_lockstep.go --
package main
import "github.com/lockstep-simt/lockstep/lane/wrap"
var f = wrap.New(Fn)
func main() {}
-- github.com/lockstep-simt/lockstep/lane/wrap/wrap.go --
package wrap
func New(f func(int) int) int { return 0 }`, want: 6},
	{name: "assigned, where others of that name are written to", source: `-- root/a.go --
package a
type poly struct{ c []int }
type work struct{ c []int; n int }
var coef = []int{5, 6}
func (w *work) put(x int) { w.c[0] = x }
func zero(w work) { w.c[1] = 0 }
func Fn(x int) (int, error) {
	var p poly
	p.c = coef
	w := work{c: make([]int, 2)}
	w.put(x)
	return p.c[x] + w.c[0], nil
}`, want: 7},
	{name: "a result of several", source: `-- root/a.go --
package a
var even, odd = [2]int{0, 2}, [2]int{1, 3}
func pick(x int) (t *[2]int, n int) {
	if t = &even; x%2 == 1 { t = &odd }
	return t, 1
}
func also(x int) (*[2]int, int) { return pick(x) }
func Other() int { t, _ := also(3); return t[0] }
func Fn(x int) (int, error) { t, n := also(x); return t[n], nil }`, want: 3},
	{name: "in arrays and maps", source: `-- root/a.go --
package a
type ball struct{ r int }
var a, b = ball{1}, ball{2}
func Fn(x int) (int, error) {
	two := []*ball{&a, &b}
	s := 0
	for _, o := range two { s += o.r }
	return s, nil
}`, want: 3},
	{name: "a result of a method", source: `-- root/a.go --
package a
type model struct{ odd bool }
var even, odd = [2]int{0, 2}, [2]int{1, 3}
func (m model) table() *[2]int {
	if m.odd { return &odd }
	return &even
}
func Other(m model) int { return m.table()[0] }
func Fn(x int) (int, error) { return model{x%2 == 1}.table()[x], nil }`, want: 3},
	{name: "handed to an interface", source: `-- root/a.go --
package a
type point struct{ x, y int }
type metric interface{ dist(p, q *point) int }
type taxi struct{}
type chess struct{ k int }
func (taxi) dist(p, q *point) int { return max(p.x-q.x, q.x-p.x) + max(p.y-q.y, q.y-p.y) }
func (c *chess) dist(p, q *point) int { return c.k * max(p.x-q.x, q.x-p.x, p.y-q.y, q.y-p.y) }
var training = []point{{1, 2}, {5, 3}}
func nearest(m metric, q *point) (n int, err error) {
	for i := range training {
		p := &training[i]
		n += m.dist(p, q)
	}
	return n, nil
}
func Other(x int) int { n, _ := nearest(&chess{x}, &point{x, x}); return n }
func Fn(x int) (int, error) { return nearest(taxi{}, &point{x, x}) }`, want: 7},
	{name: "handed to an interface of a command", source: `-- root/a.go --
package main
type point struct{ x, y int }
type Metric interface{ Dist(p, q *point) int }
type taxi struct{}
func (taxi) Dist(p, q *point) int { return max(p.x-q.x, q.x-p.x) + max(p.y-q.y, q.y-p.y) }
var origin = point{2, 2}
func far(m Metric, q *point) (int, error) { return m.Dist(&origin, q), nil }
func Fn(x int) (int, error) { return far(taxi{}, &point{x, x}) }
func main() {}`, want: 2},

	// It is changed.
	{name: "by one of the methods of an interface", source: `-- root/a.go --
package a
type point struct{ x, y int }
type metric interface{ dist(p, q *point) int }
type taxi struct{}
type moves struct{}
func (taxi) dist(p, q *point) int { return p.x }
func (moves) dist(p, q *point) int { p.x++; return p.x }
var origin = point{2, 2}
func far(m metric, q *point) (int, error) { return m.dist(&origin, q), nil }
func Other() { far(moves{}, nil) }
func Fn(x int) (int, error) { return far(taxi{}, &point{x, x}) }`, refused: "origin may be changed"},
	{name: "by a method of others", source: `-- root/a.go --
package a
type Point struct{ x, y int }
type Metric interface{ Dist(p, q *Point) int }
type taxi struct{}
func (taxi) Dist(p, q *Point) int { return p.x }
var origin = Point{2, 2}
func Far(m Metric, q *Point) (int, error) { return m.Dist(&origin, q), nil }
func Fn(x int) (int, error) { return Far(taxi{}, &Point{x, x}) }`, refused: "origin may be changed"},
	{name: "through the field, by another function", source: `-- root/a.go --
package a
type poly struct{ c []int }
var coef = []int{5, 6}
func newPoly() *poly { return &poly{coef} }
func Set(x int) { p := newPoly(); p.c[0] = x }
func Fn(x int) (int, error) { p := newPoly(); return p.c[x], nil }`,
		refused: "4:37: the slice coef may be changed by whatever gets it here (at a.go:5:35, as it seems)"},
	{name: "through the field of a struct with the same fields", source: `-- root/a.go --
package a
type poly struct{ c []int }
type work struct{ c []int }
var coef = []int{5, 6}
func Set(p poly) { w := work(p); w.c[0] = 1 }
func Fn(x int) (int, error) { p := poly{coef}; return p.c[x], nil }`, refused: "coef may be changed"},
	{name: "through the address of the field", source: `-- root/a.go --
package a
type poly struct{ c []int }
var coef = []int{5, 6}
func Set(p *poly) { c := &p.c; (*c)[0] = 1 }
func Fn(x int) (int, error) { p := poly{coef}; return p.c[x], nil }`, refused: "coef may be changed"},
	{name: "by a method of what the field refers to", source: `-- root/a.go --
package a
type grav struct{ mu int }
func (g *grav) set(x int) { g.mu = x }
type sat struct{ g *grav }
var wgs72 = grav{398}
func Set(s sat) { s.g.set(1) }
func Fn(x int) (int, error) { s := sat{&wgs72}; return s.g.mu, nil }`, refused: "wgs72 may be changed"},
	{name: "in a struct within a struct", source: `-- root/a.go --
package a
type poly struct{ c []int }
type pair struct { poly; n int }
var coef = []int{5, 6}
func Set(p *pair) { p.c[1] = 7 }
func Fn(x int) (int, error) { p := pair{poly{coef}, 1}; return p.c[x], nil }`, refused: "coef may be changed"},
	{name: "a method prints and changes", source: `-- root/a.go --
package a
import "fmt"
type grav struct{ mu int }
func (g *grav) String() string { g.mu++; return "" }
type sat struct{ g *grav }
var wgs72 = grav{398}
func Show(s sat) { fmt.Println(s) }
func Fn(x int) (int, error) { s := sat{&wgs72}; return s.g.mu, nil }`, refused: "wgs72 may be changed"},
	{name: "an element of what it is put in", source: `-- root/a.go --
package a
type ball struct{ r int }
var a, b = ball{1}, ball{2}
func Set() { two := []*ball{&a, &b}; more := two[1:]; more[0].r = 3 }
func Fn(x int) (int, error) { return b.r, nil }`, refused: "b may be changed"},
	{name: "by what calls a function that returns it", source: `-- root/a.go --
package a
var coef = [2]int{5, 6}
func get() *[2]int { return &coef }
func twice() (*[2]int, int) { return get(), 2 }
func Set() { p, _ := twice(); p[0] = 1 }
func Fn(x int) (int, error) { return coef[x], nil }`, refused: "coef may be changed"},
	{name: "by what calls a function with a bare return", source: `-- root/a.go --
package a
var coef = [2]int{5, 6}
func get() (n int, p *[2]int) { p = &coef; return }
func Set() { _, p := get(); p[0] = 1 }
func Fn(x int) int { return coef[x] }`, refused: "coef may be changed"},

	// Others may.
	{name: "embedded", source: `-- root/a.go --
package a
type grav struct{ mu int }
type sat struct{ *grav }
var wgs72 = grav{398}
func Set(s sat) { s.mu = 1 }
func Fn(x int) (int, error) { s := sat{&wgs72}; return s.mu, nil }`, refused: "wgs72 may be changed"},
	{name: "exported", source: `-- root/a.go --
package a
type Poly struct{ C []int }
var coef = []int{5, 6}
func New() Poly { return Poly{coef} }
func Fn(x int) (int, error) { return New().C[x], nil }`, refused: "coef may be changed"},
	{name: "what fills fields", source: `-- root/a.go --
package main
import "encoding/json"
type Poly struct{ C []int }
var coef = []int{5, 6}
func Fn(x int) (int, error) { return Poly{coef}.C[x], nil }
func main() { p := Poly{coef}; _ = json.Unmarshal([]byte("{}"), &p) }`, refused: "coef may be changed"},
	{name: "package unsafe", source: `-- root/a.go --
package a
import "unsafe"
type poly struct{ c []int }
var coef = []int{5, 6}
func Set(p *poly) { *(*[]int)(unsafe.Pointer(p)) = nil }
func Fn(x int) (int, error) { return poly{coef}.c[x], nil }`, refused: "coef may be changed"},
	{name: "a field of another package", source: `-- root/a.go --
package a
import "b"
var coef = []int{5, 6}
func Fn(x int) (int, error) { p := b.Poly{C: coef}; return p.C[x], nil }
-- b/b.go --
package b
type Poly struct{ C []int }
func Set(p Poly) { p.C[0] = 1 }`, refused: "coef may be changed"},
	{name: "a function value returns it", source: `-- root/a.go --
package a
var coef = [2]int{5, 6}
func get() *[2]int { return &coef }
var Get = get
func Fn(x int) (int, error) { return get()[x], nil }`, refused: "coef may be changed"},
	{name: "a function literal returns it", source: `-- root/a.go --
package a
var coef = [2]int{5, 6}
func Fn(x int) (int, error) {
	get := func() *[2]int { return &coef }
	return get()[x], nil
}`, refused: "coef may be changed"},
	{name: "an exported method returns it", source: `-- root/a.go --
package a
type model struct{ n int }
var coef = [2]int{5, 6}
func (m model) Table() *[2]int { return &coef }
func Fn(x int) (int, error) { return model{1}.Table()[x], nil }`, refused: "coef may be changed"},
	{name: "a method value returns it", source: `-- root/a.go --
package a
type model struct{ n int }
var coef = [2]int{5, 6}
func (m model) table() *[2]int { return &coef }
func Set(m model) { f := m.table; f()[0] = 1 }
func Fn(x int) (int, error) { return model{1}.table()[x], nil }`, refused: "coef may be changed"},
	{name: "what calls a method changes it", source: `-- root/a.go --
package a
type model struct{ n int }
type tabled interface{ table() *[2]int }
var coef = [2]int{5, 6}
func (m model) table() *[2]int { return &coef }
func Set(m tabled) { m.table()[0] = 1 }
func Fn(x int) (int, error) { return model{1}.table()[x], nil }`, refused: "coef may be changed"},
}

func TestKeptInFields(t *testing.T) { compileAll(t, keptInFields) }
