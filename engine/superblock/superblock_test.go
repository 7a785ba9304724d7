package superblock

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/settings"
	"github.com/lockstep-simt/lockstep/lower"
)

const collatz = `package p

func Steps(n int64) (steps int64) {
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps
}
`

const fib = `package p

func Fib(n int64) int64 {
	if n < 2 {
		return n
	}
	return Fib(n-1) + Fib(n-2)
}
`

// orbit has a loop with several ways out, and in machine code more state than registers: what
// stays the same from round to round is in some, and is given up where lanes leave.
const orbit = `package p

func Orbit(n int64) int64 {
	x, y, vx, vy := float64(n%23)/4-3, float64(n%19)/4-2, float64(n%7)/4, float64(n%5)/4
	step, limit := 0.01+float64(n%11)/300, 50+n%97
	ax, ay := force(x, y, vx, vy)
	steps := int64(0)
	for steps < limit {
		vx += float64(ax * step / 2)
		vy += float64(ay * step / 2)
		x += float64(vx * step)
		y += float64(vy * step)
		ax, ay = force(x, y, vx, vy)
		vx += float64(ax * step / 2)
		vy += float64(ay * step / 2)
		steps++
		if float64(x*x)+float64(y*y) > 40 {
			break
		}
	}
	return int64(1e6*x) ^ int64(1e6*y)<<16 ^ steps<<40
}

func force(x, y, vx, vy float64) (ax, ay float64) {
	square := float64(x*x) + float64(y*y)
	switch {
	case square < 0.25:
		return -8 * x, -8 * y
	case square < 1:
		return -x / square, -y / square
	case square < 36:
		return float64(-vx/16) - x/8/square, float64(-vy/16) - y/8/square
	}
	push := 20 * (1 - 6/square)
	return -push * x, -push * y
}
`

// compiled is a Go function as the machine runs it.
func compiled(t testing.TB, source, fn string) *batch.Code {
	t.Helper()
	p, err := golang.Compile([]golang.File{{Name: "p.go", Text: source}}, fn, golang.Options{})
	require.NoError(t, err)
	p, err = lower.Lower(p)
	require.NoError(t, err)
	code, err := batch.Compile(p)
	require.NoError(t, err)
	return code
}

// numbers are inputs, some of which take long.
func numbers(n int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(1 + i*7919%1000)
	}
	return list
}

// run runs a function of a number over numbers, and returns its results.
func run(t testing.TB, code *batch.Code, tier2 plan.Tier2, in []int64, opts ...batch.Option) []int64 {
	t.Helper()
	opts = append(opts, batch.Workers(1), settings.Superblocks(tier2), settings.Switch(settings.Switches{Check: true}))
	r, err := code.Run(context.Background(), []batch.Column{{Data: in}}, opts...)
	require.NoError(t, err)
	require.Empty(t, r.Faults)
	return r.Cols[0].Data.([]int64)
}

// engines are the options of a pool of each kind that there is here.
func engines(code *batch.Code) map[string]Options {
	list := map[string]Options{"uops": {Resolve: code.Resolve}}
	for _, machine := range engine.Machines() {
		maker, err := engine.NewBlockMaker(code.Plan(), engine.Options{Machine: machine})
		if err != nil {
			panic(err)
		}
		list["blocks, "+machine] = Options{
			Resolve: code.Resolve, Admit: maker.Admit,
			Compile: func(s *plan.Superblock) (plan.Native, error) { return maker.Compile(s) },
		}
	}
	return list
}

// sieve changes elements of an array in a loop, some of which do not exist in some lanes, and reads them at
// indices of each lane's own and at some that all have.
const sieve = `package p

func Sieve(n int64) (sum int64) {
	var a [24]int64
	var few [3]int32
	for i := int64(0); i < n&63; i++ {
		k := (i*i + n) % 24
		if a[k]&1 == 0 {
			a[k] += i + a[5]
		} else {
			a[(k+n)%24]--
		}
		few[i%3] += int32(k)
		if n%97 == 5 && i == 40 {
			few[n&3]++
		}
	}
	for i := range a {
		sum = sum*3 + a[i]
	}
	return sum ^ int64(few[0]) ^ int64(few[1])<<20 ^ int64(few[2])<<40
}
`

// TestArrays runs a program that changes elements of arrays, in machine code.
func TestArrays(t *testing.T) {
	code := compiled(t, sieve, "Sieve")
	in := numbers(4000)
	for i := range in {
		for in[i]%97 == 5 && in[i]&3 == 3 {
			in[i]++ // lanes that fault are for testkit
		}
	}
	want := run(t, code, nil, in)
	for name, o := range engines(code) {
		o.Hot = 1000
		pool := New(code.Plan(), o)
		require.Equal(t, want, run(t, code, pool, in), name)
		require.Equal(t, want, run(t, code, pool, in), name)
		if s := pool.Stats(); o.Compile != nil {
			require.Greater(t, s.Lanes, s.Blocks, "%s: tier 1 has most of the lanes", name)
		}
	}
}

// TestManyWays runs a loop that lanes leave in several ways, until an executor goes round it.
func TestManyWays(t *testing.T) {
	code := compiled(t, orbit, "Orbit")
	in := numbers(4000)
	want := run(t, code, nil, in)
	for name, o := range engines(code) {
		t.Run(name, func(t *testing.T) {
			pool := New(code.Plan(), o)
			require.Equal(t, want, run(t, code, pool, in))
			require.Equal(t, want, run(t, code, pool, in))
			require.Positive(t, pool.Stats().Entered)
		})
	}
}

// TestGraphGrows runs programs until they have executors, which are linked.
func TestGraphGrows(t *testing.T) {
	for _, tt := range []struct{ source, fn string }{{collatz, "Steps"}, {fib, "Fib"}} {
		code := compiled(t, tt.source, tt.fn)
		in := numbers(5000)
		if tt.fn == "Fib" {
			for i := range in {
				in[i] %= 16
			}
		}
		want := run(t, code, nil, in)
		for name, o := range engines(code) {
			t.Run(tt.fn+"/"+name, func(t *testing.T) {
				var events []string
				o.Hot, o.Log = 2000, func(e string) { events = append(events, e) }
				pool := New(code.Plan(), o)
				require.Equal(t, want, run(t, code, pool, in))
				require.Equal(t, want, run(t, code, pool, in))
				s := pool.Stats()
				require.Greater(t, s.Made, 1)
				require.Positive(t, s.Linked)
				require.Positive(t, s.Lanes)
				require.Contains(t, strings.Join(events, "\n"), "linked to executor")
				require.Contains(t, pool.DOT(), "->")
				require.Contains(t, pool.String(), "hot, linked to executor")
				if name == "uops" {
					require.Greater(t, s.Lanes, s.Blocks, "tier 1 has most of the lanes")
					require.Zero(t, s.Bytes.Code, "the pool has one kind of executors")
				} else {
					require.Zero(t, s.Bytes.Uops, "the pool has one kind of executors")
				}
			})
		}
	}
}

// TestSizes has the sizes that are promised of what there is much of.
func TestSizes(t *testing.T) {
	require.EqualValues(t, ExitBytes, unsafe.Sizeof(Exit{}))
	require.Equal(t, 16, ExitBytes)
	require.EqualValues(t, UnlikelyBytes, unsafe.Sizeof(Executor{}.Unlikely[:1:1][0]))
	require.EqualValues(t, 2, unsafe.Sizeof(plan.Delta(0)))
	require.Equal(t, 512, plan.MaxUops)
}

// TestHeat tells what is hot from what goes on for long.
func TestHeat(t *testing.T) {
	const hot = 31_232
	var e Exit
	for turn := range 1_000_000 {
		require.Less(t, e.add(1, uint16(turn/usualEpoch)), uint32(hot))
	}
	e = Exit{}
	for turn := range 10 {
		e.add(10_000, uint16(turn/usualEpoch))
	}
	require.GreaterOrEqual(t, e.lanes, uint32(hot))
	h := heat{lanes: 1000, epoch: 65535}
	require.EqualValues(t, 500, h.now(0), "epochs go round")
	require.EqualValues(t, 0, h.now(40))
}

// TestCheck refuses superblocks that might make no progress, or leave in two ways at once.
func TestCheck(t *testing.T) {
	p := compiled(t, collatz, "Steps").Plan()
	leave := plan.Step{Kind: plan.Leave, Dst: plan.None, X: plan.Ref{ID: 0}}
	good := func() *plan.Superblock {
		s := p.Begin(0).End()
		s.Trail, s.Since = []int{0, 1}, []int{0, len(s.Steps) + 1}
		s.Steps, s.Exits = append(s.Steps, leave), []plan.Exit{{}}
		return s
	}
	require.NotPanics(t, func() { check(good()) })
	for what, spoil := range map[string]func(s *plan.Superblock){
		"before the first block is done": func(s *plan.Superblock) {
			s.Steps = append([]plan.Step{leave}, s.Steps[:len(s.Steps)-1]...)
		},
		"leaves in two ways": func(s *plan.Superblock) { s.Steps[len(s.Steps)-1].Code = 1 },
		"comes as number":    func(s *plan.Superblock) { s.Steps[len(s.Steps)-1].Exit = 3 },
		"micro-ops": func(s *plan.Superblock) {
			s.Steps = append(make([]plan.Step, plan.MaxUops), s.Steps...)
		},
	} {
		s := good()
		spoil(s)
		require.Panics(t, func() { check(s) }, what)
	}
}

// TestInvalidate has an executor that is linked from others dropped: no lane enters it again.
func TestInvalidate(t *testing.T) {
	code := compiled(t, collatz, "Steps")
	in := numbers(5000)
	want := run(t, code, nil, in)
	for name, o := range engines(code) {
		t.Run(name, func(t *testing.T) {
			o.Hot = 1000
			pool := New(code.Plan(), o)
			require.Equal(t, want, run(t, code, pool, in))
			var linked []*Executor
			for _, x := range *pool.made.Load() {
				if x != nil {
					linked = append(linked, x)
				}
			}
			times := map[*Executor]int64{}
			pool.opts.Hot = 1 << 30 // nothing new
			for _, x := range linked {
				require.True(t, pool.Invalidate(x.Superblock.Entry()))
				times[x] = x.times
			}
			require.Equal(t, want, run(t, code, pool, in))
			for _, x := range linked {
				require.Equal(t, times[x], x.times, "an executor was entered that is not valid")
			}
			s := pool.Stats()
			require.Equal(t, len(linked), s.Dropped)
			require.Equal(t, len(linked), s.Freed)
			require.Zero(t, s.Bytes)
			require.False(t, pool.Invalidate(0))
		})
	}
}

// code stands for machine code.
type code struct {
	plan.Native
	size     int
	released *int
}

func (c code) Bytes() int { return c.size }
func (c code) Release()   { *c.released++ }

// TestFreed gives memory back when every worker has been outside.
func TestFreed(t *testing.T) {
	c := compiled(t, collatz, "Steps")
	released := 0
	pool := New(c.Plan(), Options{
		Resolve: c.Resolve,
		Compile: func(*plan.Superblock) (plan.Native, error) { return code{size: 100, released: &released}, nil },
	})
	w, other := pool.Join(), pool.Join()
	pool.mu.Lock()
	require.NotNil(t, pool.at(0))
	pool.mu.Unlock()
	require.True(t, pool.Invalidate(0))
	require.Zero(t, released, "a worker may be inside")
	w.Enter(0, 1, 1)
	w.Close()
	require.Zero(t, released, "the other may be inside")
	x, _ := other.Enter(0, 1, 1)
	require.Nil(t, x)
	other.Close()
	require.Equal(t, 1, released)
}

// TestMemory keeps executors within their memory: old ones make room, and what has none is
// tried again later.
func TestMemory(t *testing.T) {
	c := compiled(t, fib, "Fib")
	released := 0
	pool := New(c.Plan(), Options{
		Resolve: c.Resolve, CodeBytes: 250,
		Compile: func(*plan.Superblock) (plan.Native, error) { return code{size: 100, released: &released}, nil },
	})
	require.GreaterOrEqual(t, len(pool.plan.Blocks), 3)
	require.NotNil(t, pool.at(0))
	require.NotNil(t, pool.at(1))
	require.Nil(t, pool.at(2), "there is no room, and nothing is old")
	require.Equal(t, 1, pool.stats.Refused)
	require.Nil(t, pool.at(2), "it is too soon")
	require.Equal(t, 1, pool.stats.Refused)
	pool.turns += refusedFor
	pool.stats.Epoch += oldAfter
	(*pool.table.Load())[1].used = pool.stats.Epoch
	require.NotNil(t, pool.at(2))
	require.Equal(t, 1, pool.stats.Dropped)
	require.Nil(t, (*pool.table.Load())[0], "the oldest goes")
	require.Equal(t, 200, pool.bytes.Code)
}

// TestLong leaves a block alone that is longer than superblocks may be.
func TestLong(t *testing.T) {
	body := strings.Repeat("n = n*3 ^ n>>7\n", 300)
	c := compiled(t, "package p\nfunc Long(n int64) int64 {\nfor i := 0; i < 30; i++ {\n"+body+"}\nreturn n\n}", "Long")
	pool := New(c.Plan(), Options{Resolve: c.Resolve, Hot: 100})
	in := numbers(1000)
	require.Equal(t, run(t, c, nil, in), run(t, c, pool, in))
	require.Contains(t, strings.Join(pool.alone, ""), "there may be 512")
}

// TestRefused tries what cannot be made once.
func TestRefused(t *testing.T) {
	c := compiled(t, collatz, "Steps")
	tries := 0
	no := func(*plan.Superblock) (any, error) {
		tries++
		return nil, errors.New("no")
	}
	pool := New(c.Plan(), Options{Resolve: no, Hot: 100})
	in := numbers(1000)
	require.Equal(t, run(t, c, nil, in), run(t, c, pool, in))
	require.Contains(t, pool.alone, "no")
	require.LessOrEqual(t, tries, 4*len(c.Plan().Blocks))
}

// BenchmarkTransfer runs two executors that lanes go between, linked, and by way of tier 1.
func BenchmarkTransfer(b *testing.B) {
	c := compiled(b, collatz, "Steps")
	in := numbers(20_000)
	for name, o := range engines(c) {
		for _, linked := range []bool{true, false} {
			b.Run(fmt.Sprint(name, "/linked=", linked), func(b *testing.B) {
				o.Hot = 1000
				if !linked {
					o.Report = 1 // jumps need turns that were not reported yet
				}
				pool := New(c.Plan(), o)
				run(b, c, pool, in)
				for b.Loop() {
					_, err := c.Run(context.Background(), []batch.Column{{Data: in}}, batch.Workers(1),
						settings.Superblocks(pool))
					require.NoError(b, err)
				}
			})
		}
	}
}

// TestShared has several gangs use the executors of a pool while they are dropped again and
// again. It is worth most under the race detector.
func TestShared(t *testing.T) {
	c := compiled(t, collatz, "Steps")
	in := numbers(20_000)
	want := run(t, c, nil, in)
	for name, o := range engines(c) {
		t.Run(name, func(t *testing.T) {
			o.Hot, o.Report = 500, 4
			pool := New(c.Plan(), o)
			var wg sync.WaitGroup
			got := make([][]int64, 3)
			for i := range got {
				wg.Go(func() {
					opts := []batch.Option{batch.Workers(2), batch.Gang(256), settings.Superblocks(pool)}
					r, err := c.Run(context.Background(), []batch.Column{{Data: in}}, opts...)
					if err == nil {
						got[i] = r.Cols[0].Data.([]int64)
					}
				})
			}
			done := make(chan struct{})
			go func() {
				wg.Wait()
				close(done)
			}()
			for b := 0; ; b++ {
				select {
				case <-done:
					for _, g := range got {
						require.Equal(t, want, g)
					}
					s := pool.Stats()
					require.Equal(t, s.Dropped, s.Freed)
					return
				case <-time.After(50 * time.Microsecond):
					pool.Invalidate(b % len(c.Plan().Blocks))
				}
			}
		})
	}
}

// TestCodeOfMicroOps: a pool that interprets micro-ops has no machine code to show.
func TestCodeOfMicroOps(t *testing.T) {
	code := compiled(t, collatz, "Steps")
	pool := New(code.Plan(), Options{Resolve: code.Resolve, Hot: 1})
	require.Empty(t, pool.Code())
	run(t, code, pool, numbers(100))
	require.Positive(t, pool.Stats().Made)
	require.Empty(t, pool.Code())
}
