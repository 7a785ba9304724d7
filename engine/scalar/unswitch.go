package scalar

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
)

// A string that is one of several is read by selects: each round of a loop over it reads an element of each string, and
// takes one of them. Which it is, no round changes. So it is asked before the loop, and behind each answer is a loop
// that reads that string alone, and may be one that copies memory. Compilers call that loop unswitching (Allen and
// Cocke, A Catalogue of Optimizing Transformations, 1971).

const (
	// mostUnswitched is how many instructions a loop has at most that is written more than once.
	mostUnswitched = 32
	// mostVersions is how often it is written.
	mostVersions = 6
)

// unswitch asks before small loops what they would ask in each round, and reports whether there are such.
func (f *fn) unswitch() (any bool) {
	var heads []int
	for _, l := range f.loops {
		heads = append(heads, l.head)
	}
	slices.Sort(heads)
	// From the last on: the numbers of those before stay.
	for _, head := range slices.Backward(heads) {
		l := f.loops[slices.IndexFunc(f.loops, func(l *loop) bool { return l.head == head })]
		if u := f.unswitching(l); u != nil {
			any = true
			u.split()
		}
	}
	return any
}

// unswitching is a loop that selects by what no round changes.
type unswitching struct {
	f      *fn
	l      *loop
	blocks []int
	fixed  func(v val) bool
	equal  map[val]equality // conditions that are such
}

// equality is a condition that a number is equal to a literal.
type equality struct {
	of occasion
	to uint64
}

// occasion is what a variable is in a block, where it was written so often before.
type occasion struct {
	v             val
	block, writes int
}

// unswitching looks at a loop.
func (f *fn) unswitching(l *loop) *unswitching {
	u := &unswitching{f: f, l: l, equal: map[val]equality{}}
	if l.odd || l.head == 0 {
		return nil
	}
	count, reads := 0, 0
	for b, has := range l.has {
		if !has {
			continue
		}
		u.blocks = append(u.blocks, b)
		for i := range f.blocks[b].code {
			switch in := &f.blocks[b].code[i]; in.kind {
			case index, load:
				reads++
			case prim, copies, offset, insert, store:
			default:
				return nil
			}
		}
		if count += len(f.blocks[b].code); count > mostUnswitched || f.inner[b] != l {
			return nil
		}
	}
	if reads < 2 {
		return nil
	}
	writes := l.writes(f)
	u.fixed = func(v val) bool { return !writes.has(v) }
	if _, ok := u.condition(); !ok {
		return nil
	}
	return u
}

// isSelect reports whether an instruction selects a number by a variable.
func (f *fn) isSelect(in *ins) bool {
	return in.kind == prim && in.op.Info().Row.Name == "select" && in.in[0].kind == variable &&
		!f.vars[in.out[0]].isArray()
}

// condition is the variable by which the last of those selects does that selects by what no round changes.
func (u *unswitching) condition() (c arg, ok bool) {
	for _, b := range slices.Backward(u.blocks) {
		for i := range u.f.blocks[b].code {
			in := &u.f.blocks[b].code[len(u.f.blocks[b].code)-1-i]
			if u.f.isSelect(in) && u.fixed(in.in[0].v) {
				return in.in[0], true
			}
		}
	}
	return c, false
}

// split writes the loop once for each condition that may hold, behind a block that asks for it, and lets the loop be
// where none holds.
func (u *unswitching) split() {
	u.findEqual()
	var asked []arg
	var versions [][]*block
	for range mostVersions {
		c, ok := u.condition()
		if !ok {
			break
		}
		var version []*block
		for _, b := range u.blocks {
			blk := u.f.blocks[b].clone()
			u.decide(blk, c.v, true)
			u.decide(u.f.blocks[b], c.v, false)
			version = append(version, blk)
		}
		asked, versions = append(asked, c), append(versions, version)
	}
	u.insert(asked, versions)
}

// clone is a block with instructions of its own.
func (b *block) clone() *block {
	c := *b
	c.code, c.term.in, c.term.to = slices.Clone(b.code), slices.Clone(b.term.in), slices.Clone(b.term.to)
	for i := range c.code {
		in := &c.code[i]
		in.in, in.out = slices.Clone(in.in), slices.Clone(in.out)
	}
	return &c
}

// decide replaces the selects of a block whose condition is known where one holds, or does not.
func (u *unswitching) decide(blk *block, c val, holds bool) {
	for i := range blk.code {
		in := &blk.code[i]
		if !u.f.isSelect(in) {
			continue
		}
		x, taken := in.in[0].v, holds
		if x != c {
			is, ok := u.equal[x]
			if by, too := u.equal[c]; !ok || !too || !holds || is.of != by.of {
				continue
			}
			taken = is.to == u.equal[c].to
		}
		from := in.in[2]
		if taken {
			from = in.in[1]
		}
		*in = ins{kind: copies, op: program.OpCopy, in: []arg{from}, out: in.out, mark: in.mark}
	}
}

// findEqual finds which conditions are that a number is equal to a literal. Of those that are computed in one block,
// from what the number is there, one holds at most.
func (u *unswitching) findEqual() {
	writes := make([]int, len(u.f.vars))
	for b, blk := range u.f.blocks {
		for i := range blk.code {
			for _, v := range blk.code[i].out {
				writes[v]++
			}
			in := &blk.code[i]
			asks := in.kind == prim && in.op.Info().Row.Name == "eq"
			if !asks || in.in[0].kind != variable || in.in[1].kind != literal {
				continue
			}
			x := in.in[0].v
			u.equal[in.out[0]] = equality{of: occasion{x, b, writes[x]}, to: in.in[1].bits}
		}
	}
	maps.DeleteFunc(u.equal, func(c val, _ equality) bool { return writes[c] != 1 })
}

// insert puts versions of the loop before it, each behind a block that asks for its condition: where that does not
// hold, the next is asked.
func (u *unswitching) insert(asked []arg, versions [][]*block) {
	f, head := u.f, u.l.head
	each := len(u.blocks) + 1
	more := len(versions) * each
	var before []*block
	for k, version := range versions {
		at := head + k*each
		t := term{kind: branch, in: []arg{asked[k]}, to: []int{at + 1, at + each}, mark: f.blocks[head].term.mark}
		before = append(append(before, &block{term: t}), version...)
		for _, blk := range version {
			for i, to := range blk.term.to {
				if u.l.has[to] {
					blk.term.to[i] = at + 1 + slices.Index(u.blocks, to)
				} else if to > head {
					blk.term.to[i] = to + more
				}
			}
		}
	}
	f.moveTargets(u.l, more)
	f.blocks = slices.Insert(f.blocks, head, before...)
	f.link()
	f.findLoops()
	f.guess()
}
