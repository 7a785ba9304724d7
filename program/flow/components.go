package flow

import "slices"

// Components returns the strongly connected component of each node of a graph,
// and the members of each component in ascending order. A component is complete
// when everything that it leads to is, so what comes later leads to what comes
// earlier.
//
// This is the algorithm of R. Tarjan, "Depth-first search and linear graph
// algorithms" (1972), with a stack of its own: graphs can be longer than a
// goroutine likes to nest calls.
func Components(succs [][]int) (of []int, members [][]int) {
	type visit struct{ node, next int }
	of = make([]int, len(succs))
	order, low := make([]int, len(succs)), make([]int, len(succs))
	open := NewSet(len(succs))
	var stack []int
	var path []visit
	count := 0
	enter := func(n int) {
		count++
		order[n], low[n] = count, count
		open.Add(n)
		stack = append(stack, n)
		path = append(path, visit{node: n})
	}
	leave := func(n int) {
		path = path[:len(path)-1]
		if len(path) > 0 {
			up := path[len(path)-1].node
			low[up] = min(low[up], low[n])
		}
		if low[n] != order[n] {
			return
		}
		at := len(stack) - 1
		for stack[at] != n {
			at--
		}
		group := slices.Clone(stack[at:])
		stack = stack[:at]
		for _, m := range group {
			open.Remove(m)
			of[m] = len(members)
		}
		slices.Sort(group)
		members = append(members, group)
	}
	for root := range succs {
		if order[root] != 0 {
			continue
		}
		enter(root)
		for len(path) > 0 {
			v := &path[len(path)-1]
			if v.next == len(succs[v.node]) {
				leave(v.node)
				continue
			}
			n, s := v.node, succs[v.node][v.next]
			v.next++
			if order[s] == 0 {
				enter(s)
			} else if open.Has(s) {
				low[n] = min(low[n], order[s])
			}
		}
	}
	return of, members
}
