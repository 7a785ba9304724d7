package ssaflow

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// HandsOver reports whether a conversion gives its function's result, as in return string(bytes), and the bytes are
// memory that make gave the function and nobody else knows of: then they need not be copied, since nothing writes to
// them any more. What append makes anew has room for more than it needs, and is copied.
func HandsOver(in *ssa.Convert) bool {
	code := in.Block().Instrs
	for i, next := range code {
		if next == ssa.Instruction(in) {
			code = code[i+1:]
			break
		}
	}
	for _, use := range Uses(in) {
		if _, ok := use.(*ssa.Return); !ok {
			return false
		}
	}
	for _, next := range code {
		switch next.(type) {
		case *ssa.Return, *ssa.Convert, *ssa.DebugRef:
		default:
			return false // it may write to them
		}
	}
	own := &ownSlices{met: map[ssa.Value]bool{}}
	return own.of(in.X) && own.keepToThemselves(in)
}

// ownSlices are slices of memory that a function makes.
type ownSlices struct{ met map[ssa.Value]bool }

// of reports whether a slice is of memory that its function makes, however it comes from there.
func (o *ownSlices) of(v ssa.Value) bool {
	if o.met[v] {
		return true
	}
	o.met[v] = true
	switch v := v.(type) {
	case *ssa.MakeSlice:
		return true
	case *ssa.Slice:
		return o.of(v.X)
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if !o.of(edge) {
				return false
			}
		}
		return true
	case *ssa.Call:
		return appends(v) && o.of(v.Call.Args[0])
	}
	return false
}

// appends reports whether a call gives its first argument with more behind it.
func appends(call *ssa.Call) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "append"
}

// keepToThemselves reports whether the slices are read, written to, cut and appended to, and nothing else but the
// conversion gets them.
func (o *ownSlices) keepToThemselves(in *ssa.Convert) bool {
	list := slices.Collect(maps.Keys(o.met))
	for len(list) > 0 {
		v := list[len(list)-1]
		list = list[:len(list)-1]
		for _, use := range Uses(v) {
			part, ok := use.(*ssa.Slice)
			switch {
			case use == ssa.Instruction(in):
			case ok && !o.met[part]:
				o.met[part] = true
				list = append(list, part)
			case !o.isOwn(use, v):
				return false
			}
		}
	}
	return true
}

// isOwn reports whether a use of a slice gives it to nobody else.
func (o *ownSlices) isOwn(use ssa.Instruction, v ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.IndexAddr:
		for _, at := range Uses(use) {
			switch at := at.(type) {
			case *ssa.UnOp:
			case *ssa.Store:
				if at.Addr != use {
					return false
				}
			default:
				return false
			}
		}
		return true
	case *ssa.Phi, *ssa.Slice:
		return o.met[use.(ssa.Value)]
	case *ssa.Convert:
		return true // to a string, which is a copy, or what another return gives
	case *ssa.Call:
		if b, ok := use.Call.Value.(*ssa.Builtin); ok {
			return b.Name() != "append" || o.met[use] || use.Call.Args[0] != v
		}
		fn := use.Call.StaticCallee()
		return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "unicode/utf8" // none keeps what it is given
	}
	return false
}
