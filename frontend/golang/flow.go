package golang

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/evaluate"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Terminators, and the copies that φs become on the edges.

// edge returns the label that control goes to on leaving from by its k-th
// successor: the successor itself, or a new block that copies its φs first.
func (b *flow) edge(from *ssa.BasicBlock, k int) string {
	to := from.Succs[k]
	b.entered[to] = true
	names, ops := b.phis(from, k)
	op := copyOp(names, ops, b.at)
	if op == nil {
		return b.labels[to]
	}
	label := b.names.Unique(b.labels[from] + ".edge")
	b.emission.graph.Blocks = append(b.emission.graph.Blocks, &program.Block{
		Name: label, Instrs: []program.Instr{op}, Term: program.GotoOp{Target: b.labels[to], Pos: b.at},
	})
	return label
}

// phis returns what the k-th edge out of a block assigns to its target's φs.
func (b *flow) phis(from *ssa.BasicBlock, k int) (names []string, ops []program.Operand) {
	to := from.Succs[k]
	// A block may come twice among the predecessors; its n-th edge to the
	// target is the n-th such entry.
	nth := 0
	for _, s := range from.Succs[:k] {
		if s == to {
			nth++
		}
	}
	pred := -1
	for i, p := range to.Preds {
		if p == from {
			if nth == 0 {
				pred = i
				break
			}
			nth--
		}
	}
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		joined, ok := b.vals[phi]
		if !ok {
			continue
		}
		v := b.settleAll(b.value(phi.Edges[pred]))
		given := b.coerce(joined, v).Flat(nil)
		for i, o := range joined.Flat(nil) {
			if !o.IsLiteral() && !b.isUniform(o.Name) && i < len(given) {
				names = append(names, o.Name)
				ops = append(ops, *given[i])
			}
		}
	}
	return names, ops
}

// multiway is a chain of comparisons of one integer with constants.
type multiway struct {
	x      ssa.Value
	values []uint64
	blocks []*ssa.BasicBlock // the block that compares with values[i]
	inner  []*ssa.BasicBlock // of the chain, without the first
	last   *ssa.BasicBlock   // whose second successor is the default
	first  ssa.Instruction   // the first comparison, which is not needed
}

// minCases is the number of comparisons from which a switch pays.
const minCases = 3

// switchAt recognises a multiway branch at the end of a block, or returns nil.
// The inner blocks of the chain do nothing but compare, and only one edge
// leads to each.
func (b *history) switchAt(blk *ssa.BasicBlock) *multiway {
	cmp := comparison(blk)
	if cmp == nil {
		return nil
	}
	x, _ := splitComparison(cmp)
	if !b.e.Ran(b.graph.opOf[cmp]) {
		return nil
	}
	sw := &multiway{x: x, first: cmp}
	seen := map[uint64]bool{}
	for {
		_, k := splitComparison(cmp)
		d, _ := known.DtypeOf(x.Type().Underlying().(*types.Basic))
		bits := evaluate.ConstBits(k.Value, d)
		if !seen[bits] {
			seen[bits] = true
			sw.values = append(sw.values, bits)
			sw.blocks = append(sw.blocks, blk)
		}
		sw.last = blk
		blk = blk.Succs[1]
		if len(blk.Preds) != 1 || !onlyCompares(blk) {
			break
		}
		if cmp = comparison(blk); cmp == nil {
			break
		}
		if y, _ := splitComparison(cmp); y != x {
			break
		}
		sw.inner = append(sw.inner, blk)
	}
	if len(sw.values) < minCases {
		return nil
	}
	return sw
}

func onlyCompares(blk *ssa.BasicBlock) bool {
	n := 0
	for _, in := range blk.Instrs {
		if _, ok := in.(*ssa.DebugRef); !ok {
			n++
		}
	}
	return n == 2
}

// comparison returns the test x == constant of an integer that ends a block
// and is used for nothing else, or nil.
func comparison(blk *ssa.BasicBlock) *ssa.BinOp {
	in, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	cmp, ok := in.Cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL || cmp.Block() != blk {
		return nil
	}
	if basic, ok := cmp.X.Type().Underlying().(*types.Basic); !ok || basic.Info()&types.IsInteger == 0 {
		return nil
	}
	for _, r := range *cmp.Referrers() {
		if _, ok := r.(*ssa.DebugRef); !ok && r != ssa.Instruction(in) {
			return nil
		}
	}
	if x, k := splitComparison(cmp); x == nil || k == nil {
		return nil
	}
	return cmp
}

// splitComparison returns the two sides of x == k, or nils if neither or both
// are constant.
func splitComparison(cmp *ssa.BinOp) (ssa.Value, *ssa.Const) {
	kx, okx := cmp.X.(*ssa.Const)
	ky, oky := cmp.Y.(*ssa.Const)
	switch {
	case oky && !okx:
		return cmp.X, ky
	case okx && !oky:
		return cmp.Y, kx
	}
	return nil, nil
}

func (b *flow) emitSwitch(sw *multiway) {
	blk := b.block
	x := b.scalar(sw.x)
	if x.IsLiteral() { // an element of a table
		from, k := sw.last, 1
		if i := slices.Index(sw.values, x.Bits); i >= 0 {
			from, k = sw.blocks[i], 0
		}
		blk.Term = program.GotoOp{Target: b.edge(from, k), Pos: b.at}
		return
	}
	term := program.SwitchOp{X: x, Values: sw.values, Pos: b.at}
	for _, from := range sw.blocks {
		term.Labels = append(term.Labels, b.edge(from, 0))
	}
	term.Default = b.edge(sw.last, 1)
	blk.Term = term
}
