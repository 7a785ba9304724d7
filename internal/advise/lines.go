package advise

import (
	"cmp"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// BlockRun is how often a block of a lowered program was run by kernels, and by how many active lanes
// over all of these runs.
type BlockRun struct{ Runs, Lanes int64 }

// Line is what a line of the source had of a run.
type Line struct {
	Pos program.Pos // without a column
	// Work is its share of the time, as the prices estimate it.
	Work float64
	// Lanes is which share of the lanes in flight were active where it ran.
	Lanes float64
}

// Profile is where a run spent its time, and where its lanes parted.
type Profile struct {
	// Lines are the lines of the source, the most work first.
	Lines []Line
	// Lanes is which share of the lanes in flight were active, weighted by work.
	Lanes float64
	// Parting are the lines whose branches the lanes left in different ways, the costliest first: their
	// Work is the share of the time that was spent on lanes which were not active behind them.
	Parting []Line
}

// tally adds up what there is of a line, in nanoseconds of lanes.
type tally struct{ work, active float64 }

// Measure tells where a run of a lowered program by kernels spent its time. The gang is how many lanes
// were in flight; runs has an entry for each block.
func Measure(p *program.Program, gang int, runs []BlockRun) Profile {
	a := &advisor{p: p, shape: newShape(p)}
	lines, parting := map[program.Pos]*tally{}, map[program.Pos]*tally{}
	add := func(to map[program.Pos]*tally, pos program.Pos, work, active float64) {
		pos = pos.In(p.File)
		pos.Col = 0
		if to[pos] == nil {
			to[pos] = &tally{}
		}
		to[pos].work += work
		to[pos].active += active
	}
	ways := a.branches()
	var all tally
	for i, b := range p.Graph.Blocks {
		dense, active := float64(runs[i].Runs)*float64(gang), float64(runs[i].Lanes)
		if dense == 0 {
			continue
		}
		pos := firstPos(b)
		before := all
		for _, in := range b.Instrs {
			if in.Position().IsValid() {
				pos = in.Position()
			}
			each := a.instruction(in)
			add(lines, pos, each*dense, each*active)
			all.work += each * dense
			all.active += each * active
		}
		if b.Term.Position().IsValid() {
			pos = b.Term.Position()
		}
		add(lines, pos, blockPrice*dense, blockPrice*active)
		all.work += blockPrice * dense
		all.active += blockPrice * active
		for d, share := range a.blame(ways[i], i, runs, gang) {
			part := share * (all.work - before.work)
			add(parting, p.Graph.Blocks[d].Term.Position(), part, share*(all.active-before.active))
		}
	}
	if all.work == 0 {
		return Profile{}
	}
	return Profile{
		Lanes:   all.active / all.work,
		Lines:   ranked(lines, func(t *tally) float64 { return t.work / all.work }),
		Parting: ranked(parting, func(t *tally) float64 { return (t.work - t.active) / all.work }),
	}
}

// ranked lists lines by a share of the work, the greatest first.
func ranked(lines map[program.Pos]*tally, share func(*tally) float64) []Line {
	var list []Line
	for pos, t := range lines {
		if t.work > 0 {
			list = append(list, Line{Pos: pos, Work: share(t), Lanes: t.active / t.work})
		}
	}
	slices.SortFunc(list, func(x, y Line) int {
		return cmp.Or(cmp.Compare(y.Work, x.Work), cmp.Compare(x.Pos.File, y.Pos.File),
			cmp.Compare(x.Pos.Line, y.Pos.Line))
	})
	return list
}

func firstPos(b *program.Block) program.Pos {
	for _, in := range b.Instrs {
		if in.Position().IsValid() {
			return in.Position()
		}
	}
	return b.Term.Position()
}

// instruction is what an instruction costs kernels, for each lane of a gang that is full.
func (a *advisor) instruction(in program.Instr) float64 {
	op, ok := in.(*program.PrimOp)
	if !ok {
		return moveTogether // a pop
	}
	each := a.priceOf(op, 1).kernels
	for _, o := range op.Out {
		if o.Push {
			each += moveTogether
		}
	}
	return each
}

// branches returns, for each block, the blocks through which all lanes come to it and which have several
// successors, the nearest first.
func (a *advisor) branches() [][]int {
	blocks := a.p.Graph.Blocks
	succs := make([][]int, len(blocks)+1)
	for i, b := range blocks {
		succs[i] = a.shape.Succs[i]
		if call, ok := b.Term.(program.PushGotoOp); ok {
			succs[i] = append(slices.Clone(succs[i]), a.shape.Index(call.Target))
		}
	}
	idom := flow.NewDominators(flow.NewGraph(succs)).Idom
	ways := make([][]int, len(blocks))
	for i := range ways {
		for d := i; idom[d] >= 0 && idom[d] != d; {
			d = idom[d]
			if term := blocks[d].Term; len(term.Targets()) > 1 && term.Position().IsValid() {
				ways[i] = append(ways[i], d)
			}
		}
	}
	return ways
}

// blame divides what a block cost among the branches before it: by how much fewer lanes were active
// behind each.
func (a *advisor) blame(branches []int, block int, runs []BlockRun, gang int) map[int]float64 {
	active := func(b int) float64 { return float64(runs[b].Lanes) / (float64(max(1, runs[b].Runs)) * float64(gang)) }
	shares, all, behind := map[int]float64{}, 0.0, active(block)
	for _, d := range branches {
		if lost := active(d) - behind; lost > 0 {
			shares[d] = lost
			all += lost
		}
		behind = active(d)
	}
	for d := range shares {
		shares[d] /= all
	}
	return shares
}
