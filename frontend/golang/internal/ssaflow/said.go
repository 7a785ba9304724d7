package ssaflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// OnlySaid reports whether a string is part of messages and of nothing else: of errors that are made, of panics, and of
// what package fmt formats.
func OnlySaid(v ssa.Value) bool { return onlySaid(v, map[ssa.Value]bool{}) }

func onlySaid(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, use := range Uses(v) {
		said := false
		switch use := use.(type) {
		case *ssa.BinOp:
			said = use.Op == token.ADD && onlySaid(use, seen)
		case *ssa.Phi:
			said = onlySaid(use, seen)
		case *ssa.MakeInterface:
			said = onlySaid(use, seen)
		case *ssa.Panic:
			said = true
		case *ssa.Store:
			said = isOperand(use.Addr)
		case *ssa.Call:
			said = makesMessage(use.Call.StaticCallee())
		}
		if !said {
			return false
		}
	}
	return true
}

// isOperand reports whether an address is of an element of the operands that are handed to a function of package fmt.
func isOperand(addr ssa.Value) bool {
	at, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	list, ok := at.X.(*ssa.Alloc)
	if !ok || list.Comment != "varargs" {
		return false
	}
	for _, use := range Uses(list) {
		all, ok := use.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, call := range Uses(all) {
			if c, ok := call.(*ssa.Call); !ok || !makesMessage(c.Call.StaticCallee()) {
				return false
			}
		}
	}
	return true
}

// makesMessage reports whether a function makes a message of what it is given.
func makesMessage(fn *ssa.Function) bool {
	if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil {
		return false
	}
	switch fn.Object().Pkg().Path() {
	case "fmt":
		return true
	case "errors":
		return fn.Name() == "New"
	}
	return false
}

// OnlyRead reports whether a slice is used for its elements, which nothing writes to, and its length, and for nothing
// else.
func OnlyRead(s ssa.Value) bool {
	for _, use := range Uses(s) {
		switch use := use.(type) {
		case *ssa.IndexAddr:
			for _, at := range Uses(use) {
				if load, ok := at.(*ssa.UnOp); !ok || load.Op != token.MUL {
					return false
				}
			}
		case *ssa.Call:
			if b, ok := use.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
				return false
			}
		default:
			return false
		}
	}
	return true
}
