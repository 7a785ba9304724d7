package ssaflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Earlier returns the values of a function that may refer to memory which an instruction made when it ran before, and
// that are still read when it runs again: the rounds of a loop that are of interest at a time. The instruction makes
// slices or pointers of what has no references: a make, an allocation, or a call that gives a new slice. It is not
// known which values these are, and ok is false, if memory, function values or interfaces may refer to it as well.
// Grows tells whether something may be appended to it.
func Earlier(made ssa.Instruction) (values []ssa.Value, grows, ok bool) {
	v, isValue := made.(ssa.Value)
	if !isValue || !refersToPlain(v.Type()) {
		return nil, false, false
	}
	r := &references{seen: map[ssa.Value]bool{}}
	if !r.follow(v) {
		return nil, false, false
	}
	for _, w := range r.found {
		if w != v && w.Parent() == made.Parent() && LiveAfter(w, made) {
			values = append(values, w)
		}
	}
	return values, r.grow, true
}

// references are the values that may refer to some memory.
type references struct {
	seen  map[ssa.Value]bool
	found []ssa.Value // the same, in the order in which they were found
	grow  bool        // something is appended to one of them
	cut   bool        // one of them is cut from another, to an end of its own
}

// Recut reports whether slices of memory that an instruction makes may be cut to another end, so that elements may be
// read which nobody has written. They may if it is not known which slices there are.
func Recut(made ssa.Instruction) bool {
	r := &references{seen: map[ssa.Value]bool{}}
	return !r.follow(made.(ssa.Value)) || r.cut
}

// follow adds what a value goes to, here and in functions that are called, and reports whether that is all.
func (r *references) follow(v ssa.Value) bool {
	if r.seen[v] {
		return true
	}
	r.seen[v] = true
	r.found = append(r.found, v)
	for _, use := range Uses(v) {
		switch use := use.(type) {
		case *ssa.Slice:
			_, array := v.(*ssa.Alloc) // make of a constant capacity is an array, and a slice of it
			r.cut = r.cut || use.High != nil && !array
			if !r.follow(use) {
				return false
			}
		case *ssa.Phi, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.ChangeType, *ssa.Extract:
			if !r.follow(use.(ssa.Value)) {
				return false
			}
		case *ssa.Convert:
			if HandsOver(use) && !r.follow(use) {
				return false
			}
		case *ssa.Call:
			if !r.call(use, v) {
				return false
			}
		case *ssa.Store:
			if use.Val == v {
				return false
			}
		case *ssa.UnOp, *ssa.BinOp, *ssa.Range, *ssa.Return:
		default:
			return false
		}
	}
	return true
}

// call follows a value into a function that is handed it, and to what that gives.
func (r *references) call(call *ssa.Call, v ssa.Value) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "copy", "clear":
			return true
		case "append": // which may go on in place
			if call.Call.Args[0] != v {
				return true
			}
			r.grow = true
			return r.follow(call)
		}
		return false
	}
	fn := call.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 {
		return false
	}
	for i, arg := range call.Call.Args {
		if arg == v && !r.follow(fn.Params[i]) {
			return false
		}
	}
	return isPlain(call.Type()) || r.follow(call)
}

// IsEmptyLiteral reports whether a slice is a literal without elements, which is not nil.
func IsEmptyLiteral(v ssa.Value) bool {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return false
	}
	array, ok := s.X.(*ssa.Alloc)
	if !ok || array.Comment != "slicelit" {
		return false
	}
	t, ok := array.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	return ok && t.Len() == 0
}

// IsClone reports whether a call gives a copy of a slice, as slices.Clone does and append to no slice or to an empty
// literal: and of which.
func IsClone(call *ssa.Call) (of ssa.Value, ok bool) {
	if IsAppend(call) {
		to, isConst := call.Call.Args[0].(*ssa.Const)
		return call.Call.Args[1], isConst && to.IsNil() || IsEmptyLiteral(call.Call.Args[0])
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Origin() == nil || fn.Origin().Pkg == nil || fn.Origin().Pkg.Pkg.Path() != "slices" ||
		fn.Origin().Name() != "Clone" {
		return nil, false
	}
	return call.Call.Args[0], true
}
