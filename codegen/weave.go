package codegen

import "github.com/lockstep-simt/lockstep/program/optab"

// wovenRun is how many instructions of a copy Weave puts together. A processor looks far
// enough ahead to overlap the copies, and registers are free sooner than when the copies
// alternate, which saves up to a sixth of a program's time.
const wovenRun = 16

// Weave returns n copies of a function as one, a few instructions of each after the other,
// so that a processor overlaps what would be waiting for itself. Its parameters are those
// of the first copy, then of the second, and so are its results. A region runs if any of
// the copies needs it.
func Weave(f *Func, n int) *Func {
	if n == 1 {
		return f
	}
	w := &Func{Name: f.Name, Result: NoValue, Fault: NoValue}
	copies := make([][]Value, n) // the values of each
	for i := range copies {
		copies[i] = make([]Value, len(f.Types))
		for v := range copies[i] {
			copies[i][v] = NoValue
		}
		for _, v := range f.Params {
			copies[i][v] = w.NewValue(f.Types[v])
			w.Params = append(w.Params, copies[i][v])
		}
	}
	var run []Instr
	flush := func() {
		for i := range copies {
			for _, in := range run {
				mine := in
				mine.Args = make([]Value, len(in.Args))
				for k, a := range in.Args {
					mine.Args[k] = copies[i][a]
				}
				if copies[i][in.Dst] == NoValue {
					copies[i][in.Dst] = w.NewValue(f.Types[in.Dst])
				}
				mine.Dst = copies[i][in.Dst]
				w.Code = append(w.Code, mine)
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
		case If:
			flush()
			any := copies[0][in.Args[0]]
			for i := 1; i < n; i++ {
				any = w.Emit(optab.Bool, "or.bool", any, copies[i][in.Args[0]])
			}
			w.Code = append(w.Code, Instr{Op: If, Dst: NoValue, Args: []Value{any}})
			continue
		case End:
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
