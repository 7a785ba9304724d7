package lower

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// writeSets tells which variables a call may write, directly or through the
// functions it calls, until it returns. The arguments that the caller writes
// to the parameters are counted with the call.
type writeSets struct {
	vars *edit.Numbering
	g    *edit.CallGraph
	// static holds, for each body, the parameters that stay the same through
	// its recursion: the function never writes them, and where it calls itself
	// it passes them on as they are, or counts: see counted. A recursive call then
	// leaves them alone.
	static []flow.Set
	own    []flow.Set // of each body: what running it may write
	// counts are, of each call of a recursion, what it adds to the parameters that it counts.
	counts map[*program.FunctionCallOp][]count
}

func newWriteSets(g *edit.CallGraph, vars *edit.Numbering) *writeSets {
	w := &writeSets{vars: vars, g: g, counts: map[*program.FunctionCallOp][]count{}}
	for _, b := range g.Bodies {
		w.static = append(w.static, flow.NewSet(vars.Len()))
		for _, name := range b.In {
			if !b.IsMain() {
				w.static[len(w.static)-1].Add(vars.Index(name))
			}
		}
	}
	w.dropChanging()
	w.dropIdleCounts()
	for {
		w.collect()
		again := false
		for i := range g.Bodies {
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
	recursive := make([]bool, len(w.g.Bodies))
	for _, s := range w.g.Sites {
		if !w.g.Internal(s) {
			continue
		}
		if s.Caller != s.Callee { // mutual recursion is not looked into
			w.static[s.Caller].Clear()
			w.static[s.Callee].Clear()
			continue
		}
		recursive[s.Callee] = true
		for i, name := range w.g.Bodies[s.Callee].In {
			if s.Call.In[i] == program.Ref(name) {
				continue
			}
			c, ok := countOf(s, i, name)
			if !ok || s.Tail {
				w.static[s.Callee].Remove(w.vars.Index(name))
				continue
			}
			w.counts[s.Call] = append(w.counts[s.Call], c)
		}
	}
	for i, b := range w.g.Bodies {
		if !recursive[i] {
			w.static[i].Clear()
		}
		for _, name := range b.Out {
			w.static[i].Remove(w.vars.Index(name))
		}
	}
}

// collect computes own, the least fixed point over the call graph.
func (w *writeSets) collect() {
	w.own = make([]flow.Set, len(w.g.Bodies))
	for i, b := range w.g.Bodies {
		w.own[i] = flow.NewSet(w.vars.Len())
		for _, blk := range b.Graph.Blocks {
			for _, in := range blk.Instrs {
				w.vars.Writes(in, w.own[i].Add)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range w.g.Sites {
			changed = w.own[s.Caller].AddAll(w.of(s)) || changed
		}
	}
}

// of returns what a call may write.
func (w *writeSets) of(s *edit.Site) flow.Set {
	set := w.vars.Set(w.g.Bodies[s.Callee].In)
	if s.Caller == s.Callee {
		set.RemoveAll(w.static[s.Callee])
	}
	set.AddAll(w.own[s.Callee])
	return set
}
