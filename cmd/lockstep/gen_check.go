package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/gen"
)

// checkWritten says of every wrapper that gen wrote whether it is up to date: those in a directory,
// or, for DIR/..., in all below it. The first line of each says by which flags it was written.
func checkWritten(e *env, fs *flag.FlagSet, words []string) (status, error) {
	var others []string
	fs.Visit(func(f *flag.Flag) {
		if f.Name != "check" {
			others = append(others, "-"+f.Name)
		}
	})
	if len(others) > 0 {
		return statusBad, usagef("gen", "-check without -func takes the flags from the first line of each file that "+
			"gen wrote; leave out %s, or say which function", strings.Join(others, " "))
	}
	if len(words) == 0 {
		words = []string{"."}
	}
	worst, found := statusOK, false
	for _, word := range words {
		dirs, err := directories(word)
		if err != nil {
			return statusBad, err
		}
		for _, dir := range dirs {
			wrappers, err := wrappersIn(dir)
			if err != nil {
				return statusBad, err
			}
			for _, w := range wrappers {
				found = true
				flags := append(w.flags, "-check", "-o", filepath.Join(dir, w.name), dir)
				if s, err := findCommand("gen").main(e, flags); err != nil {
					e.complain(err)
					worst = max(worst, s)
				}
			}
		}
	}
	if !found {
		return statusBad, fmt.Errorf("gen: there is no file that gen wrote in %s", strings.Join(words, ", "))
	}
	return worst, nil
}

// directories are those that a word of the command line names.
func directories(word string) ([]string, error) {
	root, below := cutPattern(word)
	if !below {
		return []string{word}, nil
	}
	units, err := packagesBelow(root)
	var dirs []string
	for _, u := range units {
		dirs = append(dirs, u.dir)
	}
	return dirs, err
}

// writtenWrapper is a file with wrappers, and the words behind "lockstep gen" in its first line.
type writtenWrapper struct {
	name  string
	flags []string
}

// wrappersIn lists the wrappers in a directory, without the tests and the assembly beside them.
func wrappersIn(dir string) ([]writtenWrapper, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, pathProblem(err)
	}
	var list []writtenWrapper
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, pathProblem(err)
		}
		if words, ok := gen.Line(string(text)); ok && slices.Contains(words, "-func") {
			list = append(list, writtenWrapper{name, words})
		}
	}
	return list, nil
}
