package circuit

import (
	"maps"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
)

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
	// Again is set where circuits have improved the program before. A function changes only if it costs no more then,
	// and if as many operations as before are said to have small operands: what a branch has shown of them is not seen
	// any more where selects are in its place.
	Again bool
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
	q := *p
	q.VarAlloc, q.Errors = maps.Clone(p.VarAlloc), slices.Clone(p.Errors)
	q.Functions = make([]*program.Function, len(p.Functions))
	for i, f := range p.Functions {
		g := *f
		q.Functions[i] = &g
	}
	outcomes := Improve(&q, o)
	// Graphs that stay must be copied: those of circuits are new.
	if outcomes[0].Refused != "" {
		q.Graph = q.Graph.Clone()
	}
	for i, f := range q.Functions {
		if outcomes[1+i].Refused != "" {
			f.Graph = f.Graph.Clone()
		}
	}
	return &q, outcomes
}

// Improve is Optimise in place. It changes no block, but gives functions others.
func Improve(p *program.Program, o Options) []Outcome {
	main := p.MainFunction()
	functions := append([]*program.Function{main}, p.Functions...)
	outcomes := make([]Outcome, len(functions))
	vars := edit.Number(p)
	names := &namer{p: p, vars: vars, variables: edit.NewVarNamer(p)}
	circuits := buildAll(p, vars, functions, outcomes)
	alone, together := split(Passes)
	for _, c := range circuits {
		if c != nil {
			c.explained = o.Observe != nil
			o.observe("build", c)
			o.run(alone, c)
		}
	}
	if !o.isOff(firstTogether) {
		whole := summariesOf(p, circuits)
		for _, c := range circuits {
			if c != nil {
				c.summaries = whole
			}
		}
	}
	var added []program.VarDef
	graphs := make([]program.ControlFlowGraph, len(functions)) // what becomes of those that improve
	for i, f := range functions {
		c := circuits[i]
		if c == nil {
			continue
		}
		o.run(together, c)
		graph, fresh := o.scheduled(c).emit(names)
		if outcomes[i].Refused = o.refusal(&f.Graph, &graph); outcomes[i].Refused != "" {
			continue
		}
		graphs[i] = graph
		added = append(added, fresh...)
	}
	for i, f := range functions {
		if outcomes[i].Refused == "" {
			f.Graph = graphs[i]
		}
	}
	p.Graph = main.Graph
	edit.Redeclare(p, vars, added)
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
func buildAll(p *program.Program, vars *edit.Numbering, functions []*program.Function, outcomes []Outcome) []*Circuit {
	circuits := make([]*Circuit, len(functions))
	s := &sources{p: p, vars: vars, functions: functions, uniforms: newUniforms(p),
		signatures: make([]signature, 0, len(functions))}
	for _, f := range functions {
		s.signatures = append(s.signatures, s.signature(f))
	}
	shared := sharing(s)
	for i, f := range functions {
		outcomes[i].Function = f.Name
		if v := shared[i]; v >= 0 {
			outcomes[i].Refused = "it shares the array " + vars.Name(v) +
				" with another function, which no chain orders"
			continue
		}
		c, err := build(s, i)
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
func sharing(s *sources) []int {
	shared := slices.Repeat([]int{-1}, len(s.functions))
	if len(s.functions) == 1 {
		return shared
	}
	owner := make([]int32, s.vars.Len()) // one more than a function
	own := func(f int, name string) {
		v, ok := s.vars.Of(name)
		switch {
		case !ok:
		case owner[v] == 0:
			owner[v] = int32(f) + 1
		case owner[v] != int32(f)+1:
			shared[owner[v]-1], shared[f] = v, v
		}
	}
	names := make([]string, 0, 16)
	for i, f := range s.functions {
		for _, v := range s.signatures[i].params {
			own(i, v.Name)
		}
		for _, v := range s.signatures[i].results {
			own(i, v.Name)
		}
		for _, b := range f.Graph.Blocks {
			for _, in := range b.Instrs {
				names = program.Writes(in, program.Reads(in, names[:0]))
				for _, name := range names {
					own(i, name)
				}
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

func (o *Options) isOff(pass string) bool { return slices.Contains(o.Without, pass) }

// namer is the Names of a program.
type namer struct {
	p         *program.Program // as it was
	vars      *edit.Numbering
	variables *edit.Namer
	blocks    *edit.Namer // made when the first is asked for
}

func (n *namer) Block(like string) string {
	if n.blocks == nil {
		n.blocks = edit.NewBlockNamer(n.p)
	}
	return n.blocks.Fresh(like)
}

func (n *namer) Variable(like string) string { return n.variables.Fresh(like) }

func (n *namer) Owned(name string, d program.Dtype) bool {
	v, ok := n.vars.Of(name)
	if !ok {
		return false
	}
	t := n.vars.All[v].Type
	return t.IsLeaf() && len(t.Leaf().Shape) == 0 && t.Leaf().Dtype == d
}
