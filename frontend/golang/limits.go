package golang

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// How large memory has to be whose size lanes decide: known.Limit says what operations on lengths are at most, for all
// numbers; what follows here from counters is looked for only where memory is made.

// mostOf is what a number is at most, if that follows from what is known of numbers, from the counters of loops, and
// from min.
func (b *heap) mostOf(v ssa.Value) (int64, bool) {
	l := &limits{b: b}
	return l.of(v)
}

// limits finds limits.
type limits struct {
	b     *heap
	depth int
}

// limitsDeep is how far one looks: what a counter is compared with may be made of the counter.
const limitsDeep = 8

func (l *limits) of(v ssa.Value) (int64, bool) {
	if l.depth++; l.depth > limitsDeep {
		return 0, false
	}
	defer func() { l.depth-- }()
	const most = program.MaxElements
	small := func(n int64) bool { return -most <= n && n <= most }
	switch v := v.(type) {
	case *ssa.Const:
		o := evaluate.ConstBits(v.Value, program.I64)
		return int64(o), small(int64(o))
	case *ssa.Phi:
		if n, ok := ssaflow.MostCount(v, l.of); ok {
			return n, small(n)
		}
	case *ssa.Call:
		if !isLeast(v) {
			break
		}
		if n, ok := l.least(v.Call.Args, false); ok {
			return n, true
		}
		if n, ok := l.least(v.Call.Args, true); ok {
			return n, true
		}
	case *ssa.BinOp:
		if y, ok := leastOf(v.Y); ok && v.Op == token.SUB && !isLeast(v.X) {
			x, ok := l.of(v.X)
			return x - y, ok && small(x-y)
		}
		of, by := v.X, v.Y
		if _, first := of.(*ssa.Const); first && v.Op != token.SUB {
			of, by = by, of
		}
		x, okx := l.of(of)
		y, oky := l.of(by)
		_, constant := by.(*ssa.Const)
		_, counter := of.(*ssa.Phi)
		switch {
		case !okx || !oky || isLeast(of) && !(v.Op == token.ADD && constant && y >= 0): // which may wrap
		case v.Op == token.ADD:
			return x + y, small(x + y)
		case v.Op == token.MUL && constant && counter && y >= 0: // nothing wraps
			return max(x*y, 0), small(x * y)
		}
	}
	made, ok := v.(ssa.Instruction)
	if !ok {
		return 0, false
	}
	x, ok := l.b.resultOf(made).(known.Value)
	if !ok || len(x) != 1 || x[0].Kind != known.Number || len(x[0].Nums) != 1 {
		return 0, false
	}
	return known.Limit(x[0].Nums[0])
}

// resultOf is what is known of what an instruction gives. While that may still rise, the instruction that asks is
// looked at again.
func (b *heap) resultOf(in ssa.Instruction) instance.Operand {
	if b.emitting() {
		return b.e.Operand(b.opOf[in], 0)
	}
	return b.ctx.Result(b.opOf[in], 0)
}

// least is what the least of some numbers is at most: of those that ways meet in, or of the others, of which more is
// known before the analysis ends.
func (l *limits) least(of []ssa.Value, meet bool) (least int64, bounded bool) {
	for _, v := range of {
		if _, phi := v.(*ssa.Phi); phi != meet {
			continue
		}
		if n, ok := l.of(v); ok && (!bounded || n < least) {
			least, bounded = n, true
		}
	}
	return least, bounded
}

// leastOf is what a constant is, or a counter that counts up at least.
func leastOf(v ssa.Value) (int64, bool) {
	switch v := v.(type) {
	case *ssa.Const:
		n := int64(evaluate.ConstBits(v.Value, program.I64))
		return n, -program.MaxElements <= n && n <= program.MaxElements
	case *ssa.Phi:
		return ssaflow.LeastCount(v)
	}
	return 0, false
}

// isLeast reports whether a value is that of min, which may be far below zero.
func isLeast(v ssa.Value) bool { return ssaflow.IsCallOf(v, "min") }
