package engine

import (
	"fmt"
	"math/bits"
	"sync"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
	"github.com/lockstep-simt/lockstep/simd"
)

// claims are what is proven of an operation: that it does not fault, and of which numbers its operands are.
type claims struct {
	proven bool
	within codegen.Bounds
}

func claimsOf(op *program.PrimOp) claims { return claims{op.Proven, codegen.Bounds(op.Within)} }

// operation adds an operation on numbers, and returns its result and the mask of the lanes
// that fault, or NoValue. If it is proven that no lane does, nothing is checked. Divisions by
// powers of two are shifts.
func operation(b *codegen.Builder, op program.Opcode, args []codegen.Value, known claims) (
	result, fault codegen.Value, err error,
) {
	info := op.Info()
	if f := codegen.Library(op.String(), b.Build); f != nil {
		result, fault = b.Inline(f, args...)
		if none, ok := b.IsConst(fault); fault != codegen.NoValue && ok && none == 0 {
			fault = codegen.NoValue
		}
		return result, fault, nil
	}
	row := codegen.Row(info.Row, info.Type)
	if info.Row.Effect == optab.Faults && row.Fault == codegen.NoValue {
		return 0, 0, noCode(op)
	}
	fault = codegen.NoValue
	if row.Power != nil {
		if d, ok := b.IsConst(args[1]); ok && d != 0 {
			if shift := log2(d); shift > 0 && shift < info.Type.Bits()-1 {
				result, _ = b.Inline(row.Power, args[0], b.Constant(row.Power.Types[row.Power.Params[1]],
					uint64(shift)))
				return result, fault, nil
			}
			row = codegen.DivideBy(info.Type, d, info.Row.Name == "rem", b.Narrow, known.within)
		}
	}
	if known.proven {
		row.Fault = codegen.NoValue
	}
	result, short := b.Short(info.Row.Name, info.Type, args, known.within)
	switch {
	case !short:
		result, fault = b.Inline(row, args[:len(row.Params)]...)
	case row.Fault != codegen.NoValue:
		fault, _ = b.Inline(codegen.FaultRow(info.Row, info.Type), args...)
	}
	return result, fault, nil
}

// mayFault reports whether lanes may leave the code at an operation, which tier 1 runs again: those
// for which it faults, and those for which it takes long, since they want a Bessel function of
// a high order.
func mayFault(op *program.PrimOp) bool {
	switch row := op.Op.Info().Row; {
	case op.Op == program.OpCopy:
		return false
	case row.Has(optab.Unbounded):
		order := op.In[len(op.In)-1]
		return !order.IsLiteral() || order.Bits+simd.MachineOrder > 2*simd.MachineOrder
	default:
		return row.Effect == optab.Faults && !op.Proven
	}
}

// countedAs is about how many cycles an operation takes for the highest order, of those that take long for some
// operands.
const countedAs = 6_000

// orders is how many operations take long for some operands.
func orders(blocks []*program.Block) (n int) {
	for _, b := range blocks {
		for _, in := range b.Instrs {
			if op, ok := in.(*program.PrimOp); ok && op.Op != program.OpCopy && op.Op.Info().Row.Has(optab.Unbounded) {
				n++
			}
		}
	}
	return n
}

func noCode(op program.Opcode) error { return fmt.Errorf("%s has no machine code", op) }

// log2 is the exponent of a power of two, or -1.
func log2(d uint64) int {
	if bits.OnesCount64(d) != 1 {
		return -1
	}
	return bits.TrailingZeros64(d)
}

// encoded remembers which operations have code in an instruction set.
var encoded sync.Map // of encodedKey to bool

type encodedKey struct {
	set string
	op  program.Opcode
}

// refuses says why an operation is not computed by machine code: there is none, or such that
// differs from package math here.
func (s *instructions) refuses(op program.Opcode) error {
	if !simd.Agrees(s.name, op.String()) {
		return differs(op.String())
	}
	key := encodedKey{s.name, op}
	known, ok := encoded.Load(key)
	if !ok {
		known = s.encodes(op)
		encoded.Store(key, known)
	}
	if !known.(bool) {
		return noCode(op)
	}
	return nil
}

// encodes tries whether there is code of an operation on numbers.
func (s *instructions) encodes(op program.Opcode) bool {
	info := op.Info()
	if info.Row.Form != optab.Elementwise {
		return false
	}
	b := codegen.NewBuilder(op.String(), s.target.Has)
	var args []codegen.Value
	width := 4
	for _, t := range info.In {
		args = append(args, b.Param(t))
		if t != optab.Bool {
			width = max(width, t.Size())
		}
	}
	result, fault, err := operation(b, op, args, claims{})
	if err != nil {
		return false
	}
	b.F.Results = []codegen.Value{result}
	if fault != codegen.NoValue {
		b.F.Results = append(b.F.Results, fault)
	}
	b.Finish()
	f := codegen.Expand(&b.F, s.target)
	e := codegen.NewEmitter(codegen.Framed(s.target, at(0)), max(width, f.Width()))
	var params []codegen.Reg
	for _, t := range info.In {
		params = append(params, e.Temp(t))
	}
	_, err = e.Call(f, params)
	return err == nil
}
