package lower

import (
	"strconv"

	"github.com/lockstep-simt/lockstep/program"
)

// namer makes names that are not yet taken.
type namer struct {
	taken map[string]bool
	next  map[string]int
}

func newNamer(names int) *namer {
	return &namer{taken: make(map[string]bool, 2*names), next: map[string]int{}}
}

// varNamer knows the names of all variables and uniforms.
func varNamer(p *program.Program) *namer {
	n := newNamer(p.VarDefs.Len())
	for _, d := range p.VarDefs.All() {
		n.taken[d.Name] = true
	}
	for _, u := range p.Uniforms {
		n.taken[u.Name] = true
	}
	return n
}

// blockNamer knows the names of all blocks.
func blockNamer(p *program.Program) *namer {
	n := newNamer(len(p.Graph.Blocks))
	n.taken[program.Exit] = true
	for _, b := range bodies(p) {
		for _, blk := range b.graph.Blocks {
			n.taken[blk.Name] = true
		}
	}
	return n
}

// functionNamer knows the names of all functions.
func functionNamer(p *program.Program) *namer {
	n := newNamer(len(p.Functions))
	n.taken[program.MainName] = true
	for _, f := range p.Functions {
		n.taken[f.Name] = true
	}
	return n
}

// fresh returns base if it is free, otherwise base with the first free number
// after it, and takes it.
func (n *namer) fresh(base string) string {
	name := base
	for n.taken[name] {
		n.next[base]++
		name = base + "." + strconv.Itoa(n.next[base])
	}
	n.taken[name] = true
	return name
}

// freshVariables adds a variable like each of those named and returns the new names.
func freshVariables(p *program.Program, names []string, vars *namer) map[string]string {
	p.VarDefs.Sort(names)
	rename := map[string]string{}
	for _, old := range names {
		d := p.VarDefs.Def(old)
		rename[old] = vars.fresh(old)
		p.VarDefs.Add(rename[old], d.Type)
		p.VarDefs.SetGo(rename[old], d.Go)
	}
	return rename
}

// own gives a body, which is a copy of another, variables and blocks of its own, and returns the new names of
// variables. It leads to exit where the other one ended.
func own(p *program.Program, b *body, exit string, vars, blocks *namer) map[string]string {
	var names []string
	for name := range mentioned(b) {
		if p.VarDefs.Has(name) {
			names = append(names, name)
		}
	}
	rename := freshVariables(p, names, vars)
	labels := map[string]string{program.Exit: exit}
	for _, blk := range b.graph.Blocks {
		labels[blk.Name] = blocks.fresh(blk.Name)
	}
	for _, blk := range b.graph.Blocks {
		renameInstrs(blk.Instrs, rename)
		blk.Term = renameTerm(blk.Term.WithTargets(func(l string) string { return labels[l] }), rename)
		blk.Name = labels[blk.Name]
	}
	return rename
}

// renamed returns the new names of variables; those that have none keep theirs.
func renamed(names []string, rename map[string]string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = renamedName(name, rename)
	}
	return out
}

// renamedName is renamed for one name.
func renamedName(name string, rename map[string]string) string {
	if to, ok := rename[name]; ok {
		return to
	}
	return name
}

// renamedOperands is renamed for operands.
func renamedOperands(ops []program.Operand, rename map[string]string) []program.Operand {
	out := make([]program.Operand, len(ops))
	for i, o := range ops {
		out[i] = renamedOperand(o, rename)
	}
	return out
}

// renamedOperand is renamed for one operand; a literal stays as it is.
func renamedOperand(o program.Operand, rename map[string]string) program.Operand {
	if !o.IsLiteral() {
		o.Name = renamedName(o.Name, rename)
	}
	return o
}

// renameInstrs renames variables in place.
func renameInstrs(instrs []program.Instr, rename map[string]string) {
	for _, in := range instrs {
		switch in := in.(type) {
		case *program.PrimOp:
			in.In = renamedOperands(in.In, rename)
			for i := range in.Out {
				in.Out[i].Name = renamedName(in.Out[i].Name, rename)
			}
		case *program.FunctionCallOp:
			in.In = renamedOperands(in.In, rename)
			in.Out = renamed(in.Out, rename)
		}
	}
}

// renameTerm returns a terminator with its operand renamed.
func renameTerm(t program.Terminator, rename map[string]string) program.Terminator {
	if o, ok := program.TermOperand(t); ok {
		return program.WithTermOperand(t, renamedOperand(o, rename))
	}
	return t
}
