package lower

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// writeSets tells which variables a call may write, directly or through the
// functions it calls, until it returns. The arguments that the caller writes
// to the parameters are counted with the call.
type writeSets struct {
	vars *numbering
	g    *callGraph
	// static holds, for each body, the parameters that stay the same through
	// its recursion: the function never writes them, and where it calls itself
	// it passes them on as they are, or counts: see counted. A recursive call then
	// leaves them alone.
	static []flow.Set
	own    []flow.Set // of each body: what running it may write
	// counts are, of each call of a recursion, what it adds to the parameters that it counts.
	counts map[*program.FunctionCallOp][]count
}

func newWriteSets(g *callGraph, vars *numbering) *writeSets {
	w := &writeSets{vars: vars, g: g, counts: map[*program.FunctionCallOp][]count{}}
	for _, b := range g.bodies {
		w.static = append(w.static, flow.NewSet(vars.len()))
		for _, name := range b.in {
			if !b.isMain() {
				w.static[len(w.static)-1].Add(vars.index(name))
			}
		}
	}
	w.dropChanging()
	w.dropIdleCounts()
	for {
		w.collect()
		again := false
		for i := range g.bodies {
			before := w.static[i].Clone()
			w.static[i].RemoveAll(w.own[i])
			before.RemoveAll(w.static[i])
			again = again || !before.IsEmpty()
		}
		if !again {
			return w
		}
	}
}

// dropChanging removes from static what some recursive call changes.
func (w *writeSets) dropChanging() {
	recursive := make([]bool, len(w.g.bodies))
	for _, s := range w.g.sites {
		if !w.g.internal(s) {
			continue
		}
		if s.caller != s.callee { // mutual recursion is not looked into
			w.static[s.caller].Clear()
			w.static[s.callee].Clear()
			continue
		}
		recursive[s.callee] = true
		for i, name := range w.g.bodies[s.callee].in {
			if s.call.In[i] == program.Ref(name) {
				continue
			}
			c, ok := countOf(s, i, name)
			if !ok || s.tail {
				w.static[s.callee].Remove(w.vars.index(name))
				continue
			}
			w.counts[s.call] = append(w.counts[s.call], c)
		}
	}
	for i, b := range w.g.bodies {
		if !recursive[i] {
			w.static[i].Clear()
		}
		for _, name := range b.out {
			w.static[i].Remove(w.vars.index(name))
		}
	}
}

// collect computes own, the least fixed point over the call graph.
func (w *writeSets) collect() {
	w.own = make([]flow.Set, len(w.g.bodies))
	for i, b := range w.g.bodies {
		w.own[i] = flow.NewSet(w.vars.len())
		for _, blk := range b.graph.Blocks {
			for _, in := range blk.Instrs {
				w.vars.writes(in, w.own[i].Add)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range w.g.sites {
			changed = w.own[s.caller].AddAll(w.of(s)) || changed
		}
	}
}

// of returns what a call may write.
func (w *writeSets) of(s *site) flow.Set {
	set := w.vars.set(w.g.bodies[s.callee].in)
	if s.caller == s.callee {
		set.RemoveAll(w.static[s.callee])
	}
	set.AddAll(w.own[s.callee])
	return set
}
