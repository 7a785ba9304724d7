package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Table is a table of workloads.
type Table struct {
	Name string // the file it is in
	Date string
	Rows []Row
}

// Row is a workload: how many times as fast as the loop it runs in automatic mode.
type Row struct {
	Workload, Group string
	Math            string // whose mathematical functions: ours, go, or none
	Ratio           float64
	Kernels         float64 // how many times as fast as the loop the kernels of package batch are, alone
	Engine          string  // which engine automatic mode takes
}

// forced are the kernels that stand in a table for comparison only: a machine has better ones.
var forced = []string{"kernels avx2", "kernels portable"}

// Last reads the last table of the newest file of workloads in a directory that was not measured with lesser kernels
// for comparison.
func Last(dir string) (*Table, error) {
	names, err := filepath.Glob(filepath.Join(dir, "workloads-*.md"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no workloads-DATE.md: go run ./bench/workloads -out %s writes one", dir, dir)
	}
	name := slices.Max(names)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t := &Table{Name: filepath.Base(name)}
	next, compared := t, false
	var columns []string
	for at, line := range strings.Split(string(text), "\n") {
		if date, ok := strings.CutPrefix(line, "# workloads, "); ok {
			next, compared, columns = &Table{Name: t.Name, Date: strings.Fields(date)[0]}, false, nil
			continue
		}
		compared = compared || slices.ContainsFunc(forced, func(k string) bool { return strings.HasSuffix(line, k) })
		cells := cellsOf(line)
		switch {
		case len(cells) == 0:
			columns = nil
		case cells[0] == "workload":
			columns = cells
		case columns != nil && !strings.HasPrefix(cells[0], "-"):
			row, err := rowOf(columns, cells)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, at+1, err)
			}
			next.Rows = append(next.Rows, row)
			if !compared {
				t = next
			}
		}
	}
	if len(t.Rows) == 0 {
		return nil, fmt.Errorf("%s: the last table has no rows", name)
	}
	return t, nil
}

// cellsOf splits a line of a Markdown table.
func cellsOf(line string) []string {
	if !strings.HasPrefix(line, "|") {
		return nil
	}
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(c)
	}
	return cells
}

func rowOf(columns, cells []string) (row Row, err error) {
	for i, column := range columns {
		if i >= len(cells) {
			return row, fmt.Errorf("%d cells for %d columns", len(cells), len(columns))
		}
		switch column {
		case "workload":
			row.Workload = cells[i]
		case "group":
			row.Group = cells[i]
		case "math":
			row.Math = cells[i]
		case "auto takes":
			row.Engine = cells[i]
		case "auto":
			row.Ratio, err = strconv.ParseFloat(cells[i], 64)
		case "off":
			row.Kernels, err = strconv.ParseFloat(cells[i], 64)
		}
		if err != nil {
			return row, fmt.Errorf("column %s: %w", column, err)
		}
	}
	return row, nil
}

// Row returns the row of a workload, and whether there is one.
func (t *Table) Row(workload, math string) (Row, bool) {
	i := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Workload == workload && r.Math == math })
	if i < 0 {
		return Row{}, false
	}
	return t.Rows[i], true
}
