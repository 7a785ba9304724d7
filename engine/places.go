package engine

import (
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Where a program calls, lanes wait at many blocks: a mask for each would not fit into registers.
// There each lane has a place instead, the number of the block at which it waits: a block asks
// which lanes are there, and a return is no more than to take the place off the word of return
// blocks. A lane that goes forward in the same turn does so in a mask, and what its place says is
// old until it waits again; no block is asked for behind that which it still names.

// waitsAt is the variable with a lane's place. Place 0 is the exit.
const waitsAt = "waits at"

// faultedAt is the place of lanes that faulted.
const faultedAt = ^uint64(0)

// findPlaces gives numbers to the blocks at which lanes wait, those included to which calls go and
// return: first those of lanes that end, and last those that Go runs.
func (g *graph) findPlaces() {
	if len(g.sites) == 0 {
		return
	}
	e := g.entries()
	g.numbered = map[int]uint64{len(g.blocks): 0}
	number := func(list []int) {
		for _, b := range list {
			if _, ok := g.numbered[b]; !ok {
				g.numbered[b] = uint64(len(g.numbered))
			}
		}
	}
	number(e.end)
	g.lastEnd = uint64(len(g.numbered) - 1)
	number(g.sites)
	g.lastSite = uint64(len(g.numbered) - 1)
	isHost := func(b int) bool { return g.hosts[b] }
	number(slices.DeleteFunc(slices.Clone(e.turn), isHost))
	for _, b := range g.blocks {
		if call, ok := b.Term.(program.PushGotoOp); ok {
			number([]int{g.index[call.Target]})
		}
	}
	g.lastOwn = uint64(len(g.numbered) - 1)
	number(e.turn)
	if g.placed = len(g.regions) == 0 && slices.Contains(g.part, turning); g.placed {
		g.own[waitsAt] = g.numbers()
	}
}

// goTo gives lanes a place.
func (p *phases) goTo(place uint64, mask codegen.Value) {
	t := p.g.numbers()
	p.place = p.Emit(t, "select."+t.String(), mask, p.literal(t, place), p.place)
}

// goToBlock gives lanes the place of a block.
func (p *phases) goToBlock(b int, mask codegen.Value) { p.goTo(p.g.numbered[b], mask) }

// lanesAt are the lanes whose place is a number.
func (p *phases) lanesAt(place uint64) codegen.Value {
	t := p.g.numbers()
	return p.Emit(optab.Bool, "eq."+t.String(), p.place, p.literal(t, place))
}

// come returns the lanes that come to a block, or NoValue if none can.
func (p *phases) come(b int) codegen.Value {
	mask := p.maskOf(b)
	if place, ok := p.g.numbered[b]; ok && p.g.placed {
		mask = p.either(mask, p.lanesAt(place))
	}
	return mask
}

// ended is the mask of the lanes of a group that have ended.
func (t *turn) ended(g int) (codegen.Reg, error) {
	if t.g.placed {
		return t.endedPlaces(g)
	}
	return t.not(anyOf(t.machine, t.masks[g][:len(t.entries.turn)]...)), nil
}

// endedPlaces is the mask of the lanes of a group that have ended, where lanes have places.
func (t *turn) endedPlaces(g int) (codegen.Reg, error) {
	return t.compared(g, "le", t.g.lastEnd)
}

// compared is the mask of the lanes of a group whose places compare so with a number.
func (t *turn) compared(g int, how string, with uint64) (codegen.Reg, error) {
	b := codegen.NewBuilder(how, t.Target.Has)
	typ := t.g.numbers()
	place := b.Param(typ)
	b.F.Results = []codegen.Value{b.Emit(optab.Bool, how+"."+typ.String(), place, b.Constant(typ, with))}
	b.Finish()
	results, err := t.Call(codegen.Expand(&b.F, t.Target), []codegen.Reg{t.vars[g][slices.Index(t.state, waitsAt)]})
	if err != nil {
		return codegen.NoReg, err
	}
	return results[0], nil
}

// kept are the blocks with masks: all at which lanes wait. Lanes without one faulted; if none does, the
// first block of those that end needs no mask, since it is where all others are.
func (t *turn) kept() []int {
	if t.g.placed {
		return nil
	}
	end := t.entries.end
	if !t.faults {
		end = end[1:]
	}
	return slices.Concat(t.entries.turn, end, t.entries.inside)
}
