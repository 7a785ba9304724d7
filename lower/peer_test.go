package lower

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/testkit/strict"
	"github.com/lockstep-simt/lockstep/program"
)

// The peer is TensorFlow Probability's auto_batching. Its programs are in
// program/testdata/peer; the numbers here are what its passes were measured to
// give for them.

func peerProgram(t testing.TB, name string) *program.Program {
	data, err := os.ReadFile("../program/testdata/peer/" + name + ".lockstep")
	require.NoError(t, err)
	p, err := program.Parse(name, string(data))
	require.NoError(t, err)
	return p
}

// goldenProgram returns the source of a golden file.
func goldenProgram(t testing.TB, name string) *program.Program {
	a, err := readGolden(name)
	require.NoError(t, err)
	p, err := program.Parse(name, a)
	require.NoError(t, err)
	return p
}

// alone switches off every optional pass but the given ones.
func alone(passes ...string) Option {
	var off []string
	for _, name := range optional() {
		if !slices.Contains(passes, name) {
			off = append(off, name)
		}
	}
	return Without(off...)
}

// sharing returns p with variables renamed, as the peer's programs share them
// between functions, which our source dialect does not allow.
func sharing(p *program.Program, rename map[string]string) *program.Program {
	p = p.Clone()
	renameVariables(p, rename)
	return p
}

// Storage classes of the same variables: never dearer than the peer's, often
// cheaper, with the programs' structure left as it is. The whole pipeline, in
// which many of the variables are gone, stacks none that the peer does not.
func TestAllocationBesidePeers(t *testing.T) {
	const (
		null, temp, reg, full = program.Null, program.Temporary, program.Register, program.Full
	)
	dead := `program dead source
var x    : i64
var dead : i64
var y    : i64
func main(x) -> (y) {
start:
    dead = mul.i64 x, 2
    y = add.i64 x, 1
    goto halt
}
`
	deadProgram, err := program.Parse("dead", dead)
	require.NoError(t, err)
	type classes = map[string]program.Allocation
	tests := []struct {
		name       string
		p          *program.Program
		peer, ours classes
	}{
		{"A1", peerProgram(t, "a1_constant"),
			classes{"answer": reg}, classes{"answer": reg}},
		{"A2", peerProgram(t, "a2_single_if"),
			classes{"answer": reg, "cond": reg, "input": reg},
			classes{"answer": reg, "cond": temp, "input": reg}},
		{"A6", peerProgram(t, "a6_fibonacci_calls"),
			classes{"fibm1": full, "n": full, "ans": reg, "cond": reg, "n1": reg, "nm1": temp, "nm2": temp,
				"fibm2": temp},
			classes{"fibm1": full, "n": reg, "ans": reg, "cond": temp, "n1": reg, "nm1": null, "nm2": null,
				"fibm2": temp}},
		{"A7", peerProgram(t, "a7_is_even_calls"),
			classes{"nm1": temp, "ans": reg, "ncond": reg, "n": reg, "n1": reg},
			classes{"nm1": temp, "ans": reg, "ncond": temp, "n": reg, "n1": reg}},
		{"B1", goldenProgram(t, "fib"),
			classes{"n": full, "fibm1": full, "ans": reg, "cond": reg, "nm1": temp, "nm2": temp, "fibm2": temp},
			classes{"n": reg, "fibm1": full, "ans": reg, "cond": temp, "nm1": null, "nm2": null, "fibm2": temp}},
		{"B2", goldenProgram(t, "even_odd"),
			classes{"n": reg, "c": reg, "ans": reg, "nm1": temp, "on": reg, "oc": reg, "oans": reg, "onm1": temp},
			classes{"n": reg, "c": temp, "ans": reg, "nm1": temp, "on": reg, "oc": temp, "oans": reg, "onm1": temp}},
		{"unused value", deadProgram,
			classes{"dead": null, "x": reg, "y": reg},
			classes{"dead": null, "x": reg, "y": reg}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var plain *program.Program
			_, err := Run(tt.p, func(pass string, after *program.Program) {
				if pass == "allocate" {
					plain = after
				}
			}, alone("allocate"))
			require.NoError(t, err)
			// These trade operations for blocks.
			best, err := Lower(tt.p, Without("peel", "predicate", "rotate", "join"))
			require.NoError(t, err)
			for name, peer := range tt.peer {
				require.Equal(t, tt.ours[name], plain.Alloc(name), name)
				require.LessOrEqual(t, rank(tt.ours[name]), rank(peer), name)
				if peer != full && best.VarDefs.Has(name) {
					require.NotEqual(t, full, best.Alloc(name), "%s after the whole pipeline", name)
				}
			}
		})
	}
}

// shape counts what a lowered program consists of.
type shape struct{ blocks, prim, pop, jump, branch, pushgoto, ret int }

func shapeOf(p *program.Program) shape {
	s := shape{blocks: len(p.Graph.Blocks)}
	for _, blk := range p.Graph.Blocks {
		for _, in := range blk.Instrs {
			switch in.(type) {
			case *program.PrimOp:
				s.prim++
			case *program.PopOp:
				s.pop++
			}
		}
		switch blk.Term.(type) {
		case program.GotoOp:
			s.jump++
		case program.BranchOp:
			s.branch++
		case program.PushGotoOp:
			s.pushgoto++
		case program.IndirectGotoOp:
			s.ret++
		}
	}
	return s
}

// The same numbers of instructions as the peer where its structure is kept,
// and fewer of everything after the whole pipeline. The peer's main pushes a
// parameter on itself in B1 and B2; ours hands it over, which saves one
// operation.
func TestShapeBesidePeers(t *testing.T) {
	tests := []struct {
		name       string
		p          *program.Program
		shared     map[string]string // as the peer's program shares variables
		peer, kept shape             // the peer's lowering; ours of the same structure
		fused      int               // pops after fusion, in both
	}{
		{
			"A6", peerProgram(t, "a6_fibonacci_calls"), map[string]string{"ans1": "ans"},
			shape{blocks: 6, prim: 10, pop: 9, jump: 1, branch: 1, pushgoto: 2, ret: 2},
			shape{blocks: 6, prim: 10, pop: 9, jump: 1, branch: 1, pushgoto: 2, ret: 2}, 5,
		},
		{
			"A7", peerProgram(t, "a7_is_even_calls"),
			map[string]string{"ans1": "ans", "oans": "ans", "on": "n", "onm1": "nm1", "ocond": "ncond"},
			shape{blocks: 7, prim: 9, pop: 5, jump: 3, branch: 2, ret: 2}, // the peer's are after fusion
			shape{blocks: 7, prim: 9, pop: 9, jump: 3, branch: 2, ret: 2}, 5,
		},
		{
			"B1", goldenProgram(t, "fib"), map[string]string{"n1": "n", "r0": "ans"},
			shape{blocks: 7, prim: 10, pop: 8, jump: 3, branch: 1, pushgoto: 2, ret: 1},
			shape{blocks: 7, prim: 9, pop: 8, jump: 3, branch: 1, pushgoto: 2, ret: 1}, 4,
		},
		{
			"B2", goldenProgram(t, "even_odd"), map[string]string{"n1": "n", "r0": "ans"},
			shape{blocks: 11, prim: 11, pop: 10, jump: 5, branch: 2, pushgoto: 2, ret: 2},
			shape{blocks: 11, prim: 10, pop: 10, jump: 5, branch: 2, pushgoto: 2, ret: 2}, 6,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kept, err := lowerCalls(sharing(tt.p, tt.shared))
			require.NoError(t, err)
			require.NoError(t, program.Verify(kept))
			require.Equal(t, tt.kept, shapeOf(kept), "%s", kept)
			fused := fusedCopy(kept)
			require.NoError(t, program.Verify(fused))
			require.Equal(t, tt.fused, shapeOf(fused).pop, "%s", fused)

			// These trade operations for blocks.
			best, err := Lower(tt.p, Without("peel", "predicate", "rotate", "join"))
			require.NoError(t, err)
			s := shapeOf(best)
			require.LessOrEqual(t, s.blocks, tt.peer.blocks)
			require.LessOrEqual(t, s.prim, tt.peer.prim)
			require.LessOrEqual(t, s.pop, min(tt.peer.pop, tt.fused))
			require.LessOrEqual(t, s.jump+s.branch+s.pushgoto+s.ret,
				tt.peer.jump+tt.peer.branch+tt.peer.pushgoto+tt.peer.ret)
			require.LessOrEqual(t, s.pushgoto, tt.peer.pushgoto)
		})
	}
}

// Lowering A6 and nothing else gives the peer's hand-lowered program, with a
// jump in the place of main's call.
func TestLoweringByTheBook(t *testing.T) {
	q, err := lowerCalls(sharing(peerProgram(t, "a6_fibonacci_calls"), map[string]string{"ans1": "ans"}))
	require.NoError(t, err)
	require.Equal(t, `main_entry:
    push n = copy n1
    pop n1
    goto enter_fib
enter_fib:
    push cond = gt.i64 n, 1
    branch cond, recur, finish
recur:
    pop cond
    push nm1 = sub.i64 n, 1
    push n = copy nm1
    pop nm1
    pushgoto recur.ret1, enter_fib
recur.ret1:
    push fibm1 = copy ans
    pop ans
    push nm2 = sub.i64 n, 2
    pop n
    push n = copy nm2
    pop nm2
    pushgoto recur.ret2, enter_fib
recur.ret2:
    push fibm2 = copy ans
    pop ans
    push ans = add.i64 fibm1, fibm2
    pop fibm1, fibm2
    return
finish:
    pop n, cond
    push ans = const.i64 1
    return
`, blocksOf(q))
}

// D3, exactly.
func TestFuseFibonacci(t *testing.T) {
	q := fusedCopy(peerProgram(t, "a5_fibonacci_lowered"))
	require.NoError(t, program.Verify(q))
	require.Equal(t, `entry:
    pushgoto halt, enter_fib
enter_fib:
    push cond = gt.i64 n, 1
    branch cond, recur1, finish
recur1:
    push nm1 = sub.i64 n, 1
    push n = copy nm1
    pop cond, nm1
    pushgoto recur2, enter_fib
recur2:
    push fibm1 = copy ans
    push nm2 = sub.i64 n, 2
    n = copy nm2
    pop ans, nm2
    pushgoto recur3, enter_fib
recur3:
    push fibm2 = copy ans
    ans = add.i64 fibm1, fibm2
    pop fibm1, fibm2
    return
finish:
    push ans = const.i64 1
    pop n, cond
    return
`, blocksOf(q))
	// Two pops and pushes fewer at each of the 106 inner nodes of four lanes.
	// (The peer, which counts those that lanes share once, saves 108.)
	var before, after strict.Counts
	for i, n := range []uint64{5, 6, 8, 9} {
		for c, p := range map[*strict.Counts]*program.Program{&before: peerProgram(t, "a5_fibonacci_lowered"),
			&after: q} {
			o, err := strict.Run(p, 10_000, n)
			require.NoError(t, err)
			require.Equal(t, []uint64{[]uint64{8, 13, 34, 55}[i]}, o.Results)
			c.Pops += o.Counts.Pops
			c.Pushes += o.Counts.Pushes
		}
	}
	require.Equal(t, before.Pops-after.Pops, before.Pushes-after.Pushes, "every fused pop saves a push")
	require.Equal(t, 2*106, before.Pops-after.Pops)
}

// Calls in last position need no return blocks and no stacks, with and without
// inlining: E7, E8, and mutual recursion (A7, B2), also if both functions are
// called from elsewhere.
func TestTailCallsNeedNoStack(t *testing.T) {
	for _, name := range []string{"iota_sum", "gcd", "even_odd"} {
		for _, off := range [][]string{nil, {"inline"}, {"inline", "loops"},
			{"loops", "inline", "simplify", "clean", "coalesce"}} {
			t.Run(fmt.Sprint(name, off), func(t *testing.T) {
				p := goldenProgram(t, name)
				q, err := Lower(p, Without(off...), Check())
				require.NoError(t, err)
				require.Zero(t, shapeOf(q).pushgoto, "%s", q)
				for _, d := range q.VarDefs.All() {
					require.NotEqual(t, program.Full, q.Alloc(d.Name), d.Name)
				}
				e, err := Explain(p, Without(off...))
				require.NoError(t, err)
				require.Equal(t, "no call is ever pending", e.Depth.String())
			})
		}
	}
}

// C6 and C7.
func TestPeerValues(t *testing.T) {
	even := func(n uint64) uint64 { return 1 - n&1 }
	fib := func(n uint64) uint64 { return []uint64{1, 1, 2, 3, 5, 8, 13, 21, 34, 55}[n] }
	for name, want := range map[string]func(uint64) uint64{
		"a5_fibonacci_lowered": fib, "a6_fibonacci_calls": fib, "a7_is_even_calls": even,
	} {
		p := peerProgram(t, name)
		if p.Dialect == program.Source {
			p = everyStage(t, p, [][]uint64{{0}, {3}, {9}})
		}
		for n := range uint64(10) {
			o, err := strict.Run(p, 10_000, n)
			require.NoError(t, err)
			require.Equal(t, []uint64{want(n)}, o.Results, "%s(%d)", name, n)
		}
	}
}
