package lower

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/testkit/strict"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// everyStage lowers p with the given options and checks of each stage that it
// verifies and ends lanes with the given inputs as p does. It returns the
// lowered program.
func everyStage(t testing.TB, p *program.Program, inputs [][]uint64, opts ...Option) *program.Program {
	t.Helper()
	const limit = 20_000
	var want []strict.Outcome
	for _, in := range inputs {
		o, err := strict.Run(p, limit, in...)
		require.NoError(t, err)
		want = append(want, o)
	}
	before := program.Print(p)
	previous := before
	q, err := Run(p, func(pass string, after *program.Program) {
		require.NoError(t, program.Verify(after), "after %s:\n%s\nfrom:\n%s", pass, after, previous)
		for i, in := range inputs {
			if want[i].Endless {
				continue
			}
			got, err := strict.Run(after, 10*limit, in...)
			require.NoError(t, err, "inputs %v after %s:\n%s\nfrom:\n%s", in, pass, after, previous)
			require.True(t, got.Endless || want[i].Same(got), "inputs %v: %+v, want %+v, after %s:\n%s\nfrom:\n%s", in,
				got, want[i], pass, after, previous)
		}
		previous = after.String()
	}, opts...)
	require.NoError(t, err)
	sameForms(t, p, q, opts...)
	require.Equal(t, before, program.Print(p), "the program that was given has changed")
	return q
}

// sameForms compares the forms of a program that are made together with those that are made alone.
func sameForms(t testing.TB, p, lowered *program.Program, opts ...Option) {
	t.Helper()
	f, err := NewForms(p, opts...)
	require.NoError(t, err)
	same := func(what string, want, got *program.Program) {
		text := program.Print(got, program.WithPositions())
		require.Equal(t, program.Print(want, program.WithPositions()), text, what)
	}
	same("lowered", lowered, f.Lowered())
	// A run computes the lowered form's uniforms: what has the name of one is that.
	computed := func(p *program.Program) {
		is := edit.DerivedUniforms(f.Lowered())
		for name, other := range edit.DerivedUniforms(p) {
			if is[name] != "" {
				require.Equal(t, is[name], other, name)
			}
		}
	}
	for range 2 { // nothing of what others take is changed
		got, err := f.WithCalls()
		require.NoError(t, err)
		computed(got)
		want, err := Source(p, opts...)
		require.NoError(t, err)
		if f.named(want) { // or it derives no more than the lowered form
			same("with calls", want, got)
		}
		if got, err = f.Rolled(); got == nil {
			got = lowered
		}
		require.NoError(t, err)
		computed(got)
		want, err = Lower(p, append(slices.Clip(opts), Without("unroll"))...)
		require.NoError(t, err)
		if f.named(want) {
			same("rolled", want, got)
		}
	}
}

// optional lists the passes that can be switched off.
func optional() []string {
	var names []string
	for _, pass := range Passes {
		if !pass.Required {
			names = append(names, pass.Name)
		}
	}
	return names
}

// checkGenerated runs a generated program through every stage, with all passes
// and with those switched off that mask has a bit for.
func checkGenerated(t testing.TB, data []byte, mask uint16) {
	p := strict.Generate(data)
	require.NoError(t, program.Verify(p), "%s", p)
	everyStage(t, p, strict.Inputs)
	var off []string
	for i, name := range optional() {
		if mask&(1<<i) != 0 {
			off = append(off, name)
		}
	}
	everyStage(t, p, strict.Inputs, Without(off...))
}

func TestGeneratedPrograms(t *testing.T) {
	n := 600
	if testing.Short() {
		n = 200
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		data := make([]byte, r.IntN(600))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		checkGenerated(t, data, uint16(r.Uint32()))
	}
}

func FuzzLower(f *testing.F) {
	f.Add([]byte{}, uint16(0))
	f.Add([]byte("lanes that diverge come together again"), uint16(0xffff))
	f.Fuzz(func(t *testing.T, data []byte, mask uint16) { checkGenerated(t, data, mask) })
}

// parse reads a program whose text the test is about.
func parse(t testing.TB, text string) *program.Program {
	t.Helper()
	p, err := program.Parse("test.lockstep", text)
	require.NoError(t, err)
	return p
}

func TestOrderOfPasses(t *testing.T) {
	at := map[string]int{}
	for i, pass := range Passes {
		require.NotContains(t, at, pass.Name)
		at[pass.Name] = i
		require.Regexp(t, `^[A-Z].*\.$`, pass.Doc, pass.Name)
	}
	for _, c := range Order {
		require.Contains(t, at, c.Before)
		require.Contains(t, at, c.After)
		require.Less(t, at[c.Before], at[c.After], "%s before %s, because %s", c.Before, c.After, c.Because)
		require.NotEmpty(t, c.Because)
	}
}

func TestRefused(t *testing.T) {
	const calls = `program p source
var a : i64
var b : i64
var x : i64
var y : i64
var c : bool
func f(x) -> (y) {
f:
    y = call f(x)
    return
}
func main(a) -> (b) {
start:
    b = call f(a)
    goto halt
}
`
	lowered, err := Lower(parse(t, calls))
	require.NoError(t, err)
	tests := []struct {
		name string
		p    *program.Program
		opts []Option
		want string
	}{
		{"lowered twice", lowered, nil, "lower: the program p is lowered already"},
		{"a pass that does not exist", parse(t, calls), []Option{Without("vectorise")},
			"lower: there is no pass vectorise"},
		{"a pass that must run", parse(t, calls), []Option{Without("calls")},
			"lower: the pass calls cannot be switched off"},
		{"a value that only one branch gives", parse(t, `program p source
var a : i64
var b : i64
var c : bool
func main(a) -> (b) {
start:
    c = gt.i64 a, 0
    branch c, then, join
then:
    b = copy a
    goto join
join:
    goto halt
}
`), nil, "b is not defined on every path"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Lower(tt.p, tt.opts...)
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestPanicsNameThePass(t *testing.T) {
	p := goldenProgram(t, "fib")
	pass := edit.Pass{Name: "broken", Change: func(*program.Program) (*program.Program, error) {
		panic("no such block")
	}}
	require.PanicsWithValue(t, "lower: pass broken: no such block", func() { _, _ = (&config{}).run(pass, p) })

	pass.Change = func(p *program.Program) (*program.Program, error) {
		p.Graph.Blocks[0].Term = program.GotoOp{Target: "nowhere"}
		return p, nil
	}
	_, err := (&config{}).run(pass, p.Clone())
	require.NoError(t, err)
	defer func() { require.Contains(t, recover(), "there is no block nowhere") }()
	_, _ = (&config{check: true}).run(pass, p)
}

// Nothing depends on the order of a map: the same text every time. And the
// program that was given is untouched, down to the last slice.
func TestDeterministicAndPure(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		data := make([]byte, 300)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		p, untouched := strict.Generate(data), strict.Generate(data)
		first, err := Lower(p)
		require.NoError(t, err)
		explanation, err := Explain(p)
		require.NoError(t, err)
		for range 10 {
			again, err := Lower(p)
			require.NoError(t, err)
			require.Equal(t, program.Print(first, program.WithPositions()),
				program.Print(again, program.WithPositions()))
			e, err := Explain(p)
			require.NoError(t, err)
			require.Equal(t, explanation.String(), e.String())
		}
		require.Equal(t, untouched, p)
	}
}

// The official oracle agrees with the strict machine of these tests.
func TestMachineAgreesWithOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		data := make([]byte, r.IntN(300))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		p := strict.Generate(data)
		q, err := Lower(p)
		require.NoError(t, err)
		for _, p := range []*program.Program{p, q} {
			for _, in := range strict.Inputs {
				got, err := strict.Run(p, 1_000_000, in...)
				require.NoError(t, err)
				out, fault, err := interp.Run(p, []interp.Value{interp.Scalar(program.I64, in[0]),
					interp.Scalar(program.I64, in[1])})
				require.NoError(t, err)
				if fault != nil {
					require.Equal(t, got.Fault, fault.Code, "%v of %s", in, p)
					require.Equal(t, got.Pos.In("generated.go"), fault.Pos)
					continue
				}
				require.Equal(t, got.Results, []uint64{out[0].Bits[0], out[1].Bits[0]}, "%v of %s", in, p)
			}
		}
	}
}

// A mutual recursion in last position whose functions are both called from
// outside, and one of them also in the middle: still no stack for the former.
func TestTailCallsBetweenFunctions(t *testing.T) {
	p := parse(t, `program between source
var n : i64
var c : bool
var m : i64
var r : i64
var on : i64
var oc : bool
var om : i64
var or : i64
var a : i64
var x : i64
var y : i64
var z : i64
func down(n) -> (r) {
down:
    c = le.i64 n, 0
    branch c, down_base, down_recur
down_base:
    r = copy n
    return
down_recur:
    m = sub.i64 n, 2
    r = call up(m)
    return
}
func up(on) -> (or) {
up:
    oc = le.i64 on, 0
    branch oc, up_base, up_recur
up_base:
    or = sub.i64 0, on
    return
up_recur:
    om = add.i64 on, 1
    or = call down(om)
    return
}
func main(a) -> (z) {
start:
    x = call down(a)
    y = call up(a)
    z = sub.i64 x, y
    goto halt
}
`)
	inputs := [][]uint64{{0}, {1}, {7}, {8}}
	for _, off := range [][]string{nil, {"inline"}, {"inline", "coalesce"}} {
		q := everyStage(t, p, inputs, Without(off...))
		for _, d := range q.VarDefs.All() {
			require.NotEqual(t, program.Full, q.Alloc(d.Name), "%s of\n%s", d.Name, q)
		}
		e, err := Explain(p, Without(off...))
		require.NoError(t, err)
		require.True(t, e.Depth.Bounded)
		require.LessOrEqual(t, e.Depth.Max, 1, "%s", q)
	}
}

func TestFuse(t *testing.T) {
	const head = "program p lowered\nvar a : i64 full\nvar b : i64 full\nfunc main(a, b) -> (a) {\nstart:\n"
	tests := []struct{ name, block, want string }{
		{"a push after a pop overwrites", "pop a\npush a = copy 1\n", "a = copy 1\n"},
		{"something else in between does not matter", "pop a\npush b = copy 2\npush a = copy 1\n",
			"push b = copy 2\na = copy 1\n"},
		{"a read in between needs what is below", "pop a\npush b = copy a\npush a = copy 1\n",
			"pop a\npush b = copy a\npush a = copy 1\n"},
		{"a push that reads what is below stays a push", "pop a\npush a = add.i64 a, 1\n",
			"pop a\npush a = add.i64 a, 1\n"},
		{"an overwrite in between is of what is below", "pop a\na = copy 1\n", "pop a\na = copy 1\n"},
		{"pops are gathered at the end", "pop a\npush a = copy 3\npop b\nb = copy 4\npop a, b\n",
			"a = copy 3\npop b\nb = copy 4\npop a, b\n"},
		{"of two pops one is delayed", "push a = copy 1\npop a\npop a\npush a = copy 2\n",
			"push a = copy 1\npop a\na = copy 2\n"},
		{"both outputs of a parallel copy", "pop a\npop b\npush a, push b = copy 1, 2\n", "a, b = copy 1, 2\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, before := parse(t, head+tt.block+"goto halt\n}\n"), parse(t, head+tt.block+"goto halt\n}\n")
			want := parse(t, head+tt.want+"goto halt\n}\n")
			require.Equal(t, blocksOf(want), blocksOf(fusedCopy(p)))
			require.Equal(t, before, p)
		})
	}
}

func TestExplain(t *testing.T) {
	p := goldenProgram(t, "edges")
	e, err := Explain(p, Without("allocate"))
	require.NoError(t, err)
	for _, v := range e.Vars {
		require.Equal(t, program.Full, v.Class)
		require.Equal(t, "storage classes were not computed", v.Reason)
	}
	require.Equal(t, DepthProof{Chain: []string{"f"}}, e.Depth)

	e, err = Explain(goldenProgram(t, "bounded"), Without("inline", "absorb"))
	require.NoError(t, err)
	require.Equal(t, DepthProof{Bounded: true, Max: 2, Chain: []string{"twice", "heavy"}}, e.Depth)
	_, err = Explain(p, Without("nothing"))
	require.Error(t, err)

	e, err = Explain(peerProgram(t, "a5_fibonacci_lowered"))
	require.NoError(t, err)
	require.Equal(t, Proof{"n", program.Full, "declared in the lowered program"}, e.Vars[0])
	require.Equal(t, "no bound on pending calls: enter_fib calls itself", e.Depth.String())
}

// fusedCopy is a lowered program in which pops are delayed; see fuse.
func fusedCopy(p *program.Program) *program.Program {
	p, _ = fuse(p.Clone())
	return p
}
