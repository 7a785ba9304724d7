package golang

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Memory that a loop makes and that is used beyond the round that made it, such as the
// rows of a table, is kept: an array has a place for each time, as many as the counters
// of the loops say or Options.MakeCap allows, and a lane counts how many it has taken. Whether that is needed comes
// out when the function is emitted (checkMade); then it is analysed anew. A lane that
// needs more places faults. Where few variables refer to such memory, they take turns at places: see kept_turns.go.

// keeping is which allocations are kept, by placeKey, with how many places each has. It
// outlives an analysis.
type keeping struct {
	places map[string]int64
	more   map[string]int64 // that the next analysis keeps too
	// room is how many elements memory turned out to need, by place, and columns are what the strings in parameters
	// turned out to need.
	room    map[string]int64
	columns *textColumns
	// wanted are the arenas that the next analysis has too, by the keys of their types, and stored says that
	// this one stored to arenas what it did not begin with; see arenas.go.
	arenas []*arena
	wanted map[string]*arena
	stored bool
	// asked says that memory has room because other functions asked for it, and unasked that it must not: see
	// grow_handed.go. capacity says that a capacity was refused that append may have made, and within that appends have
	// the room that the capacity says, so that lanes for which this is not enough fault. short says that room was
	// missing that no option gives: a literal, which has none, is refused then as before.
	asked, unasked, capacity, within, short bool
	// pooled says that something got an arena because that is faster, and unpooled that nothing must: see poolElements
	// and poolTexts.
	pooled, unpooled bool
	// frees says that places of arenas are freed, and freed that some could have been; see arenas_free.go.
	frees, freed bool
	// asksText says that the text of an error is asked for, and errorTexts are those that there are; see
	// errors_texts.go.
	asksText   bool
	errorTexts []string
	// judging says that operations do not wait for the calls before them, so that all errors are found.
	judging bool
}

func newKeeping() *keeping {
	return &keeping{places: map[string]int64{}, more: map[string]int64{}, room: map[string]int64{},
		columns: newTextColumns(), wanted: map[string]*arena{}}
}

// firstKeeping is what is kept before a function is translated: nothing, or what the tries found that refused what is
// left to Go now, as they get as far as these do.
func (o *Options) firstKeeping() *keeping {
	if o.spread != nil {
		return newKeeping()
	}
	k := o.learnt[o.sharing]
	if k == nil {
		k = newKeeping()
		o.learnt[o.sharing] = k
	}
	k.judging = false
	clear(k.more)
	clear(k.wanted)
	return k
}

// forgetGrowing has memory that was given more room again and again begin anew: with what is kept by now it may need
// less.
func (k *keeping) forgetGrowing() {
	for key, n := range k.room {
		if place, counts := strings.CutSuffix(key, timesSuffix); counts && n >= often {
			delete(k.room, key)
			delete(k.room, place)
		}
	}
}

// again reports whether there is more to keep, which it does from now on: objects of arenas up to a number. What has
// places may need no arena any more. Once nothing is missing, what could be freed is.
func (k *keeping) again(room int) bool {
	switch {
	case len(k.more) > 0:
		maps.Copy(k.places, k.more)
		clear(k.more)
		clear(k.wanted)
	case len(k.wanted) > 0:
		k.openArenas(int64(room))
	case k.freed && !k.frees:
		k.frees = true
	default:
		return false
	}
	return true
}

// atLeast keeps so many places, or more if another instance of the function needs them.
func (k *keeping) atLeast(key string, n int64) { k.more[key] = max(k.more[key], n) }

// maxPlaces is how many places memory has, at most, without Options.MakeCap.
const maxPlaces = 1024

// maxKeeping bounds how often a function is analysed because more has to be kept.
const maxKeeping = 24

// placeKey names an instruction that makes memory.
func placeKey(fn *ssa.Function, site string) string { return known.FunctionKey(fn) + " " + site }

// keep notes that the memory that the current instruction makes has to be kept, and reports
// whether it can be: what an append makes cannot, and what a call makes only in an arena.
func (b *heap) keep(r *known.Region) bool {
	if b.keepText(r) {
		return true
	}
	in := b.makers[r.Name]
	if call, ok := b.cur.(*ssa.Call); ok && b.keepGiven(call, r) {
		return true
	}
	switch in.(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap:
	case *ssa.Convert:
		if _, ok := r.Type.(*types.Array); !ok || gotypes.IsString(in.(ssa.Value).Type()) {
			return false
		}
	case nil:
		in, _ = b.makerOf(r.Name)
		if r.Longest > 0 {
			return b.wantTexts(true)
		}
		return in != nil && b.wantArena(in)
	default:
		return b.wantArena(in)
	}
	n, counted := b.placesFor(in)
	if inArena(in) && b.leadsOn(gotypes.Pointee(in.(*ssa.Alloc).Type())) && !counted {
		return b.wantArena(in)
	}
	key := placeKey(b.fn, r.Name)
	if n > 0 && b.kept.places[key] == 0 {
		b.kept.atLeast(key, n)
		b.keepAlike(in)
	}
	return true
}

// leadsOn reports whether values of a type may refer to other memory.
func (b *heap) leadsOn(t types.Type) bool {
	return slices.ContainsFunc(b.layouts.Of(t).Leaves, func(lf known.Leaf) bool { return lf.Ref != nil })
}

// placesFor is how many places what an instruction makes needs to be kept, and 0 if that is not known and no option
// says it. It is counted if the rounds of its loops or what they carry on say how many.
func (b *heap) placesFor(in ssa.Instruction) (n int64, counted bool) {
	most, ok := ssaflow.MostRuns(in, b.mostOf)
	turns, alternate := b.turns(in)
	once := !b.loops[in.Block().Index]
	counted = ok && most <= maxPlaces || alternate || once
	for next := range b.rounds { // a variable of a for statement, which each round has
		if b.sites[next] == b.sites[in] {
			return int64(b.opts.MakeCap), counted
		}
	}
	switch {
	case once:
		n = 1
	case alternate && (!ok || most > int64(len(turns))):
		n = int64(len(turns)) + 1
	case counted:
		n = max(most, 1)
	default:
		n = int64(b.opts.MakeCap)
	}
	return n, counted
}

// keepAlike keeps what else in the function makes memory of the same type: variables that
// take turns, such as those of two rows, refer to both.
func (b *heap) keepAlike(in ssa.Instruction) {
	for other, site := range b.sites {
		if other == in || b.kept.places[placeKey(b.fn, site)] > 0 {
			continue
		}
		switch other := other.(type) {
		case *ssa.Alloc:
			if !other.Heap || b.rounds[other] {
				continue
			}
		case *ssa.MakeSlice, *ssa.MakeMap, *ssa.Convert:
		case *ssa.Call:
			b.keepGivenAlike(other, in)
			continue
		default:
			continue
		}
		if types.Identical(madeType(other), madeType(in)) {
			if n, _ := b.placesFor(other); n > 0 {
				b.kept.atLeast(placeKey(b.fn, site), n)
			}
		}
	}
}

// madeType is the type of what an instruction makes: of elements, for arrays and slices.
func madeType(in ssa.Instruction) types.Type {
	t := in.(ssa.Value).Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Elem()
	case *types.Slice:
		return u.Elem()
	}
	return t
}

// placesOf is how many places there are for what an instruction makes, and 0 if it is
// not kept.
func (b *heap) placesOf(in ssa.Instruction) int64 { return b.kept.places[placeKey(b.fn, b.sites[in])] }

// takePlace takes a place of memory that is kept. It is zero, but where the instruction takes turns.
func (b *heap) takePlace(in ssa.Instruction, r *known.Region) program.Operand {
	n := b.placesOf(in)
	if most, _ := b.placesFor(in); most > n { // another instance of the function makes more
		b.kept.atLeast(placeKey(b.fn, b.sites[in]), most)
	}
	return b.takePlaceOf(n, in, r)
}

// takePlaceOf takes one of n places for what an instruction makes: the next one, in which nothing was before, or one to
// which nothing refers any more.
func (b *heap) takePlaceOf(n int64, in ssa.Instruction, r *known.Region) program.Operand {
	if !b.emitting() {
		for k, lf := range r.Layout.Leaves {
			if lf.Ref != nil {
				b.raise(r, k, zeroAtom(lf))
			}
		}
	} else {
		b.ensure(r)
	}
	if row, ok := b.rows[in]; ok {
		return known.Int64(row)
	}
	if !b.loops[in.Block().Index] && n == 1 {
		return known.Int64(0)
	}
	if !b.emitting() {
		return known.Varying()
	}
	if values, ok := b.turns(in); ok && n > int64(len(values)) {
		return b.takeTurn(values, r)
	}
	taken := b.takenPlaces(r)
	place := b.temp(program.I64, nil)
	b.copy([]string{place}, []program.Operand{taken})
	next := b.op("add", program.I64, taken, known.Int64(1))
	b.copy([]string{taken.Name}, []program.Operand{b.op("checkcap", program.I64, next, known.Int64(n))})
	return program.Ref(place)
}

// takenPlaces is the variable that counts the places of kept memory that a lane has taken.
func (b *heap) takenPlaces(r *known.Region) program.Operand {
	name := b.taken[r.Name]
	if name == "" {
		name = b.names.Unique(b.f.name + "." + r.Name + ".taken")
		b.declare(name, known.Leaf{Dtype: program.I64})
		b.taken[r.Name] = name
		entry := b.emission.graph.Blocks[0]
		op := copyOp([]string{name}, []program.Operand{known.Int64(0)}, b.at)
		entry.Instrs = append([]program.Instr{op}, entry.Instrs...)
	}
	return program.Ref(name)
}

// allocKept translates an allocation that is kept.
func (b *addressing) allocKept(in *ssa.Alloc, t types.Type) {
	array := types.NewArray(b.outgrownType(in, t), b.placesOf(in))
	b.checkSize(array)
	r := b.site(in, "", array)
	at := b.takePlace(in, r)
	a := known.Atom{Kind: known.Pointer, Region: r, To: len(r.Layout.Leaves), Elem: t, Nums: []program.Operand{at}}
	switch {
	case !b.takesTurns(in):
	case r.Outgrown:
		array := t.Underlying().(*types.Array)
		n := b.readable(in, r, known.Int64(array.Len()))
		all := a
		all.Kind, all.Elem = known.Slice, array.Elem()
		all.Nums = []program.Operand{at, known.Int64(0), n, n}
		b.zeroElements(all, n)
	default:
		b.write(place{reg: r, from: a.From, to: a.To, index: a.Nums, elem: t}, b.zero(t))
	}
	b.define(known.Value{a})
}

// shareRows gives one site, and so one memory, to what makes slices that change places, and objects that elements of a
// slice point to. Each has a row of it, so that an access is one of that memory and not of several, of which one would
// be chosen.
func (t *translator) shareRows(fn *ssa.Function, g *graph) {
	groups := ssaflow.Swapped(fn)
	swapped := slices.Concat(groups...)
	for _, listed := range ssaflow.Listed(fn) {
		if !slices.ContainsFunc(listed, func(in ssa.Instruction) bool { return slices.Contains(swapped, in) }) {
			groups = append(groups, listed)
		}
	}
	for _, made := range groups {
		for i, in := range made {
			g.sites[in], g.rows[in] = g.sites[made[0]], int64(i)
		}
		t.kept.places[placeKey(fn, g.sites[made[0]])] = int64(len(made))
	}
}
