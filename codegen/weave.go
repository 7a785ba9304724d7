package codegen

import (
	"slices"

	"github.com/lockstep-simt/lockstep/program/optab"
)

// WovenRun is how many instructions of a copy Weave puts together. A processor looks far
// enough ahead to overlap the copies, and registers are free sooner than when the copies
// alternate, which saves up to a sixth of a program's time.
const WovenRun = 16

// Weave returns n copies of a function as one, a few instructions of each after the other,
// so that a processor overlaps what would be waiting for itself. Its parameters are those
// of the first copy, then of the second, and so are its results and its arrays. What is the
// same for all copies is computed once. A region, or a round of a loop, runs if any of
// the copies needs it.
func Weave(f *Func, n int) *Func { return WeaveRuns(f, n, WovenRun) }

// WeaveRuns is Weave with so many instructions of a copy together.
func WeaveRuns(f *Func, n, run int) *Func {
	if n == 1 {
		return f
	}
	w := &weaver{f: f, to: &Func{Name: f.Name, Result: NoValue, Fault: NoValue}, merged: f.merged(), most: run}
	w.to.Code = make([]Instr, 0, n*len(f.Code))
	w.params(n)
	for _, in := range f.Code {
		w.add(in)
	}
	w.flush()
	for _, values := range w.copies {
		for _, v := range f.Results {
			w.to.Results = append(w.to.Results, values[v])
		}
	}
	return w.to
}

// weaver puts together a few instructions at a time.
type weaver struct {
	f, to  *Func
	copies [][]Value // the values of each copy
	merged []bool    // values that several instructions give
	run    []Instr   // what is added next, of each copy in turn
	most   int       // instructions of a run
}

// params makes the copies' parameters and arrays.
func (w *weaver) params(n int) {
	f := w.f
	w.copies = make([][]Value, n)
	for i := range w.copies {
		w.to.Arrays = append(w.to.Arrays, f.Arrays...)
		w.copies[i] = slices.Repeat([]Value{NoValue}, len(f.Types))
		for _, v := range f.Params {
			if i > 0 && f.Same[v] {
				w.copies[i][v] = w.copies[0][v]
			} else {
				w.copies[i][v] = w.to.NewValue(f.Types[v])
			}
			w.to.Params = append(w.to.Params, w.copies[i][v])
		}
	}
}

// same reports whether a value is one for all copies.
func (w *weaver) same(v Value) bool {
	first := w.copies[0][v]
	return !slices.ContainsFunc(w.copies, func(c []Value) bool { return c[v] == NoValue || c[v] != first })
}

// add adds an instruction of each copy; where a region begins or ends, copies are together.
func (w *weaver) add(in Instr) {
	switch in.Op {
	case Const: // one does for all
		v := w.to.Constant(w.f.Types[in.Dst], in.Const)
		for i := range w.copies {
			w.copies[i][in.Dst] = v
		}
	case If, While:
		w.flush()
		some := w.copies[0][in.Args[0]]
		for _, values := range w.copies[1:] {
			some = w.to.Emit(optab.Bool, "or.bool", some, values[in.Args[0]])
		}
		w.to.Code = append(w.to.Code, Instr{Op: in.Op, Dst: NoValue, Args: []Value{some}})
	case End, Do:
		w.flush()
		w.to.Code = append(w.to.Code, in)
	default:
		if w.run = append(w.run, in); len(w.run) == w.most {
			w.flush()
		}
	}
}

// flush adds the run of each copy, one after the other.
func (w *weaver) flush() {
	for i := range w.copies {
		for _, in := range w.run {
			if i == 0 || in.Dst == NoValue || !w.same(in.Dst) {
				w.copyOf(in, i)
			}
		}
	}
	w.run = w.run[:0]
}

// copyOf adds copy i of an instruction. What it gives is all copies' if their operands are the same.
func (w *weaver) copyOf(in Instr, i int) {
	differ := slices.ContainsFunc(in.Args, func(a Value) bool { return !w.same(a) })
	once := in.Dst != NoValue && in.isPure() && !w.merged[in.Dst] && !differ
	values := w.copies[i]
	mine := in
	mine.Array, mine.From = in.Array+i*len(w.f.Arrays), in.From+i*len(w.f.Arrays)
	mine.Args = make([]Value, len(in.Args))
	for k, a := range in.Args {
		mine.Args[k] = values[a]
	}
	if in.Dst != NoValue {
		if values[in.Dst] == NoValue {
			values[in.Dst] = w.to.NewValue(w.f.Types[in.Dst])
		}
		mine.Dst = values[in.Dst]
	}
	w.to.Code = append(w.to.Code, mine)
	if once {
		for _, c := range w.copies {
			c[in.Dst] = mine.Dst
		}
	}
}
