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
