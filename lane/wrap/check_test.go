package wrap_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane"
)

// changes are what may have become of a function after its wrapper was generated.
var changes = map[string]struct {
	divide func(x, y int) int
	says   string // of what the function gives, and the program
}{
	"all lanes":  {func(x, y int) int { return x/y + 1 }, "for r, and the program in the file "},
	"some lanes": {func(x, y int) int { return x/y + x/3%20/19 }, "for r, and the program in the file "},
	"panics": {func(x, y int) int {
		if x%50 == 8 {
			panic("new")
		}
		return x / y
	}, "the function gives panic: new at check_test.go:"},
	"panics no more": {func(x, y int) int {
		if y == 11 {
			return 0
		}
		return x / (y - 11)
	}, ""},
}

// A function that is not what the program was made of is found out before results of both are
// mixed: a call gives the function's results or an error, however it is run.
func TestStale(t *testing.T) {
	const lanes = 200_000
	x, y := make([]int, lanes), make([]int, lanes)
	for i := range lanes {
		x[i], y[i] = 3*i+i%2, 1+i%10
	}
	for name, c := range changes {
		t.Run(name, func(t *testing.T) {
			w := newWrapper()
			w.changed = c.divide
			var stale *lane.StaleError
			for call := 0; stale == nil; call++ {
				require.Less(t, call, 1000, "it was not found out")
				r, err := w.batch(context.Background(), x, y)
				var fault *lane.FaultError
				switch {
				case errors.As(err, &stale):
					require.Nil(t, r)
				case !errors.As(err, &fault):
					require.NoError(t, err)
					for i := range r {
						if want := c.divide(x[i], y[i]); r[i] != want {
							t.Fatalf("call %d lane %d: %d, the function gives %d", call, i, r[i], want)
						}
					}
				}
			}
			require.ErrorContains(t, stale, "divideBatch: divide_lockstep.go is not what divide does: at lane ")
			require.ErrorContains(t, stale, c.says)
			require.ErrorContains(t, stale, "Run go generate (lockstep gen)")

			// From now on nothing but the function is run, and only if that is asked for.
			for _, o := range []lane.Option{lane.Auto(), lane.ForceBatch()} {
				var rep lane.Report
				r, err := w.batch(context.Background(), x[:5], y[:5], o, lane.Stats(&rep))
				require.Nil(t, r)
				require.Equal(t, stale, err)
				require.Contains(t, rep.Why, "run go generate")
			}
			r, err := w.batch(context.Background(), x[:3], y[:3], lane.ForceLoop())
			require.NoError(t, err)
			require.Equal(t, []int{c.divide(x[0], y[0]), c.divide(x[1], y[1]), c.divide(x[2], y[2])}, r)
		})
	}
}

// A batch that is asked for has no mixture, but is compared when it is first used.
func TestStaleForced(t *testing.T) {
	x, y := inputs(20_000)
	for i := range y {
		y[i]++
	}
	for name, c := range changes {
		t.Run(name, func(t *testing.T) {
			w := newWrapper()
			w.changed = c.divide
			var stale *lane.StaleError
			for call := 0; stale == nil; call++ {
				require.Less(t, call, 100)
				_, err := w.batch(context.Background(), x, y, lane.ForceBatch())
				if name == "all lanes" {
					require.Error(t, err)
				}
				errors.As(err, &stale)
			}
		})
	}

	// Where lanes are limited, the function is not called: it has no limits.
	w := newWrapper()
	w.changed = func(int, int) int { t.Error("the loop ran"); return 0 }
	r, err := w.batch(context.Background(), x, y, lane.MaxSteps(100))
	require.NoError(t, err)
	require.Equal(t, x[7]/y[7], r[7])
}

// The values of both are in the error, and the lane's number in the call.
func TestStaleValues(t *testing.T) {
	w := newWrapper()
	w.changed = func(x, y int) int { return 1000 }
	_, err := w.batch(context.Background(), []int{8}, []int{2}, lane.ForceBatch())
	require.EqualError(t, err, "divideBatch: divide_lockstep.go is not what divide does: "+
		"at lane 0 the function gives 1000 for r, and the program in the file 4. "+
		"Run go generate (lockstep gen) if divide or what it calls was changed. "+
		"If divide_lockstep.go is up to date, it reads a variable that changes: use lane.ForceLoop")
}

// Calls that run at the same time get no mixture either.
func TestStaleConcurrent(t *testing.T) {
	w := newWrapper()
	w.changed = changes["some lanes"].divide
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			const lanes = 50_000
			x, y := make([]int, lanes), make([]int, lanes)
			for i := range lanes {
				x[i], y[i] = i, 3
			}
			for range 300 {
				r, err := w.batch(context.Background(), x, y)
				if err != nil {
					if !strings.Contains(err.Error(), "go generate") {
						t.Error(err)
					}
					return
				}
				for i := range r {
					if r[i] != w.changed(x[i], y[i]) {
						t.Errorf("lane %d: %d", i, r[i])
						return
					}
				}
			}
			t.Error("it was not found out")
		})
	}
	wg.Wait()
}
