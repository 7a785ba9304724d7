package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/advise"
	"github.com/lockstep-simt/lockstep/program"
	"github.com/lockstep-simt/lockstep/program/optab"
)

const (
	// slowCheck is how long checking a function may take before the user is told
	// which one it was.
	slowCheck = 2 * time.Second
	// hopeless is how long it may take at all: one function must not keep a
	// thousand others waiting.
	hopeless = time.Minute
)

// outcome is what came of checking a function.
type outcome struct {
	accepted bool
	late     bool          // it took too long to say
	flags    []neededFlag  // with which it is accepted
	runs     []program.Pos // the functions that it consists of, itself among them
	took     time.Duration
}

// neededFlag is a flag that a function is not accepted without.
type neededFlag struct {
	flag string // "uniform", "cap" or "make-cap"
	name string // of the parameter, or of the part of one, that it is about
	rows bool   // it is a slice of slices
	text bool   // it is a string
}

// String returns the flag as it is written, with N for a number that only the user knows.
func (n neededFlag) String() string {
	switch {
	case n.name == "":
		return "-" + n.flag + " N"
	case n.flag == "uniform":
		return "-uniform " + n.name
	case n.rows:
		return fmt.Sprintf("-cap %s=N,%s[]=N", n.name, n.name)
	}
	return fmt.Sprintf("-cap %s=N", n.name)
}

// flagWords writes flags as words of a command line.
func flagWords(flags []neededFlag) (words []string) {
	for _, n := range flags {
		words = append(words, n.String())
	}
	return words
}

// checkAll checks all functions, some at a time, and returns them in order.
func (f *checkFlags) checkAll(jobs []*job) []*job {
	defer collectSeldom()()
	next := make(chan *job)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(jobs)) {
		workers.Go(func() {
			for j := range next {
				f.check(j)
				if j.unit.left.Add(-1) == 0 {
					j.unit.source, j.unit.imports = nil, nil // packages are large
				}
			}
		})
	}
	for _, j := range jobs {
		j.unit.left.Add(1)
	}
	for _, j := range jobs {
		next <- j
	}
	close(next)
	workers.Wait()
	return jobs
}

// check checks one function and gives up if that takes too long.
func (f *checkFlags) check(j *job) {
	if j.unit.source != nil {
		// All functions of a package share this, so none is to blame for it.
		j.unit.loaded.Do(func() { j.unit.source.Load(j.unit.wanted...) })
	}
	start := time.Now()
	done := make(chan found, 1)
	go func() { done <- f.examine(j.unit, j.fn) }()
	select {
	case got := <-done:
		j.problems, j.outcome.flags, j.outcome.runs = got.problems, got.flags, got.runs
	case <-time.After(f.patience):
		j.unit.left.Add(1) // it goes on with the package's source
		j.outcome.late = true
		j.problems = []problem{j.unit.problem(j.fn.Pos, severityWarning, codeNotChecked,
			fmt.Sprintf("not checked to the end: that takes longer than %v, and running %s takes as long to begin; "+
				"check what it calls, one after the other", f.patience, j.fn.Name))}
	}
	j.outcome.took = time.Since(start)
	j.outcome.accepted = !j.outcome.late
	for _, p := range j.problems {
		j.outcome.accepted = j.outcome.accepted && p.Severity != severityError
	}
	if j.outcome.accepted && f.warn && j.outcome.took > slowCheck {
		j.problems = append(j.problems, j.unit.problem(j.fn.Pos, severityWarning, codeSlowCheck,
			fmt.Sprintf("checking %s took %.1f s, and running it takes as long to begin", j.fn.Name,
				j.outcome.took.Seconds())))
	}
}

// found is what compiling a function shows.
type found struct {
	problems []problem
	flags    []neededFlag
	runs     []program.Pos
}

// examine compiles a function and returns what is wrong or slow, with which flags it is accepted and which functions
// it consists of. A panic on the way is our bug; the other functions are checked all the same.
func (f *checkFlags) examine(u *unit, fn golang.Func) (got found) {
	defer func() {
		if r := recover(); r != nil {
			got = found{problems: []problem{u.problem(fn.Pos, severityError, codeInternal,
				fmt.Sprintf("a bug in lockstep, which you can report with the function: %v", r))}}
		}
	}()
	compiled, roomy, err := f.compileAtAll(u, fn)
	if err != nil {
		for _, p := range program.Errors(err) {
			at := p.Pos
			if !at.IsValid() {
				at = fn.Pos
			}
			got.problems = append(got.problems, u.problem(at, severityError, codeOf(p), p.Msg))
		}
		return got
	}
	for _, part := range compiled.Source().Functions {
		got.runs = append(got.runs, part.Pos.In(compiled.Source().File))
	}
	if roomy {
		got.flags = append(got.flags, neededFlag{flag: "make-cap"})
	}
	if !u.text {
		got.flags = append(got.flags, f.flagsFor(compiled)...)
	}
	if f.warn {
		got.problems = f.warnings(u, compiled, roomy)
	}
	return got
}

// compileAtAll compiles a function, with room for slices of unknown lengths if that is what it takes, or leaves fewer
// lanes to Go.
func (f *checkFlags) compileAtAll(u *unit, fn golang.Func) (compiled *lockstep.Func, roomy bool, err error) {
	compiled, err = f.compile(u, fn, f.makeCap)
	left := 0
	if err == nil {
		left = len(leftToGo(compiled))
	}
	if err == nil && left == 0 || f.makeCap > 0 || u.text {
		return compiled, false, err
	}
	with, err2 := f.compile(u, fn, usualMakeCap)
	switch {
	case err2 == nil && (err != nil || len(leftToGo(with)) < left):
		return with, true, nil
	case asksForRoom(err): // which is had by a flag, so what is refused all the same is to be mended first
		err = err2
	}
	return compiled, false, err
}

// flagsFor returns the flags that say of the parameters what check took for granted.
func (f *checkFlags) flagsFor(compiled *lockstep.Func) (flags []neededFlag) {
	read := namesRead(compiled.Lowered())
	for _, p := range compiled.Params() {
		if p.Slice != "" && !read[p.Name] && !read[p.Slice+".len"] {
			continue // it needs no flag, as gen and run leave it out
		}
		if flag, needed := f.flagFor(p); needed && !slices.Contains(flags, flag) {
			flags = append(flags, flag)
		}
	}
	return flags
}

// warnings returns what is slow in a function that is accepted, or depends on what lanes bring.
func (f *checkFlags) warnings(u *unit, compiled *lockstep.Func, roomy bool) (problems []problem) {
	warn := func(at program.Pos, code, message string) {
		problems = append(problems, u.problem(at.In(compiled.Source().File), severityWarning, code, message))
	}
	room := 0
	if roomy {
		room = usualMakeCap
	}
	for _, w := range warningsOf(compiled, f.engine, room) {
		warn(w.Pos, w.Code, w.Msg)
	}
	for _, t := range leftToGo(compiled) {
		warn(t.Pos, codeNeedsGo, t.Msg+needsGo)
	}
	if f.makeCap == 0 && !u.text && !roomy {
		for _, at := range mayOutgrow(compiled.Lowered()) {
			warn(at, codeRoom, outgrows)
		}
	}
	return problems
}

// flagFor returns the flag that says of a parameter what check took for granted, if it took anything.
func (f *checkFlags) flagFor(p program.Field) (flag neededFlag, needed bool) {
	rows, ofRows := strings.CutSuffix(p.Slice, ".lens")
	_, given := f.capacity[rows]
	whole, _, _ := strings.Cut(p.Name, ".")
	switch {
	case p.Uniform && !slices.Contains(f.uniforms, whole):
		return neededFlag{flag: "uniform", name: whole}, true
	case p.Room > 0:
		_, given := f.capacity[p.Name]
		return neededFlag{flag: "cap", name: p.Name, text: true}, !given
	case p.Slice == "" || given:
		return neededFlag{}, false
	}
	return neededFlag{flag: "cap", name: rows, rows: ofRows}, true
}

// namesRead returns the variables that a lowered program reads or gives as results.
func namesRead(p *program.Program) map[string]bool {
	var names []string
	for _, b := range p.Graph.Blocks {
		for _, in := range b.Instrs {
			names = program.Reads(in, names)
		}
		if o, ok := program.TermOperand(b.Term); ok && !o.IsLiteral() {
			names = append(names, o.Name)
		}
	}
	read := map[string]bool{}
	for _, name := range append(names, program.Variables(p.VarsOut)...) {
		read[name] = true
	}
	return read
}

// leftToGo returns the faults by which a function leaves lanes to the compiled one. Where all its calls have been put
// together it may show that no lane gets to one of them. Faults are there in their blocks still, with their messages,
// though one block may stand for several.
func leftToGo(compiled *lockstep.Func) (left []program.FaultOp) {
	reached := map[string]bool{}
	for _, t := range needsGoOf(compiled.Lowered().Graph.Blocks) {
		reached[t.Msg] = true
	}
	for _, fn := range compiled.Source().Functions {
		for _, t := range needsGoOf(fn.Graph.Blocks) {
			if reached[t.Msg] {
				left = append(left, t)
			}
		}
	}
	return left
}

// needsGoOf returns the faults that leave lanes to the compiled function whatever these have brought.
func needsGoOf(blocks []*program.Block) (left []program.FaultOp) {
	for _, b := range blocks {
		if t, ok := b.Term.(program.FaultOp); ok && t.Code == optab.NeedsGo && !golang.LeavesSome(t.Msg) {
			left = append(left, t)
		}
	}
	return left
}

// mayOutgrow returns where lanes fault if what they append to has no room for more.
func mayOutgrow(p *program.Program) (at []program.Pos) {
	for _, b := range p.Graph.Blocks {
		for _, in := range b.Instrs {
			op, ok := in.(*program.PrimOp)
			if ok && op.Op.Info().Row.Name == "checkcap" && !op.Proven {
				at = append(at, op.Pos)
			}
		}
	}
	return at
}

// warningsOf returns the warnings about a function, but for those about code of the standard library: nobody can write
// that differently.
func warningsOf(compiled *lockstep.Func, engine string, room int) []advise.Warning {
	machine := machineOf(compiled, engine)
	machine.Room = room
	warnings, err := advise.Program(compiled.Source(), machine)
	if err != nil {
		panic(err) // it was lowered when it was compiled
	}
	return slices.DeleteFunc(warnings, func(w advise.Warning) bool { return golang.InStandardLibrary(w.Pos) })
}

// machineOf is what warnings are about: the machine that runs a program's lanes, with machine code
// unless the engine is off.
func machineOf(compiled *lockstep.Func, engine string) advise.Machine {
	m := advise.Machine{Gang: compiled.Code().Gang(), StateBytes: compiled.Code().StateBytes()}
	if engine != string(lockstep.EngineOff) {
		m.Code = func() (lanes, scalar bool) {
			engines := compiled.Engines()
			return slices.Contains(engines, lockstep.EngineLanes), slices.Contains(engines, lockstep.EngineScalar)
		}
	}
	return m
}

func (f *checkFlags) compileUnit(u *unit, fn golang.Func, makeCap int) (*lockstep.Func, error) {
	if u.text {
		return lockstep.Load(u.name, "")
	}
	p, err := u.source.Compile(fn.Name, f.options(u, fn, makeCap))
	if err != nil {
		return nil, err
	}
	return lockstep.FromProgram(p)
}

// usualCap is the capacity of slice parameters about which no flag says
// anything.
const usualCap = 16

// asksForRoom reports whether a function is refused, among others, for slices whose lengths are not known.
func asksForRoom(err error) bool {
	return slices.ContainsFunc(program.Errors(err), func(e *program.Error) bool {
		return strings.Contains(e.Msg, "-make-cap")
	})
}

// usualMakeCap is the room of slices of unknown length if no flag says anything.
const usualMakeCap = 64

// options is what the flags say about the function's parameters.
func (f *checkFlags) options(u *unit, fn golang.Func, makeCap int) golang.Options {
	o := golang.Options{
		OurMath: f.math == mathOurs, Len: map[string]int{}, Cap: map[string]int{}, Texts: map[string][]string{},
		AnyCap: usualCap, AnyUniform: true,
		MakeCap: makeCap, LeaveToGo: true,
	}
	for _, name := range f.constant {
		if u.hasVariable(name) {
			o.AssumeConstant = append(o.AssumeConstant, name)
		}
	}
	// A flag is about the functions that have a parameter of this name, or one that it is part of: p.xs, m[].
	has := func(name string) bool {
		whole, _, _ := strings.Cut(strings.TrimSuffix(name, "[]"), ".")
		return slices.ContainsFunc(fn.Params, func(p golang.Param) bool { return p.Name == whole })
	}
	for name, texts := range f.texts {
		if has(name) {
			o.Texts[name] = texts
		}
	}
	for _, name := range f.uniforms {
		if has(name) {
			o.Uniform = append(o.Uniform, name)
		}
	}
	for name, n := range f.length {
		if has(name) {
			o.Len[name] = n
		}
	}
	for name, n := range f.capacity {
		if has(name) {
			o.Cap[name] = n
		}
	}
	return o
}
