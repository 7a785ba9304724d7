package circuit

// vary notes of each value whether it is the same for all lanes, in the bits of its type: what is
// computed from uniforms and constants alone is. Where ways meet, a value is uniform if it is on every
// way and if all that decides on the way is uniform. Lanes are in different rounds of a loop, so that
// what changes from round to round is not uniform, nor are parameters, what arrays hold, and what
// calls give. The pass changes types alone.
func vary(c *Circuit) {
	v := &varier{c: c, s: c.bounds(), same: make([]bool, c.Size())}
	for again := true; again; {
		again = false
		for _, g := range v.s.order {
			if !v.same[g] && v.isSame(g) {
				v.same[g], again = true, true
			}
		}
	}
	c.bounded = v.s
	for g, same := range v.same {
		if same {
			c.setVariance(Ref(g), Same)
		}
	}
}

// varier knows which values were found to be the same for all lanes.
type varier struct {
	c    *Circuit
	s    *Schedule
	same []bool
}

// isUniform reports whether an input is known to be the same for all lanes.
func (v *varier) isUniform(g Ref) bool { return v.same[g] || v.c.Type(g).Variance() == Same }

// isSame reports whether what is known of a gate's inputs makes it the same for all lanes.
func (v *varier) isSame(g Ref) bool {
	c := v.c
	m := c.Meta(g)
	if !c.Type(g).HasValue() || m.Kind != ValueSelector && m.Kind != Operation {
		return false
	}
	for i := range int(m.Values) {
		if !v.isUniform(c.Value(g, i)) {
			return false
		}
	}
	return m.Kind == Operation || c.Kind(c.State(g, 0)) != LoopBegin && v.decidedAlike(int(v.s.of[c.State(g, 0)]))
}

// decidedAlike reports whether all branches that decide by which way a block is entered take a uniform
// value: those behind its dominator, from which it is reached.
func (v *varier) decidedAlike(b int) bool {
	top := v.s.Dom.Idom[b]
	seen := map[int]bool{top: true}
	work := append([]int{top}, v.s.Graph.Preds[b]...)
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] && at != top {
			continue
		}
		seen[at] = true
		blk := &v.s.Blocks[at]
		if v.c.Kind(blk.Head) == LoopBegin && at != top {
			return false // lanes leave it in different rounds
		}
		if k := blk.End; k != None && (v.c.Kind(k) == IfBranch || v.c.Kind(k) == SwitchBranch) &&
			!v.isUniform(v.c.Value(k, 0)) {
			return false
		}
		if at != top {
			work = append(work, v.s.Graph.Preds[at]...)
		}
	}
	return true
}

// setVariance changes what a gate's type says of lanes.
func (c *Circuit) setVariance(g Ref, now Variance) {
	shared := c.isShared(g)
	if shared {
		c.equal.remove(c, g)
	}
	c.gates[g].typ = c.gates[g].typ.With(now)
	if shared {
		c.equal.insert(c, g)
	}
}
