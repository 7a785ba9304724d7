// Package counted says numbers of things, for people: "1 lane", "3 lanes".
//
// Imports: nothing.
package counted

import "strconv"

// Of returns a number with its word, which gets an s if there is not one of them.
func Of[N int | int64](n N, word string) string {
	if n != 1 {
		word += "s"
	}
	return strconv.FormatInt(int64(n), 10) + " " + word
}
