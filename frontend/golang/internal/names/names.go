// Package names gives out names of variables, blocks and functions of a program.
//
// Invariants: a name is given out once; it is one of the text form, and as close to
// the source's as that allows; the same requests in the same order get the same names.
//
// Read first: [Namer].
//
// Imports: program.
package names

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/lockstep-simt/lockstep/program"
)

// Namer gives out names that are unique in a program, close to those of the
// source.
type Namer struct {
	reserved, taken map[string]bool
	next            map[string]int
}

// New makes a namer for variables and blocks: it has given out the words of the text form that are
// values. No block is called after a variable alone, so that a variable may be called halt.
func New() *Namer {
	return &Namer{taken: map[string]bool{}, next: map[string]int{},
		reserved: map[string]bool{"true": true, "false": true, "inf": true, "nan": true}}
}

// NewFunctions makes a namer for functions.
func NewFunctions() *Namer {
	return &Namer{taken: map[string]bool{program.MainName: true}, next: map[string]int{}}
}

// Unique returns base, or base_2, base_3 and so on if it is taken. A word of the text form gets a point at its end,
// which no name of Go's has: see [program.ColumnName].
func (n *Namer) Unique(base string) string {
	base = Clean(base)
	if n.reserved[base] {
		base += "."
	}
	name := base
	for n.taken[name] {
		if n.next[base] == 0 {
			n.next[base] = 1
		}
		n.next[base]++
		name = base + "_" + strconv.Itoa(n.next[base])
	}
	n.taken[name] = true
	return name
}

// Free returns base, or base_2 and so on, so that it is free with each of the
// endings.
func (n *Namer) Free(base string, endings []string) string {
	base = Clean(base)
	name := base
	for i := 2; ; i++ {
		taken := false
		for _, e := range endings {
			taken = taken || n.taken[name+e]
		}
		if !taken {
			return name
		}
		name = base + "_" + strconv.Itoa(i)
	}
}

// Clean makes a name of the text form: letters, digits, underscores and dots,
// beginning with a letter or underscore.
func Clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '_' || r == '.' || unicode.IsLetter(r) || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, s)
	if s == "" || !unicode.IsLetter([]rune(s)[0]) && s[0] != '_' {
		s = "x" + s
	}
	return s
}
