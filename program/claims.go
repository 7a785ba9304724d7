package program

import (
	"math"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// WithoutClaims returns the program without what its instructions claim of themselves, p itself if
// they claim nothing. Machine code trusts a PrimOp that is Proven, or says Within what its operands
// are, as it trusts whoever made the program; of a program that comes from anywhere else nothing is
// taken for proven.
func WithoutClaims(p *Program) *Program {
	claims := false
	each := func(p *Program, f func(op *PrimOp)) {
		for _, g := range append([]*Function{p.MainFunction()}, p.Functions...) {
			for _, b := range g.Graph.Blocks {
				for _, in := range b.Instrs {
					if op, ok := in.(*PrimOp); ok {
						f(op)
					}
				}
			}
		}
	}
	each(p, func(op *PrimOp) { claims = claims || op.Proven || op.Within != (Span{}) })
	if !claims {
		return p
	}
	p = p.Clone()
	each(p, func(op *PrimOp) { op.Proven, op.Within = false, Span{} })
	return p
}

// Spanned reports whether an operation may say in which span its operands are, and of which type
// the numbers are: those of its operands that have its type of integers, or of its result if it
// makes an integer of a float.
func Spanned(op Opcode) (t Dtype, ok bool) {
	if !op.IsValid() || op.Form() != optab.Elementwise {
		return Invalid, false
	}
	info := op.Info()
	switch {
	case info.Type.IsInt():
		return info.Type, true
	case info.Type.IsFloat() && info.Out.IsInt():
		return info.Out, true
	}
	return Invalid, false
}

// fits reports whether a span is one of numbers of an integer type.
func (s Span) fits(t Dtype) bool {
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	switch t {
	case I32:
		lo, hi = math.MinInt32, math.MaxInt32
	case U32:
		lo, hi = 0, math.MaxUint32
	}
	return lo <= s.Lo && s.Lo <= s.Hi && s.Hi <= hi
}
