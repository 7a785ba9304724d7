package load_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"
)

// Functions that end in calls of themselves with longer texts are loops, unless their levels know of each other.
func TestLoopTails(t *testing.T) {
	const helpers = `
type tree struct { left *tree; name string }
func note(p *string) int { return len(*p) }
func (t *tree) add(s string) { t.name += s }
func each(yield func(int) bool) { yield(1) }
`
	for _, tc := range []struct {
		name, fn string
		calls    int // of itself that are left
	}{
		{"a text", `func Fn(s string, n int) string { if n == 0 { return s }; return Fn(s+"x", n-1) }`, 0},
		{"in branches and loops", `func Fn(s string, n int) string {
			for range n {
				switch {
				case n > 3: return Fn("x"+s, n-1)
				case n > 1: if s == "" { return (Fn)(s+"y", n-1) }
				}
			}
			return s
		}`, 0},
		{"another call behind", `func Fn(s string, n int) string {
			if n == 0 { return s }
			if n == 1 { return Fn(s, 0) + "." }
			return Fn(s+"x", n-1)
		}`, 1},
		{"results with names", `func Fn(s string, n int) (r string, t tree, e error, c complex128) {
			if n == 0 { r += s; return }
			r, c = "lost", 1
			return Fn(s+"x", n-1)
		}`, 0},
		{"parameters without names", `func Fn(s string, _ int) string {
			if len(s) > 3 { return s }
			return Fn(s+"x", 1)
		}`, 0},
		{"a number", `func Fn(s string, n int) string { if n == 0 { return s }; return Fn(s, n-1) }`, 1},
		{"a constant text", `func Fn(s string, n int) string { if n == 0 { return s }; return Fn("x"+"y", n-1) }`, 1},
		{"not the last thing", `func Fn(s string, n int) string {
			if n == 0 { return s }
			return Fn(s+"x", n-1)[1:]
		}`, 1},
		{"something deferred", `func Fn(s string, n int) string {
			defer println(n)
			if n == 0 { return s }
			return Fn(s+"x", n-1)
		}`, 1},
		{"a function that knows a parameter", `func Fn(s string, f func() int) string {
			if f() == 0 { return s }
			return Fn(s+"x", func() int { return len(s) })
		}`, 1},
		{"a pointer to a parameter", `func Fn(s string, n int) string {
			if n == 0 { return s }
			return Fn(s+"x", note(&s))
		}`, 1},
		{"a method that changes a parameter", `func Fn(s string, t tree) string {
			t.add(s)
			if len(t.name) > 9 { return s }
			return Fn(s+"x", t)
		}`, 1},
		{"a part of a parameter", `func Fn(s string, b [4]byte) string {
			c := b[1:]
			if len(s) > len(c) { return s }
			return Fn(s+"x", b)
		}`, 1},
		{"in the body of a range over a function", `func Fn(s string, n int) string {
			for i := range each { if i < n { return Fn(s+"x", n-1) } }
			return s
		}`, 1},
		{"several arguments from one call", `func Fn(s string, n int) string {
			if n == 0 { return s }
			return Fn(two(s + "x"))
		}
		func two(s string) (string, int) { return s, len(s) - 4 }`, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l, _ := mustLoad(t, "-- root/a.go --\npackage root\n"+helpers+tc.fn)
			require.Len(t, callsOf(l.Root.Func("Fn"), l.Root.Func("Fn")), tc.calls)
		})
	}
}

// A method that calls itself for another receiver is a loop as well, if that is of the parameter's type.
func TestLoopTailsOfMethods(t *testing.T) {
	for _, tc := range []struct {
		fn    string
		calls int
	}{
		{`func (t *tree) Path(s string) string { if t == nil { return s }; return t.left.Path(s + t.name) }`, 0},
		{`func (t tree) Path(s string) string { if t.left == nil { return s }; return t.left.Path(s + t.name) }`, 1},
	} {
		l, _ := mustLoad(t, "-- root/a.go --\npackage root\n\ntype tree struct { left *tree; name string }\n"+tc.fn+
			"\nfunc Fn(a, b string) string { return (&tree{&tree{nil, a}, b}).Path(a) }")
		path := callsOf(l.Root.Func("Fn"), nil)[0].Call.StaticCallee()
		require.Len(t, callsOf(path, path), tc.calls, tc.fn)
	}
}

// callsOf are the calls in a function, and in those that it is around, of another one, or of any.
func callsOf(in, callee *ssa.Function) (calls []*ssa.Call) {
	for _, f := range append(in.AnonFuncs, in) {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if c, ok := i.(*ssa.Call); ok && (callee == nil || c.Call.StaticCallee() == callee) {
					calls = append(calls, c)
				}
			}
		}
	}
	return calls
}
