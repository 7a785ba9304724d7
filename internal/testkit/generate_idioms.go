package testkit

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// The shapes of code that lowering and the machine look for. Random operations
// seldom meet in them.

// writableOf returns a variable of a type, or a new one that nothing reads.
func (g *generator) writableOf(t program.TensorType) genVar {
	var vs []genVar
	for _, v := range g.fn.vars {
		if !v.ro && v.t.Equal(t) {
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 {
		return g.newVar("w", t)
	}
	return vs[g.pick(len(vs))]
}

// The rows that fuse in pairs, the first one's result being an operand of the
// second.
var (
	pairFloats  = []string{"add", "sub", "mul", "quo"}
	pairInts    = []string{"add", "sub", "mul", "and"}
	pairSingles = []string{"abs", "sqrt", "neg"}
	pairTests   = []string{"lt", "le", "gt", "ge", "eq", "ne"}
)

// pair sets a variable to an operation on the result of another that nothing
// else reads.
func (g *generator) pair() {
	out := g.writable()
	t := out.t
	if t.Dtype == program.Bool {
		t.Dtype = []program.Dtype{program.I64, program.F64, program.F32, program.I32, program.U64,
			program.U32}[g.pick(6)]
	}
	rows := pairInts
	if t.Dtype == program.F64 || t.Dtype == program.F32 {
		rows = pairFloats
	}
	var in [3]program.Operand
	for i := range in {
		var ok bool
		if in[i], ok = g.operand(t); !ok {
			return
		}
	}
	if in[0].IsLiteral() && in[1].IsLiteral() {
		return
	}
	first := g.newVar("t", t)
	g.op(program.OpcodeFor(rows[g.pick(len(rows))], t.Dtype), first.name, in[0], in[1])
	in[0] = program.Ref(first.name)
	second := rows[g.pick(len(rows))]
	switch {
	case out.t.Dtype == program.Bool:
		second = pairTests[g.pick(len(pairTests))]
	case &rows[0] == &pairFloats[0] && g.pick(4) == 3:
		g.op(program.OpcodeFor(pairSingles[g.pick(len(pairSingles))], t.Dtype), out.name, in[0])
		return
	}
	if g.pick(2) == 1 {
		in[0], in[2] = in[2], in[0]
	}
	g.op(program.OpcodeFor(second, t.Dtype), out.name, in[0], in[2])
}

// mathematical computes a function of package libm or package math. A variable that is not a float
// gets what a comparison or a conversion makes of it.
func (g *generator) mathematical() {
	out := g.writable()
	y := genVar{name: out.name, t: program.TensorType{Dtype: out.t.Dtype, Shape: out.t.Shape}}
	isFloat := out.t.Dtype == program.F64 || out.t.Dtype == program.F32
	if !isFloat {
		y = g.newVar("y", program.TensorType{Dtype: []program.Dtype{program.F64, program.F32}[g.pick(2)],
			Shape: out.t.Shape})
	}
	ops := mathTo[y.t.Dtype]
	if !g.apply(ops[g.pick(len(ops))], y) || isFloat {
		return
	}
	if out.t.Dtype == program.Bool {
		g.op(program.OpcodeFor(pairTests[g.pick(len(pairTests))], y.t.Dtype), out.name, g.literal(y.t.Dtype),
			program.Ref(y.name))
		return
	}
	g.op(program.OpcodeFor("convert_"+out.t.Dtype.String(), y.t.Dtype), out.name, program.Ref(y.name))
}

// bothWays computes a function of package libm or package math on both ways of a branch, or on several of
// a row of branches, with other operands on each.
func (g *generator) bothWays() {
	t := program.Scalar([]program.Dtype{program.F64, program.F32}[g.pick(2)])
	out := g.writableOf(t)
	ops := mathTo[t.Dtype]
	op := ops[g.pick(len(ops))]
	join := g.label()
	way := func() {
		x, _ := g.operand(t)
		y, _ := g.operand(t)
		inner := g.newVar("t", t)
		g.op(program.OpcodeFor(pairFloats[g.pick(len(pairFloats))], t.Dtype), inner.name, x, y)
		g.statements(g.pick(2))
		g.apply(op, out)
		g.op(program.OpcodeFor("add", t.Dtype), out.name, program.Ref(out.name), program.Ref(inner.name))
		g.end(program.GotoOp{Pos: g.pos(), Target: join})
	}
	for range 1 + g.pick(2) {
		then, other := g.label(), g.label()
		g.end(program.BranchOp{Pos: g.pos(), Cond: g.condition(), Then: then, Else: other})
		g.start(then)
		way()
		g.start(other)
	}
	way()
	g.start(join)
}

// mathTo lists, for each result type, the functions of package libm, and those of package
// math that have vector code.
var mathTo = func() map[program.Dtype][]program.Opcode {
	m := map[program.Dtype][]program.Opcode{}
	for _, op := range program.Opcodes() {
		if op == program.OpCopy {
			continue
		}
		row := op.Info().Row
		isMath := row.LibmFor(op.Info().Type) != "" || row.Gomath != ""
		if isMath && row.Form == optab.Elementwise {
			m[op.Info().Out] = append(m[op.Info().Out], op)
		}
	}
	return m
}()

// event applies an operation that is not elementwise to the first variable that
// it has operands for.
func (g *generator) event() {
	row := eventRows[g.pick(len(eventRows))]
	at := g.pick(len(g.fn.vars))
	for i := range g.fn.vars {
		out := g.fn.vars[(at+i)%len(g.fn.vars)]
		op := program.OpcodeFor(row, out.t.Dtype)
		if !out.ro && op.IsValid() && g.apply(op, out) {
			return
		}
	}
}

var eventRows = []string{"dot", "matvec", "reshape", "index", "insert", "reduce_add", "reduce_mul", "reduce_min",
	"reduce_max", "reduce_and", "reduce_or", "dot"}

// remainder compares the remainder by a power of two with zero.
func (g *generator) remainder() {
	d := []program.Dtype{program.I64, program.U64, program.I32, program.U32}[g.pick(4)]
	r := g.newVar("rem", program.Scalar(d))
	x, _ := g.operand(program.Scalar(d))
	shifts := []int{1, 2, 3, 5, 0, 8*d.Size() - 1, 8*d.Size() - 2}
	g.op(program.OpcodeFor("rem", d), r.name, x, program.Lit(d, 1<<shifts[g.pick(len(shifts))]))
	in := []program.Operand{program.Ref(r.name), program.Lit(d, 0)}
	if g.pick(2) == 1 {
		in[0], in[1] = in[1], in[0]
	}
	g.op(program.OpcodeFor([]string{"eq", "ne"}[g.pick(2)], d), g.writableOf(program.Scalar(program.Bool)).name, in...)
	if g.pick(4) == 3 { // another reader: the remainder itself is needed
		g.op(program.OpCopy, g.writableOf(program.Scalar(d)).name, program.Ref(r.name))
	}
}

// branchOver starts a block that is run where a condition holds, and returns
// what ends it.
func (g *generator) branchOver(cond program.Operand) (join func()) {
	then, after := g.label(), g.label()
	g.end(program.BranchOp{Pos: g.pos(), Cond: cond, Then: then, Else: after})
	g.start(then)
	return func() {
		g.end(program.GotoOp{Pos: g.pos(), Target: after})
		g.start(after)
	}
}

// guarded divides, or takes an element, where a test has shown that it does not
// fault; other lanes must not do it.
func (g *generator) guarded() {
	i64, cond := program.Scalar(program.I64), g.newVar("ok", program.Scalar(program.Bool))
	out := g.writableOf(i64)
	x, _ := g.operand(i64)
	y, _ := g.operand(i64)
	if g.pick(2) == 0 {
		g.op(program.OpNeI64, cond.name, y, program.Lit(program.I64, 0))
		join := g.branchOver(program.Ref(cond.name))
		g.op([]program.Opcode{program.OpDivI64, program.OpRemI64}[g.pick(2)], out.name, x, y)
		join()
		return
	}
	below := g.newVar("below", program.Scalar(program.Bool))
	g.op(program.OpGeI64, cond.name, y, program.Lit(program.I64, 0))
	g.op(program.OpLtI64, below.name, y, program.Lit(program.I64, 70))
	g.op(program.OpAndBool, cond.name, program.Ref(cond.name), program.Ref(below.name))
	join := g.branchOver(program.Ref(cond.name))
	g.op(program.OpIndexI64, out.name, program.Ref("long"), y)
	join()
}

// shortCircuit decides by two branches in a row: "a && b" or "a || b".
func (g *generator) shortCircuit() {
	second, then, join := g.label(), g.label(), g.label()
	or := g.pick(2) == 1
	t := program.BranchOp{Pos: g.pos(), Cond: g.condition(), Then: second, Else: join}
	if or {
		t.Then, t.Else = then, second
	}
	g.end(t)
	g.start(second)
	g.statements(g.pick(2))
	g.end(program.BranchOp{Pos: g.pos(), Cond: g.condition(), Then: then, Else: join})
	g.start(then)
	g.statements(1 + g.pick(2))
	g.end(program.GotoOp{Pos: g.pos(), Target: join})
	g.start(join)
}

// shortLoop is a loop of one block, most of the time.
func (g *generator) shortLoop() {
	if g.fn.nested == 2 {
		return
	}
	n, more := g.newVar("n", program.Scalar(program.I64)), g.newVar("more", program.Scalar(program.Bool))
	g.op(program.OpConstI64, n.name, program.Lit(program.I64, uint64(1+g.pick(9))))
	body, exit := g.label(), g.label()
	g.end(program.GotoOp{Pos: g.pos(), Target: body})
	g.start(body)
	for range 1 + g.pick(3) {
		if g.pick(2) == 0 {
			g.pair()
		} else {
			g.assign()
		}
	}
	g.op(program.OpSubI64, n.name, program.Ref(n.name), program.Lit(program.I64, 1))
	g.op(program.OpGtI64, more.name, program.Ref(n.name), program.Lit(program.I64, 0))
	if g.pick(2) == 1 {
		g.op(program.OpAndBool, more.name, program.Ref(more.name), g.condition())
	}
	g.end(program.BranchOp{Pos: g.pos(), Cond: program.Ref(more.name), Then: body, Else: exit})
	g.start(exit)
}

// keep computes a value that is needed after a call, before it is known whether
// there will be a call.
func (g *generator) keep() {
	i64 := program.Scalar(program.I64)
	kept := g.newVar("kept", i64)
	x, _ := g.operand(i64)
	y, _ := g.operand(i64)
	g.op(program.OpAddI64, kept.name, x, y)
	join := g.branchOver(g.condition())
	g.call()
	out := g.writableOf(i64)
	g.op(program.OpXorI64, out.name, program.Ref(kept.name), x)
	join()
}

// gather makes the results depend on other variables of their types, or else
// most of what a function computes would be dropped.
func (g *generator) gather(out []string) {
	for i, name := range out {
		t := g.fn.out[i]
		rows := []string{"xor", "add", "sub"}
		switch t.Dtype {
		case program.Bool:
			rows = []string{"xor"}
		case program.F64, program.F32:
			rows = []string{"sub", "select"}
		}
		for _, v := range g.fn.vars {
			if !v.t.Equal(t) || v.name == name || g.pick(4) == 3 {
				continue
			}
			in := []program.Operand{program.Ref(v.name), program.Ref(name)}
			row := rows[g.pick(len(rows))]
			if row == "select" {
				in = append([]program.Operand{g.condition()}, in...)
			}
			g.op(program.OpcodeFor(row, t.Dtype), name, in...)
		}
	}
}

// tailCall calls a function whose results are the function's own, last.
func (g *generator) tailCall(out []string) {
	for _, callee := range g.funcs {
		if g.loops && callee == g.funcs[0] {
			continue
		}
		same := len(callee.out) == len(g.fn.out)
		for i := 0; same && i < len(callee.out); i++ {
			same = callee.out[i].Equal(g.fn.out[i])
		}
		if !same || g.pick(2) == 1 {
			continue
		}
		if op := g.callOp(callee); op != nil {
			op.Out = out
			g.cur.Instrs = append(g.cur.Instrs, op)
			return
		}
	}
}

// table takes an element of an array of literals, or of a copy in which one element may be changed.
func (g *generator) table() {
	d := []program.Dtype{program.F64, program.I64, program.U64, program.F32, program.I32, program.U32}[g.pick(6)]
	size := []int{2, 3, 5, 8, 9, 16, 17, 33}[g.pick(8)]
	t, i64 := program.TensorType{Dtype: d, Shape: []int{size}}, program.Scalar(program.I64)
	a, insert := g.newVar("table", t), program.OpcodeFor("insert", d)
	at := func() program.Operand { return program.Lit(program.I64, uint64(g.pick(size))) }
	g.op(program.OpCopy, a.name, g.literal(d))
	for range 1 + g.pick(4) {
		g.op(insert, a.name, program.Ref(a.name), g.literal(d), at())
	}
	if g.pick(4) == 3 {
		whole := a
		a = g.newVar("changed", t)
		g.op(program.OpCopy, a.name, program.Ref(whole.name))
		if x, ok := g.operand(program.Scalar(d)); ok {
			g.op(insert, a.name, program.Ref(a.name), x, at())
		}
	}
	i, y := g.newVar("i", i64), g.newVar("y", i64)
	x, _ := g.operand(i64)
	g.op(program.OpAndI64, i.name, x, program.Lit(program.I64, 15))
	if size < 16 && g.pick(8) > 0 { // else some lanes fault
		g.op(program.OpRemI64, y.name, program.Ref(i.name), program.Lit(program.I64, uint64(size)))
		i = y
	}
	g.op(program.OpcodeFor("index", d), g.writableOf(program.Scalar(d)).name, program.Ref(a.name), program.Ref(i.name))
}

// sweep goes over a variable's array in a loop, and makes each element that it
// meets from the one before.
func (g *generator) sweep() {
	var arrays []genVar
	for _, v := range g.fn.vars {
		if len(v.t.Shape) == 1 && !v.ro {
			arrays = append(arrays, v)
		}
	}
	if len(arrays) == 0 || g.fn.nested == 2 {
		return
	}
	a, i64 := arrays[g.pick(len(arrays))], program.Scalar(program.I64)
	dim, d := uint64(a.t.Shape[0]), a.t.Dtype
	i, n, more := g.newVar("at", i64), g.newVar("n", i64), g.newVar("more", program.Scalar(program.Bool))
	e := g.newVar("e", program.Scalar(d))
	g.op(program.OpCopy, i.name, g.subscript(int(dim)))
	g.op(program.OpConstI64, n.name, program.Lit(program.I64, uint64(1+g.pick(9))))
	x, _ := g.operand(program.Scalar(d))
	body, exit := g.label(), g.label()
	g.end(program.GotoOp{Pos: g.pos(), Target: body})
	g.start(body)
	g.op(program.OpcodeFor("index", d), e.name, program.Ref(a.name), program.Ref(i.name))
	row := "add"
	if d == program.Bool {
		row = "xor"
	}
	g.op(program.OpcodeFor(row, d), e.name, x, program.Ref(e.name))
	g.op(program.OpAddI64, i.name, program.Ref(i.name), program.Lit(program.I64, []uint64{1, dim - 1, 7}[g.pick(3)]))
	g.op(program.OpRemI64, i.name, program.Ref(i.name), program.Lit(program.I64, dim))
	g.op(program.OpcodeFor("insert", d), a.name, program.Ref(a.name), program.Ref(e.name), program.Ref(i.name))
	if g.pick(3) == 2 {
		g.assign()
	}
	g.op(program.OpSubI64, n.name, program.Ref(n.name), program.Lit(program.I64, 1))
	g.op(program.OpGtI64, more.name, program.Ref(n.name), program.Lit(program.I64, 0))
	g.end(program.BranchOp{Pos: g.pos(), Cond: program.Ref(more.name), Then: body, Else: exit})
	g.start(exit)
}
