package edit

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// DropUnreached drops what no run can reach or read: blocks, functions, variables,
// constant tables and derived uniforms. Uniforms that are inputs stay, since the
// caller gives them. It works on both dialects.
func DropUnreached(p *program.Program) {
	for _, b := range Bodies(p) {
		DropBlocks(b.Graph)
	}
	if p.Dialect == program.Lowered {
		p.Functions = slices.DeleteFunc(p.Functions, func(f *program.Function) bool {
			return p.Graph.BlockIndex(f.Entry) < 0
		})
	} else {
		dropFunctions(p)
	}
	DropUnused(p)
}

// DropUnused drops variables, constant tables and derived uniforms that nothing mentions.
func DropUnused(p *program.Program) {
	used, others := usedNames(p, Number(p))
	if !slices.Contains(used, false) {
		p.Uniforms = program.KeepUniforms(p.Uniforms, others)
		return
	}
	keep(p, used, others, nil)
}

// Redeclare is DropUnused for a program whose functions were written again, with variables that it has not declared
// yet: it gets declarations of its own. The numbers are those of the variables that it has.
func Redeclare(p *program.Program, vars *Numbering, fresh []program.VarDef) {
	used, others := usedNames(p, vars)
	fresh = slices.DeleteFunc(fresh, func(d program.VarDef) bool { return !others[d.Name] })
	keep(p, used, others, fresh)
}

// keep drops all but the variables and uniforms that are used, and declares more variables.
func keep(p *program.Program, used []bool, others map[string]bool, more []program.VarDef) {
	maps.DeleteFunc(p.VarAlloc, func(name string, _ program.Allocation) bool {
		i, ok := p.VarDefs.Index(name)
		return !ok || !used[i]
	})
	p.VarDefs = p.VarDefs.KeepThose(used, more...)
	p.Uniforms = program.KeepUniforms(p.Uniforms, others)
}

// DropBlocks removes the blocks of a graph that its entry cannot reach. The
// block that a pushgoto returns to is reached if the pushgoto is.
func DropBlocks(g *program.ControlFlowGraph) {
	if len(g.Blocks) == 0 {
		return
	}
	byName := make(map[string]*program.Block, len(g.Blocks))
	for _, blk := range g.Blocks {
		byName[blk.Name] = blk
	}
	reached := map[string]bool{program.Exit: true}
	var work []*program.Block
	reach := func(label string) {
		if !reached[label] {
			reached[label] = true
			work = append(work, byName[label])
		}
	}
	reach(g.Blocks[0].Name)
	for len(work) > 0 {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		if push, ok := blk.Term.(program.PushGotoOp); ok {
			reach(push.Return)
		}
		for _, label := range blk.Term.Targets() {
			reach(label)
		}
	}
	g.Blocks = slices.DeleteFunc(g.Blocks, func(blk *program.Block) bool { return !reached[blk.Name] })
}

// dropFunctions removes the functions that main cannot reach.
func dropFunctions(p *program.Program) {
	byName := map[string]*Body{}
	all := Bodies(p)
	for _, b := range all[1:] {
		byName[b.Name] = b
	}
	reached := map[string]bool{}
	work := []*Body{all[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		b.Calls(func(_ *program.Block, _ int, call *program.FunctionCallOp) {
			if !reached[call.Callee] {
				reached[call.Callee] = true
				work = append(work, byName[call.Callee])
			}
		})
	}
	p.Functions = slices.DeleteFunc(p.Functions, func(f *program.Function) bool { return !reached[f.Name] })
}

// usedNames returns which variables, by their numbers, and which other names are mentioned anywhere: those of uniforms.
func usedNames(p *program.Program, numbers *Numbering) (vars []bool, others map[string]bool) {
	vars, others = make([]bool, p.VarDefs.Len()), map[string]bool{}
	use := func(names ...string) {
		for _, name := range names {
			if v, ok := numbers.Of(name); ok {
				vars[v] = true
			} else {
				others[name] = true
			}
		}
	}
	names := make([]string, 0, 16)
	graph := func(g *program.ControlFlowGraph, in, out program.Names) {
		use(program.Variables(in)...)
		use(program.Variables(out)...)
		for _, blk := range g.Blocks {
			for _, in := range blk.Instrs {
				names = program.Writes(in, program.Reads(in, names[:0]))
				use(names...)
				if pop, ok := in.(*program.PopOp); ok {
					use(pop.Vars...)
				}
			}
			if o, ok := program.TermOperand(blk.Term); ok && !o.IsLiteral() {
				use(o.Name)
			}
		}
	}
	graph(&p.Graph, p.VarsIn, p.VarsOut)
	for _, f := range p.Functions {
		graph(&f.Graph, f.VarsIn, f.VarsOut)
	}
	return vars, others
}

// Mentioned returns the variables and uniforms that a body names.
func Mentioned(b *Body) map[string]bool {
	set := map[string]bool{}
	names := append(append([]string(nil), b.In...), b.Out...)
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			names = program.Writes(in, program.Reads(in, names))
		}
		if o, ok := program.TermOperand(blk.Term); ok && !o.IsLiteral() {
			names = append(names, o.Name)
		}
	}
	for _, name := range names {
		set[name] = true
	}
	return set
}
