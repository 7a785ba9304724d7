package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// known are the variables of which the value is known at a place, the same in
// all lanes, by their numbers. Only scalars are looked at. The zero value is what
// is known at a place to which no way leads.
type known struct {
	has flow.Set
	x   []uint64
}

// reached reports whether a way leads to the place.
func (k known) reached() bool { return k.has != nil }

func (k known) clone() known { return known{k.has.Clone(), slices.Clone(k.x)} }

func (k known) set(v int, x uint64) {
	k.has.Add(v)
	k.x[v] = x
}

// equal reports whether the same is known at two places to which ways lead.
func (k known) equal(l known) bool {
	if !slices.Equal(k.has, l.has) {
		return false
	}
	for v := range k.has.All() {
		if k.x[v] != l.x[v] {
			return false
		}
	}
	return true
}

// constants finds what is known in a body, following only the ways that what is
// known leaves open. A variable may be written in many places.
type constants struct {
	p    *program.Program
	f    *program.Shape
	data map[string]uint64 // scalar uniforms with data
	vars map[string]int    // the numbers of variables
	at   []known           // at the start of blocks
	work int               // the instructions that were looked at
}

func newConstants(p *program.Program, f *program.Shape) *constants {
	return newConstantsFrom(p, f, nil)
}

// newConstantsFrom is newConstants for a body that begins with the values of some variables.
func newConstantsFrom(p *program.Program, f *program.Shape, start map[string]uint64) *constants {
	c := &constants{p: p, f: f, data: map[string]uint64{}, vars: map[string]int{}}
	for _, u := range p.Uniforms {
		if u.Data != nil && len(u.Type.Shape) == 0 {
			c.data[u.Name] = u.Data[0]
		}
	}
	number := func(name string) {
		if _, ok := c.vars[name]; !ok && c.isScalar(name) {
			c.vars[name] = len(c.vars)
		}
	}
	for name := range start {
		number(name)
	}
	var names []string
	for _, blk := range f.Blocks {
		for _, in := range blk.Instrs {
			names = program.Writes(in, names[:0])
			for _, name := range names {
				number(name)
			}
		}
	}
	k := known{flow.NewSet(len(c.vars) + 1), make([]uint64, len(c.vars))}
	for name, x := range start {
		if v, ok := c.vars[name]; ok {
			k.set(v, x)
		}
	}
	c.at, _ = c.solve(0, k, nil)
	return c
}

// solve follows what is known from a block on. If inside is given, only blocks in
// it are followed, and what is known on the ways back to the first is returned.
func (c *constants) solve(first int, k known, inside flow.Set) (at []known, back known) {
	at = make([]known, len(c.f.Blocks)+1)
	at[first] = k
	// Blocks stand about in the order in which lanes come to them: what stands first is known
	// best when it is looked at first.
	pending := flow.NewSet(len(at))
	pending.Add(first)
	for {
		b := pending.First()
		if b < 0 {
			return at, back
		}
		pending.Remove(b)
		end := c.end(b, at[b])
		c.work += len(c.f.Blocks[b].Instrs)
		for _, label := range c.open(c.f.Blocks[b].Term, end) {
			to := c.f.Index(label)
			switch {
			case to == c.f.Exit() || inside != nil && !inside.Has(to):
			case inside != nil && to == first:
				back, _ = meet(back, end)
			default:
				var changed bool
				if at[to], changed = meet(at[to], end); changed {
					pending.Add(to)
				}
			}
		}
	}
}

// end returns what is known at the end of a block, given what is at its start.
func (c *constants) end(b int, at known) known {
	k := at.clone()
	for _, in := range c.f.Blocks[b].Instrs {
		c.step(in, k)
	}
	return k
}

// meet returns what is known on both ways to a place, and whether that is less than
// is known on the first, or the first way to it.
func meet(a, b known) (known, bool) {
	if !a.reached() {
		return b.clone(), true
	}
	changed := a.has.RetainAll(b.has)
	for v := range a.has.All() {
		if a.x[v] != b.x[v] {
			a.has.Remove(v)
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
	var x uint64
	if v, ok := c.vars[o.Name]; ok && k.has.Has(v) {
		x = k.x[v]
	} else if x, ok = c.data[o.Name]; !ok {
		return o, false
	}
	t, _ := c.p.TensorTypeOf(o.Name)
	return program.Lit(t.Dtype, x), true
}

// step changes k by what an instruction does.
func (c *constants) step(in program.Instr, k known) {
	op, ok := in.(*program.PrimOp)
	switch {
	case !ok:
		for _, name := range program.Writes(in, nil) {
			c.forget(name, k)
		}
	case op.Op != program.OpCopy:
		x, known := c.value(op, k)
		for _, out := range op.Out {
			c.forget(out.Name, k)
		}
		if known {
			c.set(op.Out[0].Name, x, k)
		}
	case len(op.In) == 1 && len(op.Out) == 1:
		o, known := c.operand(op.In[0], k)
		c.forget(op.Out[0].Name, k)
		if known {
			c.set(op.Out[0].Name, o.Bits, k)
		}
	default:
		c.move(op, k)
	}
}

// move changes k by a copy of several variables at once.
func (c *constants) move(op *program.PrimOp, k known) {
	in := make([]program.Operand, len(op.Out))
	are := make([]bool, len(op.Out))
	if len(op.In) == len(op.Out) {
		for i, o := range op.In {
			in[i], are[i] = c.operand(o, k)
		}
	}
	for i, out := range op.Out {
		c.forget(out.Name, k)
		if are[i] {
			c.set(out.Name, in[i].Bits, k)
		}
	}
}

// forget says that nothing is known of a variable, and set what is.
func (c *constants) forget(name string, k known) {
	if v, ok := c.vars[name]; ok {
		k.has.Remove(v)
	}
}

func (c *constants) set(name string, x uint64, k known) {
	if v, ok := c.vars[name]; ok {
		k.set(v, x)
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
	if len(op.Out) != 1 || row.Has(optab.Math) || row.Has(optab.Unbounded) {
		return 0, false
	}
	if _, scalar := c.vars[op.Out[0].Name]; !scalar {
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
			if target, ok := edit.OnlyTarget(program.WithTermOperand(t, lit)); ok {
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
		if !k.reached() {
			continue
		}
		for i, in := range blk.Instrs {
			if takesLiterals(in) {
				ops := edit.Operands(in)
				for i, o := range ops {
					ops[i], _ = c.operand(o, k)
				}
			}
			if op, ok := in.(*program.PrimOp); ok && op.Op != program.OpCopy {
				if x, ok := c.value(op, k); ok {
					lit := program.Lit(op.Op.Info().Out, x)
					blk.Instrs[i] = &program.PrimOp{Op: program.OpCopy, In: []program.Operand{lit}, Out: op.Out,
						Pos: op.Pos}
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
