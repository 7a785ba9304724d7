package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run ./internal/coeff [family…]")
		for _, f := range families {
			fmt.Fprintf(flag.CommandLine.Output(), "  %-8s %s\n", f.name, f.path())
		}
	}
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "coeff:", err)
		os.Exit(1)
	}
}

// run writes the files of the named families, or of all.
func run(names []string) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	for _, name := range names {
		if !slices.ContainsFunc(families, func(f family) bool { return f.name == name }) {
			return fmt.Errorf("no family %q", name)
		}
	}
	for _, f := range families {
		if len(names) > 0 && !slices.Contains(names, f.name) || len(f.items) == 0 {
			continue
		}
		start := time.Now()
		text, err := f.generate()
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(f.path())), text, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d items in %.1fs\n", f.path(), len(f.items), time.Since(start).Seconds())
	}
	return nil
}

// moduleRoot returns the folder of go.mod, at or above the current one.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("not inside a module")
		}
		dir = parent
	}
}
