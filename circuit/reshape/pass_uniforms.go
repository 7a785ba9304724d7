package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// uniforms takes out of the lanes what is the same in all of them: an operation
// on uniforms and literals becomes a derived uniform, computed once a run, or a
// literal if everything is known already, and a branch on what is known becomes
// a jump. Only what cannot fault and ends soon is computed where nobody may
// have asked for it.
//
// A function of package math stays a derived uniform even if its operands are
// literals: it has the bits of the machine that runs the program, which need
// not be this one.
func uniforms(p *program.Program) (*program.Program, error) {
	names := edit.NewVarNamer(p)
	for {
		h := newHoister(p, names)
		for _, b := range edit.Bodies(p) {
			h.writes = writeCounts(b)
			for _, blk := range b.Graph.Blocks {
				for i, in := range blk.Instrs {
					blk.Instrs[i] = h.instr(in)
				}
				blk.Term = h.term(blk.Term)
			}
		}
		if !h.changed {
			edit.DropUnreached(p)
			return p, nil
		}
		// Readers of the copies that are left read the uniforms themselves.
		var err error
		if p, err = Simplify(p); err != nil {
			return nil, err
		}
	}
}

type hoister struct {
	p        *program.Program
	names    *edit.Namer
	uniforms map[string]*program.Uniform
	types    map[string]program.TensorType // of uniforms that the program had
	derived  map[string]string             // definitions as text, and the uniforms that have them
	// same is what names stand for everywhere: constant uniforms for literals,
	// and variables that are written once for literals or uniforms.
	same    map[string]program.Operand
	writes  map[string]int // in the body at hand
	changed bool
}

// newHoister folds the definitions that the program has, and notes what is
// known.
func newHoister(p *program.Program, names *edit.Namer) *hoister {
	h := &hoister{
		p: p, names: names, uniforms: map[string]*program.Uniform{}, derived: map[string]string{},
		types: map[string]program.TensorType{}, same: map[string]program.Operand{},
	}
	for i, u := range p.Uniforms {
		if u.Def != nil {
			u = h.definition(u)
			p.Uniforms[i] = u
		}
		if u.Data != nil && len(u.Type.Shape) == 0 {
			h.same[u.Name] = program.Lit(u.Type.Dtype, u.Data[0])
		}
		h.uniforms[u.Name], h.types[u.Name] = u, u.Type
	}
	return h
}

// definition returns a derived uniform with constants in place of what is known.
func (h *hoister) definition(u *program.Uniform) *program.Uniform {
	d := *u.Def
	if d.IsLength() {
		n := h.uniforms[d.Of].Type.Shape[d.Axis]
		if n == program.AnyLength {
			return u
		}
		return &program.Uniform{Name: u.Name, Type: u.Type, Data: []uint64{uint64(n)}}
	}
	d.In = slices.Clone(d.In)
	for i, o := range d.In {
		d.In[i] = h.resolve(o)
	}
	if x, ok := h.value(&d); ok {
		return &program.Uniform{Name: u.Name, Type: u.Type, Data: []uint64{x}}
	}
	h.derived[definitionText(&d)] = u.Name
	return &program.Uniform{Name: u.Name, Type: u.Type, Def: &d}
}

func definitionText(d *program.Definition) string {
	return program.FormatInstr(&program.PrimOp{Op: d.Op, In: d.In})
}

// resolve returns what an operand stands for, or itself.
func (h *hoister) resolve(o program.Operand) program.Operand {
	if to, ok := h.same[o.Name]; ok && !o.IsLiteral() {
		return to
	}
	return o
}

// value computes an operation whose operands are all literals, and takes an
// element of a table.
func (h *hoister) value(d *program.Definition) (x uint64, ok bool) {
	if d.Op.Info().Row.Has(optab.Math) {
		return 0, false
	}
	for _, o := range d.In {
		if u := h.uniforms[o.Name]; !o.IsLiteral() && (u.Data == nil || d.Op.Form() != optab.Index) {
			return 0, false
		}
	}
	element := func(name string, i int) uint64 { return h.uniforms[name].Data[i] }
	length := func(name string, axis int) int { return h.uniforms[name].Type.Shape[axis] }
	return d.Value(element, length, program.Opcode.Scalar), true
}

// instr returns an instruction with literals for what is known, or the copy that
// it comes to.
func (h *hoister) instr(in program.Instr) program.Instr {
	if takesLiterals(in) {
		ops := edit.Operands(in)
		for i, o := range ops {
			ops[i] = h.resolve(o)
			h.changed = h.changed || ops[i] != o
		}
	}
	op, ok := in.(*program.PrimOp)
	if !ok || !h.hoistable(op) {
		return in
	}
	h.changed = true
	o := h.once(op)
	if name := op.Out[0].Name; h.writes[name] == 1 {
		h.same[name] = o
	}
	return &program.PrimOp{Op: program.OpCopy, In: []program.Operand{o}, Out: op.Out, Pos: op.Pos}
}

// hoistable reports whether an operation gives one value in all lanes, is
// harmless, and is worth a uniform.
func (h *hoister) hoistable(op *program.PrimOp) bool {
	if op.Op == program.OpCopy {
		return false
	}
	if d := (program.Definition{Op: op.Op, In: op.In}); d.ElementOf(h.types) {
		return true
	}
	for _, o := range op.In {
		if u := h.uniforms[o.Name]; !o.IsLiteral() && (u == nil || len(u.Type.Shape) > 0) {
			return false
		}
	}
	return harmless(h.p, op)
}

// harmless reports whether an operation gives a number and can stand anywhere.
func harmless(p *program.Program, op *program.PrimOp) bool {
	if op.Op.Form() != optab.Elementwise || op.Op.CanFault() || op.Op.Info().Row.Has(optab.Unbounded) {
		return false
	}
	out, _ := p.TensorTypeOf(op.Out[0].Name)
	return len(out.Shape) == 0
}

// once returns what an operation gives: a literal or a derived uniform.
func (h *hoister) once(op *program.PrimOp) program.Operand {
	gives := op.Op.Info().Out
	d := &program.Definition{Op: op.Op, In: op.In}
	if x, ok := h.value(d); ok {
		return program.Lit(gives, x)
	}
	text := definitionText(d)
	name, ok := h.derived[text]
	if !ok {
		name = h.names.Fresh(op.Out[0].Name + ".uniform")
		h.derived[text] = name
		h.uniforms[name] = &program.Uniform{Name: name, Type: program.Scalar(gives), Def: d}
		h.p.Uniforms = append(h.p.Uniforms, h.uniforms[name])
	}
	return program.Ref(name)
}

// term returns a terminator with what is known decided.
func (h *hoister) term(t program.Terminator) program.Terminator {
	o, ok := program.TermOperand(t)
	if !ok || o.IsLiteral() {
		return t
	}
	to := h.resolve(o)
	if to == o {
		return t
	}
	h.changed = true
	t = program.WithTermOperand(t, to)
	if target, ok := edit.OnlyTarget(t); ok {
		return program.GotoOp{Target: target, Pos: t.Position()}
	}
	return t
}
