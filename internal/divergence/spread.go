package divergence

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/flow"
)

// A branch that lanes decide differently sends them apart. Where ways from its
// targets that have nothing in common meet, a merge gives each lane what came
// its way (J. Rosemann, S. Moll and S. Hack, "An abstract interpretation for
// SPMD divergence on reducible control flow graphs", 2021, who call these joins
// sync-dependent). They are found within one round of the innermost loop around
// the branch, with the loops inside it as single nodes: each target has a label
// of its own, labels go along all edges, and where two labels meet is a join,
// which is a label again. If different labels get to the next round and to what
// is behind the loop, or to two places behind it, lanes leave the loop at
// different times or by different ways. The loop then is a branch itself, in the
// loop around it. A way on which every lane faults leads to nobody.

// spreader follows one branch.
type spreader struct {
	u       *unit
	p       *flow.Loop // around the branch, or nil
	lv      level      // of the branch
	labels  map[int]int
	pending []int // nodes by rank, the earliest last
	sinks   []int // the header of p for the next round, and what is behind p
}

// spread notes what a choice of some level between targets in loop p means.
func (u *unit) spread(p *flow.Loop, targets []int, lv level) {
	if lv == always || p != nil && p.Irreducible {
		return
	}
	s := &spreader{u: u, p: p, lv: lv, labels: map[int]int{}}
	for _, to := range targets {
		key := s.key(to)
		s.arrive(key, key)
	}
	for len(s.pending) > 1 || len(s.pending) == 1 && len(s.sinks) > 0 {
		at := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		for _, to := range s.leads(at) {
			s.arrive(s.key(to), s.labels[at])
		}
	}
	for _, sink := range s.sinks {
		if s.labels[sink] != s.labels[s.sinks[0]] {
			u.leaves(p, lv)
			return
		}
	}
}

// inner returns the loop directly in p that a node in p is in, or nil.
func (s *spreader) inner(b int) *flow.Loop {
	var in *flow.Loop
	for l := s.u.loops.Of[b]; l != s.p; l = l.Parent {
		in = l
	}
	return in
}

// isSink reports whether a node is behind p, or its next round.
func (s *spreader) isSink(b int) bool {
	return s.p != nil && (b == s.p.Header || !s.p.Encloses(s.u.loops.Of[b]))
}

// key returns the node that stands for a node: the header of a loop in p.
func (s *spreader) key(b int) int {
	if s.isSink(b) {
		return b
	}
	if l := s.inner(b); l != nil {
		return l.Header
	}
	return b
}

func (s *spreader) rank(key int) int {
	if l := s.inner(key); l != nil {
		return s.u.loopRank[l]
	}
	return s.u.rank[key]
}

func (s *spreader) leads(key int) []int {
	if l := s.inner(key); l != nil {
		return l.Exits(s.u.graph)
	}
	return s.u.graph.Succs[key]
}

// arrive takes a label to a node.
func (s *spreader) arrive(key, label int) {
	old, known := s.labels[key]
	switch {
	case s.u.doomed.Has(key):
	case known && old == label:
	case known:
		s.labels[key] = key
		s.u.meetAt(s.p, key, s.lv)
	case s.isSink(key):
		s.labels[key] = label
		s.sinks = append(s.sinks, key)
	default:
		s.labels[key] = label
		at, _ := slices.BinarySearchFunc(s.pending, s.rank(key), func(b, rank int) int { return rank - s.rank(b) })
		s.pending = slices.Insert(s.pending, at, key)
	}
}

// meetAt notes that lanes of a level come to a node by different ways from
// within a loop. Lanes that entered a loop together come to what is behind it
// by the same way every time, if nothing in it is more.
func (u *unit) meetAt(from *flow.Loop, b int, lv level) {
	at := u.loops.Of[b]
	common := at
	for common != nil && (from == nil || !common.Encloses(from)) {
		common = common.Parent
	}
	depth := 0
	if common != nil {
		depth = common.Depth
	}
	switch {
	case lv > level(depth):
	case at != nil && at.Header == b && !at.Irreducible && common != at:
		u.entry[b] = min(u.entry[b], lv)
	default:
		u.join[b] = min(u.join[b], lv)
	}
}

// leaves notes that lanes of a level leave a loop at different times.
func (u *unit) leaves(l *flow.Loop, lv level) {
	if u.exit[l] <= lv {
		return
	}
	if u.exit[l] = lv; lv >= level(l.Depth) {
		return
	}
	exits := slices.DeleteFunc(l.Exits(u.graph), u.doomed.Has)
	for _, e := range exits {
		ways := 0
		for _, p := range u.graph.Preds[e] {
			if l.Encloses(u.loops.Of[p]) {
				ways++
			}
		}
		if ways > 1 {
			u.meetAt(l, e, lv)
		}
	}
	u.spread(l.Parent, exits, lv)
}
