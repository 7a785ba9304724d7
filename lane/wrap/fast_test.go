package wrap_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/lane/native"
	"github.com/lockstep-simt/lockstep/lane/wrap"
)

// newNative returns a wrapper of a program with machine code, where there is any.
func newNative(t *testing.T, text string) *wrapper {
	if err := engine.Available(); err != nil {
		t.Skip(err)
	}
	w := newWrapper()
	compiled := asDivide
	compiled.Native = native.Code
	w.fn = wrap.New(compiled, text)
	return w
}

// A batch as machine code gives what the loop gives, and panics in the same words.
func TestMachineCode(t *testing.T) {
	x, y := inputs(3000)
	w := newNative(t, `program divide lowered
file "divide.go"

var x : i64 register
var y : i64 register
var r : i64 register

func main(x, y) -> (r) {
work:
    r = div.i64 x, y @8:7
    goto halt @8:1
}
`)
	want, wantErr := w.batch(context.Background(), x, y, lane.ForceLoop())
	var rep lane.Report
	for range 4 { // calls of so many lanes together are worth machine code
		got, err := w.batch(context.Background(), x, y, lane.ForceBatch(), lane.Stats(&rep))
		require.Equal(t, want, got)
		require.Equal(t, wantErr.Error(), err.Error())
		require.Equal(t, lane.Batch, rep.Way)
		require.NotEmpty(t, rep.Runs)
	}
	for _, run := range rep.Runs {
		// All of them were measured; which is fastest is the machine's affair.
		require.Contains(t, []string{"lanes", "scalar", "off"}, run.Engine)
		require.Contains(t, run.Why, "a lane took")
	}
}

// Lanes that a program leaves to the Go function are run by it at once: machine code does not tell them from lanes that
// panic, which have the same faults as in the loop.
func TestLanesLeft(t *testing.T) {
	x, y := inputs(3000)
	w := newNative(t, `program divide lowered
file "divide.go"

var x    : i64  register
var y    : i64  register
var r    : i64  register
var left : bool temporary

func main(x, y) -> (r) {
work:
    left = eq.i64 y, 2
    branch left, go, divide
go:
    fault "needs the compiled function", "more than there is room for"
divide:
    r = div.i64 x, y @8:7
    goto halt @8:1
}
`)
	want, wantErr := w.batch(context.Background(), x, y, lane.ForceLoop())
	var rep lane.Report
	for range 4 {
		got, err := w.batch(context.Background(), x, y, lane.ForceBatch(), lane.Stats(&rep))
		require.Equal(t, want, got)
		require.Equal(t, wantErr.Error(), err.Error())
		require.Equal(t, lane.Mixed, rep.Way)
	}
	require.Contains(t, y, 2)
	require.Contains(t, y, 0)
}
