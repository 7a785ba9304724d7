package golang

import (
	"go/types"
	"slices"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Package-level variables that lead to pointers which lead to others of their type, such as an ensemble of trees, are
// in pools as a uniform parameter is (uniforms_pools.go): all nodes one behind the other, and pointers are numbers. All
// variables have the same pools, so that a pointer may be to a node of any. A single graph of a few nodes is better
// apart: what walks through it is compiled for each node.

// fewNodes is how many nodes are compiled apart.
const fewNodes = 8

// graphPools are the pools of the package-level variables.
type graphPools struct {
	*pools
	byKey map[string]*nodes
	order []*nodes
	roots map[*types.Var]bool // the variables that lead there
	many  bool                // there are more than a few nodes, or they are in slices and arrays
	todo  []node
	bad   bool // something in it has no pool
}

// nodes are what the slices or pointers of a type refer to.
type nodes struct {
	typ, elem types.Type
	cells     []evaluate.Datum
	at        map[span]int // where they are
}

// span is what a pointer refers to, or a slice of so many elements.
type span struct {
	first *evaluate.Datum
	n     int
}

// node is one of them whose own references have to be looked at.
type node struct {
	of *nodes
	i  int
}

// graphOf returns the pools of the package-level variables if one leads there, and nil if it has no pools.
func (t *translator) graphOf(v *types.Var) *graphPools {
	if t.nodes == nil {
		t.nodes = t.newGraph()
	}
	if !t.nodes.roots[v] {
		return nil
	}
	return t.nodes
}

// newGraph collects what the variables of the root package lead to that are reached, whatever was loaded with them.
func (t *translator) newGraph() *graphPools {
	g := &graphPools{pools: t.newPools(), byKey: map[string]*nodes{}, roots: map[*types.Var]bool{}}
	scope := t.loaded.Root.Types.Scope()
	for _, name := range scope.Names() {
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok || !t.loaded.Keeps(name) || !t.leadsToNodes(v.Type()) {
			continue
		}
		if table := t.tableOf(v); len(table.errs) == 0 && len(table.cells) == 1 {
			g.roots[v] = true
			g.visit(table.cells[0], table.typ)
			_, single := v.Type().Underlying().(*types.Pointer)
			g.many = g.many || !single
		}
	}
	for len(g.todo) > 0 && !g.bad {
		next := g.todo[len(g.todo)-1]
		g.todo = g.todo[:len(g.todo)-1]
		g.visit(next.of.cells[next.i], next.of.elem)
	}
	g.sizes = map[string]int{}
	for _, n := range g.order {
		g.sizes[poolKey(n.typ)] = max(1, len(n.cells))
		g.many = g.many || leadsToItself(n.typ) && len(n.cells) > fewNodes
	}
	if g.bad || !g.many {
		clear(g.roots)
		return g
	}
	for _, n := range g.order {
		g.of("nodes", n.typ, n.elem).Nilable = !gotypes.IsSlice(n.typ)
	}
	if g.whyNot(nil) != "" {
		clear(g.roots)
		return g
	}
	for _, n := range g.order {
		g.store(g.regions[poolKey(n.typ)], n)
	}
	return g
}

// leadsToNodes reports whether a type has, or refers to, pointers that lead to others of their type.
func (t *translator) leadsToNodes(typ types.Type) bool {
	seen := map[string]bool{}
	var leads func(typ types.Type) bool
	leads = func(typ types.Type) bool {
		key := gotypes.Key(typ)
		if seen[key] {
			return false
		}
		seen[key] = true
		return slices.ContainsFunc(t.layouts.Of(typ).Leaves, func(lf known.Leaf) bool {
			if lf.Ref == nil || !isPooled(lf.Ref) {
				return false
			}
			return !gotypes.IsSlice(lf.Ref) && leadsToItself(lf.Ref) || leads(referredTo(lf.Ref))
		})
	}
	return leads(typ)
}

// visit collects what a value refers to.
func (g *graphPools) visit(d evaluate.Datum, typ types.Type) {
	for k, lf := range g.layouts.Of(typ).Leaves {
		switch {
		case lf.GoType == program.GoError || lf.Ref != nil && !isPooled(lf.Ref):
			g.bad = true
			return
		case lf.Ref == nil:
			continue
		}
		l := tableLeaf{Leaf: lf}
		if g.gather(&l, d, typ, k) != nil {
			g.bad = true
			return
		}
		for _, ref := range l.refs {
			g.number(ref, lf.Ref)
		}
	}
}

// number returns where in its pool is what a slice or pointer refers to, and how long a slice is. It is -1 for nil.
func (g *graphPools) number(d evaluate.Datum, typ types.Type) (at, length int) {
	n := g.byKey[poolKey(typ)]
	if n == nil {
		n = &nodes{typ: typ, elem: referredTo(typ), at: map[span]int{}}
		g.byKey[poolKey(typ)] = n
		g.order = append(g.order, n)
	}
	var cells []evaluate.Datum
	var first *evaluate.Datum
	switch ref := d.Ref.(type) {
	case *evaluate.Datum:
		first, cells = ref, []evaluate.Datum{*ref}
	case evaluate.Elements:
		if length, cells = len(ref), ref; length == 0 {
			return 0, 0
		}
		first = &ref[0]
	default:
		return -1, -1
	}
	at, met := n.at[span{first, len(cells)}]
	if met {
		return at, length
	}
	at = len(n.cells)
	n.at[span{first, len(cells)}] = at
	for i := range cells {
		n.cells = append(n.cells, cells[i])
		g.todo = append(g.todo, node{n, at + i})
	}
	if len(n.cells) > evaluate.MaxCells {
		g.bad = true
	}
	return at, length
}

// store gives the uniforms of a pool their elements.
func (g *graphPools) store(r *known.Region, n *nodes) {
	for k, lf := range g.layouts.Of(n.elem).Leaves {
		l := tableLeaf{Leaf: lf}
		for _, d := range n.cells {
			g.gather(&l, d, n.elem, k)
		}
		if lf.Ref == nil {
			g.setData(r.Layout.Leaves[k].Path, l.data)
			continue
		}
		first, lengths := make([]uint64, len(l.refs)), make([]uint64, len(l.refs))
		for i, ref := range l.refs {
			at, length := g.number(ref, lf.Ref)
			first[i], lengths[i] = uint64(at), uint64(length)
		}
		g.setData(r.Refs[k].First, first)
		if r.Refs[k].Length != "" {
			g.setData(r.Refs[k].Length, lengths)
		}
	}
}

// setData gives a uniform its elements, or zeros if there are none.
func (g *graphPools) setData(name string, data []uint64) {
	u := g.uniforms[name]
	if len(data) == 0 {
		data = make([]uint64, program.Elements(u.Type.Shape))
	}
	u.Data = data
}

// atomInGraph gives a slice or pointer of a variable's graph at indices of the table's leaf.
func (b *tables) atomInGraph(g *graphPools, t *variableTable, l *tableLeaf, path string,
	index []program.Operand) known.Atom {
	r := g.regions[poolKey(l.Ref)]
	a := known.Atom{Kind: known.Pointer, Region: r, To: len(r.Layout.Leaves), Elem: r.Type}
	index = b.checkTable(l, index)
	var first, n program.Operand
	if i, ok := l.at(index); ok {
		at, length := g.number(l.refs[i], l.Ref)
		if at < 0 {
			return known.Atom{Kind: known.Nothing}
		}
		first, n = known.Int64(int64(at)), known.Int64(int64(length))
	} else {
		at, lengths := make([]evaluate.Datum, len(l.refs)), make([]evaluate.Datum, len(l.refs))
		for i, ref := range l.refs {
			begin, length := g.number(ref, l.Ref)
			at[i].Bits, lengths[i].Bits = uint64(begin), uint64(length)
		}
		first = b.tableNumber(b.numbers(t, path+".at", l.Shape, at), index)
		if gotypes.IsSlice(l.Ref) {
			n = b.tableNumber(b.numbers(t, path+".len", l.Shape, lengths), index)
		}
	}
	a.Nums = []program.Operand{first}
	if gotypes.IsSlice(l.Ref) {
		a.Kind, a.Nums = known.Slice, append(a.Nums, n, n)
	}
	return a
}
