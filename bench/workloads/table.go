package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/bench"
	"github.com/lockstep-simt/lockstep/internal/measure"
)

// report shows ratios, their means, and what was refused.
func report(ratios []bench.Ratio, modes []lockstep.EngineMode, how string) *measure.Report {
	return &measure.Report{
		Name: "workloads",
		Notes: []string{
			how + "; the loop calls the function that Go compiled",
			"a column with an engine's name has how many times as fast as the loop it is; – is where it refuses; " +
				"off is the machine of package batch, and utilisation and ns/block are its",
			"math: whose mathematical functions the batch calls, if any; the loop's are package math's",
			"results are compared on every engine before anything is timed: with the loop's, bit for bit; where " +
				"functions are ours, bit for bit with each other, and with the loop's to within what last bits explain",
		},
		Tables: []measure.Table{workloadTable(ratios, modes), meanTable(ratios, modes)},
		After:  refusals(ratios),
	}
}

func workloadTable(ratios []bench.Ratio, modes []lockstep.EngineMode) measure.Table {
	table := measure.Table{Columns: []string{"workload", "group", "math", "inputs", "loop ns/lane"}}
	for _, m := range modes {
		table.Columns = append(table.Columns, string(m))
	}
	table.Columns = append(table.Columns, "auto takes", "utilisation", "ns/block")
	for _, r := range ratios {
		row := []string{r.Name, string(r.Group), string(r.Math), fmt.Sprint(r.Lanes), per(r.Loop, int64(r.Lanes))}
		takes, full, block := "", "", ""
		for _, t := range r.Ways {
			row = append(row, ratio(r.Speedup(t.Engine)))
			switch t.Engine {
			case lockstep.EngineAuto:
				takes = t.Stats.Engine
			case lockstep.EngineOff:
				full, block = fmt.Sprintf("%.0f %%", 100*t.Stats.Utilisation()), per(t.Time, t.Stats.Steps())
			}
		}
		table.Row(append(row, takes, full, block)...)
	}
	return table
}

// meanTable has the mean of each engine, and the worst of the last one, for each group and
// for all. Programs with mathematical functions count with ours, and again with package
// math's in a row of their own.
func meanTable(ratios []bench.Ratio, modes []lockstep.EngineMode) measure.Table {
	last := modes[len(modes)-1]
	table := measure.Table{Columns: []string{"geometric mean", "rows"}}
	for _, m := range modes {
		table.Columns = append(table.Columns, string(m))
	}
	table.Columns = append(table.Columns, "worst of "+string(last), "which")
	add := func(title string, want func(bench.Ratio) bool) {
		some := slices.DeleteFunc(slices.Clone(ratios), func(r bench.Ratio) bool { return !want(r) })
		if len(some) == 0 {
			return
		}
		row := []string{title, fmt.Sprint(len(some))}
		for _, m := range modes {
			mean, n, _ := bench.Mean(some, m)
			switch n {
			case 0:
				row = append(row, ratio(0))
			case len(some):
				row = append(row, ratio(mean))
			default:
				row = append(row, fmt.Sprintf("%s of %d", ratio(mean), n))
			}
		}
		_, _, worst := bench.Mean(some, last)
		if worst.Name == "" {
			table.Row(append(row, ratio(0), "")...)
			return
		}
		table.Row(append(row, ratio(worst.Speedup(last)), worst.Name)...)
	}
	for _, g := range bench.Groups {
		add(string(g), func(r bench.Ratio) bool { return r.Group == g && r.Math != bench.GoMath })
	}
	add("all", func(r bench.Ratio) bool { return r.Math != bench.GoMath })
	add("math go", func(r bench.Ratio) bool { return r.Math == bench.GoMath })
	return table
}

// refusals says which programs engines refuse, a reason a line.
func refusals(ratios []bench.Ratio) []string {
	type refusal struct {
		engine lockstep.EngineMode
		why    string
	}
	var all []refusal
	who := map[refusal][]string{}
	for _, r := range ratios {
		for _, t := range r.Ways {
			if t.Refused == "" {
				continue
			}
			name := r.Name
			if r.Math == bench.GoMath {
				name += " with math go"
			}
			f := refusal{t.Engine, t.Refused}
			if who[f] == nil {
				all = append(all, f)
			}
			who[f] = append(who[f], name)
		}
	}
	var lines []string
	for _, f := range all {
		lines = append(lines, fmt.Sprintf("engine %s refuses %s: %s", f.engine, strings.Join(who[f], ", "), f.why))
	}
	return lines
}

// ratio prints a speed-up; 0 is a refusal.
func ratio(x float64) string {
	if x == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", x)
}

// per returns nanoseconds for each of n.
func per(d time.Duration, n int64) string {
	return fmt.Sprintf("%.1f", float64(d.Nanoseconds())/float64(max(1, n)))
}
