package lower

import (
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
)

// numbering gives variables of a program numbers, in declaration order. Variables
// that are declared later have none.
type numbering struct {
	defs program.VarDefs
	all  []program.VarDef
	same addresses
	// chosen and numbers are nil if all variables have numbers. Otherwise chosen are
	// those that have one, and numbers are the numbers of all, -1 for none.
	chosen, numbers []int
}

// number numbers all variables of a program.
func number(p *program.Program) *numbering {
	n := &numbering{defs: p.VarDefs, all: p.VarDefs.All()}
	n.same = newAddresses(n.all)
	return n
}

// numberOf numbers the variables for which has holds.
func numberOf(p *program.Program, has func(name string) bool) *numbering {
	n := number(p)
	n.numbers, n.chosen = make([]int, len(n.all)), []int{}
	for i, d := range n.all {
		if n.numbers[i] = -1; has(d.Name) {
			n.numbers[i] = len(n.chosen)
			n.chosen = append(n.chosen, i)
		}
	}
	return n
}

func (n *numbering) len() int {
	if n.chosen != nil {
		return len(n.chosen)
	}
	return len(n.all)
}

// name returns the name of the variable with a number.
func (n *numbering) name(v int) string {
	if n.chosen != nil {
		v = n.chosen[v]
	}
	return n.all[v].Name
}

// of returns the number of a variable, and whether it has one.
func (n *numbering) of(name string) (v int, ok bool) {
	if v, ok = n.same.find(name); !ok {
		if v, ok = n.defs.Index(name); !ok || v >= len(n.all) {
			return 0, false
		}
	}
	if n.numbers != nil {
		v = n.numbers[v]
	}
	return v, v >= 0
}

// index returns the number of a variable that has one.
func (n *numbering) index(name string) int {
	v, ok := n.of(name)
	if !ok {
		panic("bug: " + name + " is not a variable")
	}
	return v
}

// set returns the set of those of the given variables that have numbers.
func (n *numbering) set(names []string) flow.Set {
	s := flow.NewSet(n.len())
	for _, name := range names {
		if v, ok := n.of(name); ok {
			s.Add(v)
		}
	}
	return s
}

// list returns the names of a set's members in declaration order.
func (n *numbering) list(s flow.Set) []string {
	var names []string
	for v := range s.All() {
		names = append(names, n.name(v))
	}
	return names
}

// operand returns the number of the variable that an operand reads; ok is
// false for literals and uniforms.
func (n *numbering) operand(o program.Operand) (v int, ok bool) {
	if o.IsLiteral() {
		return 0, false
	}
	return n.of(o.Name)
}

// reads calls f with every variable an instruction reads.
func (n *numbering) reads(in program.Instr, f func(v int)) {
	for _, o := range operands(in) {
		if v, ok := n.operand(o); ok {
			f(v)
		}
	}
}

// writes calls f with every variable an instruction writes.
func (n *numbering) writes(in program.Instr, f func(v int)) {
	switch in := in.(type) {
	case *program.PrimOp:
		for _, o := range in.Out {
			f(n.index(o.Name))
		}
	case *program.FunctionCallOp:
		for _, name := range in.Out {
			f(n.index(name))
		}
	}
}

// narrow returns those of a set of all variables of the program that have numbers, by these.
func (n *numbering) narrow(all flow.Set) flow.Set {
	s := flow.NewSet(n.len())
	for k, v := range n.chosen {
		if all.Has(v) {
			s.Add(k)
		}
	}
	return s
}
