package batch

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/simd"
	"github.com/lockstep-simt/lockstep/stacks"
)

// commit makes a block's results the state of its lanes, as commits and clusters say. Lanes that faulted on
// the way are written too: nothing reads them again.
//
// Saves come first, because they read tops; then tops change; then tops that
// were popped come back. A changed top never reads another changed top: the
// compiler gave such values a buffer of their own.
func (g *gang) commit(b *block, f *view, commits []commit, clusters []clusterCommit) {
	for i := range commits {
		c := &commits[i]
		if c.drop > 0 {
			g.stack[c.v].DropMask(c.drop, g.mask)
		}
		if c.saveTop {
			g.stack[c.v].PushMask(g.topBuffer(c.v), g.mask)
		}
		for _, r := range c.saves {
			g.push(g.stack[c.v], g.stackBuffer(f, r, &b.values[r.id]))
		}
	}
	g.saveClusters(clusters, b, f)
	for i := range commits {
		if c := &commits[i]; c.update {
			g.update(b, f, c)
		}
	}
	for i := range commits {
		if c := &commits[i]; c.pop > 0 {
			g.stack[c.v].PopMask(c.pop, g.topBuffer(c.v), g.mask)
		}
	}
	g.popClusters(clusters)
}

// push saves the active lanes' values. In a compacted run they may be packed;
// then the list, which there is, takes less time than the bitmap.
func (g *gang) push(s *stacks.Stack, src stacks.Buffer) {
	if src.Packed {
		s.Push(src, g.list)
	} else {
		s.PushMask(src, g.mask)
	}
}

// update gives a variable its new top in the active lanes. If the value is
// already in the variable's spare buffer and no lane outside the mask can
// still read the old top, the two buffers change places and nothing moves.
func (g *gang) update(b *block, f *view, c *commit) {
	v := &g.code.vars[c.v]
	val := &b.values[c.src.id]
	if val.kind == spareValue && val.v == c.v && !g.compact && !g.partly && !g.opts.NoSwap && !g.readElsewhere(c.v) {
		g.top[c.v], g.spare[c.v] = g.spare[c.v], g.top[c.v]
		return
	}
	row := g.rowBytes(v.dtype, v.elems)
	for e := range v.elems {
		if g.spendRow(e) {
			return
		}
		dst := unsafe.Add(g.top[c.v], e*row)
		src := f.at(c.src, e)
		stride := f.laneStride[c.src.id]
		// A top that was not compacted is indexed by lane also in a
		// compacted run.
		packed := g.compact && !(val.kind == topValue && val.direct)
		switch {
		case v.dtype == program.Bool && packed:
			simd.UnpackBits(dst, src, stride, g.mask)
		case v.dtype == program.Bool:
			simd.MaskedMoveBits(dst, src, stride, g.mask)
		case packed && few*len(g.list) < g.lanes:
			simd.Expand(dst, src, stride, g.list, v.dtype.Size())
		case packed:
			simd.Unpack(dst, src, stride, g.mask, v.dtype.Size())
		default:
			simd.MaskedMove(dst, src, stride, g.mask, v.dtype.Size(), g.lanes)
		}
	}
}

// few times the active lanes must be less than all for the list of lanes to be
// the cheaper way to pack and spread numbers; otherwise the bitmap is. By the list it
// takes 0.2 ns for each of them, by the bitmap 0.08 ns for each of all.
const few = 3

// readElsewhere reports whether a lane that is not in the running block may
// still read variable v's top.
func (g *gang) readElsewhere(v int) bool {
	for w, live := range g.code.liveAt[v] {
		if g.nonempty[w]&live != 0 || g.parkedLanes > 0 && g.parkedSet[w]&live != 0 {
			return true
		}
	}
	return false
}

// topBuffer describes a variable's top for the stack.
func (g *gang) topBuffer(v int) stacks.Buffer {
	va := &g.code.vars[v]
	return stacks.Buffer{Ptr: g.top[v], Stride: g.rowLanes(va.dtype, va.elems), Step: 1, Bits: va.dtype == program.Bool}
}

// stackBuffer describes where a value lies, for the stack.
func (g *gang) stackBuffer(f *view, r ref, v *value) stacks.Buffer {
	s := stacks.Buffer{
		Ptr: f.at(r, 0), Stride: g.rowLanes(v.dtype, v.elems), Step: f.laneStride[r.id],
		Packed: g.compact, Bits: v.dtype == program.Bool,
	}
	if s.Step == 0 {
		s.Stride = align / v.dtype.Size()
		if s.Bits {
			s.Stride = 8 * align
		}
	}
	return s
}

func stackInt32(p []int32) stacks.Buffer {
	return stacks.Buffer{Ptr: unsafe.Pointer(unsafe.SliceData(p)), Stride: len(p), Step: 1}
}

// compress packs the active lanes of rows to the front of dst's rows.
func (g *gang) compress(dst, src unsafe.Pointer, row uintptr, elems int, d program.Dtype) {
	for e := range elems {
		if g.spendRow(e) {
			return
		}
		to, from := unsafe.Add(dst, uintptr(e)*row), unsafe.Add(src, uintptr(e)*row)
		switch {
		case d == program.Bool:
			simd.PackBits(to, from, g.mask)
		case few*len(g.list) < g.lanes:
			simd.Compress(to, from, g.list, d.Size())
		default:
			simd.Pack(to, from, g.mask, d.Size())
		}
	}
}
