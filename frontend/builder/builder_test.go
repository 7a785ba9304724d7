package builder_test

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"github.com/lockstep-simt/lockstep/frontend/builder"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/stretchr/testify/require"
)

// run builds the program and runs one lane, whose fault it returns as text.
func run(t *testing.T, b *builder.Builder, main *builder.Func, in ...interp.Value) string {
	t.Helper()
	p, err := b.Program(main)
	require.NoError(t, err)
	q, err := program.Parse(p.Name, p.String())
	require.NoError(t, err)
	require.True(t, program.Equal(p, q))
	out, fault, err := interp.Run(p, in)
	require.NoError(t, err)
	if fault != nil {
		return fault.Code.String() + " " + fault.Msg
	}
	return fmt.Sprint(out)
}

// The peer's programs in its own embedded language, cases B1 to B3.

func TestPeerFibonacci(t *testing.T) {
	b := builder.New("fibonacci")
	fib := b.Func("fibonacci")
	n := fib.Param("n", builder.Int64)
	fib.Result("ans", builder.Int64)
	fib.Body(func() {
		ans := fib.Var("ans", builder.Int64)
		fib.If(n.Gt(1), func() {
			nm1 := n.Sub(1)
			fibm1 := fib.Call(fib, nm1)
			nm2 := n.Sub(2)
			fibm2 := fib.Call(fib, nm2)
			ans.Set(fibm1.Add(fibm2))
		}, func() {
			ans.Set(1)
		})
		fib.Return(ans)
	})
	for n, want := range map[int64]string{5: "[8]", 6: "[13]", 8: "[34]", 9: "[55]"} {
		require.Equal(t, want, run(t, b, fib, interp.Int64(n)))
	}
}

func TestPeerEvenOdd(t *testing.T) {
	b := builder.New("even_odd")
	odd := b.Func("odd")
	m := odd.Param("n", builder.Int64)
	odd.Result("ans", builder.Bool)
	define := func(f *builder.Func, n builder.Value, base bool, other *builder.Func) {
		f.Body(func() {
			ans := f.Var("ans", builder.Bool)
			f.If(n.Le(0),
				func() { ans.Set(base) },
				func() { ans.Set(f.Call(other, n.Sub(1))) })
			f.Return(ans)
		})
	}
	even := b.Func("even")
	n := even.Param("n", builder.Int64)
	even.Result("ans", builder.Bool)
	define(even, n, true, odd)
	define(odd, m, false, even)
	for n, want := range map[int64]string{5: "[false]", 6: "[true]", 8: "[true]", 9: "[false]"} {
		require.Equal(t, want, run(t, b, even, interp.Int64(n)))
	}
}

func TestPeerSyntheticPattern(t *testing.T) {
	b := builder.New("synthetic_pattern")
	pair := builder.Tuple(builder.Int64, builder.Int64)
	f := b.Func("synthetic")
	f.Param("unused", builder.Int64)
	f.Result("one_three", pair)
	f.Result("four", builder.Int64)
	f.Result("five_six", pair)
	f.Body(func() {
		c := func(v int) builder.Value { return f.Const(builder.Int64, v) }
		first := f.Tuple(c(1), f.Tuple(c(2), c(3))).Unpack()
		one, three := first[0], first[1].Unpack()[1]
		second := f.Tuple(f.Tuple(c(4), c(5)), c(6)).Unpack()
		four, five, six := second[0].Unpack()[0], second[0].Unpack()[1], second[1]
		f.Return(f.Tuple(one, three), four, f.Tuple(five, six))
	})
	require.Equal(t, "[1 3 4 5 6]", run(t, b, f, interp.Int64(1)))
}

func TestControlFlow(t *testing.T) {
	t.Run("nested if without else", func(t *testing.T) {
		b := builder.New("nested")
		f := b.Func("f")
		x := f.Param("x", builder.Int64)
		f.Result("ans", builder.Int64)
		f.Body(func() {
			ans := f.Let("ans", f.Const(builder.Int64, 1))
			f.If(x.Gt(4), func() {
				f.If(x.Gt(10), func() { ans.Set(5) }, func() { ans.Set(3) })
			})
			f.Return(ans)
		})
		for x, want := range map[int64]string{1: "[1]", 5: "[3]", 60: "[5]", 3: "[1]", 7: "[3]"} {
			require.Equal(t, want, run(t, b, f, interp.Int64(x)))
		}
	})
	t.Run("while, swap", func(t *testing.T) {
		b := builder.New("gcd")
		f := b.Func("gcd")
		x, y := f.Param("x", builder.Int64), f.Param("y", builder.Int64)
		f.Result("g", builder.Int64)
		f.Body(func() {
			f.While(func() builder.Value { return y.Ne(0) }, func() {
				r := x.Rem(y)
				x.Set(y)
				y.Set(r)
			})
			f.Return(x)
		})
		require.Equal(t, "[7]", run(t, b, f, interp.Int64(49), interp.Int64(56)))
	})
	t.Run("break and continue", func(t *testing.T) {
		b := builder.New("loops")
		f := b.Func("f")
		n := f.Param("n", builder.Int64)
		f.Result("sum", builder.Int64)
		f.Body(func() {
			sum := f.Let("sum", f.Const(builder.Int64, 0))
			f.For(0, n, func(i builder.Value) {
				f.If(i.Eq(6), func() { f.Break() })
				f.If(i.And(1).Eq(1), func() { f.Continue() })
				sum.Set(sum.Add(i))
			})
			f.Return(sum)
		})
		require.Equal(t, "[2]", run(t, b, f, interp.Int64(3)))
		require.Equal(t, "[6]", run(t, b, f, interp.Int64(100)), "0 + 2 + 4")
	})
	t.Run("switch and faults", func(t *testing.T) {
		b := builder.New("switch")
		f := b.Func("f")
		n := f.Param("n", builder.Int32)
		f.Result("r", builder.Int32)
		f.Body(func() {
			r := f.Let("r", n)
			f.Switch(n, func() { r.Set(100) },
				builder.Case(-1, func() { f.Panic("minus one") }),
				builder.Case(0, func() { f.Return(n.Div(n)) }),
				builder.Case(1, func() { r.Set(7) }),
				builder.Case(2, func() { f.Fault(optab.Overflow) }))
			f.Return(r)
		})
		for n, want := range map[int32]string{-1: "panic minus one", 0: "integer divide by zero ", 1: "[7]",
			2: "integer overflow ", 3: "[100]"} {
			require.Equal(t, want, run(t, b, f, interp.Int32(n)))
		}
	})
	t.Run("several results", func(t *testing.T) {
		b := builder.New("divmod")
		div := b.Func("div")
		x, y := div.Param("x", builder.Int64), div.Param("y", builder.Int64)
		div.Result("q", builder.Int64)
		div.Result("r", builder.Int64)
		div.Body(func() { div.Return(x.Div(y), x.Rem(y)) })
		f := b.Func("f")
		z := f.Param("z", builder.Int64)
		f.Result("r", builder.Int64)
		f.Result("q", builder.Int64)
		f.Body(func() {
			qr := f.CallAll(div, z, 10)
			f.Return(qr[1], qr[0])
		})
		require.Equal(t, "[-3 -4]", run(t, b, f, interp.Int64(-43)))
	})
}

func TestEvents(t *testing.T) {
	b := builder.New("events")
	m := b.Table("m", []float64{1, 2, 3, 4, 5, 6}, 2, 3)
	scale := b.Uniform("scale", program.Scalar(program.F64))
	f := b.Func("f")
	v := f.Param("v", builder.Array(program.F64, 3))
	f.Result("rows", builder.Array(program.F64, 2))
	f.Result("flat", builder.Array(program.F64, 6))
	f.Result("best", builder.Float64)
	f.Body(func() {
		rows := m.MatVec(v).Mul(scale)
		w := v.Insert(10, 0)
		best := f.Op("reduce_max", w)
		f.Return(rows, m.Add(w).Reshape(6), w.Index(1).Gt(1.5).Select(best, 0).FMA(2, -1))
	})
	p, err := b.Program(f)
	require.NoError(t, err)
	in := interp.Value{Type: program.Array(program.F64, 3),
		Bits: []uint64{math.Float64bits(1), math.Float64bits(2), math.Float64bits(3)}}
	out, fault, err := interp.Run(p, []interp.Value{in}, interp.WithUniform("scale", math.Float64bits(0.5)))
	require.NoError(t, err)
	require.Nil(t, fault)
	require.Equal(t, "[7.0 16.0]", out[0].String())
	require.Equal(t, "[11.0 4.0 6.0 14.0 7.0 9.0]", out[1].String())
	require.Equal(t, "19.0", out[2].String())
}

// Mistakes, each with the text of its error. The position is this file's.
func TestMistakes(t *testing.T) {
	type fn = *builder.Func
	for _, tt := range []struct {
		name, want string
		build      func(b *builder.Builder, f fn, x builder.Value)
	}{
		{"nothing returned", "a path to the end of the body returns nothing",
			func(b *builder.Builder, f fn, x builder.Value) {
				f.Body(func() { f.If(x.Gt(0), func() { f.Return(x) }) })
			}},
		{"after a return", "this cannot be reached", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { f.Return(x); f.Return(x.Add(1)) })
		}},
		{"no body", "the function f has no body", func(b *builder.Builder, f fn, x builder.Value) {}},
		{"two bodies", "the function f has two bodies", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { f.Return(x) })
			f.Body(func() { f.Return(x) })
		}},
		{"nested body", "the body of g inside the body of f", func(b *builder.Builder, f fn, x builder.Value) {
			g := b.Func("g")
			f.Body(func() { g.Body(func() {}); f.Return(x) })
			g.Body(func() {})
		}},
		{"declared twice", "the function f is declared twice", func(b *builder.Builder, f fn, x builder.Value) {
			b.Func("f").Body(func() {})
			f.Body(func() { f.Return(x) })
		}},
		{"name", `"a b" cannot be the name of a function`, func(b *builder.Builder, f fn, x builder.Value) {
			b.Func("a b").Body(func() {})
			f.Body(func() { f.Return(x) })
		}},
		{"outside a body", "add outside a body", func(b *builder.Builder, f fn, x builder.Value) {
			x.Add(1)
			f.Body(func() { f.Return(x) })
		}},
		{"another function's body", "outside the body of f", func(b *builder.Builder, f fn, x builder.Value) {
			g := b.Func("g")
			g.Body(func() { f.If(true, func() {}) })
			f.Body(func() { f.Return(x) })
		}},
		{"another function's value", "f.x belongs to f", func(b *builder.Builder, f fn, x builder.Value) {
			b.Func("g").Body(func() { x.Add(1) })
			f.Body(func() { f.Return(x) })
		}},
		{"another program's value", "g.y belongs to another program", func(b *builder.Builder, f fn, x builder.Value) {
			y := builder.New("other").Func("g").Param("y", builder.Int64)
			f.Body(func() { f.Return(x.Add(y)) })
		}},
		{"program in a body", "Program inside the body of f", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { b.Program(f); f.Return(x) })
		}},
		{"undefined on a path", "f.y is not defined on every path", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() {
				y := f.Var("y", builder.Int64)
				f.If(x.Gt(0), func() { y.Set(1) })
				f.Return(y)
			})
		}},
		{"types", "operand 2 of add.i64 is not of type i64", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { f.Return(x.Add(x.Convert(program.F64))) })
		}},
		{"operation", "there is no operation frob", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { f.Op("frob", x); f.Return(x) })
		}},
		{"operands", "add takes 2 operands, not 1", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { f.Op("add", x); f.Return(x) })
		}},
		{"shapes", "operand 2 has the shape [3], which does not broadcast",
			func(b *builder.Builder, f fn, x builder.Value) {
				a := b.Table("a", []int64{1, 2})
				c := b.Table("c", []int{1, 2, 3})
				f.Body(func() { a.Add(c); f.Return(x) })
			}},
		{"constant", "1.5 of type float64 is not a constant of type i64", func(b *builder.Builder, f fn,
			x builder.Value) {
			f.Body(func() { f.Return(x.Add(1.5)) })
		}},
		{"results", "returns 1 values, not 2", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { f.Return(x, x) })
		}},
		{"arguments", "f takes 1 values, not 0", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { f.Return(f.Call(f)) })
		}},
		{"argument's type", "f takes as x, value 1, a value of another type",
			func(b *builder.Builder, f fn, x builder.Value) {
				f.Body(func() { f.Return(f.Call(f, x.Gt(1))) })
			}},
		{"condition", "the condition is not a scalar bool", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { f.If(x, func() {}); f.Return(x) })
		}},
		{"break", "Break outside a loop", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { f.Break(); f.Return(x) })
		}},
		{"cases", "the case 1 is there twice or does not fit i64", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { f.Switch(x, nil, builder.Case(1, func() {}), builder.Case(1, func() {})); f.Return(x) })
		}},
		{"result assigned", "f.t cannot be assigned to", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { x.Add(1).Set(2); f.Return(x) })
		}},
		{"table", "the table a cannot be made from []string", func(b *builder.Builder, f fn, x builder.Value) {
			b.Table("a", []string{"x"})
			f.Body(func() { f.Return(x) })
		}},
		{"table's shape", "the table a has 2 elements, its shape 6", func(b *builder.Builder, f fn, x builder.Value) {
			b.Table("a", []int{1, 2}, 2, 3)
			f.Body(func() { f.Return(x) })
		}},
		{"names taken", "are both called x", func(b *builder.Builder, f fn, x builder.Value) {
			b.Table("x", []int{1, 2})
			f.Body(func() { f.Return(x) })
		}},
		{"not a tuple", "f.x is not a tuple", func(b *builder.Builder, f fn, x builder.Value) {
			f.Body(func() { x.Unpack(); f.Return(x) })
		}},
		{"late parameter", "the parameter z comes after the body of f",
			func(b *builder.Builder, f fn, x builder.Value) {
				f.Body(func() { f.Return(x) })
				f.Param("z", builder.Int64)
			}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := builder.New("p")
			f := b.Func("f")
			x := f.Param("x", builder.Int64)
			f.Result("r", builder.Int64)
			tt.build(b, f, x)
			_, err := b.Program(f)
			require.ErrorContains(t, err, tt.want)
			for _, e := range program.Errors(err) {
				require.Equal(t, "builder_test.go", filepath.Base(e.Pos.File))
			}
		})
	}
	t.Run("unknown main", func(t *testing.T) {
		_, err := builder.New("p").Program(builder.New("q").Func("f"))
		require.ErrorContains(t, err, "the main function is none of this program's")
	})
}

// An instruction's position is the line of the call that made it, so a fault
// names the line of Go that builds the division.
func TestPositionsAreTheCallers(t *testing.T) {
	b := builder.New("p")
	f := b.Func("f")
	x := f.Param("x", builder.Int64)
	f.Result("r", builder.Int64)
	f.Body(func() {
		f.If(true, func() {
			f.Return(x.Div(0)) // line of the fault
		})
		f.Return(x)
	})
	p, err := b.Program(f)
	require.NoError(t, err)
	_, fault, err := interp.Run(p, []interp.Value{interp.Int64(1)})
	require.NoError(t, err)
	require.Equal(t, f.Position().Line+5, fault.Pos.Line)
}
