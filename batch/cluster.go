package batch

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/stacks"
)

// Variables whose saved values always come and go together are a cluster: every
// block does the same to the stacks of all its members, so that they have one
// depth, and what a lane saves of them is stored together. The parameters of a
// function may be such a cluster, and what it keeps across a call another.
//
// Only the storage is shared. Tops change one by one, and each member has its
// own checks of the depth limit, so that a lane faults where it always did.

// clusterCommit is what a block does to the saved values of a cluster: that part of
// the commits of its members. Some values are dropped, or popped, and others
// saved.
type clusterCommit struct {
	cluster int
	drop    int
	saves   [][]ref // in order of saving, a value for each member; id -1: its top
	// pops has the members whose tops become the last of the values dropped,
	// if there are any. Nothing is saved then.
	pops []bool
}

// dropped returns how many saved values the commit takes away.
func (c *commit) dropped() int { return c.drop + c.pop }

// pushed returns the values that the commit saves, in order; id -1 is the top.
func (c *commit) pushed() []ref {
	if c.saveTop {
		return append([]ref{{id: -1}}, c.saves...)
	}
	return c.saves
}

// findClusters forms the clusters and moves their members' effects on saved values
// from the blocks' commits to cluster commits.
func (c *Code) findClusters() {
	for v := range c.vars {
		c.vars[v].cluster = -1
	}
	effects := make([]string, len(c.vars))
	for bi := range c.blocks {
		for i := range c.blocks[bi].commits {
			if m := &c.blocks[bi].commits[i]; m.stackEffects() {
				effects[m.v] += fmt.Sprintln(bi, m.dropped(), len(m.pushed()))
			}
		}
	}
	together := map[string][]int{}
	var order []string
	for v := range c.vars {
		va := &c.vars[v]
		if va.alloc != program.Full || va.elems != 1 || va.dtype.Size() != 8 || effects[v] == "" {
			continue
		}
		// A lane starts with the initial values of its inputs saved.
		key := effects[v] + fmt.Sprint(slices.Contains(c.in, v))
		if together[key] == nil {
			order = append(order, key)
		}
		together[key] = append(together[key], v)
	}
	for _, key := range order {
		all := together[key]
		if len(all) < 2 {
			continue
		}
		parts := (len(all) + stacks.ClusterMembers - 1) / stacks.ClusterMembers
		for i := range parts {
			members := all[i*len(all)/parts : (i+1)*len(all)/parts]
			for k, v := range members {
				c.vars[v].cluster, c.vars[v].member = len(c.clusters), k
			}
			c.clusters = append(c.clusters, members)
		}
	}
	for bi := range c.blocks {
		b := &c.blocks[bi]
		b.clusters, b.commits = c.clusterCommits(b.commits)
	}
}

// clusterCommits takes the effects of clusters out of commits.
func (c *Code) clusterCommits(commits []commit) (clusters []clusterCommit, kept []commit) {
	at := map[int]int{} // cluster to its commit
	for _, m := range commits {
		va := &c.vars[m.v]
		if va.cluster < 0 || !m.stackEffects() {
			kept = append(kept, m)
			continue
		}
		i, ok := at[va.cluster]
		if !ok {
			i = len(clusters)
			at[va.cluster] = i
			clusters = append(clusters, clusterCommit{cluster: va.cluster, drop: m.dropped(),
				saves: make([][]ref, len(m.pushed()))})
		}
		members, gc := len(c.clusters[va.cluster]), &clusters[i]
		for j, r := range m.pushed() {
			if gc.saves[j] == nil {
				gc.saves[j] = make([]ref, members)
			}
			gc.saves[j][va.member] = r
		}
		if m.pop > 0 {
			if gc.pops == nil {
				gc.pops = make([]bool, members)
			}
			gc.pops[va.member] = true
		}
		if m.update {
			kept = append(kept, commit{v: m.v, update: true, src: m.src})
		}
	}
	return clusters, kept
}

// saved is how deep the stacks of a variable or a cluster are.
type saved interface {
	Depth(lane int32) int
	High() int
}

// savedOf returns where a variable's saved values are; -1 is the pc.
func (g *gang) savedOf(v int) saved {
	switch {
	case v < 0:
		return g.pcStack
	case g.code.vars[v].cluster >= 0:
		return g.clusters[g.code.vars[v].cluster]
	}
	return g.stack[v]
}

// saveClusters does what the running block does to the saved values of clusters
// before tops change.
func (g *gang) saveClusters(clusters []clusterCommit, b *block, f *view) {
	for i := range clusters {
		c := &clusters[i]
		s := g.clusters[c.cluster]
		if c.drop > 0 && c.pops == nil {
			s.DropMask(c.drop, g.mask)
		}
		for _, refs := range c.saves {
			src := g.members[:len(refs)]
			packed := false
			for j, r := range refs {
				if r.id < 0 {
					src[j] = g.topBuffer(g.code.clusters[c.cluster][j])
				} else {
					src[j] = g.stackBuffer(f, r, &b.values[r.id])
					packed = packed || src[j].Packed
				}
			}
			if packed {
				s.Push(src, g.list)
			} else {
				s.PushMask(src, g.mask)
			}
		}
	}
}

// popClusters brings tops of clusters back.
func (g *gang) popClusters(clusters []clusterCommit) {
	for i := range clusters {
		c := &clusters[i]
		if c.pops == nil {
			continue
		}
		dst := g.members[:len(c.pops)]
		for j, v := range g.code.clusters[c.cluster] {
			dst[j] = g.topBuffer(v)
			if !c.pops[j] { // the block gave it another top
				dst[j].Ptr = g.unwanted
			}
		}
		g.clusters[c.cluster].PopMask(c.drop, dst, g.mask)
	}
}
