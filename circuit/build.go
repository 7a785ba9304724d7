package circuit

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// sources are what circuits of a program are built from. The program must be verified and have no variables of tuple
// types.
type sources struct {
	p          *program.Program
	uniforms   *uniforms
	vars       *edit.Numbering
	functions  []*program.Function // the main one first
	signatures []signature         // theirs
}

// numberOf returns the number of a function that is called: the main one has 0.
func numberOf(p *program.Program, name string) int {
	return 1 + slices.IndexFunc(p.Functions, func(f *program.Function) bool { return f.Name == name })
}

// signature is what a function takes and returns.
type signature struct {
	params, results []Variable
	call            Callee // what calls of it are made of
}

// signature returns that of a function.
func (s *sources) signature(f *program.Function) signature {
	ins, outs := program.Variables(f.VarsIn), program.Variables(f.VarsOut)
	all := make([]Variable, 0, len(ins)+len(outs))
	for _, names := range [2][]string{ins, outs} {
		for _, name := range names {
			t, _ := s.p.TensorTypeOf(name)
			all = append(all, Variable{name, t})
		}
	}
	n := len(ins)
	sig := signature{params: all[:n:n], results: all[n:]}
	sig.call = Callee{Name: f.Name, function: len(s.signatures), params: make([]program.Dtype, n),
		Results: make([]program.TensorType, len(outs))}
	for i, v := range sig.params {
		sig.call.params[i] = v.Type.Dtype
	}
	for i, v := range sig.results {
		sig.call.Results[i] = v.Type
	}
	return sig
}

// build returns the circuit of a function of a source-dialect program by its number. An error says what about the
// function has no circuit; the function then stays as it is.
func build(s *sources, number int) (*Circuit, error) {
	f := s.functions[number]
	b := &builder{workshop: workshops.Get().(*workshop), sources: s, f: f, c: New(f.Name)}
	b.c.function = number
	b.c.Params, b.c.Results = s.signatures[number].params, s.signatures[number].results
	defer b.close()
	b.local, b.all, b.scalars = b.take(s.vars.Len()), b.all[:0], b.scalars[:0]
	if err := b.variables(); err != nil {
		return nil, err
	}
	if err := b.regions(); err != nil {
		return nil, err
	}
	b.steps()
	b.versions = flow.NewVersions(&b.room, b.dom, b.effects+1, b.code)
	b.c.reserve(b.size())
	b.gates()
	claimed := &confiner{c: b.c}
	for _, g := range b.proven {
		claimed.anchor(g)
	}
	return b.c, nil
}

// size returns about how many gates there will be: one for each step, merge and state, as many constants, and some that
// passes add.
func (b *builder) size() int {
	n := 32 + len(b.c.Params)
	for i := range b.all {
		n += 3 + len(b.code[i]) + len(b.versions.Merges[i])
	}
	return n + n/4
}

// workshop is the memory that a circuit is made in, for the next one.
type workshop struct {
	room     flow.Room
	numbers  []int32
	accesses []access
	allSteps []flow.Step
	relays   []flow.Step
	code     [][]flow.Step // of a region
	all      []region
	scalars  []program.VarDef
	cells    []program.VarDef
	names    []string // of an instruction
	value    []Ref    // of a version
	// The inputs of the gate that is made: all, and those that are tokens or values.
	inputs, depends, values []Ref
}

var workshops = sync.Pool{New: func() any { return new(workshop) }}

// take returns the workshop's numbers, n zeros.
func (w *workshop) take(n int) []int32 {
	w.numbers = slices.Grow(w.numbers[:0], n)[:n]
	clear(w.numbers)
	return w.numbers
}

// close makes the workshop free.
func (w *workshop) close() {
	w.room.Empty()
	workshops.Put(w)
}

// builder makes a circuit. It cuts the function into regions: its blocks; the ways that
// branches have to blocks which others lead to as well; and the merges of a loop's entries and
// of its ends, where there are several. The variables of the single-assignment form are the
// scalars, the chain of each cell, and the chain of effects: faults and calls.
type builder struct {
	*workshop
	*sources
	f *program.Function
	c *Circuit

	// local is one more than the number of a variable, by that in vars, which numbers all of the
	// program; 0 for those of other functions. Scalars come first.
	local   []int32
	effects int // the number of the chain of effects

	main     []int // the region of a block, -1 where none is reached
	graph    *flow.Graph
	dom      *flow.Dominators
	versions *flow.Versions
	seq      int
	proven   []Ref // operations that cannot fault, as the program says
}

// region is a state and what runs in it.
type region struct {
	kind  Kind
	param uint64         // of a SwitchCase
	block *program.Block // nil for one without code
	order int            // that of the blocks in the program
	succs []int
	// relays are the variables of chains that go on behind the transition.
	relays []int
	state  Ref
	// branch is the state that ends the region, if it is one of several transitions.
	branch   Ref
	accesses []access // of its instructions
}

func (b *builder) variables() error {
	var err error
	b.cells = b.cells[:0]
	seen := func(name string) {
		i, ok := b.vars.Of(name)
		if !ok || b.local[i] != 0 {
			return
		}
		d := b.vars.Def(i)
		switch {
		case !d.Type.IsLeaf():
			err = cmp.Or(err, fmt.Errorf("the variable %s is of a tuple type", name))
		case len(d.Type.Leaf().Shape) == 0:
			b.scalars = append(b.scalars, d)
			b.local[i] = int32(len(b.scalars))
		default:
			b.cells = append(b.cells, d)
			b.local[i] = int32(-len(b.cells))
		}
	}
	for _, v := range b.c.Params {
		seen(v.Name)
	}
	for _, v := range b.c.Results {
		seen(v.Name)
	}
	instrs := 0
	for _, blk := range b.f.Graph.Blocks {
		instrs += len(blk.Instrs) + 1
		for _, in := range blk.Instrs {
			b.names = program.Writes(in, program.Reads(in, b.names[:0]))
			for _, name := range b.names {
				seen(name)
			}
		}
		if o, ok := program.TermOperand(blk.Term); ok && !o.IsLiteral() {
			seen(o.Name)
		}
	}
	if err != nil {
		return err
	}
	b.c.Positions, b.c.Names = slices.Grow(b.c.Positions, instrs), slices.Grow(b.c.Names, instrs)
	for i, v := range b.local {
		if v < 0 {
			b.local[i] = int32(len(b.scalars)) - v
		}
	}
	for _, d := range b.cells {
		b.c.Cells = append(b.c.Cells, Variable{d.Name, d.Type.Leaf()})
	}
	b.effects = len(b.scalars) + len(b.cells)
	return nil
}

// find returns the number of a variable, -1 for a uniform or a literal.
func (b *builder) find(name string) int {
	if name == "" {
		return -1
	}
	i, ok := b.vars.Of(name)
	if !ok {
		return -1
	}
	return int(b.local[i]) - 1
}

// typeOf returns the type of a variable, or of its elements.
func (b *builder) typeOf(name string) program.Dtype {
	v := b.find(name)
	if b.isCell(v) {
		return b.cells[v-len(b.scalars)].Type.Leaf().Dtype
	}
	return b.scalars[v].Type.Leaf().Dtype
}

// isCell reports whether a variable is an array.
func (b *builder) isCell(v int) bool { return v >= len(b.scalars) && v < b.effects }

// scalar returns v if it is a scalar and -1 otherwise.
func (b *builder) scalar(v int) int {
	if b.isCell(v) {
		return -1
	}
	return v
}

// regions cuts the function into regions and links them.
func (b *builder) regions() error {
	f := &flowIn{shape: program.NewShapeIn(&b.room, &b.f.Graph), blocks: b.f.Graph.Blocks}
	f.ranks = f.shape.Ranks()
	if err := f.count(); err != nil {
		return err
	}
	b.blockRegions(f)
	for i, blk := range f.blocks {
		if f.ranks[i] < 0 {
			continue
		}
		b.linkWays(f, i)
		if _, ok := blk.Term.(program.GotoOp); !ok {
			b.leaveBehind(i, blk.Term, f.shape)
		}
	}
	succs := b.room.Slots(len(b.all))
	for i := range b.all {
		succs[i] = b.all[i].succs
	}
	b.graph = b.room.Graph(succs)
	b.dom = flow.NewDominators(b.graph)
	return nil
}

// flowIn is how the blocks of a function are entered.
type flowIn struct {
	shape  *program.Shape
	blocks []*program.Block
	ranks  []int  // in reverse postorder, negative if nothing leads there
	ways   []ways // into each block
	// The region in front of a block, and the one before its loop's next round; the main one
	// where there are none.
	front, back []int
}

// ways are how many ways lead into a block from before it, and how many back to it.
type ways struct{ in, back int }

// count counts the ways into each block. It fails if a loop is entered at several blocks.
func (f *flowIn) count() error {
	dom := flow.NewDominators(f.shape.Graph)
	f.ways = make([]ways, len(f.blocks))
	for i := range f.blocks {
		if f.ranks[i] < 0 {
			continue
		}
		for _, to := range f.shape.Ways[i] {
			switch {
			case to == f.shape.Exit():
			case f.ranks[to] > f.ranks[i]:
				f.ways[to].in++
			case !dom.Dominates(to, i):
				return fmt.Errorf("the loop at %s is entered at several blocks", f.blocks[to].Name)
			default:
				f.ways[to].back++
			}
		}
	}
	return nil
}

// blockRegions makes the regions of blocks: the main one of each, and those where several ways meet in front of it.
func (b *builder) blockRegions(f *flowIn) {
	b.main, f.front, f.back = b.room.Ints(len(f.blocks)), b.room.Ints(len(f.blocks)), b.room.Ints(len(f.blocks))
	for i, blk := range f.blocks {
		if b.main[i] = -1; f.ranks[i] < 0 {
			continue
		}
		kind := OrdinaryBlock
		switch {
		case i == 0:
			kind = StateEntry
		case f.ways[i].back > 0:
			kind = LoopBegin
		case f.ways[i].in > 1:
			kind = Merge
		}
		b.main[i] = b.region(kind, blk, 4*i)
		f.front[i], f.back[i] = b.main[i], b.main[i]
		if f.ways[i].back > 0 && f.ways[i].in > 1 {
			f.front[i] = b.region(Merge, nil, 4*i-1)
			b.link(f.front[i], b.main[i])
		}
		if f.ways[i].back > 1 {
			f.back[i] = b.region(Merge, nil, 4*b.lastBack(f.shape, f.ranks, i)+2)
			b.link(f.back[i], b.main[i])
		}
	}
}

// linkWays links a block's region with those that its terminator leads to, by a region for each way of a branch.
func (b *builder) linkWays(f *flowIn, i int) {
	term := f.blocks[i].Term
	for k, to := range f.shape.Ways[i] {
		if to == f.shape.Exit() {
			continue
		}
		kind, param := b.transition(term, k)
		next := f.front[to]
		if f.ranks[to] <= f.ranks[i] {
			next = f.back[to]
		}
		switch {
		case kind == OrdinaryBlock:
		case f.ways[to].back == 0 && f.ways[to].in == 1:
			b.all[next].kind, b.all[next].param = kind, param
		default:
			way := b.region(kind, nil, 4*i+1)
			b.all[way].param = param
			b.link(way, next)
			next = way
		}
		b.link(b.main[i], next)
	}
}

// leaveBehind gives a way of a branch that ends the function a region of its own, which
// returns.
func (b *builder) leaveBehind(i int, t program.Terminator, shape *program.Shape) {
	for k, to := range shape.Ways[i] {
		if to != shape.Exit() {
			continue
		}
		kind, param := b.transition(t, k)
		way := b.region(kind, &program.Block{Term: program.GotoOp{Target: program.Exit, Pos: t.Position()}}, 4*i+1)
		b.all[way].param = param
		// The order of the ways is that of the labels.
		s := b.all[b.main[i]].succs
		b.all[b.main[i]].succs = append(s[:k:k], append([]int{way}, s[k:]...)...)
	}
}

// lastBack returns the last of the blocks that lead back to a loop's start.
func (b *builder) lastBack(shape *program.Shape, ranks []int, start int) int {
	last := start
	for _, p := range shape.Preds[start] {
		if ranks[p] >= ranks[start] {
			last = max(last, p)
		}
	}
	return last
}

func (b *builder) region(k Kind, blk *program.Block, order int) int {
	succs := b.room.Ints(2)[:0]
	b.all = append(b.all, region{kind: k, block: blk, order: order, succs: succs, state: None, branch: None})
	return len(b.all) - 1
}

func (b *builder) link(from, to int) { b.all[from].succs = append(b.all[from].succs, to) }

// transition returns what state the k-th way of a terminator leads to; OrdinaryBlock if it is
// the only one.
func (b *builder) transition(t program.Terminator, k int) (Kind, uint64) {
	switch t := t.(type) {
	case program.BranchOp:
		if k == 0 {
			return IfTrue, 0
		}
		return IfFalse, 0
	case program.SwitchOp:
		if k == 0 {
			return DefaultCase, 0
		}
		return SwitchCase, t.Values[k-1]
	}
	return OrdinaryBlock, 0
}
