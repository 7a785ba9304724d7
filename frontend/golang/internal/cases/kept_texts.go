package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Strings that rounds of a loop make, and that are used behind it.

func KeptTextParts(a [5]int16) string {
	var parts []string
	for i, x := range a {
		if x&3 != 0 {
			parts = append(parts, strconv.Itoa(int(x)))
		}
		if x > 100 {
			parts = append(parts, "+"+parts[len(parts)-1])
		}
		if i == 3 && len(parts) > 1 {
			parts = parts[1:]
		}
	}
	return strings.Join(parts, ",")
}

func KeptTextKinds(a [6]uint8) string {
	var out [6]string
	for i, x := range a {
		switch {
		case x%5 == 0:
			out[i] = "five"
		case x%3 == 0:
			out[i] = fmt.Sprintf("%02d", x)
		case x%7 == 0:
			out[i] = string(rune('a' + x%26))
		case x%2 == 0 && i > 0:
			out[i] = out[i-1] + "!"
		}
	}
	slices.Sort(out[:])
	return strings.Join(out[:], " ")
}

type keptWord struct {
	text string
	n    int
}

func KeptTextWords(kind, n uint8) (text string, sum int) {
	var words []keptWord
	for i, w := range strings.Fields(textOf(int(kind)) + " and The rest") {
		b := []byte(strings.ToLower(w))
		if i&1 == int(n&1) {
			slices.Reverse(b)
		}
		words = append(words, keptWord{string(b), i * int(n)})
	}
	for _, w := range words {
		text += w.text
		sum += w.n * len(w.text)
	}
	return text, sum
}

func KeptTextBest(a [4]uint16) (best string) {
	for _, x := range a {
		s := strconv.FormatUint(uint64(x), 2)
		if strings.Count(s, "1") > strings.Count(best, "1") {
			best = s
		}
	}
	return best
}

func KeptTextMap(a [5]uint8) string {
	m := map[uint8]string{}
	for i, x := range a {
		m[x&3] = fmt.Sprint(i) + "/" + m[x&3]
	}
	return m[0] + m[1] + m[2] + m[3]
}

type textToken struct {
	kind       int
	text, mark string
}

type textLexer struct {
	in  []rune
	pos int
}

// next gives a token with strings of its own.
func (l *textLexer) next() (textToken, bool) {
	if l.pos >= len(l.in) {
		return textToken{}, false
	}
	from := l.pos
	for l.pos < len(l.in) && (l.in[l.pos]%2 == l.in[from]%2) {
		l.pos++
	}
	if l.pos-from == 1 {
		return textToken{1, "one", string(l.in[from])}, true
	}
	return textToken{2, string(l.in[from:l.pos]), strconv.Itoa(l.pos)}, true
}

// TextsTokens keeps tokens that a method gives, with strings that it makes.
func TextsTokens(b [5]byte, n uint8) (string, int) {
	l := &textLexer{in: []rune(string(b[:n%6]))}
	var tokens []textToken
	for {
		t, ok := l.next()
		if !ok {
			break
		}
		tokens = append(tokens, t)
	}
	all, kinds := "", 0
	for _, t := range tokens {
		all += t.text + "/" + t.mark + ";"
		kinds = kinds*3 + t.kind
	}
	return all, kinds
}
