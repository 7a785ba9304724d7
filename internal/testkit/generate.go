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
// It ends because every function takes fuel, calls with less, and does nothing
// without; loops count down from a small number.
func Generate(data []byte) *program.Program {
	g := &generator{data: data, p: &program.Program{Name: "fuzz", Dialect: program.Source, File: "fuzz"}}
	return g.program()
}

type generator struct {
	data   []byte
	p      *program.Program
	funcs  []*genFunc
	blocks []*program.Block
	cur    *program.Block
	fn     *genFunc
	serial int
	calls  int
	budget int
	line   int
}

type genFunc struct {
	f       *program.Function
	in, out []program.TensorType
	fuel    string
	vars    []genVar
	nested  int
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

var genTypes = []program.TensorType{
	program.Scalar(program.I64), program.Scalar(program.F64), program.Scalar(program.Bool), program.Scalar(program.F32),
	program.Scalar(program.I32), program.Scalar(program.U64), program.Scalar(program.U32),
	program.Array(program.I64, 3), program.Array(program.F64, 2, 3), program.Array(program.Bool, 2), program.Array(program.F32, 4),
}

func (g *generator) program() *program.Program {
	table := &program.Uniform{Name: "table", Type: program.Array(program.F64, 5)}
	for i := range 5 {
		table.Data = append(table.Data, math.Float64bits(float64(i*i)-2.5))
	}
	g.p.Uniforms = []*program.Uniform{table}
	nf := 1 + g.pick(3)
	for i := range nf {
		fn := &genFunc{f: &program.Function{Name: fmt.Sprintf("f%d", i), Pos: g.pos()}}
		fn.in = append(fn.in, program.Scalar(program.I64)) // fuel
		for range 1 + g.pick(3) {
			fn.in = append(fn.in, genTypes[g.pick(len(genTypes))])
		}
		for range 1 + g.pick(2) {
			fn.out = append(fn.out, genTypes[g.pick(len(genTypes))])
		}
		g.funcs = append(g.funcs, fn)
	}
	for _, fn := range g.funcs {
		g.function(fn)
		g.p.Functions = append(g.p.Functions, fn.f)
	}
	g.main(g.funcs[0])
	return g.p
}

// main calls the first function with a little fuel.
func (g *generator) main(fn *genFunc) {
	call := &program.FunctionCallOp{Pos: g.pos(), Callee: fn.f.Name, In: []program.Operand{program.Lit(program.I64, uint64(1+g.pick(3)))}}
	var in, out []string
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
	g.p.Graph.Blocks = []*program.Block{{Name: "start", Instrs: []program.Instr{call}, Term: program.GotoOp{Pos: g.pos(), Target: program.Exit}}}
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
		v := g.newVar("v", genTypes[g.pick(len(genTypes))])
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
	g.statements(3 + g.pick(6))
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
	g.cur.Instrs = append(g.cur.Instrs, &program.PrimOp{Op: op, In: in, Out: []program.Output{{Name: out}}, Pos: g.pos()})
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
	switch g.pick(12) {
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
		return g.literal(t.Dtype), true
	}
	if len(vs) == 0 {
		return o, false
	}
	return program.Ref(vs[g.pick(len(vs))].name), true
}

func (g *generator) literal(d program.Dtype) program.Operand {
	k := g.byte()
	ints := []int64{0, 1, 2, -1, 3, 7, 10, 63, math.MaxInt32, math.MinInt32, math.MinInt64, math.MaxInt64, 100, -5}
	floats := []float64{0, 1, -1, 0.5, 2, math.Pi, 1e10, -1e-3, math.Inf(1), math.NaN(), math.Copysign(0, -1), 1e300, 5e-324, 3}
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

// assign sets a variable to an operation's result, if the bytes chose one for
// which there are operands.
func (g *generator) assign() {
	out := g.writable()
	ops := opsTo[out.t.Dtype]
	op := ops[(g.byte()<<8|g.byte())%len(ops)]
	info := op.Info()
	switch info.Row.Form {
	case optab.Elementwise:
		in := make([]program.Operand, len(info.In))
		for i, d := range info.In {
			// The last operand carries the shape, so that the result has it;
			// the others may be scalars.
			shape := out.t.Shape
			if i < len(info.In)-1 && g.pick(2) == 1 {
				shape = nil
			}
			var ok bool
			if in[i], ok = g.operand(program.TensorType{Dtype: d, Shape: shape}); !ok {
				return
			}
		}
		if info.Row.Code == optab.DivideByZero && g.pick(4) != 3 {
			// Mostly avoid faults: divide by a literal that is not zero.
			if len(out.t.Shape) > 0 {
				return
			}
			in[len(in)-1] = program.Lit(info.In[len(in)-1], 3)
		}
		g.op(op, out.name, in...)
	case optab.Reduce:
		shape := append(append([]int{}, out.t.Shape...), 3)
		if x, ok := g.operand(program.TensorType{Dtype: info.Type, Shape: shape}); ok {
			g.op(op, out.name, x)
		}
	case optab.Index:
		g.index(op, out)
	case optab.Insert:
		if len(out.t.Shape) == 0 {
			return
		}
		in := []program.Operand{program.Ref(out.name)}
		depth := 1 + g.pick(len(out.t.Shape))
		v, ok := g.operand(program.TensorType{Dtype: out.t.Dtype, Shape: out.t.Shape[depth:]})
		if !ok {
			return
		}
		in = append(in, v)
		for _, d := range out.t.Shape[:depth] {
			in = append(in, g.subscript(d))
		}
		g.op(op, out.name, in...)
	case optab.Dot:
		t := program.TensorType{Dtype: info.Type, Shape: append(append([]int{}, out.t.Shape...), 3)}
		x, ok1 := g.operand(t)
		y, ok2 := g.operand(t)
		if ok1 && ok2 {
			g.op(op, out.name, x, y)
		}
	case optab.Const:
		g.op(op, out.name, g.literal(out.t.Dtype))
	}
}

func (g *generator) index(op program.Opcode, out genVar) {
	if out.t.Equal(program.Scalar(program.F64)) && g.pick(2) == 0 {
		g.op(op, out.name, program.Ref("table"), g.subscript(5))
		return
	}
	for _, v := range g.fn.vars {
		k := len(v.t.Shape) - len(out.t.Shape)
		if k <= 0 || v.t.Dtype != out.t.Dtype || !(program.TensorType{Dtype: v.t.Dtype, Shape: v.t.Shape[k:]}).Equal(out.t) {
			continue
		}
		in := []program.Operand{program.Ref(v.name)}
		for _, d := range v.t.Shape[:k] {
			in = append(in, g.subscript(d))
		}
		g.op(op, out.name, in...)
		return
	}
}

// subscript returns an index for a dimension: a literal, a variable brought
// into range, or, seldom, any variable, which may fault.
func (g *generator) subscript(dim int) program.Operand {
	k := g.byte()
	if k%4 == 0 {
		return program.Lit(program.I64, uint64(k/4%dim))
	}
	o, _ := g.operand(program.Scalar(program.I64))
	if k%16 == 15 {
		return o
	}
	u := g.newVar("u", program.Scalar(program.U64))
	i := g.newVar("i", program.Scalar(program.I64))
	g.op(program.OpConvertU64I64, u.name, o)
	g.op(program.OpRemU64, u.name, program.Ref(u.name), program.Lit(program.U64, uint64(dim)))
	g.op(program.OpConvertI64U64, i.name, program.Ref(u.name))
	return program.Ref(i.name)
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
	if g.calls == 2 {
		return
	}
	callee := g.funcs[g.pick(len(g.funcs))]
	fuel := g.newVar("fuel", program.Scalar(program.I64))
	g.op(program.OpSubI64, fuel.name, program.Ref(g.fn.fuel), program.Lit(program.I64, 1))
	op := &program.FunctionCallOp{Pos: g.pos(), Callee: callee.f.Name, In: []program.Operand{program.Ref(fuel.name)}}
	for _, t := range callee.in[1:] {
		o, ok := g.operand(t)
		if !ok {
			return
		}
		op.In = append(op.In, o)
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
	g.end(program.SwitchOp{Pos: g.pos(), X: x, Default: join, Values: []uint64{0, 1, ^uint64(0)}, Labels: []string{a, b, a}})
	for _, l := range []string{a, b} {
		g.start(l)
		g.statements(1 + g.pick(2))
		g.end(program.GotoOp{Pos: g.pos(), Target: join})
	}
	g.start(join)
}

// opsTo lists, for each result type, the opcodes that assign draws from:
// arithmetic more often than functions of package math, and what looks inside
// an event most often.
var opsTo = func() map[program.Dtype][]program.Opcode {
	m := map[program.Dtype][]program.Opcode{}
	for _, op := range program.Opcodes() {
		if op == program.OpCopy {
			continue
		}
		info := op.Info()
		if info.Row.Has(optab.Unbounded) {
			continue
		}
		weight := 4
		switch {
		case info.Row.Has(optab.Math):
			weight = 1
		case info.Row.Form != optab.Elementwise:
			weight = 24 // few rows, and the machine has code for each
		}
		for range weight {
			m[info.Out] = append(m[info.Out], op)
		}
	}
	return m
}()
