package engine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/engine/turns"
	"github.com/lockstep-simt/lockstep/internal/divergence"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// graph is a lowered program as the turn needs it: blocks in an order in which only
// back edges go backwards, and what they do.
type graph struct {
	// The program, by newHostingGraph.
	prog   *program.Program
	form   codegen.Build    // of the builds that the code is for
	source *program.Program // prog before operations without code had blocks of their own

	// Control flow, by order, and with it findLoops and findNests; onward by findOnward, part by divide.
	blocks   []*program.Block // in reverse postorder
	index    map[string]int   // of a block's name; Exit is len(blocks)
	hosts    map[int]bool     // blocks that Go runs, see hosts.go
	succs    [][]int
	flow     *flow.Graph // of the blocks and the exit
	info     *divergence.Info
	nesting  Nesting     // which loops run inside a turn
	nestings bool        // whether it could be others
	mayGate  bool        // whether a loop has a costly arm
	regions  []*region   // loops that run inside a turn
	nests    [][]*region // those around each block, the outermost first
	gates    []gate      // in order, see gates.go
	onward   [][]bool    // whether lanes come from a block to another in the same turn
	part     []part

	// Memory and uniforms, by accept, and for calls by stacks; records and fields by findRecords.
	width   int              // bytes of the widest number
	memory  []object         // what is not in registers
	arrays  map[string]int   // of variables and uniforms: which object has their elements
	given   []given          // what the frame has of uniforms
	records []*turns.Records // tables side by side, see records.go
	fields  map[site]field   // of instructions that read them

	// Calls: sites by order, depths, clusters and stacked by stacks, words by findWords, and what is of places by
	// findPlaces. own is by stacks and findPlaces.
	sites    []int                 // blocks that calls return to, in order; see calls.go
	depths   map[string]string     // of each variable that is saved: the variable with its depth
	clusters map[string]clustered  // of variables that are saved together
	stacked  map[string]bool       // variables that are on their stacks alone, see saves.go
	own      map[string]optab.Type // variables of the code's own
	words    returnWords
	placed   bool // whether lanes have places, see places.go
	// numbered are the places that there are; up to lastEnd they are of lanes that ended, up
	// to lastSite blocks that calls return to, and behind lastOwn those that Go runs.
	numbered                   map[int]uint64
	lastEnd, lastSite, lastOwn uint64

	// Analyses: by liveness, findOthers, findTogether, findSame and findRanges, in this order.
	live     []map[string]bool // at the start of each block, the exit included
	others   []map[string]bool // what lanes may need that are elsewhere while a block runs
	together bool              // whether lanes that begin together end together
	same     map[string]bool   // variables that all lanes have the same value of, see waiting.go
	ranges   map[site]spans    // of operands of instructions that may fault
	counted  map[int]int       // rounds of loops, by their headers; see rounds.go

	// Short integers, by newShortGraph.
	wide   map[string]bool // columns whose numbers are short here, see shorten.go
	rounds int64           // for how many units of fuel that holds; 0 for any number

	// Notes of who asked for the code, and of the making of phases for who reads them.
	notes   map[int]*note // of blocks, if somebody reads them
	jumping jumping       // around phases, see bypass.go
	wait    int           // how long lanes wait that are done, see refill.go
	run     int           // instructions of a group of lanes before those of the next
	mayJump bool          // whether there may be more of them than there are
	marks   marks         // of parts of the code
}

// part says when a block runs.
type part uint8

const (
	// prologue blocks come before all loops: they run for lanes that begin.
	prologue part = iota
	// turning blocks are in loops, or between them: they run in each turn.
	turning
	// epilogue blocks come after all loops: they run for lanes that end.
	epilogue
)

// noHosts is for programs all of whose operations are to have code.
func noHosts(program.Opcode) bool { return false }

// newHostingGraph takes a program apart, some of whose operations may be without code. The error says why it is not one
// for a turn.
func newHostingGraph(p *program.Program, without func(op program.Opcode) bool, n Nesting) (*graph, error) {
	if err := checkBlocks(p); err != nil { // before anything is made of them
		return nil, err
	}
	g := &graph{
		source: p, form: codegen.ThisBuild, hosts: map[int]bool{}, arrays: map[string]int{},
		own: map[string]optab.Type{}, nesting: n,
		fields: map[site]field{}, jumping: jumping{worth: usualJump}, wait: usualWait, run: codegen.WovenRun,
	}
	if p.Dialect == program.Lowered {
		p = reshaped(p)
	}
	var hosts map[string]bool
	g.prog, hosts = splitHosts(callersTakeBack(p), without)
	if err := g.accept(); err != nil {
		return nil, err
	}
	g.order(hosts)
	g.stacks()
	g.findOnward()
	if err := g.checkMemory(); err != nil {
		return nil, err
	}
	g.divide()
	g.findPlaces()
	if err := g.findWords(); err != nil {
		return nil, err
	}
	g.liveness()
	g.findTogether()
	g.findGates()
	g.findOthers()
	g.findSame()
	g.findRanges()
	g.findAtOnce(g.regions)
	g.fewerOthers()
	return g, nil
}

// graphMaker is newHostingGraph or newShortGraph.
type graphMaker func(p *program.Program, without func(op program.Opcode) bool, n Nesting) (*graph, error)

// newShortGraph is newHostingGraph with numbers of 32 bits, if those of 64 have no more.
func newShortGraph(p *program.Program, without func(op program.Opcode) bool, n Nesting) (*graph, error) {
	g, err := newHostingGraph(p, without, n)
	if err != nil {
		return nil, err
	}
	q, rounds := g.shortened()
	if q == nil {
		return g, nil
	}
	h, err := newHostingGraph(q, without, n)
	if err != nil {
		return nil, err
	}
	h.source, h.rounds, h.wide = g.source, rounds, map[string]bool{}
	for i, u := range h.given {
		if u.axis > 0 {
			h.given[i].typ = h.indexType()
		}
	}
	for _, u := range p.Uniforms {
		h.wide[u.Name] = u.Type.Dtype.Size() > h.readType(u.Name).Size()
	}
	for _, name := range slices.Concat(program.Variables(q.VarsIn), program.Variables(q.VarsOut)) {
		h.wide[name] = g.typeOf(name).Size() > h.typeOf(name).Size()
	}
	return h, nil
}

// accept refuses what has no code here.
func (g *graph) accept() error {
	if g.prog.Dialect != program.Lowered {
		return fmt.Errorf("the program is not lowered")
	}
	for _, d := range g.prog.VarDefs.All() {
		if !d.Type.IsLeaf() {
			return fmt.Errorf("%s is not an array or a number", d.Name)
		}
		t := d.Type.Leaf()
		g.width = max(g.width, stored(t.Dtype).Size())
		if len(t.Shape) > 0 {
			if g.prog.Alloc(d.Name) == program.Full {
				return fmt.Errorf("it recurses, and saves the array %s", d.Name)
			}
			g.arrays[d.Name] = g.add(object{name: d.Name, typ: stored(t.Dtype), len: t.Elements()})
		}
	}
	if err := checkBlocks(g.prog); err != nil {
		return err
	}
	for _, name := range program.Variables(g.prog.VarsIn) {
		if g.prog.Alloc(name) == program.Full { // what is below an input is an input too
			return fmt.Errorf("it saves its input %s", name)
		}
	}
	g.uniforms()
	for _, b := range g.prog.Graph.Blocks {
		for _, in := range b.Instrs {
			if op, ok := in.(*program.PrimOp); ok {
				if err := g.acceptOp(op); err != nil {
					return fmt.Errorf("%s: %w", b.Name, err)
				}
			}
		}
	}
	return nil
}

// targets are the labels that a terminator may go to. Those of a switch are in the order in which lanes are handed to
// them (phase.choose), the default last: reverse postorder puts blocks in the order of targets, as far as edges let it.
func targets(t program.Terminator) []string {
	if t, ok := t.(program.SwitchOp); ok {
		return append(slices.Clone(t.Labels), t.Default)
	}
	return t.Targets()
}

// order puts the blocks that can be reached in reverse postorder.
func (g *graph) order(hosts map[string]bool) {
	byName := blocksByName(g.prog.Graph.Blocks)
	returns := returns(g.prog.Graph.Blocks)
	seen := map[string]bool{}
	var visit func(b *program.Block)
	visit = func(b *program.Block) {
		seen[b.Name] = true
		for _, name := range slices.Backward(ahead(b, byName, returns)) {
			if to := byName[name]; to != nil && !seen[name] {
				visit(to)
			}
		}
		g.blocks = append(g.blocks, b)
	}
	visit(g.prog.Graph.Blocks[0])
	slices.Reverse(g.blocks)
	_, succs := g.successors(returns)
	g.info = divergence.Of(g.prog)
	g.regions = g.contiguous(g.findLoops(hosts, g.arms(succs)))
	g.findNests()
	g.index, g.succs = g.successors(returns)
	for name := range hosts {
		if b, reached := g.index[name]; reached {
			g.hosts[b] = true
		}
	}
	g.findSites()
	g.flow = flow.NewGraph(append(slices.Clone(g.succs), nil))
}

// successors says where each block is among those of the graph, in the order that they have, and which follow it.
func (g *graph) successors(returns map[string][]string) (index map[string]int, succs [][]int) {
	index = map[string]int{program.Exit: len(g.blocks)}
	for i, b := range g.blocks {
		index[b.Name] = i
	}
	for _, b := range g.blocks {
		var to []int
		for _, name := range slices.Concat(targets(b.Term), returns[b.Name]) {
			to = append(to, index[name])
		}
		if _, ok := b.Term.(program.IndirectGotoOp); ok {
			slices.Sort(to)
		}
		succs = append(succs, to)
	}
	return index, succs
}

// divide finds the part of each block.
func (g *graph) divide() {
	n := len(g.blocks)
	reach := make([]flow.Set, n) // by one edge or more
	for i := range reach {
		reach[i] = flow.NewSet(n + 1)
		g.flow.Reach(i, -1, reach[i])
	}
	loops := func(b int) bool { return reach[b].Has(b) || g.hosts[b] } // lanes wait there
	for b := range n {
		before, after := false, false // of a loop
		for l := range n {
			before = before || loops(l) && reach[b].Has(l)
			after = after || loops(l) && reach[l].Has(b)
		}
		switch {
		case loops(b) || before && after:
			g.part = append(g.part, turning)
		case after:
			g.part = append(g.part, epilogue)
		default:
			g.part = append(g.part, prologue)
		}
	}
}

// partOf is the part of a block, or of the exit.
func (g *graph) partOf(b int) part {
	if b == len(g.blocks) {
		return epilogue
	}
	return g.part[b]
}

// numbers is the type of the numbers of lanes.
func (g *graph) numbers() optab.Type {
	if g.width == 4 {
		return optab.I32
	}
	return optab.I64
}

// typeOf is the type of a variable, or of its elements.
//
//go:noinline
func (g *graph) typeOf(name string) optab.Type {
	if t, ok := g.own[name]; ok {
		return t
	}
	return g.prog.VarDefs.Def(name).Type.Leaf().Dtype
}

// readType is the type of a variable or uniform.
func (g *graph) readType(name string) optab.Type {
	if u := g.prog.Uniform(name); u != nil {
		return u.Type.Dtype
	}
	return g.typeOf(name)
}

// entries are the blocks at which lanes wait: for the next turn, or until they end.
type entries struct {
	turn []int // in order
	end  []int // epilogue blocks and the exit
	// inside are those at which lanes wait only while a turn runs.
	inside []int
}

func (g *graph) entries() entries {
	var e entries
	waits := map[int]bool{}
	for b := range g.blocks {
		for _, to := range g.succs[b] {
			switch from, at := g.part[b], g.partOf(to); {
			case from == turning && at == turning && (to <= b && !g.again(b, to) || g.hosts[b] || g.hosts[to] ||
				g.gated(b, to)),
				from == prologue && at == turning,
				from != epilogue && at == epilogue:
				waits[to] = true
			}
		}
	}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(waits)), func(b int) bool { return g.partOf(b) == epilogue }) {
		waits[len(g.blocks)] = true // lanes that have no input yet wait at the end of others
	}
	for b := range len(g.blocks) + 1 {
		switch {
		case !waits[b]:
		case g.partOf(b) == turning:
			e.turn = append(e.turn, b)
		default:
			e.end = append(e.end, b)
		}
	}
	return e
}

// state lists the variables that keep their values while lanes wait, in order of
// declaration.
func (g *graph) state(e entries) []string {
	var names []string
	hosts := g.hostNames()
	for _, name := range g.scalars() {
		waits := func(b int) bool { return g.live[b][name] }
		if hosts[name] || slices.ContainsFunc(slices.Concat(e.turn, e.end, e.inside), waits) {
			names = append(names, name)
		}
	}
	return names
}

// scalars are the variables that are in registers, those of the code's own last.
func (g *graph) scalars() []string {
	var names []string
	for _, d := range g.prog.VarDefs.All() {
		if _, array := g.arrays[d.Name]; !array && !g.stacked[d.Name] {
			names = append(names, d.Name)
		}
	}
	return append(names, slices.Sorted(maps.Keys(g.own))...)
}
