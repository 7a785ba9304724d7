package batch

import (
	"context"
	"math/bits"
	"slices"
	"time"
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// How lanes come and go: inputs are loaded into idle lanes, results leave with
// lanes that ended.

// refill starts waiting inputs on idle lanes. It waits for one only if nothing
// runs.
func (g *gang) refill(ctx context.Context, src Source) error {
	for g.idleLanes > 0 && !g.stopped {
		chunk, err := src.Take(ctx, min(g.idleLanes, inPortions(g.code.startNumbers)), g.live() == 0)
		if err != nil {
			return err
		}
		if chunk.N == 0 {
			return nil
		}
		g.spend(chunk.N * g.code.startNumbers)
		lanes := g.cond
		g.takeIdle(chunk.N, chunk.First, lanes)
		g.reset(lanes)
		for i, v := range g.code.in {
			va := &g.code.vars[v]
			if !va.stored() {
				continue
			}
			g.load(v, chunk.Cols[i].Data, chunk.N, chunk.Same != nil && chunk.Same[i], lanes)
		}
		g.arrive(0, lanes)
	}
	return nil
}

// load puts n events, or one event for all, into the lanes in the mask. That of
// one lane may be so long that it comes in pieces.
func (g *gang) load(v int, data any, n int, same bool, lanes []uint64) {
	if texts, ok := data.(*Texts); ok {
		g.textBytes = slices.Grow(g.textBytes[:0], texts.Size())[:texts.Size()]
		texts.Bytes(g.textBytes)
		data = g.textBytes
	}
	va := &g.code.vars[v]
	row, piece := g.rowBytes(va.dtype, va.elems), va.elems
	if n == 1 {
		piece = min(piece, longPiece)
	}
	for from := 0; from < va.elems; from += piece {
		elems := min(piece, va.elems-from)
		part, rows := data, unsafe.Add(g.top[v], from*row)
		if elems < va.elems {
			if g.spend(pieceCost * elems) {
				return
			}
			part = dataSlice(data, from, from+elems)
		}
		if (n == 1 || !same) && loadPlain(rows, row, elems, va.dtype.Size(), part, lanes) {
			continue
		}
		step := 1
		if same {
			step = 0
		}
		g.list = simd.LaneList(lanes, g.list[:0])
		loadLanes(part, 0, step, elems, rows, row, g.list)
	}
}

// An event that comes or goes for a single lane does so in pieces of longPiece
// elements, since each of them may lie in memory that was never touched.
const (
	longPiece = 1 << 14
	pieceCost = 16
)

// takeIdle takes the first n idle lanes, for inputs numbered from first on, and
// returns them in a bitmap.
func (g *gang) takeIdle(n int, first int64, lanes []uint64) {
	g.idleLanes -= n
	firstLanes(lanes, g.idle, n)
	for w, m := range lanes {
		g.idle[w] &^= m
		if m == 0 {
			continue
		}
		g.runs[w] = m == ^uint64(0)
		ids := (*[64]int64)(g.ids[64*w:])
		if g.runs[w] {
			for i := range ids {
				ids[i] = first + int64(i)
			}
			first += 64
			continue
		}
		for ; m != 0; m &= m - 1 {
			ids[bits.TrailingZeros64(m)] = first
			first++
		}
	}
}

// reset gives lanes the state that a program starts with: empty stacks, and
// zero in variables that are read before they are written.
func (g *gang) reset(lanes []uint64) {
	if !g.code.hasStacks && g.steps == nil && len(g.code.resetVars) == 0 {
		return
	}
	g.list = simd.LaneList(lanes, g.list[:0])
	g.resetStacks(g.list)
	for _, l := range g.list {
		g.pcTop[l] = int32(g.code.exit)
		if g.steps != nil {
			g.steps[l] = 0
		}
	}
	for _, v := range g.code.resetVars {
		if va := &g.code.vars[v]; va.stored() {
			g.load(v, va.zero, len(g.list), true, lanes)
		}
	}
	// An input lies on top of its variable's initial value, so that the program
	// may pop it like any parameter.
	for _, v := range g.code.in {
		if va := &g.code.vars[v]; va.alloc == program.Full {
			g.load(v, va.zero, len(g.list), true, lanes)
			if va.cluster < 0 {
				g.stack[v].Push(g.topBuffer(v), g.list)
			}
		}
	}
	for i, members := range g.code.clusters {
		if slices.Contains(g.code.in, members[0]) {
			tops := g.members[:len(members)]
			for j, v := range members {
				tops[j] = g.topBuffer(v)
			}
			g.clusters[i].Push(tops, g.list)
		}
	}
}

// deliver hands the lanes that ended to the sink and makes them idle. Results
// that are large go in portions; if the run was stopped, some may be left.
func (g *gang) deliver(sink Sink) error {
	g.delivered = time.Now()
	exit := g.code.exit
	if g.count[exit] == 0 && len(g.faulted) == 0 {
		return nil
	}
	if g.arena.Held() > 0 {
		g.freeEnded()
	}
	r := &g.finished
	r.Faults = nil
	for _, f := range g.faulted {
		r.Faults = append(r.Faults, Fault{Lane: int(g.ids[f.lane]), Code: f.code, Pos: f.pos, Msg: f.msg})
		g.idle[f.lane>>6] |= 1 << (f.lane & 63)
	}
	n := len(g.faulted)
	g.faulted = g.faulted[:0]
	g.idleLanes += n
	g.stats.Lanes += int64(n)
	g.stats.Faults += int64(n)

	var err error
	ended, most := g.at[exit], inPortions(g.code.endNumbers)
	for {
		lanes, n := ended, g.count[exit]
		if n > most {
			lanes, n = g.cond, most
			firstLanes(lanes, ended, n)
		}
		err = g.store(sink, lanes, n)
		simd.Or(g.idle, g.idle, lanes)
		simd.AndNot(ended, ended, lanes)
		g.idleLanes += n
		g.stats.Lanes += int64(n)
		g.count[exit] -= n
		if err != nil || g.count[exit] == 0 {
			break
		}
		r.Faults = nil
		if g.spend(n*g.code.endNumbers) && time.Since(g.delivered) > lastWords {
			return nil
		}
	}
	if g.count[exit] == 0 {
		g.nonempty[exit>>6] &^= 1 << (exit & 63)
	}
	return err
}

// firstLanes puts the first n lanes of a bitmap, which has more, into dst.
func firstLanes(dst, lanes []uint64, n int) {
	for w, m := range lanes {
		k := bits.OnesCount64(m)
		for ; k > n; k-- {
			m &^= 1 << (63 - bits.LeadingZeros64(m))
		}
		dst[w] = m
		n -= k
	}
}

// store hands the results of n lanes, given as a bitmap, and the faults to the
// sink.
func (g *gang) store(sink Sink, lanes []uint64, n int) error {
	r := &g.finished
	r.IDs, r.Cols = r.IDs[:0], r.Cols[:0]
	if s, ok := sink.(*sliceSink); ok && g.plainOut {
		for i, v := range g.code.out {
			storePlain(s.cols[i].Data, g.top[v], g.code.vars[v].dtype.Size(), lanes, g.ids, g.runs)
		}
		s.ended(n, r.Faults)
		return nil
	}
	g.list = simd.LaneList(lanes, g.list[:0])
	for _, l := range g.list {
		r.IDs = append(r.IDs, g.ids[l])
	}
	for i, v := range g.code.out {
		va := &g.code.vars[v]
		col := g.results[i].Slice(0, len(r.IDs))
		p, size := plain(col.Data)
		switch {
		case !va.stored():
		case va.elems > 1 && p != nil && size == va.dtype.Size():
			simd.TransposeOut(p, g.top[v], g.rowBytes(va.dtype, va.elems), va.elems, size, lanes)
		default:
			storeLanes(col.Data, va.elems, g.top[v], g.rowBytes(va.dtype, va.elems), g.list)
		}
		r.Cols = append(r.Cols, col)
	}
	return sink.Deliver(r)
}

// abandon tells the sink which lanes were stopped on their way.
func (g *gang) abandon(sink Sink) {
	s, ok := sink.(*sliceSink)
	if !ok || g.idleLanes == g.lanes {
		return
	}
	var ids []int64
	for l := range g.lanes {
		if g.idle[l>>6]>>(l&63)&1 == 0 {
			ids = append(ids, g.ids[l])
		}
	}
	s.abandoned(ids)
}
