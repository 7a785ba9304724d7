package reshape

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// known are the variables whose value is known at a place, the same in
// all lanes, or which have one of a few, by their numbers. Only scalars are looked at. The
// zero value is what is known at a place to which no way leads.
type known struct {
	has flow.Set
	x   []uint64
	few map[int][]uint64 // the values, in order, of those that have several
}

// reached reports whether a way leads to the place.
func (k known) reached() bool { return k.has != nil }

func (k known) clone() known { return known{k.has.Clone(), slices.Clone(k.x), maps.Clone(k.few)} }

// put makes k what l is, in the memory of k if it has some.
func (k *known) put(l known) {
	k.has, k.x, k.few = append(k.has[:0], l.has...), append(k.x[:0], l.x...), maps.Clone(l.few)
}

// set says which values a variable may have; none are any.
func (k *known) set(v int, values ...uint64) {
	delete(k.few, v)
	if len(values) == 0 {
		k.has.Remove(v)
		return
	}
	k.has.Add(v)
	if k.x[v] = values[0]; len(values) > 1 {
		if k.few == nil {
			k.few = map[int][]uint64{}
		}
		k.few[v] = values
	}
}

// values are those that a variable may have, in order, as far as they are known.
func (k known) values(v int) []uint64 {
	if few := k.few[v]; few != nil {
		return few
	}
	return k.x[v : v+1 : v+1]
}

// equal reports whether the same is known at two places to which ways lead.
func (k known) equal(l known) bool {
	if !slices.Equal(k.has, l.has) {
		return false
	}
	for v := range k.has.All() {
		if !slices.Equal(k.values(v), l.values(v)) {
			return false
		}
	}
	return true
}

// constants finds what is known in a body, following only the ways that what is
// known leaves open. A variable may be written in many places.
//
// Why not what a circuit knows (package circuit, known.go)? What is known there holds in all rounds of a loop, and here
// rounds are followed one by one, to learn how many there are; and it is known of gates, when arrays whose indices
// these values become have been made scalars.
type constants struct {
	p    *program.Program
	f    *program.Shape
	data map[string]uint64 // scalar uniforms with data
	vars map[string]int    // the numbers of variables
	most int               // how many values a variable is known by
	at   []known           // at the start of blocks; nil if it takes too long to find
	work int               // the instructions that were looked at
	last known             // what end returned
	free []known           // whose memory nobody uses any more
	// freed is what solve returned, empty, where nobody uses it any more
	freed []known
	// noted is what the instructions of blocks do, and read and values are what an instruction reads; see effect
	noted  [][]effect
	ever   flow.Set // what may be known anywhere, once somebody has asked; see isEndless
	read   []source
	values [][]uint64
}

// newConstants finds the variables whose value is known.
func newConstants(p *program.Program, f *program.Shape) *constants {
	return newConstantsFrom(p, f, nil)
}

// newConstantsFrom is newConstants for a body that begins with the values of some variables.
func newConstantsFrom(p *program.Program, f *program.Shape, start map[string]uint64) *constants {
	c := numbered(p, f, start)
	c.most = 1
	k := c.nothing()
	for name, x := range start {
		c.set(name, &k, x)
	}
	c.at, _ = c.solve(0, k, nil)
	return c
}

// numbered gives numbers to the variables that a body writes or begins with.
func numbered(p *program.Program, f *program.Shape, start map[string]uint64) *constants {
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
	return c
}

// nothing is what is known at a place if it is only known that a way leads there.
func (c *constants) nothing() known {
	return known{has: flow.NewSet(len(c.vars) + 1), x: make([]uint64, len(c.vars))}
}

// solve follows what is known from a block on. If inside is given, only blocks in
// it are followed, and what is known on the ways back to the first is returned.
func (c *constants) solve(first int, k known, inside flow.Set) (at []known, back known) {
	if at, c.freed = c.freed, nil; at == nil {
		at = make([]known, len(c.f.Blocks)+1)
	}
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
		if c.work += len(c.f.Blocks[b].Instrs); c.most > 1 && c.work > fewWork {
			return nil, back
		}
		term := c.f.Blocks[b].Term
		for _, label := range c.open(term, end) {
			c.went(term, label, &end)
			to := c.f.Index(label)
			switch {
			case to == c.f.Exit() || inside != nil && !inside.Has(to):
			case inside != nil && to == first:
				back, _ = c.meet(back, end)
			default:
				var changed bool
				if at[to], changed = c.meet(at[to], end); changed {
					pending.Add(to)
				}
			}
		}
	}
}

// went adds what lanes know that have gone one way of a branch.
func (c *constants) went(term program.Terminator, label string, k *known) {
	if at, ok := term.(program.BranchOp); ok && at.Then != at.Else && !at.Cond.IsLiteral() {
		is := uint64(0)
		if label == at.Then {
			is = 1
		}
		c.set(at.Cond.Name, k, is)
	}
}

// end returns what is known at the end of a block, given what is at its start, in memory that the next end takes.
func (c *constants) end(b int, at known) known {
	c.last.put(at)
	list := c.effects(b)
	for i := range list {
		c.apply(&list[i], &c.last)
	}
	return c.last
}

// meet returns what is known on both ways to a place, and whether that is less than
// is known on the first, or the first way to it.
func (c *constants) meet(a, b known) (known, bool) {
	if !a.reached() {
		return c.taken(b), true
	}
	changed, single := false, len(a.few) == 0 && len(b.few) == 0
	for w, left := range a.has { // word by word, as most time of this package goes by here
		for ; left != 0; left &= left - 1 {
			v := w<<6 + bits.TrailingZeros64(left)
			is := b.has.Has(v)
			if is && a.x[v] == b.x[v] && (single || a.few[v] == nil && b.few[v] == nil) {
				continue
			}
			var all []uint64
			if is {
				all = c.union(a.values(v), b.values(v))
			}
			if all == nil || len(all) > len(a.values(v)) {
				a.set(v, all...)
				changed = true
			}
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
	if v, ok := c.vars[o.Name]; ok && k.has.Has(v) && k.few[v] == nil {
		x = k.x[v]
	} else if x, ok = c.data[o.Name]; !ok {
		return o, false
	}
	t, _ := c.p.TensorTypeOf(o.Name)
	return program.Lit(t.Dtype, x), true
}

// set says which values a variable has; without any, nothing is known of it.
func (c *constants) set(name string, k *known, values ...uint64) {
	if v, ok := c.vars[name]; ok {
		k.set(v, values...)
	}
}

func (c *constants) isScalar(name string) bool {
	t, ok := c.p.TensorTypeOf(name)
	return ok && len(t.Shape) == 0
}

// gives reports whether the result of an operation follows from its operands here. The
// functions of package math have the bits of the machine that runs the program.
func (c *constants) gives(op *program.PrimOp) bool {
	row := op.Op.Info().Row
	if len(op.Out) != 1 || row.Has(optab.Math) || row.Has(optab.Unbounded) {
		return false
	}
	_, scalar := c.vars[op.Out[0].Name]
	form := op.Op.Form()
	return scalar && (form == optab.Elementwise || form == optab.Const)
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
		list := c.effects(b)
		for i, in := range blk.Instrs {
			if takesLiterals(in) {
				ops := edit.Operands(in)
				for i, o := range ops {
					ops[i], _ = c.operand(o, k)
				}
			}
			if op, ok := in.(*program.PrimOp); ok && list[i].kind == gives {
				if x, ok := list[i].value(&k); ok {
					lit := program.Lit(op.Op.Info().Out, x)
					blk.Instrs[i] = &program.PrimOp{Op: program.OpCopy, In: []program.Operand{lit}, Out: op.Out,
						Pos: op.Pos}
				}
			}
			c.apply(&list[i], &k)
		}
		if o, ok := program.TermOperand(blk.Term); ok {
			lit, _ := c.operand(o, k)
			blk.Term = program.WithTermOperand(blk.Term, lit)
		}
	}
}
