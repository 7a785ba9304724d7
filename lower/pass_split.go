package lower

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// split gives a variable that needs a stack only on some ways through its
// function a second name for those: it is copied where they begin, and only the
// copy is pushed. What the function computes before it knows whether it will
// call itself is the usual case; the half of all activations that do not then
// push nothing.
//
// It is done for variables that are written once. The copy's block dominates
// every call that the variable must outlive, and every read behind such a call;
// all reads that it dominates read the copy. As the one write dominates that
// block in turn, no way leads from the write to such a read without passing
// the copy.
func split(p *program.Program) (*program.Program, error) {
	m := newMerger(p)
	if len(m.g.Sites) == 0 {
		return p, nil
	}
	m.collect(newConflicts(flow.NewSet(m.vars.Len())))
	names := edit.NewVarNamer(p)
	for _, b := range m.g.Bodies {
		s := newSplitter(m, b)
		from, to := map[int][]string{}, map[int][]string{} // of the copies, by block
		for _, v := range s.candidates() {
			at, ok := s.place(v)
			if !ok {
				continue
			}
			old := m.vars.Name(v)
			d := p.VarDefs.Def(old)
			name := names.Fresh(old + ".kept")
			p.VarDefs.Add(name, d.Type)
			s.rename(at, old, name)
			from[at], to[at] = append(from[at], old), append(to[at], name)
		}
		for at, blk := range s.shape.Blocks {
			blk.Instrs = append(edit.Moves(to[at], edit.Refs(from[at]), edit.TermPos(blk)), blk.Instrs...)
		}
	}
	return p, nil
}

// splitter looks for places to split variables in one body.
type splitter struct {
	m         *merger
	b         *edit.Body
	shape     *program.Shape
	dom       *flow.Dominators
	writes    []int   // of each variable: how many
	writtenIn []int   // of each variable: a block that writes it
	readIn    [][]int // of each variable: the blocks that read it
	blockOf   map[*program.Block]int
}

func newSplitter(m *merger, b *edit.Body) *splitter {
	n := m.vars.Len()
	s := &splitter{
		m: m, b: b, shape: program.NewShape(b.Graph),
		writes: make([]int, n), writtenIn: make([]int, n), readIn: make([][]int, n),
		blockOf: map[*program.Block]int{},
	}
	s.dom = flow.NewDominators(s.shape.Graph)
	for i, blk := range s.shape.Blocks {
		s.blockOf[blk] = i
		read := func(v int) { s.readIn[v] = append(s.readIn[v], i) }
		for _, in := range blk.Instrs {
			m.vars.Reads(in, read)
			m.vars.Writes(in, func(v int) { s.writes[v]++; s.writtenIn[v] = i })
		}
		if o, ok := program.TermOperand(blk.Term); ok {
			if v, ok := m.vars.Operand(o); ok {
				read(v)
			}
		}
	}
	return s
}

// candidates lists the body's variables that need a stack, are written once
// and are no parameters or results.
func (s *splitter) candidates() []int {
	var vs []int
	for v, n := range s.writes {
		if n == 1 && !s.m.boundary.Has(v) && !s.m.public.Has(v) && s.m.stacked(v) {
			vs = append(vs, v)
		}
	}
	return vs
}

// place returns the block that should start with the copy, and whether there
// is one that saves anything.
func (s *splitter) place(v int) (at int, ok bool) {
	at = -1
	join := func(block int) {
		if at < 0 {
			at = block
		} else {
			at = s.dom.Common(at, block)
		}
	}
	behind := flow.NewSet(len(s.shape.Blocks) + 1)
	for i, site := range s.m.g.Sites {
		block, here := s.blockOf[site.Block]
		if here && s.m.across[v].Has(i) && s.m.siteWrite[i].Has(v) {
			join(block)
			s.reach(block, -1, behind)
		}
	}
	for _, block := range s.readIn[v] {
		if behind.Has(block) {
			join(block)
		}
	}
	def := s.writtenIn[v]
	if at < 0 || at == def {
		return 0, false
	}
	around := flow.NewSet(len(s.shape.Blocks) + 1)
	s.reach(def, at, around)
	again := flow.NewSet(len(s.shape.Blocks) + 1)
	s.reach(at, def, again)
	// Some way must return without the copy, and the copy must not be made
	// more often than the write.
	return at, around.Has(s.shape.Exit()) && !again.Has(at)
}

// reach adds to set the blocks after the given one, not going through avoid.
func (s *splitter) reach(from, avoid int, set flow.Set) {
	work := []int{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, next := range s.shape.Succs[b] {
			if next != avoid && !set.Has(next) {
				set.Add(next)
				work = append(work, next)
			}
		}
	}
}

// rename lets what a block dominates read the copy of a variable.
func (s *splitter) rename(at int, old, name string) {
	to := map[string]string{old: name}
	for i, blk := range s.shape.Blocks {
		if s.dom.Idom[i] < 0 || !s.dom.Dominates(at, i) {
			continue
		}
		for _, in := range blk.Instrs {
			ops := edit.Operands(in)
			copy(ops, edit.RenamedOperands(ops, to))
		}
		blk.Term = edit.RenameTerm(blk.Term, to)
	}
}
