package scalar

import (
	"cmp"
	"math/bits"

	"github.com/lockstep-simt/lockstep/codegen"
	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// The machine registers that variables get. R8 is the worker's frame, R11 the fuel, R14 the
// number of the lane, which is Go's outside (a signal handler does not take it from there), and
// R13, R15, X14 and X15 are for use within an instruction's code.
var registers = [2][]int{
	{0, 3, 1, 7, 6, 9, 10, 12, 2, 5}, // AX BX CX DI SI R9 R10 R12 DX BP
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13},
}

const (
	frameReg = codegen.R8
	fuelReg  = codegen.R11
	laneReg  = codegen.R14
	scratchA = codegen.R13
	scratchB = codegen.R15

	regAX, regCX, regDX = 0, 1, 2

	scratchX = 14
	scratchY = 15
)

// location is where a variable is: in a machine register of its class, or in a slot.
type location struct {
	inSlot bool
	n      int
}

// allocation gives locations to the variables of a function: by colouring the graph of
// those that are alive at the same time (Briggs, Cooper and Torczon, "Improvements to
// graph coloring register allocation", 1994), after copies have been given one variable.
type allocation struct {
	groups // of variables that are one
	f      *fn
	adj    []set
	weight []float64 // how often it is read and written
	life   []float64 // at how many places it is alive, and how often these are passed
	forbid []uint16  // registers that a variable cannot have
	hints  []map[int]float64
	copies []pair
	apart  []pair // copies that stay, and operands that instructions change into their results
	loc    []location
	homes  []home
}

// home is the slot that a variable is loaded from, or -1. Where every write of it loads
// it, or is followed by its store, the slot has its value all the time.
type home struct {
	slot   int
	writes int     // that do neither
	mixed  bool    // there is another slot
	loads  float64 // how often it is loaded
}

func (h *home) at(slot int) {
	h.mixed = h.mixed || h.slot >= 0 && h.slot != slot
	h.slot = slot
}

// is reports whether the slot has the value all the time.
func (h *home) is() bool { return h.slot >= 0 && !h.mixed && h.writes == 0 }

// pair is two variables that a copy relates.
type pair struct {
	a, b   val
	weight float64
}

// locate finds a location for each variable.
func (f *fn) locate() *allocation {
	n := len(f.vars)
	a := &allocation{
		f: f, groups: newGroups(n), adj: make([]set, n), weight: make([]float64, n), life: make([]float64, n),
		forbid: make([]uint16, n), hints: make([]map[int]float64, n), loc: make([]location, n), homes: make([]home, n),
	}
	for v := range n {
		a.adj[v], a.hints[v], a.homes[v].slot = newSet(n), map[int]float64{}, -1
	}
	a.collect()
	a.coalesce()
	a.colour()
	return a
}

// of is where a variable is.
func (a *allocation) of(v val) location { return a.loc[a.find(v)] }

// collect finds who is alive with whom, and what would be nice.
func (a *allocation) collect() {
	f := a.f
	_, out := f.liveness()
	for b, blk := range f.blocks {
		for i := range blk.code {
			a.count(&blk.code[i], blk.times)
		}
		blk.term.reads(func(v val) { a.weight[v] += blk.times })
		live := append(set(nil), out[b]...)
		a.lives(live, blk.times)
		f.through(blk, live, func(i int, live set) {
			a.lives(live, blk.times)
			a.write(&blk.code[i], live)
		})
		if b == 0 {
			for _, p := range f.params {
				a.meets(p, live, -1)
				for _, q := range f.params {
					a.meet(p, q)
				}
			}
		}
	}
	for c, list := range [2][]val{f.params, f.results} {
		a.hintAll(list, 1)
		for _, v := range list {
			if c == 0 {
				a.homes[v].writes++
			}
			a.weight[v]++
		}
	}
}

// lives adds up how long variables are alive: a register is worth most to those that are
// used often and gone soon.
func (a *allocation) lives(live set, times float64) {
	for v := range live.all() {
		a.life[v] += times
	}
}

// count adds up reads and writes.
func (a *allocation) count(in *ins, times float64) {
	if in.kind != save {
		in.reads(func(v val) { a.weight[v] += times })
	} else if h := &a.homes[in.in[0].v]; in.now {
		h.at(in.n)
		h.writes--
	} else {
		a.weight[in.in[0].v] += times
	}
	for i, v := range in.out {
		if h := &a.homes[v]; in.kind == restore {
			h.at(in.n)
			h.loads += times
		} else {
			h.writes++
			a.weight[v] += times
		}
		if in.kind == copies && in.in[i].kind == variable {
			if c := (pair{v, in.in[i].v, times}); in.stays {
				a.apart = append(a.apart, c)
			} else {
				a.copies = append(a.copies, c)
			}
		}
	}
	if in.kind == call {
		var args []val
		for _, x := range in.in {
			v := val(-1)
			if x.kind == variable {
				v = x.v
			}
			args = append(args, v)
		}
		a.hintArgs(args, in.fn, times)
		a.hintAll(in.out, times)
	}
	if in.kind == prim && len(in.out) == 1 && !isFixed(in) {
		for i, x := range in.in {
			if x.kind == variable && (i == 0 || commutes(in.op)) {
				a.apart = append(a.apart, pair{in.out[0], x.v, times / 2})
			}
		}
	}
	if in.kind == prim && in.op.Info().Row.Name == "rotl" && in.in[1].kind == variable {
		a.hints[in.in[1].v][regCX] += times
	}
	if isFixed(in) {
		n := fixedAt(in.op.Info().Row)
		for i, v := range in.out {
			a.hints[v][[...]int{n, regAX + regDX - n}[i]] += times
		}
		if in.in[0].kind == variable {
			into := regAX
			if isWide(in.op.Info().Row) {
				into = regDX
			}
			a.hints[in.in[0].v][into] += times
		}
	}
}

// hintArgs wishes arguments into the registers of parameters.
func (a *allocation) hintArgs(args []val, to *fn, times float64) {
	next := [2]int{}
	for i, v := range args {
		c := to.class(to.params[i])
		if to.vars[to.params[i]].isArray() {
			continue
		}
		if n := next[c]; v >= 0 && n < len(registers[c]) {
			a.hints[v][registers[c][n]] += times
		}
		next[c]++
	}
}

// hintAll wishes parameters or results into their registers.
func (a *allocation) hintAll(list []val, times float64) {
	next := [2]int{}
	for _, v := range list {
		c := a.f.class(v)
		if a.f.vars[v].isArray() {
			continue
		}
		if n := next[c]; n < len(registers[c]) {
			a.hints[v][registers[c][n]] += times
		}
		next[c]++
	}
}

// write notes that what an instruction writes is alive with what is alive afterwards.
func (a *allocation) write(in *ins, live set) {
	for i, v := range in.out {
		from := val(-1)
		if in.kind == copies && in.in[i].kind == variable {
			from = in.in[i].v
		}
		a.meets(v, live, from)
		for _, w := range in.out {
			a.meet(v, w)
		}
		if in.kind == prim && len(in.in) == 2 && !commutes(in.op) && in.in[1].kind == variable {
			a.meet(v, in.in[1].v)
		}
	}
	if isFixed(in) {
		const both = 1<<regAX | 1<<regDX
		for v := range val(len(a.f.vars)) {
			if live.has(v) && a.f.class(v) == general && !isIn(in.out, v) {
				a.forbid[v] |= both
			}
		}
		for _, x := range in.in[1:] {
			if x.kind == variable {
				a.forbid[x.v] |= both
			}
		}
		if n := fixedAt(in.op.Info().Row); len(in.out) > 1 { // neither may be where the other is found
			a.forbid[in.out[0]] |= both &^ (1 << n)
			a.forbid[in.out[1]] |= 1 << n
		}
	}
}

// meets notes that v is alive with the others, but for except.
func (a *allocation) meets(v val, live set, except val) {
	for u := range live.all() {
		if u := val(u); u != except {
			a.meet(v, u)
		}
	}
}

func (a *allocation) meet(v, u val) {
	f := a.f
	if v != u && f.class(v) == f.class(u) && !f.vars[v].isArray() && !f.vars[u].isArray() {
		a.adj[v].add(u)
		a.adj[u].add(v)
	}
}

// coalesce gives copies one variable where they are not alive together otherwise.
func (a *allocation) coalesce() {
	sorting.By(a.copies, func(x, y pair) int { return cmp.Compare(y.weight, x.weight) })
	for _, c := range a.copies {
		v, u := a.find(c.a), a.find(c.b)
		if v == u || a.f.class(v) != a.f.class(u) || a.f.vars[v].isArray() || a.f.vars[u].isArray() || a.adj[v].has(u) {
			continue
		}
		if !a.harmless(v, u) {
			a.apart = append(a.apart, c)
			continue
		}
		a.join(u, v)
		a.weight[v] += a.weight[u]
		a.life[v] += a.life[u]
		a.forbid[v] |= a.forbid[u]
		a.homes[v] = home{slot: -1}
		for r, w := range a.hints[u] {
			a.hints[v][r] += w
		}
		a.adj[v].addAll(a.adj[u])
		for x := range a.adj[u].all() {
			a.adj[x].del(u)
			a.adj[x].add(v)
		}
	}
}

// harmless reports whether two variables can be one without taking a register from others:
// fewer of those that it would be alive with have many such themselves than there are
// registers.
func (a *allocation) harmless(v, u val) bool {
	many := len(registers[a.f.class(v)])
	forbidden := bits.OnesCount16(a.forbid[v] | a.forbid[u])
	n := forbidden
	for w := range a.adj[v] { // of both, without a third set, since this is asked often
		word := a.adj[v][w] | a.adj[u][w]
		for word != 0 {
			x := val(64*w + bits.TrailingZeros64(word))
			word &= word - 1
			if a.groups[x] == x && a.degree(x) >= many {
				if n++; n >= many {
					return false
				}
			}
		}
	}
	return true
}

// degree is with how many others a variable is alive.
func (a *allocation) degree(v val) int {
	return flow.Set(a.adj[v]).Len() + bits.OnesCount16(a.forbid[v])
}
