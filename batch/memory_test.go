package batch

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/settings"
)

// allocated returns how many bytes f allocates.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// eightArrays writes an element of each of eight arrays, all of them zero at the
// start, and reads them again.
func eightArrays() string {
	var vars, body strings.Builder
	for i := range 8 {
		fmt.Fprintf(&vars, "var a%d : i64[32768] register\n", i)
		fmt.Fprintf(&body, "    a%d = copy 0\n", i)
	}
	body.WriteString("    goto write\nwrite:\n")
	for i := range 8 {
		fmt.Fprintf(&body, "    a%d = insert.i64 a%d, x, x\n", i, i)
	}
	body.WriteString("    goto read\nread:\n    r = copy 0\n")
	for i := range 8 {
		for _, at := range []string{"x", "5"} {
			fmt.Fprintf(&body, "    t = index.i64 a%d, %s\n    r = add.i64 r, t\n", i, at)
		}
	}
	vars.WriteString("var x : i64 register\nvar r : i64 register\nvar t : i64 temporary\n")
	return "program arrays lowered\n\n" + vars.String() +
		"\nfunc main(x) -> (r) {\nentry:\n" + body.String() + "    goto halt\n}\n"
}

// TestStateFollowsLanes: what a run allocates is in proportion to its lanes, also
// where they are fewer than a word has bits. A lane's eight arrays are 2 MB here,
// and as much again where their next value is computed.
func TestStateFollowsLanes(t *testing.T) {
	c := compileText(t, eightArrays())
	const lane = 2 << 20
	for _, rows := range []int{1, 2, 3, 5} {
		x := make([]int64, rows)
		for i := range x {
			x[i] = int64(1000*i + 7)
		}
		bytes := allocated(func() {
			res, err := c.Run(context.Background(), []Column{{Data: x}}, Workers(2))
			require.NoError(t, err)
			for i, r := range res.Cols[0].Data.([]int64) {
				require.Equal(t, 8*x[i], r)
			}
		})
		t.Logf("%d rows: %.1f lanes' arrays", rows, float64(bytes)/lane)
		room := 1 // lanes in a row: a power of two
		for room < rows {
			room *= 2
		}
		require.LessOrEqual(t, bytes, (2*room+1)*lane)
	}
}

// TestGangsOfFewInputs: a gang takes no memory before there are lanes for it.
func TestGangsOfFewInputs(t *testing.T) {
	c := compileText(t, spin)
	run := func(opts ...Option) int {
		return allocated(func() {
			res, err := c.Run(context.Background(), []Column{{Data: []int64{1, 2, 3}}}, opts...)
			require.NoError(t, err)
			require.Equal(t, []int64{100, 50, 33}, res.Cols[0].Data)
			require.Equal(t, 3, res.Stats.Gang)
		})
	}
	small := run(Gang(3), Workers(1))
	require.LessOrEqual(t, run(Gang(1_000_000_000), Workers(1)), small+1<<10)
	bytes := allocated(func() {
		sink := &collect{got: map[int64]int64{}}
		_, err := c.Stream(context.Background(), &trickle{n: 3}, sink, Workers(1), Gang(1_000_000_000))
		require.NoError(t, err)
		require.Len(t, sink.got, 3)
	})
	require.Less(t, bytes, 64<<20)
}

// TestDefaultGangOfLargeState: the gang that nobody asked for is small where a lane
// is large.
func TestDefaultGangOfLargeState(t *testing.T) {
	c := compileText(t, eightArrays())
	require.LessOrEqual(t, c.Gang()*c.StateBytes(), gangBytes)
	require.Less(t, c.Gang(), minGang)
	require.LessOrEqual(t, c.streamGang(&options{Run: settings.Run{Gang: 1 << 30}})*c.StateBytes(), streamBytes)
}
