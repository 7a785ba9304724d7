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
	used, uniforms := usedNames(p)
	if !slices.Contains(used, false) {
		p.Uniforms = program.KeepUniforms(p.Uniforms, uniforms)
		return
	}
	isUsed := func(name string) bool {
		i, ok := p.VarDefs.Index(name)
		return ok && used[i]
	}
	maps.DeleteFunc(p.VarAlloc, func(name string, _ program.Allocation) bool { return !isUsed(name) })
	p.VarDefs = p.VarDefs.KeepThose(used)
	p.Uniforms = program.KeepUniforms(p.Uniforms, uniforms)
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

// usedNames returns which variables, in declaration order, and which uniforms are
// mentioned anywhere.
func usedNames(p *program.Program) (vars []bool, uniforms map[string]bool) {
	vars, uniforms = make([]bool, p.VarDefs.Len()), map[string]bool{}
	numbers := Number(p)
	use := func(names ...string) {
		for _, name := range names {
			if v, ok := numbers.Of(name); ok {
				vars[v] = true
			} else {
				uniforms[name] = true
			}
		}
	}
	var names []string
	for _, b := range Bodies(p) {
		use(b.In...)
		use(b.Out...)
		for _, blk := range b.Graph.Blocks {
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
	return vars, uniforms
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
