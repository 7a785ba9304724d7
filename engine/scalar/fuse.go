package scalar

import "github.com/lockstep-simt/lockstep/program"

// fuse makes comparisons parts of the selects and branches that read them, where nobody
// else does: what they compare must not change on the way.
func (f *fn) fuse() {
	uses := make([]int, len(f.vars))
	use := func(v val) { uses[v]++ }
	for _, blk := range f.blocks {
		for i := range blk.code {
			blk.code[i].reads(use)
		}
		blk.term.reads(use)
	}
	for _, v := range f.results {
		use(v)
	}
	for _, blk := range f.blocks {
		gone := make([]bool, len(blk.code))
		if t := &blk.term; t.kind == branch {
			t.test, t.in = f.fuseInto(blk, len(blk.code), t.in, uses, gone)
		}
		for i := range blk.code {
			if in := &blk.code[i]; in.kind == prim && in.op.Info().Row.Name == "select" {
				in.test, in.in = f.fuseInto(blk, i, in.in, uses, gone)
			}
		}
		kept := blk.code[:0]
		for i, in := range blk.code {
			if !gone[i] {
				kept = append(kept, in)
			}
		}
		blk.code = kept
	}
}

// fuseInto looks for the comparison that gives the first operand of what is at a place of
// a block.
func (f *fn) fuseInto(blk *block, at int, in []arg, uses []int, gone []bool) (test program.Opcode, args []arg) {
	c := in[0]
	if c.kind != variable || uses[c.v] != 1 {
		return program.OpInvalid, in
	}
	changed := map[val]bool{}
	for i := at - 1; i >= 0; i-- {
		from := &blk.code[i]
		if gone[i] {
			continue
		}
		if isIn(from.out, c.v) {
			if from.kind != prim || !isComparison(from.op) || changed[c.v] {
				return program.OpInvalid, in
			}
			for _, a := range from.in {
				if a.kind == variable && changed[a.v] {
					return program.OpInvalid, in
				}
			}
			gone[i] = true
			return from.op, append(append([]arg(nil), from.in...), in[1:]...)
		}
		for _, v := range from.out {
			changed[v] = true
		}
	}
	return program.OpInvalid, in
}
