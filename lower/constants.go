package lower

import (
	"maps"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// known are the variables of which the value is known at a place, the same in
// all lanes. Only scalars are looked at.
type known map[string]uint64

// constants finds what is known in a body, following only the ways that what is
// known leaves open. A variable may be written in many places.
type constants struct {
	p    *program.Program
	f    *program.Shape
	data map[string]uint64 // scalar uniforms with data
	at   []known           // at the start of blocks; nil where no way leads
	work int               // the instructions that were looked at
}

func newConstants(p *program.Program, f *program.Shape) *constants {
	return newConstantsFrom(p, f, known{})
}

// newConstantsFrom is newConstants for a body that begins with what is known.
func newConstantsFrom(p *program.Program, f *program.Shape, start known) *constants {
	c := &constants{p: p, f: f, data: map[string]uint64{}}
	for _, u := range p.Uniforms {
		if u.Data != nil && len(u.Type.Shape) == 0 {
			c.data[u.Name] = u.Data[0]
		}
	}
	c.at, _ = c.solve(0, start, nil)
	return c
}

// solve follows what is known from a block on. If inside is given, only blocks in
// it are followed, and what is known on the ways back to the first is returned; it
// is nil if there is none.
func (c *constants) solve(first int, k known, inside flow.Set) (at []known, back known) {
	at = make([]known, len(c.f.Blocks)+1)
	at[first] = k
	pending := []int{first}
	for len(pending) > 0 {
		b := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		end := maps.Clone(at[b])
		c.work += len(c.f.Blocks[b].Instrs)
		for _, in := range c.f.Blocks[b].Instrs {
			c.step(in, end)
		}
		for _, label := range c.open(c.f.Blocks[b].Term, end) {
			to := c.f.Index(label)
			switch {
			case to == c.f.Exit() || inside != nil && !inside.Has(to):
			case inside != nil && to == first:
				back, _ = meet(back, end)
			default:
				var changed bool
				if at[to], changed = meet(at[to], end); changed {
					pending = append(pending, to)
				}
			}
		}
	}
	return at, back
}

// meet returns what both know, and whether that is less than a knows; a nil one
// is of a place that no way led to yet.
func meet(a, b known) (known, bool) {
	if a == nil {
		return maps.Clone(b), true
	}
	changed := false
	for name, x := range a {
		if y, ok := b[name]; !ok || x != y {
			delete(a, name)
			changed = true
		}
	}
	return a, changed
}

// operand returns the literal that an operand is, or is known to be.
func (c *constants) operand(o program.Operand, k known) (program.Operand, bool) {
	if o.IsLiteral() {
		return o, true
	}
	x, ok := k[o.Name]
	if !ok {
		x, ok = c.data[o.Name]
	}
	if !ok {
		return o, false
	}
	t, _ := c.p.TensorTypeOf(o.Name)
	return program.Lit(t.Dtype, x), true
}

// step changes k by what an instruction does.
func (c *constants) step(in program.Instr, k known) {
	type result struct {
		name string
		x    uint64
	}
	var results []result
	if op, ok := in.(*program.PrimOp); ok {
		switch {
		case op.Op == program.OpCopy && len(op.In) == len(op.Out):
			for i, out := range op.Out {
				if o, ok := c.operand(op.In[i], k); ok && c.isScalar(out.Name) {
					results = append(results, result{out.Name, o.Bits})
				}
			}
		case op.Op == program.OpCopy:
		default:
			if x, ok := c.value(op, k); ok {
				results = append(results, result{op.Out[0].Name, x})
			}
		}
	}
	for _, name := range program.Writes(in, nil) {
		delete(k, name)
	}
	for _, r := range results {
		k[r.name] = r.x
	}
}

func (c *constants) isScalar(name string) bool {
	t, ok := c.p.TensorTypeOf(name)
	return ok && len(t.Shape) == 0
}

// value computes an operation on what is known. Those of package math have the
// bits of the machine that runs the program.
func (c *constants) value(op *program.PrimOp, k known) (uint64, bool) {
	row := op.Op.Info().Row
	if len(op.Out) != 1 || !c.isScalar(op.Out[0].Name) || row.Has(optab.Math) || row.Has(optab.Unbounded) {
		return 0, false
	}
	if form := op.Op.Form(); form != optab.Elementwise && form != optab.Const {
		return 0, false
	}
	d := &program.Definition{Op: op.Op, In: make([]program.Operand, len(op.In))}
	for i, o := range op.In {
		lit, ok := c.operand(o, k)
		if !ok {
			return 0, false
		}
		d.In[i] = lit
	}
	if op.Op.Form() == optab.Const {
		return d.In[0].Bits, true
	}
	if op.Op.CanFault() {
		return valueOfLiterals(op.Op, d.In)
	}
	return d.Value(nil, nil), true
}

// valueOfLiterals computes an operation on literals, if it does not fault.
func valueOfLiterals(op program.Opcode, in []program.Operand) (uint64, bool) {
	if !op.HasScalar() || len(in) > 3 {
		return 0, false
	}
	var x [3]uint64
	for i, o := range in {
		x[i] = o.Bits
	}
	result, fault := op.Scalar(x[0], x[1], x[2])
	return result, fault == optab.NoFault
}

// open lists the targets of a terminator that what is known leaves open.
func (c *constants) open(t program.Terminator, k known) []string {
	if o, ok := program.TermOperand(t); ok {
		if lit, ok := c.operand(o, k); ok {
			if target, ok := onlyTarget(program.WithTermOperand(t, lit)); ok {
				return []string{target}
			}
		}
	}
	return t.Targets()
}

// replace puts literals in the place of what is known. It ends the use of c.
func (c *constants) replace() {
	for b, blk := range c.f.Blocks {
		k := c.at[b]
		if k == nil {
			continue
		}
		for i, in := range blk.Instrs {
			if takesLiterals(in) {
				ops := operands(in)
				for i, o := range ops {
					ops[i], _ = c.operand(o, k)
				}
			}
			if op, ok := in.(*program.PrimOp); ok && op.Op != program.OpCopy {
				if x, ok := c.value(op, k); ok {
					lit := program.Lit(op.Op.Info().Out, x)
					blk.Instrs[i] = &program.PrimOp{Op: program.OpCopy, In: []program.Operand{lit}, Out: op.Out, Pos: op.Pos}
				}
			}
			c.step(blk.Instrs[i], k)
		}
		if o, ok := program.TermOperand(blk.Term); ok {
			lit, _ := c.operand(o, k)
			blk.Term = program.WithTermOperand(blk.Term, lit)
		}
	}
}
