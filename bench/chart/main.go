package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	results := flag.String("results", "bench/results", "the directory of tables")
	out := flag.String("out", "docs/speed.svg", "the file to write")
	flag.Parse()
	if err := run(*results, *out); err != nil {
		fmt.Fprintln(os.Stderr, "chart:", err)
		os.Exit(1)
	}
}

func run(results, out string) error {
	t, err := Last(results)
	if err != nil {
		return err
	}
	return os.WriteFile(out, []byte(SVG(t)), 0o666)
}
