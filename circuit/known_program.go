package circuit

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
)

// What a function is called with, and what it gives back, is known of all its calls together: a
// recursion over parts of a slice never gets one that is longer than the slice.

// summaries are the ranges of parameters and results of a program's functions, by name. Those of
// an array are of what is in it.
type summaries struct {
	of map[string]*summary
}

type summary struct {
	parameters, results []ranges.Range
	formals             []Variable // the parameters
	callers             []string
	called              bool  // so that it is looked at, though nothing is known of what it is called with
	grown               uint8 // how often a range has
}

// summariesOf finds the summaries of a program's functions; circuits of those without one are
// nil: what they do is not known.
func summariesOf(p *program.Program, circuits []*Circuit) *summaries {
	w := &summaries{of: map[string]*summary{}}
	if len(p.Functions) == 0 {
		if c := circuits[0]; c != nil {
			w.of[c.Name] = &summary{parameters: atEdge(p, c)}
		}
		return w
	}
	byName, knownOf := map[string]*Circuit{}, map[string]*known{}
	for _, c := range circuits {
		if c == nil {
			continue
		}
		byName[c.Name] = c
		w.of[c.Name] = &summary{formals: c.Params, parameters: bottoms(c.Params), results: bottoms(c.Results)}
	}
	var work []string
	push := func(name string) {
		if byName[name] != nil && !slices.Contains(work, name) {
			work = append(work, name)
		}
	}
	w.giveUp(p, byName, push)
	for rounds := 0; len(work) > 0; rounds++ {
		name := work[0]
		work = work[1:]
		if rounds > 8*len(circuits)+8 {
			w.of = map[string]*summary{}
			return w
		}
		k := knownOf[name]
		if k == nil {
			k = newKnown(byName[name], w)
			knownOf[name] = k
		} else {
			k.again()
		}
		if !k.solve() {
			w.of = map[string]*summary{}
			return w
		}
		w.learn(k, push)
	}
	for name, k := range knownOf {
		byName[name].known = k
	}
	return w
}

// atEdge returns what the parameters of a program are, which its Go types may say. A slice has no more elements than
// there is room for: the caller that runs lanes has checked that.
func atEdge(p *program.Program, c *Circuit) (list []ranges.Range) {
	lens := map[string]program.Slice{}
	flat := p.Flat(p.VarsIn)
	for _, s := range program.Slices(flat) {
		lens[flat[s.Len].Name] = s
	}
	for _, v := range c.Params {
		t := p.VarDefs.Def(v.Name).Go
		r := ranges.OfColumn(t, v.Type.Dtype)
		if t == program.GoLen {
			s := lens[v.Name]
			r = ranges.Between(int64(s.Least()), int64(s.Cap))
		}
		list = append(list, r)
	}
	return list
}

// bottoms are the ranges of variables that were not computed yet.
func bottoms(vars []Variable) []ranges.Range {
	list := make([]ranges.Range, len(vars))
	for i, v := range vars {
		list[i] = bottom(v.Type.Dtype)
	}
	return list
}

// bottom is the range of what was not computed yet; that of a float says nothing.
func bottom(t program.Dtype) ranges.Range {
	if t.IsFloat() {
		return ranges.All(t)
	}
	return ranges.Empty
}

// giveUp notes what is not known: the parameters of the main function and of those that a
// function without a circuit calls.
func (w *summaries) giveUp(p *program.Program, circuits map[string]*Circuit, push func(string)) {
	all := func(name string) {
		if c := circuits[name]; c != nil {
			for i, v := range c.Params {
				w.of[name].parameters[i] = ranges.All(v.Type.Dtype)
			}
			push(name)
		}
	}
	main := p.MainFunction().Name
	all(main)
	if c := circuits[main]; c != nil {
		w.of[main].parameters = atEdge(p, c)
	}
	for _, f := range append([]*program.Function{p.MainFunction()}, p.Functions...) {
		if circuits[f.Name] != nil {
			continue
		}
		for _, b := range f.Graph.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(*program.FunctionCallOp); ok {
					all(call.Callee)
				}
			}
		}
	}
}

// learn adds what an analysis of a circuit says of its calls and results.
func (w *summaries) learn(k *known, push func(string)) {
	c := k.c
	given := make([]ranges.Range, 0, 16)
	for _, g := range k.order {
		m := c.Meta(g)
		if m.Kind != Call || !k.reached[k.s.early[g]] {
			continue
		}
		name := c.Callees[m.Param].Name
		s := w.of[name]
		if s == nil {
			continue
		}
		if !slices.Contains(s.callers, c.Name) {
			s.callers = append(s.callers, c.Name)
		}
		given = given[:0]
		for i := range s.parameters {
			given = append(given, k.content(c.Value(g, i), k.s.early[g]))
		}
		if s.join(k, s.parameters, given, s.formals) || !s.called {
			s.called = true
			push(name)
		}
	}
	s := w.of[c.Name]
	given = given[:0]
	for _, v := range c.Results {
		given = append(given, bottom(v.Type.Dtype))
	}
	for b := range k.s.Blocks {
		if end := k.s.Blocks[b].End; end != None && c.Kind(end) == Return && k.reached[b] {
			for i := range given {
				given[i] = given[i].Join(k.content(c.Value(end, i), int32(b)))
			}
		}
	}
	if s.join(k, s.results, given, c.Results) {
		for _, name := range s.callers {
			push(name)
		}
	}
}

// content returns the range of a value in a block, or of what is in an array.
func (k *known) content(x Ref, block int32) ranges.Range {
	switch k.c.Kind(x) {
	case Cell:
		i := k.c.Meta(x).Param
		if t := k.c.Cells[i].Type.Dtype; t.IsFloat() {
			return ranges.All(t)
		}
		return k.cells[i]
	case Uniform:
		return k.of[x]
	}
	return k.at(x, block, 2)
}

// join adds ranges to those of a list, and reports whether one grew.
func (s *summary) join(k *known, to, from []ranges.Range, of []Variable) (grew bool) {
	for i, was := range to {
		now := was.Join(from[i])
		if now == was {
			continue
		}
		if !was.IsEmpty() && s.grown < math.MaxUint8 {
			s.grown++
		}
		to[i] = k.widen(was, now, s.grown, of[i].Type.Dtype)
		grew = true
	}
	return grew
}

// parameter returns the range of a circuit's parameter.
func (w *summaries) parameter(c *Circuit, i int) ranges.Range {
	t := c.Params[i].Type.Dtype
	if w != nil {
		if s := w.of[c.Name]; s != nil {
			return s.parameters[i]
		}
	}
	return ranges.All(t)
}

// result returns the range of a result of a function that a circuit calls.
func (w *summaries) result(c *Circuit, callee uint64, i int, t program.Dtype) ranges.Range {
	if w != nil {
		if s := w.of[c.Callees[callee].Name]; s != nil {
			return s.results[i]
		}
	}
	return ranges.All(t)
}
