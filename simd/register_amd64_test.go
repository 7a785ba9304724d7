//go:build linux && !purego

package simd

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMissing fails where an implementation is missing that the processor could
// run, and where AVX2 is, without anybody's saying so: the machines that test this
// have it, and its kernels must not go untested unseen. What the processor can do
// is asked of the kernel, which knows it from another source.
func TestMissing(t *testing.T) {
	if name := os.Getenv(variable); name != "" {
		t.Skipf("%s=%s", variable, name)
	}
	needs := map[string][]string{
		levelNames[inAVX2]:   {"avx2"},
		levelNames[inAVX512]: {"avx2", "avx512f", "avx512cd", "avx512dq", "avx512vl", "avx512bw"},
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	require.NoError(t, err)
	flags := strings.Fields(regexp.MustCompile(`(?m)^flags\s*:.*$`).FindString(string(info)))
	require.NotEmpty(t, flags)
	for _, impl := range Implementations() {
		has := !slices.ContainsFunc(needs[impl.Name], func(flag string) bool { return !slices.Contains(flags, flag) })
		if has || impl.Name == levelNames[inAVX2] {
			require.True(t, impl.Available, "%s is missing; %s=portable permits it", impl.Name, variable)
		}
	}
	require.Equal(t, levelNames[bestLevel(Implementations())], Active())
}
