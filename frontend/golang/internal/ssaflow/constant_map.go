package ssaflow

import "golang.org/x/tools/go/ssa"

// ConstantMap returns the entries of a map that a literal of constants makes, and that nothing changes or hands on: it
// is only looked up, measured and gone over.
func ConstantMap(made *ssa.MakeMap) (entries []*ssa.MapUpdate, ok bool) {
	for _, use := range Uses(made) {
		switch use := use.(type) {
		case *ssa.MapUpdate:
			if use.Map != ssa.Value(made) || !isConstant(use.Key) || !isConstant(use.Value) || !inLiteral(made, use) {
				return nil, false
			}
			entries = append(entries, use)
		case *ssa.Lookup:
			if use.X != ssa.Value(made) {
				return nil, false // a key of another one
			}
		case *ssa.Range:
		case *ssa.Call:
			if f, ok := use.Call.Value.(*ssa.Builtin); !ok || f.Name() != "len" {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return entries, len(entries) > 0
}

func isConstant(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil
}

// inLiteral reports whether an update is of the literal that makes a map: between the two there are only such.
func inLiteral(made *ssa.MakeMap, update *ssa.MapUpdate) bool {
	if made.Block() != update.Block() {
		return false
	}
	begun := false
	for _, in := range made.Block().Instrs {
		switch in := in.(type) {
		case *ssa.MakeMap:
			begun = begun || in == made
			if begun && in != made {
				return false
			}
		case *ssa.MapUpdate:
			if in == update {
				return begun
			}
			if begun && in.Map != ssa.Value(made) {
				return false
			}
		case *ssa.DebugRef:
		default:
			if begun {
				return false
			}
		}
	}
	return false
}
