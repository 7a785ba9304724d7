package realcode

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNotices changes what the frontend gets to see and wants the difference
// to be found: a comparison that finds nothing would pass everything.
func TestNotices(t *testing.T) {
	skipWhereGoDiffers(t)
	p := &Package{Path: "gonum.org/v1/gonum/mathext"}
	lab, exe, found := prepare(t, root, []*Package{p})
	proc, err := Start(exe)
	require.NoError(t, err)
	defer func() { require.NoError(t, proc.Close()) }()
	files := found[p].Files
	for _, c := range []struct {
		fn, old, new string
		want         string
	}{
		{"Digamma", "127.0/30720.0", "128.0/30720.0", "lanes differ; the first: batch: column 0, element 0, is"},
		{"Digamma", "x < 7", "x < 8", "lanes differ"},
		{"Digamma", "return x\n", "panic(`no`)\n", `fault "no", but Go returns`},
		{"NormalQuantile", "quantile out of bounds", "quantile outside",
			`fault "mathext: quantile outside", but Go panics "mathext: quantile out of bounds"`},
		{"NormalQuantile", `panic("mathext: quantile out of bounds")`, "return 0",
			`no fault, but Go panics "mathext: quantile out of bounds"`},
		{"MvLgamma", "dim int) float64 {", "d int32) float64 {\n\tdim := int(d)",
			"d is []int32 in the program and []int in Go"},
		{"NormalQuantile", "", "", ""},
	} {
		t.Run(c.fn+"/"+c.new, func(t *testing.T) {
			changed := append(files[:0:0], files...)
			if c.old != "" {
				replaced := false
				for i := range changed {
					text := strings.Replace(changed[i].Text, c.old, c.new, 1)
					replaced = replaced || text != changed[i].Text
					changed[i].Text = text
				}
				require.True(t, replaced)
			}
			found[p].Files = changed
			for _, f := range found[p].Functions {
				if f.Name != c.fn {
					continue
				}
				o := lab.Try(f, proc, Effort{Lanes: 5000, Oracle: 10})
				require.NoError(t, o.Refused)
				if c.want == "" {
					require.NoError(t, o.Wrong)
					require.Positive(t, o.Panics)
					return
				}
				require.ErrorContains(t, o.Wrong, c.want)
				return
			}
			t.Fatal("there is no such function")
		})
	}
}

// TestAccepted reads back what Table writes.
func TestAccepted(t *testing.T) {
	p := Packages[0]
	found := map[*Package]*Found{}
	for _, p := range Packages {
		found[p] = &Found{}
	}
	yes := &Outcome{Function: &Function{Package: p, Name: "Sin"}}
	no := &Outcome{Function: &Function{Package: p, Name: "T.Cos", wrapper: "func"}, Refused: errors.New("a | b")}
	got := Accepted(Table(found, map[*Package][]*Outcome{p: {yes, no}}))
	require.Equal(t, map[string]bool{"math.Sin": true, "math.T.Cos": false}, got)
}
