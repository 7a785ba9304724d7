package plan

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

const calls = `program calls lowered

var x : i64 full
var y : i64 register
var c : bool temporary
var r : i64 register

func main(x) -> (r) {
start:
    y = add.i64 x, 1
    push x = mul.i64 y, 2
    pushgoto after, callee
after:                                   // return to: start
    r = add.i64 r, y
    goto halt
callee:                                  // from: start
    c = lt.i64 x, 10
    branch c, small, large
small:                                   // from: callee
    r = copy x
    pop x
    return
large:                                   // from: callee
    r = sub.i64 x, 10
    pop x
    return
}
`

func parsed(t *testing.T, text string) *Program {
	t.Helper()
	p, err := program.Parse("test", text)
	require.NoError(t, err)
	pl, err := New(p)
	require.NoError(t, err)
	return pl
}

// TestCallsCancel follows a call and its return: nothing is pushed, and the exit on the way has
// what the block there expects.
func TestCallsCancel(t *testing.T) {
	p := parsed(t, calls)
	b := p.Begin(0)
	require.True(t, b.Follow(2))
	require.True(t, b.Follow(3))
	require.True(t, b.Follow(1))
	s := b.End()
	require.Equal(t, []int{0, 2, 3, 1}, s.Trail)
	require.Empty(t, s.Calls)
	for _, c := range s.Changes {
		require.False(t, c.StackEffects(), p.Vars[c.Var].Name)
	}
	require.Len(t, s.Exits, 1)
	require.Equal(t, 4, s.Exits[0].To)
	changes, saved := p.Deltas.Expand(s.Exits[0].Delta)
	require.Equal(t, []int{1}, saved, "the return block")
	require.Equal(t, p.Variable("x"), changes[0].Var)
	require.True(t, changes[0].SaveTop && changes[0].Update)
	require.Equal(t, 2, s.Ways())
	require.Equal(t, p.Exit(), s.Way(1))
}

// TestKnownConditions leaves out an exit whose condition is decided, and what is computed
// twice.
func TestKnownConditions(t *testing.T) {
	p := parsed(t, `program twice lowered

var x : i64 register
var c : bool temporary
var d : bool temporary
var r : i64 register

func main(x) -> (r) {
start:
    c = lt.i64 x, 10
    branch c, then, other
then:                                    // from: start
    d = lt.i64 x, 10
    branch d, done, other
done:                                    // from: then
    r = copy 1
    goto halt
other:                                   // from: start, then
    r = copy 2
    goto halt
}
`)
	b := p.Begin(0)
	require.True(t, b.Follow(1))
	require.Equal(t, Goto, b.Term().Kind)
	require.True(t, b.Follow(2))
	s := b.End()
	require.Len(t, s.Exits, 1)
	require.Len(t, s.Steps, 2)
}

// TestDeltas shares what exits have in common: a thousand take few nodes.
func TestDeltas(t *testing.T) {
	d := newDeltas()
	for i := range 1000 {
		changes := []Change{
			{Var: 0, Update: true, Src: Ref{ID: 7}},
			{Var: 1, SaveTop: true, Update: true, Src: Ref{ID: 8, Off: 2}, Saves: []Ref{{ID: 9}}},
			{Var: 2, Drop: 3, Src: Ref{ID: None}},
			{Var: 3, Pop: 1, Src: Ref{ID: None}},
			{Var: 4, Update: true, Src: Ref{ID: i % 50}},
		}
		at, ok := d.add(changes, []int{5, 6})
		require.True(t, ok)
		got, calls := d.Expand(at)
		require.Equal(t, changes, got)
		require.Equal(t, []int{5, 6}, calls)
	}
	require.Less(t, d.Len(), 200)
	none, ok := d.add(nil, nil)
	require.True(t, ok)
	require.Zero(t, none)
	_, ok = d.add([]Change{{Var: 1 << 20, Pop: 1}}, nil)
	require.False(t, ok, "numbers have 16 bits")
}

// TestLongest refuses what has too many micro-ops.
func TestLongest(t *testing.T) {
	text := "program long lowered\n\nvar x : i64 register\n\nfunc main(x) -> (x) {\nstart:\n    goto b0\n"
	for b := range 8 {
		text += fmt.Sprintf("b%d:\n", b)
		for range 100 {
			text += "    x = mul.i64 x, x\n"
		}
		next := fmt.Sprintf("b%d", b+1)
		if b == 7 {
			next = "halt"
		}
		text += "    goto " + next + "\n"
	}
	p := parsed(t, text+"}\n")
	b := p.Begin(0)
	n := 0
	for b.Follow(n + 1) {
		n++
	}
	require.Equal(t, 5, n)
	require.LessOrEqual(t, len(b.End().Steps), MaxUops)
}
