package wrap_test

import (
	"context"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/lane"
	"github.com/lockstep-simt/lockstep/lane/wrap"
	"github.com/lockstep-simt/lockstep/program"
)

// divide has two ways to go wrong: a division by zero, and, for a negative
// divisor, a loop or a recursion without end.
const divide = `program divide lowered
file "divide.go"

var x : i64 full
var y : i64 register
var r : i64 register

func main(x, y) -> (r) {
start:
    switch y, work, -1: loop, -2: begin @3:5
loop:
    goto loop @4:5
begin:
    pushgoto halt, dive @5:5
dive:
    push x = add.i64 x, 1 @6:5
    pushgoto back, dive @6:9
back:
    pop x @7:1
    return @7:5
work:
    r = div.i64 x, y @8:7
    goto halt @8:1
}
`

var asDivide = wrap.Wrapper{Func: "divideBatch", Of: "divide", File: "divide_lockstep.go",
	Rules: program.Rules, Results: []string{"r"}}

// wrapper is what generated code would be for divide; hang is what the Go
// function does for y = -1.
type wrapper struct {
	fn   *wrap.Func
	hang func()
	// changed is what the function was changed to after the program was made; nil: it
	// was not.
	changed func(x, y int) int
	looped  atomic.Int64
}

func newWrapper() *wrapper {
	return &wrapper{fn: wrap.New(asDivide, divide), hang: func() {}}
}

func (w *wrapper) divide(x, y int) int {
	if w.changed != nil {
		return w.changed(x, y)
	}
	if y == -1 {
		w.hang()
	}
	return x / y
}

func (w *wrapper) batch(ctx context.Context, x, y []int, opts ...lane.Option) ([]int, error) {
	l := &divideLanes{w: w, x: x, y: y, r: make([]int, len(x))}
	if w.fn.Few(ctx, len(x), opts, func() { var at int; l.Loop(0, len(x), &at) }) {
		return l.r, nil
	}
	ok, err := w.fn.Run(ctx, len(x), l, opts)
	if !ok {
		return nil, err
	}
	return l.r, err
}

// divideLanes are the lanes of a call.
type divideLanes struct {
	w       *wrapper
	x, y, r []int
}

func (l *divideLanes) Loop(lo, hi int, at *int) {
	for i := lo; i < hi; i++ {
		*at = i
		l.w.looped.Add(1)
		l.r[i] = l.w.divide(l.x[i], l.y[i])
	}
}

func (l *divideLanes) Inputs(lo, hi int) []wrap.Column {
	return []wrap.Column{wrap.Col[int](l.x[lo:hi]), wrap.Col[int](l.y[lo:hi])}
}

func (l *divideLanes) Results(lo, hi int) []wrap.Column {
	return []wrap.Column{wrap.Col[int](l.r[lo:hi])}
}

func (l *divideLanes) Store(int, int, []wrap.Column, func(int) bool) {}

func (l *divideLanes) Uniforms() map[string]wrap.Column { return nil }

func (l *divideLanes) Pick(lanes []int) wrap.Work {
	return &divideLanes{w: l.w, x: wrap.Pick(l.x, lanes), y: wrap.Pick(l.y, lanes), r: make([]int, len(lanes))}
}

func (l *divideLanes) Given() []any { return []any{l.r} }
