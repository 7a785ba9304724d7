package arch

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxColumns is how wide a line is at most, a tab being four columns.
const maxColumns = 120

// longLeft are folders that may have wider lines, and how many. The numbers only go down. Rows of tables are
// a line each, since they are compared column by column: of operations, gates and instructions. Programs of tests
// are in one line where a test has many of them.
var longLeft = map[string]int{
	"program/optab": 76, // rows
	"circuit":       27, // rows of gates
	"codegen":       8,  // rows of instructions
	"engine":        75, // programs of tests
	"frontend":      4,  // a program of a test, and what an example prints
	"lower":         3,  // programs of tests
	"internal":      5,  // words that the census looks for
}

// longLines returns the numbers of the lines that are too wide. A command of go generate is one line,
// whatever its length.
func longLines(text string) (long []int) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(line, "\n")
		wide := utf8.RuneCountInString(line)+3*strings.Count(line, "\t") > maxColumns
		if wide && !strings.HasPrefix(line, "//go:generate ") {
			long = append(long, n)
		}
	}
	return long
}

func TestColumns(t *testing.T) {
	folders := make([]string, 0, len(longLeft))
	for folder := range longLeft {
		folders = append(folders, folder)
	}
	// Folders before those that they are in; the root has its own files alone.
	slices.SortFunc(folders, func(a, b string) int { return len(b) - len(a) })
	found, last := map[string]int{}, map[string]string{}
	for _, f := range readAll(t) {
		if !f.hand || len(f.long) == 0 {
			continue
		}
		folder := f.dir()
		if i := slices.IndexFunc(folders, func(in string) bool { return in != "." && within(f.dir(), in) }); i >= 0 {
			folder = folders[i]
		}
		found[folder] += len(f.long)
		last[folder] = f.name
	}
	for folder, n := range found {
		if most := longLeft[folder]; n > most {
			t.Errorf("%s has %d lines of more than %d columns, %d more than there were: wrap them (one is in %s)",
				folder, n, maxColumns, n-most, last[folder])
		}
	}
}
