package direct

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/program"
)

// Machine is a program with a circuit in the place of each function.
type Machine struct {
	p        *program.Program
	oracle   *interp.Oracle // for the uniforms
	circuits map[string]*function
}

// New makes a program of the source dialect ready to run as circuits, by the names of their
// functions.
func New(p *program.Program, circuits map[string]*circuit.Circuit) (*Machine, error) {
	oracle, err := interp.New(p)
	if err != nil {
		return nil, err
	}
	m := &Machine{p: p, oracle: oracle, circuits: map[string]*function{}}
	for name, c := range circuits {
		m.circuits[name] = newFunction(c)
	}
	for _, f := range append([]*program.Function{p.MainFunction()}, p.Functions...) {
		if m.circuits[f.Name] == nil {
			return nil, fmt.Errorf("direct: there is no circuit of %s", f.Name)
		}
	}
	return m, nil
}

// lane is one run.
type lane struct {
	m        *Machine
	uniforms map[string]interp.Value
	maxDepth int
}

// Run runs one lane; calls may nest maxDepth deep. The options give uniforms.
func (m *Machine) Run(inputs []interp.Value, maxDepth int, opts ...interp.Option) ([]interp.Value, *interp.Fault,
	error) {
	uniforms, err := m.oracle.Uniforms(opts...)
	if err != nil {
		return nil, nil, err
	}
	l := &lane{m: m, uniforms: uniforms, maxDepth: maxDepth}
	defs := m.p.Flat(m.p.VarsIn)
	arguments := make([]interp.Value, len(inputs))
	for i, v := range inputs {
		arguments[i] = atEdge(v, defs[i].Go)
	}
	results, fault := l.call(m.p.MainFunction().Name, arguments, 0)
	if fault != nil {
		return nil, fault, nil
	}
	for i, d := range m.p.Flat(m.p.VarsOut) {
		results[i] = atEdge(results[i], d.Go)
	}
	return results, nil, nil
}

// atEdge returns a value as a column of the Go type holds it.
func atEdge(v interp.Value, goType program.GoType) interp.Value {
	narrow := interp.Value{Type: v.Type, Bits: make([]uint64, len(v.Bits))}
	for i, x := range v.Bits {
		narrow.Bits[i] = program.AtEdge(goType, x)
	}
	return narrow
}

// fault returns the fault of a gate.
func (f *frame) fault(g circuit.Ref, code program.Code, msg string) *interp.Fault {
	return &interp.Fault{Code: code, Pos: f.c.Position(g).In(f.l.m.p.File), Msg: msg}
}

// call runs a function at a depth.
func (l *lane) call(name string, arguments []interp.Value, depth int) ([]interp.Value, *interp.Fault) {
	fn := l.m.circuits[name]
	f := &frame{function: fn, l: l, depth: depth, arguments: arguments, given: make([]given, fn.c.Size())}
	for i, v := range fn.c.Params {
		f.arguments[i] = interp.Value{Type: v.Type, Bits: interp.Broadcast(arguments[i], v.Type.Shape)}
	}
	return f.run()
}

// function is a circuit, and what follows from the selectors of each of its states.
type function struct {
	c       *circuit.Circuit
	follows map[circuit.Ref][]circuit.Ref
}

func newFunction(c *circuit.Circuit) *function {
	f := &function{c: c, follows: map[circuit.Ref][]circuit.Ref{}}
	for g := range c.Gates() {
		if k := c.Kind(g); k == circuit.Merge || k == circuit.LoopBegin {
			f.follows[g] = f.after(g)
		}
	}
	return f
}

// after returns the gates that the selectors of a state have an influence on, up to other
// selectors.
func (f *function) after(state circuit.Ref) (gates []circuit.Ref) {
	seen := map[circuit.Ref]bool{}
	work := f.selectors(state)
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range f.c.Uses(g) {
			part := f.c.Schema(u).Part
			if isSelector(f.c.Kind(u)) || part == circuit.Sequential || seen[u] {
				continue
			}
			seen[u] = true
			gates = append(gates, u)
			work = append(work, u)
		}
	}
	return gates
}

func isSelector(k circuit.Kind) bool {
	return k == circuit.ValueSelector || k == circuit.DependSelector
}

// selectors returns the selectors of a state.
func (f *function) selectors(state circuit.Ref) (gates []circuit.Ref) {
	for u := range f.c.Uses(state) {
		if isSelector(f.c.Kind(u)) {
			gates = append(gates, u)
		}
	}
	return gates
}
