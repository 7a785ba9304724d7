package engine

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow/divergence"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// graph is a lowered program as the turn needs it: blocks in an order in which only
// back edges go backwards, and what they do.
type graph struct {
	prog    *program.Program
	blocks  []*program.Block // in reverse postorder
	index   map[string]int   // of a block's name; Exit is len(blocks)
	succs   [][]int
	part    []part
	live    []map[string]bool // at the start of each block, the exit included
	width   int               // bytes of the widest number
	given   []given           // what the frame has of uniforms
	memory  []object          // what is not in registers
	arrays  map[string]int    // of variables and uniforms: which object has their elements
	sites   []int             // blocks that calls return to, in order; see calls.go
	depths  map[string]string // of each variable that is saved: the variable with its depth
	frames  map[string]framed // of variables that are saved together
	onward  [][]bool          // whether lanes come from a block to another in the same turn
	regions []*region         // loops that run inside a turn
	info    *divergence.Info
	others  []map[string]bool // what lanes may need that are elsewhere while a block runs
	same    map[string]bool   // variables that all lanes have the same value of, see waiting.go
	ranges  map[site][]span   // of operands of instructions that may fault
	own     map[string]optab.Type
	notes   map[int]*note // of blocks, if somebody reads them
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

// newGraph takes a program apart. The error says why it is not one for a turn.
func newGraph(p *program.Program) (*graph, error) {
	g := &graph{prog: p, index: map[string]int{}, arrays: map[string]int{}, own: map[string]optab.Type{}}
	if err := g.accept(); err != nil {
		return nil, err
	}
	g.order()
	g.stacks()
	g.findOnward()
	if err := g.checkMemory(); err != nil {
		return nil, err
	}
	g.divide()
	g.liveness()
	g.findOthers()
	g.findSame()
	g.findRanges()
	g.findAtOnce(g.regions)
	return g, nil
}

// Code of more is not made: it takes long to make, and lanes of one loop would wait for
// each other most of the time.
const (
	maxBlocks = 256
	maxCode   = 3000 // instructions of a group
)

// checkSize refuses a piece that is too large.
func checkSize(f *codegen.Func) error {
	if len(f.Code) > maxCode {
		return fmt.Errorf("it has %d instructions; one loop takes %d", len(f.Code), maxCode)
	}
	return nil
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
	if n := len(g.prog.Graph.Blocks); n > maxBlocks {
		return fmt.Errorf("it has %d blocks; one loop takes %d", n, maxBlocks)
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

// targets are the labels that a terminator may go to.
func targets(t program.Terminator) []string {
	switch t := t.(type) {
	case program.GotoOp:
		return []string{t.Target}
	case program.BranchOp:
		return []string{t.Then, t.Else}
	case program.SwitchOp:
		return append(slices.Clone(t.Labels), t.Default)
	case program.PushGotoOp:
		return []string{t.Target}
	}
	return nil
}

// order puts the blocks that can be reached in reverse postorder.
func (g *graph) order() {
	byName := map[string]*program.Block{}
	for _, b := range g.prog.Graph.Blocks {
		byName[b.Name] = b
	}
	seen := map[string]bool{}
	var visit func(b *program.Block)
	visit = func(b *program.Block) {
		seen[b.Name] = true
		for _, name := range slices.Backward(ahead(b.Term)) {
			if to := byName[name]; to != nil && !seen[name] {
				visit(to)
			}
		}
		g.blocks = append(g.blocks, b)
	}
	visit(g.prog.Graph.Blocks[0])
	slices.Reverse(g.blocks)
	g.regions = g.contiguous(g.findLoops())
	for i, b := range g.blocks {
		g.index[b.Name] = i
	}
	g.index[program.Exit] = len(g.blocks)
	g.findSites()
	for _, b := range g.blocks {
		var to []int
		for _, name := range targets(b.Term) {
			to = append(to, g.index[name])
		}
		if _, ok := b.Term.(program.IndirectGotoOp); ok {
			to = append(slices.Clone(g.sites), len(g.blocks))
		}
		g.succs = append(g.succs, to)
	}
}

// divide finds the part of each block.
func (g *graph) divide() {
	n := len(g.blocks)
	reach := make([][]bool, n) // by one edge or more
	for i := range reach {
		reach[i] = make([]bool, n+1)
		work := slices.Clone(g.succs[i])
		for len(work) > 0 {
			to := work[len(work)-1]
			work = work[:len(work)-1]
			if !reach[i][to] {
				if reach[i][to] = true; to < n {
					work = append(work, g.succs[to]...)
				}
			}
		}
	}
	loops := func(b int) bool { return b < n && reach[b][b] }
	for b := range n {
		before, after := false, false // of a loop
		for l := range n {
			before = before || loops(l) && reach[b][l]
			after = after || loops(l) && reach[l][b]
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

// liveness finds what is alive at the start of each block.
func (g *graph) liveness() {
	n := len(g.blocks)
	g.live = make([]map[string]bool, n+1)
	for i := range g.live {
		g.live[i] = map[string]bool{}
	}
	for _, name := range program.Variables(g.prog.VarsOut) {
		g.live[n][name] = true
	}
	for i := range n {
		for name := range g.own {
			g.live[i][name] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			now := map[string]bool{}
			for name := range g.own {
				now[name] = true
			}
			for _, to := range g.succs[i] {
				for name := range g.live[to] {
					now[name] = true
				}
			}
			g.backwards(g.blocks[i], now)
			if len(now) != len(g.live[i]) {
				g.live[i], changed = now, true
			}
		}
	}
}

// backwards turns what is alive after a block into what is alive before it.
func (g *graph) backwards(b *program.Block, live map[string]bool) {
	read := func(o program.Operand) {
		if !o.IsLiteral() && g.prog.Uniform(o.Name) == nil {
			live[o.Name] = true
		}
	}
	switch t := b.Term.(type) {
	case program.BranchOp:
		read(t.Cond)
	case program.SwitchOp:
		read(t.X)
	}
	for _, in := range slices.Backward(b.Instrs) {
		if pop, ok := in.(*program.PopOp); ok {
			for _, name := range pop.Vars {
				delete(live, name)
			}
			continue
		}
		op := in.(*program.PrimOp)
		for _, out := range op.Out {
			if delete(live, out.Name); out.Push {
				live[out.Name] = true // it is saved
			}
		}
		for _, o := range op.In {
			read(o)
		}
	}
}

// typeOf is the type of a variable, or of its elements.
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
			case from == turning && at == turning && to <= b && !g.again(b, to), from == prologue && at == turning, from != epilogue && at == epilogue:
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
	for _, name := range g.scalars() {
		if slices.ContainsFunc(slices.Concat(e.turn, e.end, e.inside), func(b int) bool { return g.live[b][name] }) {
			names = append(names, name)
		}
	}
	return names
}

// scalars are the variables that are in registers, those of the code's own last.
func (g *graph) scalars() []string {
	var names []string
	for _, d := range g.prog.VarDefs.All() {
		if _, array := g.arrays[d.Name]; !array {
			names = append(names, d.Name)
		}
	}
	return append(names, slices.Sorted(maps.Keys(g.own))...)
}

// phases makes the code of blocks, each under the mask of the lanes that get there.
type phases struct {
	*codegen.Builder
	g     *graph
	now   map[string]codegen.Value // of variables
	masks map[int]codegen.Value    // of the lanes that are at a block, or wait there
	fault codegen.Value            // lanes that faulted

	uniforms map[string]codegen.Value
	depth    map[string]codegen.Value // of variables that are saved, inside a block
	start    map[string]codegen.Value // variables at the start
	saves    map[string]*saves
	framed   bool // the target has frames
	at       site
	begin    bool          // the lanes are some that begin, among others
	again    codegen.Value // whether a region whose lanes leave it at once has another round
}

// site is the place of an instruction.
type site struct{ block, instr int }

func (g *graph) newPhases(name string, target codegen.Target) *phases {
	p := &phases{
		Builder: codegen.NewBuilder(name, target.Has), g: g, now: map[string]codegen.Value{},
		masks: map[int]codegen.Value{}, fault: codegen.NoValue, uniforms: map[string]codegen.Value{},
		saves: map[string]*saves{}, again: codegen.NoValue,
	}
	p.framed = g.width == 8 && target.Has(codegen.StoreFrame+".u64")
	for _, o := range g.memory {
		p.AddArray(codegen.Array{Type: o.typ, Len: o.len})
	}
	return p
}

// addUniforms adds parameters for what the frame has of uniforms, behind all others.
func (p *phases) addUniforms() {
	for _, u := range p.g.given {
		if u.table {
			continue
		}
		v := p.SameParam(u.typ)
		if u.bool {
			v = p.Emit(optab.Bool, "ne."+u.typ.String(), v, p.literal(u.typ, 0))
		}
		p.uniforms[u.key()] = v
	}
}

// value is the value of an operand.
func (p *phases) value(o program.Operand, t optab.Type) codegen.Value {
	if o.IsLiteral() {
		return p.literal(t, o.Bits)
	}
	if v, ok := p.uniforms[o.Name]; ok {
		return v
	}
	if v, ok := p.now[o.Name]; ok {
		return v
	}
	return p.literal(p.g.typeOf(o.Name), 0) // read in no lane before it is written
}

func (p *phases) literal(t optab.Type, bits uint64) codegen.Value {
	return p.Constant(t, bits&codegen.WidthMask(t))
}

// arrive adds lanes to those at a block.
func (p *phases) arrive(b int, mask codegen.Value) {
	if old, ok := p.masks[b]; ok {
		mask = p.Emit(optab.Bool, "or.bool", old, mask)
	}
	p.masks[b] = mask
}

// run adds the phases of blocks, in order. Lanes that go elsewhere, or back, are in masks
// afterwards.
func (p *phases) run(blocks []int) error {
	p.start = maps.Clone(p.now)
	waiting := map[int]codegen.Value{} // that go back, or stay
	for _, b := range blocks {
		mask, ok := p.masks[b]
		if !ok {
			continue
		}
		delete(p.masks, b)
		if r, _ := p.g.regionAround(b); r != nil && r.header == b && r.atOnce {
			waiting[b] = mask
		}
		if err := p.block(b, mask, func(to int, m codegen.Value) {
			if to > b {
				p.arrive(to, m)
			} else if old, ok := waiting[to]; ok {
				waiting[to] = p.Emit(optab.Bool, "or.bool", old, m)
			} else {
				waiting[to] = m
			}
		}); err != nil {
			return err
		}
	}
	p.writeAllSaved()
	for _, b := range slices.Sorted(maps.Keys(waiting)) {
		p.arrive(b, waiting[b])
	}
	return nil
}

// blocksOf lists the blocks of a part.
func (g *graph) blocksOf(of part) (list []int) {
	for b := range g.blocks {
		if g.part[b] == of {
			list = append(list, b)
		}
	}
	return list
}

// block adds one phase: the block's code for all lanes, and what it changes for those of
// the mask.
func (p *phases) block(b int, mask codegen.Value, leave func(to int, m codegen.Value)) error {
	g := p.g
	block := g.blocks[b]
	*g.note(b) = note{}
	inside := map[string]codegen.Value{}
	outside := p.now
	p.now = maps.Clone(outside)
	p.depth = map[string]codegen.Value{}
	fault := codegen.NoValue
	active := func() codegen.Value {
		if fault == codegen.NoValue {
			return mask
		}
		return p.Emit(optab.Bool, "andnot.bool", mask, fault)
	}
	addFault := func(f codegen.Value) {
		if f != codegen.NoValue && fault != codegen.NoValue {
			f = p.Emit(optab.Bool, "or.bool", fault, f)
		}
		if f != codegen.NoValue {
			fault = f
		}
	}
	set := func(name string, v codegen.Value) {
		if name == returnTo || g.prog.Alloc(name) != program.Null {
			p.now[name], inside[name] = v, v
		}
	}
	made, pos := len(p.F.Code), program.Pos{}
	for i, in := range block.Instrs {
		p.at = site{b, i}
		made = p.marked(made, b, pos)
		pos = in.Position().In(g.prog.File)
		if pop, ok := in.(*program.PopOp); ok {
			for _, name := range pop.Vars {
				set(name, p.pop(name, b, mask))
			}
			continue
		}
		op := in.(*program.PrimOp)
		var results []codegen.Value
		switch {
		case g.touchesArrays(op):
			v, f, err := p.arrayOp(op, active)
			if err != nil {
				return err
			}
			if addFault(f); f != codegen.NoValue {
				g.note(b).mayFault(optab.IndexOutOfRange.String())
			}
			results = []codegen.Value{v}
		case op.Op == program.OpCopy:
			for i, o := range op.In {
				results = append(results, p.value(o, g.typeOf(op.Out[i].Name)))
			}
		default:
			v, f, err := p.operation(op)
			if err != nil {
				return err
			}
			if addFault(f); f != codegen.NoValue {
				g.note(b).mayFault(op.Op.Info().Row.Code.String())
			}
			results = []codegen.Value{v}
		}
		for i, out := range op.Out {
			if out.Push {
				p.push(out.Name, b, mask)
			}
			if results[i] != codegen.NoValue {
				set(out.Name, results[i])
			}
		}
	}
	made = p.marked(made, b, pos)
	pos = block.Term.Position().In(g.prog.File)
	site := codegen.NoValue
	switch t := block.Term.(type) {
	case program.PushGotoOp:
		word, deep := p.call(g.index[t.Return], mask)
		addFault(deep)
		g.note(b).mayFault("stack full")
		set(returnTo, word)
		outside[calls] = p.now[calls]
	case program.IndirectGotoOp:
		var word codegen.Value
		site, word = p.back(mask)
		set(returnTo, word)
		outside[calls] = p.now[calls]
	}
	addFault(p.settleDepths(outside))
	if fault != codegen.NoValue {
		p.faulted(p.Emit(optab.Bool, "and.bool", mask, fault))
		mask = p.Emit(optab.Bool, "andnot.bool", mask, fault)
	}
	switch t := block.Term.(type) {
	case program.GotoOp:
		leave(g.index[t.Target], mask)
	case program.PushGotoOp:
		leave(g.index[t.Target], mask)
	case program.IndirectGotoOp:
		rest := mask
		for i, to := range g.sites {
			is := p.Emit(optab.Bool, "eq."+g.numbers().String(), site, p.literal(g.numbers(), uint64(i+1)))
			leave(to, p.Emit(optab.Bool, "and.bool", rest, is))
			rest = p.Emit(optab.Bool, "andnot.bool", rest, is)
		}
		leave(len(g.blocks), rest)
	case program.BranchOp:
		cond := p.value(t.Cond, optab.Bool)
		if r, _ := g.regionAround(b); r != nil && r.atOnce && r.latch == b {
			if p.again = cond; g.index[t.Then] != r.header {
				p.again = p.Emit(optab.Bool, "not.bool", cond)
			}
			break
		}
		leave(g.index[t.Then], p.Emit(optab.Bool, "and.bool", mask, cond))
		leave(g.index[t.Else], p.Emit(optab.Bool, "andnot.bool", mask, cond))
	case program.SwitchOp:
		x, typ := p.value(t.X, t.X.Dtype), t.X.Dtype
		if !t.X.IsLiteral() {
			typ = g.readType(t.X.Name)
		}
		rest := mask
		for i, v := range t.Values {
			is := p.Emit(optab.Bool, "eq."+typ.String(), x, p.literal(typ, v))
			leave(g.index[t.Labels[i]], p.Emit(optab.Bool, "and.bool", rest, is))
			rest = p.Emit(optab.Bool, "andnot.bool", rest, is)
		}
		leave(g.index[t.Default], rest)
	case program.FaultOp:
		g.note(b).mayFault("panic")
		p.faulted(mask)
	}
	// Only what somebody reads later differs by lane.
	after := map[string]bool{}
	for _, to := range g.succs[b] {
		for name := range g.live[to] {
			after[name] = true
		}
	}
	p.now = outside
	for _, name := range g.scalars() {
		v, ok := inside[name]
		if !ok || !after[name] {
			continue
		}
		if old, ok := outside[name]; ok && (p.begin || g.others[b][name]) {
			t := g.typeOf(name)
			v = p.Emit(t, "select."+t.String(), mask, v, old)
		}
		p.now[name] = v
	}
	p.marked(made, b, pos)
	return nil
}

func (p *phases) faulted(mask codegen.Value) {
	if p.fault != codegen.NoValue {
		mask = p.Emit(optab.Bool, "or.bool", p.fault, mask)
	}
	p.fault = mask
}

// operation adds an operation on numbers.
func (p *phases) operation(op *program.PrimOp) (result, fault codegen.Value, err error) {
	info := op.Op.Info()
	var args []codegen.Value
	for i, o := range op.In {
		args = append(args, p.value(o, info.In[min(i, len(info.In)-1)]))
	}
	return p.apply(op.Op, args)
}

// apply adds an operation on values; divisions by powers of two are shifts.
func (p *phases) apply(op program.Opcode, args []codegen.Value) (result, fault codegen.Value, err error) {
	if len(p.F.Code) > 2*maxCode { // some of it may not be needed
		return 0, 0, fmt.Errorf("it has many instructions; one loop takes %d", maxCode)
	}
	info := op.Info()
	if info.Row.Form == optab.Const {
		return args[0], codegen.NoValue, nil
	}
	if f := codegen.Library(op.String()); f != nil {
		result, fault = p.Inline(f, args...)
		return result, fault, nil
	}
	row := codegen.Row(info.Row, info.Type)
	if info.Row.Effect == optab.Faults && row.Fault == codegen.NoValue {
		return 0, 0, fmt.Errorf("%s has no machine code", op)
	}
	if row.Power != nil {
		if d, ok := p.IsConst(args[1]); ok && d != 0 {
			if shift := log2(d); shift > 0 && shift < info.Type.Bits()-1 {
				result, _ = p.Inline(row.Power, args[0], p.Constant(row.Power.Types[row.Power.Params[1]], uint64(shift)))
				return result, codegen.NoValue, nil
			}
			row.Fault = codegen.NoValue
		}
	}
	if info.Row.Name == "checkindex" {
		if n, ok := p.IsConst(args[1]); ok && p.exists(0, int(n)) {
			p.g.note(p.at.block).proven++
			row.Fault = codegen.NoValue
		}
	}
	result, fault = p.Inline(row, args...)
	return result, fault, nil
}

// log2 is the exponent of a power of two, or -1.
func log2(d uint64) int {
	if d == 0 || d&(d-1) != 0 {
		return -1
	}
	n := 0
	for d > 1 {
		d, n = d>>1, n+1
	}
	return n
}
