package testkit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// census counts what generated programs make the project do: how many of them
// each pass changed, and how many operations of each kind are left to run. A
// generator whose operations are all dropped tests nothing, and looks as if it
// did.
type census struct {
	programs int
	changed  map[string]int // by pass
	left     map[string]int // by kind
}

// seldom are the passes that few generated programs, or none, have work for:
// generated variables have no parts; storage classes are not printed before
// calls are gone; generated functions are recursions, whose calls are not melded, and few have ways that meld
// (TestMeldEverything makes some) or make costly numbers of what they hand on; the others need what other passes
// mostly take away.
var seldom = []string{"flatten", "allocate", "once", "together", "meld", "join", "split", "forward", "direct", "pick",
	"levels", "recheck", "lift"}

// kinds are what must be left in some programs after lowering.
var kinds = []string{"function of libm", "function of package math", "pair", "select", "dot", "matvec", "reduce",
	"reshape", "index", "insert", "division by a literal", "division", "shift", "conversion",
	"index into a large event", "insert into a large event", "operation on a large event",
	"index into a uniform of any length", "derived uniform", "operation on a uniform", "branch on a uniform",
	"switch on a uniform"}

func newCensus() *census {
	return &census{changed: map[string]int{}, left: map[string]int{}}
}

func (c *census) add(p *program.Program) error {
	c.programs++
	last := program.Print(p)
	lowered, err := lower.Run(p, func(pass string, after *program.Program) {
		text := program.Print(after)
		if text != last {
			c.changed[pass]++
		}
		last = text
	})
	if err != nil {
		return err
	}
	for _, b := range lowered.Graph.Blocks {
		c.block(lowered, b)
	}
	for _, u := range lowered.Uniforms {
		if u.Def != nil {
			c.left["derived uniform"]++
		}
	}
	return nil
}

func (c *census) block(p *program.Program, b *program.Block) {
	pairable := []string{"add", "sub", "mul", "quo", "and"}
	first := map[string]bool{} // temporaries that a pair's first operation has set
	for _, in := range b.Instrs {
		op, ok := in.(*program.PrimOp)
		if !ok || op.Op == program.OpCopy {
			continue
		}
		row := op.Op.Info().Row
		c.left[kindOf(op)]++
		c.large(p, op)
		canPair := slices.Contains(pairable, row.Name)
		for i, o := range op.In {
			if u := p.Uniform(o.Name); u != nil && row.Form == optab.Index && i == 0 && u.Type.AnyAxes() > 0 {
				c.left["index into a uniform of any length"]++
			} else if u != nil && len(u.Type.Shape) == 0 {
				c.left["operation on a uniform"]++
			}
			if first[o.Name] && (canPair || slices.Contains(pairTests, row.Name) ||
				slices.Contains(pairSingles, row.Name)) {
				c.left["pair"]++
			}
		}
		if name := op.Out[0].Name; canPair && p.Alloc(name) == program.Temporary {
			first[name] = true
		}
	}
	c.terminator(p, b.Term)
}

// largeEvent is more elements than a byte can count.
const largeEvent = 256

// large counts an operation whose first operand is a large event.
func (c *census) large(p *program.Program, op *program.PrimOp) {
	x, ok := p.VarDefs.Lookup(op.In[0].Name)
	if !ok || x.Leaf().Elements() < largeEvent {
		return
	}
	switch row := op.Op.Info().Row; row.Form {
	case optab.Index:
		c.left["index into a large event"]++
	case optab.Insert:
		c.left["insert into a large event"]++
	default:
		c.left["operation on a large event"]++
	}
}

// terminator counts a terminator whose operand is a uniform.
func (c *census) terminator(p *program.Program, t program.Terminator) {
	o, ok := program.TermOperand(t)
	if !ok || p.Uniform(o.Name) == nil {
		return
	}
	if _, ok := t.(program.BranchOp); ok {
		c.left["branch on a uniform"]++
	} else {
		c.left["switch on a uniform"]++
	}
}

// kindOf returns which kind an operation is of, or its row's name.
func kindOf(op *program.PrimOp) string {
	row := op.Op.Info().Row
	switch name := row.Name; {
	case row.Form == optab.Reduce:
		return "reduce"
	case row.Libm != "":
		return "function of libm"
	case row.Has(optab.Math):
		return "function of package math"
	case (name == "div" || name == "rem") && op.In[1].IsLiteral():
		return "division by a literal"
	case row.Code == optab.DivideByZero:
		return "division"
	case name == "shl" || name == "shr" || name == "rotl":
		return "shift"
	case strings.HasPrefix(name, "convert_"):
		return "conversion"
	}
	return row.Name
}

// rare are kinds that passes leave in few programs: of so many some have them.
var rare = []string{"index into a large event", "insert into a large event"}

const manyPrograms = 1000

// check fails the test if something did not happen at all.
func (c *census) check(t *testing.T, programs int) {
	t.Helper()
	var report []string
	for _, pass := range lower.Passes {
		n := c.changed[pass.Name]
		report = append(report, fmt.Sprintf("%s %d", pass.Name, n))
		if !slices.Contains(seldom, pass.Name) {
			require.NotZero(t, n, "the pass %s changed no generated program", pass.Name)
		}
	}
	t.Logf("programs that passes changed: %s", strings.Join(report, ", "))
	report = nil
	for _, kind := range kinds {
		report = append(report, fmt.Sprintf("%s %d", kind, c.left[kind]))
		if !slices.Contains(rare, kind) || programs >= manyPrograms {
			require.NotZero(t, c.left[kind], "no generated program has this left: %s", kind)
		}
	}
	t.Logf("operations left: %s", strings.Join(report, ", "))
}
