package cases

import (
	"bytes"
	"slices"
	"strings"
)

// Packages strings and bytes.

func textOf(kind int) string {
	switch kind & 3 {
	case 0:
		return "log-linear"
	case 1:
		return " Straße "
	case 2:
		return ""
	}
	return "linear.linear"
}

func LibraryTexts(kind, other int) (n int) {
	s, part := textOf(kind), "lin"
	if other > 2 {
		part = "-"
	}
	n = strings.Index(s, part) + 10*strings.LastIndex(s, part) + 100*strings.Count(s, part)
	n += 1000 * strings.IndexByte(s, 'e')
	n += 10000 * (strings.IndexAny(s, "-.") + strings.IndexRune(s, 'ß'))
	n += strings.Compare(s, textOf(other))
	if strings.HasPrefix(s, part) || strings.HasSuffix(s, "linear") {
		n ^= 1
	}
	if strings.Contains(s, textOf(other)) && strings.EqualFold(s, " STRASSE ") == strings.ContainsAny(s, "xyz") {
		n ^= 2
	}
	return n
}

func LibraryChosen(kind, other int) (n int) {
	s := strings.ToUpper(strings.TrimSpace(textOf(kind)))
	switch strings.TrimPrefix(s, "LOG-") {
	case "LINEAR":
		n = 1
	case "STRASSE":
		n = 2
	case "":
		n = 3
	}
	t := strings.ReplaceAll(strings.ToLower(s), "lin", "-")
	for i := range len(t) {
		n = n*31 + int(t[i])
	}
	counts := map[string]int{}
	counts[strings.TrimSuffix(t, "ear")] += other
	counts[strings.Trim(textOf(other), " .linear")]++
	return n + counts["log--"] + counts["-ear.-"]*3 + counts["Straß"]*5 + len(counts)*7
}

// LibrarySequences goes through parts of a text, some of which it leaves early.
func LibrarySequences(kind, most int) (n int) {
	s := textOf(kind)
	for part := range strings.SplitSeq(s, "-") {
		n = n*7 + len(part)
		if n > most {
			break
		}
	}
	for part := range strings.SplitAfterSeq(s, ".") {
		n = n*5 + strings.Count(part, "l")
	}
	for word := range strings.FieldsSeq(s) {
		n = n*3 + len(word)
	}
	for line := range strings.Lines(strings.ReplaceAll(s, "n", "\n")) {
		n = n*2 + int(line[0])
	}
	return n
}

// rangedUnits is an array that a loop copies.
var rangedUnits = [...]struct {
	name  string
	scale int
}{{"ns", 1}, {"us", 1000}, {"ms", 1000000}}

// rangedNames are an array in a table.
var rangedNames = struct{ of [4]string }{[4]string{"n", "u", "m", "milli"}}

// RangedTexts looks for a text in a table.
func RangedTexts(k, n int) (scale, at int) {
	wanted := []string{"ms", "u", "milli", "us", "h", "ns"}[k&7%6]
	for i, u := range rangedUnits {
		if u.name == wanted {
			return u.scale, i
		}
	}
	for i, name := range rangedNames.of {
		if name == wanted && n > 0 {
			return n, -i
		}
	}
	return 0, rangedUnits[n&3].scale
}

func LibraryBytes(a, b [7]byte, n, m uint8) (r int) {
	for i := range a {
		a[i], b[i] = 'a'+a[i]&1, 'a'+b[i]&1
	}
	x, y := a[:n&7], b[:m&3]
	if bytes.Equal(a[:m&3], y) {
		r |= 1
	}
	if bytes.HasPrefix(x, y) {
		r |= 2
	}
	if bytes.HasSuffix(x, y) {
		r |= 4
	}
	if bytes.Contains(x, y) {
		r |= 8
	}
	r += 16 * bytes.IndexByte(x, b[0])
	r += 160 * bytes.LastIndexByte(x, b[0])
	r += 1600 * bytes.Index(x, y)
	r += 16000 * bytes.LastIndex(x, y)
	r += 160000 * bytes.Count(x, y)
	return r + 1600000*bytes.Compare(x, y)
}

type textGrade string

// TextsExtreme has min and max of strings: of lanes, of constants, of a type, of what a loop makes.
func TextsExtreme(b [6]uint8, n uint8) (string, string, string, textGrade, int) {
	s := textIn6(b, n)
	at := min(int(n%4), len(s))
	first, last := min(s[:at], s[at:]), max(s[:at], s[at:], "m")
	best := s
	for i := range int(n % 5) {
		best = max(best, s[min(i, len(s)):]+first)
		last = min(last, best+"x")
	}
	kind := textGrade("b")
	if n > 100 {
		kind = "d"
	}
	return first, last, best, max(kind, "c"), len(max("ab", "b")) + len(min(string(kind), s, last))
}

// TextExtremes takes the least and the greatest of strings that lanes make, and of known ones; none are a panic.
func TextExtremes(b [12]uint8, m, k uint8) (least, most, known string) {
	words := strings.Fields(textIn(b, m))
	names := []string{"put", "", "call"}
	known = slices.Min(names[k&1:]) + slices.Max(names[k&1:])
	if len(words) == 0 && k&2 != 0 {
		return "", "", known
	}
	most = slices.Max(words)
	return slices.Min(append(words, known)), most, known
}
