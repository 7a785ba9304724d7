// Package bytes has functions of the package of that name with bodies that lanes can run: loops, where the package's
// own are assembly.
//
// Imports: nothing of ours.
package bytes

import "unicode/utf8"

func Count(s, sep []byte) int {
	n := 0
	if len(sep) == 0 {
		for i := 0; i < len(s); n++ {
			_, size := utf8.DecodeRune(s[i:])
			i += size
		}
		return n + 1
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

func Contains(b, subslice []byte) bool { return Index(b, subslice) >= 0 }
