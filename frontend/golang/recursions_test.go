package golang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
)

// All calls of a recursion run one instance of it, which knows what calls of itself pass on.
func TestRecursionInstances(t *testing.T) {
	const start = `package a
import "math"
type opts struct{ eps float64; most int }
var _ = math.Pi
func f(x, k float64) float64 { return math.Cos(x*k) }
`
	for _, tt := range []struct {
		name, text string
		fn         string // the recursion
		takes      string // what its instance is for
		instances  int
	}{
		{"halves", `
func F(k float64) float64 { return halves(k, 0, 2, 1e-6, 12) }
func halves(k, a, b, eps float64, n int) float64 {
	m := (a + b) / 2
	d := f(a, k) - f(m, k)
	if n == 0 || math.Abs(d) < eps {
		return d
	}
	return halves(k, a, m, eps/2, n-1) + halves(k, m, b, eps/2, n-1)
}`, "halves", "(a0: varying f64, a1: varying f64, a2: varying f64, a3: varying f64, a4: varying i64)", 1},
		{"passed on", `
func F(k float64) float64 { return halves(k, 0, 2, 1e-6, opts{1e-3, 4}) }
func halves(k, a, b, eps float64, o opts) float64 {
	m := (a + b) / 2
	d := f(a, k) - f(m, k)
	if b-a < o.eps || math.Abs(d) < eps {
		return d
	}
	return halves(k, a, m, eps, o) + halves(k, m, b, eps, o)
}`, "halves", "(a0: varying f64, a1: varying f64, a2: varying f64, a3: 1e-06, a4: (0.001, 4))", 1},
		{"always the same", `
func F(k float64) float64 { return halves(k, 0, 2, false) }
func G(k float64) float64 { return F(k) + halves(k, 0, 1, true) }
func halves(k, a, b float64, second bool) float64 {
	if second {
		return f(a, k)
	}
	return halves(k, a, b/2, true) + halves(k, b/2, b, true)
}`, "halves", "(a0: varying f64, a1: varying f64, a2: varying f64, a3: varying bool)", 1},
		{"the same as at first", `
func F(k float64) float64 { return halves(k, 0, 2, true) }
func halves(k, a, b float64, second bool) float64 {
	if b-a < 0.1 && second {
		return f(a, k)
	}
	return halves(k, a, b/2, true) + halves(k, b/2, b, true)
}`, "halves", "(a0: varying f64, a1: varying f64, a2: varying f64, a3: true)", 1},
		{"a closure", `
func F(k float64) float64 {
	var halves func(a, b, eps float64, n int) float64
	halves = func(a, b, eps float64, n int) float64 {
		m := (a + b) / 2
		d := f(a, k) - f(m, k)
		if n == 0 || math.Abs(d) < eps {
			return d
		}
		return halves(a, m, eps, n-1) + halves(m, b, eps, n-1)
	}
	return halves(0, 1, 1e-6, 12)
}`, "F_1", "a0: varying f64, a1: varying f64, a2: 1e-06, a3: varying i64", 1},
		{"a closure that is another one later", `
func F(k float64) float64 {
	var halves func(a float64, n int) float64
	halves = func(a float64, n int) float64 {
		if n == 0 {
			return f(a, k)
		}
		return halves(a/2, n-1)
	}
	x := halves(1, 3)
	halves = func(a float64, n int) float64 { return a }
	return x + halves(2, 3)
}`, "F_1", "", 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := []golang.File{{Name: "a.go", Text: start + tt.text}}
			list, err := golang.Instances(files, "F", golang.Options{}, nil)
			require.NoError(t, err)
			n, takes := 0, ""
			for _, i := range list.Instances {
				if i.Function == tt.fn {
					n, takes = n+1, i.Takes
				}
			}
			require.Equal(t, tt.instances, n)
			require.Contains(t, takes, tt.takes)
		})
	}
}
