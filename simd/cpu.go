package simd

import (
	"fmt"
	"os"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// Features describes the processor in a line: its name and the vector
// extensions that kernels are written for, or would be. Where LOCKSTEP_SIMD
// names an implementation that cannot be used, and so is ignored, it says so.
func Features() string {
	list := []string{cpuid.CPU.BrandName}
	for _, f := range []cpuid.FeatureID{
		cpuid.SSE42, cpuid.AVX2, cpuid.FMA3,
		cpuid.AVX512F, cpuid.AVX512VL, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.ASIMD, cpuid.SVE,
	} {
		if cpuid.CPU.Supports(f) {
			list = append(list, strings.ToLower(f.String()))
		}
	}
	line := strings.TrimSpace(strings.Join(list, " "))
	if err := usable(os.Getenv(variable)); err != nil {
		line += fmt.Sprintf(" (%s ignored: %v)", variable, err)
	}
	return line
}

// CacheSizes returns the bytes of one core's first and second level data
// caches, each 0 if the processor does not tell.
func CacheSizes() (l1, l2 int) {
	c := cpuid.CPU.Cache
	return max(c.L1D, 0), max(c.L2, 0)
}
