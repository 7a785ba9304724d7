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

// LeastJumpTable returns how many cases a switch should have to go by a table of jumps, where comparisons that halve
// them are the other way: 8, from which on Go's compiler has tables, or more where the processor takes longer to see
// that it foresaw the wrong place than that a comparison came out otherwise.
func LeastJumpTable() int {
	// AMD's families of Zen 1 to Zen 4. Switches of 8 to 16 random cases are faster with tables on Zen 5, by 10 to
	// 45 %, and slower on Zen 4, by about as much.
	if f := cpuid.CPU.Family; cpuid.CPU.VendorID == cpuid.AMD && (f == 0x17 || f == 0x19) {
		return 24
	}
	return 8
}

// CacheSizes returns the bytes of one core's first and second level data
// caches, each 0 if the processor does not tell.
func CacheSizes() (l1, l2 int) {
	c := cpuid.CPU.Cache
	return max(c.L1D, 0), max(c.L2, 0)
}
