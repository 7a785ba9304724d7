package flow

// Step is what an instruction, or a block as a whole, does to variables by
// number: it reads all of Reads before it writes Writes. A number below 0 stands
// for what is not a variable.
type Step struct{ Reads, Writes []int }

// Live tells which variables may be read before they are written again.
type Live struct {
	// In is what is live at the start of a block, Out what is live at its end.
	In, Out []Set
}

// NewLive computes liveness: the least solution of in = uses ∪ (out − defs),
// where out is the union of in over the successors. Uses are the variables that
// a block reads before it writes them, defs those that it writes. What must be
// live where the program ends is a use of the block that stands for the end.
// Loops may be anywhere, and blocks need not be reached.
func NewLive(g *Graph, vars int, uses, defs [][]int) *Live {
	n := g.Len()
	l := g.room.orOwn().lives.One()
	*l = Live{In: g.room.Sets(n, vars), Out: g.room.Sets(n, vars)}
	order, listed := g.Postorder(0), g.room.Set(n)
	for _, b := range order {
		listed.Add(b)
	}
	for b := range n { // what the entry does not reach
		if !listed.Has(b) {
			order = append(order, b)
		}
	}
	// A block that waits has a successor that changed, or was never looked at.
	// They are looked at in postorder, so that most come after their successors.
	waits := g.room.Set(n)
	waits.Fill()
	in := g.room.Set(vars)
	for again := true; again; {
		again = false
		for _, b := range order {
			if !waits.Has(b) {
				continue
			}
			waits.Remove(b)
			for _, s := range g.Succs[b] {
				l.Out[b].AddAll(l.In[s])
			}
			in.Copy(l.Out[b])
			for _, v := range defs[b] {
				in.Remove(v)
			}
			for _, v := range uses[b] {
				in.Add(v)
			}
			if l.In[b].AddAll(in) {
				for _, p := range g.Preds[b] {
					waits.Add(p)
				}
				again = true
			}
		}
	}
	return l
}

// Effects sums up the steps of each block for NewLive.
func Effects(vars int, code [][]Step) (uses, defs [][]int) { return effects(nil, vars, code) }

func effects(room *Room, vars int, code [][]Step) (uses, defs [][]int) {
	uses, defs = room.Slots(len(code)), room.Slots(len(code))
	used, defined := room.Ints(vars), room.Ints(vars) // one more than the last block
	var reads, writes int
	for _, steps := range code {
		for _, s := range steps {
			reads, writes = reads+len(s.Reads), writes+len(s.Writes)
		}
	}
	// Of one block after the other.
	allUses, allDefs := room.Ints(reads)[:0], room.Ints(writes)[:0]
	for b, steps := range code {
		firstUse, firstDef := len(allUses), len(allDefs)
		for _, s := range steps {
			for _, v := range s.Reads {
				if v >= 0 && defined[v] != b+1 && used[v] != b+1 {
					used[v] = b + 1
					allUses = append(allUses, v)
				}
			}
			for _, v := range s.Writes {
				if v >= 0 && defined[v] != b+1 {
					defined[v] = b + 1
					allDefs = append(allDefs, v)
				}
			}
		}
		uses[b], defs[b] = allUses[firstUse:len(allUses):len(allUses)], allDefs[firstDef:len(allDefs):len(allDefs)]
	}
	return uses, defs
}
