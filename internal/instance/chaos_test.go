package instance

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The work is done in one order; the operands at the end must not depend on
// it. So random operators over a lattice of sets, with loops, recursion and
// cells, are run by the engine and by chaos, which evaluates everything again
// and again in random order until nothing changes.

// A set is a subset of eight things; join is union. That the height is eight
// makes operands rise often.
type set uint8

func (s set) String() string              { return fmt.Sprintf("{%08b}", uint8(s)) }
func (s set) AppendKey(key []byte) []byte { return append(key, 's', byte(s)) }

func (s set) Join(with Operand) (Operand, bool) {
	w, ok := with.(set)
	return s | w, ok
}

// A machine is what operations of a wild operator use: a Context, or chaos.
type machine interface {
	Call(op Operator, in Bundle) (Bundle, bool)
	Return(outs Bundle) error
	Read(key any) Operand
	Raise(key any, o Operand) error
}

// A wild is an operator of random monotone operations.
type wild struct {
	name string
	ops  []Operation
	acts []act
}

// An act is a monotone operation: what it does with the union of its operands.
type act struct {
	kind   int
	mask   set
	callee *wild
	cell   int
}

const (
	actMask  = iota // keeps some
	actUnion        // adds some
	actGate         // delivers only if all of mask are there, else nothing
	actCall
	actReturn
	actRead
	actRaise
	actEnd
)

func (w *wild) Name() string                      { return w.name }
func (w *wild) String() string                    { return w.name }
func (w *wild) AppendKey(key []byte) []byte       { return append(append(key, 'w'), w.name...) }
func (w *wild) Join(with Operand) (Operand, bool) { return w, Operand(w) == with }
func (w *wild) Begin(*Entry) (Body, error)        { return w, nil }
func (w *wild) Defer(in, _ Bundle) Bundle         { return in }
func (w *wild) Operations() []Operation           { return w.ops }

func (w *wild) Run(c *Context, op int, in []Operand) ([]Operand, error) {
	return w.step(c, op, in), nil
}

// step evaluates an operation. It has two outputs: the second is only there
// if the first has an even element.
func (w *wild) step(m machine, op int, in []Operand) []Operand {
	var s set
	for _, o := range in {
		if o != nil {
			s |= o.(set)
		}
	}
	a := w.acts[op]
	var r Operand
	switch a.kind {
	case actMask:
		r = s & a.mask
	case actUnion:
		r = s | a.mask
	case actGate:
		if s&a.mask == a.mask {
			r = s
		}
	case actCall:
		outs, ok := m.Call(a.callee, Bundle{{"x", s}})
		if !ok {
			return nil
		}
		r = outs.Get("r")
	case actReturn:
		if err := m.Return(Bundle{{"r", s}}); err != nil {
			panic(err)
		}
		r = s
	case actRead:
		if r = m.Read(a.cell); r != nil {
			r = r.(set) | s
		}
	case actRaise:
		if err := m.Raise(a.cell, s); err != nil {
			panic(err)
		}
	}
	if r == nil || r.(set)&0x55 == 0 {
		return []Operand{r}
	}
	return []Operand{r, r.(set) &^ 1}
}

// wildOperators makes up to four operators that call each other.
func wildOperators(r *rand.Rand) []*wild {
	ws := make([]*wild, 1+r.IntN(4))
	for i := range ws {
		ws[i] = &wild{name: fmt.Sprint("w", i)}
	}
	some := func() set { return set(r.Uint32() & r.Uint32() & 0xff) }
	for _, w := range ws {
		n := 2 + r.IntN(24)
		for op := range n {
			a := act{kind: r.IntN(actEnd), mask: some(), callee: ws[r.IntN(len(ws))], cell: r.IntN(3)}
			o := Operation{Name: fmt.Sprint("t", op), Any: r.IntN(3) == 0}
			for range r.IntN(4) {
				switch k := r.IntN(10); {
				case k < 2:
					o.In = append(o.In, Carrier{Constant: some()})
				case k < 4:
					o.In = append(o.In, Carrier{From: Outer, Tag: "x"})
				case op == 0 || o.Any && k < 6: // also back and to itself
					o.Any = true
					o.In = append(o.In, Carrier{From: r.IntN(n), Out: r.IntN(2)})
				default:
					o.In = append(o.In, Carrier{From: r.IntN(op), Out: r.IntN(2)})
				}
			}
			w.ops, w.acts = append(w.ops, o), append(w.acts, a)
		}
	}
	return ws
}

// chaos holds what is known of all entries, by operator and input.
type chaos struct {
	entries map[chaosKey]*chaosEntry
	order   []*chaosEntry
	at      *chaosEntry
	changed bool
}

type chaosKey struct {
	w  *wild
	in set
}

type chaosEntry struct {
	chaosKey
	outs  Operand
	cells [3]Operand
	vals  [][2]Operand
}

func (c *chaos) entry(w *wild, in set) *chaosEntry {
	k := chaosKey{w, in}
	e := c.entries[k]
	if e == nil {
		e = &chaosEntry{chaosKey: k, vals: make([][2]Operand, len(w.ops))}
		c.entries[k] = e
		c.order = append(c.order, e)
		c.changed = true
	}
	return e
}

func (c *chaos) raise(at *Operand, o Operand) {
	joined := o
	if *at != nil {
		joined = (*at).(set) | o.(set)
	}
	if *at != joined {
		*at, c.changed = joined, true
	}
}

func (c *chaos) Call(op Operator, in Bundle) (Bundle, bool) {
	e := c.entry(op.(*wild), in.Get("x").(set))
	return Bundle{{"r", e.outs}}, e.outs != nil
}

func (c *chaos) Return(outs Bundle) error { c.raise(&c.at.outs, outs.Get("r")); return nil }
func (c *chaos) Read(key any) Operand     { return c.at.cells[key.(int)] }

func (c *chaos) Raise(key any, o Operand) error { c.raise(&c.at.cells[key.(int)], o); return nil }

// run evaluates everything in random order until nothing changes.
func (c *chaos) run(r *rand.Rand) {
	for c.changed = true; c.changed; {
		c.changed = false
		for _, i := range r.Perm(len(c.order)) {
			e := c.order[i]
			for _, op := range r.Perm(len(e.w.ops)) {
				c.at = e
				c.evaluate(e, op)
			}
		}
	}
}

func (c *chaos) evaluate(e *chaosEntry, op int) {
	o := &e.w.ops[op]
	in := make([]Operand, len(o.In))
	there := 0
	for i, from := range o.In {
		switch {
		case from.Constant != nil:
			in[i] = from.Constant
		case from.From == Outer:
			in[i] = e.in
		default:
			in[i] = e.vals[from.From][from.Out]
		}
		if in[i] != nil {
			there++
		}
	}
	if there < len(in) && (!o.Any || there == 0) {
		return
	}
	for i, v := range e.w.step(c, op, in) {
		if v != nil {
			c.raise(&e.vals[op][i], v)
		}
	}
}

// compareWithChaos makes random operators and compares. It returns the
// engine's counts.
func compareWithChaos(t testing.TB, seed uint64) Stats {
	r := rand.New(rand.NewPCG(seed, 0))
	ws := wildOperators(r)
	in := set(r.Uint32() & 0xff)
	c := New(Options{MaxInstances: 1 << 20})
	root, err := c.Run(ws[0], bundle(t, Tagged{"x", in}))
	if c.root.outputs != nil || err == nil {
		require.NoError(t, err, "seed %d", seed)
	} else {
		require.ErrorContains(t, err, "never returns", "seed %d", seed)
	}
	settled(t, c)
	naive := &chaos{entries: map[chaosKey]*chaosEntry{}}
	naive.entry(ws[0], in)
	naive.run(r)
	require.Same(t, c.Entries()[0], root)
	for _, e := range c.Reachable() {
		k := chaosKey{e.Operator().(*wild), e.In().Get("x").(set)}
		want := naive.entries[k]
		require.NotNil(t, want, "seed %d: %s", seed, e)
		var outs Operand
		if e.Outputs() != nil {
			outs = e.Outputs().Get("r")
		}
		require.Equal(t, want.outs, outs, "seed %d: outputs of %s", seed, e)
		for cell := range want.cells {
			require.Equal(t, want.cells[cell], e.Cell(cell), "seed %d: %s cell %d", seed, e, cell)
		}
		for op := range want.vals {
			for out := range 2 {
				require.Equal(t, want.vals[op][out], e.Operand(op, out), "seed %d: %s operation %d output %d", seed, e,
					op, out)
			}
		}
	}
	return c.Stats()
}

func TestOrderDoesNotMatter(t *testing.T) {
	var sum Stats
	n := 3000
	if testing.Short() {
		n = 300
	}
	for seed := range uint64(n) {
		s := compareWithChaos(t, seed)
		sum.Entries += s.Entries
		sum.HitsUnfinished += s.HitsUnfinished
		sum.Blocked += s.Blocked
		sum.Resumed += s.Resumed
		sum.Raised += s.Raised
	}
	// The generator must not fall asleep.
	for _, k := range []int{sum.Entries, sum.HitsUnfinished, sum.Blocked, sum.Resumed, sum.Raised} {
		require.Greater(t, k, n*2/3, "%+v", sum)
	}
}

func FuzzOrderDoesNotMatter(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compareWithChaos(t, seed) })
}
