package realcode

import (
	"fmt"
	"strconv"
	"strings"
)

// Table writes the page about what was tried, from the outcomes of each
// package in order.
func Table(found map[*Package]*Found, outcomes map[*Package][]*Outcome) string {
	var b strings.Builder
	b.WriteString(tableHead)
	b.WriteString("\n| package | tried | accepted | refused | not about numbers |\n|---|---|---|---|---|\n")
	for _, p := range Packages {
		accepted := 0
		for _, o := range outcomes[p] {
			if o.Refused == nil {
				accepted++
			}
		}
		n := len(outcomes[p])
		fmt.Fprintf(&b, "| [%s](#%s) | %d | %d | %d | %d |\n", p.Path, anchor(p.Path), n, accepted, n-accepted,
			len(found[p].Others))
	}
	for _, p := range Packages {
		fmt.Fprintf(&b, "\n## %s\n\n| function | accepted | inputs | panics | utilisation | why not "+
			"|\n|---|---|---|---|---|---|\n", p.Path)
		for _, o := range outcomes[p] {
			b.WriteString(o.row())
		}
		if others := found[p].Others; len(others) > 0 {
			b.WriteString("\nNot about numbers: ")
			for i, other := range others {
				if i > 0 {
					b.WriteString(", ")
				}
				fmt.Fprintf(&b, "%s (%s)", other.Name, other.Reason)
			}
			b.WriteString(".\n")
		}
	}
	return b.String()
}

// anchor is where a page shown as HTML has the heading.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || r == '.' {
			return -1
		}
		return r
	}, heading)
}

func (o *Outcome) row() string {
	name := o.Function.Name
	if o.Function.wrapper != "" {
		name += " ‡"
	}
	if o.Refused != nil {
		return fmt.Sprintf("| %s | no | | | | %s |\n", name, cell(reason(o.Refused)))
	}
	inputs := strconv.Itoa(o.Lanes)
	if o.Size.Len > 0 {
		inputs += fmt.Sprintf(", slices of %d", o.Size.Len)
	}
	why := ""
	if o.Limits > 0 {
		why = fmt.Sprintf("%d of the lanes fault: %s", o.Limits, limit)
	}
	switch v := o.Varying; {
	case v == nil:
	case v.Refused == nil:
		inputs += fmt.Sprintf("; %d of up to %d", v.Lanes, v.Size.Len)
	default:
		why = "slices of a length of each lane's own: " + cell(reason(v.Refused))
	}
	return fmt.Sprintf("| %s | yes | %s | %d | %.0f %% | %s |\n", name, inputs, o.Panics, 100*o.Stats.Utilisation(),
		why)
}

// cell makes a text fit a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// Accepted reads from a table which functions of which packages were accepted.
func Accepted(table string) map[string]bool {
	accepted := map[string]bool{}
	pkg := ""
	for line := range strings.Lines(table) {
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			pkg = strings.TrimSpace(heading)
		}
		cells := strings.Split(line, "|")
		if len(cells) >= 8 && (cells[2] == " yes " || cells[2] == " no ") {
			name, _, _ := strings.Cut(strings.TrimSpace(cells[1]), " ")
			accepted[pkg+"."+name] = cells[2] == " yes "
		}
	}
	return accepted
}

const tableHead = `# Real code, unchanged

Written by ` + "`go test ./internal/realcode -record`" + `; the ordinary test fails when what is accepted changes.

Every function and method of these packages that takes and gives numbers, or structs, arrays and slices of numbers,
compiled from its source as shipped and run over structured inputs: edges, all exponents, the neighbourhoods of the
constants in its package's source, numbers of moderate size, random bits. "Accepted" means that each lane's results
were, bit for bit (any NaN is any other), those of the function compiled by Go (GOAMD64=v1, -tags noasm,safe; with
-math=go where it calls package math), and that it faulted exactly where, and with the message that, Go panics. The
oracle ran a share of the lanes as well.

The functions of package math are its bodies in Go, which are compiled under another import path to compare: where the
machine has an instruction or assembly for one, that is not what runs there. ‡ marks a method called through a function
as a user would write it: its receiver is made there from numbers, and one behind a pointer is given back.
`
