package ssaflow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/program/flow"
)

// mostRuns bounds what MostRuns returns.
const mostRuns = 1 << 20

// Limit returns what a number is at most, if that is known. It is not asked of constants.
type Limit func(ssa.Value) (int64, bool)

// of is Limit of any number.
func (f Limit) of(v ssa.Value) (int64, bool) {
	if n, ok := constantOf(v); ok {
		return n, true
	}
	return f(v)
}

// MostRuns returns how often an instruction runs at most each time its function does, if that follows from the
// counters of the loops around it.
func MostRuns(in ssa.Instruction, limit Limit) (n int64, ok bool) {
	return mostRunsIn(in, limit, func(*ssa.BasicBlock) bool { return true })
}

// mostRunsIn is MostRuns between two times that loops are entered which do not count, by their first blocks.
func mostRunsIn(in ssa.Instruction, limit Limit, counts func(head *ssa.BasicBlock) bool) (n int64, ok bool) {
	blk := in.Block()
	n = 1
	for l := innermost(blk); l != nil; l = l.around() {
		if l.Irreducible {
			return 0, false
		}
		if !counts(l.head) {
			continue
		}
		rounds, ok := l.mostRounds(limit)
		if l.head == blk {
			rounds++ // and once to leave
		}
		if !ok || n > mostRuns/max(rounds, 1) {
			return 0, false
		}
		n *= rounds
	}
	return n, true
}

// loop is a loop of a function, and the block that it begins with.
type loop struct {
	*flow.Loop
	head *ssa.BasicBlock
}

// innermost returns the innermost loop around a block, nil if it is in none.
func innermost(blk *ssa.BasicBlock) *loop {
	fn := blk.Parent()
	succs := make([][]int, len(fn.Blocks))
	for i, b := range fn.Blocks {
		for _, to := range b.Succs {
			succs[i] = append(succs[i], to.Index)
		}
	}
	return loopOf(fn, flow.NewLoops(flow.NewGraph(succs)).Of[blk.Index])
}

// around returns the loop around a loop, or nil.
func (l *loop) around() *loop { return loopOf(l.head.Parent(), l.Parent) }

func loopOf(fn *ssa.Function, l *flow.Loop) *loop {
	if l == nil {
		return nil
	}
	return &loop{l, fn.Blocks[l.Header]}
}

// has reports whether a block is in the loop.
func (l *loop) has(b *ssa.BasicBlock) bool { return l.Contains(b.Index) }

// MostCount returns what a counter of a loop is at most, if that follows from what it begins with, and from what it is
// compared with or how often the loop goes round. It is not far below zero then.
func MostCount(phi *ssa.Phi, limit Limit) (n int64, ok bool) {
	l := innermost(phi.Block())
	if l == nil || l.head != phi.Block() || l.Irreducible {
		return 0, false
	}
	c, ok := l.count()
	if !ok || c.phi != phi {
		return l.mostGathered(phi, limit)
	}
	first, last, ok := c.ends(limit, constantOf)
	switch {
	case c.step < 0:
		return first - c.plus, ok
	case c.behind: // what was asked for comes round
		return max(first-c.plus, last), ok
	}
	return max(first, last+c.step) - c.plus, ok
}

// mostGathered returns what a number is at most to which each round of the loop adds some constants.
func (l *loop) mostGathered(phi *ssa.Phi, limit Limit) (n int64, ok bool) {
	if !types.Identical(phi.Type().Underlying(), types.Typ[types.Int]) {
		return 0, false // others might wrap
	}
	begin, by := int64(-mostRuns), int64(0)
	for i, e := range phi.Edges {
		if l.has(l.head.Preds[i]) {
			more, ok := l.added(e, phi, 0)
			if !ok {
				return 0, false
			}
			by = max(by, more)
			continue
		}
		first, ok := constantOf(e)
		if !ok || first < -mostRuns || first > mostRuns {
			return 0, false
		}
		begin = max(begin, first)
	}
	rounds, ok := l.mostRounds(limit)
	if !ok || rounds > mostRuns || by > mostRuns/max(rounds, 1) {
		return 0, false
	}
	return begin + by*rounds, true
}

// addedDeep is how many additions and joins of ways there are in a round at most.
const addedDeep = 12

// added returns how much more a number of a round is at most than what it began the round with, if nothing is taken
// away.
func (l *loop) added(v ssa.Value, phi *ssa.Phi, depth int) (n int64, ok bool) {
	if v == phi {
		return 0, true
	}
	if depth++; depth > addedDeep {
		return 0, false
	}
	if of, by, ok := stepOf(v); ok && by >= 0 {
		n, ok := l.added(of, phi, depth)
		return n + by, ok
	}
	join, ok := v.(*ssa.Phi)
	if !ok || !l.has(join.Block()) || innermost(join.Block()).head != l.head || join.Block() == l.head {
		return 0, false // the number of another loop, too
	}
	for _, e := range join.Edges {
		more, ok := l.added(e, phi, depth)
		if !ok {
			return 0, false
		}
		n = max(n, more)
	}
	return n, true
}

// LeastCount returns what a counter of a loop is at least, if it counts up from what is known to be some number at
// least.
func LeastCount(phi *ssa.Phi) (n int64, ok bool) {
	l := innermost(phi.Block())
	if l == nil {
		return 0, false
	}
	c, ok := l.counter(phi)
	if !ok || c.step < 0 {
		return 0, false
	}
	return least(c.begin)
}

// least is what a constant is, or a counter that counts up at least, or a constant more than such a counter.
func least(v ssa.Value) (n int64, ok bool) {
	if n, ok = constantOf(v); ok {
		return n, true
	}
	of, by, more := stepOf(v)
	if !more {
		of = v
	}
	phi, ok := of.(*ssa.Phi)
	if !ok {
		return 0, false
	}
	n, ok = LeastCount(phi)
	return n + by, ok && n > -mostRuns && n < mostRuns
}

// mostRounds returns how often a loop goes round at most.
func (l *loop) mostRounds(limit Limit) (n int64, ok bool) {
	c, ok := l.count()
	if !ok {
		return 0, false
	}
	first, last, ok := c.ends(limit, least)
	if n = (last-first)/c.step + 1; c.behind {
		n++ // before it is asked for
	}
	return max(0, n), ok
}

// count is a counter that a loop asks for in its first block, or behind each round: the loop goes on while the counter
// and a constant are below a number, or above it, or that.
type count struct {
	phi    *ssa.Phi
	begin  ssa.Value
	step   int64
	plus   int64
	is     token.Token
	than   ssa.Value
	behind bool
}

// count returns the counter that the loop asks for.
func (l *loop) count() (c count, ok bool) {
	if c, ok = l.countAt(l.head); ok {
		return c, true
	}
	var last *ssa.BasicBlock
	for _, p := range l.head.Preds {
		if l.has(p) {
			if last != nil {
				return c, false
			}
			last = p
		}
	}
	c, ok = l.countAt(last)
	c.behind = true
	return c, ok && c.plus == c.step
}

// countAt returns the counter for which a block of the loop asks, and otherwise leaves the loop.
func (l *loop) countAt(blk *ssa.BasicBlock) (c count, ok bool) {
	test, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok || l.has(blk.Succs[0]) == l.has(blk.Succs[1]) {
		return c, false
	}
	cond, ok := test.Cond.(*ssa.BinOp)
	if !ok {
		return c, false
	}
	is := cond.Op
	if !l.has(blk.Succs[0]) {
		is = opposite[is]
	}
	if c, ok := l.counter(cond.X); ok {
		c.is, c.than = is, cond.Y
		return c, true
	}
	c, ok = l.counter(cond.Y)
	c.is, c.than = mirrored[is], cond.X
	return c, ok
}

// counter returns a counter of the loop that a value is, or is a constant more than.
func (l *loop) counter(v ssa.Value) (c count, ok bool) {
	phi, ok := v.(*ssa.Phi)
	if !ok {
		var before ssa.Value
		if before, c.plus, ok = stepOf(v); ok {
			phi, ok = before.(*ssa.Phi)
		}
	}
	if !ok || phi.Block() != l.head || !types.Identical(phi.Type().Underlying(), types.Typ[types.Int]) {
		return c, false // others might wrap
	}
	c.phi = phi
	for i, e := range phi.Edges {
		if !l.has(l.head.Preds[i]) {
			if c.begin != nil && c.begin != e {
				return c, false
			}
			c.begin = e
			continue
		}
		before, by, ok := stepOf(e)
		if !ok || before != phi || by == 0 || c.step != 0 && by != c.step {
			return c, false
		}
		c.step = by
	}
	return c, c.begin != nil && c.step != 0
}

// ends returns between which numbers the counter with its constant is in the rounds of the loop: the first one, and the
// last for which it goes round. The lesser is what least says, and the greater at most what is returned.
func (c *count) ends(limit, least Limit) (first, last int64, ok bool) {
	begin, begins := least(c.begin)
	end, ends := least(c.than)
	switch {
	case c.step > 0 && (c.is == token.LSS || c.is == token.LEQ):
		end, ends = limit.of(c.than)
	case c.step < 0 && (c.is == token.GTR || c.is == token.GEQ):
		begin, begins = limit.of(c.begin)
	default:
		return 0, 0, false
	}
	const small = mostRuns
	if !begins || !ends || begin < -small || begin > small || end < -small || end > small {
		return 0, 0, false
	}
	switch c.is {
	case token.LSS:
		end--
	case token.GTR:
		end++
	}
	return begin + c.plus, end, true
}

// stepOf returns what a value is a constant more or less than.
func stepOf(v ssa.Value) (of ssa.Value, by int64, ok bool) {
	sum, isSum := v.(*ssa.BinOp)
	if !isSum || sum.Op != token.ADD && sum.Op != token.SUB {
		return nil, 0, false
	}
	by, ok = constantOf(sum.Y)
	if sum.Op == token.SUB {
		by = -by
	}
	return sum.X, by, ok && by > -mostRuns && by < mostRuns
}

func constantOf(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}

var opposite = map[token.Token]token.Token{token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ,
	token.GEQ: token.LSS}
