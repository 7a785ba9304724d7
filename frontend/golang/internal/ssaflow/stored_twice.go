package ssaflow

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Which slices are put to memory in more than one place.

// StoredTwice reports whether what an instruction stores, a slice or what has slices, may have been stored in another
// place as well, or be stored there later: the value itself, or a slice of the same memory that may have elements in
// common with it.
func StoredTwice(v ssa.Value, at ssa.Instruction) bool {
	for w := range familyOf(v) {
		for _, use := range Uses(w) {
			switch {
			case !keptBy(w, use, map[*ssa.Function]bool{}):
			case use == at:
				if inLoop(at) && !isFresh(w, at, map[ssa.Value]bool{}) {
					return true
				}
			case !disjoint(v, w) && (Leads(use, at) || Leads(at, use)):
				return true
			}
		}
	}
	return false
}

// IsKept reports whether a function may put a value to memory, or a slice of the same memory.
func IsKept(v ssa.Value) bool { return isKept(v, map[*ssa.Function]bool{}) }

// isKept is IsKept, but for functions that are looked at already.
func isKept(v ssa.Value, seen map[*ssa.Function]bool) bool {
	for w := range familyOf(v) {
		if slices.ContainsFunc(Uses(w), func(use ssa.Instruction) bool { return keptBy(w, use, seen) }) {
			return true
		}
	}
	return false
}

// Origins returns what gives a function the memory that a slice of it may have.
func Origins(v ssa.Value) (list []ssa.Value) {
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Slice:
			visit(v.X)
		case *ssa.ChangeType:
			visit(v.X)
		case *ssa.Phi:
			for _, e := range v.Edges {
				visit(e)
			}
		case *ssa.Call:
			if IsAppend(v) {
				visit(v.Call.Args[0])
				return
			}
			list = append(list, v)
		default:
			list = append(list, v)
		}
	}
	visit(v)
	return list
}

// AreOperands reports whether a slice is the operands that are handed to a variadic function, as in append(s, x, y).
func AreOperands(v ssa.Value) bool {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return false
	}
	list, ok := s.X.(*ssa.Alloc)
	return ok && list.Comment == "varargs"
}

// familyOf returns the values of a function that may be slices of the memory of one, as far as no memory is between
// them.
func familyOf(v ssa.Value) map[ssa.Value]bool {
	family := map[ssa.Value]bool{}
	work := []ssa.Value{v}
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		if family[w] || w.Referrers() == nil { // as a constant
			continue
		}
		family[w] = true
		work = append(work, slicedFrom(w)...)
		for _, use := range Uses(w) {
			if u, ok := use.(ssa.Value); ok && slices.Contains(slicedFrom(u), w) {
				work = append(work, u)
			}
		}
	}
	return family
}

// slicedFrom returns values, one of which has the memory that a value has, if it is a slice of another one's.
func slicedFrom(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Slice:
		if _, slice := v.X.Type().Underlying().(*types.Slice); slice {
			return []ssa.Value{v.X}
		}
	case *ssa.ChangeType:
		return []ssa.Value{v.X}
	case *ssa.Phi:
		return v.Edges
	case *ssa.Call:
		if IsAppend(v) && !addsSome(v.Call.Args[1]) {
			return v.Call.Args[:1]
		}
	}
	return nil
}

// keptBy reports whether an instruction puts a value to memory, or may do so.
func keptBy(v ssa.Value, use ssa.Instruction, seen map[*ssa.Function]bool) bool {
	switch use := use.(type) {
	case *ssa.Store:
		return use.Val == v
	case *ssa.MapUpdate:
		return use.Value == v
	case *ssa.MakeInterface, *ssa.MakeClosure, *ssa.Defer, *ssa.Go, *ssa.Send:
		return true
	case *ssa.Call:
		if _, builtin := use.Call.Value.(*ssa.Builtin); builtin {
			return false
		}
		fn := use.Call.StaticCallee()
		if fn == nil || len(fn.Blocks) == 0 {
			return true
		}
		for i, arg := range use.Call.Args {
			if arg == v && keepsParam(fn, fn.Params[i], seen) {
				return true
			}
		}
	}
	return false
}

// keepsParam reports whether a function may put a parameter to memory.
func keepsParam(fn *ssa.Function, p *ssa.Parameter, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return true
	}
	seen[fn] = true
	defer delete(seen, fn)
	return isKept(p, seen)
}

func inLoop(in ssa.Instruction) bool { return reachable(in.Block().Succs, nil)[in.Block()] }

// isFresh reports whether a value that an instruction in a loop stores is of other memory each time, or longer.
func isFresh(v ssa.Value, at ssa.Instruction, seen map[ssa.Value]bool) bool {
	in, ok := v.(ssa.Instruction)
	if !ok || seen[v] {
		return false
	}
	seen[v] = true
	again := in.Block() == at.Block() || Passes(at.Block(), in.Block())
	switch v := v.(type) {
	case *ssa.MakeSlice, *ssa.Alloc:
		return again
	case *ssa.Slice:
		return again && isFresh(v.X, at, seen)
	case *ssa.ChangeType:
		return again && isFresh(v.X, at, seen)
	case *ssa.Phi:
		return again && !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !isFresh(e, at, seen) })
	case *ssa.Call:
		if !again || !IsAppend(v) {
			return again
		}
		of, ok := v.Call.Args[0].(*ssa.Const)
		return ok && of.IsNil() || addsSome(v.Call.Args[1]) || isFresh(v.Call.Args[0], at, seen)
	}
	return again // who else has it is not for the function to say
}

// disjoint reports whether one slice ends where another of the same memory begins.
func disjoint(v, w ssa.Value) bool {
	x, ok := v.(*ssa.Slice)
	y, too := w.(*ssa.Slice)
	return ok && too && x.X == y.X && (x.High != nil && x.High == y.Low || y.High != nil && y.High == x.Low)
}

// OnlyFills reports whether a variable is one that a composite literal fills and that is read as a whole once.
func OnlyFills(a *ssa.Alloc) bool {
	return a.Comment == "complit" && onlyStores(a, 1)
}

// onlyStores reports whether what is at an address is stored to, and read so many times at most.
func onlyStores(addr ssa.Value, reads int) bool {
	for _, use := range Uses(addr) {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr != addr {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyStores(use, 0) {
				return false
			}
		case *ssa.IndexAddr:
			if !onlyStores(use, 0) {
				return false
			}
		case *ssa.UnOp:
			if reads--; reads < 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// HandedBack reports whether a call's argument is a slice that is read from where the result is stored, and used for
// nothing else, as in s.items = insert(s.items, x): and what reads it. Nothing looks at the place before the result is
// there, unless the call does.
func HandedBack(in *ssa.Call, arg ssa.Value) (load *ssa.UnOp, ok bool) {
	load, ok = arg.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || load.Block() != in.Block() || !types.Identical(load.Type(), in.Type()) ||
		!slices.Equal(Uses(load), []ssa.Instruction{in}) {
		return nil, false
	}
	instrs := in.Block().Instrs
	for _, next := range instrs[slices.Index(instrs, ssa.Instruction(in))+1:] {
		switch next := next.(type) {
		case *ssa.Store:
			return load, next.Val == ssa.Value(in) && SamePlace(next.Addr, load.X)
		case *ssa.UnOp:
			if next.Op == token.MUL && types.Identical(next.Type(), in.Type()) {
				return nil, false
			}
		case *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.BinOp, *ssa.Convert, *ssa.Extract:
		default:
			return nil, false
		}
	}
	return nil, false
}
