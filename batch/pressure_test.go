package batch

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/settings"
)

// TestParkTwice parks lanes while others are parked at the same block. Both
// sets have to come back.
func TestParkTwice(t *testing.T) {
	c := compileText(t, spin)
	o := newOptions([]Option{Gang(100)})
	uni, err := c.bindUniforms(context.Background(), o)
	require.NoError(t, err)
	g := newGang(c, 100, uni, o, nil)
	come := func(n, block int) {
		lanes := make([]uint64, g.words)
		g.takeIdle(n, 0, lanes)
		g.arrive(block, lanes)
		g.checkPlaces()
	}
	come(40, 2)
	come(10, 3)
	g.park()
	g.checkPlaces()
	require.Equal(t, 49, g.parkedLanes)
	require.Equal(t, 1, g.runnable())
	come(30, 2)
	g.park()
	g.checkPlaces()
	require.Equal(t, 79, g.parkedLanes)
	g.unpark()
	g.checkPlaces()
	require.Equal(t, 80, g.runnable())
	require.Equal(t, 70, g.count[2])
	require.Equal(t, 10, g.count[3])
}

// sum recurses as deep as its first input says, and keeps two numbers at each
// call. A first input below zero recurses for ever.
const sum = `
program sum lowered

var n : i64  full
var k : i64  full
var c : bool temporary
var r : i64  register

func main(n, k) -> (r) {
entry:
    r = copy 0
    pushgoto halt, down
down:
    c = eq.i64 n, 0
    branch c, base, more
more:
    push n = sub.i64 n, 1
    push k = add.i64 k, n
    pushgoto up, down
up:
    pop n, k
    r = add.i64 r, n
    r = xor.i64 r, k
    return
base:
    r = copy k
    return
}
`

// sumOf is what sum gives.
func sumOf(n, k int64) int64 {
	if n == 0 {
		return k
	}
	r := sumOf(n-1, k+n-1)
	return (r + n) ^ k
}

// TestLittleMemory runs lanes that are shallow, deep and without end while there
// is memory for few of them, with the lanes' places checked after each step.
func TestLittleMemory(t *testing.T) {
	c := compileText(t, sum)
	const rows = 200
	n, k := make([]int64, rows), make([]int64, rows)
	for i := range n {
		n[i], k[i] = int64(i*7919%60), int64(i)
		switch {
		case i%50 == 3:
			n[i] = -1
		case i%4 == 0:
			n[i] = 100 + int64(i*104729%400)
		}
	}
	const deep = 600
	for _, gang := range []int{8, 64, 100, 1000} {
		for _, workers := range []int{1, 3} {
			for _, budget := range []int{1 << 10, 32 << 10} {
				if testing.Short() && (gang > 64 || budget > 1<<10) {
					continue
				}
				t.Run(fmt.Sprintf("gang=%d/workers=%d/bytes=%d", gang, workers, budget), func(t *testing.T) {
					res, err := c.Run(context.Background(), []Column{{Data: n}, {Data: k}},
						Gang(gang), Workers(workers), StackBytes(budget), MaxDepth(deep),
						settings.Switch(settings.Switches{Check: true}))
					require.NoError(t, err)
					require.Positive(t, res.Stats.Parked)
					require.EqualValues(t, rows, res.Stats.Lanes)
					require.Len(t, res.Faults, rows/50)
					for i := range n {
						if n[i] >= 0 {
							require.True(t, res.Finished(i))
							require.Equal(t, sumOf(n[i], k[i]), res.Cols[0].Data.([]int64)[i], i)
						}
					}
				})
			}
		}
	}
}

// peak runs f and returns the most that a budget's gangs had taken meanwhile.
func peak(b *budget, f func()) int {
	stop, done := make(chan struct{}), make(chan int)
	go func() {
		most := 0
		for {
			most = max(most, b.pool.Used())
			select {
			case <-stop:
				done <- most
				return
			default:
				runtime.Gosched()
			}
		}
	}()
	f()
	close(stop)
	return <-done
}

// TestOneBudget: workers, and concurrent runs, of lanes that all recurse without
// end share one budget, and take one lane's depth more.
func TestOneBudget(t *testing.T) {
	c := compileText(t, sum)
	const deep = 1 << 12
	const lane = deep * (4*8 + 1) // a line of four numbers, and a few bits of pc
	in := make([]int64, 30)
	for i := range in {
		in[i] = -1
	}
	columns := []Column{{Data: in}, {Data: in}}
	shared := newBudget(128 << 10)
	most := peak(shared, func() {
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				o := newOptions([]Option{Gang(2), Workers(2), MaxDepth(deep)})
				o.stacks = shared
				rows, same, err := c.checkInputs(columns)
				require.NoError(t, err)
				res, err := c.run(context.Background(), columns, same, []Column{{Data: make([]int64, rows)}}, rows, o)
				require.NoError(t, err)
				require.Len(t, res.Faults, len(in))
			})
		}
		wg.Wait()
	})
	t.Logf("budget %d, a lane %d, taken %d", shared.limit, lane, most)
	const step = 6 * 2 * 3 * 4 << 10 // gangs, lanes, stacks
	require.LessOrEqual(t, most, shared.limit+lane+6*shared.limit/share+step)
	require.Zero(t, shared.pool.Used(), "runs give everything back")
}

// TestParkedLanesGoOnTogether: where a quarter of the lanes fit the budget, they do
// not run one by one.
func TestParkedLanesGoOnTogether(t *testing.T) {
	c := compileText(t, sum)
	const lanes, deep = 256, 1 << 11
	in := make([]int64, lanes)
	for i := range in {
		in[i] = -1
	}
	res, err := c.Run(context.Background(), []Column{{Data: in}, {Data: in}}, Gang(lanes), Workers(1),
		MaxDepth(deep), StackBytes(lanes/4*deep*33))
	require.NoError(t, err)
	require.Len(t, res.Faults, lanes)
	require.Positive(t, res.Stats.Parked)
	alone := int64(2 * deep) // blocks that a lane runs
	t.Logf("%d times the blocks of one lane", res.Stats.Steps()/alone)
	require.Less(t, res.Stats.Steps(), lanes/8*alone)
}

// TestEndlessLane: a lane that never ends while others wait for its memory does
// not keep them from ending.
func TestEndlessLane(t *testing.T) {
	c := compileText(t, `
program endless lowered

var n : i64  full
var e : bool register
var c : bool temporary

func main(n, e) -> (n) {
entry:
    pushgoto halt, down
down:
    c = eq.i64 n, 0
    branch c, base, more
more:
    push n = sub.i64 n, 1
    pushgoto up, down
up:
    pop n
    return
base:
    branch e, base, up
}
`)
	n, e := make([]int64, 30), make([]bool, 30)
	for i := range n {
		n[i] = 1000 + int64(i)
	}
	n[7], e[7] = 3000, true
	for _, gang := range []int{8, 64} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		o := newOptions([]Option{Gang(gang), Workers(1), Progress(func(done int) {
			if done == len(n)-1 {
				cancel()
			}
		})})
		o.stacks = newBudget(1 << 10)
		o.stacks.parkPatience = 50 * time.Millisecond
		columns := []Column{{Data: n}, {Data: e}}
		_, same, err := c.checkInputs(columns)
		require.NoError(t, err)
		res, err := c.run(ctx, columns, same, []Column{{Data: make([]int64, len(n))}}, len(n), o)
		require.ErrorIs(t, err, context.Canceled)
		for i := range n {
			require.Equal(t, !e[i], res.Finished(i), i)
		}
	}
}
