package reshape

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// dropCostly keeps arrays as they are where taking them apart and putting them together again is more work than their
// elements save: an array that a loop indexes by a variable, and that is copied to one with literal indices between
// two such loops. It reports whether there were any. Arrays that are copied to each other are kept together.
func (s *dissolver) dropCostly() bool {
	w := &splitWorth{s: s, leader: map[string]string{}, saved: map[string]float64{}, moved: map[string]float64{}}
	for _, b := range edit.Bodies(s.p) {
		f := program.NewShape(b.Graph)
		weights := flow.NewLoops(f.Graph).Weights()
		for i, blk := range f.Blocks {
			for _, in := range blk.Instrs {
				if op, ok := in.(*program.PrimOp); ok && s.concerns(op) {
					w.add(op, weights[i])
				}
			}
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
