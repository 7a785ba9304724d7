package dataio

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lockstep-simt/lockstep/internal/counted"
)

// cellTarget says where a CSV column goes: element elem of the column-th
// wanted field, or nowhere.
type cellTarget struct {
	column, elem int
	name         string
	kept         []int // columns that carry the cell over
}

const ignored = -1

// matchHeader finds the wanted fields' cells among a header's names, in any
// order. It returns one target for each column of the file and the names of
// the columns that nobody wants.
// From the one with number params on, fields carry cells over, those of others too.
func matchHeader(header []string, line int, pos func(i int) (line, col int), want []Field, params int,
	bad *problems) (targets []cellTarget, unwanted []string) {
	where := map[string]cellTarget{}
	for c, f := range want {
		if c >= params {
			t, ok := where[f.Name]
			if !ok {
				t = cellTarget{column: ignored, name: f.Name}
			}
			t.kept = append(t.kept, c)
			where[f.Name] = t
			continue
		}
		for e, name := range cellNames(f) {
			where[name] = cellTarget{column: c, elem: e, name: name}
		}
	}
	targets = make([]cellTarget, len(header))
	found := make(map[string]bool, len(header))
	for i, name := range header {
		t, ok := where[name]
		switch {
		case !ok:
			targets[i] = cellTarget{column: ignored}
			if name != "" {
				unwanted = append(unwanted, name)
			}
		case found[name]:
			l, c := pos(i)
			bad.add(l, c, "column %q appears twice", name)
		default:
			targets[i] = t
			found[name] = true
		}
	}
	for c, f := range want {
		cells := cellNames(f)
		if f.Slice != "" {
			cells = neededCells(f, cells, found)
		}
		if c < params {
			reportBeyond(f, header, where, pos, bad)
		}
		reportMissing(f, c >= params, cells, header, found, line, bad)
	}
	return targets, unwanted
}

// neededCells returns which of the cells of a slice must be in a header that has
// some of them: none of an element that is behind all that are there, so that
// the columns of short slices need not be written.
func neededCells(f Field, cells []string, found map[string]bool) []string {
	width := perElement(f)
	for last := len(cells) - 1; last >= 0; last-- {
		if found[cells[last]] {
			return cells[:(last/width+1)*width]
		}
	}
	return cells[:width]
}

// reportBeyond adds an error for the first column of an element that a slice or array has no room for: what it has
// would be lost. One that is carried over is not.
func reportBeyond(f Field, header []string, where map[string]cellTarget, pos func(i int) (line, col int),
	bad *problems) {
	if len(f.Shape) == 0 {
		return
	}
	for i, name := range header {
		n, ok := elementIndex(name, f.Name)
		if _, wanted := where[name]; !ok || n < f.Shape[0] || wanted {
			continue
		}
		l, c := pos(i)
		room := counted.Of(f.Shape[0], "element")
		if f.Slice != "" {
			bad.add(l, c, "column %q: %s holds at most %s; compile it for more (-cap %s=%d)", name, f, room, f.Slice,
				n+1)
		} else {
			bad.add(l, c, "column %q: %s has %s; rename the column if it is something else, or compile a slice for "+
				"more (-len %s=%d)", name, f, room, f.Name, n+1)
		}
		return
	}
}

// elementIndex returns the first index in the name of a column of the given
// field: 2 for "x[2][0]" of "x".
func elementIndex(column, field string) (int, bool) {
	rest, ok := strings.CutPrefix(column, field+"[")
	if !ok {
		return 0, false
	}
	digits, _, ok := strings.Cut(rest, "]")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n >= 0 && n <= maxIndex
}

// maxIndex is the largest index that the name of a column has; one more is a
// length that every int has.
const maxIndex = 1<<31 - 2

// reportMissing adds one error if cells of a field are not in the header, with
// the likeliest reason.
func reportMissing(f Field, keep bool, cells, header []string, found map[string]bool, line int, bad *problems) {
	missing := slices.DeleteFunc(slices.Clone(cells), func(n string) bool { return found[n] })
	if len(missing) == 0 || bad.full() {
		return
	}
	what := "no column " + strconv.Quote(missing[0])
	if len(missing) > 1 {
		what = "no columns " + quoteList(missing, 3)
	}
	switch {
	case keep:
		what += " to keep"
	case len(f.Shape) > 0:
		what += " of " + f.String()
	default:
		what += " (" + f.Type.String() + ")"
	}
	bad.add(line, 0, "%s: %s", what, headerHint(bad.file, header, missing[0]))
}

// headerHint says what the header of a file has instead of the column.
func headerHint(file string, header []string, missing string) string {
	all := strings.Join(header, "")
	if strings.Contains(all, "\r") {
		return "the lines end in a carriage return alone; end them in a line feed"
	}
	if len(header) == 1 {
		format, others := "commas", []string{";", "\t", "|"}
		if extensions[extensionOf(file)] == TSV {
			format, others = "tabs", []string{";", ",", "|"}
		}
		for _, sep := range others {
			if !strings.Contains(all, sep) {
				continue
			}
			hint := "the columns are separated by " + strconv.Quote(sep) + ", not by " + format
			switch sep {
			case "\t":
				hint += "; give the file the extension .tsv"
			case ",":
				hint += "; give the file the extension .csv"
			}
			return hint
		}
	}
	if other := otherCase(header, missing); other != "" {
		return "the header has " + other
	}
	if !slices.ContainsFunc(header, notNumber) {
		return "the first line has numbers where the names of the columns should be"
	}
	return "the header has " + quoteList(header, 20)
}

// otherCase is the name among some that differs from a missing one in nothing but its case, for a message, or "".
func otherCase(names []string, missing string) string {
	for _, name := range names {
		if name != missing && strings.EqualFold(name, missing) {
			return strconv.Quote(name) + "; names must agree in case"
		}
	}
	return ""
}

// whatThereIs lists names for a message about a missing one: that which differs in its case alone, or all.
func whatThereIs(names []string, missing string) string {
	return cmp.Or(otherCase(names, missing), quoteList(names, 20))
}

func notNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err != nil
}
