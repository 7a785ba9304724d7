package golang_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/frontend/golang"
	"github.com/lockstep-simt/lockstep/internal/resolve"
)

// A clone of a slice without elements is nil if that is, which columns do not tell: lanes are left to Go only if
// somebody can see it.
func TestClones(t *testing.T) {
	const head = "package p\nimport \"slices\"\nvar table = []int{1}\n"
	for _, c := range []struct {
		name, text string
		left       bool
	}{
		{"nobody sees it", `func F(xs []float64) int {
			ys := slices.Clone(xs)
			slices.Sort(ys)
			return len(ys)
		}`, false},
		{"it is asked", `func F(xs []float64) bool { ys := slices.Clone(xs); return ys == nil }`, true},
		{"it is asked of another", `func F(xs []float64) bool {
			ys := slices.Clone(xs)
			return empty(ys) && table != nil
		}
		func empty[T any](xs []T) bool { return len(xs) == 0 }`, true},
		{"it is returned", `func F(xs []float64) []float64 { return slices.Clone(xs) }`, true},
		{"it is returned in a struct", `type box struct { xs []float64 }
		func F(xs []float64) box { return box{slices.Clone(xs)} }`, true},
		{"it is stored", `type box struct { xs []float64 }
		func F(xs []float64, b *box) { b.xs = slices.Clone(xs) }`, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := golang.Compile([]golang.File{{Name: "p.go", Text: head + c.text}}, "F",
				golang.Options{Import: resolve.New(".").Import, AnyCap: 2})
			require.NoError(t, err)
			require.Equal(t, c.left, strings.Contains(fmt.Sprint(p), "whether a slice that a lane brings is nil"))
		})
	}
}
