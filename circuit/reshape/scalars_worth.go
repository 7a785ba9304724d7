package reshape

import (
	"math"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// dropCostly keeps arrays as they are where taking them apart and putting them together again is more work than their
// elements save: an array that a loop indexes by a variable, and that is copied to one with literal indices between
// two such loops. It reports whether there were any. Arrays that are copied to each other are kept together.
func (s *dissolver) dropCostly() bool {
	w := &splitWorth{s: s, leader: map[string]string{}, saved: map[string]float64{}, moved: map[string]float64{}}
	runs := make([]float64, len(s.calls.Bodies)) // how often a body runs, about
	runs[0] = 1
	for _, members := range slices.Backward(s.calls.Groups) { // callers before callees
		s.repeat(members, runs)
		for _, m := range members {
			w.addBody(m, runs)
		}
	}
	saved, moved := map[string]float64{}, map[string]float64{}
	for name := range s.shapes {
		saved[w.find(name)] += w.saved[name]
		moved[w.find(name)] += w.moved[name]
	}
	n := len(s.shapes)
	for name := range s.shapes {
		// What is loaded once and used twice saves nothing in operations, but its users need not wait for memory.
		if root := w.find(name); moved[root] > 2*saved[root] {
			delete(s.shapes, name)
		}
	}
	return len(s.shapes) != n
}

// repeat has functions that call each other run as often as a loop, given how often others call them, and as a loop in
// a loop if they do so at several places.
func (s *dissolver) repeat(members []int, runs []float64) {
	most, calls := 0.0, 0
	for _, m := range members {
		most = max(most, runs[m])
		for _, site := range s.calls.Sites {
			if site.Caller == m && s.calls.Internal(site) {
				calls++
			}
		}
	}
	if calls == 0 {
		return
	}
	for _, m := range members {
		runs[m] = most * math.Exp2(3*float64(min(calls, 2)))
	}
}

// addBody counts what a body does, and how often it calls others.
func (w *splitWorth) addBody(body int, runs []float64) {
	s := w.s
	f := program.NewShape(s.calls.Bodies[body].Graph)
	weights := flow.NewLoops(f.Graph).Weights()
	for i, blk := range f.Blocks {
		weight := weights[i] * min(runs[body], mostRuns)
		for _, in := range blk.Instrs {
			switch op := in.(type) {
			case *program.PrimOp:
				if s.concerns(op) {
					w.add(op, weight)
				}
			case *program.FunctionCallOp:
				callee := s.calls.Index[op.Callee]
				if s.calls.Group[callee] != s.calls.Group[body] {
					runs[callee] += weight
				}
				for k, name := range s.calls.Bodies[callee].In {
					w.passed(op.In[k], name, weight)
				}
				for k, name := range s.calls.Bodies[callee].Out {
					w.passed(program.Ref(name), op.Out[k], weight)
				}
			}
		}
	}
}

// mostRuns is how often a body counts at most.
const mostRuns = 1e9

// splitWorth is what it brings to split arrays, by array, in operations.
type splitWorth struct {
	s            *dissolver
	leader       map[string]string  // of arrays that are split together
	saved, moved map[string]float64 // operations on elements that go, and those that copy whole arrays
}

func (w *splitWorth) find(name string) string {
	for w.leader[name] != "" {
		name = w.leader[name]
	}
	return name
}

// copied counts an array, or a part of one, that becomes another.
func (w *splitWorth) copied(to string, from program.Operand, weight float64) {
	if from.IsLiteral() {
		return
	}
	a, b := w.s.shapes[to] != nil, w.s.shapes[from.Name] != nil
	t, _ := w.s.p.TensorTypeOf(to)
	u, _ := w.s.p.TensorTypeOf(from.Name)
	n := float64(min(t.Elements(), u.Elements()))
	switch {
	case a && b:
		if x, y := w.find(to), w.find(from.Name); x != y {
			w.leader[x] = y
		}
	case a:
		w.moved[to] += n * weight
	case b:
		w.moved[from.Name] += n * weight
	}
}

// passed counts an array that a function is passed, or gives, for another: where both are split, each element moves, as
// it does not in a copy that nobody needs any more.
func (w *splitWorth) passed(from program.Operand, to string, weight float64) {
	w.copied(to, from, weight)
	if w.s.shapes[to] != nil && (from.IsLiteral() || w.s.shapes[from.Name] != nil) {
		t, _ := w.s.p.TensorTypeOf(to)
		w.moved[to] += float64(t.Elements()) * weight
	}
}

// add counts an operation on an array that is to be split.
func (w *splitWorth) add(op *program.PrimOp, weight float64) {
	isArray := func(name string) bool {
		t, ok := w.s.p.TensorTypeOf(name)
		return ok && len(t.Shape) > 0
	}
	switch op.Op.Form() {
	case optab.Copy:
		for i, out := range op.Out {
			w.copied(out.Name, op.In[i], weight)
		}
	case optab.Index:
		if out := op.Out[0].Name; isArray(out) {
			w.copied(out, op.In[0], weight)
		} else {
			w.saved[op.In[0].Name] += weight
		}
	case optab.Insert:
		x, v, out := op.In[0], op.In[1], op.Out[0].Name
		w.copied(out, x, weight)
		if v.IsLiteral() || !isArray(v.Name) {
			w.saved[out] += weight
		} else {
			w.copied(out, v, weight)
		}
	}
}
