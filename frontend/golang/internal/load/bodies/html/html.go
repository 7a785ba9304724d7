// Package html has functions of the package of that name with bodies that lanes can run: a look at each character,
// where the package's own is made when it is first asked for.
//
// Imports: nothing of ours.
package html

func EscapeString(s string) string {
	n := 0
	for i := range len(s) {
		n += len(escape(s[i]))
	}
	if n == 0 {
		return s
	}
	b := make([]byte, 0, len(s)+n)
	for i := range len(s) {
		if e := escape(s[i]); e != "" {
			b = append(b, e...)
		} else {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// escape is what stands for a character, "" for one that may stay.
func escape(c byte) string {
	switch c {
	case '&':
		return "&amp;"
	case '\'':
		return "&#39;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '"':
		return "&#34;"
	}
	return ""
}
