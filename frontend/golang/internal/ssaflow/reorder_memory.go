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
		if l.isOwn(in.Addr) || l.collected(in) {
			return
		}
		if !l.ofKey(in.Addr) && !l.ofEntry(in.Addr) && !l.addsTo(in) {
			l.fail(in.Pos(), storesAlike)
		}
		for _, other := range l.stores {
			if mayOverlap(in.Addr, other.Addr) && !l.goTogether(in, other) {
				l.fail(in.Pos(), storesAlike)
			}
		}
	case *ssa.Call:
		l.call(in)
	case *ssa.Go, *ssa.Defer, *ssa.Send, *ssa.Select:
		l.fail(in.Pos(), "a round does more than compute")
	}
}

// goTogether reports whether two stores may be in one loop: elements of one slice at the key, in what entries point to,
// or sums of one kind.
func (l *mapLoop) goTogether(st, other *ssa.Store) bool {
	if l.ofKey(st.Addr) && l.ofKey(other.Addr) {
		return st.Addr.(*ssa.IndexAddr).X == other.Addr.(*ssa.IndexAddr).X
	}
	if l.ofEntry(st.Addr) && l.ofEntry(other.Addr) {
		return true
	}
	return l.addsTo(st) && l.addsTo(other) &&
		combining[st.Val.(*ssa.BinOp).Op] == combining[other.Val.(*ssa.BinOp).Op]
}

// call judges a call of a builtin function; others are looked into, see inside.
func (l *mapLoop) call(in *ssa.Call) {
	f, ok := in.Call.Value.(*ssa.Builtin)
	if !ok {
		return
	}
	switch f.Name() {
	case "copy", "clear":
		l.fail(in.Pos(), storesAlike)
	case "append":
		if l.carried[in] == nil && !l.collected(in) {
			l.fail(in.Pos(), storesAlike)
		}
	}
}

// mapped judges what rounds do to maps.
func (l *mapLoop) mapped() {
	for _, u := range l.maps.updates {
		l.update(u)
	}
	for _, u := range l.maps.deletes {
		if !(l.isOver(u.m) && l.key(u.key)) && !l.onlyDeletes(u) {
			l.fail(u.at, "a round deletes what another one may look at")
		}
	}
	for _, u := range l.maps.looks {
		l.looksUp(u)
	}
}

// onlyDeletes reports whether what is deleted is of another map than the loop's, to which no round adds entries but of
// its own key, if that is the one that is deleted.
func (l *mapLoop) onlyDeletes(u mapUse) bool {
	return l.isOther(u.m) && !slices.ContainsFunc(l.maps.updates, func(w mapUse) bool {
		return l.mayBe(w.m, u.m) && !(l.key(w.key) && l.key(u.key))
	})
}

// mayFault reports whether an instruction of a loop may end the lane.
func mayFault(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.IndexAddr, *ssa.Index, *ssa.Slice, *ssa.SliceToArrayPointer:
		return true
	case *ssa.UnOp:
		_, alloc := base(in.X).(*ssa.Alloc)
		_, global := base(in.X).(*ssa.Global)
		captured, ok := base(in.X).(*ssa.FreeVar)
		return in.Op == token.MUL && !alloc && !global && !(ok && captured.Parent().Synthetic == "")
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
	op := combined(in.Val)
	if op == nil {
		return false
	}
	load, ok := op.X.(*ssa.UnOp)
	return ok && load.Op == token.MUL && SamePlace(load.X, in.Addr) && len(Uses(load)) == 1 &&
		op.Y != ssa.Value(load)
}

// combined is the operation that gives a value, if that combines integers in any order and is needed once; or nil.
func combined(v ssa.Value) *ssa.BinOp {
	op, ok := v.(*ssa.BinOp)
	if !ok || !isInteger(op.Type()) || combining[op.Op] == "" || len(Uses(op)) != 1 {
		return nil
	}
	return op
}

// isOther reports whether a map is certainly not the one of the loop.
func (l *mapLoop) isOther(m ssa.Value) bool {
	made, ok := m.(*ssa.MakeMap)
	if over, computed := l.over.(ssa.Instruction); ok && computed && m != l.over && comesFirst(over, made) {
		return true // made when what is gone over was there already
	}
	return !l.mayBe(m, l.over)
}

// comesFirst reports whether an instruction has run whenever another one runs.
func comesFirst(in, other ssa.Instruction) bool {
	if in.Block() != other.Block() {
		return in.Block().Dominates(other.Block())
	}
	return slices.Index(in.Block().Instrs, in) < slices.Index(other.Block().Instrs, other)
}

// reads judges what a round reads of memory that rounds change.
func (l *mapLoop) reads(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op != token.MUL || l.isOwn(in.X) || l.collected(in) {
			return
		}
		for _, st := range l.stores {
			if l.ofKey(in.X) && l.ofKey(st.Addr) && SamePlace(in.X, st.Addr) || l.isAdded(in, st) ||
				l.ofEntry(in.X) && l.ofEntry(st.Addr) {
				continue
			}
			if mayOverlap(in.X, st.Addr) {
				l.fail(in.Pos(), "a round reads what another one may have stored")
			}
		}
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
// have no parts are not, nor are two variables, nor different fields.
func mayOverlap(p, q ssa.Value) bool {
	return !twoVariables(base(p), base(q)) && sharesMemory(pointee(p), pointee(q)) && !twoFields(p, q)
}

// twoFields reports whether two addresses are of fields without parts, and of different ones: of different types, or
// different fields of one.
func twoFields(p, q ssa.Value) bool {
	x, ok1 := p.(*ssa.FieldAddr)
	y, ok2 := q.(*ssa.FieldAddr)
	return ok1 && ok2 && !hasParts(pointee(p)) && !hasParts(pointee(q)) &&
		(x.Field != y.Field || !types.IdenticalIgnoreTags(pointee(x.X), pointee(y.X)))
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

func hasParts(t types.Type) bool {
	switch t.(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

func sharesMemory(t, u types.Type) bool {
	return hasParts(t) || hasParts(u) || types.Identical(t, u)
}
