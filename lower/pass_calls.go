package lower

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// calls turns a source program into a lowered one: calls become pushes and
// jumps. See "Frames" in doc.go for the rule that decides every push and pop.
func calls(p *program.Program) (*program.Program, error) {
	p = p.Clone()
	unify(p)
	return lowerCalls(p)
}

// lowerCalls is calls without the merging of variables of different bodies,
// which it leaves to unify. It changes p.
func lowerCalls(p *program.Program) (*program.Program, error) {
	dropUnreached(p)
	l := &lowerer{p: p, g: newCallGraph(p), vars: number(p), blocks: blockNamer(p)}
	l.siteOf = map[*program.FunctionCallOp]*site{}
	for _, s := range l.g.sites {
		l.siteOf[s.call] = s
	}
	l.full = newBitset(l.vars.len())
	for v, name := range l.vars.names {
		if p.Alloc(name) == program.Full {
			l.full.add(v)
		}
	}
	var blocks []*program.Block
	for _, b := range l.g.bodies {
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
	dropUnreached(p)
	return p, nil
}

type lowerer struct {
	p      *program.Program
	g      *callGraph
	vars   *numbering
	siteOf map[*program.FunctionCallOp]*site
	blocks *namer
	full   bitset // variables with a stack; only they have frames

	// Of the body being lowered.
	b       *body
	live    *liveness
	frames  *frames
	done    []*program.Block // lowered
	cur     *program.Block   // being filled
	curName string           // of the source block it is part of
	rets    int              // continuations of that block so far
	held    bitset           // variables of which the activation has a frame here
}

// body lowers one body and returns its blocks.
func (l *lowerer) body(b *body) ([]*program.Block, error) {
	if !b.isMain() {
		b.fn.Entry = b.graph.Blocks[0].Name
	}
	l.b, l.done = b, nil
	l.live = analyse(b, l.vars)
	undefined := l.live.in[0].clone()
	undefined.removeAll(l.vars.set(b.in))
	if names := l.vars.list(undefined); len(names) > 0 {
		return nil, fmt.Errorf("lower: %s: %s is read before it is assigned on some path", b.name, names[0])
	}
	l.frames = l.placeFrames()
	for i, blk := range l.live.flow.blocks {
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
	l.held = l.frames.arriving[i].clone()
	l.release(l.live.in[i], termPos(blk))

	lives := l.liveAfter(i)
	for j, in := range blk.Instrs {
		switch in := in.(type) {
		case *program.PrimOp:
			l.primOp(in, lives[j])
		case *program.FunctionCallOp:
			if l.tailCall(in) {
				return
			}
			l.call(in, lives[j])
		}
	}
	l.terminate(i, blk)
}

// liveAfter returns what is live after each instruction of a block.
func (l *lowerer) liveAfter(i int) []bitset {
	lives := make([]bitset, len(l.live.flow.blocks[i].Instrs))
	live := newBitset(l.vars.len())
	l.live.walk(i, live, func(j int, _ program.Instr) { lives[j] = live.clone() })
	return lives
}

// release pops every frame of a variable that is not live.
func (l *lowerer) release(live bitset, pos program.Pos) {
	dead := l.held.clone()
	dead.removeAll(live)
	l.pop(dead, pos)
	l.held.removeAll(dead)
}

func (l *lowerer) pop(vs bitset, pos program.Pos) {
	if names := l.vars.list(vs); len(names) > 0 {
		l.emit(&program.PopOp{Vars: names, Pos: pos})
	}
}

// primOp lowers an operation: an output that has no frame yet pushes one.
func (l *lowerer) primOp(op *program.PrimOp, live bitset) {
	null := func(o program.Output) bool { return l.p.Alloc(o.Name) == program.Null }
	if !op.Op.CanFault() {
		if op.Op == program.OpCopy && len(op.In) == len(op.Out) {
			keepPairs(op, func(k int) bool { return !null(op.Out[k]) })
		} else if !slices.ContainsFunc(op.Out, func(o program.Output) bool { return !null(o) }) {
			op.Out = nil
		}
		if len(op.Out) == 0 {
			l.release(live, op.Pos)
			return
		}
	}
	for k, o := range op.Out {
		if v := l.vars.index[o.Name]; l.full.has(v) {
			op.Out[k].Push = !l.held.has(v)
			l.held.add(v)
		}
	}
	l.emit(op)
	l.release(live, op.Pos)
}

// passArguments writes the arguments of a call to the callee's parameters.
// Every full parameter gets a new frame for the callee: its own frame, if the
// caller has one that it does not keep, is given away. It returns what is left
// of the caller's frames that keep does not have.
func (l *lowerer) passArguments(call *program.FunctionCallOp, callee *body, keep bitset) (spent bitset) {
	spent = l.held.clone()
	spent.removeAll(keep)
	op := &program.PrimOp{Op: program.OpCopy, Pos: call.Pos}
	for i, name := range callee.in {
		v, arg := l.vars.index[name], call.In[i]
		class := l.p.Alloc(name)
		if class == program.Null {
			continue
		}
		push := false
		if class == program.Full {
			push = !spent.has(v)
			spent.remove(v)
		}
		if push || arg != program.Ref(name) {
			op.In = append(op.In, arg)
			op.Out = append(op.Out, program.Output{Name: name, Push: push})
		}
	}
	if len(op.Out) > 0 {
		l.emit(op)
	}
	return spent
}

// tailCall lowers a call as a jump if the body has nothing left to do after
// it, and reports whether it did.
func (l *lowerer) tailCall(call *program.FunctionCallOp) bool {
	callee := l.g.bodies[l.g.index[call.Callee]]
	if !l.siteOf[call].tail || !slices.Equal(l.b.out, callee.out) {
		return false
	}
	spent := l.passArguments(call, callee, newBitset(l.vars.len()))
	l.pop(spent, call.Pos)
	l.cur.Term = program.GotoOp{Target: callee.graph.Blocks[0].Name, Pos: call.Pos}
	return true
}

// call lowers a call and opens the block that it returns to.
func (l *lowerer) call(call *program.FunctionCallOp, live bitset) {
	callee := l.g.bodies[l.g.index[call.Callee]]
	keep := l.held.clone()
	keep.retainAll(live)
	for _, name := range call.Out {
		keep.remove(l.vars.index[name])
	}
	l.pop(l.passArguments(call, callee, keep), call.Pos)
	l.rets++
	back := l.blocks.fresh(fmt.Sprintf("%s.ret%d", l.curName, l.rets))
	l.cur.Term = program.PushGotoOp{Return: back, Target: callee.graph.Blocks[0].Name, Pos: call.Pos}
	l.open(back)
	l.held = keep
	l.takeResults(call, callee, live)
}

// takeResults copies the callee's results to the caller's variables and pops
// them. A result that the caller receives in a variable of the same name is
// there already: its frame changes hands.
func (l *lowerer) takeResults(call *program.FunctionCallOp, callee *body, live bitset) {
	left := newBitset(l.vars.len()) // full results, each with a frame
	for _, name := range callee.out {
		if v := l.vars.index[name]; l.full.has(v) {
			left.add(v)
		}
	}
	op := &program.PrimOp{Op: program.OpCopy, Pos: call.Pos}
	mine := newBitset(l.vars.len())
	for i, name := range call.Out {
		v := l.vars.index[name]
		if !live.has(v) || l.p.Alloc(name) == program.Null {
			continue
		}
		reuse := left.has(v)
		if l.full.has(v) {
			mine.add(v)
			left.remove(v)
		}
		if name != callee.out[i] {
			op.In = append(op.In, program.Ref(callee.out[i]))
			op.Out = append(op.Out, program.Output{Name: name, Push: l.full.has(v) && !reuse})
		}
	}
	if len(op.Out) > 0 {
		l.emit(op)
	}
	l.pop(left, call.Pos)
	l.held.addAll(mine)
}

// terminate ends the last block of a source block.
func (l *lowerer) terminate(i int, blk *program.Block) {
	term := blk.Term
	if t, ok := term.(program.GotoOp); ok {
		l.pop(l.frames.onEdge(i, l.live.flow.index[t.Target]), t.Pos)
		l.cur.Term = t
		if t.Target == program.Exit && !l.b.isMain() {
			l.cur.Term = program.IndirectGotoOp{Pos: t.Pos}
		}
		return
	}
	l.cur.Term = term.WithTargets(func(label string) string {
		return l.edgeBlock(i, label, term.Position())
	})
}

func termPos(blk *program.Block) program.Pos {
	if len(blk.Instrs) > 0 {
		return blk.Instrs[0].Position()
	}
	return blk.Term.Position()
}
