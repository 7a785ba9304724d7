package load_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"
)

// An append to a slice without room appends to a copy, unless what is appended may see the difference.
func TestCopyClipped(t *testing.T) {
	for _, tc := range []struct {
		name, append string
		copies       bool
	}{
		{"three indices", `append(list[:len(list):len(list)], n)`, true},
		{"a part", `append(list[n:n+1:n+1], n, list[0])`, true},
		{"of an array", `append(array[:2:2], int(x))`, true},
		{"Clip", `append(slices.Clip(list), len(list))`, true},
		{"with room", `append(list[:n:len(list)], n)`, false},
		{"perhaps nothing", `append(list[:n:n], list...)`, false},
		{"nothing", `append(list[:n:n])`, false},
		{"changes the elements", `append(list[:n:n], change(list))`, false},
		{"appends to the elements", `append(list[:n:n], len(append(list[:0], 7)))`, false},
		{"another number", `append(list[:change(list):change(list)], n)`, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l, _ := mustLoad(t, "-- slices/slices.go --\npackage slices\n\n"+
				"func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }\n"+
				"-- root/a.go --\npackage root\n\nimport \"slices\"\n\nvar _ = slices.Clip[[]int, int]\n\n"+
				"func change(list []int) int { list[0]++; return list[0] }\n\n"+
				"func Fn(n int, x uint8) int {\n\tlist, array := make([]int, n), [4]int{}\n\tarray[x&3] = n\n"+
				"\tlist = "+tc.append+"\n\treturn n + len(list)\n}")
			appends := 0
			for _, b := range l.Root.Func("Fn").Blocks {
				for _, in := range b.Instrs {
					if call, ok := in.(*ssa.Call); ok && call.Call.Value.Name() == "append" {
						appends++
					}
				}
			}
			require.Equal(t, tc.copies, appends == strings.Count(tc.append, "append(")+1)
		})
	}
}
