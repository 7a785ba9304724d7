package tiers

import (
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// work is what a lane does, as the machine counted it in a slice: through how many blocks it
// went, and how many operations those have, each as many as additions take its time. It tells
// what engines cannot do better than, and about what one does that was not made yet.
type work struct{ blocks, ops float64 }

// What a block and an operation take at least, or likely, in nanoseconds. Over the workloads the
// machine takes 1.5 to 20 for a block and 0.03 to 3 for an operation, and code for one lane 0.05
// to 0.8 for an operation, 0.1 in the middle.
const (
	blockFloor   = 0.8
	opFloor      = 0.02
	oneOpFloor   = 0.04
	oneOpUsually = 0.1
)

// floor is what a lane takes at least in an engine; 0 if nothing is known.
func (w work) floor(engine string) float64 {
	switch engine {
	case off:
		return blockFloor*w.blocks + opFloor*w.ops
	case Scalar:
		return oneOpFloor * w.ops
	}
	return 0
}

// workOf is the work of a lane of a run that the machine ran.
func (p *Program) workOf(s *batch.Stats) (w work) {
	if s.Lanes == 0 {
		return w
	}
	for _, b := range s.Blocks {
		w.blocks += float64(b.Lanes)
		w.ops += float64(b.Lanes) * p.weights()[b.Name]
	}
	w.blocks /= float64(s.Lanes)
	w.ops /= float64(s.Lanes)
	return w
}

// weigh returns how many additions the operations of each block are.
func weigh(p *program.Program) map[string]float64 {
	weights := map[string]float64{}
	for _, b := range p.Graph.Blocks {
		n := 1
		for _, in := range b.Instrs {
			if op, ok := in.(*program.PrimOp); ok && op.Op != program.OpCopy {
				n += op.Op.Info().Row.Weight()
			} else {
				n++
			}
		}
		weights[b.Name] = float64(n)
	}
	return weights
}

// shape is what a program tells of itself about which code suits it.
type shape struct {
	recurses bool // functions call themselves, and lanes come to that at different times
	floats   bool // it computes with them
	arrays   bool // a lane has some, with elements in places that depend on it
	together bool // lanes hardly ever part
	blocks   int
}

// manyBlocks is how many make code for many lanes long, so that it takes 10 ms and more to make.
const manyBlocks = 32

// oneFirst reports whether code for one lane is made before that for many.
func (s shape) oneFirst() bool { return s.recurses || s.blocks > manyBlocks && !s.suitsMany() }

// suitsMany reports whether code for many lanes is likely to be the faster: among large programs it is for those that
// have no arrays, and compute with floats or keep lanes together. Sequences, sorting, searches and trees take up to ten
// times as long with it.
func (s shape) suitsMany() bool { return !s.arrays && (s.floats || s.together) }

// Lanes are together if they part at the end of one block in so many at most.
const fewParts = 4

// An array counts if one operation in so many takes or replaces an element of it in a place that depends on the lane: a
// sum at the end of straight code does not make lanes wait for memory.
const fewElements = 16

func shapeOf(p *program.Program) (s shape) {
	s.blocks = len(p.Graph.Blocks)
	s.recurses = program.NewShape(&p.Graph).Recurses()
	lanes := divergence.Of(p)
	ops, elements, parts := 0, 0, 0
	for _, b := range p.Graph.Blocks {
		if len(b.Term.Targets()) > 1 && lanes.Branch(b).Class == divergence.Varying {
			parts++
		}
		for i, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok || op.Op == program.OpCopy {
				continue
			}
			ops++
			switch op.Op.Form() {
			case optab.Elementwise:
				s.floats = s.floats || op.Op.Info().Type.IsFloat()
			case optab.Index:
				if p.VarDefs.Has(op.In[0].Name) && varies(lanes, b, i, 1) {
					elements++
				}
			case optab.Insert:
				if varies(lanes, b, i, 2) {
					elements++
				}
			}
		}
	}
	s.arrays, s.together = elements*fewElements > ops, parts*fewParts <= s.blocks
	return s
}

// varies reports whether the indices of an access, which are its operands from one on, depend on the lane.
func varies(lanes *divergence.Info, b *program.Block, instr, from int) bool {
	for k := from; k < len(b.Instrs[instr].(*program.PrimOp).In); k++ {
		if lanes.Operand(b, instr, k).Class == divergence.Varying {
			return true
		}
	}
	return false
}

// lanesPart is the part of the time of all runs that code for many lanes may take where that for one lane was made
// first.
func (s shape) lanesPart() float64 {
	if s.suitsMany() {
		return likelyPart
	}
	return maybePart
}
