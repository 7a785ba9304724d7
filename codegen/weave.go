package codegen

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// wovenRun is how many instructions of a copy Weave puts together. A processor looks far
// enough ahead to overlap the copies, and registers are free sooner than when the copies
// alternate, which saves up to a sixth of a program's time.
const wovenRun = 16

// Weave returns n copies of a function as one, a few instructions of each after the other,
// so that a processor overlaps what would be waiting for itself. Its parameters are those
// of the first copy, then of the second, and so are its results and its arrays. What is the
// same for all copies is computed once. A region, or a round of a loop, runs if any of
// the copies needs it.
func Weave(f *Func, n int) *Func {
	if n == 1 {
		return f
	}
	w := &Func{Name: f.Name, Result: NoValue, Fault: NoValue}
	w.Code = make([]Instr, 0, n*len(f.Code))
	copies := make([][]Value, n) // the values of each
	for i := range copies {
		w.Arrays = append(w.Arrays, f.Arrays...)
		copies[i] = make([]Value, len(f.Types))
		for v := range copies[i] {
			copies[i][v] = NoValue
		}
		for _, v := range f.Params {
			if i > 0 && f.Same[v] {
				copies[i][v] = copies[0][v]
			} else {
				copies[i][v] = w.NewValue(f.Types[v])
			}
			w.Params = append(w.Params, copies[i][v])
		}
	}
	same := func(v Value) bool {
		return !slices.ContainsFunc(copies, func(c []Value) bool { return c[v] == NoValue || c[v] != copies[0][v] })
	}
	merged := f.merged()
	var run []Instr
	flush := func() {
		for i := range copies {
			for _, in := range run {
				if i > 0 && in.Dst != NoValue && same(in.Dst) {
					continue
				}
				differ := slices.ContainsFunc(in.Args, func(a Value) bool { return !same(a) })
				once := in.Dst != NoValue && in.isPure() && !merged[in.Dst] && !differ
				mine := in
				mine.Array, mine.From = in.Array+i*len(f.Arrays), in.From+i*len(f.Arrays)
				mine.Args = make([]Value, len(in.Args))
				for k, a := range in.Args {
					mine.Args[k] = copies[i][a]
				}
				if in.Dst != NoValue {
					if copies[i][in.Dst] == NoValue {
						copies[i][in.Dst] = w.NewValue(f.Types[in.Dst])
					}
					mine.Dst = copies[i][in.Dst]
				}
				w.Code = append(w.Code, mine)
				for j := range copies {
					if once {
						copies[j][in.Dst] = mine.Dst
					}
				}
			}
		}
		run = run[:0]
	}
	for _, in := range f.Code {
		switch in.Op {
		case Const: // one does for all
			v := w.Constant(f.Types[in.Dst], in.Const)
			for i := range copies {
				copies[i][in.Dst] = v
			}
			continue
		case If, While:
			flush()
			any := copies[0][in.Args[0]]
			for i := 1; i < n; i++ {
				any = w.Emit(optab.Bool, "or.bool", any, copies[i][in.Args[0]])
			}
			w.Code = append(w.Code, Instr{Op: in.Op, Dst: NoValue, Args: []Value{any}})
			continue
		case End, Do:
			flush()
			w.Code = append(w.Code, in)
			continue
		}
		if run = append(run, in); len(run) == wovenRun {
			flush()
		}
	}
	flush()
	for i := range copies {
		for _, v := range f.Results {
			w.Results = append(w.Results, copies[i][v])
		}
	}
	return w
}
