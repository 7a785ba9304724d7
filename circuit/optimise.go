package circuit

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

// Pass improves a circuit in place.
type Pass struct {
	Name string // a command-line value
	Doc  string // one sentence
	Run  func(c *Circuit)
	// States is set if the pass may change the sequential part. One that is not set leaves every
	// state and the wires between states as they are.
	States bool
}

// Passes are the passes, in order.
var Passes = []Pass{
	{"fold", "Replaces operations on constants, and those that simpler ones stand for.", fold, false},
	{"branches", "Drops ways that no lane takes, and states that only lead on.", branches, true},
	{"share", "Uses again what was computed, loaded or checked on every way before.", share, false},
	{"refold", "Folds what sharing has brought together.", fold, false},
	{"rebranch", "Drops the ways that are left.", branches, true},
	{"constants", "Computes on each way what comes of constants that are chosen there.", constants, false},
	{"ranges", "Decides checks, faults and branches by the ranges of numbers.", confine, false},
	{"reduce", "Replaces operations on integers by cheaper ones where ranges allow it.", reduce, false},
	{"hoist", "Computes once, before a branch, what each of its ways begins with.", hoist, false},
	{"stores", "Stores once, behind several ways, what each of them stores.", stores, false},
	{"promote", "Keeps in variables, while loops run, elements that they take and replace.", promote, false},
	{"carry", "Takes from the round before what it stored or loaded, and a loop loads.", carry, false},
	{"invariants", "Lets what hangs on tokens leave loops in which it gives the same each round.", leaveLoops, false},
	{"narrow", "Notes which operations have small operands only.", narrow, false},
	{"settle", "Folds what ranges have decided, and drops the ways that are left to nobody.", settle, true},
	{"reuse", "Shares what loads and stores that were moved have in common.", reuse, false},
	{"quotients", "Computes remainders from the quotients of the same numbers.", quotients, false},
	{"dead", "Drops what nobody needs.", dead, false},
	{"gather", "Computes once, behind several ways, what each of them computes.", gather, false},
	{"loosen", "Lets stand anywhere what does not fault with any operands.", loosen, false},
	{"apart", "Computes on several ways what the ways past them do not need.", apart, false},
	{"vary", "Notes which values are the same for all lanes.", vary, false},
}

// Outcome is what became of a function.
type Outcome struct {
	Function string
	// Refused says why the function stays as it is; it is empty if there is a circuit.
	Refused string
}

// Options say how programs are improved. The zero Options run every pass.
type Options struct {
	// Without switches passes off by name.
	Without []string
	// Observe is called with each circuit after it was built, and after each pass. Those before "ranges" run over
	// all functions before the others do over any.
	Observe func(pass string, c *Circuit)
	// Schedule replaces NewSchedule.
	Schedule func(c *Circuit) *Schedule
}

// Optimise returns a program of the source dialect that computes what p does, with fewer
// operations, and what became of each function. p is not changed; it must be verified. A
// function that has no circuit stays as it is.
func Optimise(p *program.Program, o Options) (*program.Program, []Outcome) {
	p = p.Clone()
	return p, Improve(p, o)
}

// Improve is Optimise in place.
func Improve(p *program.Program, o Options) []Outcome {
	names := newNames(p)
	main := p.MainFunction()
	functions := append([]*program.Function{main}, p.Functions...)
	outcomes := make([]Outcome, len(functions))
	circuits := buildAll(p, functions, outcomes)
	ranges := slices.IndexFunc(Passes, func(pass Pass) bool { return pass.Name == "ranges" })
	for _, c := range circuits {
		if c != nil {
			o.observe("build", c)
			o.run(Passes[:ranges], c)
		}
	}
	if !o.isOff("ranges") {
		whole := summariesOf(p, circuits)
		for _, c := range circuits {
			if c != nil {
				c.summaries = whole
			}
		}
	}
	for i, f := range functions {
		c := circuits[i]
		if c == nil {
			continue
		}
		o.run(Passes[ranges:], c)
		graph, fresh := o.scheduled(c).emit(names)
		if was, now := cost(&f.Graph), cost(&graph); now > was+was/8+slack {
			outcomes[i].Refused = fmt.Sprintf("its circuit costs more: %d where it had %d", now, was)
			continue
		}
		f.Graph = graph
		for _, d := range fresh {
			p.VarDefs.Add(d.Name, d.Type)
		}
	}
	p.Graph = main.Graph
	edit.DropUnused(p)
	if o.Observe == nil {
		for _, c := range circuits {
			if c != nil {
				c.release()
			}
		}
	}
	return outcomes
}

// Circuits returns the circuits of a program's functions by their names, as Optimise leaves them.
// The program must be verified.
func Circuits(p *program.Program, o Options) map[string]*Circuit {
	circuits := map[string]*Circuit{}
	observe := o.Observe
	o.Observe = func(pass string, c *Circuit) {
		circuits[c.Name] = c
		if observe != nil {
			observe(pass, c)
		}
	}
	Optimise(p, o)
	return circuits
}

// buildAll builds the circuits of functions, nil where there is none: the outcome says why.
func buildAll(p *program.Program, functions []*program.Function, outcomes []Outcome) []*Circuit {
	circuits := make([]*Circuit, len(functions))
	vars := edit.Number(p)
	shared := sharing(functions, vars)
	for i, f := range functions {
		outcomes[i].Function = f.Name
		if v := shared[i]; v >= 0 {
			outcomes[i].Refused = "it shares the array " + vars.Name(v) +
				" with another function, which no chain orders"
			continue
		}
		c, err := build(p, f, vars)
		if err != nil {
			outcomes[i].Refused = err.Error()
			continue
		}
		circuits[i] = c
	}
	return circuits
}

// sharing returns, of each function that mentions a variable which another mentions too, such a
// variable, and -1 of the others.
func sharing(functions []*program.Function, vars *edit.Numbering) []int {
	owner := make([]int, vars.Len()) // one more than a function
	shared := slices.Repeat([]int{-1}, len(functions))
	var names []string
	for i, f := range functions {
		names = append(append(names[:0], program.Variables(f.VarsIn)...), program.Variables(f.VarsOut)...)
		for _, b := range f.Graph.Blocks {
			for _, in := range b.Instrs {
				names = program.Writes(in, program.Reads(in, names))
			}
		}
		for _, name := range names {
			v, ok := vars.Of(name)
			switch {
			case !ok:
			case owner[v] == 0:
				owner[v] = i + 1
			case owner[v] != i+1:
				shared[owner[v]-1], shared[i] = v, v
			}
		}
	}
	return shared
}

// run runs passes over a circuit.
func (o *Options) run(passes []Pass, c *Circuit) {
	for _, pass := range passes {
		if !o.isOff(pass.Name) {
			pass.run(c)
			o.observe(pass.Name, c)
		}
	}
}

func (o *Options) observe(pass string, c *Circuit) {
	if o.Observe != nil {
		o.Observe(pass, c)
	}
}

// scheduled returns the schedule of a circuit.
func (o *Options) scheduled(c *Circuit) *Schedule {
	if o.Schedule != nil {
		return o.Schedule(c)
	}
	return NewSchedule(c)
}

func (o *Options) isOff(pass string) bool {
	for _, name := range o.Without {
		if name == pass {
			return true
		}
	}
	return false
}

// run runs the pass; what goes wrong in it says so.
func (pass Pass) run(c *Circuit) {
	defer func() {
		if r := recover(); r != nil {
			panic(fmt.Sprintf("%v\nin pass %s of the circuit of %s", r, pass.Name, c.Name))
		}
	}()
	pass.Run(c)
}

// namer is the Names of a program.
type namer struct {
	p                 *program.Program
	variables, blocks *edit.Namer
}

func newNames(p *program.Program) *namer {
	return &namer{p, edit.NewVarNamer(p), edit.NewBlockNamer(p)}
}

func (n *namer) Block(like string) string    { return n.blocks.Fresh(like) }
func (n *namer) Variable(like string) string { return n.variables.Fresh(like) }

func (n *namer) Owned(name string, d program.Dtype) bool {
	t, ok := n.p.TensorTypeOf(name)
	return ok && n.p.VarDefs.Has(name) && len(t.Shape) == 0 && t.Dtype == d
}
