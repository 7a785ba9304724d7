package batch

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/internal/settings"
)

// TestZeroIsTheDefault: an option that is given 0, or less, sets nothing.
func TestZeroIsTheDefault(t *testing.T) {
	for name, option := range map[string]func(int) Option{
		"Workers": Workers, "Gang": Gang, "StackBytes": StackBytes,
	} {
		for _, n := range []int{0, -1} {
			var r settings.Run
			option(n)(&r)
			require.Equal(t, settings.Run{}, r, "%s(%d)", name, n)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	require.Equal(t, 3, newOptions([]Option{Workers(0)}).Workers)
	require.Equal(t, processBudget, newOptions([]Option{StackBytes(0)}).stacks)
}
