package circuit

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// share replaces a gate on a chain by one that did the same on every way to it: a check or a
// division of the same operands, and a load of the same element if no write came between, found
// by the tokens. Where that write, or one further up the chain, tells what is in the element,
// its value takes the place of the load. The walk goes down the tree of dominators (P. Briggs,
// K. Cooper and T. Simpson, "Value numbering", 1997).
func share(c *Circuit) {
	shareRounds(c)
	v := &c.sharer
	*v = sharer{c: c, known: v.known[:0]}
	if !v.hasAny() {
		return
	}
	s := NewSchedule(c)
	children := s.Dom.Children()
	type visit struct{ block, next, known int }
	stack := append(make([]visit, 0, 32), visit{})
	v.block(&s.Blocks[0])
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next < len(children[top.block]) {
			b := children[top.block][top.next]
			top.next++
			stack = append(stack, visit{block: b, known: len(v.known)})
			v.block(&s.Blocks[b])
			continue
		}
		v.forget(top.known)
		stack = stack[:len(stack)-1]
	}
}

// reuse shares what loads and stores have in common since they were moved: what is loaded behind a loop is what the
// loop has left there.
func reuse(c *Circuit) {
	if c.moved {
		c.moved = false
		share(c)
	}
}

// sharer has the gates that dominate the place where it is, by a hash of what they compute.
type sharer struct {
	c     *Circuit
	heads []int32 // the last of known with a hash, or -1
	known []knownGate
}

type knownGate struct {
	g    Ref
	hash uint64
	next int32
}

func (v *sharer) forget(n int) {
	for len(v.known) > n {
		k := v.known[len(v.known)-1]
		v.heads[k.hash%uint64(len(v.heads))] = k.next
		v.known = v.known[:len(v.known)-1]
	}
}

// looksAt reports whether a gate may be replaced: others are shared when they are made, or write.
func (v *sharer) looksAt(g Ref) bool {
	m := v.c.Meta(g)
	return m.Kind == Operation && m.Param == 0 && v.c.Type(g).HasValue() && !m.isShared()
}

// hasAny reports whether there may be a gate to replace, wherever it and others stand: mostly there is none.
func (v *sharer) hasAny() bool {
	for g := range v.c.Gates() {
		if !v.looksAt(g) {
			continue
		}
		if v.heads == nil {
			v.heads = v.c.room(1<<bits.Len(uint(v.c.Len())), -1)
		}
		if v.loaded(g) != None || v.found(g) != None {
			v.forget(0)
			return true
		}
	}
	return false
}

func (v *sharer) block(b *Block) {
	c := v.c
	for _, g := range b.Gates {
		if !v.looksAt(g) {
			continue
		}
		if by := v.loaded(g); by != None {
			c.replace(g, by)
		} else if found := v.found(g); found != None {
			c.widen(found, c.Meta(g).Within)
			c.replace(g, found)
		}
	}
}

// found returns a known gate that does the same as another, which is known from now on if there is none.
func (v *sharer) found(g Ref) Ref {
	h := v.hash(g)
	at := h % uint64(len(v.heads))
	for i := v.heads[at]; i >= 0; i = v.known[i].next {
		if k := v.known[i]; k.hash == h && v.same(k.g, g) {
			return k.g
		}
	}
	v.known = append(v.known, knownGate{g, h, v.heads[at]})
	v.heads[at] = int32(len(v.known) - 1)
	return None
}

// widen notes of an operation that its operands are such numbers, too.
func (c *Circuit) widen(g Ref, by program.Span) {
	m := *c.Meta(g)
	if both := m.Within.Join(by); both != m.Within {
		m.Within = both
		c.setMeta(g, m)
	}
}

// hash mixes the operation and its operands; what is in cells is compared, not mixed.
func (v *sharer) hash(g Ref) uint64 {
	c := v.c
	m := c.Meta(g)
	return hash(int32(m.Op), c.Type(g), func(i int) Ref { return c.Value(g, i) }, int(m.Values))
}

// same reports whether two operations read the same.
func (v *sharer) same(a, b Ref) bool {
	c := v.c
	m, n := c.Meta(a), c.Meta(b)
	if m.Op != n.Op || m.Values != n.Values {
		return false
	}
	for i := range int(m.Values) {
		x := c.Value(a, i)
		if x != c.Value(b, i) {
			return false
		}
		if c.Kind(x) == Cell {
			if chain := ChainOf(int(c.Meta(x).Param)); v.source(a, chain) != v.source(b, chain) {
				return false
			}
		}
	}
	return true
}

// source returns the token that says what an operation reads in a cell: behind what wrote other elements, if it reads
// one.
func (v *sharer) source(g Ref, chain Chain) Ref {
	c := v.c
	token := c.memory(c.Depend(g, c.dependOn(g, chain)), chain)
	if m := c.Meta(g); m.Op.Form() != optab.Index || int(m.Values)-1 != len(c.shapeOf(c.Value(g, 0))) {
		return token
	}
	for range 16 {
		if !c.isStore(token) || !isElsewhere(c.sumsOf(g), c.sumsOf(token)) {
			break
		}
		token = c.memory(c.Depend(token, c.dependOn(token, chain)), chain)
	}
	return token
}

// loaded returns what the element is that a load loads, if the writes before it say so.
func (v *sharer) loaded(g Ref) Ref {
	c := v.c
	m := c.Meta(g)
	if m.Op.Form() != optab.Index || c.Kind(c.Value(g, 0)) != Cell {
		return None
	}
	cell := c.Value(g, 0)
	if int(m.Values)-1 != len(c.shapeOf(cell)) {
		return None
	}
	chain := ChainOf(int(c.Meta(cell).Param))
	token := c.Depend(g, c.dependOn(g, chain))
	for range 16 {
		token = c.memory(token, chain)
		w := c.Meta(token)
		if w.Kind != Operation {
			return None
		}
		switch {
		case w.Op == program.OpCopy || w.Op.Form() == optab.Const:
			n := int(w.Values - int32(w.Param))
			at := 0
			for i, out := range c.outs(token) {
				if ChainOf(int(c.Meta(out).Param)) == chain {
					at = i
					break
				}
			}
			from := c.Value(token, min(at, n-1))
			if c.Kind(from) != Cell {
				if m.Faults || len(c.shapeOf(from)) > 0 {
					return None
				}
				return from
			}
			if !slices.Equal(c.shapeOf(from), c.shapeOf(cell)) {
				return None
			}
			chain, cell = ChainOf(int(c.Meta(from).Param)), from
		case w.Op.Form() == optab.Insert && int(w.Values)-1 == int(m.Values)+1:
			at, other := c.sumsOf(g), c.sumsOf(token)
			if slices.Equal(at, other) && c.Type(c.Value(token, 1)).HasValue() {
				return c.Value(token, 1)
			}
			if !isElsewhere(at, other) || c.Kind(c.Value(token, 0)) != Cell {
				return None
			}
			cell = c.Value(token, 0)
			chain = ChainOf(int(c.Meta(cell).Param))
		default:
			return None
		}
		token = c.Depend(token, c.dependOn(token, chain))
	}
	return None
}

// outs ranges over the cells that an operation writes.
func (c *Circuit) outs(g Ref) iter.Seq2[int, Ref] {
	return func(yield func(int, Ref) bool) {
		m := c.Meta(g)
		for i := range int(m.Param) {
			if !yield(i, c.Value(g, int(m.Values)-int(m.Param)+i)) {
				return
			}
		}
	}
}
