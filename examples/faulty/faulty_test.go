package faulty

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/examples/internal/compare"
	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// inputs are each kind with x from -3 to 8, once in order and often at random.
// Of the lanes that would not end, one recurses and one loops.
func inputs() compare.Table {
	var kind, x []int
	for k := Square; k <= SquareRoot+1; k++ {
		for v := -3; v <= 8; v++ {
			if k != Descend && k != Spin || v >= 0 {
				kind, x = append(kind, k), append(x, v)
			}
		}
	}
	kind, x = append(kind, Descend, Spin), append(x, -1, -1)
	r := rand.New(rand.NewPCG(10, 1))
	for len(kind) < 1000 {
		k, v := r.IntN(SquareRoot+2), r.IntN(100)-5
		if v < 0 && (k == Descend || k == Spin) {
			v = -v
		}
		kind, x = append(kind, k), append(x, v)
	}
	return compare.Table{{Name: "kind", Values: kind}, {Name: "x", Values: x}}
}

func TestInputs(t *testing.T) { compare.Inputs(t, inputs()) }

// run calls Run and returns the panic's message instead of panicking.
func run(kind, x int) (y int, message string) {
	defer func() {
		switch r := recover().(type) {
		case error:
			message = r.Error()
		case string:
			message = r
		}
	}()
	return Run(kind, x), ""
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		kind, x, want int
		message       string
	}{
		{Square, -3, 9, ""},
		{Divide, 7, 142, ""},
		{Divide, 0, 0, "integer divide by zero"},
		{Lookup, 7, 19, ""},
		{Lookup, 8, 0, "index out of range [8] with length 8"},
		{Lookup, -1, 0, "index out of range [-1]"},
		{Shift, 10, 1024, ""},
		{Shift, 64, 0, ""},
		{Shift, -1, 0, "negative shift amount"},
		{Descend, 100, 5050, ""},
		{Spin, 100, 100, ""},
		{SquareRoot, 99, 9, ""},
		{SquareRoot, 1 << 62, 1 << 31, ""},
		{SquareRoot, -1, 0, "square root of a negative number"},
		{SquareRoot + 1, 1, -1, ""},
	} {
		y, message := run(c.kind, c.x)
		require.Equal(t, c.want, y, "kind %d x %d", c.kind, c.x)
		require.Contains(t, message, c.message)
		require.Equal(t, c.message == "", message == "", message)
	}
}

// Each lane that panics in Go faults in the batch, with the same reason; the
// lane that recurses without end exceeds the depth and the one that loops
// without end the steps.
func TestBatch(t *testing.T) {
	table := inputs()
	kind, x := table[0].Values.([]int), table[1].Values.([]int)
	compare.Case{
		Source: Source, Func: "Run", Inputs: table,
		Want: func(i int) []any {
			if x[i] < 0 {
				switch kind[i] {
				case Descend:
					return []any{optab.StackOverflow}
				case Spin:
					return []any{optab.StepLimit}
				}
			}
			y, message := run(kind[i], x[i])
			if message == "" {
				return []any{y}
			}
			return []any{codeOf(t, message)}
		},
		Options: []lockstep.RunOption{lockstep.MaxDepth(1000), lockstep.MaxSteps(10000)},
	}.Run(t)
}

// codeOf returns the fault that stands for a panic of Go's.
func codeOf(t *testing.T, message string) optab.Code {
	for words, code := range map[string]optab.Code{
		"divide by zero": optab.DivideByZero,
		"out of range":   optab.IndexOutOfRange,
		"negative shift": optab.NegativeShift,
		"square root":    optab.Panic,
	} {
		if strings.Contains(message, words) {
			return code
		}
	}
	t.Fatalf("no code for %q", message)
	return optab.NoFault
}

// The wrapper reports the lanes that panic, in the same words whether the loop
// or the batch ran them. Lanes that would not end are for a batch with limits.
func TestWrapper(t *testing.T) {
	table := inputs()
	var kind, x []int
	for i, k := range table[0].Values.([]int) {
		if v := table[1].Values.([]int)[i]; k != Descend && k != Spin || v >= 0 {
			kind, x = append(kind, k), append(x, v)
		}
	}
	words := ""
	compare.Ways(t, func(t *testing.T, opts ...lane.Option) {
		got, err := RunBatch(context.Background(), kind, x, opts...)
		var fault *lane.FaultError
		require.ErrorAs(t, err, &fault)
		faults := fault.Faults
		for i := range kind {
			y, message := run(kind[i], x[i])
			require.Equal(t, y, got[i])
			if message != "" {
				require.Equal(t, i, faults[0].Lane)
				require.Equal(t, codeOf(t, message), faults[0].Code)
				faults = faults[1:]
			}
		}
		require.Empty(t, faults)
		if all := fmt.Sprint(fault.Faults); words == "" {
			words = all
		} else {
			require.Equal(t, words, all)
		}
	})

	kind, x = append(kind, Descend, Spin), append(x, -1, -1)
	_, err := RunBatch(context.Background(), kind, x, lane.MaxDepth(1000), lane.MaxSteps(10000))
	var fault *lane.FaultError
	require.ErrorAs(t, err, &fault)
	n := len(fault.Faults)
	require.Equal(t, optab.StackOverflow, fault.Faults[n-2].Code)
	require.Equal(t, optab.StepLimit, fault.Faults[n-1].Code)
}
