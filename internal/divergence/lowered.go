package divergence

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// depths are how many values of full variables have been pushed since a function
// was entered, and not popped; those that are 0 are left out.
type depths map[string]int

// deepest bounds how far below its own values a function is followed.
const deepest = 16

// lowering divides a program of the lowered dialect into units.
type lowering struct {
	p       *program.Program
	units   []*unit
	entries map[string]*unit // by first block
	// Of each unit: what a run of it does to the depths, the registers that it may
	// write, and the lowest value of each stack that it may write.
	net       []depths
	registers []map[string]bool
	lowest    []depths
}

// lowered makes units of the functions of a program of the lowered dialect. Where
// a function is called that has no declaration, nobody knows what it returns, and
// the result is nil.
func lowered(p *program.Program) []*unit {
	l := &lowering{p: p, entries: map[string]*unit{}}
	l.add(p.Graph.Blocks[0].Name, depths{})
	for _, f := range p.Functions {
		net := depths{}
		for _, name := range program.Variables(f.VarsIn) {
			net.change(p, name, -1)
		}
		for _, name := range program.Variables(f.VarsOut) {
			net.change(p, name, 1)
		}
		l.add(f.Entry, net)
	}
	blocks := map[string]*program.Block{}
	for _, b := range p.Graph.Blocks {
		blocks[b.Name] = b
		if t, ok := b.Term.(program.PushGotoOp); ok && l.entries[t.Target] == nil {
			return nil
		}
	}
	for entry, u := range l.entries {
		l.collect(u, blocks, entry)
	}
	if !l.effects() {
		return nil
	}
	l.needs()
	return l.units
}

// change adds to the depth of a variable, if it has a stack.
func (d depths) change(p *program.Program, name string, by int) {
	if p.VarDefs.Has(name) && p.Alloc(name) == program.Full {
		if d[name] += by; d[name] == 0 {
			delete(d, name)
		}
	}
}

func (l *lowering) add(entry string, net depths) {
	u := l.entries[entry]
	if u == nil {
		u = &unit{number: len(l.units), slots: map[slot]int{}}
		l.units, l.entries[entry] = append(l.units, u), u
		l.net, l.registers, l.lowest = append(l.net, nil), append(l.registers, map[string]bool{}),
			append(l.lowest, depths{})
	}
	l.net[u.number] = net
}

// pass changes depths by what an instruction does to them.
func (l *lowering) pass(in program.Instr, d depths) {
	switch in := in.(type) {
	case *program.PrimOp:
		for _, o := range in.Out {
			if o.Push {
				d.change(l.p, o.Name, 1)
			}
		}
	case *program.PopOp:
		for _, name := range in.Vars {
			d.change(l.p, name, -1)
		}
	}
}

// leaving returns the depths at the end of a node's block.
func (l *lowering) leaving(n *node) depths {
	d := maps.Clone(n.depth)
	for _, in := range n.block.Instrs {
		l.pass(in, d)
	}
	return d
}

// collect finds the nodes of a unit, and the depths at their starts. A jump to
// the first block of another unit is a call and a return.
func (l *lowering) collect(u *unit, blocks map[string]*program.Block, entry string) {
	u.addBlocks([]*program.Block{blocks[entry]})
	u.nodes[1].depth = depths{}
	index := map[string]int{entry: 1}
	const end = -1 // known when all nodes are
	for n := 1; n < len(u.nodes); n++ {
		b := u.nodes[n].block
		if b == nil {
			u.nodes[n].succs = []int{end}
			continue
		}
		d := l.leaving(&u.nodes[n])
		labels := b.Term.Targets()
		switch t := b.Term.(type) {
		case program.PushGotoOp:
			for name, by := range l.net[l.entries[t.Target].number] {
				d.change(l.p, name, by)
			}
			labels = []string{t.Return}
		case program.IndirectGotoOp:
			labels = []string{program.Exit}
		}
		for _, label := range labels {
			to, known := index[label]
			switch into := l.entries[label]; {
			case label == program.Exit:
				to = end
			case known:
			case into != nil:
				to = len(u.nodes)
				u.nodes = append(u.nodes, node{into: into, depth: d})
			default:
				to = len(u.nodes)
				index[label] = to
				u.nodes = append(u.nodes, node{block: blocks[label], depth: d})
			}
			u.nodes[n].succs = append(u.nodes[n].succs, to)
		}
	}
	u.nodes = append(u.nodes, node{})
	for n := range u.nodes {
		for i, to := range u.nodes[n].succs {
			if to == end {
				u.nodes[n].succs[i] = u.end()
			}
		}
	}
	u.finish()
}

// callee returns the unit that a node ends by calling, or nil, and the depths
// there.
func (l *lowering) callee(n *node) (*unit, depths) {
	if n.into != nil {
		return n.into, n.depth
	}
	if n.block != nil {
		if t, ok := n.block.Term.(program.PushGotoOp); ok {
			return l.entries[t.Target], l.leaving(n)
		}
	}
	return nil, nil
}

// effects finds what units may write. It reports false if one writes what is far
// below its own values.
func (l *lowering) effects() bool {
	for changed := true; changed; {
		changed = false
		for i, u := range l.units {
			regs := len(l.registers[i])
			write := func(name string, depth int) {
				if low, ok := l.lowest[i][name]; !ok || depth < low {
					l.lowest[i][name], changed = depth, true
				}
			}
			for n := range u.nodes {
				nd := &u.nodes[n]
				if nd.block != nil {
					l.writes(nd, l.registers[i], write)
				}
				if c, d := l.callee(nd); c != nil {
					maps.Copy(l.registers[i], l.registers[c.number])
					for name, low := range l.lowest[c.number] {
						if d[name]+low < -deepest {
							return false
						}
						write(name, d[name]+low)
					}
				}
			}
			changed = changed || len(l.registers[i]) > regs
		}
	}
	for i, u := range l.units {
		for _, d := range l.p.VarDefs.All() {
			if l.registers[i][d.Name] {
				u.outs = append(u.outs, slot{name: d.Name})
			}
			if low, ok := l.lowest[i][d.Name]; ok {
				for k := low; k <= l.net[i][d.Name]; k++ {
					u.outs = append(u.outs, slot{d.Name, k})
				}
			}
		}
	}
	return true
}

// writes notes what the block of a node writes.
func (l *lowering) writes(n *node, registers map[string]bool, write func(name string, depth int)) {
	d := maps.Clone(n.depth)
	for _, in := range n.block.Instrs {
		l.pass(in, d)
		op, ok := in.(*program.PrimOp)
		if !ok {
			continue
		}
		for _, o := range op.Out {
			switch l.p.Alloc(o.Name) {
			case program.Register:
				registers[o.Name] = true
			case program.Full:
				write(o.Name, d[o.Name])
			}
		}
	}
}

// needs finds what units are given by those that call them: what is live at their
// starts. That depends on what units need that they call.
func (l *lowering) needs() {
	for _, u := range l.units {
		for n := range u.nodes {
			if c, _ := l.callee(&u.nodes[n]); c != nil {
				c.sites++
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, u := range l.units {
			l.lay(u)
			uses, defs := flow.Effects(len(u.slots), u.steps)
			live := flow.NewLive(u.graph, len(u.slots), uses, defs).In[0]
			if live.Len() == len(u.ins) {
				continue
			}
			u.ins, changed = nil, true
			for s, v := range u.slots {
				if live.Has(v) {
					u.ins = append(u.ins, s)
				}
			}
			sorting.By(u.ins, func(a, b slot) int { return u.slots[a] - u.slots[b] })
			u.fixed = make([]bool, len(u.ins))
		}
	}
	for _, u := range l.units {
		l.lay(u)
	}
}

// lay makes the steps of a unit.
func (l *lowering) lay(u *unit) {
	u.steps, u.calls = make([][]flow.Step, len(u.nodes)), map[place]*call{}
	for n := range u.nodes {
		nd := &u.nodes[n]
		if nd.block != nil {
			l.layBlock(u, n)
		}
		if c, d := l.callee(nd); c != nil {
			u.calls[place{n, len(u.steps[n])}] = &call{c}
			u.steps[n] = append(u.steps[n], flow.Step{Reads: u.numbers(above(c.ins, d)),
				Writes: u.numbers(above(c.outs, d))})
		}
	}
	u.steps[u.end()] = []flow.Step{{Reads: u.numbers(u.outs)}}
}

// above returns the slots that a caller at some depths has for those of a callee.
func above(callee []slot, d depths) []slot {
	slots := slices.Clone(callee)
	for i := range slots {
		slots[i].depth += d[slots[i].name]
	}
	return slots
}

func (l *lowering) layBlock(u *unit, n int) {
	nd := &u.nodes[n]
	d := maps.Clone(nd.depth)
	top := func(name string) int {
		if !l.p.VarDefs.Has(name) || l.p.Alloc(name) == program.Null {
			return -1
		}
		return u.slot(slot{name, d[name]})
	}
	operands := func(list []program.Operand) []int {
		reads := make([]int, len(list))
		for i, o := range list {
			if reads[i] = -1; !o.IsLiteral() {
				reads[i] = top(o.Name)
			}
		}
		return reads
	}
	for _, in := range nd.block.Instrs {
		var s flow.Step
		op, ok := in.(*program.PrimOp)
		if ok {
			s.Reads = operands(op.In)
		}
		l.pass(in, d)
		if ok {
			for _, o := range op.Out {
				s.Writes = append(s.Writes, top(o.Name))
			}
		}
		u.steps[n] = append(u.steps[n], s)
	}
	s := flow.Step{Reads: operands(termOperand(nd.block.Term))}
	if u.number == 0 && slices.Contains(nd.block.Term.Targets(), program.Exit) {
		results := program.Variables(l.p.VarsOut)
		for _, name := range results {
			s.Reads = append(s.Reads, top(name))
		}
	}
	u.steps[n] = append(u.steps[n], s)
}
