package edit

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// Numbering gives variables of a program numbers, in declaration order. Variables
// that are declared later have none.
type Numbering struct {
	defs program.VarDefs
	All  []program.VarDef
	same addresses
	// chosen and numbers are nil if all variables have numbers. Otherwise chosen are
	// those that have one, and numbers are the numbers of all, -1 for none.
	chosen, numbers []int
}

// Number numbers all variables of a program.
func Number(p *program.Program) *Numbering {
	n := &Numbering{defs: p.VarDefs, All: p.VarDefs.All()}
	n.same = newAddresses(n.All)
	return n
}

// NumberOf numbers the variables for which has holds.
func NumberOf(p *program.Program, has func(name string) bool) *Numbering {
	n := Number(p)
	n.numbers, n.chosen = make([]int, len(n.All)), []int{}
	for i, d := range n.All {
		if n.numbers[i] = -1; has(d.Name) {
			n.numbers[i] = len(n.chosen)
			n.chosen = append(n.chosen, i)
		}
	}
	return n
}

// Len returns how many variables have numbers.
func (n *Numbering) Len() int {
	if n.chosen != nil {
		return len(n.chosen)
	}
	return len(n.All)
}

// Name returns the name of the variable with a number.
func (n *Numbering) Name(v int) string {
	if n.chosen != nil {
		v = n.chosen[v]
	}
	return n.All[v].Name
}

// Def returns the declaration of the variable with a number.
func (n *Numbering) Def(v int) program.VarDef {
	if n.chosen != nil {
		v = n.chosen[v]
	}
	return n.All[v]
}

// Of returns the number of a variable, and whether it has one.
func (n *Numbering) Of(name string) (v int, ok bool) {
	if v, ok = n.same.find(name); !ok {
		if v, ok = n.defs.Index(name); !ok || v >= len(n.All) {
			return 0, false
		}
	}
	if n.numbers != nil {
		v = n.numbers[v]
	}
	return v, v >= 0
}

// Index returns the number of a variable that has one.
func (n *Numbering) Index(name string) int {
	v, ok := n.Of(name)
	if !ok {
		panic("bug: " + name + " is not a variable")
	}
	return v
}

// Set returns the set of those of the given variables that have numbers.
func (n *Numbering) Set(names []string) flow.Set {
	s := flow.NewSet(n.Len())
	for _, name := range names {
		if v, ok := n.Of(name); ok {
			s.Add(v)
		}
	}
	return s
}

// List returns the names of a set's members in declaration order.
func (n *Numbering) List(s flow.Set) []string {
	var names []string
	for v := range s.All() {
		names = append(names, n.Name(v))
	}
	return names
}

// Operand returns the number of the variable that an operand reads; ok is
// false for literals and uniforms.
func (n *Numbering) Operand(o program.Operand) (v int, ok bool) {
	if o.IsLiteral() {
		return 0, false
	}
	return n.Of(o.Name)
}

// Reads calls f with every variable an instruction reads.
func (n *Numbering) Reads(in program.Instr, f func(v int)) {
	for _, o := range Operands(in) {
		if v, ok := n.Operand(o); ok {
			f(v)
		}
	}
}

// Writes calls f with every variable an instruction writes.
func (n *Numbering) Writes(in program.Instr, f func(v int)) {
	switch in := in.(type) {
	case *program.PrimOp:
		for _, o := range in.Out {
			f(n.Index(o.Name))
		}
	case *program.FunctionCallOp:
		for _, name := range in.Out {
			f(n.Index(name))
		}
	}
}

// Narrow returns those of a set of all variables of the program that have numbers, by these.
func (n *Numbering) Narrow(all flow.Set) flow.Set {
	s := flow.NewSet(n.Len())
	for k, v := range n.chosen {
		if all.Has(v) {
			s.Add(k)
		}
	}
	return s
}
