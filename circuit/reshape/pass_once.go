package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The limits of what is taken out of recursions.
const (
	onceTests = 32  // cost of the tests that are made twice, in additions
	onceCalls = 8   // calls that a function makes of itself
	onceTried = 16  // blocks that lead to these calls
	onceOther = 600 // cost of a function that one calls which it calls, in additions
)

// once makes two functions of one that calls itself where it does not do so again, as Γ(z) that is
// given by Γ(1-z) below a half, or a function of -x for x below 0: what is behind that test calls the rest of
// the function, and so does the other way, and the rest has no test and is not recursive. Both
// ways call one function then, which pass together makes one call of.
//
// That a test does not hold a second time is found by asking package circuit: about a program that makes the test,
// goes to the call, and makes the test again with what is passed. An integer may be its own negative: then the test
// holds for ever, and a lane has as many calls as it may have.
//
// Two functions that call each other, as erf and erfc do, are looked at with one in the place of its calls, and stay as
// they are if a recursion is left.
func once(p *program.Program) (*program.Program, error) {
	g := edit.NewCallGraph(p)
	if !slices.ContainsFunc(g.Sites, g.Internal) {
		return p, nil
	}
	stacking := g.Stacking()
	for k, group := range g.Groups {
		if len(group) != 2 || !stacking[k] {
			continue
		}
		a, b := g.Bodies[group[0]].Name, g.Bodies[group[1]].Name
		for _, pair := range [][2]string{{a, b}, {b, a}} {
			if q := onceOf(p, pair[0], pair[1]); q != nil {
				p = q
				break
			}
		}
	}
	return onceEach(p), nil
}

// onceEach takes out of the recursion of each function what it does once at most.
func onceEach(p *program.Program) *program.Program {
	o := &oncer{p: p, vars: edit.NewVarNamer(p), blocks: edit.NewBlockNamer(p), functions: edit.NewFunctionNamer(p)}
	for i := 0; i < len(p.Functions); i++ { // those that are added, too
		o.function(p.Functions[i])
	}
	if o.changed {
		for _, b := range edit.Bodies(p) {
			dropNever(b.Graph)
		}
	}
	return p
}

// never is what a block ends with that no lane comes to. Until all recursions have been looked at the tests stay that
// lead to such blocks, since they say what holds on their other ways.
var never = program.FaultOp{Code: optab.NoFault}

// dropNever drops the blocks that no lane comes to.
func dropNever(graph *program.ControlFlowGraph) {
	for _, blk := range graph.Blocks {
		if branch, ok := blk.Term.(program.BranchOp); ok {
			then, other := graph.Block(branch.Then), graph.Block(branch.Else)
			switch {
			case then != nil && then.Term == never:
				blk.Term = program.GotoOp{Target: branch.Else, Pos: branch.Pos}
			case other != nil && other.Term == never:
				blk.Term = program.GotoOp{Target: branch.Then, Pos: branch.Pos}
			}
		}
	}
	edit.DropBlocks(graph)
}

// onceOf puts a function in the place of the calls of it in another, which it calls. It returns nil if that has a
// recursion then.
func onceOf(p *program.Program, name, other string) *program.Program {
	p = p.Clone()
	g := edit.NewCallGraph(p)
	b, from := g.Bodies[g.Index[name]], g.Bodies[g.Index[other]]
	if edit.SizeOf(from) > onceOther || slices.ContainsFunc(from.Graph.Blocks, func(blk *program.Block) bool {
		return calls(blk, other)
	}) {
		return nil
	}
	graph := from.Graph.Clone()
	u := &unfolder{p: p, vars: edit.NewVarNamer(p), blocks: edit.NewBlockNamer(p),
		original: map[string]*edit.Body{other: {Name: other, Fn: from.Fn, Graph: &graph, In: from.In, Out: from.Out}}}
	u.expandAll(b, func(call *program.FunctionCallOp) bool { return call.Callee == other })
	edit.TidyBlocks(b)
	p = onceEach(p)
	g = edit.NewCallGraph(p)
	stacking := g.Stacking()
	if stacking[g.Group[g.Index[name]]] || stacking[g.Group[g.Index[other]]] {
		return nil
	}
	return p
}

type oncer struct {
	p                       *program.Program
	vars, blocks, functions *edit.Namer
	changed                 bool
}

// test is a way out of a block that is taken before a function calls itself.
type test struct {
	*program.Shape
	body   *edit.Body
	block  int // that ends with the test
	to     int // where lanes go that call
	other  string
	before flow.Set // the blocks from the entry to the test, that one included
	// needs are the variables that what is behind the test reads, apart from parameters.
	needs []string
	// endless is a call behind the test with which a lane calls for ever if the test holds a second time, or nil.
	endless *program.FunctionCallOp
}

// function takes what is behind a test out of a recursion.
func (o *oncer) function(f *program.Function) {
	in, out := program.Variables(f.VarsIn), program.Variables(f.VarsOut)
	b := &edit.Body{Name: f.Name, Fn: f, Graph: &f.Graph, In: in, Out: out}
	sites := 0
	b.Calls(func(_ *program.Block, _ int, call *program.FunctionCallOp) {
		if call.Callee == f.Name {
			sites++
		}
	})
	if sites == 0 || sites > onceCalls || len(b.In) == 0 {
		return
	}
	shape := program.NewShape(b.Graph)
	leads, ok := o.leadsTo(shape, f.Name)
	if !ok {
		return
	}
	for _, i := range slices.Backward(shape.Postorder(0)) {
		if i == shape.Exit() || !leads.Has(i) {
			continue
		}
		branch, ok := shape.Blocks[i].Term.(program.BranchOp)
		if !ok {
			continue
		}
		for _, way := range []struct{ to, other string }{{branch.Then, branch.Else}, {branch.Else, branch.Then}} {
			t := &test{Shape: shape, body: b, block: i, to: shape.Index(way.to), other: way.other}
			if t.to == shape.Exit() || !leads.Has(t.to) || t.leadsOnly() || !o.isTest(t) {
				continue
			}
			again := o.again(t, leads)
			if again {
				t.endless = o.negates(t)
				again = t.endless == nil || o.again(t, leads)
			}
			if !again {
				o.split(t)
				return
			}
		}
	}
}

// leadsTo returns the blocks that lead to a function's calls of itself, those included that have such a call, and
// whether these are few and no loop is among them.
func (o *oncer) leadsTo(s *program.Shape, name string) (leads flow.Set, ok bool) {
	leads = flow.NewSet(s.Len())
	var work []int
	for b, blk := range s.Blocks {
		if calls(blk, name) {
			leads.Add(b)
			work = append(work, b)
		}
	}
	for n := 0; len(work) > 0; n++ {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if n == onceTried || slices.ContainsFunc(s.Succs[b], func(to int) bool { return s.Reaches(to, b) }) {
			return leads, false
		}
		for _, from := range s.Preds[b] {
			if !leads.Has(from) {
				leads.Add(from)
				work = append(work, from)
			}
		}
	}
	return leads, true
}

// calls reports whether a block calls a function.
func calls(blk *program.Block, name string) bool {
	return slices.ContainsFunc(blk.Instrs, func(in program.Instr) bool {
		call, ok := in.(*program.FunctionCallOp)
		return ok && call.Callee == name
	})
}

// leadsOnly reports whether a test decides nothing any more, since no lane goes the other way.
func (t *test) leadsOnly() bool {
	other := t.Index(t.other)
	return other != t.Exit() && t.Blocks[other].Term == never
}

// isTest reports whether lanes may make a test twice, since they compute little on the way to it, and change no
// parameter; and whether nothing but the test leads to what is behind it.
func (o *oncer) isTest(t *test) bool {
	if len(t.Preds[t.to]) != 1 || t.to == t.block || t.Index(t.other) == t.to || t.Reaches(t.to, t.block) {
		return false
	}
	t.before = flow.NewSet(t.Len())
	cost := 0
	for b := range t.Exit() {
		if b != t.block && !t.Reaches(b, t.block) {
			continue
		}
		t.before.Add(b)
		switch t.Blocks[b].Term.(type) {
		case program.GotoOp, program.BranchOp:
		default:
			return false
		}
		for _, in := range t.Blocks[b].Instrs {
			cost += edit.Cost(o.p, in)
			if !edit.Speculatable(o.p, in) || slices.ContainsFunc(program.Writes(in, nil), func(name string) bool {
				return slices.Contains(t.body.In, name)
			}) {
				return false
			}
		}
	}
	vars := edit.Number(o.p)
	for _, name := range vars.List(edit.NewLiveness(t.body, vars).AtStart(t.to)) {
		if !slices.Contains(t.body.In, name) {
			if !isScalar(o.p, name) {
				return false
			}
			t.needs = append(t.needs, name)
		}
	}
	return cost <= onceTests
}

// split makes a function of the rest, without the test. What is left makes the test, does what is behind it if it
// holds, and else calls the rest. There is one branch, whatever the test is, so that both ways begin at it.
func (o *oncer) split(t *test) {
	o.changed = true
	f := t.body.Fn
	rest := o.rest(t)
	taken := o.vars.Fresh(f.Name + ".once")
	o.p.VarDefs.Add(taken, program.Of(program.Scalar(program.Bool)))
	both := o.blocks.Fresh(f.Name + ".both")
	holds, calls := o.blocks.Fresh(f.Name+".once"), o.blocks.Fresh(f.Name+".rest")
	to := t.Blocks[t.to].Name
	pos := t.Blocks[t.block].Term.Position()

	own := t.before.Clone() // where the test leads itself, be it that no lane goes there
	for b, blk := range t.Blocks {
		if blk.Term == never {
			own.Add(b)
		}
	}
	graph := &program.ControlFlowGraph{}
	for b, blk := range t.Blocks {
		if !t.before.Has(b) {
			graph.Blocks = append(graph.Blocks, blk)
			continue
		}
		if branch, ok := blk.Term.(program.BranchOp); ok && b == t.block {
			then, other := holds, both
			if branch.Then != to {
				then, other = other, then
			}
			blk.Term = program.BranchOp{Cond: branch.Cond, Then: then, Else: other, Pos: branch.Pos}
		} else {
			t.lead(blk, own, both)
		}
		if b == 0 {
			blk.Instrs = slices.Concat(o.begin(append(t.needs, taken), pos), blk.Instrs)
		}
		graph.Blocks = append(graph.Blocks, blk)
	}
	graph.Blocks = append(graph.Blocks,
		&program.Block{
			Name:   holds,
			Instrs: edit.Moves([]string{taken}, []program.Operand{program.Lit(program.Bool, 1)}, pos),
			Term:   program.GotoOp{Target: both, Pos: pos},
		},
		&program.Block{Name: both, Term: program.BranchOp{Cond: program.Ref(taken), Then: to, Else: calls, Pos: pos}},
		&program.Block{
			Name: calls,
			Instrs: []program.Instr{
				&program.FunctionCallOp{Callee: rest.Name, In: edit.Refs(t.body.In), Out: t.body.Out, Pos: f.Pos},
			},
			Term: program.GotoOp{Target: program.Exit, Pos: f.Pos},
		})
	f.Graph = *graph
	edit.DropBlocks(&f.Graph)
	t.body.Graph = &f.Graph
	callInstead(t.body, f.Name, rest.Name)
	o.p.Functions = append(o.p.Functions, rest)
}

// begin gives variables a value at the beginning. A flag needs it; the others have one on every way then, as they must,
// though lanes that read them have been where they are written.
func (o *oncer) begin(names []string, pos program.Pos) []program.Instr {
	zeros := make([]program.Operand, len(names))
	for i, name := range names {
		t, _ := o.p.TensorTypeOf(name)
		zeros[i] = program.Lit(t.Dtype, 0)
	}
	return edit.Moves(names, zeros, pos)
}

// rest is a function that does what another does where a test does not hold.
func (o *oncer) rest(t *test) *program.Function {
	was := t.body
	graph := was.Graph.Clone()
	b := &edit.Body{Name: o.functions.Fresh(was.Name), Fn: was.Fn, Graph: &graph, In: was.In, Out: was.Out}
	behind := graph.Block(t.Blocks[t.to].Name)
	behind.Instrs, behind.Term = nil, never
	if t.endless != nil {
		behind.Term = program.FaultOp{Code: optab.StackOverflow, Pos: t.endless.Pos}
	}
	edit.DropBlocks(&graph)
	callInstead(b, was.Name, b.Name)
	rename := edit.Own(o.p, b, program.Exit, o.vars, o.blocks)
	name := func(n string) string { return edit.RenamedName(n, rename) }
	return &program.Function{
		Name: b.Name, Graph: graph, Pos: was.Fn.Pos,
		VarsIn: program.MapPattern(was.Fn.VarsIn, name), VarsOut: program.MapPattern(was.Fn.VarsOut, name),
	}
}

// callInstead makes the calls of a function calls of another.
func callInstead(b *edit.Body, was, now string) {
	b.Calls(func(_ *program.Block, _ int, call *program.FunctionCallOp) {
		if call.Callee == was {
			call.Callee = now
		}
	})
}
