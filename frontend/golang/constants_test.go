package golang_test

import (
	"path"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/resolve"
)

// constant is a package whose Fn reads a package-level variable.
type constant struct {
	name, source string
	refused      string
	want         int64 // of Fn(1)
}

// What is a constant: a package-level variable that nothing changes once the
// program runs, where that is proven. Each case is a package whose Fn reads such
// a variable, perhaps with others that it imports; refused says where it is
// changed, or may be, as line:column and what the message has.
var constants = []constant{
	// Directives.
	{name: "go:embed", source: `-- root/a.go --
package a
import _ "embed"
//go:embed p.txt
var s string
func Fn(x int) int { return len(s) + x }`, refused: "a.go:3:12: s is set by go:embed"},
	{name: "go:embed in a group", source: `-- root/a.go --
package a
import _ "embed"
var (
	n = 1
	//go:embed p.txt
	t []byte
)
func Fn(x int) int { return int(t[x]) + n }`, refused: "a.go:5:13: t is set by go:embed"},
	{name: "go:linkname to another package", source: `-- root/a.go --
package a
import _ "unsafe"
//go:linkname t x/q.table
var t [4]int
func Fn(x int) int { return t[x%4] }`, refused: "a.go:3:15: t is a name of another package's"},
	{name: "go:linkname from another package", source: `-- root/a.go --
package a
import (
	"x/q"
	"x/r"
)
var _ = r.X
func Fn(x int) int { return q.At(x) }
-- x/q/q.go --
package q
var table = [4]int{1, 2, 3, 4}
func At(x int) int { return table[x] }
-- x/r/r.go --
package r
import _ "unsafe"
var X int
//go:linkname t x/q.table
var t [4]int
func init() { t[1] = 9 }`, refused: "q.table has another name by go:linkname"},
	{name: "assembly", source: `-- root/a.go --
package a
var n = 1
func set()
func Fn(x int) int { return n + x }
-- root/a_amd64.s --
#include "textflag.h"
TEXT ·set(SB), NOSPLIT, $0-0
	MOVQ $7, ·n(SB)
	RET`, refused: "a.go:2:5: n is named in assembly"},
	{name: "assembly that names others", source: `-- root/a.go --
package a
var n = 1
func Fn(x int) int { return n + x }
-- root/a_amd64.s --
TEXT ·get(SB), $0-0
	MOVQ ·other(SB), AX
	MOVQ x∕q·n(SB), AX
	RET`, want: 2},

	// Code that has no source here gets the variable before the program begins.
	{name: "fmt.Sscan in init", source: `-- root/a.go --
package a
import "fmt"
var n int
func init() { fmt.Sscan("42", &n) }
func Fn(x int) int { return x + n }`, refused: "a.go:4:24: n may be set here"},
	{name: "fmt.Sscan in an initialiser", source: `-- root/a.go --
package a
import "fmt"
var n int
var _, _ = fmt.Sscan("42", &n)
func Fn(x int) int { return x + n }`, refused: "a.go:4:21: n may be set here"},
	{name: "a package called fmt", source: `-- root/a.go --
package a
import "x/fmt"
var n int
func Show() { fmt.Println(&n) }
func Fn(x int) int { return x + n }
-- x/fmt/f.go --
package fmt
func Println(p *int) { *p = 1 }`, refused: "a.go:4:27: n may be changed by whatever gets it here"},
	{name: "a method that only reads, called where nothing gets", source: `-- root/a.go --
package a
type table struct{ v [2]int }
func (t *table) at(i int) int { return t.v[i&1] }
type scanner[T any] struct{ x T }
func (s *scanner[T]) scan(t *table) int { return t.at(1) }
type plain struct{ n int }
func (p plain) first(list []int) int { return list[0] + p.n }
var tab = table{[2]int{3, 4}}
var list = []int{5}
func Given(s *scanner[int]) int { return s.scan(&tab) }
func Made() int {
	p, q := plain{1}, &plain{2}
	r := new(plain)
	var s plain
	return p.first(list) + q.first(list) + r.first(list) + s.first(list)
}
func Fn(x int) int { return x + tab.at(x) + list[0] }`, want: 10},
	{name: "a method that writes, called where nothing gets", source: `-- root/a.go --
package a
type table struct{ n int }
type scanner struct{}
func (s *scanner) scan(t *table) { t.n++ }
var tab = table{1}
func Given(s *scanner) { s.scan(&tab) }
func Fn(x int) int { return x + tab.n }`, refused: "a.go:6:33: tab is changed here"},
	{name: "a method of a type of another scope", source: `-- root/a.go --
package a
type table struct{ n int }
type scanner struct{}
func (s *scanner) scan(t *table) {}
type writer struct{}
func (s *writer) scan(t *table) { t.n++ }
var tab = table{1}
func Given() {
	type scanner struct{ *writer }
	s := scanner{}
	s.scan(&tab)
}
func Fn(x int) int { return x + tab.n }`, refused: "a.go:11:9: tab may be changed by whatever gets it here"},
	{name: "a method of an interface", source: `-- root/a.go --
package a
type table struct{ n int }
type scanner interface{ scan(t *table) }
var tab = table{1}
func Given(s scanner) { s.scan(&tab) }
func Fn(x int) int { return x + tab.n }`, refused: "a.go:5:32: tab may be changed by whatever gets it here"},
	{name: "a method that prints", source: `-- root/a.go --
package a
import "fmt"
type counter struct{ n int }
func (c *counter) String() string { c.n++; return "" }
var c = counter{1}
func Show() { fmt.Println(&c) }
func Fn(x int) int { return x + c.n }`, refused: "a.go:6:27: c is changed here"},
	{name: "printing", source: `-- root/a.go --
package a
import "fmt"
type counter struct{ n int }
func (c *counter) String() string { return fmt.Sprint(c.n) }
var c = &counter{1}
func Show() { fmt.Println(c) }
func init() { fmt.Println("starts") }
func Fn(x int) int { return x + c.n }`, want: 2},
	{name: "set again after it was handed away", source: `-- root/a.go --
package a
import "time"
var n int
func init() {
	time.AfterFunc(0, func() { n = 7 })
	n = 1
}
func Fn(x int) int { return x + n }`, refused: "a.go:5:29: n is changed here"},
	{name: "sync.Once in init", source: `-- root/a.go --
package a
import "sync"
var o sync.Once
var n int
func init() { o.Do(func() { n = 5 }) }
func Fn(x int) int { return x + n }`, refused: "a.go:5:19: n may be set here"},
	{name: "flag.Func", source: `-- root/a.go --
package a
import "flag"
var n = 1
var _ = reg()
func reg() int { flag.Func("n", "", func(s string) error { n = len(s); return nil }); return 0 }
func Fn(x int) int { return x + n }`, refused: "a.go:5:27: n may be set here"},
	{name: "a call that ends early keeps what it got", source: `-- root/a.go --
package a
import "os"
var n int
var kept *int
func setup(p *int) {
	if os.Getenv("X") == "" {
		kept = p
	}
}
func init() {
	setup(&n)
	n = 1
}
func Set() { *kept = 7 }
func Fn(x int) int { return x + n }`, refused: "a.go:6:14: n may be set here"},
	{name: "one unknown initialiser spoils no others", source: `-- root/a.go --
package a
import "sync"
type crs interface{ base() crs }
type plane struct{}
func (plane) base() crs { return nil }
var cache sync.Map
func lookup(k int) crs {
	if c, ok := cache.Load(k); ok {
		return c.(crs)
	}
	return plane{}
}
func depth(c crs) (n float64) {
	for c != nil {
		n++
		c = c.base()
	}
	return n
}
var table = build()
func build() *[4]int {
	t := new([4]int)
	for i := range t {
		t[i] = i * i
	}
	return t
}
var base = depth(lookup(4326))
var debug = base > 1 && table[1] > 2
var after = table[3]
func init() { _ = base }
func Other() (float64, bool) { return base, debug }
func Fn(i int) int { return table[i+1] + after }`, want: 13},
	{name: "it spoils what it may call", source: `-- root/a.go --
package a
import "os"
type setter interface{ set() }
type one struct{}
func (one) set() { n = 2 }
var n = 1
var s setter = one{}
var hook = func() { m = 2 }
var m = 1
func pick() func() { if os.Getenv("X") == "" { return nil }; return hook }
func run(s setter, f func()) int { if os.Getenv("X") == "" { s.set(); f() }; return 0 }
var _ = run(s, pick())
func Fn(x int) int { return x + n + m }`, refused: "n is changed here"},

	// Function literals that outlive init functions.
	{name: "a closure that is kept", source: `-- root/a.go --
package a
var n = 1
var set func(int)
func init() { set = func(v int) { n = v } }
func Fn(x int) int { return x + n }`, refused: "a.go:4:35: n is changed here"},
	{name: "a closure kept by what init calls", source: `-- root/a.go --
package a
var n = 1
var set func(int)
func setup() { set = func(v int) { n = v } }
func init() { setup() }
func Fn(x int) int { return x + n }`, refused: "a.go:4:36: n is changed here"},
	{name: "a function that is kept", source: `-- root/a.go --
package a
var n = 1
var set func(int)
func put(v int) { n = v }
func init() { set = put; put(3) }
func Fn(x int) int { return x + n }`, refused: "a.go:4:19: n is changed here"},
	{name: "a goroutine", source: `-- root/a.go --
package a
var n = 1
func put(v int) { n = v }
func init() { go put(3) }
func Fn(x int) int { return x + n }`, refused: "n is changed here"},
	{name: "closures in a list", source: `-- root/a.go --
package a
var n = 1
var list []func()
func init() { list = append(list, func() { n++ }) }
func Fn(x int) int { return x + n }`, refused: "a.go:4:44: n is changed here"},
	{name: "a closure over memory that others read", source: `-- root/a.go --
package a
func pair() (func() int, func(int)) { n := 1; return func() int { return n }, func(v int) { n = v } }
var get, set = pair()
func Fn(x int) int { return x + get() }`, refused: "a.go:2:79: get may be changed by this function"},
	{name: "a closure over a slice", source: `-- root/a.go --
package a
var table = [4]int{1, 2, 3, 4}
var hook func(int)
func init() { t := table[:]; hook = func(v int) { t[0] = v } }
func Fn(x int) int { return table[x] }`, refused: "a.go:4:37: table may be changed by this function"},
	{name: "a closure that only reads", source: `-- root/a.go --
package a
func over(t []int) func(int) int { return func(i int) int { return t[i] + len(t) } }
var table = []int{1, 2, 3, 4}
var at = over(table)
func Fn(x int) int { return table[x] + at(x) }`, want: 8},
	{name: "closures that are called at once", source: `-- root/a.go --
package a
import "sort"
var table = [4]int{4, 3, 2, 1}
var n, m = 0, 0
func init() {
	func() { n = 3 }()
	add := func(v int) { m += v }
	for i := range 3 {
		add(i)
	}
	sort.Slice(table[:], func(i, j int) bool { n++; return table[i] < table[j] })
}
func Fn(x int) int { return x + table[x] }`, want: 3},

	{name: "closures that call each other", source: `-- root/a.go --
package a
var n = 0
var kept func(int)
func init() {
	var even, odd func(int)
	even = func(i int) { if i > 0 { n++; odd(i-1) } }
	odd = func(i int) { if i > 0 { n += 2; even(i-1) } }
	even(3)
}
func Fn(x int) int { return x + n }`, want: 5},
	{name: "closures that call each other, of which one is kept", source: `-- root/a.go --
package a
var n = 0
var kept func(int)
func init() {
	var even, odd func(int)
	even = func(i int) { if i > 0 { n++; odd(i-1) } }
	odd = func(i int) { if i > 0 { even(i-1) } }
	kept = odd
}
func Fn(x int) int { return x + n }`, refused: "a.go:6:34: n is changed here"},

	// Other names of the memory.
	{name: "a method value", source: `-- root/a.go --
package a
type T struct{ n int }
func (t *T) put(v int) { t.n = v }
var t T
var set func(int)
func init() { set = t.put }
func Fn(x int) int { return x + t.n }`, refused: "t may be changed"},
	{name: "an interface", source: `-- root/a.go --
package a
type S interface{ put(int) }
type T struct{ n int }
func (t *T) put(v int) { t.n = v }
var t T
var s S
func init() { s = &t }
func Set() { s.put(7) }
func Fn(x int) int { return x + t.n }`, refused: "a.go:8:14: t may be changed here through s"},
	{name: "a pointer", source: `-- root/a.go --
package a
var n = 1
var p *int
func init() { p = &n }
func Set() { *p = 7 }
func Fn(x int) int { return x + n }`, refused: "a.go:5:14: n may be changed here through p"},
	{name: "a pointer that nobody writes through", source: `-- root/a.go --
package a
var n = 1
var p *int
func init() { p = &n }
func Get() int { return *p }
func Fn(x int) int { return x + n + *p }`, want: 3},
	{name: "a slice", source: `-- root/a.go --
package a
var t [3]int
var p []int
func init() { p = t[:] }
func Set() { p[1] = 7 }
func Fn(x int) int { return t[x] }`, refused: "a.go:5:14: t may be changed here through p"},
	{name: "a pointer in a struct", source: `-- root/a.go --
package a
var n = 1
type C struct{ p *int }
var c C
func init() { c = C{&n} }
func Set() { *c.p = 7 }
func Fn(x int) int { return x + n }`, refused: "a.go:6:14: n may be changed here through c"},
	{name: "a pointer in a map", source: `-- root/a.go --
package a
var n = 1
var m = map[string]*int{}
func init() { m["n"] = &n }
func Set() { *m["n"] = 7 }
func Fn(x int) int { return x + n }`, refused: "a.go:5:14: n may be changed here through m"},
	{name: "a pointer as the key of a map", source: `-- root/a.go --
package a
var n = 1
var m = map[*int]bool{}
func init() { m[&n] = true }
func Set() { for p := range m { *p = 7 } }
func Fn(x int) int { return x + n }`, refused: "a.go:5:33: n may be changed here through m"},
	{name: "memory that two variables share", source: `-- root/a.go --
package a
func both() ([]int, []int) { t := []int{1, 2, 3}; return t, t[1:] }
var a, b = both()
func Set() { b[0] = 7 }
func Fn(x int) int { return a[x] }`, refused: "a.go:4:14: a may be changed here through b"},
	{name: "memory that two variables share and nobody changes", source: `-- root/a.go --
package a
func both() ([]int, []int) { t := []int{1, 2, 3}; return t, t[1:] }
var a, b = both()
func Fn(x int) int { return a[x] + b[x] }`, want: 5},
	{name: "a key that is a pointer", source: `-- root/a.go --
package a
type T struct{ n int }
var t = &T{1}
func Set() { m := map[*T]int{t: 1}; for k := range m { k.n = 7 } }
func Fn(x int) int { return x + t.n }`, refused: "a.go:4:30: t may be changed by whatever gets it here"},
	{name: "a field of the same name", source: `-- root/a.go --
package a
type T struct{ table []int }
var table = []int{1, 2, 3}
func Make(x []int) []T { return []T{{table: x}} }
func Fn(x int) int { return x + table[x] }`, want: 3},
	{name: "an error that is taken apart", source: `-- root/a.go --
package a
type E struct{ n int }
func (e *E) Error() string { return "e" }
var err error = &E{1}
func Set() { err.(*E).n = 7 }
func Fn(x int) (int, error) { if x > 0 { return x, nil }; return 0, err }`,
		refused: "a.go:5:14: err may be changed by whatever gets it here"},
	{name: "a method of a package without source", source: `-- root/a.go --
package a
import "sync/atomic"
type T struct{ n atomic.Int64; k int }
var t T
func (t *T) Set() { t.n.Store(7) }
func Inc() { t.n.Add(1) }
func Fn(x int) int { return x + int(t.n.Load()) }`, refused: "t"},
	{name: "panic hands it on", source: `-- root/a.go --
package a
var t = &[2]int{1, 2}
func Set() { defer func() { recover().(*[2]int)[0] = 7 }(); panic(t) }
func Fn(x int) int { return t[x] }`, refused: "a.go:3:67: t may be changed by whatever gets it here"},

	// Other packages.
	{name: "a package that nothing is reached of", source: `-- root/a.go --
package a
import (
	"x/q"
	_ "x/r"
)
func Fn(x int) int { return q.T[x%4] }
-- x/q/q.go --
package q
var T [4]int
-- x/r/r.go --
package r
import "x/q"
func init() { q.T[1] = 5 }`, refused: "q.T is changed at x/r/r.go:3:"},
	{name: "a package that an import imports", source: `-- root/a.go --
package a
import (
	"x/q"
	"x/s"
)
var _ = s.X
func Fn(x int) int { return q.T[x%4] }
-- x/q/q.go --
package q
var T [4]int
-- x/s/s.go --
package s
import _ "x/r"
var X int
-- x/r/r.go --
package r
import table "x/q"
func Set(i int) { table.T[i] = 5 }`, refused: "q.T is changed at x/r/r.go:3:"},
	{name: "a package that is not there", source: `-- root/a.go --
package a
import (
	"x/q"
	_ "x/r"
)
func Fn(x int) int { return q.T[x%4] + q.At(x) }
-- x/q/q.go --
package q
var T [4]int
var t [4]int
func At(x int) int { return t[x] }`, refused: "q.T may be changed by package x/r, which is not available"},
	{name: "a package that is not there cannot name it", source: `-- root/a.go --
package a
import (
	"x/q"
	_ "x/r"
)
func Fn(x int) int { return q.At(x) }
-- x/q/q.go --
package q
var t = [4]int{5, 6, 7}
func At(x int) int { return t[x] }`, want: 6},
	{name: "handed to another package", source: `-- root/a.go --
package a
import "x/q"
var t [4]int
func init() { q.Keep(&t) }
func Fn(x int) int { return t[x] + q.N }
-- x/q/q.go --
package q
var N int
var kept *[4]int
func Keep(t *[4]int) { kept = t }
func Set(i int) { kept[i] = 1 }`, refused: "t may be changed here through kept"},
}

func TestConstants(t *testing.T) { compileAll(t, constants) }

// compileAll compiles the functions of some packages and runs what is accepted.
func compileAll(t *testing.T, all []constant) {
	standard := resolve.New("")
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			packages := map[string][]golang.File{}
			for _, f := range txtar.Parse([]byte(c.source)).Files {
				packages[path.Dir(f.Name)] = append(packages[path.Dir(f.Name)],
					golang.File{Name: f.Name, Text: string(f.Data)})
			}
			prog, err := golang.Compile(packages["root"], "Fn",
				golang.Options{Import: func(path string) ([]golang.File, error) {
					if files := packages[path]; files != nil {
						return files, nil
					}
					return standard.Import(path)
				}})
			if c.refused != "" {
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
			got, fault, err := interp.Run(prog, []interp.Value{interp.Int64(1)})
			require.NoError(t, err)
			require.Nil(t, fault)
			assert.Equal(t, c.want, int64(got[0].Bits[0]))
		})
	}
}
