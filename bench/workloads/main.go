package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/bench"
	"github.com/lockstep-simt/lockstep/internal/measure"
	"github.com/lockstep-simt/lockstep/simd"
)

// settings are the flags.
type settings struct {
	lanes, rounds, gang   int
	schedule, set, engine string
	cpu                   bool
}

func main() {
	var s settings
	flag.IntVar(&s.lanes, "lanes", 0, "run each workload over `N` inputs; 0 is each one's own number")
	flag.IntVar(&s.rounds, "rounds", 5, "take the median of `N` rounds, or of more where they are short")
	flag.IntVar(&s.gang, "gang", 0, "step `N` lanes together; 0 lets the machine choose")
	flag.StringVar(&s.schedule, "schedule", "auto", "choose the next block by `RULE`")
	flag.StringVar(&s.set, "simd", "", "use the instruction set `NAME`, and what it lacks from lesser ones")
	flag.StringVar(&s.engine, "engine", "", "run lanes by these `ENGINES` alone: "+join(engines()))
	flag.BoolVar(&s.cpu, "cpu", false,
		"time what processors work for the process, which others disturb less, instead of what the clock says")
	out := measure.OutFlag()
	flag.Parse()
	r, err := run(flag.Args(), s)
	if err == nil {
		err = r.Emit(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(names []string, s settings) (*measure.Report, error) {
	rule, err := batch.ParseSchedule(s.schedule)
	if err != nil {
		return nil, err
	}
	if s.set != "" {
		if err := simd.Use(s.set); err != nil {
			return nil, err
		}
	}
	modes, err := parseEngines(s.engine)
	if err != nil {
		return nil, err
	}
	workloads := bench.All
	if len(names) > 0 {
		workloads = nil
		for _, n := range names {
			w, err := bench.Lookup(n)
			if err != nil {
				return nil, err
			}
			workloads = append(workloads, w)
		}
	}
	began := time.Now()
	how := bench.Settings{
		Rounds: max(1, s.rounds), Engines: modes,
		Options: []lockstep.RunOption{lockstep.Workers(1), lockstep.WithSchedule(rule)},
		Clock:   func() (time.Duration, error) { return time.Since(began), nil },
	}
	note := fmt.Sprintf("one thread, median of at least %d interleaved rounds, schedule %v", how.Rounds, rule)
	if s.cpu {
		how.Clock = measure.ProcessorTime
		note = "processor time, " + note
	}
	if s.gang > 0 {
		how.Options = append(how.Options, lockstep.Gang(s.gang))
	}
	var ratios []bench.Ratio
	for _, w := range workloads {
		if s.lanes > 0 {
			w.Lanes = s.lanes
		}
		r, err := bench.Measure(w, how)
		if err != nil {
			return nil, err
		}
		ratios = append(ratios, r...)
	}
	return report(ratios, modes, note), nil
}

// engines lists the engines in the order of the table's columns, the choice between them last.
func engines() []lockstep.EngineMode {
	auto := func(m lockstep.EngineMode) bool { return m == lockstep.EngineAuto }
	return append(slices.DeleteFunc(lockstep.EngineModes(), auto), lockstep.EngineAuto)
}

// parseEngines returns the engines of a list with commas; all of them for an empty one.
func parseEngines(list string) ([]lockstep.EngineMode, error) {
	if list == "" {
		return engines(), nil
	}
	var modes []lockstep.EngineMode
	for name := range strings.SplitSeq(list, ",") {
		m := lockstep.EngineMode(name)
		if !slices.Contains(engines(), m) {
			return nil, fmt.Errorf("there is no engine %q; there are %s", name, join(engines()))
		}
		modes = append(modes, m)
	}
	return modes, nil
}

func join(modes []lockstep.EngineMode) string {
	var names []string
	for _, m := range modes {
		names = append(names, string(m))
	}
	return strings.Join(names, ", ")
}
