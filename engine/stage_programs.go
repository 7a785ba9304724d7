package engine

import (
	"fmt"
	"slices"

	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/flow"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// A stage is a program of its own: the blocks that lanes pass from its entry to where they leave
// it. Its inputs are what is live at the entry, its results what it changed of that which is live
// where lanes go on, and which way they left, if there are several.

// stage is a part of a program.
type stage struct {
	prog  *program.Program
	entry string   // the block at which it begins
	in    []string // what comes through the queue before it; of the first, the inputs
	exits []exit
}

// exit is where lanes leave a stage.
type exit struct {
	to   int      // the stage that they go to, or -1: they end
	take []string // what goes with them, in the order of that stage's inputs or of the results
}

// leftBy is the variable with the number of the exit that a lane took.
const leftBy = "leave.by"

// stagesOf takes a lowered program apart where stageEntries says, or says why it runs as one.
func stagesOf(p *program.Program, where cutKind, also func(block string) bool) ([]stage, error) {
	cuts := stageEntries(p, where, also)
	if len(cuts) == 0 {
		return nil, fmt.Errorf("it has nothing to wait for in a queue")
	}
	live := liveAt(p, cuts)
	arrays := func(name string) bool {
		t, ok := p.TensorTypeOf(name)
		return !ok || len(t.Shape) > 0
	}
	for _, names := range append(slices.Clone(live), program.Variables(p.VarsOut)) {
		if i := slices.IndexFunc(names, arrays); i >= 0 {
			return nil, fmt.Errorf("the array %s would wait in a queue", names[i])
		}
	}
	s := &stager{p: p, blocks: blocksByName(p.Graph.Blocks), names: blockNames(p), cuts: cuts, live: live}
	stages := []stage{s.stage(p.Graph.Blocks[0].Name, program.Variables(p.VarsIn))}
	for i, name := range cuts {
		stages = append(stages, s.stage(name, live[i]))
	}
	return stages, nil
}

// liveAt lists what is live at the start of blocks of a program without calls, in order of declaration.
func liveAt(p *program.Program, names []string) (live [][]string) {
	number := numbering{}
	for i, d := range p.VarDefs.All() {
		number[d.Name] = i
	}
	shape := program.NewShape(&p.Graph)
	uses, defs := flow.Effects(p.VarDefs.Len(), number.stepsOf(p.Graph.Blocks, program.Variables(p.VarsOut)))
	in := flow.NewLive(shape.Graph, p.VarDefs.Len(), uses, defs).In
	for _, name := range names {
		var list []string
		for i, d := range p.VarDefs.All() {
			if in[shape.Index(name)].Has(i) {
				list = append(list, d.Name)
			}
		}
		live = append(live, list)
	}
	return live
}

// stager makes programs of the parts of one.
type stager struct {
	p      *program.Program
	blocks map[string]*program.Block
	names  map[string]bool // of blocks
	cuts   []string        // blocks at which stages begin
	live   [][]string      // at each cut
}

// stage is the part of the program from a block on.
func (s *stager) stage(entry string, in []string) stage {
	st := stage{entry: entry, in: in}
	q := &program.Program{
		Name: s.p.Name, Dialect: s.p.Dialect, Errors: s.p.Errors, Uniforms: s.p.Uniforms,
		VarAlloc: map[string]program.Allocation{},
		File:     s.p.File,
	}
	if entry != s.p.Graph.Blocks[0].Name {
		q.Name += " from " + entry
	}
	// The blocks, and where lanes leave them.
	inside := []string{entry}
	exits := []int{}
	for i := 0; i < len(inside); i++ {
		for _, to := range targets(s.blocks[inside[i]].Term) {
			if k, leaves := s.leaves(entry, to); leaves {
				if !slices.Contains(exits, k) {
					exits = append(exits, k)
				}
			} else if !slices.Contains(inside, to) {
				inside = append(inside, to)
			}
		}
	}
	slices.Sort(exits)
	for _, k := range exits {
		e := exit{to: -1, take: program.Variables(s.p.VarsOut)}
		if k > 0 {
			e.to, e.take = k, s.live[k-1]
		}
		st.exits = append(st.exits, e)
	}
	again := slices.ContainsFunc(inside, func(name string) bool {
		return slices.Contains(targets(s.blocks[name].Term), entry)
	})
	if again {
		q.Graph.Blocks = append(q.Graph.Blocks, &program.Block{Name: freshName("enter", s.names),
			Term: program.GotoOp{Target: entry}})
	}
	written := map[string]bool{}
	for _, name := range inside {
		b := *s.blocks[name]
		for _, in := range b.Instrs {
			for _, name := range program.Writes(in, nil) {
				written[name] = true
			}
		}
		b.Term = b.Term.WithTargets(func(to string) string {
			if k, leaves := s.leaves(entry, to); leaves {
				return s.way(k, len(exits))
			}
			return to
		})
		q.Graph.Blocks = append(q.Graph.Blocks, &b)
	}
	s.variables(q, in)
	if len(exits) > 1 {
		s.ways(q, exits)
	}
	var out []string
	for _, d := range q.VarDefs.All() {
		taken := slices.ContainsFunc(st.exits, func(e exit) bool { return slices.Contains(e.take, d.Name) })
		if d.Name == leftBy || written[d.Name] && taken {
			out = append(out, d.Name)
			q.VarAlloc[d.Name] = program.Register
		}
	}
	q.VarsIn, q.VarsOut = program.Leaves(in...), program.Leaves(out...)
	st.prog = q
	return st
}

// leaves reports whether an edge leads out of the stage that begins at entry: to a stage, or with
// 0 to the end.
func (s *stager) leaves(entry, to string) (stage int, leaves bool) {
	if to == program.Exit {
		return 0, true
	}
	i := slices.Index(s.cuts, to)
	return i + 1, i >= 0 && to != entry
}

// way is the block by which lanes go to an exit, one of several perhaps.
func (s *stager) way(exit, exits int) string {
	if exits == 1 {
		return program.Exit
	}
	if exit == 0 {
		return freshName("leave.end", s.names)
	}
	return freshName("leave."+s.cuts[exit-1], s.names)
}

// ways adds the blocks that say which exit was taken.
func (s *stager) ways(q *program.Program, exits []int) {
	typ := optab.I32 // if that makes lanes no wider
	for _, d := range q.VarDefs.All() {
		if stored(d.Type.Leaf().Dtype).Size() == 8 {
			typ = optab.I64
		}
	}
	addVariable(q, leftBy, typ, program.Register)
	for i, k := range exits {
		q.Graph.Blocks = append(q.Graph.Blocks, &program.Block{
			Name: s.way(k, len(exits)),
			Instrs: []program.Instr{&program.PrimOp{
				Op: program.OpCopy, In: []program.Operand{program.Lit(typ,
					uint64(i))}, Out: []program.Output{{Name: leftBy}},
			}},
			Term: program.GotoOp{Target: program.Exit},
		})
	}
}

// variables declares what the blocks of a stage use.
func (s *stager) variables(q *program.Program, in []string) {
	used := map[string]bool{}
	for _, name := range in {
		used[name] = true
	}
	for _, b := range q.Graph.Blocks {
		for _, in := range b.Instrs {
			reads, writes := effects(in)
			for _, name := range slices.Concat(reads, writes) {
				used[name] = true
			}
		}
		if o, ok := program.TermOperand(b.Term); ok {
			used[o.Name] = true
		}
	}
	q.VarDefs = s.p.VarDefs.Keep(func(name string) bool { return used[name] })
	for _, d := range q.VarDefs.All() {
		q.VarAlloc[d.Name] = s.p.Alloc(d.Name)
	}
}
