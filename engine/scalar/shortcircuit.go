package scalar

import "slices"

// What a && b, a || b or a function that was put in the place of its call gives is written on several ways, as a
// literal or as the outcome of a comparison, and then a branch asks for it where they meet. Each of these ways asks
// itself: a literal tells where to go on, and a comparison becomes part of the branch. Compilers call that
// short-circuiting, or jump threading. Unlike thread.go, which writes blocks again when there are registers, it leaves
// no variable that would have to be written.

const (
	// mostAsked is how many instructions a block has at most that is written again for its branch.
	mostAsked = 2
	// allAsked is how many such blocks are written again in a function, for each block that it has.
	allAsked = 1
)

// shortCircuit lets ways ask themselves.
func (f *fn) shortCircuit() {
	f.link()
	any, left := false, allAsked*len(f.blocks)
	for b, blk := range f.blocks {
		for left > 0 && (b == 0 || len(blk.preds) > 0) && f.asksItself(b) {
			any = true
			left--
		}
	}
	if any {
		f.dropUnreached()
		f.findLoops()
		f.guess()
		f.dropUnread()
		f.webs()
	}
}

// asksItself gives a block the branch of the block that it leads to, if it says what that asks for.
func (f *fn) asksItself(b int) bool {
	blk := f.blocks[b]
	if blk.term.kind != jump {
		return false
	}
	to := blk.term.to[0]
	next := f.blocks[to]
	t := &next.term
	if to <= b || next.head || t.kind != branch || t.test.IsValid() || t.in[0].kind != variable ||
		len(next.code) > mostAsked || !next.canRepeat() {
		return false
	}
	c := t.in[0].v
	if slices.ContainsFunc(next.code, func(in ins) bool { return isIn(in.out, c) }) {
		return false
	}
	at := len(blk.code) - 1
	for at >= 0 && !isIn(blk.code[at].out, c) {
		at--
	}
	if at < 0 {
		return false
	}
	end := term{kind: branch, in: slices.Clone(t.in), to: slices.Clone(t.to), mark: t.mark}
	switch in := &blk.code[at]; {
	case in.kind == copies && in.in[slices.Index(in.out, c)].kind == literal:
		end.in[0] = in.in[slices.Index(in.out, c)]
		end.decide()
		end.mark = blk.term.mark
	case in.kind != prim || !isComparison(in.op):
		return false
	}
	blk.code = append(blk.code, next.clone().code...)
	blk.term = end
	return true
}

// canRepeat reports whether a block has nothing but what computes numbers of others.
func (b *block) canRepeat() bool {
	return !slices.ContainsFunc(b.code, func(in ins) bool { return in.kind != prim && in.kind != copies })
}

// dropUnreached makes blocks empty that no way leads to, and finds what leads to the others.
func (f *fn) dropUnreached() {
	reached := make([]bool, len(f.blocks))
	reached[0] = true
	for work := []int{0}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range f.blocks[b].term.to {
			if !reached[to] {
				reached[to] = true
				work = append(work, to)
			}
		}
	}
	for b, is := range reached {
		if !is {
			*f.blocks[b] = block{term: term{kind: fault}}
		}
	}
	f.link()
}
