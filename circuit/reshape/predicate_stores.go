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

// stores are those of a way, which is taken where a condition is as sense says, and by store the variable that has what
// is in the element in the lanes of the other way; the empty name where it has to be loaded.
type stores struct {
	cond  program.Operand
	sense bool
	olds  map[*program.PrimOp]string
}

// storesOf returns the stores of a block that is a way from block i.
func (pr *predicator) storesOf(i, block int, cond program.Operand, sense bool) *stores {
	s := &stores{cond, sense, map[*program.PrimOp]string{}}
	if block >= 0 {
		for k, in := range pr.b.Graph.Blocks[block].Instrs {
			if op, ok := pr.isStore(in); ok {
				s.olds[op], _ = pr.stored(i, block, k)
			}
		}
	}
	return s
}

// follow forgets what was in arrays to which the lanes of the other way have stored when those of this one do.
func (s *stores) follow(first *stores) {
	changed := map[string]bool{}
	for op := range first.olds {
		changed[op.Out[0].Name] = true
	}
	for op := range s.olds {
		if changed[op.Out[0].Name] {
			s.olds[op] = ""
		}
	}
}

// mayStore reports whether an instruction of a block is a store that can be made harmless for lanes that come from
// block i and go another way.
func (pr *predicator) mayStore(i, block, instr int) bool {
	if _, ok := pr.isStore(pr.b.Graph.Blocks[block].Instrs[instr]); !ok {
		return false
	}
	_, ok := pr.stored(i, block, instr)
	return ok
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

// store appends a store of a way for all lanes: those of the other way store what is there.
func (pr *predicator) store(blk *program.Block, op *program.PrimOp, way *stores, rename map[string]string) {
	d := pr.p.VarDefs.Def(op.Out[0].Name).Type.Leaf().Dtype
	fresh := func(like string) string {
		name := pr.names.Fresh(like)
		pr.p.VarDefs.Add(name, program.Of(program.Scalar(d)))
		return name
	}
	in := edit.RenamedOperands(op.In, rename)
	proven := op.Proven || edit.CanFault(pr.p, op)
	old := way.olds[op]
	if old == "" {
		old = fresh(op.Out[0].Name + ".was")
		blk.Instrs = append(blk.Instrs, &program.PrimOp{Op: program.OpcodeFor("index", d), Pos: op.Pos, Proven: proven,
			In: append([]program.Operand{op.In[0]}, in[2:]...), Out: []program.Output{{Name: old}}})
	}
	now := fresh(op.Out[0].Name + ".now")
	choice := []program.Operand{way.cond, in[1], program.Ref(old)}
	if !way.sense {
		choice[1], choice[2] = choice[2], choice[1]
	}
	in[0], in[1] = op.In[0], program.Ref(now)
	blk.Instrs = append(blk.Instrs,
		&program.PrimOp{Op: program.OpcodeFor("select", d), Pos: op.Pos, In: choice,
			Out: []program.Output{{Name: now}}},
		&program.PrimOp{Op: op.Op, Pos: op.Pos, In: in, Out: op.Out, Within: op.Within, Proven: proven})
}
