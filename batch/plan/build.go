package plan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// builder translates blocks, one after another. It interprets their pushes, pops and
// assignments on symbolic stacks; what is left on them at the end is what changes.
type builder struct {
	plan *Program

	b      Block
	stacks map[int]*symbolic
	order  []int // variables in stacks, in order of first use
	calls  []int // return blocks saved since
	tops   map[int]int
	belows map[[2]int]int
	lits   map[constKey]int // constants already numbered
	high   map[int]int      // greatest height already checked, per variable
	// computed are results of operations, by what they compute; nil in a block by itself.
	computed map[string]Ref
}

// constKey is a constant of a block: bits read as a type, or a uniform.
type constKey struct {
	dtype   program.Dtype
	bits    uint64
	uniform int // index plus 1
}

func newBuilder(p *Program) *builder {
	return &builder{
		plan: p, stacks: map[int]*symbolic{}, tops: map[int]int{}, belows: map[[2]int]int{},
		lits: map[constKey]int{}, high: map[int]int{},
	}
}

// block translates one block.
func (p *Program) block(i int) *Block {
	src := p.Source.Graph.Blocks[i]
	b := newBuilder(p)
	b.b.Name, b.b.Pos = src.Name, b.pos(src.Term.Position())
	if len(src.Instrs) > 0 {
		b.b.Pos = b.pos(src.Instrs[0].Position())
	}
	b.instructions(src)
	b.b.Term = b.terminator(src.Term)
	if b.b.Term.Kind == Call {
		b.checkHeight(None, 1, src.Term.Position())
	}
	b.b.Changes = b.changes()
	return &b.b
}

func (b *builder) instructions(src *program.Block) {
	for _, in := range src.Instrs {
		switch in := in.(type) {
		case *program.PrimOp:
			b.prim(in)
		case *program.PopOp:
			for _, name := range in.Vars {
				b.pop(b.plan.Variable(name))
			}
		default:
			panic(fmt.Sprintf("bug: plan: %T in a lowered program", in))
		}
	}
}

func (b *builder) pos(p program.Pos) program.Pos { return p.In(b.plan.Source.File) }

func (b *builder) stack(v int) *symbolic {
	s := b.stacks[v]
	if s == nil {
		s = &symbolic{}
		b.stacks[v] = s
		b.order = append(b.order, v)
	}
	return s
}

func (b *builder) newValue(v Value) int {
	b.b.Values = append(b.b.Values, v)
	return len(b.b.Values) - 1
}

func (b *builder) temp(d program.Dtype, elems int) int {
	return b.newValue(Value{Kind: Temp, Dtype: d, Elems: elems})
}

func (b *builder) add(st Step) { b.b.Steps = append(b.b.Steps, st) }

// read returns the current top of a variable.
func (b *builder) read(v int) Ref {
	va := &b.plan.Vars[v]
	s := b.stack(v)
	if n := len(s.values); n > 0 {
		return s.values[n-1]
	}
	if s.removed == 0 {
		id, ok := b.tops[v]
		if !ok {
			id = b.newValue(Value{Kind: Top, Dtype: va.Dtype, Elems: va.Elems, Var: v})
			b.tops[v] = id
		}
		return Ref{ID: id, Shape: va.Shape}
	}
	key := [2]int{v, s.removed}
	id, ok := b.belows[key]
	if !ok {
		id = b.newValue(Value{Kind: Below, Dtype: va.Dtype, Elems: va.Elems, Var: v, Below: s.removed})
		b.belows[key] = id
	}
	return Ref{ID: id, Shape: va.Shape}
}

// operand returns what an instruction reads; d is the type of a literal.
func (b *builder) operand(o program.Operand, d program.Dtype) Ref {
	if o.IsLiteral() {
		return Ref{ID: b.constant(constKey{dtype: d, bits: bitsOf(d, o.Bits)}, 1)}
	}
	if v, ok := b.plan.index[o.Name]; ok {
		return b.read(v)
	}
	for i, u := range b.plan.Source.Uniforms {
		if u.Name == o.Name {
			return Ref{ID: b.constant(constKey{dtype: u.Type.Dtype, uniform: i + 1}, u.Type.Elements()),
				Shape: u.Type.Shape}
		}
	}
	panic("bug: plan: unknown operand " + o.Name)
}

// bitsOf are the bits of a literal that count.
func bitsOf(d program.Dtype, bits uint64) uint64 {
	if d == program.Bool {
		return bits & 1
	}
	return bits & (1<<(8*d.Size()) - 1)
}

// constant returns the number of a constant value.
func (b *builder) constant(key constKey, elems int) int {
	id, ok := b.lits[key]
	if !ok {
		id = b.newValue(Value{Kind: Const, Dtype: key.dtype, Elems: elems, Bits: key.bits, Uniform: key.uniform})
		b.lits[key] = id
	}
	return id
}

// write puts a value on a variable's symbolic stack.
func (b *builder) write(out program.Output, r Ref, pos program.Pos) {
	v := b.plan.Variable(out.Name)
	va := &b.plan.Vars[v]
	if va.Alloc == program.Null {
		return
	}
	if !slices.Equal(r.Shape, va.Shape) {
		r = b.broadcast(r, va.Dtype, va.Shape)
	}
	s := b.stack(v)
	switch {
	case out.Push && va.Alloc == program.Full:
		s.values = append(s.values, r)
		b.checkHeight(v, len(s.values)-s.removed, pos)
	case len(s.values) > 0:
		s.values[len(s.values)-1] = r
	default:
		s.removed++
		s.values = append(s.values, r)
	}
}

// checkHeight adds a test of the depth limit where the oracle has one: at the pushing
// instruction.
func (b *builder) checkHeight(v, height int, pos program.Pos) {
	if height <= b.high[v] {
		return
	}
	b.high[v] = height
	none := Ref{ID: None}
	b.add(Step{
		Kind: Depth, Dst: None, X: none, Y: none, Z: none, Var: v, Height: height, Pos: b.pos(pos),
		Code: optab.StackOverflow,
	})
}

func (b *builder) pop(v int) {
	if b.plan.Vars[v].Alloc != program.Full {
		return
	}
	s := b.stack(v)
	if n := len(s.values); n > 0 {
		s.values = s.values[:n-1]
	} else {
		s.removed++
	}
}

// broadcast materialises r under a larger shape.
func (b *builder) broadcast(r Ref, d program.Dtype, shape []int) Ref {
	id := b.temp(d, program.Elements(shape))
	b.add(Step{
		Kind: Move, Dst: id, X: r, Y: Ref{ID: None}, Z: Ref{ID: None},
		N: program.Elements(shape), OX: offsets(r.Shape, shape),
	})
	return Ref{ID: id, Shape: shape}
}

// offsets returns which element of a value of shape in each element of shape out reads; nil
// where they are the same or where in is a scalar.
func offsets(in, out []int) []int {
	if slices.Equal(in, out) || program.Elements(in) == 1 {
		return nil
	}
	return program.BroadcastOffsets(in, out)
}

func (b *builder) terminator(t program.Terminator) Terminator {
	out := Terminator{Pos: b.pos(t.Position()), X: Ref{ID: None}}
	switch t := t.(type) {
	case program.GotoOp:
		out.Kind, out.To = Goto, b.plan.label(t.Target)
	case program.BranchOp:
		out.Kind, out.To, out.OrElse = Branch, b.plan.label(t.Then), b.plan.label(t.Else)
		out.X = b.operand(t.Cond, program.Bool)
	case program.SwitchOp:
		out.Kind, out.OrElse = Switch, b.plan.label(t.Default)
		out.X = b.operand(t.X, t.X.Dtype)
		order := make([]int, len(t.Values))
		for i := range order {
			order[i] = i
		}
		sorting.By(order, func(i, j int) int { return cmp.Compare(t.Values[i], t.Values[j]) })
		for _, i := range order {
			out.Values = append(out.Values, t.Values[i])
			out.Labels = append(out.Labels, b.plan.label(t.Labels[i]))
		}
	case program.PushGotoOp:
		out.Kind, out.To, out.Ret = Call, b.plan.label(t.Target), b.plan.label(t.Return)
	case program.IndirectGotoOp:
		out.Kind = Return
	case program.FaultOp:
		out.Kind, out.Code, out.Msg = Fault, t.Code, t.Msg
	default:
		panic(fmt.Sprintf("bug: plan: terminator %T", t))
	}
	return out
}
