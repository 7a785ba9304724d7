package ssaflow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// mostRuns bounds what MostRuns returns.
const mostRuns = 1 << 20

// Limit returns what a number is at most, if that is known. It is not asked of constants.
type Limit func(ssa.Value) (int64, bool)

// MostRuns returns how often an instruction runs at most each time its function does, if that follows from the
// counters of the loops around it.
func MostRuns(in ssa.Instruction, limit Limit) (n int64, ok bool) {
	return mostRunsIn(in, limit, func(*ssa.BasicBlock) bool { return true })
}

// mostRunsIn is MostRuns between two times that loops are entered which do not count, by their first blocks.
func mostRunsIn(in ssa.Instruction, limit Limit, counts func(head *ssa.BasicBlock) bool) (n int64, ok bool) {
	blk := in.Block()
	n = 1
	heads := map[*ssa.BasicBlock]bool{}
	for head := blk; head != nil; head = head.Idom() {
		inside := loopOf(head, blk)
		if inside == nil {
			continue
		}
		heads[head] = true
		if !counts(head) {
			continue
		}
		rounds, ok := mostRounds(head, inside, limit)
		if head == blk {
			rounds++ // and once to leave
		}
		if !ok || n > mostRuns/max(rounds, 1) {
			return 0, false
		}
		n *= max(rounds, 0)
	}
	// There may be loops around it that no block dominates.
	return n, heads[blk] || !comesBack(blk, heads)
}

// comesBack reports whether some way leads from a block back to itself that goes through none of others.
func comesBack(blk *ssa.BasicBlock, but map[*ssa.BasicBlock]bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock(nil), blk.Succs...)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == blk {
			return true
		}
		if !but[b] && !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// loopOf returns the blocks that come after a block in the loop that begins with head, head among them; nil if the
// block is not in such a loop.
func loopOf(head, blk *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	after := reachable([]*ssa.BasicBlock{blk}, head)
	if blk == head {
		after = reachable(head.Succs, head)
	}
	for _, p := range head.Preds {
		if head.Dominates(p) && (p == head || after[p]) {
			return loopBlocks(head)
		}
	}
	return nil
}

// loopBlocks returns the blocks of the loop that begins with a block.
func loopBlocks(head *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	in := map[*ssa.BasicBlock]bool{head: true}
	var work []*ssa.BasicBlock
	for _, p := range head.Preds {
		if head.Dominates(p) {
			work = append(work, p)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !in[b] {
			in[b] = true
			work = append(work, b.Preds...)
		}
	}
	return in
}

// MostLength returns how long the slice is at most that an append gives, if that follows from what the slice begins
// with, and from how often something is appended to it.
func MostLength(in *ssa.Call, limit Limit) (n int64, ok bool) {
	g := &grown{limit: limit, seen: map[ssa.Value]bool{}, heads: map[*ssa.BasicBlock]bool{}}
	if !g.from(in) {
		return 0, false
	}
	n = g.begins
	for _, call := range g.appends {
		more, ok := appended(call)
		times, often := mostRunsIn(call, limit, func(head *ssa.BasicBlock) bool { return g.heads[head] })
		if !ok || !often || times > mostRuns/max(more, 1) {
			return 0, false
		}
		n += more * times
	}
	return n, n <= mostRuns
}

// grown is what a slice is made of.
type grown struct {
	limit   Limit
	seen    map[ssa.Value]bool
	heads   map[*ssa.BasicBlock]bool // of the loops that it comes round
	appends []*ssa.Call
	begins  int64 // how long it is at most before all appends
}

// from adds what a slice is made of, and reports whether that is known.
func (g *grown) from(v ssa.Value) bool {
	if g.seen[v] {
		return true
	}
	g.seen[v] = true
	begins := func(n int64, ok bool) bool {
		g.begins = max(g.begins, n)
		return ok
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Phi:
		g.heads[v.Block()] = true
		for _, e := range v.Edges {
			if !g.from(e) {
				return false
			}
		}
		return true
	case *ssa.MakeSlice:
		if n, ok := constantOf(v.Len); ok {
			return begins(n, true)
		}
		return begins(g.limit(v.Len))
	case *ssa.Slice:
		n, ok := ofArray(v)
		switch {
		case ok:
			return begins(n, true)
		case v.High == nil || isShorter(v):
			return g.from(v.X)
		}
		return begins(g.limit(v.High))
	case *ssa.ChangeType:
		return g.from(v.X)
	case *ssa.Call:
		if !IsAppend(v) {
			return false
		}
		g.appends = append(g.appends, v)
		return g.from(v.Call.Args[0])
	}
	return false
}

// isShorter reports whether a slice is of another without its last elements: s[:len(s)-1].
func isShorter(s *ssa.Slice) bool {
	length, by, ok := stepOf(s.High)
	if !ok || by > 0 {
		return false
	}
	call, ok := length.(*ssa.Call)
	if !ok {
		return false
	}
	builtin, ok := call.Call.Value.(*ssa.Builtin)
	return ok && builtin.Name() == "len" && call.Call.Args[0] == s.X
}

// appended returns how many elements an append adds at most: what is listed, or what an array has.
func appended(call *ssa.Call) (n int64, ok bool) {
	list, ok := call.Call.Args[1].(*ssa.Slice)
	if !ok {
		return 0, false
	}
	return ofArray(list)
}

// ofArray returns how many elements a slice of an array has at most.
func ofArray(s *ssa.Slice) (n int64, ok bool) {
	to, ok := s.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return 0, false
	}
	if n, ok := constantOf(s.High); ok {
		return n, true
	}
	return to.Elem().Underlying().(*types.Array).Len(), true
}

// MostCount returns what a counter of a loop is at most, if that follows from what it begins with, and from what it is
// compared with. It is not far below zero then.
func MostCount(phi *ssa.Phi, limit Limit) (n int64, ok bool) {
	head := phi.Block()
	c, ok := countOf(head, loopBlocks(head))
	if !ok || c.phi != phi {
		return 0, false
	}
	first, last, ok := c.ends(limit)
	switch {
	case c.step < 0:
		return first - c.plus, ok
	case c.behind: // what was asked for comes round
		return max(first-c.plus, last), ok
	}
	return max(first, last+c.step) - c.plus, ok
}

// LeastCount returns what a counter of a loop is at least, if it counts up from a constant.
func LeastCount(phi *ssa.Phi) (n int64, ok bool) {
	head := phi.Block()
	c, ok := counter(phi, head, loopBlocks(head))
	if !ok || c.step < 0 {
		return 0, false
	}
	return constantOf(c.begin)
}

// mostRounds returns how often a loop goes round at most.
func mostRounds(head *ssa.BasicBlock, inside map[*ssa.BasicBlock]bool,
	limit Limit) (n int64, ok bool) {
	c, ok := countOf(head, inside)
	if !ok {
		return 0, false
	}
	first, last, ok := c.ends(limit)
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

// countOf returns the counter that a loop asks for.
func countOf(head *ssa.BasicBlock, inside map[*ssa.BasicBlock]bool) (c count, ok bool) {
	if c, ok = countAt(head, head, inside); ok {
		return c, true
	}
	var last *ssa.BasicBlock
	for _, p := range head.Preds {
		if inside[p] {
			if last != nil {
				return c, false
			}
			last = p
		}
	}
	if last == nil {
		return c, false // head is not one of a loop
	}
	c, ok = countAt(last, head, inside)
	c.behind = true
	return c, ok && c.plus == c.step
}

// countAt returns the counter for which a block of a loop asks, and otherwise leaves the loop.
func countAt(blk, head *ssa.BasicBlock, inside map[*ssa.BasicBlock]bool) (c count, ok bool) {
	test, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok || inside[blk.Succs[0]] == inside[blk.Succs[1]] {
		return c, false
	}
	cond, ok := test.Cond.(*ssa.BinOp)
	if !ok {
		return c, false
	}
	is := cond.Op
	if !inside[blk.Succs[0]] {
		is = opposite[is]
	}
	if c, ok := counter(cond.X, head, inside); ok {
		c.is, c.than = is, cond.Y
		return c, true
	}
	c, ok = counter(cond.Y, head, inside)
	c.is, c.than = mirrored[is], cond.X
	return c, ok
}

// counter returns a counter of a loop that a value is, or is a constant more than.
func counter(v ssa.Value, head *ssa.BasicBlock, inside map[*ssa.BasicBlock]bool) (c count, ok bool) {
	phi, ok := v.(*ssa.Phi)
	if !ok {
		var before ssa.Value
		if before, c.plus, ok = stepOf(v); ok {
			phi, ok = before.(*ssa.Phi)
		}
	}
	if !ok || phi.Block() != head || !types.Identical(phi.Type().Underlying(), types.Typ[types.Int]) {
		return c, false // others might wrap
	}
	c.phi = phi
	for i, e := range phi.Edges {
		if !inside[head.Preds[i]] {
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
// last for which it goes round. One of them is known, and the other at most what is returned, or at least.
func (c *count) ends(limit Limit) (first, last int64, ok bool) {
	most := func(v ssa.Value) (int64, bool) {
		if n, ok := constantOf(v); ok {
			return n, true
		}
		return limit(v)
	}
	begin, begins := constantOf(c.begin)
	end, ends := constantOf(c.than)
	switch {
	case c.step > 0 && (c.is == token.LSS || c.is == token.LEQ):
		end, ends = most(c.than)
	case c.step < 0 && (c.is == token.GTR || c.is == token.GEQ):
		begin, begins = most(c.begin)
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
