package scalar

import (
	"maps"
	"math"
	"math/bits"
	"slices"
)

// colour gives registers; who gets none is in a slot.
func (a *allocation) colour() {
	n := len(a.f.vars)
	degree := make([]int, n)
	var left, stack []val
	for v := range val(n) {
		if a.groups[v] != v || a.f.vars[v].isArray() {
			continue
		}
		if h := &a.homes[v]; h.is() && a.weight[v] <= 1.1*h.loads {
			a.loc[v] = location{true, h.slot} // it is read where it is
			for x := range a.adj[v].all() {
				a.adj[x].del(v)
			}
			continue
		}
		left = append(left, v)
	}
	for _, v := range left {
		for x := range a.adj[v].all() {
			if a.groups[x] == val(x) {
				degree[v]++
			}
		}
	}
	gone := make([]bool, n)
	for len(left) > 0 {
		best, score := -1, math.Inf(1)
		for i, v := range left {
			if degree[v] < len(registers[a.f.class(v)])-bits.OnesCount16(a.forbid[v]) {
				best = i
				break
			}
			s := a.weight[v] / (a.life[v] * float64(degree[v]))
			if a.homes[v].is() || a.f.vars[v].base { // nobody needs to store it
				s *= readShare
			}
			if best < 0 || s < score { // it is infinite of those that no register is left for
				best, score = i, s
			}
		}
		v := left[best]
		left = slices.Delete(left, best, best+1)
		stack = append(stack, v)
		gone[v] = true
		for x := range a.adj[v].all() {
			if !gone[x] {
				degree[x]--
			}
		}
	}
	a.give(stack)
}

// looks is how often variables choose a register: what one would like to have it together with may get its own only
// later.
const looks = 3

// give lets variables choose registers, the last of a list first.
func (a *allocation) give(stack []val) {
	given := make([]bool, len(a.f.vars))
	partners := map[val][]pair{}
	for _, c := range a.apart {
		if x, y := a.find(c.a), a.find(c.b); x != y {
			partners[x] = append(partners[x], pair{x, y, c.weight})
			partners[y] = append(partners[y], pair{y, x, c.weight})
		}
	}
	for range looks {
		for _, v := range slices.Backward(stack) {
			if given[v] && a.loc[v].inSlot {
				continue
			}
			wishes := maps.Clone(a.hints[v])
			for _, p := range partners[v] {
				if given[p.b] && !a.loc[p.b].inSlot {
					wishes[a.loc[p.b].n] += p.weight
				}
			}
			a.loc[v] = a.choose(v, a.taken(v, given), wishes)
			given[v] = true
		}
	}
}

// taken are the registers that a variable cannot have, since some were given to those that it is alive with.
func (a *allocation) taken(v val, given []bool) uint16 {
	taken := a.forbid[v]
	for x := range a.adj[v].all() {
		if given[x] && !a.loc[x].inSlot {
			taken |= 1 << a.loc[x].n
		}
	}
	return taken
}

// readShare is what an operand in memory costs that needs no store, in parts of one that
// does.
const readShare = 0.4

// choose chooses among the registers that are not taken.
func (a *allocation) choose(v val, taken uint16, wishes map[int]float64) location {
	best, most := -1, -1.0
	for _, r := range registers[a.f.class(v)] {
		if taken>>r&1 == 0 && wishes[r] > most {
			best, most = r, wishes[r]
		}
	}
	if best >= 0 {
		return location{n: best}
	}
	if a.homes[v].is() {
		return location{true, a.homes[v].slot}
	}
	a.f.slots++
	return location{true, a.f.slots - 1}
}
