package load_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/ssa"
)

// What package maps gives of a map's keys and values is a loop over the map, or a call of what sorts them.
func TestCollectKeys(t *testing.T) {
	const library = `
-- maps/iter.go --
package maps

func Keys[M ~map[K]V, K comparable, V any](m M) func(yield func(K) bool) {
	return func(yield func(K) bool) { for k := range m { if !yield(k) { return } } }
}

func All[M ~map[K]V, K comparable, V any](m M) func(yield func(K, V) bool) {
	return func(yield func(K, V) bool) { for k, v := range m { if !yield(k, v) { return } } }
}

func Values[M ~map[K]V, K comparable, V any](m M) func(yield func(V) bool) {
	return func(yield func(V) bool) { for _, v := range m { if !yield(v) { return } } }
}
-- cmp/cmp.go --
package cmp

type Ordered interface{ ~int | ~string }
-- slices/slices.go --
package slices

func Sort[S ~[]E, E any](s S) {}

func SortFunc[S ~[]E, E any](s S, cmp func(a, b E) int) {}

func SortStableFunc[S ~[]E, E any](s S, cmp func(a, b E) int) {}

func SortedFunc[E any](seq func(yield func(E) bool), cmp func(a, b E) int) []E { return Collect(seq) }

func SortedStableFunc[E any](seq func(yield func(E) bool), cmp func(a, b E) int) []E { return Collect(seq) }

func Collect[E any](seq func(yield func(E) bool)) (list []E) {
	seq(func(e E) bool { list = append(list, e); return true })
	return list
}

func Sorted[E any](seq func(yield func(E) bool)) []E { return Collect(seq) }
`
	const loop, call = "a loop", "a call"
	for _, tc := range []struct{ name, imports, body, is string }{
		{"sorted keys", `"maps"; "slices"`, `n += len(slices.Sorted(maps.Keys(m)))`, call},
		{"sorted values", `"maps"; "slices"`, `for _, v := range slices.Sorted(maps.Values(m)) { n += v }`, call},
		{"collected keys", `"maps"; "slices"`, `list := slices.Collect(maps.Keys(m)); n += len(list)`, loop},
		{"collected values", `"maps"; "slices"`, `if n > 1 { list := slices.Collect(maps.Values(m))
			n += len(list) }`, loop},
		{"in a case", `"maps"; "slices"`, `switch { case n > 1: var list []int; list = slices.Collect(maps.Keys(h.m))
			n += len(list) }`, loop},
		{"all of a map", `"maps"`, `for k, v := range maps.All(m) { n += k * v }`, loop},
		{"keys by a comparison", `"maps"; "slices"`, `list := slices.SortedFunc(maps.Keys(m), less); n += len(list)`,
			loop},
		{"a loop over such", `"maps"; "slices"`, `for _, k := range slices.SortedFunc(maps.Keys(m), less) { n += k }
			for _, k := range slices.SortedStableFunc(maps.Values(m), less) { n += k }`, loop},
		{"other names", `of "maps"; to "slices"`, `list := to.Collect(of.Keys(m)); n += len(list)`, loop},
		{"a loop over keys", `"maps"`, `for k := range maps.Keys(m) { n += k }`, loop},
		{"a loop over values", `"maps"`, `for v := range maps.Values(m) { n += v }`, loop},
		{"a loop that counts", `"maps"`, `for range maps.Values(m) { n++ }`, loop},
		{"a map that a call gives", `"maps"; "slices"`, `list := slices.Collect(maps.Keys(get())); n += len(list)`, ""},
		{"a variable of that name", `"maps"; "slices"`, `_ = maps.Keys[map[int]int]; { maps := own{}
			list := slices.Collect(maps.Keys(m)); n += len(list) }`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l, _ := mustLoad(t, "-- root/a.go --\npackage root\n\nimport ("+tc.imports+")\n\n"+
				"type own struct{}\n\nfunc (own) Keys(m map[int]int) func(yield func(int) bool) { return nil }\n\n"+
				"func less(a, b int) int { return a - b }\n\nfunc get() map[int]int { return nil }\n\n"+
				"var h struct{ m map[int]int }\n\n"+
				"func Fn(n int) int {\n\tm := map[int]int{n: 1}\n\t"+tc.body+"\n\treturn n + len(m)\n}"+library)
			is := ""
			for _, b := range l.Root.Func("Fn").Blocks {
				for _, in := range b.Instrs {
					switch in := in.(type) {
					case *ssa.Range:
						is = loop
					case *ssa.Call:
						if fn := in.Call.StaticCallee(); fn != nil && strings.HasPrefix(fn.Name(), "Lockstep_Sorted") {
							is = call
						}
					}
				}
			}
			require.Equal(t, tc.is, is)
		})
	}
}
