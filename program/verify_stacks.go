package program

import "slices"

// stackCheck follows the depths of the full variables' stacks through every
// body. The depths at a block are relative to the start of its body. A call
// adds the callee's net effect, so the effects are found first: declared ones
// are known, the others are taken from the first return that is reached, in
// rounds, until no round finds a new one.
type stackCheck struct {
	v     *verifier
	g     *bodyGraph
	full  []string       // the variables with stacks
	vars  map[string]int // their indices
	net   [][]int        // per body: the depths at its returns; nil: none is reached yet
	depth [][]int        // per block: at its start; nil: not reached
	// What bodies pop and where they call, for the check of K5.
	pops  [][]dip
	calls [][]callAt
}

// dip is a depth that a pop reaches.
type dip struct {
	v, depth int
	at       place
}

// callAt is a call, or a tail jump, at given depths.
type callAt struct {
	callee *body
	depth  []int
}

// stacks checks the group Stacks.
func (v *verifier) stacks() {
	s := &stackCheck{v: v, g: v.findBodies(), vars: map[string]int{}}
	if len(v.errs) > 0 {
		return
	}
	for _, d := range v.p.VarDefs.All() {
		if v.p.Alloc(d.Name) == Full {
			s.vars[d.Name] = len(s.full)
			s.full = append(s.full, d.Name)
		}
	}
	n := len(s.g.bodies)
	s.net, s.pops, s.calls = make([][]int, n), make([][]dip, n), make([][]callAt, n)
	s.declaredEffects()
	for s.round(false) {
	}
	s.round(true)
	if len(v.errs) == 0 {
		s.lowWater()
	}
}

// declaredEffects fills in what declarations promise.
func (s *stackCheck) declaredEffects() {
	for _, b := range s.g.bodies {
		if !b.declared() {
			continue
		}
		net := make([]int, len(s.full))
		for _, n := range Variables(b.fn.VarsIn) {
			if i, ok := s.vars[n]; ok {
				net[i]--
			}
		}
		for _, n := range Variables(b.fn.VarsOut) {
			if i, ok := s.vars[n]; ok {
				net[i]++
			}
		}
		s.net[b.index] = net
	}
}

// round follows every body once and reports whether a new effect was found.
// With report set it reports what violates K3 and K4, and collects what K5
// needs.
func (s *stackCheck) round(report bool) bool {
	found := false
	s.depth = make([][]int, len(s.g.Blocks))
	for _, b := range s.g.bodies {
		work := []int{b.entry}
		s.depth[b.entry] = make([]int, len(s.full))
		for len(work) > 0 {
			i := work[len(work)-1]
			work = work[:len(work)-1]
			d := s.follow(b, i, report)
			more, ok := s.leave(b, i, d, report)
			work = append(work, more...)
			found = found || ok
		}
	}
	return found
}

// follow returns the depths at the end of a block.
func (s *stackCheck) follow(b *body, i int, report bool) []int {
	d := slices.Clone(s.depth[i])
	for k, in := range s.g.Blocks[i].Instrs {
		switch in := in.(type) {
		case *PrimOp:
			for _, o := range in.Out {
				if x, ok := s.vars[o.Name]; ok && o.Push {
					d[x]++
				}
			}
		case *PopOp:
			for _, n := range in.Vars {
				x, ok := s.vars[n]
				if !ok {
					continue
				}
				d[x]--
				if report {
					s.pops[b.index] = append(s.pops[b.index], dip{x, d[x], s.v.placeIn(s.g, i, k)})
				}
			}
		}
	}
	return d
}

// leave takes the depths at the end of a block to its successors. It returns
// the blocks that are reached for the first time, and whether the effect of
// the body became known.
func (s *stackCheck) leave(b *body, i int, d []int, report bool) (reached []int, found bool) {
	at := s.v.placeIn(s.g, i, len(s.g.Blocks[i].Instrs))
	if callee := s.g.callee(i); callee != nil {
		if report {
			s.calls[b.index] = append(s.calls[b.index], callAt{callee, d})
		}
		net := s.net[callee.index]
		if net == nil {
			return nil, false // not known to return, so far
		}
		d = added(d, net)
	}
	if s.g.isReturn(i) {
		return nil, s.returns(b, at, d, report)
	}
	for _, next := range s.g.Succs[i] {
		if next == s.g.Exit() {
			continue
		}
		if t := s.g.tailTarget(b, next); t != nil {
			if report {
				s.calls[b.index] = append(s.calls[b.index], callAt{t, d})
			}
			if net := s.net[t.index]; net != nil && s.returns(b, at, added(d, net), report) {
				found = true
			}
			continue
		}
		switch old := s.depth[next]; {
		case old == nil:
			s.depth[next] = d
			reached = append(reached, next)
		case report: // K3
			if x := firstDifference(old, d); x >= 0 {
				s.v.report(at, "block %s is reached with %s at depth %d from here, %d from elsewhere",
					s.g.Blocks[next].Name, s.full[x], d[x], old[x])
			}
		}
	}
	return reached, found
}

// returns takes note of the depths at a return of a body, and checks K4.
func (s *stackCheck) returns(b *body, at place, d []int, report bool) (found bool) {
	net := s.net[b.index]
	if net == nil {
		s.net[b.index] = d
		return true
	}
	if !report || !b.called {
		return false
	}
	if x := firstDifference(net, d); x >= 0 {
		if b.declared() {
			s.v.report(at, "%s returns with %s at depth %d; its declaration says %d", s.g.name(b), s.full[x], d[x],
				net[x])
		} else {
			s.v.report(at, "%s returns with %s at depth %d here, %d elsewhere", s.g.name(b), s.full[x], d[x], net[x])
		}
	}
	return false
}

func added(a, b []int) []int {
	sum := make([]int, len(a))
	for i := range a {
		sum[i] = a[i] + b[i]
	}
	return sum
}

func firstDifference(a, b []int) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// K5. low[b][x] is the lowest depth of variable x that a run of body b
// reaches, its calls included. Recursion that digs deeper at every level does
// not come to rest within as many rounds as there are bodies.
func (s *stackCheck) lowWater() {
	bodies := len(s.g.bodies)
	low := make([][]dip, bodies)
	for b := range low {
		low[b] = make([]dip, len(s.full))
		for _, p := range s.pops[b] {
			if p.depth < low[b][p.v].depth {
				low[b][p.v] = p
			}
		}
	}
	sinking := -1
	for round := 0; round <= bodies; round++ {
		sinking = -1
		for b := range low {
			for _, c := range s.calls[b] {
				for x, l := range low[c.callee.index] {
					if l.at.block == nil { // the callee never pops x
						continue
					}
					if d := c.depth[x] + l.depth; d < low[b][x].depth {
						low[b][x] = dip{x, d, l.at}
						sinking = x
					}
				}
			}
		}
		if sinking < 0 {
			break
		}
	}
	for x, l := range low[0] {
		start := 0
		if slices.Contains(Variables(s.v.p.VarsIn), s.full[x]) {
			start = 1
		}
		switch {
		case start+l.depth >= 0:
		case sinking >= 0:
			s.v.report(l.at, "recursion pops %s once more at every level", s.full[x])
		default:
			s.v.report(l.at, "%s is popped when nothing is saved", s.full[x])
		}
	}
}
