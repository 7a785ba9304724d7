package lower

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// forward removes the copies that lowered calls leave in their blocks: a
// temporary that only carries an argument is computed straight into the
// parameter, and readers of a temporary that only carries a result read the
// result. It looks at one block at a time, where a temporary's whole life is.
func forward(p *program.Program) (*program.Program, error) {
	f := &blockForwarder{p: p}
	for _, blk := range p.Graph.Blocks {
		f.fromSources(blk)
		f.intoTargets(blk)
		f.removeUnread(blk)
	}
	edit.DropUnreached(p)
	return p, nil
}

type blockForwarder struct{ p *program.Program }

func (f *blockForwarder) isTemporary(name string) bool {
	return f.p.VarDefs.Has(name) && f.p.Alloc(name) == program.Temporary
}

func (f *blockForwarder) sameType(a, b string) bool {
	t, ok := f.p.TensorTypeOf(a)
	u, ok2 := f.p.TensorTypeOf(b)
	return ok && ok2 && t.Equal(u)
}

// fromSources lets readers of a temporary that is a copy read what it was
// copied from, until that changes.
func (f *blockForwarder) fromSources(blk *program.Block) {
	source := map[string]program.Operand{}
	copies := map[string][]string{} // the other way round
	forget := func(name string) {
		delete(source, name)
		for _, to := range copies[name] {
			if source[to].Name == name {
				delete(source, to)
			}
		}
		delete(copies, name)
	}
	resolve := func(o program.Operand) program.Operand {
		if from, ok := source[o.Name]; ok {
			return from
		}
		return o
	}
	var names []string
	for _, in := range blk.Instrs {
		if pop, ok := in.(*program.PopOp); ok {
			for _, name := range pop.Vars {
				forget(name)
			}
			continue
		}
		ops := edit.Operands(in)
		for i, o := range ops {
			ops[i] = resolve(o)
		}
		names = program.Writes(in, names[:0])
		for _, name := range names {
			forget(name)
		}
		cp, ok := edit.IsCopy(in)
		if !ok || len(cp.In) != len(cp.Out) {
			continue
		}
		written := map[string]bool{}
		for _, name := range names {
			written[name] = true
		}
		for i, o := range cp.Out {
			from := cp.In[i]
			if f.isTemporary(o.Name) && !from.IsLiteral() && !written[from.Name] && f.sameType(o.Name, from.Name) {
				source[o.Name] = from
				copies[from.Name] = append(copies[from.Name], o.Name)
			}
		}
	}
	if o, ok := program.TermOperand(blk.Term); ok {
		blk.Term = program.WithTermOperand(blk.Term, resolve(o))
	}
}

// intoTargets lets an operation whose result is only copied on write where the
// copy goes, if nothing between the two touches that variable.
func (f *blockForwarder) intoTargets(blk *program.Block) {
	finalRead := map[string]int{} // index of the last in the block
	for j, in := range blk.Instrs {
		for _, o := range edit.Operands(in) {
			finalRead[o.Name] = j
		}
	}
	if o, ok := program.TermOperand(blk.Term); ok {
		finalRead[o.Name] = len(blk.Instrs)
	}

	lastRead, lastWrite := map[string]int{}, map[string]int{} // index plus one
	for j, in := range blk.Instrs {
		if cp, ok := edit.IsCopy(in); ok && len(cp.In) == len(cp.Out) {
			inCopy := map[string]int{}
			for _, o := range cp.In {
				inCopy[o.Name]++
			}
			edit.KeepPairs(cp, func(k int) bool {
				t, x := cp.In[k].Name, cp.Out[k]
				i := lastWrite[t] - 1
				switch {
				case t == "", i < 0, !f.isTemporary(t), !f.sameType(t, x.Name):
					return true
				case f.p.VarDefs.Def(x.Name).Scratch && !f.p.VarDefs.Def(t).Scratch: // what all of t is set to counts
					return true
				case finalRead[t] != j, inCopy[t] > 1, lastRead[t]-1 > i: // t is wanted elsewhere
					return true
				case inCopy[x.Name] > 0, lastRead[x.Name]-1 > i, lastWrite[x.Name]-1 >= i: // x is in use
					return true
				}
				from := blk.Instrs[i].(*program.PrimOp)
				for n := range from.Out {
					if from.Out[n].Name == t {
						from.Out[n] = x
					}
				}
				lastWrite[x.Name] = i + 1
				return false
			})
		}
		for _, o := range edit.Operands(in) {
			lastRead[o.Name] = j + 1
		}
		for _, name := range program.Writes(in, nil) {
			lastWrite[name] = j + 1
		}
		if pop, ok := in.(*program.PopOp); ok {
			for _, name := range pop.Vars {
				lastWrite[name] = j + 1
			}
		}
	}
}

// removeUnread drops what only wrote temporaries that nobody reads any more,
// and copies that have nothing left to move.
func (f *blockForwarder) removeUnread(blk *program.Block) {
	wanted := map[string]bool{}
	if o, ok := program.TermOperand(blk.Term); ok {
		wanted[o.Name] = true
	}
	dropped := make([]bool, len(blk.Instrs))
	for j := len(blk.Instrs) - 1; j >= 0; j-- {
		op, ok := blk.Instrs[j].(*program.PrimOp)
		if !ok {
			continue
		}
		keep := func(k int) bool { return !f.isTemporary(op.Out[k].Name) || wanted[op.Out[k].Name] }
		if op.Op == program.OpCopy && len(op.In) == len(op.Out) {
			edit.KeepPairs(op, keep)
		} else if len(op.Out) == 1 && !op.Op.CanFault() && !keep(0) {
			op.Out = nil
		}
		if len(op.Out) == 0 {
			dropped[j] = true
			continue
		}
		for _, o := range op.Out {
			if !o.Push {
				delete(wanted, o.Name)
			}
		}
		for _, o := range op.In {
			wanted[o.Name] = true
		}
	}
	blk.Instrs = edit.Without(blk.Instrs, dropped)
}
