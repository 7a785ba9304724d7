package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// A search leaves its loop in the middle, and its counter is needed behind the loop:
//
//	for i, v := range a { if v == x { return i } }
//
// Were the counter one variable, lanes that have found x would keep it while others count, and each would have its own.
// With a second variable for what is needed behind the loop, lanes that entered the loop together have the same
// counter, so that an element of each lane's array at it is a row.

// countsRows reports whether block B, which is taken into block A, counts a variable, and the loop around both takes
// elements of arrays at it.
func (pr *predicator) countsRows(a int, fo follow, name string) bool {
	if pr.loops == nil {
		pr.loops = flow.NewLoops(pr.shape.Graph)
	}
	l := pr.loops.Of[a]
	if l == nil || l.Contains(fo.aside) || !l.Contains(fo.block) || !pr.counts(fo.block, name) {
		return false
	}
	return slices.ContainsFunc(l.Blocks, func(b int) bool { return indexesBy(pr.b.Graph.Blocks[b], name) })
}

// counts reports whether a block adds a literal to a variable, or takes one from it, and does nothing else to it.
func (pr *predicator) counts(block int, name string) bool {
	last := map[string]string{} // which variable had what a variable has, but for literals
	step := false
	for _, in := range pr.b.Graph.Blocks[block].Instrs {
		op, ok := in.(*program.PrimOp)
		if ok && len(op.Out) == 1 && !op.In[0].IsLiteral() {
			from := edit.RenamedName(op.In[0].Name, last)
			switch {
			case op.Op == program.OpCopy:
				last[op.Out[0].Name] = from
				continue
			case slices.Contains([]string{"add", "sub"}, op.Op.Info().Row.Name) && op.In[1].IsLiteral():
				last[op.Out[0].Name] = from
				step = step || from == name
				continue
			}
		}
		for _, out := range program.Writes(in, nil) {
			last[out] = ""
		}
	}
	return step && last[name] == name
}

// indexesBy reports whether a block takes or replaces an element of an array at an index that is a variable, or is
// computed of it in one operation.
func indexesBy(blk *program.Block, name string) bool {
	by := []string{name}
	reads := func(from []program.Operand, names []string) bool {
		return slices.ContainsFunc(from, func(o program.Operand) bool {
			return !o.IsLiteral() && slices.Contains(names, o.Name)
		})
	}
	for _, in := range blk.Instrs {
		op, ok := in.(*program.PrimOp)
		if !ok || op.Op == program.OpCopy {
			continue
		}
		first := op.Op.Form().FirstIndex()
		switch {
		case first > 0 && reads(op.In[first:], by):
			return true
		case first == 0 && reads(op.In, by[:1]):
			by = append(by, op.Out[0].Name)
		}
	}
	return false
}

// partCounters gives each counter that lanes need behind the loop a second variable for that. The counter itself then
// has its next value in all lanes and needs no select, so its name is deleted from taken, the names of what B wrote.
// leave is where B leaves the loop. It returns what is to be done before the selects, and behind the loop.
func (pr *predicator) partCounters(
	a int, t program.BranchOp, fo follow, leave int, aside flow.Set, taken map[string]string,
) (inside, behind []program.Instr) {
	for v := range aside.All() {
		name := pr.live.Vars.Name(v)
		next := taken[name]
		if next == "" || !pr.countsRows(a, fo, name) {
			continue
		}
		typ := pr.p.VarDefs.Def(name).Type
		left := pr.names.Fresh(name + ".left")
		pr.p.VarDefs.Add(left, typ)
		keep := &program.PrimOp{Op: program.OpCopy, In: []program.Operand{program.Ref(name)}, Pos: t.Pos,
			Out: []program.Output{{Name: left}}}
		if pr.live.IsLive(v, leave) {
			then, other := program.Ref(next), program.Ref(name)
			if !fo.enter {
				then, other = other, then
			}
			keep.Op, keep.In = program.OpcodeFor("select", typ.Leaf().Dtype), []program.Operand{t.Cond, then, other}
		}
		set := func(from string) []program.Instr {
			return edit.Moves([]string{name}, []program.Operand{program.Ref(from)}, t.Pos)
		}
		inside = append(append(inside, keep), set(next)...)
		if pr.live.IsLive(v, leave) || !pr.onlyIn(fo.aside, v) {
			behind = append(behind, set(left)...)
		} else {
			x, rename := pr.b.Graph.Blocks[fo.aside], map[string]string{name: left}
			edit.RenameInstrs(x.Instrs, rename)
			x.Term = edit.RenameTerm(x.Term, rename)
			pr.touched[fo.aside] = true
		}
		delete(taken, name)
	}
	return inside, behind
}

// onlyIn reports whether a value that a variable has at the start of a block is needed in that block alone, to which
// one way leads.
func (pr *predicator) onlyIn(block, v int) bool {
	if block == pr.shape.Exit() || len(pr.shape.Preds[block]) != 1 || pr.touched[block] {
		return false
	}
	pr.sets[0].Clear()
	pr.live.AddEnd(block, pr.sets[0])
	return !pr.sets[0].Has(v)
}
