package engine

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Calls that lowering left are pushes and jumps. What is saved is in rows of the group's
// memory, a stack a variable, and each lane has a depth: variables that are always saved
// and taken back together share it. The block to which a call returns is a number that is
// saved like a variable.

// Where a lane returns to is a word: the number of the return block of the last call, of
// the one before, and so on, in so many bits each as the program needs. Each time it is
// full it is saved. calls is how many of its calls have not returned.
const (
	returnTo = "return to"
	calls    = "calls"
)

// siteBits is how many bits the number of a return block has. 0 is the end.
func (g *graph) siteBits() int { return bits.Len(uint(len(g.sites))) }

// wordCalls is for how many calls a word has room, a power of two.
func (g *graph) wordCalls() int {
	return 1 << (bits.Len(uint(g.numbers().Bits()/g.siteBits())) - 1)
}

// call saves the return block, and returns the word with it and the lanes that have no room
// for more.
func (p *phases) call(site int, mask codegen.Value) (word, deep codegen.Value) {
	t := p.g.numbers()
	emit := func(op string, x codegen.Value, n uint64) codegen.Value {
		return p.Emit(t, op+"."+t.String(), x, p.literal(t, n))
	}
	count, room := p.now[calls], uint64(p.g.wordCalls())
	word = p.now[returnTo]
	k := p.g.arrays[stackOf(returnTo)]
	full := p.turnover(mask, count)
	p.Open(full)
	p.Write(codegen.Store, k, 0, 0, full, word, emit("shr", count, uint64(log2(room))))
	p.Close()
	p.now[calls] = p.Emit(t, "select."+t.String(), mask, emit("add", count, 1), count)
	number := 1 + slices.Index(p.g.sites, site)
	deep = p.Emit(optab.Bool, "gt."+t.String(), count, p.literal(t, (mostRows-1)*room))
	return emit("or", emit("shl", word, uint64(p.g.siteBits())), uint64(number)), deep
}

// turnover tells which lanes of a mask have made so many calls that a word is full.
func (p *phases) turnover(mask, count codegen.Value) codegen.Value {
	t := p.g.numbers()
	ts, zero := "."+t.String(), p.literal(t, 0)
	some := p.Emit(optab.Bool, "gt"+ts, count, zero)
	low := p.Emit(t, "and"+ts, count, p.literal(t, uint64(p.g.wordCalls()-1)))
	full := p.Emit(optab.Bool, "and.bool", p.Emit(optab.Bool, "eq"+ts, low, zero), some)
	return p.Emit(optab.Bool, "and.bool", mask, full)
}

// back takes the return block off the word and returns both.
func (p *phases) back(mask codegen.Value) (site, word codegen.Value) {
	t := p.g.numbers()
	emit := func(op string, x codegen.Value, n uint64) codegen.Value {
		return p.Emit(t, op+"."+t.String(), x, p.literal(t, n))
	}
	word = p.now[returnTo]
	site = emit("and", word, 1<<p.g.siteBits()-1)
	count := p.now[calls]
	left := p.Emit(t, "select."+t.String(), mask, emit("sub", count, 1), count)
	p.now[calls] = left
	u := p.unsigned()
	word = p.Copy(p.Emit(u, "shr."+u.String(), word, p.literal(u, uint64(p.g.siteBits()))))
	again := p.turnover(mask, left)
	p.Open(again)
	at := emit("shr", left, uint64(log2(uint64(p.g.wordCalls()))))
	p.Merge(again, word, p.Load(codegen.Load, p.g.arrays[stackOf(returnTo)], again, at))
	p.Close()
	return site, word
}

// unsigned is the type of a word whose bits are shifted.
func (p *phases) unsigned() optab.Type {
	if p.g.numbers() == optab.I32 {
		return optab.U32
	}
	return optab.U64
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
	}
	first := map[string]string{} // of those that change alike
	g.depths, g.stacked = map[string]string{}, map[string]bool{}
	var names []string
	for _, name := range g.saved() {
		if !strings.ContainsAny(ops[name], "+-") {
			continue
		}
		names = append(names, name)
		g.stacked[name] = g.staysOnStack(name)
		if _, ok := first[ops[name]]; !ok {
			first[ops[name]] = "depth of " + name
		}
		g.depths[name] = first[ops[name]]
	}
	for _, name := range names {
		typ := stored(g.typeOf(name))
		g.arrays[stackOf(name)] = g.add(object{name: stackOf(name), typ: typ, len: g.stackRows(len(names)), stack: true})
		g.own[g.depths[name]] = g.numbers()
	}
	g.findFrames(names)
	if len(g.sites) > 0 {
		g.arrays[stackOf(returnTo)] = g.add(object{name: stackOf(returnTo), typ: g.numbers(), len: mostRows, stack: true})
		g.own[returnTo], g.own[calls] = g.numbers(), g.numbers()
	}
}

// framed is where a variable is in a frame: variables that are saved and taken back together
// are next to each other, for instruction sets that transpose them on the way.
type framed struct {
	object, element int
	all             []string // of the frame
}

// Fewer variables are not worth a frame.
const leastFramed = 3

// findFrames puts variables with the same depth into frames.
func (g *graph) findFrames(names []string) {
	g.frames = map[string]framed{}
	of := map[string][]string{}
	var depths []string
	for _, name := range names {
		if stored(g.typeOf(name)).Size() != 8 {
			continue
		}
		d := g.depths[name]
		if of[d] == nil {
			depths = append(depths, d)
		}
		of[d] = append(of[d], name)
	}
	for _, d := range depths {
		for all := range slices.Chunk(of[d], codegen.FrameElements) {
			if len(all) < leastFramed {
				continue
			}
			rows := g.stackRows(len(names))
			k := g.add(object{name: fmt.Sprint("frame of ", all[0]), typ: optab.U64, len: rows, stack: true, frame: true})
			for i, name := range all {
				g.frames[name] = framed{k, i, all}
			}
		}
	}
}

// stackRows is how many rows each of n stacks has.
func (g *graph) stackRows(n int) int { return min(mostRows, stackRoom/64/max(n, 8)) }

// stackOf names the stack of a variable.
func stackOf(name string) string { return "stack of " + name }

// saved are the variables that calls save.
func (g *graph) saved() []string {
	var names []string
	for _, d := range g.prog.VarDefs.All() {
		if g.prog.Alloc(d.Name) == program.Full {
			names = append(names, d.Name)
		}
	}
	return names
}
