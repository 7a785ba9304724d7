package simd

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// eachLevel runs f under every implementation, and proves that the functions
// that are not kernels follow it.
func eachLevel(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	for _, impl := range Implementations() {
		t.Run(impl.Name, func(t *testing.T) {
			undo, ok := Restrict(impl.Name)
			if !ok {
				t.Skipf("this processor cannot run %s", impl.Name)
			}
			if !slices.Contains(levelNames[:], impl.Name) {
				t.Skipf("%s has kernels alone", impl.Name)
			}
			defer undo()
			require.Equal(t, impl.Name, Moves())
			f(t)
		})
	}
}

// benchLevels is eachLevel for benchmarks.
func benchLevels(b *testing.B, f func(b *testing.B)) {
	b.Helper()
	for _, impl := range Implementations() {
		undo, ok := Restrict(impl.Name)
		if !ok {
			continue
		}
		b.Run(impl.Name, f)
		undo()
	}
}

// perLane reports the time that one of n lanes takes.
func perLane(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/lane")
}
