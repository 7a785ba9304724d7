package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Complex numbers are pairs. The arithmetic is that of the Go compiler: a
// product is four products and two sums, in float64 also for complex64.

// complexParts returns the real and the imaginary part of a complex value.
func (b *operands) complexParts(v ssa.Value) (re, im program.Operand) {
	c := b.value(v)
	return c[0].Nums[0], c[1].Nums[0]
}

func (b *operands) defineComplex(re, im program.Operand) {
	l := b.layouts.Of(b.cur.(ssa.Value).Type())
	b.define(known.Value{known.NumberAtom(l.Leaves[0], re), known.NumberAtom(l.Leaves[1], im)})
}

func (b *calculation) negateComplex(in *ssa.UnOp) {
	d, _ := known.ComplexPart(in.X.Type().Underlying().(*types.Basic))
	re, im := b.complexParts(in.X)
	b.defineComplex(b.op("neg", d, re), b.op("neg", d, im))
}

func (b *calculation) binaryComplex(in *ssa.BinOp) {
	d, _ := known.ComplexPart(in.X.Type().Underlying().(*types.Basic))
	xr, xi := b.complexParts(in.X)
	yr, yi := b.complexParts(in.Y)
	switch in.Op {
	case token.ADD, token.SUB:
		b.defineComplex(b.op(rows[in.Op], d, xr, yr), b.op(rows[in.Op], d, xi, yi))
	case token.EQL, token.NEQ:
		same := b.op("and", program.Bool, b.op("eq", d, xr, yr), b.op("eq", d, xi, yi))
		if in.Op == token.NEQ {
			same = b.op("not", program.Bool, same)
		}
		b.defineNumber(same)
	case token.MUL, token.QUO:
		f := program.F64
		xr, xi, yr, yi = b.widened(d, xr), b.widened(d, xi), b.widened(d, yr), b.widened(d, yi)
		var re, im program.Operand
		if in.Op == token.MUL {
			re = b.op("sub", f, b.op("mul", f, xr, yr), b.op("mul", f, xi, yi))
			im = b.op("add", f, b.op("mul", f, xr, yi), b.op("mul", f, xi, yr))
		} else {
			re, im = b.quotient(xr, xi, yr, yi)
		}
		b.defineComplex(b.narrowed(d, re), b.narrowed(d, im))
	default:
		b.fail("%s is not available for complex numbers", in.Op)
	}
}

func (b *coder) widened(d program.Dtype, o program.Operand) program.Operand {
	if d == program.F64 {
		return o
	}
	return b.op("convert_f64", d, o)
}

func (b *coder) narrowed(d program.Dtype, o program.Operand) program.Operand {
	if d == program.F64 {
		return o
	}
	return b.op("convert_"+d.String(), program.F64, o)
}

// quotient is what complex128div of Go's runtime computes: Smith's method
// ("Algorithm 116: Complex division", 1962), and for a result that is not a
// number what C99 wants of infinities and zeros (Annex G.5.1). Both of Smith's ways divide by
// the greater part of the divisor, so that they are one, with parts that change places.
func (b *coder) quotient(nr, ni, mr, mi program.Operand) (re, im program.Operand) {
	f := program.F64
	op := func(row string, in ...program.Operand) program.Operand { return b.op(row, f, in...) }
	ge := op("ge", op("abs", mr), op("abs", mi))
	choose := func(x, y program.Operand) program.Operand { return op("select", ge, x, y) }
	great, small := choose(mr, mi), choose(mi, mr)
	x, y := choose(nr, ni), choose(ni, nr)
	ratio := op("quo", small, great)
	denom := op("add", great, op("mul", ratio, small))
	t := op("mul", x, ratio)
	re = op("quo", op("add", x, op("mul", y, ratio)), denom)
	im = op("quo", choose(op("sub", y, t), op("sub", t, y)), denom)

	bad := b.op("and", program.Bool, op("ne", re, re), op("ne", im, im))
	switch {
	case bad == truth(false):
		return re, im
	case bad.IsLiteral() || b.isUniform(bad.Name) || b.emitting() && b.emission.graph == nil: // there are no blocks
		fixedRe, fixedIm := b.corrected(re, im, nr, ni, mr, mi)
		return op("select", bad, fixedRe, re), op("select", bad, fixedIm, im)
	case !b.emitting():
		return known.Varying(), known.Varying()
	}
	to := []string{b.temp(f, nil), b.temp(f, nil)}
	b.copy(to, []program.Operand{re, im})
	rare, after := b.newBlock("nan"), b.newBlock("quotient")
	b.block.Term = program.BranchOp{Cond: bad, Then: rare.Name, Else: after.Name, Pos: b.at}
	b.block = rare
	fixedRe, fixedIm := b.corrected(re, im, nr, ni, mr, mi)
	b.copy(to, []program.Operand{fixedRe, fixedIm})
	b.block.Term = program.GotoOp{Target: after.Name, Pos: b.at}
	b.block = after
	return program.Ref(to[0]), program.Ref(to[1])
}

// corrected is what complex128div makes of the parts re and im of a quotient of a+bi and c+di that are not numbers.
func (b *coder) corrected(re, im, a, bb, c, d program.Operand) (program.Operand, program.Operand) {
	f := program.F64
	op := func(row string, in ...program.Operand) program.Operand { return b.op(row, f, in...) }
	both := func(row string, x, y program.Operand) program.Operand { return b.op(row, program.Bool, x, y) }
	choose := func(c, x, y program.Operand) program.Operand { return b.op("select", f, c, x, y) }
	infinity, zero, unit := inf64(), litF64(0), litF64(1)
	isInf := func(x program.Operand) program.Operand { return op("eq", op("abs", x), infinity) }

	mIsZero := both("and", op("eq", c, zero), op("eq", d, zero))
	nNotNaN := both("or", op("eq", a, a), op("eq", bb, bb))
	case1 := both("and", mIsZero, nNotNaN)
	signed := op("copysign", infinity, c)
	nInf := both("or", isInf(a), isInf(bb))
	mInf := both("or", isInf(c), isInf(d))
	finite := func(x program.Operand) program.Operand { return op("lt", op("abs", x), infinity) }
	case2 := both("and", nInf, both("and", finite(c), finite(d)))
	case3 := both("and", mInf, both("and", finite(a), finite(bb)))
	inf2one := func(x program.Operand) program.Operand { return op("copysign", choose(isInf(x), unit, zero), x) }
	a2, b2 := inf2one(a), inf2one(bb)
	c3, d3 := inf2one(c), inf2one(d)
	re1, im1 := op("mul", signed, a), op("mul", signed, bb)
	re2 := op("mul", infinity, op("add", op("mul", a2, c), op("mul", b2, d)))
	im2 := op("mul", infinity, op("sub", op("mul", b2, c), op("mul", a2, d)))
	re3 := op("mul", zero, op("add", op("mul", a, c3), op("mul", bb, d3)))
	im3 := op("mul", zero, op("sub", op("mul", bb, c3), op("mul", a, d3)))
	fixed := func(x1, x2, x3, x program.Operand) program.Operand {
		return choose(case1, x1, choose(case2, x2, choose(case3, x3, x)))
	}
	return fixed(re1, re2, re3, re), fixed(im1, im2, im3, im)
}

// convertComplex converts between complex types.
func (b *calculation) convertComplex(in *ssa.Convert, to program.Dtype) {
	from, ok := known.ComplexPart(in.X.Type().Underlying().(*types.Basic))
	if !ok {
		b.fail("conversion from %s to %s is not available in batched code", in.X.Type(), in.Type())
	}
	re, im := b.complexParts(in.X)
	if from != to {
		re, im = b.op("convert_"+to.String(), from, re), b.op("convert_"+to.String(), from, im)
	}
	b.defineComplex(re, im)
}
