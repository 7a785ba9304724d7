package sorting

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

type element struct{ key, at int }

// The order is that of package slices, also of equal elements.
func TestBy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	byKey := func(a, b element) int { return cmp.Compare(a.key, b.key) }
	for n := range 200 {
		list := make([]element, n)
		for i := range list {
			list[i] = element{r.IntN(1 + n/3), i}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		By(list, byKey)
		require.Equal(t, want, list)
	}
}

func BenchmarkBy(b *testing.B) {
	byKey := func(a, b element) int { return cmp.Compare(a.key, b.key) }
	for _, n := range []int{16, 100000} {
		r := rand.New(rand.NewPCG(1, 2))
		list := make([]element, n)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				for i := range list {
					list[i].key = r.IntN(n)
				}
				By(list, byKey)
			}
		})
	}
}
