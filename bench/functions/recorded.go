package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// rows are the rows of a table by their first cells, and each row's cells by their columns. Where columns
// have one name, it is the last of them that counts.
type rows map[string]map[string]string

// cellsOf returns the cells of a line of a Markdown table; none if it is not one.
func cellsOf(line string) []string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "|") {
		return nil
	}
	cells := strings.Split(strings.Trim(line, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// recorded is the last report of the newest file of functions in a directory: its date, and its tables
// by their titles.
type recorded struct {
	date   string
	tables map[string]rows
}

// lastRecorded reads that.
func lastRecorded(dir string) (*recorded, error) {
	names, err := filepath.Glob(filepath.Join(dir, "functions-*.md"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no functions-DATE.md: go run ./bench/functions -out %s writes one", dir, dir)
	}
	text, err := os.ReadFile(slices.Max(names))
	if err != nil {
		return nil, err
	}
	r, title := &recorded{}, ""
	var columns []string
	for line := range strings.Lines(string(text)) {
		cells := cellsOf(line)
		switch date, isReport := strings.CutPrefix(line, "# functions, "); {
		case isReport:
			r.date, r.tables = strings.Fields(date)[0], map[string]rows{}
		case strings.HasPrefix(line, "## "):
			title, columns = strings.TrimSpace(line[3:]), nil
		case len(cells) == 0 || strings.HasPrefix(cells[0], "-"):
		case columns == nil:
			columns = cells
			r.tables[title] = rows{}
		default:
			row := map[string]string{}
			for i := range min(len(cells), len(columns)) {
				row[columns[i]] = cells[i]
			}
			r.tables[title][cells[0]] = row
		}
	}
	return r, nil
}

// A proof says at how many arguments the machine code of a function was compared with package math, and whether
// all float32 numbers were among them.
type proof struct {
	arguments int64
	all32     bool
}

func (p proof) String() string {
	text := fmt.Sprint(p.arguments)
	if exponent := len(text) - 1; exponent >= 6 {
		// What is compared is so many random arguments, and 2¹⁶ others.
		text = map[bool]string{true: "", false: text[:1] + "·"}[text[0] == '1'] + "10" + superscript(exponent)
	}
	if p.all32 {
		text += ", all `float32`"
	}
	return text
}

// superscript is a number as it stands above the line.
func superscript(n int) string {
	return strings.Map(func(digit rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit-'0'] }, strconv.Itoa(n))
}

// proofs reads from all files of comparisons in a directory what there is of each row of the op table, for
// builds that fuse nothing.
func proofs(dir string) (map[string]proof, error) {
	names, err := filepath.Glob(filepath.Join(dir, "parity-*.md"))
	if err != nil {
		return nil, err
	}
	found := map[string]proof{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		unfused, all32 := false, false
		for line := range strings.Lines(string(text)) {
			switch cells := cellsOf(line); {
			case strings.HasPrefix(line, "## "):
				unfused = strings.HasSuffix(strings.TrimSpace(line), "GOAMD64=v1")
			case strings.HasPrefix(line, "`parity "):
				all32 = strings.Contains(line, "-all32")
			case len(cells) > 3 && cells[3] == "none" && unfused:
				n, err := strconv.ParseInt(cells[1], 10, 64)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				p := found[cells[0]]
				if p.all32 = p.all32 || all32; !all32 {
					p.arguments = max(p.arguments, n)
				}
				found[cells[0]] = p
			}
		}
	}
	return found, nil
}
