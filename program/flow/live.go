package flow

import "slices"

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
func NewLive(g *Graph, vars int, uses, defs []Set) *Live {
	n := g.Len()
	words := (vars + 63) / 64
	store := make(Set, 2*n*words)
	l := &Live{In: make([]Set, n), Out: make([]Set, n)}
	for b := range n {
		l.In[b], store = store[:words:words], store[words:]
		l.Out[b], store = store[:words:words], store[words:]
	}
	order, listed := g.Postorder(0), NewSet(n)
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
	waits := NewSet(n)
	waits.Fill()
	for again := true; again; {
		again = false
		for _, b := range order {
			if !waits.Has(b) {
				continue
			}
			waits.Remove(b)
			in, out, use, def := l.In[b], l.Out[b], uses[b], defs[b]
			for _, s := range g.Succs[b] {
				out.AddAll(l.In[s])
			}
			grew := uint64(0)
			for i, w := range out {
				w = use[i] | w&^def[i]
				grew |= w &^ in[i]
				in[i] = w
			}
			if grew != 0 {
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
func Effects(vars int, code [][]Step) (uses, defs []Set) {
	for _, steps := range code {
		use, def := NewSet(vars), NewSet(vars)
		for _, s := range slices.Backward(steps) {
			for _, v := range s.Writes {
				if v >= 0 {
					def.Add(v)
					use.Remove(v)
				}
			}
			for _, v := range s.Reads {
				if v >= 0 {
					use.Add(v)
				}
			}
		}
		uses, defs = append(uses, use), append(defs, def)
	}
	return uses, defs
}
