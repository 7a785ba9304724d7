package program

// WithoutClaims returns the program without what its instructions claim of themselves, p itself if
// they claim nothing. Machine code trusts a PrimOp that is Proven, as it trusts whoever made the
// program; of a program that comes from anywhere else nothing is taken for proven.
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
	each(p, func(op *PrimOp) { claims = claims || op.Proven })
	if !claims {
		return p
	}
	p = p.Clone()
	each(p, func(op *PrimOp) { op.Proven = false })
	return p
}
