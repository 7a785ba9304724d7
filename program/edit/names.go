package edit

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lockstep-simt/lockstep/program"
)

// Namer makes names that are not yet taken.
type Namer struct {
	there func(name string) bool // those of the program
	taken map[string]bool        // others, that were made
	next  map[string]int         // by name, how often it was asked for again
}

func newNamer(there func(name string) bool) *Namer {
	return &Namer{there: there, taken: map[string]bool{}}
}

// NewVarNamer knows the names of all variables and uniforms.
func NewVarNamer(p *program.Program) *Namer {
	return newNamer(func(name string) bool { return p.VarDefs.Has(name) || p.Uniform(name) != nil })
}

// NewBlockNamer knows the names of all blocks.
func NewBlockNamer(p *program.Program) *Namer {
	blocks := len(p.Graph.Blocks)
	for _, f := range p.Functions {
		blocks += len(f.Graph.Blocks)
	}
	n := newNamer(func(name string) bool { return name == program.Exit })
	n.taken = make(map[string]bool, blocks)
	take := func(g *program.ControlFlowGraph) {
		for _, blk := range g.Blocks {
			n.taken[blk.Name] = true
		}
	}
	take(&p.Graph)
	for _, f := range p.Functions {
		take(&f.Graph)
	}
	return n
}

// NewFunctionNamer knows the names of all functions.
func NewFunctionNamer(p *program.Program) *Namer {
	return newNamer(func(name string) bool { return name == program.MainName || p.Function(name) != nil })
}

// Fresh returns base if it is free, otherwise base with the first free number
// after it, and takes it.
func (n *Namer) Fresh(base string) string {
	name := base
	for n.taken[name] || n.there(name) {
		if n.next == nil {
			n.next = map[string]int{}
		}
		n.next[base]++
		name = base + "." + strconv.Itoa(n.next[base])
	}
	n.taken[name] = true
	return name
}

// FreshVariables adds a variable like each of those named and returns the new names.
func FreshVariables(p *program.Program, names []string, vars *Namer) map[string]string {
	p.VarDefs.Sort(names)
	rename := map[string]string{}
	for _, old := range names {
		d := p.VarDefs.Def(old)
		rename[old] = vars.Fresh(old)
		p.VarDefs.Add(rename[old], d.Type)
		p.VarDefs.SetLike(rename[old], d)
	}
	return rename
}

// Own gives a body, which is a copy of another, variables and blocks of its own, and returns the new names of
// variables. It leads to exit where the other one ended.
func Own(p *program.Program, b *Body, exit string, vars, blocks *Namer) map[string]string {
	var names []string
	for name := range Mentioned(b) {
		if p.VarDefs.Has(name) {
			names = append(names, name)
		}
	}
	rename := FreshVariables(p, names, vars)
	labels := map[string]string{program.Exit: exit}
	for _, blk := range b.Graph.Blocks {
		labels[blk.Name] = blocks.Fresh(blk.Name)
	}
	for _, blk := range b.Graph.Blocks {
		RenameInstrs(blk.Instrs, rename)
		blk.Term = RenameTerm(blk.Term.WithTargets(func(l string) string { return labels[l] }), rename)
		blk.Name = labels[blk.Name]
	}
	return rename
}

// Renamed returns the new names of variables; those that have none keep theirs.
func Renamed(names []string, rename map[string]string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = RenamedName(name, rename)
	}
	return out
}

// RenamedName is renamed for one name.
func RenamedName(name string, rename map[string]string) string {
	if to, ok := rename[name]; ok {
		return to
	}
	return name
}

// RenamedOperands is renamed for operands.
func RenamedOperands(ops []program.Operand, rename map[string]string) []program.Operand {
	out := make([]program.Operand, len(ops))
	for i, o := range ops {
		out[i] = RenamedOperand(o, rename)
	}
	return out
}

// RenamedOperand is renamed for one operand; a literal stays as it is.
func RenamedOperand(o program.Operand, rename map[string]string) program.Operand {
	if !o.IsLiteral() {
		o.Name = RenamedName(o.Name, rename)
	}
	return o
}

// DerivedUniforms says of each derived uniform of a program what it is, in terms of inputs and constants.
func DerivedUniforms(p *program.Program) map[string]string {
	is := map[string]string{}
	for _, u := range p.Uniforms { // each after those that it reads
		if u.Def == nil {
			continue
		}
		in := make([]string, len(u.Def.In))
		for i, o := range u.Def.In {
			if in[i] = is[o.Name]; in[i] == "" {
				in[i] = o.String()
			}
		}
		is[u.Name] = fmt.Sprint(u.Def.Op, in, u.Def.Of, u.Def.Axis)
	}
	return is
}

// RenameUniforms renames uniforms in place, to names that no variable has. What has the name of one that is there goes.
func RenameUniforms(p *program.Program, rename map[string]string) {
	if len(rename) == 0 {
		return
	}
	seen := map[string]bool{}
	p.Uniforms = slices.DeleteFunc(slices.Clone(p.Uniforms), func(u *program.Uniform) bool {
		name := RenamedName(u.Name, rename)
		gone := seen[name]
		seen[name] = true
		return gone
	})
	for i, u := range p.Uniforms {
		named := *u
		named.Name = RenamedName(u.Name, rename)
		if u.Def != nil {
			def := *u.Def
			def.In, def.Of = RenamedOperands(def.In, rename), RenamedName(def.Of, rename)
			named.Def = &def
		}
		p.Uniforms[i] = &named
	}
	for _, b := range Bodies(p) {
		for _, blk := range b.Graph.Blocks {
			RenameInstrs(blk.Instrs, rename)
			blk.Term = RenameTerm(blk.Term, rename)
		}
	}
}

// RenameInstrs renames variables in place.
func RenameInstrs(instrs []program.Instr, rename map[string]string) {
	for _, in := range instrs {
		switch in := in.(type) {
		case *program.PrimOp:
			in.In = RenamedOperands(in.In, rename)
			for i := range in.Out {
				in.Out[i].Name = RenamedName(in.Out[i].Name, rename)
			}
		case *program.FunctionCallOp:
			in.In = RenamedOperands(in.In, rename)
			in.Out = Renamed(in.Out, rename)
		}
	}
}

// RenameTerm returns a terminator with its operand renamed.
func RenameTerm(t program.Terminator, rename map[string]string) program.Terminator {
	if o, ok := program.TermOperand(t); ok {
		return program.WithTermOperand(t, RenamedOperand(o, rename))
	}
	return t
}
