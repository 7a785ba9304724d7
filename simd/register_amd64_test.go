//go:build linux && !purego

package simd

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAVX2 fails where AVX2 is missing without anybody's saying so: the
// machines that test this have it, and its kernels must not go untested unseen.
func TestAVX2(t *testing.T) {
	if name := os.Getenv(variable); name != "" {
		t.Skipf("%s=%s", variable, name)
	}
	for _, impl := range Implementations() {
		if impl.Name == levelNames[inAVX2] {
			require.True(t, impl.Available, "AVX2 is missing; %s=portable permits it", variable)
		}
	}
}
