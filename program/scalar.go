package program

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// Scalar computes the operation on one element of each operand. Operands and
// result are bits: a bool is 0 or 1, a type of 32 bits is in the lower half of
// the word and the upper half is zero. Operands beyond the operation's own
// number are ignored. Of a Reduce operation Scalar is one step: x is what was
// folded so far and y the next element.
//
// If the element faults, fault says why and the result is 0.
//
// The functions are generated from the rows' expressions, and every tier is
// measured against them. It panics if op has no scalar function; see
// [Opcode.HasScalar].
func (op Opcode) Scalar(x, y, z uint64) (result uint64, fault optab.Code) {
	if op.IsFunction() {
		return op.scalar(functionScalars[op], x, y, z)
	}
	return op.PlainScalar(x, y, z)
}

// PlainScalar is [Opcode.Scalar] of operations that are no mathematical functions, and panics for those. What has no
// use for them calls it, so that their code is not linked on its account.
func (op Opcode) PlainScalar(x, y, z uint64) (result uint64, fault optab.Code) {
	if !op.HasScalar() {
		panic("program: opcode has no scalar function")
	}
	return op.scalar(plainScalars[op], x, y, z)
}

func (op Opcode) scalar(of func(x, y, z uint64) (uint64, bool), x, y, z uint64) (result uint64, fault optab.Code) {
	result, ok := of(x, y, z)
	if !ok {
		return 0, opcodeInfo[op].Row.Code
	}
	return result, optab.NoFault
}

// IsFunction reports whether op is a mathematical function; see [optab.Op.IsFunction].
func (op Opcode) IsFunction() bool { return op.IsValid() && opcodeInfo[op].Row.IsFunction() }

// MathFunctions returns the mathematical functions among the operations of a lowered program.
func (p *Program) MathFunctions() (list []Opcode) {
	add := func(op Opcode) {
		if op.IsFunction() && !slices.Contains(list, op) {
			list = append(list, op)
		}
	}
	for _, b := range p.Graph.Blocks {
		for _, in := range b.Instrs {
			if op, ok := in.(*PrimOp); ok {
				add(op.Op)
			}
		}
	}
	for _, u := range p.Uniforms {
		if u.Def != nil {
			add(u.Def.Op)
		}
	}
	return list
}

// HasScalar reports whether op is an Elementwise or Reduce operation, which
// [Opcode.Scalar] computes.
func (op Opcode) HasScalar() bool {
	if !op.IsValid() {
		return false
	}
	form := opcodeInfo[op].Row.Form
	return form == optab.Elementwise || form == optab.Reduce
}

// Conversions between an element and its bits, by type.

func asBool(b uint64) bool   { return b&1 != 0 }
func asI32(b uint64) int32   { return int32(b) }
func asI64(b uint64) int64   { return int64(b) }
func asU32(b uint64) uint32  { return uint32(b) }
func asU64(b uint64) uint64  { return b }
func asF32(b uint64) float32 { return math.Float32frombits(uint32(b)) }
func asF64(b uint64) float64 { return math.Float64frombits(b) }

func ofBool(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}
func ofI32(v int32) uint64   { return uint64(uint32(v)) }
func ofI64(v int64) uint64   { return uint64(v) }
func ofU32(v uint32) uint64  { return uint64(v) }
func ofU64(v uint64) uint64  { return v }
func ofF32(v float32) uint64 { return uint64(math.Float32bits(v)) }
func ofF64(v float64) uint64 { return math.Float64bits(v) }
