package batch

import (
	"context"
	"math/bits"

	"github.com/lockstep-simt/lockstep/program"
)

// How lanes come and go: inputs are loaded into idle lanes, results leave with
// lanes that ended.

// refill starts waiting inputs on idle lanes. It waits for one only if nothing
// runs.
func (g *gang) refill(ctx context.Context, src Source) error {
	for len(g.idle) > 0 {
		chunk, err := src.Take(ctx, len(g.idle), g.live() == 0)
		if err != nil {
			return err
		}
		if chunk.N == 0 {
			return nil
		}
		rest := len(g.idle) - chunk.N
		lanes := g.idle[rest:]
		g.reset(lanes)
		for i, v := range g.code.in {
			va := &g.code.vars[v]
			if !va.stored() {
				continue
			}
			step := 1
			if chunk.Same != nil && chunk.Same[i] {
				step = 0
			}
			loadLanes(chunk.Cols[i].Data, 0, step, va.elems, g.top[v], g.rowBytes(va.dtype), lanes)
		}
		clear(g.cond)
		for j, l := range lanes {
			g.ids[l] = chunk.First + int64(j)
			g.cond[l>>6] |= 1 << (l & 63)
		}
		g.arrive(0, g.cond)
		g.idle = g.idle[:rest]
	}
	return nil
}

// reset gives lanes the state that a program starts with: empty stacks, and
// zero in variables that are read before they are written.
func (g *gang) reset(lanes []int32) {
	g.resetStacks(lanes)
	for _, l := range lanes {
		g.pcTop[l] = int32(g.code.exit)
		if g.steps != nil {
			g.steps[l] = 0
		}
	}
	for _, v := range g.code.resetVars {
		if va := &g.code.vars[v]; va.stored() {
			loadLanes(va.zero, 0, 0, va.elems, g.top[v], g.rowBytes(va.dtype), lanes)
		}
	}
	// An input lies on top of its variable's initial value, so that the program
	// may pop it like any parameter.
	for _, v := range g.code.in {
		if va := &g.code.vars[v]; va.alloc == program.Full {
			loadLanes(va.zero, 0, 0, va.elems, g.top[v], g.rowBytes(va.dtype), lanes)
			g.stack[v].Push(g.topBuffer(v), lanes)
		}
	}
}

// deliver hands the lanes that ended to the sink and makes them idle.
func (g *gang) deliver(sink Sink) error {
	exit := g.code.exit
	if g.count[exit] == 0 && len(g.faulted) == 0 {
		return nil
	}
	r := &g.finished
	r.IDs, r.Cols, r.Faults = r.IDs[:0], r.Cols[:0], nil
	lanes := g.list[:0]
	for w, m := range g.at[exit] {
		for ; m != 0; m &= m - 1 {
			lanes = append(lanes, int32(w<<6+bits.TrailingZeros64(m)))
		}
	}
	for _, l := range lanes {
		r.IDs = append(r.IDs, g.ids[l])
	}
	for i, v := range g.code.out {
		va := &g.code.vars[v]
		col := g.results[i].Slice(0, len(lanes))
		if va.stored() {
			storeLanes(col.Data, va.elems, g.top[v], g.rowBytes(va.dtype), lanes)
		}
		r.Cols = append(r.Cols, col)
	}
	g.idle = append(g.idle, lanes...)
	for _, f := range g.faulted {
		r.Faults = append(r.Faults, Fault{Lane: g.ids[f.lane], Code: f.code, Pos: f.pos, Msg: f.msg})
		g.idle = append(g.idle, f.lane)
	}
	g.stats.Lanes += int64(len(lanes) + len(g.faulted))
	g.stats.Faults += int64(len(g.faulted))
	g.faulted = g.faulted[:0]
	clear(g.at[exit])
	g.count[exit] = 0
	g.nonempty[exit>>6] &^= 1 << (exit & 63)
	return sink.Deliver(r)
}
