package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

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

// TakesApart reports whether a function looks at parts of a string: at its bytes or runes. Functions for which standard
// says so count as such if library is set. What calls of others do with it is looked for as well.
func TakesApart(s ssa.Value, standard func(fn *ssa.Function) bool, library bool) bool {
	return takesApart(s, func(fn *ssa.Function) (is, counts bool) {
		is = standard(fn)
		return is, is && library
	}, map[ssa.Value]bool{})
}

func takesApart(s ssa.Value, standard func(fn *ssa.Function) (is, counts bool), seen map[ssa.Value]bool) bool {
	if seen[s] {
		return false
	}
	seen[s] = true
	return slices.ContainsFunc(Uses(s), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.Slice, *ssa.Range, *ssa.Index:
			return true
		case *ssa.Lookup:
			return use.X == s
		case *ssa.Convert:
			_, slice := use.Type().Underlying().(*types.Slice)
			return slice
		case *ssa.ChangeType:
			return takesApart(use, standard, seen)
		case *ssa.Phi:
			return takesApart(use, standard, seen)
		case *ssa.Call:
			fn := use.Call.StaticCallee()
			if fn == nil {
				return false
			}
			at := slices.Index(use.Call.Args, s)
			if is, counts := standard(fn); is {
				return at >= 0 && counts
			}
			return at >= 0 && at < len(fn.Params) && takesApart(fn.Params[at], standard, seen)
		}
		return false
	})
}
