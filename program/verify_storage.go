package program

import "github.com/lockstep-simt/lockstep/program/flow"

// storage checks the group Storage classes.
func (v *verifier) storage() {
	v.temporariesStay()
	v.nullsNotRead()
	if len(v.errs) > 0 {
		return
	}
	g := v.findBodies()
	if len(v.errs) > 0 {
		return
	}
	r := newRegisterCheck(v, g)
	if len(r.names) == 0 {
		return
	}
	r.writes()
	r.liveness()
	r.resultsWritten()
	r.notClobbered()
}

// L1.
func (v *verifier) temporariesStay() {
	for _, fn := range append([]*Function{v.p.MainFunction()}, v.p.Functions...) {
		for _, n := range append(Variables(fn.VarsIn), Variables(fn.VarsOut)...) {
			if v.p.Alloc(n) == Temporary {
				v.report(place{fn: fn, instr: -1}, "the temporary %s is a parameter or result", n)
			}
		}
	}
	for _, b := range v.p.Graph.Blocks {
		written := map[string]bool{}
		v.eachRead(b, func(at place, n string) {
			if v.p.Alloc(n) == Temporary && !written[n] {
				v.report(at, "the temporary %s is read before it is written in the block", n)
			}
		}, func(in Instr) {
			for _, n := range Writes(in, nil) {
				written[n] = true
			}
		})
	}
}

// L2.
func (v *verifier) nullsNotRead() {
	for _, n := range Variables(v.p.VarsOut) {
		if v.p.Alloc(n) == Null {
			v.report(place{fn: v.p.MainFunction(), instr: -1}, "the null variable %s is a result", n)
		}
	}
	for _, b := range v.p.Graph.Blocks {
		v.eachRead(b, func(at place, n string) {
			if v.p.Alloc(n) == Null {
				v.report(at, "the null variable %s is read", n)
			}
		}, func(Instr) {})
	}
}

// eachRead calls read for every name that a block of the main graph reads, and
// after for every instruction when its reads are done.
func (v *verifier) eachRead(b *Block, read func(at place, name string), after func(Instr)) {
	main := &Function{Name: MainName}
	for k, in := range b.Instrs {
		for _, n := range Reads(in, nil) {
			read(place{main, b, k}, n)
		}
		after(in)
	}
	if o, ok := TermOperand(b.Term); ok && !o.IsLiteral() {
		read(place{main, b, len(b.Instrs)}, o.Name)
	}
}

// registerCheck finds out which registers bodies write and which are live,
// for L3 and L4.
type registerCheck struct {
	v     *verifier
	g     *bodyGraph
	names []string
	vars  map[string]int
	may   []flow.Set // per body: registers that it or what it calls may write
	must  []flow.Set // per body: registers that every path to every return writes
	end   []flow.Set // per body: registers that live on after its returns
	live  []flow.Set // per block: registers that are live at its start
}

func newRegisterCheck(v *verifier, g *bodyGraph) *registerCheck {
	r := &registerCheck{v: v, g: g, vars: map[string]int{}}
	for _, d := range v.p.VarDefs.All() {
		if v.p.Alloc(d.Name) == Register {
			r.vars[d.Name] = len(r.names)
			r.names = append(r.names, d.Name)
		}
	}
	return r
}

// set returns the registers among names.
func (r *registerCheck) set(names []string) flow.Set {
	s := flow.NewSet(len(r.names))
	for _, n := range names {
		if i, ok := r.vars[n]; ok {
			s.Add(i)
		}
	}
	return s
}

func (r *registerCheck) writtenIn(b *Block) flow.Set {
	var names []string
	for _, in := range b.Instrs {
		names = Writes(in, names)
	}
	return r.set(names)
}

// results returns the registers in which a body leaves something for whoever
// called it; everything else that it writes is its own business.
func (r *registerCheck) results(b *body) flow.Set {
	if b.declared() {
		return r.set(Variables(b.fn.VarsOut))
	}
	return r.must[b.index]
}

// writes computes may and must. May starts empty and grows with what callees
// may write; must starts full and shrinks.
func (r *registerCheck) writes() {
	r.may, r.must = make([]flow.Set, len(r.g.bodies)), make([]flow.Set, len(r.g.bodies))
	for _, b := range r.g.bodies {
		r.may[b.index], r.must[b.index] = flow.NewSet(len(r.names)), flow.NewSet(len(r.names))
		r.must[b.index].Fill()
		for _, i := range b.blocks {
			r.may[b.index].AddAll(r.writtenIn(r.g.Blocks[i]))
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range r.g.bodies {
			for _, i := range b.blocks {
				if c := r.g.callee(i); c != nil {
					changed = r.may[b.index].AddAll(r.may[c.index]) || changed
				}
				for _, next := range r.g.Succs[i] {
					if t := r.g.tailTarget(b, next); t != nil {
						changed = r.may[b.index].AddAll(r.may[t.index]) || changed
					}
				}
			}
			changed = r.mustWrite(b) || changed
		}
	}
}

// mustWrite recomputes the registers that a body writes on every path to every
// return, and reports whether there are fewer than before.
func (r *registerCheck) mustWrite(b *body) bool {
	in := make([]flow.Set, len(r.g.Blocks))
	for _, i := range b.blocks {
		in[i] = flow.NewSet(len(r.names))
		in[i].Fill()
	}
	in[b.entry].Clear()
	if b.declared() {
		in[b.entry].AddAll(r.set(Variables(b.fn.VarsIn)))
	}
	shrank := false
	for changed := true; changed; {
		changed = false
		for _, i := range b.blocks {
			out := in[i].Clone()
			out.AddAll(r.writtenIn(r.g.Blocks[i]))
			if c := r.g.callee(i); c != nil {
				out.AddAll(r.results(c))
			}
			if r.g.isReturn(i) {
				shrank = r.must[b.index].RetainAll(out) || shrank
			}
			for _, next := range r.g.Succs[i] {
				switch t := r.g.tailTarget(b, next); {
				case next == r.g.Exit():
				case t != nil:
					end := out.Clone()
					end.AddAll(r.results(t))
					shrank = r.must[b.index].RetainAll(end) || shrank
				default:
					changed = in[next].RetainAll(out) || changed
				}
			}
		}
	}
	return shrank
}

// liveness computes live and end: a backward analysis through all bodies at
// once. What a callee reads before it writes it is live at its calls.
func (r *registerCheck) liveness() {
	r.live, r.end = make([]flow.Set, len(r.g.Blocks)), make([]flow.Set, len(r.g.bodies))
	for i := range r.live {
		r.live[i] = flow.NewSet(len(r.names))
	}
	for _, b := range r.g.bodies {
		switch {
		case b.declared():
			r.end[b.index] = r.results(b)
		case b.index == 0:
			r.end[b.index] = r.set(Variables(r.v.p.VarsOut))
		default:
			r.end[b.index] = flow.NewSet(len(r.names))
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range r.g.bodies {
			for k := len(b.blocks) - 1; k >= 0; k-- {
				changed = r.liveBefore(b, b.blocks[k]) || changed
			}
		}
	}
}

// liveBefore recomputes what is live at a block's start and reports whether
// that, or what is live at the end of a body it enters, grew.
func (r *registerCheck) liveBefore(b *body, i int) bool {
	live, grew := r.liveAfter(b, i)
	if c := r.g.callee(i); c != nil {
		if !c.declared() {
			// Of what is live at the continuation the callee's own concern is
			// what it gives.
			ends := live.Clone()
			ends.RetainAll(r.must[c.index])
			grew = r.end[c.index].AddAll(ends) || grew
		}
		live.RemoveAll(r.results(c))
		live.AddAll(r.live[c.entry])
	}
	blk := r.g.Blocks[i]
	if o, ok := TermOperand(blk.Term); ok {
		live.AddAll(r.set([]string{o.Name}))
	}
	for k := len(blk.Instrs) - 1; k >= 0; k-- {
		live.RemoveAll(r.set(Writes(blk.Instrs[k], nil)))
		live.AddAll(r.set(Reads(blk.Instrs[k], nil)))
	}
	return r.live[i].AddAll(live) || grew
}

// liveAfter returns what is live where control goes after a block, after the
// return of its call if it ends in one.
func (r *registerCheck) liveAfter(b *body, i int) (live flow.Set, grew bool) {
	live = flow.NewSet(len(r.names))
	if r.g.isReturn(i) {
		live.AddAll(r.end[b.index])
	}
	for _, next := range r.g.Succs[i] {
		switch t := r.g.tailTarget(b, next); {
		case next == r.g.Exit():
			live.AddAll(r.set(Variables(r.v.p.VarsOut)))
		case t != nil:
			through := r.end[b.index].Clone()
			if !t.declared() {
				ends := through.Clone()
				ends.RetainAll(r.must[t.index])
				grew = r.end[t.index].AddAll(ends) || grew
			}
			through.RemoveAll(r.results(t))
			live.AddAll(through)
			live.AddAll(r.live[t.entry])
		default:
			live.AddAll(r.live[next])
		}
	}
	return live, grew
}

// L4.
func (r *registerCheck) resultsWritten() {
	for _, b := range r.g.bodies {
		if !b.declared() {
			continue
		}
		missing := r.results(b).Clone()
		missing.RemoveAll(r.must[b.index])
		for x, n := range r.names {
			if missing.Has(x) {
				r.v.report(place{fn: b.fn, instr: -1}, "the register %s is a result and not written on every path", n)
			}
		}
	}
}

// L3.
func (r *registerCheck) notClobbered() {
	for _, b := range r.g.bodies {
		for _, i := range b.blocks {
			at := r.v.placeIn(r.g, i, len(r.g.Blocks[i].Instrs))
			if c := r.g.callee(i); c != nil {
				live, _ := r.liveAfter(b, i)
				r.clobbers(at, c, live)
			}
			for _, next := range r.g.Succs[i] {
				if t := r.g.tailTarget(b, next); t != nil {
					r.clobbers(at, t, r.end[b.index].Clone())
				}
			}
		}
	}
}

// clobbers reports the live registers that a call of c may write although they
// are none of its results, and that c does not keep.
func (r *registerCheck) clobbers(at place, c *body, live flow.Set) {
	live.RemoveAll(r.results(c))
	live.RetainAll(r.may[c.index])
	for x, n := range r.names {
		if live.Has(x) && !r.keeps(c, x) {
			r.v.report(at, "the register %s is live across a call that writes it", n)
		}
	}
}
