package engine

import (
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A short array of a lane's own, whose elements the lanes take each at an index of its own, is
// a few variables: an element is chosen among them. What blocks that exclude each other take is
// found once then, and no lane waits until memory has what was written a moment ago.

// maxSpread is up to how many elements an array has that becomes variables.
const maxSpread = 8

// reshaped is a lowered program with shared ends and arrays as variables, where that pays.
func reshaped(p *program.Program) *program.Program {
	p = shareTails(p)
	arrays := spreadable(p, divergence.Of(p))
	if len(arrays) == 0 {
		return p
	}
	q := p.Clone()
	if q.VarAlloc == nil {
		q.VarAlloc = map[string]program.Allocation{}
	}
	meld(q)
	s := &spreader{Program: q, elements: map[string][]string{}}
	for _, name := range arrays {
		t := q.VarDefs.Def(name).Type.Leaf()
		for i := range t.Elements() {
			s.elements[name] = append(s.elements[name], addVariable(q, name+"."+strconv.Itoa(i), t.Dtype,
				program.Register))
		}
	}
	for _, b := range q.Graph.Blocks {
		var list []program.Instr
		for _, in := range b.Instrs {
			list = append(list, s.instruction(in)...)
		}
		b.Instrs = list
	}
	q.VarDefs = q.VarDefs.Keep(func(name string) bool { return s.elements[name] == nil })
	return q
}

// spreadable are the arrays of a program that become variables.
func spreadable(p *program.Program, info *divergence.Info) (names []string) {
	edges := slices.Concat(program.Variables(p.VarsIn), program.Variables(p.VarsOut))
	varying := map[string]bool{}
	for _, d := range p.VarDefs.All() {
		if !d.Type.IsLeaf() || slices.Contains(edges, d.Name) || p.Alloc(d.Name) == program.Full {
			continue
		}
		if t := d.Type.Leaf(); len(t.Shape) == 1 && t.Elements() <= maxSpread && t.Dtype != optab.Bool {
			names = append(names, d.Name)
		}
	}
	for _, b := range p.Graph.Blocks {
		for i := range b.Instrs {
			names = slices.DeleteFunc(names, func(name string) bool {
				own, varies := touch(p, info, b, i, name)
				varying[name] = varying[name] || varies
				return !own
			})
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return !varying[name] })
}

// touch reports whether an array may be variables as far as an instruction is concerned, and
// whether that takes or replaces an element which is another for each lane.
func touch(p *program.Program, info *divergence.Info, b *program.Block, i int, name string) (own, varies bool) {
	in := b.Instrs[i]
	if !slices.Contains(program.Reads(in, nil), name) && !slices.Contains(program.Writes(in, nil), name) {
		return true, false
	}
	op, ok := in.(*program.PrimOp)
	if !ok || len(op.Out) != 1 {
		return false, false
	}
	number := func(o program.Operand) bool { return o.IsLiteral() || len(shapeOf(p, o.Name)) == 0 }
	out := op.Out[0]
	switch op.Op.Form() {
	case optab.Copy, optab.Const:
		return number(op.In[0]), false
	case optab.Index:
		own = op.In[0].Name == name && len(op.In) == 2 && len(shapeOf(p, out.Name)) == 0
	case optab.Insert:
		own = out.Name == name && op.In[0].Name == name && len(op.In) == 3 && number(op.In[1])
	}
	if !own || out.Push {
		return false, false
	}
	last := len(op.In) - 1
	if op.In[last].IsLiteral() {
		return op.In[last].Bits < uint64(shapeOf(p, name)[0]), false
	}
	return info.Operand(b, i, last).Class == divergence.Varying, true
}

// spreader changes a program.
type spreader struct {
	*program.Program
	elements map[string][]string // the variables of arrays
	temps    int
}

func (s *spreader) temp(t optab.Type) string {
	s.temps++
	return addVariable(s.Program, "spread."+strconv.Itoa(s.temps), t, program.Temporary)
}

// instruction is what does for variables what an instruction does for an array.
func (s *spreader) instruction(in program.Instr) []program.Instr {
	op, ok := in.(*program.PrimOp)
	if !ok {
		return []program.Instr{in}
	}
	if op.Op.Form() == optab.Index && s.elements[op.In[0].Name] != nil {
		return s.index(op)
	}
	to := s.elements[op.Out[0].Name]
	if to == nil {
		return []program.Instr{in}
	}
	if op.Op.Form() == optab.Insert {
		return s.insert(op, to)
	}
	fill := &program.PrimOp{Op: program.OpCopy, Pos: op.Pos}
	for _, name := range to {
		fill.In, fill.Out = append(fill.In, op.In[0]), append(fill.Out, program.Output{Name: name})
	}
	return []program.Instr{fill}
}

// make is an instruction of a row.
func (s *spreader) make(pos program.Pos, row string, t optab.Type, to string, in ...program.Operand) program.Instr {
	return &program.PrimOp{Op: program.OpcodeFor(row, t), In: in, Out: []program.Output{{Name: to}}, Pos: pos}
}

// checkedIndex is an index that was checked, and what checks it, if that is not proven.
func (s *spreader) checkedIndex(op *program.PrimOp, n int) (list []program.Instr, at program.Operand) {
	index := op.In[len(op.In)-1]
	if op.Proven {
		return nil, index
	}
	at = program.Ref(s.temp(optab.I64))
	check := s.make(op.Pos, "checkindex", optab.I64, at.Name, index, program.Lit(optab.I64, uint64(n)))
	return []program.Instr{check}, at
}

// index takes an element.
func (s *spreader) index(op *program.PrimOp) []program.Instr {
	from := s.elements[op.In[0].Name]
	t := s.VarDefs.Def(from[0]).Type.Leaf().Dtype
	result := func(from string) program.Instr {
		return &program.PrimOp{Op: program.OpCopy, In: []program.Operand{program.Ref(from)}, Out: op.Out, Pos: op.Pos}
	}
	if o := op.In[1]; o.IsLiteral() {
		return []program.Instr{result(from[o.Bits])}
	}
	list, at := s.checkedIndex(op, len(from))
	v := s.chosen(&list, op.Pos, t, at, from)
	return append(list, result(v))
}

// chosen is one of some variables, by an index: its lowest bit chooses of each two that are side by side,
// the next among those, and so on. That asks a bit where equality would ask for each element.
func (s *spreader) chosen(list *[]program.Instr, pos program.Pos, t optab.Type, at program.Operand,
	of []string) string {
	for bit := uint64(1); len(of) > 1; bit <<= 1 {
		is := s.temp(optab.Bool)
		if len(of) == 2 && bit == 1 {
			*list = append(*list, s.make(pos, "eq", optab.I64, is, at, program.Lit(optab.I64, 1)))
		} else {
			masked := s.temp(optab.I64)
			*list = append(*list,
				s.make(pos, "and", optab.I64, masked, at, program.Lit(optab.I64, bit)),
				s.make(pos, "ne", optab.I64, is, program.Ref(masked), program.Lit(optab.I64, 0)))
		}
		var next []string
		for pair := range slices.Chunk(of, 2) {
			v := pair[0]
			if len(pair) == 2 {
				v = s.temp(t)
				*list = append(*list, s.make(pos, "select", t, v, program.Ref(is), program.Ref(pair[1]),
					program.Ref(pair[0])))
			}
			next = append(next, v)
		}
		of = next
	}
	return of[0]
}

// insert replaces an element.
func (s *spreader) insert(op *program.PrimOp, to []string) []program.Instr {
	t := s.VarDefs.Def(to[0]).Type.Leaf().Dtype
	v := op.In[1]
	if v.IsLiteral() {
		v.Dtype = t
	}
	if o := op.In[2]; o.IsLiteral() {
		return []program.Instr{&program.PrimOp{
			Op: program.OpCopy, In: []program.Operand{v}, Out: []program.Output{{Name: to[o.Bits]}}, Pos: op.Pos,
		}}
	}
	list, at := s.checkedIndex(op, len(to))
	for i, name := range to {
		is := s.temp(optab.Bool)
		list = append(list,
			s.make(op.Pos, "eq", optab.I64, is, at, program.Lit(optab.I64, uint64(i))),
			s.make(op.Pos, "select", t, name, program.Ref(is), v, program.Ref(name)))
	}
	return list
}
