package golang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
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

// What rounds of a loop over a map do to other maps must not depend on the order, whoever does it.
func TestMapsInRounds(t *testing.T) {
	for round, refused := range map[string]bool{
		"c[k] = v; if c[k] > 2 { n++ }":        false,
		"c[v]++":                               false,
		"c[v] = 7":                             false,
		"c.inc(v)":                             false,
		"if !d.has(k) { c.inc(k) }":            false,
		"c.inc(k); delete(m, k)":               false,
		"c[v] = k":                             true,
		"c[v]++; if c[k] > 0 { n++ }":          true,
		"c.inc(v); if c.has(k) { n++ }":        true,
		"c[v] = 7; if c[k] > 0 { n++ }":        true,
		"c[v] = 7; c[k] = 8":                   true,
		"c.inc(v); c[k] *= 2":                  true,
		"m.inc(v)":                             true,
		"d = m; d.inc(v)":                      true,
		"if c.first(v) { n += k }":             true,
		"c.inc(v); n += len(c)":                true,
		"c.put(v, k)":                          true,
		"m.drop(v)":                            true,
		"e := m; if a > 3 { e = c }; e.inc(v)": true,
		"e := d; if a > 3 { e = c }; e.inc(v)": false,
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
		_, err := golang.Compile([]golang.File{{Name: "a.go", Text: source}}, "F", golang.Options{MakeCap: 8})
		if !refused {
			require.NoError(t, err, round)
			continue
		}
		require.ErrorContains(t, err, "Go leaves open in which order a loop over a map goes", round)
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
		_, err := golang.Compile([]golang.File{{Name: "a.go", Text: source}}, "F", golang.Options{MakeCap: 8})
		if !refused {
			require.NoError(t, err, decides)
			continue
		}
		require.ErrorContains(t, err, "Go leaves open in which order a loop over a map goes", decides)
	}
}
