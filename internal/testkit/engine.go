package testkit

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/internal/bind"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/edit"
	"github.com/lockstep-simt/lockstep/program/optab"
)

// Engines counts the programs that were compared as machine code.
var Engines atomic.Int64

// Staged counts the programs that were compared as stages.
var Staged atomic.Int64

// Hosted counts the times that Go ran an operation of one for some lane.
var Hosted atomic.Int64

// Scalars counts the programs that were compared as code that runs one lane at a time.
var Scalars atomic.Int64

// CodeDifferences describes the first difference between the oracle and machine code of a program,
// with many lanes in registers and one at a time, or returns "". It is a part of Differences.
func CodeDifferences(p *program.Program, lanes []Lane, limits Limits) string {
	lowered, err := lower.Lower(p)
	if err != nil {
		return fmt.Sprintf("lower: %v\n%s", err, p)
	}
	want, err := judge(p, lanes, limits)
	if err != nil {
		return fmt.Sprintf("oracle: %v\n%s", err, p)
	}
	code := waysOf(p, 1)
	if d := engineDiffers(lowered, lanes, limits, want, code); d != "" {
		return d
	}
	if d := scalarDiffers(p, lowered, nil, lanes, limits, want, code); d != "" {
		return d
	}
	return copiesDiffer(p, lowered, lanes, limits, want, nil, code)
}

// engineDiffers describes the first difference between what machine code gives, of each
// instruction set, with one to four groups of lanes, left after every turn, after a
// few and seldom, and what is wanted; "" also where the program has no machine code, or where limits are
// small, which kernels alone obey. Unless all is to be compared, each way that is taken but the usual one is compared
// for one of the instruction sets.
func engineDiffers(lowered *program.Program, lanes []Lane, limits Limits, want []Outcome, code ways) string {
	if limits.MaxSteps > 0 || limits.MaxDepth > 0 || len(lanes) == 0 {
		return ""
	}
	machine, err := batch.Compile(lowered)
	if err != nil {
		return fmt.Sprintf("batch: %v\n%s", err, lowered)
	}
	machines := engine.Machines()
	oneIn := max(len(machines), code.oneIn)
	for k, name := range machines {
		takes := func(i int) bool { return Full || i == 0 || (code.number+i)%oneIn == k }
		if d := codeDiffers(name, takes, lowered, machine, lanes, limits, want); d != "" {
			return d
		}
	}
	return ""
}

// codeDiffers is engineDiffers for one instruction set, and the options that it takes.
func codeDiffers(name string, takes func(i int) bool, lowered *program.Program, machine *batch.Code, lanes []Lane,
	limits Limits, want []Outcome) string {
	for i := range turnOptions(lowered) {
		if !takes(i) {
			continue
		}
		compiled, d := turnDiffers(name, i, lowered, machine, lanes, limits, want)
		if d != "" {
			return d
		}
		if !compiled && i == 0 {
			return ""
		}
	}
	return ""
}

// turnOptions are the ways in which a program of turns is compared.
func turnOptions(lowered *program.Program) []engine.Options {
	chosen := hosts(lowered)
	return []engine.Options{
		{}, // as many groups as seem best
		{Groups: 1, Turns: 8}, {Groups: 2, Nesting: engine.FewLoops},
		{Groups: 3, Turns: 1, Nesting: engine.InnerLoops}, {Groups: 4},
		{Host: chosen[0]}, {Groups: 1, Turns: 1, Host: chosen[1]},
		{Jump: 1, Nesting: engine.InnerLoops}, {Groups: 1, Turns: 1, Jump: 8, Nesting: engine.FewLoops},
		{Groups: 1, Nesting: engine.AllGated}, {Turns: 1, Nesting: engine.AllGated},
		{Staged: true}, {Staged: true, Cut: cuts(lowered), Groups: 1, Turns: 8},
		{Staged: true, Cut: cuts(lowered), Host: chosen[0]},
	}
}

// turnDiffers is codeDiffers for the options of one index. It reports whether there is code:
// there may be too many values for so many groups, or to wait with, or no stages.
func turnDiffers(
	name string, i int, lowered *program.Program, machine *batch.Code, lanes []Lane, limits Limits, want []Outcome,
) (compiled bool, difference string) {
	o := turnOptions(lowered)[i]
	o.Machine = name
	c, err := engine.Compile(lowered, o)
	if err != nil {
		return false, unwritten(err, lowered)
	}
	Engines.Add(1)
	how := fmt.Sprintf("engine, %s, %d groups", name, o.Groups)
	if o.Jump > 0 {
		how += fmt.Sprintf(", jumps from %d on", o.Jump)
	}
	switch o.Nesting {
	case engine.FewLoops:
		how += ", few loops inside a turn"
	case engine.InnerLoops:
		how += ", innermost loops inside a turn"
	case engine.AllGated:
		how += ", gates"
	}
	if o.Staged {
		Staged.Add(1)
		how += ", stages"
	}
	if o.Host != nil {
		how += fmt.Sprintf(", host phases %d", i)
	}
	got, err := runEngine(c, machine, lanes, limits, 1+i%2)
	if err != nil {
		return true, fmt.Sprintf("%s: %v\n%s", how, err, lowered)
	}
	settleFar(lowered, want, got)
	if d := outcomesDiffer(how+",", lanes, want, got); d != "" {
		return true, fmt.Sprintf("%s\n%s", d, lowered)
	}
	return true, ""
}

// DrawnDifference is CodeDifferences in one way to run machine code, drawn by a number: so many
// programs can be compared in the time that a few take in every way. Of a third, calls copy all
// arrays.
func DrawnDifference(p *program.Program, lanes []Lane, limits Limits, draw uint64) string {
	if len(lanes) == 0 {
		return ""
	}
	rng := rand.New(rand.NewPCG(draw, 0))
	var opts []lower.Option
	if rng.IntN(3) == 0 {
		opts = append(opts, lower.Copies())
	}
	lowered, err := lower.Lower(p, opts...)
	if err != nil {
		return fmt.Sprintf("lower: %v\n%s", err, p)
	}
	want, err := judge(p, lanes, limits)
	if err != nil {
		return fmt.Sprintf("oracle: %v\n%s", err, p)
	}
	switch sets := engine.Machines(); {
	case rng.IntN(4) == 0:
		return scalarDiffers(p, lowered, nil, lanes, limits, want, ways{oneIn: 1}, opts...)
	case rng.IntN(3) == 0:
		var some []Config
		for _, c := range AllConfigs() {
			if c.Superblocks.Hot > 0 {
				some = append(some, c)
			}
		}
		return machineDiffers(lowerStage{"lowered", lowered}, lanes, limits, want, some[rng.IntN(len(some)):][:1])
	case len(sets) > 0:
		machine, err := batch.Compile(lowered)
		if err != nil {
			return fmt.Sprintf("batch: %v\n%s", err, lowered)
		}
		_, d := turnDiffers(sets[rng.IntN(len(sets))], rng.IntN(len(turnOptions(lowered))), lowered, machine, lanes,
			limits, want)
		return d
	}
	return ""
}

// hosts are two choices of operations that Go is to run in the place of machine code, another
// pair for other programs: all on floats, and a third or a tenth of all, as good as random.
func hosts(p *program.Program) [2]func(op program.Opcode) bool {
	seed := len(p.Graph.Blocks)*31 + p.VarDefs.Len()
	list := []func(op program.Opcode) bool{
		func(op program.Opcode) bool { return op.Info().Type.IsFloat() },
		func(op program.Opcode) bool { return (seed+int(op)*7)%3 == 0 },
		func(op program.Opcode) bool { return (seed+int(op)*7)%10 == 0 },
	}
	return [2]func(op program.Opcode) bool{list[seed%3], list[(seed+1)%3]}
}

// cuts is a choice of blocks at which stages begin, a third of all, as good as random.
func cuts(p *program.Program) func(block string) bool {
	index := map[string]int{}
	for i, b := range p.Graph.Blocks {
		index[b.Name] = i
	}
	seed := len(p.Graph.Blocks)*17 + p.VarDefs.Len()
	return func(block string) bool { return (seed+index[block]*5)%3 == 0 }
}

// largeArrays is how many bytes the arrays of functions must have for a few calls of them to be more than the stack
// of a lane in code of one lane, of 1 MB.
const largeArrays = 1 << 16

// settleFar takes what is wanted for lanes that machine code gave back, if they may be whole: Bessel functions
// of orders beyond those that there is machine code for are the machine's, whose values are compared elsewhere, and so
// are calls of functions with so large arrays that they have no room on the stack.
func settleFar(p *program.Program, want, got []Outcome) {
	bytes := 0
	for _, d := range p.VarDefs.All() {
		for _, t := range d.Type.Flatten() {
			if len(t.Shape) > 0 {
				bytes += program.Elements(t.Shape) * t.Dtype.Size()
			}
		}
	}
	far := len(p.Functions) > 0 && bytes > largeArrays
	for _, b := range p.Graph.Blocks {
		for _, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			far = far || ok && op.Op != program.OpCopy && op.Op.Info().Row.Has(optab.Unbounded)
		}
	}
	for i := range got {
		if far && got[i].Fault != "" {
			got[i] = want[i]
		}
	}
}

// outcomesDiffer describes the first difference of outcomes; faults are not told apart.
func outcomesDiffer(what string, lanes []Lane, want, got []Outcome) string {
	for i := range lanes {
		d := ""
		switch {
		case (want[i].Fault != "") != (got[i].Fault != ""):
			d = fmt.Sprintf("fault %q, want %q", got[i].Fault, want[i].Fault)
		case want[i].Fault == "":
			d = diff(want[i], got[i])
		}
		if d != "" {
			return fmt.Sprintf("%s differs from the oracle at lane %d of %d (%s): %s", what, i, len(lanes),
				formatLane(lanes[i]), d)
		}
	}
	return ""
}

// canonical is a program whose derived uniforms have names that say what they are: which names they have is up to the
// passes that made them.
func canonical(p *program.Program) *program.Program {
	p = p.Clone()
	is := edit.DerivedUniforms(p)
	all := slices.Compact(slices.Sorted(maps.Values(is)))
	rename := map[string]string{}
	for name, what := range is {
		rename[name] = "derived" + strconv.Itoa(slices.Index(all, what))
	}
	edit.RenameUniforms(p, rename)
	slices.SortStableFunc(p.Uniforms, func(u, v *program.Uniform) int { return strings.Compare(u.Name, v.Name) })
	return p
}

// withCalls returns the form of a program that has its calls, made together with the lowered form, or in what it
// differs from the one that is made alone, which it looks at for one program in four, or under Full.
func withCalls(p *program.Program, forms *lower.Forms, opts ...lower.Option) (source *program.Program, d string) {
	var err error
	if forms == nil {
		forms, err = lower.NewForms(p, opts...)
	}
	if err == nil {
		source, err = forms.WithCalls()
	}
	if err != nil {
		return nil, fmt.Sprintf("lower: %v\n%s", err, p)
	}
	if !Full && len(p.Name)%4 != 0 {
		return source, ""
	}
	alone, err := lower.Source(p, opts...)
	if err == nil && derivesMore(alone, forms.Lowered()) {
		return source, "" // no run computes that, so the other one does without
	}
	if err != nil || !program.Equal(canonical(alone), canonical(source), program.WithPositions()) {
		return nil, fmt.Sprintf("lower: made alone (%v)\n%s\nand with the lowered form\n%s", err, alone, source)
	}
	return source, ""
}

// derivesMore reports whether a form of a program has derived uniforms that the lowered one has not.
func derivesMore(p, lowered *program.Program) bool {
	computed := slices.Collect(maps.Values(edit.DerivedUniforms(lowered)))
	for _, is := range edit.DerivedUniforms(p) {
		if !slices.Contains(computed, is) {
			return true
		}
	}
	return false
}

// scalarDiffers is engineDiffers for code that runs one lane at a time: made of the form with calls, and left after
// every step, after a few, and seldom; and made of the lowered form if that has no calls, as wrappers do. Forms may be
// there already.
func scalarDiffers(p, lowered *program.Program, forms *lower.Forms, lanes []Lane, limits Limits, want []Outcome,
	code ways, opts ...lower.Option) string {
	if limits.MaxSteps > 0 || limits.MaxDepth > 0 || len(lanes) == 0 || p.Dialect != program.Source {
		return ""
	}
	machine, err := batch.Compile(lowered)
	if err != nil {
		return fmt.Sprintf("batch: %v\n%s", err, lowered)
	}
	source, d := withCalls(p, forms, opts...)
	if d != "" {
		return d
	}
	type made struct {
		of    *program.Program
		turns int
	}
	list := []made{{source, 0}, {source, 1}, {source, 30}}
	if whole, err := edit.AsSource(lowered); err == nil {
		if err := program.Verify(whole); err != nil {
			return fmt.Sprintf("the lowered program in the source dialect: %v\n%s", err, whole)
		}
		list = append(list, made{whole, 0})
	}
	for i, m := range list {
		if !code.have(i) {
			continue
		}
		c, err := engine.CompileScalar(m.of, engine.Options{Turns: m.turns})
		if err != nil {
			return unwritten(err, m.of)
		}
		if i == 0 {
			Scalars.Add(1)
		}
		gone := func(name string) bool { return lowered.Uniform(name) == nil }
		if slices.ContainsFunc(slices.Concat(c.Uniforms(), c.Tables()), gone) {
			return "" // nobody computes it
		}
		got, err := runEngine(c, machine, lanes, limits, 1)
		if err != nil {
			return fmt.Sprintf("engine, scalar: %v\n%s", err, m.of)
		}
		settleFar(m.of, want, got)
		if d := outcomesDiffer("scalar code", lanes, want, got); d != "" {
			return fmt.Sprintf("%s\n%s", d, m.of)
		}
	}
	return ""
}

// unwritten says that there is no code because what writes it has a bug, where the reason for that is none of the
// program's: "" for others.
func unwritten(err error, p *program.Program) string {
	if strings.HasPrefix(err.Error(), "codegen:") {
		return fmt.Sprintf("machine code: %v\n%s", err, p)
	}
	return ""
}

// runEngine runs lanes as machine code. Faults are not told apart.
func runEngine(c *engine.Code, machine *batch.Code, lanes []Lane, limits Limits, workers int) ([]Outcome, error) {
	r := engine.Run{Lanes: len(lanes), Workers: workers}
	var opts []batch.Option
	for name, v := range limits.Uniforms {
		col, _ := batch.NewColumn(program.GoTypeOf(v.Type.Dtype), 1, v.Type.Shape)
		setRow(col, 0, v)
		opts = append(opts, batch.WithUniform(name, col))
	}
	var in []batch.Column
	for i, p := range machine.Params() {
		col, _ := batch.NewColumn(p.Type, len(lanes), p.Shape)
		for j, lane := range lanes {
			setRow(col, j, lane[i])
		}
		in = append(in, col)
	}
	cols := machine.NewColumns(len(lanes))
	bound, err := bind.Columns(context.Background(), c, &r, machine, in, cols, opts...)
	if err != nil {
		return nil, err
	}
	o, err := c.Do(context.Background(), &r)
	if err != nil {
		return nil, err
	}
	Hosted.Add(o.Served)
	slices.Sort(o.Again)
	bound.Return(o.Again)
	bound.Release()
	out := make([]Outcome, len(lanes))
	for j := range lanes {
		if _, faulted := slices.BinarySearch(o.Again, j); faulted {
			out[j].Fault = "a fault"
			continue
		}
		for i, p := range machine.Results() {
			out[j].Values = append(out[j].Values, row(cols[i], j, p.Shape))
		}
	}
	return out, nil
}
