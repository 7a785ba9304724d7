package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"github.com/lockstep-simt/lockstep/internal/measure"
)

func main() {
	procs := flag.Int("procs", runtime.GOMAXPROCS(0), "let Go use `N` processors")
	rounds := flag.Int("rounds", 3, "run each row in `N` processes and show the one with the median excess")
	cpu := flag.Bool("cpu", false, "time what processors work for the process, which others do not disturb, instead "+
		"of what the clock says")
	bound := flag.Bool("bound", false, "fail if the sum of all calls so far exceeds 1.2 times the loop's by more "+
		"than 2 ms in some row")
	programs := flag.Bool("programs", false,
		"run the functions of package bench by lockstep.Func.Run, compiled before the first call, and no wrappers")
	one := flag.String("one", "", "measure `SIZE` in this process and print it in JSON; for firstcalls itself")
	out := measure.OutFlag()
	flag.Parse()
	runtime.GOMAXPROCS(*procs)
	var err error
	if *one != "" {
		err = child(flag.Arg(0), *one, *cpu)
	} else {
		list := wrappers
		if *programs {
			list = compiled
		}
		err = parent(list, flag.Args(), *procs, max(1, *rounds), *cpu, *bound, *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// figures are what a process has measured, in nanoseconds.
type figures struct {
	Loop, Wrapper    time.Duration // of all calls
	First            []float64     // by the numbers of firsts: what so many calls took, in times of the loop
	Worst13, Worst12 time.Duration // most that the sum so far was above 1.3 or 1.2 times the loop's
	Engine           string        // of one call more
}

// firsts are after how many calls the sum of all so far is shown.
var firsts = []int{1, 3, 10, 30, 100}

// parent measures every row in processes of their own.
func parent(list []function, names []string, procs, rounds int, cpu, bound bool, out string) error {
	clock := "the clock's time"
	if cpu {
		clock = "processor time"
	}
	report := &measure.Report{Name: "firstcalls", Notes: []string{
		fmt.Sprintf("%d processors, %s, the median of %d processes for each row; both sides alternate call by call",
			procs, clock, rounds),
		"worst: the most that the sum of all calls so far exceeds 1.3 (1.2) times the plain loop's on one processor",
		"first: what so many calls took together, in times of the loop",
	}}
	table := measure.Table{Columns: []string{
		"function", "lanes", "calls", "loop ms", "wrapper ms", "excess ms", "worst 1.3", "worst 1.2", "then",
	}}
	for _, n := range firsts {
		table.Columns = append(table.Columns, fmt.Sprintf("first %d", n))
	}
	var over []error
	for _, f := range list {
		if len(names) > 0 && !slices.Contains(names, f.name) {
			continue
		}
		for _, s := range f.sizes {
			var all []figures
			for range rounds {
				cmd := exec.Command(os.Args[0], "-procs", fmt.Sprint(procs), fmt.Sprintf("-cpu=%t", cpu), "-one",
					s.String(), f.name)
				cmd.Stderr = os.Stderr
				text, err := cmd.Output()
				if err != nil {
					return fmt.Errorf("%s, %v: %w", f.name, s, err)
				}
				var got figures
				if err := json.Unmarshal(text, &got); err != nil {
					return err
				}
				all = append(all, got)
			}
			slices.SortFunc(all, func(a, b figures) int { return int(a.Worst13 - b.Worst13) })
			m := all[len(all)/2]
			if bound && m.Worst12 > mostOver {
				over = append(over, fmt.Errorf("%s, %v: %s ms more than 1.2 times the loop", f.name, s, ms(m.Worst12)))
			}
			row := []string{f.name, fmt.Sprint(s.lanes), fmt.Sprint(s.calls), ms(m.Loop), ms(m.Wrapper),
				ms(m.Wrapper - m.Loop), ms(m.Worst13), ms(m.Worst12), m.Engine}
			for i := range firsts {
				cell := ""
				if i < len(m.First) {
					cell = fmt.Sprintf("%.2f", m.First[i])
				}
				row = append(row, cell)
			}
			table.Row(row...)
		}
	}
	report.Tables = append(report.Tables, table)
	return errors.Join(append(over, report.Emit(out))...)
}

// mostOver is how much the sum of all calls so far may exceed 1.2 times the loop's.
const mostOver = 2 * time.Millisecond

func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/1e6) }

// size is how many calls there are, of how many lanes.
type size struct{ lanes, calls int }

func (s size) String() string { return fmt.Sprintf("%dx%d", s.lanes, s.calls) }

// child measures one row.
func child(name, text string, cpu bool) error {
	all := slices.Concat(wrappers, compiled)
	i := slices.IndexFunc(all, func(f function) bool { return f.name == name })
	if i < 0 {
		return fmt.Errorf("there is no function %s", name)
	}
	var s size
	if _, err := fmt.Sscanf(text, "%dx%d", &s.lanes, &s.calls); err != nil {
		return err
	}
	now := func() (time.Duration, error) { return time.Since(begun), nil }
	if cpu {
		now = measure.ProcessorTime
	}
	var got figures
	f := all[i].prepare(s.lanes)
	for call := range s.calls {
		f.fill()
		t0, err := now()
		if err != nil {
			return err
		}
		f.loop()
		t1, _ := now()
		err = f.wrapper()
		t2, _ := now()
		got.Loop, got.Wrapper = got.Loop+t1-t0, got.Wrapper+t2-t1
		if err != nil {
			return err
		}
		if err := f.equal(); err != nil {
			return err
		}
		if over := got.Wrapper - got.Loop*13/10; over > got.Worst13 {
			got.Worst13 = over
		}
		got.Worst12 = max(got.Worst12, got.Wrapper-got.Loop*12/10)
		if slices.Contains(firsts, call+1) {
			got.First = append(got.First, float64(got.Wrapper)/float64(got.Loop))
		}
	}
	got.Engine = f.engine()
	return json.NewEncoder(os.Stdout).Encode(got)
}

var begun = time.Now()
