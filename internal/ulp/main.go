package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ulp:", err)
		os.Exit(1)
	}
}

// run is the command.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("ulp", flag.ContinueOnError)
	names := flags.String("func", "", "`functions` to measure, separated by commas: Exp,LogF32; empty for all")
	count := flags.String("n", "1e6", "arguments a function")
	seed := flags.Uint64("seed", 1, "seed of the random arguments")
	all32 := flags.Bool("all32", false, "measure the float32 functions of one argument on all 2^32 arguments")
	reference := flags.Bool("ref", false, "measure package math's functions instead")
	exact := flags.Bool("exact", false, "judge all arguments with MPFR (slow), not only the worst")
	high := flags.Bool("highprec", false, "judge with package highprec (very slow): no C compiler is needed")
	kernels := flags.Bool("kernels", false, "measure the kernels of package simd: the same bits, sooner")
	record := flags.Bool("record", false, "append the table to bench/results/ulp-<date>.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	n, err := strconv.ParseFloat(*count, 64)
	if err != nil || !(n >= 1 && n < 1e15) {
		return fmt.Errorf("-n: %q is not a count", *count)
	}
	list, err := choose(subjects(table, *reference), *names, *all32)
	if err != nil {
		return err
	}
	j := job{n: int64(n), seed: *seed, all32: *all32, workers: min(2, runtime.GOMAXPROCS(0)), exact: *exact,
		kernels: *kernels}
	if !*high {
		dir, err := os.MkdirTemp("", "ulp")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		if j.program, err = buildMPFR(dir); err != nil {
			return err
		}
	}
	var report bytes.Buffer
	tee := io.MultiWriter(out, &report)
	fmt.Fprintf(tee, "## %s, %s, %s\n\n", time.Now().UTC().Format("2006-01-02 15:04"), runtime.Version(), processor())
	fmt.Fprintf(tee, "`ulp %s`\n\n", strings.Join(args, " "))
	fmt.Fprint(tee, heading)
	exceeded := 0
	for i := range list {
		start := time.Now()
		r, err := measure(&list[i], j)
		if err != nil {
			return fmt.Errorf("%s: %w", list[i].label, err)
		}
		if r.worst.ulps > r.limit {
			exceeded++
		}
		fmt.Fprint(tee, r.line(time.Since(start)))
	}
	fmt.Fprintln(tee)
	if *record {
		if err := appendReport(report.Bytes()); err != nil {
			return err
		}
	}
	if exceeded > 0 && !*reference {
		return fmt.Errorf("%d functions exceed their bounds", exceeded)
	}
	return nil
}

// choose returns the subjects with the given names, or all.
func choose(all []subject, names string, all32 bool) ([]subject, error) {
	var list []subject
	if names == "" {
		for _, s := range all {
			if !all32 || s.f32 != nil {
				list = append(list, s)
			}
		}
		return list, nil
	}
	for name := range strings.SplitSeq(names, ",") {
		found := false
		for _, s := range all {
			if strings.TrimPrefix(s.label, "math.") == strings.TrimSpace(name) {
				if all32 && s.f32 == nil {
					return nil, fmt.Errorf("-all32: %s is not a float32 function of one argument", name)
				}
				list, found = append(list, s), true
			}
		}
		if !found {
			return nil, fmt.Errorf("no function %q", name)
		}
	}
	return list, nil
}

// heading is the head of the Markdown table.
const heading = `| function | arguments | max ulp | bound | not nearest | worst argument | result | true value | time |
|---|--:|--:|--:|--:|---|---|---|--:|
`

// line is one row of the table.
func (r result) line(took time.Duration) string {
	arguments := fmt.Sprintf("%v (%[1]x)", r.worst.x)
	if r.worst.two {
		arguments = fmt.Sprintf("%v, %v (%[1]x, %[2]x)", r.worst.x, r.worst.y)
	}
	mark := ""
	if r.worst.ulps > r.limit {
		mark = " **!**"
	}
	return fmt.Sprintf("| %s | %d | %.3f%s | %g | %.2f%% | %s | %x | %x%+.3f ulp | %.0fs |\n",
		r.label, r.count, r.worst.ulps, mark, r.limit, 100*float64(r.over)/math.Max(1, float64(r.count)),
		arguments, r.worst.got, r.worst.want.near, r.worst.want.rest, took.Seconds())
}

// processor names the machine's processor, where the system tells.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				return strings.TrimSpace(strings.TrimLeft(name, " \t:"))
			}
		}
	}
	return runtime.GOOS + "/" + runtime.GOARCH
}

// appendReport adds a table to the day's file of results.
func appendReport(text []byte) error {
	root, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return err
	}
	dir := filepath.Join(filepath.Dir(strings.TrimSpace(string(root))), "bench", "results")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	name := filepath.Join(dir, "ulp-"+time.Now().UTC().Format("2006-01-02")+".md")
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
