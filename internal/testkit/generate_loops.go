package testkit

import (
	"github.com/lockstep-simt/lockstep/program"
)

// GenerateLoops is Generate for programs that mostly have machine code: numbers and small
// arrays, loops whose counters are indices, some the same for all lanes and some not, and
// recursion, of functions that keep numbers only.
func GenerateLoops(data []byte) *program.Program {
	g := &generator{data: data, loops: true, p: &program.Program{Name: "loops", Dialect: program.Source, File: "loops"}}
	g.deep = g.pick(4) == 3
	return g.program()
}

// loopFamilies are the types of such programs.
var loopFamilies = [][]program.TensorType{
	{program.Array(program.I64, 12)},
	{program.Scalar(program.F64), program.Array(program.F64, 7)},
	{program.Scalar(program.I32), program.Array(program.I32, 9)},
	{program.Scalar(program.F32), program.Array(program.F32, 16)},
	{program.Scalar(program.U64), program.Array(program.U64, 5)},
	{program.Scalar(program.U32), program.Array(program.U32, 20)},
	{program.Array(program.I64, 4, 5)},
	{program.Scalar(program.F64), program.Array(program.F64, 3, 4)},
	{program.Scalar(program.F64)},
	{program.Scalar(program.I32)},
}

// loopRows are the operations that assign draws from there.
var loopRows = []string{
	"add", "sub", "mul", "and", "or", "xor", "min", "max", "neg", "select", "lt", "le", "eq", "ne", "abs",
	"add", "sub", "shl", "shr", "div", "rem", "quo", "sqrt", "convert_i64", "convert_f64", "convert_i32", "not",
}

// arrays reports whether the function may have arrays: the first one of a program without
// deep recursion, since what calls itself and keeps arrays has no machine code.
func (g *generator) arrays() bool { return !g.deep && g.fn == g.funcs[0] }

// loopStatement adds a statement of such a program.
func (g *generator) loopStatement() {
	switch g.pick(17) {
	case 0, 1, 2:
		g.counted()
	case 3:
		g.divergent()
	case 4, 5, 6:
		g.element()
	case 7:
		g.exchange()
	case 8:
		g.ifElse()
	case 9:
		g.call()
	case 10:
		g.multiway()
	case 11:
		g.pair()
	case 12:
		g.swap()
	case 13:
		g.shortCircuit()
	case 14:
		g.machine()
	default:
		g.simple()
	}
}

// simple sets a variable to one of a few operations.
func (g *generator) simple() {
	out := g.writable()
	if len(out.t.Shape) > 0 {
		return
	}
	for range 6 {
		row := loopRows[g.pick(len(loopRows))]
		for _, op := range opsTo[out.t.Dtype] {
			if op.Info().Row.Name == row && g.apply(op, out) {
				return
			}
		}
	}
}

// mostRounds is how often a loop goes round, so that nests of loops with calls end soon.
func (g *generator) mostRounds() int {
	if g.arrays() {
		return 12
	}
	return 3
}

// counted is a loop with a counter that is the same for all lanes, up or down, perhaps from
// where an outer one is; lanes may leave it early.
func (g *generator) counted() {
	if g.fn.nested == 3 {
		return
	}
	first, last := 0, 1+g.pick(g.mostRounds())
	from, by, test := program.Lit(program.I64, uint64(first)), uint64(1), program.OpLtI64
	to := program.Lit(program.I64, uint64(last))
	switch k := g.pick(6); {
	case k == 1:
		by = 2
	case k == 2: // down
		from, to, by, test = program.Lit(program.I64, uint64(last-1)), program.Lit(program.I64, 0), ^uint64(0),
			program.OpGeI64
	case k >= 4 && len(g.fn.counters) > 0:
		outer := g.fn.counters[g.pick(len(g.fn.counters))]
		if from = program.Ref(outer); k == 5 { // below the outer one
			from, to = program.Lit(program.I64, 0), program.Ref(outer)
		}
	}
	g.round(from, to, by, test, g.pick(4) == 3)
}

// divergent is a loop of as many rounds as a lane's numbers say.
func (g *generator) divergent() {
	if g.fn.nested == 3 {
		return
	}
	rounds := g.newVar("rounds", program.Scalar(program.I64))
	x, _ := g.operand(program.Scalar(program.I64))
	g.op(program.OpAndI64, rounds.name, x, program.Lit(program.I64,
		[]uint64{3, 7, 15}[g.pick(min(3, g.mostRounds()/3))]))
	g.round(program.Lit(program.I64, 0), program.Ref(rounds.name), 1, program.OpLtI64, g.pick(3) == 2)
}

// round adds a loop; leaves says whether lanes may leave it early, or skip the rest of a round.
func (g *generator) round(from, to program.Operand, by uint64, test program.Opcode, leaves bool) {
	fn := g.fn
	i, more := g.newVar("at", program.Scalar(program.I64)), g.newVar("more", program.Scalar(program.Bool))
	i.ro = true
	g.op(program.OpCopy, i.name, from)
	head, body, next, exit := g.label(), g.label(), g.label(), g.label()
	g.end(program.GotoOp{Pos: g.pos(), Target: head})
	g.start(head)
	g.op(test, more.name, program.Ref(i.name), to)
	g.end(program.BranchOp{Pos: g.pos(), Cond: program.Ref(more.name), Then: body, Else: exit})
	g.start(body)
	vars, counters := fn.vars, fn.counters
	fn.vars, fn.counters = append(vars[:len(vars):len(vars)], i), append(counters[:len(counters):len(counters)], i.name)
	fn.nested++
	g.statements(1 + g.pick(4))
	if leaves {
		rest, to := g.label(), []string{exit, next}[g.pick(2)]
		g.end(program.BranchOp{Pos: g.pos(), Cond: g.condition(), Then: to, Else: rest})
		g.start(rest)
		g.statements(1 + g.pick(2))
	}
	fn.nested--
	fn.vars, fn.counters = vars, counters
	g.end(program.GotoOp{Pos: g.pos(), Target: next})
	g.start(next)
	g.op(program.OpAddI64, i.name, program.Ref(i.name), program.Lit(program.I64, by))
	g.end(program.GotoOp{Pos: g.pos(), Target: head})
	g.start(exit)
}

// array returns an array, or false.
func (g *generator) array() (genVar, bool) {
	var list []genVar
	for _, v := range g.fn.vars {
		if len(v.t.Shape) > 0 {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return genVar{}, false
	}
	return list[g.pick(len(list))], true
}

// place is an index for a dimension: a counter or the one before or after it, which may fault
// at the ends, or what subscript gives.
func (g *generator) place(dim int) program.Operand {
	counters := g.fn.counters
	k := g.pick(8)
	if len(counters) == 0 || k == 7 {
		return g.subscript(dim)
	}
	at := program.Ref(counters[g.pick(len(counters))])
	if k < 4 {
		return at
	}
	i := g.newVar("i", program.Scalar(program.I64))
	switch k {
	case 4:
		g.op(program.OpAndI64, i.name, at, program.Lit(program.I64, uint64(dim-1)))
	case 5:
		g.op(program.OpSubI64, i.name, at, program.Lit(program.I64, 1))
		g.op(program.OpMaxI64, i.name, program.Ref(i.name), program.Lit(program.I64, 0))
	default:
		g.op(program.OpAddI64, i.name, at, program.Lit(program.I64, 1))
		g.op(program.OpRemI64, i.name, program.Ref(i.name), program.Lit(program.I64, uint64(dim)))
	}
	return program.Ref(i.name)
}

// element reads or writes an element of an array.
func (g *generator) element() {
	a, ok := g.array()
	if !ok {
		g.simple()
		return
	}
	t, write := program.Scalar(a.t.Dtype), g.pick(2) == 1
	var at []program.Operand
	for _, d := range a.t.Shape {
		at = append(at, g.place(d))
	}
	if !write {
		g.op(program.OpcodeFor("index", t.Dtype), g.writableOf(t).name,
			append([]program.Operand{program.Ref(a.name)}, at...)...)
		return
	}
	x, _ := g.operand(t)
	g.op(program.OpcodeFor("insert", t.Dtype), a.name, append([]program.Operand{program.Ref(a.name), x}, at...)...)
}

// exchange puts two neighbours of an array in order, as sorting does.
func (g *generator) exchange() {
	a, ok := g.array()
	if !ok || len(a.t.Shape) > 1 {
		g.simple()
		return
	}
	t, d := program.Scalar(a.t.Dtype), a.t.Dtype
	i, j := g.place(a.t.Shape[0]), g.place(a.t.Shape[0])
	x, y, more := g.newVar("x", t), g.newVar("y", t), g.newVar("more", program.Scalar(program.Bool))
	g.op(program.OpcodeFor("index", d), x.name, program.Ref(a.name), i)
	g.op(program.OpcodeFor("index", d), y.name, program.Ref(a.name), j)
	g.op(program.OpcodeFor("gt", d), more.name, program.Ref(x.name), program.Ref(y.name))
	join := g.branchOver(program.Ref(more.name))
	g.op(program.OpcodeFor("insert", d), a.name, program.Ref(a.name), program.Ref(y.name), i)
	g.op(program.OpcodeFor("insert", d), a.name, program.Ref(a.name), program.Ref(x.name), j)
	join()
}
