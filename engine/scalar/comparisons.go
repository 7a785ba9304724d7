package scalar

import "slices"

// A branch on a number that is compared with a constant is one instruction of the processor, as is a branch on what
// such a comparison gave before: but that needs a register or memory, from the comparison on and across calls. So where
// a block branches on the result of a comparison of another block, and the number is alive anyway, it compares again.

// compareAgain puts comparisons before the branches that need them.
func (f *fn) compareAgain() {
	var out []set
	made := f.comparisons()
	for b, blk := range f.blocks {
		t := &blk.term
		if t.kind != branch || t.test.IsValid() || t.in[0].kind != variable {
			continue
		}
		c, ok := made[t.in[0].v]
		if !ok || c.block == b {
			continue
		}
		if out == nil {
			_, out = f.liveness()
		}
		if out[b].has(c.in.in[0].v) {
			again := c.in
			again.in, again.out = slices.Clone(again.in), []val{f.newVar(f.vars[again.out[0]].typ)}
			blk.code = append(blk.code, again)
			t.in = []arg{of(again.out[0])}
		}
	}
	if out != nil {
		f.dropUnread()
	}
}

// comparison is one that is the only definition of its result, and where it is.
type comparison struct {
	in    ins
	block int
}

// comparisons finds those of integers with constants that give the same wherever their result is read: nothing writes
// to the number but what comes before in their block, or the number is a parameter.
func (f *fn) comparisons() map[val]comparison {
	defs, at := make([]int, len(f.vars)), make([]int, len(f.vars))
	for _, v := range f.params {
		defs[v]++
		at[v] = -1
	}
	for b, blk := range f.blocks {
		for _, in := range blk.code {
			for _, v := range in.out {
				defs[v]++
				at[v] = b
			}
		}
	}
	found := map[val]comparison{}
	for b, blk := range f.blocks {
		written := map[val]bool{}
		for _, in := range blk.code {
			if in.kind == prim && isComparison(in.op) && in.op.Info().Type.IsInt() && in.in[0].kind == variable &&
				in.in[1].kind == literal && int64(in.in[1].bits) == int64(int32(in.in[1].bits)) {
				x, v := in.in[0].v, in.out[0]
				if defs[v] == 1 && defs[x] == 1 && (at[x] < 0 || written[x]) {
					found[v] = comparison{in, b}
				}
			}
			for _, v := range in.out {
				written[v] = true
			}
		}
	}
	return found
}
