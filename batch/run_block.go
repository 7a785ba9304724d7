package batch

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// run executes block bi for all lanes that wait there. If the run is stopped
// meanwhile, they are nowhere afterwards.
func (g *gang) run(bi int) {
	b, f := &g.code.blocks[bi], &g.views[bi]
	g.begin(bi)
	active := g.active
	if g.steps != nil {
		if active -= g.limitSteps(b); active == 0 {
			return
		}
	}
	g.active = active
	bs := &g.stats.Blocks[bi]
	bs.Runs++
	bs.Lanes += int64(active)

	g.compact = compactPays(b.weight, b.inOut, active, g.lanes, g.moveCost) && !g.opts.Dense || g.opts.Compact ||
		b.packedOnly
	if g.compact {
		bs.Compacted++
	}
	if g.compact || b.lists {
		g.list = simd.LaneList(g.mask, g.list[:0])
	}
	g.enter(b, f)
	g.runParts(b, f)
	g.commit(b, f, b.commits, b.clusters)
	if g.stopped {
		return
	}
	if g.worker == nil {
		g.terminate(b, f)
		return
	}
	targets := g.code.targets[bi]
	g.terminateCounted(b, f, targets)
	g.worker.Ran(bi, active, g.went)
}

// begin takes the lanes that wait at a block.
func (g *gang) begin(bi int) {
	at := g.at[bi]
	for w, m := range at {
		g.mask[w], g.alive[w], at[w] = m, m, 0
	}
	g.active = g.count[bi]
	g.count[bi] = 0
	g.nonempty[bi>>6] &^= 1 << (bi & 63)
	g.tick++
	g.lastRun[bi] = g.tick
	g.spend(stepCost + 16*g.words)
}

// terminateCounted is terminate, and counts how many lanes go to each of the targets.
func (g *gang) terminateCounted(b *block, f *view, targets []int) {
	g.went = g.went[:0]
	for _, to := range targets {
		g.went = append(g.went, -g.count[to])
	}
	g.terminate(b, f)
	for i, to := range targets {
		g.went[i] += g.count[to]
	}
}

// limitSteps ends the lanes that may not start another block and counts this
// one for the rest. It returns how many ended.
func (g *gang) limitSteps(b *block) int {
	n := 0
	for w, m := range g.mask {
		for ; m != 0; m &= m - 1 {
			l := w<<6 + bits.TrailingZeros64(m)
			if g.steps[l] >= g.opts.MaxSteps {
				g.mask[w] &^= m & -m
				g.faulted = append(g.faulted, laneFault{lane: int32(l), code: optab.StepLimit, pos: b.pos})
				n++
				continue
			}
			g.steps[l]++
		}
	}
	return n
}

// enter resolves the block's pointers and brings in what does not lie in a
// buffer already: compacted tops and values below the top.
func (g *gang) enter(b *block, f *view) {
	if g.n = g.lanes; g.compact {
		g.n = len(g.list)
	}
	for _, id := range b.tops {
		v := &b.values[id]
		if !g.compact || v.direct {
			f.ptr[id] = g.top[v.v]
			continue
		}
		f.ptr[id] = f.slots[v.slot]
		g.compress(f.ptr[id], g.top[v.v], f.row[id], v.elems, v.dtype)
	}
	for _, id := range f.spares {
		f.ptr[id] = g.spare[b.values[id].v]
	}
	if g.compact {
		words := (g.n + 63) / 64
		for w := range words {
			g.alive[w] = ^uint64(0)
		}
		if r := g.n & 63; r != 0 {
			g.alive[words-1] = 1<<r - 1
		}
		clear(g.alive[words:])
	} else if g.steps != nil {
		copy(g.alive, g.mask) // without the lanes that met the limit
	}
	for _, id := range b.belows {
		v := &b.values[id]
		dst, va := g.stackBuffer(f, ref{id: id}, v), &g.code.vars[v.v]
		switch {
		case va.cluster >= 0 && g.compact:
			g.clusters[va.cluster].Peek(v.below, va.member, dst, g.list)
		case va.cluster >= 0:
			g.clusters[va.cluster].PeekMask(v.below, va.member, dst, g.mask)
		case g.compact:
			g.stack[v.v].Peek(v.below, dst, g.list)
		default:
			g.stack[v.v].PeekMask(v.below, dst, g.mask)
		}
	}
}

// step runs a step that is not part of a chain.
func (g *gang) step(b *block, f *view, st *step) {
	g.spend(rowCost + 4*g.n)
	switch st.kind {
	case kernelStep:
		g.elementwise(f, st)
	case moveStep:
		g.move(b, f, st)
	case reduceStep:
		g.reduce(f, st)
	case indexStep:
		g.index(b, f, st)
	case insertStep:
		g.insert(b, f, st)
	case dotStep:
		g.dot(f, st)
	case depthStep:
		g.checkDepth(st)
	case leaveStep:
		g.leave(b, f, st)
	}
}

// element returns the row of an operand that element e of the result reads.
func (f *view) element(r ref, offsets []int, e int) unsafe.Pointer {
	return f.at(r, broadcastFrom(offsets, r.elems(), e))
}

// broadcastFrom returns which of an operand's elems elements (or rows of them)
// element e of the result reads; offsets are those of the function offsets.
func broadcastFrom(offsets []int, elems, e int) int {
	switch {
	case offsets != nil:
		return offsets[e]
	case elems == 1:
		return 0
	}
	return e
}

// raise ends the lanes in a fault mask that are alive.
func (g *gang) raise(fault []uint64, code program.Code, msg string, pos program.Pos) {
	for w, m := range fault {
		m &= g.alive[w]
		if m == 0 {
			continue
		}
		g.alive[w] &^= m
		for ; m != 0; m &= m - 1 {
			l := int32(w<<6 + bits.TrailingZeros64(m))
			if g.compact {
				l = g.list[l]
			}
			g.faulted = append(g.faulted, laneFault{lane: l, code: code, msg: msg, pos: pos})
		}
	}
}

// checkDepth ends the lanes that a push would take over the depth limit.
func (g *gang) checkDepth(st *step) {
	s := g.savedOf(st.v)
	if s.High()+st.h <= g.opts.MaxDepth {
		return
	}
	clear(g.fault)
	if !g.compact {
		g.list = simd.LaneList(g.mask, g.list[:0])
	}
	for j, l := range g.list {
		if s.Depth(l)+st.h > g.opts.MaxDepth {
			i := int(l)
			if g.compact {
				i = j
			}
			g.fault[i>>6] |= 1 << (i & 63)
		}
	}
	g.raise(g.fault, st.code, "", st.pos)
}

// terminate sends the lanes on to their next blocks.
func (g *gang) terminate(b *block, f *view) {
	t := &b.term
	alive := g.alive
	if g.compact {
		alive = g.scatterBits(g.alive, g.spread)
	}
	switch t.kind {
	case gotoTerm:
		g.arrive(t.to, alive)
	case branchTerm:
		switch {
		case f.laneStride[t.x.id] == 1:
			g.branch(t.to, t.orElse, alive, g.condition(f, t))
		case *(*uint64)(f.at(t.x, 0)) != 0:
			g.arrive(t.to, alive)
		default:
			g.arrive(t.orElse, alive)
		}
	case switchTerm:
		if f.laneStride[t.x.id] == 1 {
			g.dispatch(b, f, t)
			break
		}
		x := *(*uint64)(f.at(t.x, 0))
		if b.values[t.x.id].dtype.Size() == 4 {
			x &= math.MaxUint32
		}
		g.arrive(t.target(x), alive)
	case callTerm:
		g.call(t.ret)
		g.arrive(t.to, alive)
	case returnTerm:
		g.returns(alive)
	case faultTerm:
		copy(g.fault, g.alive)
		g.raise(g.fault, t.code, t.msg, t.pos)
	}
}

// call saves a return block for the lanes of the mask.
func (g *gang) call(ret int) {
	g.pcStack.PushMask(stackInt32(g.pcTop), g.mask)
	simd.MaskedMove(unsafe.Pointer(unsafe.SliceData(g.pcTop)), g.blockNumber(ret), 0, g.mask, 4, g.lanes)
}

// condition returns a branch condition that differs by lane as a bitmap over
// lanes.
func (g *gang) condition(f *view, t *terminator) []uint64 {
	c := unsafe.Slice((*uint64)(f.at(t.x, 0)), g.words)
	if !g.compact {
		return c
	}
	return g.scatterBits(c, g.cond)
}

// scatterBits spreads a bitmap over positions to one over lanes.
func (g *gang) scatterBits(packed, dst []uint64) []uint64 {
	clear(dst)
	simd.UnpackBits(unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(packed)), 1, g.mask)
	return dst
}

// isAlive reports whether the lane at a position in the list has not faulted.
func (g *gang) isAlive(j int, l int32) bool {
	i := int(l)
	if g.compact {
		i = j
	}
	return g.alive[i>>6]>>(i&63)&1 != 0
}

// dispatch sends each lane where a switch says whose value differs by lane.
func (g *gang) dispatch(b *block, f *view, t *terminator) {
	p := f.at(t.x, 0)
	wide := b.values[t.x.id].dtype.Size() == 8
	for j, l := range g.list {
		if !g.isAlive(j, l) {
			continue
		}
		i := int(l)
		if g.compact {
			i = j
		}
		var x uint64
		if wide {
			x = *(*uint64)(unsafe.Add(p, 8*i))
		} else {
			x = uint64(*(*uint32)(unsafe.Add(p, 4*i)))
		}
		g.arriveLane(t.target(x), l)
	}
}

// target finds a switch label by binary search.
func (t *terminator) target(x uint64) int {
	lo, hi := 0, len(t.values)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if t.values[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(t.values) && t.values[lo] == x {
		return t.labels[lo]
	}
	return t.orElse
}

// returns sends each lane to the block that its call saved. With nothing
// saved, that is the end of the program.
func (g *gang) returns(alive []uint64) {
	if g.pcStack == nil {
		g.arrive(g.code.exit, alive)
		return
	}
	rest := g.spread
	if &rest[0] != &alive[0] {
		copy(rest, alive)
	}
	if g.active < fewReturns*len(g.code.returnSites) {
		g.returnOneByOne(rest)
		return
	}
	for _, site := range g.code.returnSites {
		if !simd.EqualLanes(g.cond, g.pcTop, int32(site), rest) {
			continue
		}
		g.arrive(site, g.cond)
		if site == g.code.exit {
			simd.AndNot(rest, rest, g.cond)
		}
	}
	if simd.AnyNonZero(rest) {
		g.pcStack.PopMask(1, stackInt32(g.pcTop), rest)
	}
}

// fewReturns is how many lanes a return site must be worth before all lanes are
// asked at once whether they return there.
const fewReturns = 8

func (g *gang) returnOneByOne(lanes []uint64) {
	exit := int32(g.code.exit)
	popped := g.list[:0]
	for w, m := range lanes {
		for ; m != 0; m &= m - 1 {
			l := int32(w<<6 + bits.TrailingZeros64(m))
			to := g.pcTop[l]
			g.arriveLane(int(to), l)
			if to != exit {
				popped = append(popped, l)
			}
		}
	}
	if len(popped) > 0 {
		g.pcStack.Pop(1, stackInt32(g.pcTop), popped)
	}
}

// blockNumber returns the number of a block, an int32, as a uniform.
func (g *gang) blockNumber(b int) unsafe.Pointer {
	return unsafe.Add(g.pool, 8*g.code.blockNumbers[b])
}
