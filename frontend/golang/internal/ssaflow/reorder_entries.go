package ssaflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Entries of maps that are pointers, each to an object of its own: what rounds of a loop over such a map do to the
// objects of their entries is as if these were variables of the rounds.

// EntriesApart reports whether no two entries of a map of type m have the same pointer, whatever the map: all that
// functions store in such maps was made for that.
func EntriesApart(fns []*ssa.Function, m *types.Map) bool {
	if _, ok := m.Elem().Underlying().(*types.Pointer); !ok {
		return false
	}
	return !slices.ContainsFunc(fns, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
			return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
				u, ok := in.(*ssa.MapUpdate)
				return ok && mayBeElem(u.Map.Type(), m) && !isMadeFor(u)
			})
		})
	})
}

// mayBeElem reports whether a map may be one that has the elements of m.
func mayBeElem(t types.Type, m *types.Map) bool {
	of, ok := t.Underlying().(*types.Map)
	if !ok {
		return true
	}
	_, open := of.Elem().(*types.TypeParam)
	return open || types.Identical(of.Elem(), m.Elem())
}

// isMadeFor reports whether what an update stores is an object that is made each time that it runs, and that no other
// update stores.
func isMadeFor(u *ssa.MapUpdate) bool {
	in, ok := u.Value.(ssa.Instruction)
	if !ok || in.Block() != u.Block() || storedBy(u.Value) != 1 {
		return false
	}
	switch v := u.Value.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.Call:
		return makesObject(v.Call.StaticCallee())
	}
	return false
}

// storedBy is how many updates of maps store a value.
func storedBy(v ssa.Value) (n int) {
	for _, use := range Uses(v) {
		if u, ok := use.(*ssa.MapUpdate); ok && u.Value == v {
			n++
		}
	}
	return n
}

// makesObject reports whether a function gives an object that it makes, and that it stores in no map.
func makesObject(fn *ssa.Function) bool {
	if fn == nil || fn.Blocks == nil {
		return false
	}
	return !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			return false
		}
		if len(ret.Results) != 1 {
			return true
		}
		made, isAlloc := ret.Results[0].(*ssa.Alloc)
		return !isAlloc || storedBy(made) != 0
	})
}

// ofEntry reports whether an address is in the object that the entry of the round points to, which no other entry does.
func (l *mapLoop) ofEntry(addr ssa.Value) bool {
	p := addr
	for {
		switch at := p.(type) {
		case *ssa.FieldAddr:
			p = at.X
			continue
		case *ssa.IndexAddr:
			if _, ok := at.X.Type().Underlying().(*types.Pointer); ok {
				p = at.X
				continue
			}
			return false
		}
		m := l.over.Type().Underlying().(*types.Map)
		return p != addr && l.value(p) && l.facts.Apart != nil && l.facts.Apart(m)
	}
}
