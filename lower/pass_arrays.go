package lower

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// copyArraysAlone splits copies of several variables at once, so that arrays are copied by
// themselves: machine code of many lanes moves an array row by row, and cannot keep two of them
// and numbers until all are read.
func copyArraysAlone(p *program.Program) (*program.Program, error) {
	for _, blk := range p.Graph.Blocks {
		for i := 0; i < len(blk.Instrs); i++ {
			op, ok := edit.IsCopy(blk.Instrs[i])
			if !ok || len(op.Out) < 2 || len(op.In) != len(op.Out) {
				continue
			}
			alone := arraysOf(p, op)
			blk.Instrs = slices.Insert(blk.Instrs, i, alone...)
			if i += len(alone); len(op.Out) == 0 {
				blk.Instrs = slices.Delete(blk.Instrs, i, i+1)
				i--
			}
		}
	}
	return p, nil
}

// arraysOf takes the arrays out of a copy and returns copies of one each, which come before it. Arrays
// that change places stay. What is left reads no array, or one that stays too, so it may come last.
func arraysOf(p *program.Program, op *program.PrimOp) (alone []program.Instr) {
	isArray := func(k int) bool {
		t, _ := p.TensorTypeOf(op.Out[k].Name)
		return len(t.Shape) > 0
	}
	for again := true; again; {
		again = false
		for k, out := range op.Out {
			read := false // by another
			for j, o := range op.In {
				read = read || j != k && o == program.Ref(out.Name)
			}
			if !isArray(k) || read {
				continue
			}
			alone = append(alone, &program.PrimOp{
				Op: op.Op, Pos: op.Pos, In: []program.Operand{op.In[k]}, Out: []program.Output{out},
			})
			edit.KeepPairs(op, func(j int) bool { return j != k })
			again = true
			break
		}
	}
	return alone
}
