package load_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"
)

// What a loop collects for later rounds begins as a literal without elements, if nobody can tell that from nil.
func TestBeginSlices(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		literal    bool
	}{
		{"the next round", `for len(cur) > 0 {
			var next []int; for _, v := range cur { next = append(next, v/2) }; cur = next
		}`, true},
		{"parts", `for n > 0 {
			var next []int; next = append(next[:0], n); next = (next)[1:]; cur, n = next[:len(next)], n-1
		}`, true},
		{"elements elsewhere", `for range n { var next []int; copy(next, cur); cur = append(cur, next...);
			cur = next }`, true},
		{"one round", `for range n { var list []int; list = append(list, n); n += len(list) }`, false},
		{"before the loop", `var next []int; for range n { next = append(next, n); cur = next }`, false},
		{"compared", `for range n { var next []int; if next == nil { n++ }; cur = next }`, false},
		{"compared later", `for range n { var next []int; next = append(next, n); cur = next };
			if cur == nil { n = 7 }`, false},
		{"compared under another name", `last := cur; for range n { var next []int; last = next }
			if best := last; best != nil { n = 7 }`, false},
		{"returned", `for range n { var next []int; next = append(next, n); all = next }`, false},
		{"handed over", `for range n { var next []int; next = append(next, n); n += size(next);
			cur = next }`, false},
		{"stored", `var s [2][]int; for range n { var next []int; next = append(next, n);
			s[0], cur = next, next }`, false},
		{"global", `for range n { var next []int; next = append(next, n); global = next }`, false},
		{"not a slice", `for range n { var next [2]int; next[0] = n; cur = next[:] }`, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l, _ := mustLoad(t, "-- root/a.go --\npackage root\n\nvar global []int\n\n"+
				"func size(list []int) int { return len(list) }\n\n"+
				"func Fn(n int) (m int, all []int) {\n\tcur := make([]int, n)\n\t"+tc.body+
				"\n\treturn n + len(cur), all\n}")
			literal := false
			for _, b := range l.Root.Func("Fn").Blocks {
				for _, in := range b.Instrs {
					a, ok := in.(*ssa.Alloc)
					literal = literal || ok && a.Comment == "slicelit"
				}
			}
			require.Equal(t, tc.literal, literal)
		})
	}
}
