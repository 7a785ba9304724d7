package engine

import (
	"fmt"
	"maps"
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
// the one before, and so on, in so many bits each as the program needs, below a 1 that tells
// where they end. A word that is full is saved, which is rare; wordsSaved has how many are.
// It is then that stacks are found to be too deep: how many calls a word has room for, and so how
// much is saved until the next one is full, is known.
const (
	returnTo   = "return to"
	wordsSaved = "words saved"
)

// returnWords says how the words of a program are made.
type returnWords struct {
	bits  int // of the number of a return block
	calls int // for which a word has room
	// deepest is, for a variable of each depth, from how much on it is too deep when a word is full.
	deepest map[string]int
}

// findWords finds how the words are made so that no stack gets more than its rows. The error says
// that even few calls save too much.
func (g *graph) findWords() error {
	if len(g.sites) == 0 {
		return nil
	}
	w := &g.words
	w.bits = max(1, bits.Len64(g.lastSite)) // the only place may be 0, the exit
	w.calls = (g.numbers().Bits() - 2) / w.bits
	fs, blocks := functions(g.prog.Graph.Blocks), blocksByName(g.prog.Graph.Blocks)
	// at once is how much may be saved of a variable while there are so many calls more.
	atOnce := func(name string, calls int) int {
		all, each := heightsOf(fs, blocks, name), 0
		for _, f := range fs[1:] {
			each = max(each, all[f.entry].most)
		}
		return all[fs[0].entry].most + each*(calls+2)
	}
	w.deepest = map[string]int{}
	var names []string // one of each depth, whose others are like it
	for _, name := range slices.Sorted(maps.Keys(g.depths)) {
		if g.depths[name] == depthNamed(name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		rows := g.memory[g.arrays[stackOf(name)]].len - 2
		for w.calls > 1 && 2*atOnce(name, w.calls) > rows {
			w.calls--
		}
	}
	for _, name := range names {
		rows := g.memory[g.arrays[stackOf(name)]].len - 2
		if w.deepest[name] = rows - atOnce(name, w.calls); w.deepest[name] < 1 {
			return fmt.Errorf("a call saves much of %s", name)
		}
	}
	return nil
}

// firstWord is the word of a lane that begins: it returns to the exit.
func (g *graph) firstWord() uint64 { return 1 << g.words.bits }

// call puts a return block onto the word of the lanes of a mask, and returns those that have
// called too often; where lanes have places, they get one instead.
func (p *phases) call(site int, mask codegen.Value) (deep codegen.Value) {
	t := p.g.numbers()
	ts := "." + t.String()
	emit := func(op string, x codegen.Value, n uint64) codegen.Value {
		return p.Emit(t, op+ts, x, p.literal(t, n))
	}
	w, word := p.g.words, p.now[returnTo]
	more := emit("or", emit("shl", word, uint64(w.bits)), p.g.numbered[site])
	more = p.Emit(t, "select"+ts, mask, more, word)
	full := p.Emit(optab.Bool, "and.bool", mask, p.Emit(optab.Bool, "ge"+ts, more, p.literal(t, 1<<(w.calls*w.bits))))
	word = p.Copy(more)
	if deep = codegen.NoValue; p.g.placed {
		p.place = p.Copy(p.place)
	} else {
		deep = p.Copy(p.Constant(optab.Bool, 0))
	}
	k, saved := p.g.arrays[stackOf(returnTo)], p.g.arrays[wordsSaved]
	p.Open(full)
	n := p.LoadRow(codegen.LoadRow, saved, 0)
	p.Write(codegen.Store, k, 0, 0, full, more, n)
	p.Merge(full, word, p.literal(t, 1))
	p.Write(codegen.StoreRow, saved, 0, 0, full, emit("add", n, 1))
	many := p.Emit(optab.Bool, "ge"+ts, n, p.literal(t, mostRows-2))
	for _, name := range slices.Sorted(maps.Keys(w.deepest)) {
		is := p.Emit(optab.Bool, "ge"+ts, p.depthOf(name), p.literal(t, uint64(w.deepest[name])))
		many = p.Emit(optab.Bool, "or.bool", many, is)
	}
	many = p.Emit(optab.Bool, "and.bool", full, many)
	if p.g.placed {
		p.Merge(many, p.place, p.literal(t, faultedAt))
	} else {
		p.Merge(many, deep, p.Constant(optab.Bool, 1))
	}
	p.Close()
	p.now[returnTo] = word
	return deep
}

// back takes the return block off the word of the lanes of a mask, and returns its number.
func (p *phases) back(mask codegen.Value) (site codegen.Value) {
	t, u := p.g.numbers(), p.unsigned()
	ts := "." + t.String()
	old := p.now[returnTo]
	empty := p.Emit(optab.Bool, "and.bool", mask, p.Emit(optab.Bool, "eq"+ts, old, p.literal(t, 1)))
	word := p.Copy(old)
	saved := p.g.arrays[wordsSaved]
	p.Open(empty)
	n := p.Emit(t, "sub"+ts, p.LoadRow(codegen.LoadRow, saved, 0), p.literal(t, 1))
	p.Merge(empty, word, p.Load(codegen.Load, p.g.arrays[stackOf(returnTo)], empty, n))
	p.Write(codegen.StoreRow, saved, 0, 0, empty, n)
	p.Close()
	site = p.Emit(t, "and"+ts, word, p.literal(t, 1<<p.g.words.bits-1))
	less := p.Emit(u, "shr."+u.String(), word, p.literal(u, uint64(p.g.words.bits)))
	p.now[returnTo] = p.Emit(t, "select"+ts, mask, less, word)
	return site
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
			first[ops[name]] = depthNamed(name)
		}
		g.depths[name] = first[ops[name]]
	}
	for _, name := range names {
		typ := stored(g.typeOf(name))
		g.arrays[stackOf(name)] = g.add(object{name: stackOf(name), typ: typ, len: g.stackRows(len(names)),
			stack: true})
		g.own[g.depths[name]] = g.numbers()
	}
	g.findClusters(names)
	if len(g.sites) > 0 {
		g.arrays[stackOf(returnTo)] = g.add(object{name: stackOf(returnTo), typ: g.numbers(), len: mostRows,
			stack: true})
		g.arrays[wordsSaved] = g.add(object{name: wordsSaved, typ: g.numbers(), len: 1, stack: true})
		g.own[returnTo] = g.numbers()
	}
}

// clustered is where a variable is in a cluster: variables that are saved and taken back together
// are next to each other, for instruction sets that transpose them on the way.
type clustered struct {
	object, element int
	all             []string // of the cluster
}

// Fewer variables are not worth a cluster.
const leastClustered = 3

// findClusters puts variables with the same depth into clusters.
func (g *graph) findClusters(names []string) {
	g.clusters = map[string]clustered{}
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
			if len(all) < leastClustered {
				continue
			}
			rows := g.stackRows(len(names))
			k := g.add(object{name: fmt.Sprint("cluster of ", all[0]), typ: optab.U64, len: rows, stack: true,
				cluster: true})
			for i, name := range all {
				g.clusters[name] = clustered{k, i, all}
			}
		}
	}
}

// stackRows is how many rows each of n stacks has.
func (g *graph) stackRows(n int) int { return min(mostRows, stackRoom/64/max(n, 8)) }

// depthNamed names a depth after the first variable that has it.
func depthNamed(name string) string { return "depth of " + name }

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
