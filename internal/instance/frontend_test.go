package instance

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// This file is a small frontend for the tests: integers, floats, and functions
// that are graphs of a few operations.

// A num is a number: a constant, or one value for all lanes, or one a lane.
// Two different ones join to varying, as it may be the lanes that choose; an
// i64 and an f64 have no join.
type num struct {
	kind  string
	level int
	value int64
}

const (
	constant = iota
	uniform
	varying
)

func konst(v int64) num     { return num{"i64", constant, v} }
func typed(kind string) num { return num{kind, varying, 0} }
func (n num) known() bool   { return n.level == constant }

func (n num) String() string {
	switch n.level {
	case constant:
		return "const " + n.kind + " " + strconv.FormatInt(n.value, 10)
	case uniform:
		return "uniform " + n.kind
	}
	return "varying " + n.kind
}

func (n num) AppendKey(key []byte) []byte {
	key = append(key, 'n', n.kind[0], byte(n.level))
	return binary.LittleEndian.AppendUint64(key, uint64(n.value))
}

func (n num) Join(with Operand) (Operand, bool) {
	w, ok := with.(num)
	switch {
	case !ok || w.kind != n.kind:
		return nil, false
	case n == w:
		return n, true
	}
	return typed(n.kind), true
}

// calc returns an operation on two numbers as a function of their operands.
func calc(f func(x, y int64) int64) func(x, y num) num {
	return func(x, y num) num {
		if x.known() && y.known() {
			return num{x.kind, constant, f(x.value, y.value)}
		}
		return num{x.kind, max(x.level, y.level), 0}
	}
}

var (
	plus  = calc(func(x, y int64) int64 { return x + y })
	times = calc(func(x, y int64) int64 { return x * y })
	less  = calc(func(x, y int64) int64 {
		if x < y {
			return 1
		}
		return 0
	})
)

// A fun is an operator that build gives the operations of.
type fun struct {
	name  string
	build func(b *graph)
	// deferring makes Defer do something: constants that differ, or all.
	deferring bool
}

func (f *fun) Name() string                { return f.name }
func (f *fun) String() string              { return "fn " + f.name }
func (f *fun) AppendKey(key []byte) []byte { return append(append(key, 'f'), f.name...) }

func (f *fun) Join(with Operand) (Operand, bool) { return f, Operand(f) == with }

func (f *fun) Begin(e *Entry) (Body, error) {
	b := &graph{e: e}
	f.build(b)
	return b, b.err
}

func (f *fun) Defer(in, against Bundle) Bundle {
	if !f.deferring {
		return in
	}
	out := append(Bundle{}, in...)
	for i, t := range out {
		n, ok := t.Operand.(num)
		if ok && n.known() && (against == nil || against.Get(t.Tag) != Operand(n)) {
			out[i].Operand = typed(n.kind)
		}
	}
	return out
}

// A prim is a primitive.
type prim struct {
	fun
	evaluate func(in Bundle) (Bundle, error)
}

func (p *prim) String() string                           { return "primitive " + p.name }
func (p *prim) Join(with Operand) (Operand, bool)        { return p, Operand(p) == with }
func (p *prim) Evaluate(in Bundle) (Bundle, error)       { return p.evaluate(in) }
func primitive(name string, f func(Bundle) Bundle) *prim { return failing(name, f, nil) }

func failing(name string, f func(Bundle) Bundle, err error) *prim {
	return &prim{fun{name: name}, func(in Bundle) (Bundle, error) {
		if err != nil {
			return nil, err
		}
		return f(in), nil
	}}
}

// A graph is the body of a fun.
type graph struct {
	e     *Entry
	ops   []Operation
	run   []step
	order []int // in which operations ran
	err   error
}

type step func(c *Context, in []Operand) ([]Operand, error)

func (b *graph) Operations() []Operation { return b.ops }

func (b *graph) Run(c *Context, op int, in []Operand) ([]Operand, error) {
	b.order = append(b.order, op)
	return b.run[op](c, in)
}

// op adds an operation. Its position is its number and that of the entry's
// name, so that errors can be told apart.
func (b *graph) op(name string, run step, in ...Carrier) Carrier {
	b.ops = append(b.ops,
		Operation{Name: name, In: in, Pos: program.Pos{File: b.e.Operator().Name() + ".go", Line: len(b.ops) + 1,
			Col: 1}})
	b.run = append(b.run, run)
	return Carrier{From: len(b.ops) - 1}
}

// any adds an operation that is ready when one operand is there.
func (b *graph) any(name string, run step, in ...Carrier) Carrier {
	c := b.op(name, run, in...)
	b.ops[c.From].Any = true
	return c
}

// to adds a carrier to an operation that is there already, for loops.
func (b *graph) to(op, from Carrier) { b.ops[op.From].In = append(b.ops[op.From].In, from) }

func outer(tag string) Carrier { return Carrier{From: Outer, Tag: tag} }
func is(o Operand) Carrier     { return Carrier{Constant: o} }

// binary adds an operation on two numbers.
func (b *graph) binary(name string, f func(x, y num) num, x, y Carrier) Carrier {
	return b.op(name, func(_ *Context, in []Operand) ([]Operand, error) {
		return []Operand{f(in[0].(num), in[1].(num))}, nil
	}, x, y)
}

// joined adds an operation that joins what is there.
func (b *graph) joined(name string, in ...Carrier) Carrier {
	return b.any(name, func(_ *Context, in []Operand) ([]Operand, error) {
		var o Operand
		for _, x := range in {
			switch {
			case o == nil:
				o = x
			case x != nil:
				var ok bool
				if o, ok = o.Join(x); !ok {
					return nil, errors.New("no join")
				}
			}
		}
		return []Operand{o}, nil
	}, in...)
}

// call adds a call of f with arguments that have these tags. Its outputs are
// the callee's output "r" and all of them as a bundle.
func (b *graph) call(name string, f Carrier, tags string, args ...Carrier) Carrier {
	return b.op(name, func(c *Context, in []Operand) ([]Operand, error) {
		ts := []Tagged{}
		for i, tag := range strings.Fields(tags) {
			ts = append(ts, Tagged{tag, in[1+i]})
		}
		bundle, err := NewBundle(ts...)
		if err != nil {
			return nil, err
		}
		outs, ok := c.Call(in[0].(Operator), bundle)
		if !ok {
			return nil, nil
		}
		return []Operand{outs.Get("r"), outs}, nil
	}, append([]Carrier{f}, args...)...)
}

// ret adds a return of "r".
func (b *graph) ret(r Carrier) Carrier {
	return b.op("return", func(c *Context, in []Operand) ([]Operand, error) {
		return nil, c.Return(Bundle{{"r", in[0]}})
	}, r)
}

// branch adds calls of then and els with x as input n, depending on cond, and
// returns the join of their results. It is an operator itself, "if".
func (b *graph) branch(name string, cond Carrier, then, els *fun, x Carrier) Carrier {
	return b.call(name, is(ifOperator), "cond then else x", cond, is(then), is(els), x)
}

// ifOperator calls one of two functions, or both if it cannot know which.
var ifOperator = &fun{name: "if", build: func(b *graph) {
	pick := b.op("pick", func(_ *Context, in []Operand) ([]Operand, error) {
		n := in[0].(num)
		switch {
		case !n.known():
			return []Operand{konst(1), konst(0)}, nil
		case n.value != 0:
			return []Operand{konst(1), nil}, nil
		}
		return []Operand{nil, konst(0)}, nil
	}, outer("cond"))
	for i, side := range []string{"then", "else"} {
		r := b.op("call "+side, func(c *Context, in []Operand) ([]Operand, error) {
			outs, ok := c.Call(in[1].(Operator), Bundle{{"n", in[2]}})
			if !ok {
				return nil, nil
			}
			return []Operand{outs.Get("r")}, nil
		}, Carrier{From: pick.From, Out: i}, outer(side), outer("x"))
		b.ret(r)
	}
}}

// whileOperator runs body on x as long as cond says so.
var whileOperator = &fun{name: "while", build: func(b *graph) {
	x := b.joined("x", outer("x"))
	call := func(name, f string) Carrier {
		return b.op(name, func(c *Context, in []Operand) ([]Operand, error) {
			outs, ok := c.Call(in[0].(Operator), Bundle{{"n", in[1]}})
			if !ok {
				return nil, nil
			}
			return []Operand{outs.Get("r")}, nil
		}, outer(f), x)
	}
	cond := call("cond", "cond")
	gate := b.op("again?", func(_ *Context, in []Operand) ([]Operand, error) {
		if n := in[0].(num); n.known() && n.value == 0 {
			return []Operand{nil, in[1]}, nil
		}
		return []Operand{in[1], in[1]}, nil
	}, cond, x)
	body := b.op("body", func(c *Context, in []Operand) ([]Operand, error) {
		outs, ok := c.Call(in[0].(Operator), Bundle{{"n", in[1]}})
		if !ok {
			return nil, nil
		}
		return []Operand{outs.Get("r")}, nil
	}, outer("body"), gate)
	b.to(x, body)
	b.ret(Carrier{From: gate.From, Out: 1})
}}

// unary makes an operator of one input n.
func unary(name string, f func(b *graph, n Carrier) Carrier) *fun {
	return &fun{name: name, build: func(b *graph) { b.ret(f(b, outer("n"))) }}
}

// fibOperator is fib(n) = n < 2 ? 1 : fib(n-1) + fib(n-2).
func fibOperator() *fun {
	fib := &fun{name: "fib", deferring: true}
	one := unary("one", func(*graph, Carrier) Carrier { return is(konst(1)) })
	rec := unary("rec", func(b *graph, n Carrier) Carrier {
		x := b.call("fib(n-1)", is(fib), "n", b.binary("n-1", plus, n, is(konst(-1))))
		y := b.call("fib(n-2)", is(fib), "n", b.binary("n-2", plus, n, is(konst(-2))))
		return b.binary("+", plus, x, y)
	})
	fib.build = func(b *graph) {
		b.ret(b.branch("n<2", b.binary("<", less, outer("n"), is(konst(2))), one, rec, outer("n")))
	}
	return fib
}

// endless is f(n) = f(n) + 1.
func endless() *fun {
	f := &fun{name: "f"}
	f.build = func(b *graph) {
		b.ret(b.binary("+", plus, b.call("f(n)", is(f), "n", outer("n")), is(konst(1))))
	}
	return f
}

// ring makes k functions of n of which each calls the next with n-1 unless n is
// less than 2.
func ring(k int) []*fun {
	fs := make([]*fun, k)
	for i := range fs {
		fs[i] = &fun{name: string(rune('f' + i)), deferring: true}
	}
	one := unary("one", func(*graph, Carrier) Carrier { return is(konst(int64(1))) })
	for i, f := range fs {
		next := fs[(i+1)%k]
		rec := unary("rec "+f.name, func(b *graph, n Carrier) Carrier {
			return b.call(next.name+"(n-1)", is(next), "n", b.binary("n-1", plus, n, is(konst(-1))))
		})
		f.build = func(b *graph) {
			b.ret(b.branch("n<2", b.binary("<", less, outer("n"), is(konst(2))), one, rec, outer("n")))
		}
	}
	return fs
}

// root makes an operator without inputs.
func root(build func(b *graph)) *fun { return &fun{name: "main", build: build} }

// run runs an operator in a new cache and checks what holds after every run.
func run(t testing.TB, o Options, op Operator, in ...Tagged) (*Cache, *Entry) {
	c := New(o)
	e, err := c.Run(op, bundle(t, in...))
	require.NoError(t, err)
	settled(t, c)
	return c, e
}

func bundle(t testing.TB, in ...Tagged) Bundle {
	b, err := NewBundle(in...)
	require.NoError(t, err)
	return b
}

// settled checks that nothing is left of the work.
func settled(t testing.TB, c *Cache) {
	require.Empty(t, c.heap)
	require.Empty(t, c.open)
	require.Empty(t, c.groups)
	for _, e := range c.entries {
		require.Nil(t, e.aux, e.symbol)
		require.Equal(t, Done, e.State())
	}
}

func result(e *Entry) string { return e.Outputs().Get("r").String() }

// reached returns the symbols of what the root reaches.
func reached(c *Cache) string {
	var ss []string
	for _, e := range c.Reachable() {
		ss = append(ss, e.Symbol())
	}
	return strings.Join(ss, " ")
}

// problem runs an operator that has problems and returns their text.
func problem(t testing.TB, o Options, op Operator, in ...Tagged) (*Cache, string) {
	c := New(o)
	_, err := c.Run(op, bundle(t, in...))
	require.Error(t, err)
	settled(t, c)
	var all *Error
	require.ErrorAs(t, err, &all)
	var s []string
	for i := range all.Problems {
		s = append(s, all.Problems[i].Error())
	}
	return c, strings.Join(s, "\n")
}

// chain makes operators f0 … f(n-1) that each call the next with their input;
// the last returns it.
func chain(n int) Operator {
	var next *fun
	for i := n - 1; i >= 0; i-- {
		callee := next
		next = unary(fmt.Sprintf("f%d", i), func(b *graph, n Carrier) Carrier {
			if callee == nil {
				return n
			}
			return b.call("call", is(callee), "n", n)
		})
	}
	return next
}
