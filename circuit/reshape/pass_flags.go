package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// The limits of what lanes take along past branches.
const (
	flagsCost   = 6  // of what is repeated on one way, in additions
	flagsBlocks = 4  // that one way passes
	flagsMost   = 64 // instructions that are repeated in a function
	flagsRounds = 4
)

// flags sends lanes that have just set a variable past the branches that ask for it: "found = true" leaves the loop
// "for i < n && !found" at once. What stands between is repeated on that way (jump threading: S. Muchnick, "Advanced
// Compiler Design and Implementation", 1997, 18.11). A loop is not entered but by its first block, and stays one.
//
// The program goes through package circuit once more if that was of use: nobody may need the variable any more.
func flags(p *program.Program, o circuit.Options) (*program.Program, error) {
	if !passBranches(p, func(Passed) {}) {
		return p, nil
	}
	return optimise(p, o)
}

// passBranches opens ways past branches, tells about each, and reports whether there were any.
func passBranches(p *program.Program, tell func(Passed)) (changed bool) {
	t := &threader{p: p, blocks: edit.NewBlockNamer(p), tell: tell}
	for _, b := range edit.Bodies(p) {
		t.repeated = 0
		for range flagsRounds {
			if !t.body(b) {
				break
			}
			changed = true
			newConstants(p, program.NewShape(b.Graph)).replace()
			edit.TidyBlocks(b)
		}
	}
	return changed
}

// threader finds ways past branches.
type threader struct {
	p        *program.Program
	blocks   *edit.Namer
	tell     func(Passed)
	f        *program.Shape
	c        *constants
	loops    []*flow.Loop // by the block that one begins with
	jumps    map[int]bool // by block that ends with a jump, whether the way past leads on from there
	answered map[int]bool // by block, whether all ways to it pass the branch behind it
	repeated int          // instructions of the body so far
}

// past is where a way leads behind the branches that it passes, and what it takes along.
type past struct {
	to     string
	instrs []program.Instr
	asks   string // the block of the last branch
	known  bool   // the branch has one way there
	taken  bool   // lanes may take it
}

// body changes the ways of a body, and reports whether there was one to change.
func (t *threader) body(b *edit.Body) (changed bool) {
	t.f = program.NewShape(b.Graph)
	t.c = newConstants(t.p, t.f)
	t.jumps, t.answered = map[int]bool{}, map[int]bool{}
	t.loops = make([]*flow.Loop, len(t.f.Blocks)+1)
	for _, l := range flow.NewLoops(t.f.Graph).All {
		t.loops[l.Header] = l
	}
	var made []*program.Block
	terms := make([]program.Terminator, len(t.f.Blocks)) // ways are looked for in the body as it is
	for i, blk := range t.f.Blocks {
		if terms[i] = blk.Term; !t.c.at[i].reached() {
			continue
		}
		terms[i] = blk.Term.WithTargets(func(label string) string {
			way := t.follow(i, label)
			if !way.taken || !t.isAnswered(label) {
				return label
			}
			changed = true
			t.tell(Passed{b.Name, blk.Name, way.to, way.asks, len(way.instrs)})
			if len(way.instrs) == 0 {
				return way.to
			}
			t.repeated += len(way.instrs)
			n := &program.Block{Name: t.blocks.Fresh(label), Instrs: edit.CloneInstrs(way.instrs),
				Term: program.GotoOp{Target: way.to, Pos: blk.Term.Position()}}
			made = append(made, n)
			return n.Name
		})
	}
	for i, term := range terms {
		t.f.Blocks[i].Term = term
	}
	b.Graph.Blocks = append(b.Graph.Blocks, made...)
	return changed
}

// isAnswered reports whether all ways to a block pass the branch behind it: nobody asks there any more. Where somebody
// does, as in "if p < 0 { p = 0 }" before "p > 0", a choice is less than a way of its own.
func (t *threader) isAnswered(label string) bool {
	b := t.f.Index(label)
	answered, known := t.answered[b]
	if !known {
		answered = !slices.ContainsFunc(t.f.Preds[b], func(from int) bool {
			return t.c.at[from].reached() && !t.follow(from, label).known
		})
		t.answered[b] = answered
	}
	return answered
}

// follow returns where lanes go that leave a block for another, if they pass a branch whose way is known.
func (t *threader) follow(from int, label string) past {
	if b := t.f.Index(label); b == t.f.Exit() || len(t.f.Preds[b]) < 2 {
		return past{} // what is known there is known to the circuit
	}
	k := t.edge(from, label)
	way := past{to: label}
	cost := 0
	for range flagsBlocks {
		b := t.f.Index(way.to)
		if b == t.f.Exit() {
			break
		}
		blk := t.f.Blocks[b]
		for _, in := range blk.Instrs {
			if _, call := in.(*program.FunctionCallOp); call {
				return past{}
			}
			if cost += edit.Cost(t.p, in); cost > flagsCost {
				return past{}
			}
		}
		way.instrs = append(way.instrs, blk.Instrs...)
		if t.repeated+len(way.instrs) > flagsMost || t.follows(b) { // once for all that come there
			return past{}
		}
		k = t.c.end(b, k).clone()
		to := t.c.open(blk.Term, k)
		if len(to) != 1 {
			return past{}
		}
		_, jump := blk.Term.(program.GotoOp)
		if t.loops[b] != nil && t.loops[b].Contains(t.f.Index(to[0])) {
			return past{known: !jump}
		}
		if way.to = to[0]; !jump {
			way.known, way.taken, way.asks = true, true, blk.Name
			return way
		}
	}
	return past{}
}

// follows reports whether the way past leads on from a block that ends with a jump, whoever comes there.
func (t *threader) follows(b int) bool {
	jump, ok := t.f.Blocks[b].Term.(program.GotoOp)
	if !ok || !t.c.at[b].reached() {
		return false
	}
	follows, known := t.jumps[b]
	if !known {
		t.jumps[b] = false // if it leads to itself
		follows = t.follow(b, jump.Target).known
		t.jumps[b] = follows
	}
	return follows
}

// edge returns what is known on the way from a block to one that it may lead to.
func (t *threader) edge(from int, label string) known {
	k := t.c.end(from, t.c.at[from]).clone()
	t.c.went(t.f.Blocks[from].Term, label, &k)
	return k
}
