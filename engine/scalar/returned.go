package scalar

import "slices"

// What a function changes in an array that it is given, as a sort does, is a result: the array is copied to the
// variable of the result, which is stored in the column at the end. Where one of the two is not needed while the other
// has something else, they are one, and nothing is copied.

// returnInPlace makes one array of two that are copied to each other, as long as they do not interfere.
func (f *fn) returnInPlace() {
	pairs := f.copiedArrays()
	for n, pair := range pairs {
		if v, w := pair[0], pair[1]; v != w && !f.vars[v].shared && !f.interfere(v, w) {
			f.rename(v, w)
			for i := range pairs[n:] {
				for k := range pair {
					if one := &pairs[n+i][k]; *one == v {
						*one = w
					}
				}
			}
		}
	}
}

// copiedArrays lists arrays that are copied as a whole, each with the one that it is a copy of.
func (f *fn) copiedArrays() (pairs [][2]val) {
	fixed := func(v val) bool { return isIn(f.params, v) || isIn(f.results, v) }
	for _, blk := range f.blocks {
		for i := range blk.code {
			in := &blk.code[i]
			if in.kind != assign || in.in[0].kind != variable {
				continue
			}
			pair := [2]val{in.out[0], in.in[0].v}
			x, y := &f.vars[pair[0]], &f.vars[pair[1]]
			same := x.typ == y.typ && x.sparse == y.sparse && slices.Equal(x.shape, y.shape)
			if same && !fixed(pair[0]) && !fixed(pair[1]) && !slices.Contains(pairs, pair) {
				pairs = append(pairs, pair)
			}
		}
	}
	return pairs
}

// interfere reports whether something is written to one of two variables, other than a copy of the other, while the
// other is needed. An array that functions share is always needed, and calls write to it.
func (f *fn) interfere(v, w val) (do bool) {
	_, out := f.liveness()
	for b, blk := range f.blocks {
		live := slices.Clone(out[b])
		f.through(blk, live, func(i int, live set) {
			in := &blk.code[i]
			for k, one := range []val{v, w} {
				other := []val{w, v}[k]
				writes := isIn(in.out, one) || in.kind == call && f.vars[one].shared
				if !writes || !live.has(other) && !f.vars[other].shared {
					continue
				}
				do = do || in.kind != assign || in.in[0].kind != variable || in.in[0].v != other
			}
		})
	}
	return do
}

// rename has one array stand for another, and drops the copies of it to itself.
func (f *fn) rename(v, as val) {
	for _, blk := range f.blocks {
		gone := make([]bool, len(blk.code))
		for i := range blk.code {
			in := &blk.code[i]
			for k := range in.in {
				if a := &in.in[k]; a.kind == variable && a.v == v {
					a.v = as
				}
			}
			for k, o := range in.out {
				if o == v {
					in.out[k] = as
				}
			}
			gone[i] = in.kind == assign && in.in[0].kind == variable && in.in[0].v == in.out[0]
		}
		blk.drop(gone)
	}
}
