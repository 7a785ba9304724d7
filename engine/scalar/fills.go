package scalar

import "github.com/lockstep-simt/lockstep/program"

// An array that is made, and then gets its elements where the program says which these are, need not be filled before:
// so it is with one that a short loop has set, which was written out. Of one with some room more, that room is filled.

// mostFilled is how many elements are filled one by one at most.
const mostFilled = 8

// dropFills drops fills of arrays whose elements are mostly written in the same block, before anything else is done
// with the array.
func (f *fn) dropFills() {
	for _, blk := range f.blocks {
		var code []ins
		for i := range blk.code {
			in := &blk.code[i]
			if in.kind != fill || len(f.vars[in.out[0]].shape) > 1 {
				code = append(code, *in)
				continue
			}
			array := in.out[0]
			n := program.Elements(f.vars[array].shape)
			left := f.unwritten(array, n, blk.code[i+1:])
			if len(left) > mostFilled || 2*len(left) > n {
				code = append(code, *in)
				continue
			}
			for _, k := range left {
				code = append(code, ins{
					kind: store, in: []arg{of(array), in.in[0]}, out: []val{array}, n: k, mark: in.mark,
				})
			}
		}
		blk.code = code
	}
}

// unwritten lists the elements of an array of so many that instructions do not write before something else has to do
// with the array.
func (f *fn) unwritten(array val, n int, code []ins) (left []int) {
	written := make([]bool, n)
	for i := range code {
		in := &code[i]
		if k, ok := in.place(array); ok && uint(k) < uint(n) {
			written[k] = true
			continue
		}
		touched := in.kind == call || isIn(in.out, array)
		in.reads(func(v val) { touched = touched || v == array })
		if touched {
			break
		}
	}
	for k, is := range written {
		if !is {
			left = append(left, k)
		}
	}
	return left
}

// place is the number of the element of an array that an instruction writes, if that is known.
func (in *ins) place(array val) (n int, ok bool) {
	switch {
	case len(in.out) != 1 || in.out[0] != array || len(in.in) == 0 || in.in[0] != of(array):
		return 0, false
	case in.kind == store:
		return in.n, true
	case in.kind == insert && len(in.in) == 3 && in.in[2].kind == literal:
		return in.n + int(in.in[2].bits), true
	}
	return 0, false
}
