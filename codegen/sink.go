package codegen

import (
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/sorting"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// manyAsk is from how many comparisons on it is better to keep what they compare, as the cases
// of a switch do, than what they say.
const manyAsk = 3

// sinkMasks moves comparisons to where their results are used first, if what they compare is
// kept until then anyway: there are few registers for masks.
func sinkMasks(f *Func) {
	uses := make([][]int, len(f.Types)) // where each value is used
	kept := make([]bool, len(f.Types))  // whether it is there all the time
	stays := make([]bool, len(f.Types)) // whether nothing changes it
	part := make([]int, len(f.Code))    // of the code, between the bounds of regions
	asked := make([]int, len(f.Types))  // how many comparisons read each value
	for i, in := range f.Code {
		if isComparison(in.Op) {
			for _, a := range in.Args {
				asked[a]++
			}
		}
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
		if slices.ContainsFunc(in.Args, func(a Value) bool {
			return !stays[a] || !kept[a] && asked[a] < manyAsk && slices.Max(uses[a]) < first
		}) {
			continue
		}
		to[i] = first
		for _, a := range in.Args {
			uses[a][slices.Index(uses[a], i)] = first
		}
	}
	reorder(f, to)
}

// hoistJoins moves each join of two masks to where both are known, so that one is kept and not
// two.
func hoistJoins(f *Func) {
	at := make([]int, len(f.Code))                      // behind which instruction each goes, itself if it stays
	made := slices.Repeat([]int{nowhere}, len(f.Types)) // behind which each value is known
	begins := 0                                         // the part of the code, between the bounds of regions
	changes := map[Value]bool{}
	for _, in := range f.Code {
		if in.Op == Merge {
			changes[in.Dst] = true
		}
	}
	for i, in := range f.Code {
		at[i] = i
		if in.Op == If || in.Op == End {
			begins = i
		}
		if in.Op == "or.bool" && !slices.ContainsFunc(in.Args, func(a Value) bool { return changes[a] }) {
			at[i] = max(made[in.Args[0]], made[in.Args[1]], begins)
		}
		if in.Dst != NoValue && in.Op != Merge {
			made[in.Dst] = at[i]
		}
	}
	reorder(f, at)
}

// reorder puts instructions in the order of places.
func reorder(f *Func, at []int) {
	if slices.IsSorted(at) {
		return
	}
	order := make([]int, len(f.Code))
	for i := range order {
		order[i] = i
	}
	sorting.By(order, func(x, y int) int { return at[x] - at[y] })
	code := make([]Instr, 0, len(f.Code))
	for _, i := range order {
		code = append(code, f.Code[i])
	}
	f.Code = code
}

// isComparison reports whether an operation compares numbers.
func isComparison(op string) bool {
	op = strings.TrimPrefix(strings.TrimPrefix(op, Among+"."), AmongNot+".")
	name, of, _ := strings.Cut(op, ".")
	return (optab.IsComparison(name) || name == Test || name == TestNot) && of != "bool"
}
