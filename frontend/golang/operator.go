package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/internal/instance"
	"github.com/lockstep-simt/lockstep/program"
)

// operator is a function as what package instance instantiates.
type operator struct {
	t  *translator
	fn *ssa.Function
	// copies makes the function copy the slices that it returns.
	copies bool
}

var _ instance.Operator = operator{}

func (o operator) AppendKey(key []byte) []byte {
	if o.copies {
		key = append(key, 1)
	}
	return known.AppendString(key, known.FunctionKey(o.fn))
}

func (o operator) Join(with instance.Operand) (instance.Operand, bool) {
	return o, with == instance.Operand(o)
}

func (o operator) String() string { return o.Name() }
func (o operator) Name() string   { return o.t.functionName(o.fn) }

// Defer replaces constants and uniforms by varying numbers: those that differ
// from what the function is being instantiated for already, or all.
func (o operator) Defer(in, against instance.Bundle) instance.Bundle {
	out := append(instance.Bundle(nil), in...)
	changed := false
	for i, t := range in {
		v, ok := t.Operand.(known.Value)
		if !ok {
			continue
		}
		var w known.Value
		if against != nil {
			if w, ok = against.Get(t.Tag).(known.Value); !ok {
				continue
			}
			ours, theirs := v.NumberLeaves(nil), w.NumberLeaves(nil)
			if len(ours) != len(theirs) {
				continue
			}
		}
		flat := w.Flat(nil)
		d := v.VaryNumbers(func(k int, n program.Operand) bool {
			return against == nil || *flat[k] != n
		})
		if !sameValue(d, v) {
			out[i].Operand, changed = d, true
		}
	}
	if !changed {
		return in
	}
	return out
}

func sameValue(v, w known.Value) bool { return string(v.AppendKey(nil)) == string(w.AppendKey(nil)) }

// Begin gives the operations of an instance: one for each block, which brings
// control, and one for each instruction.
func (o operator) Begin(e *instance.Entry) (instance.Body, error) {
	g := o.t.graph(o.fn)
	if o.t.operations += len(g.ops); o.t.operations > maxOperations {
		return nil, fmt.Errorf("the instances of all functions have more than %d operations, with one more of %s; "+
			"call less, or with fewer kinds of constants and functions", maxOperations, o.Name())
	}
	var all operands
	all.translator = o.t
	all.history = history{
		fn: o.fn, graph: g, e: e, in: e.In(), regions: map[string]*known.Region{}, refused: map[int]*program.Error{},
		leftOptions: map[int][]*program.Error{},
	}
	for _, a := range o.t.kept.arenas {
		if r := a.region; all.in.Get(r.Name) == nil {
			all.regions[r.Name] = r
		}
	}
	return newBody(all), nil
}

// graph is the operations of a function, which all its instances share.
type graph struct {
	ops    []instance.Operation
	instrs []ssa.Instruction // of each operation; nil for a block
	blocks []*ssa.BasicBlock // of each operation
	opOf   map[ssa.Instruction]int
	sites  map[ssa.Instruction]string // names of the places that make regions
	makers map[string]ssa.Instruction // the same, by name
	loops  []bool                     // blocks in a cycle, by index
	allocs map[*ssa.Alloc]*allocation
	rounds map[*ssa.Alloc]bool       // variables of a loop's next round
	rows   map[ssa.Instruction]int64 // which row of the memory that they share is of those that shareRows found
	infos  map[string]*allocation    // the same, by the names of the sites
	defers *defers
}

// control is the operand that says that a block is reached.
type control struct{}

func (control) AppendKey(key []byte) []byte { return append(key, 'c') }
func (control) Join(instance.Operand) (instance.Operand, bool) {
	return control{}, true
}
func (control) String() string { return "control" }

// paramTag and freeTag are the tags of a function's parameters and free
// variables.
func paramTag(i int) string { return fmt.Sprintf("a%d", i) }
func freeTag(i int) string  { return fmt.Sprintf("f%d", i) }

// graph builds the operations of a function, the first time.
func (t *translator) graph(fn *ssa.Function) *graph {
	if g := t.graphs[fn]; g != nil {
		return g
	}
	g := &graph{opOf: map[ssa.Instruction]int{}, sites: map[ssa.Instruction]string{},
		makers: map[string]ssa.Instruction{}, allocs: map[*ssa.Alloc]*allocation{}, rounds: map[*ssa.Alloc]bool{},
		infos: map[string]*allocation{}, rows: map[ssa.Instruction]int64{}}
	t.graphs[fn] = g
	t.listOperations(g, fn)
	g.defers = deferredCalls(fn)
	g.connect(fn, !t.kept.judging)
	g.loops = ssaflow.Cycles(fn)
	g.shareRounds(fn)
	g.shareGrowth(fn)
	t.shareRows(fn, g)
	t.allocations(fn, g)
	return g
}

// listOperations makes an operation of each block, which are first, and of each instruction.
func (t *translator) listOperations(g *graph, fn *ssa.Function) {
	starts := expressions(fn)
	for _, b := range fn.Blocks {
		g.ops = append(g.ops, instance.Operation{Name: "block " + blockName(b), Any: true, Pos: t.pos(fn.Pos())})
		g.instrs = append(g.instrs, nil)
		g.blocks = append(g.blocks, b)
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if _, ok := in.(*ssa.DebugRef); ok {
				continue
			}
			g.opOf[in] = len(g.ops)
			g.ops = append(g.ops, instance.Operation{Name: instructionName(in), Pos: t.pos(sourceOf(in, starts))})
			g.instrs = append(g.instrs, in)
			g.blocks = append(g.blocks, b)
			if makesMemory(in) {
				name := fmt.Sprintf("s%d", len(g.sites))
				g.sites[in], g.makers[name] = name, in
			}
		}
	}
}

// makesMemory reports whether an instruction may make memory.
func makesMemory(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.SliceToArrayPointer, *ssa.Call, *ssa.RunDefers:
		return true
	case *ssa.Convert:
		return gotypes.IsString(in.Type()) || gotypes.IsString(in.X.Type())
	case *ssa.BinOp:
		return gotypes.IsString(in.Type())
	}
	return false
}

// connect says of each operation where its operands come from. Operations may wait for the calls before them:
// what comes behind a call finds memory as that left it.
func (g *graph) connect(fn *ssa.Function, wait bool) {
	outer := map[ssa.Value]instance.Carrier{}
	for i, p := range fn.Params {
		outer[p] = instance.Carrier{From: instance.Outer, Tag: paramTag(i)}
	}
	for i, v := range fn.FreeVars {
		outer[v] = instance.Carrier{From: instance.Outer, Tag: freeTag(i)}
	}
	carrier := func(v ssa.Value) (instance.Carrier, bool) {
		if c, ok := outer[v]; ok {
			return c, true
		}
		if in, ok := v.(ssa.Instruction); ok {
			return instance.Carrier{From: g.opOf[in]}, true
		}
		return instance.Carrier{}, false
	}
	var last *ssa.Call // before the operation, in its block
	for k := range g.ops {
		op, b := &g.ops[k], g.blocks[k]
		in := g.instrs[k]
		if last != nil && last.Block() != b {
			last = nil
		}
		if in == nil {
			if b.Index == 0 {
				op.Any = false
			}
			for i := range b.Preds {
				op.In = append(op.In, g.edge(b, i))
			}
			continue
		}
		if phi, ok := in.(*ssa.Phi); ok {
			// In pairs: control over the edge, and the value.
			op.Any = true
			for i, v := range phi.Edges {
				c, ok := carrier(v)
				if !ok {
					c = instance.Carrier{Constant: control{}} // a constant, found from the edge
				}
				op.In = append(op.In, g.edge(b, i), c)
			}
			continue
		}
		op.In = append(op.In, instance.Carrier{From: b.Index})
		for _, v := range g.operands(in) {
			if *v == nil {
				continue
			}
			if c, ok := carrier(*v); ok {
				op.In = append(op.In, c)
			}
		}
		if last != nil && wait {
			op.In = append(op.In, instance.Carrier{From: g.opOf[last]})
		}
		if call, ok := in.(*ssa.Call); ok && calls(call) {
			last = call
		}
	}
}

// calls reports whether a call is of a function, and not of a built-in.
func calls(in *ssa.Call) bool {
	_, builtin := in.Call.Value.(*ssa.Builtin)
	return !builtin
}

// expressions finds where the expression starts that each value is of. That of
// an address is what is read or written there.
func expressions(fn *ssa.Function) map[ssa.Value]token.Pos {
	starts := map[ssa.Value]token.Pos{}
	twice := map[token.Pos]token.Pos{} // x[i] += 1 has two addresses at one place
	add := func(v ssa.Value, e ast.Expr) {
		if at := v.Pos(); !starts[v].IsValid() && (!at.IsValid() || e.Pos() <= at && at < e.End()) {
			starts[v], twice[at] = e.Pos(), e.Pos()
		}
	}
	for _, b := range fn.Blocks {
		for i, in := range b.Instrs {
			ref, ok := in.(*ssa.DebugRef)
			if !ok {
				continue
			}
			if _, ok := ref.Expr.(*ast.Ident); ok {
				continue // a variable that has the value
			}
			if store, ok := b.Instrs[max(i-1, 0)].(*ssa.Store); ok && store.Val == ref.X {
				add(store.Addr, ref.Expr)
				continue
			}
			add(ref.X, ref.Expr)
			if load, ok := ref.X.(*ssa.UnOp); ok && load.Op == token.MUL {
				add(load.X, ref.Expr)
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.FieldAddr, *ssa.IndexAddr:
				if v := in.(ssa.Value); !starts[v].IsValid() {
					starts[v] = twice[v.Pos()]
				}
			}
		}
	}
	return starts
}

// sourceOf is where messages about an instruction point to: the start of its
// expression, where ssaflow.PositionOf may be its operator or a bracket.
func sourceOf(in ssa.Instruction, starts map[ssa.Value]token.Pos) token.Pos {
	v, ok := in.(ssa.Value)
	if !ok {
		return ssaflow.PositionOf(in)
	}
	if p := starts[v]; p.IsValid() {
		return p
	}
	switch in.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr:
		// A step on the way to another address.
		for _, r := range *v.Referrers() {
			if p := sourceOf(r, starts); r.Block() == in.Block() && p.IsValid() && p < v.Pos() {
				return p
			}
		}
	}
	return ssaflow.PositionOf(in)
}

// shareRounds finds the variables of for statements that something refers to.
// Each round has its own, which starts as a copy of the last round's; package
// ssa makes it where the round ends. Both get one site, so that all rounds have
// the same memory and the copy does nothing. checkLoop sees to it that nobody
// looks at an earlier round's.
func (g *graph) shareRounds(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			if len(phi.Edges) != 2 {
				continue
			}
			for k, edge := range phi.Edges {
				next, ok1 := edge.(*ssa.Alloc)
				outer, ok2 := phi.Edges[1-k].(*ssa.Alloc)
				if ok1 && ok2 && copiesRound(next, phi) {
					g.sites[next], g.rounds[next] = g.sites[outer], true
				}
			}
		}
	}
}

// copiesRound reports whether an allocation starts as a copy of what phi
// points to.
func copiesRound(next *ssa.Alloc, phi *ssa.Phi) bool {
	instrs := next.Block().Instrs
	i := slices.Index(instrs, ssa.Instruction(next))
	if i == 0 || i+1 == len(instrs) || phi.Pos() != next.Pos() {
		return false
	}
	load, ok1 := instrs[i-1].(*ssa.UnOp)
	store, ok2 := instrs[i+1].(*ssa.Store)
	return ok1 && ok2 && load.X == ssa.Value(phi) && store.Addr == ssa.Value(next) && store.Val == ssa.Value(load)
}

// edge is the carrier of control over the i-th edge into a block.
func (g *graph) edge(b *ssa.BasicBlock, i int) instance.Carrier {
	pred := b.Preds[i]
	nth := 0
	for _, p := range b.Preds[:i] {
		if p == pred {
			nth++
		}
	}
	for k, s := range pred.Succs {
		if s == b {
			if nth == 0 {
				return instance.Carrier{From: g.opOf[pred.Instrs[len(pred.Instrs)-1]], Out: k}
			}
			nth--
		}
	}
	panic("bug: an edge with one end")
}

func blockName(b *ssa.BasicBlock) string {
	if b.Comment == "" {
		return "b" + itoa(b.Index)
	}
	return b.Comment
}

func instructionName(in ssa.Instruction) string {
	if v, ok := in.(ssa.Value); ok && v.Name() != "" {
		return v.Name() + " = " + in.String()
	}
	return in.String()
}

// abstract returns v as an operand of an instance: all variables are varying.
func (t *translator) abstract(v known.Value) known.Value {
	return v.VaryNumbers(func(_ int, o program.Operand) bool {
		return !o.IsLiteral() && !known.IsVarying(o) && !t.isUniform(o.Name)
	})
}
