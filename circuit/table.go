package circuit

import "slices"

// table finds gates that are equal: open addressing with linear probing, at most half full.
// A place is one more than a gate; a removed gate leaves a tombstone.
type table struct {
	places []Ref
	used   int // tombstones included
}

const tombstone Ref = -1

// hash mixes what makes gates equal.
func hash(meta int32, t Type, input func(i int) Ref, n int) uint64 {
	h := uint64(uint32(meta))*0x9e3779b97f4a7c15 ^ uint64(t)
	for i := range n {
		h = (h ^ h>>29 ^ uint64(uint32(input(i)))) * 0xbf58476d1ce4e5b9
	}
	return h ^ h>>32
}

func (c *Circuit) hashOf(g Ref) uint64 {
	return hash(c.gates[g].meta, c.gates[g].typ, func(i int) Ref { return c.Input(g, i) }, c.Meta(g).Inputs())
}

// find returns the gate with the given parts, or None.
func (t *table) find(c *Circuit, meta int32, typ Type, inputs []Ref) Ref {
	if len(t.places) == 0 {
		return None
	}
	mask := uint64(len(t.places) - 1)
	h := hash(meta, typ, func(i int) Ref { return inputs[i] }, len(inputs))
	for at := h & mask; t.places[at] != 0; at = (at + 1) & mask {
		p := t.places[at]
		if p == tombstone {
			continue
		}
		g := p - 1
		if c.gates[g].meta == meta && c.gates[g].typ == typ && c.same(g, inputs) {
			return g
		}
	}
	return None
}

func (c *Circuit) same(g Ref, inputs []Ref) bool {
	in := c.gates[g].in
	return !slices.ContainsFunc(inputs, func(from Ref) bool {
		in++
		return c.slots[in-1].from != from
	})
}

// insert puts a gate into the table, equal ones or not.
func (t *table) insert(c *Circuit, g Ref) {
	if 2*(t.used+1) > len(t.places) {
		t.grow(c)
	}
	mask := uint64(len(t.places) - 1)
	at := c.hashOf(g) & mask
	for t.places[at] != 0 {
		at = (at + 1) & mask
	}
	t.places[at] = g + 1
	t.used++
}

func (t *table) grow(c *Circuit) {
	old := t.places
	t.places, t.used = make([]Ref, max(64, 2*len(old))), 0
	for _, p := range old {
		if p > 0 {
			t.insert(c, p-1)
		}
	}
}

// remove takes a gate out, if it is in the table.
func (t *table) remove(c *Circuit, g Ref) {
	if len(t.places) == 0 {
		return
	}
	mask := uint64(len(t.places) - 1)
	for at := c.hashOf(g) & mask; t.places[at] != 0; at = (at + 1) & mask {
		if t.places[at] == g+1 {
			t.places[at] = tombstone
			return
		}
	}
}
