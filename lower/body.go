package lower

import (
	"github.com/lockstep-simt/lockstep/program"
)

// body is one function, or the main graph, of a program under construction.
// Passes edit the graph in place; it belongs to the clone they work on.
type body struct {
	name    string // program.MainName for the main graph
	fn      *program.Function
	graph   *program.ControlFlowGraph
	in, out []string // leaves of VarsIn and VarsOut
}

// bodies lists the main graph, then the functions in order.
func bodies(p *program.Program) []*body {
	bs := []*body{{name: program.MainName, graph: &p.Graph, in: program.Variables(p.VarsIn), out: program.Variables(p.VarsOut)}}
	for _, f := range p.Functions {
		bs = append(bs, &body{name: f.Name, fn: f, graph: &f.Graph, in: program.Variables(f.VarsIn), out: program.Variables(f.VarsOut)})
	}
	return bs
}

func (b *body) isMain() bool { return b.fn == nil }

// calls calls f for every call of the body in order.
func (b *body) calls(f func(block *program.Block, i int, call *program.FunctionCallOp)) {
	for _, blk := range b.graph.Blocks {
		for i, in := range blk.Instrs {
			if call, ok := in.(*program.FunctionCallOp); ok {
				f(blk, i, call)
			}
		}
	}
}

// flow is the shape of a graph: blocks by number, with their neighbours. The
// exit has the number len(blocks).
type flow struct {
	blocks       []*program.Block
	index        map[string]int
	succs, preds [][]int // without duplicates, in order of first mention
}

func newFlow(g *program.ControlFlowGraph) *flow {
	f := &flow{blocks: g.Blocks, index: make(map[string]int, len(g.Blocks)+1)}
	for i, b := range g.Blocks {
		f.index[b.Name] = i
	}
	f.index[program.Exit] = len(g.Blocks)
	f.succs = make([][]int, len(g.Blocks)+1)
	f.preds = make([][]int, len(g.Blocks)+1)
	latest := make([]int, len(g.Blocks)+1) // one more than the last predecessor
	for i, b := range g.Blocks {
		for _, label := range b.Term.Targets() {
			if j := f.index[label]; latest[j] != i+1 {
				latest[j] = i + 1
				f.succs[i] = append(f.succs[i], j)
				f.preds[j] = append(f.preds[j], i)
			}
		}
	}
	return f
}

func (f *flow) exit() int { return len(f.blocks) }

// reaches reports whether a way leads from one block to another, or they are
// the same.
func (f *flow) reaches(from, to int) bool {
	seen := newBitset(f.exit() + 1)
	for pending := []int{from}; len(pending) > 0; {
		at := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if at == to {
			return true
		}
		if !seen.has(at) {
			seen.add(at)
			pending = append(pending, f.succs[at]...)
		}
	}
	return false
}

// postorder lists the blocks that the entry reaches, each after its successors
// where there is no cycle. The exit is not listed.
func (f *flow) postorder() []int {
	if len(f.blocks) == 0 {
		return nil
	}
	order := make([]int, 0, len(f.blocks))
	seen := newBitset(len(f.blocks) + 1)
	seen.add(f.exit())
	type visit struct{ block, next int }
	stack := []visit{{block: 0}}
	seen.add(0)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(f.succs[top.block]) {
			order = append(order, top.block)
			stack = stack[:len(stack)-1]
			continue
		}
		s := f.succs[top.block][top.next]
		top.next++
		if !seen.has(s) {
			seen.add(s)
			stack = append(stack, visit{block: s})
		}
	}
	return order
}

// numbering gives the variables of a program numbers, in declaration order.
type numbering struct {
	names []string
	index map[string]int
}

func number(p *program.Program) *numbering {
	n := &numbering{index: make(map[string]int, p.VarDefs.Len())}
	for _, d := range p.VarDefs.All() {
		n.index[d.Name] = len(n.names)
		n.names = append(n.names, d.Name)
	}
	return n
}

func (n *numbering) len() int { return len(n.names) }

// set returns the set of the given variables.
func (n *numbering) set(names []string) bitset {
	s := newBitset(n.len())
	for _, name := range names {
		s.add(n.index[name])
	}
	return s
}

// list returns the names of a set's members in declaration order.
func (n *numbering) list(s bitset) []string {
	var names []string
	s.each(func(i int) { names = append(names, n.names[i]) })
	return names
}

// operand returns the number of the variable that an operand reads; ok is
// false for literals and uniforms.
func (n *numbering) operand(o program.Operand) (v int, ok bool) {
	if o.IsLiteral() {
		return 0, false
	}
	v, ok = n.index[o.Name]
	return v, ok
}

// reads calls f with every variable an instruction reads.
func (n *numbering) reads(in program.Instr, f func(v int)) {
	for _, o := range operands(in) {
		if v, ok := n.operand(o); ok {
			f(v)
		}
	}
}

// writes calls f with every variable an instruction writes.
func (n *numbering) writes(in program.Instr, f func(v int)) {
	switch in := in.(type) {
	case *program.PrimOp:
		for _, o := range in.Out {
			f(n.index[o.Name])
		}
	case *program.FunctionCallOp:
		for _, name := range in.Out {
			f(n.index[name])
		}
	}
}
