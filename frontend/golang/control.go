package golang

import (
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Branches, loops and variables of an instruction that takes several blocks. In the
// analysis everything in them is done once.

// variable declares an i64 of the instruction's own, which may be reassigned.
func (b *coder) variable(hint string, o program.Operand) program.Operand {
	return b.variableOf(program.I64, hint, o)
}

// variableOf declares a variable of a type.
func (b *coder) variableOf(d program.Dtype, hint string, o program.Operand) program.Operand {
	if !b.emitting() {
		return known.Varying()
	}
	name := b.names.Unique(b.f.name + "." + hint)
	b.declare(name, known.Leaf{Dtype: d})
	b.copy([]string{name}, []program.Operand{o})
	return program.Ref(name)
}

// reassign gives a variable another value.
func (b *coder) reassign(v, o program.Operand) {
	if b.emitting() {
		b.copy([]string{v.Name}, []program.Operand{o})
	}
}

// when does something in the lanes in which a condition holds.
func (b *coder) when(cond program.Operand, do func()) {
	if !b.emitting() || cond == truth(true) {
		do()
		return
	}
	if cond == truth(false) {
		return
	}
	before, inner, after := b.block, b.newBlock("when"), b.newBlock("after")
	before.Term = program.BranchOp{Cond: cond, Then: inner.Name, Else: after.Name, Pos: b.at}
	b.block = inner
	do()
	b.block.Term = program.GotoOp{Target: after.Name, Pos: b.at}
	b.block = after
}

// while does something as long as a condition holds.
func (b *coder) while(cond func() program.Operand, do func()) {
	if !b.emitting() {
		cond()
		do()
		return
	}
	before, head, inner, after := b.block, b.newBlock("while"), b.newBlock("while.body"), b.newBlock("while.done")
	before.Term = program.GotoOp{Target: head.Name, Pos: b.at}
	b.block = head
	goes := cond()
	b.block.Term = program.BranchOp{Cond: goes, Then: inner.Name, Else: after.Name, Pos: b.at}
	b.block = inner
	do()
	b.block.Term = program.GotoOp{Target: head.Name, Pos: b.at}
	b.block = after
}
