package cases

import (
	"slices"
	"strconv"
	"strings"
)

// Strings that the levels of a recursion make and hand on.

func parentheses(prefix string, open, shut int, out *[]string) {
	if open == 0 && shut == 0 {
		*out = append(*out, prefix)
		return
	}
	if open > 0 {
		parentheses(prefix+"(", open-1, shut+1, out)
	}
	if shut > 0 {
		parentheses(prefix+")", open, shut-1, out)
	}
}

// RecursiveTexts collects strings of a recursion, each with what the level before had.
func RecursiveTexts(n, k int) string {
	var out []string
	parentheses("", n&3, 0, &out)
	if k < 0 {
		return ""
	}
	return out[k%len(out)] + strconv.Itoa(len(out))
}

type lettersNode struct {
	kids [3]*lettersNode
	word bool
}

func (t *lettersNode) insert(x int) {
	for ; x > 0; x /= 3 {
		if t.kids[x%3] == nil {
			t.kids[x%3] = &lettersNode{}
		}
		t = t.kids[x%3]
	}
	t.word = true
}

func (t *lettersNode) words(prefix string, out *[]string) {
	if t.word {
		*out = append(*out, prefix)
	}
	for i, k := range t.kids {
		if k != nil {
			k.words(prefix+string(rune('ä'+i)), out)
		}
	}
}

// RecursiveWords collects the words of a tree.
func RecursiveWords(a, b int) string {
	t := &lettersNode{}
	t.insert(a & 63)
	t.insert(b & 255)
	var out []string
	t.words("", &out)
	return strings.Join(out, ",")
}

// RecursiveBest collects words in the rounds of a loop, which keeps one of them.
func RecursiveBest(a, b int) string {
	best := "z"
	for i := range 3 {
		t := &lettersNode{}
		t.insert((a >> i) & 31)
		t.insert((b >> i) & 31)
		var out []string
		t.words("y"[:i&1], &out)
		if last := out[len(out)-1]; last > best || best == "z" {
			best = last
		}
	}
	return best
}

func permutations(b []byte, i int, out *[]string) {
	if i == len(b) {
		*out = append(*out, string(b))
		return
	}
	for j := i; j < len(b); j++ {
		b[i], b[j] = b[j], b[i]
		permutations(b, i+1, out)
		b[i], b[j] = b[j], b[i]
	}
}

// RecursivePermuted collects strings of the bytes that a recursion changes.
func RecursivePermuted(n, k int) string {
	var out []string
	permutations([]byte("abc"[:n&3]), 0, &out)
	slices.Sort(out)
	return out[k&0xffff%len(out)]
}

func paths(n int, path string) []string {
	if n <= 1 {
		return []string{path + strconv.Itoa(n)}
	}
	out := paths(n/2, path+strconv.Itoa(n)+">")
	if n%2 == 1 {
		out = append(out, paths(n/3, strings.ToUpper(path)+string([]rune{'x', 'é'})+"|")...)
	}
	return out
}

// RecursivePaths makes strings by functions that a recursion calls, and gives them back.
func RecursivePaths(n, k int) (string, int) {
	out := paths(n&31, "r")
	if k == 0 {
		return "none", 0
	}
	return out[k&0xffff%len(out)], len(out)
}

// tokens reads tokens of a text: a field has the one that is next.
type tokens struct {
	src   []rune
	at    int
	token string
}

func (t *tokens) next() {
	if t.at >= len(t.src) {
		t.token = ""
		return
	}
	from := t.at
	for t.at < len(t.src) && t.src[t.at] == 'x' {
		t.at++
	}
	if t.at > from {
		t.token = string(t.src[from:t.at])
		return
	}
	t.token = string(t.src[from])
	t.at++
}

func (t *tokens) sum() int {
	n := t.term()
	for t.token == "+" {
		t.next()
		n += t.term()
	}
	return n
}

func (t *tokens) term() int {
	if t.token != "(" {
		n := len(t.token)
		t.next()
		return n
	}
	t.next()
	n := t.sum()
	t.next()
	return 2 * n
}

// RecursiveTokens computes by recursive descent: the lexer makes texts in two places, and the parser compares them.
func RecursiveTokens(a, b uint16) int {
	var src []rune
	for bits := uint32(a)<<16 | uint32(b); len(src) < 12; bits >>= 2 {
		src = append(src, []rune("(x+)")[bits&3])
	}
	t := &tokens{src: src}
	t.next()
	return t.sum()*100 + t.at
}
