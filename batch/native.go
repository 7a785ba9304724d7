package batch

import (
	"fmt"
	"unsafe"

	"github.com/lockstep-simt/lockstep/batch/plan"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
)

// Machine code of superblocks runs over the gang's rows. What the gang does itself is what is
// not of registers: values below tops are fetched before, and afterwards lanes' saved values
// change as their way out says.

// native is a gang's view of machine code.
type native struct {
	code   plan.Native
	layout *plan.NativeLayout
	entry  int
	frame  unsafe.Pointer
	// block and view are of the superblock's values and, behind them, of staged rows.
	block  block
	view   view
	ways   []flush
	masks  [][]uint64 // of the words that are masks, as bitmaps
	copies [][]byte   // the same a byte a group, where the code has them so
}

// maskSlack is what code may read and write behind a mask.
const maskSlack = 8

// newNative lays out what machine code needs.
func (g *gang) newNative(x *plan.Executor) *native {
	s := x.Superblock
	n := &native{code: x.Native, layout: x.Native.Layout(), entry: s.Entry()}
	n.frame = g.alloc(n.layout.Bytes)
	for _, v := range s.Values {
		mine := value{kind: tempValue, dtype: v.Dtype, elems: v.Elems, v: v.Var, below: v.Below, slot: -1}
		if v.Kind == plan.Below {
			mine.kind = belowValue
			n.block.belows = append(n.block.belows, len(n.block.values))
		}
		n.block.values = append(n.block.values, mine)
	}
	for _, d := range n.layout.Staged {
		n.block.values = append(n.block.values, value{kind: tempValue, dtype: d, elems: 1, slot: -1})
	}
	f := &n.view
	count := len(n.block.values)
	f.ptr, f.row, f.laneStride = make([]unsafe.Pointer, count), make([]uintptr, count), make([]int, count)
	for id := range n.block.values {
		v := &n.block.values[id]
		f.row[id], f.laneStride[id] = uintptr(g.rowBytes(v.dtype, 1)), 1
		if id >= len(s.Values) || v.kind == belowValue {
			f.ptr[id] = g.alloc(int(f.row[id]) + maskSlack)
		}
	}
	for _, way := range n.layout.Ways {
		w := flush{calls: way.Calls}
		w.clusters, w.commits = g.code.clusterCommits(commitsOf(way.Changes))
		n.ways = append(n.ways, w)
	}
	n.masks, n.copies = make([][]uint64, len(n.layout.Words)), make([][]byte, len(n.layout.Words))
	for i, w := range n.layout.Words {
		if !n.isMask(g, w) {
			continue
		}
		n.masks[i] = unsafe.Slice((*uint64)(g.alloc(8*g.words+maskSlack)), g.words)
		if n.layout.Copied {
			n.copies[i] = make([]byte, g.padded/n.layout.Lanes+maskSlack)
		}
	}
	return n
}

// isMask reports whether a word is the address of a mask.
func (n *native) isMask(g *gang, w plan.NativeWord) bool {
	switch w.Kind {
	case plan.EntryMask, plan.WayMask, plan.FaultMask:
		return true
	case plan.StagedRow:
		return n.layout.Staged[w.Index] == program.Bool
	case plan.TopRow:
		return g.code.vars[w.Index].dtype == program.Bool
	case plan.BelowRow:
		return n.block.values[w.Index].dtype == program.Bool
	}
	return false
}

// prepare gives the code its words for a run.
func (n *native) prepare(g *gang) {
	for i, w := range n.layout.Words {
		var p unsafe.Pointer
		switch w.Kind {
		case plan.UniformWord:
			u := g.code.uniforms[w.Index].Type.Dtype
			*(*uint64)(unsafe.Add(n.frame, w.Offset)) = g.uni[w.Index].word(w.Element, u)
			continue
		case plan.UniformLength:
			*(*uint64)(unsafe.Add(n.frame, w.Offset)) = uint64(g.uni[w.Index].shape[w.Element])
			continue
		case plan.RowLanes:
			v := &g.code.vars[w.Index]
			*(*uint64)(unsafe.Add(n.frame, w.Offset)) = uint64(g.rowLanes(v.dtype, v.elems))
			continue
		case plan.UniformTable:
			p = g.uni[w.Index].table
		case plan.TopRow:
			p = g.top[w.Index]
		case plan.BelowRow:
			p = n.view.ptr[w.Index]
		case plan.StagedRow:
			p = n.view.ptr[len(n.block.values)-len(n.layout.Staged)+w.Index]
		}
		if mask := n.masks[i]; mask != nil {
			switch w.Kind {
			case plan.EntryMask:
				copy(mask, g.mask)
			case plan.TopRow, plan.BelowRow:
				copy(mask, unsafe.Slice((*uint64)(p), g.words))
			default:
				clear(mask)
			}
			p = unsafe.Pointer(unsafe.SliceData(mask))
			if n.layout.Copied {
				spreadBits(n.copies[i], mask, n.layout.Lanes)
				p = unsafe.Pointer(unsafe.SliceData(n.copies[i]))
			}
		}
		// The collector does not look here: the gang keeps what is pointed at.
		*(*uintptr)(unsafe.Add(n.frame, w.Offset)) = uintptr(p)
	}
}

// collect takes the masks that the code has written.
func (n *native) collect(g *gang) {
	for i, w := range n.layout.Words {
		mask := n.masks[i]
		if mask == nil || w.Kind == plan.EntryMask || w.Kind == plan.TopRow || w.Kind == plan.BelowRow {
			continue
		}
		if n.layout.Copied {
			gatherBits(mask, n.copies[i], n.layout.Lanes)
		}
		if w.Kind == plan.StagedRow {
			copy(unsafe.Slice((*uint64)(n.view.ptr[len(n.block.values)-len(n.layout.Staged)+w.Index]), g.words), mask)
		}
	}
}

// spreadBits writes a byte for each group of so many lanes: up to 8.
func spreadBits(to []byte, bits []uint64, lanes int) {
	i := 0
	for _, w := range bits {
		for range 64 / lanes {
			to[i] = byte(w & (1<<lanes - 1))
			w >>= lanes
			i++
		}
	}
}

// gatherBits is the way back.
func gatherBits(bits []uint64, from []byte, lanes int) {
	i := 0
	for w := range bits {
		bits[w] = 0
		for k := range 64 / lanes {
			bits[w] |= uint64(from[i]) << (k * lanes)
			i++
		}
	}
}

// tooDeep reports whether a lane may exceed the depth limit on the way: then blocks are run
// one by one, which find out which.
func (n *native) tooDeep(g *gang, s *plan.Superblock) bool {
	for _, i := range n.layout.Heights {
		if st := &s.Steps[i]; g.savedOf(st.Var).High()+st.Height > g.opts.MaxDepth {
			return true
		}
	}
	return false
}

// executeNative runs machine code for all lanes that wait at its entry. ok is false if the
// block there is to be run instead.
func (g *gang) executeNative(x *plan.Executor) (next *plan.Executor, ok bool) {
	n := g.natives[x.ID]
	if n == nil {
		n = g.newNative(x)
		g.natives[x.ID] = n
	}
	if n.tooDeep(g, x.Superblock) {
		return nil, false
	}
	g.begin(n.entry)
	entered, faulted := g.active, len(g.faulted)
	g.noteRun(x.Superblock)
	g.compact = false
	g.enter(&n.block, &n.view)
	n.prepare(g)
	n.enter(g)
	if g.stopped {
		return nil, true
	}
	n.collect(g)
	g.partly = true
	g.ways = append(g.ways[:0], make([]int, len(n.ways))...)
	for i, w := range n.layout.Words {
		switch w.Kind {
		case plan.WayMask:
			g.leaveNative(n, x.Superblock, w.Index, n.masks[i])
		case plan.FaultMask:
			g.faultNative(n, x.Superblock, n.layout.Faults[w.Index], n.masks[i])
		}
	}
	g.partly = false
	left := len(g.faulted) - faulted
	for _, count := range g.ways {
		left += count
	}
	if left != entered { // else lanes that are in two places or in none would be waited for
		panic(fmt.Sprintf("bug: batch: of %d lanes that entered executor %d, %d left it", entered, x.ID, left))
	}
	return g.worker.Left(x, g.ways), true
}

// enter runs the code over all lanes, so many at a time that it is left soon.
func (n *native) enter(g *gang) {
	l := n.layout
	put := func(offset, v int) { *(*int64)(unsafe.Add(n.frame, offset)) = int64(v) }
	put(l.Least, 0)
	if g.open {
		put(l.Least, -1) // inputs wait for the places of those that have left
	}
	for first := 0; first < g.padded; first += l.Piece {
		put(l.First, first)
		put(l.Limit, min(first+l.Piece, g.padded))
		put(l.Group, first/l.Lanes)
		put(l.Fuel, l.Rounds)
		n.code.Enter(n.frame)
		if g.spend(nativeCost) {
			return
		}
	}
}

// nativeCost is the most that a piece of machine code takes, in additions of one lane.
const nativeCost = 1 << 14

// leaveNative does for lanes that leave by a way what the code has not, and sends them on.
func (g *gang) leaveNative(n *native, s *plan.Superblock, way int, lanes []uint64) {
	count := simd.PopCount(lanes)
	if count == 0 {
		return
	}
	copy(g.mask, lanes)
	do := &n.ways[way]
	g.commit(&n.block, &n.view, do.commits, do.clusters)
	for _, ret := range do.calls {
		g.call(ret)
	}
	g.ways[way] += count
	if to := s.Way(way); to != plan.None {
		g.arrive(to, lanes)
		return
	}
	g.active = count
	copy(g.alive, lanes)
	g.list = simd.LaneList(g.mask, g.list[:0])
	g.returns(g.alive)
}

// faultNative ends the lanes that fault at a micro-op, or at the end.
func (g *gang) faultNative(n *native, s *plan.Superblock, step int, lanes []uint64) {
	copy(g.alive, lanes)
	if step == len(s.Steps) {
		g.raise(lanes, s.Term.Code, s.Term.Msg, s.Term.Pos)
		return
	}
	st := &s.Steps[step]
	g.raise(lanes, st.Code, "", st.Pos)
}
