package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/gotypes"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/frontend/golang/internal/ssaflow"
	"github.com/lockstep-simt/lockstep/program"
)

// Loops over maps. Go leaves open in which order they go, so what depends on it is refused
// (ssaflow.OrderMatters); here it is from the last entry to the first, so that the entry a
// loop is at may be deleted: the last one takes its place, and was visited.

// lookupLane reads a map of a lane.
func (b *hashing) lookupLane(in *ssa.Lookup) {
	a, key := b.atom(in.X), b.settleAll(b.value(in.Index))
	var v known.Value
	var found program.Operand
	if isSharedMap(a, in.X.Type()) {
		v, found = b.getShared(a, in.X.Type().Underlying().(*types.Map), key)
	} else {
		v, found = b.get(b.laneMap(in.X), key)
	}
	if in.CommaOk {
		v = append(v, known.ScalarOf(program.Bool, found)...)
	}
	b.define(v)
}

// lengthOfMap translates len of a map.
func (b *hashing) lengthOfMap(in *ssa.Call) {
	a := b.atom(in.Call.Args[0])
	options := a.Options()
	switch {
	case isSharedMap(a, in.Call.Args[0].Type()):
		b.defineNumber(b.sharedLength(a))
		return
	case options == nil:
		b.defineNumber(b.mapLength(b.laneMap(in.Call.Args[0])))
		return
	}
	n := entriesOfTable(options[0])
	for _, o := range options[1:] {
		n = b.op("select", program.I64, b.isOption(a, o), entriesOfTable(o), n)
	}
	b.defineNumber(n)
}

// entriesOfTable is how many entries a package-level map has, or nil.
func entriesOfTable(a known.Atom) program.Operand {
	if a.Kind == known.Nothing {
		return known.Int64(0)
	}
	return known.Int64(int64(len(a.Region.Table.(*variableTable).m.Index)))
}

// rangeOver begins a loop over a map. What it gives is the map and how many entries are left.
func (b *hashing) rangeOver(in *ssa.Range) {
	a := b.atom(in.X)
	if gotypes.IsString(in.X.Type()) {
		b.rangeOverText(in, a)
		return
	}
	switch a.Kind {
	case known.Nothing, known.Mapping, known.Pointer:
	case known.OneOf:
		b.fail("a loop over one of several maps is not available in batched code; choose with a switch, and loop " +
			"over each in a case of its own")
	default:
		b.refuseKind(a, in.X.Type())
	}
	facts := ssaflow.Facts{Differ: b.twoMaps, Checked: b.checkDifference, Callees: b.calleesOf,
		Apart: b.entriesApart}
	if why, at := ssaflow.OrderMatters(in, facts); why != "" {
		b.failAt(at, "Go leaves open in which order a loop over a map goes, and here the result may depend on it: %s; "+
			"add up integers, count, take the min or max, or collect the keys, sort them (slices.Sort, or a "+
			"comparison by each of their fields) and go over those", why)
	}
	var n program.Operand
	switch {
	case isSharedMap(a, in.X.Type()):
		n = b.sharedLength(a)
	case a.Kind == known.Pointer:
		n = b.mapLength(b.laneMap(in.X))
	default:
		n = entriesOfTable(a)
	}
	left := known.ScalarOf(program.I64, b.variable("left", n))
	b.define(known.Value{{Kind: known.Boxed, Type: in.X.Type(), Parts: append(known.Value{a}, left...)}})
}

// entriesApart reports whether no two entries of a map of a type point to one object.
func (b *hashing) entriesApart(m *types.Map) bool {
	apart, known := b.apart[m.Elem()]
	if !known {
		apart = ssaflow.EntriesApart(b.loaded.Built(), m)
		b.apart[m.Elem()] = apart
	}
	return apart
}

// checkDifference lets lanes check that a difference does not overflow.
func (b *hashing) checkDifference(d *ssa.BinOp) { b.differences[d] = true }

// twoMaps reports whether two maps are never one. Once all is known that they may be, that tells: until then they are
// taken for two.
func (b *hashing) twoMaps(m, n ssa.Value) bool {
	if !b.emitting() {
		return true
	}
	x, y := b.mapsOf(m), b.mapsOf(n)
	return x != nil && y != nil && !slices.ContainsFunc(x, func(r *known.Region) bool {
		return slices.ContainsFunc(y, func(s *known.Region) bool { return r.Name == s.Name })
	})
}

// mapsOf are the regions that a map may be; nil if that is not known.
func (b *hashing) mapsOf(m ssa.Value) []*known.Region {
	v := b.knownOf(m)
	if len(v) != 1 || v[0].Region == nil {
		return nil
	}
	return v[0].Region.All()
}

// knownOf is what is known of a value once the function is emitted, of one that comes later too.
func (b *hashing) knownOf(v ssa.Value) known.Value {
	if in, ok := v.(ssa.Instruction); ok {
		all, _ := b.e.Operand(b.opOf[in], 0).(known.Value)
		return all
	}
	return b.vals[v]
}

// calleesOf gives the functions that a call of a function value or of a method may be of. Until all is known that they
// may be, it is taken to be of none, and so is one that never runs.
func (b *hashing) calleesOf(call *ssa.Call) (fns []*ssa.Function, ok bool) {
	if !b.emitting() || !b.e.Ran(b.opOf[call]) {
		return nil, true
	}
	v := b.knownOf(call.Call.Value)
	if len(v) != 1 || v[0].Options() == nil {
		return nil, false
	}
	for _, option := range v[0].Options() {
		switch {
		case option.Kind == known.Function:
			fns = append(fns, option.Func)
		case option.Kind == known.Boxed && call.Call.IsInvoke():
			method := call.Call.Method
			fns = append(fns, b.prog.LookupMethod(option.Type, method.Pkg(), method.Name()))
		case option.Kind != known.Nothing:
			return nil, false
		}
	}
	return fns, true
}

// next goes on in a loop over a map: to the last entry that is left, if one is.
func (b *hashing) next(in *ssa.Next) {
	loop := b.atom(in.Iter)
	if loop.Kind != known.Boxed {
		b.giveUp()
	}
	over, left := loop.Parts[0], loop.Parts[1].Nums[0]
	if gotypes.IsString(loop.Type) {
		b.nextRune(in, over, left)
		return
	}
	typ := loop.Type.Underlying().(*types.Map)
	b.reassign(left, b.op("sub", program.I64, left, known.Int64(1)))
	any := b.op("ge", program.I64, left, known.Int64(0))
	v := known.ScalarOf(program.Bool, any)
	parts := []struct {
		field int
		typ   types.Type
	}{{mapKeys, typ.Key()}, {mapValues, typ.Elem()}}
	used := in.Type().(*types.Tuple)
	for i, p := range parts {
		if len(b.layouts.Of(used.At(i+1).Type()).Leaves) == 0 {
			continue
		}
		if used.At(i+1).Type() == types.Typ[types.Invalid] { // nobody asks for it
			v = append(v, known.Atom{Kind: known.Nothing})
			continue
		}
		switch {
		case over.Kind == known.Nothing:
			v = append(v, b.zero(p.typ)...)
		case isSharedMap(over, typ):
			v = append(v, b.sharedEntry(over, sharedKeys+p.field-mapKeys, b.sum(left, known.Int64(1)))...)
		case over.Kind == known.Mapping:
			at := b.op("max", program.I64, left, known.Int64(0))
			v = append(v, b.entryOfTable(over, p.field, at, typ)...)
		default: // entries have numbers from 1 on, and behind the last there is another
			at := b.sum(left, known.Int64(1))
			v = append(v, b.read(b.mapAt(over, typ).field(p.field, at))...)
		}
	}
	b.define(v)
}

// entryOfTable reads the key or the value of an entry of a constant map.
func (b *hashing) entryOfTable(a known.Atom, field int, i program.Operand, typ *types.Map) known.Value {
	m := b.mapTable(a.Region.Table.(*variableTable), typ)
	table, elem := m.keys, typ.Key()
	if field == mapValues {
		table, elem = m.values, typ.Elem()
	}
	return b.readTable(place{reg: &known.Region{Kind: known.TableRegion, Table: table}, to: len(table.leaves),
		index: []program.Operand{i}, elem: elem})
}
