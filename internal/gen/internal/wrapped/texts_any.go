package wrapped

import "errors"

// Code is a type of strings.
type Code string

// Badge is a struct with a string that may be any.
type Badge struct {
	Name  Code
	Level int
}

// ErrDigit is an error of Parsed.
var ErrDigit = errors.New("not a digit")

// Shout has a string of any text, and gives another.
func Shout(s string) (string, int) {
	b, n := []byte(s), 0
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] -= 'a' - 'A'
			n++
		}
	}
	return string(b), n
}

// Label has a string of a named type in a struct, and gives one.
func (b Badge) Label() Code {
	if b.Level > 2 {
		return b.Name + "**"
	}
	if b.Level < 0 {
		return "?"
	}
	return b.Name
}

// Parsed has a string and returns an error.
func Parsed(s string, base int) (n int, err error) {
	for _, c := range s {
		if c < '0' || c > '9' {
			return n, ErrDigit
		}
		n = n*base + int(c-'0')
	}
	return n, nil
}
