package batch_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/program"
)

// The programs that TensorFlow Probability's auto-batching tests wrote by hand
// in the lowered dialect, run as that machine ran them: the whole batch as one
// gang, always the earliest block, no refill. Every figure below was measured
// on the peer; ours must be the same.

// peer runs a program in the peer's configuration.
func peer(t *testing.T, text string, inputs []batch.Column, opts ...batch.Option) *batch.Result {
	t.Helper()
	p, err := program.Parse("peer", text)
	require.NoError(t, err)
	require.NoError(t, program.Verify(p))
	code, err := batch.Compile(p)
	require.NoError(t, err)
	lanes, err := inputs[0].Rows()
	require.NoError(t, err)
	opts = append([]batch.Option{batch.Gang(lanes), batch.Workers(1),
		settings.Switch(settings.Switches{NoRefill: true}), batch.WithSchedule(batch.Earliest)}, opts...)
	res, err := code.Run(context.Background(), inputs, opts...)
	require.NoError(t, err)
	return res
}

func ints(vs ...int64) batch.Column { return batch.Column{Data: vs} }

func peerText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../program/testdata/peer/" + name)
	require.NoError(t, err)
	return string(text)
}

// visits formats blocks as "runs(active lanes)" in program order.
func visits(s *batch.Stats) string {
	var parts []string
	for _, b := range s.Blocks {
		parts = append(parts, fmt.Sprintf("%d(%d)", b.Runs, b.Lanes))
	}
	return strings.Join(parts, " ")
}

// TestPeerFibonacci is cases C13, C14 and D6 for program A5: fib lowered by
// hand.
func TestPeerFibonacci(t *testing.T) {
	text := peerText(t, "a5_fibonacci_lowered.lockstep")
	for _, tc := range []struct {
		in     []int64
		out    []int64
		steps  int64
		util   float64
		visits string
		pc     int // deepest pc stack
	}{
		// The peer counts two entries more: an initial zero and the exit.
		{[]int64{5}, []int64{8}, 45, 1, "1(1) 15(15) 7(7) 7(7) 7(7) 8(8)", 5},
		{[]int64{5, 6, 8, 9}, []int64{8, 13, 34, 55}, 327, .4954, "1(4) 109(216) 54(106) 54(106) 54(106) 55(110)", 9},
		{[]int64{0, 1, 3}, []int64{1, 1, 3}, 15, .4667, "1(3) 5(7) 2(2) 2(2) 2(2) 3(5)", 3},
	} {
		t.Run(fmt.Sprint(tc.in), func(t *testing.T) {
			res := peer(t, text, []batch.Column{ints(tc.in...)})
			require.Empty(t, res.Faults)
			require.Equal(t, tc.out, res.Cols[0].Data)
			require.Equal(t, tc.steps, res.Stats.Steps())
			require.InDelta(t, tc.util, res.Stats.Utilisation(), 5e-5)
			require.Equal(t, tc.visits, visits(&res.Stats))
			require.Equal(t, tc.pc, res.Stats.Stacks[len(res.Stats.Stacks)-1].High)
		})
	}
}

// TestPeerDepthLimit is case C14. The peer needs D = 12 for these inputs and
// loses the whole batch with 11; here one lane less depth costs that lane.
func TestPeerDepthLimit(t *testing.T) {
	text := peerText(t, "a5_fibonacci_lowered.lockstep")
	in := []batch.Column{ints(5, 6, 8, 9)}
	require.Empty(t, peer(t, text, in, batch.MaxDepth(9)).Faults)
	res := peer(t, text, in, batch.MaxDepth(8))
	require.Len(t, res.Faults, 1)
	require.EqualValues(t, 3, res.Faults[0].Lane)
	require.Equal(t, []int64{8, 13, 34, 0}, res.Cols[0].Data)
}

// TestPeerPeaNuts is cases C25 to C29 and D6 for program A8, a loop around a
// recursion over a state of shape [3].
func TestPeerPeaNuts(t *testing.T) {
	text := peerText(t, "a8_pea_nuts_lowered.lockstep")
	program := func(chooseDepth, step string) string {
		require.Equal(t, 1, strings.Count(text, "push depth = const.i64 3"), "the text's own choice of depth")
		require.Equal(t, 1, strings.Count(text, "push ans = add.f32 state, 1.0"), "the text's own step")
		s := strings.Replace(text, "push depth = const.i64 3", "push depth = "+chooseDepth, 1)
		return strings.Replace(s, "push ans = add.f32 state, 1.0", "push ans = "+step, 1)
	}
	three, two, count := "const.i64 3", "const.i64 2", "copy count"
	same, plus1 := "copy state", "add.f32 state, 1.0"
	for _, tc := range []struct {
		name        string
		depth, step string
		counts      []int64
		adds        []float32 // what each lane's state gains
		steps       int64
		util        float64
		visits      string
	}{
		{"C25", three, same, []int64{3, 3, 3, 3}, []float32{42, 42, 42, 42}, 142, 1,
			"4(16) 3(12) 3(12) 45(180) 21(84) 21(84) 21(84) 24(96)"},
		{"C26", three, plus1, []int64{3, 3, 3, 3}, []float32{66, 66, 66, 66}, 142, 1,
			"4(16) 3(12) 3(12) 45(180) 21(84) 21(84) 21(84) 24(96)"},
		{"C27", two, plus1, []int64{3, 3, 3, 3}, []float32{30, 30, 30, 30}, 70, 1,
			"4(16) 3(12) 3(12) 21(84) 9(36) 9(36) 9(36) 12(48)"},
		{"C28", three, plus1, []int64{0, 1, 2, 3}, []float32{0, 22, 44, 66}, 142, .5035,
			"4(10) 3(6) 3(6) 45(90) 21(42) 21(42) 21(42) 24(48)"},
		{"C29", count, plus1, []int64{0, 1, 2, 3}, []float32{0, 1, 5, 15}, 48, .3333,
			"7(10) 4(6) 6(6) 12(16) 4(5) 4(5) 4(5) 7(11)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			state := make([]float32, 12)
			want := make([]float32, 12)
			for i := range state {
				state[i] = float32(i)
				want[i] = state[i] + tc.adds[i/3]
			}
			res := peer(t, program(tc.depth, tc.step), []batch.Column{ints(tc.counts...),
				{Data: state, Shape: []int{3}}})
			require.Empty(t, res.Faults)
			require.Equal(t, want, res.Cols[0].Data)
			require.Equal(t, tc.steps, res.Stats.Steps())
			require.InDelta(t, tc.util, res.Stats.Utilisation(), 5e-5)
			require.Equal(t, tc.visits, visits(&res.Stats))
		})
	}
}
