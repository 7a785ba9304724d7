package lower

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// calls turns a source program into a lowered one: calls become pushes and
// jumps. See "Frames" in doc.go for the rule that decides every push and pop. Arrays are
// shared on the way: what that makes is not a program of the source dialect any more.
func calls(p *program.Program) (*program.Program, error) {
	return copyingCalls(share(p, true))
}

// copyingCalls is calls that hand over arrays as copies, all of them.
func copyingCalls(p *program.Program) (*program.Program, error) {
	unify(p)
	return lowerCalls(p)
}

// lowerCalls is calls without the merging of variables of different bodies,
// which it leaves to unify. It changes p.
func lowerCalls(p *program.Program) (*program.Program, error) {
	edit.DropUnreached(p)
	l := &lowerer{p: p, g: edit.NewCallGraph(p), vars: edit.Number(p), blocks: edit.NewBlockNamer(p)}
	l.siteOf, l.counts = map[*program.FunctionCallOp]*edit.Site{}, map[*program.FunctionCallOp][]count{}
	writes := newWriteSets(l.g, l.vars)
	for _, s := range l.g.Sites {
		l.siteOf[s.Call] = s
		l.counts[s.Call] = slices.DeleteFunc(writes.countsOf(s), func(c count) bool {
			return p.Alloc(c.param) != program.Register // without classes all have stacks
		})
	}
	l.stacked = edit.NumberOf(p, func(name string) bool { return p.Alloc(name) == program.Full })
	var blocks []*program.Block
	for _, b := range l.g.Bodies {
		lowered, err := l.body(b)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, lowered...)
	}
	p.Graph.Blocks = blocks
	for _, f := range p.Functions {
		f.Graph = program.ControlFlowGraph{}
	}
	p.Dialect = program.Lowered
	edit.DropUnreached(p)
	return p, nil
}

type lowerer struct {
	p      *program.Program
	g      *edit.CallGraph
	vars   *edit.Numbering
	siteOf map[*program.FunctionCallOp]*edit.Site
	blocks *edit.Namer
	// stacked numbers the variables with a stack. Only they have frames.
	stacked *edit.Numbering
	// counts are, of each call, what it adds to parameters that are the same variable for all activations.
	counts map[*program.FunctionCallOp][]count

	// Of the body being lowered.
	b       *edit.Body
	live    *edit.Liveness
	scratch flow.Set // of all variables
	frames  *frames
	done    []*program.Block // lowered
	cur     *program.Block   // being filled
	curName string           // of the source block it is part of
	rets    int              // continuations of that block so far
	held    flow.Set         // stacked variables of which the activation has a frame here
}

// body lowers one body and returns its blocks.
func (l *lowerer) body(b *edit.Body) ([]*program.Block, error) {
	if !b.IsMain() {
		b.Fn.Entry = b.Graph.Blocks[0].Name
	}
	l.b, l.done = b, nil
	l.live = edit.NewLiveness(b, l.vars)
	l.scratch = flow.NewSet(l.vars.Len())
	undefined := l.live.AtStart(0)
	undefined.RemoveAll(l.vars.Set(b.In))
	if names := l.vars.List(undefined); len(names) > 0 {
		return nil, fmt.Errorf("lower: %s: %s is read before it is assigned on some path", b.Name, names[0])
	}
	l.frames = l.placeFrames()
	for i, blk := range l.live.Shape.Blocks {
		l.block(i, blk)
	}
	return append(l.done, l.frames.edges...), nil
}

// open starts a lowered block.
func (l *lowerer) open(name string) {
	l.cur = &program.Block{Name: name}
	l.done = append(l.done, l.cur)
}

func (l *lowerer) emit(in ...program.Instr) { l.cur.Instrs = append(l.cur.Instrs, in...) }

// block lowers one source block. It becomes several if it has calls.
func (l *lowerer) block(i int, blk *program.Block) {
	l.open(blk.Name)
	l.curName, l.rets = blk.Name, 0
	l.held = l.frames.arriving[i].Clone()
	if dead := l.held.Clone(); !dead.IsEmpty() {
		dead.RemoveAll(l.stacked.Narrow(l.live.AtStart(i)))
		l.release(dead, edit.TermPos(blk))
	}

	dying := l.dying(i)
	for j, in := range blk.Instrs {
		switch in := in.(type) {
		case *program.PrimOp:
			l.primOp(in, dying[j])
		case *program.FunctionCallOp:
			if l.tailCall(in) {
				return
			}
			l.call(in, dying[j])
		}
	}
	l.terminate(i, blk)
}

// dying returns, for each instruction of a block, the variables that it mentions
// and that nobody reads behind it. No others can die there.
func (l *lowerer) dying(i int) [][]string {
	dying := make([][]string, len(l.live.Shape.Blocks[i].Instrs))
	live := l.scratch
	l.live.Walk(i, live, func(j int, _ program.Instr) {
		m := &l.live.Mentions[i][j]
		for _, vs := range [][]int{m.Reads, m.Writes} {
			for _, v := range vs {
				if !live.Has(v) {
					dying[j] = append(dying[j], l.vars.Name(v))
				}
			}
		}
	})
	return dying
}

// release pops the frames that there are of variables that die.
func (l *lowerer) release(dead flow.Set, pos program.Pos) {
	dead.RetainAll(l.held)
	l.pop(dead, pos)
	l.held.RemoveAll(dead)
}

func (l *lowerer) pop(vs flow.Set, pos program.Pos) {
	if names := l.stacked.List(vs); len(names) > 0 {
		l.emit(&program.PopOp{Vars: names, Pos: pos})
	}
}

// primOp lowers an operation: an output that has no frame yet pushes one.
func (l *lowerer) primOp(op *program.PrimOp, dying []string) {
	null := func(o program.Output) bool { return l.p.Alloc(o.Name) == program.Null }
	if !op.Op.CanFault() {
		if op.Op == program.OpCopy && len(op.In) == len(op.Out) {
			edit.KeepPairs(op, func(k int) bool { return !null(op.Out[k]) })
		} else if !slices.ContainsFunc(op.Out, func(o program.Output) bool { return !null(o) }) {
			op.Out = nil
		}
		if len(op.Out) == 0 {
			l.release(l.stacked.Set(dying), op.Pos)
			return
		}
	}
	for k, o := range op.Out {
		if v, ok := l.stacked.Of(o.Name); ok {
			op.Out[k].Push = !l.held.Has(v)
			l.held.Add(v)
		}
	}
	l.emit(op)
	l.release(l.stacked.Set(dying), op.Pos)
}

// passArguments writes the arguments of a call to the callee's parameters.
// Every full parameter gets a new frame for the callee: its own frame, if the
// caller has one that it does not keep, is given away. It returns what is left
// of the caller's frames that keep does not have.
func (l *lowerer) passArguments(call *program.FunctionCallOp, callee *edit.Body, keep flow.Set) (spent flow.Set) {
	spent = l.held.Clone()
	spent.RemoveAll(keep)
	op := &program.PrimOp{Op: program.OpCopy, Pos: call.Pos}
	for i, name := range callee.In {
		arg := call.In[i]
		isCounted := slices.ContainsFunc(l.counts[call], func(c count) bool { return c.param == name })
		if isCounted || l.p.Alloc(name) == program.Null {
			continue
		}
		push := false
		if v, ok := l.stacked.Of(name); ok {
			push = !spent.Has(v)
			spent.Remove(v)
		}
		if push || arg != program.Ref(name) {
			op.In = append(op.In, arg)
			op.Out = append(op.Out, program.Output{Name: name, Push: push})
		}
	}
	if len(op.Out) > 0 {
		l.emit(op)
	}
	for _, c := range l.counts[call] {
		l.emit(c.apply(call.Pos)) // what else is passed on may be computed from it
	}
	return spent
}

// tailCall lowers a call as a jump if the body has nothing left to do after
// it, and reports whether it did.
func (l *lowerer) tailCall(call *program.FunctionCallOp) bool {
	callee := l.g.Bodies[l.g.Index[call.Callee]]
	if !l.siteOf[call].Tail || !slices.Equal(l.b.Out, callee.Out) {
		return false
	}
	spent := l.passArguments(call, callee, flow.NewSet(l.stacked.Len()))
	l.pop(spent, call.Pos)
	l.cur.Term = program.GotoOp{Target: callee.Graph.Blocks[0].Name, Pos: call.Pos}
	return true
}

// call lowers a call and opens the block that it returns to.
func (l *lowerer) call(call *program.FunctionCallOp, dying []string) {
	callee := l.g.Bodies[l.g.Index[call.Callee]]
	keep := l.held.Clone()
	keep.RemoveAll(l.stacked.Set(dying))
	keep.RemoveAll(l.stacked.Set(call.Out))
	l.pop(l.passArguments(call, callee, keep), call.Pos)
	l.rets++
	back := l.blocks.Fresh(fmt.Sprintf("%s.ret%d", l.curName, l.rets))
	l.cur.Term = program.PushGotoOp{Return: back, Target: callee.Graph.Blocks[0].Name, Pos: call.Pos}
	l.open(back)
	for _, c := range l.counts[call] {
		l.emit(c.undo(call.Pos))
	}
	l.held = keep
	l.takeResults(call, callee, dying)
}

// takeResults copies the callee's results to the caller's variables and pops
// them. A result that the caller receives in a variable of the same name is
// there already: its frame changes hands.
func (l *lowerer) takeResults(call *program.FunctionCallOp, callee *edit.Body, dying []string) {
	left := l.stacked.Set(callee.Out) // full results, each with a frame
	op := &program.PrimOp{Op: program.OpCopy, Pos: call.Pos}
	mine := flow.NewSet(l.stacked.Len())
	for i, name := range call.Out {
		if slices.Contains(dying, name) || l.p.Alloc(name) == program.Null {
			continue
		}
		v, full := l.stacked.Of(name)
		reuse := full && left.Has(v)
		if full {
			mine.Add(v)
			left.Remove(v)
		}
		if name != callee.Out[i] {
			op.In = append(op.In, program.Ref(callee.Out[i]))
			op.Out = append(op.Out, program.Output{Name: name, Push: full && !reuse})
		}
	}
	if len(op.Out) > 0 {
		l.emit(op)
	}
	l.pop(left, call.Pos)
	l.held.AddAll(mine)
}

// terminate ends the last block of a source block.
func (l *lowerer) terminate(i int, blk *program.Block) {
	term := blk.Term
	if t, ok := term.(program.GotoOp); ok {
		l.pop(l.frames.onEdge(i, l.live.Shape.Index(t.Target)), t.Pos)
		l.cur.Term = t
		if t.Target == program.Exit && !l.b.IsMain() {
			l.cur.Term = program.IndirectGotoOp{Pos: t.Pos}
		}
		return
	}
	l.cur.Term = term.WithTargets(func(label string) string {
		return l.edgeBlock(i, label, term.Position())
	})
}
