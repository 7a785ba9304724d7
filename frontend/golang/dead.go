package golang

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// dropDead removes assignments to variables that nothing reads, unless they
// may fault, and then the declarations that nothing mentions: parts of a
// switch, fields that are never looked at, arrays copied to be ranged over by
// their index alone.
func dropDead(p *program.Program) {
	functions := append(slices.Clone(p.Functions), &program.Function{Graph: p.Graph, VarsIn: p.VarsIn,
		VarsOut: p.VarsOut})
	reads := map[string]int{}
	eachBlock(functions, func(b *program.Block) {
		for _, in := range b.Instrs {
			for _, name := range program.Reads(in, nil) {
				reads[name]++
			}
		}
		if o, ok := program.TermOperand(b.Term); ok {
			reads[o.Name]++
		}
	})
	for _, f := range functions {
		for _, name := range f.VarsOut.Flatten() {
			reads[name]++
		}
	}

	for changed := true; changed; {
		changed = false
		eachBlock(functions, func(b *program.Block) {
			// From the end, so that a chain dies in one round.
			for i := len(b.Instrs) - 1; i >= 0; i-- {
				op, ok := b.Instrs[i].(*program.PrimOp)
				if !ok || op.Op.CanFault() {
					continue
				}
				n := len(op.In)
				if dropOutputs(op, reads) {
					b.Instrs = slices.Delete(b.Instrs, i, i+1)
				}
				changed = changed || len(op.In) < n
			}
		})
	}

	used := map[string]bool{}
	for _, f := range functions {
		for _, name := range slices.Concat(f.VarsIn.Flatten(), f.VarsOut.Flatten()) {
			used[name] = true
		}
	}
	eachBlock(functions, func(b *program.Block) {
		for _, in := range b.Instrs {
			for _, name := range program.Writes(in, program.Reads(in, nil)) {
				used[name] = true
			}
		}
		if o, ok := program.TermOperand(b.Term); ok {
			used[o.Name] = true
		}
	})
	p.VarDefs = p.VarDefs.Keep(func(name string) bool { return used[name] })
	p.Uniforms = program.KeepUniforms(p.Uniforms, used)
}

// dropOutputs removes the unread outputs of a copy, or reports that the whole
// instruction is dead. It keeps reads up to date and empties the operands of a
// dead instruction.
func dropOutputs(op *program.PrimOp, reads map[string]int) (dead bool) {
	if op.Op != program.OpCopy {
		if reads[op.Out[0].Name] > 0 {
			return false
		}
		for _, o := range op.In {
			reads[o.Name]--
		}
		op.In = nil
		return true
	}
	var in []program.Operand
	var out []program.Output
	for i, o := range op.Out {
		if reads[o.Name] > 0 {
			in, out = append(in, op.In[i]), append(out, o)
		} else {
			reads[op.In[i].Name]--
		}
	}
	op.In, op.Out = in, out
	return len(out) == 0
}

func eachBlock(functions []*program.Function, f func(b *program.Block)) {
	for _, fn := range functions {
		for _, b := range fn.Graph.Blocks {
			f(b)
		}
	}
}

// dropUnreached removes blocks that nothing goes to: the inner comparisons of
// what became a switch, and what follows calls that never return.
func dropUnreached(blocks []*program.Block) []*program.Block {
	reached := map[string]bool{}
	byName := map[string]*program.Block{}
	for _, blk := range blocks {
		byName[blk.Name] = blk
	}
	work := []string{blocks[0].Name}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		if blk := byName[name]; blk != nil && !reached[name] {
			reached[name] = true
			work = append(work, blk.Term.Targets()...)
		}
	}
	return slices.DeleteFunc(blocks, func(blk *program.Block) bool { return !reached[blk.Name] })
}
