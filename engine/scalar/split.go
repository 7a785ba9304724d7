package scalar

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program"
)

// A variable that gets no register is in a slot wherever it is alive, also in a loop that has registers left: many
// are alive somewhere in a long function. So each loop without calls that uses one has a variable of its own in its
// place, which is loaded before the loop, and stored behind it if the loop writes it; and registers are given out
// again. Those that are in slots once more are what they were, and where the loop has loops inside, these are next
// (Cooper and Simpson, "Live Range Splitting in a Graph Coloring Register Allocator", 1998).

const (
	// splitRounds is how often registers are given out again: those of a nest of loops may go from one variable to
	// another before they are where they are worth most.
	splitRounds = 4
	// splitGain is what part of the loads and stores is left at most where more variables are worth it.
	splitGain = 0.98
)

// splits gives loops variables of their own.
type splits struct {
	f *fn
	// parts are the variables of loops: which they are parts of, and the heads of the loops.
	parts map[val]partOf
	loops []*loop
	in    []set // what is alive where blocks begin
	after []int // behind which blocks those are that are added
	added []*block
}

type partOf struct {
	whole val
	head  *block
}

// allocateSplit finds locations, with variables of loops where that saves loads and stores.
func (f *fn) allocateSplit() {
	slots := f.slots
	a := f.locate()
	best, kept := a, f.snapshot()
	s := &splits{f: f, parts: map[val]partOf{}}
	for range splitRounds {
		f.slots = slots
		if !s.split(a) {
			break
		}
		if a = f.locate(); s.rejoin(a) {
			f.slots = slots
			a = f.locate()
		}
		if a.cost() < splitGain*best.cost() {
			best, kept = a, f.snapshot()
		}
	}
	if f.slots = kept.slots; a != best {
		kept.restore(f)
	}
	f.alloc = best
	best.shareSlots()
}

// cost is how often slots are read and written, as far as can be told.
func (a *allocation) cost() (sum float64) {
	for v := range val(len(a.loc)) {
		if a.groups[v] == v && a.loc[v].inSlot && !a.f.vars[v].base {
			sum += a.weight[v]
		}
	}
	return sum
}

// snapshot is what a function was.
type snapshot struct {
	blocks      []*block
	vars, slots int
	rounds      []round
}

func (f *fn) snapshot() snapshot {
	s := snapshot{vars: len(f.vars), slots: f.slots, rounds: slices.Clone(f.rounds)}
	for _, blk := range f.blocks {
		s.blocks = append(s.blocks, blk.clone())
	}
	return s
}

func (s *snapshot) restore(f *fn) {
	f.blocks, f.vars, f.slots = s.blocks, f.vars[:s.vars], s.slots
	f.relink(s.rounds)
}

// relink finds again how blocks follow each other, and keeps what is known of the rounds of loops.
func (f *fn) relink(rounds []round) {
	f.link()
	f.findLoops()
	f.guess()
	f.rounds = rounds
}

// split gives the largest loops variables in the place of those that are in slots, and reports whether there are any.
func (s *splits) split(a *allocation) bool {
	f := s.f
	s.in, _ = f.liveness()
	s.loops, s.after = f.withoutCalls(), nil
	chosen, done, any := make([][]val, len(s.loops)), newSet(len(f.vars)), false
	for i, l := range s.loops {
		for _, v := range s.candidates(a, l) {
			if !done.has(v) {
				done.add(v)
				chosen[i] = append(chosen[i], v)
				any = true
			}
		}
	}
	if !any {
		return false
	}
	for i, l := range slices.Backward(s.loops) { // from the smallest on
		if len(chosen[i]) > 0 {
			s.confine(l, chosen[i])
		}
	}
	s.order()
	return true
}

// candidates are the variables in slots that a loop uses more often than it begins.
func (s *splits) candidates(a *allocation, l *loop) (list []val) {
	f, used := s.f, map[val]float64{}
	writes, routines := newSet(len(f.vars)), false
	for b, in := range l.has {
		if !in {
			continue
		}
		blk := f.blocks[b]
		use := func(v val) { used[v] += blk.times }
		for i := range blk.code {
			blk.code[i].reads(use)
			for _, v := range blk.code[i].out {
				use(v)
				writes.add(v)
			}
			routines = routines || blk.code[i].clobbers(vector)
		}
		blk.term.reads(use)
	}
	begins := 0.0
	for _, p := range f.blocks[l.head].preds {
		if !l.has[p] {
			begins += f.blocks[p].times
		}
	}
	heads := map[*block]bool{}
	for b, in := range l.has {
		if in {
			heads[f.blocks[b]] = true
		}
	}
	for v, times := range used {
		x := &f.vars[v]
		if x.isArray() || x.base || !a.of(v).inSlot || heads[s.parts[v].head] || routines && f.class(v) == vector {
			continue
		}
		cost := 0.0
		if s.in[l.head].has(v) {
			cost += begins
		}
		if writes.has(v) && s.leaves(l, v) {
			cost += begins
		}
		if cost > 0 && cost < times {
			list = append(list, v)
		}
	}
	sorting.By(list, func(v, u val) int { return cmp.Compare(v, u) })
	return list
}

// leaves reports whether a variable is alive where a loop is left.
func (s *splits) leaves(l *loop, v val) bool {
	outside := func(to int) bool { return !l.has[to] && s.in[to].has(v) }
	for b, in := range l.has {
		if in && slices.ContainsFunc(s.f.blocks[b].term.to, outside) {
			return true
		}
	}
	return false
}

// confine gives a loop variables of its own in the place of others.
func (s *splits) confine(l *loop, list []val) {
	f, own := s.f, map[val]val{}
	for _, v := range list {
		f.vars = append(f.vars, f.vars[v])
		own[v] = val(len(f.vars) - 1)
		s.parts[own[v]] = partOf{v, f.blocks[l.head]}
	}
	written := l.writes(f)
	rename := func(v val) val {
		if p, ok := own[v]; ok {
			return p
		}
		return v
	}
	leaves := map[int][]int{} // the blocks that lead out of the loop, by where
	for b, in := range l.has {
		if !in {
			continue
		}
		blk := f.blocks[b].clone()
		f.blocks[b].code, f.blocks[b].term = blk.code, blk.term
		for i := range blk.code {
			renameArgs(blk.code[i].in, rename)
			renameAll(blk.code[i].out, rename)
		}
		renameArgs(blk.term.in, rename)
		for _, to := range blk.term.to {
			if !l.has[to] && !slices.Contains(leaves[to], b) {
				leaves[to] = append(leaves[to], b)
			}
		}
	}
	load := ins{kind: copies, op: program.OpCopy, stays: true}
	for _, v := range list {
		if s.in[l.head].has(v) {
			load.in, load.out = append(load.in, of(v)), append(load.out, own[v])
		}
	}
	if len(load.out) > 0 {
		for _, p := range f.blocks[l.head].preds {
			if !l.has[p] {
				c := load
				c.in, c.out = slices.Clone(load.in), slices.Clone(load.out)
				f.blocks[p].code = append(f.blocks[p].code, c)
			}
		}
	}
	for _, to := range slices.Sorted(maps.Keys(leaves)) {
		store := ins{kind: copies, op: program.OpCopy, stays: true}
		for _, v := range list {
			if written.has(v) && s.in[to].has(v) {
				store.in, store.out = append(store.in, of(own[v])), append(store.out, v)
			}
		}
		if len(store.out) > 0 {
			s.between(leaves[to], to, store)
		}
	}
}

// between puts an instruction where a loop is left for a block: there, if nothing else leads to it.
func (s *splits) between(from []int, to int, in ins) {
	f, next := s.f, s.f.blocks[to]
	if len(next.preds) == len(from) {
		next.code = slices.Insert(slices.Clone(next.code), 0, in)
		return
	}
	at := len(f.blocks)
	end := term{kind: jump, to: []int{to}, mark: f.blocks[from[0]].term.mark}
	blk := &block{code: []ins{in}, term: end, preds: from}
	next.preds = slices.DeleteFunc(next.preds, func(p int) bool { return slices.Contains(from, p) })
	next.preds = append(next.preds, at)
	for _, b := range from {
		blk.times += f.blocks[b].times / rounds
		t := &f.blocks[b].term
		for i := range t.to {
			if t.to[i] == to {
				t.to[i] = at
			}
		}
	}
	f.blocks, s.after, s.added = append(f.blocks, blk), append(s.after, slices.Max(from)), append(s.added, blk)
	s.in = append(s.in, s.in[to])
	for _, other := range s.loops {
		other.has = append(other.has, other.has[to] && other.has[from[0]])
	}
}

// order puts the blocks that were added behind those from which they come.
func (s *splits) order() {
	f := s.f
	n := len(f.blocks) - len(s.after)
	behind := func(b int) int { // twice, and one more
		for b >= n {
			b = s.after[b-n]
		}
		return b
	}
	order := make([]int, len(f.blocks))
	for b := range order {
		order[b] = b
	}
	sorting.By(order, func(a, b int) int { return cmp.Compare(behind(a), behind(b)) })
	blocks, rounds, now := make([]*block, len(order)), make([]round, len(order)), make([]int, len(order))
	for at, b := range order {
		now[b], blocks[at] = at, f.blocks[b]
		if b < n {
			rounds[at] = f.rounds[b]
		}
	}
	for _, blk := range blocks {
		for i, to := range blk.term.to {
			blk.term.to[i] = now[to]
		}
	}
	f.blocks = blocks
	f.relink(rounds)
}

// rejoin makes variables of loops what they were where both have slots, and reports whether there are such.
func (s *splits) rejoin(a *allocation) (any bool) {
	f := s.f
	whole := func(v val) val {
		for {
			p, ok := s.parts[v]
			if !ok || !a.of(v).inSlot || !a.of(p.whole).inSlot {
				return v
			}
			any = true
			v = p.whole
		}
	}
	for _, blk := range f.blocks {
		for i := range blk.code {
			renameArgs(blk.code[i].in, whole)
			renameAll(blk.code[i].out, whole)
		}
		renameArgs(blk.term.in, whole)
	}
	if any {
		for _, blk := range f.blocks {
			blk.dropSelfCopies()
		}
		s.bypass()
	}
	return any
}

// bypass lets what leads to blocks that were added, and are empty again, lead to where they lead, also over several.
func (s *splits) bypass() {
	f := s.f
	empty := make([]bool, len(f.blocks))
	for b, blk := range f.blocks {
		empty[b] = len(blk.code) == 0 && len(blk.preds) > 0 && slices.Contains(s.added, blk)
	}
	for _, blk := range f.blocks {
		for i, to := range blk.term.to {
			for empty[to] {
				to = f.blocks[to].term.to[0]
			}
			blk.term.to[i] = to
		}
	}
	for b, is := range empty {
		if is {
			*f.blocks[b] = block{term: term{kind: fault}} // nothing leads there
		}
	}
	f.relink(f.rounds)
}

// dropSelfCopies drops copies of variables to themselves.
func (b *block) dropSelfCopies() {
	gone := make([]bool, len(b.code))
	for i := range b.code {
		in := &b.code[i]
		if !in.stays {
			continue
		}
		for k := len(in.out) - 1; k >= 0; k-- {
			if in.in[k] == of(in.out[k]) {
				in.in, in.out = slices.Delete(in.in, k, k+1), slices.Delete(in.out, k, k+1)
			}
		}
		gone[i] = len(in.out) == 0
	}
	b.drop(gone)
}
