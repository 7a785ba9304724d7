package direct

import (
	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/internal/interp"
)

// frame is a call of a function.
type frame struct {
	*function
	l         *lane
	depth     int
	arguments []interp.Value
	given     []given // by gate
}

// given is what a gate gave since it was last forgotten.
type given struct {
	known bool
	value interp.Value
	// memory is what the token of each dependency's chain says is in the cell; nothing for
	// the effects.
	memory []interp.Value
	// results are those of a call.
	results []interp.Value
}

// run goes from state to state.
func (f *frame) run() ([]interp.Value, *interp.Fault) {
	c := f.c
	state := circuit.Root(circuit.StateEntry)
	for {
		if fault := f.effects(state); fault != nil {
			return nil, fault
		}
		end := c.Next(state)
		switch c.Kind(end) {
		case circuit.Return:
			return f.results(end)
		case circuit.Throw:
			if fault := f.ask(c.Depend(end, 0)); fault != nil {
				return nil, fault
			}
			why := c.Faults[c.Meta(end).Param]
			return nil, f.fault(end, why.Code, why.Msg)
		case circuit.IfBranch, circuit.SwitchBranch:
			if fault := f.ask(c.Value(end, 0)); fault != nil {
				return nil, fault
			}
			state = f.way(end, f.scalar(c.Value(end, 0)))
		case circuit.LoopBack:
			for u := range c.Uses(end) {
				state = u
			}
			if fault := f.enter(state, end); fault != nil {
				return nil, fault
			}
		default:
			before := state
			if state = end; c.Kind(end) == circuit.OrdinaryBlock {
				continue
			}
			if fault := f.enter(state, before); fault != nil {
				return nil, fault
			}
		}
	}
}

// way returns the state to which a branch goes.
func (f *frame) way(branch circuit.Ref, bits uint64) (state circuit.Ref) {
	c := f.c
	state = circuit.None
	for u := range c.Uses(branch) {
		switch c.Kind(u) {
		case circuit.IfTrue:
			if bits != 0 {
				return u
			}
		case circuit.IfFalse:
			if bits == 0 {
				return u
			}
		case circuit.SwitchCase:
			if c.Meta(u).Param == bits {
				return u
			}
		case circuit.DefaultCase:
			state = u
		}
	}
	return state
}

// enter takes the inputs of a state's selectors, all before any of them changes.
func (f *frame) enter(state, from circuit.Ref) *interp.Fault {
	c := f.c
	way := 0
	for c.State(state, way) != from {
		way++
	}
	selectors := f.selectors(state)
	for _, s := range selectors {
		if fault := f.ask(c.Input(s, 1+way)); fault != nil {
			return fault
		}
	}
	now := make([]given, len(selectors))
	for i, s := range selectors {
		now[i] = f.selected(s, way)
	}
	for _, g := range f.follows[state] {
		f.given[g] = given{}
	}
	for i, s := range selectors {
		f.given[s] = now[i]
	}
	return nil
}

// selected returns what a selector gives when its state is entered on a way.
func (f *frame) selected(s circuit.Ref, way int) given {
	c := f.c
	if c.Kind(s) == circuit.ValueSelector {
		return given{known: true, value: f.value(c.Value(s, way))}
	}
	return given{known: true, memory: []interp.Value{f.memory(c.Depend(s, way), c.ChainAt(s, way))}}
}

// effects computes the effects that are behind a state's token on their chain, up to those of
// the states that follow.
func (f *frame) effects(state circuit.Ref) *interp.Fault {
	c := f.c
	token := circuit.None
	if c.Kind(state) == circuit.StateEntry {
		token = circuit.Root(circuit.DependEntry)
	}
	for u := range c.Uses(state) {
		if k := c.Kind(u); (k == circuit.DependRelay || k == circuit.DependSelector) &&
			c.ChainAt(u, 0) == circuit.Effects {
			token = u
		}
	}
	for token != circuit.None {
		if fault := f.ask(token); fault != nil {
			return fault
		}
		token = f.nextEffect(token)
	}
	return nil
}

// nextEffect returns the operation or call that takes a token of the effects. What is anchored there may be of a later
// state.
func (f *frame) nextEffect(token circuit.Ref) circuit.Ref {
	c := f.c
	for u, input := range c.Uses(token) {
		m := c.Meta(u)
		i := input - int(m.States)
		isOperation := m.Kind == circuit.Operation && !m.Anchored || m.Kind == circuit.Call
		if isOperation && i >= 0 && i < int(m.Depends) && c.ChainAt(u, i) == circuit.Effects {
			return u
		}
	}
	return circuit.None
}

// results returns what a return gives.
func (f *frame) results(g circuit.Ref) ([]interp.Value, *interp.Fault) {
	c := f.c
	for i, in := range c.Inputs(g) {
		if i < int(c.Meta(g).States) {
			continue
		}
		if fault := f.ask(in); fault != nil {
			return nil, fault
		}
	}
	results := make([]interp.Value, len(c.Results))
	chain := 1 // the first dependency is that of the effects
	for i, r := range c.Results {
		if len(r.Type.Shape) == 0 {
			results[i] = f.value(c.Value(g, i))
			continue
		}
		results[i] = f.memory(c.Depend(g, chain), c.ChainAt(g, chain))
		chain++
	}
	return results, nil
}
