package golang

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/lockstep-simt/lockstep/program"
)

// namer gives out names that are unique in a program, close to those of the
// source.
type namer struct {
	taken map[string]bool
	next  map[string]int
}

func newNamer() *namer {
	n := &namer{taken: map[string]bool{}, next: map[string]int{}}
	for _, reserved := range []string{program.Exit, program.MainName, "true", "false", "inf", "nan"} {
		n.taken[reserved] = true
	}
	return n
}

// unique returns base, or base_2, base_3 and so on if it is taken.
func (n *namer) unique(base string) string {
	base = clean(base)
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

// free returns base, or base_2 and so on, so that it is free with each of the
// endings.
func (n *namer) free(base string, endings []string) string {
	base = clean(base)
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

// clean makes a name of the text form: letters, digits, underscores and dots,
// beginning with a letter or underscore.
func clean(s string) string {
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
