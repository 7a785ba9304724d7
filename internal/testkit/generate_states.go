package testkit

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/program"
)

// machine is a loop whose rounds go by what it is in: a state that arms of a switch set, or an instruction of one of
// two programs in a table, which may run off its end.
func (g *generator) machine() {
	const ways = 3
	if g.fn.nested == 2 {
		return
	}
	i64 := program.Scalar(program.I64)
	number := func(k int) program.Operand { return program.Lit(program.I64, uint64(k)) }
	state, n, more := g.newVar("state", i64), g.newVar("n", i64), g.newVar("more", program.Scalar(program.Bool))
	state.ro, n.ro = true, true
	inTable := g.pick(3) > 0
	now, set := state, func(k int) {
		switch g.pick(4) {
		case 0: // of what it was
			g.op(program.OpAddI64, state.name, program.Ref(state.name), number(4+k))
			g.op(program.OpDivI64, state.name, program.Ref(state.name), number(2))
			g.op(program.OpRemI64, state.name, program.Ref(state.name), number(ways))
		case 1:
			g.op(program.OpSubI64, state.name, number(ways-1), program.Ref(state.name))
		default:
			g.op(program.OpCopy, state.name, number(k))
		}
	}
	fetch := func() {}
	if inTable {
		fetch, now = g.fetched(state, ways)
	}
	g.op(program.OpCopy, state.name, number(0))
	g.op(program.OpCopy, n.name, number(1+g.pick(12)))
	head, body, exit := g.label(), g.label(), g.label()
	g.end(program.GotoOp{Pos: g.pos(), Target: head})
	g.start(head)
	g.op(program.OpGtI64, more.name, program.Ref(n.name), number(0))
	g.end(program.BranchOp{Pos: g.pos(), Cond: program.Ref(more.name), Then: body, Else: exit})
	g.start(body)
	g.op(program.OpSubI64, n.name, program.Ref(n.name), number(1))
	fetch()
	g.fn.nested++
	t := program.SwitchOp{Pos: g.pos(), X: program.Ref(now.name), Default: g.label()}
	for k := range ways - 1 {
		t.Values, t.Labels = append(t.Values, uint64(k)), append(t.Labels, g.label())
	}
	g.end(t)
	for _, l := range t.Targets() {
		g.start(l)
		g.statements(1 + g.pick(2))
		k := g.pick(2 * ways)
		if k%2 == 1 { // some lanes alone
			join := g.branchOver(g.condition())
			set(k / 2)
			join()
		} else if !inTable || k == 0 {
			set(k / 2)
		}
		g.end(program.GotoOp{Pos: g.pos(), Target: head})
	}
	g.fn.nested--
	g.start(exit)
}

// fetched returns what takes the next instruction, of so many, of a program in a table, and the variable that has it;
// at says which is next. There are two programs, and a lane takes one.
func (g *generator) fetched(at genVar, ways int) (fetch func(), now genVar) {
	const length = 5
	i64 := program.Scalar(program.I64)
	row, now := g.newVar("row", i64), g.newVar("now", i64)
	row.ro, now.ro = true, true
	g.serial++
	code := &program.Uniform{Name: fmt.Sprintf("code%d", g.serial), Type: program.Array(program.I64, 2, length)}
	for range 2 * length {
		code.Data = append(code.Data, uint64(g.pick(ways)))
	}
	g.p.Uniforms = append(g.p.Uniforms, code)
	x, _ := g.operand(i64)
	if g.pick(4) > 0 { // else there may be no such program
		g.op(program.OpAndI64, row.name, x, program.Lit(program.I64, 1))
	} else {
		g.op(program.OpCopy, row.name, x)
	}
	return func() {
		g.op(program.OpIndexI64, now.name, program.Ref(code.Name), program.Ref(row.name), program.Ref(at.name))
		g.op(program.OpAddI64, at.name, program.Ref(at.name), program.Lit(program.I64, 1))
	}, now
}
