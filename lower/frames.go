package lower

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// frames says where the frames of one body's full variables end between its
// blocks. Inside a block a frame ends after its variable's last use; a variable
// that is live on one way out of a branch only needs a pop on the other.
//
// What all ways into a block bring along and it does not need is popped in the
// block. What only some of them bring is popped on the way: at the end of the
// predecessor if it can go nowhere else, in a block of its own otherwise.
type frames struct {
	arriving []flow.Set // of each block (and the exit): stacked variables with frames on every way in
	leaving  []flow.Set // of each block: those with frames before its terminator
	edges    []*program.Block
	byPops   map[string]string // edge blocks by target and what they pop
}

// placeFrames computes the frames of the body being lowered.
func (l *lowerer) placeFrames() *frames {
	f := l.live.Shape
	fr := &frames{byPops: map[string]string{}}
	live := flow.NewSet(l.vars.Len())
	for i := range f.Blocks {
		l.live.BeforeTerm(i, live)
		fr.leaving = append(fr.leaving, l.stacked.Narrow(live))
	}
	for i := range f.Exit() + 1 {
		var arriving flow.Set
		if i == 0 { // the caller has pushed the parameters
			arriving = l.stacked.Set(l.b.In)
		}
		for _, pred := range f.Preds[i] {
			if arriving == nil {
				arriving = fr.leaving[pred].Clone()
			} else {
				arriving.RetainAll(fr.leaving[pred])
			}
		}
		if i == f.Exit() { // nothing runs there that could pop
			arriving = l.stacked.Set(l.b.Out)
		}
		fr.arriving = append(fr.arriving, arriving)
	}
	return fr
}

// onEdge returns what must be popped between two blocks.
func (fr *frames) onEdge(from, to int) flow.Set {
	pops := fr.leaving[from].Clone()
	pops.RemoveAll(fr.arriving[to])
	return pops
}

// edgeBlock returns the label that a branch of block from goes to instead of
// label: label itself, or a block that pops, or returns, on the way there.
func (l *lowerer) edgeBlock(from int, label string, pos program.Pos) string {
	pops := l.stacked.List(l.frames.onEdge(from, l.live.Shape.Index(label)))
	returns := label == program.Exit && !l.b.IsMain()
	if len(pops) == 0 && !returns {
		return label
	}
	key := label
	for _, name := range pops {
		key += " " + name
	}
	if name, ok := l.frames.byPops[key]; ok {
		return name
	}
	blk := &program.Block{Term: program.GotoOp{Target: label, Pos: pos}}
	if len(pops) > 0 {
		blk.Instrs = []program.Instr{&program.PopOp{Vars: pops, Pos: pos}}
	}
	if returns {
		blk.Name = l.blocks.Fresh(l.b.Name + ".return")
		blk.Term = program.IndirectGotoOp{Pos: pos}
	} else {
		blk.Name = l.blocks.Fresh(label + ".pop")
	}
	l.frames.byPops[key] = blk.Name
	l.frames.edges = append(l.frames.edges, blk)
	return blk.Name
}
