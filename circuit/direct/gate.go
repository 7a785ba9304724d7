package direct

import (
	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// ask computes a gate, and before it what it takes, dependencies first.
func (f *frame) ask(g circuit.Ref) *interp.Fault {
	type visit struct {
		g    circuit.Ref
		next int
	}
	c := f.c
	stack := []visit{{g: g}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if m := c.Meta(top.g); f.isKnown(top.g) || top.next == m.Inputs() {
			if !f.isKnown(top.g) {
				if fault := f.compute(top.g); fault != nil {
					return fault
				}
			}
			stack = stack[:len(stack)-1]
			continue
		}
		in := c.Input(top.g, top.next)
		top.next++
		if c.Schema(in).Part != circuit.Sequential && !f.isKnown(in) {
			stack = append(stack, visit{g: in})
		}
	}
	return nil
}

// isKnown reports whether a gate was computed, or needs no computing. A selector is known since
// its state was entered.
func (f *frame) isKnown(g circuit.Ref) bool {
	switch f.c.Kind(g) {
	case circuit.Constant, circuit.Arg, circuit.Uniform, circuit.Cell:
		return true
	}
	return f.c.Schema(g).Part == circuit.Roots || f.given[g].known
}

// value returns the value of a gate.
func (f *frame) value(g circuit.Ref) interp.Value {
	c := f.c
	m := c.Meta(g)
	switch m.Kind {
	case circuit.Constant:
		return interp.Scalar(c.Type(g).Dtype(), m.Param)
	case circuit.Arg:
		return f.arguments[m.Param]
	case circuit.Uniform:
		return f.l.uniforms[c.Uniforms[m.Param].Name]
	}
	return f.given[g].value
}

func (f *frame) scalar(g circuit.Ref) uint64 { return f.value(g).Bits[0] }

// memory returns what is in a cell behind a token of its chain.
func (f *frame) memory(token circuit.Ref, chain circuit.Chain) interp.Value {
	c := f.c
	if chain == circuit.Effects {
		return interp.Value{}
	}
	if c.Kind(token) == circuit.DependEntry {
		cell := c.Cells[chain-circuit.ChainOf(0)]
		for i, v := range c.Params {
			if v.Name == cell.Name {
				return f.arguments[i]
			}
		}
		return interp.Value{Type: cell.Type}
	}
	for i := range int(c.Meta(token).Depends) {
		if c.ChainAt(token, i) == chain {
			return f.given[token].memory[i]
		}
	}
	panic("bug: direct: a token of another chain: " + c.Format(token))
}

// compute computes a gate whose inputs are all known.
func (f *frame) compute(g circuit.Ref) *interp.Fault {
	c := f.c
	m := c.Meta(g)
	now := given{known: true}
	for i := range int(m.Depends) {
		if m.Kind != circuit.Project {
			now.memory = append(now.memory, f.memory(c.Depend(g, i), c.ChainAt(g, i)))
		}
	}
	var fault *interp.Fault
	switch m.Kind {
	case circuit.DependRelay:
	case circuit.Project:
		now.value = f.given[c.Depend(g, 0)].results[m.Param]
	case circuit.Operation:
		fault = f.operation(g, &now)
	case circuit.Call:
		fault = f.callGate(g, &now)
	default:
		panic("bug: direct: a gate that gives nothing: " + c.Format(g))
	}
	f.given[g] = now
	return fault
}

// operand returns a value of a gate; that of a cell is what the gate's dependency says.
func (f *frame) operand(g circuit.Ref, i int, now *given) interp.Value {
	c := f.c
	in := c.Value(g, i)
	if c.Kind(in) != circuit.Cell {
		return f.value(in)
	}
	return now.memory[f.dependency(g, in)]
}

// dependency returns which of a gate's dependencies is on the chain of a cell.
func (f *frame) dependency(g, cell circuit.Ref) int {
	c := f.c
	for i := range int(c.Meta(g).Depends) {
		if c.ChainAt(g, i) == circuit.ChainOf(int(c.Meta(cell).Param)) {
			return i
		}
	}
	panic("bug: direct: a cell without its dependency: " + c.Format(g))
}

func (f *frame) operation(g circuit.Ref, now *given) *interp.Fault {
	c := f.c
	m := c.Meta(g)
	n := int(m.Values) - int(m.Param)
	in := make([]interp.Value, n)
	for i := range in {
		in[i] = f.operand(g, i, now)
	}
	write := func(i int, from interp.Value) {
		cell := c.Value(g, n+i)
		t := c.Cells[c.Meta(cell).Param].Type
		now.memory[f.dependency(g, cell)] = interp.Value{Type: t, Bits: interp.Broadcast(from, t.Shape)}
	}
	if m.Op == program.OpCopy {
		for i := range in {
			write(i, in[i])
		}
		return nil
	}
	if m.Param == 0 {
		d := c.Type(g).Dtype()
		bits, code := interp.Compute(m.Op, in, nil)
		if code != optab.NoFault {
			return f.operationFault(g, code)
		}
		now.value = interp.Value{Type: program.Scalar(d), Bits: bits}
		return nil
	}
	t := c.Cells[c.Meta(c.Value(g, n)).Param].Type
	bits, code := interp.Compute(m.Op, in, t.Shape)
	if code != optab.NoFault {
		return f.operationFault(g, code)
	}
	write(0, interp.Value{Type: t, Bits: bits})
	return nil
}

// operationFault is how an operation ends the lane; one that was proven not to must not.
func (f *frame) operationFault(g circuit.Ref, code program.Code) *interp.Fault {
	if !f.c.Meta(g).Faults {
		panic("bug: direct: it was proven not to fault: " + f.c.Format(g))
	}
	return f.fault(g, code, "")
}

func (f *frame) callGate(g circuit.Ref, now *given) *interp.Fault {
	c := f.c
	m := c.Meta(g)
	callee := &c.Callees[m.Param]
	outs := 0
	for _, t := range callee.Results {
		if len(t.Shape) > 0 {
			outs++
		}
	}
	n := int(m.Values) - outs
	in := make([]interp.Value, n)
	for i := range in {
		in[i] = f.operand(g, i, now)
	}
	if f.depth >= f.l.maxDepth {
		return f.fault(g, optab.StackOverflow, "")
	}
	results, fault := f.l.call(callee.Name, in, f.depth+1)
	if fault != nil {
		return fault
	}
	now.results = results
	for i, t := range callee.Results {
		if len(t.Shape) > 0 {
			now.memory[f.dependency(g, c.Value(g, n))] = results[i]
			n++
		}
	}
	return nil
}
