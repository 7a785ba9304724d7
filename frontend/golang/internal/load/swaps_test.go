package load_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What follows where texts or slices change places is there once for each way, so that no variable is of either memory.
func TestSplitSwaps(t *testing.T) {
	for _, tc := range []struct {
		name, fn string
		split    bool
	}{
		{"texts", `func Fn(a, b string, n int) int { if n > 0 { a, b = b, a }; return rest(len(a), len(b)) }`, true},
		{"slices and numbers", `func Fn(a, b []int8, n int) int {
			m := 3
			if n > 0 { a, b = b, a; n, m = m, n }
			return rest(len(a), len(b)) + n - m
		}`, true},
		{"behind others", `func Fn(a, b []int8, n int) int {
			for range n { a = a[1:] }
			if n > 3 { n++ }
			if n > 0 { a, b = b, a }
			return rest(len(a), len(b))
		}`, true},
		{"itself", `func Fn(a, b string, n int) int {
			if n == 7 { return 7 }
			if n > 0 { return Fn(b, a, n) }
			return rest(len(a), len(b))
		}`, true},
		{"itself with something else", `func Fn(a, b string, n int) int {
			if n > 0 { return Fn(b, a, n-1) }
			return rest(len(a), len(b))
		}`, false},
		{"itself behind a declaration", `func Fn(a, b string, n int) int {
			if k := n; k == 7 { return 7 }
			if k := n; k > 0 { return Fn(b, a, n) }
			return rest(len(a), len(b))
		}`, true},
		{"itself once a result has changed", `func Fn(a, b string, n int) (r int) {
			if r = 1; n == 7 { return 7 }
			if n > 0 { return Fn(b, a, n) }
			return r + rest(len(a), len(b))
		}`, false},
		{"itself while a result changes", `func Fn(a, b string, n int) (r int) {
			if r = 1; n > 0 { return Fn(b, a, n) }
			return r + rest(len(a), len(b))
		}`, false},
		{"itself once something has changed", `func Fn(a, b string, n int) int {
			if n > 7 { n -= 7 }
			if n > 0 { return Fn(b, a, n) }
			return rest(len(a), len(b))
		}`, false},
		{"numbers", `func Fn(a, b string, n int) int {
			m := 1
			if n > 0 { n, m = m, n }
			return rest(len(a), len(b)) + n
		}`, false},
		{"one of two", `func Fn(a, b string, n int) int { if n > 0 { a = b }; return rest(len(a), len(b)) }`, false},
		{"with an else", `func Fn(a, b string, n int) int {
			if n > 0 { a, b = b, a } else { n++ }
			return rest(len(a), len(b))
		}`, false},
		{"a label", `func Fn(a, b string, n int) int {
			if n > 0 { a, b = b, a }
		all:
			for { for n > 0 { n--; break all } }
			return rest(len(a), len(b))
		}`, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			l, _ := mustLoad(t, "-- root/a.go --\npackage root\n\nfunc rest(n, m int) int { return n - m }\n\n"+tc.fn)
			calls := callsOf(l.Root.Func("Fn"), l.Root.Func("rest"))
			require.Len(t, calls, map[bool]int{true: 2, false: 1}[tc.split])
		})
	}
}
