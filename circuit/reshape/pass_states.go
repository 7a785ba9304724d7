package reshape

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The limits of writing out states.
const (
	statesMost   = 256  // in which a loop may be at its begin
	statesInstrs = 4000 // of all states of a loop
	statesVars   = 24   // that tell states apart
	statesRows   = 8    // of a table of programs from which lanes take one each
	statesWays   = 3    // that lanes go by what is asked, at least
	statesEnd    = 4    // instructions of a block behind the loop that states have each for themselves
)

// interpret compiles what a loop interprets, as a table of instructions or the nodes of a tree: each state of the loop,
// which is a place in the table there, becomes code of its own, which knows what the loop would ask and which state is
// next. (Y. Futamura, "Partial evaluation of computation process", 1971; versions of a block: N. Jones, C. Gomard and
// P. Sestoft, "Partial Evaluation and Automatic Program Generation", 1993, ch. 4.)
//
// A state is what some variables have: those that begin with constants, become what follows from constants alone, and
// decide where lanes go, as a program counter and what the table has for it do, or the name of a state. The other
// variables are as they were. If lanes take one row of a table each, there are the states of each row.
//
// Lanes run together as long as they are in the same state, so it is done where states mostly follow each other
// (states_worth.go).
func interpret(p *program.Program, o circuit.Options) (*program.Program, error) {
	return withStates(p, o, true)
}

// states is interpret for all such loops, for code that runs one lane at a time: it asks for a state no more.
func states(p *program.Program, o circuit.Options) (*program.Program, error) {
	return withStates(p, o, false)
}

func withStates(p *program.Program, o circuit.Options, together bool) (*program.Program, error) {
	if !writeStates(p, together, func(Stated) {}) {
		return p, nil
	}
	edit.DropUnreached(p)
	p, err := scalars(p)
	if err != nil {
		return nil, err
	}
	if p, err = Simplify(p); err != nil {
		return nil, err
	}
	return optimise(p, o)
}

// writeStates writes out the states of loops, tells about each, and reports whether there was one.
func writeStates(p *program.Program, together bool, tell func(Stated)) (changed bool) {
	for _, b := range edit.Bodies(p) {
		seen := map[string]bool{} // the first blocks of loops that were looked at
		for nextStates(p, b, together, seen, tell) {
			changed = true
		}
	}
	return changed
}

// nextStates writes out the states of one loop of a body, and reports whether there was one.
func nextStates(p *program.Program, b *edit.Body, together bool, seen map[string]bool, tell func(Stated)) bool {
	f := program.NewShape(b.Graph)
	for _, l := range flow.NewLoops(f.Graph).All {
		name := f.Blocks[l.Header].Name
		if l.Header == 0 || l.Irreducible || seen[name] {
			continue
		}
		seen[name] = true
		s := newStater(p, b, f, l)
		s.together = together
		if len(s.asked())+len(s.walked()) == 0 || !s.enters() {
			continue
		}
		if s.find(true) && s.writeOut() || s.find(false) && s.writeOut() {
			for _, blk := range s.made {
				seen[blk.Name] = true
			}
			tell(s.stated())
			newConstants(p, program.NewShape(b.Graph)).replace()
			edit.TidyBlocks(b)
			return true
		}
	}
	return false
}

// stater writes out the states of a loop.
type stater struct {
	p    *program.Program
	b    *edit.Body
	f    *program.Shape
	loop *flow.Loop
	in   flow.Set // the blocks that are written out: those of the loop, and short ones behind it
	// together is set if lanes run together.
	together bool

	e    *evaluator
	defs map[string][]*program.PrimOp // what writes a variable in the loop; nil where something else does
	live *edit.Liveness
	vars *edit.Numbering
	// carried are the variables that are needed where a round begins.
	carried flow.Set

	names []string // of the variables that tell states apart, in order
	split string   // the variable that chooses a row, if there is one
	rows  int      // that it chooses from
	// looked is set where a variable comes of a table.
	looked bool
	// begin is what is known where the loop begins, by the block that leads there.
	begin map[int]map[string][]uint64

	blocks *edit.Namer
	states map[string]string // the names of states' blocks, by block and what is known
	todo   []state
	first  int // states of the first block
	made   []*program.Block
	instrs int
	// What is written: the states in which lanes come to the loop, those in which a round begins, all in the order in
	// which they were written, and where they lead in the loop.
	entries []string
	begins  map[string]bool
	order   []state
	ways    map[string][]string
}

// state is a block of the loop where variables are known, and what it becomes.
type state struct {
	block int
	has   []*uint64 // as names
	name  string
	to    *program.Block
}

func newStater(p *program.Program, b *edit.Body, f *program.Shape, l *flow.Loop) *stater {
	s := &stater{p: p, b: b, f: f, loop: l, defs: map[string][]*program.PrimOp{},
		e: &evaluator{p: p, tables: map[string]*program.Uniform{}}}
	for _, u := range p.Uniforms {
		if u.Data != nil {
			s.e.tables[u.Name] = u
		}
	}
	s.in = flow.NewSet(len(f.Blocks) + 1)
	for _, i := range l.Blocks {
		s.in.Add(i)
		for _, in := range f.Blocks[i].Instrs {
			op, _ := in.(*program.PrimOp)
			for _, name := range program.Writes(in, nil) {
				if old, ok := s.defs[name]; op == nil || ok && old == nil {
					s.defs[name] = nil
				} else {
					s.defs[name] = append(old, op)
				}
			}
		}
	}
	for _, i := range l.Exits(f.Graph) {
		outside := func(from int) bool { return !l.Contains(from) }
		if i != f.Exit() && len(f.Blocks[i].Instrs) <= statesEnd && !slices.ContainsFunc(f.Preds[i], outside) {
			s.in.Add(i)
		}
	}
	return s
}

// enters finds what is known on the ways into the loop, and reports whether there is one.
func (s *stater) enters() bool {
	s.vars = edit.Number(s.p)
	s.live = edit.NewLiveness(s.b, s.vars)
	s.carried = s.live.AtStart(s.loop.Header)
	s.begin = map[int]map[string][]uint64{}
	c := newConstants(s.p, s.f)
	for _, from := range s.f.Preds[s.loop.Header] {
		if s.loop.Contains(from) || !c.at[from].reached() {
			continue
		}
		k, known := c.end(from, c.at[from]), map[string][]uint64{}
		for name, v := range c.vars {
			if k.has.Has(v) && k.few[v] == nil {
				known[name] = []uint64{k.x[v]}
			}
		}
		s.begin[from] = known
	}
	return len(s.begin) > 0
}

// find finds the variables that tell states apart. If places is set, what is known of indices into a lane's own arrays
// tells states apart too, such as where the top of a stack is: its elements are variables then.
func (s *stater) find(places bool) bool {
	s.names, s.split, s.rows, s.e.now = nil, "", 0, nil
	for _, name := range s.asked() {
		s.attempt(name, func([]string) bool { return true })
	}
	for _, name := range s.walked() {
		s.looked = false
		s.attempt(name, func([]string) bool { return s.looked })
	}
	if len(s.names) == 0 {
		return false
	}
	if n := len(s.names); places {
		for _, name := range s.places() {
			s.attempt(name, func([]string) bool { return true })
		}
		if len(s.names) == n {
			return false // it is as without
		}
	}
	// What follows from a state tells states apart behind the loop, and costs none in it.
	for _, name := range slices.Sorted(maps.Keys(s.defs)) {
		s.attempt(name, func(added []string) bool { return !slices.ContainsFunc(added, s.isCarried) })
	}
	if s.split != "" {
		s.names = append(s.names, s.split)
	}
	return true
}

// isCarried reports whether a variable goes from round to round.
func (s *stater) isCarried(name string) bool {
	v, ok := s.vars.Of(name)
	return ok && s.carried.Has(v)
}

// asked lists the variables that decide where lanes go: those of switches, and those that branches compare with
// several numbers.
func (s *stater) asked() (names []string) {
	with := map[string][]uint64{}
	for _, i := range s.loop.Blocks {
		t := s.f.Blocks[i].Term
		x, _ := program.TermOperand(t)
		if sw, ok := t.(program.SwitchOp); ok && len(sw.Labels) >= statesWays-1 {
			names = append(names, x.Name)
		}
		for _, op := range s.defs[x.Name] {
			row := op.Op.Info().Row.Name
			if len(op.In) == 2 && (row == "eq" || row == "ne") && op.In[1].IsLiteral() && !op.In[0].IsLiteral() {
				v, to := op.In[0].Name, op.In[1].Bits
				if !slices.Contains(with[v], to) {
					with[v] = append(with[v], to)
				}
				if len(with[v]) == statesWays-1 {
					names = append(names, v)
				}
			}
		}
	}
	return names
}

// walked lists the variables that branches ask in a loop that looks into a constant table. They tell states apart if it
// is the table that they ask, as lanes do that go down a tree.
func (s *stater) walked() (names []string) {
	looks := false
	for _, i := range s.loop.Blocks {
		blk := s.f.Blocks[i]
		for _, in := range blk.Instrs {
			op, ok := in.(*program.PrimOp)
			if ok && op.Op != program.OpCopy && op.Op.Form() == optab.Index {
				looks = looks || s.e.tables[op.In[0].Name] != nil
			}
		}
		if t, ok := blk.Term.(program.BranchOp); ok && !t.Cond.IsLiteral() && s.defs[t.Cond.Name] != nil {
			names = append(names, t.Cond.Name)
		}
	}
	if !looks {
		return nil
	}
	return names
}

// places lists the variables that are indices into arrays of lanes.
func (s *stater) places() (names []string) {
	for _, i := range s.loop.Blocks {
		for _, in := range s.f.Blocks[i].Instrs {
			for _, o := range laneIndices(s.p, in) {
				if _, written := s.defs[o.Name]; written && !o.IsLiteral() && !slices.Contains(names, o.Name) {
					names = append(names, o.Name)
				}
			}
		}
	}
	return names
}

// attempt adds a variable and what it is computed of, if that can be and what is added is all right.
func (s *stater) attempt(name string, right func(added []string) bool) {
	names, split, rows := len(s.names), s.split, s.rows
	if !s.follow(name) || !right(s.names[names:]) {
		s.names, s.split, s.rows = s.names[:names], split, rows
	}
}

// follow adds a variable and what it is computed of, if all of it is known where the loop begins and comes of
// constants.
func (s *stater) follow(name string) bool {
	if slices.Contains(s.names, name) {
		return true
	}
	if !s.isScalar(name) || len(s.names) == statesVars || s.defs[name] == nil {
		return false
	}
	for _, known := range s.begin {
		if s.isCarried(name) && known[name] == nil {
			return false
		}
	}
	s.names = append(s.names, name)
	for _, op := range s.defs[name] {
		if !s.isStatic(op, name) {
			return false
		}
	}
	return true
}

// isStatic reports whether an operation of the loop gives constants to a variable.
func (s *stater) isStatic(op *program.PrimOp, name string) bool {
	if op.Op == program.OpCopy {
		for i, out := range op.Out {
			if out.Name == name && !s.isKnown(op.In[i]) {
				return false
			}
		}
		return true
	}
	row := op.Op.Info().Row
	if len(op.Out) != 1 || row.Has(optab.Math) || row.Has(optab.Unbounded) {
		return false
	}
	switch op.Op.Form() {
	case optab.Elementwise, optab.Const:
		return !slices.ContainsFunc(op.In, func(o program.Operand) bool { return !s.isKnown(o) })
	case optab.Index:
		table := s.e.tables[op.In[0].Name]
		if table == nil || len(table.Type.Shape) != len(op.In)-1 {
			return false
		}
		s.looked = true
		for axis, o := range op.In[1:] {
			if !s.isKnown(o) && !s.chooses(o, table.Type.Shape[axis]) {
				return false
			}
		}
		return true
	}
	return false
}

// isKnown reports whether an operand is a constant, or a variable that is known.
func (s *stater) isKnown(o program.Operand) bool {
	if _, ok := s.e.value(o); ok {
		return true
	}
	_, written := s.defs[o.Name]
	return written && s.follow(o.Name)
}

// chooses reports whether an index stays as it is in the loop and has few values, and makes states for each of these.
func (s *stater) chooses(o program.Operand, rows int) bool {
	if _, written := s.defs[o.Name]; written || rows > statesRows || s.split != "" && s.split != o.Name {
		return false
	}
	if !s.isScalar(o.Name) {
		return false
	}
	s.split, s.rows = o.Name, max(s.rows, rows)
	return true
}
