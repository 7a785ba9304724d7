package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/internal/ranges"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// rangeCode is a program as ranges are found from it: with numbers in the place of names, as blocks are interpreted
// many times.
type rangeCode struct {
	vars    []optab.Type   // of the integers and bools that are in registers
	arrays  []optab.Type   // of the elements of arrays of integers that are variables
	numbers map[string]int // of vars, and behind them of arrays
	blocks  [][]rangeStep
	conds   []rangePlace // what each block branches on
	live    [][]int      // at the start of each block
	readers []bool       // blocks that read arrays of integers
}

// rangeStep is an instruction: an operation, or a pop, which has no op.
type rangeStep struct {
	op      *program.PrimOp
	in, out []rangePlace
	// decides is whether it computes one bool, and from other variables.
	decides bool
}

// rangePlace is an operand, or what an instruction writes: a variable, or all that is known of it is its range.
type rangePlace struct {
	v, array         int // -1 if it is not one
	isArray, uniform bool
	all              ranges.Range // of a variable, the numbers of its type
}

// newRangeCode numbers the variables of a graph, whose liveness is known.
func newRangeCode(r *rangeFinder) *rangeCode {
	g := r.graph
	c := &rangeCode{numbers: map[string]int{}, readers: make([]bool, len(g.blocks))}
	for _, name := range g.scalars() {
		if t := g.typeOf(name); t.IsInt() || t == optab.Bool {
			c.numbers[name] = len(c.vars)
			c.vars = append(c.vars, t)
		}
	}
	for _, d := range g.prog.VarDefs.All() {
		if t := g.typeOf(d.Name); t.IsInt() && g.isArray(d.Name) {
			c.numbers[d.Name] = len(c.vars) + len(c.arrays)
			c.arrays = append(c.arrays, t)
		}
	}
	for _, at := range g.live {
		var live []int
		for name := range at {
			if v := c.variable(name); v >= 0 {
				live = append(live, v)
			}
		}
		slices.Sort(live)
		c.live = append(c.live, live)
	}
	for b, block := range g.blocks {
		c.blocks = append(c.blocks, make([]rangeStep, len(block.Instrs)))
		for i, in := range block.Instrs {
			c.blocks[b][i] = c.step(r, in)
			c.readers[b] = c.readers[b] || slices.ContainsFunc(program.Reads(in, nil), func(name string) bool {
				return c.array(name) >= 0
			})
		}
		cond := rangePlace{v: -1, array: -1, all: ranges.All(optab.Bool)}
		if t, ok := block.Term.(program.BranchOp); ok {
			cond = c.operand(r, t.Cond)
		}
		c.conds = append(c.conds, cond)
	}
	return c
}

// variable is the number of a variable, or -1.
func (c *rangeCode) variable(name string) int {
	if n, ok := c.numbers[name]; ok && n < len(c.vars) {
		return n
	}
	return -1
}

// array is the number of an array of integers, or -1.
func (c *rangeCode) array(name string) int {
	if n, ok := c.numbers[name]; ok && n >= len(c.vars) {
		return n - len(c.vars)
	}
	return -1
}

func (c *rangeCode) step(r *rangeFinder, in program.Instr) rangeStep {
	if pop, ok := in.(*program.PopOp); ok {
		var s rangeStep
		for _, name := range pop.Vars {
			s.out = append(s.out, c.place(r, name))
		}
		return s
	}
	op := in.(*program.PrimOp)
	s := rangeStep{op: op}
	for _, o := range op.In {
		s.in = append(s.in, c.operand(r, o))
	}
	for _, o := range op.Out {
		s.out = append(s.out, c.place(r, o.Name))
	}
	to := &s.out[0]
	s.decides = len(op.Out) == 1 && to.v >= 0 && c.vars[to.v] == optab.Bool &&
		!slices.Contains(program.Reads(op, nil), op.Out[0].Name)
	return s
}

func (c *rangeCode) operand(r *rangeFinder, o program.Operand) rangePlace {
	if o.IsLiteral() {
		return rangePlace{v: -1, array: -1, all: ranges.OfBits(o.Dtype, o.Bits)}
	}
	return c.place(r, o.Name)
}

// place is a variable or a uniform.
func (c *rangeCode) place(r *rangeFinder, name string) rangePlace {
	p := rangePlace{v: c.variable(name), array: c.array(name), isArray: r.isArray(name)}
	if u := r.prog.Uniform(name); u != nil {
		p.all, p.uniform = r.uniform(u), u.Type.Dtype.IsInt()
	} else {
		p.all = ranges.All(r.typeOf(name))
	}
	return p
}
