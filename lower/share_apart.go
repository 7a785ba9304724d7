package lower

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// The limits of functions that are made for some of their calls.
const (
	apartCost  = 800 // of the functions that are copied for one call, in additions
	apartTimes = 6   // in a program
	apartShare = 2   // elements that a call moves, times this, are as much as its work at least
	apartDepth = 16  // how often a recursion is thought to call itself
)

// apart gives calls that hand over other arrays than the others do a function of their own, if
// there is less to copy then: an array is one with a parameter only if no call puts another one
// there while it is needed. It returns what shares the arrays of the program with these
// functions, which is the same one or a copy.
//
// Lanes that call a function from different places run its blocks together, and those that call
// copies of it do not: where lanes run together, that is worth it only if a call does little
// beside moving the array (measured on a recursion over one array of 16 and then another: kernels
// took 5.8 us a lane in place of 3.1, though each array was copied but once).
func apart(s *sharer, together bool) *sharer {
	tried := map[int]bool{}
	for i := range s.g.Sites {
		tried[i] = together && s.works(i)
	}
	for range apartTimes {
		sites := s.copying(tried)
		better := false
		for _, i := range sites {
			tried[i] = true
			if t := s.without(i); t != nil && t.moved() < s.moved() {
				s, better = t, true
				break
			}
		}
		if !better {
			break
		}
	}
	return s
}

// works reports whether a call does more than to move arrays.
func (s *sharer) works(i int) bool {
	site := s.g.Sites[i]
	elements, work := 0, 0.0
	for _, m := range slices.Concat(s.argument[i], s.result[i]) {
		if m != nil && m.written {
			elements += program.Elements(s.typeOf(m.to).Shape)
		}
	}
	for f := range s.reached(site.Callee) {
		work += s.work[f]
	}
	for _, o := range s.g.Sites {
		if o.Callee == site.Callee && s.g.Internal(o) {
			work *= apartDepth
			break
		}
	}
	return float64(apartShare*elements) < work
}

// moved is how many bytes are copied, weighted by how often that may happen.
func (s *sharer) moved() (total float64) {
	for _, m := range s.moves {
		if m.written {
			total += m.weight
		}
	}
	return total
}

// copying lists calls that copy arrays to functions which others call too, those first that
// copy most.
func (s *sharer) copying(tried map[int]bool) (sites []int) {
	weights := map[int]float64{}
	for i, site := range s.g.Sites {
		if tried[i] || s.g.Internal(site) {
			continue
		}
		for _, m := range slices.Concat(s.argument[i], s.result[i]) {
			if m != nil && m.written && m.because.written != m.because.needed {
				weights[i] += m.weight
			}
		}
	}
	return slices.SortedFunc(maps.Keys(weights), func(a, b int) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(a, b))
	})
}

// without returns what shares arrays if a call has functions of its own, or nil if nobody else
// calls them, or they are too large.
func (s *sharer) without(site int) *sharer {
	members := s.reached(s.g.Sites[site].Callee)
	cost, others := 0, 0
	for i := range members {
		cost += edit.SizeOf(s.g.Bodies[i])
	}
	for i, o := range s.g.Sites {
		if i != site && members[o.Callee] && !members[o.Caller] {
			others++
		}
	}
	if cost > apartCost || others == 0 {
		return nil
	}
	p := s.p.Clone()
	origin := maps.Clone(s.origin)
	names := edit.NewFunctionNamer(p)
	own := map[string]string{} // functions
	for i, b := range s.g.Bodies {
		if members[i] {
			own[b.Name] = names.Fresh(b.Name)
			origin[own[b.Name]] = s.inSource(b)
		}
	}
	g := edit.NewCallGraph(p)
	vars, blocks := edit.NewVarNamer(p), edit.NewBlockNamer(p)
	for i, b := range g.Bodies {
		if members[i] {
			p.Functions = append(p.Functions, copyFunction(p, b, own, vars, blocks))
		}
	}
	g.Sites[site].Call.Callee = own[g.Sites[site].Call.Callee]
	t := newSharer(p)
	t.origin = origin
	return t
}

// reached returns the functions that hand arrays on, from one that is called.
func (s *sharer) reached(callee int) map[int]bool {
	members := map[int]bool{callee: true}
	for changed := true; changed; {
		changed = false
		for _, site := range s.g.Sites {
			if !members[site.Caller] || members[site.Callee] {
				continue
			}
			b := s.g.Bodies[site.Callee]
			if slices.ContainsFunc(slices.Concat(b.In, b.Out), func(name string) bool { return s.array(name) >= 0 }) {
				members[site.Callee], changed = true, true
			}
		}
	}
	return members
}

// copyFunction returns a copy of a function with variables and blocks of its own, which calls
// those that functions names.
func copyFunction(p *program.Program, b *edit.Body, functions map[string]string, vars,
	blocks *edit.Namer) *program.Function {
	f := *b.Fn
	f.Graph = b.Graph.Clone()
	rename := edit.Own(p, &edit.Body{Name: b.Name, Fn: b.Fn, Graph: &f.Graph, In: b.In, Out: b.Out}, program.Exit, vars,
		blocks)
	for old, name := range rename {
		if class, ok := p.VarAlloc[old]; ok {
			p.VarAlloc[name] = class
		}
	}
	f.Name = functions[b.Name]
	f.VarsIn = program.MapPattern(f.VarsIn, func(n string) string { return edit.RenamedName(n, rename) })
	f.VarsOut = program.MapPattern(f.VarsOut, func(n string) string { return edit.RenamedName(n, rename) })
	for _, blk := range f.Graph.Blocks {
		for _, in := range blk.Instrs {
			if call, ok := in.(*program.FunctionCallOp); ok {
				call.Callee = edit.RenamedName(call.Callee, functions)
			}
		}
	}
	return &f
}
