package reshape

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// A value that callers compute is one more parameter, which lanes keep as long as they may call again. So it
// has to cost as much as some additions, and there are only so many of a function.
const (
	liftCost = 5
	liftMost = 4
)

// lift has callers compute what a function makes of arguments that stay the same from call to call, in a loop
// or in a recursion that passes them on: the logarithm of two prices in what a solver calls with one volatility
// after another. Out of the caller's loops it is taken by circuit, as it is without this where a function has
// one caller, in whose place it is then.
func lift(p *program.Program) (*program.Program, error) {
	l := &lifter{p: p, g: edit.NewCallGraph(p), names: edit.NewVarNamer(p)}
	l.shapes = make([]*loopShape, len(l.g.Bodies))
	for _, members := range l.g.Groups {
		if f := members[0]; len(members) == 1 && !l.g.Bodies[f].IsMain() {
			l.function(f)
		}
	}
	return p, nil
}

type lifter struct {
	p      *program.Program
	g      *edit.CallGraph
	names  *edit.Namer
	shapes []*loopShape // of bodies
}

// loopShape is a body with its loops.
type loopShape struct {
	*program.Shape
	loops *flow.Loops
}

func (l *lifter) shape(body int) *loopShape {
	if l.shapes[body] == nil {
		s := program.NewShape(l.g.Bodies[body].Graph)
		l.shapes[body] = &loopShape{Shape: s, loops: flow.NewLoops(s.Graph)}
	}
	return l.shapes[body]
}

// liftable are the values of a function that its callers can compute.
type liftable struct {
	cost map[string]int // of each, and of all that it is made of; 0 for parameters
	def  map[string]*program.PrimOp
}

// gives is which of them an instruction gives; empty if it is none.
func (v *liftable) gives(in program.Instr) string {
	if op, ok := in.(*program.PrimOp); ok && len(op.Out) == 1 && v.def[op.Out[0].Name] == op {
		return op.Out[0].Name
	}
	return ""
}

// function lifts values out of a function.
func (l *lifter) function(f int) {
	var sites []*edit.Site
	again := false
	for _, s := range l.g.Sites {
		if s.Callee == f {
			sites = append(sites, s)
			again = again || s.Caller == f || l.loop(s) != nil
		}
	}
	if !again {
		return
	}
	b := l.g.Bodies[f]
	writes := writeCounts(b)
	values := l.values(f, l.staying(b, sites, writes), writes)
	if len(values.def) == 0 {
		return
	}
	if names := l.worth(b, values); len(names) > 0 {
		l.move(b, sites, values, names)
	}
}

// loop is the innermost loop around a call, nil if there is none.
func (l *lifter) loop(s *edit.Site) *flow.Loop {
	shape := l.shape(s.Caller)
	return shape.loops.Of[shape.Index(s.Block.Name)]
}

// staying are the parameters that are the same in each call of a round of a loop or of a recursion.
func (l *lifter) staying(b *edit.Body, sites []*edit.Site, writes map[string]int) (names []string) {
	for k, name := range b.In {
		if typ, ok := l.p.TensorTypeOf(name); !ok || len(typ.Shape) > 0 || writes[name] > 1 {
			continue
		}
		if !slices.ContainsFunc(sites, func(s *edit.Site) bool { return !l.stays(s, b, k) }) {
			names = append(names, name)
		}
	}
	return names
}

// stays reports whether a call passes on an argument that the next call is likely to pass on, too.
func (l *lifter) stays(s *edit.Site, b *edit.Body, k int) bool {
	o := s.Call.In[k]
	switch loop := l.loop(s); {
	case o.IsLiteral() || !l.p.VarDefs.Has(o.Name):
		return true
	case l.g.Bodies[s.Caller] == b:
		return o.Name == b.In[k]
	case loop == nil:
		return true
	default:
		shape := l.shape(s.Caller)
		for i, blk := range shape.Blocks {
			if loop.Contains(i) && slices.ContainsFunc(blk.Instrs, func(in program.Instr) bool {
				return slices.Contains(program.Writes(in, nil), o.Name)
			}) {
				return false
			}
		}
		return true
	}
}

// values are what a function computes of parameters that stay, in each of its calls.
func (l *lifter) values(f int, params []string, writes map[string]int) liftable {
	v := liftable{cost: map[string]int{}, def: map[string]*program.PrimOp{}}
	for _, name := range params {
		v.cost[name] = 0
	}
	shape := l.shape(f)
	post := flow.NewPostDominators(shape.Graph)
	order := shape.Postorder(0)
	slices.Reverse(order)
	for _, i := range order {
		if i == shape.Exit() || shape.loops.Of[i] != nil || !post.Reached(i) || !post.Dominates(i, 0) {
			continue
		}
		for _, in := range shape.Blocks[i].Instrs {
			op, ok := in.(*program.PrimOp)
			if !ok || len(op.Out) != 1 || writes[op.Out[0].Name] != 1 || op.Within != (program.Span{}) {
				continue
			}
			if harmless(l.p, op) {
				l.add(&v, op)
			}
		}
	}
	return v
}

// add adds what an operation gives if callers can compute all that it is made of.
func (l *lifter) add(v *liftable, op *program.PrimOp) {
	cost := op.Op.Info().Row.Weight()
	for _, o := range op.In {
		if o.IsLiteral() || !l.p.VarDefs.Has(o.Name) {
			continue
		}
		c, ok := v.cost[o.Name]
		if !ok {
			return
		}
		cost += c
	}
	name := op.Out[0].Name
	v.cost[name], v.def[name] = cost, op
}

// worth are the values that callers are to compute: those that something else of the function needs, and that
// cost something.
func (l *lifter) worth(b *edit.Body, v liftable) (names []string) {
	needed := map[string]bool{}
	for _, blk := range b.Graph.Blocks {
		for _, in := range blk.Instrs {
			if v.gives(in) != "" {
				continue
			}
			for _, name := range program.Reads(in, nil) {
				needed[name] = true
			}
		}
		if o, ok := program.TermOperand(blk.Term); ok && !o.IsLiteral() {
			needed[o.Name] = true
		}
	}
	for name := range v.def {
		if needed[name] && v.cost[name] >= liftCost && !slices.Contains(b.Out, name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(x, y string) int {
		if v.cost[x] != v.cost[y] {
			return v.cost[y] - v.cost[x]
		}
		i, _ := l.p.VarDefs.Index(x)
		j, _ := l.p.VarDefs.Index(y)
		return i - j
	})
	return names[:min(len(names), liftMost)]
}

// move makes values parameters, which callers compute.
func (l *lifter) move(b *edit.Body, sites []*edit.Site, v liftable, names []string) {
	for _, s := range sites {
		if l.g.Bodies[s.Caller] == b {
			s.Call.In = append(s.Call.In, edit.Refs(names)...)
			continue
		}
		c := &liftedCall{l: l, v: v, args: map[string]program.Operand{}}
		for k, name := range b.In {
			c.args[name] = s.Call.In[k]
		}
		for _, name := range names {
			s.Call.In = append(s.Call.In, c.value(program.Ref(name)))
		}
		at := slices.Index(s.Block.Instrs, program.Instr(s.Call))
		s.Block.Instrs = slices.Insert(s.Block.Instrs, at, c.instrs...)
	}
	for _, blk := range b.Graph.Blocks {
		blk.Instrs = slices.DeleteFunc(blk.Instrs, func(in program.Instr) bool {
			return slices.Contains(names, v.gives(in))
		})
	}
	b.In = append(b.In, names...)
	b.Fn.VarsIn = program.Leaves(b.In...)
}

// liftedCall computes what a call passes on.
type liftedCall struct {
	l      *lifter
	v      liftable
	args   map[string]program.Operand // what the function's variables are here
	instrs []program.Instr
}

// value returns what an operand of the function is at the call.
func (c *liftedCall) value(o program.Operand) program.Operand {
	if o.IsLiteral() || !c.l.p.VarDefs.Has(o.Name) {
		return o
	}
	if arg, ok := c.args[o.Name]; ok {
		return arg
	}
	def := c.v.def[o.Name]
	op := &program.PrimOp{Op: def.Op, Pos: def.Pos}
	for _, in := range def.In {
		op.In = append(op.In, c.value(in))
	}
	name := c.l.names.Fresh(o.Name)
	c.l.p.VarDefs.Add(name, c.l.p.VarDefs.Def(o.Name).Type)
	op.Out = []program.Output{{Name: name}}
	c.instrs = append(c.instrs, op)
	c.args[o.Name] = program.Ref(name)
	return c.args[o.Name]
}
