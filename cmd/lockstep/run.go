package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/dataio"
)

var runCommand = &command{
	name:  "run",
	args:  "FILE|DIR -func NAME -in DATA [flags]",
	short: "run a function over a batch of inputs",
	long: `run runs a function for every row of a table and writes a row of results for each.
Every result has the bits that the compiled Go function gives for that row; -math ours
takes lockstep's own exp, sin, pow and the like, whose last bits may differ and which are faster in
float32 and with AVX-512; lockstep bench tells what they gain in a function.

  lockstep run quadrature.go -func Integrate -in inputs.csv
  lockstep run quadrature.go -in inputs.npz -out results.npz -stats
  generate | lockstep run ./orbits -func Propagate -in - -out orbits.csv
  lockstep run option.go -func Price -in spots.csv -uniform rate=0.03

DATA is a .csv, .tsv, .jsonl, .npy or .npz file. Text may be compressed: .csv.gz, .jsonl.gz.
  .csv  The first line names the columns: the parameters, in any order. The
        elements of an array are columns of their own, x[0], x[1], …, and so are
        the fields of a struct, p.X, p.Y. Other columns are ignored. Those of a
        slice are like an array's; where a row has fewer elements, its last cells
        are empty. Numbers are written as in Go, with inf and nan; an integer has
        no point and no exponent. A string in quotes keeps the spaces around it.
  .tsv  The same with tabs in place of commas.
  .jsonl  (or .ndjson) An object a line: {"x": 1.5, "v": [1, 2, 3], "p": {"X": 0}}. Arrays
        and slices are lists, structs are objects, in results too; in inputs a field of a
        struct p may also be called "p.X". A slice that is null has no elements. Strings
        have quotes. Infinities and NaN are the strings "inf", "-inf" and "nan".
  .npz  An array for each parameter, by name, of shape [lanes, event…]; one with a
        leading axis of 1 holds for all lanes. Types may be narrower than the
        parameter's if nothing can be lost. For a slice x the shape is
        [lanes, length], and an array x.len may give shorter lengths for lanes.
  .npy  The same for the only parameter.
Standard input is CSV, or JSON lines if it begins with a brace; -in -.csv.gz says that it is
compressed. With several -in the rows follow each other, and the results have a first column
with the name of the file.

-keep id,date carries columns of the inputs over to the results, as they are. With -func F,G both
functions take the same table, and the columns of their results are F.r0, F.fault, G.r0, G.fault
(in lines of JSON the objects F and G).

  lockstep run option.go -func Price,Delta -in jan.csv.gz -in feb.csv.gz -keep id -out out.jsonl

A function is compiled for the lengths of its slice parameters: those of -len and
-cap, or else those in DATA. With -len x=N all lanes have N elements, and loops over
them are as fast as over an array; with -cap x=N each lane brings at most N.

  lockstep run poly.go -func Horner -in points.csv -len coeffs=4

The same goes for strings. If there are up to 64 different ones, such as kinds and grades,
they are those of -texts or in DATA; otherwise they may be any, of at most as many bytes
as -cap says or as the longest in DATA has.

  lockstep run words.go -func Distance -in pairs.csv -cap a=24,b=24

The output has a column for each result (r0, r1, … if they have no names) and one
called fault. Where a lane panics (it divides by zero, indexes out of range, runs
out of a limit …) its results are empty and fault says why and where; all other
lanes finish. A .npz has the codes in fault (0: none) and the words in
fault_message, for the lanes in fault_lane. A .npy has no room for faults: they are
on standard error alone, and such lanes are NaN, 0 or false.

A result that is a slice has the columns r0[0], r0[1], …, empty beyond its length; in
a .npz it is filled up with zeros, and r0.len has the lengths. An error that the
function returns is a result and no fault: its column has the text, empty for nil.
In a .npz it is a number, 0 for nil and k for the k-th of the texts in r1.text.

With LOCKSTEP_PERF_MAP=1 in the environment, /tmp/perf-PID.map has the name and place of
the machine code that is made, for perf of Linux; a directory instead of 1 stands for
another than /tmp.

Exit status: 0 the batch ran, even if lanes faulted; 1 wrong usage, program or data,
and nothing was written, or the results could not be; 2 with -strict, if a lane
faulted; 124 if -timeout ended the run; 130 if a signal did (Ctrl-C, kill, a terminal
that is closed); 141 if the reader of standard output went away. After 2, 124 and 130
what was finished is written, and the fault of the other lanes is "not finished". A
signal while results are written, or a second one, ends the command at once; then the
file of -out is what it was before.
`,
	setup: func(fs *flag.FlagSet) func(*env, []string) (status, error) {
		f := &runFlags{}
		fs.Var(&f.fns, "func", "the function to run, by `NAME`; may be left out if there is only one. Several, as "+
			"F,G, take\nthe same table")
		f.declare(fs, "run", "read the inputs from `DATA`; - is CSV or JSON lines from standard input. May be "+
			"repeated:\nthe rows of the second file follow those of the first")
		fs.Var(&f.keep, "keep", "carry the columns `NAME[,NAME…]` of the inputs over to the results")
		fs.StringVar(&f.out, "out", dataio.Stdio, outUsage)
		fs.IntVar(&f.workers, "workers", 0, "run on `N` processor cores; 0, the default, is all")
		fs.IntVar(&f.gang, "gang", 0, "step `N` lanes of a worker together; 0, the default, fits them to the caches")
		fs.StringVar(&f.schedule, "schedule", "auto", "choose the next block by `RULE`: auto, earliest or most-lanes")
		fs.IntVar(&f.maxDepth, "max-depth", 0, "end a lane that recurses deeper than `N`; 0, the default, is "+
			"about a million")
		fs.IntVar(&f.maxSteps, "max-steps", 0, "end a lane that runs more than `N` blocks; 0, the default, is no limit")
		fs.DurationVar(&f.timeout, "timeout", 0, "end the run after a `DURATION` such as 90s; 0, the default, is never")
		fs.StringVar(&f.math, "math", mathGo, mathUsage)
		fs.StringVar(&f.engine, "engine", "auto", "run lanes by `ENGINE`: lanes, machine code of the whole function; "+
			"scalar, such code\nfor one lane at a time; off, a kernel for each operation; blocks, that and machine "+
			"code\nof what is hot (uops: micro-ops in its place, for tests);\nauto takes what is faster, and all "+
			"have the same results")
		fs.StringVar(&f.executors, "executors", "", "with -engine blocks or uops: write to `FILE` which superblocks "+
			"were formed, where lanes\nleft them and what they are linked to; - is standard error, a .dot file a "+
			"graph\nfor Graphviz")
		fs.StringVar(&f.simd, "simd", "", simdUsage())
		fs.Var(&f.stats, "stats", statsUsage)
		fs.BoolVar(&f.progress, "progress", false, "log the progress of a long run also where standard error is "+
			"not a terminal")
		fs.BoolVar(&f.strict, "strict", false, "end with status 2 if a lane faulted")
		return f.run
	},
}

const outUsage = "write the results to `DATA`; - is CSV to standard output, the default, and -.jsonl JSON\n" +
	"lines. The file appears when it is complete. It cannot be one that the run reads."

// runFlags are the flags of run.
type runFlags struct {
	dataFlags
	out                               string
	keep                              nameList
	workers, gang, maxDepth, maxSteps int
	schedule, simd, engine            string
	executors                         string
	timeout                           time.Duration
	stats                             statsFlag
	progress, strict                  bool

	rule batch.Schedule
}

// engineNames are the words of -engine.
func engineNames() []string {
	var names []string
	for _, m := range lockstep.EngineModes() {
		names = append(names, string(m))
	}
	return append(names, string(lockstep.EngineUops))
}

// checkWhole finds flags for how kernels run lanes, beside engines that run whole functions as machine code.
func (f *runFlags) checkWhole() error {
	scalar := f.engine == string(lockstep.EngineScalar)
	if !scalar && f.engine != string(lockstep.EngineLanes) {
		return nil
	}
	for _, n := range []struct {
		name string
		set  bool
	}{{"max-steps", f.maxSteps > 0}, {"gang", f.gang > 0}, {"schedule", f.rule != batch.Auto},
		{"max-depth", scalar && f.maxDepth > 0}} {
		if n.set {
			return usagef("run", "-%s is of no use with -engine %s, which runs whole functions as machine code; take "+
				"blocks or off, or leave -engine out", n.name, f.engine)
		}
	}
	return nil
}

// check finds what is wrong with the flags by themselves.
func (f *runFlags) check() error {
	var err error
	if f.rule, err = batch.ParseSchedule(f.schedule); err != nil {
		return usagef("run", "-schedule: %v", err)
	}
	if err := oneOf("run", "math", f.math, mathOurs, mathGo); err != nil {
		return err
	}
	if err := oneOf("run", "engine", f.engine, engineNames()...); err != nil {
		return err
	}
	if f.executors != "" && f.engine != string(lockstep.EngineBlocks) && f.engine != string(lockstep.EngineUops) {
		return usagef("run", "-executors: -engine %s has none; take blocks or uops", f.engine)
	}
	if err := f.checkWhole(); err != nil {
		return err
	}
	if err := useKernels(f.simd); err != nil {
		return usagef("run", "-simd: %v", err)
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"workers", f.workers}, {"gang", f.gang}, {"max-depth", f.maxDepth}, {"max-steps", f.maxSteps}} {
		if n.value < 0 {
			return usagef("run", "-%s must not be negative", n.name)
		}
	}
	if f.timeout < 0 {
		return usagef("run", "-timeout must not be negative")
	}
	for i, name := range f.keep {
		if slices.Contains(f.keep[:i], name) {
			return usagef("run", "-keep has %s twice", name)
		}
	}
	if err := f.dataFlags.check(); err != nil {
		return err
	}
	_, err = dataio.FormatOf(f.out)
	return err
}

func (f *runFlags) run(e *env, words []string) (status, error) {
	path, err := oneFile("run", words)
	if err != nil {
		return statusBad, err
	}
	if err := f.check(); err != nil {
		return statusBad, err
	}
	noteIgnored(e, f.simd, os.Getenv(simdVariable))
	in, err := f.open(e)
	if err != nil {
		return statusBad, err
	}
	defer in.close()
	if err := f.spare(path, in); err != nil {
		return statusBad, err
	}
	functions, err := f.load(in, path)
	if err != nil {
		return statusBad, err
	}
	t, err := f.table(e, in, functions, f.keep)
	if err != nil {
		return statusBad, err
	}
	signals := e.interrupts()
	defer signals.stop()
	out, err := f.create(e, in, functions, signals)
	if err != nil {
		return statusBad, err
	}
	defer out.abort()
	beside, err := f.createBeside(signals)
	if err != nil {
		return statusBad, err
	}
	defer beside.abort()

	ctx := context.Background()
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	done := &outcomes{in: in, several: len(functions) > 1}
	bar := newProgress(e, f.progress, t.Lanes*len(functions))
	done.interrupted = signals.during(ctx, func(ctx context.Context) {
		for i, j := range functions {
			before := i * t.Lanes
			report := func(lanes, total int) { bar.report(before+lanes, total) }
			opts := append(append(f.options(), j.opts...), lockstep.Progress(report))
			res, err := j.compiled.Run(ctx, j.columns(t), opts...)
			if done.err = err; res == nil {
				done.err = notRun(err, functions, i)
				return
			}
			r := ran{function: j, res: res}
			if err == nil && (f.stats != "" || res.Stats.Elapsed >= longRun) {
				r.parting = r.sample(ctx, t, j.opts)
				r.copied = f.copied(ctx, path, t, r)
			}
			done.list = append(done.list, r)
		}
	})
	bar.stop()
	if len(done.list) < len(functions) {
		return statusBad, done.err
	}
	if err := out.write(done, t); err != nil {
		return statusBad, err
	}
	for i := range done.list {
		if !done.interrupted && done.err == nil {
			done.list[i].math = f.otherMath(path, t, done.list[i])
		}
	}
	return f.conclude(e, done, beside)
}

// notRun is the error of a run in which a function cannot run. Of several it names that one, and the others: the
// results of all would be in the same files, and none are written.
func notRun(err error, functions []*function, i int) error {
	if len(functions) == 1 || err == nil {
		return err
	}
	text := strings.TrimPrefix(err.Error(), "lockstep: ")
	var others []string
	for k, j := range functions {
		if k != i {
			others = append(others, j.fn)
		}
	}
	return fmt.Errorf("lockstep: %s: %s; nothing is written of %s", functions[i].fn, text, strings.Join(others, ", "))
}

// ran is a function with its results.
type ran struct {
	*function
	res     *lockstep.Result
	parting *parting
	copied  *copied
	// math says what other mathematical functions would gain, if that is much.
	math string
}

// outcomes is what came of a run.
type outcomes struct {
	list        []ran
	in          *inputs
	several     bool  // functions
	err         error // of the last of them
	interrupted bool
}

// conclude tells what there is to tell about a run and returns its status.
func (f *runFlags) conclude(e *env, o *outcomes, b *beside) (status, error) {
	if err := f.writeBeside(e, o, b); err != nil {
		return statusBad, err
	}
	faults := 0
	for _, r := range o.list {
		if f.stats == "" {
			r.parting.note(e)
		}
		reportFaults(e, o, r)
		faults += len(r.res.Faults)
	}
	var left int64
	all := 0
	for _, r := range o.list {
		left += int64(r.res.Lanes) - r.res.Stats.Lanes
		all += r.res.Lanes
	}
	switch {
	case o.interrupted && left == 0:
		e.notef("interrupted, when all lanes were finished")
		return statusInterrupted, nil
	case o.interrupted:
		e.notef("interrupted: %s", unfinished(left, all))
		return statusInterrupted, nil
	case errors.Is(o.err, context.DeadlineExceeded):
		e.notef("the timeout of %v ended the run: %s", f.timeout, unfinished(left, all))
		return statusTimeout, nil
	case o.err != nil:
		return statusBad, o.err
	case f.strict && faults > 0:
		return statusFaulted, nil
	}
	return statusOK, nil
}
