package engine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// Operations without machine code, those whose code differs from package math in this process, and large ones
// where there is too much code (large.go), are host phases: blocks of their own, which have no code. Lanes that
// come there wait until the code is left for Go, which computes the results (package turns) and lets the lanes
// wait at the block behind. So a block with such operations becomes several; those that can be done at once are
// in one.

// splitter makes host phases of operations.
type splitter struct {
	without func(op program.Opcode) bool
	p       *program.Program
	names   map[string]bool // of blocks
	hosts   map[string]bool // blocks that are host phases
	added   int
}

// splitHosts returns the program with the operations that are without code in blocks of their
// own, and the names of these. A program without such operations is returned as it is.
func splitHosts(p *program.Program, without func(op program.Opcode) bool) (*program.Program, map[string]bool) {
	s := &splitter{without: without, p: p, hosts: map[string]bool{}}
	if !slices.ContainsFunc(p.Graph.Blocks, func(b *program.Block) bool {
		return slices.ContainsFunc(b.Instrs, s.isHost)
	}) {
		return p, nil
	}
	q := p.Clone()
	s.p, s.names = q, blockNames(q)
	var blocks []*program.Block
	for _, b := range q.Graph.Blocks {
		parts := s.split(b)
		s.keep(parts)
		blocks = append(blocks, parts...)
	}
	q.Graph.Blocks = blocks
	return q, s.hosts
}

// isHost reports whether an instruction is for Go: an operation on numbers without code, whose
// result somebody needs.
func (s *splitter) isHost(in program.Instr) bool {
	op, ok := in.(*program.PrimOp)
	return ok && op.Op != program.OpCopy && s.without(op.Op) && s.onNumbers(op)
}

// onNumbers reports whether operands and results are numbers: no arrays and no bools.
func (s *splitter) onNumbers(op *program.PrimOp) bool {
	number := func(name string) bool {
		t, ok := s.p.TensorTypeOf(name)
		return ok && len(t.Shape) == 0 && t.Dtype != optab.Bool
	}
	return s.p.Alloc(op.Out[0].Name) != program.Null && number(op.Out[0].Name) &&
		!slices.ContainsFunc(op.In, func(o program.Operand) bool { return !o.IsLiteral() && !number(o.Name) })
}

// split returns the blocks that a block becomes.
func (s *splitter) split(b *program.Block) (parts []*program.Block) {
	name, rest := b.Name, b.Instrs
	for {
		i := slices.IndexFunc(rest, s.isHost)
		if i < 0 || len(s.hosts) > maxBlocks { // too many: the program will be refused
			return append(parts, &program.Block{Name: name, Instrs: rest, Term: b.Term})
		}
		early, host, later := s.gather(rest[i:])
		at, then := s.newName(b.Name+".host"), s.newName(b.Name+".then")
		pos := host[0].Position()
		host, pushes := s.unpushed(host)
		s.hosts[at] = true
		parts = append(parts,
			&program.Block{Name: name, Instrs: slices.Concat(rest[:i], early),
				Term: program.GotoOp{Target: at, Pos: pos}},
			&program.Block{Name: at, Instrs: host, Term: program.GotoOp{Target: then, Pos: pos}})
		name, rest = then, slices.Concat(pushes, later)
	}
}

// gather divides instructions that begin with a host's into what can be done before it,
// the host's that can be done with it, and the others: what the host's need comes early.
func (s *splitter) gather(instrs []program.Instr) (early, host, later []program.Instr) {
	needed := map[program.Instr]bool{} // by those that were host's
	for i := range instrs {
		needed[instrs[i]] = true
	}
	for {
		early, host, later = nil, instrs[:1:1], nil
		hosts, others := newTouched(), newTouched()
		hosts.add(instrs[0])
		for _, in := range instrs[1:] {
			switch {
			case s.isHost(in) && others.independent(in):
				host = append(host, in)
				hosts.add(in)
			case needed[in] && isPure(in) && others.independent(in) && hosts.independent(in):
				early = append(early, in)
			default:
				later = append(later, in)
				others.add(in)
			}
		}
		// What nobody needs early stays, which may hold back others.
		next := map[program.Instr]bool{}
		want := map[string]bool{}
		for _, in := range slices.Backward(slices.Concat(early, host)) {
			reads, writes := effects(in)
			if s.isHost(in) || slices.ContainsFunc(writes, func(name string) bool { return want[name] }) {
				next[in] = true
				for _, name := range reads {
					want[name] = true
				}
			}
		}
		if !slices.ContainsFunc(early, func(in program.Instr) bool { return !next[in] }) {
			return early, host, later
		}
		needed = next
	}
}

// effects are what an instruction reads and writes; a pop and a push do both.
func effects(in program.Instr) (reads, writes []string) {
	reads, writes = program.Reads(in, nil), program.Writes(in, nil)
	switch in := in.(type) {
	case *program.PopOp:
		return in.Vars, in.Vars
	case *program.PrimOp:
		for _, out := range in.Out {
			if out.Push {
				reads = append(reads, out.Name)
			}
		}
	}
	return reads, writes
}

// isPure reports whether an instruction is an operation that does nothing but set variables.
func isPure(in program.Instr) bool {
	op, ok := in.(*program.PrimOp)
	return ok && !slices.ContainsFunc(op.Out, func(o program.Output) bool { return o.Push }) &&
		(op.Op == program.OpCopy || op.Op.Info().Row.Effect == optab.Pure)
}

// touched is what some instructions read and write.
type touched struct{ reads, writes map[string]bool }

func newTouched() touched { return touched{map[string]bool{}, map[string]bool{}} }

func (t touched) add(in program.Instr) {
	reads, writes := effects(in)
	for _, name := range reads {
		t.reads[name] = true
	}
	for _, name := range writes {
		t.writes[name] = true
	}
}

// independent reports whether an instruction may be done before the others as well as behind them.
func (t touched) independent(in program.Instr) bool {
	reads, writes := effects(in)
	return !slices.ContainsFunc(reads, func(name string) bool { return t.writes[name] }) &&
		!slices.ContainsFunc(writes, func(name string) bool { return t.writes[name] || t.reads[name] })
}

// unpushed returns operations that set variables instead of pushing, and what pushes them. Those
// behind a push use the variable instead of what was pushed.
func (s *splitter) unpushed(host []program.Instr) (plain, pushes []program.Instr) {
	instead := map[string]string{}
	now := func(name string) string {
		if other, ok := instead[name]; ok {
			return other
		}
		return name
	}
	for _, in := range host {
		op := in.(*program.PrimOp)
		args := slices.Clone(op.In)
		for i, o := range args {
			if !o.IsLiteral() {
				args[i].Name = now(o.Name)
			}
		}
		if out := op.Out[0]; out.Push {
			s.added++
			name := fmt.Sprint("host result ", s.added)
			s.p.VarDefs.Add(name, s.p.VarDefs.Def(out.Name).Type)
			s.p.VarAlloc[name] = program.Register
			pushes = append(pushes, &program.PrimOp{Op: program.OpCopy, In: []program.Operand{program.Ref(name)},
				Out: op.Out, Pos: op.Pos})
			instead[out.Name] = name
		}
		plain = append(plain, &program.PrimOp{Op: op.Op, In: args, Out: []program.Output{{Name: now(op.Out[0].Name)}},
			Pos: op.Pos})
	}
	return plain, pushes
}

// keep makes registers of the temporaries that more than one of a block's parts uses.
func (s *splitter) keep(parts []*program.Block) {
	if len(parts) == 1 {
		return
	}
	in := map[string]*program.Block{}
	use := func(b *program.Block, name string) {
		if s.p.Alloc(name) != program.Temporary {
			return
		}
		if first, ok := in[name]; ok && first != b || s.hosts[b.Name] {
			s.p.VarAlloc[name] = program.Register
			return
		}
		in[name] = b
	}
	for _, b := range parts {
		for _, instr := range b.Instrs {
			reads, writes := effects(instr)
			for _, name := range slices.Concat(reads, writes) {
				use(b, name)
			}
		}
		if o, ok := program.TermOperand(b.Term); ok && !o.IsLiteral() {
			use(b, o.Name)
		}
	}
}

// newName is a name for a block.
func (s *splitter) newName(base string) string {
	name := freshName(base, s.names)
	s.names[name] = true
	return name
}

// hostOps are the operations of a host phase.
func (g *graph) hostOps(b int) (ops []*program.PrimOp) {
	if g.hosts[b] {
		for _, in := range g.blocks[b].Instrs {
			ops = append(ops, in.(*program.PrimOp))
		}
	}
	return ops
}

// hostNames are the variables that host phases read and write.
func (g *graph) hostNames() map[string]bool {
	names := map[string]bool{}
	for _, b := range slices.Sorted(maps.Keys(g.hosts)) {
		for _, op := range g.hostOps(b) {
			reads, writes := effects(op)
			for _, name := range slices.Concat(reads, writes) {
				names[name] = true
			}
		}
	}
	return names
}

// hostable reports whether Go can run an operation as a host phase.
func hostable(op program.Opcode) bool {
	info := op.Info()
	return info.Row.Form == optab.Elementwise && info.Row.Effect == optab.Pure && info.Out != optab.Bool &&
		!slices.Contains(info.In, optab.Bool) && !simd.Lookup(op.String()).IsZero()
}

// lacks reports whether an operation has no machine code, or such that differs from package math
// here, but Go has a kernel for it.
func (s *instructions) lacks(op program.Opcode) bool { return hostable(op) && s.refuses(op) != nil }
