package engine

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Blocks that end by replacing the same element of an array, as the cases of a switch in an
// interpreter do, replace it together, in a block behind them: each gives its value alone. With
// lanes in all of the cases the array is changed once a turn and not once for each case.

// meld puts what blocks of a lowered program do at their ends in common behind them. The
// program is changed.
func meld(p *program.Program) {
	type end struct{ to, array, index string }
	groups := map[end][]*program.Block{}
	var order []end
	for _, b := range p.Graph.Blocks {
		t, ok := b.Term.(program.GotoOp)
		op := lastInsert(p, b)
		if !ok || op == nil {
			continue
		}
		e := end{t.Target, op.Out[0].Name, op.In[2].Name}
		if groups[e] == nil {
			order = append(order, e)
		}
		groups[e] = append(groups[e], b)
	}
	for i, e := range order {
		if len(groups[e]) < 2 {
			continue
		}
		t := p.VarDefs.Def(e.array).Type.Leaf().Dtype
		value := addVariable(p, "meld."+strconv.Itoa(i), t, program.Register)
		last := lastInsert(p, groups[e][0])
		behind := &program.Block{Name: freshName("meld."+strconv.Itoa(i), blockNames(p)), Term: groups[e][0].Term}
		behind.Instrs = []program.Instr{&program.PrimOp{
			Op: last.Op, In: []program.Operand{last.In[0], program.Ref(value), last.In[2]},
			Out: slices.Clone(last.Out), Pos: last.Pos,
		}}
		for _, b := range groups[e] {
			op := lastInsert(p, b)
			b.Instrs[len(b.Instrs)-1] = &program.PrimOp{
				Op: program.OpCopy, In: op.In[1:2:2], Out: []program.Output{{Name: value}}, Pos: op.Pos,
			}
			b.Term = program.GotoOp{Target: behind.Name, Pos: b.Term.Position()}
		}
		p.Graph.Blocks = append(p.Graph.Blocks, behind)
	}
}

// lastInsert is the last instruction of a block, if it replaces an element of a lane's array by
// a number at one index that is a variable.
func lastInsert(p *program.Program, b *program.Block) *program.PrimOp {
	if len(b.Instrs) == 0 {
		return nil
	}
	op, ok := b.Instrs[len(b.Instrs)-1].(*program.PrimOp)
	if !ok || op.Op.Form() != optab.Insert || len(op.In) != 3 || op.In[0].Name != op.Out[0].Name ||
		op.In[2].IsLiteral() {
		return nil
	}
	if !op.In[1].IsLiteral() && len(shapeOf(p, op.In[1].Name)) > 0 || len(shapeOf(p, op.Out[0].Name)) != 1 {
		return nil
	}
	return op
}

// addVariable adds a variable and returns its name, which begins as wished.
func addVariable(p *program.Program, name string, t optab.Type, class program.Allocation) string {
	for p.VarDefs.Has(name) || p.Uniform(name) != nil {
		name += "_"
	}
	p.VarDefs.Add(name, program.Of(program.Scalar(t)))
	p.VarAlloc[name] = class
	return name
}

// blockNames are the names that blocks have.
func blockNames(p *program.Program) map[string]bool {
	names := map[string]bool{}
	for _, b := range p.Graph.Blocks {
		names[b.Name] = true
	}
	return names
}

// freshName is a name that is not taken, which begins as wished.
func freshName(base string, taken map[string]bool) string {
	name := base
	for n := 2; taken[name]; n++ {
		name = fmt.Sprint(base, n)
	}
	return name
}
