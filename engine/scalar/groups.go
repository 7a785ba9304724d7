package scalar

// groups is a disjoint-set forest of variables: each names another variable of its group, and the one that stands for
// the group names itself (Tarjan, "Efficiency of a good but not linear set union algorithm", 1975).
type groups []val

// newGroups are n variables, each a group of its own.
func newGroups(n int) groups {
	g := make(groups, n)
	for v := range g {
		g[v] = val(v)
	}
	return g
}

// find returns the variable that stands for the group of v.
func (g groups) find(v val) val {
	for g[v] != v {
		g[v] = g[g[v]]
		v = g[v]
	}
	return v
}

// join makes the groups of two variables one, for which that of b stands.
func (g groups) join(a, b val) { g[g.find(a)] = g.find(b) }
