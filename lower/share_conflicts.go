package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// attempt finds which arrays cannot be one, if the moves that are not known to write do not.
func (s *sharer) attempt() {
	n := len(s.arrays)
	s.why = map[[2]int]conflict{}
	s.conflicts = make([]flow.Set, n)
	for a := range s.conflicts {
		s.conflicts[a] = flow.NewSet(n)
	}
	s.findWrites()
	for i, b := range s.g.Bodies {
		s.scan(i, b)
	}
	// The columns of a run are apart, and so are a function's results: where it never returns, nothing says so.
	s.apart(slices.Concat(s.g.Bodies[0].In, s.g.Bodies[0].Out))
	for _, b := range s.g.Bodies[1:] {
		s.apart(b.Out)
	}
}

// apart notes that none of some variables is one with another.
func (s *sharer) apart(names []string) {
	for i, x := range names {
		for _, y := range names[:i] {
			if a, b := s.array(x), s.array(y); a >= 0 && b >= 0 && a != b {
				s.conflict(conflict{written: a, needed: b})
			}
		}
	}
}

// findWrites finds what each body writes, itself and through its calls.
func (s *sharer) findWrites() {
	s.writes = make([]flow.Set, len(s.g.Bodies))
	for i := range s.g.Bodies {
		s.writes[i] = s.own[i].Clone()
	}
	for _, m := range s.moves {
		if m.written {
			s.writes[m.body].Add(m.to)
			if !s.at[m.to].IsValid() {
				s.at[m.to] = m.pos
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, site := range s.g.Sites {
			changed = s.writes[site.Caller].AddAll(s.writes[site.Callee]) || changed
		}
	}
}

// conflict notes why two arrays cannot be one.
func (s *sharer) conflict(c conflict) {
	pair := pairOf(c.written, c.needed)
	if _, ok := s.why[pair]; !ok {
		s.why[pair] = c
		s.conflicts[c.written].Add(c.needed)
		s.conflicts[c.needed].Add(c.written)
	}
}

// scan finds the conflicts in a body.
func (s *sharer) scan(i int, b *edit.Body) {
	live := s.live[i]
	after := flow.NewSet(s.vars.Len())
	needed := flow.NewSet(len(s.arrays))
	for n := range live.Shape.Blocks {
		live.Walk(n, after, func(_ int, in program.Instr) {
			needed.Clear()
			for a, v := range s.arrays {
				if after.Has(v) {
					needed.Add(a)
				}
			}
			switch in := in.(type) {
			case *program.PrimOp:
				s.primOp(in, needed)
			case *program.FunctionCallOp:
				s.call(in, needed)
			}
		})
	}
}

// clash notes that an array is written while others are needed.
func (s *sharer) clash(written int, needed flow.Set, pos program.Pos, call bool) {
	for a := range needed.All() {
		if a != written || call {
			s.conflict(conflict{written, a, pos, call})
		}
	}
}

// primOp finds the conflicts of an operation behind which arrays are needed.
func (s *sharer) primOp(op *program.PrimOp, needed flow.Set) {
	pairs := op.Op == program.OpCopy && len(op.In) == len(op.Out)
	for k, o := range op.Out {
		to := s.array(o.Name)
		if to < 0 || pairs && !s.isWritten(to, op.In[k]) {
			continue
		}
		s.clash(to, needed, op.Pos, false)
		if len(op.Out) == 1 {
			continue
		}
		for j := range op.Out { // all at once
			for _, name := range []string{op.Out[j].Name, op.In[j].Name} {
				if a := s.array(name); j != k && a >= 0 && a != to {
					s.conflict(conflict{to, a, op.Pos, false})
				}
			}
		}
	}
}

// isWritten reports whether what is moved to an array is written there.
func (s *sharer) isWritten(to int, from program.Operand) bool {
	a := s.array(from.Name)
	if from.IsLiteral() || a < 0 || !s.sameType(to, a) {
		return true
	}
	for _, m := range s.moves {
		if m.to == to && m.from == a && m.written {
			return true
		}
	}
	return false
}

// call finds the conflicts of a call behind which arrays are needed.
func (s *sharer) call(call *program.FunctionCallOp, needed flow.Set) {
	site := s.siteOf[call]
	callee := s.g.Sites[site].Callee
	across := needed.Clone()
	for _, name := range call.Out {
		if a := s.array(name); a >= 0 {
			across.Remove(a)
		}
	}
	for w := range s.writes[callee].All() {
		s.clash(w, across, call.Pos, true)
	}
	// What is handed over is written at once, and so is what comes back.
	in, out := s.g.Bodies[callee].In, s.g.Bodies[callee].Out
	for k, name := range in {
		to := s.array(name)
		if to < 0 || s.argument[site][k] != nil && !s.argument[site][k].written {
			continue
		}
		s.clash(to, across, call.Pos, true)
		for j := range in {
			for _, other := range []string{in[j], call.In[j].Name} {
				if a := s.array(other); j != k && a >= 0 && a != to {
					s.conflict(conflict{to, a, call.Pos, false})
				}
			}
		}
	}
	for k, name := range call.Out {
		to := s.array(name)
		if to < 0 || s.result[site][k] != nil && !s.result[site][k].written {
			continue
		}
		s.clash(to, needed, call.Pos, false)
		for j := range out {
			for _, other := range []string{out[j], call.Out[j]} {
				if a := s.array(other); j != k && a >= 0 && a != to {
					s.conflict(conflict{to, a, call.Pos, false})
				}
			}
		}
	}
}
