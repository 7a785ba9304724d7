package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// share makes one of arrays that callers and callees hand to each other, where that is
// proven (sharer), and takes copies that remain out of loops (copyHoister). What it returns
// breaks the source dialect's rule that a variable belongs to one body, so it is a part of the
// pass calls, and of what machine code that calls is made from. Lanes run together in the one, and
// each by itself in the other.
func share(p *program.Program, together bool) *program.Program {
	s := newSharer(p)
	if s == nil {
		return p
	}
	s = apart(s, together)
	s.apply()
	hoistCopies(s.p)
	return s.p
}

// apply gives arrays that are one the same name.
func (s *sharer) apply() {
	p := s.p
	public := slices.Concat(program.Variables(p.VarsIn), program.Variables(p.VarsOut))
	rename := map[string]string{}
	for a := range s.arrays {
		if s.place(a) != a || s.members[a].Len() == 1 {
			continue
		}
		best := -1
		for m := range s.members[a].All() {
			if best < 0 || !slices.Contains(public, s.name(best)) && slices.Contains(public, s.name(m)) {
				best = m
			}
		}
		for m := range s.members[a].All() {
			if m != best {
				rename[s.name(m)] = s.name(best)
			}
		}
		if p.VarAlloc != nil {
			for m := range s.members[a].All() {
				p.VarAlloc[s.name(m)] = program.Register
			}
		}
	}
	renameVariables(p, rename)
	for _, b := range edit.Bodies(p) {
		for _, blk := range b.Graph.Blocks {
			blk.Instrs = slices.DeleteFunc(blk.Instrs, func(in program.Instr) bool {
				op, ok := edit.IsCopy(in)
				if !ok || len(op.In) != len(op.Out) {
					return false
				}
				edit.KeepPairs(op, func(k int) bool { return op.In[k] != program.Ref(op.Out[k].Name) })
				return len(op.Out) == 0
			})
		}
	}
	for _, f := range p.Functions {
		takeOnce(p, f)
	}
}

// takeOnce makes one parameter of those of a function that have become one variable: it was handed one
// array twice, which it reads.
func takeOnce(p *program.Program, f *program.Function) {
	params := program.Variables(f.VarsIn)
	first, again, some := make([]int, len(params)), make([]bool, len(params)), false
	for i, name := range params {
		first[i] = slices.Index(params, name)
		again[i] = first[i] < i
		some = some || again[i]
	}
	if !some {
		return
	}
	var calls []*program.FunctionCallOp
	for _, b := range edit.Bodies(p) {
		for _, blk := range b.Graph.Blocks {
			for _, in := range blk.Instrs {
				call, ok := in.(*program.FunctionCallOp)
				if !ok || call.Callee != f.Name {
					continue
				}
				for i := range params {
					if call.In[i] != call.In[first[i]] {
						return // which the verifier tells
					}
				}
				calls = append(calls, call)
			}
		}
	}
	f.VarsIn = program.Leaves(edit.Without(params, again)...)
	for _, call := range calls {
		call.In = edit.Without(call.In, again)
	}
}
