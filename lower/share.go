package lower

import (
	"cmp"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// sharer finds which arrays of a program can be one: what a caller hands over and what the
// callee calls it, what the callee gives back and what receives it, and what a copy relates.
// Then nobody copies it, and a recursion saves indices and no arrays.
//
// Arrays that are one have a place: memory of which a lane has one, whatever the depth of its
// calls. They are related by moves (copies, arguments, results), and the rule is that
//
//	whenever the place is written, no other of its arrays holds a value that is still needed,
//	neither here nor in a function that waits for this one.
//
// A move within a place then writes nothing, since the place has the value that is moved: it
// is what was moved from. A move between places is a write like any other. So which moves
// write depends on the places, and the other way round: at first no move is taken to write,
// and moves whose arrays cannot be one are taken to write in the next attempt, until there
// are no more of them.
//
// An array that is needed across a call that writes it is another one in each call of its
// function, and has no place.
type sharer struct {
	p    *program.Program
	g    *edit.CallGraph
	vars *edit.Numbering
	// arrays are the numbers of arrays, in order, and dense their places in that list, or -1.
	arrays, dense []int
	moves         []*move
	inserts       []*move          // arrays with another element, which are written in place if they are one
	live          []*edit.Liveness // by body
	own           []flow.Set       // by body: what its instructions write, besides moves
	at            []program.Pos
	work          []float64 // by body: its operations, those in loops more often
	siteOf        map[*program.FunctionCallOp]int
	argument      [][]*move // by site: of arguments, and then of results, or nil
	result        [][]*move
	// origin are the names of functions that were copied (apart), by the names of their copies.
	origin map[string]string

	// Of an attempt.
	writes    []flow.Set // by body: what it writes until it returns, with what it calls
	conflicts []flow.Set // by array
	why       map[[2]int]conflict
	leader    []int      // by array
	members   []flow.Set // of a leader
}

// conflict is why two arrays cannot be one: at a place in the program the first is written
// while the second holds what is still needed. They are the same where it is an outer call
// of the function that needs it.
type conflict struct {
	written, needed int // arrays, dense
	at              program.Pos
	call            bool // by a call
}

// move is a move of an array to another.
type move struct {
	to, from int // dense
	body     int // in which it is
	pos      program.Pos
	weight   float64
	written  bool // the arrays are not one
	because  conflict
}

// newSharer looks at a program of the source dialect. It is nil if no call hands over
// arrays.
func newSharer(p *program.Program) *sharer {
	s := &sharer{
		p: p, g: edit.NewCallGraph(p), vars: edit.Number(p),
		siteOf: map[*program.FunctionCallOp]int{}, origin: map[string]string{},
	}
	s.dense = make([]int, s.vars.Len())
	for v := range s.dense {
		s.dense[v] = -1
		d := &s.vars.All[v]
		unread := p.VarAlloc != nil && p.Alloc(d.Name) == program.Null // nobody moves it
		if d.Type.IsLeaf() && len(d.Type.Leaf().Shape) > 0 && !unread {
			s.dense[v] = len(s.arrays)
			s.arrays = append(s.arrays, v)
		}
	}
	handed := false
	for i, site := range s.g.Sites {
		s.siteOf[site.Call] = i
		callee := s.g.Bodies[site.Callee]
		for _, name := range slices.Concat(callee.In, callee.Out) {
			handed = handed || s.array(name) >= 0
		}
	}
	if !handed {
		return nil
	}
	s.at = make([]program.Pos, len(s.arrays))
	s.argument, s.result = make([][]*move, len(s.g.Sites)), make([][]*move, len(s.g.Sites))
	for i := range s.g.Bodies {
		s.collect(i)
	}
	for {
		s.attempt()
		if !s.judge() {
			return s
		}
	}
}

// array returns the number of an array among arrays, or -1.
func (s *sharer) array(name string) int {
	if v, ok := s.vars.Of(name); ok {
		return s.dense[v]
	}
	return -1
}

// name returns the name of an array.
func (s *sharer) name(a int) string { return s.vars.Name(s.arrays[a]) }

// collect finds the moves and writes of a body.
func (s *sharer) collect(i int) {
	b := s.g.Bodies[i]
	live := edit.NewLiveness(b, s.vars)
	s.live = append(s.live, live)
	s.own = append(s.own, flow.NewSet(len(s.arrays)))
	s.work = append(s.work, 0)
	weights := flow.NewLoops(live.Shape.Graph).Weights()
	write := func(a int, pos program.Pos) {
		if a >= 0 && !s.own[i].Has(a) {
			s.own[i].Add(a)
			s.at[a] = pos
		}
	}
	for n, blk := range live.Shape.Blocks {
		weight := weights[n]
		add := func(to int, from program.Operand, pos program.Pos, weight float64) *move {
			a := s.array(from.Name)
			if from.IsLiteral() || a < 0 || !s.sameType(to, a) {
				return nil
			}
			m := &move{to: to, from: a, body: i, pos: pos, weight: weight * float64(s.bytes(to))}
			s.moves = append(s.moves, m)
			return m
		}
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *program.PrimOp:
				s.work[i] += weight * float64(in.Op.Info().Row.Weight())
				pairs := in.Op == program.OpCopy && len(in.In) == len(in.Out)
				for k, o := range in.Out {
					to := s.array(o.Name)
					if to < 0 || pairs && add(to, in.In[k], in.Pos, weight) != nil {
						continue
					}
					write(to, in.Pos)
					if a := s.inserted(in); a >= 0 && s.sameType(to, a) {
						s.inserts = append(s.inserts, &move{to: to, from: a, body: i, pos: in.Pos})
					}
				}
			case *program.FunctionCallOp:
				site := s.siteOf[in]
				callee := s.g.Bodies[s.g.Sites[site].Callee]
				often := weight
				if s.g.Internal(s.g.Sites[site]) {
					often *= 1 << 12
				}
				s.argument[site], s.result[site] = make([]*move, len(in.In)), make([]*move, len(in.Out))
				for k, name := range callee.In {
					if to := s.array(name); to >= 0 {
						if s.argument[site][k] = add(to, in.In[k], in.Pos, often); s.argument[site][k] == nil {
							write(to, in.Pos)
						}
					}
				}
				for k, name := range in.Out {
					if to := s.array(name); to >= 0 {
						s.result[site][k] = add(to, program.Ref(callee.Out[k]), in.Pos, often)
						if s.result[site][k] == nil {
							write(to, in.Pos)
						}
					}
				}
			}
		}
	}
}

// inserted returns the array of which an operation replaces an element, or -1.
func (s *sharer) inserted(op *program.PrimOp) int {
	if op.Op.Form() != optab.Insert || op.In[0].IsLiteral() {
		return -1
	}
	return s.array(op.In[0].Name)
}

func (s *sharer) sameType(a, b int) bool {
	return s.typeOf(a).Equal(s.typeOf(b))
}

func (s *sharer) typeOf(a int) program.TensorType { return s.vars.All[s.arrays[a]].Type.Leaf() }

// bytes is how large an array is.
func (s *sharer) bytes(a int) int {
	t := s.typeOf(a)
	return t.Dtype.Size() * program.Elements(t.Shape)
}

// judge makes one of arrays that moves relate, those first of which most is moved, and
// reports whether there are moves that turn out to write. If there are none, it makes one of an
// array and what it is with another element, too.
func (s *sharer) judge() (again bool) {
	s.leader, s.members = make([]int, len(s.arrays)), make([]flow.Set, len(s.arrays))
	for a := range s.arrays {
		s.leader[a] = a
		s.members[a] = flow.NewSet(len(s.arrays))
		s.members[a].Add(a)
	}
	order := slices.Clone(s.moves)
	slices.SortStableFunc(order, func(a, b *move) int { return cmp.Compare(b.weight, a.weight) })
	for _, m := range order {
		if !m.written && !s.join(m) {
			m.written, again = true, true
		}
	}
	if !again {
		for _, m := range s.inserts {
			s.join(m)
		}
	}
	return again
}

// join makes one of the arrays of a move, if they can be.
func (s *sharer) join(m *move) bool {
	a, b := s.place(m.to), s.place(m.from)
	if a == b {
		return true
	}
	for x := range s.members[a].All() {
		for y := range s.conflicts[x].All() {
			if s.members[b].Has(y) || s.members[a].Has(y) {
				m.because = s.why[pairOf(x, y)]
				return false
			}
		}
	}
	for y := range s.members[b].All() {
		if s.conflicts[y].Has(y) {
			m.because = s.why[pairOf(y, y)]
			return false
		}
	}
	s.leader[b] = a
	s.members[a].AddAll(s.members[b])
	return true
}

// place is the array that stands for all that are one with an array.
func (s *sharer) place(a int) int {
	for s.leader[a] != a {
		a = s.leader[a]
	}
	return a
}

func pairOf(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }
