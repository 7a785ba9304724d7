package reshape

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// predicateLimit is the greatest cost, in additions, of what a branch is
// replaced for. The machine runs a block for all lanes of a gang at once, so a
// branch whose ways are shorter than this costs more than both ways together.
const predicateLimit = 24

// predicate replaces short branches by selects (if-conversion): where both ways
// of a branch meet again, and neither can fault nor takes long, all lanes go
// both ways and each keeps the results of its own. Lanes stay together, and a
// step of the machine does the work of three or four. (Allen, Kennedy,
// Porterfield and Warren, "Conversion of control dependence to data dependence",
// 1983.)
//
// A branch on a uniform stays. All lanes go one way of it anyhow, and going both
// was slower in every measurement, down to ways of one addition.
func predicate(p *program.Program) (*program.Program, error) {
	names, blocks := edit.NewVarNamer(p), edit.NewBlockNamer(p)
	for _, b := range edit.Bodies(p) {
		// A branch inside another's way is replaced a round before it.
		for again := true; again; again = unite(b) {
			for predicateRound(p, b, names, blocks) {
				edit.TidyBlocks(b)
			}
		}
	}
	edit.DropUnreached(p)
	return p, nil
}

// predicateRound replaces branches that have no blocks in common, and reports
// whether there were any.
func predicateRound(p *program.Program, b *edit.Body, names, blocks *edit.Namer) bool {
	pr := &predicator{p: p, b: b, names: names, blocks: blocks, shape: program.NewShape(b.Graph), storing: true}
	pr.touched = make([]bool, len(b.Graph.Blocks)+1)
	changed := false
	for i, blk := range b.Graph.Blocks {
		if t, ok := blk.Term.(program.BranchOp); ok && p.VarDefs.Has(t.Cond.Name) && !pr.touched[i] {
			changed = pr.convert(i, t) || pr.merge(i) || changed
		}
	}
	b.Graph.Blocks = append(b.Graph.Blocks, pr.added...)
	return changed
}

type predicator struct {
	p       *program.Program
	b       *edit.Body
	names   *edit.Namer // of variables
	blocks  *edit.Namer
	shape   *program.Shape
	loops   *flow.Loops    // nil until they are needed
	live    *edit.Liveness // of the body as it was when the round began; nil until it is needed
	sets    [2]flow.Set
	touched []bool // blocks that this round has changed
	added   []*program.Block
	storing bool // ways may store to arrays
}

// way is one side of a branch: a block of its own, or nothing.
type way struct {
	block int // -1 for none
	join  int // where it leads
}

func (pr *predicator) convert(i int, t program.BranchOp) bool {
	then, other, ok := pr.meet(i, t)
	if !ok || pr.cost(then.block, true)+pr.cost(other.block, true) > predicateLimit {
		return false
	}
	pr.look()
	blk := pr.b.Graph.Blocks[i]
	pr.touched[i] = true
	thenStores := pr.storesOf(i, then.block, t.Cond, true)
	otherStores := pr.storesOf(i, other.block, t.Cond, false)
	otherStores.follow(thenStores)
	thenNames, otherNames := pr.take(blk, then.block, thenStores), pr.take(blk, other.block, otherStores)
	after := pr.sets[0]
	pr.live.AddStart(then.join, after)
	blk.Instrs = append(blk.Instrs, pr.selects(t, after, after, thenNames, otherNames)...)
	blk.Term = program.GotoOp{Target: pr.label(then.join), Pos: t.Pos}
	return true
}

// look finds out what is live before anything is changed, and empties the sets for
// it.
func (pr *predicator) look() {
	if pr.live == nil {
		pr.live = edit.NewLiveness(pr.b, edit.Number(pr.p))
		for i := range pr.sets {
			pr.sets[i] = flow.NewSet(pr.live.Vars.Len())
		}
	}
	for _, s := range pr.sets {
		s.Clear()
	}
}

func (pr *predicator) label(block int) string {
	if block == pr.shape.Exit() {
		return program.Exit
	}
	return pr.b.Graph.Blocks[block].Name
}

// meet returns the two ways of a branch if they meet at once.
func (pr *predicator) meet(i int, t program.BranchOp) (then, other way, ok bool) {
	f := pr.shape
	a, b := f.Index(t.Then), f.Index(t.Else)
	then, thenOK := pr.side(i, a)
	other, otherOK := pr.side(i, b)
	switch {
	case a == b:
		return then, other, false
	case thenOK && otherOK && then.join == other.join:
		return then, other, true
	case thenOK && then.join == b:
		return then, way{-1, b}, true
	case otherOK && other.join == a:
		return way{-1, a}, other, true
	}
	return then, other, false
}

// side returns the way through a block that only block i leads to.
func (pr *predicator) side(i, block int) (way, bool) {
	if !pr.mayTake(i, block, pr.storing) {
		return way{}, false
	}
	t, ok := pr.b.Graph.Blocks[block].Term.(program.GotoOp)
	return way{block, pr.shape.Index(t.Target)}, ok && pr.shape.Index(t.Target) != i
}

// mayTake reports whether a block may run as part of block i, for all lanes:
// only i leads to it, and its instructions are harmless, or stores that can be made so.
func (pr *predicator) mayTake(i, block int, storing bool) bool {
	f := pr.shape
	if block == f.Exit() || block == 0 || block == i || pr.touched[block] || len(f.Preds[block]) != 1 {
		return false
	}
	for k, in := range pr.b.Graph.Blocks[block].Instrs {
		if !edit.Speculatable(pr.p, in) && !(storing && pr.mayStore(i, block, k)) {
			return false
		}
	}
	return true
}

// cost estimates what a block's instructions cost, -1 being no block, whose stores may be made harmless.
func (pr *predicator) cost(block int, storing bool) int {
	if block < 0 {
		return 0
	}
	cost := 0
	for _, in := range pr.b.Graph.Blocks[block].Instrs {
		if _, ok := pr.isStore(in); ok && storing {
			cost += storeCost
		} else {
			cost += edit.Cost(pr.p, in)
		}
	}
	return cost
}

// take appends a block's instructions to another, writing to new variables, and returns their names. Its stores are
// made harmless, if they are given.
func (pr *predicator) take(blk *program.Block, block int, harmless *stores) map[string]string {
	rename := map[string]string{}
	if block < 0 {
		return rename
	}
	pr.touched[block] = true
	for _, in := range pr.b.Graph.Blocks[block].Instrs {
		op, ok := pr.isStore(in)
		if ok && harmless != nil && rename[op.In[0].Name] == "" { // else the way has an array of its own
			pr.store(blk, op, harmless, rename)
		} else {
			pr.takeInstr(blk, in, rename)
		}
	}
	return rename
}

// takeInstr appends an instruction to a block, writing to new variables, whose names it notes.
func (pr *predicator) takeInstr(blk *program.Block, in program.Instr, rename map[string]string) {
	op := in.(*program.PrimOp)
	taken := &program.PrimOp{Op: op.Op, In: edit.RenamedOperands(op.In, rename), Pos: op.Pos, Within: op.Within}
	for _, out := range op.Out {
		d := pr.p.VarDefs.Def(out.Name)
		name := pr.names.Fresh(out.Name + ".way")
		pr.p.VarDefs.Add(name, d.Type)
		taken.Out = append(taken.Out, program.Output{Name: name})
	}
	for k, out := range op.Out {
		rename[out.Name] = taken.Out[k].Name
	}
	blk.Instrs = append(blk.Instrs, taken)
}

// selects gives each variable in after that a way has written under another
// name its value: then's where the branch's condition holds, else other's, each
// being the variable itself where the way does not write it. A variable that is
// not in both can have its new value everywhere; it is copied. The
// condition's own variable comes last.
func (pr *predicator) selects(t program.BranchOp, after, both flow.Set, then, other map[string]string) []program.Instr {
	var list, last []program.Instr
	for v := range after.All() {
		name := pr.live.Vars.Name(v)
		a, b := edit.RenamedName(name, then), edit.RenamedName(name, other)
		if a == name && b == name {
			continue
		}
		out := []program.Output{{Name: name}}
		var in program.Instr
		if both.Has(v) {
			in = &program.PrimOp{
				Op: program.OpcodeFor("select", pr.p.VarDefs.Def(name).Type.Leaf().Dtype), Pos: t.Pos,
				In: []program.Operand{t.Cond, program.Ref(a), program.Ref(b)}, Out: out,
			}
		} else {
			if a == name {
				a = b
			}
			in = &program.PrimOp{Op: program.OpCopy, Pos: t.Pos, In: []program.Operand{program.Ref(a)}, Out: out}
		}
		if name == t.Cond.Name {
			last = append(last, in)
		} else {
			list = append(list, in)
		}
	}
	return append(list, last...)
}
