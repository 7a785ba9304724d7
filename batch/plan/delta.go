package plan

import (
	"math"
	"sync"
)

// Delta is what has to be done to the variables of lanes that leave a superblock: which values
// are tops now, and what was pushed and popped on the way. It is the number of a node, and a
// node stands for a small change after all those of its parent, so that (A, B, C) is (A, B)
// with C: exits behind one another have most of theirs in common. 0 changes nothing.
type Delta uint16

// Deltas is the tree of all deltas of a program. Equal nodes are one.
type Deltas struct {
	mu    sync.Mutex
	nodes []node
	known map[node]Delta
}

type node struct {
	parent     Delta
	kind       nodeKind
	v          uint16 // the variable
	value, off uint16 // what is read, or how many values
}

type nodeKind uint8

const (
	dropNode    nodeKind = iota // value saved values are gone
	saveTopNode                 // the old top is saved
	saveNode                    // a value is saved
	topNode                     // a value is the top
	popNode                     // the top is the value-th saved value
	callNode                    // the return block value is saved
)

// NodeBytes is how much memory a node takes.
const NodeBytes = 10

func newDeltas() *Deltas {
	return &Deltas{nodes: make([]node, 1), known: map[node]Delta{}}
}

// Len is how many nodes there are.
func (d *Deltas) Len() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.nodes)
}

// add returns the delta of changes and saved return blocks; ok is false if there is no room
// for it.
func (d *Deltas) add(changes []Change, calls []int) (at Delta, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	ok = true
	put := func(kind nodeKind, v, value, off int) {
		n := node{at, kind, uint16(v), uint16(value), uint16(off)}
		known, seen := d.known[n]
		switch {
		case seen:
			at = known
		case len(d.nodes) > math.MaxUint16 || max(v, value, off) > math.MaxUint16:
			ok = false
		case ok:
			at = Delta(len(d.nodes))
			d.nodes = append(d.nodes, n)
			d.known[n] = at
		}
	}
	for i := range changes {
		c := &changes[i]
		if c.Drop > 0 {
			put(dropNode, c.Var, c.Drop, 0)
		}
		if c.SaveTop {
			put(saveTopNode, c.Var, 0, 0)
		}
		for _, r := range c.Saves {
			put(saveNode, c.Var, r.ID, r.Off)
		}
		if c.Update {
			put(topNode, c.Var, c.Src.ID, c.Src.Off)
		}
		if c.Pop > 0 {
			put(popNode, c.Var, c.Pop, 0)
		}
	}
	for _, b := range calls {
		put(callNode, 0, b, 0)
	}
	return at, ok
}

// Expand returns the changes of a delta and the return blocks that are saved. Readings have no
// shapes: they are of all elements of the variable.
func (d *Deltas) Expand(at Delta) (changes []Change, calls []int) {
	d.mu.Lock()
	var path []node
	for ; at != 0; at = d.nodes[at].parent {
		path = append(path, d.nodes[at])
	}
	d.mu.Unlock()
	change := func(v uint16) *Change {
		if n := len(changes); n == 0 || changes[n-1].Var != int(v) {
			changes = append(changes, Change{Var: int(v), Src: Ref{ID: None}})
		}
		return &changes[len(changes)-1]
	}
	for i := len(path) - 1; i >= 0; i-- {
		n := path[i]
		r := Ref{ID: int(n.value), Off: int(n.off)}
		switch n.kind {
		case dropNode:
			change(n.v).Drop = int(n.value)
		case saveTopNode:
			change(n.v).SaveTop = true
		case saveNode:
			c := change(n.v)
			c.Saves = append(c.Saves, r)
		case topNode:
			c := change(n.v)
			c.Update, c.Src = true, r
		case popNode:
			change(n.v).Pop = int(n.value)
		case callNode:
			calls = append(calls, int(n.value))
		}
	}
	return changes, calls
}
