package engine

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Calls that lowering left are pushes and jumps. What is saved is in rows of the group's
// memory, a stack a variable, and each lane has a depth: variables that are always saved
// and taken back together share it. The block to which a call returns is a number that is
// saved like a variable.

// returnTo is the variable that has the block to which a lane returns.
const returnTo = "return to"

// ahead are the labels to which control goes from a block, the one to which a call
// returns last: blocks behind calls stand behind them.
func ahead(t program.Terminator) []string {
	if call, ok := t.(program.PushGotoOp); ok {
		return []string{call.Target, call.Return}
	}
	return targets(t)
}

// findSites finds the blocks to which calls return.
func (g *graph) findSites() {
	for _, b := range g.blocks {
		if call, ok := b.Term.(program.PushGotoOp); ok {
			if to := g.index[call.Return]; !slices.Contains(g.sites, to) {
				g.sites = append(g.sites, to)
			}
		}
	}
	slices.Sort(g.sites)
}

// Each stack has so many rows, if memory allows. A lane that needs more is reported like
// one that faults: tier 1 runs it, and knows how deep lanes may go.
const (
	mostRows  = 4096
	stackRoom = 1 << 19 // bytes of a group
	// spareRows are for what one block saves, before depths are looked at.
	spareRows = 64
)

// stacks adds what calls need: a stack for each variable that is saved, and depths.
func (g *graph) stacks() {
	ops := map[string]string{} // of each variable: how its stack changes, block by block
	for _, b := range g.blocks {
		for _, name := range g.saved() {
			ops[name] += "|"
		}
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *program.PopOp:
				for _, name := range in.Vars {
					ops[name] += "-"
				}
			case *program.PrimOp:
				for _, out := range in.Out {
					if out.Push {
						ops[out.Name] += "+"
					}
				}
			}
		}
		switch b.Term.(type) {
		case program.PushGotoOp:
			ops[returnTo] += "+"
		case program.IndirectGotoOp:
			ops[returnTo] += "-"
		}
	}
	first := map[string]string{} // of those that change alike
	g.depths = map[string]string{}
	var names []string
	for _, name := range g.saved() {
		if _, used := ops[name]; !used || name == returnTo && len(g.sites) == 0 {
			continue
		}
		names = append(names, name)
		if _, ok := first[ops[name]]; !ok {
			first[ops[name]] = "depth of " + name
		}
		g.depths[name] = first[ops[name]]
	}
	for _, name := range names {
		typ := g.numbers()
		if name == returnTo {
			g.own[returnTo] = typ
		} else {
			typ = stored(g.typeOf(name))
		}
		g.arrays[stackOf(name)] = g.add(object{name: stackOf(name), typ: typ, len: g.stackRows(len(names)), stack: true})
		g.own[g.depths[name]] = g.numbers()
	}
}

// stackRows is how many rows each of n stacks has.
func (g *graph) stackRows(n int) int { return min(mostRows, stackRoom/64/n) }

// stackOf names the stack of a variable.
func stackOf(name string) string { return "stack of " + name }

// saved are the variables that calls save, and the return block.
func (g *graph) saved() []string {
	var names []string
	for _, d := range g.prog.VarDefs.All() {
		if g.prog.Alloc(d.Name) == program.Full {
			names = append(names, d.Name)
		}
	}
	return append(names, returnTo)
}

// push saves the top of a variable.
func (p *phases) push(name string) {
	g := p.g
	k, t := g.arrays[stackOf(name)], g.typeOf(name)
	old, ok := p.now[name]
	if !ok {
		old = p.literal(t, 0)
	}
	// What is above the top is free, so that all lanes may write there.
	p.Write(codegen.Store, k, 0, 0, p.Constant(optab.Bool, 1), p.pack(old, t), p.depthOf(name))
	p.deeper(name, 1)
}

// pop takes back what was saved and returns it.
func (p *phases) pop(name string) codegen.Value {
	p.deeper(name, ^uint64(0))
	k := p.g.arrays[stackOf(name)]
	return p.unpack(p.Load(codegen.Load, k, p.Constant(optab.Bool, 1), p.depthOf(name)), p.g.typeOf(name))
}

// depthOf is the depth of a variable's stack.
func (p *phases) depthOf(name string) codegen.Value {
	if v, ok := p.depth[name]; ok {
		return v
	}
	return p.now[p.g.depths[name]]
}

// deeper changes it.
func (p *phases) deeper(name string, by uint64) {
	t := p.g.numbers()
	p.depth[name] = p.Emit(t, "add."+t.String(), p.depthOf(name), p.literal(t, by))
}

// settleDepths ends a block: depths are what they have become. It returns the lanes whose
// stacks are full, or NoValue.
func (p *phases) settleDepths(inside map[string]codegen.Value) codegen.Value {
	t, deep := p.g.numbers(), codegen.NoValue
	settled := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(p.depth)) {
		d := p.g.depths[name]
		if settled[d] {
			continue
		}
		settled[d] = true
		before := p.now[d]
		p.now[d], inside[d] = p.depth[name], p.depth[name]
		rows := p.g.memory[p.g.arrays[stackOf(name)]].len
		if p.depth[name] == before {
			continue
		}
		full := p.Emit(optab.Bool, "gt."+t.String(), p.depth[name], p.literal(t, uint64(rows-spareRows)))
		if deep != codegen.NoValue {
			full = p.Emit(optab.Bool, "or.bool", deep, full)
		}
		deep = full
	}
	return deep
}
