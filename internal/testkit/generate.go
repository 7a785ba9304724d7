package testkit

import (
	"fmt"
	"math"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Generate makes a verified, terminating source-dialect program of any byte
// string. Equal bytes give equal programs; when the bytes run out, the rest are
// zeros, and zeros end everything soon, so deleting bytes shrinks programs.
//
// A program has a few functions that call each other and themselves, loops,
// branches, switches, arrays, tables, faults and every operation of the table.
// Its variables are of a few types only, so that most values are read again and
// few operations are dropped as useless; generate_idioms.go has the shapes of
// code that passes and kernels look for. It ends because every function takes
// fuel, calls with less, and does nothing without; loops count down from a small
// number. It looks at no NaN's sign or payload, which are left open.
func Generate(data []byte) *program.Program {
	g := &generator{data: data, p: &program.Program{Name: "fuzz", Dialect: program.Source, File: "fuzz"}}
	return g.program()
}

type generator struct {
	data    []byte
	p       *program.Program
	palette []program.TensorType // of this program's variables
	funcs   []*genFunc
	blocks  []*program.Block
	cur     *program.Block
	fn      *genFunc
	serial  int
	calls   int
	budget  int
	line    int
	deep    bool // see GenerateDeep
	loops   bool // see GenerateLoops
}

type genFunc struct {
	f       *program.Function
	in, out []program.TensorType
	fuel    string
	vars    []genVar
	nested  int
	// counters are the counters of the loops around, the outermost first.
	counters []string
}

type genVar struct {
	name string
	t    program.TensorType
	ro   bool // a counter or fuel: statements must not change it
}

func (g *generator) byte() int {
	if len(g.data) == 0 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b)
}

// pick returns a number below n.
func (g *generator) pick(n int) int {
	if n <= 1 {
		return 0
	}
	return g.byte() % n
}

// genFamilies are types that go together: elements, rows and matrices, and
// leading axes of 1.
var genFamilies = [][]program.TensorType{
	{program.Scalar(program.F64), program.Scalar(program.I64)},
	{program.Scalar(program.F64), program.Scalar(program.F32)},
	{program.Scalar(program.I32), program.Scalar(program.U32)},
	{program.Scalar(program.U64), program.Scalar(program.I64)},
	{program.Scalar(program.F32), program.Scalar(program.I32)},
	{program.Scalar(program.U32), program.Scalar(program.U64)},
	{program.Scalar(program.F64), program.Array(program.F64, 3), program.Array(program.F64, 3, 3)},
	{program.Array(program.F64, 1), program.Array(program.F64, 3), program.Array(program.F64, 1, 3)},
	{program.Array(program.F64, 2), program.Array(program.F64, 1, 3), program.Array(program.F64, 2, 3)},
	{program.Scalar(program.F32), program.Array(program.F32, 3), program.Array(program.F32, 2, 3),
		program.Array(program.F32, 2)},
	{program.Scalar(program.I64), program.Array(program.I64, 3), program.Array(program.I64, 2, 3),
		program.Array(program.I64, 2)},
	{program.Array(program.I32, 1), program.Array(program.I32, 3), program.Array(program.I32, 1, 3)},
	{program.Scalar(program.U64), program.Array(program.U64, 3)},
	{program.Array(program.Bool, 2), program.Array(program.Bool, 2, 3), program.Array(program.F64, 2)},
}

// typ returns one of the program's types.
func (g *generator) typ() program.TensorType {
	t := g.palette[g.pick(len(g.palette))]
	if g.loops && len(t.Shape) > 0 && !g.arrays() {
		return program.Scalar(t.Dtype)
	}
	return t
}

func (g *generator) program() *program.Program {
	g.palette = []program.TensorType{program.Scalar(program.I64), program.Scalar(program.Bool)}
	for range 1 + g.pick(2) {
		families := genFamilies
		if g.loops {
			families = loopFamilies
		}
		g.palette = append(g.palette, families[g.pick(len(families))]...)
	}
	if !g.loops && g.pick(8) == 7 {
		g.large()
	}
	g.tables()
	nf := 1 + g.pick(3)
	for i := range nf {
		fn := &genFunc{f: &program.Function{Name: fmt.Sprintf("f%d", i), Pos: g.pos()}}
		fn.in = append(fn.in, program.Scalar(program.I64)) // fuel
		g.funcs = append(g.funcs, fn)
		g.fn = fn
		for range 1 + g.pick(3) {
			fn.in = append(fn.in, g.typ())
		}
		for range 1 + g.pick(4) {
			fn.out = append(fn.out, g.typ())
		}
	}
	for _, fn := range g.funcs {
		g.function(fn)
		g.p.Functions = append(g.p.Functions, fn.f)
	}
	g.main(g.funcs[0])
	return g.p
}

// large adds an array of hundreds of elements, and its elements, to the types.
// Counts of elements that do not fit a byte, and arrays larger than a page, are
// beyond what small events show.
func (g *generator) large() {
	d := []program.Dtype{program.F64, program.U32, program.I64, program.Bool}[g.pick(4)]
	n := 200 + 2*g.byte()
	g.palette = append(g.palette, program.Scalar(d), program.Array(d, n))
	switch g.pick(4) {
	case 2:
		g.palette = append(g.palette, program.Array(d, n/3, 3), program.Array(d, n/3))
	case 3:
		g.palette = append(g.palette, program.Array(d, 3), program.Array(d, n, 3)) // more folds than a chain has links
	}
}

// tables adds what all lanes share: a small table, a long one and a matrix;
// inputs of a run, two of them of any length; and what is computed of inputs.
func (g *generator) tables() {
	for _, t := range []struct {
		name string
		typ  program.TensorType
	}{{"table", program.Array(program.F64, 5)}, {"long", program.Array(program.I64, 70)},
		{"matrix", program.Array(program.F64, 3, 3)}} {
		u := &program.Uniform{Name: t.name, Type: t.typ}
		for i := range t.typ.Elements() {
			if t.typ.Dtype == program.F64 {
				u.Data = append(u.Data, math.Float64bits(float64(i*i)-2.5))
			} else {
				u.Data = append(u.Data, uint64(i*i-7))
			}
		}
		g.p.Uniforms = append(g.p.Uniforms, u)
	}
	ref, two := program.Ref, program.Lit(program.F64, math.Float64bits(2))
	for _, u := range []*program.Uniform{
		{Name: "rate", Type: program.Scalar(program.F64)},
		{Name: "order", Type: program.Scalar(program.I64)},
		{Name: "data", Type: program.Array(program.F64, program.AnyLength)},
		{Name: "grid", Type: program.Array(program.I64, program.AnyLength, program.AnyLength, 3)},
		{Name: "rate2", Type: program.Scalar(program.F64),
			Def: &program.Definition{Op: program.OpMulF64, In: []program.Operand{ref("rate"), two}}},
		{Name: "single", Type: program.Scalar(program.F32),
			Def: &program.Definition{Op: program.OpConvertF32F64, In: []program.Operand{ref("rate2")}}},
		{Name: "high", Type: program.Scalar(program.Bool),
			Def: &program.Definition{Op: program.OpGtF64, In: []program.Operand{ref("rate2"), two}}},
		{Name: "weights", Type: program.Array(program.F64, 4)},
		{Name: "weight", Type: program.Scalar(program.F64),
			Def: &program.Definition{Op: program.OpIndexF64,
				In: []program.Operand{ref("weights"), program.Lit(program.I64, 3)}}},
		{Name: "flags", Type: program.Array(program.Bool, 3)},
		{Name: "marks", Type: program.Array(program.Bool, program.AnyLength)},
		{Name: "halves", Type: program.Array(program.F32, program.AnyLength)},
		{Name: "n", Type: program.Scalar(program.I64), Def: &program.Definition{Of: "data"}},
		{Name: "columns", Type: program.Scalar(program.I64), Def: &program.Definition{Of: "grid", Axis: 1}},
		{Name: "small", Type: program.Scalar(program.I32),
			Def: &program.Definition{Op: program.OpConvertI32I64, In: []program.Operand{ref("n")}}},
	} {
		g.p.Uniforms = append(g.p.Uniforms, u)
	}
}

// main calls the first function with a little fuel. Mostly lanes bring it: what all lanes recurse alike becomes
// straight code.
func (g *generator) main(fn *genFunc) {
	start := &program.Block{Name: "start"}
	fuel := program.Lit(program.I64, uint64(1+g.pick(3)))
	var in, out []string
	if most := uint64(deepest); g.deep || g.pick(4) > 0 {
		if !g.deep {
			most = 4
		}
		var depth string
		fuel, depth = g.depthInput(start, most)
		in = append(in, depth)
	}
	call := &program.FunctionCallOp{Pos: g.pos(), Callee: fn.f.Name, In: []program.Operand{fuel}}
	for i, t := range fn.in[1:] {
		n := fmt.Sprintf("in%d", i)
		g.p.VarDefs.Add(n, program.Of(t))
		in = append(in, n)
		call.In = append(call.In, program.Ref(n))
	}
	for i, t := range fn.out {
		n := fmt.Sprintf("r%d", i)
		g.p.VarDefs.Add(n, program.Of(t))
		out = append(out, n)
	}
	call.Out = out
	g.p.VarsIn, g.p.VarsOut = program.Leaves(in...), program.Leaves(out...)
	start.Instrs, start.Term = append(start.Instrs, call), program.GotoOp{Pos: g.pos(), Target: program.Exit}
	g.p.Graph.Blocks = []*program.Block{start}
}

func (g *generator) function(fn *genFunc) {
	g.fn, g.blocks, g.calls, g.budget = fn, nil, 0, 40
	g.start(g.label())
	var in, out []string
	for i, t := range fn.in {
		v := g.newVar("p", t)
		v.ro = i == 0
		fn.vars = append(fn.vars, v)
		in = append(in, v.name)
	}
	fn.fuel = in[0]
	for _, t := range fn.out {
		v := g.newVar("res", t)
		out = append(out, v.name)
		g.op(program.OpcodeFor("const", t.Dtype), v.name, g.literal(t.Dtype))
		fn.vars = append(fn.vars, v)
	}
	for range 2 + g.pick(4) {
		v := g.newVar("v", g.typ())
		g.op(program.OpcodeFor("const", v.t.Dtype), v.name, g.literal(v.t.Dtype))
		fn.vars = append(fn.vars, v)
	}
	fn.f.VarsIn, fn.f.VarsOut = program.Leaves(in...), program.Leaves(out...)
	// Without fuel, return what there is.
	empty := g.newVar("empty", program.Scalar(program.Bool))
	g.op(program.OpLeI64, empty.name, program.Ref(fn.fuel), program.Lit(program.I64, 0))
	body := g.label()
	g.end(program.BranchOp{Pos: g.pos(), Cond: program.Ref(empty.name), Then: program.Exit, Else: body})
	g.start(body)
	if g.pick(3) == 2 { // another base case
		next := g.label()
		g.end(program.BranchOp{Pos: g.pos(), Cond: g.condition(), Then: program.Exit, Else: next})
		g.start(next)
	}
	g.statements(4 + g.pick(12))
	g.recurse()
	if g.pick(4) == 3 && !g.deep {
		g.tailCall(out)
	} else {
		g.gather(out)
	}
	g.end(program.GotoOp{Pos: g.pos(), Target: program.Exit})
	fn.f.Graph.Blocks = g.blocks
}

func (g *generator) label() string { g.serial++; return fmt.Sprintf("b%d", g.serial) }

func (g *generator) newVar(prefix string, t program.TensorType) genVar {
	g.serial++
	v := genVar{name: fmt.Sprintf("%s%d", prefix, g.serial), t: t}
	g.p.VarDefs.Add(v.name, program.Of(t))
	return v
}

func (g *generator) start(name string) {
	g.cur = &program.Block{Name: name}
	g.blocks = append(g.blocks, g.cur)
}

func (g *generator) end(t program.Terminator) { g.cur.Term = t }

// pos returns a position that no other instruction has.
func (g *generator) pos() program.Pos { g.line++; return program.Pos{Line: g.line, Col: 1} }

func (g *generator) op(op program.Opcode, out string, in ...program.Operand) {
	g.cur.Instrs = append(g.cur.Instrs, &program.PrimOp{Op: op, In: in, Out: []program.Output{{Name: out}},
		Pos: g.pos()})
}

func (g *generator) statements(n int) {
	for range n {
		if g.budget--; g.budget < 0 {
			return
		}
		g.statement()
	}
}

func (g *generator) statement() {
	if g.loops {
		g.loopStatement()
		return
	}
	switch g.pick(25) {
	case 7:
		g.ifElse()
	case 8:
		g.loop()
	case 9:
		g.call()
	case 10:
		g.swap()
	case 11:
		g.multiway()
	case 12, 13:
		g.pair()
	case 14:
		g.remainder()
	case 15:
		g.guarded()
	case 16:
		g.shortCircuit()
	case 17:
		g.shortLoop()
	case 18:
		g.keep()
	case 19:
		g.mathematical()
	case 20:
		g.bothWays()
	case 21, 22:
		g.event()
	case 24:
		g.machine()
	case 23:
		if g.pick(2) == 0 {
			g.sweep()
		} else {
			g.table()
		}
	default:
		g.assign()
	}
}

// writable returns a variable that statements may change.
func (g *generator) writable() genVar {
	var vs []genVar
	for _, v := range g.fn.vars {
		if !v.ro {
			vs = append(vs, v)
		}
	}
	return vs[g.pick(len(vs))]
}

// operand returns a value of a type: a variable, or a literal if it is a
// scalar. ok is false if an array is wanted and there is none.
func (g *generator) operand(t program.TensorType) (o program.Operand, ok bool) {
	var vs []genVar
	for _, v := range g.fn.vars {
		if v.t.Equal(t) {
			vs = append(vs, v)
		}
	}
	if len(t.Shape) == 0 && (len(vs) == 0 || g.pick(4) == 3) {
		if g.pick(3) == 2 {
			if name := g.uniform(t); name != "" {
				return program.Ref(name), true
			}
		}
		return g.literal(t.Dtype), true
	}
	if len(vs) == 0 {
		return o, false
	}
	return program.Ref(vs[g.pick(len(vs))].name), true
}

// uniform returns a uniform of a type, or "".
func (g *generator) uniform(t program.TensorType) string {
	var names []string
	for _, u := range g.p.Uniforms {
		if u.Type.Equal(t) {
			names = append(names, u.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[g.pick(len(names))]
}

func (g *generator) literal(d program.Dtype) program.Operand {
	k := g.byte()
	ints := []int64{0, 1, 2, -1, 3, 7, 10, 63, math.MaxInt32, math.MinInt32, math.MinInt64, math.MaxInt64, 100, -5}
	floats := []float64{0, 1, -1, 0.5, 2, math.Pi, 1e10, -1e-3, math.Inf(1), math.NaN(), math.Copysign(0, -1), 1e300,
		5e-324, 3}
	switch d {
	case program.Bool:
		return program.Lit(d, uint64(k&1))
	case program.F64:
		return program.Lit(d, math.Float64bits(floats[k%len(floats)]))
	case program.F32:
		return program.Lit(d, uint64(math.Float32bits(float32(floats[k%len(floats)]))))
	case program.I32, program.U32:
		return program.Lit(d, uint64(uint32(ints[k%len(ints)])))
	}
	return program.Lit(d, uint64(ints[k%len(ints)]))
}

func (g *generator) condition() program.Operand {
	o, _ := g.operand(program.Scalar(program.Bool))
	if o.IsLiteral() {
		c := g.newVar("c", program.Scalar(program.Bool))
		x, _ := g.operand(program.Scalar(program.I64))
		y, _ := g.operand(program.Scalar(program.I64))
		g.op(program.OpLtI64, c.name, x, y)
		return program.Ref(c.name)
	}
	return o
}

func (g *generator) ifElse() {
	cond := g.condition()
	then, other, join := g.label(), g.label(), g.label()
	g.end(program.BranchOp{Pos: g.pos(), Cond: cond, Then: then, Else: other})
	g.start(then)
	g.statements(1 + g.pick(3))
	switch g.pick(16) {
	case 14:
		g.end(program.FaultOp{Pos: g.pos(), Code: optab.Panic, Msg: "generated"})
	case 15:
		g.end(program.GotoOp{Pos: g.pos(), Target: program.Exit})
	default:
		g.end(program.GotoOp{Pos: g.pos(), Target: join})
	}
	g.start(other)
	g.statements(g.pick(3))
	g.end(program.GotoOp{Pos: g.pos(), Target: join})
	g.start(join)
}

func (g *generator) loop() {
	if g.fn.nested == 2 {
		return
	}
	g.fn.nested++
	defer func() { g.fn.nested-- }()
	n := g.newVar("n", program.Scalar(program.I64))
	more := g.newVar("more", program.Scalar(program.Bool))
	g.op(program.OpConstI64, n.name, program.Lit(program.I64, uint64(1+g.pick(3))))
	head, body, exit := g.label(), g.label(), g.label()
	g.end(program.GotoOp{Pos: g.pos(), Target: head})
	g.start(head)
	g.op(program.OpGtI64, more.name, program.Ref(n.name), program.Lit(program.I64, 0))
	g.end(program.BranchOp{Pos: g.pos(), Cond: program.Ref(more.name), Then: body, Else: exit})
	g.start(body)
	g.op(program.OpSubI64, n.name, program.Ref(n.name), program.Lit(program.I64, 1))
	g.statements(1 + g.pick(4))
	if g.pick(3) == 2 {
		again := g.label()
		g.end(program.BranchOp{Pos: g.pos(), Cond: g.condition(), Then: exit, Else: again})
		g.start(again)
	}
	g.end(program.GotoOp{Pos: g.pos(), Target: head})
	g.start(exit)
}

func (g *generator) call() {
	if g.calls == g.mostCalls() || g.deep && g.fn.nested > 0 {
		return
	}
	callees := g.funcs
	if g.loops && g.arrays() {
		callees = g.funcs[1:]
	}
	if len(callees) == 0 || g.loops && g.fn.nested > 1 {
		return
	}
	callee := callees[g.pick(len(callees))]
	op := g.callOp(callee)
	if op == nil {
		return
	}
	used := map[string]bool{}
	for _, t := range callee.out {
		name := ""
		for _, v := range g.fn.vars {
			if v.t.Equal(t) && !v.ro && !used[v.name] {
				name = v.name
			}
		}
		if name == "" {
			name = g.newVar("unused", t).name
		}
		used[name] = true
		op.Out = append(op.Out, name)
	}
	g.calls++
	g.cur.Instrs = append(g.cur.Instrs, op)
}

// callOp returns a call with less fuel, without its results, or nil if there are
// no arguments for it.
func (g *generator) callOp(callee *genFunc) *program.FunctionCallOp {
	fuel := g.newVar("fuel", program.Scalar(program.I64))
	g.op(program.OpSubI64, fuel.name, program.Ref(g.fn.fuel), program.Lit(program.I64, 1))
	op := &program.FunctionCallOp{Pos: g.pos(), Callee: callee.f.Name, In: []program.Operand{program.Ref(fuel.name)}}
	for _, t := range callee.in[1:] {
		o, ok := g.operand(t)
		if !ok {
			return nil
		}
		op.In = append(op.In, o)
	}
	return op
}

// swap permutes two variables of one type.
func (g *generator) swap() {
	a := g.writable()
	for _, b := range g.fn.vars {
		if b.name != a.name && !b.ro && b.t.Equal(a.t) {
			g.cur.Instrs = append(g.cur.Instrs, &program.PrimOp{Op: program.OpCopy,
				In:  []program.Operand{program.Ref(b.name), program.Ref(a.name)},
				Out: []program.Output{{Name: a.name}, {Name: b.name}}, Pos: g.pos()})
			return
		}
	}
}

func (g *generator) multiway() {
	x, _ := g.operand(program.Scalar(program.I64))
	a, b, join := g.label(), g.label(), g.label()
	g.end(program.SwitchOp{Pos: g.pos(), X: x, Default: join, Values: []uint64{0, 1, ^uint64(0)},
		Labels: []string{a, b, a}})
	for _, l := range []string{a, b} {
		g.start(l)
		g.statements(1 + g.pick(2))
		g.end(program.GotoOp{Pos: g.pos(), Target: join})
	}
	g.start(join)
}
