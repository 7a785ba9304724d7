package evaluate

import "golang.org/x/tools/go/ssa"

// code resolves a function, the first time.
func (e *Evaluator) code(fn *ssa.Function) *code {
	if c := e.codes[fn]; c != nil {
		return c
	}
	c := &code{blocks: make([]codeBlock, len(fn.Blocks))}
	e.codes[fn] = c
	regs := map[ssa.Value]int{}
	number := func(v ssa.Value) {
		regs[v] = c.regs
		c.regs++
	}
	for _, p := range fn.Params {
		number(p)
	}
	for _, v := range fn.FreeVars {
		number(v)
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				number(v)
			}
		}
	}
	rec := &recorder{e: e, fn: fn, regs: regs}
	for i, b := range fn.Blocks {
		for k, s := range b.Succs {
			c.blocks[i].succs = append(c.blocks[i].succs, edge{s.Index, edgeInto(b, k)})
		}
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.DebugRef); ok {
				continue
			}
			one := inst{in: in, dst: -1}
			if v, ok := in.(ssa.Value); ok {
				one.dst = regs[v]
			}
			for _, o := range in.Operands(nil) {
				one.args = append(one.args, e.arg(regs, *o))
				if g, ok := (*o).(*ssa.Global); ok {
					one.globals = append(one.globals, g)
				}
			}
			one.recipe = rec.record(in)
			if _, ok := in.(*ssa.Phi); ok {
				c.blocks[i].phis = append(c.blocks[i].phis, one)
				continue
			}
			c.blocks[i].insts = append(c.blocks[i].insts, one)
		}
	}
	return c
}

// code is a function with its operands resolved.
type code struct {
	blocks []codeBlock
	regs   int
}

type codeBlock struct {
	phis  []inst // with an argument for each edge
	insts []inst
	succs []edge
}

// edge leads to a block, as one of those that do.
type edge struct{ to, nth int }

type inst struct {
	in      ssa.Instruction
	dst     int // the register, or -1
	args    []arg
	recipe  *recipe       // of arithmetic
	globals []*ssa.Global // that it names
}

func (e *Evaluator) arg(regs map[ssa.Value]int, v ssa.Value) arg {
	if r, ok := regs[v]; ok {
		return arg{reg: r}
	}
	a := arg{reg: -1}
	switch v := v.(type) {
	case *ssa.Const:
		a.val = constantDatum(v)
	case *ssa.Function:
		a.val = Datum{Ref: &Closure{Func: v}}
	case *ssa.Global:
		a.val = Datum{Ref: e.Global(v)}
	}
	return a
}

// arg is an operand: a register, or a constant if reg is negative.
type arg struct {
	reg int
	val Datum
}

func (a *arg) get(regs []Datum) Datum {
	if a.reg >= 0 {
		return regs[a.reg]
	}
	return a.val
}

// edgeInto returns which of the target's predecessors the k-th edge out of a
// block is: the block may come twice among them.
func edgeInto(from *ssa.BasicBlock, k int) int {
	to := from.Succs[k]
	nth := 0
	for _, s := range from.Succs[:k] {
		if s == to {
			nth++
		}
	}
	for i, p := range to.Preds {
		if p == from {
			if nth == 0 {
				return i
			}
			nth--
		}
	}
	panic("bug: an edge with one end")
}
