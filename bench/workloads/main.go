package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/bench"
	"github.com/lockstep-simt/lockstep/bench/internal/measure"
	"github.com/lockstep-simt/lockstep/simd"
)

func main() {
	lanes := flag.Int("lanes", 0, "run each workload over `N` inputs; 0 is each one's own number")
	rounds := flag.Int("rounds", 5, "take the median of `N` rounds, or of more where they are short")
	gang := flag.Int("gang", 0, "step `N` lanes together; 0 lets the machine choose")
	schedule := flag.String("schedule", "auto", "choose the next block by `RULE`")
	set := flag.String("simd", "", "use the instruction set `NAME`, and what it lacks from lesser ones")
	engine := flag.String("engine", "", "run lanes by these `ENGINES` alone: "+join(engines()))
	out := measure.OutFlag()
	flag.Parse()
	r, err := run(flag.Args(), *lanes, *rounds, *gang, *schedule, *set, *engine)
	if err == nil {
		err = r.Emit(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(names []string, lanes, rounds, gang int, schedule, set, engine string) (*measure.Report, error) {
	rule, err := batch.ParseSchedule(schedule)
	if err != nil {
		return nil, err
	}
	if set != "" {
		if err := simd.Use(set); err != nil {
			return nil, err
		}
	}
	modes, err := parseEngines(engine)
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
	opts := []lockstep.RunOption{lockstep.Workers(1), lockstep.WithSchedule(rule)}
	if gang > 0 {
		opts = append(opts, lockstep.Gang(gang))
	}
	var ratios []bench.Ratio
	for _, w := range workloads {
		if lanes > 0 {
			w.Lanes = lanes
		}
		r, err := bench.Measure(w, max(1, rounds), modes, opts...)
		if err != nil {
			return nil, err
		}
		ratios = append(ratios, r...)
	}
	how := fmt.Sprintf("one thread, median of at least %d interleaved rounds, schedule %v", max(1, rounds), rule)
	return report(ratios, modes, how), nil
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
