package edit

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// Operands returns what a PrimOp or a call reads; the slice is the
// instruction's own.
func Operands(in program.Instr) []program.Operand {
	switch in := in.(type) {
	case *program.PrimOp:
		return in.In
	case *program.FunctionCallOp:
		return in.In
	}
	return nil
}

// IsCopy reports whether an instruction is a copy.
func IsCopy(in program.Instr) (*program.PrimOp, bool) {
	op, ok := in.(*program.PrimOp)
	return op, ok && op.Op == program.OpCopy
}

// Moves returns the parallel copy of values to variables, without those that
// are in place already; none if nothing is left.
func Moves(to []string, from []program.Operand, pos program.Pos) []program.Instr {
	op := &program.PrimOp{Op: program.OpCopy, Pos: pos}
	for i, name := range to {
		if from[i].Name != name {
			op.In = append(op.In, from[i])
			op.Out = append(op.Out, program.Output{Name: name})
		}
	}
	if len(op.Out) == 0 {
		return nil
	}
	return []program.Instr{op}
}

// Refs returns the operands that read the given variables.
func Refs(names []string) []program.Operand {
	ops := make([]program.Operand, len(names))
	for i, name := range names {
		ops[i] = program.Ref(name)
	}
	return ops
}

// KeepPairs keeps the moves of a parallel copy for which keep holds.
func KeepPairs(op *program.PrimOp, keep func(k int) bool) {
	n := 0
	for k := range op.Out {
		if keep(k) {
			op.In[n], op.Out[n] = op.In[k], op.Out[k]
			n++
		}
	}
	op.In, op.Out = op.In[:n], op.Out[:n]
}

// Without returns the elements of list that are not marked as dropped.
func Without[T any](list []T, dropped []bool) []T {
	kept := list[:0:0]
	for i, x := range list {
		if !dropped[i] {
			kept = append(kept, x)
		}
	}
	return kept
}

// CloneInstrs returns copies of instructions.
func CloneInstrs(list []program.Instr) []program.Instr {
	out := make([]program.Instr, len(list))
	for i, in := range list {
		out[i] = CloneInstr(in)
	}
	return out
}

// CloneInstr returns a copy of a primitive or a call.
func CloneInstr(in program.Instr) program.Instr {
	if call, ok := in.(*program.FunctionCallOp); ok {
		own := *call
		own.In, own.Out = slices.Clone(call.In), slices.Clone(call.Out)
		return &own
	}
	op := *in.(*program.PrimOp)
	op.In, op.Out = slices.Clone(op.In), slices.Clone(op.Out)
	return &op
}
