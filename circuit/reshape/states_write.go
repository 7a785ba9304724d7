package reshape

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// writeOut makes the blocks of all states and leads the ways into the loop to them, unless there are too many.
func (s *stater) writeOut() bool {
	s.blocks, s.states, s.todo, s.made = edit.NewBlockNamer(s.p), map[string]string{}, nil, nil
	s.first, s.instrs, s.order, s.ways, s.begins = 0, 0, nil, map[string][]string{}, map[string]bool{}
	s.entries = nil
	header := s.f.Blocks[s.loop.Header].Name
	entries := map[int]string{}
	for _, from := range slices.Sorted(maps.Keys(s.begin)) {
		name, ok := s.enter(s.begin[from])
		if !ok {
			return false
		}
		entries[from] = name
	}
	for len(s.todo) > 0 {
		next := s.todo[0]
		s.todo = s.todo[1:]
		blk, ok := s.write(next)
		if !ok || s.first > statesMost || s.instrs > statesInstrs {
			return false
		}
		s.made = append(s.made, blk)
		next.to = blk
		s.order = append(s.order, next)
	}
	if s.first < 2 || s.together && !s.worth() {
		return false
	}
	for from, name := range entries {
		blk := s.f.Blocks[from]
		blk.Term = blk.Term.WithTargets(func(label string) string {
			if label == header {
				return name
			}
			return label
		})
	}
	s.b.Graph.Blocks = slices.Insert(s.b.Graph.Blocks, s.loop.Header, s.made...)
	return true
}

// enter returns the block to which a way into the loop leads that begins with some values: where lanes take a row of a
// table each, one that asks which.
func (s *stater) enter(known map[string][]uint64) (name string, ok bool) {
	header := s.loop.Header
	s.e.now, s.e.left = maps.Clone(known), math.MaxInt
	has := s.known()
	if s.split == "" {
		name = s.state(header, has)
		s.entries = append(s.entries, name)
		return name, true
	}
	pos := edit.TermPos(s.f.Blocks[header])
	other, ok := s.outOfRange()
	if !ok {
		return "", false
	}
	row := program.SwitchOp{X: program.Ref(s.split), Default: other.Name, Pos: pos}
	for i := range s.rows {
		x := uint64(i)
		has := slices.Clone(has)
		has[slices.Index(s.names, s.split)] = &x
		row.Values, row.Labels = append(row.Values, x), append(row.Labels, s.state(header, has))
	}
	s.entries = append(s.entries, row.Labels...)
	asks := &program.Block{Name: s.blocks.Fresh(s.f.Blocks[header].Name + ".row"), Term: row}
	s.made = append(s.made, asks, other)
	return asks.Name, true
}

// outOfRange is what lanes do whose row is not there: all that comes before the table is asked, which faults.
func (s *stater) outOfRange() (*program.Block, bool) {
	const blocks = 16 // that are passed
	to := &program.Block{Name: s.blocks.Fresh(s.f.Blocks[s.loop.Header].Name + ".norow")}
	at := s.loop.Header
	for range blocks {
		if !s.loop.Contains(at) {
			break
		}
		for _, in := range s.f.Blocks[at].Instrs {
			if op, ok := in.(*program.PrimOp); ok && s.asksRow(op) {
				s.ends(to, op)
				return to, true
			}
			s.step(to, in)
		}
		label, ok := s.e.target(s.f.Blocks[at].Term)
		if !ok {
			break
		}
		at = s.f.Index(label)
	}
	return nil, false
}

// asksRow reports whether an operation takes an element of the lane's row, or of one of no more rows.
func (s *stater) asksRow(op *program.PrimOp) bool {
	if op.Op == program.OpCopy || op.Op.Form() != optab.Index {
		return false
	}
	t, _ := s.p.TensorTypeOf(op.In[0].Name)
	for axis, o := range op.In[1:] {
		if o == program.Ref(s.split) && t.Shape[axis] != program.AnyLength && t.Shape[axis] <= s.rows {
			return true
		}
	}
	return false
}

// knows says what is known at the start of a block.
func (s *stater) knows(has []*uint64) {
	s.e.now, s.e.left = map[string][]uint64{}, math.MaxInt
	for i, name := range s.names {
		if has[i] != nil {
			s.e.now[name] = []uint64{*has[i]}
		}
	}
}

// known is what is known of the variables that tell states apart.
func (s *stater) known() []*uint64 {
	has := make([]*uint64, len(s.names))
	for i, name := range s.names {
		if x, ok := s.e.value(program.Ref(name)); ok {
			has[i] = &x
		}
	}
	return has
}

// state returns the name of a block where variables are known, which is to be written if it is new. Only what somebody
// needs there tells states apart.
func (s *stater) state(block int, has []*uint64) string {
	live := s.live.AtStart(block)
	key := strings.Builder{}
	fmt.Fprint(&key, block)
	needed := make([]*uint64, len(has))
	for i, name := range s.names {
		if v, ok := s.vars.Of(name); has[i] != nil && (!ok || live.Has(v)) {
			needed[i] = has[i]
			fmt.Fprintf(&key, " %d:%x", i, *has[i])
		}
	}
	name, ok := s.states[key.String()]
	if !ok {
		name = s.blocks.Fresh(s.f.Blocks[block].Name + ".state")
		s.states[key.String()] = name
		s.todo = append(s.todo, state{block: block, has: needed, name: name})
		if block == s.loop.Header {
			s.first++
			s.begins[name] = true
		}
	}
	return name
}

// write makes the block of a state. It fails if a variable that tells states apart is not known any more.
func (s *stater) write(st state) (*program.Block, bool) {
	s.knows(st.has)
	from, to := s.f.Blocks[st.block], &program.Block{Name: st.name}
	for _, in := range from.Instrs {
		if op, ok := in.(*program.PrimOp); ok && s.faults(op) {
			s.ends(to, op)
			return to, true
		}
		s.step(to, in)
		for _, name := range program.Writes(in, nil) {
			if s.e.now[name] == nil && slices.Contains(s.names, name) {
				return nil, false
			}
		}
	}
	s.instrs += len(to.Instrs) + 1
	to.Term = from.Term
	if label, ok := s.e.target(from.Term); ok {
		to.Term = program.GotoOp{Target: label, Pos: from.Term.Position()}
	}
	has := s.known()
	to.Term = to.Term.WithTargets(func(label string) string {
		at := s.f.Index(label)
		if !s.in.Has(at) {
			return label
		}
		name := s.state(at, has)
		if s.loop.Contains(at) {
			s.ways[st.name] = append(s.ways[st.name], name)
		}
		return name
	})
	return to, true
}

// step adds an instruction to a block, or the numbers that it gives if these are known.
func (s *stater) step(to *program.Block, in program.Instr) {
	written := program.Writes(in, nil)
	own := s.withNumbers(in)
	if op, ok := own.(*program.PrimOp); ok && op.Op == program.OpCopy {
		for i, name := range written {
			if delete(s.e.now, name); op.In[i].IsLiteral() && s.isScalar(name) {
				s.e.now[name] = []uint64{op.In[i].Bits}
			}
		}
	} else if ok && s.isScalar(written[0]) && s.e.step(in) {
		t, _ := s.p.TensorTypeOf(written[0])
		own = edit.Moves(written, []program.Operand{program.Lit(t.Dtype, s.e.now[written[0]][0])}, in.Position())[0]
	} else {
		for _, name := range written {
			delete(s.e.now, name)
		}
	}
	to.Instrs = append(to.Instrs, own)
}

func (s *stater) isScalar(name string) bool {
	t, ok := s.p.TensorTypeOf(name)
	return ok && len(t.Shape) == 0
}

// withNumbers returns a copy of an instruction with numbers for what is known.
func (s *stater) withNumbers(in program.Instr) program.Instr {
	own := edit.CloneInstr(in)
	if takesLiterals(own) {
		ops := edit.Operands(own)
		for i, o := range ops {
			if x, ok := s.e.now[o.Name]; ok && !o.IsLiteral() {
				t, _ := s.p.TensorTypeOf(o.Name)
				ops[i] = program.Lit(t.Dtype, x[0])
			}
		}
	}
	return own
}

// faults reports whether an operation that is known to fault is next.
func (s *stater) faults(op *program.PrimOp) bool {
	in := op.In
	switch {
	case !op.Op.CanFault():
		return false
	case op.Op.Form() == optab.Index && s.e.tables[in[0].Name] != nil:
		in = in[1:]
	case op.Op.Form() != optab.Elementwise:
		return false
	}
	if slices.ContainsFunc(in, func(o program.Operand) bool { _, ok := s.e.value(o); return !ok }) {
		return false
	}
	out := op.Out[0].Name
	old, known := s.e.now[out]
	old = slices.Clone(old)
	ok := s.e.step(op)
	if delete(s.e.now, out); known { // it is run in its turn
		s.e.now[out] = old
	}
	return !ok
}

// ends ends a block with an operation that faults.
func (s *stater) ends(to *program.Block, op *program.PrimOp) {
	own := s.withNumbers(op).(*program.PrimOp)
	own.Proven = false
	to.Instrs = append(to.Instrs, own)
	to.Term = program.FaultOp{Code: op.Op.Info().Row.Code, Pos: op.Pos}
}
