package reshape

import (
	"math"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Code that runs one lane at a time goes one way of a branch, and waits where the processor
// expected the other. A conditional move does not wait, but needs both values: it is better
// where these take an operation or two. The limits are those of Go's compiler, so that a
// branch is removed only where Go's compiler would remove it too.
const (
	chooseOneSided = 2 // operations, where the other way is empty
	chooseTwoSided = 1 // on each way
	chooseBoth     = 1 // variables, where neither is empty
)

// choose replaces a branch around next to nothing that gives integers by selects.
func choose(p *program.Program) (*program.Program, error) {
	names, blocks := edit.NewVarNamer(p), edit.NewBlockNamer(p)
	for _, b := range edit.Bodies(p) {
		for {
			pr := &predicator{p: p, b: b, names: names, blocks: blocks, shape: program.NewShape(b.Graph)}
			pr.touched = make([]bool, len(b.Graph.Blocks)+1)
			if !pr.choose(placing(b)) {
				break
			}
			edit.TidyBlocks(b)
		}
	}
	edit.DropUnreached(p)
	return p, nil
}

// choose replaces branches that have no blocks in common, and reports whether there were
// any.
func (pr *predicator) choose(places map[string]bool) bool {
	changed := false
	for i, blk := range pr.b.Graph.Blocks {
		t, ok := blk.Term.(program.BranchOp)
		if !ok || !pr.p.VarDefs.Has(t.Cond.Name) || pr.touched[i] {
			continue
		}
		then, other, ok := pr.meet(i, t)
		if !ok {
			continue
		}
		a, b := pr.operations(then), pr.operations(other)
		if min(a, b) == 0 && max(a, b) > chooseOneSided || min(a, b) > 0 && max(a, b) > chooseTwoSided {
			continue
		}
		most := math.MaxInt
		if min(a, b) > 0 {
			most = chooseBoth
		}
		if n, ok := pr.chosen(then, other, places); ok && n > 0 && n <= most {
			changed = pr.convert(i, t) || changed
		}
	}
	return changed
}

// chosen returns how many variables two ways give, and whether they are integers that are not places.
func (pr *predicator) chosen(then, other way, places map[string]bool) (n int, ok bool) {
	pr.look()
	after := pr.sets[0]
	pr.live.AddStart(then.join, after)
	seen := map[string]bool{}
	for _, w := range []way{then, other} {
		if w.block < 0 {
			continue
		}
		for _, in := range pr.b.Graph.Blocks[w.block].Instrs {
			for _, name := range program.Writes(in, nil) {
				if v, ok := pr.live.Vars.Operand(program.Ref(name)); !ok || !after.Has(v) || seen[name] {
					continue
				}
				seen[name] = true
				t, ok := pr.p.TensorTypeOf(name)
				if !ok || len(t.Shape) > 0 || !t.Dtype.IsInt() || places[name] {
					return 0, false
				}
			}
		}
	}
	return len(seen), true
}

// operations is how many operations a way has besides copies, or too many if one of them
// takes long.
func (pr *predicator) operations(w way) (n int) {
	if w.block < 0 {
		return 0
	}
	for _, in := range pr.b.Graph.Blocks[w.block].Instrs {
		op := in.(*program.PrimOp)
		if op.Op == program.OpCopy {
			continue
		}
		info := op.Op.Info()
		if info.Type.IsFloat() || info.Row.Form != optab.Elementwise || info.Row.Name == "div" ||
			info.Row.Name == "rem" {
			return math.MaxInt
		}
		n++
	}
	return n
}

// placing are the variables of which places of elements are computed. A load waits for what
// is chosen, and not for what is expected.
func placing(b *edit.Body) map[string]bool {
	places := map[string]bool{}
	for before := -1; before < len(places); {
		before = len(places)
		for _, blk := range b.Graph.Blocks {
			for _, in := range blk.Instrs {
				for _, o := range placedBy(in, places) {
					if !o.IsLiteral() {
						places[o.Name] = true
					}
				}
			}
		}
	}
	return places
}

// placedBy returns the operands of which an instruction computes places of elements, given variables of which some are
// computed.
func placedBy(in program.Instr, places map[string]bool) (from []program.Operand) {
	op, ok := in.(*program.PrimOp)
	switch {
	case !ok:
	case op.Op == program.OpCopy && len(op.In) == len(op.Out):
		for i, out := range op.Out {
			if places[out.Name] {
				from = append(from, op.In[i])
			}
		}
	case op.Op.Form() == optab.Index:
		return op.In[1:]
	case places[op.Out[0].Name]:
		return op.In
	}
	return from
}
