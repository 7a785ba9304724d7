package instance

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// counter is a body step that delivers konst(0), konst(0)+1 and so on, one a
// run, up to n; it is fed by itself.
func counter(b *graph, n int64) Carrier {
	next := int64(-1)
	x := b.any("count", func(*Context, []Operand) ([]Operand, error) {
		next = min(next+1, n)
		return []Operand{tower(next)}, nil
	}, is(konst(0)))
	b.to(x, x)
	return x
}

// A tower is an element of a chain that is as high as one likes.
type tower int64

func (h tower) String() string              { return fmt.Sprint("height ", int64(h)) }
func (h tower) AppendKey(key []byte) []byte { return append(key, h.String()...) }
func (h tower) Join(with Operand) (Operand, bool) {
	w, ok := with.(tower)
	return max(h, w), ok
}

func TestDeepChains(t *testing.T) {
	const n = 100_000
	start := time.Now()
	c, e := run(t, Options{MaxEntries: n}, chain(n), Tagged{"n", typed("i64")})
	require.Equal(t, "varying i64", result(e))
	require.Len(t, c.Reachable(), n)
	s := c.Stats()
	require.Equal(t, n, s.Entries)
	require.Equal(t, 3*n-2, s.Runs, "an operation runs, is blocked, and runs once more; a return runs once")
	require.Less(t, time.Since(start), 30*time.Second)
}

func TestDeepRecursion(t *testing.T) {
	// f(1) calls f(2) …: Defer does nothing, the budget ends it, and the error
	// has a chain of which the middle is left out.
	f := &fun{name: "f"}
	f.build = func(b *graph) {
		b.ret(b.call("f(n+1)", is(f), "n", b.binary("n+1", plus, outer("n"), is(konst(1)))))
	}
	c, s := problem(t, Options{}, f, Tagged{"n", konst(1)})
	require.Equal(t, 4096, c.Stats().Entries)
	require.Contains(t, s, "f.go:2:1: there would be more than 4096 instances: f is specialised again and again, the "+
		"last time for (n: const i64 4097)\n"+
		"\tin f#4095 (n: const i64 4096)\n"+
		"\tcalled by f#4094 (n: const i64 4095) at f.go:2:1\n")
	require.Contains(t, s, "\n\t… 4079 more calls\n")
	require.Contains(t, s, "\n\tcalled by f (n: const i64 1) at f.go:2:1")
	require.Len(t, strings.Split(s, "\n"), 1+1+2*traceEnds+1)
}

// What a callee does to memory is read after any call, also one that the budget made
// impossible.
func TestReadCalledOfNothing(t *testing.T) {
	callee := unary("callee", func(_ *graph, n Carrier) Carrier { return n })
	caller := unary("caller", func(b *graph, n Carrier) Carrier {
		return b.op("call", func(c *Context, in []Operand) ([]Operand, error) {
			require.PanicsWithValue(t, "instance: ReadCalled before a call", func() { c.ReadCalled("cell") })
			_, ok := c.Call(callee, bundle(t, Tagged{"n", in[0]}))
			require.False(t, ok)
			require.Nil(t, c.ReadCalled("cell"))
			return nil, nil
		}, n)
	})
	_, s := problem(t, Options{MaxEntries: 1}, caller, Tagged{"n", konst(1)})
	require.Contains(t, s, "there would be more than 1 instances")
}

func TestDeepCycle(t *testing.T) {
	// Each entry of a long chain may also go back to the root: one group.
	const n = 20_000
	fs := make([]*fun, n)
	for i := range fs {
		fs[i] = &fun{name: fmt.Sprint("f", i)}
	}
	for i, f := range fs {
		f.build = func(b *graph) {
			b.ret(b.call("back", is(fs[0]), "n", outer("n")))
			if i+1 < n {
				b.ret(b.call("on", is(fs[i+1]), "n", outer("n")))
			} else {
				b.ret(outer("n"))
			}
		}
	}
	start := time.Now()
	c, e := run(t, Options{MaxEntries: n}, fs[0], Tagged{"n", typed("i64")})
	require.Equal(t, "varying i64", result(e))
	require.Less(t, c.Stats().Runs, 10*n)
	require.Less(t, time.Since(start), 30*time.Second)
}

func TestCalleeChangesWithTheOperand(t *testing.T) {
	// The operand of the call is const 1, then varying: only the second entry
	// counts, and the problem of the first does not.
	f := unary("f", func(b *graph, n Carrier) Carrier {
		return b.op("no constants", func(_ *Context, in []Operand) ([]Operand, error) {
			if in[0].(num).known() {
				return nil, errBad
			}
			return []Operand{in[0]}, nil
		}, n)
	})
	var call Carrier
	c, e := run(t, Options{}, root(func(b *graph) {
		x := b.joined("x", is(konst(1)))
		call = b.call("f(x)", is(f), "n", x)
		b.to(x, b.op("late", func(*Context, []Operand) ([]Operand, error) { return []Operand{konst(2)}, nil }))
		b.ret(call)
	}))
	require.Equal(t, "main f#1", reached(c))
	require.Equal(t, []*Entry{c.Entries()[2]}, e.Callees(call.From))
	require.Equal(t, "varying i64", result(e))
	require.Len(t, c.Entries(), 3)
	caller, op := c.Entries()[2].Caller()
	require.Same(t, e, caller)
	require.Equal(t, call.From, op)
}

func TestOutputsRise(t *testing.T) {
	// h returns konst(1) at first and varying at last; main, which is older,
	// is only run when h rests, so it does not see the first.
	h := unary("h", func(b *graph, n Carrier) Carrier {
		x := b.joined("x", n)
		b.to(x, b.binary("+", plus, x, is(konst(1))))
		return x
	})
	var seen []string
	c, e := run(t, Options{}, root(func(b *graph) {
		x := b.call("h(1)", is(h), "n", is(konst(1)))
		b.op("look", func(_ *Context, in []Operand) ([]Operand, error) {
			seen = append(seen, in[0].String())
			return nil, nil
		}, x)
		b.ret(x)
	}))
	require.Equal(t, []string{"varying i64"}, seen)
	require.Equal(t, "varying i64", result(e))
	require.Positive(t, c.Stats().Raised)
}

func TestWhile(t *testing.T) {
	below := func(k int64) *fun {
		return unary(fmt.Sprint("below", k), func(b *graph, n Carrier) Carrier {
			return b.binary("<", less, n, is(konst(k)))
		})
	}
	double := unary("double", func(b *graph, n Carrier) Carrier { return b.binary("+", plus, n, n) })
	for _, c := range []struct {
		x, cond int64
		want    string
		entries string
	}{
		// The loop is not run, so its body is not instantiated.
		{5, 3, "const i64 5", "main while below3"},
		// It is: the value is not the same each time, so it is varying, and
		// what was seen of 1 does not count any more.
		{1, 100, "varying i64", "main while below100#1 double#1"},
	} {
		k, e := run(t, Options{}, root(func(b *graph) {
			b.ret(b.call("while", is(whileOperator), "x cond body", is(konst(c.x)), is(below(c.cond)), is(double)))
		}))
		require.Equal(t, c.want, result(e))
		require.Equal(t, c.entries, reached(k))
	}
}

func TestCells(t *testing.T) {
	_, e := run(t, Options{}, root(func(b *graph) {
		// The load is before the store in the queue.
		x := b.op("load", func(c *Context, _ []Operand) ([]Operand, error) { return []Operand{c.Read("x")}, nil })
		for i := range 2 {
			b.op("store", func(c *Context, _ []Operand) ([]Operand, error) {
				return nil, c.Raise("x", konst(int64(i)))
			})
		}
		b.ret(x)
	}))
	require.Equal(t, "varying i64", result(e))
	require.Equal(t, "varying i64", e.Cell("x").String())
	require.Nil(t, e.Cell("y"))
	_, s := problem(t, Options{}, root(func(b *graph) {
		for _, kind := range []string{"i64", "f64"} {
			b.op("store", func(c *Context, _ []Operand) ([]Operand, error) { return nil, c.Raise("x", typed(kind)) })
		}
	}))
	require.Contains(t, s, "main.go:2:1: the cell x: varying i64 and varying f64 have no common type")
	require.PanicsWithValue(t, "instance: Raise of no operand", func() { (&Context{}).Raise("x", nil) })
}

// TestResultsSeen: an operation runs again when a result rises that it looked at, though that is not an operand of it.
func TestResultsSeen(t *testing.T) {
	_, e := run(t, Options{}, root(func(b *graph) {
		x := b.joined("x", is(konst(1)))
		b.ret(b.op("looks", func(c *Context, _ []Operand) ([]Operand, error) {
			return []Operand{c.Result(x.From, 0)}, nil
		}, b.op("begins", func(*Context, []Operand) ([]Operand, error) { return []Operand{konst(1)}, nil }, x)))
		b.to(x, b.op("later", func(*Context, []Operand) ([]Operand, error) { return []Operand{konst(2)}, nil }, x))
	}))
	require.Equal(t, "varying i64", result(e))
}

// TestRunsAgainOnlyForWhatItUsed: a cell that an operation read in an earlier
// run, but not in its last, does not make it run again.
func TestRunsAgainOnlyForWhatItUsed(t *testing.T) {
	times := 0
	run(t, Options{}, root(func(b *graph) {
		x := b.joined("x", is(konst(1)))
		b.op("reads at first", func(c *Context, in []Operand) ([]Operand, error) {
			if times++; in[0].(num).known() {
				c.Read("x")
			}
			return nil, nil
		}, x)
		late := b.op("late", func(*Context, []Operand) ([]Operand, error) { return []Operand{konst(2)}, nil }, x)
		b.to(x, late)
		later := b.op("later", func(*Context, []Operand) ([]Operand, error) { return []Operand{konst(1)}, nil }, late)
		b.op("raise", func(c *Context, _ []Operand) ([]Operand, error) { return nil, c.Raise("x", konst(1)) }, later)
	}))
	require.Equal(t, 2, times)
}

// TestOutputsAreJoined: an operation that gives something else in its second
// run gave both.
func TestOutputsAreJoined(t *testing.T) {
	next := int64(0)
	_, e := run(t, Options{}, root(func(b *graph) {
		x := b.any("x", func(*Context, []Operand) ([]Operand, error) {
			next++
			return []Operand{konst(next)}, nil
		}, is(konst(0)))
		b.to(x, b.op("again", func(*Context, []Operand) ([]Operand, error) { return []Operand{konst(0)}, nil }))
	}))
	require.EqualValues(t, 2, next)
	require.Equal(t, "varying i64", e.Operand(0, 0).String())
}

func TestLatticeTooHigh(t *testing.T) {
	for name, build := range map[string]func(b *graph){
		"count: output 0: height 100 does not stop rising":   func(b *graph) { counter(b, 1000) },
		"the results of main: (r: height 100) does not stop": nil,
		"the cell x: height 100 does not stop":               nil,
	} {
		c := New(Options{})
		c.maxRises = 99
		_, err := c.Run(root(func(b *graph) {
			if build != nil {
				build(b)
				return
			}
			next := tower(0)
			b.any("step", func(c *Context, _ []Operand) ([]Operand, error) {
				next++
				if strings.HasPrefix(name, "the cell") {
					c.Read("x")
					return nil, c.Raise("x", next-1)
				}
				c.Call(c.Entry().Operator(), Bundle{})
				return nil, c.Return(Bundle{{"r", next - 1}})
			})
		}), Bundle{})
		require.ErrorContains(t, err, name)
		require.ErrorContains(t, err, "it rose 99 times")
	}
}

func TestProblems(t *testing.T) {
	refuse := &fun{name: "refuse", build: func(b *graph) { b.err = errBad }}
	fail := failing("fail", nil, errBad)
	noBundle := primitive("untagged", func(Bundle) Bundle { return Bundle{{"r", nil}} })
	c := New(Options{})
	_, err := c.Run(root(func(b *graph) {
		b.call("a", is(refuse), "")
		b.call("b", is(fail), "")
		b.call("c", is(noBundle), "")
		b.op("twice the same", func(c *Context, _ []Operand) ([]Operand, error) {
			c.Call(nil, nil)
			err := c.Return(Bundle{{"r", nil}})
			return nil, err
		})
	}), Bundle{})
	settled(t, c)
	var all *Error
	require.ErrorAs(t, err, &all)
	require.ErrorIs(t, err, errBad)
	require.Len(t, all.Problems, 4)
	require.Len(t, all.Unwrap(), 4)
	require.ErrorContains(t, err, "(and 3 more)")
	for i, want := range []string{
		"main.go:4:1: a call without an operator\nthe results of main: the operand \"r\" is missing\n\tin main ()",
		"main.go:1:1: it is bad\n\tin refuse ()\n\tcalled by main () at main.go:1:1",
		"main.go:2:1: it is bad\n\tin fail ()\n\tcalled by main () at main.go:2:1",
		"main.go:3:1: the operand \"r\" is missing\n\tin untagged ()\n\tcalled by main () at main.go:3:1",
	} {
		require.Equal(t, want, all.Problems[i].Error())
	}
	require.Equal(t, program.Pos{File: "main.go", Line: 2, Col: 1}, all.Problems[2].Pos())

	_, err = New(Options{}).Run(refuse, Bundle{})
	require.EqualError(t, err, "it is bad\n\tin refuse ()")
	_, err = New(Options{}).Run(nil, Bundle{})
	require.EqualError(t, err, "a call without an operator")
	require.True(t, errors.As(err, &all))
	require.Empty(t, New(Options{}).Reachable())
}

func TestDeferralStays(t *testing.T) {
	// f(1) calls f(2), which is deferred; when the result is there the call
	// runs again, and by then main has made an entry for exactly f(2).
	f := &fun{name: "f", deferring: true}
	stop := unary("stop", func(_ *graph, n Carrier) Carrier { return n })
	again := unary("again", func(b *graph, n Carrier) Carrier {
		return b.call("f(n+1)", is(f), "n", b.binary("n+1", plus, n, is(konst(1))))
	})
	f.build = func(b *graph) {
		b.ret(b.branch("if", is(typed("i64")), stop, again, outer("n")))
	}
	c, _ := run(t, Options{}, root(func(b *graph) {
		b.ret(b.call("f(1)", is(f), "n", is(konst(1))))
		b.ret(b.call("f(2)", is(f), "n", is(konst(2))))
	}))
	// f(2) of main is an entry of its own, f(3) below it is deferred again.
	require.Equal(t, "main f if stop again f#1 if#1 stop#1 again#1 f#2 if#2 stop#2 again#2", reached(c))
	for _, e := range c.Reachable() {
		if strings.HasPrefix(e.Symbol(), "again") {
			require.Equal(t, "f#1", e.Callees(1)[0].Symbol(), e.Symbol())
		}
	}
}

func TestTranscriptOfDeepCalls(t *testing.T) {
	var s strings.Builder
	run(t, Options{Log: &s}, chain(40), Tagged{"n", typed("i64")})
	require.Contains(t, s.String(), "\n"+strings.Repeat("  ", logIndent)+"begin f24 ")
	require.Contains(t, s.String(), "\n"+strings.Repeat("  ", logIndent)+"[39] begin f39 ")
}

func TestAgain(t *testing.T) {
	// A second root finds the entries of the first.
	fib := fibOperator()
	c, e := run(t, Options{}, fib, Tagged{"n", typed("i64")})
	before := c.Stats()
	again, err := c.Run(fib, bundle(t, Tagged{"n", typed("i64")}))
	require.NoError(t, err)
	require.Same(t, e, again)
	before.Hits++
	require.Equal(t, before, c.Stats())
	_, err = c.Run(unary("g", func(b *graph, n Carrier) Carrier { return b.call("fib", is(fib), "n", n) }),
		bundle(t, Tagged{"n", typed("i64")}))
	require.NoError(t, err)
	require.Equal(t, "g fib if one rec", reached(c))
	require.Equal(t, before.Entries+1, c.Stats().Entries)
}

func TestBundles(t *testing.T) {
	one := bundle(t, Tagged{"x", konst(1)}, Tagged{"y", konst(2)})
	two := bundle(t, Tagged{"x", konst(1)}, Tagged{"y", konst(3)})
	joined, ok := one.Join(two)
	require.True(t, ok)
	require.Equal(t, "(x: const i64 1, y: varying i64)", joined.String())
	for _, other := range []Operand{konst(1), Bundle{}, Bundle{{"x", konst(1)}, {"z", konst(2)}},
		Bundle{{"x", konst(1)}, {"y", typed("f64")}}} {
		_, ok := one.Join(other)
		require.False(t, ok, other)
	}
	require.Nil(t, one.Get("z"))
	require.Equal(t, "(x: missing)", Bundle{{"x", nil}}.String())
	// Keys do not run together.
	a := Bundle{{"x", Bundle{{"y", konst(1)}}}, {"z", konst(1)}}
	b := Bundle{{"x", Bundle{{"y", konst(1)}, {"z", konst(1)}}}}
	require.NotEqual(t, a.AppendKey(nil), b.AppendKey(nil))
	const between = "\x01y\x00\x00\x00\x00"
	a = Bundle{{"x", word("p" + between + "r")}, {"y", word("q")}}
	b = Bundle{{"x", word("p")}, {"y", word("r" + between + "q")}}
	require.NotEqual(t, a.AppendKey(nil), b.AppendKey(nil))
}

// A word is an operand that is its key.
type word string

func (w word) String() string                    { return string(w) }
func (w word) AppendKey(key []byte) []byte       { return append(key, w...) }
func (w word) Join(with Operand) (Operand, bool) { return w, with == Operand(w) }

func TestDeferMadeNoBundle(t *testing.T) {
	f := &careless{fun{name: "f", build: func(b *graph) { b.ret(is(konst(1))) }}}
	require.PanicsWithValue(t, `bug: f: Defer made no bundle: the operand "n" is missing`, func() {
		c := New(Options{MaxInstances: 1})
		for i := range 2 {
			_, err := c.Run(f, Bundle{{"n", konst(int64(i))}})
			require.NoError(t, err)
		}
	})
}

// A careless operator loses an operand when it defers.
type careless struct{ fun }

func (*careless) Defer(Bundle, Bundle) Bundle { return Bundle{{"n", nil}} }

// BenchmarkEntry works off one entry of 10,000 operations on two operands each.
func BenchmarkEntry(b *testing.B) {
	const n = 10_000
	f := root(func(g *graph) {
		x := g.op("x", func(*Context, []Operand) ([]Operand, error) { return []Operand{typed("i64")}, nil })
		for i := range n - 2 {
			x = g.binary("+", plus, x, Carrier{From: i / 2})
		}
		g.ret(x)
	})
	for b.Loop() {
		c := New(Options{})
		if _, err := c.Run(f, Bundle{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/operation")
}

// BenchmarkCalls works off a chain of 10,000 entries.
func BenchmarkCalls(b *testing.B) {
	const n = 10_000
	f := chain(n)
	for b.Loop() {
		c := New(Options{MaxEntries: n})
		if _, err := c.Run(f, Bundle{{"n", typed("i64")}}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/entry")
}
