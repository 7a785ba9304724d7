package wrap

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A panic that was seen before need not be run again in lockstep, unless its line has
// several columns where it may have happened, or the batch says another line.
func TestKnownPanics(t *testing.T) {
	c, err := read(Wrapper{File: "f_lockstep.go", Rules: program.Rules}, `program f lowered
file "f.go"

var x : i64 register
var y : i64 register

func main(x, y) -> (x) {
start:
    y = div.i64 y, x @3:5
    y = div.i64 x, y @3:9
    x = div.i64 x, y @4:7
    x = div.i64 y, x @4:7
    y = checkindex.i64 x, y @3:7
    branch true, halt, bad @5:1
bad:
    fault "panic", "bad" @5:9
}
`)
	require.NoError(t, err)
	fn := New(Wrapper{}, "")
	at := func(line, col int) program.Pos { return program.Pos{File: "f.go", Line: line, Col: col} }
	for _, p := range []struct {
		panicked, fault lane.Fault
		known           bool
	}{
		{lane.Fault{Code: optab.DivideByZero, Pos: at(3, 0)}, lane.Fault{Code: optab.DivideByZero, Pos: at(3, 9)},
			false},
		{lane.Fault{Code: optab.DivideByZero, Pos: at(4, 0)}, lane.Fault{Code: optab.DivideByZero, Pos: at(4, 7)},
			true},
		{lane.Fault{Code: optab.IndexOutOfRange, Pos: at(3, 0)}, lane.Fault{Code: optab.IndexOutOfRange, Pos: at(3, 7)},
			true},
		{lane.Fault{Code: optab.Panic, Msg: "bad", Pos: at(5, 0)},
			lane.Fault{Code: optab.Panic, Msg: "bad", Pos: at(5, 9)}, true},
		{lane.Fault{Code: optab.Panic, Msg: "bad", Pos: at(6, 0)},
			lane.Fault{Code: optab.Panic, Msg: "bad", Pos: at(5, 9)}, false},
	} {
		p.panicked.Lane, p.fault.Lane = 7, 7
		_, known := fn.known(p.panicked)
		require.False(t, known)
		fn.learn(c, p.panicked, p.fault)
		p.panicked.Lane, p.fault.Lane = 8, 8
		f, known := fn.known(p.panicked)
		require.Equal(t, p.known, known, "%v", p.panicked)
		if known {
			require.Equal(t, p.fault, f)
		}
	}
	for i := range 2 * mostKnown {
		fn.learn(c, lane.Fault{Code: optab.Panic, Msg: string(rune(i)), Pos: at(5, 0)},
			lane.Fault{Code: optab.Panic, Pos: at(5, 9)})
	}
	require.Len(t, fn.panics, mostKnown)
}

// A program that was verified by other rules is not run.
func TestRules(t *testing.T) {
	_, err := New(Wrapper{File: "f_lockstep.go", Rules: program.Rules - 1}, "program f lowered\n").load()
	require.ErrorContains(t, err, "f_lockstep.go does not fit this version of lockstep; run go generate: it was "+
		"verified by rules")
}
