package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"text/tabwriter"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/bench"
)

func main() {
	lanes := flag.Int("lanes", 0, "run each workload over `N` inputs; 0 is each one's own number")
	rounds := flag.Int("rounds", 5, "take the median of `N` rounds")
	gang := flag.Int("gang", 0, "step `N` lanes together; 0 lets the machine choose")
	schedule := flag.String("schedule", "auto", "choose the next block by `RULE`")
	flag.Parse()
	if err := run(flag.Args(), *lanes, *rounds, *gang, *schedule); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(names []string, lanes, rounds, gang int, schedule string) error {
	rule, err := batch.ParseSchedule(schedule)
	if err != nil {
		return err
	}
	workloads := bench.All
	if len(names) > 0 {
		workloads = nil
		for _, n := range names {
			w, err := bench.Lookup(n)
			if err != nil {
				return err
			}
			workloads = append(workloads, w)
		}
	}
	opts := []lockstep.RunOption{lockstep.Workers(1), lockstep.Gang(gang), lockstep.WithSchedule(rule)}

	fmt.Printf("%s/%s %s, one thread, median of %d rounds, schedule %v\n\n",
		runtime.GOOS, runtime.GOARCH, runtime.Version(), rounds, rule)
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "workload\tgroup\tlanes\tloop ns/lane\tbatch ns/lane\tloop ÷ batch\tutilisation\t")
	groups := map[bench.Group][]bench.Ratio{}
	for _, w := range workloads {
		if lanes > 0 {
			w.Lanes = lanes
		}
		r, err := bench.Measure(w, max(1, rounds), opts...)
		if err != nil {
			return err
		}
		groups[w.Group] = append(groups[w.Group], r)
		fmt.Fprintf(out, "%s\t%s\t%d\t%.1f\t%.1f\t%.2f\t%.0f %%\t\n", w.Name, w.Group, r.Lanes,
			float64(r.Loop.Nanoseconds())/float64(r.Lanes), float64(r.Batch.Nanoseconds())/float64(r.Lanes),
			r.Speedup(), 100*r.Utilisation)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	fmt.Println()
	for _, g := range []bench.Group{bench.Uniform, bench.Divergent, bench.Recursive} {
		if len(groups[g]) > 0 {
			mean, worst := bench.Mean(groups[g])
			fmt.Printf("%-10s mean %.2f, worst %.2f (%s)\n", g, mean, worst.Speedup(), worst.Name)
		}
	}
	return nil
}
