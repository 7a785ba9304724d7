package strict

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// Generate maps any bytes to a valid source program of scalars: a few
// functions that call each other under a shrinking amount of fuel, with
// branches, loops, early returns, parallel copies, faults and calls that read
// and write the same variables. Every byte is a decision; when there are no
// more, the smallest one is taken, so a prefix is a smaller program.
func Generate(data []byte) *program.Program {
	g := &generator{data: data, p: &program.Program{Name: "generated", Dialect: program.Source, File: "generated.go"}}
	n := 1 + g.pick(4)
	for i := range n {
		g.declare(i)
	}
	for _, f := range g.p.Functions {
		g.define(f)
	}
	g.main()
	return g.p
}

type generator struct {
	data   []byte
	p      *program.Program
	blocks int
	line   int

	// Of the function being written.
	f       *program.Function
	graph   *program.ControlFlowGraph
	cur     *program.Block // nil after a return
	vars    []string       // i64 variables of the function
	once    []string       // others, which are written once
	defined map[string]bool
	budget  int // statements
	guard   string
}

func (g *generator) byte() byte {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return b
}

func (g *generator) pick(n int) int { return int(g.byte()) % n }

func (g *generator) pos() program.Pos {
	g.line++
	return program.Pos{Line: g.line, Col: 1}
}

func (g *generator) variable(name string, t program.Dtype) string {
	g.p.VarDefs.Add(name, program.Of(program.Scalar(t)))
	return name
}

// declare gives function i its parameters, the first of which is the fuel, and
// its results.
func (g *generator) declare(i int) {
	f := &program.Function{Name: fmt.Sprintf("f%d", i)}
	in := []string{g.variable(f.Name+".fuel", program.I64)}
	for k := range g.pick(4) {
		in = append(in, g.variable(fmt.Sprintf("%s.p%d", f.Name, k), program.I64))
	}
	var out []string
	for k := range 1 + g.pick(2) {
		out = append(out, g.variable(fmt.Sprintf("%s.r%d", f.Name, k), program.I64))
	}
	if g.pick(8) == 7 {
		out[0] = in[len(in)-1] // a result that is a parameter
	}
	f.VarsIn, f.VarsOut = program.Leaves(in...), program.Leaves(out...)
	g.p.Functions = append(g.p.Functions, f)
}

func (g *generator) define(f *program.Function) {
	in, out := f.VarsIn.Flatten(), f.VarsOut.Flatten()
	g.f, g.graph, g.defined = f, &f.Graph, map[string]bool{}
	g.vars, g.once = slices.Clone(in), nil
	for _, name := range out {
		if !slices.Contains(in, name) {
			g.vars = append(g.vars, name)
		}
	}
	for k := range 2 + g.pick(4) {
		g.vars = append(g.vars, g.variable(fmt.Sprintf("%s.v%d", f.Name, k), program.I64))
	}
	g.guard = g.variable(f.Name+".guard", program.Bool)
	for _, name := range in {
		g.defined[name] = true
	}
	g.open()
	g.budget = 4 + g.pick(12)
	g.statements(3)
	g.ret()
}

func (g *generator) main() {
	g.f, g.graph, g.cur = nil, &g.p.Graph, nil
	g.vars, g.once = nil, nil
	g.defined = map[string]bool{}
	var in, out []string
	for _, name := range []string{"a", "b"} {
		in = append(in, g.variable(name, program.I64))
	}
	for _, name := range []string{"r0", "r1"} {
		out = append(out, g.variable(name, program.I64))
	}
	fuel := g.variable("fuel", program.I64)
	g.vars = append(append(slices.Clone(in), out...), fuel)
	for _, name := range in {
		g.defined[name] = true
	}
	g.p.VarsIn, g.p.VarsOut = program.Leaves(in...), program.Leaves(out...)
	g.open()
	g.op("const.i64", fuel, program.Lit(program.I64, uint64(2+g.pick(3))))
	for range 1 + g.pick(2) {
		g.call(fuel)
	}
	for _, name := range out {
		if !g.defined[name] {
			g.op("copy", name, g.operand())
		}
	}
	g.close(program.GotoOp{Target: program.Exit, Pos: g.pos()})
}

func (g *generator) open() string {
	g.blocks++
	g.cur = &program.Block{Name: fmt.Sprintf("b%d", g.blocks)}
	g.graph.Blocks = append(g.graph.Blocks, g.cur)
	return g.cur.Name
}

func (g *generator) close(t program.Terminator) {
	if g.cur != nil {
		g.cur.Term = t
		g.cur = nil
	}
}

// statements writes some statements, unless the path has ended.
func (g *generator) statements(depth int) {
	for range 1 + g.pick(4) {
		if g.cur == nil || g.budget <= 0 {
			return
		}
		g.budget--
		switch kind := g.pick(12); {
		case kind < 3:
			g.arithmetic()
		case kind == 3:
			g.swap()
		case kind < 6 && depth > 0:
			g.branch(depth)
		case kind == 6 && depth > 0:
			g.loop(depth)
		case kind == 7 && depth > 0:
			g.switchStatement(depth)
		case kind < 11:
			g.guardedCall()
		default:
			if g.pick(3) == 0 {
				g.ret()
			} else if g.pick(6) == 5 {
				g.close(program.FaultOp{Code: program.Code(1 + g.pick(4)), Pos: g.pos()})
			} else {
				g.arithmetic()
			}
		}
	}
}

func (g *generator) names() []string {
	var names []string
	for _, name := range append(slices.Clone(g.vars), g.once...) {
		if g.defined[name] {
			names = append(names, name)
		}
	}
	return names
}

func (g *generator) operand() program.Operand {
	names := g.names()
	k := g.pick(len(names) + 1)
	if k == len(names) {
		return program.Lit(program.I64, uint64(g.pick(5)))
	}
	return program.Ref(names[k])
}

func (g *generator) target() string { return g.vars[g.pick(len(g.vars))] }

// freeTarget returns a variable that ordinary statements may write: any but the
// fuel.
func (g *generator) freeTarget() string {
	for range 8 {
		if t := g.target(); t != "fuel" && (g.f == nil || t != g.f.Name+".fuel") {
			return t
		}
	}
	return g.vars[len(g.vars)-1]
}

func (g *generator) op(mnemonic, to string, in ...program.Operand) {
	op, ok := program.ParseOpcode(mnemonic)
	if !ok {
		panic(mnemonic)
	}
	g.cur.Instrs = append(g.cur.Instrs, &program.PrimOp{Op: op, In: in, Out: []program.Output{{Name: to}},
		Pos: g.pos()})
	g.defined[to] = true
}

func (g *generator) arithmetic() {
	ops := []string{"add.i64", "sub.i64", "mul.i64", "xor.i64", "copy", "copy", "div.i64", "min.i64"}
	mnemonic := ops[g.pick(len(ops))]
	x, to := g.operand(), g.freeTarget()
	if g.pick(3) == 2 {
		to = g.variable(fmt.Sprintf("o%d", g.line), program.I64)
		g.once = append(g.once, to)
	}
	if mnemonic == "copy" {
		g.op(mnemonic, to, x)
		return
	}
	g.op(mnemonic, to, x, g.operand())
}

// swap writes a parallel copy of two or three values.
func (g *generator) swap() {
	var to []string
	var op program.PrimOp
	op.Op, op.Pos = program.OpCopy, g.pos()
	for range 2 + g.pick(2) {
		if t := g.freeTarget(); !slices.Contains(to, t) {
			to = append(to, t)
			op.In = append(op.In, g.operand())
			op.Out = append(op.Out, program.Output{Name: t})
		}
	}
	g.cur.Instrs = append(g.cur.Instrs, &op)
	for _, t := range to {
		g.defined[t] = true
	}
}

func (g *generator) condition() program.Operand {
	x, y := g.operand(), g.operand()
	g.op([]string{"lt.i64", "eq.i64", "gt.i64"}[g.pick(3)], g.guard, x, y)
	return program.Ref(g.guard)
}

func (g *generator) branch(depth int) {
	cond, at := g.condition(), g.pos()
	g.arms(depth, 2, func(labels []string) program.Terminator {
		return program.BranchOp{Cond: cond, Then: labels[0], Else: labels[1], Pos: at}
	})
}

func (g *generator) switchStatement(depth int) {
	x, at := g.operand(), g.pos()
	g.arms(depth, 3, func(labels []string) program.Terminator {
		return program.SwitchOp{X: x, Default: labels[0], Values: []uint64{0, 3}, Labels: labels[1:], Pos: at}
	})
}

// arms writes n arms and the block where they meet. The last arm may be empty:
// then control goes straight to the meeting point, or returns.
func (g *generator) arms(depth, n int, term func(labels []string) program.Terminator) {
	head, before := g.cur, g.defined
	var labels []string
	var ends []*program.Block
	var after map[string]bool
	meet := func() {
		if g.cur == nil {
			return
		}
		ends = append(ends, g.cur)
		if after == nil {
			after = g.defined
		} else {
			after = intersect(after, g.defined)
		}
	}
	for range n {
		g.defined = clone(before)
		labels = append(labels, g.open())
		g.statements(depth - 1)
		meet()
	}
	if g.isReady(before) && g.pick(4) == 0 {
		labels[n-1] = program.Exit // the arm's blocks are unreachable now
	}
	head.Term = term(labels)
	g.cur, g.defined = nil, after
	if len(ends) == 0 {
		return
	}
	join := g.open()
	for _, e := range ends {
		e.Term = program.GotoOp{Target: join, Pos: g.pos()}
	}
}

// isReady reports whether the function could return.
func (g *generator) isReady(defined map[string]bool) bool {
	if g.f == nil {
		return false
	}
	for _, name := range g.f.VarsOut.Flatten() {
		if !defined[name] {
			return false
		}
	}
	return true
}

// loop writes a loop of a few rounds over a counter of its own.
func (g *generator) loop(depth int) {
	g.line++
	i := g.variable(fmt.Sprintf("i%d", g.line), program.I64)
	g.op("const.i64", i, program.Lit(program.I64, uint64(g.pick(4))))
	pre := g.cur
	head := g.open()
	pre.Term = program.GotoOp{Target: head, Pos: g.pos()}
	g.op("gt.i64", g.guard, program.Ref(i), program.Lit(program.I64, 0))
	h := g.cur
	before := clone(g.defined)
	body := g.open()
	g.op("sub.i64", i, program.Ref(i), program.Lit(program.I64, 1))
	g.statements(depth - 1)
	g.close(program.GotoOp{Target: head, Pos: g.pos()})
	g.defined = before
	done := g.open()
	h.Term = program.BranchOp{Cond: program.Ref(g.guard), Then: body, Else: done, Pos: g.pos()}
}

// guardedCall calls a function if there is fuel, and does without otherwise.
func (g *generator) guardedCall() {
	if g.f == nil {
		return
	}
	fuel := g.f.Name + ".fuel"
	g.op("gt.i64", g.guard, program.Ref(fuel), program.Lit(program.I64, 0))
	head, before := g.cur, clone(g.defined)
	deep := g.open()
	less := fuel
	if g.pick(2) == 0 { // otherwise the fuel itself shrinks for good
		less = g.variable(fmt.Sprintf("less%d", g.blocks), program.I64)
	}
	g.op("sub.i64", less, program.Ref(fuel), program.Lit(program.I64, 1))
	g.call(less)
	if g.pick(3) == 0 && g.isReady(g.defined) {
		g.ret()
	}
	end, after := g.cur, g.defined
	g.defined = before
	join := g.open()
	head.Term = program.BranchOp{Cond: program.Ref(g.guard), Then: deep, Else: join, Pos: g.pos()}
	if end != nil {
		end.Term = program.GotoOp{Target: join, Pos: g.pos()}
		g.defined = intersect(before, after)
	}
}

// call writes a call of some function with the given fuel.
func (g *generator) call(fuel string) {
	f := g.p.Functions[g.pick(len(g.p.Functions))]
	call := &program.FunctionCallOp{Callee: f.Name, In: []program.Operand{program.Ref(fuel)}, Pos: g.pos()}
	for range f.VarsIn.Flatten()[1:] {
		call.In = append(call.In, g.operand())
	}
	wanted := f.VarsOut.Flatten()
	if g.f != nil && g.pick(3) == 0 { // straight into the results
		for _, name := range g.f.VarsOut.Flatten() {
			if len(call.Out) < len(wanted) {
				call.Out = append(call.Out, name)
			}
		}
	}
	for k := 0; len(call.Out) < len(wanted); k++ {
		t := g.freeTarget()
		if k >= 8 {
			t = g.variable(fmt.Sprintf("unused%d.%d", g.line, k), program.I64)
		}
		if !slices.Contains(call.Out, t) {
			call.Out = append(call.Out, t)
		}
	}
	g.cur.Instrs = append(g.cur.Instrs, call)
	for _, name := range call.Out {
		g.defined[name] = true
	}
}

// ret returns; results that have no value yet get one.
func (g *generator) ret() {
	if g.cur == nil || g.f == nil {
		return
	}
	for _, name := range g.f.VarsOut.Flatten() {
		if !g.defined[name] {
			g.op("copy", name, g.operand())
		}
	}
	g.close(program.GotoOp{Target: program.Exit, Pos: g.pos()})
}

func clone(set map[string]bool) map[string]bool {
	c := make(map[string]bool, len(set))
	for k := range set {
		c[k] = true
	}
	return c
}

func intersect(a, b map[string]bool) map[string]bool {
	c := map[string]bool{}
	for k := range a {
		if b[k] {
			c[k] = true
		}
	}
	return c
}
