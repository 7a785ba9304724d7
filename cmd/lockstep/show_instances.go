package main

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/counted"
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
	list, err := golang.Instances(u.files, fn, golang.Options{
		Uniform: f.uniforms, Len: f.sizes.length, Cap: f.sizes.capacity, Texts: f.sizes.texts,
		MakeCap: f.sizes.makeCap, LeaveToGo: true,
		OurMath: f.math == mathOurs,
		Path:    u.imports.Path(), Import: u.imports.Import, AssumeConstant: f.sizes.constant,
	}, log)
	if err != nil {
		return statusBad, err
	}
	if f.log {
		fmt.Fprintln(w)
	}
	writeInstances(w, list)
	return statusOK, nil
}

// writeInstances prints the instances that a function needs, one a line: its
// symbol, its operations, from how many places it is called and by whom, how far
// it came, and what it is specialised to.
func writeInstances(w io.Writer, list *golang.InstanceList) {
	rows := [][]string{{"instance", "operations", "calls", "from", "state", "operands"}}
	functions := map[string]bool{}
	for _, i := range list.Instances {
		functions[i.Function] = true
		from := cmp.Or(strings.Join(i.Callers, ", "), "-")
		rows = append(rows, []string{i.Symbol, strconv.Itoa(i.Operations), strconv.Itoa(i.Calls), from, i.State,
			i.Takes + " -> " + cmp.Or(i.Gives, "never returns")})
	}
	writeTable(w, rows)
	fmt.Fprintf(w, "\n%s of %s", counted.Of(len(list.Instances), "instance"), counted.Of(len(functions), "function"))
	if left := list.Begun - len(list.Instances); left > 0 {
		fmt.Fprintf(w, ", and %d that were begun and are not needed", left)
	}
	fmt.Fprintf(w, "; %s found one that was there, %d of them unfinished; %s deferred; %s of operations\n",
		counted.Of(list.Hits, "call"), list.HitsUnfinished, counted.Of(list.Deferred, "call"),
		counted.Of(list.Runs, "run"))
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
