package engine

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// Blocks of loops that end alike, by the same operations on the same variables, end in one block
// behind them, if each lane takes an element there at an index of its own, which costs much:
// such as the two ways down a tree, behind which both ask what the next node is.

// shareTails returns a lowered program without calls in which they do.
func shareTails(p *program.Program) *program.Program {
	groups := alike(p)
	if len(groups) == 0 {
		return p
	}
	info := divergence.Of(p)
	q := p
	for _, group := range groups {
		n := commonTail(p, info, group)
		if n == 0 {
			continue
		}
		if q == p {
			q = p.Clone()
		}
		first := q.Graph.Blocks[group[0]]
		tail := &program.Block{
			Name: freshName("tail."+strconv.Itoa(len(q.Graph.Blocks)), blockNames(q)), Term: first.Term,
			Instrs: slices.Clone(first.Instrs[len(first.Instrs)-n:]),
		}
		joinSpans(q, tail, group[1:])
		crossing(q, tail)
		for _, i := range group {
			b := q.Graph.Blocks[i]
			b.Instrs = b.Instrs[:len(b.Instrs)-n]
			b.Term = program.GotoOp{Target: tail.Name, Pos: b.Term.Position()}
		}
		q.Graph.Blocks = append(q.Graph.Blocks, tail)
	}
	return q
}

// alike are the blocks of loops, in groups of two or more whose ends are the same; none if the
// program has calls.
func alike(p *program.Program) (groups [][]int) {
	shape := program.NewShape(&p.Graph)
	number := map[string]int{}
	for i, b := range p.Graph.Blocks {
		key := ""
		switch t := b.Term.(type) {
		case program.PushGotoOp, program.IndirectGotoOp:
			return nil
		case program.GotoOp:
			key = t.Target
		case program.BranchOp:
			key = fmt.Sprint(t.Cond, " ", t.Then, " ", t.Else)
		}
		reach := flow.NewSet(shape.Len())
		shape.Reach(i, -1, reach)
		if key == "" || !reach.Has(i) || len(b.Instrs) == 0 {
			continue
		}
		key += " " + withoutSpan(b.Instrs[len(b.Instrs)-1])
		if _, ok := number[key]; !ok {
			number[key] = len(groups)
			groups = append(groups, nil)
		}
		groups[number[key]] = append(groups[number[key]], i)
	}
	return slices.DeleteFunc(groups, func(group []int) bool { return len(group) < 2 })
}

// commonTail is how many instructions all of some blocks end with; 0 if they are not worth it.
func commonTail(p *program.Program, info *divergence.Info, group []int) (n int) {
	first := p.Graph.Blocks[group[0]]
	costs := false
	for n < len(first.Instrs) {
		at := len(first.Instrs) - 1 - n
		text := withoutSpan(first.Instrs[at])
		for _, i := range group[1:] {
			other := p.Graph.Blocks[i].Instrs
			if n >= len(other) || withoutSpan(other[len(other)-1-n]) != text {
				return tailIf(costs, n)
			}
		}
		if op, ok := first.Instrs[at].(*program.PrimOp); ok && op.Op.Form().FirstIndex() > 0 {
			costs = costs || slices.ContainsFunc(group, func(i int) bool {
				b := p.Graph.Blocks[i]
				return info.Operand(b, len(b.Instrs)-1-n, len(op.In)-1).Class == divergence.Varying
			})
		}
		n++
	}
	return tailIf(costs, n)
}

// withoutSpan returns the text of an instruction, but not what it says of its operands.
func withoutSpan(in program.Instr) string {
	if op, ok := in.(*program.PrimOp); ok && op.Within != (program.Span{}) {
		plain := *op
		plain.Within = program.Span{}
		in = &plain
	}
	return program.FormatInstr(in)
}

// joinSpans makes what a block says of operands right for lanes that come from other blocks, which end with the same.
func joinSpans(p *program.Program, tail *program.Block, others []int) {
	for at, in := range tail.Instrs {
		op, ok := in.(*program.PrimOp)
		for _, i := range others {
			if instrs := p.Graph.Blocks[i].Instrs; ok {
				op.Within = op.Within.Join(instrs[len(instrs)-len(tail.Instrs)+at].(*program.PrimOp).Within)
			}
		}
	}
}

func tailIf(costs bool, n int) int {
	if costs {
		return n
	}
	return 0
}

// crossing makes registers of temporaries that a new block reads of the blocks before it.
func crossing(p *program.Program, b *program.Block) {
	written := map[string]bool{}
	read := func(names []string) {
		for _, name := range names {
			if !written[name] && p.VarDefs.Has(name) && p.Alloc(name) == program.Temporary {
				p.VarAlloc[name] = program.Register
			}
		}
	}
	for _, in := range b.Instrs {
		read(program.Reads(in, nil))
		for _, name := range program.Writes(in, nil) {
			written[name] = true
		}
	}
	if o, ok := program.TermOperand(b.Term); ok && !o.IsLiteral() {
		read([]string{o.Name})
	}
}
