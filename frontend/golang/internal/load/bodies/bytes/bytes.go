package bytes

import (
	"unicode"
	"unicode/utf8"
)

func Count(s, sep []byte) int {
	n := 0
	if len(sep) == 0 {
		for i := 0; i < len(s); n++ {
			_, size := utf8.DecodeRune(s[i:])
			i += size
		}
		return n + 1
	}
	if len(sep) == 1 {
		for i := range len(s) {
			if s[i] == sep[0] {
				n++
			}
		}
		return n
	}
	for i := 0; i+len(sep) <= len(s); {
		if HasPrefix(s[i:], sep) {
			n++
			i += len(sep)
		} else {
			i++
		}
	}
	return n
}

func Equal(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i, x := range a {
		if x != b[i] {
			return false
		}
	}
	return true
}

func Compare(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			if a[i] < b[i] {
				return -1
			}
			return 1
		}
	}
	switch {
	case len(a) < len(b):
		return -1
	case len(a) > len(b):
		return 1
	}
	return 0
}

func HasPrefix(s, prefix []byte) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i, x := range prefix {
		if s[i] != x {
			return false
		}
	}
	return true
}

func HasSuffix(s, suffix []byte) bool {
	from := len(s) - len(suffix)
	if from < 0 {
		return false
	}
	for i, x := range suffix {
		if s[from+i] != x {
			return false
		}
	}
	return true
}

func IndexByte(b []byte, c byte) int {
	for i, x := range b {
		if x == c {
			return i
		}
	}
	return -1
}

func LastIndexByte(s []byte, c byte) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == c {
			return i
		}
	}
	return -1
}

func Index(s, sep []byte) int {
	for i := 0; i+len(sep) <= len(s); i++ {
		if HasPrefix(s[i:], sep) {
			return i
		}
	}
	return -1
}

func LastIndex(s, sep []byte) int {
	for i := len(s) - len(sep); i >= 0; i-- {
		if HasPrefix(s[i:], sep) {
			return i
		}
	}
	return -1
}

func IndexFunc(s []byte, f func(r rune) bool) int {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		if f(r) {
			return i
		}
		i += size
	}
	return -1
}

func LastIndexFunc(s []byte, f func(r rune) bool) int {
	for i := len(s); i > 0; {
		r, size := utf8.DecodeLastRune(s[:i])
		if i -= size; f(r) {
			return i
		}
	}
	return -1
}

func IndexRune(s []byte, r rune) int {
	switch {
	case 0 <= r && r < utf8.RuneSelf:
		return IndexByte(s, byte(r))
	case r != utf8.RuneError && !utf8.ValidRune(r):
		return -1
	}
	return IndexFunc(s, func(c rune) bool { return c == r })
}

func IndexAny(s []byte, chars string) int {
	return IndexFunc(s, func(r rune) bool { return among(chars, r) })
}

func LastIndexAny(s []byte, chars string) int {
	return LastIndexFunc(s, func(r rune) bool { return among(chars, r) })
}

// among reports whether a string has a rune.
func among(chars string, r rune) bool {
	for _, c := range chars {
		if c == r {
			return true
		}
	}
	return false
}

func Contains(b, subslice []byte) bool              { return Index(b, subslice) >= 0 }
func ContainsAny(b []byte, chars string) bool       { return IndexAny(b, chars) >= 0 }
func ContainsRune(b []byte, r rune) bool            { return IndexRune(b, r) >= 0 }
func ContainsFunc(b []byte, f func(rune) bool) bool { return IndexFunc(b, f) >= 0 }

func EqualFold(s, t []byte) bool {
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
func equalRunes(s, t []byte) bool {
	for len(s) > 0 && len(t) > 0 {
		a, n := utf8.DecodeRune(s)
		b, m := utf8.DecodeRune(t)
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

func Clone(b []byte) []byte {
	if b == nil {
		return nil
	}
	return append([]byte{}, b...)
}

func Cut(s, sep []byte) (before, after []byte, found bool) {
	if i := Index(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, nil, false
}

func CutPrefix(s, prefix []byte) (after []byte, found bool) {
	if !HasPrefix(s, prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

func CutSuffix(s, suffix []byte) (before []byte, found bool) {
	if !HasSuffix(s, suffix) {
		return s, false
	}
	return s[:len(s)-len(suffix)], true
}

func TrimPrefix(s, prefix []byte) []byte {
	if HasPrefix(s, prefix) {
		return s[len(prefix):]
	}
	return s
}

func TrimSuffix(s, suffix []byte) []byte {
	if HasSuffix(s, suffix) {
		return s[:len(s)-len(suffix)]
	}
	return s
}

func TrimLeftFunc(s []byte, f func(r rune) bool) []byte {
	i := IndexFunc(s, func(r rune) bool { return !f(r) })
	if i < 0 {
		return nil
	}
	return s[i:]
}

func TrimRightFunc(s []byte, f func(r rune) bool) []byte {
	n := len(s)
	for n > 0 {
		r, size := utf8.DecodeLastRune(s[:n])
		if !f(r) {
			break
		}
		n -= size
	}
	return s[:n]
}

func TrimFunc(s []byte, f func(r rune) bool) []byte { return TrimRightFunc(TrimLeftFunc(s, f), f) }

func TrimLeft(s []byte, cutset string) []byte {
	return TrimLeftFunc(s, func(r rune) bool { return among(cutset, r) })
}

func TrimRight(s []byte, cutset string) []byte {
	return TrimRightFunc(s, func(r rune) bool { return among(cutset, r) })
}

func Trim(s []byte, cutset string) []byte {
	return TrimFunc(s, func(r rune) bool { return among(cutset, r) })
}

func TrimSpace(s []byte) []byte { return TrimFunc(s, unicode.IsSpace) }

func Map(mapping func(r rune) rune, s []byte) []byte {
	mapped, n := make([]byte, utf8.UTFMax*len(s)), 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		i += size
		switch r = mapping(r); {
		case r < 0:
		case r < utf8.RuneSelf:
			mapped[n] = byte(r)
			n++
		default:
			n += utf8.EncodeRune(mapped[n:], r)
		}
	}
	return mapped[:n]
}

func ToUpper(s []byte) []byte {
	return Map(func(r rune) rune {
		switch {
		case r >= utf8.RuneSelf:
			return unicode.ToUpper(r)
		case 'a' <= r && r <= 'z':
			return r - ('a' - 'A')
		}
		return r
	}, s)
}

func ToLower(s []byte) []byte {
	return Map(func(r rune) rune {
		switch {
		case r >= utf8.RuneSelf:
			return unicode.ToLower(r)
		case 'A' <= r && r <= 'Z':
			return r + ('a' - 'A')
		}
		return r
	}, s)
}

func ToTitle(s []byte) []byte { return Map(unicode.ToTitle, s) }

func Title(s []byte) []byte {
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

func Repeat(b []byte, count int) []byte {
	if count < 0 {
		panic("bytes: negative Repeat count")
	}
	repeated := make([]byte, len(b)*count)
	for i := range count {
		copy(repeated[i*len(b):], b)
	}
	return repeated
}

func Replace(s, old, new []byte, n int) []byte {
	if m := Count(s, old); n < 0 || m < n {
		n = m
	}
	if n == 0 {
		return append([]byte(nil), s...)
	}
	replaced, k, begin := make([]byte, len(s)+n*(len(new)-len(old))), 0, 0
	for i := range n {
		at := begin
		if len(old) > 0 {
			at += Index(s[begin:], old)
		} else if i > 0 {
			_, size := utf8.DecodeRune(s[begin:])
			at += size
		}
		k += copy(replaced[k:], s[begin:at])
		k += copy(replaced[k:], new)
		begin = at + len(old)
	}
	copy(replaced[k:], s[begin:])
	return replaced
}

func ReplaceAll(s, old, new []byte) []byte { return Replace(s, old, new, -1) }

func Runes(s []byte) []rune {
	runes, n := make([]rune, len(s)), 0
	for i := 0; i < len(s); n++ {
		r, size := utf8.DecodeRune(s[i:])
		i += size
		runes[n] = r
	}
	return runes[:n:n]
}

func Fields(s []byte) [][]byte { return FieldsFunc(s, unicode.IsSpace) }

func FieldsFunc(s []byte, f func(rune) bool) [][]byte {
	fields, n := make([][]byte, len(s)/2+1), 0
	begin := -1
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRune(s[i:])
		switch parts := f(r); {
		case parts && begin >= 0:
			fields[n] = s[begin:i:i]
			n, begin = n+1, -1
		case !parts && begin < 0:
			begin = i
		}
		i += size
	}
	if begin >= 0 {
		fields[n] = s[begin:len(s):len(s)]
		n++
	}
	return fields[:n:n]
}

func split(s, sep []byte, save, n int) [][]byte {
	if n == 0 {
		return nil
	}
	parts, k := make([][]byte, len(s)+1), 0
	for n < 0 || k < n-1 {
		at := 0
		if len(sep) > 0 {
			if at = Index(s, sep); at < 0 {
				break
			}
		} else {
			_, at = utf8.DecodeRune(s)
			if at == len(s) {
				break
			}
		}
		parts[k] = s[: at+save : at+save]
		s = s[at+len(sep):]
		k++
	}
	if len(s) > 0 || len(sep) > 0 {
		parts[k] = s
		k++
	}
	return parts[:k:k]
}

func Split(s, sep []byte) [][]byte              { return split(s, sep, 0, -1) }
func SplitN(s, sep []byte, n int) [][]byte      { return split(s, sep, 0, n) }
func SplitAfter(s, sep []byte) [][]byte         { return split(s, sep, len(sep), -1) }
func SplitAfterN(s, sep []byte, n int) [][]byte { return split(s, sep, len(sep), n) }

func Join(s [][]byte, sep []byte) []byte {
	switch len(s) {
	case 0:
		return []byte{}
	case 1:
		return append([]byte(nil), s[0]...)
	}
	n := len(sep) * (len(s) - 1)
	for _, v := range s {
		n += len(v)
	}
	joined, k := make([]byte, n), 0
	for i, v := range s {
		if i > 0 {
			k += copy(joined[k:], sep)
		}
		k += copy(joined[k:], v)
	}
	return joined
}
