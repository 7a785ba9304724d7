package engine

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// saves is what the phases of a turn have done to a stack so far. What lanes save is
// written once, when a lane may save a second time or none can save or take back more: most lanes
// save at most once in a turn, in one phase or another. And what is on top is read once.
type saves struct {
	under   codegen.Value // what is on top of the stack, but for lanes that saved since; or NoValue
	pending codegen.Value // the lanes that saved what is not yet written; or NoValue
	value   codegen.Value // what they saved
	pushed  []int         // in which phases
	popped  []int         // those that took something away, so that under is not on top any more
	written []int         // what was saved in these phases was written
	// at is where lanes saved what is not yet written: how deep all were before. It is NoValue if
	// lanes saved in several phases.
	at codegen.Value
}

// savesOf is what was done to a variable's stack.
func (p *phases) savesOf(name string) *saves {
	if p.saves[name] == nil {
		p.saves[name] = &saves{under: codegen.NoValue, pending: codegen.NoValue, at: codegen.NoValue}
	}
	return p.saves[name]
}

// after reports whether lanes may come to a block, in the same turn, from one of others, or
// have been there.
func (g *graph) after(b int, others []int) bool {
	return slices.ContainsFunc(others, func(from int) bool { return from == b || g.onward[from][b] })
}

// findOnward finds the blocks to which lanes may come in the same turn.
func (g *graph) findOnward() {
	g.onward = make([][]bool, len(g.blocks))
	for b := len(g.blocks) - 1; b >= 0; b-- {
		g.onward[b] = make([]bool, len(g.blocks)+1)
		for _, to := range g.succs[b] {
			if to <= b || g.hosts[b] {
				continue
			}
			g.onward[b][to] = true
			for further := range len(g.blocks) {
				if to < len(g.blocks) && g.onward[to][further] {
					g.onward[b][further] = true
				}
			}
		}
	}
}

// staysOnStack reports whether a variable's value is not in a register but on top of its stack:
// if each block either pushes it, and does no more with it, or reads it before it takes it back.
func (g *graph) staysOnStack(name string) bool {
	if slices.Contains(program.Variables(g.prog.VarsOut), name) {
		return false
	}
	for _, b := range g.blocks {
		list := touches(b, name)
		if len(list) == 0 {
			continue
		}
		last := list[len(list)-1]
		switch {
		case last == len(b.Instrs):
			return false
		case pops(b.Instrs[last], name):
			if slices.ContainsFunc(list[:len(list)-1], func(i int) bool {
				return pops(b.Instrs[i], name) || slices.Contains(program.Writes(b.Instrs[i], nil), name)
			}) {
				return false
			}
		case len(list) > 1 || !pushes(b.Instrs[last], name) ||
			slices.Contains(program.Reads(b.Instrs[last], nil), name):
			return false
		}
	}
	return true
}

// takeStacked takes back what a block takes back of variables that stay on their stacks, so that
// it finds them in registers.
func (p *phases) takeStacked(b int, mask codegen.Value) {
	for _, in := range p.g.blocks[b].Instrs {
		if pop, ok := in.(*program.PopOp); ok {
			for _, name := range pop.Vars {
				if p.g.stacked[name] {
					p.now[name] = p.pop(name, b, mask)
				}
			}
		}
	}
}

// push saves a variable, in block b for the lanes of a mask: what it was, or the new value if it
// stays on its stack.
func (p *phases) push(name string, b int, mask, v codegen.Value) {
	t := p.g.typeOf(name)
	old, ok := p.now[name]
	switch {
	case p.g.stacked[name]:
		old = v
	case !ok:
		old = p.literal(t, 0)
	}
	old = p.pack(old, t)
	s := p.savesOf(name)
	if s.pending != codegen.NoValue && p.g.after(b, s.pushed) {
		p.writeSaved(name)
	}
	if s.pending == codegen.NoValue {
		s.pending, s.value, s.at = mask, old, p.depthOf(name)
	} else {
		s.at = codegen.NoValue
		s.pending = p.either(s.pending, mask)
		s.value = p.Emit(stored(t), "select."+stored(t).String(), mask, old, s.value)
	}
	s.pushed = append(s.pushed, b)
	p.deeper(name, mask, 1)
}

// pop takes back what was saved and returns it.
func (p *phases) pop(name string, b int, mask codegen.Value) codegen.Value {
	s, t := p.savesOf(name), p.g.typeOf(name)
	switch {
	case p.g.after(b, s.popped) || s.under == codegen.NoValue && p.g.after(b, s.written):
		if s.pending != codegen.NoValue {
			p.writeSaved(name)
		}
		s.under, s.popped = p.readSaved(name, p.depthOf(name)), nil
	case s.under == codegen.NoValue:
		s.under = p.readSaved(name, p.atStart(name))
	}
	v := s.under
	if s.pending != codegen.NoValue && p.g.after(b, s.pushed) {
		v = p.Emit(stored(t), "select."+stored(t).String(), s.pending, s.value, v)
		s.pending = p.Emit(optab.Bool, "andnot.bool", s.pending, mask)
	}
	s.popped = append(s.popped, b)
	p.deeper(name, mask, ^uint64(0))
	return p.unpack(v, t)
}

// writeSaved writes what lanes have saved.
func (p *phases) writeSaved(name string) {
	s, t := p.savesOf(name), p.g.numbers()
	at := s.at
	if at == codegen.NoValue {
		depth := p.depthOf(name)
		below := p.Emit(t, "add."+t.String(), depth, p.literal(t, ^uint64(0)))
		at = p.Emit(t, "select."+t.String(), s.pending, below, depth)
	}
	// What is above the top is free, so that other lanes may write there.
	if f, ok := p.g.clusters[name]; !ok || !p.clustered {
		p.Write(codegen.Store, p.g.arrays[stackOf(name)], 0, 0, p.Constant(optab.Bool, 1), s.value, at)
	} else if p.together(f) {
		p.writeCluster(f, at)
		return
	} else {
		p.Write(codegen.StoreFrame, f.object, 0, 1<<f.element, at, s.value)
	}
	p.wrote(name)
}

// writeSettled writes what a block saved if no phase that is still to come, of those that run
// together, saves more or takes it back: it need not be kept until they end.
func (p *phases) writeSettled(b int, rest []int) {
	for _, name := range slices.Sorted(maps.Keys(p.saves)) {
		s := p.saves[name]
		if s.pending == codegen.NoValue || !slices.Contains(s.pushed, b) || slices.ContainsFunc(rest, func(c int) bool {
			return slices.ContainsFunc(p.g.blocks[c].Instrs, func(in program.Instr) bool {
				return pushes(in, name) || pops(in, name) && p.g.after(c, s.pushed)
			})
		}) {
			continue
		}
		p.writeSaved(name)
	}
}

// together reports whether all variables of a cluster were saved by the same lanes, and are not
// written.
func (p *phases) together(f clustered) bool {
	first := p.savesOf(f.all[0])
	return first.pending != codegen.NoValue && !slices.ContainsFunc(f.all, func(name string) bool {
		s := p.savesOf(name)
		return s.pending != first.pending || s.at != first.at || p.depthOf(name) != p.depthOf(f.all[0])
	})
}

// writeCluster writes what was saved of all variables of a cluster.
func (p *phases) writeCluster(f clustered, at codegen.Value) {
	args := []codegen.Value{at}
	for _, name := range f.all {
		args = append(args, p.savesOf(name).value)
	}
	p.Write(codegen.StoreFrame, f.object, 0, 1<<len(f.all)-1, args...)
	for _, name := range f.all {
		p.wrote(name)
	}
}

// wrote tells that what was saved of a variable is in memory.
func (p *phases) wrote(name string) {
	s := p.savesOf(name)
	if s.under != codegen.NoValue {
		typ := stored(p.g.typeOf(name))
		s.under = p.Emit(typ, "select."+typ.String(), s.pending, s.value, s.under)
	}
	s.written = append(s.written, s.pushed...)
	s.pending, s.pushed, s.at = codegen.NoValue, nil, codegen.NoValue
}

// writeAllSaved ends a piece.
func (p *phases) writeAllSaved() {
	for _, name := range slices.Sorted(maps.Keys(p.saves)) {
		if p.saves[name].pending != codegen.NoValue {
			p.writeSaved(name)
		}
	}
}

// readSaved is the top of a stack that is so deep.
func (p *phases) readSaved(name string, depth codegen.Value) codegen.Value {
	if f, ok := p.g.clusters[name]; ok && p.clustered {
		return p.LoadFrame(f.object, f.element, depth, stored(p.g.typeOf(name)))
	}
	t := p.g.numbers()
	top := p.Emit(t, "add."+t.String(), depth, p.literal(t, ^uint64(0)))
	return p.Load(codegen.Load, p.g.arrays[stackOf(name)], p.Constant(optab.Bool, 1), top)
}

// depthOf is the depth of a variable's stack.
func (p *phases) depthOf(name string) codegen.Value {
	if v, ok := p.depth[name]; ok {
		return v
	}
	return p.now[p.g.depths[name]]
}

// atStart is the depth at the start of the piece.
func (p *phases) atStart(name string) codegen.Value { return p.start[p.g.depths[name]] }

// deeper changes a depth in the lanes of a mask.
func (p *phases) deeper(name string, mask codegen.Value, by uint64) {
	t := p.g.numbers()
	next := p.Emit(t, "add."+t.String(), p.depthOf(name), p.literal(t, by))
	p.depth[name] = p.Emit(t, "select."+t.String(), mask, next, p.depthOf(name))
}

// settleDepths ends a block: depths are what they have become.
func (p *phases) settleDepths(outside map[string]codegen.Value) {
	for _, name := range slices.Sorted(maps.Keys(p.depth)) {
		outside[p.g.depths[name]] = p.depth[name]
	}
}
