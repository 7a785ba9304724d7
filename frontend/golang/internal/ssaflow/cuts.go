package ssaflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// FrontCuts are the types of the slices of which functions of a package take off elements at the front, as queues do:
// s = s[1:].
func FrontCuts(pkg *ssa.Package) (cuts []types.Type) {
	for _, m := range pkg.Members {
		switch m := m.(type) {
		case *ssa.Function:
			cuts = frontCuts(m, cuts)
		case *ssa.Type:
			named, ok := m.Type().(*types.Named)
			if !ok {
				continue
			}
			for method := range named.Methods() {
				if fn := pkg.Prog.FuncValue(method); fn != nil {
					cuts = frontCuts(fn, cuts)
				}
			}
		}
	}
	return cuts
}

func frontCuts(fn *ssa.Function, cuts []types.Type) []types.Type {
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			s, ok := in.(*ssa.Slice)
			if !ok || s.Low == nil {
				continue
			}
			if c, ok := s.Low.(*ssa.Const); ok && c.Int64() == 0 {
				continue
			}
			if slices.ContainsFunc(*s.Referrers(), func(use ssa.Instruction) bool { return goesOn(s, use) }) {
				cuts = append(cuts, s.Type())
			}
		}
	}
	for _, inner := range fn.AnonFuncs {
		cuts = frontCuts(inner, cuts)
	}
	return cuts
}

// goesOn reports whether somebody may append to a slice because of a use of it: elements that are read, or appended to
// another slice, are none.
func goesOn(s ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.IndexAddr:
		return false
	case *ssa.Call:
		if _, builtin := use.Call.Value.(*ssa.Builtin); builtin {
			return IsAppend(use) && use.Call.Args[0] == s
		}
	}
	return true
}

// IsOf reports whether a type is among some, which may have type parameters.
func IsOf(t types.Type, some []types.Type) bool {
	for _, s := range some {
		if _, generic := elementOf(s).(*types.TypeParam); generic || types.Identical(t.Underlying(), s.Underlying()) {
			return true
		}
	}
	return false
}

func elementOf(t types.Type) types.Type {
	if s, ok := t.Underlying().(*types.Slice); ok {
		return s.Elem()
	}
	return nil
}
