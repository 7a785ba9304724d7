package load_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"
)

// What a function of the library calls has a copy of a variable that is assigned to, so that the variable is not in
// memory.
func TestCopyCaptured(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		copies     bool
	}{
		{"a slice that grows", `i := find(func(x int) bool { return x > s[0] }); s = append(s, i)`, true},
		{"a number, in a condition", `if find(func(x int) bool { return x > len(s) }) > 0 { s = nil }`, true},
		{"in a return", `s = s[1:]; return find(func(x int) bool { return x > s[0] })`, true},
		{"an argument too", `i := slices.IndexFunc(s, func(x int) bool { return x > s[0] }); s = s[i:]`, false},
		{"set by the literal", `find(func(x int) bool { s = s[1:]; return x > 0 }); s = append(s, n)`, false},
		{"set by another literal", `f := func() { s = nil }; f(); s = own; find(func(x int) bool { return x > s[0] })`,
			false},
		{"by its address", `p := &s; *p = nil; find(func(x int) bool { return x > s[0] }); s = nil`, false},
		{"in a loop's condition", `for find(func(x int) bool { return x > s[0] }) > 0 { s = s[1:] }`, false},
		{"behind what sets it", `if s = s[1:]; find(func(x int) bool { return x > s[0] }) > 0 { n++ }`, false},
		{"a function that keeps it", `f := keep(func(x int) bool { return x > s[0] }); s = nil; f(n)`, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l, _ := mustLoad(t, "-- slices/slices.go --\npackage slices\n\n"+
				"func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {\n\tfor i := range s {\n\t\tif f(s[i]) {\n"+
				"\t\t\treturn i\n\t\t}\n\t}\n\treturn -1\n}\n"+
				"-- root/a.go --\npackage root\n\nimport \"slices\"\n\nvar _ = slices.IndexFunc[[]int, int]\n\n"+
				"func keep(f func(int) bool) func(int) bool { return f }\n\n"+
				"func Fn(s []int, n int) int {\n\town := make([]int, n)\n\t"+
				strings.ReplaceAll(tc.body, "find(", "slices.IndexFunc(own, ")+"\n\treturn n + len(s) + len(own)\n}")
			stores := 0
			for _, b := range l.Root.Func("Fn").Blocks {
				for _, in := range b.Instrs {
					if st, ok := in.(*ssa.Store); ok {
						if a, ok := st.Addr.(*ssa.Alloc); ok && a.Comment == "s" {
							stores++
						}
					}
				}
			}
			require.Equal(t, tc.copies, stores == 1)
		})
	}
}
