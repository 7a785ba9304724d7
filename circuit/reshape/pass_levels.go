package reshape

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The limits of levels.
const (
	levelsMost  = 10   // levels of one recursion
	levelsCalls = 64   // calls of all levels
	levelsCost  = 1200 // of all levels of all recursions, in additions
	levelsLeft  = 0.75 // how much of a recursion may be left one
)

// levels makes each call of a recursion a function of its own if all lanes make the same calls:
// the recursion begins with literals, each level calls the next with literals again, and there
// is a last one. Each function then has one caller, so that the recursion becomes straight code or
// a nest of loops, in which nothing is saved, and what the level is an index of is a literal.
//
// A level that calls several times does so on all ways: lanes that part would each run
// the calls of all, one after the other, where lanes of a recursion run one function together.
// Of such levels some may be left calls of the recursion, where all would be too much.
func levels(p *program.Program) (*program.Program, error) {
	l := &leveller{p: p, vars: edit.NewVarNamer(p), blocks: edit.NewBlockNamer(p),
		functions: edit.NewFunctionNamer(p), g: edit.NewCallGraph(p)}
	stacking := l.g.Stacking()
	for _, s := range l.g.Sites {
		if !l.g.Internal(s) {
			l.begin = append(l.begin, s.Call)
		}
	}
	for added := 0; len(l.begin) > 0; l.begin = l.begin[1:] {
		call := l.begin[0]
		if !stacking[l.groupOf(call)] {
			continue
		}
		l.calls, l.cost, l.full = 0, added, false
		if top := l.level(call, nil); top != nil && top.left <= levelsLeft {
			l.add(top)
			added = l.cost
		}
	}
	edit.DropUnreached(p)
	return p, nil
}

// leveller makes the levels of recursions.
type leveller struct {
	p                       *program.Program
	vars, blocks, functions *edit.Namer
	g                       *edit.CallGraph
	begin                   []*program.FunctionCallOp // which may begin recursions
	calls                   int                       // of the recursion that is looked at
	cost                    int                       // of all
	full                    bool                      // there is no room for another
}

// groupOf is the recursion that a call is to.
func (l *leveller) groupOf(call *program.FunctionCallOp) int {
	return l.g.Group[l.g.Index[call.Callee]]
}

// level is one call of a recursion, with literals in the place of parameters.
type level struct {
	*edit.Body
	call  *program.FunctionCallOp
	above *level
	depth int
	fixed map[string]uint64 // the parameters that are literals
	next  []*level
	left  float64 // how much of what it calls is left a recursion: 0 to 1
}

// level makes the levels that a call begins, below one that is there already. It returns nil if there are too many, or
// lanes do not make the same calls.
func (l *leveller) level(call *program.FunctionCallOp, above *level) *level {
	of := l.g.Bodies[l.g.Index[call.Callee]]
	fixed := map[string]uint64{}
	for i, name := range of.In {
		t, ok := l.p.TensorTypeOf(name)
		if ok && len(t.Shape) == 0 && t.Dtype.IsInt() && call.In[i].IsLiteral() {
			fixed[name] = call.In[i].Bits
		}
	}
	made := &level{call: call, above: above, depth: 1, fixed: fixed}
	if above != nil {
		made.depth += above.depth
	}
	again := above != nil && above.Name == of.Name && maps.Equal(above.fixed, fixed)
	if l.full || len(fixed) == 0 || made.depth > levelsMost || again {
		return nil
	}
	graph := of.Graph.Clone()
	b := &edit.Body{Name: of.Name, Fn: of.Fn, Graph: &graph, In: of.In, Out: of.Out}
	made.Body = b
	newConstantsFrom(l.p, program.NewShape(b.Graph), fixed).replace()
	for _, blk := range b.Graph.Blocks {
		l.endAtFault(blk)
	}
	edit.TidyBlocks(b)
	size := edit.SizeOf(b)
	if l.full = l.cost+size > levelsCost || l.calls == levelsCalls; l.full {
		return nil
	}
	l.calls++
	l.cost += size
	calls, all := l.next(b)
	if len(calls) > 1 && !all {
		return nil
	}
	for _, c := range calls {
		next := l.level(c, made)
		switch {
		case next != nil:
			made.next = append(made.next, next)
			made.left += next.left / float64(len(calls))
		case l.full && len(calls) > 1:
			made.left += 1 / float64(len(calls))
		default:
			return nil
		}
	}
	return made
}

// next returns the calls of a level that stay in the recursion, and whether each is on all ways through it and on none
// twice.
func (l *leveller) next(b *edit.Body) (calls []*program.FunctionCallOp, all bool) {
	shape := program.NewShape(b.Graph)
	dom := flow.NewDominators(shape.Graph)
	looping := flow.NewSet(shape.Len())
	for _, loop := range flow.NewLoops(shape.Graph).All {
		for _, i := range loop.Blocks {
			looping.Add(i)
		}
	}
	all = shape.Ranks()[shape.Exit()] >= 0
	group := l.g.Group[l.g.Index[b.Name]]
	b.Calls(func(blk *program.Block, _ int, call *program.FunctionCallOp) {
		if l.groupOf(call) == group {
			calls = append(calls, call)
			i := shape.Index(blk.Name)
			all = all && dom.Dominates(i, shape.Exit()) && !looping.Has(i)
		}
	})
	return calls, all
}

// endAtFault ends a block at an index that is a literal and out of range.
func (l *leveller) endAtFault(blk *program.Block) {
	for i, in := range blk.Instrs {
		op, ok := in.(*program.PrimOp)
		if !ok {
			continue
		}
		first := 0
		switch op.Op.Form() {
		case optab.Index:
			first = 1
		case optab.Insert:
			first = 2
		default:
			continue
		}
		t, _ := l.p.TensorTypeOf(op.In[0].Name)
		for axis, o := range op.In[first:] {
			if o.IsLiteral() && axis < len(t.Shape) && t.Shape[axis] > 0 && o.Bits >= uint64(t.Shape[axis]) {
				blk.Instrs = blk.Instrs[:i]
				blk.Term = program.FaultOp{Code: optab.IndexOutOfRange, Pos: op.Pos}
				return
			}
		}
	}
}

// add makes functions of a level and those below it.
func (l *leveller) add(of *level) {
	rename := edit.Own(l.p, of.Body, program.Exit, l.vars, l.blocks)
	name := func(n string) string { return edit.RenamedName(n, rename) }
	f := &program.Function{
		Name: l.functions.Fresh(of.Name), Graph: *of.Graph, Pos: of.Fn.Pos,
		VarsIn: program.MapPattern(of.Fn.VarsIn, name), VarsOut: program.MapPattern(of.Fn.VarsOut, name),
	}
	l.p.Functions = append(l.p.Functions, f)
	of.call.Callee = f.Name
	group := l.g.Group[l.g.Index[of.Name]]
	of.Calls(func(_ *program.Block, _ int, call *program.FunctionCallOp) {
		if !slices.ContainsFunc(of.next, func(next *level) bool { return next.call == call }) &&
			l.groupOf(call) != group {
			l.begin = append(l.begin, call)
		}
	})
	for _, next := range of.next {
		l.add(next)
	}
}
