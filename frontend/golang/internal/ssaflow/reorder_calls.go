package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What rounds of a loop over a map do to maps, themselves and in the functions that they call: methods of sets and of
// counters are often a line long.

// mapUse is what is done to a map at a key.
type mapUse struct {
	m   ssa.Value
	key ssa.Value // of the loop's function; nil if it is computed in one that is called, or any
	at  token.Pos
	// in is the instruction, of whichever function, and value what an update stores, if that is of the loop's.
	in    ssa.Instruction
	value ssa.Value
}

// mapType is the type of the map that a use changes.
func (u *mapUse) mapType() types.Type {
	if update, ok := u.in.(*ssa.MapUpdate); ok {
		return update.Map.Type().Underlying()
	}
	return u.in.(*ssa.Call).Call.Args[0].Type().Underlying() // delete
}

// mapUses are the changes of maps, and what is read of them by functions that are called.
type mapUses struct {
	updates, deletes, looks []mapUse
}

// add notes what an instruction does to a map. of gives the loop's value for one of the instruction's function, or nil.
func (u *mapUses) add(in ssa.Instruction, of func(ssa.Value) ssa.Value) {
	switch in := in.(type) {
	case *ssa.MapUpdate:
		u.updates = append(u.updates, mapUse{of(in.Map), of(in.Key), in.Pos(), in, of(in.Value)})
	case *ssa.Lookup:
		if isMap(in.X) {
			u.looks = append(u.looks, mapUse{m: of(in.X), key: of(in.Index), at: in.Pos(), in: in})
		}
	case *ssa.Call:
		switch f, _ := in.Call.Value.(*ssa.Builtin); {
		case f == nil:
		case f.Name() == "delete":
			m, key := of(in.Call.Args[0]), of(in.Call.Args[1])
			u.deletes = append(u.deletes, mapUse{m: m, key: key, at: in.Pos(), in: in})
		case f.Name() == "len" && isMap(in.Call.Args[0]):
			u.looks = append(u.looks, mapUse{m: of(in.Call.Args[0]), at: in.Pos(), in: in})
		}
	}
}

// join adds others.
func (u *mapUses) join(v mapUses) {
	u.updates, u.deletes = append(u.updates, v.updates...), append(u.deletes, v.deletes...)
	u.looks = append(u.looks, v.looks...)
}

// changes are the updates and the deletes.
func (u *mapUses) changes() []mapUse { return slices.Concat(u.updates, u.deletes) }

// maxInside bounds how deep calls are looked into.
const maxInside = 4

// inside gives what a call does to maps, if it does nothing else that another round could see.
func (f Facts) inside(call *ssa.Call, of func(ssa.Value) ssa.Value, depth int) (uses mapUses, ok bool) {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Blocks == nil || depth > maxInside || len(fn.FreeVars) > 0 {
		return uses, false
	}
	given := func(v ssa.Value) ssa.Value {
		for {
			switch w := v.(type) {
			case *ssa.Const:
				return w
			case *ssa.ChangeType:
				v = w.X
				continue
			case *ssa.Parameter:
				for i, p := range fn.Params {
					if p == w {
						return of(call.Call.Args[i])
					}
				}
			}
			return nil
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, isCall := in.(*ssa.Call); isCall && !f.plainCall(c) {
				deeper, ok := f.inside(c, given, depth+1)
				if !ok {
					return uses, false
				}
				uses.join(deeper)
				continue
			}
			if !isLocal(in) {
				return uses, false
			}
			uses.add(in, given)
		}
	}
	unknown := func(u mapUse) bool { return u.m == nil } // which map it is
	return uses, !slices.ContainsFunc(slices.Concat(uses.changes(), uses.looks), unknown)
}

// plainCall reports whether a call is of a builtin function, or of one that is given nothing that refers to memory
// and changes no package-level variable.
func (f Facts) plainCall(c *ssa.Call) bool {
	switch fn := c.Call.Value.(type) {
	case *ssa.Builtin:
		return true
	case *ssa.Function:
		if f.Initialises && fn.Blocks != nil {
			return false
		}
		for _, a := range c.Call.Args {
			if !plain(a.Type(), 0) {
				return false
			}
		}
		return true
	}
	return false
}

// isLocal reports whether an instruction reads and writes no memory but the variables of its function, and maps.
func isLocal(in ssa.Instruction) bool {
	own := func(addr ssa.Value) bool {
		a, ok := base(addr).(*ssa.Alloc)
		return ok && !a.Heap
	}
	switch in := in.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.Convert, *ssa.ChangeType, *ssa.Phi, *ssa.If, *ssa.Jump, *ssa.Return,
		*ssa.Panic, *ssa.Extract, *ssa.Field, *ssa.Index, *ssa.Lookup, *ssa.MapUpdate, *ssa.MakeInterface:
		return true
	case *ssa.Alloc:
		return !in.Heap
	case *ssa.FieldAddr:
		return own(in)
	case *ssa.IndexAddr:
		return own(in)
	case *ssa.Store:
		return own(in.Addr) && plain(in.Val.Type(), 0)
	case *ssa.UnOp:
		return in.Op != token.ARROW && (in.Op != token.MUL || own(in.X))
	case *ssa.Call:
		f, _ := in.Call.Value.(*ssa.Builtin)
		return f == nil || f.Name() == "delete" || onlyComputes(f) // of others, see plainCall
	}
	return false
}

// onlyComputes reports whether a builtin function changes no memory.
func onlyComputes(f *ssa.Builtin) bool {
	switch f.Name() {
	case "len", "cap", "min", "max", "real", "imag", "complex":
		return true
	}
	return false
}

// alike reports whether two updates may be in one loop: at the keys of their rounds, as sums of one kind, or of one
// and the same value.
func (l *mapLoop) alike(u, other mapUse) bool {
	if u.m != other.m {
		return false
	}
	sum, sum2 := addsToEntry(u), addsToEntry(other)
	return l.key(u.key) && l.key(other.key) || sum != "" && sum == sum2 || l.setsOne(u, other)
}

// setsOne reports whether two updates store what is the same in all rounds.
func (l *mapLoop) setsOne(u, other mapUse) bool {
	v, w := u.value, other.value
	if v == nil || w == nil || !l.outside(v) {
		return false
	}
	x, ok1 := v.(*ssa.Const)
	y, ok2 := w.(*ssa.Const)
	if ok1 && ok2 && x.Value == nil && y.Value == nil { // a struct without fields, nil
		return types.Identical(x.Type(), y.Type())
	}
	return sameValue(v, w)
}

// addsToEntry says how an update combines an integer that is an entry with another one, or nothing.
func addsToEntry(u mapUse) string {
	in := u.in.(*ssa.MapUpdate)
	op := combined(in.Value)
	if op == nil {
		return ""
	}
	get, ok := op.X.(*ssa.Lookup)
	if ok && get.X == in.Map && get.Index == in.Key && !get.CommaOk && len(Uses(get)) == 1 {
		return combining[op.Op]
	}
	return ""
}

// update judges an update of a map.
func (l *mapLoop) update(u mapUse) {
	switch {
	case l.isOver(u.m) && l.key(u.key):
	case l.isOver(u.m) || !l.isOther(u.m):
		l.fail(u.at, "the map may get more entries while it is gone over")
	}
	for _, other := range l.maps.updates { // itself, too
		if l.mayBe(other.m, u.m) && !l.alike(u, other) {
			l.fail(u.at, storesAlike)
		}
	}
}

// looksUp judges what a round reads of a map that rounds may change.
func (l *mapLoop) looksUp(u mapUse) {
	if _, all := u.in.(*ssa.Lookup); !all && l.mayChange(u.m) {
		l.fail(u.at, "a round looks at a map that others change")
		return
	}
	for _, change := range l.maps.changes() {
		if !l.mayBe(change.m, u.m) || l.key(change.key) && l.key(u.key) {
			continue
		}
		if _, updates := change.in.(*ssa.MapUpdate); updates && addsToEntry(change) != "" && l.isAddedTo(u) {
			continue
		}
		l.fail(u.at, "a round looks up what another one may have stored")
	}
}

// isAddedTo reports whether what is looked up is only what an update adds to.
func (l *mapLoop) isAddedTo(look mapUse) bool {
	return slices.ContainsFunc(l.maps.updates, func(u mapUse) bool {
		return addsToEntry(u) != "" && u.in.(*ssa.MapUpdate).Value.(*ssa.BinOp).X == look.in.(ssa.Value)
	})
}

// mayChange reports whether rounds change a map, or one that may be the same.
func (l *mapLoop) mayChange(m ssa.Value) bool {
	return slices.ContainsFunc(l.maps.changes(), func(u mapUse) bool { return l.mayBe(u.m, m) })
}

// mayBe reports whether two maps may be one.
func (l *mapLoop) mayBe(m, n ssa.Value) bool {
	return types.Identical(m.Type().Underlying(), n.Type().Underlying()) &&
		(m == n || !madeApart(m, n) && (l.facts.Differ == nil || !l.facts.Differ(m, n)))
}

// madeApart reports whether one of two maps is made by the function, and the other by another instruction or by a
// caller.
func madeApart(m, n ssa.Value) bool {
	_, made1 := m.(*ssa.MakeMap)
	_, made2 := n.(*ssa.MakeMap)
	_, given1 := m.(*ssa.Parameter)
	_, given2 := n.(*ssa.Parameter)
	return m != n && (made1 && (made2 || given2) || made2 && given1)
}
