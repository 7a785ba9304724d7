package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// Two branches in a row are decided at once where the block between them may
// run for all lanes: "a && b", and a loop that is left in the middle.

// follow is a block B that one way of block A's branch leads to, and that
// ends in a branch itself.
type follow struct {
	block int              // B
	enter bool             // A's condition where lanes go on to B
	aside int              // where A's other way leads
	term  program.BranchOp // B's
}

// merge takes the block after a branch into the block before it, and reports
// whether it did.
func (pr *predicator) merge(i int) bool {
	t := pr.b.Graph.Blocks[i].Term.(program.BranchOp)
	f := pr.shape
	a, b := f.Index(t.Then), f.Index(t.Else)
	if a == b {
		return false
	}
	for _, fo := range []follow{{block: a, enter: true, aside: b}, {block: b, enter: false, aside: a}} {
		if pr.canFollow(i, &fo) && (pr.mergeShared(i, t, fo) || pr.mergeExits(i, t, fo)) {
			return true
		}
	}
	return false
}

func (pr *predicator) canFollow(i int, fo *follow) bool {
	if !pr.mayTake(i, fo.block, false) || pr.cost(fo.block, false) > predicateLimit {
		return false
	}
	var ok bool
	fo.term, ok = pr.b.Graph.Blocks[fo.block].Term.(program.BranchOp)
	return ok && !fo.term.Cond.IsLiteral() && fo.term.Then != fo.term.Else
}

// mergeShared handles a B that may go where A may go without it:
//
//	A: branch a, B, X     B: branch b, Y, X     becomes     branch a and b, Y, X
func (pr *predicator) mergeShared(i int, t program.BranchOp, fo follow) bool {
	f := pr.shape
	var on string
	var sense bool // B's condition where lanes go on to Y
	switch fo.aside {
	case f.Index(fo.term.Else):
		on, sense = fo.term.Then, true
	case f.Index(fo.term.Then):
		on, sense = fo.term.Else, false
	default:
		return false
	}
	pr.absorb(i, t, fo, sense, on, nil)
	return true
}

// mergeExits handles a loop that A and B both may leave, to different blocks:
// lanes that leave by either are told apart afterwards.
//
//	A: branch a, B, X     B: branch b, loop, Y
//
// becomes "branch a and b, loop, E" and a new block "E: branch a, Y, X".
func (pr *predicator) mergeExits(i int, t program.BranchOp, fo follow) bool {
	f := pr.shape
	stay, leave, sense := fo.term.Then, fo.term.Else, true
	if !f.Reaches(f.Index(stay), i) {
		stay, leave, sense = leave, stay, false
	}
	if !f.Reaches(f.Index(stay), i) || f.Reaches(f.Index(leave), i) || f.Reaches(fo.aside, i) {
		return false
	}
	blk := pr.b.Graph.Blocks[i]
	cond := t.Cond
	if pr.writes(fo.block, cond.Name) { // it is asked once more behind both
		cond = program.Ref(pr.flag(cond.Name + ".kept"))
		blk.Instrs = append(blk.Instrs, &program.PrimOp{Op: program.OpCopy, In: []program.Operand{t.Cond},
			Out: []program.Output{{Name: cond.Name}}, Pos: t.Pos})
	}
	exit := &program.Block{Name: pr.blocks.Fresh(blk.Name + ".exit")}
	then, other := leave, pr.label(fo.aside)
	if !fo.enter {
		then, other = other, then
	}
	exit.Term = program.BranchOp{Cond: cond, Then: then, Else: other, Pos: t.Pos}
	pr.added = append(pr.added, exit)
	pr.absorb(i, t, fo, sense, stay, exit)
	return true
}

// writes reports whether a block writes a variable.
func (pr *predicator) writes(block int, name string) bool {
	return slices.ContainsFunc(pr.b.Graph.Blocks[block].Instrs, func(in program.Instr) bool {
		return slices.Contains(program.Writes(in, nil), name)
	})
}

// flag returns a new variable for a condition.
func (pr *predicator) flag(like string) string {
	name := pr.names.Fresh(like)
	pr.p.VarDefs.Add(name, program.Of(program.Scalar(program.Bool)))
	return name
}

// absorb appends B's instructions to A, which then ends with the branch to on
// for the lanes that entered B and found its condition as sense says, and to
// exit for all others, or to where A leads without B if there is none. What lanes need that do not go to B keeps its
// value in them.
func (pr *predicator) absorb(i int, t program.BranchOp, fo follow, sense bool, on string, exit *program.Block) {
	pr.look()
	blk := pr.b.Graph.Blocks[i]
	pr.touched[i] = true
	then := pr.take(blk, fo.block, nil)

	after, aside := pr.sets[0], pr.sets[1]
	pr.live.AddStart(fo.aside, aside)
	leave := fo.term.Else
	if leave == on {
		leave = fo.term.Then
	}
	inside, behind := pr.partCounters(i, t, fo, pr.shape.Index(leave), aside, then)
	off := pr.label(fo.aside)
	switch {
	case exit != nil:
		exit.Instrs, off = behind, exit.Name
	case len(behind) > 0:
		exit = &program.Block{Name: pr.blocks.Fresh(blk.Name + ".exit"), Instrs: behind,
			Term: program.GotoOp{Target: off, Pos: t.Pos}}
		pr.added, off = append(pr.added, exit), exit.Name
	}

	name := pr.flag(t.Cond.Name + ".both")
	cond := edit.RenamedOperand(fo.term.Cond, then)
	row, in, target, otherwise := "and", []program.Operand{t.Cond, cond}, on, off
	switch {
	case fo.enter && !sense:
		row = "andnot"
	case !fo.enter && sense:
		row, in = "andnot", []program.Operand{cond, t.Cond}
	case !fo.enter && !sense:
		row, target, otherwise = "or", off, on
	}
	blk.Instrs = append(blk.Instrs, &program.PrimOp{
		Op: program.OpcodeFor(row, program.Bool), In: in, Out: []program.Output{{Name: name}}, Pos: t.Pos,
	})
	blk.Term = program.BranchOp{Cond: program.Ref(name), Then: target, Else: otherwise, Pos: t.Pos}

	after.Clear()
	pr.live.AddEnd(fo.block, after)
	after.AddAll(aside)
	blk.Instrs = append(blk.Instrs, inside...)
	var other map[string]string
	if !fo.enter {
		then, other = other, then
	}
	blk.Instrs = append(blk.Instrs, pr.selects(t, after, aside, then, other)...)
}
