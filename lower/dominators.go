package lower

// dominators gives each block its immediate dominator, by the iteration of
// Cooper, Harvey and Kennedy. A block that the entry does not reach has none.
type dominators struct {
	idom []int // the entry's is itself; -1 for an unreached block
	rank []int // in postorder
}

func newDominators(f *flow) *dominators {
	d := &dominators{idom: make([]int, f.exit()+1), rank: make([]int, f.exit()+1)}
	order := f.postorder()
	for i := range d.idom {
		d.idom[i] = -1
	}
	for i, b := range order {
		d.rank[b] = i
	}
	d.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := len(order) - 2; i >= 0; i-- { // without the entry, which is last
			b, dom := order[i], -1
			for _, p := range f.preds[b] {
				switch {
				case d.idom[p] < 0:
				case dom < 0:
					dom = p
				default:
					dom = d.common(dom, p)
				}
			}
			if dom != d.idom[b] {
				d.idom[b] = dom
				changed = true
			}
		}
	}
	return d
}

// common returns the nearest block that dominates both.
func (d *dominators) common(a, b int) int {
	for a != b {
		for d.rank[a] < d.rank[b] {
			a = d.idom[a]
		}
		for d.rank[b] < d.rank[a] {
			b = d.idom[b]
		}
	}
	return a
}

// dominates reports whether every way from the entry to b goes through a.
func (d *dominators) dominates(a, b int) bool {
	for d.rank[b] < d.rank[a] {
		b = d.idom[b]
	}
	return a == b
}
