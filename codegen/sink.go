package codegen

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// sinkMasks moves comparisons to where their results are used first, if what they compare is
// kept until then anyway: there are few registers for masks.
func sinkMasks(f *Func) {
	uses := make([][]int, len(f.Types)) // where each value is used
	kept := make([]bool, len(f.Types))  // whether it is there all the time
	stays := make([]bool, len(f.Types)) // whether nothing changes it
	part := make([]int, len(f.Code))    // of the code, between the bounds of regions
	for i, in := range f.Code {
		for _, a := range in.Args {
			uses[a] = append(uses[a], i)
		}
		if in.Dst != NoValue {
			kept[in.Dst], stays[in.Dst] = in.Op == Const, in.Op != Merge
		}
		if i > 0 {
			part[i] = part[i-1]
		}
		if in.Op == If || in.Op == End {
			part[i]++
		}
	}
	for _, v := range f.Params {
		kept[v], stays[v] = true, true
	}
	for _, v := range append([]Value{f.Result, f.Fault}, f.Results...) {
		if v != NoValue {
			uses[v] = append(uses[v], len(f.Code))
		}
	}
	to := make([]int, len(f.Code)) // where each instruction goes: in front of that one
	for i, in := range slices.Backward(f.Code) {
		to[i] = i
		if in.Dst == NoValue || f.Types[in.Dst] != optab.Bool || !isComparison(in.Op) || len(uses[in.Dst]) == 0 {
			continue
		}
		first := slices.Min(uses[in.Dst])
		if first <= i+1 || first == len(f.Code) || part[first] != part[i] {
			continue
		}
		if slices.ContainsFunc(in.Args, func(a Value) bool { return !stays[a] || !kept[a] && slices.Max(uses[a]) < first }) {
			continue
		}
		to[i] = first
		for _, a := range in.Args {
			uses[a][slices.Index(uses[a], i)] = first
		}
	}
	order := make([]int, len(f.Code))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return to[x] - to[y] })
	var code []Instr
	for _, i := range order {
		code = append(code, f.Code[i])
	}
	f.Code = code
}

// isComparison reports whether an operation compares numbers.
func isComparison(op string) bool {
	op = strings.TrimPrefix(strings.TrimPrefix(op, Among+"."), AmongNot+".")
	name, of, _ := strings.Cut(op, ".")
	switch name {
	case "eq", "ne", "lt", "le", "gt", "ge", Test, TestNot:
		return of != "bool"
	}
	return false
}
