package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/circuit"
	"github.com/lockstep-simt/lockstep/circuit/reshape"
	"github.com/lockstep-simt/lockstep/lower"
	"github.com/lockstep-simt/lockstep/program"
)

var showCommand = &command{
	name:  "show",
	args:  "FILE|DIR -func NAME [flags]",
	short: "print the program that a function becomes, at any stage",
	long: `show prints the program that runs, or what it was after some pass of the compiler. The
text is a .lockstep file: it can be edited, checked and run.

  lockstep show fib.go -func Fib
  lockstep show fib.go -after source
  lockstep show fib.go -after all | less
  lockstep show fib.go -alloc
  lockstep show fib.go -dot | dot -Tsvg > fib.svg
  lockstep show fib.go -instances
  lockstep show collatz.go -asm | less
  lockstep show fib.go -asm -engine scalar | less
  lockstep show collatz.go -phases

-instances shows what the function is specialised to instead: one line for each combination of
constants, lengths and functions with which a function is called, and with -log how it was
found.

-asm shows the machine code, and above each part of it the phase and the line of the source that
it is of. With -engine scalar that is the code that runs one lane at a time, with functions in
place of phases; with -engine blocks, the code of those blocks that would run together in the
machine of kernels, each with the blocks' places in the source. -phases shows what it is made of
instead. A phase is a block of the program. A turn runs each phase of the program's loops once,
for the lanes that are there; phases before all loops run for lanes that begin, and phases behind
them for lanes that end. A loop inside a turn runs until all lanes have left it. A table has for
each phase its place in the source; where its lanes come from and go to, in the same turn or
round if nothing else is said; whether lanes wait there for others; how many bounds of indices
are proven, so that nobody checks them; and why a lane may fault, which kernels then run
again. Below it is what is kept for each lane while it waits, what is the same for all
lanes, arrays and stacks with their sizes for a group of lanes, and the phases to which calls
return. Last, if the program may run as stages instead, with queues between them, where they
begin, what lanes take along and where they go.

-alloc shows how each variable of the lowered program is stored, with the proof that this
suffices, and below it where the machine code keeps what while lanes wait for the next turn: in
registers, in rows of its frame, on stacks; a table has for each part of the code how many
instructions it has, and how many operands of them are in memory because there were no
registers: spilled and reloaded, of variables that are in rows, of arrays, stacks and columns.
With -engine scalar the table has the functions of the code that runs one lane at a time.

-contract shows what calls do with arrays: a line for each call and array that it hands over, or
that comes back. ALIASED means that caller and callee work in the same memory, as in the compiled
program; COPIED comes with the reason; HOISTED (N) is copied too, but outside of a loop, within N
others. With -copies all the program is one in which every array is copied, for comparisons.

Stages, in order: source, what the Go source became, with its calls; then
` + passList() + `and lowered, which is the last of them.
`,
	setup: func(fs *flag.FlagSet) func(*env, []string) (status, error) {
		f := &showFlags{sizes: newSizes()}
		fs.Func("func", "the function to show, by `NAME`; may be left out if there is only one", func(s string) error {
			if f.fn != "" && f.fn != s {
				return fmt.Errorf("%s is one already; show one function at a time", f.fn)
			}
			f.fn = s
			return nil
		})
		fs.StringVar(&f.after, "after", "lowered", "show the program after `PASS`; all shows every stage")
		fs.BoolVar(&f.alloc, "alloc", false, "show how each variable is stored, the proof of it, and where machine "+
			"code keeps it")
		fs.BoolVar(&f.asm, "asm", false, "show the machine code of the program, as the Go assembler writes it")
		fs.StringVar(&f.engine, "engine", string(lockstep.EngineAuto),
			"with -asm or -alloc: show the code for `ENGINE`: lanes, scalar or blocks; auto is\nlanes, or scalar if "+
				"there is none")
		fs.BoolVar(&f.phases, "phases", false, "show the phases that the machine code is made of")
		fs.BoolVar(&f.dot, "dot", false, "show the graph of blocks in the language of Graphviz; with -after circuit, "+
			"gates and wires")
		fs.StringVar(&f.math, "math", mathGo, mathUsage)
		fs.Var(&f.uniforms, "uniform", "take the parameter `NAME` as one value for all lanes. May be repeated.")
		fs.Var(f.sizes.length, "len", lenUsage)
		fs.Var(f.sizes.capacity, "cap", capUsage)
		fs.Var(f.sizes.texts, "texts", textsOfCode)
		fs.IntVar(&f.sizes.makeCap, "make-cap", 0, makeCapUsage)
		fs.Var(&f.sizes.constant, "assume-constant", constantUsage)
		fs.BoolVar(&f.contract, "contract", false, "show which arrays calls copy, and why")
		fs.StringVar(&f.copies, "copies", copiesNeeded, copiesUsage)
		fs.Var(&f.without, "without", withoutUsage)
		fs.BoolVar(&f.instances, "instances", false, "show the instances of the functions that are called, with "+
			"their operands")
		fs.BoolVar(&f.log, "log", false, "with -instances: show the steps in which they were made, too")
		fs.BoolVar(&f.why, "why", false, "with -after circuit, flags, interpret, together or meld: show what the "+
			"pass did instead")
		fs.BoolVar(&f.schedule, "schedule", false, "with -after circuit: show instead where each operation stands, "+
			"and where it may")
		fs.BoolVar(&f.pos, "pos", false, "show the source position of every instruction")
		return f.run
	},
}

// shownEngines are the values of -engine.
var shownEngines = []string{
	string(lockstep.EngineAuto), string(lockstep.EngineLanes), string(lockstep.EngineScalar),
	string(lockstep.EngineBlocks),
}

type showFlags struct {
	fn, after, math string
	alloc, dot, pos bool
	asm, phases     bool
	engine          string
	contract        bool
	copies          string
	without         nameList
	uniforms        nameList
	sizes           sizes
	instances, log  bool
	why, schedule   bool
}

// stageNames returns what -after takes.
func stageNames() []string {
	names := []string{"source"}
	for _, p := range lower.Passes {
		names = append(names, p.Name)
	}
	return append(names, "lowered", "all")
}

// passList describes the passes for the help text.
func passList() string {
	var b strings.Builder
	for _, p := range lower.Passes {
		fmt.Fprintf(&b, "  %-10s %s\n", p.Name, p.Doc)
	}
	return b.String()
}

// conflict returns an error if flags do not go together.
func (f *showFlags) conflict(path string) error {
	if f.asm && (f.alloc || f.dot || f.pos || f.instances || f.after != "lowered") {
		return usagef("show", "-asm shows no program; leave out -alloc, -dot, -pos, -instances and -after")
	}
	if err := oneOf("show", "engine", f.engine, shownEngines...); err != nil {
		return err
	}
	if f.engine != shownEngines[0] && !f.asm && !f.alloc {
		return usagef("show", "-engine is about machine code; add -asm or -alloc")
	}
	if f.alloc && f.engine == string(lockstep.EngineBlocks) {
		return usagef("show", "-alloc: the code for blocks keeps variables where package batch has them; "+
			"leave out -engine")
	}
	if f.phases && (f.asm || f.alloc || f.dot || f.pos || f.instances || f.after != "lowered") {
		const others = "-asm, -alloc, -dot, -pos, -instances and -after"
		return usagef("show", "-phases shows no program; leave out %s", others)
	}
	if f.contract && (f.asm || f.phases || f.alloc || f.dot || f.pos || f.instances || f.after != "lowered") {
		const others = "-asm, -phases, -alloc, -dot, -pos, -instances and -after"
		return usagef("show", "-contract shows no program; leave out %s", others)
	}
	if f.alloc && (f.dot || f.pos || f.after != "lowered") {
		return usagef("show", "-alloc is about the lowered program; leave out -dot, -pos and -after")
	}
	switch {
	case f.dot && (f.why || f.schedule):
		return usagef("show", "-dot draws the circuit; leave out -why and -schedule")
	case f.schedule && f.after != "circuit":
		return usagef("show", "-schedule is about the circuit; add -after circuit")
	case f.why && !explained[f.after]:
		return usagef("show", "-why is about the circuit, ways past branches, states of loops, and what is done "+
			"together; add -after circuit, -after flags, -after interpret, -after together or -after meld")
	case f.log && !f.instances:
		return usagef("show", "-log is about instances; add -instances")
	case f.instances && (f.alloc || f.dot || f.pos || f.after != "lowered"):
		return usagef("show", "-instances shows no program; leave out -alloc, -dot, -pos and -after")
	case f.instances && isProgram(path):
		return usagef("show", "-instances: %s is a program; instances are made of Go source", path)
	}
	return nil
}

func (f *showFlags) run(e *env, words []string) (status, error) {
	path, err := oneFile("show", words)
	if err != nil {
		return statusBad, err
	}
	if err := f.conflict(path); err != nil {
		return statusBad, err
	}
	fn, err := chooseFunction("show", path, f.fn)
	if err != nil {
		return statusBad, err
	}
	if err := oneOf("show", "math", f.math, mathOurs, mathGo); err != nil {
		return statusBad, err
	}
	if err := checkMath("show", path, f.math); err != nil {
		return statusBad, err
	}
	if err := oneOf("show", "copies", f.copies, copiesNeeded, copiesAll); err != nil {
		return statusBad, err
	}
	if err := f.sizes.check("show", path, fn); err != nil {
		return statusBad, err
	}
	if f.instances {
		return f.showInstances(e.stdout, path, fn)
	}
	defer collectSeldom()()
	opts := append(f.sizes.options(), lockstep.Uniform(f.uniforms...))
	compiled, err := lockstep.Load(path, fn, append(opts, compilerOptions(f.math, f.copies, f.without)...)...)
	if err != nil {
		return statusBad, refused(err, path, []string{fn}, checkFlags{sizes: f.sizes, uniforms: f.uniforms,
			math: f.math})
	}
	if f.contract {
		return showContract(e.stdout, compiled)
	}
	if f.asm {
		return showCode(e.stdout, compiled, lockstep.EngineMode(f.engine))
	}
	if f.phases {
		return showPhases(e.stdout, compiled)
	}
	if f.alloc {
		return explain(e, path, compiled, lockstep.EngineMode(f.engine))
	}
	stages, err := compiled.Stages()
	if err != nil {
		return statusBad, err
	}
	if f.after == "all" {
		return f.all(e.stdout, stages)
	}
	if f.why || f.schedule || f.dot && f.after == "circuit" {
		return f.explain(e.stdout, stages)
	}
	p, err := stageNamed(stages, f.after)
	if err != nil {
		return statusBad, err
	}
	return f.print(e.stdout, p)
}

// explained are the stages that -why is about.
var explained = map[string]bool{"circuit": true, "flags": true, "interpret": true, "together": true, "meld": true}

// explain prints what a pass did, or where the circuit put what is left, or the gates.
func (f *showFlags) explain(w io.Writer, stages []lockstep.Stage) (status, error) {
	at := slices.IndexFunc(stages, func(s lockstep.Stage) bool { return s.Name == f.after })
	if at < 1 {
		return statusBad, usagef("show", "-after: the program is lowered already; there is no stage %s", f.after)
	}
	show := func(w io.Writer, p *program.Program) error { return circuit.Why(w, p, f.gatePasses()...) }
	switch f.after {
	case "flags":
		show = reshape.WhyPassed
	case "interpret":
		show = reshape.WhyStated
	case "together", "meld":
		show = func(w io.Writer, p *program.Program) error { return reshape.WhyMelded(w, f.after, p) }
	}
	switch {
	case f.schedule:
		show = circuit.ExplainSchedule
	case f.dot:
		show = circuit.Dot
	}
	if err := show(w, stages[at-1].Program); err != nil {
		return statusBad, err
	}
	return statusOK, nil
}

// gatePasses are the passes of package circuit that -without names.
func (f *showFlags) gatePasses() (names []string) {
	for _, name := range f.without {
		if name, ok := reshape.CircuitPass(name); ok {
			names = append(names, name)
		}
	}
	return names
}

// showCode prints the program's machine code.
func showCode(w io.Writer, compiled *lockstep.Func, mode lockstep.EngineMode) (status, error) {
	lines, err := compiled.MachineCode(mode)
	if err != nil {
		return statusBad, noCode("-asm", err)
	}
	for _, l := range lines {
		if !strings.HasSuffix(l, ":") && !strings.HasPrefix(l, "//") {
			l = "\t" + l
		}
		if _, err := fmt.Fprintln(w, l); err != nil {
			return statusBad, err
		}
	}
	return statusOK, nil
}

// noCode says that a flag has nothing to show.
func noCode(flag string, err error) error {
	return fmt.Errorf("show: %s: there is no machine code: %s", flag, withoutName(err))
}

// withoutName is the text of an error of package lockstep within another text.
func withoutName(err error) string { return strings.TrimPrefix(err.Error(), "lockstep: ") }

// showContract prints what the program's calls do with arrays.
func showContract(w io.Writer, compiled *lockstep.Func) (status, error) {
	text, err := compiled.Contract()
	if err != nil {
		return statusBad, fmt.Errorf("show: -contract: %w", err)
	}
	if _, err := io.WriteString(w, text); err != nil {
		return statusBad, err
	}
	return statusOK, nil
}

// showPhases prints what the program's machine code is made of.
func showPhases(w io.Writer, compiled *lockstep.Func) (status, error) {
	text, err := compiled.Phases()
	if err != nil {
		return statusBad, noCode("-phases", err)
	}
	_, err = io.WriteString(w, text)
	if err != nil {
		return statusBad, err
	}
	return statusOK, nil
}

// stageNamed returns the program after a pass; "lowered" is after the last.
func stageNamed(stages []lockstep.Stage, name string) (*program.Program, error) {
	if name == "lowered" {
		return stages[len(stages)-1].Program, nil
	}
	for _, s := range stages {
		if s.Name == name {
			return s.Program, nil
		}
	}
	if slices.Contains(stageNames(), name) {
		return nil, usagef("show", "-after: the program is lowered already; there is no stage %q", name)
	}
	for _, p := range reshape.ForCalls {
		if p.Name == name {
			return nil, usagef("show", "-after: %s is a pass for machine code that runs one lane at a time, and not a "+
				"stage of what is shown; there are %s", name, strings.Join(stageNames(), ", "))
		}
	}
	return nil, usagef("show", "-after: there is no stage %q%s; there are %s", name, suggest(name, stageNames()),
		strings.Join(stageNames(), ", "))
}

// explain prints the storage classes with their proofs.
func explain(e *env, path string, compiled *lockstep.Func, mode lockstep.EngineMode) (status, error) {
	if compiled.Source().Dialect == program.Lowered {
		return statusBad, usagef("show", "-alloc: %s is lowered already, and the proofs are made in lowering", path)
	}
	x, err := lower.Explain(compiled.Source())
	if err != nil {
		return statusBad, err
	}
	io.WriteString(e.stdout, x.String())
	if text, err := compiled.Storage(mode); err != nil {
		fmt.Fprintf(e.stdout, "\nThere is no machine code: %v\n", withoutName(err))
	} else {
		fmt.Fprintf(e.stdout, "\n%s", text)
	}
	return statusOK, nil
}

func (f *showFlags) print(w io.Writer, p *program.Program) (status, error) {
	switch {
	case f.dot:
		writeDot(w, p)
	case f.pos:
		io.WriteString(w, program.Print(p, program.WithPositions()))
	default:
		io.WriteString(w, program.Print(p))
	}
	return statusOK, nil
}

// all prints every stage under its name, and says of those that changed
// nothing that they did not.
func (f *showFlags) all(w io.Writer, stages []lockstep.Stage) (status, error) {
	if f.dot {
		return statusBad, usagef("show", "-dot draws one program; name a stage with -after")
	}
	last := ""
	for _, s := range stages {
		text := program.Print(s.Program)
		if text == last {
			fmt.Fprintf(w, "// after %s (unchanged)\n\n", s.Name)
			continue
		}
		last = text
		fmt.Fprintf(w, "// after %s\n", s.Name)
		f.print(w, s.Program)
		fmt.Fprintln(w)
	}
	return statusOK, nil
}
