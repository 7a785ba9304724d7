package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "parity:", err)
		os.Exit(1)
	}
}

// run is the command.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("parity", flag.ContinueOnError)
	count := flags.String("n", "1e7", "random arguments a function")
	seed := flags.Uint64("seed", 1, "seed of the random arguments")
	all32 := flags.Bool("all32", false, "compare at all 2^32 float32 arguments instead, and two operands at some "+
		"seconds for each")
	workers := flags.Int("workers", runtime.GOMAXPROCS(0), "goroutines")
	if err := flags.Parse(args); err != nil {
		return err
	}
	n, err := strconv.ParseFloat(*count, 64)
	if err != nil || !(n >= 1 && n < 1e15) {
		return fmt.Errorf("-n: %q is not a count", *count)
	}
	list, err := choose(subjects(), flags.Args())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "## %s, %s, GOAMD64=%s\n\n", time.Now().UTC().Format("2006-01-02 15:04"), runtime.Version(),
		level())
	fmt.Fprintf(out, "`parity %s`\n\n| row | arguments | compared | results that differ | time "+
		"|\n|---|--:|---|---|--:|\n", strings.Join(args, " "))
	different := 0
	for _, s := range list {
		start := time.Now()
		r := compare(s, job{n: int64(n), seed: *seed, all32: *all32, workers: max(1, *workers)})
		if r.count == 0 {
			continue // -all32 has nothing for it
		}
		if r.differing > 0 {
			different++
		}
		fmt.Fprintf(out, "| %s | %d | %s | %s | %.0fs |\n", s.mnemonic, r.count, strings.Join(s.names(), ", "), r,
			time.Since(start).Seconds())
	}
	if different > 0 {
		return fmt.Errorf("%d functions differ from package math", different)
	}
	return nil
}

// choose returns the subjects of the functions with the given names, or all.
func choose(all []subject, names []string) ([]subject, error) {
	if len(names) == 0 {
		return all, nil
	}
	var list []subject
	for _, name := range names {
		before := len(list)
		for _, s := range all {
			if s.function == name {
				list = append(list, s)
			}
		}
		if len(list) == before {
			return nil, fmt.Errorf("no machine code of a function %q", name)
		}
	}
	return list, nil
}
