package golang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/resolve"
	"github.com/lockstep-simt/lockstep/program"
)

// TestLeftOpen: Go leaves open whether a variable is read before a call in the same statement that changes it. Where
// ssaflow.ReadLate does not do it as the Go compiler does, such a statement is refused. What is asked before the call,
// and not needed behind it, is read before it.
func TestLeftOpen(t *testing.T) {
	const declared = `package a

type parser struct{ pos, sum int }

type tok struct{ pos, val int }

func (p *parser) num() int {
	for range 2 {
		p.pos++
		p.sum += p.pos
	}
	return p.sum
}

type shape interface{ area() int }

type square struct{ side int }

type counter struct{ n *int }

func (s square) area() int { return s.side }

type scaler interface{ times(k int) int }

func (s square) times(k int) int { return s.side * k }

func (c *counter) times(k int) int { return *c.n * k }

func (c counter) area() int { *c.n++; return *c.n }

func F(a int) (int, bool) {
	n, p, m := a, parser{pos: a}, map[int]int{1: 5}
	tick := func() bool { n++; return true }
	bump := func() int { m[a&3]++; return m[1] }
	var s shape = square{a}
	if a > 3 {
		s = counter{&n}
	}
	_, _, _, _ = p, tick, bump, s
`
	for body, col := range map[string]int{
		"return n, tick()":                               0,
		"return n, a > 3 && tick()":                      9,
		"i, ok := any(n), tick(); return i.(int), ok":    15,
		"x, ok := n*10, a > 0 && tick(); return x, ok":   11,
		"t := tok{p.pos, p.num()}; return t.pos, true":   0,
		"t := &tok{p.pos, p.num()}; return t.val, true":  0,
		"x := [2]int{p.sum, p.num()}; return x[0], true": 0,
		"return m[1], bump() > 3":                        10,
		"return len(m), bump() > 3":                      12,
		"return n + s.area(), true":                      0,

		"return a, tick()":                                       0,
		"if n > 3 && tick() { n++ }; return n, true":             0,
		"if p.pos < 9 && p.num() > 3 { n++ }; return p.pos, a>0": 0,
		"t := tok{val: p.num()}; return t.val + p.sum, true":     0,
		"x := n; return x, tick()":                               0,
		"return p.num() + p.num(), bump() > 3":                   0,
		"x := a; x += p.num(); return x, true":                   0,

		// The receiver may be read before the call if its type is known, and is behind it if there are two.
		"var o scaler = square{a}; set := func() int { o = square{9}; return 1 }; return o.times(set()), true":    82,
		"var o scaler = square{a}; set := func() int { o = &counter{&a}; return 1 }; return o.times(set()), true": 0,
		"var o scaler = square{a}; set := func() int { n = 9; return 1 }; return o.times(set()), true":            0,
		`o := [1]scaler{square{a}}; set := func() int { o[0] = square{9}; return 1 }; n = o[0].times(set())
	return n, true`: 0,
	} {
		files := []golang.File{{Name: "a.go", Text: declared + "\t" + body + "\n}\n"}}
		_, err := golang.Compile(files, "F", golang.Options{MakeCap: 8})
		if col == 0 {
			require.NoError(t, err, body)
			continue
		}
		errs := program.Errors(err)
		require.Len(t, errs, 1, "%s: %v", body, err)
		require.Contains(t, errs[0].Msg, "Go leaves open whether this is read before or after the call", body)
		require.Equal(t, col, errs[0].Pos.Col, body)
	}
}

// requireOrder compiles a function F, which has to be refused, or not, because the order of a loop over a map is seen.
func requireOrder(t *testing.T, source string, refused bool, what string) {
	t.Helper()
	_, err := golang.Compile([]golang.File{{Name: "a.go", Text: source}}, "F",
		golang.Options{MakeCap: 8, Import: resolve.New(".").Import})
	if refused {
		require.ErrorContains(t, err, "Go leaves open in which order a loop over a map goes", what)
		return
	}
	require.NoError(t, err, what)
}

// What rounds of a loop over a map do to other maps must not depend on the order, whoever does it.
func TestMapsInRounds(t *testing.T) {
	for round, refused := range map[string]bool{
		"c[k] = v; if c[k] > 2 { n++ }":                  false,
		"c[v]++":                                         false,
		"c[v] = 7":                                       false,
		"c.inc(v)":                                       false,
		"if !d.has(k) { c.inc(k) }":                      false,
		"c.inc(k); delete(m, k)":                         false,
		"delete(d, v)":                                   false,
		"d.drop(k); c.inc(v)":                            false,
		"d[k]++; delete(d, k)":                           false,
		"delete(d, v); n += len(d)":                      true,
		"delete(d, v); if d.has(k) { n++ }":              true,
		"d[k]++; delete(d, v)":                           true,
		"if n++; n > 1 { delete(d, k) }":                 true,
		"if k > 5 { break }; delete(d, k)":               true,
		"c[v] = k":                                       true,
		"c[v]++; if c[k] > 0 { n++ }":                    true,
		"c.inc(v); if c.has(k) { n++ }":                  true,
		"c[v] = 7; if c[k] > 0 { n++ }":                  true,
		"c[v] = 7; c[k] = 8":                             true,
		"c.inc(v); c[k] *= 2":                            true,
		"m.inc(v)":                                       true,
		"d = m; d.inc(v)":                                true,
		"if c.first(v) { n += k }":                       true,
		"c.inc(v); n += len(c)":                          true,
		"c.put(v, k)":                                    true,
		"m.drop(v)":                                      true,
		"e := m; if a > 3 { e = c }; e.inc(v)":           true,
		"e := d; if a > 3 { e = c }; e.inc(v)":           false,
		"e := d; if a > 3 { e = c }; e.inc(v); c.inc(k)": true,
	} {
		source := `package a

type counts map[int]int

func (c counts) inc(k int)        { c[k]++ }
func (c counts) put(k, v int)     { c[k] = v }
func (c counts) drop(k int)       { delete(c, k) }
func (c counts) has(k int) bool   { return c[k] > 0 }
func (c counts) first(k int) bool { is := c[k] == 0; c[k]++; return is }

func F(a int) (n int) {
	m, c, d := counts{a: 1, a + 2: 1, 7: a & 1}, counts{}, counts{3: a}
	for k, v := range m {
		` + round + `
		_, _ = k, v
	}
	return n + len(c) + len(d)
}
`
		requireOrder(t, source, refused, round)
	}
}

// What rounds call may read memory that no round changes.
func TestReadersInRounds(t *testing.T) {
	for round, refused := range map[string]bool{
		"n += p.total()":                           false,
		"n += sum(xs)":                             false,
		"if p.total() > 3 { keys++ }":              false,
		"n += p.total(); c[k] = sum(xs)":           false,
		"n += p.total() + c[k]":                    false,
		"n += p.total(); all += sum(p.xs[:1])":     false,
		"n += p.total(); p.n += k":                 true,
		"n += entries(c); c[p.n] = 1":              true,
		"n += entries(c); counts[k] = 1":           false,
		"n += weight(p, c); c[p.n] = 1":            true,
		"n += weight(p, c)":                        false,
		"n += entries(c)":                          false,
		"xs[k&1] += sum(xs)":                       true,
		"n += p.total(); p.kids[k] = nil":          true,
		"p.grow()":                                 true,
		"n = p.total() + k":                        true,
		"n += p.total(); if n > 3 { break }":       true,
		"n += sum(p.xs); p.xs[0]++":                true,
		"n += p.total(); counts[k]++; n += len(c)": false,
		"n += below(p)":                            false,
		"n += below(p); p.n += k":                  true,
		"n += below(p); xs[k&1]++":                 true,
		"n += addUp(xs)":                           false,
		"n += counting(p)":                         true,
		"n += replaced(p)":                         true,
	} {
		requireOrder(t, `package a

type node struct {
	n    int
	xs   []int
	kids map[int]*node
}

func (p *node) total() int {
	n := p.n
	for _, kid := range p.kids {
		n += kid.total()
	}
	return n + sum(p.xs)
}

func (p *node) grow() int { p.n++; return p.n }

func sum(xs []int) (n int) {
	for _, x := range xs {
		n += x
	}
	return n
}

func entries(m map[int]int) int { return len(m) }

func weight(p *node, m map[int]int) int { return p.n * len(m) }

func F(a int) (n int) {
	xs, c, counts := []int{a, 2, 3}, map[int]int{a: 1}, map[int]int{}
	keys, all, calls := 0, 0, 0
	var below, counting, replaced func(p *node) int
	below = func(p *node) int {
		n := p.n * xs[0]
		for _, kid := range p.kids {
			n += below(kid)
		}
		return n
	}
	counting = func(p *node) int { calls++; return p.n + calls }
	addUp := func(xs []int) int { return sum(xs) }
	replaced = func(p *node) int { return 1 }
	if a > 5 {
		replaced = counting
	}
	_, _, _, _ = below, counting, replaced, addUp
	m := map[int]*node{1: {n: a, xs: xs}, 2: {n: 3, kids: map[int]*node{4: {n: a}}}}
	for k, p := range m {
		`+round+`
		_, _ = k, p
	}
	return n + keys + all + len(c) + len(counts) + xs[0]
}
`, refused, round)
	}
}

// What a function value or an interface calls in a round is judged by what it may be.
func TestCalledInRounds(t *testing.T) {
	for round, refused := range map[string]bool{
		"n += f(k, v)":              false,
		"n += f(k, v); c[k] = 1":    false,
		"n += f(k, v); c[v] = k":    true,
		"n += g(k, v)":              true,
		"n += s.area()":             false,
		"n += s.area(); sides[1]++": true,
		"n += u.area()":             true,
	} {
		requireOrder(t, `package a

type shape interface{ area() int }

type square struct{ side int }

type sides []int

type counting struct{ n *int }

func (s square) area() int   { return s.side * s.side }
func (s sides) area() int    { return s[0] * s[1] }
func (s counting) area() int { *s.n++; return *s.n }

func F(a int) (n int) {
	m, c := map[int]int{a: 1, a + 2: 1, 7: a & 1}, map[int]int{}
	f := func(k, v int) int { return k * v }
	g, calls, sides := f, 0, sides{a, 2}
	s, u := shape(square{a}), shape(square{a})
	if a > 3 {
		f = func(k, v int) int { return k * a }
		g = func(k, v int) int { calls++; return calls }
		s, u = sides, counting{&calls}
	}
	for k, v := range m {
		`+round+`
		_, _, _, _, _, _, _ = k, v, f, g, s, u, sides
	}
	return n + len(c) + calls
}
`, refused, round)
	}
	for del, refused := range map[string]bool{
		"func(k, v int) bool { return k > a || v == 1 }":            false,
		"func(k, v int) bool { return !kept[k] }":                   false,
		"func(k, v int) bool { n++; return k > a }":                 true,
		"func(k, v int) bool { return len(m) > 1 }":                 true,
		"func(k, v int) bool { delete(kept, v); return kept[k+v] }": true,
	} {
		requireOrder(t, `package a

import "maps"

func F(a int) (n int) {
	m, kept := map[int]int{a: 1, a + 2: 1, 7: a & 1}, map[int]bool{a: true}
	maps.DeleteFunc(m, `+del+`)
	return n + len(m) + len(kept)
}
`, refused, del)
	}
}

// Keys of a map that a loop collects may be sorted by any function that tells all of them apart.
func TestSortedKeys(t *testing.T) {
	for sorts, refused := range map[string]bool{
		"slices.Sort(keys)": false,
		"sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })":                  false,
		"sort.Slice(keys, func(a, b int) bool { return keys[b] < keys[a] })":                  false,
		"slices.SortFunc(keys, func(a, b int) int { return cmp.Compare(b, a) })":              false,
		"slices.SortFunc(keys, func(a, b int) int { return -cmp.Compare(m[a]%n, m[b]%n) })":   true,
		"slices.SortFunc(keys, func(a, b int) int { return a - b })":                          false,
		"slices.SortFunc(keys, func(a, b int) int { return -(b - a) })":                       false,
		"slices.SortFunc(keys, func(a, b int) int { return int(int8(a) - int8(b)) })":         true,
		"slices.SortFunc(keys, func(a, b int) int { return int(uint(a) - uint(b)) })":         true,
		"slices.SortFunc(keys, func(a, b int) int { return abs(a - b) })":                     true,
		"slices.SortFunc(keys, func(a, b int) int { return cmp.Or(m[a]-m[b], b-a) })":         false,
		"slices.SortFunc(keys, func(a, b int) int { return cmp.Or(m[a]-m[b], n) })":           true,
		"sort.Slice(keys, func(i, j int) bool { return m[keys[i]] < m[keys[j]] })":            true,
		"sort.Slice(keys, func(i, j int) bool { return keys[i] <= keys[j] })":                 true,
		"sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] && n > 3 })":         true,
		"sort.Slice(keys, func(i, j int) bool { return keys[i]%7 < keys[j]%7 })":              true,
		"sort.Slice(keys, func(i, j int) bool { return abs(keys[i]) < abs(keys[j]) })":        true,
		"n += keys[0]; sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })":    true,
		"sort.Slice(keys[1:], func(i, j int) bool { return keys[i] < keys[j] })":              true,
		"sort.Slice(keys, func(i, j int) bool { n++; return keys[i] < keys[j] })":             true,
		"if n > 2 { sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] }) }":     true,
		"sort.Slice(keys, func(i, j int) bool { return other[i] < other[j] || keys[i] > i })": true,
		`sort.Slice(keys, func(i, j int) bool {
			a, b := keys[i], keys[j]
			return abs(a) < abs(b) || abs(a) == abs(b) && a < b
		})`: false,
		`sort.Slice(keys, func(i, j int) bool {
			if m[keys[i]] != m[keys[j]] {
				return m[keys[i]] > m[keys[j]]
			}
			return keys[i] < keys[j]
		})`: false,
		`sort.Slice(keys, func(i, j int) bool {
			if m[keys[i]] != m[keys[j]] {
				return m[keys[i]] > m[keys[j]]
			}
			return m[keys[i]] < m[keys[j]]
		})`: true,
		`slices.SortFunc(keys, func(a, b int) int {
			if c := cmp.Compare(m[a], m[b]); c != 0 {
				return c
			}
			return cmp.Compare(b, a)
		})`: false,
		`slices.SortFunc(keys, func(a, b int) int {
			if d := abs(a) - abs(b); d != 0 {
				return d
			}
			return a - b
		})`: false,
		`slices.SortFunc(keys, func(a, b int) int {
			if d := abs(a) - abs(b); d > 1 {
				return d
			}
			return a - b
		})`: true,
		`slices.SortFunc(keys, func(a, b int) int {
			return cmp.Or(cmp.Compare(abs(b), abs(a)), -cmp.Compare(m[a], m[b]), cmp.Compare(a, b))
		})`: false,
		`slices.SortFunc(keys, func(a, b int) int {
			switch {
			case a > b:
				return 1
			case a < b:
				return -1
			}
			return 0
		})`: false,
		`slices.SortFunc(keys, func(a, b int) int {
			if a > b {
				return 1
			}
			return 1
		})`: true,
	} {
		source := `package a

import (
	"cmp"
	"slices"
	"sort"
)

func abs(x int) int { return max(x, -x) }

func F(n int, other [8]int) int {
	m := map[int]int{n: 1, n + 2: 1, 7: n & 1}
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	` + sorts + `
	sum := cmp.Compare(n, 1)
	for _, k := range keys {
		sum = sum*3 + k
	}
	return sum + len(slices.Clone(keys)) + sort.SearchInts(other[:], n)
}
`
		requireOrder(t, source, refused, sorts)
	}
}

// Numbers that are collected and sorted may be made of a round's key and value, but not of what other rounds left.
func TestSortedMade(t *testing.T) {
	for round, refused := range map[string]bool{
		"made = append(made, k*100+v)":                        false,
		"if v > n { made = append(made, v-k) }":               false,
		"made = append(made, k); made = append(made, abs(v))": false,
		"sum += k * v; made = append(made, sum)":              true,
		"made = append(made, k*len(made)+v)":                  true,
		"made = append(made, sum+v); sum = k":                 true,
		"made = append(made, k, v)":                           false,
		"made = append(made, k*v, abs(v), 7)":                 false,
		"made = append(made, k, sum); sum += v":               true,
		"made = append(made, v, at[0]); at[v&1] += k":         true,
		"at[v&1] += k; made = append(made, at[0])":            true,
	} {
		source := `package a

import "slices"

func abs(x int) int { return max(x, -x) }

func F(n int) int {
	m := map[int]int{n: 1, n + 2: 1, 7: n & 1}
	sum, at := 0, [2]int{}
	var made []int
	for k, v := range m {
		` + round + `
	}
	slices.Sort(made)
	for i, x := range made {
		sum = sum*3 + x*i
	}
	return sum + at[1] + abs(n)
}
`
		requireOrder(t, source, refused, round)
	}
}

// Structs with a key of a map may be sorted by anything, if the key decides at last.
func TestSortedPairs(t *testing.T) {
	for sorts, refused := range map[string]bool{
		"sort.Slice(ps, func(i, j int) bool { return ps[i].k < ps[j].k })":                      false,
		"slices.SortFunc(ps, func(a, b pair) int { return cmp.Compare(b.k, a.k) })":             false,
		"sort.Slice(ps, func(i, j int) bool { return ps[i].n < ps[j].n })":                      true,
		"sort.Slice(ps, func(i, j int) bool { return ps[i].k < ps[j].n })":                      true,
		"slices.SortFunc(ps, func(a, b pair) int { a = b; return cmp.Compare(b.k, a.k) })":      true,
		"slices.SortFunc(ps, func(a, b pair) int { return cmp.Compare(float64(b.n), 1) })":      true,
		"sort.Slice(ps, func(i, j int) bool { ps[i].n = 0; return ps[i].k < ps[j].k })":         true,
		"sort.Slice(ps, func(i, j int) bool { return ps[i].x < ps[j].x || ps[i].k < ps[j].k })": true,
		`sort.Slice(ps, func(i, j int) bool {
			if ps[i].n != ps[j].n {
				return ps[i].n > ps[j].n
			}
			return ps[i].k < ps[j].k
		})`: false,
		`slices.SortFunc(ps, func(a, b pair) int {
			if c := cmp.Compare(a.n, b.n); c != 0 {
				return c
			}
			return cmp.Compare(a.k, b.k)
		})`: false,
		`sort.Slice(ps, func(i, j int) bool {
			a, b := ps[i], ps[j]
			return a.n > b.n || a.n == b.n && a.k < b.k
		})`: false,
	} {
		source := `package a

import (
	"cmp"
	"slices"
	"sort"
)

type pair struct {
	k, n int
	x    float64
}

func F(n int) int {
	m := map[int]int{n: 1, n + 2: 1, 7: n & 1}
	var ps []pair
	for k, v := range m {
		ps = append(ps, pair{k, v, float64(v)})
	}
	` + sorts + `
	sum := cmp.Compare(n, 1)
	for _, p := range ps {
		sum = sum*3 + p.n
	}
	return sum + len(slices.Clone(ps)) + sort.SearchInts(nil, n)
}
`
		requireOrder(t, source, refused, sorts)
	}
}

// Where the key decides, each has to be there once.
func TestSortedOnce(t *testing.T) {
	for loop, refused := range map[string]bool{
		"for k, v := range m { ps = append(ps, pair{k, v}) }":                                                false,
		"ps = make([]pair, 0, 8); for k, v := range m { ps = append(ps, pair{k, v}) }":                       false,
		"for k, v := range m { if v > 0 { ps = append(ps, pair{k, v}) } }":                                   false,
		"ps = append(ps, pair{7, n}); for k, v := range m { ps = append(ps, pair{k, v}) }":                   true,
		"for k, v := range m { ps = append(ps, pair{k, v}); ps = append(ps, pair{k, n}) }":                   true,
		"for k, v := range m { ps = append(ps, pair{k, v}, pair{k, n}) }":                                    true,
		"for k, v := range m { for i := range v & 3 { ps = append(ps, pair{k, i}) } }":                       true,
		"for k := range m { ps = append(ps, pair{k, 1}) }; for k := range m { ps = append(ps, pair{k, 2}) }": true,
	} {
		for _, sorts := range []string{
			"sort.Slice(ps, func(i, j int) bool { return ps[i].k < ps[j].k })",
			"slices.SortFunc(ps, func(a, b pair) int { return cmp.Compare(b.k, a.k) })",
		} {
			source := `package a

import (
	"cmp"
	"slices"
	"sort"
)

type pair struct{ k, n int }

func F(n int) int {
	m := map[int]int{n: 1, n + 2: 1, 7: n & 1}
	var ps []pair
	` + loop + `
	` + sorts + `
	sum := cmp.Compare(n, 1)
	for _, p := range ps {
		sum = sum*3 + p.n
	}
	return sum + len(slices.Clone(ps)) + sort.SearchInts(nil, n)
}
`
			requireOrder(t, source, refused, loop+"\n"+sorts)
		}
	}
}

// The best entry of a map does not depend on the order in which a loop goes over it if what decides is an order of
// pairs; otherwise it does.
func TestRanked(t *testing.T) {
	for decides, refused := range map[string]bool{
		"if v > best || v == best && k < key { best, key = v, k }":                  false,
		"if v == best && k > key || v < best { key, best = k, v }":                  false,
		"if v > best { best, key = v, k } else if v == best && k < key { key = k }": false,
		"if v >= best && (v > best || k < key) { best, key = v, k }":                false,
		"if v > best { best, key = v, k }":                                          true,
		"if v >= best { best, key = v, k }":                                         true,
		"if v > best || v == best && k != key { best, key = v, k }":                 true,
		"if v > best || k < key { best, key = v, k }":                               true,
		"if v > best || v == best && k < key { best, key = v, k; n++ }":             true,
		"if v > best || v == best && k < key { best, key = v, k; n = k }":           true,
		"if v > best || v == best && k < key { best, key = v, n }":                  true,
		"if v > best || v == best && k < key { best = v }; key = k":                 true,
		"if v > best || v == best && k < n { best, key, n = v, k, v }":              true,
		"if v > best { best, key = v, k }; if v == best && k < key { key = k }":     true,
	} {
		source := "package a\n\nfunc F(a int) (best, key, n int) {\n\tm := map[int]int{a: 1, a + 2: 1, 7: a & 1}\n" +
			"\tfor k, v := range m {\n\t\t" + decides + "\n\t}\n\treturn\n}\n"
		requireOrder(t, source, refused, decides)
	}
}

// TestRankedByParts: of a struct the parts are not compared, which the message says, and one number of them is.
func TestRankedByParts(t *testing.T) {
	const head = "package a\n\ntype p struct{ x, y int8 }\n\nfunc F(a int) int {\n\tm := map[p]int{}\n\t" +
		"m[p{int8(a), 1}], m[p{1, int8(a)}] = a, a&3\n\tbest, at := -1, "
	const whole = head + "p{}\n\tfor k, v := range m {\n\t\tif v > best || v == best && (k.x < at.x || " +
		"k.x == at.x && k.y < at.y) {\n\t\t\tbest, at = v, k\n\t\t}\n\t}\n\treturn best + int(at.x)\n}\n"
	_, err := golang.Compile([]golang.File{{Name: "a.go", Text: whole}}, "F", golang.Options{MakeCap: 8})
	require.ErrorContains(t, err, "a.go:11:10: ")
	require.ErrorContains(t, err, "at is what the last round set it to, as far as is seen of a struct or array; make "+
		"one number of its parts and compare that")
	const number = head + "0\n\tfor k, v := range m {\n\t\tn := int(k.x)<<8 + int(k.y)\n\t\t" +
		"if v > best || v == best && n < at {\n\t\t\tbest, at = v, n\n\t\t}\n\t}\n\treturn best + at\n}\n"
	requireOrder(t, number, false, "a number of the parts")
}

// It may be decided by floats if NaN is never taken. Of zeros, which are equal with and without a sign, that is taken
// which has the key.
func TestRankedByFloats(t *testing.T) {
	for decides, refused := range map[string]bool{
		"if v > best || v == best && k < key { best, key = v, k }":                  false,
		"if x := v * 3; x < best || best == x && k < key { best, key = x, k }":      false,
		"if !(v <= best) || v == best && k < key { best, key = v, k }":              true,
		"if v > best || !(v != best) && k < key { best, key = v, k }":               false,
		"if v > best { best, key = v, k } else if v == best && k < key { key = k }": true,
		"if v > best { best, key = v, k }":                                          true,
		"if v > best || v == best && v < of { best, of = v, v }":                    true,
	} {
		source := "package a\n\nfunc F(a int, b, c float64) (best, of float64, key int) {\n" +
			"\tm := map[int]float64{a: b, a + 2: c, 7: -b}\n" +
			"\tfor k, v := range m {\n\t\t_ = k\n\t\t" + decides + "\n\t}\n\treturn\n}\n"
		requireOrder(t, source, refused, decides)
	}
}
