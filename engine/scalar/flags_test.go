package scalar

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/codegen"
)

// TestFlags: a comparison is made again if something between may have changed the flags or what is compared.
func TestFlags(t *testing.T) {
	ax, bx, cx := reg(codegen.AX), reg(codegen.BX), reg(codegen.CX)
	slot := func(n int) codegen.Operand { return mem(slotAddress(n)) }
	far := mem(codegen.Address{Base: codegen.AX, Index: codegen.BX, Scale: 8})
	ops := func(l ...codegen.Operand) []codegen.Operand { return l }
	for _, c := range []struct {
		name     string
		compare  string
		operands []codegen.Operand
		between  string
		on       []codegen.Operand
		again    bool
	}{
		{"a move", "CMPQ", ops(ax, bx), "MOVQ", ops(slot(1), cx), false},
		{"a move from what is compared", "CMPQ", ops(ax, bx), "MOVQ", ops(ax, cx), false},
		{"a move to what is compared", "CMPQ", ops(ax, bx), "MOVQ", ops(cx, bx), true},
		{"half a register", "CMPQ", ops(ax, bx), "MOVL", ops(cx, ax), true},
		{"a choice", "CMPQ", ops(ax, imm(3)), "CMOVQLT", ops(ax, cx), false},
		{"a choice of what is compared", "CMPQ", ops(ax, imm(3)), "CMOVQLT", ops(cx, ax), true},
		{"a jump", "TESTL", ops(ax, ax), "JEQ", ops(codegen.LabelOf(1)), false},
		{"a label", "TESTL", ops(ax, ax), codegen.LabelOp, ops(codegen.LabelOf(1)), true},
		{"a call", "TESTL", ops(ax, ax), "CALL", ops(codegen.LabelOf(1)), true},
		{"a sum", "TESTL", ops(ax, ax), "ADDQ", ops(bx, cx), true},
		{"an address", "TESTL", ops(ax, ax), "LEAQ", ops(slot(0), cx), false},
		{"zero", "TESTL", ops(ax, ax), "XORL", ops(cx, cx), true},
		{"another comparison", "CMPQ", ops(ax, bx), "CMPQ", ops(bx, ax), true},
		{"one of 32 bits", "CMPQ", ops(ax, bx), "CMPL", ops(ax, bx), true},
		{"another slot", "CMPQ", ops(slot(1), imm(0)), "MOVQ", ops(cx, slot(9)), false},
		{"that slot", "CMPQ", ops(slot(1), imm(0)), "MOVQ", ops(cx, slot(1)), true},
		{"a vector that reaches it", "CMPQ", ops(slot(1), imm(0)), "VMOVUPD", ops(ymm(3), slot(0)), true},
		{"memory that may be it", "CMPQ", ops(slot(1), imm(0)), "MOVQ", ops(cx, far), true},
		{"the index of what is compared", "CMPQ", ops(far, cx), "MOVQ", ops(cx, bx), true},
		{"a float", "VUCOMISD", ops(xmm(1), xmm(2)), "VMOVSD", ops(slot(0), xmm(3)), false},
		{"that float", "VUCOMISD", ops(xmm(1), xmm(2)), "VMOVSD", ops(slot(0), xmm(2)), true},
		{"the register of its number", "CMPQ", ops(ax, bx), "VMOVSD", ops(slot(0), xmm(0)), false},
	} {
		e := &emitter{}
		require.False(t, e.compared(c.compare, c.operands), c.name)
		require.False(t, e.compared(c.between, c.on), c.name)
		require.Equal(t, c.again, !e.compared(c.compare, c.operands), c.name)
	}
}
