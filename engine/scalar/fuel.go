package scalar

import (
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Fuel is spent where code may run on: by functions that call themselves, for each lane, and by
// loops in each round. A round of a small loop is a few cycles, and spending fuel would be one
// in ten. So loops whose rounds are known to be few (bounds.go) spend nothing; the loops around them
// spend it instead. Loops that call a function which spends fuel in each round spend none either.

// round is what is known of the rounds of a loop, by its head.
type round struct {
	most   int // rounds at most; 0 if that is not known
	free   int // rounds that are spent for from outside, if it spends none
	cycles int // what a loop adds to what is around it
}

const (
	// mostFree is how many cycles a loop may run that does not spend.
	mostFree = 1 << 12
	// early is for what part of the most rounds is spent beforehand: most loops end before, and
	// a cycle of these estimates is more than the processor's.
	early = 4
	// longRoutine is what a routine counts that takes long for some operands: about half of what it
	// takes at most, for these are rare.
	longRoutine = 6000
	// heavier is how many times as much as the function that it calls a round may weigh that
	// spends only there.
	heavier = 8
)

// weigh decides which loops spend, and how much, and estimates the cycles of a function's code,
// run once from front to end.
func (f *fn) weigh() {
	loops := slices.Clone(f.loops)
	sorting.By(loops, func(a, b *loop) int { return a.size - b.size })
	for i, l := range loops {
		r := &f.rounds[l.head]
		w := f.weighRound(l, loops[:i])
		r.cycles = w
		switch {
		case f.callsAlways(l, w):
			r.free = 1
		case r.most > 0 && r.most*w <= mostFree:
			r.free = (r.most + early - 1) / early
			r.cycles = w * r.free
			f.spends = true
		default:
			for _, b := range f.spenders(l) {
				f.blocks[b].spends = w
			}
		}
	}
	f.spends = f.spends || f.recursive
	f.weight = f.weighRound(nil, loops)
}

// spenders are the blocks that spend what a round of a loop takes: those that do nothing behind them but begin the next
// one, if that is all that do, as what is around the loop spends for one round already. Loops within others often have
// no other. Else it is the head.
func (f *fn) spenders(l *loop) (list []int) {
	for _, b := range f.blocks[l.head].preds {
		switch {
		case !l.has[b]:
		case l.odd, b == l.head, f.inner[b] != l, f.blocks[b].term.kind != jump:
			return []int{l.head}
		default:
			list = append(list, b)
		}
	}
	return list
}

// weighRound estimates the cycles of a round of a loop, or of the whole function: those of the
// longest way through its blocks, where a loop inside is one that leads where its blocks do.
func (f *fn) weighRound(l *loop, smaller []*loop) int {
	in := func(b int) bool { return l == nil || l.has[b] }
	within := make([]int, len(f.blocks)) // the heads of the largest loops inside
	for b := range within {
		within[b] = b
		for _, inner := range smaller {
			if inner.has[b] && in(inner.head) {
				within[b] = inner.head
			}
		}
	}
	longest := make([]int, len(f.blocks)) // from the ends of blocks on, then from their beginnings
	for b := len(f.blocks) - 1; b >= 0; b-- {
		if !in(b) {
			continue
		}
		at := within[b]
		for _, to := range f.blocks[b].term.to {
			if to > b && in(to) && within[to] != at {
				longest[at] = max(longest[at], longest[within[to]])
			}
		}
		switch {
		case at != b:
		case f.rounds[b].cycles > 0 && (l == nil || b != l.head):
			longest[b] += f.rounds[b].cycles
		default:
			longest[b] += f.weighBlock(f.blocks[b])
		}
	}
	if l != nil {
		return longest[l.head]
	}
	return longest[0]
}

// callsAlways reports whether each round of a loop calls a function that spends enough.
func (f *fn) callsAlways(l *loop, weight int) bool {
	calls := func(b int) bool {
		return slices.ContainsFunc(f.blocks[b].code, func(in ins) bool {
			return in.kind == call && in.fn.recursive && weight <= heavier*in.fn.base
		})
	}
	seen := make([]bool, len(f.blocks))
	for work := []int{l.head}; len(work) > 0; {
		b := work[len(work)-1]
		if work = work[:len(work)-1]; seen[b] || calls(b) {
			continue
		}
		seen[b] = true
		for _, to := range f.blocks[b].term.to {
			if to == l.head {
				return false
			}
			if l.has[to] {
				work = append(work, to)
			}
		}
	}
	return true
}

// weighOnce adds up the cycles of a function's blocks.
func (f *fn) weighOnce() {
	for _, blk := range f.blocks {
		f.base += f.weighBlock(blk)
	}
}

func (f *fn) weighBlock(b *block) int {
	n := 1
	for i := range b.code {
		n += f.weighIns(&b.code[i])
	}
	return n
}

// weighIns estimates the cycles of an instruction, for the fuel.
func (f *fn) weighIns(in *ins) int {
	switch in.kind {
	case routine:
		if in.op.Info().Row.Has(optab.Unbounded) {
			return longRoutine
		}
		return 100
	case prim:
		switch in.op.Info().Row.Name {
		case "divwide", "remwide":
			return 40
		case "div", "rem":
			if in.in[1].kind == literal {
				return 6
			}
			return 40 // of a slow processor
		case "quo", "sqrt":
			return 15
		}
	case call:
		n := 1
		for i, a := range in.in {
			x := &in.fn.vars[in.fn.params[i]]
			if x.isArray() && a.kind != literal && !(a.kind == variable && f.vars[a.v].is(x)) {
				n += x.bytes() / 16
			}
		}
		for i, v := range in.out {
			if !f.vars[v].is(&in.fn.vars[in.fn.results[i]]) {
				n += f.weighArray(v)
			}
		}
		return n
	case assign, fill, part, input, insertPart:
		return 1 + f.weighArray(in.out[0])
	case search:
		return 1 + int(in.in[4].bits)*in.wide/16
	case memmove:
		n := 1
		for _, v := range in.out[1:] {
			n += f.weighArray(v)
		}
		return n
	case output:
		return 1 + f.weighArray(in.in[0].v)
	}
	return 1
}

func (f *fn) weighArray(v val) int {
	if x := &f.vars[v]; x.isArray() {
		return x.bytes() / 16
	}
	return 0
}
