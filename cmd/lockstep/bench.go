package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
)

var benchCommand = &command{
	name:  "bench",
	args:  "FILE|DIR -func NAME -in DATA [flags]",
	short: "measure a batch of a function against its compiled loop",
	long: `bench tells whether a batch is worth it, for a function and inputs of yours: it runs the
compiled function in a loop and the same lanes as a batch, compares all results bit for bit,
and measures both.

  lockstep bench quadrature.go -func Integrate -in inputs.csv
  lockstep bench ./orbits -func Propagate -n 10000 -range e=0:0.9
  lockstep bench option.go -in spots.csv -uniform rate=0.03 -json

Inputs are those of lockstep run. Without -in they are random: floats from 0 to 1, integers from
0 to 31; -range says otherwise. What a function takes depends on its inputs, so the figures for
random ones may be far from those for yours.

What it tells:

  checked      whether every result of the batch has the bits of the compiled function
  way          the time of a lane: of the loop, of a batch as lockstep runs it, by each of
               the engines, and with -math ours if that is something else
  room         the least -make-cap that is enough for the lanes, if there was a larger one; where a
               function or some of the lanes need the flag and it is not given, bench takes it,
               of up to 1024
  break-even   from how many lanes on a batch is faster than the loop
  utilisation  how many of the lanes that a batch has in flight do something at a time, and
               where they part: below a third or so, lanes that go different ways wait for
               each other, and inputs in an order in which neighbours are alike help, or
               loops that do the same for all lanes
  source line  where the time goes, by the line, as kernels would run it: estimated from how
               often each line ran and for how many lanes

All times are of one core. Where the system knows it, they are time of the processor and not of
the clock, and all ways are measured in turn, so that other programs disturb little. Random lanes
are measured in several orders, since a processor learns how up to some ten thousand lanes branch
if it runs them again and again; those of -in stay in theirs, so that it takes a hundred thousand
of them for the times of inputs that come once.

The loop is compiled by the go command of the machine, as go test compiles the package, in a
process of its own; nothing is written beside your files. Without a go command, and for a program
in text form, there is no loop to compare with.

Exit status: 0; 1 wrong usage, program or data, or a package that go does not build; 3 if results
differ from the compiled function's.
`,
	setup: func(fs *flag.FlagSet) func(*env, []string) (status, error) {
		f := &benchFlags{ranges: rangeFlag{}}
		f.takesRoom = true
		fs.Var(&f.fns, "func", "the function to measure, by `NAME`; may be left out if there is only one. "+
			"Several,\nas F,G, are measured one by one")
		f.declare(fs, "bench", "take the inputs from `DATA`, as lockstep run does; random ones without it")
		fs.Func("n", "take `N` lanes: the first of -in, or so many random ones (default: all, or 65536)",
			func(s string) (err error) {
				f.lanes, err = lanesFlag(s)
				return err
			})
		fs.Var(f.ranges, "range", "draw the random values of a parameter from LOW to HIGH: `NAME=LOW:HIGH`. May "+
			"be repeated.")
		fs.Int64Var(&f.seed, "seed", 1, "seed the generator of random inputs with `N` (default 1)")
		fs.StringVar(&f.math, "math", mathGo, mathUsage)
		fs.IntVar(&f.rounds, "rounds", 7, "measure each way `N` times in turn, and take the medians (default 7)")
		fs.BoolVar(&f.json, "json", false, "print one JSON object")
		return f.run
	},
}

// statusDiffer is bench's status if a batch and the compiled function differ.
const statusDiffer status = 3

type benchFlags struct {
	dataFlags
	ranges        rangeFlag
	lanes, rounds int
	seed          int64
	json          bool
}

// usualLanes is how many random lanes there are if -n does not say it.
const usualLanes = 1 << 16

func (f *benchFlags) run(e *env, words []string) (status, error) {
	path, err := oneFile("bench", words)
	if err != nil {
		return statusBad, err
	}
	if err := f.check(); err != nil {
		return statusBad, err
	}
	in, err := f.open(e)
	if err != nil {
		return statusBad, err
	}
	defer in.close()
	var functions []*function
	loading, _ := timed(func() { functions, err = f.load(in, path) })
	if err != nil {
		return statusBad, err
	}
	loading /= time.Duration(len(functions))
	t, err := f.inputs(e, in, functions)
	if err != nil {
		return statusBad, err
	}
	var benches []*bench
	status := newStatusLine(e)
	defer status.clear()
	signals := e.interrupts()
	defer signals.stop()
	interrupted := signals.during(context.Background(), func(ctx context.Context) {
		for _, fn := range functions {
			b := &bench{flags: f, path: path, function: fn, table: t, from: f.source(in), compiling: loading,
				status: status}
			if err = b.run(ctx); err != nil {
				return
			}
			benches = append(benches, b)
		}
	})
	status.clear()
	switch {
	case interrupted:
		e.notef("interrupted")
		return statusInterrupted, nil
	case err != nil:
		return statusBad, err
	}
	return f.tell(e, benches)
}

func (f *benchFlags) check() error {
	switch {
	case f.rounds < 1:
		return usagef("bench", "-rounds must be 1 at least")
	case len(f.ranges) > 0 && len(f.in) > 0:
		return usagef("bench", "-range is for random inputs; leave out one of -range and -in")
	}
	if err := oneOf("bench", "math", f.math, mathOurs, mathGo); err != nil {
		return err
	}
	return f.dataFlags.check()
}

// inputs reads the table, or draws one.
func (f *benchFlags) inputs(e *env, in *inputs, functions []*function) (*dataio.Table, error) {
	if len(in.files) == 0 {
		return f.random(functions)
	}
	t, err := f.table(e, in, functions, nil)
	if err != nil {
		return nil, err
	}
	if t.Lanes == 0 {
		return nil, fmt.Errorf("%s: there are no lanes to measure", in.files[0].Name())
	}
	if f.lanes > 0 && f.lanes < t.Lanes {
		t = t.Take(upTo(f.lanes))
	}
	return t, nil
}

// source says where the inputs are from.
func (f *benchFlags) source(in *inputs) string {
	switch len(in.files) {
	case 0:
		return fmt.Sprintf("random (-seed %d)", f.seed)
	case 1:
		return "from " + in.files[0].Name()
	}
	return fmt.Sprintf("from %s and %d more", in.files[0].Name(), len(in.files)-1)
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// compile compiles the function once more, with mathematical functions.
func (b *bench) compile(math string, more ...lockstep.CompileOption) (*lockstep.Func, error) {
	return b.function.compile(b.path, append(compilerOptions(math, b.flags.copies, b.flags.without), more...)...)
}

// otherMath compiles the function with the other mathematical functions; nil if it calls none, or is a program.
func (b *bench) otherMath() (*lockstep.Func, error) {
	if isProgram(b.path) {
		return nil, nil
	}
	compiled, err := b.compile(otherOf(b.flags.math))
	if err != nil || compiled.Source().String() == b.compiled.Source().String() {
		return nil, err
	}
	return compiled, nil
}

func otherOf(math string) string {
	if math == mathGo {
		return mathOurs
	}
	return mathGo
}
