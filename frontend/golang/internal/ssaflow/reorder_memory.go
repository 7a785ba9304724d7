package ssaflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What a round of a loop over a map may do to memory without the order of the rounds being seen.

const storesAlike = "a round stores what another one may store as well"

// changes judges what an instruction does to memory.
func (l *mapLoop) changes(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Store:
		if l.isOwn(in.Addr) {
			return
		}
		if !l.ofKey(in.Addr) && !l.addsTo(in) {
			l.fail(in.Pos(), storesAlike)
		}
		for _, other := range l.stores {
			if mayOverlap(in.Addr, other.Addr) && !l.goTogether(in, other) {
				l.fail(in.Pos(), storesAlike)
			}
		}
	case *ssa.MapUpdate:
		l.update(in)
	case *ssa.Call:
		l.call(in)
	case *ssa.Go, *ssa.Defer, *ssa.Send, *ssa.Select:
		l.fail(in.Pos(), "a round does more than compute")
	}
}

// goTogether reports whether two stores may be in one loop: elements of one slice at the key,
// or sums of one kind.
func (l *mapLoop) goTogether(st, other *ssa.Store) bool {
	if l.ofKey(st.Addr) && l.ofKey(other.Addr) {
		return st.Addr.(*ssa.IndexAddr).X == other.Addr.(*ssa.IndexAddr).X
	}
	return l.addsTo(st) && l.addsTo(other) &&
		combining[st.Val.(*ssa.BinOp).Op] == combining[other.Val.(*ssa.BinOp).Op]
}

// update judges an update of a map.
func (l *mapLoop) update(in *ssa.MapUpdate) {
	switch {
	case l.isOver(in.Map) && l.key(in.Key):
	case l.isOver(in.Map) || !l.isOther(in.Map):
		l.fail(in.Pos(), "the map may get more entries while it is gone over")
	case !l.key(in.Key) && !l.addsToEntry(in):
		l.fail(in.Pos(), storesAlike)
	}
	for _, other := range l.updates {
		if !sameMapType(other.Map, in.Map) {
			continue
		}
		alike := l.key(in.Key) && l.key(other.Key) || l.addsToEntry(in) && l.addsToEntry(other) &&
			combining[in.Value.(*ssa.BinOp).Op] == combining[other.Value.(*ssa.BinOp).Op]
		if other.Map != in.Map || !alike {
			l.fail(in.Pos(), storesAlike)
		}
	}
}

func sameMapType(m, n ssa.Value) bool {
	return types.Identical(m.Type().Underlying(), n.Type().Underlying())
}

// call judges a call.
func (l *mapLoop) call(in *ssa.Call) {
	switch f := in.Call.Value.(type) {
	case *ssa.Builtin:
		switch f.Name() {
		case "delete":
			if !l.isOver(in.Call.Args[0]) || !l.key(in.Call.Args[1]) {
				l.fail(in.Pos(), "a round deletes what another one may look at")
			}
		case "copy", "clear":
			l.fail(in.Pos(), storesAlike)
		case "append":
			if l.carried[in] == nil {
				l.fail(in.Pos(), storesAlike)
			}
		case "len":
			if l.mayChange(in.Call.Args[0]) {
				l.fail(in.Pos(), "a round looks at a map that others change")
			}
		}
		return
	case *ssa.Function:
		if !slices.ContainsFunc(in.Call.Args, func(a ssa.Value) bool { return !plain(a.Type(), 0) }) {
			return
		}
	}
	l.fail(in.Pos(), "what is called here may change what other rounds look at")
}

// mayChange reports whether rounds change a map, or one that may be the same.
func (l *mapLoop) mayChange(m ssa.Value) bool {
	return slices.ContainsFunc(l.updates, func(u *ssa.MapUpdate) bool { return sameMapType(u.Map, m) }) ||
		slices.ContainsFunc(l.deletes, func(d *ssa.Call) bool { return sameMapType(d.Call.Args[0], m) })
}

// mayFault reports whether an instruction of a loop may end the lane.
func mayFault(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.IndexAddr, *ssa.Index, *ssa.Slice, *ssa.SliceToArrayPointer:
		return true
	case *ssa.UnOp:
		_, alloc := base(in.X).(*ssa.Alloc)
		_, global := base(in.X).(*ssa.Global)
		return in.Op == token.MUL && !alloc && !global
	case *ssa.TypeAssert:
		return !in.CommaOk
	case *ssa.BinOp:
		switch in.Op {
		case token.QUO, token.REM, token.SHL, token.SHR:
			k, ok := in.Y.(*ssa.Const)
			return isInteger(in.Type()) && (!ok || k.Value == nil || constant.Sign(k.Value) == 0)
		}
	case *ssa.Call:
		f, ok := in.Call.Value.(*ssa.Function)
		_, builtin := in.Call.Value.(*ssa.Builtin)
		return !builtin && (!ok || f.Blocks != nil)
	}
	return false
}

// plain reports whether values of a type refer to nothing.
func plain(t types.Type, depth int) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Array:
		return plain(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if depth > 10 || !plain(f.Type(), depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// base is the variable or value that an address is in.
func base(addr ssa.Value) ssa.Value {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Slice:
			addr = a.X
		default:
			return addr
		}
	}
}

// isOwn reports whether an address is in a variable that the round makes.
func (l *mapLoop) isOwn(addr ssa.Value) bool {
	a, ok := base(addr).(*ssa.Alloc)
	return ok && l.in[a.Block()]
}

// ofKey reports whether an address is an element at the index of the key, of what is the same in all rounds.
func (l *mapLoop) ofKey(addr ssa.Value) bool {
	at, ok := addr.(*ssa.IndexAddr)
	return ok && l.outside(at.X) && l.key(at.Index)
}

// addsTo reports whether a store adds to an integer, or the like.
func (l *mapLoop) addsTo(in *ssa.Store) bool {
	op, ok := in.Val.(*ssa.BinOp)
	if !ok || !isInteger(op.Type()) || combining[op.Op] == "" || len(Uses(op)) != 1 {
		return false
	}
	load, ok := op.X.(*ssa.UnOp)
	return ok && load.Op == token.MUL && SamePlace(load.X, in.Addr) && len(Uses(load)) == 1 &&
		op.Y != ssa.Value(load)
}

// isOther reports whether a map is certainly not the one of the loop.
func (l *mapLoop) isOther(m ssa.Value) bool {
	if !types.Identical(m.Type().Underlying(), l.over.Type().Underlying()) {
		return true
	}
	made, made1 := m.(*ssa.MakeMap)
	if over, computed := l.over.(ssa.Instruction); made1 && computed && m != l.over && comesFirst(over, made) {
		return true // made when what is gone over was there already
	}
	_, made2 := l.over.(*ssa.MakeMap)
	_, given1 := m.(*ssa.Parameter)
	_, given2 := l.over.(*ssa.Parameter)
	return m != l.over && (made1 && (made2 || given2) || made2 && given1)
}

// comesFirst reports whether an instruction has run whenever another one runs.
func comesFirst(in, other ssa.Instruction) bool {
	if in.Block() != other.Block() {
		return in.Block().Dominates(other.Block())
	}
	return slices.Index(in.Block().Instrs, in) < slices.Index(other.Block().Instrs, other)
}

// addsToEntry is addsTo for an entry of a map.
func (l *mapLoop) addsToEntry(in *ssa.MapUpdate) bool {
	op, ok := in.Value.(*ssa.BinOp)
	if !ok || !isInteger(op.Type()) || combining[op.Op] == "" || len(Uses(op)) != 1 {
		return false
	}
	get, ok := op.X.(*ssa.Lookup)
	return ok && get.X == in.Map && get.Index == in.Key && !get.CommaOk && len(Uses(get)) == 1
}

// reads judges what a round reads of memory that rounds change.
func (l *mapLoop) reads(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op != token.MUL || l.isOwn(in.X) {
			return
		}
		for _, st := range l.stores {
			if l.ofKey(in.X) && l.ofKey(st.Addr) && SamePlace(in.X, st.Addr) || l.isAdded(in, st) {
				continue
			}
			if mayOverlap(in.X, st.Addr) {
				l.fail(in.Pos(), "a round reads what another one may have stored")
			}
		}
	case *ssa.Lookup:
		if !isMap(in.X) || !l.mayChange(in.X) || l.key(in.Index) {
			return
		}
		for _, u := range l.updates {
			if l.addsToEntry(u) && u.Value.(*ssa.BinOp).X == ssa.Value(in) {
				return
			}
		}
		l.fail(in.Pos(), "a round looks up what another one may have stored")
	case *ssa.Range:
		if isMap(in.X) && l.mayChange(in.X) {
			l.fail(in.Pos(), "a round goes over what another one may have stored")
		}
	}
}

// isAdded reports whether a load is what a store adds to.
func (l *mapLoop) isAdded(load *ssa.UnOp, st *ssa.Store) bool {
	op, ok := st.Val.(*ssa.BinOp)
	return ok && l.addsTo(st) && op.X == ssa.Value(load)
}

func isMap(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Map)
	return ok
}

// mayOverlap reports whether what is at two addresses may be of one memory: values of different types that
// have no parts are not, nor are two variables.
func mayOverlap(p, q ssa.Value) bool {
	return !twoVariables(base(p), base(q)) && sharesMemory(pointee(p), pointee(q))
}

func pointee(p ssa.Value) types.Type {
	return p.Type().Underlying().(*types.Pointer).Elem().Underlying()
}

func twoVariables(v, w ssa.Value) bool {
	isVariable := func(v ssa.Value) bool {
		_, local := v.(*ssa.Alloc)
		_, global := v.(*ssa.Global)
		return local || global
	}
	return v != w && isVariable(v) && isVariable(w)
}

func sharesMemory(t, u types.Type) bool {
	hasParts := func(t types.Type) bool {
		switch t.(type) {
		case *types.Struct, *types.Array:
			return true
		}
		return false
	}
	return hasParts(t) || hasParts(u) || types.Identical(t, u)
}
