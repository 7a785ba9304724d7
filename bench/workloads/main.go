package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/bench"
	"github.com/lockstep-simt/lockstep/bench/internal/measure"
	"github.com/lockstep-simt/lockstep/simd"
)

func main() {
	lanes := flag.Int("lanes", 0, "run each workload over `N` inputs; 0 is each one's own number")
	rounds := flag.Int("rounds", 5, "take the median of `N` rounds")
	gang := flag.Int("gang", 0, "step `N` lanes together; 0 lets the machine choose")
	schedule := flag.String("schedule", "auto", "choose the next block by `RULE`")
	kernels := flag.String("simd", "", "use the kernels `NAME` and what they lack from lesser ones")
	engine := flag.String("engine", "auto", "run lanes by `ENGINE`: auto, off, lanes, scalar")
	out := measure.OutFlag()
	flag.Parse()
	r, err := run(flag.Args(), *lanes, *rounds, *gang, *schedule, *kernels, *engine)
	if err == nil {
		err = r.Emit(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(names []string, lanes, rounds, gang int, schedule, kernels, engine string) (*measure.Report, error) {
	rule, err := batch.ParseSchedule(schedule)
	if err != nil {
		return nil, err
	}
	if kernels != "" {
		if err := simd.Use(kernels); err != nil {
			return nil, err
		}
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
	opts := []lockstep.RunOption{lockstep.Workers(1), lockstep.WithSchedule(rule), lockstep.Engine(lockstep.EngineMode(engine))}
	if gang > 0 {
		opts = append(opts, lockstep.Gang(gang))
	}

	report := &measure.Report{Name: "workloads", Notes: []string{
		fmt.Sprintf("one thread, median of %d interleaved rounds, engine %s, schedule %v; the loop calls the function that Go compiled", rounds, engine, rule),
		"results are compared before anything is timed; the batch's functions are libm's, the loop's package math's",
	}}
	table := measure.Table{Columns: []string{
		"workload", "group", "lanes", "loop ns/lane", "batch ns/lane", "loop ÷ batch", "engine", "utilisation", "blocks run", "ns/block",
	}}
	groups := map[bench.Group][]bench.Ratio{}
	for _, w := range workloads {
		if lanes > 0 {
			w.Lanes = lanes
		}
		r, err := bench.Measure(w, max(1, rounds), opts...)
		if err != nil {
			return nil, err
		}
		groups[w.Group] = append(groups[w.Group], r)
		full, blocks, block := fmt.Sprintf("%.0f %%", 100*r.Utilisation), fmt.Sprint(r.Blocks), per(r.Batch, int(r.Blocks))
		if r.Blocks == 0 { // machine code counts none
			full, blocks, block = "", "", ""
		}
		table.Row(w.Name, string(w.Group), fmt.Sprint(r.Lanes), per(r.Loop, r.Lanes), per(r.Batch, r.Lanes),
			fmt.Sprintf("%.2f", r.Speedup()), r.Engine, full, blocks, block)
	}
	summary := measure.Table{Columns: []string{"group", "mean", "worst", "which"}}
	for _, g := range []bench.Group{bench.Uniform, bench.Divergent, bench.Recursive} {
		if len(groups[g]) > 0 {
			mean, worst := bench.Mean(groups[g])
			summary.Row(string(g), fmt.Sprintf("%.2f", mean), fmt.Sprintf("%.2f", worst.Speedup()), worst.Name)
		}
	}
	report.Tables = append(report.Tables, table, summary)
	return report, nil
}

// per returns nanoseconds for each of n.
func per(d time.Duration, n int) string {
	return fmt.Sprintf("%.1f", float64(d.Nanoseconds())/float64(max(1, n)))
}
