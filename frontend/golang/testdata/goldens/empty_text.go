// Package goldens: the string of no bytes is of the memory of what it is beside, so that a byte is read of one memory.
package goldens

import "errors"

var errNone = errors.New("no word")

func word(s string) (rest string, err error) {
	for i := range len(s) {
		if s[i] == ' ' {
			return s[i+1:], nil
		}
	}
	return "", errNone
}

func Second(b [8]uint8) (uint8, error) {
	s, err := word(string(b[:]))
	if err != nil || s == "" {
		return 0, err
	}
	return s[0], nil
}
