package reshape

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// meldVariable is a new variable, the name that it ought to have, and its type.
type meldVariable struct {
	name, like string
	typ        program.TensorType
}

// meldChosen is the variable of a choice, and the melded block that it is made before.
type meldChosen struct {
	meldChoice
	name string
	run  int
	pos  program.Pos
}

// meldSuffix ends the names of what is new.
const meldSuffix = ".meld"

// provisional begins the names that new variables have for the time being.
const provisional = "%"

// variable returns a new variable.
func (pl *meldPlan) variable(like string, t program.TensorType) string {
	name := provisional + strconv.Itoa(len(pl.fresh))
	pl.fresh = append(pl.fresh, meldVariable{name, like + meldSuffix, t})
	return name
}

// write writes the instructions of the parts and of the melded blocks.
func (pl *meldPlan) write() {
	pl.melded = make([][]program.Instr, pl.runs)
	for p := range pl.pairs {
		pl.writePair(p)
	}
	for side, s := range pl.sides {
		pl.parts[side] = make([][]program.Instr, pl.runs+1)
		for at, in := range s.instrs {
			if s.pair[at] >= 0 {
				continue
			}
			part := s.seg[at]
			in = withOperands(in, func(n int, o program.Operand) program.Operand {
				return pl.now(side, o, s.from[at][n], part)
			})
			pl.parts[side][part] = append(pl.parts[side][part], in)
		}
		for _, c := range pl.chosen {
			from := pl.now(side, c.operand[side], c.from[side], -1)
			chosen := edit.Moves([]string{c.name}, []program.Operand{from}, c.pos)
			pl.parts[side][c.run] = append(pl.parts[side][c.run], chosen...)
		}
		pl.end(side)
	}
	pl.part()
}

// writePair writes the operation of a pair.
func (pl *meldPlan) writePair(p int) {
	pair := &pl.pairs[p]
	in := withOperands(pl.instr(0, p), func(n int, o program.Operand) program.Operand {
		c, need := pl.choice(p, n)
		if need {
			return program.Ref(pl.choose(c, pair.run, pl.instr(0, p).Position()))
		}
		return pl.now(0, o, c.from[0], -1)
	})
	var names []string
	for _, name := range program.Writes(in, nil) {
		t, _ := pl.m.p.TensorTypeOf(name)
		names = append(names, pl.variable(name, t))
	}
	switch in := in.(type) {
	case *program.PrimOp:
		in.Out = []program.Output{{Name: names[0]}}
		in.Within = in.Within.Join(pl.instr(1, p).(*program.PrimOp).Within)
	case *program.FunctionCallOp:
		in.Out = names
	}
	pl.results = append(pl.results, names)
	pl.melded[pair.run] = append(pl.melded[pair.run], in)
}

// choose returns the variable of a choice that is needed by a melded block.
func (pl *meldPlan) choose(c meldChoice, run int, pos program.Pos) string {
	for i := range pl.chosen {
		if pl.chosen[i].meldChoice == c {
			pl.chosen[i].run = min(pl.chosen[i].run, run)
			return pl.chosen[i].name
		}
	}
	o := c.operand[0]
	if o.IsLiteral() {
		o = c.operand[1]
	}
	t, _ := pl.m.p.TensorTypeOf(o.Name)
	name := pl.variable(o.Name, t)
	pl.chosen = append(pl.chosen, meldChosen{c, name, run, pos})
	return name
}

// now returns what an operand of a block is now, which instruction from wrote last, -1 being none: in a
// part behind a choice of it, the choice, unless the head of the branch had it as well.
func (pl *meldPlan) now(side int, o program.Operand, from, part int) program.Operand {
	if from < 0 {
		return o
	}
	s := pl.sides[side]
	if p := s.pair[from]; p >= 0 {
		return program.Ref(pl.results[p][slices.Index(program.Writes(s.instrs[from], nil), o.Name)])
	}
	for _, c := range pl.chosen {
		if c.run < part && c.operand[side] == o && c.from[side] == from {
			return program.Ref(c.name)
		}
	}
	return o
}

// end writes what the last part of a block ends with: the values of what is needed behind the block
// and has another name now.
func (pl *meldPlan) end(side int) {
	s, live := pl.sides[side], pl.m.live
	writer := map[string]int{}
	for at, in := range s.instrs {
		for _, name := range program.Writes(in, nil) {
			writer[name] = at
		}
	}
	var to []string
	var from []program.Operand
	behind := flow.NewSet(live.Vars.Len())
	live.AddEnd(s.block, behind)
	for v := range behind.All() {
		name := live.Vars.Name(v)
		if at, ok := writer[name]; ok && (s.pair[at] >= 0 || s.seg[at] < pl.runs) {
			to = append(to, name)
			from = append(from, pl.now(side, program.Ref(name), at, pl.runs))
		}
	}
	blk := live.Shape.Blocks[s.block]
	pl.terms[side] = blk.Term
	if o, ok := program.TermOperand(blk.Term); ok && !o.IsLiteral() {
		if at, ok := writer[o.Name]; ok {
			pl.terms[side] = program.WithTermOperand(blk.Term, pl.now(side, o, at, pl.runs))
		}
	}
	pl.parts[side][pl.runs] = append(pl.parts[side][pl.runs], edit.Moves(to, from, blk.Term.Position())...)
}

// define gives variables that one side needs across a melded block a value on the other way to it,
// where there is none: no lane ever sees it, but a program defines what it reads on every way. It
// returns how many these are; ok is false if one is an array.
func (pl *meldPlan) define() (dummies int, ok bool) {
	live := pl.m.live
	var across [2][]flow.Set // of each melded block: what is needed behind it, of variables that are not new
	for side, s := range pl.sides {
		across[side] = make([]flow.Set, pl.runs)
		need := flow.NewSet(live.Vars.Len())
		live.AddEnd(s.block, need)
		if o, ok := program.TermOperand(pl.terms[side]); ok {
			pl.read(need, o)
		}
		for run := pl.runs - 1; run >= 0; run-- {
			pl.back(need, pl.parts[side][run+1])
			across[side][run] = need.Clone()
			pl.back(need, pl.melded[run])
		}
	}
	var defined [2]flow.Set // on every way to the end of a part
	for side, s := range pl.sides {
		defined[side] = live.AtStart(s.block)
		live.AddEnd(pl.head, defined[side])
	}
	for run := range pl.runs {
		need := across[0][run]
		need.AddAll(across[1][run])
		for side := range pl.sides {
			n, ok := pl.defineIn(side, run, need, defined[side])
			if !ok {
				return 0, false
			}
			dummies += n
		}
		defined[0].RetainAll(defined[1])
		defined[1].Copy(defined[0])
	}
	return dummies, true
}

// defineIn gives values to those variables that are needed behind a part which neither it nor who comes to
// it defines.
func (pl *meldPlan) defineIn(side, part int, need, defined flow.Set) (dummies int, ok bool) {
	vars := pl.m.live.Vars
	for _, in := range pl.parts[side][part] {
		for _, name := range program.Writes(in, nil) {
			if v, ok := vars.Of(name); ok {
				defined.Add(v)
			}
		}
	}
	for v := range need.All() {
		if defined.Has(v) {
			continue
		}
		name := vars.Name(v)
		t, leaf := pl.m.p.TensorTypeOf(name)
		if !leaf || len(t.Shape) > 0 {
			return 0, false
		}
		defined.Add(v)
		dummies++
		zero := []program.Operand{program.Lit(t.Dtype, 0)}
		pl.parts[side][part] = append(pl.parts[side][part], edit.Moves([]string{name}, zero, pl.pos)...)
	}
	return dummies, true
}

// back goes from what is needed behind some instructions to what is needed before them.
func (pl *meldPlan) back(need flow.Set, instrs []program.Instr) {
	for _, in := range slices.Backward(instrs) {
		for _, name := range program.Writes(in, nil) {
			if v, ok := pl.m.live.Vars.Of(name); ok {
				need.Remove(v)
			}
		}
		for _, o := range edit.Operands(in) {
			pl.read(need, o)
		}
	}
}

func (pl *meldPlan) read(need flow.Set, o program.Operand) {
	if v, ok := pl.m.live.Vars.Operand(o); ok {
		need.Add(v)
	}
}

// apply changes the program.
func (pl *meldPlan) apply() {
	m := pl.m
	rename := map[string]string{}
	for _, v := range pl.fresh {
		rename[v.name] = m.names.Fresh(strings.Replace(v.like, meldSuffix+meldSuffix, meldSuffix, 1))
		m.p.VarDefs.Add(rename[v.name], program.Of(v.typ))
	}
	cond := edit.RenamedOperand(pl.cond, rename)
	head := m.shape.Blocks[pl.head]
	edit.RenameInstrs(pl.kept, rename)
	head.Instrs = append(head.Instrs, pl.kept...)
	blocks := m.b.Graph.Blocks
	melded := make([]*program.Block, pl.runs)
	for run := range pl.runs {
		name := m.blocks.Fresh(blocks[pl.sides[0].block].Name + meldSuffix)
		melded[run] = &program.Block{Name: name, Instrs: pl.melded[run]}
		edit.RenameInstrs(melded[run].Instrs, rename)
		m.divergence.was[melded[run]] = head // lanes part there as they do at the branch
	}
	replaced := map[int][]*program.Block{}
	for side, s := range pl.sides {
		was := blocks[s.block]
		for part, instrs := range pl.parts[side] {
			edit.RenameInstrs(instrs, rename)
			blk := &program.Block{Name: was.Name, Instrs: instrs, Term: edit.RenameTerm(pl.terms[side], rename)}
			m.divergence.was[blk] = was
			if part > 0 {
				blk.Name = m.blocks.Fresh(was.Name + ".on")
			}
			list := append(replaced[s.block], blk)
			if part < pl.runs {
				blk.Term = program.GotoOp{Target: melded[part].Name, Pos: pl.pos}
				if side == 0 {
					list = append(list, melded[part])
				}
			}
			if part > 0 {
				t, _ := melded[part-1].Term.(program.BranchOp)
				t.Cond, t.Pos = cond, pl.pos
				if side == 0 {
					t.Then = blk.Name
				} else {
					t.Else = blk.Name
				}
				melded[part-1].Term = t
			}
			replaced[s.block] = list
		}
	}
	var all []*program.Block
	for i, blk := range blocks {
		if list := replaced[i]; list != nil {
			all = append(all, list...)
		} else {
			all = append(all, blk)
		}
	}
	m.b.Graph.Blocks = all
}

// part finds what tells behind a melded block by which way a lane came: the condition of the branch, or
// what it was if it is written on the ways; or of a switch, what is noted on each way.
func (pl *meldPlan) part() {
	t, ok := pl.m.shape.Blocks[pl.head].Term.(program.BranchOp)
	if ok {
		pl.cond = t.Cond
		if pl.written(t.Cond.Name) {
			pl.cond = program.Ref(pl.variable(t.Cond.Name, program.Scalar(program.Bool)))
			pl.kept = edit.Moves([]string{pl.cond.Name}, []program.Operand{t.Cond}, pl.pos)
		}
		return
	}
	pl.cond = program.Ref(pl.variable("way", program.Scalar(program.Bool)))
	for side, holds := range []uint64{1, 0} {
		note := edit.Moves([]string{pl.cond.Name}, []program.Operand{program.Lit(program.Bool, holds)}, pl.pos)
		pl.parts[side][0] = append(note, pl.parts[side][0]...)
	}
}

// written reports whether a variable is written on the ways of the branch.
func (pl *meldPlan) written(name string) bool {
	m := pl.m
	for i, blk := range m.shape.Blocks {
		if i == pl.head || !m.dom.Reached(i) || !m.dom.Dominates(pl.head, i) {
			continue
		}
		for _, in := range blk.Instrs {
			if slices.Contains(program.Writes(in, nil), name) {
				return true
			}
		}
	}
	return false
}

// withOperands returns a copy of an instruction with other operands.
func withOperands(in program.Instr, operand func(n int, o program.Operand) program.Operand) program.Instr {
	change := func(list []program.Operand) []program.Operand {
		list = slices.Clone(list)
		for n, o := range list {
			list[n] = operand(n, o)
		}
		return list
	}
	switch in := in.(type) {
	case *program.PrimOp:
		op := *in
		op.In, op.Out = change(in.In), slices.Clone(in.Out)
		return &op
	case *program.FunctionCallOp:
		call := *in
		call.In, call.Out = change(in.In), slices.Clone(in.Out)
		return &call
	}
	panic("bug: an instruction of the lowered dialect")
}
