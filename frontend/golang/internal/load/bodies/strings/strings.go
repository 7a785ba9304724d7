package strings

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// A Builder collects the bytes of a string.
type Builder struct{ buf []byte }

func (b *Builder) String() string { return string(b.buf) }
func (b *Builder) Len() int       { return len(b.buf) }
func (b *Builder) Reset()         { b.buf = nil }

func (b *Builder) Grow(n int) {
	if n < 0 {
		panic("strings.Builder.Grow: negative count")
	}
}

func (b *Builder) Write(p []byte) (int, error) {
	b.buf = append(b.buf, p...)
	return len(p), nil
}

func (b *Builder) WriteByte(c byte) error {
	b.buf = append(b.buf, c)
	return nil
}

func (b *Builder) WriteRune(r rune) (int, error) {
	n := len(b.buf)
	b.buf = utf8.AppendRune(b.buf, r)
	return len(b.buf) - n, nil
}

func (b *Builder) WriteString(s string) (int, error) {
	b.buf = append(b.buf, s...)
	return len(s), nil
}

func Clone(s string) string { return s }

func Compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func HasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

func HasSuffix(s, suffix string) bool {
	return len(s) >= len(suffix) && s[len(s)-len(suffix):] == suffix
}

func CutPrefix(s, prefix string) (after string, found bool) {
	if !HasPrefix(s, prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

func CutSuffix(s, suffix string) (before string, found bool) {
	if !HasSuffix(s, suffix) {
		return s, false
	}
	return s[:len(s)-len(suffix)], true
}

func TrimPrefix(s, prefix string) string {
	s, _ = CutPrefix(s, prefix)
	return s
}

func TrimSuffix(s, suffix string) string {
	s, _ = CutSuffix(s, suffix)
	return s
}

func Cut(s, sep string) (before, after string, found bool) {
	if i := Index(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func IndexByte(s string, c byte) int {
	for i := range len(s) {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func LastIndexByte(s string, c byte) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func Index(s, substr string) int {
	for i := 0; i+len(substr) <= len(s); i++ {
		if HasPrefix(s[i:], substr) {
			return i
		}
	}
	return -1
}

func LastIndex(s, substr string) int {
	for i := len(s) - len(substr); i >= 0; i-- {
		if HasPrefix(s[i:], substr) {
			return i
		}
	}
	return -1
}

func IndexFunc(s string, f func(rune) bool) int {
	for i, r := range s {
		if f(r) {
			return i
		}
	}
	return -1
}

func LastIndexFunc(s string, f func(rune) bool) int {
	for i := len(s); i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if i -= size; f(r) {
			return i
		}
	}
	return -1
}

func IndexRune(s string, r rune) int {
	switch {
	case 0 <= r && r < utf8.RuneSelf:
		return IndexByte(s, byte(r))
	case r != utf8.RuneError && !utf8.ValidRune(r):
		return -1
	}
	for i, c := range s {
		if c == r {
			return i
		}
	}
	return -1
}

func IndexAny(s, chars string) int {
	for i, r := range s {
		if IndexRune(chars, r) >= 0 {
			return i
		}
	}
	return -1
}

func LastIndexAny(s, chars string) int {
	for i := len(s); i > 0; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if i -= size; IndexRune(chars, r) >= 0 {
			return i
		}
	}
	return -1
}

func Contains(s, substr string) bool                { return Index(s, substr) >= 0 }
func ContainsAny(s, chars string) bool              { return IndexAny(s, chars) >= 0 }
func ContainsRune(s string, r rune) bool            { return IndexRune(s, r) >= 0 }
func ContainsFunc(s string, f func(rune) bool) bool { return IndexFunc(s, f) >= 0 }

func Count(s, substr string) int {
	if len(substr) == 0 {
		return utf8.RuneCountInString(s) + 1
	}
	n := 0
	if len(substr) == 1 {
		for i := range len(s) {
			if s[i] == substr[0] {
				n++
			}
		}
		return n
	}
	for i := 0; i+len(substr) <= len(s); {
		if HasPrefix(s[i:], substr) {
			n++
			i += len(substr)
		} else {
			i++
		}
	}
	return n
}

func EqualFold(s, t string) bool {
	for i := range min(len(s), len(t)) {
		a, b := s[i], t[i]
		if a|b >= utf8.RuneSelf {
			return equalRunes(s[i:], t[i:])
		}
		if a != b && (a^b != 'a'^'A' || a|b < 'a' || a|b > 'z') {
			return false
		}
	}
	return len(s) == len(t)
}

// equalRunes is EqualFold of what is not ASCII.
func equalRunes(s, t string) bool {
	for s != "" && t != "" {
		a, n := utf8.DecodeRuneInString(s)
		b, m := utf8.DecodeRuneInString(t)
		s, t = s[n:], t[m:]
		if a == b {
			continue
		}
		if a > b {
			a, b = b, a
		}
		if b < utf8.RuneSelf {
			if 'A' <= a && a <= 'Z' && b == a+'a'-'A' {
				continue
			}
			return false
		}
		r := unicode.SimpleFold(a)
		for r != a && r < b {
			r = unicode.SimpleFold(r)
		}
		if r != b {
			return false
		}
	}
	return len(s) == len(t)
}

func TrimLeftFunc(s string, f func(rune) bool) string {
	for i, r := range s {
		if !f(r) {
			return s[i:]
		}
	}
	return ""
}

func TrimRightFunc(s string, f func(rune) bool) string {
	for s != "" {
		r, size := utf8.DecodeLastRuneInString(s)
		if !f(r) {
			break
		}
		s = s[:len(s)-size]
	}
	return s
}

func TrimFunc(s string, f func(rune) bool) string { return TrimRightFunc(TrimLeftFunc(s, f), f) }

func TrimLeft(s, cutset string) string {
	return TrimLeftFunc(s, func(r rune) bool { return ContainsRune(cutset, r) })
}

func TrimRight(s, cutset string) string {
	return TrimRightFunc(s, func(r rune) bool { return ContainsRune(cutset, r) })
}

func Trim(s, cutset string) string {
	return TrimFunc(s, func(r rune) bool { return ContainsRune(cutset, r) })
}

func TrimSpace(s string) string { return TrimFunc(s, isSpace) }

func Map(mapping func(rune) rune, s string) string {
	mapped, n := make([]byte, utf8.UTFMax*len(s)), 0
	for _, r := range s {
		switch r = mapping(r); {
		case r < 0:
		case r < utf8.RuneSelf:
			mapped[n] = byte(r)
			n++
		default:
			n += utf8.EncodeRune(mapped[n:], r)
		}
	}
	return string(mapped[:n])
}

// changeCase is Map for what gives ASCII of ASCII: a string of that needs no more room than it has.
func changeCase(mapping func(rune) rune, s string) string {
	room := len(s)
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			room = utf8.UTFMax * len(s)
			break
		}
	}
	mapped, n := make([]byte, min(room, utf8.UTFMax*len(s))), 0 // so much is known when compiling
	if room == len(s) {
		for i := range len(s) {
			mapped[i] = byte(mapping(rune(s[i] % utf8.RuneSelf))) // it is less; so the compiler knows that
		}
		return string(mapped)
	}
	for _, r := range s {
		if r = mapping(r); r < utf8.RuneSelf {
			mapped[n] = byte(r)
			n++
			continue
		}
		n += utf8.EncodeRune(mapped[n:], r)
	}
	return string(mapped[:n])
}

func ToUpper(s string) string {
	return changeCase(func(r rune) rune {
		switch {
		case r >= utf8.RuneSelf:
			return unicode.ToUpper(r)
		case 'a' <= r && r <= 'z':
			return r - ('a' - 'A')
		}
		return r
	}, s)
}

func ToLower(s string) string {
	return changeCase(func(r rune) rune {
		switch {
		case r >= utf8.RuneSelf:
			return unicode.ToLower(r)
		case 'A' <= r && r <= 'Z':
			return r + ('a' - 'A')
		}
		return r
	}, s)
}

func ToTitle(s string) string { return Map(unicode.ToTitle, s) }

func Title(s string) string {
	before := ' '
	return Map(func(r rune) rune {
		begins := isSeparator(before)
		before = r
		if begins {
			return unicode.ToTitle(r)
		}
		return r
	}, s)
}

// isSeparator reports whether a word may begin behind a character.
func isSeparator(r rune) bool {
	if r < utf8.RuneSelf {
		return r != '_' && (r < '0' || '9' < r) && (r < 'a' || 'z' < r) && (r < 'A' || 'Z' < r)
	}
	return unicode.IsSpace(r)
}

func Repeat(s string, count int) string {
	if count < 0 {
		panic("strings: negative Repeat count")
	}
	repeated := make([]byte, len(s)*count)
	for i := range count {
		copy(repeated[i*len(s):], s)
	}
	return string(repeated)
}

func Replace(s, old, new string, n int) string {
	if m := Count(s, old); n < 0 || m < n {
		n = m
	}
	if old == new || n == 0 {
		return s
	}
	replaced, k, begin := make([]byte, len(s)+n*(len(new)-len(old))), 0, 0
	for i := range n {
		at := begin
		if len(old) > 0 {
			at += Index(s[begin:], old)
		} else if i > 0 {
			_, size := utf8.DecodeRuneInString(s[begin:])
			at += size
		}
		k += copy(replaced[k:], s[begin:at])
		k += copy(replaced[k:], new)
		begin = at + len(old)
	}
	copy(replaced[k:], s[begin:])
	return string(replaced)
}

func ReplaceAll(s, old, new string) string { return Replace(s, old, new, -1) }

func Fields(s string) []string { return FieldsFunc(s, isSpace) }

// isSpace is unicode.IsSpace, which asks of each space by itself.
func isSpace(r rune) bool {
	return r == ' ' || '\t' <= r && r <= '\r' || r >= utf8.RuneSelf && unicode.IsSpace(r)
}

func FieldsFunc(s string, f func(rune) bool) []string {
	fields, n := make([]string, len(s)/2+1), 0
	begin := -1
	for i, r := range s {
		switch between := f(r); {
		case between != (begin >= 0):
		case between:
			fields[n] = s[begin:i]
			n, begin = n+1, -1
		default:
			begin = i
		}
	}
	if begin >= 0 {
		fields[n] = s[begin:]
		n++
	}
	return fields[:n:n]
}

func split(s, sep string, save, n int) []string {
	if n == 0 {
		return nil
	}
	parts, k := make([]string, len(s)+1), 0
	for n < 0 || k < n-1 {
		at := 0
		if len(sep) > 0 {
			if at = Index(s, sep); at < 0 {
				break
			}
		} else {
			_, at = utf8.DecodeRuneInString(s)
			if at == len(s) {
				break
			}
		}
		parts[k] = s[:at+save]
		s = s[at+len(sep):]
		k++
	}
	if s != "" || len(sep) > 0 {
		parts[k] = s
		k++
	}
	return parts[:k:k]
}

func Split(s, sep string) []string              { return split(s, sep, 0, -1) }
func SplitN(s, sep string, n int) []string      { return split(s, sep, 0, n) }
func SplitAfter(s, sep string) []string         { return split(s, sep, len(sep), -1) }
func SplitAfterN(s, sep string, n int) []string { return split(s, sep, len(sep), n) }

func Lines(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(s) > 0 {
			n := IndexByte(s, '\n') + 1
			if n == 0 {
				n = len(s)
			}
			line := s[:n]
			s = s[n:]
			if !yield(line) {
				return
			}
		}
	}
}

func splitSeq(s, sep string, save int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(sep) == 0 && len(s) > 0 {
			_, n := utf8.DecodeRuneInString(s)
			if !yield(s[:n]) {
				return
			}
			s = s[n:]
		}
		for len(sep) > 0 {
			at := Index(s, sep)
			if at < 0 {
				yield(s)
				return
			}
			if !yield(s[:at+save]) {
				return
			}
			s = s[at+len(sep):]
		}
	}
}

func SplitSeq(s, sep string) iter.Seq[string]      { return splitSeq(s, sep, 0) }
func SplitAfterSeq(s, sep string) iter.Seq[string] { return splitSeq(s, sep, len(sep)) }

func FieldsSeq(s string) iter.Seq[string] { return FieldsFuncSeq(s, isSpace) }

func FieldsFuncSeq(s string, f func(rune) bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		begin := -1
		for i, r := range s {
			switch between := f(r); {
			case between != (begin >= 0):
			case between:
				if !yield(s[begin:i]) {
					return
				}
				begin = -1
			default:
				begin = i
			}
		}
		if begin >= 0 {
			yield(s[begin:])
		}
	}
}

func ToValidUTF8(s, replacement string) string {
	var b Builder
	invalid := false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		is := r == utf8.RuneError && n == 1
		switch {
		case !is:
			b.WriteString(s[i : i+n])
		case !invalid:
			b.WriteString(replacement)
		}
		i, invalid = i+n, is
	}
	return b.String()
}

func Join(elems []string, sep string) string {
	if len(elems) == 0 {
		return ""
	}
	n := len(sep) * (len(elems) - 1)
	for _, e := range elems {
		n += len(e)
	}
	joined, k := make([]byte, n), 0
	for i, e := range elems {
		if i > 0 {
			k += copy(joined[k:], sep)
		}
		k += copy(joined[k:], e)
	}
	return string(joined)
}
