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
func Components(succs [][]int) (of []int, members [][]int) { return components(nil, succs) }

func components(room *Room, succs [][]int) (of []int, members [][]int) {
	type visit struct{ node, next int }
	n := len(succs)
	of, members = room.Ints(n), room.Slots(n)[:0]
	order, low := room.Ints(n), room.Ints(n)
	open := room.Set(n)
	stack, groups := room.Ints(n)[:0], room.Ints(n)
	path := make([]visit, 0, 32)
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
		k := copy(groups, stack[at:])
		group := groups[:k:k]
		stack, groups = stack[:at], groups[k:]
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
