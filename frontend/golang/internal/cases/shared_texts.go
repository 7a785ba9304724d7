package cases

import "strings"

// Strings in what all lanes share.

type clause struct {
	kind  string
	words []string
	limit float64
	pair  [2]string
	next  *clause
}

func SharedClauses(shared *clause, x float64) (sum float64, steps int) {
	for p := shared; p != nil && steps < 40; p = p.next {
		switch p.kind {
		case "call":
			sum += max(x-p.limit, 0)
		case "put":
			sum += max(p.limit-x, 0)
		case "":
			sum++
		default:
			sum += float64(len(p.kind))
		}
		steps++
	}
	return sum, steps
}

func SharedKinds(shared []clause, k uint8) (n int, longest int) {
	kind := ""
	for _, c := range shared {
		if len(c.kind) > longest {
			kind, longest = c.kind, len(c.kind)
		}
		for _, w := range c.words {
			if w == c.kind {
				n++
			}
		}
	}
	if k&1 == 1 && kind == "call" {
		n += 100
	}
	return n, longest
}

func SharedWord(shared string, k uint8) (n int, first byte, is, before bool, runes int) {
	for i := range len(shared) {
		if shared[i] == k {
			n++
		}
	}
	for _, r := range shared {
		runes += int(r)
	}
	if shared != "" {
		first = shared[int(k)%len(shared)]
	}
	return n, first, shared == "call", shared < "m", runes
}

func SharedWordPart(shared string, i, j int8) (bool, int, bool) {
	part := shared[i&3 : j&7]
	return part == "al", len(part), strings.HasPrefix(shared, part)
}

func SharedWords(shared []string, i, j uint8) (same, order bool, longest int) {
	if len(shared) == 0 {
		return false, false, 0
	}
	a, b := shared[int(i)%len(shared)], shared[int(j)%len(shared)]
	for _, s := range shared {
		longest = max(longest, len(s))
	}
	return a == b, a < b, longest
}

func SharedPairs(shared *clause, k uint8) (byte, bool, int) {
	w := shared.pair[k&1]
	for _, s := range shared.words {
		if s == w {
			return 'o', s == shared.kind, len(s)
		}
	}
	if w == shared.kind || strings.Contains(w, shared.kind) {
		return 'k', false, strings.Count(w, "a")
	}
	return '-', true, len(w)
}

func SharedRows(shared [][]string, i, j uint8) (n int, is bool) {
	for _, row := range shared {
		for _, s := range row {
			n += len(s)
		}
	}
	if len(shared) > 0 {
		row := shared[int(i)%len(shared)]
		if len(row) > 0 {
			is = row[int(j)%len(row)] == "put"
		}
	}
	return n, is
}

func SharedChosen(shared struct {
	name, other string
	k           int
}, i uint8) (int, bool) {
	s := shared.name
	switch {
	case i&3 == 0:
		s = shared.other
	case i&3 == 1:
		s = "fixed"
	}
	return len(s) + shared.k, s == shared.name
}

// SharedWeights takes one of two slices that all lanes share.
func SharedWeights(shared struct{ rising, falling []float64 }, k, i uint8) (sum float64, n int) {
	w := shared.rising
	if k&1 == 1 {
		w = shared.falling
	}
	for _, x := range w {
		sum += x
	}
	if int(i) < len(w) {
		sum += w[i]
	}
	return sum, len(w)
}
