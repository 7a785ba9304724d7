package ssaflow

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Passed is what a function's calls of itself pass for one of its parameters.
type Passed struct {
	Same   bool       // what the function was given, in each call
	Always *ssa.Const // this constant, in each call; else nil
}

// PassedOn returns what a function's calls of itself pass for its parameters; nil if it has no such call. A call of a
// variable that a closure is kept in counts if nothing else is ever in the variable.
func PassedOn(fn *ssa.Function) []Passed {
	var passed []Passed
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || !callsItself(fn, call) || len(call.Call.Args) != len(fn.Params) {
				continue
			}
			first := passed == nil
			if first {
				passed = make([]Passed, len(fn.Params))
			}
			for i, arg := range call.Call.Args {
				p := Passed{Same: isGiven(arg, fn.Params[i])}
				p.Always, _ = arg.(*ssa.Const)
				if !first {
					p = p.and(passed[i])
				}
				passed[i] = p
			}
		}
	}
	return passed
}

// and is what two calls pass.
func (p Passed) and(q Passed) Passed {
	r := Passed{Same: p.Same && q.Same}
	if p.Always != nil && q.Always != nil && p.Always.Value != nil && q.Always.Value != nil &&
		constant.Compare(p.Always.Value, token.EQL, q.Always.Value) {
		r.Always = p.Always
	}
	return r
}

// IsRecursive reports whether calls of functions that are known lead from a function to itself.
func IsRecursive(fn *ssa.Function) bool {
	seen := map[*ssa.Function]bool{}
	var leads func(from *ssa.Function) bool
	leads = func(from *ssa.Function) bool {
		for _, b := range from.Blocks {
			for _, in := range b.Instrs {
				call, ok := in.(*ssa.Call)
				if !ok {
					continue
				}
				if from == fn && callsItself(fn, call) {
					return true
				}
				callee := call.Call.StaticCallee()
				if callee == nil || seen[callee] {
					continue
				}
				if seen[callee] = true; callee == fn || leads(callee) {
					return true
				}
			}
		}
		return false
	}
	return leads(fn)
}

// IsGivenIn reports whether a value may be a part of what the function is given, or of what it has put into memory, or
// of such values joined.
func IsGivenIn(v ssa.Value) bool {
	seen := map[ssa.Value]bool{}
	var given func(v ssa.Value) bool
	given = func(v ssa.Value) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Parameter, *ssa.FreeVar:
			return true
		case *ssa.Slice:
			return given(v.X)
		case *ssa.Field:
			return given(v.X)
		case *ssa.BinOp:
			return given(v.X) || given(v.Y)
		case *ssa.Phi:
			return slices.ContainsFunc(v.Edges, given)
		case *ssa.UnOp: // a load
			_, global := v.X.(*ssa.Global)
			_, element := v.X.(*ssa.IndexAddr)
			return !global && !element
		}
		return false
	}
	return given(v)
}

// callsItself reports whether a call is of the function that it is in.
func callsItself(fn *ssa.Function, call *ssa.Call) bool { return calleeOf(call) == fn }

// calleeOf is the function that a call is of, if that is known: it may be in a variable that never has another one, as
// that of a function literal which calls itself is. Otherwise it is nil.
func calleeOf(call *ssa.Call) *ssa.Function {
	if callee := call.Call.StaticCallee(); callee != nil || call.Call.IsInvoke() {
		return callee
	}
	load, ok := call.Call.Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	variable := variableOf(load.X)
	if variable == nil {
		return nil
	}
	switch f := onlyStored(variable).(type) {
	case *ssa.MakeClosure:
		return f.Fn.(*ssa.Function)
	case *ssa.Function:
		return f
	}
	return nil
}

// onlyStored returns the value that a variable gets, if it gets one in one place only and is then read; else nil.
func onlyStored(cell *ssa.Alloc) ssa.Value {
	var stored ssa.Value
	for _, use := range *cell.Referrers() {
		if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(cell) {
			if stored != nil {
				return nil
			}
			stored = s.Val
		} else if !readsOnly(use, cell) {
			return nil
		}
	}
	return stored
}

// isGiven reports whether a value is what a parameter had when the function began.
func isGiven(v ssa.Value, p *ssa.Parameter) bool {
	if v == ssa.Value(p) {
		return true
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	cell, ok := load.X.(*ssa.Alloc)
	return ok && onlyStored(cell) == ssa.Value(p)
}
