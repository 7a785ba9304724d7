package batch

import (
	"unsafe"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// A block's steps that are kernels become chains, once per gang: the operands
// of every kernel call are laid out in memory, and running the block means
// filling in the few pointers that change from run to run and letting the
// kernels follow each other. Steps that need more than kernels stand between
// chains.

// part is a piece of a block: a chain, or one step of another kind.
type part struct {
	chain []simd.Args // ends with an empty link
	cost  int         // of the chain, for a lane
	st    *step       // if there is no chain
	// faults are the chain's steps that may fault, in order.
	faults []faultRow
}

// faultRow is the bitmap that a faulting step of a chain reports in.
type faultRow struct {
	st  *step
	row []uint64
}

// patch is a pointer of a chain that may differ from run to run, because
// variables' tops and spares change places.
type patch struct {
	at  *unsafe.Pointer
	id  int // the value whose pointer it is
	off uintptr
}

// chainBuilder lays out the parts of one block.
type chainBuilder struct {
	g     *gang
	b     *block
	f     *view
	links []simd.Args
	cost  int // of the links, for a lane
	marks []mark
	rows  []faultRow
}

// mark remembers a pointer to patch until the chain lies where it stays.
type mark struct {
	link    int
	operand operand
	id      int
	off     uintptr
}

// operand numbers the pointers of a link.
type operand uint8

const (
	dstOperand operand = iota
	xOperand
	yOperand
	zOperand
)

// longestChain bounds the links that one step may become. A longer one runs in a
// loop instead: links take memory, and a chain that was begun cannot be stopped.
const longestChain = 4096

// layParts translates a block's steps to parts.
func (g *gang) layParts(b *block, f *view) {
	cb := &chainBuilder{g: g, b: b, f: f}
	for i := range b.steps {
		if g.stopped {
			return
		}
		st := &b.steps[i]
		switch {
		case st.kind == kernelStep && st.n <= longestChain && st.unbounded == nil:
			cb.kernel(st)
		case st.kind == reduceStep && st.n*st.inner <= longestChain:
			cb.reduce(st)
		case st.kind == dotStep && cb.dotInChain(st):
			cb.dot(st)
		default:
			cb.close()
			f.parts = append(f.parts, part{st: st})
		}
	}
	cb.close()
}

// close ends the chain that is being built.
func (cb *chainBuilder) close() {
	if len(cb.links) == 0 {
		return
	}
	var last simd.Args
	last.Set(kernel{})
	chain := append(cb.links, last)
	for _, m := range cb.marks {
		a := &chain[m.link]
		at := [...]*unsafe.Pointer{dstOperand: &a.Dst, xOperand: &a.X, yOperand: &a.Y, zOperand: &a.Z}[m.operand]
		cb.f.patches = append(cb.f.patches, patch{at: at, id: m.id, off: m.off})
	}
	cb.f.parts = append(cb.f.parts, part{chain: chain, cost: cb.cost, faults: cb.rows})
	cb.links, cb.cost, cb.marks, cb.rows = nil, 0, nil, nil
}

// full reports whether the chain would do too much work with another link.
func (cb *chainBuilder) full(cost int) bool { return (cb.cost+cost)*cb.g.lanes > lookEvery }

// kernel adds a link for each element of an elementwise step.
func (cb *chainBuilder) kernel(st *step) {
	var row []uint64
	if st.code != optab.NoFault {
		row = make([]uint64, cb.g.words)
	}
	for e := range st.n {
		cb.link(st.kernel, ref{id: st.dst}, e, st.weight()/st.n)
		cb.operands(st, e)
		if row != nil {
			if e == 0 || len(cb.links) == 1 { // the step's first link in this chain
				cb.rows = append(cb.rows, faultRow{st, row})
			}
			cb.last().Fault = unsafe.SliceData(row)
		}
	}
}

// operands makes element e of an elementwise step's operands those of the last
// link.
func (cb *chainBuilder) operands(st *step, e int) {
	cb.read(xOperand, st.x, broadcastFrom(st.ox, st.x.elems(), e))
	if st.y.id >= 0 {
		cb.read(yOperand, st.y, broadcastFrom(st.oy, st.y.elems(), e))
	}
	if st.z.id >= 0 {
		cb.read(zOperand, st.z, broadcastFrom(st.oz, st.z.elems(), e))
	}
}

// reduce adds the folds of the last axis, from element 0 upwards.
func (cb *chainBuilder) reduce(st *step) {
	dst := ref{id: st.dst}
	for e := range st.n {
		first := e * st.inner
		if st.inner == 1 {
			cb.link(copyKernel(cb.b.values[st.dst].dtype), dst, e, 1)
			cb.read(xOperand, st.x, first)
			continue
		}
		for k := 1; k < st.inner; k++ {
			cb.link(st.kernel, dst, e, st.op.Info().Row.Weight())
			if k == 1 {
				cb.read(xOperand, st.x, first)
			} else {
				cb.read(xOperand, dst, e)
			}
			cb.read(yOperand, st.x, first+k)
		}
	}
}

// link begins a kernel call whose result is element e of a value. It begins a new
// chain if this one is long enough.
func (cb *chainBuilder) link(k kernel, dst ref, e, cost int) {
	if cb.full(cost) {
		cb.close()
	}
	cb.g.spend(linkCost)
	cb.cost += cost
	cb.links = append(cb.links, simd.Args{})
	cb.last().Set(k)
	cb.last().Dst = cb.pointer(dstOperand, dst, e)
}

func (cb *chainBuilder) last() *simd.Args { return &cb.links[len(cb.links)-1] }

// read makes element e of a reference an operand of the last link.
func (cb *chainBuilder) read(o operand, r ref, e int) {
	a, p, stride := cb.last(), cb.pointer(o, r, e), cb.f.laneStride[r.id]
	switch o {
	case xOperand:
		a.X, a.SX = p, stride
	case yOperand:
		a.Y, a.SY = p, stride
	case zOperand:
		a.Z, a.SZ = p, stride
	}
}

// pointer returns where element e of a reference lies, or nil and a mark where
// that is known only when the block runs.
func (cb *chainBuilder) pointer(o operand, r ref, e int) unsafe.Pointer {
	off := uintptr(r.off+e) * cb.f.row[r.id]
	switch cb.b.values[r.id].kind {
	case topValue, spareValue:
		cb.marks = append(cb.marks, mark{link: len(cb.links) - 1, operand: o, id: r.id, off: off})
		return nil
	}
	return unsafe.Add(cb.f.ptr[r.id], off)
}

// copyKernel returns the kernel that copies a row.
func copyKernel(d program.Dtype) kernel { return simd.CopyKernel(laneBits(d)) }

// laneBits is the size of an element in a buffer, in bits.
func laneBits(d program.Dtype) int {
	if d == program.Bool {
		return 1
	}
	return 8 * d.Size()
}

// runParts executes a block's steps.
func (g *gang) runParts(b *block, f *view) {
	for i := range f.patches {
		p := &f.patches[i]
		*p.at = unsafe.Add(f.ptr[p.id], p.off)
	}
	for i := range f.parts {
		p := &f.parts[i]
		if g.spend(p.cost * g.n) {
			return
		}
		if p.st != nil {
			if g.step(b, f, p.st); g.partly && !simd.AnyNonZero(g.alive) {
				return
			}
			continue
		}
		for _, r := range p.faults {
			clear(r.row)
		}
		simd.Run(p.chain, g.n)
		for _, r := range p.faults {
			g.raise(r.row, r.st.code, "", r.st.pos)
		}
	}
}
