package golang

import (
	"go/types"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Objects that a recursion makes, such as the nodes of a tree, and those that calls in a loop
// make, are as many as the run needs, and each level of the recursion may refer to those of the
// others. So they are in an arena: one array for all objects of a type, which all functions share,
// and whose places a lane takes one after the other, up to Options.MakeCap. The outermost
// function has the arenas, as memory that it makes; every call is handed them as it is handed any
// memory, so that what it does not touch costs nothing. A pointer to such an object is its
// place, or -1 if it is nil.
//
// Which types need an arena comes out when a function is analysed; then it is analysed anew. All
// that is allocated of such a type is in its arena from then on.

// The fields of an arena.
const (
	arenaTaken  = iota // how many places are taken
	arenaPlaces        // the objects
)

// arena is the memory of all objects of a type.
type arena struct {
	elem   types.Type
	region *known.Region
	// cells are what the leaves refer to, wherever that is the same for all functions: objects of
	// arenas, and no memory of a function. The analysis takes them for what they are, and is done
	// again if it stores more; else each function would be analysed for all that its callers have
	// stored until then.
	cells known.Value
	boxes bool       // values of the type that are in interfaces are in it too
	rows  bool       // of arrays, each the memory of a slice that make gives
	grows bool       // and literals and append, see arenas_grow.go
	takes bool       // and of slices of arrays that nothing else reads any more; see takeArray
	moves bool       // and it says where its places move to, see arenas_collect.go
	maps  *types.Map // of maps of this type, see maps_lane.go
	// longest is how long strings may be if the arena is of their bytes, and all says that it is of those of all
	// functions; see arenas_texts.go.
	longest int64
	all     bool
}

// newArena is the i-th arena, with room for n objects of a type.
func newArena(i int, want *arena, n int64) *arena {
	elem := want.elem
	if want.longest > 0 {
		n = min(n*want.longest, program.MaxElements)
	}
	field := func(name string, typ types.Type) *types.Var { return types.NewField(0, nil, name, typ, false) }
	fields := []*types.Var{field("taken", types.Typ[types.Int]), field("of", types.NewArray(elem, n))}
	if want.grows {
		for k := rowsHeld; k < rowsFields; k++ {
			fields = append(fields, field(rowsNames[k-rowsHeld], types.NewArray(types.Typ[types.Int], n+1)))
		}
	}
	if want.moves {
		fields = append(fields, field("moves", types.NewArray(types.Typ[types.Int], n)))
	}
	typ := types.NewStruct(fields, nil)
	layout := known.Layouts{}.Of(typ)
	what, joined := elem, uint8(0)
	switch {
	case want.maps != nil:
		what = want.maps
	case want.longest > 0:
		what, joined = types.Typ[types.String], known.MostJoined // they may get longer at each level
	}
	return &arena{elem: elem, boxes: want.boxes, rows: want.rows, grows: want.grows, takes: want.takes,
		moves: want.moves, maps: want.maps, longest: want.longest, all: want.all,
		region: &known.Region{Name: arenaTag(i), Type: typ, Layout: layout, Arena: true, Nilable: true,
			Made: known.Made{Grown: want.grows, Longest: int(want.longest),
				Joined: joined}, What: "a " + gotypes.Short(what)}}
}

// openArenas gives arenas to the types that turned out to need one, with room for n objects each.
func (k *keeping) openArenas(n int64) {
	for _, key := range slices.Sorted(maps.Keys(k.wanted)) {
		want := k.wanted[key]
		i := slices.IndexFunc(k.arenas, func(a *arena) bool { return a.replacedBy(want) })
		if i < 0 {
			i = len(k.arenas)
			k.arenas = append(k.arenas, &arena{})
		}
		was := k.arenas[i]
		want.boxes, want.rows = was.boxes || want.boxes, was.rows || want.rows
		want.grows, want.takes = was.grows || want.grows, was.takes || want.takes
		want.moves = was.moves || want.moves
		k.arenas[i] = newArena(i, want, n)
	}
	clear(k.wanted)
	for _, a := range k.arenas {
		a.cells = nil
		for _, lf := range a.region.Layout.Leaves {
			a.cells = append(a.cells, k.emptyCell(lf))
		}
	}
}

// tooMany says of what an arena would be too large for a lane with this Options.MakeCap, if there is one, and how large
// that may be at most.
func (k *keeping) tooMany() (what string, most int) {
	for _, a := range k.arenas {
		if tooLarge(a.region.Type) != manyElements {
			continue
		}
		fits := func(n int) bool { return tooLarge(types.NewArray(a.of(int64(n)), int64(n))) == "" }
		n := sort.Search(int(a.region.Layout.Fields[arenaPlaces].Len), func(n int) bool { return !fits(n + 1) })
		switch row, ok := a.elem.(*types.Array); {
		case a.maps != nil:
			return "of maps, several " + gotypes.Short(a.maps), n
		case ok:
			return "of what append makes, several " + gotypes.Short(types.NewSlice(row.Elem())), n
		}
	}
	return "", 0
}

// of is the type of the places of an arena if Options.MakeCap is n.
func (a *arena) of(n int64) types.Type {
	row, ok := a.elem.(*types.Array)
	switch {
	case a.maps != nil:
		return mapType(a.maps, roomForKeys(a.maps, n))
	case ok && a.rows:
		return types.NewArray(row.Elem(), n)
	}
	return a.elem
}

// replacedBy reports whether an arena is of the same objects as one that is wanted: of rows that grow
// there is one for each type of elements, so that a slice is of one memory.
func (a *arena) replacedBy(want *arena) bool {
	if a.longest > 0 || want.longest > 0 {
		return a.longest > 0 && want.longest > 0
	}
	if a.rows && want.rows && (a.grows || want.grows) {
		return types.Identical(a.elem.(*types.Array).Elem(), want.elem.(*types.Array).Elem())
	}
	return types.Identical(a.elem, want.elem)
}

// emptyCell is what a leaf of an arena refers to before anything is stored.
func (k *keeping) emptyCell(lf known.Leaf) known.Atom {
	if lf.Ref == nil {
		return known.NumberAtom(lf, known.Varying())
	}
	switch ref := lf.Ref.Underlying().(type) {
	case *types.Pointer:
		if to := k.arenaOf(ref.Elem()); to != nil {
			return toArena(to, ref.Elem(), known.Varying())
		}
	case *types.Map:
		if to := k.mapArena(ref); to != nil {
			return toArena(to.region, to.elem, known.Varying())
		}
	}
	return zeroAtom(lf)
}

// arenaOf is the arena of a type, or nil if it has none.
func (k *keeping) arenaOf(elem types.Type) *known.Region {
	for _, a := range k.arenas {
		if types.Identical(a.elem, elem) && a.longest == 0 {
			return a.region
		}
	}
	return nil
}

// isScratch reports whether lanes write to each place of an arena when they take it, and read it only then: of objects,
// which are zero or have a value from the beginning. Rows and maps begin with what is there.
func (k *keeping) isScratch(r *known.Region, leaf int) bool {
	i := slices.IndexFunc(k.arenas, func(a *arena) bool { return a.region.Name == r.Name })
	if !r.Arena || i < 0 {
		return false
	}
	a := k.arenas[i]
	from, to := r.Layout.Field(arenaPlaces)
	return !a.rows && !a.grows && !a.takes && a.maps == nil && a.longest == 0 && from <= leaf && leaf < to
}

// mapArena is the arena of maps of a type, or nil if they are in none.
func (k *keeping) mapArena(t *types.Map) *arena {
	for _, a := range k.arenas {
		if a.maps != nil && types.Identical(a.maps, t) {
			return a
		}
	}
	return nil
}

// arenaCell is what the leaves of an arena refer to in all functions.
func (k *keeping) arenaCell(r *known.Region, leaf int) *known.Atom {
	for _, a := range k.arenas {
		if a.region == r {
			return &a.cells[leaf]
		}
	}
	panic("bug: not an arena")
}

// raiseArena joins what is stored to a leaf of an arena with what it refers to in all functions, and
// reports whether it is the same for all.
func (b *heap) raiseArena(r *known.Region, k int, a known.Atom) bool {
	if !a.InArenas() {
		return false
	}
	cell := b.kept.arenaCell(r, k)
	joined, _ := known.Value{*cell}.Join(b.abstract(known.Value{a}))
	if v := joined.(known.Value); !sameValue(v, known.Value{*cell}) {
		*cell, b.kept.stored = v[0], true
	}
	return true
}

// arenaFor is the arena that an allocation takes a place of, or nil.
func (k *keeping) arenaFor(in *ssa.Alloc) *known.Region {
	if !inArena(in) || rowElement(in) != nil && k.growing(rowElement(in)) != nil {
		return nil
	}
	return k.arenaOf(gotypes.Pointee(in.Type()))
}

// inArena reports whether what an instruction makes may be in an arena.
func inArena(in ssa.Instruction) bool {
	a, ok := in.(*ssa.Alloc)
	return ok && a.Heap && a.Comment != "varargs"
}

// wantArena notes that what an instruction makes needs an arena, and reports whether it can have
// one.
func (b *heap) wantArena(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.MakeSlice:
		b.wantRows(in.Type().Underlying().(*types.Slice).Elem(), int64(b.opts.MakeCap))
		return true
	case *ssa.MakeMap:
		b.wantMaps(in.Type().Underlying().(*types.Map))
		return true
	case *ssa.Call:
		return ssaflow.IsAppend(in) && b.wantGrowing(in.Type().Underlying().(*types.Slice).Elem())
	}
	if elem := rowElement(in); elem != nil {
		return b.wantGrowing(elem)
	}
	if !inArena(in) {
		return false
	}
	b.wantArenaOf(gotypes.Pointee(in.(*ssa.Alloc).Type()))
	return true
}

// wantArenaOf notes that objects of a type need an arena.
func (b *cursor) wantArenaOf(elem types.Type) {
	if b.opts.MakeCap > 0 && b.kept.arenaOf(elem) == nil {
		b.kept.wanted[gotypes.Key(elem)] = &arena{elem: elem}
	}
}

// wantMaps notes that maps of a type need an arena.
func (b *cursor) wantMaps(t *types.Map) {
	if most := int64(b.opts.MakeCap); most > 0 && b.kept.mapArena(t) == nil {
		b.kept.wanted[gotypes.Key(t)] = &arena{elem: mapType(t, roomForKeys(t, most)), maps: t}
	}
}

// wantBoxes notes that values of a type that are in interfaces need an arena, as they hold others of
// their kind, and reports whether they can have one.
func (b *cursor) wantBoxes(elem types.Type) bool {
	if b.opts.MakeCap > 0 {
		b.kept.wanted[gotypes.Key(elem)] = &arena{elem: elem, boxes: true}
	}
	return b.opts.MakeCap > 0
}

// wantRows notes that the memory of slices of n elements that make gives needs an arena.
func (b *cursor) wantRows(elem types.Type, n int64) {
	if b.opts.MakeCap > 0 {
		row := types.NewArray(elem, n)
		b.kept.wanted[gotypes.Key(row)] = &arena{elem: row, rows: true}
	}
}

// rowsOf is the arena of the memory of slices that make gives, or nil.
func (k *keeping) rowsOf(elem types.Type) (rows *arena) {
	for _, a := range k.arenas {
		if row, ok := a.elem.(*types.Array); ok && a.rows && types.Identical(row.Elem(), elem) &&
			(rows == nil || row.Len() > rows.elem.(*types.Array).Len()) {
			rows = a
		}
	}
	return rows
}

// makeRow translates make of a slice whose memory is in an arena.
func (b *slicing) makeRow(in *ssa.MakeSlice, rows *arena, length, capacity program.Operand) {
	elem, room := rows.elem.(*types.Array).Elem(), rows.elem.(*types.Array).Len()
	most, bounded := known.Limit(capacity)
	if bounded && most > room && !b.emitting() { // for an arena that grows, too
		b.wantRows(elem, most)
	}
	if !capacity.IsLiteral() || capacity.Bits > uint64(room) {
		capacity = b.op("checklen", program.I64, capacity, known.Int64(math.MaxInt64))
		capacity = b.op("checkcap", program.I64, capacity, known.Int64(room))
	}
	if in.Len == in.Cap {
		length = capacity
	} else if !length.IsLiteral() || !capacity.IsLiteral() || length.Bits > capacity.Bits {
		length = b.op("checklen", program.I64, length, capacity)
	}
	a := b.takeExact(rows)
	b.clearTaken(rows, a, capacity)
	b.define(known.Value{sliceOfRow(a, elem, length, capacity)})
}

// sliceOfRow is a row as a slice that begins with its first element.
func sliceOfRow(row known.Atom, elem types.Type, length, capacity program.Operand) known.Atom {
	row.Kind, row.Elem = known.Slice, elem
	row.Nums = append(row.Nums, known.Int64(0), length, capacity)
	return row
}

// boxes is the arena that values of a type are in which are in interfaces, or nil.
func (k *keeping) boxes(elem types.Type) *known.Region {
	for _, a := range k.arenas {
		if a.boxes && types.Identical(a.elem, elem) {
			return a.region
		}
	}
	return nil
}

// toArena is a pointer to an object of an arena.
func toArena(r *known.Region, elem types.Type, at program.Operand) known.Atom {
	from, to := r.Layout.Field(arenaPlaces)
	return known.Atom{Kind: known.Pointer, Region: r, From: from, To: to, Elem: elem, Nums: []program.Operand{at}}
}

// takeArena takes the next place of an arena. If nothing was in it before, it is zero; see clearTaken.
func (b *heap) takeArena(r *known.Region, elem types.Type) known.Atom {
	b.touchAll(r)
	at := b.takenIn(r)
	room := known.Int64(int64(r.Layout.Fields[arenaPlaces].Len))
	next := b.op("checkcap", program.I64, b.op("add", program.I64, at, known.Int64(1)), room)
	b.setTaken(r, next)
	b.knownNotNil(at)
	return toArena(r, elem, at)
}

// fewOptions is how many objects of one maker may have memory of their own if an element may point to any of them: each
// access chooses between these memories.
const fewOptions = 2

// poolObjects wants an arena for the objects that elements of arrays point to, if one instruction makes several: that
// of a function which is called as often. An access to an arena is one, and not one to each.
func (b *body) poolObjects() {
	for _, name := range slices.Sorted(maps.Keys(b.regions)) {
		r := b.regions[name]
		for k, lf := range r.Layout.Leaves {
			if lf.Ref == nil || len(lf.Shape) == 0 {
				continue
			}
			a := b.cell(r, k)
			if a.Kind != known.Pointer || a.Region.Kind != known.ChoiceRegion || len(a.Region.Options) <= fewOptions {
				continue
			}
			made, _ := b.makerOf(a.Region.Options[0].Region.Name)
			same := made != nil && inArena(made) && !slices.ContainsFunc(a.Region.Options, func(o known.Option) bool {
				in, _ := b.makerOf(o.Region.Name)
				return in != made || o.From != 0
			})
			if same {
				b.wantArenaOf(gotypes.Pointee(made.(*ssa.Alloc).Type()))
			}
		}
	}
}

// makerOf finds the instruction that made a region of a name, in this function or one that it
// calls, and how often the same function is among the calls that the name tells of.
func (b *heap) makerOf(name string) (in ssa.Instruction, levels int) {
	count := map[*ssa.Function]int{}
	e, nth := b.e, 0
	for place := range strings.SplitSeq(name, ".") {
		if n, ok := nthOf(place); ok {
			nth = n
			continue
		}
		fn := e.Operator().(operator).fn
		if in != nil {
			callees := e.Callees(b.translator.graph(fn).opOf[in])
			if nth >= len(callees) {
				return nil, levels
			}
			e, nth = callees[nth], 0
			fn = e.Operator().(operator).fn
		}
		count[fn]++
		levels = max(levels, count[fn])
		site, _, _ := strings.Cut(place, "_") // which may be of several sizes, see adopted
		if in = b.translator.graph(fn).makers[site]; in == nil {
			return nil, levels
		}
	}
	return in, levels
}
