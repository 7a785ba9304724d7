package batch

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// fuse makes one step of two where simd has a kernel for the pair: "x*y + z"
// then needs no row for the product. Both results are rounded as ever. A result
// with several readers is computed again in each of them, if all of them have
// such a kernel: a row that is neither written nor read saves more than an
// addition costs.
func (bc *blockCompiler) fuse() {
	for n := 1; n <= mostReaders; n++ {
		bc.fuseReadBy(n)
	}
}

// fuseReadBy does what fuse does for results with n readers.
func (bc *blockCompiler) fuseReadBy(n int) {
	readers, kept := bc.readers()
	dropped := make([]bool, len(bc.b.steps))
	for i := range bc.b.steps {
		first := &bc.b.steps[i]
		list := readers[first.dst]
		if !fusible(first) || kept[first.dst] || len(list) != n {
			continue
		}
		fused := make([]step, len(list))
		ok := true
		for n, j := range list {
			fused[n], ok = pair(first, &bc.b.steps[j])
			if !ok {
				break
			}
		}
		if !ok {
			continue
		}
		for n, j := range list {
			bc.b.steps[j] = fused[n]
		}
		dropped[i] = true
	}
	left := bc.b.steps[:0]
	for i, st := range bc.b.steps {
		if !dropped[i] {
			left = append(left, st)
		}
	}
	bc.b.steps = left
}

// mostReaders is how often a result is computed rather than stored once.
const mostReaders = 2

// fusible reports whether a step is one elementwise operation of at most two
// operands that cannot fault.
func fusible(st *step) bool {
	return st.kind == kernelStep && st.z.id < 0 && st.code == optab.NoFault && st.first == program.OpInvalid
}

// pair returns the step that does first and second, which reads first's result
// once.
func pair(first, second *step) (step, bool) {
	st := *second
	if second.kind != kernelStep || second.n != first.n || second.first != program.OpInvalid {
		return st, false
	}
	st.first = first.op
	if second.op.Info().Row.Name == "select" {
		return st, st.conditional(first)
	}
	position := 0
	result, offsets, other, otherOffsets := second.x, second.ox, second.y, second.oy
	if second.x.id != first.dst {
		position = 1
		result, offsets, other, otherOffsets = second.y, second.oy, second.x, second.ox
	}
	if !fusible(second) || !first.wholly(result, offsets) || other.id == first.dst {
		return st, false
	}
	st.kernel = simd.Fused(first.op.String(), second.op.String(), position)
	st.x, st.ox, st.y, st.oy = first.x, first.ox, first.y, first.oy
	st.z, st.oz = other, otherOffsets
	return st, !st.kernel.IsZero()
}

// conditional makes a select between a number and the same number changed by
// first one step: "if x { z += y }".
func (st *step) conditional(first *step) bool {
	when := st.y.id == first.dst
	result, offsets, same, sameOffsets := st.y, st.oy, st.z, st.oz
	if !when {
		result, offsets, same, sameOffsets = st.z, st.oz, st.y, st.oy
	}
	base, by, byOffsets := first.x, first.y, first.oy
	if !sameRef(base, same) && first.op.Info().Row.Has(optab.Commutative) {
		base, by, byOffsets = first.y, first.x, first.ox
	}
	if first.y.id < 0 || !first.wholly(result, offsets) || !sameRef(base, same) || sameOffsets != nil ||
		same.elems() != st.n {
		return false
	}
	st.kernel = simd.Conditional(first.op.String(), when)
	st.y, st.oy, st.z, st.oz = by, byOffsets, same, sameOffsets
	return !st.kernel.IsZero()
}

// wholly reports whether a reading is of all elements of a step's result, each
// once.
func (st *step) wholly(r ref, offsets []int) bool {
	return r.id == st.dst && r.off == 0 && r.elems() == st.n && offsets == nil
}

func sameRef(a, b ref) bool { return a.id == b.id && a.off == b.off && a.elems() == b.elems() }

// readers lists, for each value, the steps that read it, a step as often as it
// does; kept are the values that outlive the steps.
func (bc *blockCompiler) readers() (list map[int][]int, kept map[int]bool) {
	list, kept = map[int][]int{}, map[int]bool{}
	for i := range bc.b.steps {
		for _, r := range bc.b.steps[i].reads() {
			list[r.id] = append(list[r.id], i)
		}
	}
	for _, c := range bc.b.commits {
		kept[c.src.id] = true
		for _, r := range c.saves {
			kept[r.id] = true
		}
	}
	kept[bc.b.term.x.id] = true
	return list, kept
}
