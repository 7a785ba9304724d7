package engine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/lower"
)

// TestReshaped says which arrays become variables, and which blocks share their ends. That
// results stay the same is for package testkit to say.
func TestReshaped(t *testing.T) {
	for _, c := range []struct {
		name, text string
		arrays     bool // some are left
		meld, tail int  // blocks that others share
	}{
		{"elements at indices of each lane's own", `func F(x int64, n int) int64 {
			var v [4]int64
			for x > 1 { v[x&3] += x; x /= 2 }
			return v[n&3] }`, false, 0, 0},
		{"a row for all lanes", `func F(x int64, n int) int64 {
			var v [4]int64
			for i := 0; i < 4 && x > 1; i++ { v[i] += x; x /= 2 }
			return v[n&3] }`, true, 0, 0},
		{"too many elements", `func F(x int64, n int) int64 {
			var v [9]int64
			for x > 1 { v[x&7] += x; x /= 2 }
			return v[n&7] }`, true, 0, 0},
		{"an array that comes in", `func F(v [4]int64, x int64) int64 {
			for x > 1 { x = x/2 + v[x&3]&1 }
			return x }`, true, 0, 0},
		{"cases that replace the same element", `func F(x int64, n int) int64 {
			var v [4]int64
			for ; x > 1; x /= 2 {
				switch i := x & 3; x & 28 {
				case 4: v[i] = x
				case 8: v[i] += v[n&3]
				case 12: v[i] = v[i] * 3
				case 16: x--
				}
			}
			return v[0] }`, false, 1, 0},
		{"two ways that ask the same", `
			var kind = [8]int64{0, 1, 0, -1, 1, -1, 0, -1}
			var left = [8]int64{1, 3, 4, 0, 5, 0, 7, 0}
			func F(x int64) (node int64) {
				for kind[node] >= 0 {
					if x>>kind[node]&1 == 0 { node = left[node] } else { node = (2*node + 2) & 7; x ^= 5 }
				}
				return node }`, true, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			source, err := golang.Compile([]golang.File{{Name: "a.go", Text: "package a\n" + c.text}}, "F",
				golang.Options{OurMath: true})
			require.NoError(t, err)
			p, err := lower.Lower(source, lower.Without("interpret")) // which leaves no loop of some of these
			require.NoError(t, err)
			before := p.String()
			q := reshaped(p)
			require.Equal(t, before, p.String(), "the program is left alone")
			arrays, melds, tails := false, 0, 0
			for _, d := range q.VarDefs.All() {
				arrays = arrays || len(d.Type.Leaf().Shape) > 0
			}
			for _, b := range q.Graph.Blocks {
				if strings.HasPrefix(b.Name, "meld.") {
					melds++
				}
				if strings.HasPrefix(b.Name, "tail.") {
					tails++
				}
			}
			if c.tail == 0 {
				require.Equal(t, c.arrays, arrays)
			}
			require.Equal(t, c.meld, melds)
			require.Equal(t, c.tail, tails)
			require.Equal(t, q.String(), reshaped(q).String(), "once is enough")
		})
	}
}
