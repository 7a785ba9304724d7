package scalar

import "github.com/lockstep-simt/lockstep/codegen"

// An address multiplies one register by two, four or eight and adds another, and with one register twice it multiplies
// by three, five or nine. So a product with such a number is part of the sum with something else, or the two of them
// are two addresses: decimal digits are put together in half the time.

// scaleSums makes products with such numbers parts of sums, where nobody else reads them.
func (f *fn) scaleSums() {
	uses := f.countReads()
	for _, blk := range f.blocks {
		gone := make([]bool, len(blk.code))
		for at := range blk.code {
			in := &blk.code[at]
			if in.name() != "add" || !in.op.Info().Type.IsInt() || gone[at] {
				continue
			}
			for k := range 2 {
				y := in.in[1-k]
				i := f.only(blk, at, in.in[k], uses, gone)
				if i < 0 || y.kind != variable || isIn(blk.code[i].out, y.v) || !isOfWidth(&blk.code[i], in) {
					continue
				}
				if x, n := factorOf(&blk.code[i]); n > 0 {
					*in = ins{kind: scaled, op: in.op, in: []arg{y, x}, out: in.out, n: n, mark: in.mark}
					gone[i] = true
					break
				}
			}
		}
		blk.drop(gone)
	}
}

// isOfWidth reports whether two instructions compute with as many bits. A register with a number of 32 bits has zeros
// above, and so is one of 64 bits too; a product of 32 bits that is computed with 64 need not have zeros there.
func isOfWidth(in, as *ins) bool { return in.op.Info().Type.Bits() == as.op.Info().Type.Bits() }

// factorOf is what an instruction multiplies, and by which number, if that is one for an address; else 0.
func factorOf(in *ins) (x arg, n int) {
	switch name := in.name(); {
	case name == "mul" && in.in[1].kind == literal:
		x, n = in.in[0], signed(in.in[1].bits, in.op.Info().Type)
	case name == "mul" && in.in[0].kind == literal:
		x, n = in.in[1], signed(in.in[0].bits, in.op.Info().Type)
	case name == "shl" && in.in[1].kind == literal && in.in[1].bits <= 3:
		x, n = in.in[0], 1<<in.in[1].bits
	}
	if odd, two := addressFactors(n); x.kind != variable || odd == 0 || two == 0 || two > 3 {
		return x, 0
	}
	return x, n
}

// addressFactors splits a number into 1, 3, 5 or 9, which a register and itself in an address give, and a power of
// two; odd is 0 if it has other factors.
func addressFactors(n int) (odd, two int) {
	if n <= 0 {
		return 0, 0
	}
	for two = 0; n&1 == 0; n >>= 1 {
		two++
	}
	if n == 1 || n == 3 || n == 5 || n == 9 {
		return n, two
	}
	return 0, 0
}

// scaledSum adds a multiple of the second operand to the first.
func (e *emitter) scaledSum(in *ins) {
	t := in.op.Info().Type
	d := e.target(in.out[0])
	y, x := e.inReg(in.in[0], t, scratchA), e.inReg(in.in[1], t, scratchB)
	odd, two := addressFactors(in.n)
	if odd > 1 {
		e.addTimes(x, scratchB, odd, t)
		x = scratchB
	}
	e.put("LEA"+suffix(t), mem(codegen.Address{Base: y, Index: x, Scale: 1 << two}), reg(d))
	e.give(in.out[0], d)
}
