package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A loop that ends where a condition fails is often followed by a branch on that condition, as in
//
//	for k > 0 && pat[k] != s[i] { k = fail[k-1] }
//	if pat[k] == s[i] { k++ }
//
// and a branch in a loop may say that there is not another round. Such a way goes where the second branch would lead,
// without computing its condition again, if the block that the way comes from has computed the same.

// mostPassed is how many branches a way goes past, one after the other.
const mostPassed = 4

// passAsked lets ways go past branches that ask what was asked where they come from.
func (f *fn) passAsked() {
	var live []set
	any := false
	for b, blk := range f.blocks {
		if blk.term.kind != branch || blk.term.to[0] == blk.term.to[1] {
			continue
		}
		for way := range blk.term.to {
			for range mostPassed {
				next := f.askedAgain(b, way)
				if next >= 0 && live == nil {
					live, _ = f.liveness()
				}
				if next < 0 || !f.mayPass(blk.term.to[way], next, live) {
					break
				}
				blk.term.to[way] = next
				any = true
			}
		}
	}
	if any {
		f.dropUnreached()
		f.findLoops()
		f.guess()
	}
}

// mayPass reports whether a way may go past a block to another: if nothing that the block writes is read there. It does
// not go into a loop past its head, which spends fuel.
func (f *fn) mayPass(past, to int, live []set) bool {
	if l := f.inner[past]; f.blocks[past].head && (l == nil || l.has[to]) {
		return false
	}
	return !slices.ContainsFunc(f.blocks[past].code, func(in ins) bool {
		return slices.ContainsFunc(in.out, live[to].has)
	})
}

// askedAgain is where the branch leads to which a way of a block's branch goes, or -1 if that is not known.
func (f *fn) askedAgain(b, way int) int {
	blk := f.blocks[b]
	next := f.blocks[blk.term.to[way]]
	if next == blk || next.term.kind != branch {
		return -1
	}
	same := map[val]arg{} // what the first block has for what the second computes
	read := func(in []arg) []arg {
		in = slices.Clone(in)
		for i, a := range in {
			if x, ok := same[a.v]; ok && a.kind == variable {
				in[i] = x
			}
		}
		return in
	}
	for i := range next.code {
		in := next.code[i]
		if in.kind == copies && len(in.out) == 1 && in.in[0].kind == variable {
			same[in.out[0]] = read(in.in)[0]
			continue
		}
		in.in = read(in.in)
		v, ok := blk.has(&in)
		if !ok {
			return -1
		}
		same[in.out[0]] = of(v)
	}
	t := next.term
	t.in = read(t.in)
	holds, ok := blk.term.tellsOf(&t, way == 0)
	switch {
	case !ok:
		return -1
	case holds:
		return t.to[0]
	}
	return t.to[1]
}

// has is the variable that has what an instruction computes when the block ends, since one in it is the same.
func (b *block) has(in *ins) (val, bool) {
	if _, ok := exprOf(in); !ok {
		return 0, false
	}
	for i := len(b.code) - 1; i >= 0; i-- {
		was := &b.code[i]
		if was.kind == in.kind && was.op == in.op && was.test == in.test && was.inverse == in.inverse &&
			was.n == in.n && was.flat == in.flat && was.wide == in.wide && slices.Equal(was.in, in.in) {
			v := was.out[0]
			return v, len(was.out) == 1 && !was.overwrites() && !b.writes(v, i+1, len(b.code))
		}
		if was.kind == call || slices.ContainsFunc(in.in, func(a arg) bool {
			return a.kind == variable && isIn(was.out, a.v)
		}) {
			return 0, false
		}
	}
	return 0, false
}

// tellsOf tells whether the condition of another branch holds where this branch's does, or does not.
func (t *term) tellsOf(other *term, holds bool) (also, ok bool) {
	also = holds != t.inverse != other.inverse
	switch {
	case !slices.Equal(t.in, other.in):
		return false, false
	case t.test == other.test:
		return also, true
	case !t.test.IsValid() || !isComparison(t.test) || !t.test.Info().Type.IsInt():
		return false, false
	}
	info := t.test.Info()
	not, ok := optab.Opposite(info.Row.Name, info.Type)
	return !also, ok && program.OpcodeFor(not, info.Type) == other.test
}
