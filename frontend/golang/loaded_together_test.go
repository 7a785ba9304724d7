package golang

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

// manyTables has functions over constant tables that refer to each other. What is known of the tables that one of them
// reads must not depend on which others are loaded with it.
const manyTables = `package p

type K struct {
	v int
	n *K
}

type rule struct {
	next *rule
	f    func(int) int
}

type hold struct {
	p *K
	q [2]*K
}

type window struct {
	k K
	p *K
}

func dbl(x int) int { return x * 2 }

var k0 = K{v: 44}
var tab = [4]K{{v: 1, n: &k0}, {v: 2}, {v: 3, n: &k0}, {v: 4}}
var pa = [4]*K{nil, &tab[3], &tab[2], nil}
var holds = []hold{{&k0, [2]*K{}}, {nil, [2]*K{&tab[2], &tab[1]}}}
var windows = [2]window{{p: &tab[1]}, {k: K{v: 5}, p: &k0}}
var rules = []rule{{nil, dbl}, {&rule{f: dbl}, nil}}

func next(p *K) *K {
	if p == nil {
		return nil
	}
	return p.n
}

// Handed gives elements to a function that returns what they refer to.
func Handed(a int) int {
	if q := next(windows[a&1].p); q != nil {
		return q.v
	}
	return -1
}

// Read reads elements, also through pointers that may be nil.
func Read(a, b int) (s int) {
	if p := pa[a&3]; p != nil {
		s = p.v
	}
	if q := tab[b&3].n; q != nil {
		s += q.v * 100
	}
	return s
}

// Same compares elements that refer.
func Same(a, b int) bool { return holds[a&1] == holds[b&1] }

// Along follows elements of a table, and calls what they hold.
func Along(a int) (s int) {
	for i := range rules {
		if r := &rules[i]; r.f != nil {
			s += r.f(a)
		} else if r.next != nil {
			s++
		}
	}
	return s
}
`

func TestLoadedTogether(t *testing.T) {
	names := []string{"Handed", "Read", "Same", "Along"}
	compile := func(name string, together ...string) (text string) {
		s, err := Parse([]File{{Name: "p.go", Text: manyTables}}, Options{})
		require.NoError(t, err)
		s.Load(together...)
		p, err := s.Compile(name, Options{})
		require.NoError(t, err, "%s with %v", name, together)
		return program.Print(p)
	}
	for _, name := range names {
		all := compile(name, names...)
		require.Equal(t, all, compile(name), name)
		for _, other := range names {
			require.Equal(t, all, compile(name, name, other), "%s with %s", name, other)
		}
	}
}
