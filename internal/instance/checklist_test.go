package instance

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChecklist has a subtest for each statement of the design that this room
// was built after, by its number there.
func TestChecklist(t *testing.T) {
	fib := fibOperator()
	i64 := typed("i64")
	n := Tagged{"n", i64}
	twice := unary("twice", func(b *graph, n Carrier) Carrier { return b.binary("+", plus, n, n) })
	square := unary("square", func(b *graph, n Carrier) Carrier { return b.binary("*", times, n, n) })
	// apply calls the operator that it is given.
	apply := &fun{name: "apply", build: func(b *graph) { b.ret(b.call("f(x)", outer("f"), "n", outer("x"))) }}

	// log runs fib and returns the transcript.
	log := func(t *testing.T) string {
		var s strings.Builder
		run(t, Options{Log: &s}, fib, n)
		return s.String()
	}

	rows := []struct {
		id, says string
		test     func(t *testing.T)
	}{
		{"C-1", "an entry for each operator and set of operands", func(t *testing.T) {
			main := root(func(b *graph) {
				for _, kind := range []string{"f64", "f64", "i64"} {
					b.ret(b.op("drop", func(*Context, []Operand) ([]Operand, error) { return []Operand{konst(0)}, nil },
						b.call("twice", is(twice), "n", is(typed(kind)))))
				}
			})
			c, _ := run(t, Options{}, main)
			require.Equal(t, "main twice twice#1", reached(c))
			require.Equal(t, 3, c.Stats().Entries)
			require.Positive(t, c.Stats().Hits)
		}},
		{"C-2", "a symbol names the entry", func(t *testing.T) {
			c := New(Options{})
			for i := range 3 {
				e, err := c.Run(twice, bundle(t, Tagged{"n", konst(int64(i))}))
				require.NoError(t, err)
				require.Equal(t, []string{"twice", "twice#1", "twice#2"}[i], e.Symbol())
			}
			// A name that is a symbol already.
			e, err := c.Run(unary("twice#3", func(_ *graph, n Carrier) Carrier { return n }), bundle(t, n))
			require.NoError(t, err)
			require.Equal(t, "twice#3", e.Symbol())
			e, err = c.Run(twice, bundle(t, n))
			require.NoError(t, err)
			require.Equal(t, "twice#4", e.Symbol())
		}},
		{"C-3", "inputs are named, in no order", func(t *testing.T) {
			f := &fun{name: "f", build: func(b *graph) { b.ret(outer("x")) }}
			c := New(Options{})
			one, err := c.Run(f, bundle(t, Tagged{"x", konst(1)}, Tagged{"y", konst(2)}))
			require.NoError(t, err)
			two, err := c.Run(f, bundle(t, Tagged{"y", konst(2)}, Tagged{"x", konst(1)}))
			require.NoError(t, err)
			require.Same(t, one, two)
		}},
		{"C-4", "the operator is one of the inputs", func(t *testing.T) {
			main := root(func(b *graph) {
				x := b.call("apply square", is(apply), "f x", is(square), is(konst(3)))
				y := b.call("apply twice", is(apply), "f x", is(twice), is(konst(3)))
				b.ret(b.binary("+", plus, x, y))
			})
			c, e := run(t, Options{}, main)
			require.Equal(t, "const i64 15", result(e))
			require.Equal(t, "main apply square apply#1 twice", reached(c))
			itself := &fun{name: "itself", build: func(b *graph) { b.ret(outer(OperatorTag)) }}
			_, e = run(t, Options{}, itself)
			require.Equal(t, "fn itself", result(e))
			_, s := problem(t, Options{}, root(func(b *graph) {
				b.op("call of nothing", func(c *Context, _ []Operand) ([]Operand, error) {
					c.Call(nil, nil)
					return nil, nil
				})
			}))
			require.Contains(t, s, "main.go:1:1: a call without an operator")
			_, err := New(Options{}).Run(twice, Bundle{{OperatorTag, twice}})
			require.ErrorContains(t, err, "the operator's own")
		}},
		{"C-5", "the hash is the key, equality decides", func(t *testing.T) {
			_, e := run(t, Options{}, fib, n)
			_, again := run(t, Options{}, fib, n)
			require.Equal(t, e.Hash(), again.Hash())
			main := root(func(b *graph) {
				sum := is(konst(0))
				for i := range 40 {
					sum = b.binary("+", plus, sum, b.call("square", is(square), "n", is(konst(int64(i)))))
				}
				b.ret(sum)
			})
			c, e := run(t, Options{}, main)
			short := New(Options{})
			short.hooks.hashBits = 4
			same, err := short.Run(main, Bundle{})
			require.NoError(t, err)
			require.Equal(t, "const i64 20540", result(e))
			require.Equal(t, result(e), result(same))
			require.Equal(t, c.Stats(), short.Stats())
			require.LessOrEqual(t, len(short.byHash), 16)
		}},
		{"C-6", "all inputs as one bundle", func(t *testing.T) {
			f := &fun{name: "f", build: func(b *graph) { b.ret(outer(WholeBundle)) }}
			_, e := run(t, Options{}, f, Tagged{"y", konst(2)}, Tagged{"x", konst(1)})
			require.Equal(t, "(x: const i64 1, y: const i64 2)", result(e))
			require.Equal(t, e.In(), e.Outputs().Get("r"))
		}},
		{"C-7", "several outputs", func(t *testing.T) {
			c, e := run(t, Options{}, root(func(b *graph) {
				qr := b.call("divmod", is(divmod), "x y", is(konst(17)), is(konst(5)))
				b.op("both", func(c *Context, in []Operand) ([]Operand, error) {
					return nil, c.Return(in[0].(Bundle))
				}, Carrier{From: qr.From, Out: 1})
			}))
			require.Equal(t, "(quotient: const i64 3, rest: const i64 2)", e.Outputs().String())
			require.Equal(t, 1, c.Stats().Primitives)
		}},
		{"C-8", "all outputs as one bundle", func(t *testing.T) {
			_, e := run(t, Options{}, root(func(b *graph) {
				qr := b.call("divmod", is(divmod), "x y", is(konst(17)), is(konst(5)))
				field := func(tag string) Carrier {
					return b.op(tag, func(_ *Context, in []Operand) ([]Operand, error) {
						return []Operand{in[0].(Bundle).Get(tag)}, nil
					}, Carrier{From: qr.From, Out: 1})
				}
				b.ret(b.binary("*", times, field("quotient"), field("rest")))
			}))
			require.Equal(t, "const i64 6", result(e))
		}},
		{"C-9", "aux is there only while the entry is processed", func(t *testing.T) {
			var states []State
			probe := root(func(b *graph) {
				look := func(c *Context, _ []Operand) ([]Operand, error) {
					require.NotNil(t, c.Entry().aux)
					states = append(states, c.Entry().State())
					return nil, c.Return(Bundle{})
				}
				b.op("first", look)
				b.op("second", look)
			})
			_, e := run(t, Options{}, probe)
			require.Equal(t, []State{Begun, Ready}, states)
			require.Nil(t, e.aux)
			require.Equal(t, "begun ready done State(7)", fmt.Sprintf("%v %v %v %v", Begun, Ready, Done, State(7)))
		}},
		{"C-10", "what follows a nested if sees both sides joined", func(t *testing.T) {
			inner := unary("inner", func(b *graph, n Carrier) Carrier {
				return b.branch("if", is(num{"i64", uniform, 0}), twice, square, n)
			})
			_, e := run(t, Options{}, root(func(b *graph) {
				b.ret(b.binary("+", plus, b.branch("if", is(i64), inner, twice, is(konst(3))), is(konst(1))))
			}))
			require.Equal(t, "varying i64", result(e)) // 6 or 9, or 6
		}},
		{"C-11", "a bundle travels whole and is used by field", func(t *testing.T) {
			sum := &fun{name: "sum", build: func(b *graph) {
				part := func(tag string) Carrier {
					return b.op(tag, func(_ *Context, in []Operand) ([]Operand, error) {
						return []Operand{in[0].(Bundle).Get(tag)}, nil
					}, outer("p"))
				}
				b.ret(b.binary("+", plus, part("x"), part("y")))
			}}
			_, e := run(t, Options{}, sum, Tagged{"p", Bundle{{"x", konst(1)}, {"y", konst(2)}}})
			require.Equal(t, "const i64 3", result(e))
		}},
		{"C-12", "destination operands are collected per operation", func(t *testing.T) {
			run(t, Options{}, root(func(b *graph) {
				x := b.op("x", func(c *Context, _ []Operand) ([]Operand, error) {
					a := c.e.aux
					require.Equal(t, []Operand{konst(7), nil}, a.slots[a.first[1]:a.first[2]])
					return []Operand{konst(8)}, nil
				})
				b.op("y", func(_ *Context, in []Operand) ([]Operand, error) {
					require.Equal(t, []Operand{konst(7), konst(8)}, in)
					return nil, nil
				}, is(konst(7)), x)
			}))
		}},
		{"C-13", "an entry knows the operations that it blocks", func(t *testing.T) {
			callee := &fun{name: "callee", build: func(b *graph) {
				b.op("look", func(c *Context, _ []Operand) ([]Operand, error) {
					require.Len(t, c.e.aux.dependants, 1)
					require.Equal(t, "main", c.e.aux.dependants[0].e.symbol)
					return nil, c.Return(Bundle{{"r", konst(1)}})
				})
			}}
			run(t, Options{}, root(func(b *graph) { b.ret(b.call("callee()", is(callee), "")) }))
		}},
		{"C-14", "unsatisfied operations count the carriers still missing", func(t *testing.T) {
			var counts []int32
			run(t, Options{}, root(func(b *graph) {
				look := func(c *Context, _ []Operand) ([]Operand, error) {
					counts = append(counts, c.e.aux.unsatisfied[2])
					return []Operand{konst(1)}, nil
				}
				x := b.op("x", look)
				y := b.op("y", look)
				b.op("z", look, x, y, is(konst(1)))
			}))
			require.Equal(t, []int32{2, 1, 0}, counts)
		}},
		{"C-15", "ready operations are a queue", func(t *testing.T) {
			_, e := run(t, Options{}, root(func(b *graph) {
				one := func(*Context, []Operand) ([]Operand, error) { return []Operand{konst(1)}, nil }
				late := b.op("0", one, Carrier{From: 3})
				b.op("1", one)
				b.op("2", one, late)
				b.op("3", one)
				b.op("4", one)
			}))
			require.Equal(t, []int{1, 3, 4, 0, 2}, e.Body().(*graph).order)
		}},
		{"C-16", "blocked operations are known with what they wait for", func(t *testing.T) {
			callee := &fun{name: "callee"}
			callee.build = func(b *graph) {
				b.op("look", func(c *Context, _ []Operand) ([]Operand, error) {
					main := c.cache.entries[0]
					require.Nil(t, main.aux.waits[1])
					require.Equal(t, c.Entry(), main.aux.waits[0])
					return nil, c.Return(Bundle{{"r", konst(1)}})
				})
			}
			run(t, Options{}, root(func(b *graph) { b.ret(b.call("callee()", is(callee), "")) }))
		}},
		{"C-17", "cooperative and deterministic: two entries interleave", func(t *testing.T) {
			require.Equal(t, log(t), log(t))
			require.Regexp(t, `(?s)blocked rec: "fib\(n-1\)" waits for fib\n.*ready fib.*resume rec: .*`, log(t))
		}},
		{"C-18", "each operation after its sources; a loop without Any fails", func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 18))
			for range 10000 {
				_, e := run(t, Options{}, randomDAG(r))
				place := map[int]int{}
				for i, op := range e.Body().(*graph).order {
					place[op] = i + 1
				}
				for op, o := range e.Operations() {
					for _, in := range o.In {
						require.NotZero(t, place[op])
						require.Greater(t, place[op], place[in.From])
					}
				}
			}
			_, s := problem(t, Options{}, root(func(b *graph) {
				start := b.op("start", func(*Context, []Operand) ([]Operand, error) { return []Operand{konst(1)}, nil })
				x := b.binary("x", plus, start, Carrier{From: 3})
				y := b.binary("y", plus, x, start)
				z := b.binary("z", plus, y, y)
				b.binary("after", plus, z, z)
			}))
			require.Contains(t, s, `the operations wait for each other: "x" → "y" → "z" → "x"`)
		}},
		{"C-19", "phase 0: a hit returns even if it is unfinished", func(t *testing.T) {
			c, _ := run(t, Options{}, fib, n)
			require.Positive(t, c.Stats().HitsUnfinished)
		}},
		{"C-20", "phase 0: an entry is published before it is processed", func(t *testing.T) {
			c := New(Options{MaxEntries: 100})
			c.hooks.noPublish = true
			_, err := c.Run(fib, bundle(t, n))
			require.ErrorContains(t, err, "more than 100 instances")
			settled(t, c)
		}},
		{"C-21", "phase 0: primitives do not go through the phases", func(t *testing.T) {
			var s strings.Builder
			c, e := run(t, Options{Log: &s}, root(func(b *graph) {
				b.ret(b.call("neg", is(negate), "x", is(konst(3))))
				b.ret(b.call("neg", is(negate), "x", is(konst(3))))
			}))
			require.Equal(t, "const i64 -3", result(e))
			require.Contains(t, s.String(), "  primitive neg (x: const i64 3) -> (r: const i64 -3)\n")
			require.NotContains(t, s.String(), "begin neg")
			require.Equal(t, Stats{Entries: 1, Primitives: 1, Hits: 1, Runs: 4}, c.Stats())
			require.Nil(t, c.Entries()[1].Body())
		}},
		{"C-22", "constants compute now", func(t *testing.T) {
			_, e := run(t, Options{}, root(func(b *graph) {
				b.ret(b.binary("+", plus, is(konst(2)), b.binary("*", times, is(konst(3)), is(konst(4)))))
			}))
			require.Equal(t, "const i64 14", result(e))
		}},
		{"C-23", "phase 1: aux comes first", func(t *testing.T) {
			f := root(nil)
			f.build = func(b *graph) {
				require.NotNil(t, b.e.aux)
				require.False(t, b.e.aux.ready.n > 0)
				b.ret(is(konst(1)))
			}
			run(t, Options{}, f)
		}},
		{"C-24 C-25 C-26", "phase 1: carriers are counted but for constants; with none the operation is ready",
			func(t *testing.T) {
				_, e := run(t, Options{}, root(func(b *graph) {
					b.op("constants only", func(c *Context, _ []Operand) ([]Operand, error) {
						require.Equal(t, []int32{0, 2, 1}, c.e.aux.unsatisfied)
						require.Equal(t, []bool{false, false, true},
							[]bool{c.e.aux.queued[0], c.e.aux.queued[1], c.e.aux.queued[2]})
						return []Operand{konst(1)}, nil
					}, is(konst(1)))
					b.binary("two carriers", plus, Carrier{From: 0}, Carrier{From: 0})
					b.joined("one carrier and a constant", is(konst(1)), Carrier{From: 1})
				}))
				require.Equal(t, "const i64 2", e.Operand(1, 0).String())
				require.Equal(t, "varying i64", e.Operand(2, 0).String())
			}},
		{"C-27", "phase 1: the outer operator is there for its constants", func(t *testing.T) {
			_, e := run(t, Options{}, root(func(b *graph) { b.ret(is(konst(42))) }))
			require.Equal(t, "const i64 42", result(e))
		}},
		{"C-28", "phase 2: the inputs flow in first", func(t *testing.T) {
			_, e := run(t, Options{}, unary("f", func(b *graph, n Carrier) Carrier {
				x := b.op("no operands", func(c *Context, _ []Operand) ([]Operand, error) {
					require.Zero(t, c.e.aux.unsatisfied[1])
					return nil, nil
				})
				require.Zero(t, x.From)
				return b.binary("+", plus, n, n)
			}), n)
			require.Equal(t, []int{0, 1, 2}, e.Body().(*graph).order)
		}},
		{"C-29 C-30", "phase 2: call, then propagate, which makes others ready", func(t *testing.T) {
			_, e := run(t, Options{}, root(func(b *graph) {
				x := b.op("x", func(c *Context, _ []Operand) ([]Operand, error) {
					require.EqualValues(t, 1, c.e.aux.unsatisfied[1])
					require.False(t, c.e.aux.queued[1])
					return []Operand{konst(1)}, nil
				})
				b.op("y", func(c *Context, in []Operand) ([]Operand, error) {
					require.Zero(t, c.e.aux.unsatisfied[1])
					require.Equal(t, konst(1), in[0])
					return nil, nil
				}, x)
			}))
			require.True(t, e.Ran(1))
		}},
		{"C-31 C-32", "phase 2: a call of an unfinished entry blocks and is recorded there", func(t *testing.T) {
			c, e := run(t, Options{}, fib, n)
			require.Equal(t, "varying i64", result(e))
			require.Positive(t, c.Stats().Blocked)
			require.Contains(t, log(t), `blocked rec: "fib(n-1)" waits for fib`)
		}},
		{"C-33", "phase 3: at rest and nothing blocked: aux goes", func(t *testing.T) {
			c, _ := run(t, Options{}, fib, n)
			for _, e := range c.Entries() {
				require.Nil(t, e.aux)
				require.Empty(t, e.waits)
			}
		}},
		{"C-34", "phase 3: who waited is woken", func(t *testing.T) {
			c, _ := run(t, Options{}, fib, n)
			require.Positive(t, c.Stats().Resumed)
			require.Contains(t, log(t), `resume rec: "fib(n-1)" has fib`)
		}},
		{"C-35", "phase 3: woken entries go on; mutual recursion finishes", func(t *testing.T) {
			c, e := run(t, Options{}, ring(3)[0], n)
			require.Equal(t, "const i64 1", result(e))
			require.Equal(t, "f if one rec f g if#1 rec g h if#2 rec h", reached(c))
		}},
		{"C-36", "outputs are given out while the entry is unfinished", func(t *testing.T) {
			c := New(Options{})
			c.hooks.noReady = true
			_, err := c.Run(fib, bundle(t, n))
			require.ErrorContains(t, err, "fib never returns: the calls go round without an end: fib → ")
			settled(t, c)
		}},
		{"C-37", "an unresolved cycle is an error of the root", func(t *testing.T) {
			c, s := problem(t, Options{}, endless(), n)
			require.Contains(t, s, "f.go:1:1: f never returns: the calls go round without an end: f → (f.go:1:1) f")
			require.Nil(t, c.Entries()[0].Outputs())
			// Behind a branch that is not the only one it is legal.
			f := endless()
			_, e := run(t, Options{}, unary("g", func(b *graph, n Carrier) Carrier {
				return b.branch("if", is(i64), f, twice, n)
			}), Tagged{"n", konst(2)})
			require.Equal(t, "const i64 4", result(e))
			// And so is a root that never comes to its return for another reason.
			_, e = run(t, Options{}, root(func(b *graph) {
				b.op("panic", func(*Context, []Operand) ([]Operand, error) { return nil, nil })
			}))
			require.Nil(t, e.Outputs())
		}},
		{"C-38", "branches agree or have a join", func(t *testing.T) {
			float := unary("float", func(*graph, Carrier) Carrier { return is(typed("f64")) })
			one := unary("one", func(*graph, Carrier) Carrier { return is(konst(1)) })
			_, s := problem(t, Options{}, root(func(b *graph) {
				b.ret(b.branch("if", is(i64), float, one, is(konst(0))))
			}))
			require.Contains(t, s, "the results of if: r: varying f64 and const i64 1 have no common type")
			_, e := run(t, Options{}, root(func(b *graph) { b.ret(b.branch("if", is(i64), twice, one, is(konst(3)))) }))
			require.Equal(t, "varying i64", result(e))
			_, s = problem(t, Options{}, root(func(b *graph) {
				b.ret(is(konst(1)))
				b.op("other", func(c *Context, _ []Operand) ([]Operand, error) {
					return nil, c.Return(Bundle{{"s", konst(1)}})
				})
				b.op("none", func(c *Context, _ []Operand) ([]Operand, error) { return nil, c.Return(nil) })
			}))
			require.Contains(t, s, "(r: const i64 1) and () are not the same set")
			require.Contains(t, s, "(r: const i64 1) and (s: const i64 1) are not the same set")
			_, s = problem(t, Options{}, root(func(b *graph) {
				kinds := []string{"i64", "f64"}
				x := b.any("x", func(c *Context, _ []Operand) ([]Operand, error) {
					k := kinds[0]
					kinds = kinds[1:]
					return []Operand{typed(k)}, nil
				}, is(konst(1)), Carrier{From: 1})
				b.op("again", func(*Context, []Operand) ([]Operand, error) { return []Operand{konst(1)}, nil }, x)
			}))
			require.Contains(t, s, "main.go:1:1: x: output 0: varying i64 and varying f64 have no common type")
		}},
		{"C-39", "tags twice, operands missing, inputs unknown", func(t *testing.T) {
			_, err := NewBundle(Tagged{"x", konst(1)}, Tagged{"y", konst(1)}, Tagged{"x", konst(2)})
			require.ErrorContains(t, err, `two operands have the tag "x": const i64 1 and const i64 2`)
			_, err = NewBundle(Tagged{"x", nil})
			require.ErrorContains(t, err, `the operand "x" is missing`)
			_, err = New(Options{}).Run(twice, Bundle{{"y", i64}, {"n", i64}})
			require.ErrorContains(t, err, `the inputs of twice: the tag "n" comes after "y"`)
			_, s := problem(t, Options{}, twice, Tagged{"x", i64})
			require.Contains(t, s,
				`twice.go:1:1: operand 0 of "+" is the input "n", which twice (x: varying i64) does not have`)
			_, s = problem(t, Options{}, root(func(b *graph) {
				b.ret(Carrier{From: 9})
				b.ret(Carrier{From: -2, Out: 1})
			}))
			require.Contains(t, s,
				`main.go:1:1: operand 0 of "return" is missing: there is no output 0 of an operation 9`)
			require.Contains(t, s,
				`main.go:2:1: operand 0 of "return" is missing: there is no output 1 of an operation -2`)
		}},
		{"C-40", "a constant is deferred on request or against endless specialisation", func(t *testing.T) {
			deferred := primitive("defer", func(in Bundle) Bundle {
				return Bundle{{"r", typed(in.Get("x").(num).kind)}}
			})
			c, _ := run(t, Options{}, root(func(b *graph) {
				b.ret(b.call("twice", is(twice), "n", b.call("defer", is(deferred), "x", is(konst(5)))))
				b.ret(b.call("twice", is(twice), "n", is(i64)))
			}))
			require.Equal(t, "main defer twice", reached(c))

			var s strings.Builder
			c, e := run(t, Options{Log: &s}, fib, Tagged{"n", konst(30)})
			require.Equal(t, "varying i64", result(e))
			require.Equal(t, "fib if rec fib#1 if#1 one rec#1", reached(c))
			require.Contains(t, s.String(), "defer fib to (n: varying i64)")
			require.Equal(t, 2, c.Stats().Deferred) // fib(29) and fib(28)

			// Above the limit all constants go, without an ancestor.
			f := unary("f", func(_ *graph, n Carrier) Carrier { return n })
			f.deferring = true
			c, _ = run(t, Options{MaxInstances: 5}, root(func(b *graph) {
				for i := range 10 {
					b.ret(b.call("f", is(f), "n", is(konst(int64(i)))))
				}
			}))
			require.Equal(t, "main f f#1 f#2 f#3 f#4 f#5", reached(c))
			require.Equal(t, "(n: varying i64)", c.Entries()[6].In().String())
		}},
		{"C-41", "a problem has the calls that lead to it", func(t *testing.T) {
			bad := unary("bad", func(b *graph, n Carrier) Carrier {
				return b.op("fails", func(*Context, []Operand) ([]Operand, error) { return nil, errBad }, n)
			})
			g := unary("g", func(b *graph, n Carrier) Carrier { return b.call("bad(n)", is(bad), "n", n) })
			f := unary("f", func(b *graph, n Carrier) Carrier { return b.call("g(n)", is(g), "n", n) })
			c := New(Options{})
			_, err := c.Run(f, bundle(t, n))
			require.ErrorIs(t, err, errBad)
			require.EqualError(t, err, "bad.go:1:1: it is bad"+
				"\n\tin bad (n: varying i64)"+
				"\n\tcalled by g (n: varying i64) at g.go:1:1"+
				"\n\tcalled by f (n: varying i64) at f.go:1:1")
			var all *Error
			require.ErrorAs(t, err, &all)
			require.Equal(t, "f g", all.Problems[0].Chain[0].Caller.Symbol()+" "+
				all.Problems[0].Chain[1].Caller.Symbol())
		}},
	}
	var seen []string
	for _, r := range rows {
		seen = append(seen, regexp.MustCompile(`\d+`).FindAllString(r.id, -1)...)
		t.Run(r.id+" "+r.says, r.test)
	}
	for i, id := range seen {
		require.Equal(t, fmt.Sprint(i+1), id, "a statement has no test")
	}
	require.Len(t, seen, 41)
}

var errBad = errors.New("it is bad")

var negate = primitive("neg", func(in Bundle) Bundle {
	return Bundle{{"r", times(in.Get("x").(num), konst(-1))}}
})

var divmod = primitive("divmod", func(in Bundle) Bundle {
	x, y := in.Get("x").(num), in.Get("y").(num)
	return Bundle{
		{"quotient", calc(func(x, y int64) int64 { return x / y })(x, y)},
		{"rest", calc(func(x, y int64) int64 { return x % y })(x, y)},
	}
})

// randomDAG makes an operator of up to 20 operations, in any order.
func randomDAG(r *rand.Rand) *fun {
	n := 1 + r.IntN(20)
	place := r.Perm(n) // of the i-th in topological order
	in := make([][]Carrier, n)
	for i := range n {
		for range r.IntN(4) {
			if i > 0 {
				in[place[i]] = append(in[place[i]], Carrier{From: place[r.IntN(i)]})
			}
		}
	}
	return root(func(b *graph) {
		for i := range n {
			b.op(fmt.Sprint("t", i), func(_ *Context, in []Operand) ([]Operand, error) {
				for _, o := range in {
					if o == nil {
						return nil, errBad
					}
				}
				return []Operand{konst(1)}, nil
			}, in[i]...)
		}
	})
}
