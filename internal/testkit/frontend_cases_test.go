package testkit_test

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/testkit"
	"github.com/lockstep-simt/lockstep/program"
)

//go:embed testdata/frontend_cases.go.txt
var frontendCases string

// TestFrontendCases is the peer's frontend tests, E1 to E20, as Go source. What
// has no meaning in Go (E3's counter in a primitive is TestSharing; E16's
// caches, E21's dry run) is left out.
func TestFrontendCases(t *testing.T) {
	type in = lockstep.Inputs
	for _, tc := range []struct {
		id, fn string
		in     in
		want   map[string]any
	}{
		{"E1", "FibBaseFirst", in{"n": []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
			map[string]any{"r0": []int64{1, 1, 2, 3, 5, 8, 13, 21, 34, 55}}},
		{"E2", "Fib", in{"n": []int{6, 7, 8, 7}}, map[string]any{"r0": []int64{8, 13, 21, 13}}},
		{"E4", "Even", in{"n": []int{5, 6, 8, 9}}, map[string]any{"r0": []bool{false, true, true, false}}},
		{"E5", "Triple", in{"x": []int{6, 7, 8}}, map[string]any{"r0": []int64{12, 13, 14}}},
		{"E5 nested", "Nested", in{"x": []int{6, 7, 8}}, map[string]any{"r0": []int64{16, 17, 18}}},
		{"E6", "MovePoint", in{"p.X": []int{6, 7, 8}, "p.Y": []int{60, 70, 80}},
			map[string]any{"r0.X": []int64{10, 11, 12}, "r0.Y": []int64{68, 78, 88}}},
		{"E7", "IotaSum", in{"n": []int{12, -13, 100}, "acc": []int{0}}, map[string]any{"r0": []int64{78, 0, 5050}}},
		{"E8", "Gcd", in{"a": []int{7, 12, 49}, "b": []int{9, 9, 56}}, map[string]any{"r0": []int64{1, 3, 7}}},
		{"E9", "Abs", in{"x": []int{12, -13, 14}}, map[string]any{"r0": []int64{12, 13, 14}}},
		{"E10", "Steps", in{"x": []int{1, 5, 60, 3, 7}}, map[string]any{"r0": []int64{1, 3, 5, 1, 3}}},
		{"E11", "ConsumeEmit", in{"x": []int{12, -13, 14}, "y": []int{4, 3, 3, 2, 2, 1}},
			map[string]any{"a": []int64{13, -12, 15}, "b": []int64{6, 5, 5, 4, 4, 3}}},
		{"E12", "Regroup", in{"x": []int{12, -13, 14}}, map[string]any{"r0": []int64{58, -42, 66}}},
		{"E13, E17", "RowSum", in{"x": []int{1, 2, 5, 6, 60, 61}},
			map[string]any{"r0": []int64{4, 5, 16, 17, 181, 182}}},
		{"E14", "Unused", in{"x": []int{12, 13, 14}}, map[string]any{"r0": []int64{13, 14, 15},
			"r1": []int64{14, 15, 16}}},
		{"E15", "Sum7", in{"a": []int{12, 13, 14}, "b": []int{2}, "c": []int{3}, "d": []int{4}, "e": []int{5},
			"f": []int{6}, "g": []int{7}}, map[string]any{"r0": []int64{39, 40, 41}}},
		{"E18", "AddFour", in{"x": []int{12, -13, 14}}, map[string]any{"r0": []int64{16, -9, 18}}},
		{"E19", "LiteralCondition", in{"x": []int{1, 5, 60, 3, 7}}, map[string]any{"r0": []int64{2, 6, 61, 4, 8}}},
		{"E20", "Field", in{"x": []int{1, 5, 60, 3, 7}}, map[string]any{"r0": []int64{11, 15, 70, 13, 17}}},
	} {
		t.Run(tc.id, func(t *testing.T) {
			compiled, err := lockstep.Compile(frontendCases, tc.fn)
			require.NoError(t, err)
			res, err := compiled.Run(context.Background(), tc.in)
			require.NoError(t, err)
			require.Empty(t, res.Faults)
			for name, want := range tc.want {
				require.Equal(t, want, res.Column(name), name)
			}
			testkit.Same(t, compiled.Source(), lanesOf(compiled, tc.in), testkit.Limits{})
		})
	}
}

// lanesOf turns int columns into the oracle's lanes.
func lanesOf(compiled *lockstep.Func, in lockstep.Inputs) []testkit.Lane {
	n := 1
	for _, p := range compiled.Params() {
		n = max(n, len(in[p.Name].([]int))/program.Elements(p.Shape))
	}
	lanes := make([]testkit.Lane, n)
	for i := range lanes {
		for _, p := range compiled.Params() {
			col, per := in[p.Name].([]int), program.Elements(p.Shape)
			v := interp.Value{Type: program.Array(program.I64, p.Shape...)}
			row := i
			if len(col) == per {
				row = 0
			}
			for e := range per {
				v.Bits = append(v.Bits, uint64(col[row*per+e]))
			}
			lanes[i] = append(lanes[i], v)
		}
	}
	return lanes
}

// TestSharing is E3: the block with the addition runs exactly as often as the
// lane that needs most additions, 20 times for these inputs, so every lane's
// additions are shared perfectly.
func TestSharing(t *testing.T) {
	compiled := lockstep.MustCompile(frontendCases, "FibBaseFirst")
	res, err := compiled.Run(context.Background(), lockstep.Inputs{"n": []int{3, 7, 4, 5}},
		lockstep.Gang(4), lockstep.Workers(1), lockstep.WithSchedule(batch.Earliest))
	require.NoError(t, err)
	require.Equal(t, []int64{3, 21, 5, 8}, res.Int64("r0"))
	adds := ""
	for _, b := range compiled.Lowered().Graph.Blocks {
		for _, in := range b.Instrs {
			if op, ok := in.(*program.PrimOp); ok && op.Op == program.OpAddI64 {
				adds = b.Name
			}
		}
	}
	for _, b := range res.Stats.Blocks {
		if b.Name == adds {
			require.Equal(t, "20 runs, 33 lanes", fmt.Sprintf("%d runs, %d lanes", b.Runs, b.Lanes))
			return
		}
	}
	t.Fatal("no block adds")
}

// TestTailCallsNeedNoStack is E7: self tail calls, with a limit of no saved
// value at all.
func TestTailCallsNeedNoStack(t *testing.T) {
	for _, fn := range []string{"IotaSum", "Gcd", "Even"} {
		compiled := lockstep.MustCompile(frontendCases, fn)
		for _, b := range compiled.Lowered().Graph.Blocks {
			require.NotContains(t, fmt.Sprintf("%T", b.Term), "PushGoto", "%s: %s", fn, b.Name)
		}
		for _, d := range compiled.Lowered().VarDefs.All() {
			require.NotEqual(t, program.Full, compiled.Lowered().Alloc(d.Name), "%s: %s", fn, d.Name)
		}
	}
}

// TestBlockOfOneWay: code of one lane at a time leaves out a block that one way has to itself, and writes it all the
// same where what leads to it is written again for another way.
func TestBlockOfOneWay(t *testing.T) {
	if !slices.Contains(lockstep.MustCompile(frontendCases, "Fib").Engines(), lockstep.EngineScalar) {
		t.Skip("there is no code for one lane at a time here")
	}
	text, err := os.ReadFile("../../frontend/golang/internal/cases/domains_search.go")
	require.NoError(t, err)
	compiled, err := lockstep.Compile(string(text), "DomainPatternSearch", lockstep.MakeCap(20))
	require.NoError(t, err)
	require.Contains(t, compiled.Engines(), lockstep.EngineScalar)
}
