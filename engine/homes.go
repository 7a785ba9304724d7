package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Variables and masks of lanes keep their values from turn to turn, each in a home: a register of its own, or a row of
// the frame. What phases make of them goes home when they are over.

// assignHomes says which variables and masks stay in registers, those that are used most
// first; others are in the frame.
func (t *turn) assignHomes(set *instructions) {
	uses := t.uses()
	if set.shortPins > 0 {
		t.addChanges(uses)
	}
	byUse := func(from, n int) []int {
		order := make([]int, n)
		for i := range order {
			order[i] = from + i
		}
		sorting.By(order, func(i, j int) int { return uses[j] - uses[i] })
		return order
	}
	t.vars, t.masks = make([][]codegen.Reg, t.groups), make([][]codegen.Reg, t.groups)
	for g := range t.groups {
		t.vars[g] = slices.Repeat([]codegen.Reg{codegen.NoReg}, len(t.state))
		t.masks[g] = slices.Repeat([]codegen.Reg{codegen.NoReg}, t.layout.masks)
	}
	vectors, masks := set.vectorPins, set.maskPins
	if t.shortRegions() {
		vectors += set.shortPins
	}
	pin := func(typ optab.Type) codegen.Reg {
		left := &vectors
		if typ == optab.Bool && set.maskPins > 0 {
			left = &masks
		}
		if *left == 0 {
			return codegen.NoReg
		}
		*left--
		return t.Pin(typ)
	}
	n := len(t.state)
	order := append(byUse(n, t.layout.masks), byUse(0, n)...)
	switch {
	case set.shortPins > 0:
		order = byUse(0, n+t.layout.masks)
	case len(t.entries.inside) == 0:
		slices.Sort(order[:t.layout.masks])
	}
	for _, i := range order {
		for g := range t.groups {
			switch {
			case i >= n:
				t.masks[g][i-n] = pin(optab.Bool)
			case g > 0 && t.sameAt(i):
				t.vars[g][i] = t.vars[0][i]
			case uses[i] > 1 || !t.rests(i):
				t.vars[g][i] = pin(t.typeAt(i))
			}
		}
	}
	for g := range t.groups {
		for i := range t.vars[g] {
			switch {
			case t.vars[g][i] != codegen.NoReg:
			case g > 0 && t.sameAt(i):
				t.vars[g][i] = t.vars[0][i]
			default:
				t.vars[g][i] = t.inFrame(t.typeAt(i), t.variable(g, i))
			}
		}
		for i := range t.masks[g] {
			if t.masks[g][i] == codegen.NoReg {
				t.masks[g][i] = t.inFrame(optab.Bool, t.layout.mask(g, i))
			}
		}
	}
}

// rests reports whether no phase of the turn changes a variable. One that is read once as well is
// an operand in memory then, and leaves its register to others.
func (t *turn) rests(i int) bool {
	rests := true
	_ = t.eachItem(func(it *item, _ int) error {
		rests = rests && it.Results[i] == it.Params[i]
		return nil
	})
	return rests
}

// uses is how often the variables and masks are used in a turn, more inside regions.
func (t *turn) uses() []int {
	list := make([]int, len(t.state)+t.layout.masks)
	_ = t.eachItem(func(it *item, depth int) error {
		uses := make([]int, len(it.Types))
		for _, in := range it.Code {
			for _, a := range in.Args {
				uses[a]++
			}
		}
		for i := range list {
			list[i] += uses[it.Params[i]] << (3 * depth)
		}
		return nil
	})
	return list
}

// addChanges counts each phase that changes a variable or a mask as so many uses: without a register it is stored, and
// what comes next waits until it is loaded again, while one that is only read is an operand in memory.
func (t *turn) addChanges(uses []int) {
	const worth = 8
	_ = t.eachItem(func(it *item, depth int) error {
		for i := range uses {
			if it.Results[i] != it.Params[i] {
				uses[i] += worth << (3 * depth)
			}
		}
		return nil
	})
}

// shortRegions reports whether there are regions and all their phases are short, so that registers are left for what
// they change.
func (t *turn) shortRegions() bool {
	const short = 16 // instructions
	some, long := false, false
	_ = t.eachItem(func(it *item, depth int) error {
		some = some || depth > 0
		long = long || depth > 0 && len(it.Code) > short
		return nil
	})
	return some && !long
}

// sameAt reports whether all groups share variable i.
func (t *turn) sameAt(i int) bool { return t.g.same[t.state[i]] }

// typeAt is the type of variable i.
func (t *turn) typeAt(i int) optab.Type { return t.g.typeOf(t.state[i]) }

// inFrame adds a register that is in a row of the frame.
func (t *turn) inFrame(typ optab.Type, row int) codegen.Reg { return t.InMemory(typ, at(row), 0) }

// uniformRegs are what the frame has of uniforms, each in all lanes.
func uniformRegs(e *codegen.Emitter, l *layout) (regs []codegen.Reg) {
	for i, u := range l.given {
		if !u.table {
			regs = append(regs, e.Fixed(u.typ, at(l.uniform(i))))
		}
	}
	return regs
}

func (t *turn) isPinned(r codegen.Reg) bool { return slices.Contains(t.Pinned, r) }

// pinned calls f for each register that is pinned, with its row.
func (t *turn) pinned(f func(r codegen.Reg, row int, op string)) {
	for g := range t.groups {
		for i, r := range t.vars[g] {
			if t.isPinned(r) && (g == 0 || !t.sameAt(i)) {
				f(r, t.variable(g, i), t.transfer(t.typeAt(i)))
			}
		}
		for i, r := range t.masks[g] {
			if t.isPinned(r) {
				f(r, t.layout.mask(g, i), t.transfer(optab.Bool))
			}
		}
	}
}

// changes gives groups, from the first of them on, the variables and masks that a piece made of them: results
// has each group's.
func (t *turn) changes(first int, p *piece, results []codegen.Reg) {
	each := len(p.Results)
	var now []codegen.Reg
	for g := range len(results) / each {
		now = append(append(now, t.vars[first+g]...), t.masks[first+g]...)
	}
	// A result that is another's register as it was is copied before that changes. All groups share what is the
	// same for all.
	kept := len(t.state) + t.layout.masks
	for k, r := range results {
		if i := k % each; i < kept && r != now[k/each*kept+i] && slices.Contains(now, r) {
			_, typ := t.home(first+k/each, i)
			copied := t.Temp(typ)
			t.Copy(r, copied)
			results[k] = copied
		}
	}
	for g := range len(results) / each {
		t.update(first+g, p, results[g*each:(g+1)*each], results)
	}
}

// home is the row of variable or mask i of a group, and its type.
func (t *turn) home(g, i int) (row int, typ optab.Type) {
	if i < len(t.state) {
		return t.variable(g, i), t.typeAt(i)
	}
	return t.layout.mask(g, i-len(t.state)), optab.Bool
}

// update gives a group's variables and masks their results. all are those of all groups: what is the result of
// several is copied to each.
func (t *turn) update(g int, p *piece, results, all []codegen.Reg) {
	now := slices.Concat(t.vars[g], t.masks[g])
	count := map[codegen.Reg]int{}
	for _, r := range all {
		count[r]++
	}
	for i, r := range now {
		mask, merged := p.merge[i]
		row, typ := t.home(g, i)
		switch {
		case results[i] == r, g > 0 && i < len(t.state) && t.sameAt(i):
		case t.isPinned(r) && merged:
			t.merge(typ, results[i], results[mask], r)
		case t.isPinned(r):
			if count[results[i]] > 1 || !t.Rename(results[i], r) {
				t.Copy(results[i], r)
			}
		default:
			if merged {
				t.mergeRow(typ, results[i], results[mask], r, row)
			} else {
				t.Put(t.transfer(typ), codegen.In(results[i]), codegen.Mem(at(row)))
			}
			again := t.inFrame(typ, row)
			if i < len(t.state) && t.sameAt(i) {
				for g := range t.groups {
					t.vars[g][i] = again
				}
			} else if i < len(t.state) {
				t.vars[g][i] = again
			} else {
				t.masks[g][i-len(t.state)] = again
			}
		}
	}
}
