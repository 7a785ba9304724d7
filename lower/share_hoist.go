package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// copyHoister takes copies of arrays that calls make out of the loops around them, as far as
// possible: ahead of a loop what it hands over, and behind it what comes back. It looks at a
// program whose shared arrays are one (share), so what a call still copies is an array with
// another name than the parameter's.
//
// The parameter m then has the array a through the whole loop. So in the loop nobody may write m,
// but for copies of a; nobody may write a; and m may hold nothing from ahead of the loop. If the
// callee writes m, the loop must not mention a and m but in such calls, each of which gives m
// back to a: a is m there, and gets it back on the ways out.
type copyHoister struct {
	p      *program.Program
	blocks *edit.Namer
	hoists map[copyOf]hoist // that were made

	// As of the last change.
	g      *edit.CallGraph
	vars   *edit.Numbering
	siteOf map[*program.FunctionCallOp]*edit.Site
	live   []*edit.Liveness
	loops  []*flow.Loops
	writes []flow.Set // by body: what it writes until it returns, with what it calls
	own    flow.Set
}

// copyOf is the k-th array that a call hands over, or gets back, or the part of an array that an
// operation copies.
type copyOf struct {
	in   program.Instr
	k    int
	back bool
}

// hoist is where a copy is made instead.
type hoist struct {
	depth int // of loops around it
	loop  program.Pos
}

// hoistCopies moves copies that calls make in loops out of them, in place, and tells which.
func hoistCopies(p *program.Program) map[copyOf]hoist {
	h := &copyHoister{p: p, blocks: edit.NewBlockNamer(p), hoists: map[copyOf]hoist{}}
	for {
		h.look()
		if !h.nextBlock() && !h.next() {
			return h.hoists
		}
	}
}

// next moves one copy, and reports whether there was one to move.
func (h *copyHoister) next() bool {
	for _, s := range h.g.Sites {
		b := h.live[s.Caller]
		for k := range s.Call.In {
			if !h.copies(s, k) {
				continue
			}
			inner := h.loops[s.Caller].Of[b.Shape.Index(s.Block.Name)]
			for _, l := range slices.Backward(loopsAround(inner)) {
				m := h.g.Bodies[s.Callee].In[k]
				if back, ok := h.allows(s.Caller, l, m, s.Call.In[k]); ok {
					h.move(s.Caller, l, m, s.Call.In[k], back)
					return true
				}
			}
		}
	}
	return false
}

// look analyses the program as it is.
func (h *copyHoister) look() {
	h.g, h.vars = edit.NewCallGraph(h.p), edit.Number(h.p)
	h.siteOf = map[*program.FunctionCallOp]*edit.Site{}
	h.live, h.loops, h.writes = nil, nil, nil
	for _, s := range h.g.Sites {
		h.siteOf[s.Call] = s
	}
	for _, b := range h.g.Bodies {
		live := edit.NewLiveness(b, h.vars)
		h.live = append(h.live, live)
		h.loops = append(h.loops, flow.NewLoops(live.Shape.Graph))
		set := flow.NewSet(h.vars.Len())
		for _, blk := range b.Graph.Blocks {
			for _, in := range blk.Instrs {
				h.written(in, set.Add)
			}
		}
		h.writes = append(h.writes, set)
	}
	for changed := true; changed; {
		changed = false
		for _, s := range h.g.Sites {
			changed = h.writes[s.Caller].AddAll(h.writes[s.Callee]) || changed
		}
	}
	h.findOwn()
}

// written calls f with what an instruction itself writes: a call writes parameters and results
// that have other names than what is moved there.
func (h *copyHoister) written(in program.Instr, f func(v int)) {
	call, ok := in.(*program.FunctionCallOp)
	if !ok {
		h.vars.Writes(in, f)
		return
	}
	callee := h.g.Bodies[h.siteOf[call].Callee]
	for k, name := range callee.In {
		if call.In[k] != program.Ref(name) {
			f(h.vars.Index(name))
		}
	}
	for k, name := range call.Out {
		if callee.Out[k] != name {
			f(h.vars.Index(name))
		}
	}
}

// copies reports whether a call copies an array to its k-th parameter, and there is one such
// parameter whatever the depth of calls.
func (h *copyHoister) copies(s *edit.Site, k int) bool {
	m, o := h.g.Bodies[s.Callee].In[k], s.Call.In[k]
	d := h.p.VarDefs.Def(m)
	unread := h.p.VarAlloc != nil && h.p.Alloc(m) == program.Null // nobody copies it
	if unread || o.IsLiteral() || o.Name == m || !d.Type.IsLeaf() || len(d.Type.Leaf().Shape) == 0 {
		return false
	}
	t, ok := h.p.TensorTypeOf(o.Name)
	return ok && t.Equal(d.Type.Leaf()) && !h.own.Has(h.vars.Index(m))
}

// findOwn finds the variables of which each call of a function has its own: they are still
// needed behind a call that writes them.
func (h *copyHoister) findOwn() {
	h.own = flow.NewSet(h.vars.Len())
	after := flow.NewSet(h.vars.Len())
	for _, live := range h.live {
		for n := range live.Shape.Blocks {
			live.Walk(n, after, func(_ int, in program.Instr) {
				call, ok := in.(*program.FunctionCallOp)
				if !ok {
					return
				}
				writes := h.writes[h.siteOf[call].Callee].Clone()
				h.written(in, writes.Add)
				writes.RemoveAll(h.vars.Set(call.Out))
				writes.RetainAll(after)
				h.own.AddAll(writes)
			})
		}
	}
	for v, d := range h.vars.All {
		if h.p.VarAlloc != nil && h.p.Alloc(d.Name) == program.Full {
			h.own.Add(v)
		}
	}
}

// allows reports whether m can be the array a through a loop of a body, and whether what calls
// make of m comes back to a.
func (h *copyHoister) allows(body int, l *flow.Loop, m string, a program.Operand) (back, ok bool) {
	live := h.live[body]
	vm := h.vars.Index(m)
	va, isVar := h.vars.Operand(a)
	if l.Irreducible || live.IsLive(vm, l.Header) {
		return false, false
	}
	mentioned := false // a or m, but in calls that hand a to m
	for _, n := range l.Blocks {
		for j, in := range live.Shape.Blocks[n].Instrs {
			call, isCall := in.(*program.FunctionCallOp)
			if !isCall {
				for _, v := range live.Mentions[n][j].Writes {
					if v == vm || isVar && v == va {
						return false, false
					}
				}
				for _, v := range live.Mentions[n][j].Reads {
					mentioned = mentioned || v == vm || isVar && v == va
				}
				continue
			}
			callee := h.g.Bodies[h.siteOf[call].Callee]
			passes := false
			for k, name := range callee.In {
				switch o := call.In[k]; {
				case name == m && o != a, name != m && isVar && name == a.Name && o != a:
					return false, false
				case name == m:
					passes = true
				default:
					mentioned = mentioned || o == a || o == program.Ref(m)
				}
			}
			writes := h.writes[h.siteOf[call].Callee]
			if isVar && writes.Has(va) {
				return false, false
			}
			returns := false
			for k, name := range call.Out {
				switch {
				case name == m:
					return false, false
				case isVar && name == a.Name:
					if !passes || callee.Out[k] != m {
						return false, false
					}
					returns = true
				}
			}
			if writes.Has(vm) && !returns {
				return false, false
			}
			back = back || returns
		}
	}
	return back, !back || !mentioned
}

// move makes m the array a through a loop.
func (h *copyHoister) move(body int, l *flow.Loop, m string, a program.Operand, back bool) {
	b, live := h.g.Bodies[body], h.live[body]
	at := edit.TermPos(live.Shape.Blocks[l.Header])
	inside := map[string]bool{}
	for _, n := range l.Blocks {
		inside[live.Shape.Blocks[n].Name] = true
	}
	for _, n := range l.Blocks {
		for _, in := range live.Shape.Blocks[n].Instrs {
			call, ok := in.(*program.FunctionCallOp)
			if !ok {
				continue
			}
			for k, name := range h.g.Bodies[h.siteOf[call].Callee].In {
				if name == m && call.In[k] == a {
					call.In[k] = program.Ref(m)
					h.hoists[copyOf{call, k, false}] = hoist{l.Depth - 1, at}
				}
			}
			for k, name := range call.Out {
				if back && name == a.Name {
					call.Out[k] = m
					h.hoists[copyOf{call, k, true}] = hoist{l.Depth - 1, at}
				}
			}
		}
	}
	header := live.Shape.Blocks[l.Header].Name
	behind := map[string]*program.Block{} // by where they lead
	var added []*program.Block
	for _, blk := range b.Graph.Blocks {
		blk.Term = blk.Term.WithTargets(func(to string) string {
			if !back || !inside[blk.Name] || inside[to] || !live.IsLive(h.vars.Index(a.Name), live.Shape.Index(to)) {
				return to
			}
			if behind[to] == nil {
				behind[to] = &program.Block{
					Name:   h.blocks.Fresh(header + ".back"),
					Instrs: edit.Moves([]string{a.Name}, edit.Refs([]string{m}), at),
					Term:   program.GotoOp{Target: to, Pos: at},
				}
				added = append(added, behind[to])
			}
			return behind[to].Name
		})
	}
	b.Graph.Blocks = append(b.Graph.Blocks, added...)
	h.insertAhead(body, l, edit.Moves([]string{m}, []program.Operand{a}, at), at)
	if h.p.VarAlloc != nil {
		for _, name := range []string{m, a.Name} {
			if h.p.VarDefs.Has(name) && h.p.Alloc(name) != program.Full {
				h.p.VarAlloc[name] = program.Register
			}
		}
	}
}

// insertAhead puts a block with some instructions on all ways into a loop.
func (h *copyHoister) insertAhead(body int, l *flow.Loop, instrs []program.Instr, at program.Pos) {
	b, live := h.g.Bodies[body], h.live[body]
	header := live.Shape.Blocks[l.Header].Name
	ahead := &program.Block{
		Name: h.blocks.Fresh(header + ".hoist"), Instrs: instrs, Term: program.GotoOp{Target: header, Pos: at},
	}
	inside := map[string]bool{}
	for _, n := range l.Blocks {
		inside[live.Shape.Blocks[n].Name] = true
	}
	for _, blk := range b.Graph.Blocks {
		if !inside[blk.Name] {
			blk.Term = blk.Term.WithTargets(func(to string) string {
				if to == header {
					return ahead.Name
				}
				return to
			})
		}
	}
	b.Graph.Blocks = slices.Insert(b.Graph.Blocks, b.Graph.BlockIndex(header), ahead)
}
