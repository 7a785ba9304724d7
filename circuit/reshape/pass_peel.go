package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// The limits of peeling.
const (
	peelCost  = 24 // of the tests and the ends that are repeated at each call, in additions
	peelSites = 8  // calls of a function
	peelTests = 3  // tests in a row
)

// peel takes the test that a recursive function begins with, and the short way
// that returns at once, to the function's callers: half or more of all calls of
// a recursion end there, and save no return block and no variable any more.
// What is called is the rest of the function; its parameters are what the rest
// needs.
func peel(p *program.Program) (*program.Program, error) {
	pe := &peeler{p: p, vars: edit.NewVarNamer(p), blocks: edit.NewBlockNamer(p)}
	for i := range p.Functions {
		for range peelTests {
			if !pe.function(i) {
				break
			}
		}
	}
	edit.DropUnreached(p)
	return p, nil
}

type peeler struct {
	p            *program.Program
	vars, blocks *edit.Namer
}

// shell is the part of a function that goes to its callers.
type shell struct {
	head []program.Instr // from the entry to the test
	test program.BranchOp
	leaf *program.Block // the way that returns
	rest string         // where the other way leads
	// leafThen tells that the leaf is where the test holds.
	leafThen bool
	in       []string // what the rest needs
}

// function peels one test off a function, and reports whether it could.
func (pe *peeler) function(i int) bool {
	g := edit.NewCallGraph(pe.p)
	f := g.Index[pe.p.Functions[i].Name]
	var sites []*edit.Site
	recursive := false
	for _, s := range g.Sites {
		if s.Callee == f {
			sites = append(sites, s)
			recursive = recursive || g.Internal(s) && !s.Tail
		}
	}
	if !recursive || len(sites) > peelSites {
		return false
	}
	sh, ok := pe.shell(g.Bodies[f])
	if !ok {
		return false
	}
	in, out := g.Bodies[f].In, g.Bodies[f].Out
	// From the last call of a block to the first, so that the places of those
	// before stay right.
	slices.Reverse(sites)
	for _, s := range sites {
		pe.expand(g.Bodies[s.Caller], s, sh, in, out)
	}
	fn := pe.p.Functions[i]
	begin := program.GotoOp{Target: sh.rest, Pos: fn.Pos}
	entry := &program.Block{Name: pe.blocks.Fresh(fn.Name + ".rest"), Term: begin}
	fn.Graph.Blocks = slices.Insert(fn.Graph.Blocks, 0, entry)
	edit.DropBlocks(&fn.Graph)
	fn.VarsIn = program.Leaves(sh.in...)
	return true
}

// shell finds the test and the short way of a function.
func (pe *peeler) shell(b *edit.Body) (*shell, bool) {
	f := program.NewShape(b.Graph)
	sh := &shell{}
	cost := 0
	at := 0
	for range len(f.Blocks) {
		blk := f.Blocks[at]
		for _, in := range blk.Instrs {
			if _, ok := in.(*program.PrimOp); !ok {
				return nil, false
			}
			cost += edit.Cost(pe.p, in)
		}
		sh.head = append(sh.head, blk.Instrs...)
		t, ok := blk.Term.(program.GotoOp)
		if !ok {
			break
		}
		if at = f.Index(t.Target); at == f.Exit() {
			return nil, false
		}
	}
	test, ok := f.Blocks[at].Term.(program.BranchOp)
	if !ok || test.Then == test.Else {
		return nil, false
	}
	sh.test = test
	for _, then := range []bool{true, false} {
		label, rest := test.Then, test.Else
		if !then {
			label, rest = rest, label
		}
		leaf, ok := pe.leaf(f, label)
		if !ok || rest == program.Exit || rest == f.Blocks[0].Name {
			continue
		}
		for _, in := range leaf.Instrs {
			if !pe.handsBack(b, in) {
				cost += edit.Cost(pe.p, in)
			}
		}
		vars := edit.Number(pe.p)
		sh.leaf, sh.rest, sh.leafThen = leaf, rest, then
		sh.in = vars.List(edit.NewLiveness(b, vars).AtStart(f.Index(rest)))
		return sh, cost <= peelCost
	}
	return nil, false
}

// handsBack reports whether an instruction of a leaf copies parameters to results. Where the parameter is an array that
// the caller goes on with, caller and callee work in the same memory (circuit.Contract), and nothing is copied.
func (pe *peeler) handsBack(b *edit.Body, in program.Instr) bool {
	op, ok := in.(*program.PrimOp)
	if !ok || op.Op != program.OpCopy {
		return false
	}
	for i, out := range op.Out {
		from := op.In[i]
		if from.IsLiteral() || !slices.Contains(b.In, from.Name) || !slices.Contains(b.Out, out.Name) {
			return false
		}
	}
	return true
}

// leaf returns a block that does nothing but primitives and returns.
func (pe *peeler) leaf(f *program.Shape, label string) (*program.Block, bool) {
	if label == program.Exit {
		return &program.Block{}, true
	}
	blk := f.Blocks[f.Index(label)]
	t, ok := blk.Term.(program.GotoOp)
	if !ok || t.Target != program.Exit {
		return nil, false
	}
	for _, in := range blk.Instrs {
		if _, ok := in.(*program.PrimOp); !ok {
			return nil, false
		}
	}
	return blk, true
}

// expand puts the shell in the place of a call; the call in it is of the rest.
func (pe *peeler) expand(b *edit.Body, s *edit.Site, sh *shell, in, out []string) {
	rename := map[string]string{}
	name := func(names []string) {
		for _, v := range names {
			if rename[v] == "" && pe.p.VarDefs.Has(v) {
				rename[v] = pe.vars.Fresh(v)
				d := pe.p.VarDefs.Def(v)
				pe.p.VarDefs.Add(rename[v], d.Type)
				pe.p.VarDefs.SetLike(rename[v], d)
			}
		}
	}
	name(in)
	name(out)
	name(sh.in)
	for _, instr := range slices.Concat(sh.head, sh.leaf.Instrs) {
		name(program.Writes(instr, program.Reads(instr, nil)))
	}
	if !sh.test.Cond.IsLiteral() {
		name([]string{sh.test.Cond.Name})
	}
	copied := func(list []program.Instr) []program.Instr {
		c := edit.CloneInstrs(list)
		edit.RenameInstrs(c, rename)
		return c
	}

	call := s.Call
	after := &program.Block{
		Name:   pe.blocks.Fresh(s.Block.Name + ".after"),
		Instrs: slices.Clone(s.Block.Instrs[s.Instr+1:]), Term: s.Block.Term,
	}
	leaf := &program.Block{
		Name:   pe.blocks.Fresh(s.Block.Name + ".leaf"),
		Instrs: append(copied(sh.leaf.Instrs), edit.Moves(call.Out, edit.Refs(edit.Renamed(out, rename)), call.Pos)...),
		Term:   program.GotoOp{Target: after.Name, Pos: call.Pos},
	}
	rest := &program.Block{
		Name: pe.blocks.Fresh(s.Block.Name + ".call"),
		Instrs: []program.Instr{&program.FunctionCallOp{
			Callee: call.Callee, In: edit.Refs(edit.Renamed(sh.in, rename)), Out: call.Out, Pos: call.Pos,
		}},
		Term: program.GotoOp{Target: after.Name, Pos: call.Pos},
	}
	s.Block.Instrs = slices.Concat(s.Block.Instrs[:s.Instr:s.Instr],
		edit.Moves(edit.Renamed(in, rename), call.In, call.Pos), copied(sh.head))
	test := program.BranchOp{
		Cond: edit.RenamedOperand(sh.test.Cond, rename), Then: leaf.Name, Else: rest.Name, Pos: sh.test.Pos,
	}
	if !sh.leafThen {
		test.Then, test.Else = test.Else, test.Then
	}
	s.Block.Term = test
	at := slices.Index(b.Graph.Blocks, s.Block)
	b.Graph.Blocks = slices.Insert(b.Graph.Blocks, at+1, leaf, rest, after)
}
