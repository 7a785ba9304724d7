package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/instance"
)

// showInstances makes the instances of a function and prints them.
func (f *showFlags) showInstances(w io.Writer, path, fn string) (status, error) {
	units, err := findUnits([]string{path})
	if err != nil {
		return statusBad, err
	}
	u := units[0]
	var log io.Writer
	if f.log {
		log = w
	}
	c, err := golang.Instances(u.files, fn, golang.Options{
		Uniform: f.uniforms, Len: f.sizes.length, Cap: f.sizes.capacity, MakeCap: f.sizes.makeCap, LeaveToGo: true,
		OurMath: f.math == mathOurs,
		Path:    u.imports.Path(), Import: u.imports.Import, AssumeConstant: f.sizes.constant,
	}, log)
	if err != nil {
		return statusBad, err
	}
	if f.log {
		fmt.Fprintln(w)
	}
	writeInstances(w, c)
	return statusOK, nil
}

// writeInstances prints the instances that a function needs, one a line: its
// symbol, its operations, from how many places it is called and by whom, how far
// it came, and what it is specialised to.
func writeInstances(w io.Writer, c *instance.Cache) {
	entries := c.Reachable()
	calls, callers := callsOf(entries)
	rows := [][]string{{"instance", "operations", "calls", "from", "state", "operands"}}
	for _, e := range entries {
		from := "-"
		if len(callers[e]) > 0 {
			from = strings.Join(callers[e], ", ")
		}
		gives := "never returns"
		if e.Outputs() != nil {
			gives = e.Outputs().String()
		}
		rows = append(rows, []string{e.Symbol(), strconv.Itoa(len(e.Operations())), strconv.Itoa(calls[e]), from,
			e.State().String(), e.In().String() + " -> " + gives})
	}
	writeTable(w, rows)
	s := c.Stats()
	fmt.Fprintf(w, "\n%s of %s", plural(len(entries), "instance"), plural(operators(entries), "function"))
	if left := s.Entries - len(entries); left > 0 {
		fmt.Fprintf(w, ", and %d that were begun and are not needed", left)
	}
	fmt.Fprintf(w, "; %s found one that was there, %d of them unfinished; %s deferred; %s of operations\n",
		plural(s.Hits, "call"), s.HitsUnfinished, plural(s.Deferred, "call"), plural(s.Runs, "run"))
}

// callsOf counts the operations that call each entry, and lists the symbols of
// the entries that they are in.
func callsOf(entries []*instance.Entry) (calls map[*instance.Entry]int, callers map[*instance.Entry][]string) {
	calls, callers = map[*instance.Entry]int{}, map[*instance.Entry][]string{}
	for _, e := range entries {
		for op := range e.Operations() {
			for _, callee := range e.Callees(op) {
				calls[callee]++
				if !slices.Contains(callers[callee], e.Symbol()) {
					callers[callee] = append(callers[callee], e.Symbol())
				}
			}
		}
	}
	return calls, callers
}

func operators(entries []*instance.Entry) int {
	names := map[string]bool{}
	for _, e := range entries {
		names[e.Operator().Name()] = true
	}
	return len(names)
}

// writeTable prints a table whose columns are as wide as their widest cell;
// numbers are to the right. The last column may be of any width.
func writeTable(w io.Writer, rows [][]string) {
	last := len(rows[0]) - 1
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row[:last] {
			width := 0
			for _, r := range rows {
				width = max(width, utf8.RuneCountInString(r[i]))
			}
			pad := strings.Repeat(" ", width-utf8.RuneCountInString(cell))
			if _, err := strconv.Atoi(rows[len(rows)-1][i]); err == nil {
				line.WriteString(pad + cell + "  ")
			} else {
				line.WriteString(cell + pad + "  ")
			}
		}
		fmt.Fprintln(w, line.String()+row[last])
	}
}
