package batch

import (
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// fuse makes one step of two where simd has a kernel for the pair and nothing
// else reads the first one's result: "x*y + z" then needs no row for the
// product. Both results are rounded as ever.
func (bc *blockCompiler) fuse() {
	uses, definition := bc.uses()
	dropped := make([]bool, len(bc.b.steps))
	for j := range bc.b.steps {
		second := &bc.b.steps[j]
		if !fusible(second) || second.y.id < 0 {
			continue
		}
		for position, r := range []ref{second.x, second.y} {
			i, ok := definition[r.id]
			if !ok || uses[r.id] != 1 || dropped[i] {
				continue
			}
			first := &bc.b.steps[i]
			whole := r.off == 0 && r.elems() == second.n && first.n == second.n
			if !fusible(first) || !whole || position == 0 && second.ox != nil || position == 1 && second.oy != nil {
				continue
			}
			k := simd.Fused(first.op.String(), second.op.String(), position)
			if k.IsZero() {
				continue
			}
			other, offsets := second.y, second.oy
			if position == 1 {
				other, offsets = second.x, second.ox
			}
			second.x, second.ox, second.y, second.oy = first.x, first.ox, first.y, first.oy
			second.z, second.oz = other, offsets
			second.kernel, second.first = k, first.op
			dropped[i] = true
			break
		}
	}
	kept := bc.b.steps[:0]
	for i, st := range bc.b.steps {
		if !dropped[i] {
			kept = append(kept, st)
		}
	}
	bc.b.steps = kept
}

// fusible reports whether a step is one elementwise operation of at most two
// operands that cannot fault.
func fusible(st *step) bool {
	return st.kind == kernelStep && st.z.id < 0 && st.code == optab.NoFault
}

// uses counts the readings of each value and tells which step computes it.
func (bc *blockCompiler) uses() (uses, definition map[int]int) {
	uses, definition = map[int]int{}, map[int]int{}
	for i := range bc.b.steps {
		st := &bc.b.steps[i]
		for _, r := range st.reads() {
			uses[r.id]++
		}
		if st.kind == kernelStep {
			definition[st.dst] = i
		}
	}
	for v, s := range bc.stacks {
		if !bc.code.vars[v].stored() {
			continue // what is in a temporary ends with the block
		}
		for _, r := range s.values {
			uses[r.id]++
		}
	}
	uses[bc.b.term.x.id]++
	return uses, definition
}
