package reshape

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// flatten replaces every variable whose type is a pattern by one variable a
// leaf: many becomes many.0, many.1.x. What the program and its functions take
// and return keeps its shape, with the leaves' names in it. No function of the
// result returns a variable that is also its parameter.
func flatten(p *program.Program) (*program.Program, error) {
	names := edit.NewVarNamer(p)
	parts := map[string]program.Names{} // of variables that are no leaves
	var defs program.VarDefs
	for _, d := range p.VarDefs.All() {
		if d.Type.IsLeaf() {
			defs.Add(d.Name, d.Type)
			defs.SetLike(d.Name, d)
			continue
		}
		paths, i := d.Type.Paths(d.Name), 0
		parts[d.Name] = program.MapPattern(d.Type, func(t program.TensorType) string {
			name := names.Fresh(paths[i])
			i++
			defs.Add(name, program.Leaf(t))
			defs.SetLike(name, d)
			return name
		})
	}
	p.VarDefs = defs
	p.VarAlloc = nil

	f := flattener{parts}
	p.VarsIn, p.VarsOut = f.pattern(p.VarsIn), f.pattern(p.VarsOut)
	for _, fn := range p.Functions {
		fn.VarsIn, fn.VarsOut = f.pattern(fn.VarsIn), f.pattern(fn.VarsOut)
	}
	for _, b := range edit.Bodies(p) {
		separateResults(p, b, names)
		for _, blk := range b.Graph.Blocks {
			for _, in := range blk.Instrs {
				if err := f.instr(in); err != nil {
					return nil, fmt.Errorf("lower: %s: block %s: %w", b.Name, blk.Name, err)
				}
			}
		}
	}
	return p, nil
}

// separateResults gives a function that returns one of its parameters a
// parameter of another name, which it copies: a caller pushes the one and pops
// the other.
func separateResults(p *program.Program, b *edit.Body, names *edit.Namer) {
	if b.IsMain() || len(b.Graph.Blocks) == 0 {
		return
	}
	both := map[string]string{}
	var to, from []string
	for _, name := range b.In {
		if slices.Contains(b.Out, name) {
			d := p.VarDefs.Def(name)
			both[name] = names.Fresh(name + ".in")
			p.VarDefs.Add(both[name], d.Type)
			to, from = append(to, name), append(from, both[name])
		}
	}
	if len(both) == 0 {
		return
	}
	b.Fn.VarsIn = program.MapPattern(b.Fn.VarsIn, func(name string) string { return edit.RenamedName(name, both) })
	entry := b.Graph.Blocks[0]
	entry.Instrs = append(edit.Moves(to, edit.Refs(from), b.Fn.Pos), entry.Instrs...)
}

type flattener struct{ parts map[string]program.Names }

// pattern puts the leaves' names in the place of each variable's.
func (f flattener) pattern(p program.Names) program.Names {
	if p.IsLeaf() {
		if q, ok := f.parts[p.Leaf()]; ok {
			return q
		}
		return p
	}
	var elems []program.Names
	for _, e := range p.Elems() {
		elems = append(elems, f.pattern(e))
	}
	if fields := p.Fields(); fields != nil {
		return program.Record(fields, elems)
	}
	return program.Tuple(elems...)
}

// names returns the leaves of a variable, itself if it is one.
func (f flattener) names(name string) []string {
	if q, ok := f.parts[name]; ok {
		return q.Flatten()
	}
	return []string{name}
}

func (f flattener) instr(in program.Instr) error {
	switch in := in.(type) {
	case *program.PrimOp:
		in.In = f.operands(in.In)
		var out []program.Output
		for _, o := range in.Out {
			for _, name := range f.names(o.Name) {
				out = append(out, program.Output{Name: name, Push: o.Push})
			}
		}
		in.Out = out
		if in.Op == program.OpCopy && len(in.In) != len(in.Out) {
			return fmt.Errorf("copy of %d values to %d variables", len(in.In), len(in.Out))
		}
	case *program.FunctionCallOp:
		in.In = f.operands(in.In)
		var out []string
		for _, name := range in.Out {
			out = append(out, f.names(name)...)
		}
		in.Out = out
	}
	return nil
}

func (f flattener) operands(ops []program.Operand) []program.Operand {
	var out []program.Operand
	for _, o := range ops {
		if o.IsLiteral() {
			out = append(out, o)
			continue
		}
		for _, name := range f.names(o.Name) {
			out = append(out, program.Ref(name))
		}
	}
	return out
}
