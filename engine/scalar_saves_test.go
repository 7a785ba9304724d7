package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestScalarLeavesStoreNothing: a recursion's parameters are stored where calls follow, and not where it returns at
// once, as most of its calls do.
func TestScalarLeavesStoreNothing(t *testing.T) {
	skipWithoutScalar(t)
	const spread = `func F(n int, x float64) float64 {
		var out [7]float64
		spread(n&15, n&16 != 0, x, &out)
		return out[0] + 2*out[1] - out[2]/3 + out[6]
	}
	func spread(n int, soft bool, x float64, out *[7]float64) {
		switch {
		case n > 21:
			out[6] += x
		case n >= 17:
			out[n-17] -= x
		default:
			for c := 1; c <= 10; c += 3 {
				m, s, w := n+c, soft, x/13
				if c == 1 && m+10 <= 21 {
					m, s = m+10, true
				}
				if m > 21 && s {
					m, s = m-10, false
				}
				if c == 10 {
					w *= 4
				}
				spread(m, s, w, out)
			}
		}
	}`
	lines := scalarCode(t, spread).Lines()
	lines = lines[slices.Index(lines, "spread():"):]
	leaves := lines[:slices.IndexFunc(lines, func(l string) bool { return strings.HasSuffix(l, "a.go:12") })]
	for _, l := range leaves {
		require.False(t, strings.HasPrefix(strings.TrimSpace(l), "MOV") && strings.HasSuffix(l, "(SP)"), l)
	}
	compareScalar(t, map[string]string{
		"a loop of calls": spread,
		"calls on both ways": `func F(n int, x float64) float64 { return both(n&15, x, 3) }
		func both(n int, x, y float64) float64 {
			if n < 2 {
				return x
			}
			s := 0.0
			if n&1 == 0 {
				for i := range 3 { s += both(n-2-i, x+y, y) / y }
			} else {
				for i := range 2 { s += both(n-1-2*i, x, y+1) * x }
			}
			return s - y
		}`,
		"a parameter that is written": `func F(n int, x float64) float64 { return down(n&15, x) }
		func down(n int, x float64) float64 {
			if n < 1 {
				return x
			}
			if n > 3 {
				x += 0.5
			}
			s := x
			for i := 1; i < 3; i++ { s += down(n-i, x/2) * x }
			return s
		}`,
	})
}
