package program

import "github.com/lockstep-simt/lockstep/program/optab"

// A function may count in a register: where it calls itself it adds a number to it, and behind the
// call it takes the same off again. Each activation then leaves the register as it was, although it
// writes it: it keeps it.

// keeps reports whether a body keeps a register: on each way from its entry, what is added comes to nothing,
// but between a call of itself, which it adds to, and where that returns to.
func (r *registerCheck) keeps(b *body, x int) bool {
	added := map[int]uint64{b.entry: 0} // at the start of each block
	for work := []int{b.entry}; len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		c := r.g.callee(i)
		sum, ok := r.addedIn(r.g.Blocks[i], x)
		sum += added[i]
		if !ok || c != b && sum<<r.spare(x) != 0 || c != nil && c != b && r.may[c.index].Has(x) {
			return false
		}
		for _, next := range r.g.Succs[i] {
			if next == r.g.Exit() {
				continue
			}
			if t := r.g.tailTarget(b, next); t != nil {
				if t != b && r.may[t.index].Has(x) {
					return false
				}
				continue
			}
			before, seen := added[next]
			if seen && (before-sum)<<r.spare(x) != 0 {
				return false
			}
			if !seen {
				added[next] = sum
				work = append(work, next)
			}
		}
	}
	return true
}

// spare is how many bits of 64 a register's type does not have.
func (r *registerCheck) spare(x int) int {
	return 64 - r.v.p.VarDefs.Def(r.names[x]).Type.Leaf().Dtype.Bits()
}

// addedIn returns what a block adds to a register; ok is false if it writes it in another way.
func (r *registerCheck) addedIn(b *Block, x int) (sum uint64, ok bool) {
	for _, in := range b.Instrs {
		if !r.set(Writes(in, nil)).Has(x) {
			continue
		}
		op, isOp := in.(*PrimOp)
		if !isOp || op.Op == OpCopy || len(op.Out) != 1 || len(op.In) != 2 {
			return 0, false
		}
		if op.In[0] != Ref(r.names[x]) || !op.In[1].IsLiteral() {
			return 0, false
		}
		info := op.Op.Info()
		switch {
		case info.Row.Form != optab.Elementwise || !info.Type.IsInt():
			return 0, false
		case info.Row.Name == "add":
			sum += op.In[1].Bits
		case info.Row.Name == "sub":
			sum -= op.In[1].Bits
		default:
			return 0, false
		}
	}
	return sum, true
}
