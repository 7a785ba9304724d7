package cases

import (
	"slices"
	"strings"
)

// Maps that lanes make with any strings as keys.

// setText is a text of few letters.
func setText(b [9]uint8, n uint8) string {
	for i, c := range b {
		b[i] = "abxy"[c&3]
	}
	return string(b[:n%10])
}

// TextCounts counts the words of a text, and gives the most frequent one.
func TextCounts(b [12]uint8, m uint8) (best string, n, words int) {
	s := textIn(b, m)
	counts := map[string]int{}
	for _, w := range strings.Fields(s) {
		counts[strings.ToLower(w)]++
	}
	for w, c := range counts {
		if c > n || c == n && w < best {
			best, n = w, c
		}
	}
	return best, n, len(counts)
}

// TextSets has sets that lose what is in others, and lists their elements.
func TextSets(b, c [9]uint8, n, m uint8) string {
	s, t := setText(b, n), setText(c, m)
	set := map[string]bool{"": true, "ab": len(s) > 3}
	for i := range len(s) {
		set[s[i:min(len(s), i+2)]] = true
	}
	for i := 0; i+2 <= len(t); i++ {
		delete(set, t[i:i+2])
	}
	var keys []string
	for k := range set {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return strings.Join(keys, ",")
}

type textEdge struct {
	from, to string
	kind     int8
}

// TextEdges has keys with strings in them, known ones among them.
func TextEdges(b [12]uint8, m uint8, k int) (n int) {
	s := textIn(b, m)
	edges := map[textEdge]int{{"a", "b", 1}: 5}
	before := "start"
	for i, w := range strings.Split(s, " ") {
		edges[textEdge{before, w, int8(i & 1)}] += i + 1
		before = w
	}
	return edges[textEdge{"a", "b", int8(k & 1)}]*100 + edges[textEdge{"start", before, 0}]*10 + len(edges)
}

type textCell struct {
	names [2][2]string
	odd   bool
}

// TextPairs has keys that are arrays of strings, and structs with such arrays.
func TextPairs(b [9]uint8, m uint8, k int8) (n, most int) {
	s := setText(b, m)
	pairs := map[[2]string]int{}
	var cell textCell
	cells := map[textCell]int{}
	for i := range len(s) {
		pairs[[2]string{s[:i&1], s[i:]}] += i
		pairs[[2]string{s[i:], s[:i&1]}] += 10
		cell.names[i&1][i>>1&1] = s[i/2 : (i+1)/2]
		cell.odd = i > 5
		cells[cell]++
	}
	known := [2]string{"a", ""}
	if k > 0 {
		known[1] = s
	}
	pairs[known] += 100
	pairs[[2]string{}]++
	delete(pairs, [2]string{"", s})
	for pair, v := range pairs {
		n += v * (len(pair[0]) + 3*len(pair[1]) + 1)
	}
	for _, v := range cells {
		most = max(most, v)
	}
	return n + pairs[[2]string{"", "b"}] + 1000*len(pairs), most + 100*len(cells)
}

// TextVariables looks texts up in a map of a few known ones, whose values lanes have.
func TextVariables(b [9]uint8, m uint8, x, y float64) (sum float64, missing int) {
	s := setText(b, m)
	env := map[string]float64{"x": x, "y": y, "": 1, "xy": float64(x * y)}
	for i := range len(s) {
		for n := 1; n <= 2 && i+n <= len(s); n++ {
			v, ok := env[s[i:i+n]]
			if !ok {
				missing++
				continue
			}
			sum += v
		}
	}
	return sum, missing
}

// TextGroups groups the words of a text by their letters.
func TextGroups(b [12]uint8, m uint8) (most int, first string) {
	s := textIn(b, m)
	groups := make(map[string][]string)
	for _, w := range strings.Split(s, " ") {
		letters := []byte(w)
		slices.Sort(letters)
		groups[string(letters)] = append(groups[string(letters)], w)
	}
	for key, g := range groups {
		if len(g) > most || len(g) == most && key < first {
			most, first = len(g), key
		}
	}
	return most, first
}

var textScores = map[string]struct {
	n    int
	name string
}{"a": {1, "ay"}, "b": {2, "be"}, "": {3, "none"}, "ab": {4, "abe"}, "ba": {5, "bay"}, "xy": {6, "xi"}, "é": {7, "e"},
	"abxy": {8, "all"}, "xx": {9, "double"}, "aa": {10, "AA"}}

// TextDictionary looks parts of a text up in a package-level map.
func TextDictionary(b [9]uint8, m uint8) (sum int, last string) {
	s := setText(b, m)
	for i := range len(s) + 1 {
		for n := 0; i+n <= len(s) && n < 5; n++ {
			v, ok := textScores[s[i:i+n]]
			if !ok {
				sum -= 100
				continue
			}
			sum += v.n
			last = v.name
		}
	}
	return sum, last
}
