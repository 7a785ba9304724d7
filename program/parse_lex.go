package program

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokEOL tokenKind = iota
	tokName
	tokLiteral // number, true, false, inf, nan, nan:0x…
	tokString
	tokPunct // = , ( ) [ ] { } : @ ? ->
	tokBad
)

type token struct {
	kind tokenKind
	text string // unquoted for a string
	col  int    // in bytes, from 1
}

// describe returns the token as it appears in "found …".
func (t token) describe() string {
	switch t.kind {
	case tokEOL:
		return "the end of the line"
	case tokString:
		return strconv.Quote(t.text)
	}
	return t.text
}

// scanner splits one line into tokens. It holds no state across lines.
type scanner struct {
	src string
	off int
}

func (s *scanner) next() token {
	for s.off < len(s.src) && (s.src[s.off] == ' ' || s.src[s.off] == '\t' || s.src[s.off] == '\r') {
		s.off++
	}
	start := s.off
	rest := s.src[start:]
	tok := func(kind tokenKind, n int) token {
		s.off = start + n
		return token{kind, rest[:n], start + 1}
	}
	switch {
	case rest == "" || strings.HasPrefix(rest, "//"):
		s.off = len(s.src)
		return token{kind: tokEOL, col: start + 1}
	case strings.HasPrefix(rest, "->"):
		return tok(tokPunct, 2)
	case strings.IndexByte("=,()[]{}:@?", rest[0]) >= 0:
		return tok(tokPunct, 1)
	case rest[0] == '"':
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			t := tok(tokBad, len(rest))
			t.text = "a string without an end"
			return t
		}
		t := tok(tokString, len(quoted))
		t.text, _ = strconv.Unquote(quoted)
		return t
	case rest[0] >= '0' && rest[0] <= '9' || rest[0] == '-' || rest[0] == '+' || rest[0] == '.':
		return tok(tokLiteral, numberLength(rest))
	}
	n := nameLength(rest)
	if n == 0 {
		_, size := utf8.DecodeRuneInString(rest)
		return tok(tokBad, size)
	}
	if rest[:n] == "nan" && strings.HasPrefix(rest[n:], ":0x") {
		n += len(":0x")
		return tok(tokLiteral, n+nameLength("_"+rest[n:])-1)
	}
	if literalWords[rest[:n]] {
		return tok(tokLiteral, n)
	}
	return tok(tokName, n)
}

func nameLength(s string) int {
	for i, r := range s {
		if !isNameRune(r, i == 0) {
			return i
		}
	}
	return len(s)
}

// numberLength returns the length of the longest run of characters that could
// be one number: a sign, then letters, digits, points, and signs that follow
// an exponent's e. Whether it is one is for ParseLiteral to say.
func numberLength(s string) int {
	i := 1
	hex := strings.HasPrefix(strings.TrimLeft(s, "+-"), "0x")
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '.', c == '_':
		case (c == '+' || c == '-') && !hex && (s[i-1] == 'e' || s[i-1] == 'E'):
		default:
			return i
		}
	}
	return i
}
