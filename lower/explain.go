package lower

import (
	"fmt"
	"strings"

	"github.com/lockstep-simt/lockstep/program"
)

// Explanation is why a lowered program has the storage it has.
type Explanation struct {
	// Vars has every variable of the lowered program, in declaration order.
	Vars []Proof
	// Depth is about the stack of return blocks.
	Depth DepthProof
}

// Proof is a variable's storage class and the reason why it suffices, or, for
// a full variable, why nothing cheaper does.
type Proof struct {
	Var    string             // the variable
	Class  program.Allocation // where its values are kept
	Reason string             // a sentence
}

// Explain gives the proofs behind the storage classes that lowering p with the
// same options arrives at. Of a program that is lowered already, the classes are
// what it declares; that they suffice is then what the verifier checks.
func Explain(p *program.Program, opts ...Option) (*Explanation, error) {
	if p.Dialect == program.Lowered {
		return explainLowered(p)
	}
	classes := map[string]class{}
	lowered, err := Run(p, func(pass string, after *program.Program) {
		if pass == "allocate" {
			classes = classify(after)
		}
	}, opts...)
	if err != nil {
		return nil, err
	}
	e := &Explanation{Depth: pendingCalls(lowered)}
	for _, d := range lowered.VarDefs.All() {
		e.Vars = append(e.Vars, Proof{d.Name, lowered.Alloc(d.Name), reasonFor(classes[d.Name], lowered.Alloc(d.Name))})
	}
	return e, nil
}

func explainLowered(p *program.Program) (*Explanation, error) {
	if err := program.Verify(p); err != nil {
		return nil, err
	}
	e := &Explanation{Depth: pendingCalls(p)}
	for _, d := range p.VarDefs.All() {
		e.Vars = append(e.Vars, Proof{d.Name, p.Alloc(d.Name), "declared in the lowered program"})
	}
	return e, nil
}

// reasonFor returns the reason that was found before the variables of different
// functions were merged, unless the merge raised the class.
func reasonFor(c class, now program.Allocation) string {
	switch {
	case c.reason == "":
		return "storage classes were not computed"
	case c.class == now:
		return c.reason
	}
	return "one variable with a parameter or result that it is passed to or received from"
}

// String returns the explanation as the text of "lockstep show -alloc": a line
// a variable, then the bound of the calls.
func (e *Explanation) String() string {
	var b strings.Builder
	width := 0
	for _, p := range e.Vars {
		width = max(width, len([]rune(p.Var)))
	}
	for _, p := range e.Vars {
		pad := width - len([]rune(p.Var))
		fmt.Fprintf(&b, "%s%s  %-9s  %s\n", p.Var, strings.Repeat(" ", pad), p.Class, p.Reason)
	}
	b.WriteString(e.Depth.String())
	b.WriteByte('\n')
	return b.String()
}
