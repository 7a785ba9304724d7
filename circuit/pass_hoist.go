package circuit

import "fmt"

// hoist computes once, before a branch, what each of its ways begins with although it hangs on tokens: a load of the
// same element that none of them writes before, and what was proven on each of them not to fault. Lanes that go both
// ways together compute it once then, and later passes see it where they see both ways. What hangs on nothing is one
// gate anyway (S. Muchnick, "Advanced Compiler Design and Implementation", 1997, 13.5).
func hoist(c *Circuit) {
	k := c.knows()
	if k == nil {
		return
	}
	in := c.lists.Cut(len(k.s.Blocks))
	clear(in)
	h := &hoister{leaver: leaver{confiner{k: k, c: c}}, sharer: sharer{c: c}, in: in}
	for _, g := range k.s.order {
		if c.has(g) && h.isCandidate(g) {
			if at := h.home(g); len(h.in[at]) < hoistMost {
				h.in[at] = append(h.in[at], g)
			}
		}
	}
	for b := len(k.s.Blocks) - 1; b >= 0; b-- { // ways before what leads to them
		if k.reached[b] {
			h.branch(b)
		}
	}
}

// hoistMost is how many gates of a way are compared with those of others, at most.
const hoistMost = 32

// hoister has, by block, the gates that may be moved.
type hoister struct {
	leaver
	sharer sharer
	in     [][]Ref
}

// branch moves what all ways of a block's end compute.
func (h *hoister) branch(b int) {
	ways := h.k.s.Blocks[b].Succs
	if len(ways) < 2 {
		return
	}
	for _, way := range ways {
		if len(h.in[way]) == 0 || len(h.k.s.Graph.Preds[way]) != 1 {
			return
		}
	}
	for _, g := range h.in[ways[0]] {
		if !h.c.has(g) || !h.isAbove(g, int32(b)) {
			continue
		}
		if !h.isProvenBefore(g, int32(b)) {
			continue
		}
		same := []Ref{g}
		for _, way := range ways[1:] {
			for _, x := range h.in[way] {
				if h.c.has(x) && x != g && h.sharer.same(g, x) && h.isProvenBefore(x, int32(b)) {
					same = append(same, x)
					break
				}
			}
		}
		if len(same) == len(ways) {
			h.move(same, b)
		}
	}
}

// isAbove reports whether a gate would read the same at the end of a block that its own follows.
func (h *hoister) isAbove(g Ref, block int32) bool {
	c := h.c
	m := c.Meta(g)
	for i := range int(m.Values) {
		if !h.isThere(c.Value(g, i), block, availableDepth) {
			return false
		}
	}
	for i := range int(m.Depends) {
		if chain := c.ChainAt(g, i); chain != Effects && !h.k.dominates(h.tokenAt(h.sharer.source(g, chain)), block) {
			return false
		}
	}
	return true
}

// isProvenBefore reports whether what shows that a gate does not fault holds where its block begins, which follows
// another: it may be a check in the block itself, and lanes that fail that must not get to the gate.
func (h *hoister) isProvenBefore(g Ref, block int32) bool {
	if !h.c.Meta(g).Anchored || h.k.dominates(h.tokenAt(h.c.Depend(g, 0)), block) {
		return true
	}
	_, ok := h.whyNoFault(g, h.home(g))
	return ok
}

// move puts the first of some gates that compute the same before the branch to whose ways they belong, in place of all.
func (h *hoister) move(same []Ref, b int) {
	k, c := h.k, h.c
	g := same[0]
	line := c.Position(k.s.Blocks[b].End).Line
	h.prove(g, h.text(g), fmt.Sprintf("the same on each way of the branch in line %d", line))
	c.rehang(g, func(token Ref, chain Chain) Ref {
		for !k.dominates(h.tokenAt(token), int32(b)) {
			token = c.dependBefore(token, chain)
		}
		return token
	})
	for _, x := range same[1:] {
		k.of[g] = k.of[g].Join(k.of[x])
		h.sharer.c.replace(x, g)
	}
	clear(k.asked) // the gate can be more than it was
	c.notes[g].home = k.s.Blocks[b].Head
	k.s.early[g] = int32(b)
	k.needAlso(g, int32(b))
	h.in[b] = append(h.in[b], g)
	c.moved = true
}
