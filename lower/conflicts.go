package lower

import "github.com/lockstep-simt/lockstep/program/flow"

// conflicts is a symmetric relation between the variables that copies relate.
type conflicts struct {
	dense []int // variable to its row, or -1
	rows  []flow.Set
	vars  []int // row to variable
}

func newConflicts(related flow.Set) *conflicts {
	c := &conflicts{dense: make([]int, 64*len(related))}
	for i := range c.dense {
		c.dense[i] = -1
	}
	for v := range related.All() {
		c.dense[v] = len(c.vars)
		c.vars = append(c.vars, v)
	}
	for range c.vars {
		c.rows = append(c.rows, flow.NewSet(len(c.vars)))
	}
	return c
}

func (c *conflicts) add(v, w int) {
	if i, j := c.dense[v], c.dense[w]; i >= 0 && j >= 0 && i != j {
		c.rows[i].Add(j)
		c.rows[j].Add(i)
	}
}

// addAll makes all of the variables conflict with each other.
func (c *conflicts) addAll(vs []int) {
	for i, v := range vs {
		for _, w := range vs[:i] {
			c.add(v, w)
		}
	}
}

// addLive makes v conflict with every live variable but the one it copies.
func (c *conflicts) addLive(v int, live flow.Set, source int) {
	if c.dense[v] < 0 {
		return
	}
	for w := range live.All() {
		if w != source {
			c.add(v, w)
		}
	}
}

func (c *conflicts) has(v, w int) bool { return c.rows[c.dense[v]].Has(c.dense[w]) }

// merge gives v the conflicts of w.
func (c *conflicts) merge(v, w int) {
	for j := range c.rows[c.dense[w]].All() {
		c.add(v, c.vars[j])
	}
}
