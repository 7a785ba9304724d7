package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A way may store to elements of arrays: lanes that go the other way store what is there. That is known where the
// element was loaded before the branch, as in
//
//	if x < a[i] { a[i] = x }
//
// so that the index is in range for them too; or the index is a literal.

// storeCost is what it costs to store, in all lanes, to an element that was loaded.
const storeCost = 4

// isStore reports whether an instruction replaces an element of an array in place, and not a row of it.
func (pr *predicator) isStore(in program.Instr) (*program.PrimOp, bool) {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op == program.OpCopy || op.Op.Form() != optab.Insert || len(op.Out) != 1 {
		return nil, false
	}
	d := pr.p.VarDefs.Def(op.Out[0].Name)
	return op, !op.In[0].IsLiteral() && op.In[0].Name == op.Out[0].Name && len(op.In)-2 == len(d.Type.Leaf().Shape)
}

// mayStore reports whether a block may run as part of block i, for all lanes, if its stores are made harmless.
func (pr *predicator) mayStore(i, block int) bool {
	if !pr.isBehind(i, block) {
		return false
	}
	for k, in := range pr.b.Graph.Blocks[block].Instrs {
		if edit.Speculatable(pr.p, in) {
			continue
		}
		if _, ok := pr.isStore(in); !ok {
			return false
		}
		if _, ok := pr.stored(i, block, k); !ok {
			return false
		}
	}
	return true
}

// stored returns the variable that has what is in the element to which an instruction of a block stores, for lanes that
// come from block i and go another way. The instruction is behind others of its block, which may have stored to
// other elements.
func (pr *predicator) stored(i, block, instr int) (name string, ok bool) {
	way := pr.b.Graph.Blocks[block].Instrs
	store, _ := pr.isStore(way[instr])
	var written []string
	for _, in := range way[:instr] {
		if _, isStore := pr.isStore(in); !isStore {
			written = program.Writes(in, written)
		}
	}
	blk := pr.b.Graph.Blocks[i].Instrs
	for _, in := range slices.Backward(blk) {
		op, isOp := in.(*program.PrimOp)
		if isOp && op.Op != program.OpCopy && op.Op.Form() == optab.Index && slices.Equal(op.In[1:], store.In[2:]) &&
			op.In[0] == store.In[0] {
			name = op.Out[0].Name
			break
		}
		written = program.Writes(in, written)
	}
	needed := []string{name, store.In[0].Name}
	for _, o := range store.In[2:] {
		if !o.IsLiteral() {
			needed = append(needed, o.Name)
		}
	}
	for _, v := range needed {
		if slices.Contains(written, v) {
			return "", false
		}
	}
	return name, name != ""
}

// wayCost is cost of a block that may have stores.
func (pr *predicator) wayCost(block int) (cost int) {
	if block < 0 {
		return 0
	}
	for _, in := range pr.b.Graph.Blocks[block].Instrs {
		if _, ok := pr.isStore(in); ok {
			cost += storeCost
		} else {
			cost += edit.Cost(pr.p, in)
		}
	}
	return cost
}

// storesOf returns what stored tells of the stores of a way from block i, the empty name where nothing is known.
func (pr *predicator) storesOf(i, block int) map[*program.PrimOp]string {
	if block < 0 {
		return nil
	}
	olds := map[*program.PrimOp]string{}
	for k, in := range pr.b.Graph.Blocks[block].Instrs {
		if op, ok := pr.isStore(in); ok {
			olds[op], _ = pr.stored(i, block, k)
		}
	}
	return olds
}

// store appends a store of a way, which is taken where a condition is as sense says, for all lanes. The variable old
// has what is there; it is loaded if that is empty.
func (pr *predicator) store(
	blk *program.Block, op *program.PrimOp, cond program.Operand, sense bool, old string, rename map[string]string,
) {
	d := pr.p.VarDefs.Def(op.Out[0].Name).Type.Leaf().Dtype
	fresh := func(like string) string {
		name := pr.names.Fresh(like)
		pr.p.VarDefs.Add(name, program.Of(program.Scalar(d)))
		return name
	}
	in := edit.RenamedOperands(op.In, rename)
	proven := op.Proven || edit.CanFault(pr.p, op)
	if old == "" {
		old = fresh(op.Out[0].Name + ".was")
		blk.Instrs = append(blk.Instrs, &program.PrimOp{Op: program.OpcodeFor("index", d), Pos: op.Pos, Proven: proven,
			In: append([]program.Operand{op.In[0]}, in[2:]...), Out: []program.Output{{Name: old}}})
	}
	now := fresh(op.Out[0].Name + ".now")
	choice := []program.Operand{cond, in[1], program.Ref(old)}
	if !sense {
		choice[1], choice[2] = choice[2], choice[1]
	}
	in[0], in[1] = op.In[0], program.Ref(now)
	blk.Instrs = append(blk.Instrs,
		&program.PrimOp{Op: program.OpcodeFor("select", d), Pos: op.Pos, In: choice,
			Out: []program.Output{{Name: now}}},
		&program.PrimOp{Op: op.Op, Pos: op.Pos, In: in, Out: op.Out, Within: op.Within, Proven: proven})
}
