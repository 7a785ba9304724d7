package ssaflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// mayBeEarly reports whether the Go compiler may read a variable before calls that change it, since the load is of the
// receiver of a method that it knows: if the variable is local and all values that it gets seem to be of one type, it
// calls that type's method with a copy of the value (cmd/compile/internal/devirtualize). What it sees depends on what
// it inlines, so that such a load stays where it is, and is refused where a call changes the variable.
func mayBeEarly(load *ssa.UnOp) bool {
	if !types.IsInterface(load.Type()) {
		return false
	}
	call, ok := onlyUse(load).(*ssa.Call)
	v := variableOf(load.X)
	if !ok || !call.Call.IsInvoke() || call.Call.Value != ssa.Value(load) || v == nil {
		return false
	}
	var held types.Type
	for _, st := range storesTo(v) {
		switch v := st.Val.(type) {
		case *ssa.Parameter:
			return false
		case *ssa.MakeInterface:
			if held != nil && !types.Identical(held, v.X.Type()) {
				return false
			}
			held = v.X.Type()
			if _, pointer := held.Underlying().(*types.Pointer); pointer {
				return false
			}
		}
	}
	return true
}

// onlyUse is the one use of a value, nil if there are more.
func onlyUse(v ssa.Value) ssa.Instruction {
	if uses := Uses(v); len(uses) == 1 {
		return uses[0]
	}
	return nil
}

// variableOf is the variable whose address a function has, its own or one of those around it; nil for other addresses.
func variableOf(addr ssa.Value) *ssa.Alloc {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return a
		case *ssa.FreeVar:
			if addr = boundTo(a); addr == nil {
				return nil
			}
			continue
		}
		return nil
	}
}

// boundTo is what a function literal has for a variable of the function around it.
func boundTo(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	if fn.Parent() == nil {
		return nil
	}
	for _, blk := range fn.Parent().Blocks {
		for _, in := range blk.Instrs {
			if made, ok := in.(*ssa.MakeClosure); ok && made.Fn == ssa.Value(fn) {
				for i, free := range fn.FreeVars {
					if free == v {
						return made.Bindings[i]
					}
				}
			}
		}
	}
	return nil
}

// storesTo are the stores to a variable, in function literals too.
func storesTo(addr ssa.Value) (all []*ssa.Store) {
	for _, use := range Uses(addr) {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr == addr {
				all = append(all, use)
			}
		case *ssa.MakeClosure:
			fn := use.Fn.(*ssa.Function)
			for i, b := range use.Bindings {
				if b == addr {
					all = append(all, storesTo(fn.FreeVars[i])...)
				}
			}
		}
	}
	return all
}
