package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// What a call saves its callee takes back, as lowering leaves it: m, say, at each return of a
// function whose parameter is m. What is saved for the block behind the call is taken back there.
// If all of it is, it is one cluster, which is read once, and where a call is followed by another
// one with new arguments nothing is taken back at all. So the engine lets callers take back what
// they can, in a copy of the program.

// mover rewrites a program so that callers take back what was saved.
type mover struct {
	prog      *program.Program
	blocks    map[string]*program.Block
	functions []*function
	direct    map[string]bool // blocks to which control goes other than by a return
}

// callersTakeBack returns a program that does the same.
func callersTakeBack(p *program.Program) *program.Program {
	fs := functions(p.Graph.Blocks)
	if len(fs) == 1 {
		return p
	}
	copied := *p
	copied.Graph.Blocks = nil
	for _, b := range p.Graph.Blocks {
		b := *b
		copied.Graph.Blocks = append(copied.Graph.Blocks, &b)
	}
	m := &mover{prog: &copied, blocks: blocksByName(copied.Graph.Blocks), functions: fs, direct: map[string]bool{}}
	for _, b := range copied.Graph.Blocks {
		for _, name := range targets(b.Term) {
			m.direct[name] = true
		}
	}
	for _, f := range fs[1:] {
		for _, name := range m.takenBackAtReturns(f) {
			if h := heightsOf(fs, m.blocks, name)[f.entry]; h.net == -1 && h.least == -1 {
				m.move(f, name)
			}
		}
	}
	for _, d := range p.VarDefs.All() {
		if p.Alloc(d.Name) == program.Full && m.neverNeeded(d.Name) {
			m.unsave(d.Name)
		}
	}
	return m.prog
}

// shared reports whether a block is in more than one function.
func (m *mover) shared(block string) bool {
	n := 0
	for _, f := range m.functions {
		if f.has(block) {
			n++
		}
	}
	return n > 1
}

// returnsOf are the blocks of a function that return.
func (m *mover) returnsOf(f *function) (list []*program.Block) {
	for _, name := range f.blocks {
		if _, ok := m.blocks[name].Term.(program.IndirectGotoOp); ok {
			list = append(list, m.blocks[name])
		}
	}
	return list
}

// takenBackAtReturns lists variables that returns of a function take back.
func (m *mover) takenBackAtReturns(f *function) (names []string) {
	if slices.ContainsFunc(f.blocks, m.shared) {
		return nil
	}
	for _, s := range f.sites {
		elsewhere := slices.ContainsFunc(m.functions, func(other *function) bool {
			return other != f && slices.Contains(other.sites, s)
		})
		if s == program.Exit || m.direct[s] || m.shared(s) || elsewhere {
			return nil
		}
	}
	for _, b := range m.returnsOf(f) {
		for _, in := range b.Instrs {
			if pop, ok := in.(*program.PopOp); ok {
				for _, name := range pop.Vars {
					if !slices.Contains(names, name) {
						names = append(names, name)
					}
				}
			}
		}
	}
	return names
}

// move lets the callers of a function take back a variable, if that is possible and not done in
// more places than before. It is possible if each return takes it back last, or comes straight
// from another call of the function, which did so, without a look at the variable.
func (m *mover) move(f *function, name string) {
	var last, through []string
	for _, b := range m.returnsOf(f) {
		switch touched := touches(b, name); {
		case len(touched) == 0 && slices.Contains(f.sites, b.Name):
			through = append(through, b.Name)
		case len(touched) > 0 && pops(b.Instrs[touched[len(touched)-1]], name):
			last = append(last, b.Name)
		default:
			return
		}
	}
	more := -len(last)
	for _, s := range f.sites {
		if !slices.Contains(through, s) && !overwrites(m.blocks[s], name) && m.needed(s, 0, name, map[string]bool{}) {
			more++
		}
	}
	if more > 0 {
		return
	}
	for _, block := range last {
		b, list := m.blocks[block], touches(m.blocks[block], name)
		m.withoutPop(b, name, list[len(list)-1])
	}
	for _, s := range f.sites {
		switch b := m.blocks[s]; {
		case slices.Contains(through, s):
		case overwrites(b, name):
			m.withoutPush(b, name, touches(b, name)[0])
		default:
			m.pop(b, name)
		}
	}
}

// touches lists the instructions of a block that have to do with a variable; what the block
// ends with is none, but counts as one more.
func touches(b *program.Block, name string) (list []int) {
	for i, in := range b.Instrs {
		if pops(in, name) || slices.Contains(program.Reads(in, nil), name) ||
			slices.Contains(program.Writes(in, nil), name) {
			list = append(list, i)
		}
	}
	if o, ok := program.TermOperand(b.Term); ok && !o.IsLiteral() && o.Name == name {
		list = append(list, len(b.Instrs))
	}
	return list
}

func pops(in program.Instr, name string) bool {
	pop, ok := in.(*program.PopOp)
	return ok && slices.Contains(pop.Vars, name)
}

func pushes(in program.Instr, name string) bool {
	op, ok := in.(*program.PrimOp)
	return ok && slices.Contains(op.Out, program.Output{Name: name, Push: true})
}

// overwrites reports whether the first that a block does with a variable is to save it for
// another value: after a pop both can be left out.
func overwrites(b *program.Block, name string) bool {
	list := touches(b, name)
	if len(list) == 0 || list[0] == len(b.Instrs) {
		return false
	}
	in := b.Instrs[list[0]]
	return pushes(in, name) && !slices.Contains(program.Reads(in, nil), name)
}

// needed reports whether somebody may need what a variable is at an instruction of a block.
func (m *mover) needed(block string, from int, name string, seen map[string]bool) bool {
	if block == program.Exit {
		return slices.Contains(program.Variables(m.prog.VarsOut), name)
	}
	if from == 0 {
		if seen[block] {
			return false
		}
		seen[block] = true
	}
	b := m.blocks[block]
	for _, i := range touches(b, name) {
		switch {
		case i < from:
			continue
		case i == len(b.Instrs) || slices.Contains(program.Reads(b.Instrs[i], nil), name):
			return true
		case pops(b.Instrs[i], name):
			return false
		}
		return pushes(b.Instrs[i], name)
	}
	switch b.Term.(type) {
	case program.PushGotoOp, program.IndirectGotoOp:
		return true
	}
	return slices.ContainsFunc(targets(b.Term), func(to string) bool { return m.needed(to, 0, name, seen) })
}

// pop takes back a variable at the start of a block.
func (m *mover) pop(b *program.Block, name string) {
	if len(b.Instrs) > 0 {
		if pop, ok := b.Instrs[0].(*program.PopOp); ok && !slices.Contains(pop.Vars, name) {
			first := &program.PopOp{Vars: append(slices.Clone(pop.Vars), name), Pos: pop.Pos}
			b.Instrs = append([]program.Instr{first}, b.Instrs[1:]...)
			return
		}
	}
	b.Instrs = append([]program.Instr{&program.PopOp{Vars: []string{name}, Pos: b.Term.Position()}}, b.Instrs...)
}

// withoutPop leaves out where an instruction takes back a variable.
func (m *mover) withoutPop(b *program.Block, name string, i int) {
	pop := b.Instrs[i].(*program.PopOp)
	rest := slices.DeleteFunc(slices.Clone(pop.Vars), func(v string) bool { return v == name })
	b.Instrs = slices.Clone(b.Instrs)
	if len(rest) == 0 {
		b.Instrs = slices.Delete(b.Instrs, i, i+1)
	} else {
		b.Instrs[i] = &program.PopOp{Vars: rest, Pos: pop.Pos}
	}
}

// withoutPush makes an instruction overwrite a variable.
func (m *mover) withoutPush(b *program.Block, name string, i int) {
	op := *b.Instrs[i].(*program.PrimOp)
	op.Out = slices.Clone(op.Out)
	for k := range op.Out {
		if op.Out[k].Name == name {
			op.Out[k].Push = false
		}
	}
	b.Instrs = slices.Clone(b.Instrs)
	b.Instrs[i] = &op
}

// neverNeeded reports whether what the main function saves of a variable is not needed when it is
// taken back, and each function leaves of it as much as it found.
func (m *mover) neverNeeded(name string) bool {
	main := m.functions[0]
	for entry, h := range heightsOf(m.functions, m.blocks, name) {
		if h.net != 0 || entry == main.entry && h.least < 0 {
			return false
		}
	}
	for _, block := range main.blocks {
		if m.shared(block) {
			return false
		}
		for i, in := range m.blocks[block].Instrs {
			if pops(in, name) && m.needed(block, i+1, name, map[string]bool{}) {
				return false
			}
		}
	}
	return true
}

// unsave leaves out where the main function saves and takes back a variable.
func (m *mover) unsave(name string) {
	for _, block := range m.functions[0].blocks {
		b := m.blocks[block]
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			switch in := b.Instrs[i]; {
			case pops(in, name):
				m.withoutPop(b, name, i)
			case pushes(in, name):
				m.withoutPush(b, name, i)
			}
		}
	}
}
