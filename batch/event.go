package batch

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// The forms that look inside an event: copies of sub-arrays, folds, inner
// products and element access. And elementwise operations that are not links of a
// chain, because they would be too many or may have to be stopped on the way.

// elementwise runs a kernel over the elements of a large event, some of them in a
// chain at a time.
func (g *gang) elementwise(f *view, st *step) {
	clear(g.fault)
	cost := st.weight() / st.n * g.n
	per := min(someRows, max(1, lookEvery/max(1, cost)))
	if g.links == nil {
		g.links = make([]simd.Args, someRows+1)
	}
	links := g.links
	for e := 0; e < st.n; e += per {
		n := min(per, st.n-e)
		if g.spend(cost * n) {
			return
		}
		for i := range n {
			a := &links[i]
			a.Set(st.kernel)
			a.Dst, a.Fault = unsafe.Add(f.ptr[st.dst], uintptr(e+i)*f.row[st.dst]), unsafe.SliceData(g.fault)
			a.X, a.SX = f.element(st.x, st.ox, e+i), f.laneStride[st.x.id]
			if st.y.id >= 0 {
				a.Y, a.SY = f.element(st.y, st.oy, e+i), f.laneStride[st.y.id]
			}
			if st.z.id >= 0 {
				a.Z, a.SZ = f.element(st.z, st.oz, e+i), f.laneStride[st.z.id]
			}
			if st.unbounded != nil {
				st.unbounded(a, g.n, g.spend)
			}
		}
		if st.unbounded == nil {
			links[n].Set(kernel{})
			simd.Run(links, g.n)
		}
	}
	if st.code != optab.NoFault {
		g.raise(g.fault, st.code, "", st.pos)
	}
}

// move copies x to dst, element by element, broadcasting.
func (g *gang) move(b *block, f *view, st *step) {
	d := b.values[st.dst].dtype
	direct := g.compact && b.values[st.x.id].direct
	for e := range st.n {
		if g.spendRow(e) {
			return
		}
		dst := unsafe.Add(f.ptr[st.dst], uintptr(e)*f.row[st.dst])
		src := f.element(st.x, st.ox, e)
		if direct {
			g.compress(dst, src, 0, 1, d)
		} else {
			g.copyRow(d, dst, src, f.laneStride[st.x.id])
		}
	}
}

// reduce folds the last axis, from element 0 upwards.
func (g *gang) reduce(f *view, st *step) {
	a := &g.args
	for e := range st.n {
		if g.spendRow(e) {
			return
		}
		base := st.x
		base.off += e * st.inner
		a.Dst = unsafe.Add(f.ptr[st.dst], uintptr(e)*f.row[st.dst])
		acc, step := f.at(base, 0), f.laneStride[st.x.id]
		if st.inner == 1 {
			g.copyRow(st.op.Info().Type, a.Dst, acc, step)
			continue
		}
		for k := 1; k < st.inner; k++ {
			if g.spendRow(k) {
				return
			}
			a.X, a.SX = acc, step
			a.Y, a.SY = f.at(base, k), f.laneStride[st.x.id]
			st.kernel.Call(a, g.n)
			acc, step = a.Dst, 1
		}
	}
}

func (g *gang) copyRow(d program.Dtype, dst, src unsafe.Pointer, step int) {
	if d == program.Bool {
		simd.CopyBits(dst, src, step, g.n)
		return
	}
	simd.Copy(dst, src, step, d.Size(), g.n)
}

// at returns the row of element e of a reference.
func (f *view) at(r ref, e int) unsafe.Pointer {
	return unsafe.Add(f.ptr[r.id], uintptr(r.off+e)*f.row[r.id])
}

// dot adds up products along the last axis, each product and each sum rounded.
func (g *gang) dot(f *view, st *step) {
	a := &g.args
	tmp := f.ptr[st.scratch]
	for e := range st.n {
		if g.spendRow(e) {
			return
		}
		ex, ey := st.terms(e)
		dst := unsafe.Add(f.ptr[st.dst], uintptr(e)*f.row[st.dst])
		for k := range st.inner {
			if g.spendRow(k) {
				return
			}
			a.Dst = dst
			if k > 0 {
				a.Dst = tmp
			}
			a.X, a.SX = f.at(st.x, ex+k), f.laneStride[st.x.id]
			a.Y, a.SY = f.at(st.y, ey+k), f.laneStride[st.y.id]
			st.kernel.Call(a, g.n)
			if k > 0 {
				a.Dst, a.X, a.Y, a.SX, a.SY = dst, dst, tmp, 1, 1
				st.fold.Call(a, g.n)
			}
		}
	}
}

// linearIndex computes the flat element number for every lane into the scratch
// slot, and raises a fault where an index is out of range. Lanes out of range
// get an element that exists.
func (g *gang) linearIndex(f *view, st *step, dims []int) []int64 {
	lin := unsafe.Slice((*int64)(f.ptr[st.scratch]), g.n)
	clear(lin)
	clear(g.fault)
	for k, r := range st.idx {
		simd.FlatIndex(lin, f.at(r, 0), f.laneStride[r.id], int64(dims[k]), g.fault)
	}
	g.raise(g.fault, optab.IndexOutOfRange, "", st.pos)
	return lin
}

// storageLanes returns the lanes that positions of a run stand for in a value,
// or nil if they are the same.
func (g *gang) storageLanes(v *value) []int32 {
	if g.compact && v.direct {
		return g.list
	}
	return nil
}

// index takes an element, or a sub-array, at an index that differs by lane.
func (g *gang) index(b *block, f *view, st *step) {
	v := &b.values[st.x.id]
	dims := st.dims
	if st.lateDims {
		dims = g.uni[v.uni-1].shape[:len(dims)]
	}
	lin := g.linearIndex(f, st, dims)
	size, row := v.dtype.Size(), int(f.row[st.x.id])
	for r := range st.inner {
		if g.spendRow(r) {
			return
		}
		dst := unsafe.Add(f.ptr[st.dst], uintptr(r)*f.row[st.dst])
		if v.kind == constValue && v.uni > 0 {
			table := unsafe.Add(g.uni[v.uni-1].table, (st.x.off+r)*size)
			if v.dtype == program.Bool {
				simd.GatherTableBits(dst, table, st.inner, lin)
			} else {
				simd.GatherTable(dst, table, size, st.inner, program.Elements(dims), lin)
			}
			continue
		}
		src := unsafe.Add(f.ptr[st.x.id], (st.x.off+r)*row)
		if v.dtype == program.Bool {
			simd.GatherLanesBits(dst, src, st.inner*row, f.laneStride[st.x.id], lin, g.storageLanes(v))
		} else {
			simd.GatherLanes(dst, src, size, st.inner*row, f.laneStride[st.x.id], lin, g.storageLanes(v))
		}
	}
}

// insert gives x with one element or sub-array replaced. In place, it writes
// only lanes that are active: the array may be a variable's top.
func (g *gang) insert(b *block, f *view, st *step) {
	v := &b.values[st.dst]
	if !st.inPlace {
		mv := *st
		mv.ox = nil
		g.move(b, f, &mv)
	}
	lin := g.linearIndex(f, st, st.dims)
	row := int(f.row[st.dst])
	for r := range st.inner {
		if g.spendRow(r) {
			return
		}
		dst, src := unsafe.Add(f.ptr[st.dst], r*row), f.element(st.y, st.oy, r)
		if v.dtype == program.Bool {
			simd.ScatterLanesBits(dst, st.inner*row, src, f.laneStride[st.y.id], lin, g.storageLanes(v), g.alive)
		} else {
			simd.ScatterLanes(dst, v.dtype.Size(), st.inner*row, src, f.laneStride[st.y.id], lin, g.storageLanes(v),
				g.alive)
		}
	}
}

func getBit(p unsafe.Pointer, i int) bool {
	return *(*uint64)(unsafe.Add(p, i>>6<<3))>>(i&63)&1 != 0
}

func putBit(p unsafe.Pointer, i int, v bool) {
	w := (*uint64)(unsafe.Add(p, i>>6<<3))
	if m := uint64(1) << (i & 63); v {
		*w |= m
	} else {
		*w &^= m
	}
}
