package testkit

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/simd"
)

// TestDeal: over a few programs every configuration meets every implementation,
// and one program always meets the same.
func TestDeal(t *testing.T) {
	names := Implementations()
	require.Equal(t, simd.Portable, names[0])
	require.Equal(t, simd.Active(), names[len(names)-1])
	for _, configs := range [][]Config{AllConfigs(), QuickConfigs()} {
		met := map[string]bool{}
		for i := range 40 {
			text := fmt.Sprint("program ", i)
			for k, c := range deal(configs, text) {
				met[fmt.Sprint(k, c.Kernels)] = true
			}
		}
		if !Full {
			require.Len(t, met, len(configs)*len(names))
			require.Len(t, deal(configs, "x"), len(configs))
		}
		require.Len(t, OnEach(configs), len(configs)*len(names))
		used := func(c Config) string { return c.Kernels }
		require.Equal(t, collect(deal(configs, "x"), used), collect(deal(configs, "x"), used))
		for _, name := range names {
			require.True(t, slices.Contains(collect(deal(configs, "x"), used), name), "a program meets %s", name)
		}
		require.True(t, slices.ContainsFunc(configs, func(c Config) bool { return c.StackBytes > 0 }))
	}
	require.Equal(t, "", onKernels(names[0], func() string {
		require.Equal(t, names[0], simd.Chosen("mul.f64"))
		return ""
	}))
	require.NotEmpty(t, onKernels("mmx", func() string { return "" }))
}

func collect(configs []Config, f func(Config) string) (list []string) {
	for _, c := range configs {
		list = append(list, f(c))
	}
	return list
}
