package divergence

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// unit is a function by numbers. Node 0 comes before its first block, which is
// node 1; the last node is its end. What it computes with are slots: variables of
// the source dialect, and in the lowered dialect registers, and each level of a
// stack on its own, counted from the top that the function is entered with.
type unit struct {
	number int
	nodes  []node
	graph  *flow.Graph
	loops  *flow.Loops
	slots  map[slot]int
	ins    []slot            // what callers give it
	outs   []slot            // what it may change for them
	sites  int               // calls of it
	first  []program.Operand // what the first call gives, in the source dialect
	fixed  []bool            // of ins: all calls give the same literal or uniform

	steps    [][]flow.Step
	calls    map[place]*call
	versions *flow.Versions
	solution
}

// slot is a variable, or one level of its stack.
type slot struct {
	name  string
	depth int
}

// node is a block with where it goes. A node without a block is the start, the
// end, or a jump into another function whose return is this one's too.
type node struct {
	block *program.Block
	into  *unit // that function
	succs []int
	depth depths // at its start; nil in the source dialect
}

// place is a step of a node. The step behind a block's instructions is its
// terminator, and the one behind that a call of the lowered dialect.
type place struct{ node, step int }

// call is a step that runs another unit: its reads are the callee's ins, and its
// writes the callee's outs, unless their numbers say that they are given in
// another form.
type call struct{ callee *unit }

func (u *unit) end() int { return len(u.nodes) - 1 }

// slot returns the number of a slot.
func (u *unit) slot(s slot) int {
	n, ok := u.slots[s]
	if !ok {
		n = len(u.slots)
		u.slots[s] = n
	}
	return n
}

func (u *unit) numbers(list []slot) []int {
	ns := make([]int, len(list))
	for i, s := range list {
		ns[i] = u.slot(s)
	}
	return ns
}

// addBlocks makes nodes of blocks, which become nodes 1 and following. They lead
// nowhere yet.
func (u *unit) addBlocks(blocks []*program.Block) {
	u.nodes = append(u.nodes, node{succs: []int{1}})
	for _, b := range blocks {
		u.nodes = append(u.nodes, node{block: b})
	}
}

// finish makes the graph when all nodes are there.
func (u *unit) finish() {
	succs := make([][]int, len(u.nodes))
	for i := range u.nodes {
		succs[i] = u.nodes[i].succs
	}
	u.graph = flow.NewGraph(succs)
	u.loops = flow.NewLoops(u.graph)
}

// source makes units of the functions of a program of the source dialect; the
// first is main.
func source(p *program.Program) []*unit {
	fns := append([]*program.Function{p.MainFunction()}, p.Functions...)
	units := make([]*unit, len(fns))
	byName := map[string]*unit{}
	for i, fn := range fns {
		u := &unit{number: i, slots: map[slot]int{}, calls: map[place]*call{}}
		for _, name := range program.Variables(fn.VarsIn) {
			u.ins = append(u.ins, slot{name: name})
		}
		for _, name := range program.Variables(fn.VarsOut) {
			u.outs = append(u.outs, slot{name: name})
		}
		units[i], byName[fn.Name] = u, u
	}
	for i, fn := range fns {
		u := units[i]
		u.addBlocks(fn.Graph.Blocks)
		index := map[string]int{program.Exit: len(u.nodes)}
		for k, b := range fn.Graph.Blocks {
			index[b.Name] = k + 1
		}
		for k := 1; k < len(u.nodes); k++ {
			for _, label := range u.nodes[k].block.Term.Targets() {
				u.nodes[k].succs = append(u.nodes[k].succs, index[label])
			}
		}
		u.nodes = append(u.nodes, node{})
		u.finish()
		u.laySource(p, byName)
	}
	return units
}

// laySource makes the steps of a function of the source dialect.
func (u *unit) laySource(p *program.Program, byName map[string]*unit) {
	u.steps = make([][]flow.Step, len(u.nodes))
	numberOf := func(name string) int {
		if !p.VarDefs.Has(name) {
			return -1
		}
		return u.slot(slot{name: name})
	}
	operands := func(list []program.Operand) []int {
		reads := make([]int, len(list))
		for i, o := range list {
			if reads[i] = -1; !o.IsLiteral() {
				reads[i] = numberOf(o.Name)
			}
		}
		return reads
	}
	for n := range u.nodes {
		b := u.nodes[n].block
		if b == nil {
			continue
		}
		for k, in := range b.Instrs {
			var s flow.Step
			switch in := in.(type) {
			case *program.PrimOp:
				s.Reads = operands(in.In)
				for _, o := range in.Out {
					s.Writes = append(s.Writes, numberOf(o.Name))
				}
			case *program.FunctionCallOp:
				s.Reads = operands(in.In)
				for _, name := range in.Out {
					s.Writes = append(s.Writes, numberOf(name))
				}
				u.calls[place{n, k}] = &call{byName[in.Callee]}
				byName[in.Callee].note(p, in.In)
			}
			u.steps[n] = append(u.steps[n], s)
		}
		u.steps[n] = append(u.steps[n], flow.Step{Reads: operands(termOperand(b.Term))})
	}
	u.steps[u.end()] = []flow.Step{{Reads: u.numbers(u.outs)}}
	u.numbers(u.ins)
}

func termOperand(t program.Terminator) []program.Operand {
	if o, ok := program.TermOperand(t); ok {
		return []program.Operand{o}
	}
	return nil
}

// note counts a call and compares what it gives with what others give.
func (u *unit) note(p *program.Program, args []program.Operand) {
	if u.sites++; u.sites == 1 {
		u.first = args
		for i := range u.ins {
			u.fixed = append(u.fixed, len(args) == len(u.ins) && !p.VarDefs.Has(args[i].Name))
		}
		return
	}
	for i := range u.fixed {
		u.fixed[i] = u.fixed[i] && len(args) == len(u.ins) && args[i] == u.first[i]
	}
}
